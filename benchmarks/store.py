"""How the store grows: up to 100,000 entries in a session, 10,000 sessions, 10,000 kept plays, 2,000 cards in a copy.

`python -m benchmarks.store` prints one JSON object. Times are milliseconds of the processor, the median of several
tries, so that a busy machine does not spoil them; what the disk adds is in the wall time of `confirm`, told beside it.
"""

from __future__ import annotations

import json
import tempfile
import time
import uuid
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

from sqlalchemy import insert

from benchmarks.players import pack_of
from models.owned_records import OwnersCopy
from models.plays import PlayContent, keep_plays, plays
from models.results import kept_results
from models.session_writer import SNAPSHOT_EVERY, SPARSE, SessionJournal, row_of
from models.store import Seated, Store
from models.tables import CardPhotoRow, EntryRow, ResultRow, SeatRow, SessionRow, SnapshotRow
from tableside.core import codec, registry

ENTRIES = (1_000, 10_000, 100_000)
SESSIONS = (100, 1_000, 10_000)
PLAYS = (100, 1_000, 10_000)
CARDS = (20, 200, 2_000)
DAY = 86_400_000
"""In milliseconds; two plays of the same people in one second are taken for one."""
BOUNDS = {
    "open_ms": 5_000,
    "undo_ms": 50,
    "confirm_ms": 50,
    "score_ms": 50,
    "first_page_ms": 100,
    "last_page_ms": 200,
    "count_ms": 50,
    "find_ms": 50,
    "people_ms": 200,
    "statistics_ms": 1_500,
    "plays_page_ms": 100,
    "plays_last_page_ms": 200,
    "plays_all_ms": 1_500,
    "read_copy_ms": 500,
    "learn_one_ms": 100,
    "looks_ms": 500,
    "begin_ms": 500,
}
"""What each may take at its largest, in milliseconds of this machine's processor."""


def spent(work: Callable[[], Any], times: int = 5) -> float:
    """Milliseconds of the processor, the median of several tries."""
    found = []
    for _ in range(times):
        begun = time.process_time()
        work()
        found.append((time.process_time() - begun) * 1000)
    return round(median(found), 2)


# -- a long session ----------------------------------------------------------------------------


def long_session(store: Store, entries: int) -> str:
    """A session of so many entries: two adjustments, an undo, a redo and a note, over and over."""
    session = store.begin(registry.find("gaia_project"), {}, [Seated("Anna"), Seated("Béla")])
    table = session.table
    table.automatic = False
    first = len(table.log.entries)
    for points in (1, 2):
        table.adjust("players.0.bonus", points, "load")
    states = [table.state_at(table.log.tips[first + 1]), table.state]
    table.undo()
    table.redo()
    table.note("load")
    block = [row_of(entry) for entry in table.log.entries[first:]]
    rows, snapshots = [], []
    for number in range(first + len(block) + 1, entries + 1):
        place = (number - first - 1) % len(block)
        start = number - place
        target = {2: start, 3: start + 1}.get(place, 0)
        rows.append({**block[place], "number": number, "target": target, "session_id": session.id, "at": number})
        if place < 2 and number % (SNAPSHOT_EVERY if number > entries - 512 else SPARSE) < len(block):
            state = codec.canonical(codec.encode(states[place]))
            snapshots.append({"session_id": session.id, "version": number, "state": state})
    with store.writing() as connection:
        connection.execute(insert(EntryRow), rows)
        connection.execute(insert(SnapshotRow), snapshots)
    return session.id


def by_entries(store: Store, entries: int) -> dict[str, float]:
    """Opening, undoing, confirming and scoring at the end of a long session."""
    id = long_session(store, entries)
    found = {"open_ms": spent(lambda: store.open_session(id), 3)}
    session = store.open_session(id)
    table = session.table
    table.automatic = False
    found["undo_ms"] = spent(lambda: (table.undo(), table.redo())) / 2
    begun = time.perf_counter()
    found["confirm_ms"] = spent(lambda: table.adjust("players.0.bonus", len(table.log.entries) % 50 + 3, "load"))
    found["confirm_wall_ms"] = round((time.perf_counter() - begun) * 1000 / 5, 2)
    found["score_ms"] = spent(table.score)
    assert isinstance(table.journal, SessionJournal)
    return found


# -- many sessions -----------------------------------------------------------------------------


def many_sessions(store: Store, sessions: int, already: int) -> None:
    """So many finished sessions with ten entries, three players and their results each."""
    game = registry.find("urcsempeszek")
    session = store.begin(game, {}, [Seated("Anna"), Seated("Béla"), Seated("Cili")])
    with store.reading() as connection:
        head = connection.get_one(SessionRow, session.id).model_dump()
    entry = {**row_of(session.table.note("x")), "at": 1}
    heads, seats, entries, results = [], [], [], []
    for number in range(already, sessions):
        id = uuid.UUID(int=number * 7919 + (1 << 127)).hex
        heads.append({**head, "id": id, "touched": number, "finished": True})
        for seat in range(3):
            seats.append({"session_id": id, "seat": seat, "name": f"Játékos {(number + seat) % 40}", "colour": "amber"})
            results.append(
                {
                    "session_id": id,
                    "seat": seat,
                    "entries": 10,
                    "points": number % 60 - seat,
                    "place": seat + 1,
                    "won": seat == 0,
                    "side": "",
                    "side_said": None,
                }
            )
        entries += [{**entry, "session_id": id, "number": n} for n in range(1, 11)]
    with store.writing() as connection:
        for table, rows in ((SessionRow, heads), (SeatRow, seats), (EntryRow, entries)):
            connection.execute(insert(table), rows)
        connection.execute(insert(ResultRow), results)


