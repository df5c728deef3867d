"""Chapter The start of the game (E): decks, the roll, the first hand, and the income of each turn."""

from __future__ import annotations

from tableside.core.moves import Move
from tableside.core.ruling import Illegal
from tableside.core.stack import Pending
from tableside.games.kaosz_galaktika.desk import Desk, no
from tableside.games.kaosz_galaktika.rules import answers, decks
from tableside.games.kaosz_galaktika.state import GAME_SECONDS, INCOME, OPENING_INCOME, Phase

DIE = 20


def check_deck(desk: Desk, move: Move) -> Illegal | None:
    if desk.state.phase is not Phase.DECKS:
        return no("not_now", "E1")
    if move["deck"] is None:
        return None
    deck = desk.catalog.find("decks", move["deck"])
    if deck is None:
        return no("no_such_deck", "A1", deck=move["deck"])
    problems = decks.problems(desk.catalog, deck.cards, desk.state.race_rules, desk.state.simple)
    return problems[0] if problems else None


def act_deck(desk: Desk, move: Move) -> None:
    desk.do("deck_chosen", "A1", seat=move.seat, deck=move["deck"])
    if all(player.chosen for player in desk.state.players):
        desk.do("phase", "E1", phase="roll")


def check_roll(desk: Desk, move: Move) -> Illegal | None:
    values = move["values"]
    if desk.state.phase is not Phase.ROLL:
        return no("not_now", "E1")
    if len(values) != len(desk.state.players) or not all(1 <= value <= DIE for value in values):
        return no("no_such_roll", "E1", players=len(desk.state.players), faces=DIE)
    return None


def act_roll(desk: Desk, move: Move) -> None:
    """The higher roll starts; a tie is rolled again."""
    values = move["values"]
    desk.do("rolled", "E1", values=values)
    best = max(values)
    if values.count(best) > 1:
        return
    desk.do("starts", "E1", seat=values.index(best))
    for seat in range(len(values)):
        desk.do("dealt", "E1", seat=seat)
    desk.do("phase", "E1", phase="mulligan")


def check_first_hand(desk: Desk, move: Move) -> Illegal | None:
    if desk.state.phase is not Phase.MULLIGAN or desk.player(move.seat or 0).kept:
        return no("mulligan_once", "E1")
    return None


def act_first_hand(desk: Desk, move: Move) -> None:
    desk.do("kept" if move.kind == "keep" else "mulligan", "E1", seat=move.seat)
    if all(player.kept for player in desk.state.players):
        desk.do("phase", "F1", phase="income")


# -- the starting phase ----------------------------------------------------------------------------


def check_income(desk: Desk, move: Move) -> Illegal | None:
    return None if desk.state.phase is Phase.INCOME else no("not_now", "F1")


def income(desk: Desk) -> int:
    """5 credits; in a game of two the first four turns bring 1, 2, 3, 4 (E2, H1)."""
    turn = desk.state.turn
    if desk.state.several or turn > len(OPENING_INCOME):
        return INCOME
    return OPENING_INCOME[turn - 1]


def act_income(desk: Desk, move: Move) -> None:
    seat = desk.state.active
    desk.do("turn_began", "F1", seat=seat)
    desk.do("credits", "E2" if income(desk) != INCOME else "F1", seat=seat, amount=income(desk))
    desk.do("phase", "F1", phase="start")
    answers.declare(desk, seat, "starting", "F1", first=seat)


@answers.resolves("starting")
def begin_main(desk: Desk, pending: Pending) -> None:
    desk.do("phase", "F2", phase="main")


# -- the tournament clock (H4) -----------------------------------------------------------------------


def check_clock(desk: Desk, move: Move) -> Illegal | None:
    if not desk.state.tournament or not desk.state.turn or desk.state.phase is Phase.TIME:
        return no("no_clock", "H4")
    if not desk.state.seconds < move["seconds"] <= GAME_SECONDS:
        return no("clock_runs_forward", "H4", seconds=desk.state.seconds, most=GAME_SECONDS)
    return None


def act_clock(desk: Desk, move: Move) -> None:
    desk.do("clock", "H4", seconds=move["seconds"])
    if move["seconds"] == GAME_SECONDS:
        desk.do("time_up", "H4")


def check_verdict(desk: Desk, move: Move) -> Illegal | None:
    if desk.state.phase is not Phase.TIME:
        return no("no_verdict_yet", "H4")
    if move["winner"] not in desk.state.alive():
        return no("no_such_player", "H4")
    return None


def act_verdict(desk: Desk, move: Move) -> None:
    desk.do("won", "H4", seat=move["winner"])
