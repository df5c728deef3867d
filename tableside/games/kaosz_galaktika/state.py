"""The whole table: what is public, and of hidden cards only how many and what their owner chose to tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import Annotated

from tableside.core import rulebook
from tableside.core.arguments import optional, typed
from tableside.core.bounds import Between, Count, Few, Number, Points, SeatNumber
from tableside.core.moves import Plain
from tableside.core.stack import Pending, Stack

SLUG = "kaosz_galaktika"

DECK_SIZE = 45
HAND_LIMIT = 5
HANGAR_LIMIT = 12
CREDIT_LIMIT = 20
FIRST_CREDITS = 5
FIRST_CARDS = 5
INCOME = 5
OPENING_INCOME = (1, 2, 3, 4)
GAME_SECONDS = 3600
PRICES = {"draw": 1, "search": 2, "salvage": 2, "develop": 1}
"""What the actions of the main phase cost (F2)."""


class Phase(StrEnum):
    """Where in the game we are."""

    DECKS = "decks"
    ROLL = "roll"
    MULLIGAN = "mulligan"
    INCOME = "income"
    START = "start"
    MAIN = "main"
    COMBAT = "combat"
    CHECK = "check"
    CLOSING = "closing"
    TIME = "time"
    OVER = "over"


class Step(StrEnum):
    """Where in a combat phase we are (F3)."""

    EQUIP_ATTACK = "equip_attack"
    EQUIP_DEFEND = "equip_defend"
    PAY_ATTACK = "pay_attack"
    PAY_DEFEND = "pay_defend"
    PAY_END = "pay_end"
    FIRE = "fire"
    BOMB = "bomb"
    DISARM = "disarm"


class Facing(StrEnum):
    """How a card lies: upright, to the right, upside down (C1)."""

    ACTIVE = "active"
    USED = "used"
    DAMAGED = "damaged"


class Role(StrEnum):
    """What a card was laid as; face down it may be a bluff (D7)."""

    SHIP = "ship"
    WEAPON = "weapon"
    CREW = "crew"
    BASE = "base"


@dataclass(frozen=True, slots=True)
class Change:
    """A value changed by a card's text, and how long."""

    value: str
    amount: Annotated[int, Between(-99, 99)]
    until: str


@dataclass(frozen=True, slots=True)
class Piece:
    """A card in play (C7)."""

    uid: Number
    owner: SeatNumber
    controller: SeatNumber
    role: Role
    card: str | None = None
    """None: face down, and its owner has not told."""
    paid: bool = False
    turn: Facing = Facing.ACTIVE
    on: Number | None = None
    """The ship a weapon or crew is on."""
    damage: Few = 0
    developments: Few = 0
    developed: Few = 0
    """Developments put on it for credits this turn (F2)."""
    counters: Few = 0
    changes: tuple[Change, ...] = ()
    spoken: tuple[tuple[Number, str], ...] = ()
    """Which of its abilities have been used, and until when they cannot be used again."""


@dataclass(frozen=True, slots=True)
class Player:
    """One player's zones (B)."""

    deck: str | None = None
    chosen: bool = False
    """Has put a deck on the table."""
    colony: Few = DECK_SIZE
    hand: Few = 0
    known: tuple[str, ...] = ()
    """Cards in hand their owner has told, sorted."""
    trash: tuple[str, ...] = ()
    ruin: tuple[str | None, ...] = ()
    """The bottom card first."""
    credits: Count = 0
    rebate: Annotated[int, Between(-99, 99)] = 0
    """What a card's text adds to the price of the next card."""
    roll: Few | None = None
    """The roll for the start; 0 when others were level above it."""
    kept: bool = False
    """Has decided about the first hand."""
    turns: Number = 0
    out: Few | None = None
    """When the player was eliminated, counted from 1."""
    eliminated: Few = 0
    bonus: Points = 0
    silent: str = ""
    """Until when this player lets everything pass, unless he breaks in: next_attack or turn_end; nothing: asked."""

    @property
    def unknown(self) -> int:
        """Cards in hand nobody has told."""
        return self.hand - len(self.known)


@dataclass(frozen=True, slots=True)
class Shot:
    """One ship fires at others: who may still return, who does, and how the damage falls (F3.3)."""

    shooter: Number
    targets: tuple[Number, ...]
    asked: tuple[Number, ...] = ()
    returns: tuple[tuple[Number, tuple[Number, ...]], ...] = ()
    todo: tuple[tuple[str, Number, Number], ...] = ()
    """Damage still to be shared out: how (split or band), by which ship, on which."""
    hits: tuple[tuple[Number, Number, Few], ...] = ()
    """Damage shared out: by which ship, on which, how much."""
    over: bool = False
    """The answers are over and the damage is being shared out."""


@dataclass(frozen=True, slots=True)
class Raid:
    """A bombing under way: its strength, its ships, and what the defender must still decide (F3.4)."""

    ships: tuple[Number, ...]
    total: Count
    asks: str
    """trap or discard, or nothing when it is done."""
    stealthy: bool = False


@dataclass(frozen=True, slots=True)
class Combat:
    """One combat phase (F3)."""

    attacker: SeatNumber
    defender: SeatNumber
    target: str
    """colony, hand, crew or base."""
    piece: Number | None
    step: Step = Step.EQUIP_ATTACK
    attackers: tuple[Number, ...] = ()
    defenders: tuple[Number, ...] = ()
    hit: tuple[Number, ...] = ()
    passed: SeatNumber | None = None
    """Who passed last, when nobody has fired since."""
    turn: SeatNumber | None = None
    """Whose shot it is in simplified combat."""
    acted: bool = False
    """Somebody did something after that pass, so that another pass does not end the step."""
    ending: tuple[tuple[SeatNumber, Number, str], ...] = ()
    """The cards that take effect at the end of payment: whose, which in play, and what they are."""
    shot: Shot | None = None
    raid: Raid | None = None

    @property
    def ships(self) -> tuple[int, ...]:
        return (*self.attackers, *self.defenders)

    def other(self, seat: int) -> int:
        """The other side."""
        return self.defender if seat == self.attacker else self.attacker

    def side(self, seat: int) -> tuple[int, ...]:
        """This side's ships."""
        return self.attackers if seat == self.attacker else self.defenders


