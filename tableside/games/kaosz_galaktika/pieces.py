"""Cards in play: their values, abilities and room as they stand, and what happens to them by itself (C, D)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from tableside.core.arguments import typed
from tableside.core.stack import Pending
from tableside.games.kaosz_galaktika.changes import fight, table
from tableside.games.kaosz_galaktika.records import Ability, Card, Keyword, Subtype, card_of
from tableside.games.kaosz_galaktika.state import Facing, Piece, Role, Step, Turn, card_id

Value = Literal["speed", "firepower", "armour", "bombing"]


def card(turn: Turn, id: str | None) -> Card | None:
    """What is known of a card."""
    return card_of(turn.catalog, id)


def declared(turn: Turn, pending: Pending) -> Card | Ability | None:
    """What is known of a declared card, or of the ability of it that is used."""
    found = card(turn, card_id(pending))
    if found is None or pending.kind != "ability":
        return found
    return found.uses[typed(int, pending["number_of"])]


def record(turn: Turn, piece: Piece) -> Card | None:
    """What is printed on a paid card in play; face-down cards have no effect (D8)."""
    return card(turn, piece.card) if piece.paid else None


def printed(turn: Turn, piece: Piece, value: str) -> int:
    """The base value (G9)."""
    found = record(turn, piece)
    return (getattr(found, value) or 0) if found is not None else 0


def value(turn: Turn, piece: Piece, name: Value) -> int:
    """A value as it stands: printed, with weapons, crew and changes, never below zero (C5, D10)."""
    total = printed(turn, piece, name) + sum(change.amount for change in piece.changes if change.value == name)
    if piece.role is Role.SHIP:
        total += sum(printed(turn, other, name) for other in turn.state.aboard(piece.uid))
    if name == "armour":
        total -= piece.damage
    return max(0, total)


def has(turn: Turn, ship: Piece, keyword: Keyword) -> bool:
    """Whether a ship has this ability, itself or by a paid weapon or crew on it (D10)."""
    for piece in (ship, *turn.state.aboard(ship.uid)):
        found = record(turn, piece)
        if found is not None and keyword in found.keywords and found.subtype != Subtype.PASSENGER:
            return True
    return False


def cloaked(turn: Turn, piece: Piece, seat: int) -> bool:
    """Whether this seat can aim no card and no ability at it; its own player need not use the cloak (G1)."""
    return piece.role is Role.SHIP and piece.controller != seat and has(turn, piece, Keyword.CLOAK)


def size(turn: Turn, ship: Piece) -> int:
    """How many weapons and crew it may carry (D1)."""
    found = card(turn, ship.card)
    return found.size if found is not None else 0


def free(turn: Turn, ship: Piece) -> int:
    """How many more it may carry."""
    return size(turn, ship) - len(turn.state.aboard(ship.uid))


def room(turn: Turn, seat: int) -> int:
    """How much of the hangar this seat's ships fill."""
    found = (card(turn, ship.card) for ship in turn.state.of(seat, Role.SHIP))
    return sum(ship.room for ship in found if ship is not None)


def upright(turn: Turn, seat: int) -> Iterator[Piece]:
    """This seat's ships that lie upright."""
    return (ship for ship in turn.state.of(seat, Role.SHIP) if ship.turn is Facing.ACTIVE)


def ready(turn: Turn, ships: tuple[int, ...]) -> list[Piece]:
    """The ships among these that lie upright."""
    pieces = (turn.state.piece(ship) for ship in ships)
    return [piece for piece in pieces if piece is not None and piece.turn is Facing.ACTIVE]


# -- what the table does by itself -----------------------------------------------------------------


def destroy(turn: Turn, piece: Piece, rule: str = "D9") -> None:
    """It leaves play, with all that is on it."""
    for other in turn.state.aboard(piece.uid):
        turn.do(table.destroyed, "D9", piece=other.uid)
    turn.do(table.destroyed, rule, piece=piece.uid)


def hit(turn: Turn, piece: Piece, amount: int, rule: str) -> None:
    """It loses armour; a ship in combat turns when the firing is over, anything else at once (D1, D4, F3.3e)."""
    if amount < 1:
        return
    lost = min(amount, value(turn, piece, "armour"))
    if lost:
        turn.do(table.hurt, rule, piece=piece.uid, amount=lost)
    combat = turn.state.combat
    later = combat is not None and piece.uid in combat.ships and combat.step not in (Step.BOMB, Step.DISARM)
    if piece.role is Role.SHIP and later:
        turn.do(fight.struck, rule, piece=piece.uid)
    else:
        turn_hit(turn, piece, "D1" if piece.role is Role.SHIP else "D4")


def turn_hit(turn: Turn, piece: Piece, rule: str) -> None:
    """A hit card turns damaged; with repair only used (G7)."""
    piece = turn.state.piece(piece.uid) or piece
    if piece.role is Role.SHIP and has(turn, piece, Keyword.REPAIR):
        if piece.turn is Facing.ACTIVE:
            turn.do(table.turned, "G7", piece=piece.uid, turn="used")
    elif piece.turn is not Facing.DAMAGED:
        turn.do(table.turned, rule, piece=piece.uid, turn="damaged")


def fallen(turn: Turn, piece: Piece) -> bool:
    """Whether its armour has come down to zero; what never had any has not lost it."""
    return value(turn, piece, "armour") == 0 and (piece.damage > 0 or printed(turn, piece, "armour") > 0)


def sweep(turn: Turn) -> None:
    """Ships and paid bases without armour are destroyed; in combat this waits where the rules say so."""
    combat = turn.state.combat
    waits = combat is not None and (
        combat.step is Step.PAY_END
        or (combat.step is Step.FIRE and (turn.state.simple or (combat.shot is not None and combat.shot.over)))
    )
    for piece in turn.state.pieces:
        if waits and combat is not None and piece.uid in combat.ships:
            continue
        if piece.paid and piece.role in (Role.SHIP, Role.BASE) and fallen(turn, piece):
            destroy(turn, piece, "D1" if piece.role is Role.SHIP else "D4")
