"""What each event changes. Nothing is judged here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tableside.core.moves import Event
from tableside.games.gaia_project.content import (
    BOOSTERS,
    CATEGORIES,
    FACTIONS,
    FORMER_LEVELS,
    TECHS,
    TOKENS,
    TRACK,
    TRACKS,
)
from tableside.games.gaia_project.state import PIECES, Player, State, Task, count, evolve, with_player

Args = dict[str, Any]


def apply(state: State, event: Event) -> State:
    """The state after an event."""
    return EFFECTS[event.kind](state, dict(event.args))


def _resources(state: State, args: Args) -> State:
    seat = args["seat"]
    player = state.players[seat]
    fields = player.__dict__
    return with_player(state, seat, evolve(player, **{name: fields[name] + n for name, n in args["what"]}))


def _scored(state: State, args: Args) -> State:
    seat = args["seat"]
    player = state.players[seat]
    place = CATEGORIES.index(args["category"])
    tally = player.tally
    tally = (*tally[:place], tally[place] + args["points"], *tally[place + 1 :])
    return with_player(state, seat, evolve(player, tally=tally))


def without(income: tuple[str, ...], icon: str) -> tuple[str, ...]:
    """The income icons without the first one like this."""
    if icon not in income:
        return income
    place = income.index(icon)
    return income[:place] + income[place + 1 :]


def _placed(state: State, args: Args) -> State:
    seat, piece, old = args["seat"], args["piece"], args["old"]
    player = state.players[seat]
    bit = 1 << state.map.number[args["hex"]]
    changes: Args = {"land": player.land | bit}
    rows = FACTIONS[player.faction].rows
    income = player.income
    if old:
        changes[PIECES[old]] = getattr(player, PIECES[old]) & ~bit
        for spec in rows[old][count(player, old) - 1]:
            income = without(income, f"{old}|{spec}")
    if piece in PIECES:
        changes[PIECES[piece]] = getattr(player, PIECES[piece]) | bit
        income += tuple(f"{piece}|{spec}" for spec in rows[piece][count(player, piece)])
        if player.projects & bit:
            changes["projects"] = player.projects & ~bit
    elif piece == "guest":
        changes["guests"] = player.guests | bit
        income += tuple(f"m|{spec}" for spec in rows["m"][count(player, "m")])
    elif piece == "lost":
        changes["lost"] = bit
        state = evolve(state, lost=bit)
    elif piece == "gf":
        changes = {"projects": player.projects | bit}
    else:
        changes = {"outposts": player.outposts | bit}
    changes["income"] = income
    return with_player(state, seat, evolve(player, **changes))


def _swapped(state: State, args: Args) -> State:
    seat = args["seat"]
    player = state.players[seat]
    bit = 1 << state.map.number[args["hex"]]
    return with_player(state, seat, evolve(player, mines=player.mines & ~bit | player.institute, institute=bit))


def _joined(state: State, args: Args) -> State:
    seat = args["seat"]
    player = state.players[seat]
    mask = state.map.mask(args["hexes"])
    return with_player(state, seat, evolve(player, federated=player.federated | mask))


def _federated(state: State, args: Args) -> State:
    seat = args["seat"]
    player = state.players[seat]
    mask = state.map.mask(args["hexes"])
    satellites = mask & ~(player.land | player.outposts)
    return with_player(
        state,
        seat,
        evolve(
            player,
            federated=player.federated | mask,
            satellites=player.satellites | satellites,
            federations=player.federations + 1,
        ),
    )


def _advanced(state: State, args: Args) -> State:
    seat, track = args["seat"], args["track"]
    player = state.players[seat]
    place = TRACKS.index(track)
    level = player.research[place]
    research = (*player.research[:place], level + 1, *player.research[place + 1 :])
    changes: Args = {"research": research}
    icons = TRACK[track].income
    income = player.income
    if icons[level + 1]:
        income += (f"{track}|{icons[level + 1]}",)
    if icons[level]:
        income = without(income, f"{track}|{icons[level]}")
    changes["income"] = income
    if track == "gaia" and level + 1 in FORMER_LEVELS:
        changes["formers"] = player.formers + 1
    return with_player(state, seat, evolve(player, **changes))


def _tile(state: State, args: Args) -> State:
    seat, place, tile = args["seat"], args["place"], args["tile"]
    player = state.players[seat]
    changes: Args = {}
    income = player.income
    if place.startswith("adv-"):
        number = TRACKS.index(place[4:])
        left = state.advanced
        state = evolve(state, advanced=(*left[:number], "", *left[number + 1 :]))
        changes["advanced"] = (*player.advanced, tile)
    else:
        changes["techs"] = (*player.techs, tile)
    if TECHS[tile].kind == "income":
        income += (f"{tile}|{TECHS[tile].gain}",)
    changes["income"] = income
    return with_player(state, seat, evolve(player, **changes))


def _covered(state: State, args: Args) -> State:
    seat, tile = args["seat"], args["tile"]
    player = state.players[seat]
    income = without(player.income, f"{tile}|{TECHS[tile].gain}")
    return with_player(state, seat, evolve(player, covered=(*player.covered, tile), income=income))


def _token(state: State, args: Args) -> State:
    seat, token = args["seat"], args["token"]
    player = state.players[seat]
    if args["whence"] == "supply":
        place = TOKENS.index(token)
        supply = state.supply
        state = evolve(state, supply=(*supply[:place], supply[place] - 1, *supply[place + 1 :]))
    elif args["whence"] == "track":
        state = evolve(state, token="")
    green = (*player.green, token != "fed1")
    return with_player(state, seat, evolve(player, tokens=(*player.tokens, token), green=green))


def _flipped(state: State, args: Args) -> State:
    seat = args["seat"]
    player = state.players[seat]
    place = args["token"]
    green = (*player.green[:place], False, *player.green[place + 1 :])
    return with_player(state, seat, evolve(player, green=green))


def _marked(state: State, args: Args) -> State:
    seat, action = args["seat"], args["action"]
    if args["own"]:
        player = state.players[seat]
        return with_player(state, seat, evolve(player, used=(*player.used, action)))
    return evolve(state, used=(*state.used, action))


def _boosted(state: State, args: Args) -> State:
    seat, booster, back = args["seat"], args["booster"], args["back"]
    player = state.players[seat]
    pool = tuple(other for other in state.boosters if other != booster)
    if back:
        pool += (back,)
    income = player.income
    if booster:
        income += (f"booster|{BOOSTERS[booster].income}",)
    return evolve(with_player(state, seat, evolve(player, booster=booster, income=income)), boosters=pool)


def _passed(state: State, args: Args) -> State:
    seat = args["seat"]
    order = state.order
    return evolve(state, order=tuple(other for other in order if other != seat), passed=(*state.passed, seat))


def _todo(state: State, args: Args) -> State:
    return evolve(state, todo=tuple(Task(*task) for task in args["tasks"]))


def _flow(state: State, args: Args) -> State:
    return evolve(state, **args)


def _formed(state: State, args: Args) -> State:
    return evolve(state, formed=state.formed | state.map.mask(args["hexes"]))


def _cleaned(state: State, args: Args) -> State:
    players = tuple(evolve(player, used=()) for player in state.players)
    return evolve(state, players=players, used=(), passed=(), order=args["order"], turn=args["order"][0])


def _boosters_paid(state: State, args: Args) -> State:
    players = tuple(
        evolve(player, income=tuple(icon for icon in player.income if not icon.startswith("booster|")))
        for player in state.players
    )
    return evolve(state, players=players)


def _faction(state: State, args: Args) -> State:
    seat, name = args["seat"], args["faction"]
    return with_player(state, seat, evolve(state.players[seat], faction=name))


def _bid(state: State, args: Args) -> State:
    seat, name = args["seat"], args["faction"]
    for number, player in enumerate(state.players):
        if player.faction == name:
            state = with_player(state, number, evolve(player, faction="", bid=0))
    return with_player(state, seat, evolve(state.players[seat], faction=name, bid=args["points"]))


def _board(state: State, args: Args) -> State:
    """B6: what is printed on the faction board is put there; level 1 comes as an advance of its own."""
    seat = args["seat"]
    player = state.players[seat]
    board = FACTIONS[player.faction]
    tally = (10, *player.tally[1:])
    return with_player(
        state,
        seat,
        Player(
            faction=player.faction,
            credits=board.credits,
            ore=board.ore,
            knowledge=board.knowledge,
            qic=board.qic,
            bowl1=board.bowls[0],
            bowl2=board.bowls[1],
            bowl3=board.bowls[2],
            stone=board.stone,
            income=tuple(f"base|{spec}" for spec in board.income),
            tally=tally,
            bid=player.bid,
            bonus=player.bonus,
        ),
    )


EFFECTS: dict[str, Callable[[State, Args], State]] = {
    "resources": _resources,
    "scored": _scored,
    "placed": _placed,
    "swapped": _swapped,
    "joined": _joined,
    "federated": _federated,
    "advanced": _advanced,
    "tile": _tile,
    "covered": _covered,
    "token": _token,
    "flipped": _flipped,
    "marked": _marked,
    "boosted": _boosted,
    "passed": _passed,
    "todo": _todo,
    "flow": _flow,
    "formed": _formed,
    "cleaned": _cleaned,
    "boosters_paid": _boosters_paid,
    "faction": _faction,
    "bid": _bid,
    "board": _board,
}
