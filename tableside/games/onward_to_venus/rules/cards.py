"""Chapter F: cards played in one's own turn, as an action, beside one, or after the roll."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement
from typing import Any

from tableside.core.game import Choice, Offer
from tableside.core.moves import Move, text
from tableside.core.rulebook import Play, play
from tableside.core.ruling import Illegal
from tableside.games.onward_to_venus.changes import cards as card_changes
from tableside.games.onward_to_venus.changes import course, pieces
from tableside.games.onward_to_venus.records import RULE, Card, Effect, TileKind, Timing
from tableside.games.onward_to_venus.refusal import no
from tableside.games.onward_to_venus.rules.actions import last_call, take_token
from tableside.games.onward_to_venus.rules.asking import parts_of, question
from tableside.games.onward_to_venus.rules.combat import bursts, in_short
from tableside.games.onward_to_venus.rules.hand import ask_card, bad_time, held, none_now, playable, timed, timely
from tableside.games.onward_to_venus.rules.turn_order import (
    OWN_TIME,
    copy_of,
    draw,
    drawn,
    limit,
    money,
    play_card,
    pop,
    push,
)
from tableside.games.onward_to_venus.rules.untold import found, lying
from tableside.games.onward_to_venus.state import PLANETS, SLUG, Combat, State, Turn
from tableside.games.onward_to_venus.supply import Copy

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
SWAPPED = 3
"""As many cards may be swapped (F8)."""


def opened(turn: Turn, card: str, record: Card) -> None:
    """The card leaves the hand, and an action card takes its action with it."""
    play_card(turn, turn.me, card, RULE[record.effect])
    if record.timing is Timing.ACTION:
        turn.do(course.action, "D11", turn.me)


@play
def play_(turn: Turn, card: str) -> Illegal | None:
    """A card that needs no aim."""
    record = playable(turn, card, (*PLAIN, *IN_COMBAT, Effect.LAST_ACTION))
    if isinstance(record, Illegal):
        return record
    called = turn.state.top is not None and turn.state.top.kind == "last_call"
    if called or record.effect is Effect.LAST_ACTION:
        if not called or record.effect is not Effect.LAST_ACTION:
            return turn.no("last_call_only", "F36")
        last_call(turn, card)
        return None
    if record.effect in IN_COMBAT:
        return _in_combat(turn, card, record)
    problem = bad_time(copy_of(turn), turn.state, card, record, RULE[record.effect])
    if problem is None:
        problem = _no_plain(turn, record)
    if problem is None:
        opened(turn, card, record)
        _plain(turn, record)
    return problem


def _plain(turn: Turn, record: Card) -> None:
    rule, seat = RULE[record.effect], turn.me
    match record.effect:
        case Effect.DRAW_FOUR:
            before = turn.state.players[seat].hand
            draw(turn, seat, SEEN, rule)
            push(turn, "keep", seat, n=max(0, turn.state.players[seat].hand - before - KEPT))
        case Effect.BUY:
            money(turn, seat, -PRICE, rule)
            draw(turn, seat, BOUGHT, rule)
            limit(turn, seat)
        case Effect.EXTRA_ACTION:
            turn.do(course.extra, rule, seat)
        case Effect.TOKEN:
            take_token(turn, rule)
        case Effect.VEINS:
            money(turn, seat, turn.state.players[seat].count("mine"), rule)
        case _:
            money(turn, seat, GIFT, rule)


def _no_plain(turn: Turn, record: Card) -> Illegal | None:
    have, task = turn.state.players[turn.me].money, turn.state.top
    if record.effect is Effect.BUY and have < PRICE:
        return turn.no("cannot_pay", "F18", missing=text(f"{SLUG}.amount.money", n=PRICE - have))
    if record.effect is Effect.TOKEN:
        if task is None or task.kind != "act":
            return turn.no("finish_first", "F22")
        if not turn.state.tokens:
            return turn.no("no_token", "F22")
    return None


def fighting(turn: Turn, rule: str) -> Combat | Illegal:
    """The fight whose dice have been rolled, or why there is none."""
    combat, task = turn.state.combat, turn.state.top
    if combat is None or task is None or task.kind != "combat":
        return turn.no("in_combat_only", rule)
    return combat


def _in_combat(turn: Turn, card: str, record: Card) -> Illegal | None:
    rule = RULE[record.effect]
    combat = fighting(turn, rule)
    if isinstance(combat, Illegal):
        return combat
    if record.effect is Effect.IGNORE_BURST:
        if not bursts(combat):
            return turn.no("no_burst", "F19")
        play_card(turn, turn.me, card, rule)
        turn.do(card_changes.ignored, rule, turn.me)
        return None
    play_card(turn, turn.me, card, rule)
    turn.do(card_changes.point, rule, turn.me)
    draw(turn, turn.me, 1, rule)
    drawn(turn, turn.me)
    return None


@play_.lists
def _plays(turn: Turn) -> Iterator[Move]:
    called = turn.state.top is not None and turn.state.top.kind == "last_call"
    effects = (Effect.LAST_ACTION,) if called else (*PLAIN, *IN_COMBAT)
    return (play_.move(turn.me, card) for card in copy_of(turn).may_have(turn.state, turn.me, *effects))


@play
def play_at(turn: Turn, card: str, planet: str) -> Illegal | None:
    """A card played on a planet."""
    if planet not in PLANETS:
        return turn.no("no_such_planet", "B1", planet=planet)
    record = timed(turn, card, AT)
    if isinstance(record, Illegal):
        return record
    copy, state, seat, effect, rule = copy_of(turn), turn.state, turn.me, record.effect, RULE[record.effect]
    problem = no_aim_at(copy, state, seat, effect, planet)
    if problem is not None:
        return problem
    if effect is Effect.TRAITOR:
        if record.timing is Timing.ACTION:
            turn.do(course.action, "D11", seat)
        turn.do(card_changes.traitor, rule, seat, card, planet)
        money(turn, seat, GIFT, rule)
        return None
    opened(turn, card, record)
    tiles = lying(copy, state, planet)
    if effect in (Effect.TANK_UP, Effect.INFANTRY_UP):
        turn.do(pieces.lifted, rule, seat, planet, "tank" if effect is Effect.TANK_UP else "infantry")
    elif effect is Effect.TENSION_IN:
        turn.do(pieces.tile_back, rule, planet, copy.of_kind(state.rubbish, TileKind.TENSION)[0])
    elif effect is Effect.TENSION_OUT:
        tension = copy.of_kind(tiles, TileKind.TENSION)[0]
        found(turn, planet, tension)
        turn.do(pieces.tile_gone, rule, planet, tension)
    else:
        trophy = copy.of_kind(tiles, TileKind.TROPHY)[0]
        found(turn, planet, trophy)
        turn.do(pieces.kept, rule, seat, planet, trophy)
    return None


def no_aim_at(copy: Copy, state: State, seat: int, effect: Effect, planet: str) -> Illegal | None:
    """Why such a card cannot be played on this planet, or None."""
    there, name, rule = state.planet(planet), text(f"{SLUG}.planet.{planet}"), RULE[effect]
    lie = lying(copy, state, planet)
    tension = copy.of_kind(lie, TileKind.TENSION)
    surface = state.players[seat].on(planet).surface
    fought = state.combat is not None and state.combat.planet == planet and state.combat.tile in tension
    match effect:
        case Effect.TRAITOR if not copy.of_kind(lie, TileKind.CRISIS):
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
        case Effect.HUNT if not copy.of_kind(lie, TileKind.TROPHY):
            return no("no_trophy_here", rule, planet=name)
    return None


@play_at.lists_legal
def _aims(turn: Turn) -> Iterator[Move]:
    for card, effect in timely(turn, *AT):
        for planet in PLANETS:
            if no_aim_at(copy_of(turn), turn.state, turn.me, effect, planet) is None:
                yield play_at.move(turn.me, card, planet)


@play
def play_on(turn: Turn, card: str, victim: int) -> Illegal | None:
    """A card played on an opponent's hand (F27, F28)."""
    record = timed(turn, card, ON)
    if isinstance(record, Illegal):
        return record
    problem = no_opponent(turn, victim, RULE[record.effect])
    if problem is not None:
        return problem
    opened(turn, card, record)
    if record.effect is Effect.SPILL:
        push(turn, "spill", victim, n=SPILT)
    else:
        push(turn, "spied", turn.me, n=victim)
    return None


