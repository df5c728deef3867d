"""View model of one table: who acts, what everybody may see, points; results are cached per state."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from models.store import OpenSession
from tableside.app.seating import seat_colours
from tableside.control.controller import Controller
from tableside.core.game import Choice, Game
from tableside.core.log import START
from tableside.core.moves import Move, Seat
from tableside.core.ruling import Illegal
from tableside.core.score import Line, totals
from tableside.core.table import Preview, Table


def letters(names: Sequence[str]) -> tuple[str, ...]:
    """Each player's initial; two letters where initials clash, a number where those do too."""
    found: list[str] = []
    for place, name in enumerate(names):
        first = (name.strip() or "?")[0].upper()
        if sum(other.strip()[:1].upper() == first for other in names) > 1:
            first = (name.strip() or "?")[:2].capitalize()
            if sum(other.strip()[:2].lower() == first.lower() for other in names) > 1:
                first = f"{first[0]}{place + 1}"
        found.append(first)
    return tuple(found)


def standing(table: Table, lines: Iterable[Line]) -> tuple[int, ...]:
    """Everybody's points by these lines; what is left counts only at the end: it would look as if points were lost."""
    keys = table.game.info.left_over if table.to_act() else ()
    return totals([line for line in lines if line.key not in keys], table.seats)


class OpenTable:
    """A session with what the app shows of it; answers are cached until the state is another."""

    def __init__(self, session: OpenSession) -> None:
        self.session = session
        self.controller = Controller(session)
        self.letters = letters(session.names)
        self._of: tuple[Any, Any] = (None, None)
        self._answers: dict[Any, Any] = {}

    @property
    def table(self) -> Table:
        return self.session.table

    @property
    def game(self) -> Game[Any]:
        return self.table.game

    @property
    def state(self) -> Any:
        return self.table.state

    @property
    def shown(self) -> Any:
        """What everybody round the tablet may see."""
        known = self._known()
        if "shown" not in known:
            known["shown"] = self.game.redact(self.state, None)
        return known["shown"]

    @property
    def colours(self) -> tuple[str, ...]:
        """Everybody's colour, as their pieces have it once they are chosen."""
        known = self._known()
        if "colours" not in known:
            known["colours"] = seat_colours(self.table, self.session.players)
        found: tuple[str, ...] = known["colours"]
        return found

    @property
    def acting(self) -> tuple[Seat, ...]:
        """Who may act, seats first, the table itself last."""
        return tuple(sorted(self.table.to_act(), key=lambda seat: 99 if seat is None else seat))

    @property
    def over(self) -> bool:
        return not self.table.to_act()

    def points(self) -> tuple[int, ...]:
        """Everybody's points, without what is left as long as the game goes on."""
        known = self._known()
        if "points" not in known:
            known["points"] = standing(self.table, self.table.score())
        found: tuple[int, ...] = known["points"]
        return found

    def totals(self) -> tuple[int, ...]:
        """Everybody's points as they stand, with what is left."""
        known = self._known()
        if "totals" not in known:
            known["totals"] = totals(self.table.score(), self.table.seats)
        found: tuple[int, ...] = known["totals"]
        return found

    def curve(self, most: int = 60) -> list[tuple[int, tuple[int, ...]]]:
        """The score after the steps that stand: step number and everybody's points, at most so many points."""
        steps = self.table.log.line.steps()
        every = max(1, -(-len(steps) // most))
        points = [(0, totals(self.game.score(self.table.state_at(START)), self.table.seats))]
        for number, line in enumerate(steps, 1):
            if number % every == 0 or number == len(steps):
                points.append((number, totals(self.game.score(self.table.state_at(line)), self.table.seats)))
        return points

    @property
    def can_undo(self) -> bool:
        return bool(self.table.log.past)

    @property
    def can_redo(self) -> bool:
        return bool(self.table.log.future)

    def _known(self) -> dict[Any, Any]:
        """Cache of what was computed for the current state; emptied when the state is another."""
        if self._of[0] is not self.state or self._of[1] is not self.game:
            self._of, self._answers = (self.state, self.game), {}
        return self._answers

    def _asked(self, partial: Move) -> tuple[Choice, ...]:
        known = self._known()
        key = ("choices", partial)
        if key not in known:
            known[key] = tuple(self.game.choices(self.state, partial))
        found: tuple[Choice, ...] = known[key]
        return found

    def _foreseen(self, wanted: Move) -> Preview | Illegal:
        known = self._known()
        key = ("preview", wanted)
        if key not in known:
            known[key] = self.table.preview(wanted)
        found: Preview | Illegal = known[key]
        return found

    def _first(self) -> Seat:
        """Who is asked first: whose move is expected, else the first who may act."""
        leader = self.game.leads(self.state)
        return leader if leader is not None else next(iter(self.acting), None)
