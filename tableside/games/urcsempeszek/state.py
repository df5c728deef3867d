"""The whole table at one moment, and the numbers of the setup tables (A1, B1, B2)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated

from tableside.core import rulebook
from tableside.core.arguments import typed
from tableside.core.bounds import Between, Count, Points, RecordOf, SeatNumber
from tableside.core.moves import Move
from tableside.games.urcsempeszek.records import GOODS, SECTORS, Sector

SLUG = "urcsempeszek"
"""The rulebook sends the reader to page 7 for the two-player game and the favourites."""
DICE_EACH = 2
FACES = (1, 2, 3, 4, 5, 6)
SECTOR_CARDS = Sector.MOST

Goods = tuple[Count, Count, Count, Count]
"""How many goods of each colour, in the order of GOODS."""
NO_GOODS: Goods = (0, 0, 0, 0)
SectorId = Annotated[str, RecordOf(SECTORS)]
Token = Annotated[int, Between(-1, 4)]


class Phase(StrEnum):
    """Where in the game we are."""

    COLOURS = "colours"
    HOST = "host"
    DEAL = "deal"
    BID = "bid"
    EVALUATE = "evaluate"
    PAY = "pay"
    REFILL = "refill"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Layout:
    """What a number of players calls for (B1, B2)."""

    goods: int
    energy: int
    tokens: tuple[int, ...]
    galaxies: int
    cards: int
    """Cards in one galaxy."""


LAYOUTS = {
    2: Layout(3, 12, (-1, 0, 1, 3), 8, 3),
    3: Layout(3, 12, (-1, 1, 2), 8, 3),
    4: Layout(3, 12, (-1, 1, 2, 3), 8, 4),
    5: Layout(2, 9, (-1, 1, 2, 3, 4), 6, 5),
    6: Layout(2, 9, (-1, 0, 1, 2, 3, 4), 6, 6),
}


@dataclass(frozen=True, slots=True)
class Settings:
    """What was agreed at this table."""

    stations: bool = False
    favourite_ships: bool = False
    favourite_goods: bool = False
    stacked_dice: bool = False
    ship_tie: str = "nobody"
    ship_rivals: str = "everyone"
    station_ships: str = "scoring"
    refund: bool = False
    refuse: bool = False
    minus_one: str = "sum"
    """With two players: whether the -1 beside other tokens lets one put in (holder), or only their sum counts."""


@dataclass(frozen=True, slots=True)
class Player:
    """What one player has."""

    energy: Count
    goods: Goods
    colour: str = ""
    """Which pair of dice, and so which sheet; empty until chosen."""
    dice: Count = DICE_EACH
    """Dice before the player, not on a card."""
    tokens: tuple[Token, ...] = ()
    paid: tuple[SectorId, ...] = ()
    lost: tuple[SectorId, ...] = ()
    """Sectors face down before the player."""
    bonus: Points = 0

    @property
    def speed(self) -> int:
        """The speed token, or the sum of them when two play (E3)."""
        return sum(self.tokens)


@dataclass(frozen=True, slots=True)
class Bid:
    """A die on a card."""

    card: SectorId
    seat: SeatNumber
    value: Annotated[int, Between(FACES[0], FACES[-1])]


@dataclass(frozen=True, slots=True)
class State:
    """The whole table."""

    settings: Settings
    players: tuple[Player, ...]
    galaxies: Count
    """Galaxies still face down."""
    speed: tuple[Token, ...]
    """Speed tokens in the middle."""
    phase: Phase = Phase.COLOURS
    host: SeatNumber | None = None
    cards: tuple[SectorId, ...] = ()
    """Sectors open in the middle."""
    bids: tuple[Bid, ...] = ()
    """In the bidding every die that lies on a card, afterwards only the winning dice still to be paid."""
    box: tuple[SectorId, ...] = ()
    """Sectors nobody bid on."""
    energy: Count = 0
    goods: Goods = NO_GOODS
    """With the energy: the common pool."""

    @property
    def layout(self) -> Layout:
        return LAYOUTS[len(self.players)]

    @property
    def round(self) -> int:
        """The galaxy being played, counted from 1; before the deal, the one to come."""
        dealt = self.layout.galaxies - self.galaxies
        return dealt + 1 if self.phase in (Phase.COLOURS, Phase.HOST, Phase.DEAL) else dealt

    def seat_of(self, colour: str) -> int | None:
        """Whose dice these are."""
        return next((seat for seat, player in enumerate(self.players) if player.colour == colour), None)

    def won(self, seat: int) -> tuple[Bid, ...]:
        """The sectors this seat has won and not yet paid."""
        return tuple(bid for bid in self.bids if bid.seat == seat) if self.phase is Phase.PAY else ()

    def met(self) -> tuple[str, ...]:
        """Every sector seen in this game."""
        piles = (card for player in self.players for card in (*player.paid, *player.lost))
        return (*self.cards, *self.box, *piles)

    def having(self, seat: int, player: Player) -> State:
        """The table with another stock for one player."""
        return replace(self, players=(*self.players[:seat], player, *self.players[seat + 1 :]))


Turn = rulebook.Turn[State]


def fastest(seats: int) -> int:
    """The highest speed one player can have in a round: a token, or with two players all but the lowest (E2)."""
    tokens = LAYOUTS[seats].tokens
    return sum(token for token in tokens if token > 0) if seats == 2 else max(tokens)


def plus(first: Goods, second: Goods) -> Goods:
    """Goods put together."""
    return (first[0] + second[0], first[1] + second[1], first[2] + second[2], first[3] + second[3])


def minus(first: Goods, second: Goods) -> Goods:
    """Goods with others taken away."""
    return (first[0] - second[0], first[1] - second[1], first[2] - second[2], first[3] - second[3])


def counted(colours: tuple[str, ...]) -> Goods:
    """How many of each colour are named; cruisers and other things aside."""
    red, blue, green, yellow = (colours.count(colour) for colour in GOODS)
    return (red, blue, green, yellow)


def taken(made: Move) -> Goods:
    """How many goods of each colour a refill takes."""
    red, blue, green, yellow = (typed(int, made[colour]) for colour in GOODS)
    return (red, blue, green, yellow)


def named(goods: Goods) -> tuple[str, ...]:
    """The goods one by one."""
    return tuple(colour for colour, amount in zip(GOODS, goods) for _ in range(amount))
