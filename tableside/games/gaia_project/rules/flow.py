"""D, E, N: what follows by itself: income, Gaia phase, turns, clean-up."""

from __future__ import annotations

from tableside.core.moves import Move
from tableside.core.ruling import Illegal
from tableside.games.gaia_project.content import ROUNDS, Gain, gain
from tableside.games.gaia_project.desk import Desk, charged_stones, no
from tableside.games.gaia_project.rules import charging
from tableside.games.gaia_project.rules.building import lost_spots, note_built
from tableside.games.gaia_project.rules.research import open_tiles, open_tracks, take_token
from tableside.games.gaia_project.scoring import score_game
from tableside.games.gaia_project.state import Player, State, Task


def settle(desk: Desk) -> None:
    """Go on until somebody has to decide something."""
    while True:
        tasks = desk.pending()
        if tasks:
            if not _automatic(desk, tasks):
                return
        elif desk.state.phase == "income" and desk.state.queue:
            if not _income(desk):
                return
        elif desk.state.phase == "gaia":
            if not _gaia(desk):
                return
        else:
            return


def _automatic(desk: Desk, tasks: list[Task]) -> bool:
    """Do the first task when it needs nobody; False when it does."""
    task = tasks[0]
    state = desk.state
    match task.kind:
        case "charges":
            desk.put([*charging.offers(desk, task.seat, task.a), *tasks[1:]])
            return True
        case "turn":
            desk.put(tasks[1:])
            _next_turn(desk, task.a)
            return True
        case "gain_token":
            desk.put(tasks[1:])
            desk.gain(task.seat, (("t", 1),), task.what, "O5")
            return True
        case "gain":
            desk.put([])
            desk.gain(task.seat, gain(task.what), "income", "D1")
            desk.put([*desk.pending(), *tasks[1:]])
            return True
        case "take":
            desk.put([])
            take_token(desk, task.seat, task.what, "supply", "I11")
            desk.put([*desk.pending(), *tasks[1:]])
            return True
        case "built":
            desk.put(tasks[1:])
            note_built(desk, task.a)
            return True
        case "terrans":
            if not state.players[task.seat].area:
                desk.put(tasks[1:])
                return True
        case "tile":
            if not open_tiles(state, state.players[task.seat]):
                desk.put(tasks[1:])
                return True
        case "up":
            if not open_tracks(state, task.seat, task.what):
                desk.put(tasks[1:])
                return True
        case "lost":
            if not lost_spots(state, task.seat):
                desk.put(tasks[1:])
                return True
    return False


def _next_turn(desk: Desk, seat: int) -> None:
    state = desk.state
    if state.order:
        desk.emit("flow", "E1", 10, turn=seat, acted=False, built=())
    elif state.round == ROUNDS:
        desk.emit("flow", "N1", 17, phase="scoring", acted=False, built=())
    else:
        desk.emit("flow", "N1", 17, phase="cleanup", acted=False, built=())


def judge_proceed(desk: Desk, move: Move) -> Illegal | None:
    """N1, D: clean-up and the next round, or the final scoring."""
    state = desk.state
    if state.phase == "scoring":
        score_game(desk)
        desk.emit("flow", "N5", 18, phase="over")
        return None
    order = next_order(state)
    desk.emit("cleaned", "N1", 17, order=order)
    first = order[0]
    desk.emit(
        "flow",
        "D1",
        10,
        round=state.round + 1,
        phase="income",
        queue=order,
        sources=desk.state.players[first].income,
    )
    return None


def next_order(state: State) -> tuple[int, ...]:
    """N1, B10: the order of the next round."""
    if not state.passed:
        return state.seating
    if state.rules.turn_order == "pass":
        return state.passed
    first = state.seating.index(state.passed[0])
    return state.seating[first:] + state.seating[:first]


# -- income ------------------------------------------------------------------------------------


def spec_of(icon: str) -> Gain:
    """What an income icon gives."""
    return gain(icon.partition("|")[2])


def order_matters(sources: tuple[str, ...]) -> bool:
    """D1: whether both token gains and charges are still to come."""
    tokens = charges = False
    for icon in sources:
        spec = icon.partition("|")[2]
        tokens = tokens or spec.endswith("t")
        charges = charges or spec.endswith("pw")
    return tokens and charges


