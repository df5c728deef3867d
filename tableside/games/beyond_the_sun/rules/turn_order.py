"""The course of the game (C, O1): whose move is it, which moves exist now, and what follows by itself."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from tableside.core.moves import Move, Seat
from tableside.core.rulebook import Rulebook
from tableside.games.beyond_the_sun import changes
from tableside.games.beyond_the_sun.effects import Verb
from tableside.games.beyond_the_sun.facts import facts_of
from tableside.games.beyond_the_sun.rules import (
    achievements,
    control,
    counts,
    decks,
    research,
    resolve_effects,
    reveal,
    setup,
    tableau,
)
from tableside.games.beyond_the_sun.state import Ask, Ending, Phase, State, Task, Turn, producer
from tableside.games.beyond_the_sun.tasks import push, push_effects, written

REVEALS = frozenset(decks.TABLE_OF)

KINDS_OF_VERB: dict[Verb, tuple[str, ...]] = {
    Verb.PAY: ("pay_opponent",),
    Verb.POPULATE: ("pick_column",),
    Verb.SHIFT: ("pick_column",),
    Verb.AUTOMATE: ("automate",),
    Verb.GROW: ("go_on",),
    Verb.PRODUCE: ("go_on",),
    Verb.RESEARCH: ("research", "done"),
    Verb.BUILD: ("build", "done"),
    Verb.UPGRADE: ("upgrade", "done"),
    Verb.JUMP: ("jump", "done"),
    Verb.COLONISE: ("colonise", "done"),
    Verb.TRADE: ("buy_population", "scrap", "sell_population", "done"),
    Verb.SCRAP: ("scrap", "done"),
    Verb.DOCK: ("dock", "done"),
    Verb.CHOOSE: ("choose", "done"),
    Verb.COPY: ("copy", "done"),
    Verb.DISPLACE: ("displace", "done"),
    Verb.UNLOCK: ("unlock",),
    Verb.BY_HAND: ("settled",),
}

KINDS_OF_ASK: dict[Ask, tuple[str, ...]] = {
    Ask.LAY_OUT: ("lay_out",),
    Ask.MAT: ("choose_mat",),
    Ask.PICK: ("choose_technology",),
    Ask.OUTPOST: ("disc",),
    Ask.SECOND: ("disc",),
    Ask.REWARDS: ("reward",),
    Ask.PICK_SYSTEM: ("choose_system",),
    Ask.AUTOMATION: ("go_on",),
}


def to_act(state: State) -> frozenset[Seat]:
    """Who may do something now."""
    front = state.front
    if front is not None:
        return frozenset({None if front.ask in REVEALS or front.ask is Ask.LAY_OUT else front.seat})
    match state.phase:
        case Phase.ACTION:
            return frozenset({state.turn})
        case Phase.PRODUCTION:
            seats: set[Seat] = {producer(state)}
            if early_seat(state) is not None:
                seats.add(early_seat(state))
            return frozenset(seats)
        case Phase.GOAL:
            return frozenset({producer(state)})
    return frozenset()


def early_seat(state: State) -> int | None:
    """The left neighbour who may begin while production is being chosen (C2); after the last round nobody."""
    seat = (state.turn + 1) % len(state.players)
    if not state.option("early_start") or state.late is not None or (seat == 0 and state.ending is Ending.LAST):
        return None
    return seat


def kinds(state: State, seat: Seat) -> tuple[str, ...]:
    """The kinds of move that exist for this seat now, possible or not."""
    front = state.front
    if front is not None:
        if front.ask in REVEALS:
            if decks.chosen_from(front):
                return ("keep", "reveal", "no_more")
            if decks.dealing(front):
                return ("reveal", "tell_later")
            return ("reveal",) if front.ask in decks.SURE else ("reveal", "no_more")
        if front.ask is Ask.TYPE:
            return ("choose_technology", "gamble") if state.rows else ("choose_type",)
        if front.effect is not None:
            if resolve_effects.asks_consent(front):
                return ("accept", "done")
            return KINDS_OF_VERB[front.effect.verb]
        return KINDS_OF_ASK[front.ask]
    match state.phase:
        case Phase.ACTION:
            return ("act",)
        case Phase.PRODUCTION:
            return ("grow", "mine", "trade") if seat == producer(state) else ("act",)
        case Phase.GOAL:
            return ("claim", "pass_goal")
    return ()


BEGIN: dict[Ask, Callable[[Turn, Task], bool]] = {
    Ask.EFFECT: resolve_effects.begin,
    Ask.TYPE: research.begin_type,
    Ask.PICK: research.begin_pick,
    Ask.OUTPOST: control.begin_outpost,
    Ask.SECOND: control.begin_outpost,
    Ask.REWARDS: control.begin_rewards,
    Ask.PICK_SYSTEM: reveal.begin_pick_system,
}


def advance(turn: Turn) -> None:
    """Everything that follows without anybody choosing."""
    checked = None
    while True:
        if not control.in_movement(turn):
            if checked is not turn.state.places:
                control.recheck(turn)
                checked = turn.state.places
            _innovate(turn)
            tableau.keep_rows(turn)
        task = turn.state.front
        if task is None:
            if not _step(turn):
                return
        elif task.ask not in BEGIN or not BEGIN[task.ask](turn, task):
            return


FORCED = ("research", "build", "upgrade", "colonise")


def routine(book: Rulebook[State], state: State) -> Move | None:
    """The boards laid out at the start, cards the copy knows none of left for later, what can be done in one way."""
    wanted = setup.lay_out.move(None)
    if book.judge(state, wanted).legal:
        return wanted
    if state.front is not None and decks.dealing(state.front) and decks.strange(facts_of(book.catalog), state):
        return setup.tell_later.move(None)
    return forced(book, state)


def forced(book: Rulebook[State], state: State) -> Move | None:
    """The only way there is to do what must be done; not where something on the board may still be missing."""
    front = state.front
    if front is None or front.effect is None or front.seat is None or front.effect.verb.value not in FORCED:
        return None
    found = tuple(islice(book.moves(state, front.seat), 2))
    if len(found) != 1 or found[0].kind not in FORCED:
        return None
    asked = book.choices(state, Move(front.seat, found[0].kind))
    refused = (offer.why_not for choice in asked for offer in choice.offers)
    untold = any(choice.new is not None for choice in asked) or any(why is not None and why.needs for why in refused)
    return None if untold else found[0]


def after(turn: Turn) -> None:
    """What follows by itself from every move, and what is left to settle then."""
    advance(turn)
    written(turn)


def _innovate(turn: Turn) -> None:
    """A one-time innovation happens when its conditions first hold (P1)."""
    facts = facts_of(turn.catalog)
    for seat in turn.state.seats:
        for innovation in counts.innovations(facts, turn.state, seat):
            if not innovation.once or innovation.name in turn.state.players[seat].innovations:
                continue
            if all(counts.holds(facts, turn.state, seat, condition) for condition in innovation.conditions):
                turn.do(changes.innovation, "P1", seat=seat, innovation=innovation.name)
                push_effects(turn, seat, innovation.once, innovation.name)


def _step(turn: Turn) -> bool:
    """The next phase, when nothing is left to settle; False when somebody has to move."""
    state = turn.state
    match state.phase:
        case Phase.SETUP:
            turn.do(changes.turn, "C1", seat=0, round=1)
            return False
        case Phase.ACTING:
            turn.do(changes.phase, "C1", phase=Phase.PRODUCTION.value)
            return False
        case Phase.PRODUCING:
            found = achievements.claimable(facts_of(turn.catalog), state, producer(state))
            turn.do(changes.phase, "C1", phase=(Phase.GOAL if found else Phase.CLOSING).value)
            return not found or achievements.claim_only(turn, producer(state))
        case Phase.CLOSING if tableau.gaps(state):
            turn.do(changes.phase, "P2", phase=Phase.REFILLING.value)
            push(turn, *tableau.gaps(state))
            return True
        case Phase.CLOSING | Phase.REFILLING:
            _end_turn(turn)
            return False
    return False


def _unscored(turn: Turn) -> tuple[Task, ...]:
    """Whose points of automation nobody has told of yet, before the end."""
    facts = facts_of(turn.catalog)
    some = [seat for seat, player in enumerate(turn.state.players) if player.automation]
    lack = [seat for seat in some if facts.tracks_missing(turn.state.players[seat].mat, "automation")]
    return tuple(Task(Ask.AUTOMATION, seat) for seat in lack[:1])


def _end_turn(turn: Turn) -> None:
    """The left neighbour's turn; after the last seat the round ends, and perhaps the game (O1)."""
    state = turn.state
    seat = (producer(state) + 1) % len(state.players)
    if seat == 0:
        if state.ending is Ending.LAST:
            push(turn, *_unscored(turn))
            if not turn.state.tasks:
                turn.do(changes.over, "O1")
            return
        if state.ending is Ending.ROUND:
            turn.do(changes.ending, "O1", stage=Ending.LAST.value)
    if state.late is not None:
        turn.do(changes.late_done, "C2", seat=state.late)
        turn.do(changes.phase, "C2", phase=Phase.PRODUCTION.value)
    else:
        turn.do(changes.turn, "C1", seat=seat, round=state.round + (seat == 0))