def no_opponent(turn: Turn, victim: int, rule: str) -> Illegal | None:
    """Why this is not an opponent with cards in hand, or None."""
    if victim not in turn.state.seats or victim == turn.me:
        return turn.no("no_such_opponent", rule)
    return None if turn.state.players[victim].hand else turn.no("empty_hand", rule)


@play_on.lists_legal
def _opponents(turn: Turn) -> Iterator[Move]:
    for card, _ in timely(turn, *ON):
        for victim in turn.state.seats:
            if no_opponent(turn, victim, "F27") is None:
                yield play_on.move(turn.me, card, victim)


@play
def trade(turn: Turn) -> None:
    """One card for one of one's own, or for nothing when one has none (F28)."""
    task = pop(turn)
    change = card_changes.traded if turn.state.players[turn.me].hand else card_changes.stolen
    turn.do(change, "F28", turn.me, task.n)


@play
def swap(turn: Turn, card: str, cards: tuple[str, ...]) -> Illegal | None:
    """Discard up to three, draw one more than that (F8)."""
    record = timed(turn, card, (Effect.SWAP,))
    if isinstance(record, Illegal):
        return record
    if len(cards) > SWAPPED:
        return turn.no("swap_number", "F8", n=SWAPPED)
    problem = held(copy_of(turn), turn.state, turn.me, (card, *sorted(cards)), "F8")
    if problem is not None:
        return problem
    opened(turn, card, record)
    for thrown in sorted(cards):
        turn.do(card_changes.discarded, "F8", turn.me, thrown)
    draw(turn, turn.me, len(cards) + 1, "F8")
    limit(turn, turn.me)
    return None


