"""What lies on the table is told as it is: to go on with a game under way, and to set the board right by hand.

Nothing is paid, gained or scored by it; goods, bowls and points are set as numbers (`words.counters`). When all is told
the whole table is looked over once, and what cannot be is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from tableside.core.arguments import typed
from tableside.core.game import Choice, Offer
from tableside.core.moves import Move, Text, called, text
from tableside.core.rulebook import play
from tableside.core.ruling import Illegal
from tableside.games.gaia_project import audit, changes
from tableside.games.gaia_project.map_geometry import bits
from tableside.games.gaia_project.names import hex_name, hex_names, special, tile
from tableside.games.gaia_project.records import (
    ACTIONS,
    ADVANCED_PLACES,
    LAST_LEVEL,
    PLACES,
    ROUNDS,
    SLUG,
    STRUCTURES,
    TOKEN,
    TOKENS,
    TRACKS,
)
from tableside.games.gaia_project.refusal import no
from tableside.games.gaia_project.rules.actions import specials
from tableside.games.gaia_project.state import (
    PIECES,
    Player,
    State,
    Turn,
    count,
    evolve,
    planet_at,
    satellites_left,
    structure_at,
)

GONE, FORMER, STATION, LOST, GUEST = "none", "gf", "sp", "lost", "guest"
ON_PLANETS = (*PIECES, GUEST)
SPACE_STATIONS = 6
SIDES = ("green", "grey")


def pieces_for(state: State, seat: int, hex: int) -> Iterator[str]:
    """What could stand here of this player's: by the planet, the faction and the pieces that are left."""
    player, planet, bit = state.players[seat], planet_at(state, hex), 1 << hex
    others = [other for number, other in enumerate(state.players) if number != seat]
    taken = any((other.land | other.projects) & bit for other in others)
    if planet == "e":
        if any((one.satellites | one.outposts) & bit for one in state.players):
            return
        if player.faction == "ivits" and player.outposts.bit_count() < SPACE_STATIONS:
            yield STATION
        if not state.lost:
            yield LOST
    elif taken:
        if player.faction == "lantids" and count(player, "m") < STRUCTURES["m"].pieces:
            yield GUEST
    elif planet != "l":
        yield from (piece for piece in PIECES if count(player, piece) < STRUCTURES[piece].pieces)
        if planet in ("m", "g") and player.projects.bit_count() < player.formers:
            yield FORMER


def standing(player: Player, hex: int) -> str:
    """What this player has here now, a Gaiaformer and a space station too."""
    bit = 1 << hex
    if player.projects & bit:
        return FORMER
    return STATION if player.outposts & bit else structure_at(player, bit)


@play
def stands(turn: Turn, hex: str, piece: str) -> Illegal | None:
    """This piece stands here; whatever the player had here is taken away first."""
    state, me = turn.state, turn.me
    number = state.map.number.get(hex)
    if number is None:
        return no("no_hex", "A4", hex=hex)
    if standing(state.players[me], number):
        turn.do(changes.removed, "A4", me, hex)
    elif piece == GONE:
        return no("nothing_stands", "A4", hex=hex_name(state, hex))
    if piece == GONE:
        return None
    if piece not in pieces_for(turn.state, me, number):
        return no("cannot_stand", "A4", hex=hex_name(state, hex))
    if piece in ON_PLANETS and planet_at(state, number) == "m":
        turn.do(changes.formed, "D3", (hex,))
    turn.do(changes.placed, "A4", me, piece, hex, "")
    return None


@stands.lists_legal
def _stands(turn: Turn) -> Iterator[Move]:
    state, player = turn.state, turn.state.players[turn.me]
    for number, name in state.map.name.items():
        own = standing(player, number)
        bare = changes.removed(state, turn.me, name) if own else state
        for piece in (*pieces_for(bare, turn.me, number), *((GONE,) if own else ())):
            if piece != own:
                yield stands.move(turn.seat, name, piece)


@play
def allied(turn: Turn, hexes: tuple[str, ...]) -> Illegal | None:
    """These planets are one federation, and where no piece stands there is a satellite."""
    state, player = turn.state, turn.state.players[turn.me]
    if not hexes or any(name not in state.map.number for name in hexes):
        return no("no_hexes_chosen", "I6")
    mask = state.map.mask(hexes)
    strange = mask & ~(player.land | player.outposts) & ~(state.map.of["e"] & ~state.lost)
    if strange:
        return no("satellite_place", "I3", hexes=hex_names(state, state.map.names(strange)))
    if not mask & (player.land | player.outposts):
        return no("no_own_planet", "I1")
    if len(state.map.pieces(mask)) != 1:
        return no("not_connected", "I6")
    if (mask & ~(player.land | player.outposts)).bit_count() > satellites_left(state, player):
        return no("satellites_left", "Q1", n=satellites_left(state, player))
    turn.do(changes.federated, "I6", turn.me, state.map.names(mask))
    return None


