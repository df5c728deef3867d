"""The three dice: for the start, in a fight, in the crisis phase, and for what reaches Earth (B3, D5, E1, E6)."""

from __future__ import annotations

from collections.abc import Iterator

from tableside.core import chance as lots
from tableside.core.arguments import typed
from tableside.core.errors import Complaint
from tableside.core.game import Choice, Offer, Slot
from tableside.core.moves import Move, text
from tableside.core.rulebook import chance, play
from tableside.core.ruling import Illegal
from tableside.games.onward_to_venus.changes import cards, course, crises
from tableside.games.onward_to_venus.records import Effect
from tableside.games.onward_to_venus.rules.asking import picked
from tableside.games.onward_to_venus.rules.combat import counts, in_short
from tableside.games.onward_to_venus.rules.crises import spread, unmarked_facts
from tableside.games.onward_to_venus.rules.turn_order import copy_of, doubt, none, pop, push, rule_now
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


# -- a fight, told in short --------------------------------------------------------------------


def _outcomes(copy: Copy) -> dict[tuple[int, int], list[tuple[int, ...]]]:
    """What can count of three dice, bursts and difference, each with the rolls that come to it."""
    found: dict[tuple[int, int], list[tuple[int, ...]]] = {}
    for dice in lots.rolls(DICE, copy.known_faces()):
        found.setdefault(counts(dice), []).append(dice)
    return found


@chance
def outcome(turn: Turn, bursts: int, difference: int) -> Illegal | None:
    """What counts of a roll in a fight, without its dice: the bursts and the difference (D5, D9)."""
    copy = copy_of(turn)
    if dice_wanted(turn.state) != DICE:
        return turn.no("dice_number", "D5", n=dice_wanted(turn.state))
    rolls = _outcomes(copy).get((bursts, difference))
    if rolls is None:
        return turn.no("no_such_roll", "D5", bursts=bursts, difference=difference)
    pop(turn)
    if len(rolls) == 1:
        turn.do(cards.rolled, "D5", rolls[0])
    else:
        turn.do(cards.outcome, "D5", bursts, difference)
        _fight_on(turn, difference + 1)
    if copy.faces() is None:
        doubt(turn, "dice", "D5")
    return None


@outcome.lists_legal
def _in_short(turn: Turn) -> Iterator[Move]:
    """A line for each difference: without, with one and with two bursts; three bursts last.

    Without a burst the dice differ less, so none at all stands where the largest difference would.
    """
    if dice_wanted(turn.state) == DICE:
        told = _outcomes(copy_of(turn))
        most = max(difference for _, difference in told)
        for n, difference in sorted(told, key=lambda one: (one[1] or most + (one[0] > 0), one[0])):
            yield outcome.move(None, n, difference)


outcome.quiet = True


def _fight_on(turn: Turn, n: int) -> None:
    """The fight goes on with a roll told in short (its difference and one more) or die by die (0)."""
    task = pop(turn)
    push(turn, task.kind, task.seat, task.planet, n)


def _short(state: State) -> tuple[int, int] | None:
    """What was told of a roll in short, where its dice are still to be told."""
    difference = in_short(state)
    return None if difference is None or state.combat is None else (len(state.combat.dice), difference)


@play
def show(turn: Turn, dice: tuple[int, ...]) -> Illegal | None:
    """The three dice after all, for a card that is about single ones (F6, F25)."""
    told = _short(turn.state)
    if told is None:
        return turn.no("none_show", "D5")
    if len(dice) != DICE:
        return turn.no("dice_number", "D5", n=DICE)
    if any(die not in copy_of(turn).known_faces() for die in dice) or counts(dice) != told:
        return turn.no("other_roll", "D5", bursts=told[0], difference=told[1])
    turn.do(cards.shown, "D5", turn.me, tuple(sorted(dice)))
    _fight_on(turn, 0)
    return None


@show.lists_legal
def _fitting(turn: Turn) -> Iterator[Move]:
    told, copy = _short(turn.state), copy_of(turn)
    if told is not None and copy.may_hold(turn.state, turn.me, Effect.REROLL, Effect.EXCLUDE):
        yield from (show.move(turn.me, dice) for dice in _outcomes(copy).get(told, ()))


show.quiet = True
none(show, "D5")


@show.unfinished("dice")
def _more_shown(turn: Turn, partial: Move) -> bool:
    return len(picked(partial, "dice")) < DICE


@show.asks("dice")
def _shown(turn: Turn, partial: Move) -> Choice:
    return _row(turn, "show", DICE, copy_of(turn).known_faces())


# -- the crisis phase --------------------------------------------------------------------------


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


# Lots throw all three dice and tell them.
outcome.draws(_thrown)


@roll.unfinished("dice")
def _more_dice(turn: Turn, partial: Move) -> bool:
    return len(picked(partial, "dice")) < dice_wanted(turn.state)


@roll.asks("dice")
def _faces(turn: Turn, partial: Move) -> Choice:
    """A row of faces for as many dice as are thrown."""
    faces = copy_of(turn).known_faces() if _no_crisis_roll(copy_of(turn), turn.state) is None else ()
    return _row(turn, "roll", dice_wanted(turn.state), faces)


def _row(turn: Turn, kind: str, n: int, faces: tuple[int, ...]) -> Choice:
    parts = tuple(Offer(face, turn.book.say_value(turn.state, kind, "die", face), most=n) for face in faces)
    return Choice("dice", Slot.DICE, text(f"{SLUG}.slot.roll.dice", n=n), (), parts=parts, exactly=n)


@bursts.why_none
@roll.why_none
def _untold(turn: Turn) -> Illegal:
    problem = _no_crisis_roll(copy_of(turn), turn.state)
    return turn.no("not_now", rule_now(turn.state), now=text(f"{SLUG}.todo.over")) if problem is None else problem


PLAYS = (roll, starts, outcome, show, bursts)
