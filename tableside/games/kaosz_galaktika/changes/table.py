"""What changes at the start, with credits and cards, with cards in play, and at the end of a turn and of the game."""

from __future__ import annotations

from dataclasses import replace

from tableside.games.kaosz_galaktika.state import (
    FIRST_CARDS,
    FIRST_CREDITS,
    Change,
    Combat,
    Facing,
    Phase,
    Piece,
    Player,
    Role,
    State,
)

# -- the start ---------------------------------------------------------------------------------


def deck_chosen(state: State, seat: int, deck: str | None) -> State:
    """A deck lies on the table."""
    return state.with_player(seat, replace(state.players[seat], deck=deck, chosen=True))


def phase(state: State, phase: str) -> State:
    """Another phase begins."""
    return replace(state, phase=Phase(phase))


def rolled(state: State, seat: int, value: int) -> State:
    """A player's roll for the start."""
    return state.with_player(seat, replace(state.players[seat], roll=value))


def level(state: State, seats: tuple[int, ...]) -> State:
    """These roll again; the others are out of it."""
    players = (replace(player, roll=None if n in seats else 0) for n, player in enumerate(state.players))
    return replace(state, players=tuple(players))


def starts(state: State, seat: int) -> State:
    """It is this player's turn."""
    return replace(state, active=seat)


def dealt(state: State, seat: int) -> State:
    """The first credits and the first hand."""
    player = state.players[seat]
    credits, colony = player.credits + FIRST_CREDITS, player.colony - FIRST_CARDS
    return state.with_player(seat, replace(player, credits=credits, colony=colony, hand=player.hand + FIRST_CARDS))


def kept(state: State, seat: int) -> State:
    """The first hand is kept."""
    return state.with_player(seat, replace(state.players[seat], kept=True))


def mulligan(state: State, seat: int) -> State:
    """The first hand is shuffled back and drawn anew."""
    return state.with_player(seat, replace(state.players[seat], kept=True, known=()))


def turn_began(state: State, seat: int) -> State:
    """A turn begins."""
    players = tuple(replace(player, silent="") for player in state.players)
    state = replace(state, active=seat, turn=state.turn + 1, players=players)
    return state.with_player(seat, replace(players[seat], turns=players[seat].turns + 1))


# -- credits and cards -------------------------------------------------------------------------


def credits(state: State, seat: int, amount: int) -> State:
    """Credits come or go."""
    player = state.players[seat]
    return state.with_player(seat, replace(player, credits=player.credits + amount))


def spent(state: State, seat: int, amount: int) -> State:
    """A card's price is paid; what a text had changed of it is used up."""
    player = state.players[seat]
    return state.with_player(seat, replace(player, credits=player.credits - amount, rebate=0))


def rebated(state: State, seat: int, amount: int) -> State:
    """The next card's price changes."""
    player = state.players[seat]
    return state.with_player(seat, replace(player, rebate=player.rebate + amount))


def drawn(state: State, seat: int, amount: int) -> State:
    """Cards from the top of the colony to the hand."""
    player = state.players[seat]
    return state.with_player(seat, replace(player, colony=player.colony - amount, hand=player.hand + amount))


def searched(state: State, seat: int) -> State:
    """One of the top five cards of the colony."""
    return drawn(state, seat, 1)


def salvaged(state: State, seat: int) -> State:
    """The bottom card of the ruin."""
    player = state.players[seat]
    return _into_hand(state.with_player(seat, replace(player, ruin=player.ruin[1:])), seat, player.ruin[0])


def from_hand(state: State, seat: int, card: str | None, hidden: bool) -> State:
    """A card leaves the hand."""
    return state.with_player(seat, _without(state.players[seat], card))


def discarded(state: State, seat: int, card: str | None) -> State:
    """A card goes from the hand to the ruin."""
    player = _without(state.players[seat], card)
    return state.with_player(seat, replace(player, ruin=(*player.ruin, card)))


def milled(state: State, seat: int, amount: int) -> State:
    """Cards from the top of the colony to the ruin."""
    player = state.players[seat]
    ruin = (*player.ruin, *((None,) * amount))
    return state.with_player(seat, replace(player, colony=player.colony - amount, ruin=ruin))


