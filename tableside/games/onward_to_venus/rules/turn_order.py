"""What comes next: tasks are pushed and popped, turns pass on, empty steps fall away; what happens in many moves."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tableside.core.moves import Move, Seat, Text, move
from tableside.core.rulebook import Play
from tableside.core.ruling import Illegal
from tableside.games.onward_to_venus.changes import cards as card_changes
from tableside.games.onward_to_venus.changes import course, pieces
from tableside.games.onward_to_venus.records import Effect, TileKind
from tableside.games.onward_to_venus.state import PERIODS, PLANETS, UNTOLD, State, Task, Turn
from tableside.games.onward_to_venus.supply import Copy

OWN_CARDS = ("play", "play_at", "play_on", "swap", "destroy", "recycle")
STEPS: dict[str, tuple[str, tuple[str, ...]]] = {
    "empire": ("B2", ("empire",)),
    "deal": ("B2", ("deal",)),
    "first": ("B3", ("roll", "starts")),
    "begin": ("C1", ("begin",)),
    "lay": ("C2", ("lay",)),
    "replace": ("C2", ("replace",)),
    "act": ("D13", ("move", "claim", "attack", "deploy", "token", *OWN_CARDS, "done")),
    "arrived": ("D2", ("claim", "attack", "stop", "deploy", *OWN_CARDS)),
    "combat_roll": ("D5", ("outcome", "roll")),
    "combat": ("D5", ("pay", "give_up", "show", "reroll", "exclude", "deploy", *OWN_CARDS)),
    "lose": ("D9", ("lose",)),
    "discard": ("D4", ("discard",)),
    "keep": ("F9", ("discard",)),
    "spill": ("F27", ("discard",)),
    "spied": ("F28", ("trade", "decline")),
    "last_call": ("F36", ("play", "let")),
    "reveal": ("E2", ("reveal",)),
    "crisis_roll": ("E1", ("roll", "bursts")),
    "resolve": ("E2", ("resolve",)),
    "hire": ("E3", ("steal", "strike", "sabotage", "decline")),
    "venus": ("E4", ("remove", "forfeit")),
    "cede": ("E5", ("forfeit",)),
    "rockets_roll": ("E6", ("roll",)),
    "rockets": ("E6", ("remove", "forfeit")),
    "pirates": ("E9", ("tribute", "forfeit")),
    "income": ("C5", ("income",)),
    "return": ("C6", ("return",)),
    "finish": ("G1", ("finish",)),
}
"""What may be to be done: the rule it stands by, and the moves that exist meanwhile."""
ANSWERS = ("stand", "answer")
ROUTINE = ("deal", "begin", "resolve", "income", "return", "finish")
"""What the referee does alone."""
OWN_TIME = ("act", "arrived", "combat")
"""When free actions and benefits may be played (F37)."""


def kinds(state: State) -> tuple[str, ...]:
    """The kinds of move that exist now."""
    if state.answers:
        return ANSWERS
    return STEPS[state.top.kind][1] if state.top is not None else ()


def to_act(state: State) -> frozenset[Seat]:
    """Who may do something now: also who comes next, where nothing of the turn before has to be done any more (D13)."""
    if state.answers:
        return frozenset({state.answers.responder})
    if state.top is None:
        return frozenset()
    if asked := called(state):
        return frozenset(asked)
    next_seat = following(state)
    return frozenset({state.top.seat} if next_seat is None else {state.top.seat, next_seat})


def rule_now(state: State) -> str:
    """The rule of what is to be done now."""
    return STEPS[state.top.kind][0] if state.top is not None else "G1"


def not_now(turn: Turn, now: Text) -> Illegal:
    """Something else is to be done now."""
    return turn.no("not_now", rule_now(turn.state), now=now)


def routine(state: State) -> Move | None:
    """The bookkeeping that is to be done now, if any."""
    if state.answers or state.top is None or state.top.kind not in ROUTINE:
        return None
    return move(None, state.top.kind)


def following(state: State) -> int | None:
    """Who may act next though the turn is not ended: its action is taken and nothing has to be done (D13)."""
    task = state.top
    if task is None or task.kind != "act" or task.seat is None or state.answers or state.last_call:
        return None
    over = state.players[task.seat].hand > int(state.option("hand_limit"))
    return (task.seat + 1) % len(state.players) if state.acted and not state.actions and not over else None


def called(state: State) -> tuple[int, ...]:
    """Who may have one more action after the last pass token, in the order in which they are asked (F36)."""
    found: list[int] = []
    for task in reversed(state.todo):
        if task.kind != "last_call" or task.seat is None:
            break
        found.append(task.seat)
    return tuple(found)


# -- what is to be done ------------------------------------------------------------------------


def copy_of(turn: Turn) -> Copy:
    """The owner's copy."""
    return Copy(turn.catalog)


