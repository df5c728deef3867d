"""What a photo means: the tiles and sectors of the setup, and in play the tile or faction board that was taken.

A tile that was not read leaves only its own place open; where nobody can tell which place that is, its row stays open.
"""

from __future__ import annotations

import cmath
import itertools
import math
import re
from collections.abc import Collection, Sequence

from tableside.core import manual_edit
from tableside.core.game import Guess
from tableside.core.moves import Move, move
from tableside.core.readings import CardReading, Expect, Readings
from tableside.core.rulebook import Rulebook
from tableside.core.ruling import Illegal
from tableside.games.gaia_project.records import (
    ADVANCED,
    ADVANCED_PLACES,
    BOOSTERS,
    FINAL_TILES,
    PLACES,
    ROUND_TILES,
    ROUNDS,
    STANDARD,
    TOKENS,
    TRACKS,
)
from tableside.games.gaia_project.rules.laying import booster_number, layout
from tableside.games.gaia_project.rules.own_shape import sectors
from tableside.games.gaia_project.rules.research import open_tiles
from tableside.games.gaia_project.rules.setup import open_factions
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
ALIKE = math.cos(math.radians(20))
"""Tiles within so much lie the same way."""
ASIDE = 0.3
"""How much less likely a tile of the other step of the setup is in the photo."""
GAP, NEAR = 1.6, 2.5
"""How much wider than usual a gap is where a tile is missing, and how far from its place a sector may be seen."""
DOUBT = 0.02
"""Another reading is weighed from this share of the best one on."""
EXPLAINED = 0.97
"""How much of a tile's chances its readings must make up; below that it may be none of them, and is asked."""
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
    """In the setup the tiles or sectors of this step are expected, in play the tiles that can be taken."""
    if state.phase in NEEDED:
        likely = NEEDED[state.phase]
        return Expect(cards={id: 1.0 if id.partition(":")[0] in likely else ASIDE for id in card_ids()})
    if state.phase == "map" and state.rules.map != "shape":
        return Expect(cards=dict.fromkeys((f"sector:{face}" for face in sectors(len(state.players))), 1.0))
    taken = taken_by(state)
    if state.phase == "actions" and taken and not state.todo:
        held = [f"booster:{player.booster}" for player in state.players if player.booster]
        return Expect(cards=dict.fromkeys((*taken, *held), 1.0))
    return Expect(cards=dict.fromkeys(taken, 1.0)) if taken else None


def taken_by(state: State) -> dict[str, Move]:
    """What a photo of one thing means now: a faction board, booster or technology tile, each with its move."""
    if state.telling:
        return {}
    if state.todo:
        task = state.todo[0]
        player = state.players[task.seat]
        if task.kind == "tile":
            lying = zip((*PLACES, *ADVANCED_PLACES), (*state.techs, *state.advanced))
            open_ = open_tiles(state, player)
            return {_id_of(tech): move(task.seat, "tile", place=place) for place, tech in lying if place in open_}
        if task.kind == "cover":
            bare = [tech for tech in player.techs if tech not in player.covered]
            return {_id_of(tech): move(task.seat, "cover", tile=tech) for tech in bare}
        return {}
    if state.phase == "factions" and state.rules.auction == "none":
        return {name: move(state.queue[0], "faction", faction=name) for name in open_factions(state)}
    if state.phase == "boosters":
        return {f"booster:{one}": move(state.queue[0], "booster", booster=one) for one in state.boosters}
    if state.phase == "actions" and not state.acted and state.round < ROUNDS:
        return {f"booster:{one}": move(state.turn, "pass", booster=one) for one in state.boosters}
    return {}


def _id_of(tech: str) -> str:
    return f"tech:{tech}" if tech in STANDARD else f"advanced:{tech}"


def read(book: Rulebook[State], state: State, readings: Readings) -> tuple[Guess, ...]:
    """The setup move the photo means, as far as it shows it: as read, then with the least sure tile read otherwise."""
    cards = [card for card in readings.cards if card.alternatives]
    if state.phase not in NEEDED:
        if state.phase == "map":
            return _sectors(book, state, cards)
        free = state.phase == "actions" and not state.todo and taken_by(state)
        return _left(book, state, cards) if free and _boosters(cards) > 1 else _taken(book, state, cards)
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


def _boosters(cards: Sequence[CardReading]) -> int:
    """How many boosters the photo shows: one alone is the one that was taken, several are those that were left."""
    known = [tile_of(str(card.alternatives[0].value)) for card in cards]
    return len({tile for tile in known if tile is not None and tile[0] == "booster"})


