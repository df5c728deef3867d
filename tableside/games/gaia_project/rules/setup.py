"""B5 to B8: factions, first structures, first boosters."""

from __future__ import annotations

from tableside.core.moves import Move
from tableside.core.ruling import Illegal
from tableside.games.gaia_project.content import FACTIONS, FIRST_GAME, START_POINTS, TRACK, gain
from tableside.games.gaia_project.desk import Desk, no
from tableside.games.gaia_project.rules.laying import layout
from tableside.games.gaia_project.state import Player, Rules, State, planet_at

MOST_MORE = 8
"""A bid is at most nine more than the last."""


def first_state(rules: Rules, seats: int) -> State:
    """The empty table: on the printed map when it is used."""
    tally = (START_POINTS, *Player().tally[1:])
    players = tuple(Player(tally=tally) for _ in range(seats))
    places = layout(seats) if rules.map == "standard" else ()
    return State(rules, players, places=places)


def open_factions(state: State) -> list[str]:
    """B5: the factions that can still be chosen."""
    boards = {FACTIONS[name].board for name in state.pool}
    if state.rules.setup == "first":
        return [name for name in FIRST_GAME[len(state.players)] if name not in state.pool]
    return [name for name, faction in FACTIONS.items() if faction.board not in boards]


def judge_faction(desk: Desk, wanted: Move) -> Illegal | None:
    """B5, B6: a faction is chosen; after the last one the boards are laid out."""
    state, name = desk.state, wanted["faction"]
    if name not in FACTIONS:
        return no("no_faction", "B5", 6)
    if name not in open_factions(state):
        return no("faction_taken", "B5", 6, faction=name)
    if state.rules.auction != "after":
        desk.emit("faction", "B5", 6, seat=desk.seat, faction=name)
    desk.emit("flow", "B5", 6, pool=(*state.pool, name))
    if state.rules.auction == "after" and len(state.queue) == 1:
        desk.emit("flow", "B5", 6, phase="auction", queue=(0,))
    elif state.rules.auction == "choosing":
        _next_bidder(desk)
    elif len(state.queue) > 1:
        desk.emit("flow", "B5", 6, queue=state.queue[1:])
    else:
        _lay_out_all(desk)
    return None


def least_bid(state: State, faction: str) -> int:
    """What must be bid at least for a faction of the pool."""
    return next((player.bid + 1 for player in state.players if player.faction == faction), 0)


def judge_bid(desk: Desk, wanted: Move) -> Illegal | None:
    """A table's own variant: points are bid for a faction, and whoever is outbid bids or chooses again."""
    state, name, points = desk.state, wanted["faction"], wanted["points"]
    if name not in state.pool:
        return no("not_in_pool", "B5", 6)
    if not least_bid(state, name) <= points <= least_bid(state, name) + MOST_MORE:
        return no("bid_too_low", "B5", 6, least=least_bid(state, name), most=least_bid(state, name) + MOST_MORE)
    desk.emit("bid", "B5", 6, seat=desk.seat, faction=name, points=points)
    _next_bidder(desk)
    return None


def _next_bidder(desk: Desk) -> None:
    """The next seat without a faction; when all have one the boards are laid out."""
    players = desk.state.players
    for step in range(1, len(players) + 1):
        seat = (desk.seat + step) % len(players)
        if not players[seat].faction:
            desk.emit("flow", "B5", 6, queue=(seat,))
            return
    _lay_out_all(desk)


def _lay_out_all(desk: Desk) -> None:
    state = desk.state
    owners = {player.faction: seat for seat, player in enumerate(state.players)}
    for seat in range(len(state.players)):
        lay_out(desk, seat)
    desk.emit("flow", "B5", 6, seating=tuple(owners[name] for name in state.pool))
    desk.emit("flow", "B7", 7, phase="start", queue=start_order(desk.state))


def lay_out(desk: Desk, seat: int) -> None:
    """B6: what is printed on the board, and the one-time bonus of a printed level 1."""
    desk.emit("board", "B6", 6, seat=seat)
    track = FACTIONS[desk.state.players[seat].faction].track
    if track:
        desk.emit("advanced", "B6", 6, seat=seat, track=track)
        once = TRACK[track].once[1]
        if once:
            desk.gain(seat, gain(once), track, "B6")


def start_order(state: State) -> tuple[int, ...]:
    """B7: who places when: there and back, then Xenos' third mine, then Ivits' institute."""
    seats = [seat for seat in state.seating if FACTIONS[state.players[seat].faction].mines]
    third = [seat for seat in seats if FACTIONS[state.players[seat].faction].mines == 3]
    last = [seat for seat in state.seating if seat not in seats]
    return (*seats, *reversed(seats), *third, *last)


def judge_start(desk: Desk, wanted: Move) -> Illegal | None:
    """B7: a first mine, or Ivits' institute, on a planet of the own type."""
    state, seat = desk.state, desk.seat
    player = desk.player()
    hex = state.map.number.get(wanted["hex"])
    if hex is None:
        return no("no_hex", "B7", 19, hex=wanted["hex"])
    if planet_at(state, hex) != FACTIONS[player.faction].home:
        return no("not_home", "B7", 19)
    if any(other.land >> hex & 1 for other in state.players):
        return no("occupied", "B7", 19)
    piece = "m" if FACTIONS[player.faction].mines else "PI"
    desk.emit("placed", "B7", 19, seat=seat, piece=piece, hex=wanted["hex"], old="")
    queue = state.queue[1:]
    if queue:
        desk.emit("flow", "B7", 19, queue=queue)
    else:
        desk.emit("flow", "B8", 7, phase="boosters", queue=tuple(reversed(state.seating)))
    return None


def judge_booster(desk: Desk, wanted: Move) -> Illegal | None:
    """B8: the first booster."""
    state = desk.state
    if wanted["booster"] not in state.boosters:
        return no("no_such_booster", "B8", 7)
    desk.emit("boosted", "B8", 7, seat=desk.seat, booster=wanted["booster"], back="")
    queue = state.queue[1:]
    if queue:
        desk.emit("flow", "B8", 7, queue=queue)
    else:
        desk.emit("flow", "B8", 7, phase="cleanup", queue=())
    return None
