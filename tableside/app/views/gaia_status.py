"""Gaia Project: what decides now: this round's tile, the final tracks, and the action spaces that are still free."""

from __future__ import annotations

from tableside.app.i18n import say
from tableside.app.move_builder import Play
from tableside.app.painter import Pen
from tableside.app.theme import theme
from tableside.core.moves import text
from tableside.games.gaia_project.counts import final_count
from tableside.games.gaia_project.records import ACTIONS, FINAL_TILES


def lines(play: Play) -> list[str]:
    """The tile of this round, and how far everybody is on the final tracks."""
    state, game = play.state, play.game
    found = []
    if state.round and state.phase != "over":
        found.append(say(game.say_record("rounds", state.rounds[state.round - 1])))
    for tile in state.finals:
        counts = [
            f"{play.letters[seat]} {final_count(state, player, tile)}" for seat, player in enumerate(state.players)
        ]
        if len(counts) < 3:
            counts.append(f"– {FINAL_TILES[tile].neutral}")
        found.append(f"{say(game.say_record('finals', tile))}: {' · '.join(counts)}")
    return found


def strip(pen: Pen, play: Play, left: float, top: float, wide: float, high: float) -> None:
    """These lines, one under the other."""
    told = lines(play) if play.state.places else []
    pitch = high / max(len(told), 1)
    for n, words in enumerate(told):
        size = min(14.0, pitch * 0.8)
        pen.text(words, left, top + pitch * (n + 0.5), size, theme.ink2, n == 0, "left", width=wide)


def spaces(pen: Pen, play: Play, left: float, top: float, wide: float, high: float) -> None:
    """The power and QIC spaces of the research board by their price; those used this round are struck through."""
    each = wide / len(ACTIONS)
    for n, (name, space) in enumerate(ACTIONS.items()):
        used = name in play.state.used
        x = left + n * each
        edge = theme.line if used else theme.ink
        pen.rect(x + 2, top, each - 4, high, theme.sunken if used else theme.surface, edge, 1.5, 8)
        key, price = ("pw", space.power) if space.power else ("q", space.qic)
        words = say(text(f"gaia_project.space.{key}", n=price))
        ink = theme.disabled if used else theme.ink
        pen.text(words, x + each / 2, top + high / 2, 14, ink, True, width=each - 8, strike=used)
