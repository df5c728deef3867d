"""The three dice: for the start, in a fight, in the crisis phase, and for what reaches Earth (B3, D5, E1, E6)."""

from __future__ import annotations

from collections.abc import Iterator

from tableside.core import chance as lots
from tableside.core.arguments import typed
from tableside.core.errors import Complaint
from tableside.core.game import Choice, Offer, Slot
from tableside.core.moves import Move, text
from tableside.core.rulebook import chance
from tableside.core.ruling import Illegal
from tableside.games.onward_to_venus.changes import cards, course, crises
from tableside.games.onward_to_venus.rules.crises import spread, unmarked_facts
from tableside.games.onward_to_venus.rules.flow import copy_of, doubt, pop, push, rule_now
from tableside.games.onward_to_venus.state import BURST, DICE, SLUG, State, Turn
from tableside.games.onward_to_venus.supply import Copy

ROLLS = ("first", "combat_roll", "crisis_roll", "rockets_roll")


def dice_wanted(state: State) -> int:
    """How many dice are to be thrown now; 0 when none."""
    task = state.top
    if task is None or task.kind not in ROLLS:
        return 0
    return task.n if task.kind == "combat_roll" else DICE


@chance
def roll(turn: Turn, dice: tuple[int, ...]) -> Illegal | None:
    """What the dice show, in any order."""
    copy, state, rule = copy_of(turn), turn.state, rule_now(turn.state)
    if len(dice) != dice_wanted(state):
        return turn.no("dice_number", rule, n=dice_wanted(state))
    for die in dice:
        if die not in copy.known_faces():
            return turn.no("no_such_face", rule, die=die)
    problem = _no_crisis_roll(copy, state)
    if problem is not None:
        return problem
    task, shown = pop(turn), tuple(sorted(dice))
    turn.do(cards.rolled, "E7" if task.kind == "rockets_roll" and task.planet != "moon" else rule, shown)
    if task.kind == "first":
        _for_the_start(turn, task.n, sum(dice))
    elif task.kind == "crisis_roll":
        turn.do(crises.crisis_dice, "E1", spread(copy, state, dice.count(BURST)))
    elif task.kind == "rockets_roll":
        push(turn, "rockets", state.order()[0], task.planet, sum(dice))
    if copy.faces() is None:
        doubt(turn, "dice", "D5")
    return None


def _for_the_start(turn: Turn, seat: int, total: int) -> None:
    """Step 8: the highest sum starts, a burst is 0, the tied roll again (B3)."""
    turn.do(course.summed, "B3", seat, total)
    top = turn.state.top
    if top is None or top.kind == "first":
        return
    best = max(total for _, total in turn.state.sums)
    level = tuple(seat for seat, total in turn.state.sums if total == best)
    if len(level) == 1:
        turn.do(course.marker, "B3", level[0])
        return
    turn.do(course.tied, "B3", level)
    for seat in reversed(level):
        push(turn, "first", n=seat)


@chance
def starts(turn: Turn, seat: int) -> Illegal | None:
    """Who has rolled highest, without the rolls (B3)."""
    if seat not in turn.state.seats:
        return turn.no("no_such_seat", "B3", n=seat + 1)
    while turn.state.top is not None and turn.state.top.kind == "first":
        pop(turn)
    turn.do(course.marker, "B3", seat)
    return None


@starts.lists_legal
def _anybody(turn: Turn) -> Iterator[Move]:
    return (starts.move(None, seat) for seat in turn.state.seats)


@chance
def bursts(turn: Turn, n: int) -> Illegal | None:
    """How many bursts the roll of the crisis phase shows: nothing else of it matters (E1)."""
    problem = _no_crisis_roll(copy_of(turn), turn.state)
    if problem is None and not 0 <= n <= DICE:
        problem = turn.no("dice_number", "E1", n=DICE)
    if problem is not None:
        return problem
    pop(turn)
    turn.do(cards.rolled, "E1", (BURST,) * n)
    turn.do(crises.crisis_dice, "E1", spread(copy_of(turn), turn.state, n))
    return None


@bursts.lists_legal
def _so_many(turn: Turn) -> Iterator[Move]:
    if _no_crisis_roll(copy_of(turn), turn.state) is None:
        yield from (bursts.move(None, n) for n in range(DICE + 1))


@bursts.draws
def _counted(turn: Turn, pick: lots.Pick) -> Move:
    return bursts.move(None, typed(tuple[int, ...], _thrown(turn, pick)["dice"]).count(BURST))


def _no_crisis_roll(copy: Copy, state: State) -> Illegal | None:
    crisis = state.top is not None and state.top.kind == "crisis_roll"
    return unmarked_facts(copy, state) if crisis else None


@roll.lists_legal
def _every(turn: Turn) -> Iterator[Move]:
    if _no_crisis_roll(copy_of(turn), turn.state) is None:
        for dice in lots.rolls(dice_wanted(turn.state), copy_of(turn).known_faces()):
            yield roll.move(None, dice)


@roll.draws
def _thrown(turn: Turn, pick: lots.Pick) -> Move:
    faces = copy_of(turn).faces()
    if faces is None:
        raise Complaint(text(f"{SLUG}.untold.dice"))
    return roll.move(None, tuple(sorted(lots.roll(dice_wanted(turn.state), faces, pick))))


@roll.unfinished("dice")
def _more_dice(turn: Turn, partial: Move) -> bool:
    return len(typed(tuple[int, ...], partial["dice"])) < dice_wanted(turn.state)


@roll.asks("dice")
def _faces(turn: Turn, partial: Move) -> Choice:
    """A row of faces for as many dice as are thrown."""
    n = dice_wanted(turn.state)
    faces = copy_of(turn).known_faces() if _no_crisis_roll(copy_of(turn), turn.state) is None else ()
    parts = tuple(Offer(face, turn.book.say_value(turn.state, "roll", "die", face), most=n) for face in faces)
    return Choice("dice", Slot.DICE, text(f"{SLUG}.slot.roll.dice", n=n), (), parts=parts, exactly=n)


@bursts.why_none
@roll.why_none
def _untold(turn: Turn) -> Illegal:
    problem = _no_crisis_roll(copy_of(turn), turn.state)
    return turn.no("not_now", rule_now(turn.state), now=text(f"{SLUG}.todo.over")) if problem is None else problem


PLAYS = (roll, starts, bursts)