def _left(book: Rulebook[State], state: State, cards: Sequence[CardReading]) -> tuple[Guess, ...]:
    """What the boosters that lie free tell together; nothing where the photo does not show as many as there are.

    With the own one of whose turn it is among them, that player passed; with another's, this one holds what is missing.
    """
    seen = {}
    for card in cards:
        known = tile_of(str(card.alternatives[0].value))
        if known is not None and known[0] == "booster" and not _unsure(card):
            seen[known[1]] = card.alternatives[0].p
    back, gone = set(seen) - set(state.boosters), set(state.boosters) - set(seen)
    if len(seen) != len(state.boosters) or len(back) != 1:
        return ()
    (new,), (old,), p = gone, back, math.prod(seen.values())
    seat = next((seat for seat, player in enumerate(state.players) if player.booster == old), None)
    if seat is None or seat in state.passed:  # what was taken in passing is put right in the log, income and all
        return ()
    made = move(seat, "pass", booster=new) if seat == state.turn else _exchanged(state, seat, old, new)
    return (Guess(made, p, manual_edit.judge(book, state, made)),)


def _exchanged(state: State, seat: int, old: str, new: str) -> Move:
    """By hand: this player holds the new booster and not the old one."""
    pool = tuple(old if one == new else one for one in state.boosters)
    return manual_edit.adjust_all(((f"players.{seat}.booster", new), ("boosters", pool)))


def _taken(book: Rulebook[State], state: State, cards: Sequence[CardReading]) -> tuple[Guess, ...]:
    """The moves that take what the photo shows, the surest first."""
    means, found = taken_by(state), dict[Move, float]()
    for card in cards:
        for alternative in card.alternatives:
            known = tile_of(str(alternative.value))
            id = f"{known[0]}:{known[1]}" if known is not None else str(alternative.value)
            if id in means:
                found[means[id]] = max(found.get(means[id], 0.0), alternative.p)
    total = max(sum(found.values()), 1.0)
    guesses = (Guess(made, p / total, book.judge(state, made)) for made, p in found.items())
    return tuple(sorted(guesses, key=lambda guess: -guess.p))


def _sectors(book: Rulebook[State], state: State, cards: Sequence[CardReading]) -> tuple[Guess, ...]:
    """The map as far as its sectors were read: where each lies on the printed outline, and how it is turned."""
    seats = len(state.players)
    seen: dict[str, CardReading] = {}
    for card in cards:
        face = str(card.alternatives[0].value).removeprefix("sector:")
        if face in sectors(seats):
            seen.setdefault(face, card)
    spots = {place[0].rstrip("AB"): drawn(*place[2:]) for place in layout(seats)} if state.rules.map != "shape" else {}
    fitted = _fitted([complex(*card.centre) for card in seen.values()], list(spots.values()))
    if fitted is None:
        return ()
    tilt, places = fitted
    told: dict[str, str | int] = {}
    for (face, card), place in zip(seen.items(), places):
        name = list(spots)[place]
        told |= {f"at_{name}": face, f"turn_{name}": round((card.angle - tilt) / 60) % 6}
    made = Move(None, "map", tuple(sorted(told.items())))
    ruling = book.judge(state, made)
    partial = isinstance(ruling, Illegal) and len(told) < 2 * len(spots)
    p = math.prod(card.alternatives[0].p for card in seen.values())
    return (Guess(made, p, ruling, partial=partial),) if partial or not isinstance(ruling, Illegal) else ()


def drawn(q: int, r: int) -> complex:
    """The centre of a sector as the rulebook draws the map, to the right and down."""
    return complex(1.5 * r, -math.sqrt(3) * (q + r / 2))


def _fitted(seen: Sequence[complex], spots: Sequence[complex]) -> tuple[float, list[int]] | None:
    """How far the photo is turned, and which spot each point is; None where no turn and size of the outline fits.

    The two points farthest apart are laid on every pair of spots, and the best fit of all the others is taken.
    """
    if len(seen) < 3:
        return None
    a, b = max(itertools.combinations(range(len(seen)), 2), key=lambda pair: abs(seen[pair[0]] - seen[pair[1]]))
    best: tuple[float, float, list[int]] | None = None
    for one, other in itertools.permutations(range(len(spots)), 2):
        scale = (seen[b] - seen[a]) / (spots[other] - spots[one])
        laid = [(point - seen[a]) / scale + spots[one] for point in seen]
        places = [min(range(len(spots)), key=lambda n: abs(spots[n] - point)) for point in laid]
        # The outline fits as well from the other side of the table: rounded, so that the least turn decides.
        worst = round(max(abs(spots[place] - point) for place, point in zip(places, laid)), 3)
        tilt = math.degrees(cmath.phase(scale))
        if len(set(places)) == len(places) and worst < NEAR and (best is None or (worst, abs(tilt)) < best[:2]):
            best = (worst, abs(tilt), places)
            turned = tilt
    return (turned, best[2]) if best is not None else None


