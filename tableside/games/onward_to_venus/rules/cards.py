"""Chapter F: cards played in one's own turn, as an action, beside one, or after the roll."""

from __future__ import annotations

from tableside.core.moves import Move, text
from tableside.core.ruling import Illegal, Ruling
from tableside.games.onward_to_venus.content import Copy, no
from tableside.games.onward_to_venus.ledger import Ledger
from tableside.games.onward_to_venus.records import RULE, Card, Effect, TileKind, Timing
from tableside.games.onward_to_venus.rules.actions import (
    bad_time,
    held,
    judge_last_call,
    playable,
    take_token,
)
from tableside.games.onward_to_venus.rules.flow import close
from tableside.games.onward_to_venus.state import BURST, PLANETS, SLUG, State

PLAIN = (
    Effect.DRAW_FOUR,
    Effect.BUY,
    Effect.EXTRA_ACTION,
    Effect.TOKEN,
    Effect.VEINS,
    Effect.LOTTERY,
)
IN_COMBAT = (Effect.IGNORE_BURST, Effect.POINT_AND_CARD)
AT = (
    Effect.TRAITOR,
    Effect.TANK_UP,
    Effect.INFANTRY_UP,
    Effect.TENSION_IN,
    Effect.TENSION_OUT,
    Effect.HUNT,
)
ON = (Effect.SPILL, Effect.SPY)
GIFT = 3
"""£ of the lottery and of treason (F15, F30)."""
PRICE = 3
BOUGHT = 3
SEEN = 4
KEPT = 2
SPILT = 2


def opened(ledger: Ledger, seat: int, card: str, record: Card) -> None:
    """The card leaves the hand, and an action card takes its action with it."""
    rule = RULE[record.effect]
    ledger.play(seat, card, rule)
    if record.timing is Timing.ACTION:
        ledger.action(seat, "D11")


def timed(copy: Copy, state: State, seat: int, card: str, effects: tuple[Effect, ...]) -> Card | Illegal:
    """The card, when it can be played now."""
    record = playable(copy, state, seat, card, effects)
    if isinstance(record, Illegal):
        return record
    problem = bad_time(copy, state, card, record, RULE[record.effect])
    return record if problem is None else problem


def judge_play(copy: Copy, state: State, move: Move) -> Ruling:
    """A card that needs no aim."""
    seat, card = move.seat or 0, move["card"]
    record = playable(copy, state, seat, card, (*PLAIN, *IN_COMBAT, Effect.LAST_ACTION))
    if isinstance(record, Illegal):
        return record
    rule = RULE[record.effect]
    called = state.top is not None and state.top.kind == "last_call"
    if called or record.effect is Effect.LAST_ACTION:
        if called and record.effect is Effect.LAST_ACTION:
            return judge_last_call(copy, state, move)
        return no("last_call_only", "F36")
    if record.effect in IN_COMBAT:
        return _in_combat(copy, state, seat, card, record)
    problem = bad_time(copy, state, card, record, rule)
    if problem is None:
        problem = _no_plain(state, seat, record)
    if problem is not None:
        return problem
    ledger = Ledger(copy, state)
    opened(ledger, seat, card, record)
    match record.effect:
        case Effect.DRAW_FOUR:
            before = ledger.player(seat).hand
            ledger.draw(seat, SEEN, rule)
            ledger.push("keep", seat, n=max(0, ledger.player(seat).hand - before - KEPT))
        case Effect.BUY:
            ledger.money(seat, -PRICE, rule)
            ledger.draw(seat, BOUGHT, rule)
            ledger.limit(seat)
        case Effect.EXTRA_ACTION:
            ledger.do("extra", rule, seat=seat)
        case Effect.TOKEN:
            take_token(ledger, seat, rule)
        case Effect.VEINS:
            ledger.money(seat, ledger.player(seat).count("mine"), rule)
        case _:
            ledger.money(seat, GIFT, rule)
    return close(ledger)


def _no_plain(state: State, seat: int, record: Card) -> Illegal | None:
    if record.effect is Effect.BUY and state.players[seat].money < PRICE:
        return no("cannot_pay", "F18", missing=text(f"{SLUG}.amount.money", n=PRICE - state.players[seat].money))
    if record.effect is Effect.TOKEN:
        if state.top is None or state.top.kind != "act":
            return no("finish_first", "F22")
        if not state.tokens:
            return no("no_token", "F22")
    return None


