"""What each event changes on the table, a function of its name; nothing is judged here."""

from __future__ import annotations

from typing import Any

from tableside.games.gaia_project.map_geometry import Place
from tableside.games.gaia_project.records import (
    BOOSTERS,
    CATEGORIES,
    FACTIONS,
    FORMER_LEVELS,
    START_POINTS,
    TECHS,
    TOKENS,
    TRACK,
    TRACKS,
)
from tableside.games.gaia_project.state import PIECES, Phase, Player, State, Task, count, evolve, settled, with_player

Changed = tuple[tuple[str, int], ...]
"""Fields of a player, and by how much each changes."""


def _without(income: tuple[str, ...], icon: str) -> tuple[str, ...]:
    """The income icons without the first one like this."""
    if icon not in income:
        return income
    place = income.index(icon)
    return income[:place] + income[place + 1 :]


# -- the table is laid out -------------------------------------------------------------------------


def tiles_laid(state: State, boosters: tuple[str, ...], rounds: tuple[str, ...], finals: tuple[str, ...]) -> State:
    """Boosters, round tiles and final tiles lie there."""
    return evolve(state, boosters=boosters, rounds=rounds, finals=finals, phase="board")


def board_laid(
    state: State, techs: tuple[str, ...], advanced: tuple[str, ...], token: str, supply: tuple[int, ...]
) -> State:
    """The tiles of the research board lie there."""
    phase: Phase = "factions" if state.places else "map"
    queue = tuple(range(len(state.players)))
    return evolve(state, techs=techs, advanced=advanced, token=token, supply=supply, phase=phase, queue=queue)


def map_laid(state: State, places: tuple[Place, ...]) -> State:
    """The sectors lie there."""
    return evolve(state, places=places, phase="factions")


def faction(state: State, seat: int, faction: str) -> State:
    """A player has this faction."""
    return with_player(state, seat, evolve(state.players[seat], faction=faction))


def pooled(state: State, pool: tuple[str, ...]) -> State:
    """These factions are in play."""
    return evolve(state, pool=pool)


def seated(state: State, seating: tuple[int, ...]) -> State:
    """The players sit in this order."""
    return evolve(state, seating=seating)


def bid(state: State, seat: int, faction: str, points: int) -> State:
    """A player has bid for a faction; whoever had it has none."""
    for number, player in enumerate(state.players):
        if player.faction == faction:
            state = with_player(state, number, evolve(player, faction="", bid=0))
    return with_player(state, seat, evolve(state.players[seat], faction=faction, bid=points))


def board(state: State, seat: int) -> State:
    """B6: what is printed on the faction board is put there; level 1 comes as an advance of its own."""
    player = state.players[seat]
    printed = FACTIONS[player.faction]
    first, second, third = printed.bowls
    laid = Player(
        faction=player.faction,
        credits=printed.credits,
        ore=printed.ore,
        knowledge=printed.knowledge,
        qic=printed.qic,
        bowl1=first,
        bowl2=second,
        bowl3=third,
        stone=printed.stone,
        income=tuple(f"base|{spec}" for spec in printed.income),
        tally=(START_POINTS, *player.tally[1:]),
        bid=player.bid,
        bonus=player.bonus,
        willing=player.willing,
    )
    return with_player(state, seat, laid)


# -- resources and points --------------------------------------------------------------------------


def resources(state: State, seat: int, what: Changed, why: str) -> State:
    """Resources or tokens of a player change."""
    player = state.players[seat]
    fields = player.__dict__
    return with_player(state, seat, evolve(player, **{name: fields[name] + n for name, n in what}))


def scored(state: State, seat: int, points: int, category: str, why: str) -> State:
    """A player's points change."""
    player = state.players[seat]
    place = CATEGORIES.index(category)
    tally = player.tally
    return with_player(state, seat, evolve(player, tally=(*tally[:place], tally[place] + points, *tally[place + 1 :])))


def willing(state: State, seat: int, points: int) -> State:
    """How much a player pays for a charge unasked."""
    return with_player(state, seat, evolve(state.players[seat], willing=points))


# -- on the map ------------------------------------------------------------------------------------


def placed(state: State, seat: int, piece: str, hex: str, old: str) -> State:
    """A piece stands on a hex, in the place of an old one or not."""
    player = state.players[seat]
    bit = 1 << state.map.number[hex]
    if piece == "gf":
        return with_player(state, seat, evolve(player, projects=player.projects | bit))
    if piece == "sp":
        return with_player(state, seat, evolve(player, outposts=player.outposts | bit))
    rows, income = FACTIONS[player.faction].rows, player.income
    fields: dict[str, Any] = {"land": player.land | bit}
    if old:
        fields[PIECES[old]] = getattr(player, PIECES[old]) & ~bit
        for spec in rows[old][count(player, old) - 1]:
            income = _without(income, f"{old}|{spec}")
    if piece in PIECES:
        fields[PIECES[piece]] = getattr(player, PIECES[piece]) | bit
        income += tuple(f"{piece}|{spec}" for spec in rows[piece][count(player, piece)])
        if player.projects & bit:
            fields["projects"] = player.projects & ~bit
    elif piece == "guest":
        fields["guests"] = player.guests | bit
        income += tuple(f"m|{spec}" for spec in rows["m"][count(player, "m")])
    else:
        fields["lost"] = bit
        state = evolve(state, lost=bit)
    return with_player(state, seat, evolve(player, income=income, **fields))