@swap.lists_legal
def _swaps(turn: Turn) -> Iterator[Move]:
    copy, state, seat = copy_of(turn), turn.state, turn.me
    known = sorted(card for card in turn.catalog.table("cards") if copy.most(state, seat, card))
    for card, _ in timely(turn, Effect.SWAP):
        for amount in range(min(SWAPPED, state.players[seat].hand - 1) + 1):
            for thrown in combinations_with_replacement(known if amount < 2 else known[:6], amount):
                together = (card, *thrown)
                if all(copy.most(state, seat, other) >= together.count(other) for other in together):
                    yield swap.move(seat, card, thrown)


@swap.asks("cards")
def _ask_swapped(turn: Turn, partial: Move) -> Choice:
    most = {card: copy_of(turn).most(turn.state, turn.me, card) for card in turn.catalog.table("cards")}
    counts = {card: min(SWAPPED, n - (card == partial.get("card"))) for card, n in most.items()}
    ready = [offer.value for offer in turn.ask(partial, "cards").offers]
    return question(turn, partial, "cards", ready, parts_of(turn, partial, "cards", counts))


@play
def discard(turn: Turn, card: str) -> Illegal | None:
    """A card too many, or one not kept, or one lost at random (D4, F9, F27)."""
    problem = held(copy_of(turn), turn.state, turn.me, (card,), "D4")
    if problem is not None:
        return problem
    task = pop(turn)
    rule = {"discard": "D4", "keep": "F9", "spill": "F27"}[task.kind]
    turn.do(card_changes.discarded, rule, turn.me, card)
    push(turn, task.kind, turn.me, n=task.n - 1)
    return None


@discard.lists_legal
def _discards(turn: Turn) -> Iterator[Move]:
    copy = copy_of(turn)
    for card in turn.catalog.table("cards"):
        if copy.most(turn.state, turn.me, card):
            yield discard.move(turn.me, card)


@play
def recycle(turn: Turn, card: str, back: str) -> Illegal | None:
    """Discard this to take back a card just played (F7)."""
    record = playable(turn, card, (Effect.RECYCLE,))
    if isinstance(record, Illegal):
        return record
    state = turn.state
    if state.turn != turn.me or state.top is None or state.top.kind not in OWN_TIME:
        return turn.no("finish_first", "F7")
    if back not in state.fresh or back not in state.discards:
        return turn.no("not_just_played", "F7", card=copy_of(turn).card_name(back))
    turn.do(card_changes.discarded, "F7", turn.me, card)
    turn.do(card_changes.taken_back, "F7", turn.me, back)
    return None


