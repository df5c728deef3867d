"""K and L: power, QIC and special actions, free actions, passing."""

from __future__ import annotations

from collections.abc import Iterator

from tableside.core.moves import Move, text
from tableside.core.ruling import Illegal
from tableside.games.gaia_project.content import (
    ACTIONS,
    BOOSTERS,
    CAPS,
    CONVERSIONS,
    FACTION_SPECIALS,
    FACTIONS,
    ROUNDS,
    SLUG,
    SPECIALS,
    STRUCTURES,
    TECHS,
    Gain,
    gain,
)
from tableside.games.gaia_project.desk import FIELD, Desk, no
from tableside.games.gaia_project.geometry import bits
from tableside.games.gaia_project.rules.building import (
    Price,
    mine_price,
    missing,
    project_price,
    project_tokens,
    station_spots,
    wasteful,
)
from tableside.games.gaia_project.rules.counts import amount
from tableside.games.gaia_project.rules.research import open_tiles
from tableside.games.gaia_project.state import Player, State, count, free_formers, loose, spendable


def mine_targets(state: State, seat: int, free: int = 0, more: int = 0) -> Iterator[tuple[int, Price]]:
    """Every hex where this player can build and pay a mine now."""
    player = state.players[seat]
    geometry = state.map
    planets = (geometry.planets | state.lost) & ~(geometry.of["m"] & ~state.formed) & ~player.land
    if player.faction != "lantids":
        for other in state.players:
            planets &= ~other.land
    for hex in bits(planets):
        price = mine_price(state, seat, hex, free, more)
        if isinstance(price, Illegal) or missing(player, price.credits, price.ore, price.qic) is not None:
            continue
        if wasteful(state, seat, hex, price, free, more) is None:
            yield hex, price


def project_targets(state: State, seat: int, more: int = 0) -> Iterator[int]:
    """Every hex where this player can start and pay a Gaia project now."""
    player = state.players[seat]
    if free_formers(player) <= 0 or loose(player) < project_tokens(player):
        return
    for hex in bits(state.map.of["m"] & ~state.formed):
        price = project_price(state, seat, hex, more)
        if isinstance(price, Illegal) or price.qic > player.qic:
            continue
        if wasteful(state, seat, hex, price, 0, more) is None:
            yield hex


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


def judge_action(desk: Desk, move: Move) -> Illegal | None:
    """K1: a power or QIC space of the research board."""
    name = move["action"]
    action = ACTIONS.get(name)
    if action is None:
        return no("no_action", "K1", 16, action=name)
    state, seat, player = desk.state, desk.seat, desk.player()
    if name in state.used:
        return no("action_used", "K1", 16)
    if action.power:
        if spendable(player) < action.power:
            return no("power_missing", "K1", 16, n=action.power - spendable(player))
    elif player.qic < action.qic:
        return no("missing", "K1", 16, missing=(text(f"{SLUG}.amount.q", n=action.qic - player.qic),))
    if not state.rules.wasted and action.gain and all_lost(player, gain(action.gain)):
        return no("wasted_gain", "Q8")
    desk.emit("marked", "K1", 16, seat=seat, action=name, own=False)
    if action.power:
        desk.spend(seat, action.power, "action")
    else:
        desk.change(seat, "action", "K1", qic=-action.qic)
    if action.steps:
        if next(mine_targets(desk.state, seat, action.steps), None) is None:
            return no("no_mine_possible", "K2", 16)
        desk.then("mine", a=action.steps)
    elif name == "qic1":
        if not open_tiles(state, player):
            return no("no_tile_possible", "K1", 16)
        desk.then("tile")
    elif name == "qic2":
        if not player.tokens:
            return no("no_token_possible", "K1", 16)
        desk.then("token")
    elif name == "qic3":
        desk.score(seat, 3 + amount(state, player, "type"), "qic_actions", "K1", name)
    else:
        desk.gain(seat, gain(action.gain), name, "K1")
    desk.emit("flow", "E1", 10, acted=True)
    return None


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


def judge_special(desk: Desk, move: Move) -> Illegal | None:
    """K2: a special action space."""
    name, state, seat, player = move["action"], desk.state, desk.seat, desk.player()
    effect = specials(player).get(name)
    if effect is None:
        return no("not_your_special", "K2", 16)
    if name in player.used:
        return no("special_used", "K2", 16)
    problem = why_not_special(state, seat, effect)
    if problem is not None:
        return problem
    desk.emit("marked", "K2", 16, seat=seat, action=name, own=True)
    match effect:
        case "step":
            desk.then("mine", a=1)
        case "range+3":
            desk.then("mine", b=3)
        case "up-lowest":
            desk.then("up", what="lowest")
        case "swap-PI":
            desk.then("swap")
        case "space-station":
            desk.then("station")
        case "down-lab":
            desk.then("downgrade")
        case _:
            desk.gain(seat, gain(effect), name, "K2")
    desk.emit("flow", "E1", 10, acted=True)
    return None


