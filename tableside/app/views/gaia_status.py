"""Gaia Project: what decides now: this round's tile, the final tracks, and the action spaces that are still free."""

from __future__ import annotations

from tableside.app.i18n import say
from tableside.app.move_builder import MoveBuilder
from tableside.app.painter import Pen
from tableside.app.theme import theme
from tableside.app.views.view import View
from tableside.core.moves import text
from tableside.games.gaia_project.counts import final_count
from tableside.games.gaia_project.records import ACTIONS, FINAL_TILES

TILE = 42.0
"""How high a tile of the research board is drawn."""


def lines(play: MoveBuilder) -> list[str]:
    """The tile of this round, and how far everybody is on the final tracks."""
    state, game = play.state, play.game
    found = []
    if state.round and state.phase != "over":
        found.append(_round(play, state.round))
    for tile in state.finals:
        counts = [
            f"{play.letters[seat]} {final_count(state, player, tile)}" for seat, player in enumerate(state.players)
        ]
        if len(counts) < 3:
            counts.append(say(text("gaia_project.strip.neutral", n=FINAL_TILES[tile].neutral)))
        named = game.say_record("finals", tile)
        found.append(say(text("gaia_project.strip.final", tile=named, counts=" · ".join(counts))))
    return found


def _round(play: MoveBuilder, n: int) -> str:
    named = play.game.say_record("rounds", play.state.rounds[n - 1])
    return say(text("gaia_project.strip.round", n=n, tile=named))


def strip(pen: Pen, play: MoveBuilder, left: float, top: float, wide: float, high: float) -> None:
    """These lines, one under the other."""
    told = lines(play) if play.state.places else []
    pitch = high / max(len(told), 1)
    for n, words in enumerate(told):
        size = min(14.5, pitch * 0.86)
        pen.text(words, left, top + pitch * (n + 0.5), size, theme.ink, n == 0, "left", width=wide)


def spaces(view: View, pen: Pen, left: float, top: float, wide: float, high: float, rows: int = 1) -> None:
    """The power and QIC spaces of the research board by their price; those used this round are struck through."""
    play, columns = view.play, -(-len(ACTIONS) // rows)
    each = wide / columns
    for n, (name, space) in enumerate(ACTIONS.items()):
        used = name in play.state.used
        x, y = left + n % columns * each, top + n // columns * (high + 4)
        edge = theme.line if used else theme.ink
        pen.rect(x + 2, y, each - 4, high, theme.sunken if used else theme.surface, edge, 1.5, 8)
        key, price = ("pw", space.power) if space.power else ("q", space.qic)
        words = say(text(f"gaia_project.space.{key}", n=price))
        ink = theme.disabled if used else theme.ink
        pen.text(words, x + each / 2, y + high / 2, 14, ink, True, width=each - 8, strike=used)
        view.target(x + 2, y, each - 4, high, "action", name)


def status(view: View, pen: Pen, left: float, top: float, wide: float, high: float) -> None:
    """On a phone: the tiles of this and the coming rounds, the final tracks and the action spaces."""
    play = view.play
    pen.rect(left, top, wide, high, theme.surface, theme.line, 1.5, 14)
    told = lines(play)
    state = play.state
    if state.round and state.phase != "over":
        told += [_round(play, n) for n in range(state.round + 1, len(state.rounds) + 1)]
    room = high - 78
    pitch = min(room / max(len(told), 1), 22.0)
    for n, words in enumerate(told):
        strong = n <= len(state.finals)
        ink = theme.ink if strong else theme.ink2
        pen.text(words, left + 12, top + 8 + pitch * (n + 0.5), min(14.0, pitch * 0.8), ink, n == 0, "left", wide - 24)
    spaces(view, pen, left + 8, top + high - 66, wide - 16, 28, rows=2)


def tiles(pen: Pen, play: MoveBuilder, left: float, top: float, bottom: float, each: float) -> float:
    """The tiles of the research board: an advanced one above each track, a standard one below, the free ones last."""
    state, game = play.state, play.game
    named = {id: say(game.say_record("techs", id)) for id in state.techs if id}
    # Those above the tracks are the advanced ones: that needs no word.
    named |= {id: say(game.say_record("techs", id)).partition(": ")[2] for id in state.advanced if id}
    size = pen.alike(list(named.values()), 11.5, False, each - 12, 3) if named else 0

    def tile(id: str, x: float, y: float, w: float, strong: bool) -> None:
        pen.rect(x + 3, y, w - 6, TILE, theme.sunken if strong else theme.surface, theme.line, 1.2, 6)
        ink = theme.ink if id else theme.disabled
        pen.text(named.get(id, "\u2013"), x + w / 2, y + TILE / 2, size, ink, False, width=w - 12, lines=3)

    for n, id in enumerate(state.advanced):
        tile(id, left + n * each, top, each, True)
    for n, id in enumerate(state.techs):
        if n < len(state.advanced):
            tile(id, left + n * each, bottom - 2 * TILE - 8, each, False)
        else:
            tile(id, left + (n - len(state.advanced)) * 2 * each, bottom - TILE - 4, 2 * each, False)
    return 2 * TILE + 12