def trashed(state: State, seat: int, card: str) -> State:
    """A card goes to the trash."""
    return _into_pile(state, seat, card, "trash")


def told_hand(state: State, seat: int, card: str) -> State:
    """A card in hand has been named."""
    player = state.players[seat]
    return state.with_player(seat, replace(player, known=tuple(sorted((*player.known, card)))))


def told_piece(state: State, piece: int, card: str) -> State:
    """A face-down card has been named."""
    return state.with_piece(replace(state.by_number[piece], card=card))


def shown(state: State, piece: int, card: str) -> State:
    """A card being paid for is shown."""
    return told_piece(state, piece, card)


def told_ruin(state: State, seat: int, place: int, card: str) -> State:
    """A card in the ruin has been named."""
    player = state.players[seat]
    return state.with_player(seat, replace(player, ruin=(*player.ruin[:place], card, *player.ruin[place + 1 :])))


def shifted(state: State, seat: int, source: str, to: str, card: str | None, blind: bool) -> State:
    """A card goes from one pile to another because a card's text says so.

    When somebody else's text takes a card of a hidden hand, nobody says which: what was told of that hand is void.
    Of a hidden ruin it is the top card.
    """
    player = state.players[seat]
    match source:
        case "hand" if blind:
            player = replace(player, hand=player.hand - 1, known=())
        case "ruin" if blind:
            card, player = player.ruin[-1], replace(player, ruin=player.ruin[:-1])
        case "hand":
            player = _without(player, card)
        case "colony":
            player = replace(player, colony=player.colony - 1)
        case "trash" if card is not None:
            place = _last(player.trash, card)
            player = replace(player, trash=player.trash[:place] + player.trash[place + 1 :])
        case _:
            place = _last(player.ruin, card)
            player = replace(player, ruin=player.ruin[:place] + player.ruin[place + 1 :])
    return _into_pile(state.with_player(seat, player), seat, card, to)


def _into_pile(state: State, seat: int, card: str | None, to: str) -> State:
    """The state with a card put on one of this player's piles."""
    player = state.players[seat]
    match to:
        case "hand":
            return _into_hand(state, seat, card)
        case "colony":
            return state.with_player(seat, replace(player, colony=player.colony + 1))
        case "trash" if card is not None:
            return state.with_player(seat, replace(player, trash=(*player.trash, card)))
        case _:
            return state.with_player(seat, replace(player, ruin=(*player.ruin, card)))


def _into_hand(state: State, seat: int, card: str | None) -> State:
    player = state.players[seat]
    known = player.known if card is None else tuple(sorted((*player.known, card)))
    return state.with_player(seat, replace(player, hand=player.hand + 1, known=known))


def _without(player: Player, card: str | None) -> Player:
    """The player with one card fewer in hand."""
    known = list(player.known)
    if card in known:
        known.remove(card)
    return replace(player, hand=player.hand - 1, known=tuple(known))


def _last(cards: tuple[str | None, ...], card: str | None) -> int:
    return len(cards) - 1 - cards[::-1].index(card)


# -- cards in play -----------------------------------------------------------------------------


def laid(state: State, piece: int, seat: int, role: str, card: str | None, on: int | None) -> State:
    """A card is laid face down."""
    return _enters(state, Piece(piece, seat, seat, Role(role), card, on=on))


def entered(state: State, piece: int, seat: int, card: str) -> State:
    """A ship arrives in the hangar."""
    return _enters(state, Piece(piece, seat, seat, Role.SHIP, card, paid=True))


def _enters(state: State, piece: Piece) -> State:
    return replace(state, pieces=(*state.pieces, piece), next=max(state.next, piece.uid + 1))


def paid(state: State, piece: int, card: str) -> State:
    """A card turns face up for good."""
    return state.with_piece(replace(state.by_number[piece], card=card, paid=True))


def turned(state: State, piece: int, turn: str) -> State:
    """A card lies another way."""
    return state.with_piece(replace(state.by_number[piece], turn=Facing(turn)))


def hurt(state: State, piece: int, amount: int) -> State:
    """Armour is lost."""
    found = state.by_number[piece]
    return state.with_piece(replace(found, damage=found.damage + amount))


