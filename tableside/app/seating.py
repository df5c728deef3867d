"""Seat colours without Kivy: the palette, the game's own piece colours, and the move by which a seat takes one.

A colour is a name of the palette ("amber"), or that and the pieces' own paint ("amber#F08A24"): the palette gives the
shape, the paint the fill. Players of saved games keep either the name or the paint alone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from models.store import Seated
from tableside.control.controller import Controller, Done
from tableside.core.game import Game, Options
from tableside.core.moves import Move, Text, move
from tableside.core.table import Table

COLOURS = ("amber", "blue", "violet", "sky", "red", "green")
"""Seat colours in the order they are offered."""
_PAINT = re.compile("#[0-9A-Fa-f]{6}")


def is_paint(colour: str) -> bool:
    """Whether this is the colour of real pieces, as #RRGGBB."""
    return _PAINT.fullmatch(colour) is not None


def colours(players: Sequence[Seated]) -> tuple[str, ...]:
    """Everybody's colour; who has none of the palette gets the next free one, in the paint of the pieces if known."""
    taken = {player.colour for player in players}
    free = [colour for colour in COLOURS if colour not in taken]
    found = []
    for place, player in enumerate(players):
        if player.colour in COLOURS:
            found.append(player.colour)
        else:
            own = free.pop(0) if free else COLOURS[place % len(COLOURS)]
            found.append(own + (player.colour if is_paint(player.colour) else ""))
    return tuple(found)


def taken(game: Game[Any], state: Any, seat: int) -> str:
    """What this seat has taken by the move of the seating; empty before that."""
    field = game.info.seating.partition(".")[2]
    players = getattr(state, "players", ())
    return str(getattr(players[seat], field, "") or "") if field and seat < len(players) else ""


def seat_colours(table: Table, players: Sequence[Seated]) -> tuple[str, ...]:
    """Everybody's colour as the pieces on the table have it; before they are chosen, as seated."""
    found = []
    for seat, colour in enumerate(colours(players)):
        paint = table.game.piece_rgb(taken(table.game, table.state, seat))
        found.append(colour.partition("#")[0] + paint if paint else colour)
    return tuple(found)


def swatches(game: Game[Any], options: Options, seats: int) -> tuple[tuple[str, str, Text], ...]:
    """What can be chosen at seating: key, paint and word of each; nothing where the game has no colours of its own."""
    kind, _, slot = game.info.seating.partition(".")
    if not kind:
        return ()
    start = game.setup(game.info.settle(options), seats)
    return tuple(
        (one.key, game.piece_rgb(one.key) or one.rgb, game.say_value(start, kind, slot, one.key))
        for one in game.info.colours
    )


def claim(controller: Controller, wishes: Sequence[str]) -> bool:
    """Make the moves by which seats take what they chose, as far as the rules allow it now; whether one was made."""
    made = False
    while (wanted := _next_claim(controller.table, wishes)) is not None:
        if not isinstance(controller.confirm(wanted), Done):
            break
        made = True
    return made


def settled(table: Table, wishes: Sequence[str]) -> bool:
    """Whether every seat that wished for something has taken something."""
    return all(not wish or taken(table.game, table.state, seat) for seat, wish in enumerate(wishes))


def _next_claim(table: Table, wishes: Sequence[str]) -> Move | None:
    kind, _, slot = table.game.info.seating.partition(".")
    seats = sorted(seat for seat in table.to_act() if seat is not None)
    for seat in seats if kind else ():
        if seat < len(wishes) and wishes[seat] and not taken(table.game, table.state, seat):
            wanted = move(seat, kind, **{slot: table.game.taken_with(wishes[seat])})
            if table.game.judge(table.state, wanted).legal:
                return wanted
    return None
