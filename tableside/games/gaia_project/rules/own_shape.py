"""B2: a map of one's own shape, told sector by sector: which one, how it is turned, and beside which it lies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from tableside.core.game import Choice, Offer, Slot
from tableside.core.moves import Plain, Text, text
from tableside.games.gaia_project.map_geometry import Geometry, Place
from tableside.games.gaia_project.names import sector_number, twins
from tableside.games.gaia_project.records import SLUG, WHEEL
from tableside.games.gaia_project.refusal import no
from tableside.games.gaia_project.state import State

SIDES = {2: ("1", "2", "3", "4", "5B", "6B", "7B"), 3: ("1", "2", "3", "4", "5A", "6A", "7A", "8", "9", "10")}
LEFT_OUT = ("9", "10")
"""Three players may do without these."""
KINDS = {"home": WHEEL, "all": WHEEL + "gm", "any": ""}
"""B2, Q2: the planet types that may not lie side by side."""
BESIDE = ((5, -2), (2, 3), (-3, 5), (-5, 2), (-2, -3), (3, -5))
"""Where the next sector lies from one's centre: above on the left, above on the right, right, and so on."""
OPEN = "…"
"""Marks how many sectors there will be, and a sector that is not wholly told."""
Told = tuple[tuple[Any, ...], ...]


def sectors(seats: int) -> tuple[str, ...]:
    """The sectors, with the side that is up, of a game for so many."""
    return SIDES[2 if seats < 3 else 3]


def without_9_and_10(seats: int) -> tuple[str, ...]:
    """The sectors of a smaller map for three."""
    return tuple(face for face in sectors(seats) if face not in LEFT_OUT)


def clashes(grid: Geometry, kinds: str = WHEEL) -> list[tuple[str, str]]:
    """B2: planets of one type side by side, sectors' own neighbours aside."""
    found = []
    for kind in kinds:
        for part in grid.pieces(grid.of[kind]):
            names = grid.names(part)
            if len(names) > 1 and len({name[: 2 if name.startswith("10") else 1] for name in names}) > 1:
                found.append((names[0], names[1]))
    return found


def is_open(places: Told) -> bool:
    """Whether more has to be told of the map."""
    return not places or any(place[0] == OPEN for place in places)


def ask(state: State, told: Told) -> Choice:
    """The next question: how many sectors, which one is next, how it is turned, where it lies."""
    seats = len(state.players)
    if not told and seats == 3:
        counts = (len(sectors(seats)), len(without_9_and_10(seats)))
        return _asked("number", ((((OPEN, n),), text(f"{SLUG}.sectors", n=n)) for n in counts))
    head: Told = told[:1] or ((OPEN, len(sectors(seats))),)
    laid: tuple[Place, ...] = tuple(place for place in told if place[0] != OPEN)
    (_, *rest) = told[-1] if len(told) > 1 and told[-1][0] == OPEN else (OPEN,)
    if not rest:
        possible = sectors(seats) if head[0][1] == len(sectors(seats)) else without_9_and_10(seats)
        left = [face for face in possible if face not in {place[0] for place in laid}]
        return _asked("sector", (((*head, *laid, (OPEN, face)), _number(face)) for face in left))
    face = rest[0]
    if len(rest) == 1:
        turned: Iterable[tuple[Plain, Text]] = (
            ((*head, *laid, (OPEN, face, turns)), text("core.value", value=turns)) for turns in range(6)
        )
        if not laid:
            turned = (((*head, (face, turns, 0, 0)), text("core.value", value=turns)) for turns in range(6))
        return _asked("turned", turned, face)
    return Choice(
        "places",
        Slot.BUTTON,
        text(f"{SLUG}.slot.map.beside", face=_number(face)),
        tuple(_spots(state, head, laid, face, rest[1])),
    )


def _asked(stage: str, offers: Iterable[tuple[Plain, Text]], face: str = "") -> Choice:
    label = text(f"{SLUG}.slot.map.{stage}", face=_number(face)) if face else text(f"{SLUG}.slot.map.{stage}")
    return Choice("places", Slot.BUTTON, label, tuple(Offer(value, said) for value, said in offers))


def _number(face: str) -> Text:
    return text("core.value", value=sector_number(face))


def _spots(state: State, head: Told, laid: tuple[Place, ...], face: str, turns: int) -> Iterator[Offer]:
    """Every free place beside a sector that lies there, told by that sector; refused where equal planets would meet."""
    taken = {(q, r) for *_, q, r in laid}
    for beside, _, q, r in laid:
        for side, (dq, dr) in enumerate(BESIDE):
            spot = (q + dq, r + dr)
            if spot in taken:
                continue
            taken.add(spot)
            places = tuple(sorted((*laid, (face, turns, *spot))))
            grid = Geometry(places, state.rules.mirrored)
            touching = clashes(grid, KINDS[state.rules.neighbours])
            why = no("equal_neighbours", "B2", hexes=twins(grid, touching[0])) if touching else None
            last = len(places) == head[0][1]
            value = places if last else (*head, *laid, (face, turns, *spot))
            yield Offer(value, text(f"{SLUG}.beside.{side}", face=_number(beside)), why)
