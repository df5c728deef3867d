"""Before the game: dice colours, sheets, and the host (B1 to B5)."""

from __future__ import annotations

from collections.abc import Iterator

from tableside.core import codec
from tableside.core.catalog import Catalog
from tableside.core.game import Options
from tableside.core.moves import Move
from tableside.core.rulebook import chance, play
from tableside.core.ruling import Illegal, Need
from tableside.games.urcsempeszek import changes
from tableside.games.urcsempeszek.records import DICE, SHEETS, Dice
from tableside.games.urcsempeszek.state import LAYOUTS, Player, Settings, State, Turn


def setup(options: Options, seats: int) -> State:
    """The table laid out for this many players."""
    layout = LAYOUTS[seats]
    each = layout.goods
    agreed = {name: options[name] for name in Settings.__dataclass_fields__ if name in options}
    settings: Settings = codec.decode(Settings, agreed)
    player = Player(layout.energy, (each, each, each, each))
    return State(settings, (player,) * seats, layout.galaxies, layout.tokens)


@play
def colour(turn: Turn, colour: str) -> Illegal | None:
    """A player takes the two dice of a colour and the sheet that goes with them (B1)."""
    if colour not in turn.catalog.records(Dice):
        return turn.no("no_such_dice", "A1")
    if turn.state.seat_of(colour) is not None:
        return turn.no("dice_taken", "B1")
    needs = colour_needs(turn.catalog, turn.state.settings, colour)
    if needs:
        return turn.lacks(needs, "A1" if needs[0].table == DICE else "F1")
    turn.do(changes.colour, "B1", turn.me, colour)
    if all(player.colour for player in turn.state.players):
        turn.do(changes.seated, "B1")
    return None


@colour.lists
def _colours(turn: Turn) -> Iterator[Move]:
    return (colour.move(turn.seat, one) for one in turn.catalog.records(Dice))


@chance
def host(turn: Turn, player: int) -> Illegal | None:
    """One player leads the game to its end (B3)."""
    if not 0 <= player < len(turn.state.players):
        return turn.no("no_such_player", "B3")
    turn.do(changes.host, "B3", player)
    return None


@host.lists_legal
def _hosts(turn: Turn) -> Iterator[Move]:
    return (host.move(None, player) for player in range(len(turn.state.players)))


def colour_needs(catalog: Catalog, settings: Settings, colour: str) -> tuple[Need, ...]:
    """What has to be known of a colour: what the sixth is called, and the sheet for the favourites that are played."""
    unnamed = catalog.missing(DICE, colour, "colour")
    keys = ("planets",) if settings.stations else ()
    if settings.favourite_ships or settings.favourite_goods:
        keys = (*keys, "ships")
    return (*unnamed, *(catalog.missing(SHEETS, colour, *keys) if keys else ()))


PLAYS = (colour, host)