def _income(desk: Desk) -> bool:
    """Pay income from the first seat on; False when a choice is to be made."""
    state = desk.state
    queue, sources = state.queue, state.sources
    while queue:
        seat = queue[0]
        player = desk.state.players[seat]
        if order_matters(sources):
            desk.then("income", seat)
            break
        if player.stone:
            while sources and not desk.fresh:
                _take(desk, seat, sources[:1])
                sources = sources[1:]
            if desk.fresh:
                break
        else:
            _take(desk, seat, sources)
        queue = queue[1:]
        sources = desk.state.players[queue[0]].income if queue else ()
    if queue != state.queue or sources != state.sources:
        desk.emit("flow", "D1", 10, queue=queue, sources=sources)
    if not queue and not desk.fresh:
        _begin_gaia(desk)
    return not desk.fresh


def _take(desk: Desk, seat: int, icons: tuple[str, ...]) -> None:
    total: dict[str, int] = {}
    for icon in icons:
        for unit, n in spec_of(icon):
            total[unit] = total.get(unit, 0) + n
    player = desk.state.players[seat]
    if player.stone in (1, 2) and "pw" in total and len(charged_stones(player, total["pw"])) > 1:
        desk.then("stone_charge", seat, total.pop("pw"), what="income")
        desk.then("gain", seat, what=",".join(f"{n}{unit}" for unit, n in total.items()))
        return
    desk.gain(seat, tuple(total.items()), "income", "D1")


def judge_income(desk: Desk, move: Move) -> Illegal | None:
    """D1: one source of income is taken whole before the next."""
    sources, icon = desk.state.sources, move["source"]
    if icon not in choosable(sources):
        return no("no_source", "D1", 10)
    desk.done()
    place = sources.index(icon)
    desk.emit("flow", "D1", 10, sources=sources[:place] + sources[place + 1 :])
    _take(desk, desk.seat, (icon,))
    return None


def choosable(sources: tuple[str, ...]) -> tuple[str, ...]:
    """The sources whose order matters: tokens and charges."""
    return tuple(dict.fromkeys(icon for icon in sources if icon.endswith(("t", "pw"))))


# -- the Gaia phase ----------------------------------------------------------------------------


def _begin_gaia(desk: Desk) -> None:
    state = desk.state
    desk.emit("boosters_paid", "D1", 10)
    geometry = state.map
    fresh = 0
    for player in state.players:
        fresh |= player.projects & geometry.of["m"] & ~state.formed
    if fresh:
        desk.emit("formed", "D3", 10, hexes=geometry.names(fresh))
    desk.emit("flow", "D3", 10, phase="gaia", queue=state.order)


def _gaia(desk: Desk) -> bool:
    """Bring the tokens back, seat by seat; False when Terrans or Itars choose."""
    state = desk.state
    queue = state.queue
    while queue:
        seat = queue[0]
        player = desk.state.players[seat]
        wish = gaia_choice(desk.state, player)
        if wish and not (state.acted and queue == state.queue):
            desk.then(wish, seat)
            if queue != state.queue:
                desk.emit("flow", "D3", 10, queue=queue, acted=False)
            return False
        _return_tokens(desk, seat, player)
        queue = queue[1:]
    desk.emit("flow", "E1", 10, phase="actions", queue=(), turn=state.order[0], acted=False)
    return True


def gaia_choice(state: State, player: Player) -> str:
    """O1, O14: whether this player has something to choose before the tokens come back."""
    if not player.institute:
        return ""
    if player.faction == "terrans" and player.area:
        return "terrans"
    if player.faction == "itars" and player.area >= 4 and open_tiles(state, player):
        return "itars"
    return ""


def _return_tokens(desk: Desk, seat: int, player: Player) -> None:
    stone = -3 if player.stone == 4 else 0
    if player.faction == "terrans":
        desk.change(seat, "gaia_phase", "O1", area=-player.area, bowl2=player.area, parked=-player.parked)
    else:
        desk.change(seat, "gaia_phase", "D3", area=-player.area, bowl1=player.area, parked=-player.parked, stone=stone)


def judge_done(desk: Desk, move: Move) -> Illegal | None:
    """O1, O14: no more of this in the Gaia phase."""
    if desk.rest[0].kind == "terrans" and desk.state.rules.terrans_forced:
        return no("terrans_forced", "Q12")
    desk.done()
    desk.emit("flow", "D3", 10, acted=True)
    return None


def judge_exchange(desk: Desk, move: Move) -> Illegal | None:
    """O14: Itars discard four tokens of the Gaia area for a technology tile."""
    desk.done()
    desk.change(desk.seat, "itars", "O14", area=-4)
    desk.then("tile")
    return None