@allied.lists_legal
def _allied(turn: Turn) -> Iterator[Move]:
    """Every group of structures that lie side by side and belong to no federation yet."""
    state, player = turn.state, turn.state.players[turn.me]
    for group in state.map.pieces((player.land | player.outposts) & ~player.federated):
        yield allied.move(turn.seat, state.map.names(group))


@allied.asks("hexes")
def _allied_hexes(turn: Turn, partial: Move) -> Choice:
    """Own planets and free space, hex by hex."""
    state, player = turn.state, turn.state.players[turn.me]
    space = state.map.of["e"] & ~state.lost
    names = [state.map.name[hex] for hex in bits((player.land | player.outposts | space) & ~player.federated)]
    return turn.ask(partial, "hexes", parts=tuple(Offer(name, hex_name(state, name)) for name in names))


@play
def disbanded(turn: Turn) -> Illegal | None:
    """No federation of this player lies there: all satellites are taken away."""
    player = turn.state.players[turn.me]
    if not player.federated:
        return no("no_own_federation", "I6")
    turn.do(changes.disbanded, "I6", turn.me)
    return None


@play
def level(turn: Turn, track: str, level: int) -> Illegal | None:
    """A marker of the research board is on this level."""
    if track not in TRACKS:
        return no("no_track", "J1", track=track)
    if not 0 <= level <= LAST_LEVEL:
        return no("track_end", "J1", track=track)
    number = TRACKS.index(track)
    others = (player for seat, player in enumerate(turn.state.players) if seat != turn.me)
    if level == LAST_LEVEL and any(other.research[number] == LAST_LEVEL for other in others):
        return no("level_taken", "J3", track=track)
    turn.do(changes.levelled, "J1", turn.me, track, level)
    after = turn.state.players[turn.me]
    if after.projects.bit_count() + after.parked > after.formers:
        return no("audit.formers", "G1", seat=turn.me + 1)
    return None


@level.lists
def _levels(turn: Turn) -> Iterator[Move]:
    research = turn.state.players[turn.me].research
    for track, now in zip(TRACKS, research):
        yield from (level.move(turn.seat, track, n) for n in range(LAST_LEVEL + 1) if n != now)


@level.asks("track")
def _level_of(turn: Turn, partial: Move) -> Choice:
    asked, research = turn.ask(partial, "track"), turn.state.players[turn.me].research
    offers = tuple(
        replace(offer, label=text(f"{SLUG}.track_at", track=text(f"{SLUG}.track.{offer.value}"), level=now))
        for offer, now in zip(asked.offers, research)
    )
    return replace(asked, offers=offers)


@play
def owns(turn: Turn, place: str, under: str) -> Illegal | None:
    """A technology tile lies before the player; an advanced one on top of a standard one."""
    state, player = turn.state, turn.state.players[turn.me]
    if place in PLACES:
        lying = state.techs[PLACES.index(place)]
        if lying in player.techs:
            return no("tile_owned", "H3", tile=lying)
        if under:
            return no("cannot_cover", "H5", tile=under)
        turn.do(changes.tile, "H3", turn.me, place, lying)
        return None
    lying = dict(zip(ADVANCED_PLACES, state.advanced)).get(place, "")
    if not lying:
        return no("no_tile", "H5", place=place)
    if under not in player.techs or under in player.covered:
        return no("cannot_cover", "H5", tile=under)
    turn.do(changes.covered, "H5", turn.me, under)
    turn.do(changes.tile, "H5", turn.me, place, lying)
    return None


@owns.lists_legal
def _owned(turn: Turn) -> Iterator[Move]:
    state, player = turn.state, turn.state.players[turn.me]
    for place, lying in zip(PLACES, state.techs):
        if lying not in player.techs:
            yield owns.move(turn.seat, place, "")
    for place, lying in zip(ADVANCED_PLACES, state.advanced):
        if lying:
            yield from (owns.move(turn.seat, place, one) for one in player.techs if one not in player.covered)


@play
def holds(turn: Turn, token: str, side: str) -> Illegal | None:
    """A federation token lies before the player, green or grey side up."""
    state = turn.state
    if token not in TOKEN or side not in SIDES or (token == TOKENS[0] and side == "green"):
        return no("no_such_token", "I11")
    whence = next((whence for name, whence in _tokens_left(turn) if name == token), "")
    if not whence:
        return no("no_such_token", "I11")
    turn.do(changes.token, "I11", turn.me, token, whence)
    if side == "grey" and token != TOKENS[0]:
        turn.do(changes.flipped, "J3", turn.me, len(state.players[turn.me].tokens))
    return None


def _tokens_left(turn: Turn) -> Iterator[tuple[str, str]]:
    """The tokens a player may have, each with where it comes from."""
    state, player = turn.state, turn.state.players[turn.me]
    if player.faction == "gleens" and count(player, "PI") and "gleens" not in player.tokens:
        yield "gleens", "own"
    if state.token and player.research[0] == LAST_LEVEL:
        yield state.token, "track"
    yield from ((token, "supply") for token, left in zip(TOKENS, state.supply) if left)