@recycle.lists_legal
def _fresh(turn: Turn) -> Iterator[Move]:
    state = turn.state
    for card in copy_of(turn).may_have(state, turn.me, Effect.RECYCLE):
        for back in dict.fromkeys(state.fresh):
            if state.turn == turn.me and back in state.discards:
                yield recycle.move(turn.me, card, back)


# -- after the roll ----------------------------------------------------------------------------


@play
def reroll(turn: Turn, card: str, dice: tuple[int, ...]) -> Illegal | None:
    """One, two or three dice again; only the last result counts (F25)."""
    record = playable(turn, card, (Effect.REROLL,))
    combat = fighting(turn, "F25")
    for problem in (record, combat):
        if isinstance(problem, Illegal):
            return problem
    assert isinstance(combat, Combat)
    if not dice or any(dice.count(die) > combat.dice.count(die) for die in dice):
        return turn.no("show_first" if in_short(turn.state) is not None else "not_these_dice", "F25")
    play_card(turn, turn.me, card, "F25")
    turn.do(card_changes.rerolling, "F25", turn.me, tuple(sorted(dice)))
    push(turn, "combat_roll", n=len(dice))
    return None


@reroll.lists_legal
def _again(turn: Turn) -> Iterator[Move]:
    dice = turn.state.combat.dice if turn.state.combat is not None else ()
    some = {tuple(die for n, die in enumerate(dice) if mask >> n & 1) for mask in range(1, 1 << len(dice))}
    for card in copy_of(turn).may_have(turn.state, turn.me, Effect.REROLL):
        yield from (reroll.move(turn.me, card, taken) for taken in sorted(some))


@reroll.asks("dice")
def _ask_dice(turn: Turn, partial: Move) -> Choice:
    combat = turn.state.combat
    dice = Counter(combat.dice if combat is not None else ())
    say = turn.book.say_value
    parts = tuple(Offer(die, say(turn.state, "reroll", "die", die), most=n) for die, n in dice.items())
    return question(turn, partial, "dice", [offer.value for offer in turn.ask(partial, "dice").offers], parts)


@play
def exclude(turn: Turn, card: str, die: int) -> Illegal | None:
    """One die no longer counts: neither for the difference nor for a loss (F6)."""
    record = playable(turn, card, (Effect.EXCLUDE,))
    combat = fighting(turn, "F6")
    for problem in (record, combat):
        if isinstance(problem, Illegal):
            return problem
    assert isinstance(combat, Combat)
    if die not in combat.dice:
        return turn.no("show_first" if in_short(turn.state) is not None else "not_these_dice", "F6")
    play_card(turn, turn.me, card, "F6")
    turn.do(card_changes.excluded, "F6", turn.me, die)
    return None


@exclude.lists_legal
def _out(turn: Turn) -> Iterator[Move]:
    dice = turn.state.combat.dice if turn.state.combat is not None else ()
    for card in copy_of(turn).may_have(turn.state, turn.me, Effect.EXCLUDE):
        yield from (exclude.move(turn.me, card, die) for die in dict.fromkeys(dice))


PLAYS = (play_, play_at, play_on, trade, swap, discard, recycle, reroll, exclude)
WORDS = {play_: PLAIN, play_at: AT, play_on: ON, swap: (Effect.SWAP,)}
"""Moves for which the word printed on the card must be known (F37)."""


def _ask_word(effects: tuple[Effect, ...]) -> Callable[[Turn, Move], Choice]:
    return lambda turn, partial: ask_card(turn, partial, effects)


for _play in (play_, play_at, play_on, swap, discard, recycle, reroll, exclude):
    _play.asks("card")(_ask_word(WORDS.get(_play, ())))
for _play, _rule in (
    (play_, "F37"),
    (play_at, "F37"),
    (play_on, "F37"),
    (swap, "F8"),
    (discard, "D4"),
    (recycle, "F7"),
    (reroll, "F25"),
    (exclude, "F6"),
):
    none_now(_play, _rule, WORDS.get(_play, ()))


def _until_shown(kind: Play[Any], rule: str) -> None:
    """A card that is about single dice waits until they are told."""
    plain = kind.none
    assert plain is not None

    @kind.why_none
    def why(turn: Turn) -> Illegal | None:
        untold = in_short(turn.state) is not None and turn.state.players[turn.me].hand
        return turn.no("show_first", rule) if untold else plain(turn)


_until_shown(reroll, "F25")
_until_shown(exclude, "F6")
