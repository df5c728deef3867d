"""What each event changes. Nothing is judged here."""

from __future__ import annotations

from dataclasses import replace

from tableside.core import stack
from tests.sample_games.kavicsok.state import Player, State


def _with(state: State, seat: int, player: Player) -> State:
    return replace(state, players=(*state.players[:seat], player, *state.players[seat + 1 :]))


def _answered(state: State, seat: int) -> State:
    answers = stack.let_stand(state.answers, seat)
    return replace(state, answers=stack.resolve(answers, lambda pending: None).stack)


def rolled(state: State, value: int) -> State:
    """The die shows this."""
    return replace(state, rolled=value)


def declared(state: State, seat: int, amount: int) -> State:
    """A large handful is announced, and the next player may answer."""
    pending = stack.Pending(seat, "take", (("amount", amount),))
    return replace(state, answers=stack.declare(state.answers, pending, ((seat + 1) % len(state.players),)))


def blocked(state: State, seat: int) -> State:
    """One pebble is given up to stop the handful."""
    state = _answered(state, seat)
    player = state.players[seat]
    return _with(replace(state, box=state.box + 1), seat, replace(player, pebbles=player.pebbles - 1))


def let(state: State, seat: int) -> State:
    """The handful is let stand."""
    return _answered(state, seat)


def took(state: State, seat: int, amount: int) -> State:
    """Pebbles go from the pile to a player."""
    player = state.players[seat]
    state = replace(state, pile=state.pile - amount, done=True)
    return _with(state, seat, replace(player, pebbles=player.pebbles + amount))


def bought(state: State, seat: int, stone: str) -> State:
    """Two pebbles buy a stone."""
    player = state.players[seat]
    state = replace(state, box=state.box + 2, done=True)
    return _with(state, seat, replace(player, pebbles=player.pebbles - 2, stones=(*player.stones, stone)))


def turn(state: State) -> State:
    """The next player's turn begins."""
    return replace(state, turn=(state.turn + 1) % len(state.players), rolled=None, done=False)


CHANGES = (rolled, declared, blocked, let, took, bought, turn)
