"""Chapter B: empires, the first deal, who starts, and the tiles of each period (C1, C2)."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from tableside.core.moves import Move, text
from tableside.core.ruling import Caution, Illegal, Legal, Ruling
from tableside.games.onward_to_venus.content import Copy, cite, no
from tableside.games.onward_to_venus.ledger import Ledger
from tableside.games.onward_to_venus.records import TileKind
from tableside.games.onward_to_venus.rules.flow import begin_turn, close
from tableside.games.onward_to_venus.state import (
    COLOURS,
    FIRST_DRAW,
    PLANETS,
    SLUG,
    State,
)

CRISIS_FREE = "ganymede"
"""Nothing ever happens on Ganymede (E8)."""


def judge_empire(copy: Copy, state: State, move: Move) -> Ruling:
    """Step 2: each player takes a colour (B2)."""
    if move["colour"] not in COLOURS:
        return no("no_such_colour", "A2", colour=move["colour"])
    if any(player.colour == move["colour"] for player in state.players):
        return no("colour_taken", "A2", colour=text(f"{SLUG}.colour.{move['colour']}"))
    ledger = Ledger(copy, state)
    ledger.do("empire", "B2", seat=move.seat, colour=move["colour"])
    ledger.pop()
    return close(ledger)


def judge_deal(copy: Copy, state: State, move: Move) -> Ruling:
    """Steps 3 to 7: units and a factory at Earth, £12, six cards (B2)."""
    needs = copy.catalog.missing("box", "draw_cards", "count")
    if needs:
        return copy.unknown(needs, "B2")
    ledger = Ledger(copy, state)
    ledger.do("dealt", "B2", deck=(copy.draw_cards() or 0) - FIRST_DRAW * len(state.players))
    count, sure = copy.sure_box()
    if not sure:
        said = text(f"{SLUG}.caution.draw_cards", n=count)
        ledger.cautions.append(Caution("unsure", said, cite("A1")))
    ledger.pop()
    return close(ledger)


def bad_dice(copy: Copy, dice: tuple[int, ...], amount: int, rule: str) -> Illegal | None:
    """Why these dice cannot have been thrown, or None."""
    needs = copy.catalog.missing("dice", "die", "faces")
    if needs:
        return copy.unknown(needs, rule)
    if len(dice) != amount:
        return no("dice_number", rule, n=amount)
    faces = copy.faces() or ()
    for die in dice:
        if die not in faces:
            return no("no_such_face", rule, die=die)
    if tuple(sorted(dice)) != dice:
        return no("dice_order", rule)
    return None


def roll_first(copy: Copy, state: State, dice: tuple[int, ...]) -> Legal:
    """Step 8: the highest sum starts, a burst is 0, the tied roll again (B3)."""
    ledger = Ledger(copy, state)
    task = ledger.pop()
    ledger.do("rolled", "B3", dice=dice)
    ledger.do("summed", "B3", seat=task.n, total=sum(dice))
    if ledger.top is not None and ledger.top.kind != "first":
        sums = ledger.state.sums
        best = max(total for _, total in sums)
        level = tuple(seat for seat, total in sums if total == best)
        if len(level) == 1:
            ledger.do("marker", "B3", seat=level[0])
        else:
            ledger.do("tied", "B3", seats=level)
            for seat in reversed(level):
                ledger.push("first", n=seat)
    return close(ledger)


def judge_begin(copy: Copy, state: State, move: Move) -> Ruling:
    """Phase 1: two pass tokens more than there are players (C1)."""
    ledger = Ledger(copy, state)
    ledger.pop()
    ledger.do("period", "C1", number=state.period + 1, tokens=len(state.players) + 2)
    begin_turn(ledger, state.start or 0)
    ledger.push("lay")
    return close(ledger)


# -- tiles -------------------------------------------------------------------------------------


def open_planets(state: State) -> tuple[str, ...]:
    """Planets that get tiles: not the dead ones and not those with an alien (C2)."""
    return tuple(name for name, planet in zip(PLANETS, state.planets) if not planet.dead and not planet.alien)


def lacking_table(copy: Copy, state: State) -> Illegal | None:
    """The cells of the tile table that nobody has told us."""
    key = f"tiles_{len(state.players)}"
    needs = tuple(
        need for planet in open_planets(state) for need in copy.catalog.missing("worlds", planet, key) if need.keys
    )
    return copy.unknown(needs, "C2") if needs else None


def tile_slots(copy: Copy, state: State) -> tuple[str, ...]:
    """One slot for each tile to be drawn: mercury_1, mercury_2, venus_1, ...; fewer when the bag runs out."""
    slots = [
        f"{planet}_{number + 1}"
        for planet in open_planets(state)
        for number in range(copy.laid(planet, len(state.players)) or 0)
    ]
    if all(record.count is not None for record in copy.catalog.table("tiles").values()):
        slots = slots[: sum(copy.bag(state).values())]
    return tuple(slots)


def judge_lay(copy: Copy, state: State, move: Move) -> Ruling:
    """Phase 2: tiles face up on every planet (C2)."""
    ledger = Ledger(copy, state)
    slots = tile_slots(copy, state)
    drawn = {slot: move[slot] for slot in slots}
    problem = _bad_draw(copy, state, tuple(drawn.values()))
    if problem is not None:
        return problem
    for slot, after in pairwise(slots):
        if slot.split("_")[0] == after.split("_")[0] and drawn[slot] > drawn[after]:
            return no("tile_order", "C2")
    ledger.pop()
    wasted = 0
    for slot, tile in drawn.items():
        wasted += _place(ledger, slot.split("_")[0], tile)
    if wasted and state.option("ganymede_replaced"):
        ledger.push("replace", planet=CRISIS_FREE, n=wasted)
    if not all(copy.sure_world(planet) for planet in open_planets(state)):
        ledger.cautions.append(Caution("unsure", text(f"{SLUG}.caution.tile_table"), cite("C2")))
    return close(ledger)


def judge_replace(copy: Copy, state: State, move: Move) -> Ruling:
    """Another tile for a crisis drawn on Ganymede, when the table plays so (C2)."""
    problem = _bad_draw(copy, state, (move["tile"],))
    if problem is not None:
        return problem
    ledger = Ledger(copy, state)
    task = ledger.pop()
    left = task.n - 1 + _place(ledger, task.planet, move["tile"])
    if left and sum(copy.bag(ledger.state).values()):
        ledger.push("replace", planet=task.planet, n=left)
    return close(ledger)


def _bad_draw(copy: Copy, state: State, tiles: tuple[str, ...]) -> Illegal | None:
    for tile in tiles:
        needs = copy.catalog.missing("tiles", tile, "count")
        if needs:
            return copy.unknown(needs, "C2")
    bag = copy.bag(state)
    for tile, amount in Counter(tiles).items():
        if amount > bag[tile]:
            return no("not_in_bag", "C2", tile=copy.tile_name(tile), n=bag[tile])
    return None


def _place(ledger: Ledger, planet: str, tile: str) -> int:
    if planet == CRISIS_FREE and ledger.copy.kind(tile) is TileKind.CRISIS:
        ledger.do("tile_wasted", "C2", planet=planet, tile=tile)
        return 1
    ledger.do("tile", "C2", planet=planet, tile=tile)
    return 0
