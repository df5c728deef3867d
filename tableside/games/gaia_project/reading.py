"""What a photo of the setup means: boosters, round, final and technology tiles become the setup moves.

A tile that was not read leaves only its own place open; where nobody can tell which place that is, its row stays open.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from tableside.core.game import Guess
from tableside.core.moves import Move
from tableside.core.readings import CardReading, Expect, Readings
from tableside.core.rulebook import Rulebook
from tableside.core.ruling import Illegal
from tableside.games.gaia_project.records import (
    ADVANCED,
    BOOSTERS,
    FINAL_TILES,
    PLACES,
    ROUND_TILES,
    ROUNDS,
    STANDARD,
    TOKENS,
    TRACKS,
)
from tableside.games.gaia_project.rules.laying import booster_number
from tableside.games.gaia_project.state import State

GROUPS: dict[str, tuple[str, ...]] = {
    "booster": tuple(BOOSTERS),
    "round": tuple(ROUND_TILES),
    "final": tuple(FINAL_TILES),
    "tech": STANDARD,
    "advanced": ADVANCED,
    "token": TOKENS,
}
"""The kinds of tiles that can be read, with their ids; in photos they are called kind:id."""
PREFIX = {"booster": "booster", "round": "score", "tech": "tech", "advanced": "advtech", "token": "fed"}
NEEDED = {"tiles": ("booster", "round", "final"), "board": ("tech", "advanced", "token")}
Seen = tuple[str, CardReading, float]
Lying = tuple[str, float, float]
"""A tile, and where it lies in the photo turned upright."""


def card_ids() -> tuple[str, ...]:
    """Every id a photo may give."""
    return tuple(f"{group}:{tile}" for group, tiles in GROUPS.items() for tile in tiles)


def tile_of(id: str) -> tuple[str, str] | None:
    """Kind and tile of an id such as booster:3, booster:booster3 or booster3."""
    group, colon, rest = id.partition(":")
    if not colon:
        for name, tiles in GROUPS.items():
            if id in tiles:
                return name, id
        return None
    group = group.removesuffix("s")
    if group not in GROUPS:
        return None
    if rest in GROUPS[group]:
        return group, rest
    tile = PREFIX.get(group, "") + rest if re.fullmatch(r"[0-9]+", rest) else rest
    return (group, tile) if tile in GROUPS[group] else None


def expect(state: State) -> Expect | None:
    """In the setup the tiles of this step are expected."""
    if state.phase not in NEEDED:
        return None
    likely = NEEDED[state.phase]
    return Expect(cards={id: 3.0 if id.partition(":")[0] in likely else 1.0 for id in card_ids()})


def read(book: Rulebook[State], state: State, readings: Readings) -> tuple[Guess, ...]:
    """The setup move the photo means, as far as it shows it: as read, then with the least sure tile read otherwise."""
    if state.phase not in NEEDED:
        return ()
    cards = [card for card in readings.cards if card.alternatives]
    found: dict[Move, float] = {}
    for choice in (None, *_doubts(cards)):
        seen = _seen(cards, choice)
        made = _setup(state, seen)
        if made.args:
            found.setdefault(made, math.prod(p for _, _, p in seen))
    total = sum(found.values()) or 1.0
    guesses = []
    for made, p in found.items():
        ruling = book.judge(state, made)
        open_slots = isinstance(ruling, Illegal) and bool(book.choices(state, made))
        if isinstance(ruling, Illegal) and not open_slots:  # one round tile in too many places: their row is asked
            made = Move(None, made.kind, tuple(one for one in made.args if not one[0].startswith("round")))
            ruling = book.judge(state, made)
            open_slots = isinstance(ruling, Illegal) and bool(book.choices(state, made))
        if open_slots or not isinstance(ruling, Illegal):
            guesses.append(Guess(made, p / total, ruling, partial=open_slots))
    return tuple(sorted(guesses, key=lambda guess: (guess.partial, -len(guess.move.args), -guess.p)))


def _doubts(cards: Sequence[CardReading]) -> list[tuple[int, int]]:
    """The tiles that may be another, the most doubtful first, with which alternative."""
    doubts = [
        (card.alternatives[other].p / max(card.alternatives[0].p, 1e-9), number, other)
        for number, card in enumerate(cards)
        for other in range(1, min(3, len(card.alternatives)))
    ]
    return [(number, other) for _, number, other in sorted(doubts, reverse=True)[:4]]


def _seen(cards: Sequence[CardReading], choice: tuple[int, int] | None) -> list[Seen]:
    seen = []
    for number, card in enumerate(cards):
        which = choice[1] if choice is not None and choice[0] == number else 0
        alternative = card.alternatives[which]
        seen.append((str(alternative.value), card, alternative.p))
    return seen


def _setup(state: State, seen: Sequence[Seen]) -> Move:
    """The move as far as the tiles tell it; a tile seen twice counts once, but for the round tile in two copies."""
    groups: dict[str, list[Lying]] = {name: [] for name in GROUPS}
    angle = _tilt([card for _, card, _ in seen])
    for id, card, _ in sorted(seen, key=lambda one: -one[2]):
        known = tile_of(id)
        if known is not None and (known[0] == "round" or known[1] not in [tile for tile, _, _ in groups[known[0]]]):
            x, y = card.centre
            turned = (x * math.cos(angle) + y * math.sin(angle), y * math.cos(angle) - x * math.sin(angle))
            groups[known[0]].append((known[1], *turned))
    if state.phase == "tiles":
        boosters = sorted((tile for tile, _, _ in groups["booster"]), key=booster_number)
        told = _numbered("booster", boosters if len(boosters) <= len(state.players) + 3 else [])
        told |= _numbered("round", _in_order(groups["round"], ROUNDS))
        told |= _numbered("final", _in_order(groups["final"], 2))
        return Move(None, "tiles", tuple(sorted(told.items())))
    by_height = sorted(groups["tech"], key=lambda one: one[2])
    told = {}
    if len(by_height) == len(PLACES):
        techs = [*_across(by_height[: len(TRACKS)]), *_across(by_height[len(TRACKS) :])]
        told |= dict(zip(PLACES, techs))
    if len(groups["advanced"]) == len(TRACKS):
        told |= {f"adv_{track}": tile for track, tile in zip(TRACKS, _across(groups["advanced"]))}
    if groups["token"]:
        told["token"] = min(groups["token"], key=lambda one: one[1])[0]
    return Move(None, "board", tuple(sorted(told.items())))


def _numbered(name: str, tiles: Sequence[str]) -> dict[str, str]:
    return {f"{name}{n + 1}": tile for n, tile in enumerate(tiles)}


def _in_order(tiles: Sequence[Lying], full: int) -> list[str]:
    """All tiles of a row in their order; where one is missing, nobody knows which place is open."""
    return _along(tiles) if len(tiles) == full else []


def _tilt(cards: Sequence[CardReading]) -> float:
    """How far the photo is turned, by the tiles that lie upright in it."""
    upright = [card.angle for card in cards if card.turn == 0]
    return math.radians(sum(upright) / len(upright)) if upright else 0.0


def _across(tiles: Sequence[Lying]) -> list[str]:
    return [tile for tile, _, _ in sorted(tiles, key=lambda one: one[1])]


def _along(tiles: Sequence[Lying]) -> list[str]:
    """In a row from left to right, or in a column from top to bottom, whichever is longer."""
    wide = max(x for _, x, _ in tiles) - min(x for _, x, _ in tiles)
    high = max(y for _, _, y in tiles) - min(y for _, _, y in tiles)
    return [tile for tile, _, _ in sorted(tiles, key=lambda one: one[1] if wide >= high else one[2])]
