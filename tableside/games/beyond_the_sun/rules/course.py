"""The course of the game (C, O1): whose move is it, which moves exist now, and what follows by itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tableside.core.moves import Move, Seat
from tableside.core.ruling import Illegal
from tableside.games.beyond_the_sun.draft import Draft, no
from tableside.games.beyond_the_sun.effects import Verb
from tableside.games.beyond_the_sun.rules import (
    actions,
    colonise,
    control,
    counts,
    decks,
    effecting,
    goals,
    production,
    research,
    revealed,
    setup,
    special,
    tableau,
)
from tableside.games.beyond_the_sun.rules.fleet import build, jump, upgrade
from tableside.games.beyond_the_sun.state import Ask, Ending, Phase, State, Task

REVEALS = frozenset(decks.TABLE_OF)

KINDS_OF_VERB: dict[Verb, tuple[str, ...]] = {
    Verb.PAY: ("pay_opponent",),
    Verb.POPULATE: ("pick_column",),
    Verb.SHIFT: ("pick_column",),
    Verb.AUTOMATE: ("automate",),
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
            seats: set[Seat] = {production.producer(state)}
            if early_seat(state) is not None:
                seats.add(early_seat(state))
            return frozenset(seats)
        case Phase.GOAL:
            return frozenset({production.producer(state)})
    return frozenset()


def early_seat(state: State) -> int | None:
    """The left neighbour who may begin while production is being chosen (C2); a new round waits."""
    if not state.option("early_start") or state.late is not None or state.turn + 1 == len(state.players):
        return None
    return state.turn + 1


def kinds(state: State, seat: Seat) -> tuple[str, ...]:
    """The kinds of move that exist for this seat now, possible or not."""
    front = state.front
    if front is not None:
        if front.ask in REVEALS:
            return ("reveal",) if front.ask in decks.SURE else ("reveal", "no_more")
        if front.ask is Ask.TYPE:
            return ("choose_technology", "gamble") if state.rows else ("choose_type",)
        if front.effect is not None:
            if effecting.asks_consent(front):
                return ("accept", "done")
            return KINDS_OF_VERB[front.effect.verb]
        return KINDS_OF_ASK[front.ask]
    match state.phase:
        case Phase.ACTION:
            return ("act",)
        case Phase.PRODUCTION:
            return ("grow", "mine", "trade") if seat == production.producer(state) else ("act",)
        case Phase.GOAL:
            return ("claim", "pass_goal")
    return ()


def choose_system(draft: Draft, move: Move, task: Task) -> Illegal | None:
    """One of the systems drawn (N3)."""
    if move["card"] not in task.cards:
        return no("not_among_cards", "N3")
    assert move.seat is not None
    revealed.pick_system(draft, move.seat, move["card"], task)
    return None


def _begin_pick_system(draft: Draft, task: Task) -> bool:
    if len(task.cards) > 1:
        return False
    assert task.seat is not None
    revealed.pick_system(draft, task.seat, task.cards[0], task)
    return True


BEGIN: dict[Ask, Callable[[Draft, Task], bool]] = {
    Ask.EFFECT: effecting.begin,
    Ask.TYPE: research.begin_type,
    Ask.PICK: research.begin_pick,
    Ask.OUTPOST: control.begin_outpost,
    Ask.SECOND: control.begin_outpost,
    Ask.REWARDS: control.begin_rewards,
    Ask.PICK_SYSTEM: _begin_pick_system,
}


def advance(draft: Draft) -> None:
    """Everything that follows without anybody choosing."""
    while True:
        if not control.in_movement(draft):
            control.recheck(draft)
            _innovate(draft)
            tableau.keep_rows(draft)
        task = draft.front
        if task is None:
            if not _step(draft):
                return
        elif task.ask not in BEGIN or not BEGIN[task.ask](draft, task):
            return


def _innovate(draft: Draft) -> None:
    """A one-time innovation happens when its conditions first hold (P1)."""
    for seat in draft.state.seats:
        for innovation in counts.innovations(draft.facts, draft.state, seat):
            if not innovation.once or innovation.name in draft.player(seat).innovations:
                continue
            if all(counts.holds(draft.facts, draft.state, seat, condition) for condition in innovation.conditions):
                draft.emit("innovation", "P1", seat=seat, innovation=innovation.name)
                draft.push_effects(seat, innovation.once, innovation.name)


def _step(draft: Draft) -> bool:
    """The next phase, when nothing is left to settle; False when somebody has to move."""
    state = draft.state
    match state.phase:
        case Phase.SETUP:
            draft.emit("turn", "C1", seat=0, round=1)
            return False
        case Phase.ACTING:
            draft.emit("phase", "C1", phase=Phase.PRODUCTION.value)
            return False
        case Phase.PRODUCING:
            found = goals.claimable(draft.facts, state, production.producer(state))
            draft.emit("phase", "C1", phase=(Phase.GOAL if found else Phase.CLOSING).value)
            return not found
        case Phase.CLOSING if tableau.gaps(state):
            draft.emit("phase", "P2", phase=Phase.REFILLING.value)
            draft.push(*tableau.gaps(state))
            return True
        case Phase.CLOSING | Phase.REFILLING:
            _end_turn(draft)
            return False
    return False


def _end_turn(draft: Draft) -> None:
    """The left neighbour's turn; after the last seat the round ends, and perhaps the game (O1)."""
    state = draft.state
    if state.late is not None:
        draft.emit("late_done", "C2", seat=state.late)
        draft.emit("phase", "C2", phase=Phase.PRODUCTION.value)
        return
    seat = (state.turn + 1) % len(state.players)
    if seat == 0:
        if state.ending is Ending.LAST:
            draft.emit("over", "O1")
            return
        if state.ending is Ending.ROUND:
            draft.emit("ending", "O1", stage=Ending.LAST.value)
    draft.emit("turn", "C1", seat=seat, round=state.round + (seat == 0))


