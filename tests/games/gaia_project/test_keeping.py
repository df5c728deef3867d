"""What is accepted is kept: hand edits of sets of hexes, snapshots, positions to begin from."""

import random
from pathlib import Path

import pytest

from models.store import Seated, Store
from tableside.core import codec, notation
from tableside.core.manual_edit import adjust
from tableside.core.ruling import Illegal
from tableside.core.table import RefusedError, Table
from tableside.games.gaia_project import GAME
from tableside.games.gaia_project.state import State, evolve
from tests.games.gaia_project.table import put, started

PEOPLE = [Seated("Anna"), Seated("Béla"), Seated("Cili")]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store.open(f"sqlite:///{tmp_path / 'games.db'}")


def played(seats: int, steps: int, seed: int = 1) -> State:
    """A random position."""
    chance = random.Random(seed)
    state = GAME.setup(GAME.info.settle({}), seats)
    for _ in range(steps):
        (seat,) = GAME.to_act(state)
        ruling = GAME.judge(state, GAME.sample(state, seat, chance.randrange))
        assert not isinstance(ruling, Illegal)
        for happened in ruling.events:
            state = GAME.apply(state, happened)
    return state


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_state_is_written_and_read_back_equal(seats: int) -> None:
    state = played(seats, 120)
    source = codec.canonical(codec.encode(state))
    again: State = codec.decode(State, codec.parse(source))
    assert again == state
    assert codec.digest(again) == codec.digest(state)


def test_a_hand_edit_of_a_set_of_hexes_is_read_back(store: Store) -> None:
    session = store.begin(GAME, {}, PEOPLE, start=started("terrans", "xenos", "taklons"))
    table = session.table
    grid = table.state.map
    hexes = 1 << max(hex for hex in grid.name if grid.planet[hex] == "e")
    assert hexes > 10**18
    table.adjust_all((("players.0.satellites", hexes), ("players.0.federated", hexes)), "elfelejtettük")
    again = store.open_session(session.id).table
    assert again.drift is None
    assert again.state == table.state
    assert again.state.players[0].satellites == hexes
    for entry in again.log.entries:
        if entry.move is not None:
            assert notation.read(notation.write(entry.move)) == entry.move


def test_snapshots_are_used_again(store: Store) -> None:
    session = store.begin(GAME, {}, PEOPLE[:2], start=played(2, 30))
    chance = random.Random(3)
    while session.table.log.next_number < 130 and session.table.to_act():
        (seat,) = session.table.to_act()
        session.table.confirm(GAME.sample(session.table.state, seat, chance.randrange))
    kept = [version for version in range(400) if session.table.journal.snapshot(version) is not None]
    assert kept
    assert session.table.journal.snapshot(kept[-1]) == session.table.state_at(
        next(line for line in session.table.log.line.steps() if line.version == kept[-1])
    )


def test_a_game_begins_from_a_real_position(store: Store) -> None:
    state = played(3, 150)
    session = store.begin(GAME, {}, PEOPLE, start=state)
    assert store.open_session(session.id).table.state == session.table.state


@pytest.mark.parametrize("number", [1 << 5000, -1, 1 << 4000])
def test_begin_with_a_bad_start_leaves_no_dead_session(store: Store, number: int) -> None:
    start = put(started("terrans", "xenos", "taklons"), 0, satellites=number)
    with pytest.raises((ValueError, RefusedError)):
        store.begin(GAME, {}, PEOPLE, start=start)
    assert store.sessions() == []


def test_begin_with_what_reads_back_otherwise_leaves_no_dead_session(store: Store) -> None:
    start = evolve(started("terrans", "xenos", "taklons"), used=["power1"])
    with pytest.raises(ValueError):
        store.begin(GAME, {}, PEOPLE, start=start)
    assert store.sessions() == []


def test_places_far_away_take_no_memory() -> None:
    data = codec.encode(started("terrans", "xenos"))
    data["places"][0][2] = 10**17
    with pytest.raises(codec.CodecError):
        codec.decode(State, data)
    table = Table(GAME, {}, 2, start=started("terrans", "xenos"))
    assert isinstance(table.propose(adjust("places.0.2", 10**9)), Illegal)
