"""The referee's desk: the table as it stands while a ruling is worked out, and what has followed so far."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tableside.core.catalog import Catalog
from tableside.core.moves import Cite, Event, Plain, event, text
from tableside.core.ruling import Illegal
from tableside.games.kaosz_galaktika.cards import Card, Keyword
from tableside.games.kaosz_galaktika.folding import fold
from tableside.games.kaosz_galaktika.state import Piece, Player, Role, State, Step, Turn

SLUG = "kaosz_galaktika"


def cite(rule: str) -> Cite:
    """Where it stands in the rules."""
    return Cite(SLUG, rule)


def no(key: str, rule: str, /, **args: object) -> Illegal:
    """A refusal in this game's words."""
    return Illegal(text(f"{SLUG}.no.{key}", **args), cite(rule))


class Desk:
    """The state, the cards' records, and the events so far; only a ruling in the making changes it."""

    __slots__ = ("_pieces", "_ships", "catalog", "events", "sights", "state")

    def __init__(self, catalog: Catalog, state: State) -> None:
        self.catalog = catalog
        self.state = state
        self.events: list[Event] = []
        self._forget()

    def _forget(self) -> None:
        """What was worked out for the last state does not hold for the next."""
        self._pieces: dict[int, Piece] | None = None
        self._ships: dict[int, list[Piece]] | None = None
        self.sights: dict[int, Any] = {}

    def do(self, kind: str, rule: str, /, **args: Plain) -> None:
        """Something follows, by this rule."""
        happened = event(kind, cite(rule), **args)
        self.events.append(happened)
        self.state = fold(self.state, happened)
        self._forget()

    # -- looking ---------------------------------------------------------------------------------

    def player(self, seat: int) -> Player:
        return self.state.players[seat]

    def piece(self, uid: int | None) -> Piece | None:
        """The card in play with this number."""
        if self._pieces is None:
            self._pieces = {piece.uid: piece for piece in self.state.pieces}
        return None if uid is None else self._pieces.get(uid)

    def aboard(self, ship: int) -> tuple[Piece, ...]:
        """The weapons and crew on a ship."""
        if self._ships is None:
            self._ships = {}
            for piece in self.state.pieces:
                if piece.on is not None:
                    self._ships.setdefault(piece.on, []).append(piece)
        return tuple(self._ships.get(ship, ()))

    def card(self, id: str | None) -> Card | None:
        """What is known of a card."""
        return None if id is None else self.catalog.find("cards", id)

    def record(self, piece: Piece) -> Card | None:
        """What is printed on a paid card in play; face-down cards have no effect (D8)."""
        return self.card(piece.card) if piece.paid else None

    def printed(self, piece: Piece, value: str) -> int:
        """The base value (G9)."""
        card = self.record(piece)
        return (getattr(card, value) or 0) if card is not None else 0

    def value(self, piece: Piece, value: str) -> int:
        """A value as it stands: printed, with weapons, crew and changes, never below zero (C5, D10)."""
        total = self.printed(piece, value) + sum(change.amount for change in piece.changes if change.value == value)
        if piece.role is Role.SHIP:
            total += sum(self.printed(other, value) for other in self.aboard(piece.uid))
        if value == "armour":
            total -= piece.damage
        return max(0, total)

    def has(self, ship: Piece, keyword: Keyword) -> bool:
        """Whether a ship has this ability, itself or by a paid weapon or crew on it (D10)."""
        for piece in (ship, *self.aboard(ship.uid)):
            card = self.record(piece)
            if card is not None and keyword in card.keywords and card.subtype != "passenger":
                return True
        return False

    def size(self, ship: Piece) -> int:
        """How many weapons and crew it may carry (D1)."""
        card = self.card(ship.card)
        return card.size if card is not None else 0

    def free(self, ship: Piece) -> int:
        """How many more it may carry."""
        return self.size(ship) - len(self.aboard(ship.uid))

    def room(self, seat: int) -> int:
        """How much of the hangar this seat's ships fill."""
        cards = (self.card(ship.card) for ship in self.state.of(seat, Role.SHIP))
        return sum(card.room for card in cards if card is not None)

    def ships(self, seat: int) -> Iterator[Piece]:
        """This seat's ships that lie upright."""
        return (ship for ship in self.state.of(seat, Role.SHIP) if ship.turn is Turn.ACTIVE)

    # -- what the table does by itself -------------------------------------------------------------

    def destroy(self, piece: Piece, rule: str = "D9") -> None:
        """It leaves play, with all that is on it."""
        for other in self.aboard(piece.uid):
            self.do("destroyed", "D9", piece=other.uid)
        self.do("destroyed", rule, piece=piece.uid)

    def hit(self, piece: Piece, amount: int, rule: str) -> None:
        """It loses armour; a ship in combat turns when the firing is over, anything else at once (D1, D4, F3.3e)."""
        lost = min(amount, self.value(piece, "armour"))
        if amount < 1:
            return
        if lost:
            self.do("hurt", rule, piece=piece.uid, amount=lost)
        combat = self.state.combat
        later = combat is not None and piece.uid in combat.ships and combat.step not in (Step.BOMB, Step.DISARM)
        if piece.role is Role.SHIP and later:
            self.do("struck", rule, piece=piece.uid)
        else:
            self.turn_hit(piece, "D1" if piece.role is Role.SHIP else "D4")

    def turn_hit(self, piece: Piece, rule: str) -> None:
        """A hit card turns damaged; with repair only used (G7)."""
        piece = self.piece(piece.uid) or piece
        if piece.role is Role.SHIP and self.has(piece, Keyword.REPAIR):
            if piece.turn is Turn.ACTIVE:
                self.do("turned", "G7", piece=piece.uid, turn="used")
        elif piece.turn is not Turn.DAMAGED:
            self.do("turned", rule, piece=piece.uid, turn="damaged")

    def fallen(self, piece: Piece) -> bool:
        """Whether its armour has come down to zero; what never had any has not lost it."""
        return self.value(piece, "armour") == 0 and (piece.damage > 0 or self.printed(piece, "armour") > 0)

    def sweep(self) -> None:
        """Ships and paid bases without armour are destroyed; in combat this waits where the rules say so."""
        combat = self.state.combat
        waits = combat is not None and (
            combat.step is Step.PAY_END
            or (combat.step is Step.FIRE and (self.state.simple or (combat.shot is not None and combat.shot.over)))
        )
        for piece in self.state.pieces:
            if waits and combat is not None and piece.uid in combat.ships:
                continue
            if piece.paid and piece.role in (Role.SHIP, Role.BASE) and self.fallen(piece):
                self.destroy(piece, "D1" if piece.role is Role.SHIP else "D4")
