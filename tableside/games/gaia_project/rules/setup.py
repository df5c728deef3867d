"""B5 to B8: factions, first structures, first boosters."""

from __future__ import annotations

from collections.abc import Iterator

from tableside.core.moves import Move, text
from tableside.core.rulebook import play
from tableside.core.ruling import Illegal
from tableside.games.gaia_project import changes
from tableside.games.gaia_project.map_geometry import bits
from tableside.games.gaia_project.records import FACTIONS, FIRST_GAME, SLUG, START_POINTS, TRACK, gain
from tableside.games.gaia_project.refusal import no
from tableside.games.gaia_project.rules.effects import receive
from tableside.games.gaia_project.rules.laying import layout
from tableside.games.gaia_project.state import Player, Rules, State, Turn, planet_at

MOST_MORE = 8
"""A bid is at most nine more than the last."""


def setup(rules: Rules, seats: int) -> State:
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


def _why_not_faction(state: State, name: str) -> Illegal:
    if name in state.pool:
        return no("faction_taken", "B5")
    other = next((taken for taken in state.pool if FACTIONS[taken].board == FACTIONS[name].board), None)
    if other is not None:
        return no("board_taken", "B5", faction=text(f"{SLUG}.faction.{other}"))
    return no("not_in_first_game", "B5")


@play
def faction(turn: Turn, faction: str) -> Illegal | None:
    """B5, B6: a faction is chosen; after the last one the boards are laid out."""
    state = turn.state
    if faction not in FACTIONS:
        return no("no_faction", "B5")
    if faction not in open_factions(state):
        return _why_not_faction(state, faction)
    if state.rules.auction != "after":
        turn.do(changes.faction, "B5", turn.me, faction)
    turn.do(changes.pooled, "B5", (*state.pool, faction))
    if state.rules.auction == "after" and len(state.queue) == 1:
        turn.do(changes.phase_begun, "B5", "auction", (0,))
    elif state.rules.auction == "choosing":
        _next_bidder(turn)
    elif len(state.queue) > 1:
        turn.do(changes.next_seats, "B5", state.queue[1:])
    else:
        _lay_out_all(turn)
    return None


@faction.lists_legal
def _factions(turn: Turn) -> Iterator[Move]:
    return (faction.move(turn.seat, name) for name in open_factions(turn.state))


def least_bid(state: State, faction: str) -> int:
    """What must be bid at least for a faction of the pool."""
    return next((player.bid + 1 for player in state.players if player.faction == faction), 0)


@play
def bid(turn: Turn, faction: str, points: int) -> Illegal | None:
    """A table's own variant: points are bid for a faction, and whoever is outbid bids or chooses again."""
    if faction not in turn.state.pool:
        return no("not_in_pool", "B5")
    least = least_bid(turn.state, faction)
    if not least <= points <= least + MOST_MORE:
        return no("bid_too_low", "B5", least=least, most=least + MOST_MORE)
    turn.do(changes.bid, "B5", turn.me, faction, points)
    _next_bidder(turn)
    return None


@bid.lists_legal
def _bids(turn: Turn) -> Iterator[Move]:
    for name in turn.state.pool:
        least = least_bid(turn.state, name)
        yield from (bid.move(turn.seat, name, points) for points in range(least, least + MOST_MORE + 1))


def _next_bidder(turn: Turn) -> None:
    """The next seat without a faction; when all have one the boards are laid out."""
    players = turn.state.players
    for step in range(1, len(players) + 1):
        seat = (turn.me + step) % len(players)
        if not players[seat].faction:
            turn.do(changes.next_seats, "B5", (seat,))
            return
    _lay_out_all(turn)


def _lay_out_all(turn: Turn) -> None:
    state = turn.state
    owners = {player.faction: seat for seat, player in enumerate(state.players)}
    for seat in range(len(state.players)):
        _lay_out(turn, seat)
    turn.do(changes.seated, "B5", tuple(owners[name] for name in state.pool))
    if state.rules.begin == "midway":
        turn.do(changes.phase_begun, "B7", "telling", ())
        turn.do(changes.telling, "E1", 1)
    else:
        turn.do(changes.phase_begun, "B7", "start", start_order(turn.state))


def _lay_out(turn: Turn, seat: int) -> None:
    """B6: what is printed on the board, and the one-time bonus of a printed level 1."""
    turn.do(changes.board, "B6", seat)
    track = FACTIONS[turn.state.players[seat].faction].track
    if track:
        turn.do(changes.advanced, "B6", seat, track)
        once = TRACK[track].once[1]
        if once:
            receive(turn, seat, gain(once), track, "B6")


def start_order(state: State) -> tuple[int, ...]:
    """B7: who places when: there and back, then Xenos' third mine, then Ivits' institute."""
    seats = [seat for seat in state.seating if FACTIONS[state.players[seat].faction].mines]
    third = [seat for seat in seats if FACTIONS[state.players[seat].faction].mines == 3]
    last = [seat for seat in state.seating if seat not in seats]
    return (*seats, *reversed(seats), *third, *last)


@play
def start(turn: Turn, hex: str) -> Illegal | None:
    """B7: a first mine, or Ivits' institute, on a planet of the own type."""
    state, home = turn.state, FACTIONS[turn.state.players[turn.me].faction]
    number = state.map.number.get(hex)
    if number is None:
        return no("no_hex", "B7", hex=hex)
    if planet_at(state, number) != home.home:
        return no("not_home", "B7")
    if any(other.land >> number & 1 for other in state.players):
        return no("occupied", "B7")
    turn.do(changes.placed, "B7", turn.me, "m" if home.mines else "PI", hex, "")
    if len(state.queue) > 1:
        turn.do(changes.next_seats, "B7", state.queue[1:])
    else:
        turn.do(changes.phase_begun, "B8", "boosters", tuple(reversed(state.seating)))
    return None


@start.lists_legal
def _starts(turn: Turn) -> Iterator[Move]:
    state = turn.state
    home = state.map.of[FACTIONS[state.players[turn.me].faction].home]
    for other in state.players:
        home &= ~other.land
    return (start.move(turn.seat, state.map.name[hex]) for hex in bits(home))


def why_not_booster(state: State, seat: int, booster: str, rule: str) -> Illegal:
    """B8, L1: why a booster that does not lie in the pool cannot be taken."""
    owner = next((number for number, player in enumerate(state.players) if player.booster == booster), None)
    if not booster or owner is None:
        return no("no_such_booster", rule)
    if owner == seat:
        return no("own_booster", rule)
    return no("others_booster", rule, who=text(f"{SLUG}.faction.{state.players[owner].faction}"))


@play
def booster(turn: Turn, booster: str) -> Illegal | None:
    """B8: the first booster."""
    state = turn.state
    if booster not in state.boosters:
        return why_not_booster(state, turn.me, booster, "B8")
    turn.do(changes.boosted, "B8", turn.me, booster, "")
    if len(state.queue) > 1:
        turn.do(changes.next_seats, "B8", state.queue[1:])
    else:
        turn.do(changes.phase_begun, "B8", "cleanup", ())
    return None


@booster.lists_legal
def _boosters(turn: Turn) -> Iterator[Move]:
    return (booster.move(turn.seat, one) for one in turn.state.boosters)


PLAYS = (faction, bid, start, booster)
