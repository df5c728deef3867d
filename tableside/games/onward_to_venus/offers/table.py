"""Results of the table itself: dice, draws and bookkeeping."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from tableside.core.chance import Pick, roll, rolls, shuffled
from tableside.core.moves import Move, move
from tableside.games.onward_to_venus.content import Copy
from tableside.games.onward_to_venus.rules import crises
from tableside.games.onward_to_venus.rules.opening import lacking_table, tile_slots
from tableside.games.onward_to_venus.rules.period import planets_to_count
from tableside.games.onward_to_venus.state import State

Moves = Iterator[Move]


def _bare(kind: str) -> Callable[[Copy, State], Moves]:
    return lambda copy, state: iter((move(None, kind),))


def _deal(copy: Copy, state: State) -> Moves:
    if copy.draw_cards() is not None:
        yield move(None, "deal")


def _finish(copy: Copy, state: State) -> Moves:
    if not copy.missing_points(planets_to_count(state)):
        yield move(None, "finish")


def dice_wanted(state: State) -> int:
    """How many dice are to be thrown now; 0 when none."""
    task = state.top
    if task is None or task.kind not in ("first", "combat_roll", "crisis_roll", "rockets_roll"):
        return 0
    return task.n if task.kind == "combat_roll" else 3


def _roll(copy: Copy, state: State) -> Moves:
    faces = copy.faces()
    crisis = state.top is not None and state.top.kind == "crisis_roll"
    if not faces or (crisis and crises.unmarked_facts(copy, state) is not None):
        return
    for dice in rolls(dice_wanted(state), sorted(set(faces))):
        yield move(None, "roll", dice=dice)


def _bag(copy: Copy, state: State) -> list[str]:
    return [tile for tile, amount in copy.bag(state).items() for _ in range(amount)]


def filled(slots: Sequence[str], tiles: Sequence[str]) -> Move:
    """Tiles in slots, each planet's in their written order."""
    placed: dict[str, list[str]] = {}
    for slot, tile in zip(slots, tiles):
        placed.setdefault(slot.split("_")[0], []).append(tile)
    ordered = [tile for group in placed.values() for tile in sorted(group)]
    return move(None, "lay", **dict(zip(slots, ordered)))


def _lay(copy: Copy, state: State) -> Moves:
    if lacking_table(copy, state) is not None:
        return
    slots, bag = tile_slots(copy, state), _bag(copy, state)
    seen = set()
    for offset in range(min(len(bag), 40)):
        turned = bag[offset:] + bag[:offset]
        if len(turned) >= len(slots):
            made = filled(slots, turned)
            if made not in seen:
                seen.add(made)
                yield made
    if not slots:
        yield move(None, "lay")


def _replace(copy: Copy, state: State) -> Moves:
    for tile, amount in copy.bag(state).items():
        if amount:
            yield move(None, "replace", tile=tile)


TABLE: dict[str, Callable[[Copy, State], Moves]] = {
    "deal": _deal,
    "roll": _roll,
    "begin": _bare("begin"),
    "lay": _lay,
    "replace": _replace,
    "resolve": _bare("resolve"),
    "income": _bare("income"),
    "return": _bare("return"),
    "finish": _finish,
}


def sample_table(copy: Copy, state: State, kind: str, pick: Pick) -> Move:
    """One result of the table as chance would have it."""
    if kind == "roll":
        dice = roll(dice_wanted(state), copy.faces() or (), pick)
        return move(None, "roll", dice=tuple(sorted(dice)))
    if kind in ("lay", "replace"):
        drawn = shuffled(_bag(copy, state), pick)
        return filled(tile_slots(copy, state), drawn) if kind == "lay" else move(None, "replace", tile=drawn[0])
    return next(TABLE[kind](copy, state))