def swapped(state: State, seat: int, hex: str) -> State:
    """The institute and a mine change places."""
    player = state.players[seat]
    bit = 1 << state.map.number[hex]
    return with_player(state, seat, evolve(player, mines=player.mines & ~bit | player.institute, institute=bit))


def joined(state: State, seat: int, hexes: tuple[str, ...]) -> State:
    """Hexes join a federation."""
    player = state.players[seat]
    return with_player(state, seat, evolve(player, federated=player.federated | state.map.mask(hexes)))


def federated(state: State, seat: int, hexes: tuple[str, ...]) -> State:
    """A federation is formed or enlarged; where no piece stands a satellite is put."""
    player = state.players[seat]
    mask = state.map.mask(hexes)
    satellites = player.satellites | mask & ~(player.land | player.outposts)
    federated = player.federated | mask
    federations = player.federations + 1
    return with_player(state, seat, evolve(player, federated=federated, satellites=satellites, federations=federations))


def formed(state: State, hexes: tuple[str, ...]) -> State:
    """Transdim planets become Gaia planets."""
    return evolve(state, formed=state.formed | state.map.mask(hexes))


# -- research, tiles and tokens --------------------------------------------------------------------


def advanced(state: State, seat: int, track: str) -> State:
    """A player goes one level up."""
    player = state.players[seat]
    place = TRACKS.index(track)
    level = player.research[place]
    icons, income = TRACK[track].income, player.income
    if icons[level + 1]:
        income += (f"{track}|{icons[level + 1]}",)
    if icons[level]:
        income = _without(income, f"{track}|{icons[level]}")
    research = (*player.research[:place], level + 1, *player.research[place + 1 :])
    formers = player.formers + (1 if track == "gaia" and level + 1 in FORMER_LEVELS else 0)
    return with_player(state, seat, evolve(player, research=research, income=income, formers=formers))


def tile(state: State, seat: int, place: str, tile: str) -> State:
    """A player takes the technology tile of this place."""
    player = state.players[seat]
    techs, special, income = player.techs, player.advanced, player.income
    if place.startswith("adv-"):
        number = TRACKS.index(place[4:])
        state = evolve(state, advanced=(*state.advanced[:number], "", *state.advanced[number + 1 :]))
        special = (*special, tile)
    else:
        techs = (*techs, tile)
    if TECHS[tile].kind == "income":
        income += (f"{tile}|{TECHS[tile].gain}",)
    return with_player(state, seat, evolve(player, techs=techs, advanced=special, income=income))


def covered(state: State, seat: int, tile: str) -> State:
    """A standard tile is covered and works no more."""
    player = state.players[seat]
    income = _without(player.income, f"{tile}|{TECHS[tile].gain}")
    return with_player(state, seat, evolve(player, covered=(*player.covered, tile), income=income))


def token(state: State, seat: int, token: str, whence: str) -> State:
    """A player gets a federation token, from the supply, the track or the own board."""
    player = state.players[seat]
    if whence == "supply":
        place, supply = TOKENS.index(token), state.supply
        state = evolve(state, supply=(*supply[:place], supply[place] - 1, *supply[place + 1 :]))
    elif whence == "track":
        state = evolve(state, token="")
    green = (*player.green, token != "fed1")
    return with_player(state, seat, evolve(player, tokens=(*player.tokens, token), green=green))


def flipped(state: State, seat: int, token: int) -> State:
    """One of the player's federation tokens turns grey."""
    player = state.players[seat]
    green = (*player.green[:token], False, *player.green[token + 1 :])
    return with_player(state, seat, evolve(player, green=green))


def marked(state: State, seat: int, action: str, own: bool) -> State:
    """An action space is used for this round."""
    if own:
        player = state.players[seat]
        return with_player(state, seat, evolve(player, used=(*player.used, action)))
    return evolve(state, used=(*state.used, action))


def boosted(state: State, seat: int, booster: str, back: str) -> State:
    """A player takes a booster and gives the old one back."""
    player = state.players[seat]
    pool = tuple(other for other in state.boosters if other != booster) + ((back,) if back else ())
    income = _without(player.income, f"booster|{BOOSTERS[back].income}") if back else player.income
    income += (f"booster|{BOOSTERS[booster].income}",) if booster else ()
    return evolve(with_player(state, seat, evolve(player, booster=booster, income=income)), boosters=pool)