def push(turn: Turn, kind: str, seat: int | None = None, planet: str = "", n: int = 0) -> None:
    """This comes next."""
    turn.state = replace(turn.state, todo=(*turn.state.todo, Task(kind, seat, planet, n)))


def pop(turn: Turn) -> Task:
    """What was to be done is done."""
    *left, task = turn.state.todo
    turn.state = replace(turn.state, todo=tuple(left))
    return task


def after(turn: Turn) -> None:
    """Steps that ask nothing of anybody are taken or fall away; what comes next is the last event."""
    while not turn.state.answers and (task := turn.state.top) is not None and _step(turn, task):
        continue
    todo = turn.state.todo
    if todo != turn.start.todo:
        told = tuple((task.kind, task.seat, task.planet, task.n) for task in todo)
        turn.do(course.next_, STEPS[todo[-1].kind][0] if todo else "G1", told)


def none(kind: Play[Any], rule: str) -> None:
    """Why there is no move of this kind now."""

    @kind.why_none
    def why(turn: Turn) -> Illegal:
        acting = turn.state.top is not None and turn.state.top.kind == "act"
        spent = acting and not turn.state.actions and kind.kind in ("move", "claim", "attack", "deploy", "token")
        return turn.no("no_action_left" if spent else f"none_{kind.kind}", rule)


def _step(turn: Turn, task: Task) -> bool:
    state, seat = turn.state, task.seat
    if task.kind == "crises":
        pop(turn)
        if not task.n and any(UNTOLD in planet.tiles for planet in state.planets):
            push(turn, "crises", n=1)
            push(turn, "reveal")
            return False
        _open_crises(turn)
        return True
    if task.kind == "resolve":
        advance = task.planet == "kuiper" and advancing(state)
        return _pop_if(turn, not crisis_tiles(copy_of(turn), state, task.planet) and not advance)
    if seat is None:
        return False
    player = state.players[seat]
    match task.kind:
        case "act" if state.acted and not state.actions and not player.hand:
            pass_on(turn)
            return True
        case "last_call":
            return _pop_if(turn, not copy_of(turn).may_hold(state, seat, Effect.LAST_ACTION))
        case "lose":
            return _pop_if(turn, not task.n or not player.on(task.planet).units)
        case "venus":
            return _pop_if(turn, not task.n or not venus_losses(state, seat))
        case "cede":
            return _pop_if(turn, not task.n or not player.on(task.planet).buildings)
        case "spill" | "discard" | "keep" if not task.n or not player.hand:
            pop(turn)
            limit(turn, seat)
            return True
        case "rockets":
            return _rockets(turn, task, seat)
        case "pirates":
            return _pirates(turn, task, seat)
    return False


def _pop_if(turn: Turn, over: bool) -> bool:
    if over:
        pop(turn)
    return over


def pass_on(turn: Turn) -> None:
    """The turn goes to the next player clockwise; one gained after the last token just ends (F36)."""
    seat = pop(turn).seat
    assert seat is not None
    if turn.state.last_call:
        turn.do(course.turn, "F36", None, False)
    else:
        begin_turn(turn, (seat + 1) % len(turn.state.players))
    limit(turn, seat)


def begin_turn(turn: Turn, seat: int, last: bool = False) -> None:
    """One action for this player (D13)."""
    turn.do(course.turn, "F36" if last else "D13", seat, last)
    push(turn, "act", seat)


# -- what happens often ------------------------------------------------------------------------


def played(turn: Turn) -> list[str]:
    """The cards played in this move so far."""
    return [str(happened["card"]) for happened in turn.events if happened.kind == "played"]


def play_card(turn: Turn, seat: int, card: str, rule: str) -> None:
    """A card goes from the hand to the discards; it may be taken back while it is the latest (F7)."""
    turn.do(card_changes.played, rule, seat, card, not played(turn))