def _in_combat(copy: Copy, state: State, seat: int, card: str, record: Card) -> Ruling:
    combat, rule = state.combat, RULE[record.effect]
    if combat is None or state.top is None or state.top.kind != "combat":
        return no("in_combat_only", rule)
    ledger = Ledger(copy, state)
    if record.effect is Effect.IGNORE_BURST:
        if combat.dice.count(BURST) <= combat.ignored:
            return no("no_burst", "F19")
        ledger.play(seat, card, rule)
        ledger.do("ignored", rule, seat=seat)
    else:
        ledger.play(seat, card, rule)
        ledger.do("point", rule, seat=seat)
        ledger.draw(seat, 1, rule)
        ledger.limit(seat)
    return close(ledger)


def judge_play_at(copy: Copy, state: State, move: Move) -> Ruling:
    """A card played on a planet."""
    seat, card, planet = move.seat or 0, move["card"], move["planet"]
    if planet not in PLANETS:
        return no("no_such_planet", "B1", planet=planet)
    record = timed(copy, state, seat, card, AT)
    if isinstance(record, Illegal):
        return record
    effect = record.effect
    problem = no_aim_at(copy, state, seat, effect, planet)
    if problem is not None:
        return problem
    rule, ledger = RULE[effect], Ledger(copy, state)
    if effect is Effect.TRAITOR:
        if record.timing is Timing.ACTION:
            ledger.action(seat, "D11")
        ledger.do("traitor", rule, seat=seat, card=card, planet=planet)
        ledger.money(seat, GIFT, rule)
        return close(ledger)
    opened(ledger, seat, card, record)
    tiles = state.planet(planet).tiles
    if effect is Effect.TANK_UP:
        ledger.do("lifted", rule, seat=seat, planet=planet, unit="tank")
    elif effect is Effect.INFANTRY_UP:
        ledger.do("lifted", rule, seat=seat, planet=planet, unit="infantry")
    elif effect is Effect.TENSION_IN:
        ledger.do("tile_back", rule, planet=planet, tile=copy.of_kind(state.rubbish, TileKind.TENSION)[0])
    elif effect is Effect.TENSION_OUT:
        ledger.do("tile_gone", rule, planet=planet, tile=copy.of_kind(tiles, TileKind.TENSION)[0])
    else:
        ledger.do("kept", rule, seat=seat, planet=planet, tile=copy.of_kind(tiles, TileKind.TROPHY)[0])
    return close(ledger)


def no_aim_at(copy: Copy, state: State, seat: int, effect: Effect, planet: str) -> Illegal | None:
    """Why such a card cannot be played on this planet, or None."""
    there, name, rule = state.planet(planet), text(f"{SLUG}.planet.{planet}"), RULE[effect]
    tension = copy.of_kind(there.tiles, TileKind.TENSION)
    surface = state.players[seat].on(planet).surface
    fought = state.combat is not None and state.combat.planet == planet and state.combat.tile in tension
    match effect:
        case Effect.TRAITOR if not copy.of_kind(there.tiles, TileKind.CRISIS):
            return no("no_crisis_here", rule, planet=name)
        case Effect.TANK_UP if not surface.tank:
            return no("none_on_surface", rule, planet=name, unit=text(f"{SLUG}.thing.tank"))
        case Effect.INFANTRY_UP if not surface.infantry:
            return no("none_on_surface", rule, planet=name, unit=text(f"{SLUG}.thing.infantry"))
        case Effect.TENSION_IN if not copy.of_kind(state.rubbish, TileKind.TENSION):
            return no("no_tension_discarded", rule)
        case Effect.TENSION_IN if there.dead or there.alien:
            return no("no_tiles_here", "C2", planet=name)
        case Effect.TENSION_OUT if len(tension) <= fought:
            return no("no_tension_here", rule, planet=name)
        case Effect.HUNT if not copy.of_kind(there.tiles, TileKind.TROPHY):
            return no("no_trophy_here", rule, planet=name)
    return None


def judge_play_on(copy: Copy, state: State, move: Move) -> Ruling:
    """A card played on an opponent's hand (F27, F28)."""
    seat, card, victim = move.seat or 0, move["card"], move["victim"]
    record = timed(copy, state, seat, card, ON)
    if isinstance(record, Illegal):
        return record
    rule = RULE[record.effect]
    if victim not in state.seats or victim == seat:
        return no("no_such_opponent", rule)
    if not state.players[victim].hand:
        return no("empty_hand", rule)
    ledger = Ledger(copy, state)
    opened(ledger, seat, card, record)
    if record.effect is Effect.SPILL:
        ledger.push("spill", victim, n=SPILT)
    else:
        ledger.push("spied", seat, n=victim)
    return close(ledger)