def _doubts(cards: Sequence[CardReading]) -> list[tuple[int, int]]:
    """The tiles that may be another, the most doubtful first, with which alternative."""
    doubts = [
        (card.alternatives[other].p / max(card.alternatives[0].p, 1e-9), number, other)
        for number, card in enumerate(cards)
        for other in range(1, min(3, len(card.alternatives)))
    ]
    return [(number, other) for much, number, other in sorted(doubts, reverse=True)[:4] if much >= DOUBT]


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
    unsure = {known[1] for id, card, _ in seen if _unsure(card) and (known := tile_of(id)) is not None}
    if state.phase == "tiles":
        boosters = sorted((tile for tile, _, _ in groups["booster"] if tile not in unsure), key=booster_number)
        told = _numbered("booster", boosters if len(boosters) <= len(state.players) + 3 else [])
        told |= {f"round{n + 1}": tile for n, tile in _in_order(groups["round"], ROUNDS).items()}
        told |= {f"final{n + 1}": tile for n, tile in _in_order(groups["final"], 2).items()}
        return _without(Move(None, "tiles", tuple(sorted(told.items()))), unsure)
    by_height = sorted(groups["tech"], key=lambda one: one[2])
    told = {}
    if len(by_height) == len(PLACES) and len(_upper_row(by_height)) == len(TRACKS):
        techs = [*_across(by_height[: len(TRACKS)]), *_across(by_height[len(TRACKS) :])]
        told |= dict(zip(PLACES, techs))
    # Where the six tracks are is known by either row that is whole; tiles above or below them fall into place.
    columns = sorted(x for _, x, _ in by_height[: len(TRACKS)]) if told else []
    if len(groups["advanced"]) == len(TRACKS):
        columns = sorted(x for _, x, _ in groups["advanced"])
    told |= {f"adv_{TRACKS[n]}": tile for n, tile in _beside(groups["advanced"], columns).items()}
    if PLACES[0] not in told:
        told |= {TRACKS[n]: tile for n, tile in _beside(_upper_row(by_height), columns).items()}
    if (
        sum((tile_of(id) or ("",))[0] == "token" for id, _, _ in seen) == 1
    ):  # of several nobody knows which one lies on the track
        told["token"] = groups["token"][0][0]
    return _without(Move(None, "board", tuple(sorted(told.items()))), unsure)


def _unsure(card: CardReading) -> bool:
    return sum(alternative.p for alternative in card.alternatives) < EXPLAINED


def _without(made: Move, unsure: Collection[str]) -> Move:
    """The move with the places of these tiles left open."""
    return Move(made.seat, made.kind, tuple(pair for pair in made.args if pair[1] not in unsure))


def _numbered(name: str, tiles: Sequence[str]) -> dict[str, str]:
    return {f"{name}{n + 1}": tile for n, tile in enumerate(tiles)}


def _in_order(tiles: Sequence[Lying], full: int) -> dict[int, str]:
    """The tiles of a row by their place; with one missing its place is the one wide gap, or nobody knows it."""
    row = _along(tiles) if tiles else []
    if len(row) == full:
        return dict(enumerate(row))
    at = {tile: complex(x, y) for tile, x, y in tiles}
    gaps = [abs(at[after] - at[before]) for before, after in itertools.pairwise(row)]
    if len(row) != full - 1 or len(at) != len(row) or len(gaps) < 3:
        return {}
    usual = sorted(gaps)[len(gaps) // 2]
    wide = [n for n, gap in enumerate(gaps) if gap > GAP * usual]
    return {n + (n > wide[0]): tile for n, tile in enumerate(row)} if len(wide) == 1 else {}


def _beside(tiles: Sequence[Lying], columns: Sequence[float]) -> dict[int, str]:
    """The tiles by the column they lie in; none where the columns are not known or two tiles claim one."""
    if len(columns) != len(TRACKS):
        return {}
    found = {min(range(len(columns)), key=lambda n: abs(columns[n] - x)): tile for tile, x, _ in tiles}
    return found if len(found) == len(tiles) else {}


def _upper_row(by_height: Sequence[Lying]) -> Sequence[Lying]:
    """The tiles below the tracks, apart from the free ones under them: up to the widest step down."""
    steps = [(after[2] - before[2], n) for n, (before, after) in enumerate(itertools.pairwise(by_height), 1)]
    return by_height[: max(steps)[1]] if steps and len(by_height) >= len(TRACKS) else ()


def _tilt(cards: Sequence[CardReading]) -> float:
    """How far the photo is turned: the direction most tiles share, in radians."""
    ways = [cmath.rect(1, math.radians(card.angle)) for card in cards]
    crowds = [[other for other in ways if (other / way).real > ALIKE] for way in ways]
    crowd = max(crowds, key=len, default=[])
    return cmath.phase(sum(crowd, 0j)) if crowd else 0.0


def _across(tiles: Sequence[Lying]) -> list[str]:
    return [tile for tile, _, _ in sorted(tiles, key=lambda one: one[1])]


def _along(tiles: Sequence[Lying]) -> list[str]:
    """In a row from left to right, or in a column from top to bottom, whichever is longer."""
    wide = max(x for _, x, _ in tiles) - min(x for _, x, _ in tiles)
    high = max(y for _, _, y in tiles) - min(y for _, _, y in tiles)
    return [tile for tile, _, _ in sorted(tiles, key=lambda one: one[1] if wide >= high else one[2])]
