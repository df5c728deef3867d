"""H3 to H6 and J: technology tiles and research."""

from __future__ import annotations

from collections.abc import Iterator

from tableside.core.moves import Move
from tableside.core.rulebook import play
from tableside.core.ruling import Illegal
from tableside.games.gaia_project import changes
from tableside.games.gaia_project.counts import amount
from tableside.games.gaia_project.records import (
    ADVANCED_PLACES,
    CATEGORIES,
    GAIA,
    LAST_LEVEL,
    NAV,
    PLACES,
    TECHS,
    TERRA,
    TOKEN,
    TRACK,
    TRACKS,
    gain,
)
from tableside.games.gaia_project.refusal import no
from tableside.games.gaia_project.rules.effects import change, charge, done, receive, score, then, trigger
from tableside.games.gaia_project.rules.reasons import least_lacking
from tableside.games.gaia_project.state import Player, State, Turn, gaia_count

COST = 4


def why_not_advance(state: State, seat: int, track: str) -> Illegal | None:
    """J1, J3: what keeps a player from going one level up, or None."""
    player = state.players[seat]
    number = TRACKS.index(track)
    level = player.research[number]
    if level == LAST_LEVEL:
        return no("track_end", "J1", track=track)
    if number == NAV and player.faction == "baltaks" and not player.institute:
        return no("baltaks_navigation", "O10")
    if level == LAST_LEVEL - 1:
        if any(other.research[number] == LAST_LEVEL for other in state.players):
            return no("level_taken", "J3", track=track)
        if True not in player.green:
            return no("no_green_token", "J3")
    return None


def advance(turn: Turn, seat: int, track: str, rule: str = "J1", fresh_adv2: bool = False) -> None:
    """J1 to J4: one level up, with everything that brings."""
    number = TRACKS.index(track)
    turn.do(changes.advanced, rule, seat, track)
    player = turn.state.players[seat]
    level = player.research[number]
    if level == LAST_LEVEL:
        turn.do(changes.flipped, "J3", seat, player.green.index(True))
    spec = TRACK[track].once[level]
    if number == GAIA and level == LAST_LEVEL:
        score(turn, seat, 4 + gaia_count(turn.state, player), "track_gaia5", "J4", "gaia")
    elif spec:
        receive(turn, seat, gain(spec), track, "J4")
    if level == 3:
        charge(turn, seat, 3, track, "J2")
    if level == LAST_LEVEL and number == TERRA and turn.state.token:
        take_token(turn, seat, turn.state.token, "track", "J4")
    before = turn.state.players[seat].tally[CATEGORIES.index("advanced_tech")]
    trigger(turn, seat, "advance")
    if fresh_adv2:
        # Q4, the other reading: the tile just taken does not pay for its own advance.
        paid = turn.state.players[seat].tally[CATEGORIES.index("advanced_tech")] - before
        score(turn, seat, -paid, "advanced_tech", "Q4", "advtech2")
    if level == LAST_LEVEL and number == NAV:
        then(turn, "lost", seat)


def take_token(turn: Turn, seat: int, token: str, whence: str, rule: str) -> None:
    """I11: a federation token with its rewards."""
    turn.do(changes.token, rule, seat, token, whence)
    receive(turn, seat, gain(TOKEN[token].gain), token, "P5", "federations")
    trigger(turn, seat, "token")


@play
def research(turn: Turn, track: str) -> Illegal | None:
    """J1: four knowledge for one level."""
    if track not in TRACKS:
        return no("no_track", "J1", track=track)
    player = turn.state.players[turn.me]
    if player.knowledge < COST:
        return no("knowledge", "J1", n=COST - player.knowledge)
    problem = why_not_advance(turn.state, turn.me, track)
    if problem is not None:
        return problem
    change(turn, turn.me, "research", "J1", knowledge=-COST)
    advance(turn, turn.me, track)
    turn.do(changes.acted, "E1")
    return None


@research.lists_legal
def _researches(turn: Turn) -> Iterator[Move]:
    known = turn.state.players[turn.me].knowledge >= COST
    open_ = open_tracks(turn.state, turn.me, "") if known else ()
    return (research.move(turn.seat, track) for track in open_)


@research.tries
def _all_tracks(turn: Turn) -> Iterator[Move]:
    return (research.move(turn.seat, track) for track in TRACKS)


@research.why_none
def _no_research(turn: Turn) -> Illegal:
    return least_lacking(turn, "research", "J1", _all_tracks(turn))


def open_tracks(state: State, seat: int, what: str) -> list[str]:
    """The tracks a free advance may be on."""
    return [track for track in _allowed(state.players[seat], what) if why_not_advance(state, seat, track) is None]


