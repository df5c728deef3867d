"""Every value of every game's state, record and option, set to odd things: refused, or it opens again and plays on."""

from __future__ import annotations

import dataclasses
import json
import random
import re
import subprocess
import sys
import time
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from benchmarks.players import GAMES, pack_of
from models.database import StoreError
from models.owned_records import OwnersCopy
from models.store import OpenSession, Seated, Store
from tableside.core import codec, manual_edit, registry
from tableside.core.bounds import Long, Places
from tableside.core.errors import Complaint
from tableside.core.moves import text
from tableside.core.ruling import Illegal
from tableside.core.table import RefusedError, Table
from tableside.core.type_grammar import shape_of
from tests.models.failing_session import url


def nested(depth: int) -> tuple[Any, ...]:
    made: tuple[Any, ...] = ()
    for _ in range(depth):
        made = (made,)
    return made


ODD: tuple[Any, ...] = (
    *(-1, 0, 9_999, 10**6, 10**17, 10**18, -(10**18), 10**30, 1 << 4000, 1 << 5000, True, 0.5, None),
    *(float("nan"), float("inf"), -float("inf"), "x" * 90_000, "x" * 100_001, "\ud800", "a\0b", "", "nobody", "0x1"),
    *((), ("x",), (1, 2, 3), (10**30,), ("x",) * 5_000, nested(31), nested(40), nested(3_000)),
)  # fmt: skip
LONGEST = 5.0
"""Seconds of the processor an edit may take to be judged."""
NO = (RefusedError, StoreError, Complaint)


def played(store: Store, slug: str, moves: int, seed: int) -> OpenSession:
    """A session some way in, with an invented copy."""
    chance, copy = random.Random(seed), OwnersCopy(store, registry.find(slug))
    pack = pack_of(slug)
    if pack is not None:
        copy.unpack(json.loads(pack.read_text(encoding="utf-8")), pack.name)
    game = copy.game()
    session = store.begin(game, {}, [Seated(f"P{seat}") for seat in range(game.seats.start)])
    for _ in range(moves):
        acting = sorted(session.table.to_act(), key=lambda seat: -1 if seat is None else seat)
        if acting:
            session.table.confirm(game.sample(session.table.state, chance.choice(acting), chance.randrange))
    return session


def places(session: OpenSession) -> list[str]:
    """Every path of the state, those of whole lists and objects too."""
    leaves = manual_edit.paths(session.table.game, session.table.state)
    return sorted({path.rsplit(".", cut)[0] for path in leaves for cut in range(path.count(".") + 1)})


def go_on(session: OpenSession, seed: int) -> None:
    """Some more moves in memory, with all that a screen asks; the rules must not trip."""
    table, chance = session.table.as_of(session.table.log.line), random.Random(seed)
    for _ in range(6):
        acting = sorted(table.to_act(), key=lambda seat: -1 if seat is None else seat)
        if not acting:
            return
        try:
            made = table.game.sample(table.state, chance.choice(acting), chance.randrange)
        except (Complaint, ValueError, IndexError):
            return
        if isinstance(table.propose(made), Illegal):
            return
        table.confirm(made)
        table.score()
        table.outcome()


def adjusted(session: OpenSession, pairs: Iterator[tuple[str, Any]]) -> int:
    """Set each value by hand; what is taken is played on from and taken back. How many were taken."""
    table, taken = session.table, 0
    for number, (path, value) in enumerate(pairs):
        version, before, begun = table.log.line.version, table.state, time.process_time()
        try:
            table.adjust(path, value, "odd")
        except NO:
            assert table.state is before
            continue
        finally:
            assert time.process_time() - begun < LONGEST, f"{table.game.slug}: {path}"
        taken += 1
        try:
            go_on(session, number)
        except Exception as error:
            raise AssertionError(f"{table.game.slug}: {path} = {str(value)[:40]!r} was taken") from error
        table.undo(to=version)
    return taken


OPENS = """
import json, sys
from models.store import Store
from tableside.core import codec
store = Store.open(sys.argv[1])
for one in store.sessions(most=10_000):
    table = store.open_session(one.id).table
    sound = table.drift is None and table.verify() is None
    print(json.dumps([one.id, sound, len(table.log.entries), codec.digest(table.state)]))
"""


def opens_again(store: Store, sessions: list[OpenSession]) -> None:
    """Each session is what it was, in another process."""
    place = str(store.engine.url)
    store.close()
    told = subprocess.run([sys.executable, "-c", OPENS, place], capture_output=True, text=True, timeout=600)
    assert told.returncode == 0, told.stderr[-2000:]
    found = {id: tuple(rest) for id, *rest in map(json.loads, told.stdout.splitlines())}
    assert found == {one.id: (True, len(one.table.log.entries), codec.digest(one.table.state)) for one in sessions}


