"""Before the game: dice colours, sheets, and the host (B1 to B5)."""

from __future__ import annotations

from collections.abc import Iterator

from tableside.core.catalog import Catalog
from tableside.core.game import Options
from tableside.core.moves import Move, Text, event, move, text
from tableside.core.ruling import Illegal, Legal, Need, Ruling
from tableside.games.urcsempeszek.records import DICE, SHEETS
from tableside.games.urcsempeszek.state import LAYOUTS, SLUG, Phase, Player, Settings, State, cite


def start(options: Options, seats: int) -> State:
    """The table laid out for this many players."""
    layout = LAYOUTS[seats]
    each = layout.goods
    settings = Settings(**{name: options[name] for name in Settings.__dataclass_fields__ if name in options})
    player = Player(layout.energy, (each, each, each, each))
    return State(settings, (player,) * seats, layout.galaxies, layout.tokens)


def moves(state: State, seat: int | None, catalog: Catalog) -> Iterator[Move]:
    """The colours still to be had, then who may be host."""
    if state.phase is Phase.HOST:
        yield from (move(None, "host", player=player) for player in range(len(state.players)))
    elif seat is not None:
        for colour in catalog.table(DICE):
            if state.seat_of(colour) is None and not sheet_needs(state.settings, colour, catalog):
                yield move(seat, "colour", colour=colour)


def judge_colour(state: State, wanted: Move, catalog: Catalog) -> Ruling:
    """A player takes the two dice of a colour and the sheet that goes with them."""
    colour = wanted["colour"]
    if state.phase is not Phase.COLOURS or wanted.seat is None:
        return Illegal(text(f"{SLUG}.not_now"), cite("B1"))
    if catalog.find(DICE, colour) is None:
        return Illegal(text(f"{SLUG}.no_such_dice", colour=colour), cite("A1"))
    if state.seat_of(colour) is not None:
        return Illegal(text(f"{SLUG}.dice_taken"), cite("B1"))
    needs = sheet_needs(state.settings, colour, catalog)
    if needs:
        return Illegal(needs[0].text, cite("F1"), needs=needs)
    events = [event("colour", cite("B1"), seat=wanted.seat, colour=colour)]
    if sum(1 for player in state.players if player.colour) == len(state.players) - 1:
        events.append(event("seated", cite("B1")))
    return Legal(tuple(events))


def judge_host(state: State, wanted: Move, catalog: Catalog) -> Ruling:
    """One player leads the game to its end."""
    if state.phase is not Phase.HOST:
        return Illegal(text(f"{SLUG}.not_now"), cite("B3"))
    if not 0 <= wanted["player"] < len(state.players):
        return Illegal(text(f"{SLUG}.no_such_player"), cite("B3"))
    return Legal((event("host", cite("B3"), seat=wanted["player"]),))


def sheet_needs(settings: Settings, colour: str, catalog: Catalog) -> tuple[Need, ...]:
    """What has to be known of a sheet for the favourites that are played."""
    keys = ("planets",) if settings.stations else ()
    if settings.favourite_ships or settings.favourite_goods:
        keys = (*keys, "ships")
    return catalog.missing(SHEETS, colour, *keys) if keys else ()


def checklist(options: Options, seats: int) -> tuple[Text, ...]:
    """What to lay out, in the rulebook's order."""
    layout = LAYOUTS[seats]
    favourites = any(options[key] for key in ("stations", "favourite_ships", "favourite_goods"))
    advanced = tuple(
        text(f"{SLUG}.option.{key}")
        for key in ("stations", "favourite_ships", "favourite_goods", "stacked_dice")
        if options[key]
    )
    used = layout.galaxies * layout.cards
    return (
        text(f"{SLUG}.check.dice"),
        text(f"{SLUG}.check.sheet_favourites" if favourites else f"{SLUG}.check.sheet"),
        text(f"{SLUG}.check.goods", n=layout.goods),
        text(f"{SLUG}.check.energy", ones=layout.energy - 5, n=layout.energy),
        text(f"{SLUG}.check.tokens", tokens=layout.tokens),
        text(f"{SLUG}.check.galaxies", galaxies=layout.galaxies, cards=layout.cards, n=used),
        text(f"{SLUG}.check.unused" if used < 36 else f"{SLUG}.check.none_unused"),
        text(f"{SLUG}.check.pool"),
        text(f"{SLUG}.check.host"),
        text(f"{SLUG}.check.advanced", rules=advanced) if advanced else text(f"{SLUG}.check.basic"),
        text(f"{SLUG}.check.one_hand"),
    )