def judge_trade(copy: Copy, state: State, move: Move) -> Ruling:
    """One card for one of one's own, or for nothing when one has none (F28)."""
    seat, task = move.seat or 0, state.top
    if task is None or task.kind != "spied":
        return no("finish_first", "F28")
    ledger = Ledger(copy, state)
    ledger.pop()
    kind = "traded" if state.players[seat].hand else "stolen"
    ledger.do(kind, "F28", seat=seat, victim=task.n)
    return close(ledger)


def judge_swap(copy: Copy, state: State, move: Move) -> Ruling:
    """Discard up to three, draw one more than that (F8)."""
    seat, card = move.seat or 0, move["card"]
    record = timed(copy, state, seat, card, (Effect.SWAP,))
    if isinstance(record, Illegal):
        return record
    wanted = (move["first"], move["second"], move["third"])
    cards = tuple(part for part in wanted if part is not None)
    if wanted != (*sorted(cards), *(None,) * (3 - len(cards))):
        return no("card_order", "F8")
    problem = held(copy, state, seat, (card, *cards), "F8")
    if problem is not None:
        return problem
    ledger = Ledger(copy, state)
    opened(ledger, seat, card, record)
    for thrown in cards:
        ledger.do("discarded", "F8", seat=seat, card=thrown)
    ledger.draw(seat, len(cards) + 1, "F8")
    ledger.limit(seat)
    return close(ledger)


def judge_discard(copy: Copy, state: State, move: Move) -> Ruling:
    """A card too many, or one not kept, or one lost at random (D4, F9, F27)."""
    seat, card, task = move.seat or 0, move["card"], state.top
    if task is None or task.kind not in ("discard", "keep", "spill"):
        return no("nothing_to_discard", "D4")
    problem = held(copy, state, seat, (card,), "D4")
    if problem is not None:
        return problem
    ledger = Ledger(copy, state)
    ledger.pop()
    ledger.do("discarded", {"discard": "D4", "keep": "F9", "spill": "F27"}[task.kind], seat=seat, card=card)
    ledger.push(task.kind, seat, n=task.n - 1)
    return close(ledger)


def judge_recycle(copy: Copy, state: State, move: Move) -> Ruling:
    """Discard this to take back a card just played (F7)."""
    seat, card, back = move.seat or 0, move["card"], move["back"]
    record = playable(copy, state, seat, card, (Effect.RECYCLE,))
    if isinstance(record, Illegal):
        return record
    if state.turn != seat or state.top is None or state.top.kind not in ("act", "arrived", "combat"):
        return no("finish_first", "F7")
    if back not in state.fresh or back not in state.discards:
        return no("not_just_played", "F7", card=copy.card_name(back))
    ledger = Ledger(copy, state)
    ledger.do("discarded", "F7", seat=seat, card=card)
    ledger.do("taken_back", "F7", seat=seat, card=back)
    return close(ledger)


# -- after the roll ----------------------------------------------------------------------------


def judge_reroll(copy: Copy, state: State, move: Move) -> Ruling:
    """One, two or three dice again; only the last result counts (F25)."""
    seat, card, dice = move.seat or 0, move["card"], move["dice"]
    record = playable(copy, state, seat, card, (Effect.REROLL,))
    if isinstance(record, Illegal):
        return record
    combat = state.combat
    if combat is None or state.top is None or state.top.kind != "combat":
        return no("in_combat_only", "F25")
    if not dice or tuple(sorted(dice)) != dice or any(dice.count(die) > combat.dice.count(die) for die in dice):
        return no("not_these_dice", "F25")
    ledger = Ledger(copy, state)
    ledger.play(seat, card, "F25")
    ledger.do("rerolling", "F25", seat=seat, dice=dice)
    ledger.push("combat_roll", n=len(dice))
    return close(ledger)


def judge_exclude(copy: Copy, state: State, move: Move) -> Ruling:
    """One die no longer counts: neither for the difference nor for a loss (F6)."""
    seat, card, die = move.seat or 0, move["card"], move["die"]
    record = playable(copy, state, seat, card, (Effect.EXCLUDE,))
    if isinstance(record, Illegal):
        return record
    combat = state.combat
    if combat is None or state.top is None or state.top.kind != "combat":
        return no("in_combat_only", "F6")
    if die not in combat.dice:
        return no("not_these_dice", "F6")
    ledger = Ledger(copy, state)
    ledger.play(seat, card, "F6")
    ledger.do("excluded", "F6", seat=seat, die=die)
    return close(ledger)