HANDLERS: dict[str, Callable[..., Illegal | None]] = {
    "lay_out": setup.lay_out,
    "choose_mat": setup.choose_mat,
    "reveal": decks.reveal,
    "no_more": decks.no_more,
    "act": actions.act,
    "copy": actions.copy,
    "displace": actions.displace,
    "research": research.research,
    "choose_type": research.choose_type,
    "choose_technology": research.choose_technology,
    "gamble": research.gamble,
    "choose_system": choose_system,
    "build": build,
    "upgrade": upgrade,
    "jump": jump,
    "colonise": colonise.colonise,
    "disc": control.disc,
    "reward": control.reward,
    "grow": production.grow,
    "mine": production.mine,
    "trade": production.trade,
    "buy_population": production.buy_population,
    "sell_population": production.sell_population,
    "scrap": production.scrap,
    "claim": goals.claim,
    "pass_goal": goals.pass_goal,
    "accept": effecting.accept,
    "done": effecting.done,
    "pay_opponent": effecting.pay_opponent,
    "pick_column": effecting.pick_column,
    "automate": effecting.automate,
    "choose": effecting.choose,
    "dock": special.dock,
    "settled": special.settled,
}

SHAPES: dict[str, dict[str, Any]] = {
    # Arguments in the order a player is asked for them.
    "lay_out": {},
    "choose_mat": {"mat": str},
    "reveal": {"card": str},
    "no_more": {},
    "act": {"space": str},
    "copy": {"action": str},
    "displace": {"space": str},
    "research": {"slot": str, "using": tuple[str, ...]},
    "choose_type": {"colour": str},
    "choose_technology": {"card": str},
    "gamble": {},
    "choose_system": {"card": str},
    "build": {"place": str},
    "upgrade": {"place": str, "level": int},
    "jump": {"origin": str, "level": int, "target": str},
    "colonise": {"place": str, "ships": tuple[int, ...]},
    "disc": {"disc": str},
    "reward": {"place": str},
    "grow": {},
    "mine": {},
    "trade": {},
    "buy_population": {},
    "sell_population": {},
    "scrap": {"place": str, "level": int},
    "claim": {"goal": str},
    "pass_goal": {},
    "accept": {},
    "done": {},
    "pay_opponent": {"opponent": int},
    "pick_column": {"column": int},
    "automate": {"track": str},
    "choose": {"option": int},
    "dock": {"place": str, "level": int},
    "settled": {},
}