def _allowed(player: Player, what: str) -> tuple[str, ...]:
    """H4, O12: the tracks an advance is for: one, the lowest ones, or any."""
    if what in TRACKS:
        return (what,)
    if what == "lowest":
        lowest = min(player.research)
        return tuple(track for track, level in zip(TRACKS, player.research) if level == lowest)
    return TRACKS


@play
def up(turn: Turn, track: str) -> Illegal | None:
    """H4: one advance that came with a tile or an action."""
    if track not in _allowed(turn.state.players[turn.me], turn.start.todo[0].what):
        return no("other_track", "H4", track=track)
    problem = why_not_advance(turn.state, turn.me, track)
    if problem is not None:
        return problem
    task = done(turn)
    advance(turn, turn.me, track, "H4", bool(task.a))
    return None


@up.lists
def _ups(turn: Turn) -> Iterator[Move]:
    return (up.move(turn.seat, track) for track in TRACKS)


@play
def skip(turn: Turn) -> None:
    """H4: the advance is given up."""
    done(turn)
    turn.warn("advance_skipped", "H4")


def why_not_tile(state: State, player: Player, place: str) -> Illegal | None:
    """H3, H5: what keeps a player from taking a tile, or None."""
    if place in PLACES:
        lying = state.techs[PLACES.index(place)]
        return no("tile_owned", "H3", tile=lying) if lying in player.techs else None
    if place not in ADVANCED_PLACES:
        return no("no_tile", "H3", place=place)
    number = ADVANCED_PLACES.index(place)
    if not state.advanced[number]:
        return no("tile_gone", "H5", track=TRACKS[number])
    if player.research[number] < LAST_LEVEL - 1:
        return no("tile_level", "H5", track=TRACKS[number])
    if True not in player.green:
        return no("no_green_token", "H5")
    if len(player.covered) == len(player.techs):
        return no("nothing_to_cover", "H5")
    return None


def open_tiles(state: State, player: Player) -> list[str]:
    """The places of all tiles this player may take."""
    return [place for place in (*PLACES, *ADVANCED_PLACES) if why_not_tile(state, player, place) is None]


@play
def tile(turn: Turn, place: str) -> Illegal | None:
    """H3: a technology tile is chosen."""
    state = turn.state
    problem = why_not_tile(state, state.players[turn.me], place)
    if problem is not None:
        return problem
    done(turn)
    if place in ADVANCED_PLACES:
        then(turn, "cover", turn.me, what=place)
        return None
    taken = state.techs[PLACES.index(place)]
    turn.do(changes.tile, "H3", turn.me, place, taken)
    _once(turn, taken, "standard_tech", "P1")
    then(turn, "up", turn.me, what=place if place in TRACKS else "")
    return None


@tile.lists
def _tiles(turn: Turn) -> Iterator[Move]:
    there = (place for place, lying in zip(ADVANCED_PLACES, turn.state.advanced) if lying)
    return (tile.move(turn.seat, place) for place in (*PLACES, *there))


@play
def cover(turn: Turn, tile: str) -> Illegal | None:
    """H5, H6: an advanced tile covers a standard one; a green token is flipped; then its effect and the advance."""
    me, player = turn.me, turn.state.players[turn.me]
    if tile not in player.techs or tile in player.covered:
        return no("cannot_cover", "H5", tile=tile)
    place = done(turn).what
    taken = turn.state.advanced[ADVANCED_PLACES.index(place)]
    turn.do(changes.covered, "H5", me, tile)
    turn.do(changes.flipped, "H5", me, player.green.index(True))
    turn.do(changes.tile, "H5", me, place, taken)
    _once(turn, taken, "advanced_tech", "P2")
    own = taken == "advtech2" and not turn.state.rules.adv2_own
    then(turn, "up", me, a=1 if own else 0)
    return None


@cover.lists_legal
def _covers(turn: Turn) -> Iterator[Move]:
    player = turn.state.players[turn.me]
    return (cover.move(turn.seat, tile) for tile in player.techs if tile not in player.covered)


def _once(turn: Turn, tile: str, category: str, rule: str) -> None:
    tech = TECHS[tile]
    if tech.kind == "once":
        times = amount(turn.state, turn.state.players[turn.me], tech.per)
        receive(turn, turn.me, gain(tech.gain), tile, rule, category, times)


@play
def token(turn: Turn, token: str) -> Illegal | None:
    """K1: the rewards of one own federation token again."""
    if token not in turn.state.players[turn.me].tokens:
        return no("token_not_owned", "K1", token=token)
    done(turn)
    receive(turn, turn.me, gain(TOKEN[token].gain), token, "K1", "qic_actions")
    return None


@token.lists_legal
def _tokens_again(turn: Turn) -> Iterator[Move]:
    return (token.move(turn.seat, one) for one in dict.fromkeys(turn.state.players[turn.me].tokens))


PLAYS = (research, tile, cover, up, skip, token)
