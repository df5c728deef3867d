"""Whatever a table may set by hand can be looked at: every screen of a game draws the state it leaves."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import chain

import pytest

from benchmarks.players import GAMES
from models.store import Store
from tableside.app import routes
from tableside.core import manual_edit
from tableside.core.moves import Plain
from tableside.core.ruling import Illegal
from tableside.core.table import Table
from tests.app.driver import Person
from tests.models.test_every_path import NO, ODD, played

Sit = Callable[..., Person]


def near(table: Table, chance: random.Random) -> Iterator[tuple[str, Plain]]:
    """Values beside those that are there, words of other places and a few odd values, at every path."""
    known = manual_edit.paths(table.game, table.state)
    alike: dict[str, list[Plain]] = {}
    for path, value in known.items():
        alike.setdefault(path.rpartition(".")[2], []).append(value)
    words: list[Plain] = [value for value in known.values() if isinstance(value, str)]
    for path, value in chance.sample(sorted(known.items()), len(known)):
        tries: list[Plain] = [*alike[path.rpartition(".")[2]], None, "", (), 0, chance.choice(ODD)]
        if type(value) is int:
            tries += [value - 1, value + 1]
        if isinstance(value, str):
            tries += [chance.choice(words)] * len(tries)
        if isinstance(value, tuple):
            tries += [value[:-1], (*value, *value[:1])]
        yield path, chance.choice([one for one in tries if one != value])


def look(sit_down: Sit, slug: str, rounds: int, most: int, seed: int) -> int:
    """Set values by hand and draw the table after each; how many were taken."""
    chance, store = random.Random(seed), Store.open()
    session = played(store, slug, 25, seed)
    store.close()
    person = sit_down()
    person.app.go(routes.Table(session=session.id))
    person.settle()
    page = person.app.page
    table, taken = page.session.table, 0
    for path, value in chain.from_iterable(near(table, chance) for _ in range(rounds)):
        version = table.log.line.version
        try:
            made = manual_edit.adjust(path, value)
        except NO:
            continue
        if isinstance(table.propose(made), Illegal):
            continue
        table.confirm(made)
        taken += 1
        try:
            page.play.restart()
            page.refresh()
            person.draw()
            person.app.go(routes.Score(session=session.id))
            person.draw()
            person.app.back()
            person.settle()
        except Exception as error:
            raise AssertionError(f"{slug}: {path} = {str(value)[:40]!r} was taken") from error
        page = person.app.page
        table = page.session.table
        table.undo(to=version)
        page.play.restart()
        if taken == most:
            break
    return taken


@pytest.mark.parametrize("slug", GAMES)
def test_a_state_set_by_hand_is_drawn(sit_down: Sit, slug: str) -> None:
    assert look(sit_down, slug, 1, 3, 34)


@pytest.mark.long
@pytest.mark.parametrize("slug", GAMES)
def test_many_states_set_by_hand_are_drawn(sit_down: Sit, slug: str) -> None:
    assert look(sit_down, slug, 4, 60, 1) > 5