def developed(state: State, piece: int, amount: int, bought: bool) -> State:
    """Developments come or go."""
    found = state.by_number[piece]
    count = found.developed + (amount if bought else 0)
    return state.with_piece(replace(found, developments=found.developments + amount, developed=count))


def counted(state: State, piece: int, amount: int) -> State:
    """Counters come or go."""
    found = state.by_number[piece]
    return state.with_piece(replace(found, counters=found.counters + amount))


def changed(state: State, piece: int, value: str, amount: int, until: str) -> State:
    """A value changes, for so long."""
    found = state.by_number[piece]
    return state.with_piece(replace(found, changes=(*found.changes, Change(value, amount, until))))


def spoke(state: State, piece: int, ability: int, until: str) -> State:
    """An ability has been used and cannot be used again so long."""
    found = state.by_number[piece]
    return state.with_piece(replace(found, spoken=(*found.spoken, (ability, until))))


def captured(state: State, piece: int, seat: int) -> State:
    """It goes to the right end of its new controller's row (B4)."""
    found = replace(state.by_number[piece], controller=seat)
    return replace(state, pieces=(*(other for other in state.pieces if other.uid != piece), found))


def destroyed(state: State, piece: int) -> State:
    """Paid cards go to the owner's trash, unpaid ones to the owner's ruin (D9)."""
    return sent(state, piece, "trash" if state.by_number[piece].paid else "ruin")


def sent(state: State, piece: int, to: str) -> State:
    """A card leaves play; a ship that has left takes part in nothing any more."""
    found, combat = state.by_number[piece], state.combat
    if combat is not None and piece in combat.ships:
        combat = _without_ship(combat, piece)
    state = replace(state, pieces=tuple(other for other in state.pieces if other.uid != piece), combat=combat)
    return _into_pile(state, found.owner, found.card, to)


def _without_ship(combat: Combat, uid: int) -> Combat:
    def left(ships: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(ship for ship in ships if ship != uid)

    return replace(combat, attackers=left(combat.attackers), defenders=left(combat.defenders), hit=left(combat.hit))


# -- the end -----------------------------------------------------------------------------------


def turn_ended(state: State, seat: int) -> State:
    """All armour comes back, what lasted until the end of the turn ends, and the counts of the turn begin anew."""
    pieces = tuple(
        replace(piece, damage=0, developed=0, changes=lasting(piece, "always"), spoken=())
        if piece.damage or piece.developed or piece.changes or piece.spoken
        else piece
        for piece in state.pieces
    )
    players = tuple(replace(player, rebate=0) if player.rebate else player for player in state.players)
    return replace(state, pieces=pieces, players=players)


def lasting(piece: Piece, *until: str) -> tuple[Change, ...]:
    """The changes of a card that go on."""
    return tuple(change for change in piece.changes if change.until in until)


def eliminated(state: State, seat: int, by: int, also: int) -> State:
    """A player is out; `also` is the place of somebody who went out at the same time, or 0."""
    order = also or 1 + max((player.out or 0 for player in state.players), default=0)
    state = state.with_player(seat, replace(state.players[seat], out=order))
    rival = state.players[by]
    return state.with_player(by, replace(rival, eliminated=rival.eliminated + 1))


def won(state: State, seat: int | None) -> State:
    """The game is over; with several players the sheet says who has won."""
    return replace(state, winner=seat, phase=Phase.OVER)


def clock(state: State, seconds: int) -> State:
    """The clock shows this."""
    return replace(state, seconds=seconds)


def time_up(state: State) -> State:
    """The hour is over."""
    return replace(state, phase=Phase.TIME, timed=True)


CHANGES = (
    deck_chosen, phase, rolled, level, starts, dealt, kept, mulligan, turn_began,
    credits, spent, rebated, drawn, searched, salvaged, from_hand, discarded, milled, trashed,
    told_hand, told_piece, shown, told_ruin, shifted,
    laid, entered, paid, turned, hurt, developed, counted, changed, spoke, captured, destroyed, sent,
    turn_ended, eliminated, won, clock, time_up,
)  # fmt: skip
