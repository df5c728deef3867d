"""K: power, QIC and special actions."""

from __future__ import annotations

from collections.abc import Iterator

from tableside.core.moves import Move, text
from tableside.core.rulebook import play
from tableside.core.ruling import Illegal
from tableside.games.gaia_project import changes
from tableside.games.gaia_project.counts import amount
from tableside.games.gaia_project.prices import mine_targets, project_targets, station_spots
from tableside.games.gaia_project.records import (
    ACTIONS,
    CAPS,
    FACTION_SPECIALS,
    FACTIONS,
    NAV,
    RANGE,
    SLUG,
    SPECIALS,
    STRUCTURES,
    Gain,
    gain,
)
from tableside.games.gaia_project.refusal import no
from tableside.games.gaia_project.rules.effects import FIELD, change, receive, score, spend, then
from tableside.games.gaia_project.rules.reasons import least_lacking
from tableside.games.gaia_project.rules.research import open_tiles
from tableside.games.gaia_project.state import Player, State, Turn, count, spendable

STATIONS = 6


def all_lost(player: Player, what: Gain) -> bool:
    """Whether nothing of this gain could be kept."""
    for unit, _ in what:
        if unit in ("c", "o", "k"):
            name = FIELD[unit]
            if getattr(player, name) < CAPS[name]:
                return False
        elif unit == "pw":
            if 2 * player.bowl1 + player.bowl2 + (1 if player.stone in (1, 2) else 0):
                return False
        else:
            return False
    return True


@play
def action(turn: Turn, action: str) -> Illegal | None:
    """K1: a power or QIC space of the research board."""
    space = ACTIONS.get(action)
    if space is None:
        return no("no_action", "K1", action=action)
    state, me, player = turn.state, turn.me, turn.state.players[turn.me]
    if action in state.used:
        return no("action_used", "K1")
    if space.power:
        if spendable(player) < space.power:
            return no("power_missing", "K1", n=space.power - spendable(player))
    elif player.qic < space.qic:
        return no("missing", "K1", missing=(text(f"{SLUG}.amount.q", n=space.qic - player.qic),))
    if not state.rules.wasted and space.gain and all_lost(player, gain(space.gain)):
        return no("wasted_gain", "Q8")
    turn.do(changes.marked, "K1", me, action, False)
    if space.power:
        spend(turn, me, space.power, "action")
    else:
        change(turn, me, "action", "K1", qic=-space.qic)
    if space.steps:
        if next(mine_targets(turn.state, me, space.steps), None) is None:
            return no("no_mine_possible", "K2")
        then(turn, "mine", me, a=space.steps)
    elif action == "qic1":
        if not open_tiles(state, player):
            return no("no_tile_possible", "K1")
        then(turn, "tile", me)
    elif action == "qic2":
        if not player.tokens:
            return no("no_token_possible", "K1")
        then(turn, "token", me)
    elif action == "qic3":
        score(turn, me, 3 + amount(state, player, "type"), "qic_actions", "K1", action)
    else:
        receive(turn, me, gain(space.gain), action, "K1")
    turn.do(changes.acted, "E1")
    return None


@action.lists
def _actions(turn: Turn) -> Iterator[Move]:
    return (action.move(turn.seat, name) for name in ACTIONS)


@action.why_none
def _no_action(turn: Turn) -> Illegal:
    free = (action.move(turn.seat, name) for name in ACTIONS if name not in turn.state.used)
    return least_lacking(turn, "action", "K1", free)


def specials(player: Player) -> dict[str, str]:
    """K2: the special action spaces of this player and what they do."""
    found = {tile: SPECIALS[tile] for tile in player.techs if tile in SPECIALS and tile not in player.covered}
    found |= {tile: SPECIALS[tile] for tile in player.advanced if tile in SPECIALS}
    if player.booster in SPECIALS:
        found[player.booster] = SPECIALS[player.booster]
    if player.academy2:
        found["academy"] = FACTIONS[player.faction].academy
    if player.faction == "bescods":
        found["faction"] = "up-lowest"
    elif player.institute and player.faction in FACTION_SPECIALS:
        found["faction"] = FACTION_SPECIALS[player.faction]
    return found


@play
def special(turn: Turn, action: str) -> Illegal | None:
    """K2: a special action space."""
    me, player = turn.me, turn.state.players[turn.me]
    effect = specials(player).get(action)
    if effect is None:
        return no("not_your_special", "K2")
    if action in player.used:
        return no("special_used", "K2")
    problem = _why_not_special(turn.state, me, effect)
    if problem is not None:
        return problem
    turn.do(changes.marked, "K2", me, action, True)
    match effect:
        case "step":
            then(turn, "mine", me, a=1)
        case "range+3":
            then(turn, "mine", me, b=3)
        case "up-lowest":
            then(turn, "up", me, what="lowest")
        case "swap-PI":
            then(turn, "swap", me)
        case "space-station":
            then(turn, "station", me)
        case "down-lab":
            then(turn, "downgrade", me)
        case _:
            receive(turn, me, gain(effect), action, "K2")
    turn.do(changes.acted, "E1")
    return None


@special.lists
def _specials(turn: Turn) -> Iterator[Move]:
    return (special.move(turn.seat, name) for name in specials(turn.state.players[turn.me]))


@special.why_none
def _no_special(turn: Turn) -> Illegal:
    return least_lacking(turn, "special", "K2", _specials(turn))


def _why_not_special(state: State, seat: int, effect: str) -> Illegal | None:
    """E2: what keeps a special action from being done whole, or None."""
    player = state.players[seat]
    match effect:
        case "step":
            if next(mine_targets(state, seat, 1), None) is None:
                return no("no_mine_possible", "K2")
        case "range+3":
            nowhere = next(mine_targets(state, seat, 0, 3), None) is None
            if nowhere and next(project_targets(state, seat, 3), None) is None:
                return no("no_mine_possible", "K2")
        case "swap-PI":
            if not player.mines:
                return no("swap_needs_mine", "O6")
        case "space-station":
            if player.outposts.bit_count() >= STATIONS:
                return no("no_piece", "A1", piece=text(f"{SLUG}.piece.sp"))
            if not station_spots(state, seat):
                return no("no_spot", "F2", range=RANGE[player.research[NAV]])
        case "down-lab":
            if not player.labs:
                return no("downgrade_needs_lab", "O11")
            if count(player, "ts") >= STRUCTURES["ts"].pieces:
                return no("no_piece", "A2", piece=text(f"{SLUG}.piece.ts"))
        case "up-lowest":
            return None
        case _:
            if not state.rules.wasted and all_lost(player, gain(effect)):
                return no("wasted_gain", "Q8")
    return None


PLAYS = (action, special)
