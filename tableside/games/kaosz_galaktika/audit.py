"""Everything that is impossible on a table, for positions typed in or corrected by hand."""

from __future__ import annotations

from collections.abc import Mapping

from tableside.core.ruling import Illegal
from tableside.games.kaosz_galaktika import hidden, pieces
from tableside.games.kaosz_galaktika.state import DECK_SIZE, Facing, Piece, Role, State, Turn, owner


def census(state: State) -> Mapping[str, int]:
    """Each player's 45 cards, wherever they are."""
    counts = {}
    for seat, player in enumerate(state.players):
        elsewhere = sum(1 for piece in state.pieces if piece.owner == seat)
        elsewhere += sum(1 for pending in state.limbo() if owner(pending) == seat)
        counts[f"cards_{seat}"] = player.colony + player.hand + len(player.trash) + len(player.ruin) + elsewhere
    return counts


def audit(turn: Turn) -> tuple[Illegal, ...]:
    """Every impossibility."""
    found: list[Illegal] = []
    state = turn.state
    for seat, count in enumerate(census(state).values()):
        if count != DECK_SIZE:
            found.append(turn.no("cards_lost", "A1", player=seat + 1, count=count, needed=DECK_SIZE))
    for seat, player in enumerate(state.players):
        numbers = (player.colony, player.hand, player.credits, player.unknown, player.eliminated)
        if min(numbers) < 0:
            found.append(turn.no("below_zero", "C5"))
        found += _copies(turn, seat)
    numbers_in_play = [piece.uid for piece in state.pieces]
    if len(set(numbers_in_play)) != len(numbers_in_play):
        found.append(turn.no("same_number", "C7"))
    for piece in state.pieces:
        found += _piece(turn, piece)
    if state.combat is not None and any(state.piece(ship) is None for ship in state.combat.ships):
        found.append(turn.no("not_your_ship", "F3.1"))
    return tuple(found)


def _copies(turn: Turn, seat: int) -> list[Illegal]:
    known = hidden.sight(turn, seat)
    found = [
        turn.no("fourth_copy", "A1", card=hidden.name(turn, id))
        for id in known.cards
        if (card := pieces.card(turn, id)) is not None and known.names[card.name or id] > hidden.MOST_COPIES
    ]
    if known.deck is not None:
        for id, count in known.cards.items():
            if count > known.deck[id]:
                found.append(turn.no("not_in_deck", "A1", card=hidden.name(turn, id), copies=known.deck[id]))
    return found


def _piece(turn: Turn, piece: Piece) -> list[Illegal]:
    found = []
    seats = range(len(turn.state.players))
    if piece.owner not in seats or piece.controller not in seats:
        found.append(turn.no("no_such_player", "C7"))
    if min(piece.damage, piece.developments, piece.developed, piece.counters) < 0:
        found.append(turn.no("below_zero", "C5"))
    if piece.paid and piece.card is None:
        found.append(turn.no("paid_is_face_up", "D8"))
    card = pieces.record(turn, piece)
    if card is not None and card.type not in (None, piece.role.value):
        found.append(turn.no("bluff_cannot_be_paid", "D7"))
    if piece.role is Role.SHIP:
        if not piece.paid:
            found.append(turn.no("ship_is_paid", "D1"))
        if pieces.free(turn, piece) < 0:
            found.append(turn.no("ship_full", "D1", size=pieces.size(turn, piece)))
        if piece.on is not None:
            found.append(turn.no("only_on_a_ship", "D2"))
    elif piece.role is Role.WEAPON or piece.on is not None:
        ship = turn.state.piece(piece.on)
        if ship is None or ship.role is not Role.SHIP or ship.controller != piece.controller:
            found.append(turn.no("only_on_a_ship", "D2"))
    if piece.role is Role.BASE and not piece.paid and piece.damage:
        found.append(turn.no("unpaid_has_no_armour", "D4"))
    if piece.turn not in tuple(Facing):
        found.append(turn.no("no_such_turn", "C1"))
    return found
