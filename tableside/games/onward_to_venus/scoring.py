"""Chapter G: majorities by income, trophies, crises, aliens, and the tiebreaks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tableside.core.moves import text
from tableside.core.score import Ending, Line, Outcome, by_hand, told, totals
from tableside.core.tiebreak import Criterion, rank
from tableside.games.onward_to_venus.records import TileKind
from tableside.games.onward_to_venus.refusal import cite
from tableside.games.onward_to_venus.state import PLANETS, SLUG, State
from tableside.games.onward_to_venus.supply import Copy

ALIEN_POINTS = 2


@dataclass(frozen=True, slots=True)
class Tally:
    """All of one player that counts at the end."""

    income: Mapping[str, int]
    buildings: int
    trophies: int
    crises: int
    aliens: int
    marker: bool
    bonus: int = 0

    @property
    def tile_points(self) -> int:
        return self.trophies + self.crises + ALIEN_POINTS * self.aliens


def tally(copy: Copy, state: State) -> tuple[Tally, ...]:
    """Every player's tally as the table stands."""
    return tuple(
        Tally(
            {planet: player.on(planet).income for planet in PLANETS},
            player.count("factory") + player.count("mine"),
            len(copy.of_kind(player.kept, TileKind.TROPHY)),
            len(copy.of_kind(player.kept, TileKind.CRISIS)),
            player.aliens,
            state.start == seat,
            player.bonus,
        )
        for seat, player in enumerate(state.players)
    )


def places(incomes: Sequence[int]) -> tuple[int | None, ...]:
    """Each seat's rank from 0; the tied share one and the next is not skipped; no income, no rank (G2)."""
    levels = sorted({income for income in incomes if income}, reverse=True)
    return tuple(levels.index(income) if income else None for income in incomes)


def lines(
    copy: Copy, tallies: Sequence[Tally], printed: Mapping[str, tuple[int, ...]] | None = None
) -> tuple[Line, ...]:
    """The score sheet: eight planets, then tiles (G2, G3); hexagons as printed when told, else as the copy has them."""
    found: list[Line] = []
    worth = {planet: (printed or {}).get(planet) or copy.points(planet) for planet in PLANETS}
    ranks = {planet: places([player.income[planet] for player in tallies]) for planet in PLANETS}
    for seat, player in enumerate(tallies):
        for planet in PLANETS:
            hexagons, place = worth[planet], ranks[planet][seat]
            points = hexagons[place] if hexagons is not None and place is not None and place < len(hexagons) else 0
            name = text(f"{SLUG}.planet.{planet}")
            if hexagons is None:
                label = text(f"{SLUG}.score.unknown", planet=name)
            else:
                label = text(f"{SLUG}.score.known", planet=name, points=hexagons)
            income = player.income[planet]
            earned = text(f"{SLUG}.score.income", income=income, place=(place or 0) + 1) if income else None
            found.append(Line(seat, planet, points, label, cite("G2"), earned))
        for key, points in (
            ("trophies", player.trophies),
            ("crises", player.crises),
            ("aliens", ALIEN_POINTS * player.aliens),
        ):
            found.append(Line(seat, key, points, text(f"{SLUG}.score.{key}"), cite("G3")))
        if player.bonus:
            found.append(by_hand(seat, player.bonus))
    return tuple(found)


def outcome(
    copy: Copy, tallies: Sequence[Tally], end: str, printed: Mapping[str, tuple[int, ...]] | None = None
) -> Outcome:
    """Places with every tiebreak, or everybody's defeat (G4, E5, E10)."""
    sheet, seats = lines(copy, tallies, printed), range(len(tallies))
    if end != "done":
        return Outcome(sheet, (tuple(seats),), (), (), Ending.ALL_LOSE, text(f"{SLUG}.ending.{end}"))
    sums = totals(sheet, len(tallies))
    ranks, trace = rank(
        seats,
        Criterion("score", text(f"{SLUG}.tie.score"), cite("G3"), dict(enumerate(sums))),
        (
            _criterion("marker", [int(player.marker) for player in tallies]),
            _criterion("buildings", [player.buildings for player in tallies]),
            _criterion("tiles", [player.tile_points for player in tallies]),
        ),
    )
    ending = Ending.WON if len(ranks[0]) == 1 else Ending.SHARED
    return Outcome(sheet, ranks, ranks[0], trace, ending, told(ending, ranks[0]))


def _criterion(key: str, values: Sequence[int]) -> Criterion:
    return Criterion(key, text(f"{SLUG}.tie.{key}"), cite("G4"), dict(enumerate(values)))