def test_values_set_by_hand_are_refused_or_open_again_in_another_process(tmp_path: Path) -> None:
    store, chance = Store.open(url(tmp_path)), random.Random(34)
    sessions = [played(store, slug, 8, 5) for slug in GAMES]
    taken = 0
    for session in sessions:
        known = places(session)
        taken += adjusted(session, ((chance.choice(known), chance.choice(ODD)) for _ in range(24)))
    assert taken
    opens_again(store, sessions)


@pytest.mark.parametrize(
    ("slug", "moves", "path", "value"),
    (
        ("beyond_the_sun", 8, "places.1.kind", ""),
        ("beyond_the_sun", 8, "places.0.kind", ""),
        ("beyond_the_sun", 8, "goals.1.spaces", -1),
        ("beyond_the_sun", 8, "goals.1.spaces", 10**6),
        ("beyond_the_sun", 8, "extras", -1),
        ("beyond_the_sun", 20, "sites.0.card", ""),
        ("beyond_the_sun", 20, "places.3.system", ""),
        ("beyond_the_sun", 20, "places.3.deck", ""),
        ("beyond_the_sun", 20, "places.3.deck", "B"),
        ("beyond_the_sun", 20, "players.0.pawn", "food"),
        ("onward_to_venus", 4, "players.0.colour", ""),
        ("onward_to_venus", 4, "players.0.colour", "orbit"),
        ("onward_to_venus", 3, "todo.0.seat", -1),
        ("onward_to_venus", 3, "todo.0.n", -1),
        ("onward_to_venus", 3, "actions", -1),
        ("onward_to_venus", 3, "crisis_dice.0", -1),
        ("gaia_project", 25, "finals.0", "5B"),
        ("gaia_project", 25, "rounds.0", "5B"),
        ("gaia_project", 25, "boosters.0", "5B"),
        ("urcsempeszek", 16, "box.0", ""),
        ("urcsempeszek", 16, "box.0", "purple"),
    ),
)
def test_a_value_its_type_does_not_allow_cannot_be(slug: str, moves: int, path: str, value: Any) -> None:
    store = Store.open("sqlite://")
    session = played(store, slug, moves, 5)
    assert path in manual_edit.paths(session.table.game, session.table.state)
    assert adjusted(session, iter([(path, value)])) == 0
    store.close()


GROWING = r"(bonus|tally|round|uid|next|turn|turns|spoken|seconds|built|on|attackers|defenders|hit|ships|piece)\b"
"""Points, and numbers that go up as the game goes on; all others say how many there are of something."""


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("moves", (3, 40))
def test_nothing_is_set_by_hand_that_no_box_holds(slug: str, moves: int) -> None:
    """No list of thousands and, but for what grows by itself, no number of thousands."""
    store = Store.open("sqlite://")
    table = played(store, slug, moves, 5).table
    data, sets, tried = codec.encode(table.state), places_of_map(table.state), 0
    for path, value in manual_edit.paths(table.game, table.state).items():
        parent = path.rpartition(".")[0]
        around = manual_edit._at(data, parent) if parent else None
        if isinstance(value, tuple):
            assert stays(table, path, ("x",) * 2_000), path
        elif isinstance(around, list):
            assert stays(table, parent, (*around, *around[:1] * 2_000)), parent
        if type(value) is int and path not in sets and not re.search(GROWING, path):
            assert stays(table, path, 5_000), path
            tried += 1
    assert tried
    store.close()


def stays(table: Table, path: str, value: Any) -> bool:
    """Whether a value cannot be set: refused, or it only follows from others and is what it was."""
    if isinstance(table.propose(manual_edit.adjust(path, value)), Illegal):
        return True
    return bool(manual_edit.with_changes(table.game, table.state, ((path, value),)) == table.state)


def places_of_map(state: Any) -> set[str]:
    """Paths of sets of hexes, a bit for each: numbers of many digits may be such."""
    kinds = {
        (prefix, name)
        for prefix, one in (("", state), *((f"players.{n}.", player) for n, player in enumerate(state.players)))
        for name, kind in typing.get_type_hints(type(one), include_extras=True).items()
        if kind is Places
    }
    return {prefix + name for prefix, name in kinds}


@pytest.mark.parametrize(("path", "value"), (("actions", -1), ("todo.0.seat", 7), ("deck", 10**6)))
def test_a_declared_position_is_held_to_the_same_bounds(path: str, value: Any) -> None:
    store = Store.open("sqlite://")
    table = played(store, "onward_to_venus", 3, 5).table
    sound = manual_edit.with_changes(
        table.game, table.state, ((path, manual_edit.paths(table.game, table.state)[path]),)
    )
    people = [Seated(f"{seat}") for seat in range(table.seats)]
    assert store.begin(table.game, {}, people, start=sound).table.start == sound
    with pytest.raises(NO):
        store.begin(table.game, {}, people, start=manual_edit.with_changes(table.game, table.state, ((path, value),)))
    assert store.count() == 2, "nothing is left of it"
    store.close()