def draw(turn: Turn, seat: int, amount: int, rule: str) -> None:
    """Cards from the deck; an empty one is made of the shuffled discards (D4), not of a card being played (D11)."""
    while amount:
        take, still = min(amount, turn.state.deck or 0), tuple(played(turn))
        if take:
            turn.do(card_changes.drew, rule, seat, take)
            amount -= take
        elif len(turn.state.discards) > len(still):
            turn.do(card_changes.reshuffled, "D4", len(turn.state.discards) - len(still), still)
        else:
            return


def limit(turn: Turn, seat: int) -> None:
    """Too many cards are discarded at once (D4)."""
    over = turn.state.players[seat].hand - int(turn.state.option("hand_limit"))
    if over > 0:
        push(turn, "discard", seat, n=over)


def drawn(turn: Turn, seat: int) -> None:
    """Cards that may be played at once: the hand is counted now, or when the fight or the turn is over (D3, D4)."""
    if not turn.state.option("drawn_first"):
        limit(turn, seat)


def money(turn: Turn, seat: int, amount: int, rule: str) -> None:
    """A player gets or pays so much."""
    if amount:
        turn.do(pieces.money, rule, seat, amount)


def doubt(turn: Turn, key: str, rule: str, **args: object) -> None:
    """A fact of the box that is not certain is remarked, and all such remarks can be silenced together."""
    turn.warn(key, rule, **args)
    turn.cautions[-1] = replace(turn.cautions[-1], key="unsure")


# -- crises ------------------------------------------------------------------------------------


def crisis_tiles(copy: Copy, state: State, planet: str) -> tuple[str, ...]:
    """The crisis tiles on a planet."""
    return copy.of_kind(state.planet(planet).tiles, TileKind.CRISIS)


def advancing(state: State) -> bool:
    """Aliens are about and will go on: once, or in every phase as the table has agreed (E10)."""
    onward = state.invaded == 0 or (state.invaded > 0 and state.option("alien_advance") == "onward")
    return onward and any(planet.alien for planet in state.planets)


def may_be_marked(copy: Copy, state: State, tile: str) -> bool:
    """Whether crisis dice go on this crisis tile; what is not known cannot be ruled out (E1)."""
    record = copy.tile(tile)
    return state.option("crisis_dice") == "all" or record is None or record.burst is not False


def _open_crises(turn: Turn) -> None:
    """The crisis phase, and what comes after it in the period (C4 to C6)."""
    copy, state = copy_of(turn), turn.state
    push(turn, "finish" if state.period == PERIODS else "begin")
    push(turn, "return")
    push(turn, "income")
    for planet in reversed(PLANETS):
        push(turn, "resolve", planet=planet)
    tiles = [tile for planet in PLANETS for tile in crisis_tiles(copy, state, planet)]
    if any(may_be_marked(copy, state, tile) for tile in tiles):
        push(turn, "crisis_roll")


def venus_losses(state: State, seat: int) -> int:
    """What the player could still lose on Venus (E4)."""
    here = state.players[seat].on("venus")
    units = here.units if state.option("venus_orbit") else here.surface.size
    return units + here.buildings


def rocket_scope(state: State) -> tuple[str, ...]:
    """Where rockets and Martian machines strike (E6)."""
    return PLANETS if state.option("rockets") == "anywhere" else ("earth",)


def _rockets(turn: Turn, task: Task, seat: int) -> bool:
    state, scope = turn.state, rocket_scope(turn.state)
    exposed = {seat for seat, planet, here in state.presences() if planet in scope and here.units + here.buildings}
    if task.n and seat in exposed:
        return False
    pop(turn)
    if task.n and exposed:
        push(turn, "rockets", (seat + 1) % len(state.players), task.planet, task.n)
    return True


def pirate_scope(task_planet: str) -> tuple[str, ...]:
    """Where the pirates ask for money (E9)."""
    return ("titan",) if task_planet == "titan" else ("titan", "ganymede", "kuiper")


def owed(state: State, seat: int, task_planet: str) -> int:
    """£1 for each factory and mine there (E9)."""
    return sum(state.players[seat].on(planet).buildings for planet in pirate_scope(task_planet))


def _pirates(turn: Turn, task: Task, seat: int) -> bool:
    due = owed(turn.state, seat, task.planet)
    if due and (turn.state.option("titan_refusal") or turn.state.players[seat].money < due):
        return False
    pop(turn)
    money(turn, seat, -due, "E9")
    return True
