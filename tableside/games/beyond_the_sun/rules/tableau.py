"""The technology tableau (P2, N10): rows that open, fill, refill and are cleared away."""

from __future__ import annotations

from tableside.games.beyond_the_sun.draft import Draft
from tableside.games.beyond_the_sun.effects import COLOURS
from tableside.games.beyond_the_sun.rules.spaces import Space, researches, spaces
from tableside.games.beyond_the_sun.state import Ask, State, Task


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


def open_row(draft: Draft, level: int) -> None:
    """The row is filled now, unless it is open or no longer needed."""
    row = draft.state.row(level)
    if row is None or row.open or full(draft.state, level):
        return
    draft.emit("row_opened", "P2", level=level)
    draft.push(*fill(level, (0, 1, 2, 3)))


def gaps(state: State) -> tuple[Task, ...]:
    """What is to be refilled at the end of the turn."""
    return tuple(
        task
        for row in state.rows
        if row.open
        for task in fill(row.level, tuple(column for column, card in enumerate(row.cards) if not card))
    )


def keep_rows(draft: Draft) -> None:
    """A row opens with the first access to its level, and is cleared when the level is complete."""
    state, start = draft.state, draft.start
    same = state.sites is start.sites and state.guilds is start.guilds and state.kept is start.kept
    if same and all(new.private is old.private for new, old in zip(state.players, start.players)):
        return
    for row in draft.state.rows:
        if row.open:
            if full(draft.state, row.level) and not any(task.ask is Ask.ROW for task in draft.state.tasks):
                draft.emit("row_cleared", "P2", level=row.level)
        elif row.level > 2 and not full(draft.state, row.level):
            for space in spaces(draft.facts, draft.state):
                if _gives_access(draft, space, row.level):
                    open_row(draft, row.level)
                    break


def _gives_access(draft: Draft, space: Space, level: int) -> bool:
    """Somebody can use this space to research the level; a card may say otherwise (N10)."""
    if space.slot:
        site = draft.state.site(space.slot)
        if site is None or not site.cubes:
            return False
        rows = draft.facts.technology(site.card).rows
        if rows is not None:
            return level in rows
    return researches(space.action, level)