def owner(pending: Pending) -> int:
    """Who played it; a text may be carried out by somebody else."""
    return typed(int, pending.get("owner", pending.seat))


def stack_number(pending: Pending) -> int:
    """Under which number it lies on the stack."""
    return typed(int, pending["number"])


def card_id(pending: Pending) -> str | None:
    """The card that was declared; None for an action, and for a card that is not told."""
    return optional(str, pending.get("card"))


@dataclass(frozen=True)
class State:
    """The whole table; where its cards lie is worked out once, so it has no slots."""

    combat_rules: str
    race_rules: str
    tournament: bool
    answers: str
    players: tuple[Player, ...]
    pieces: tuple[Piece, ...] = ()
    phase: Phase = Phase.DECKS
    active: SeatNumber = 0
    turn: Number = 0
    """Turns begun in the whole game."""
    next: Number = 1
    """The next number for a card in play or on the stack."""
    stack: Stack = Stack()
    resolving: Pending | None = None
    """A card whose free text its player is carrying out."""
    combat: Combat | None = None
    seconds: Annotated[int, Between(0, GAME_SECONDS)] = 0
    winner: SeatNumber | None = None
    timed: bool = False

    @property
    def declared(self) -> tuple[Pending, ...]:
        """What was declared and is still to happen, the newest last; moments in which one may only act are none."""
        return tuple(pending for pending in self.stack.items if pending.kind not in ("starting", "moment"))

    @property
    def simple(self) -> bool:
        return self.combat_rules == "simple"

    @property
    def quiet(self) -> bool:
        """Only who can answer is asked, and nobody about the own cards."""
        return self.answers == "quiet"

    @property
    def several(self) -> bool:
        """More than two sat down: the rules for several players hold (H1)."""
        return len(self.players) > 2

    @cached_property
    def by_number(self) -> dict[int, Piece]:
        """The cards in play by their numbers."""
        return {piece.uid: piece for piece in self.pieces}

    @cached_property
    def done_by_hand(self) -> tuple[tuple[str, int], ...]:
        """What the text that is being carried out has done so far, and to what."""
        did = self.resolving.get("did", ()) if self.resolving is not None else ()
        return typed(tuple[tuple[str, int], ...], did)

    @cached_property
    def carried(self) -> dict[int, tuple[Piece, ...]]:
        """The weapons and crew on each ship that carries any."""
        found: dict[int, tuple[Piece, ...]] = {}
        for piece in self.pieces:
            if piece.on is not None:
                found[piece.on] = (*found.get(piece.on, ()), piece)
        return found

    @cached_property
    def seen(self) -> tuple[Counter[str], ...]:
        """Of each owner the cards the referee knows, wherever they are."""
        found = [Counter(player.known) for player in self.players]
        for counts, player in zip(found, self.players):
            counts.update(player.trash)
            counts.update(card for card in player.ruin if card is not None)
        for piece in self.pieces:
            if piece.card is not None:
                found[piece.owner][piece.card] += 1
        for pending in self.limbo():
            found[owner(pending)][typed(str, pending["card"])] += 1
        return tuple(found)

    def limbo(self) -> Iterator[Pending]:
        """Cards that have left a hand and have not come to rest: on the stack or being carried out."""
        for pending in (*self.stack.items, *((self.resolving,) if self.resolving else ())):
            if pending.kind in ("ship", "event", "interrupt"):
                yield pending

    def piece(self, uid: Plain) -> Piece | None:
        """The card in play with this number."""
        return self.by_number.get(uid) if isinstance(uid, int) else None

    def pending(self, number: Plain) -> Pending | None:
        """What lies on the stack under this number."""
        return next((pending for pending in self.stack.items if pending["number"] == number), None)

    def aboard(self, ship: int) -> tuple[Piece, ...]:
        """The weapons and crew on a ship."""
        return self.carried.get(ship, ())

    def of(self, seat: int, role: Role) -> Iterator[Piece]:
        """This seat's cards laid in this role, in the order they were laid."""
        return (piece for piece in self.pieces if piece.controller == seat and piece.role is role)

    def alive(self) -> tuple[int, ...]:
        """Who is still in the game."""
        return tuple(seat for seat, player in enumerate(self.players) if player.out is None)

    def after(self, seat: int) -> tuple[int, ...]:
        """The others still in the game, clockwise from this seat."""
        count = len(self.players)
        order = tuple((seat + step) % count for step in range(1, count))
        return tuple(other for other in order if self.players[other].out is None)

    def neighbours(self, seat: int) -> tuple[int, ...]:
        """Whom this seat may call its opponent (H1)."""
        around = self.after(seat)
        return tuple(dict.fromkeys((around[0], around[-1]))) if around else ()

    def with_player(self, seat: int, player: Player) -> State:
        """The table with this player in that seat."""
        return replace(self, players=(*self.players[:seat], player, *self.players[seat + 1 :]))

    def with_piece(self, piece: Piece) -> State:
        """The table with this card in place of the one with its number."""
        return replace(self, pieces=tuple(piece if other.uid == piece.uid else other for other in self.pieces))


Turn = rulebook.Turn[State]
"""A move being judged, or a look at the table when nobody makes one."""
