"""The technology tableau (P2, N10): rows that open, fill, refill and are cleared away."""

from __future__ import annotations

from tableside.games.beyond_the_sun import changes
from tableside.games.beyond_the_sun.effects import COLOURS
from tableside.games.beyond_the_sun.facts import facts_of
from tableside.games.beyond_the_sun.rules.spaces import Space, researches, spaces
from tableside.games.beyond_the_sun.state import Ask, State, Task, Turn
from tableside.games.beyond_the_sun.tasks import push


def full(state: State, level: int) -> bool:
    """Every slot of the level has its card."""
    return all(site.card for site in state.sites if site.level == level)


def fill(level: int, columns: tuple[int, ...], last_shuffles: bool = False) -> tuple[Task, ...]:
    """Columns filled left to right, each by the first card that fits."""
    return tuple(
        Task(
            Ask.ROW,
            level=level,
            left=column,
            colours=(COLOURS[column],),
            begun=last_shuffles and column == columns[-1],
        )
        for column in columns
    )


def open_row(turn: Turn, level: int) -> None:
    """The row is filled now, unless it is open or no longer needed."""
    row = turn.state.row(level)
    if row is None or row.open or full(turn.state, level):
        return
    turn.do(changes.row_opened, "P2", level=level)
    push(turn, *fill(level, (0, 1, 2, 3)))


def gaps(state: State) -> tuple[Task, ...]:
    """What is to be refilled at the end of the turn."""
    return tuple(
        task
        for row in state.rows
        if row.open
        for task in fill(row.level, tuple(column for column, card in enumerate(row.cards) if not card))
    )


def keep_rows(turn: Turn) -> None:
    """A row opens with the first access to its level, and is cleared when the level is complete."""
    state, start = turn.state, turn.start
    same = state.sites is start.sites and state.guilds is start.guilds and state.kept is start.kept
    if same and all(new.private is old.private for new, old in zip(state.players, start.players)):
        return
    for row in turn.state.rows:
        if row.open:
            if full(turn.state, row.level) and not any(task.ask is Ask.ROW for task in turn.state.tasks):
                turn.do(changes.row_cleared, "P2", level=row.level)
        elif row.level > 2 and not full(turn.state, row.level):
            for space in spaces(facts_of(turn.catalog), turn.state):
                if _gives_access(turn, space, row.level):
                    open_row(turn, row.level)
                    break


def _gives_access(turn: Turn, space: Space, level: int) -> bool:
    """Somebody can use this space to research the level; a card may say otherwise (N10)."""
    if space.slot:
        site = turn.state.site(space.slot)
        if site is None or not site.cubes:
            return False
        rows = facts_of(turn.catalog).technology(site.card).rows
        if rows is not None:
            return level in rows
    return researches(space.action, level)
