"""H3 to H6 and J: technology tiles and research."""

from __future__ import annotations

from tableside.core.moves import Move
from tableside.core.ruling import Illegal
from tableside.games.gaia_project.content import (
    ADVANCED_PLACES,
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
from tableside.games.gaia_project.desk import Desk, no
from tableside.games.gaia_project.rules.counts import amount
from tableside.games.gaia_project.state import Player, State, gaia_count

COST = 4


def why_not_advance(state: State, seat: int, track: str) -> Illegal | None:
    """J1, J3: what keeps a player from going one level up, or None."""
    player = state.players[seat]
    number = TRACKS.index(track)
    level = player.research[number]
    if level == LAST_LEVEL:
        return no("track_end", "J1", 15, track=track)
    if number == NAV and player.faction == "baltaks" and not player.institute:
        return no("baltaks_navigation", "O10")
    if level == LAST_LEVEL - 1:
        if any(other.research[number] == LAST_LEVEL for other in state.players):
            return no("level_taken", "J3", 15, track=track)
        if True not in player.green:
            return no("no_green_token", "J3", 15)
    return None


def advance(desk: Desk, seat: int, track: str, rule: str = "J1", fresh_adv2: bool = False) -> None:
    """J1 to J4: one level up, with everything that brings."""
    number = TRACKS.index(track)
    desk.emit("advanced", rule, 15, seat=seat, track=track)
    player = desk.state.players[seat]
    level = player.research[number]
    if level == LAST_LEVEL:
        desk.emit("flipped", "J3", 15, seat=seat, token=player.green.index(True))
    spec = TRACK[track].once[level]
    if number == GAIA and level == LAST_LEVEL:
        more = gaia_count(desk.state, player)
        desk.score(seat, 4 + more, "track_gaia5", "J4", "gaia")
    elif spec:
        desk.gain(seat, gain(spec), track, "J4")
    if level == 3:
        desk.charge(seat, 3, track, "J2")
    if level == LAST_LEVEL and number == TERRA and desk.state.token:
        take_token(desk, seat, desk.state.token, "track", "J4")
    if fresh_adv2:
        _trigger_without_adv2(desk, seat)
    else:
        desk.trigger(seat, "advance", "E3")
    if level == LAST_LEVEL and number == NAV:
        desk.then("lost", seat)


def _trigger_without_adv2(desk: Desk, seat: int) -> None:
    """Q4, the other reading: the tile just taken does not pay for its own advance."""
    before = desk.state.players[seat].tally[4]
    desk.trigger(seat, "advance", "E3")
    paid = desk.state.players[seat].tally[4] - before
    desk.score(seat, -paid, "advanced_tech", "Q4", "advtech2")


def take_token(desk: Desk, seat: int, token: str, whence: str, rule: str) -> None:
    """I11: a federation token with its rewards."""
    desk.emit("token", rule, 14, seat=seat, token=token, whence=whence)
    desk.gain(seat, gain(TOKEN[token].gain), token, "P5", "federations")
    desk.trigger(seat, "token", "E3")


def judge_research(desk: Desk, move: Move) -> Illegal | None:
    """J1: four knowledge for one level."""
    track = move["track"]
    if track not in TRACKS:
        return no("no_track", "J1", 15, track=track)
    if desk.player().knowledge < COST:
        return no("knowledge", "J1", 15, n=COST - desk.player().knowledge)
    problem = why_not_advance(desk.state, desk.seat, track)
    if problem is not None:
        return problem
    desk.change(desk.seat, "research", "J1", knowledge=-COST)
    advance(desk, desk.seat, track)
    desk.emit("flow", "E1", 10, acted=True)
    return None


def open_tracks(state: State, seat: int, what: str) -> list[str]:
    """The tracks a free advance may be on."""
    return [track for track in allowed_tracks(state.players[seat], what) if why_not_advance(state, seat, track) is None]


def allowed_tracks(player: Player, what: str) -> tuple[str, ...]:
    """H4, O12: the tracks an advance is for: one, the lowest ones, or any."""
    if what in TRACKS:
        return (what,)
    if what == "lowest":
        lowest = min(player.research)
        return tuple(track for track, level in zip(TRACKS, player.research) if level == lowest)
    return TRACKS


def judge_up(desk: Desk, move: Move) -> Illegal | None:
    """H4: one advance that came with a tile or an action."""
    task, track = desk.rest[0], move["track"]
    if track not in allowed_tracks(desk.player(), task.what):
        return no("other_track", "H4", 13, track=track)
    problem = why_not_advance(desk.state, desk.seat, track)
    if problem is not None:
        return problem
    desk.done()
    advance(desk, desk.seat, track, "H4", bool(task.a))
    return None


def judge_skip(desk: Desk, move: Move) -> Illegal | None:
    """H4: the advance is given up."""
    desk.done()
    desk.warn("advance_skipped", "H4")
    return None


def why_not_tile(state: State, player: Player, place: str) -> Illegal | None:
    """H3, H5: what keeps a player from taking a tile, or None."""
    if place in PLACES:
        if state.techs[PLACES.index(place)] in player.techs:
            return no("tile_owned", "H3", 13, tile=state.techs[PLACES.index(place)])
        return None
    if place not in ADVANCED_PLACES:
        return no("no_tile", "H3", 13, place=place)
    number = ADVANCED_PLACES.index(place)
    if not state.advanced[number]:
        return no("tile_gone", "H5", 13, track=TRACKS[number])
    if player.research[number] < 4:
        return no("tile_level", "H5", 13, track=TRACKS[number])
    if True not in player.green:
        return no("no_green_token", "H5", 13)
    if len(player.covered) == len(player.techs):
        return no("nothing_to_cover", "H5", 13)
    return None


def open_tiles(state: State, player: Player) -> list[str]:
    """The places of all tiles this player may take."""
    return [place for place in (*PLACES, *ADVANCED_PLACES) if why_not_tile(state, player, place) is None]


def judge_tile(desk: Desk, move: Move) -> Illegal | None:
    """H3: a technology tile is chosen."""
    place = move["place"]
    problem = why_not_tile(desk.state, desk.player(), place)
    if problem is not None:
        return problem
    desk.done()
    if place in ADVANCED_PLACES:
        desk.then("cover", what=place)
        return None
    tile = desk.state.techs[PLACES.index(place)]
    desk.emit("tile", "H3", 13, seat=desk.seat, place=place, tile=tile)
    _once(desk, tile, "standard_tech", "P1")
    desk.then("up", what=place if place in TRACKS else "")
    return None


def judge_cover(desk: Desk, move: Move) -> Illegal | None:
    """H5, H6: an advanced tile covers a standard one; a green token is flipped; then its effect and the advance."""
    task, player, tile = desk.rest[0], desk.player(), move["tile"]
    if tile not in player.techs or tile in player.covered:
        return no("cannot_cover", "H5", 13, tile=tile)
    desk.done()
    seat, place = desk.seat, task.what
    taken = desk.state.advanced[ADVANCED_PLACES.index(place)]
    desk.emit("covered", "H5", 13, seat=seat, tile=tile)
    desk.emit("flipped", "H5", 13, seat=seat, token=player.green.index(True))
    desk.emit("tile", "H5", 13, seat=seat, place=place, tile=taken)
    _once(desk, taken, "advanced_tech", "P2")
    own = taken == "advtech2" and not desk.state.rules.adv2_own
    desk.then("up", a=1 if own else 0)
    return None


def _once(desk: Desk, tile: str, category: str, rule: str) -> None:
    tech = TECHS[tile]
    if tech.kind == "once":
        times = amount(desk.state, desk.player(), tech.per)
        desk.gain(desk.seat, gain(tech.gain), tile, rule, category, times)


def judge_token(desk: Desk, move: Move) -> Illegal | None:
    """K1: the rewards of one own federation token again."""
    token = move["token"]
    if token not in desk.player().tokens:
        return no("token_not_owned", "K1", 16, token=token)
    desk.done()
    desk.gain(desk.seat, gain(TOKEN[token].gain), token, "K1", "qic_actions")
    return None
