"""I: federations, judged exactly: value, fewest satellites, nothing superfluous, no contact with older ones."""

from __future__ import annotations

from collections.abc import Iterator

from tableside.core.arguments import typed
from tableside.core.game import Choice, Offer
from tableside.core.moves import Move
from tableside.core.rulebook import play
from tableside.core.ruling import Illegal
from tableside.games.gaia_project import changes
from tableside.games.gaia_project.federation import (
    IVITS,
    Field,
    cheaper,
    droppable,
    field_of,
    linkable,
    most_satellites,
    needed,
    proposals,
    touched,
    value_of,
    why_no_federation,
)
from tableside.games.gaia_project.names import hex_name, hex_names, layout_words
from tableside.games.gaia_project.records import TOKENS
from tableside.games.gaia_project.refusal import no
from tableside.games.gaia_project.rules.effects import change, shift, then
from tableside.games.gaia_project.state import Player, State, Turn, satellites_left


@play
def federation(turn: Turn, hexes: tuple[str, ...], token: str) -> Illegal | None:
    """I: planets form a federation."""
    state, me, player = turn.state, turn.me, turn.state.players[turn.me]
    geometry = state.map
    if token not in TOKENS or not state.supply[TOKENS.index(token)]:
        return no("no_such_token", "I11")
    unknown = [name for name in hexes if name not in geometry.number]
    if unknown:
        return no("no_hex", "I6", hex=unknown[0])
    mask, field = geometry.mask(hexes), field_of(state, me)
    problem = _ill_formed(state, player, field, mask)
    if problem is not None:
        return problem
    chosen = 1 if field.base else 0
    for number, cluster in enumerate(field.clusters):
        if cluster & mask:
            chosen |= 1 << number
    worth, value = value_of(field, chosen), needed(player)
    if worth < value:
        return no("value", "I6", value=worth, needed=value)
    if field.base and not hexes and not state.rules.ivits_growth:
        return no("nothing_new", "Q6")
    n = (mask & ~(player.land | player.outposts)).bit_count()
    if n > satellites_left(state, player):
        return no("satellites_left", "Q1", n=satellites_left(state, player))
    if n > most_satellites(state, player):
        return no("satellites_cost", "I3", n=n, have=most_satellites(state, player))
    smaller = cheaper(field, chosen, n, value)
    if smaller is not None:
        nearest = _with_clusters(player, field, smaller)
        key = "fewer_satellites" if touched(field, smaller) & chosen == chosen else "superfluous"
        refusal = no(key, "I6", hexes=hex_names(state, nearest), n=smaller.bit_count())
        return refusal.near(federation.move(me, nearest, token))
    if state.rules.federations == "strict" and droppable(field, chosen, value):
        return no("droppable", "Q5")
    turn.do(changes.federated, "I6", me, geometry.names(mask))
    if player.faction == IVITS:
        change(turn, me, "federation", "O8", qic=-n)
    else:
        shift(turn, me, n, "out", "federation", "I3")
    then(turn, "take", me, what=token)
    turn.do(changes.acted, "E1")
    return None


@federation.lists_legal
def _federations(turn: Turn) -> Iterator[Move]:
    tokens = [token for token, n in zip(TOKENS, turn.state.supply) if n]
    if tokens:
        for hexes in proposals(turn.state, turn.me):
            yield from (federation.move(turn.seat, hexes, token) for token in tokens)


@federation.why_none
def _no_federation(turn: Turn) -> Illegal:
    return why_no_federation(turn.state, turn.me)


@federation.asks("hexes")
def _layouts(turn: Turn, partial: Move) -> Choice:
    """Any planets and satellites put together, the listed layouts first."""
    state, me = turn.state, turn.me
    asked = turn.ask(partial, "hexes", parts=tuple(Offer(name, hex_name(state, name)) for name in linkable(state, me)))
    offers = tuple(
        Offer(offer.value, layout_words(state, me, typed(tuple[str, ...], offer.value))) for offer in asked.offers
    )
    return Choice(asked.slot, asked.kind, asked.label, offers, parts=asked.parts)


@federation.asks("token")
def _tokens(turn: Turn, partial: Move) -> Choice:
    """The tokens, all refused while the hexes are."""
    asked = turn.ask(partial, "token")
    offers = []
    for token in TOKENS:
        ruling = turn.book.judge(turn.state, partial.given(token=token))
        refusal = ruling if isinstance(ruling, Illegal) else None
        offers.append(Offer(token, turn.book.say_value(turn.state, partial.kind, "token", token), refusal))
    offers.sort(key=lambda offer: offer.why_not is not None)
    whole = tuple(partial.given(token=offer.value) for offer in offers if offer.why_not is None)
    return Choice(asked.slot, asked.kind, asked.label, tuple(offers), ready=whole, complete=bool(whole))


def _ill_formed(state: State, player: Player, field: Field, hexes: int) -> Illegal | None:
    """I3 to I6a: what is wrong with the hexes themselves."""
    geometry = field.geometry
    own = player.land | player.outposts
    if player.faction == IVITS:
        if hexes & player.federated:
            return no("only_new_hexes", "I9", hexes=hex_names(state, geometry.names(hexes & player.federated)))
    else:
        closed = geometry.near(player.federated) if player.federated else 0
        if hexes & closed:
            return no("closed", "I4", hexes=hex_names(state, geometry.names(hexes & closed)))
    outside = hexes & ~own & ~field.open
    if outside:
        return no("satellite_place", "I3", hexes=hex_names(state, geometry.names(outside)))
    around = geometry.near(hexes) & own & ~hexes & ~field.base
    if around:
        return no("touches", "I5", hexes=hex_names(state, geometry.names(around)))
    if not hexes and not field.base:
        return no("no_hexes_chosen", "I6")
    if len(geometry.pieces(hexes | field.base)) != 1:
        return no("not_connected", "I6")
    return None


def _with_clusters(player: Player, field: Field, satellites: int) -> tuple[str, ...]:
    """The federation these satellites make, with every cluster they touch."""
    hexes = satellites
    reached = touched(field, satellites)
    if not satellites and not field.base:
        value = needed(player)
        reached = next(1 << number for number, worth in enumerate(field.values) if worth >= value)
    for number, cluster in enumerate(field.clusters):
        if reached >> number & 1 and cluster != field.base:
            hexes |= cluster
    return field.geometry.names(hexes)


PLAYS = (federation,)