def by_sessions(store: Store, sessions: int) -> dict[str, float]:
    """Listing, finding and counting among many sessions."""
    some = store.sessions(most=1)[0].id

    def statistics() -> None:
        kept = kept_results(store)
        assert sum((one.id, one.entries) in kept for one in store.sessions(most=100_000)) >= sessions - 10

    return {
        "first_page_ms": spent(lambda: store.sessions(most=100)),
        "last_page_ms": spent(lambda: store.sessions(most=100, offset=sessions - 100)),
        "count_ms": spent(store.count),
        "find_ms": spent(lambda: store.beginning_with(some[:8])),
        "people_ms": spent(store.people),
        "statistics_ms": spent(statistics, 3),
    }


# -- many plays --------------------------------------------------------------------------------


def many_plays(store: Store, count: int, already: int) -> None:
    """So many evenings that were only scored, three people each."""
    game = registry.find("urcsempeszek")
    position = game.example()
    outcome, data = game.score_position(position)[1], codec.encode(position)
    keep_plays(
        store,
        (
            PlayContent(
                game.slug,
                "",
                tuple(f"Játékos {(number + seat) % 40}" for seat in range(len(position.players))),
                outcome,
                data,
                created=number * DAY,
                touched=number * DAY + 1,
                source=f"load-{number}",
            )
            for number in range(already, count)
        ),
    )


def by_plays(store: Store, count: int) -> dict[str, float]:
    """A page of the history, its last page, and everything the statistics count."""
    return {
        "plays_page_ms": spent(lambda: plays(store, most=100)),
        "plays_last_page_ms": spent(lambda: plays(store, most=100, offset=count - 100)),
        "plays_all_ms": spent(lambda: plays(store, most=100_000), 3),
    }


# -- many cards --------------------------------------------------------------------------------


def by_cards(store: Store, cards: int) -> dict[str, float]:
    """Reading, changing and using a copy of so many cards."""
    game = registry.find("kaosz_galaktika")
    pack = pack_of("kaosz_galaktika")
    assert pack is not None
    tables = json.loads(pack.read_text(encoding="utf-8"))["tables"]
    sample = list(tables["cards"].values())
    copy = OwnersCopy(store, game)
    records = {f"card-{number:04d}": sample[number % len(sample)] for number in range(cards)}
    copy.learn_all({**tables, "cards": {**tables["cards"], **records}})
    looks = [
        {"game": game.slug, "kind": "card", "card": id, "thumbnail": b"x" * 2_000, "descriptor": b"y" * 30_000, "at": 1}
        for id in records
    ]
    with store.writing() as connection:
        connection.execute(insert(CardPhotoRow), looks)
    whole = copy.game()
    return {
        "read_copy_ms": spent(copy.game),
        "learn_one_ms": spent(lambda: copy.learn("cards", "card-0001", sample[0])),
        "looks_ms": spent(copy.looks),
        "begin_ms": spent(lambda: store.begin(whole, {}, [Seated("Anna"), Seated("Béla")]), 3),
    }


def main() -> None:
    figures: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        store = Store.open(f"sqlite:///{folder}/entries.db")
        figures["entries"] = {str(size): by_entries(store, size) for size in ENTRIES}
        store.close()
        store = Store.open(f"sqlite:///{folder}/sessions.db")
        figures["sessions"], already = {}, 0
        for size in SESSIONS:
            many_sessions(store, size, already)
            already = size
            figures["sessions"][str(size)] = by_sessions(store, size)
        figures["sessions_file_mb"] = round(Path(folder, "sessions.db").stat().st_size / 1e6)
        store.close()
        store = Store.open(f"sqlite:///{folder}/plays.db")
        figures["plays"], already = {}, 0
        for size in PLAYS:
            many_plays(store, size, already)
            already = size
            figures["plays"][str(size)] = by_plays(store, size)
        store.close()
        figures["cards"] = {}
        for size in CARDS:
            store = Store.open(f"sqlite:///{folder}/cards-{size}.db")
            figures["cards"][str(size)] = by_cards(store, size)
            store.close()
    largest = {
        key: value for growing in ("entries", "sessions", "plays", "cards") for key, value in _last(figures[growing])
    }
    figures["bounds_ms"] = BOUNDS
    figures["over_bound"] = sorted(key for key, most in BOUNDS.items() if largest[key] > most)
    print(json.dumps(figures))


def _last(sizes: dict[str, dict[str, float]]) -> list[tuple[str, float]]:
    return list(list(sizes.values())[-1].items())


if __name__ == "__main__":
    main()