@holds.lists_legal
def _held(turn: Turn) -> Iterator[Move]:
    for token in dict.fromkeys(name for name, _ in _tokens_left(turn)):
        for side in SIDES[1:] if token == TOKENS[0] else SIDES:
            yield holds.move(turn.seat, token, side)


@play
def keeps(turn: Turn, booster: str) -> Illegal | None:
    """This booster lies before the player."""
    state, player = turn.state, turn.state.players[turn.me]
    if booster not in state.boosters:
        return no("no_such_booster", "B8")
    turn.do(changes.boosted, "B8", turn.me, booster, player.booster)
    return None


@keeps.lists_legal
def _kept(turn: Turn) -> Iterator[Move]:
    return (keeps.move(turn.seat, booster) for booster in turn.state.boosters)


@play
def spent(turn: Turn, action: str) -> Illegal | None:
    """This action space was used in this round."""
    state, player = turn.state, turn.state.players[turn.me]
    own = action in specials(player)
    if not own and action not in ACTIONS:
        return no("no_action", "K1", action=action)
    if action in (player.used if own else state.used):
        return no("action_used", "K1")
    turn.do(changes.marked, "K1", turn.me, action, own)
    return None


@spent.lists_legal
def _spent(turn: Turn) -> Iterator[Move]:
    state, player = turn.state, turn.state.players[turn.me]
    names = [action for action in ACTIONS if action not in state.used]
    names += [action for action in specials(player) if action not in player.used]
    return (spent.move(turn.seat, action) for action in names)


@spent.asks("action")
def _spaces(turn: Turn, partial: Move) -> Choice:
    asked = turn.ask(partial, "action")
    offers = (replace(one, label=_space(turn, str(one.value))) for one in asked.offers)
    return replace(asked, offers=tuple(offers))


def _space(turn: Turn, action: str) -> Text:
    return tile(action) if action in ACTIONS else special(turn.state, turn.me, action)


# -- all is told -----------------------------------------------------------------------------------


@play
def resume(turn: Turn, round: int, turn_of: int, passed: tuple[int, ...], order: tuple[int, ...]) -> Illegal | None:
    """The game goes on in the action phase of this round; who has passed is out, the first to pass first."""
    seats = set(turn.state.seating)
    if not 1 <= round <= ROUNDS:
        return no("audit.round", "D")
    if len(set(passed)) != len(passed) or sorted((*passed, *order)) != sorted(seats) or turn_of not in order:
        return no("who_is_left", "L1")
    bare = [seat for seat in turn.state.seating if not turn.state.players[seat].booster]
    if any(seat in order or round < ROUNDS for seat in bare):
        return no("booster_untold", "B8", who=_name(turn.state, bare[0]))
    turn.do(changes.resumed, "E1", round, turn_of, passed, order)
    return _looked_over(turn)


@resume.lists
def _resumptions(turn: Turn) -> Iterator[Move]:
    seating = turn.state.seating
    for round in range(1, ROUNDS + 1):
        yield from (resume.move(turn.seat, round, seat, (), seating) for seat in seating)


@resume.asks("turn_of")
def _whose_turn(turn: Turn, partial: Move) -> Choice:
    return replace(turn.ask(partial, "turn_of"), offers=tuple(_people(turn.state, turn.state.seating)))


@resume.asks("passed")
def _who_passed(turn: Turn, partial: Move) -> Choice:
    others = [seat for seat in turn.state.seating if seat != partial["turn_of"]]
    nobody = Offer((), text("core.none"))
    return replace(turn.ask(partial, "passed", parts=tuple(_people(turn.state, others))), offers=(nobody,))


@resume.asks("order")
def _in_which_order(turn: Turn, partial: Move) -> Choice:
    """Clockwise there is only one; with the order card it is told, the first in this round first."""
    passed = typed(tuple[int, ...], partial["passed"])
    left = tuple(seat for seat in turn.state.seating if seat not in passed)
    asked = turn.ask(partial, "order")
    if turn.state.rules.turn_order != "pass" or len(left) < 3:
        names = tuple(_name(turn.state, seat) for seat in left)
        return replace(asked, offers=(Offer(left, text(f"{SLUG}.list", items=names)),))
    return replace(asked, offers=(), parts=tuple(_people(turn.state, left)), exactly=len(left))


def _people(state: State, seats: Iterable[int]) -> Iterator[Offer]:
    return (Offer(seat, _name(state, seat)) for seat in seats)


def _name(state: State, seat: int) -> Text:
    return called(seat, text(f"{SLUG}.faction.{state.players[seat].faction}"))


@play
def told(turn: Turn) -> Illegal | None:
    """All is set right, and the game goes on where it was."""
    turn.do(changes.telling, "E1", 0)
    return _looked_over(turn)


def _looked_over(turn: Turn) -> Illegal | None:
    """The first thing that cannot be on a table, or None."""
    return next(iter(audit.audit(evolve(turn.state, telling=0))), None)


PLAYS = (stands, allied, disbanded, level, owns, holds, keeps, spent, resume, told)
KINDS = tuple(one.kind for one in PLAYS)