def why_not_special(state: State, seat: int, effect: str) -> Illegal | None:
    """E2: what keeps a special action from being done whole, or None."""
    player = state.players[seat]
    match effect:
        case "step":
            if next(mine_targets(state, seat, 1), None) is None:
                return no("no_mine_possible", "K2", 16)
        case "range+3":
            if (
                next(mine_targets(state, seat, 0, 3), None) is None
                and next(project_targets(state, seat, 3), None) is None
            ):
                return no("no_mine_possible", "K2", 16)
        case "swap-PI":
            if not player.mines:
                return no("swap_needs_mine", "O6")
        case "space-station":
            if player.outposts.bit_count() >= 6:
                return no("no_piece", "A1", 2, piece=text(f"{SLUG}.piece.sp"))
            if not station_spots(state, seat):
                return no("out_of_range", "F2", 11)
        case "down-lab":
            if not player.labs:
                return no("downgrade_needs_lab", "O11")
            if count(player, "ts") >= STRUCTURES["ts"].pieces:
                return no("no_piece", "A2", 3, piece=text(f"{SLUG}.piece.ts"))
        case "up-lowest":
            return None
        case _:
            if not state.rules.wasted and all_lost(player, gain(effect)):
                return no("wasted_gain", "Q8")
    return None


def own_conversions(player: Player) -> set[str]:
    """L2: the free actions this player has."""
    found = {key for key, conversion in CONVERSIONS.items() if not conversion.faction}
    if player.faction in ("nevlas", "baltaks") or (player.faction == "hadsch-hallas" and player.institute):
        found |= {key for key, conversion in CONVERSIONS.items() if conversion.faction == player.faction}
    return found


def judge_convert(desk: Desk, move: Move) -> Illegal | None:
    """L2: one thing is paid, others gained; several of a kind may be taken in one payment."""
    of, into = move["of"], move["into"]
    player, seat = desk.player(), desk.seat
    terrans = bool(desk.rest) and desk.rest[0].kind == "terrans"
    if not into or tuple(sorted(into)) != into:
        return no("no_conversion", "L2", 16)
    for unit in into:
        conversion = CONVERSIONS.get(f"{of}-{unit}")
        if conversion is None or (of == "area") != terrans:
            return no("no_conversion", "L2", 16)
        if not terrans and f"{of}-{unit}" not in own_conversions(player):
            return no("no_conversion", "L2", 16)
    price = sum(CONVERSIONS[f"{of}-{unit}"].price for unit in into)
    have = _have(player, of)
    if have < price:
        return no("missing", "L2", 16, missing=(text(f"{SLUG}.amount.{of}", n=price - have),))
    if not terrans and not desk.state.rules.wasted and all_lost(player, tuple((unit, 1) for unit in into)):
        return no("wasted_gain", "Q8")
    match of:
        case "pw":
            desk.spend(seat, price, "convert")
        case "area":
            desk.change(seat, "convert", "O1", area=-price, bowl2=price)
        case "token":
            desk.change(seat, "convert", "O13", bowl3=-price, area=price)
        case "former":
            desk.change(seat, "convert", "O10", parked=price)
        case _:
            desk.change(seat, "convert", "L2", **{FIELD[of]: -price})
    gained: dict[str, int] = {}
    for unit in into:
        gained[unit] = gained.get(unit, 0) + 1
    desk.gain(seat, tuple(gained.items()), "convert", "L2")
    return None


def _have(player: Player, of: str) -> int:
    match of:
        case "pw":
            return spendable(player)
        case "area":
            return player.area
        case "token":
            return player.bowl3
        case "former":
            return free_formers(player)
    return int(getattr(player, FIELD[of]))


def judge_pass(desk: Desk, move: Move) -> Illegal | None:
    """L1: out of this round; passing pays, and the booster is changed."""
    state, seat, player, booster = desk.state, desk.seat, desk.player(), move["booster"]
    if state.round == ROUNDS:
        if booster != "":
            return no("no_booster_now", "L1", 16)
    elif booster not in state.boosters:
        return no("no_such_booster", "L1", 16)
    back = player.booster
    record = BOOSTERS[back]
    if record.gain:
        desk.gain(seat, gain(record.gain), back, "L1", "boosters", amount(state, player, record.per))
    for tile in player.advanced:
        if TECHS[tile].kind == "pass":
            times = amount(state, player, TECHS[tile].per)
            desk.gain(seat, gain(TECHS[tile].gain), tile, "P2", "advanced_tech", times)
    if state.round == ROUNDS and not state.rules.end_conversion and (player.qic or spendable(player)):
        desk.warn("convert_before_end", "Q10")
    following = next_seat(state)
    desk.emit("boosted", "L1", 16, seat=seat, booster=booster, back=back)
    desk.emit("passed", "L1", 16, seat=seat)
    for builder, hex in state.built:
        desk.then("charges", builder, hex)
    desk.then("turn", a=following)
    return None


def judge_end(desk: Desk, move: Move) -> Illegal | None:
    """E1, M4: the turn ends; others may charge for what was built."""
    state = desk.state
    following = next_seat(state)
    for builder, hex in state.built:
        desk.then("charges", builder, hex)
    desk.then("turn", a=following)
    return None


def next_seat(state: State) -> int:
    """Who comes next in turn order."""
    order = state.order
    return order[(order.index(state.turn) + 1) % len(order)]
