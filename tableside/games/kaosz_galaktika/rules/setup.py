"""Chapter The start of the game (E): the roll, the first hand, the income of each turn; and the tournament clock."""

from __future__ import annotations

from collections.abc import Iterator

from tableside.core.chance import Pick
from tableside.core.game import Options, Timer
from tableside.core.moves import Move
from tableside.core.rulebook import chance, play
from tableside.core.ruling import Illegal
from tableside.games.kaosz_galaktika.changes import table
from tableside.games.kaosz_galaktika.rules import answers
from tableside.games.kaosz_galaktika.state import GAME_SECONDS, INCOME, OPENING_INCOME, Phase, Player, State, Turn

DIE = 20


def setup(options: Options, seats: int) -> State:
    """The empty table; a tournament is always played with the full combat and race rules (H4)."""
    tournament = bool(options["tournament"])
    return State(
        combat_rules="full" if tournament else str(options["combat"]),
        race_rules="opposed" if tournament else str(options["races"]),
        tournament=tournament,
        answers=str(options["answers"]),
        players=tuple(Player() for _ in range(seats)),
    )


@chance
def first(turn: Turn, player: int) -> Illegal | None:
    """Who rolled highest, when nobody writes the numbers down (E1)."""
    if not 0 <= player < len(turn.state.players):
        return turn.no("no_such_player", "E1")
    _begin(turn, player)
    return None


@first.lists
def _firsts(turn: Turn) -> Iterator[Move]:
    return (first.move(None, seat) for seat in range(len(turn.state.players)))


@chance
def roll(turn: Turn, player: int, value: int) -> Illegal | None:
    """The higher roll starts; those who are level roll again (E1)."""
    if player not in rolling(turn.state):
        return turn.no("rolled_already", "E1")
    if not 1 <= value <= DIE:
        return turn.no("no_such_roll", "E1", faces=DIE)
    turn.do(table.rolled, "E1", seat=player, value=value)
    if rolling(turn.state):
        return None
    rolls = [player.roll or 0 for player in turn.state.players]
    best = tuple(seat for seat, roll in enumerate(rolls) if roll == max(rolls))
    if len(best) > 1:
        turn.do(table.level, "E1", seats=best)
    else:
        _begin(turn, best[0])
    return None


@roll.lists
def _rolls(turn: Turn) -> Iterator[Move]:
    return (roll.move(None, seat, value) for seat in rolling(turn.state) for value in range(1, DIE + 1))


def rolling(state: State) -> tuple[int, ...]:
    """Who has still to roll for the start."""
    return tuple(seat for seat, player in enumerate(state.players) if player.roll is None)


def _begin(turn: Turn, first: int) -> None:
    turn.do(table.starts, "E1", seat=first)
    for seat in range(len(turn.state.players)):
        turn.do(table.dealt, "E1", seat=seat)
    turn.do(table.phase, "E1", phase="mulligan")


@play
def keep(turn: Turn) -> None:
    """The first hand is kept (E1)."""
    turn.do(table.kept, "E1", seat=turn.me)
    _all_kept(turn)


@play
def mulligan(turn: Turn) -> None:
    """Once, the first hand is shuffled back and drawn anew (E1)."""
    turn.do(table.mulligan, "E1", seat=turn.me)
    _all_kept(turn)


def _all_kept(turn: Turn) -> None:
    if all(player.kept for player in turn.state.players):
        turn.do(table.phase, "F1", phase="income")


# -- the starting phase ----------------------------------------------------------------------------


@chance
def income(turn: Turn) -> None:
    """5 credits; in a game of two the first four turns bring 1, 2, 3, 4 (E2, F1, H1)."""
    seat = turn.state.active
    turn.do(table.turn_began, "F1", seat=seat)
    number = turn.state.turn
    opening = not turn.state.several and number <= len(OPENING_INCOME)
    amount = OPENING_INCOME[number - 1] if opening else INCOME
    turn.do(table.credits, "E2" if opening else "F1", seat=seat, amount=amount)
    turn.do(table.phase, "F1", phase="start")
    asked = answers.responders(turn, seat, "starting")
    answers.declare(turn, seat, "starting", "F1", 0, tuple(sorted(asked, key=lambda other: other != seat)))


# -- the tournament clock (H4) -----------------------------------------------------------------------


@chance
def clock(turn: Turn, seconds: int) -> Illegal | None:
    """The clock goes on; after an hour time is up (H4)."""
    if not turn.state.seconds < seconds <= GAME_SECONDS:
        return turn.no("clock_runs_forward", "H4", seconds=turn.state.seconds, most=GAME_SECONDS)
    turn.do(table.clock, "H4", seconds=seconds)
    if seconds == GAME_SECONDS:
        turn.do(table.time_up, "H4")
    return None


@clock.lists
def _clocks(turn: Turn) -> Iterator[Move]:
    for seconds in (1, 60):
        if turn.state.seconds + seconds < GAME_SECONDS:
            yield clock.move(None, turn.state.seconds + seconds)
    yield clock.move(None, GAME_SECONDS)


@clock.draws
def _some_seconds(turn: Turn, pick: Pick) -> Move:
    return clock.move(None, min(GAME_SECONDS, turn.state.seconds + 1 + pick(9)))


def timer(state: State) -> Timer | None:
    """The hour of a tournament runs from the first turn on (H4)."""
    if not state.tournament or not state.turn or state.phase in (Phase.TIME, Phase.OVER):
        return None
    return Timer(state.seconds, GAME_SECONDS, clock.move(None, GAME_SECONDS))


@chance
def verdict(turn: Turn, winner: int) -> Illegal | None:
    """When time is up the judge names the winner (H4)."""
    if winner not in turn.state.alive():
        return turn.no("no_such_player", "H4")
    turn.do(table.won, "H4", seat=winner)
    return None


@verdict.lists
def _verdicts(turn: Turn) -> Iterator[Move]:
    return (verdict.move(None, seat) for seat in turn.state.alive())


PLAYS = (first, roll, keep, mulligan, income, clock, verdict)
