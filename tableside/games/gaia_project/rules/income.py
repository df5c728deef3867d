"""D: income source by source, and the Gaia phase."""

from __future__ import annotations

from collections.abc import Iterator

from tableside.core.moves import Move
from tableside.core.rulebook import play
from tableside.core.ruling import Illegal
from tableside.games.gaia_project import changes
from tableside.games.gaia_project.records import Gain, gain
from tableside.games.gaia_project.refusal import no
from tableside.games.gaia_project.rules.effects import change, charged_stones, done, receive, then
from tableside.games.gaia_project.rules.research import open_tiles
from tableside.games.gaia_project.state import Player, State, Turn


def _spec_of(icon: str) -> Gain:
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


def any_order(state: State, seat: int) -> bool:
    """D1: whether tokens and charges come to the same in every order: all that is charged leaves bowl I anyway."""
    player = state.players[seat]
    charges = sum(n for icon in state.sources for unit, n in _spec_of(icon) if unit == "pw")
    return not player.stone and charges <= player.bowl1


def pay_income(turn: Turn) -> bool:
    """Pay income from the first seat on; False when a choice is to be made."""
    state = turn.state
    queue, sources = state.queue, state.sources
    while queue:
        seat = queue[0]
        if order_matters(sources):
            then(turn, "income", seat)
            break
        if turn.state.players[seat].stone:
            while sources and not turn.state.todo:
                _take(turn, seat, sources[:1])
                sources = sources[1:]
            if turn.state.todo:
                break
        else:
            _take(turn, seat, sources)
        queue = queue[1:]
        sources = turn.state.players[queue[0]].income if queue else ()
    if queue != state.queue or sources != state.sources:
        turn.do(changes.income_left, "D1", queue, sources)
    if not queue and not turn.state.todo:
        _begin_gaia(turn)
    return not turn.state.todo


def _take(turn: Turn, seat: int, icons: tuple[str, ...]) -> None:
    total: dict[str, int] = {}
    for icon in icons:
        for unit, n in _spec_of(icon):
            total[unit] = total.get(unit, 0) + n
    player = turn.state.players[seat]
    if player.stone in (1, 2) and "pw" in total and len(charged_stones(player, total["pw"])) > 1:
        then(turn, "stone_charge", seat, total.pop("pw"), what="income")
        then(turn, "gain", seat, what=",".join(f"{n}{unit}" for unit, n in total.items()))
        return
    why = f"income:{icons[0].partition('|')[0]}" if len(icons) == 1 else "income"
    receive(turn, seat, tuple(total.items()), why, "D1")


@play
def income(turn: Turn, source: str) -> Illegal | None:
    """D1: one source of income is taken whole before the next."""
    sources = turn.state.sources
    if source not in choosable(sources):
        return no("no_source", "D1")
    done(turn)
    place = sources.index(source)
    turn.do(changes.income_left, "D1", turn.state.queue, sources[:place] + sources[place + 1 :])
    _take(turn, turn.me, (source,))
    return None


@income.lists_legal
def _incomes(turn: Turn) -> Iterator[Move]:
    return (income.move(turn.seat, icon) for icon in choosable(turn.state.sources))


def choosable(sources: tuple[str, ...]) -> tuple[str, ...]:
    """The sources whose order matters: tokens and charges."""
    return tuple(dict.fromkeys(icon for icon in sources if icon.endswith(("t", "pw"))))


# -- the Gaia phase --------------------------------------------------------------------------------


def _begin_gaia(turn: Turn) -> None:
    state = turn.state
    turn.do(changes.boosters_paid, "D1")
    fresh = 0
    for player in state.players:
        fresh |= player.projects & state.map.of["m"] & ~state.formed
    turn.do(changes.phase_begun, "D3", "gaia", state.order)
    if fresh:
        turn.do(changes.formed, "D3", state.map.names(fresh))


def gaia_phase(turn: Turn) -> bool:
    """Bring the tokens back, seat by seat; False when Terrans or Itars choose."""
    state = turn.state
    queue = state.queue
    while queue:
        seat = queue[0]
        player = turn.state.players[seat]
        wish = _gaia_choice(turn.state, player)
        if wish and not (state.acted and queue == state.queue):
            then(turn, wish, seat)
            if queue != state.queue:
                turn.do(changes.next_seats, "D3", queue)
            return False
        _return_tokens(turn, seat, player)
        queue = queue[1:]
    turn.do(changes.phase_begun, "E1", "actions", ())
    return True


def _gaia_choice(state: State, player: Player) -> str:
    """O1, O14: whether this player has something to choose before the tokens come back."""
    if not player.institute:
        return ""
    if player.faction == "terrans" and player.area:
        return "terrans"
    if player.faction == "itars" and player.area >= 4 and open_tiles(state, player):
        return "itars"
    return ""


def _return_tokens(turn: Turn, seat: int, player: Player) -> None:
    if player.faction == "terrans":
        change(turn, seat, "gaia_phase", "O1", area=-player.area, bowl2=player.area, parked=-player.parked)
    else:
        stone = -3 if player.stone == 4 else 0
        area = player.area
        change(turn, seat, "gaia_phase", "D3", area=-area, bowl1=area, parked=-player.parked, stone=stone)


@play
def done_(turn: Turn) -> Illegal | None:
    """O1, O14: no more of this in the Gaia phase."""
    if turn.start.todo[0].kind == "terrans" and turn.state.rules.terrans_forced:
        return no("terrans_forced", "Q12")
    done(turn)
    turn.do(changes.acted, "D3")
    return None


@done_.why_none
def _not_done(turn: Turn) -> Illegal:
    return no("none.done", "Q12")


@play
def exchange(turn: Turn) -> None:
    """O14: Itars discard four tokens of the Gaia area for a technology tile."""
    done(turn)
    change(turn, turn.me, "itars", "O14", area=-4)
    then(turn, "tile", turn.me)


PLAYS = (income, exchange, done_)