def unbounded(kind: Any, path: str, seen: set[Any]) -> Iterator[str]:
    """Every whole number in a type that declares no bounds; options have checks of their own."""
    if kind in seen:
        return
    shape = shape_of(kind)
    if shape.form == "object" and kind.__module__.rsplit(".", 1)[-1] in ("state", "stack"):
        hints = typing.get_type_hints(kind, include_extras=True)
        for field in dataclasses.fields(kind):
            yield from unbounded(hints[field.name], f"{kind.__name__}.{field.name}", {*seen, kind})
    elif kind is int:
        yield path
    elif shape.form != "bounded" or isinstance(shape.values[0], Long):
        for inner in shape.inner:
            yield from unbounded(inner, path, seen)


@pytest.mark.parametrize("slug", (*GAMES, "kavicsok"))
def test_every_number_of_every_state_declares_its_bounds(slug: str) -> None:
    found = set(unbounded(registry.find(slug).state_type, "", set()))
    assert found <= {"State.options"}


@pytest.mark.parametrize("slug", GAMES)
def test_what_was_agreed_before_the_game_is_not_set_by_hand(slug: str) -> None:
    game = registry.find(slug)
    table = Table(game, {}, game.seats.start)
    known = manual_edit.paths(game, table.state)
    agreed = [path for path in known if path.partition(".")[0] in game.agreed]
    assert agreed
    for path in agreed:
        refused = table.propose(manual_edit.adjust(path, known[path]))
        assert isinstance(refused, Illegal)
        assert ("problem", text("core.adjust_option")) in refused.reason.args


@pytest.mark.long
@pytest.mark.parametrize("slug", GAMES)
def test_every_path_times_every_odd_value(slug: str, tmp_path: Path, record_property: Any) -> None:
    store = Store.open(url(tmp_path))
    session = played(store, slug, 25, 1)
    pairs = [(path, value) for path in places(session) for value in ODD]
    taken = adjusted(session, iter(pairs))
    assert taken
    opens_again(store, [session])
    record_property("values", len(pairs))
    record_property("values taken", taken)


def records() -> Iterator[tuple[str, str, str, str, Any]]:
    """Game, table, id, field and odd value, for one record of every table of every game."""
    for slug in GAMES:
        game = registry.find(slug)
        pack = pack_of(slug)
        if pack is not None:
            told = json.loads(pack.read_text(encoding="utf-8"))
            game = game.with_catalog(game.catalog.learn_all(told["tables"]))
        for table in game.tables:
            for id in list(game.catalog.table(table))[:1]:
                for field in dataclasses.fields(game.catalog.find(table, id)):
                    for value in ODD:
                        yield slug, table, id, field.name, value


def told_as(facts: list[tuple[str, str, str, str, Any]], tmp_path: Path) -> int:
    """Tell each fact to a copy; what is taken is there, equal, when the copy is read anew. How many were taken."""
    store, taken = Store.open(url(tmp_path)), 0
    for slug, table, id, field, value in facts:
        copy = OwnersCopy(store, registry.find(slug))
        pack = pack_of(slug)
        told = json.loads(pack.read_text(encoding="utf-8"))["tables"] if pack is not None else {}
        base = copy.base.with_catalog(copy.base.catalog.learn_all(told))
        record = {**codec.encode(base.catalog.find(table, id)), field: value}
        before = copy.records()
        try:
            copy.learn(table, id, record)
        except NO:
            assert copy.records() == before
            continue
        taken += 1
        learnt = base.with_catalog(base.catalog.learn(table, id, record))
        again = OwnersCopy(Store.open(url(tmp_path)), registry.find(slug)).game()
        assert again.catalog.find(table, id) == learnt.catalog.find(table, id)
        copy.remove(table, id)
    return taken


def test_odd_facts_are_refused_or_read_back_equal(tmp_path: Path) -> None:
    assert told_as(random.Random(34).sample(list(records()), 60), tmp_path)


@pytest.mark.long
def test_every_field_of_every_record_times_every_odd_value(tmp_path: Path, record_property: Any) -> None:
    facts = list(records())
    taken = told_as(facts, tmp_path)
    assert taken
    record_property("facts", len(facts))
    record_property("facts taken", taken)


@pytest.mark.parametrize("slug", GAMES)
def test_odd_options_are_refused_or_read_back_equal(slug: str, tmp_path: Path) -> None:
    store, game = Store.open(url(tmp_path)), registry.find(slug)
    players = [Seated(str(seat)) for seat in range(game.seats.start)]
    chance = random.Random(slug)
    for option in game.info.options:
        for value in chance.sample(ODD[:-1], 6):
            try:
                session = store.begin(game, {option.key: value}, players)
            except (*NO, ValueError, TypeError):
                continue
            assert store.open_session(session.id).table.options == session.table.options
