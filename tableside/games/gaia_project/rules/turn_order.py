"""E, L1, N1: whose turn it is, what may be done in it, passing, and what follows by itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tableside.core.moves import Move, Seat, text
from tableside.core.rulebook import chance, play
from tableside.core.ruling import Illegal
from tableside.games.gaia_project import changes
from tableside.games.gaia_project.counts import amount
from tableside.games.gaia_project.prices import lost_spots
from tableside.games.gaia_project.records import BOOSTERS, ROUNDS, SLUG, TECHS, gain
from tableside.games.gaia_project.refusal import no
from tableside.games.gaia_project.rules import charging, telling
from tableside.games.gaia_project.rules.building import note_built
from tableside.games.gaia_project.rules.effects import receive
from tableside.games.gaia_project.rules.income import any_order, choosable, gaia_phase, income, pay_income
from tableside.games.gaia_project.rules.research import open_tiles, open_tracks, take_token, up
from tableside.games.gaia_project.rules.setup import faction, open_factions, why_not_booster
from tableside.games.gaia_project.scoring import score_game
from tableside.games.gaia_project.state import State, Task, Turn, evolve, spendable

TASK_KINDS: Mapping[str, tuple[str, ...]] = {
    "stone_charge": ("stone",),
    "stone_spend": ("stone",),
    "stone_shift": ("stone",),
    "stone_burn": ("stone",),
    "tokens": ("tokens",),
    "tile": ("tile",),
    "cover": ("cover",),
    "up": ("up", "skip"),
    "lost": ("lost",),
    "mine": ("mine", "project"),
    "token": ("token",),
    "swap": ("swap",),
    "station": ("station",),
    "downgrade": ("downgrade",),
    "charge": ("charge", "decline", "always", "never"),
    "income": ("income",),
    "terrans": ("convert", "done"),
    "itars": ("exchange", "done"),
}
"""What can be answered to each thing that is waited for."""

PHASE_KINDS: Mapping[str, tuple[str, ...]] = {
    "tiles": ("tiles",),
    "board": ("board",),
    "map": ("map",),
    "factions": ("faction",),
    "auction": ("bid",),
    "start": ("start",),
    "boosters": ("booster",),
    "cleanup": ("proceed",),
    "scoring": ("proceed",),
}
MAIN = ("mine", "project", "upgrade", "federation", "research", "action", "special", "pass", "convert", "burn")
AFTER = ("end", "convert", "burn")
TELLING = tuple(kind for kind in telling.KINDS if kind != "resume")
TELLING_FIRST = tuple(kind for kind in telling.KINDS if kind != "told")
"""What can be told of the table, in a game that is played and before the first turn."""
NOBODY: frozenset[Seat] = frozenset()
REFEREE: frozenset[Seat] = frozenset({None})
SEATS: tuple[frozenset[Seat], ...] = tuple(frozenset({seat}) for seat in range(4))


def kinds(state: State) -> tuple[str, ...]:
    """L, E: the kinds of moves that can be made now."""
    if state.telling:
        return TELLING_FIRST if state.round == 0 else TELLING
    if state.todo:
        task = state.todo[0]
        return ("mine",) if task.kind == "mine" and not task.b else TASK_KINDS[task.kind]
    if state.phase == "actions":
        return AFTER if state.acted else MAIN
    if state.phase == "factions" and state.rules.auction == "choosing":
        return ("faction", "bid") if state.pool else ("faction",)
    return PHASE_KINDS.get(state.phase, ())


def not_now(state: State, kind: str) -> Illegal:
    """E1, L2: what has to be done first, or that the action of this turn is done."""
    if state.telling or kind in telling.KINDS:
        return no("still_telling" if state.telling else "not_telling", "E1")
    if state.todo:
        task = state.todo[0]
        if task.kind == "mine" and kind == "project":
            return no("step_needs_mine", "K2")
        rule = "L2" if kind in ("convert", "burn") else "E1"
        return no("finish_first", rule, task=text(f"{SLUG}.task.{task.kind}"))
    if state.phase == "actions" and state.acted and kind in MAIN:
        return no("one_action", "E1")
    return no("not_now", "E1")


def to_act(state: State) -> frozenset[Seat]:
    """Who may do something now."""
    if state.telling:
        return frozenset(range(len(state.players)))
    if state.todo:
        return SEATS[state.todo[0].seat]
    match state.phase:
        case "actions":
            return SEATS[state.turn]
        case "factions" | "auction" | "start" | "boosters":
            return SEATS[state.queue[0]]
        case "over":
            return NOBODY
    return REFEREE


def routine(state: State) -> Move | None:
    """What needs nobody: clean-up, the end of a turn when its action is done, and what leaves nothing to weigh.

    Free actions after the action are rare, and so is an advance given up: who wants that takes the step back.
    """
    if state.telling:
        return None
    if state.todo:
        return _forced(state, state.todo[0])
    if state.phase in ("cleanup", "scoring"):
        return proceed.move(None)
    if state.phase == "actions" and state.acted:
        return end.move(state.turn)
    if state.phase == "factions" and state.rules.auction == "none" and len(left := open_factions(state)) == 1:
        return faction.move(state.queue[0], left[0])
    return None


def _forced(state: State, task: Task) -> Move | None:
    """A charge at the price its player is willing to pay, income in whatever order, the only advance there is."""
    seat, player = task.seat, state.players[task.seat]
    match task.kind:
        case "charge" if not charging.extra_token(player):
            points = charging.charge_amount(player, task.a) - 1
            if points <= max(player.willing, 0):
                return charging.charge.move(seat, "none")
            if player.willing == charging.NEVER:
                return charging.decline.move(seat)
        case "income" if any_order(state, seat):
            return income.move(seat, choosable(state.sources)[0])
        case "up" if len(tracks := open_tracks(state, seat, task.what)) == 1:
            return up.move(seat, tracks[0])
    return None


# -- the end of a turn -----------------------------------------------------------------------------


@play
def pass_(turn: Turn, booster: str) -> Illegal | None:
    """L1: out of this round; passing pays, and the booster is changed."""
    state, me, player = turn.state, turn.me, turn.state.players[turn.me]
    if state.round == ROUNDS:
        if booster != "":
            return no("no_booster_now", "L1")
    elif booster not in state.boosters:
        return why_not_booster(state, me, booster, "L1")
    back = player.booster
    record = BOOSTERS[back]
    if record.gain:
        receive(turn, me, gain(record.gain), back, "L1", "boosters", amount(state, player, record.per))
    for tile in player.advanced:
        if TECHS[tile].kind == "pass":
            times = amount(state, player, TECHS[tile].per)
            receive(turn, me, gain(TECHS[tile].gain), tile, "P2", "advanced_tech", times)
    if state.round == ROUNDS and not state.rules.end_conversion and (player.qic or spendable(player)):
        turn.warn("convert_before_end", "Q10")
    turn.do(changes.boosted, "L1", me, booster, back)
    turn.do(changes.passed, "L1", me)
    _end_turn(turn)
    return None


@pass_.lists_legal
def _passes(turn: Turn) -> Iterator[Move]:
    boosters = ("",) if turn.state.round == ROUNDS else turn.state.boosters
    return (pass_.move(turn.seat, booster) for booster in boosters)


@play
def end(turn: Turn) -> None:
    """E1, M4: the turn ends; others may charge for what was built."""
    _end_turn(turn)


def _end_turn(turn: Turn) -> None:
    order = turn.start.order
    following = order[(order.index(turn.start.turn) + 1) % len(order)]
    charges = tuple(Task("charges", builder, hex) for builder, hex in turn.start.built)
    turn.state = evolve(turn.state, todo=(*turn.state.todo, *charges, Task("turn", turn.me, following)))


@chance
def proceed(turn: Turn) -> None:
    """N1, D: clean-up and the next round, or the final scoring."""
    state = turn.state
    if state.phase == "scoring":
        score_game(turn)
        turn.do(changes.phase_begun, "N5", "over", ())
        return
    order = next_order(state)
    turn.do(changes.cleaned, "N1", order)
    turn.do(changes.round_begun, "D1", state.round + 1, order, turn.state.players[order[0]].income)


def next_order(state: State) -> tuple[int, ...]:
    """N1, B10: the order of the next round."""
    if not state.passed:
        return state.seating
    if state.rules.turn_order == "pass":
        return state.passed
    first = state.seating.index(state.passed[0])
    return state.seating[first:] + state.seating[:first]


# -- what follows by itself ------------------------------------------------------------------------


def after(turn: Turn) -> None:
    """Go on until somebody has to decide something, then write down what is left to do."""
    if turn.start.telling:
        return
    if len(turn.start.todo) > 1 and turn.state.todo is not turn.start.todo:
        turn.state = evolve(turn.state, todo=(*turn.state.todo, *turn.start.todo[1:]))
    while True:
        state = turn.state
        if state.todo:
            if not _automatic(turn, state.todo[0], state.todo[1:]):
                break
        elif state.phase == "income" and state.queue:
            if not pay_income(turn):
                break
        elif state.phase != "gaia" or not gaia_phase(turn):
            break
    left = turn.state.todo
    if left != turn.start.todo:
        turn.do(changes.todo, "E1", tuple((task.kind, task.seat, task.a, task.b, task.what) for task in left))


def _automatic(turn: Turn, task: Task, rest: tuple[Task, ...]) -> bool:
    """Do the first task when it needs nobody, and go on with the rest; False when it does."""
    state, seat = turn.state, task.seat
    match task.kind:
        case "charges":
            turn.state = evolve(state, todo=(*charging.offers(state, seat, task.a), *rest))
        case "turn":
            turn.state = evolve(state, todo=rest)
            _next_turn(turn, task.a)
        case "built":
            turn.state = evolve(state, todo=rest)
            note_built(turn, task.a)
        case "gain" | "gain_token" | "take":
            turn.state = evolve(state, todo=())
            _get(turn, task)
            turn.state = evolve(turn.state, todo=(*turn.state.todo, *rest))
        case _:
            if not _pointless(state, task):
                return False
            turn.state = evolve(state, todo=rest)
    return True


def _get(turn: Turn, task: Task) -> None:
    """What was promised is had; with the brainstone its owner may have to choose."""
    if task.kind == "take":
        take_token(turn, task.seat, task.what, "supply", "I11")
    elif task.kind == "gain_token":
        receive(turn, task.seat, (("t", 1),), task.what, "O5")
    else:
        receive(turn, task.seat, gain(task.what), "income", "D1")


def _pointless(state: State, task: Task) -> bool:
    """H4, J5: whether there is nothing to choose from."""
    player = state.players[task.seat]
    match task.kind:
        case "terrans":
            return not player.area
        case "tile":
            return not open_tiles(state, player)
        case "up":
            return not open_tracks(state, task.seat, task.what)
        case "lost":
            return not lost_spots(state, task.seat)
    return False


def _next_turn(turn: Turn, seat: int) -> None:
    state = turn.state
    if state.order:
        turn.do(changes.turned, "E1", seat)
    else:
        turn.do(changes.turns_ended, "N1", "scoring" if state.round == ROUNDS else "cleanup")


PLAYS = (pass_, end, proceed)