# -- rounds and turns ------------------------------------------------------------------------------


def passed(state: State, seat: int) -> State:
    """A player is out of this round."""
    order = tuple(other for other in state.order if other != seat)
    return evolve(state, order=order, passed=(*state.passed, seat))


def todo(state: State, tasks: tuple[tuple[str, int, int, int, str], ...]) -> State:
    """This is to be done or decided, the next first."""
    return evolve(state, todo=tuple(Task(*task) for task in tasks))


def cleaned(state: State, order: tuple[int, ...]) -> State:
    """Action spaces are free again, and the next round has its order."""
    players = tuple(evolve(player, used=()) for player in state.players)
    return evolve(state, players=players, used=(), passed=(), order=order, turn=order[0])


def boosters_paid(state: State) -> State:
    """The boosters have paid their income."""
    players = tuple(
        evolve(player, income=tuple(icon for icon in player.income if not icon.startswith("booster|")))
        for player in state.players
    )
    return evolve(state, players=players)


def round_begun(state: State, round: int, queue: tuple[int, ...], sources: tuple[str, ...]) -> State:
    """A round begins with the income of the first player."""
    return evolve(state, round=round, phase="income", queue=queue, sources=sources)


def phase_begun(state: State, phase: Phase, queue: tuple[int, ...]) -> State:
    """A phase begins, with these seats to come."""
    return evolve(state, phase=phase, queue=queue, acted=False)


def income_left(state: State, queue: tuple[int, ...], sources: tuple[str, ...]) -> State:
    """These seats still get income, the first of them from these sources."""
    return evolve(state, queue=queue, sources=sources)


def next_seats(state: State, queue: tuple[int, ...]) -> State:
    """These seats come next."""
    return evolve(state, queue=queue, acted=False)


def acted(state: State) -> State:
    """The action of this turn, or the choice of the Gaia phase, is made."""
    return evolve(state, acted=True)


def built(state: State, built: tuple[tuple[int, int], ...]) -> State:
    """Who built where, so that others may charge."""
    return evolve(state, built=built)


def turned(state: State, turn: int) -> State:
    """The turn goes on to this seat."""
    return evolve(state, turn=turn, acted=False, built=())


def turns_ended(state: State, phase: Phase) -> State:
    """All have passed: clean-up, or the final scoring."""
    return evolve(state, phase=phase, acted=False, built=())


# -- told as it is ---------------------------------------------------------------------------------


def telling(state: State, telling: int) -> State:
    """The table tells what lies there, or has told it."""
    return evolve(state, telling=telling)


def removed(state: State, seat: int, hex: str) -> State:
    """Whatever a player has on this hex is taken away; a federation loses the hex."""
    player, keep = state.players[seat], ~(1 << state.map.number[hex])
    if player.lost & ~keep:
        state = evolve(state, lost=0)
    fields = (*PIECES.values(), "guests", "lost", "projects", "outposts", "land", "federated")
    left = evolve(player, **{name: getattr(player, name) & keep for name in fields})
    return with_player(state, seat, settled(left, state.phase))


def disbanded(state: State, seat: int) -> State:
    """A player has no federation and no satellites."""
    return with_player(state, seat, evolve(state.players[seat], federated=0, satellites=0, federations=0))


def levelled(state: State, seat: int, track: str, level: int) -> State:
    """A player's marker is on this level; income and Gaiaformers follow it."""
    player, place = state.players[seat], TRACKS.index(track)
    research = (*player.research[:place], level, *player.research[place + 1 :])
    return with_player(state, seat, settled(evolve(player, research=research), state.phase))


def resumed(state: State, round: int, turn_of: int, passed: tuple[int, ...], order: tuple[int, ...]) -> State:
    """The game goes on in the action phase of this round."""
    state = boosters_paid(evolve(state, round=round, turn=turn_of, passed=passed, order=order, phase="actions"))
    players = tuple(settled(player, state.phase) for player in state.players)
    return evolve(state, players=players, queue=(), acted=False, telling=0)


CHANGES = (
    tiles_laid,
    board_laid,
    map_laid,
    faction,
    pooled,
    seated,
    bid,
    board,
    resources,
    scored,
    willing,
    placed,
    swapped,
    joined,
    federated,
    formed,
    advanced,
    tile,
    covered,
    token,
    flipped,
    marked,
    boosted,
    passed,
    todo,
    cleaned,
    boosters_paid,
    round_begun,
    phase_begun,
    income_left,
    next_seats,
    acted,
    built,
    turned,
    turns_ended,
    telling,
    removed,
    disbanded,
    levelled,
    resumed,
)
