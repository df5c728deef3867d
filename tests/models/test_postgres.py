"""A club's database: two tables on one session, connections that break at every step; nothing is doubled or lost."""

import multiprocessing
import os
import random
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text as sql

from models import database as engines
from models import server, session_writer
from models.asking import Errand
from models.database import PlaceError, StoreError
from models.integrity import examine
from models.session_writer import Evidence, SessionJournal
from models.store import Seated, StaleError, Store
from tableside.core import notation, registry
from tableside.core.moves import move
from tableside.language import language
from tests.models.failing_session import step
from tests.models.proxy import Proxy

TWO = (Seated("Anna", "red"), Seated("Béla", "blue"))


def played_by(url: str, id: str, seed: int, moves: int) -> list[tuple[int, str]]:
    """Somebody who plays so many moves at a session others play at, too: what was acknowledged."""
    chance = random.Random(seed)
    store = Store.open(url)
    session = store.open_session(id)
    done: list[tuple[int, str]] = []
    while len(done) < moves:
        table = session.table
        table.automatic = False
        try:
            if not table.to_act():
                table.undo(to=0)
                continue
            (seat,) = table.to_act()
            made = table.game.sample(table.state, seat, chance.randrange)
            done.append((table.confirm(made).number, notation.write(made)))
        except StaleError as stale:
            for code in ("hu", "en"):
                assert "⟦" not in language(code).say(stale.told)
            session = session.reload()
    store.close()
    return done


def check_together(store: Store, id: str, by_each: list[list[tuple[int, str]]]) -> None:
    """Every acknowledged move stands in the log once, under its own number, and no two have the same."""
    session = store.open_session(id)
    log = {entry.number: entry for entry in session.table.log.entries}
    assert sorted(log) == list(range(1, len(log) + 1))
    acknowledged = [one for done in by_each for one in done]
    assert len({number for number, _ in acknowledged}) == len(acknowledged)
    for number, words in acknowledged:
        made = log[number].move
        assert made is not None and notation.write(made) == words
    moves = [entry for entry in log.values() if entry.move is not None]
    assert len(moves) == len(acknowledged)
    assert session.table.drift is None and session.table.verify() is None


def test_two_threads_on_one_session_never_fork_it(club: str) -> None:
    store = Store.open(club)
    id = store.begin(registry.find("kavicsok"), {}, TWO).id
    by_each: list[list[tuple[int, str]]] = [[], []]

    def play(who: int) -> None:
        by_each[who] = played_by(club, id, who, 25)

    threads = [threading.Thread(target=play, args=(who,)) for who in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    check_together(store, id, by_each)
    store.close()


def _into(results: Any, url: str, id: str, seed: int) -> None:
    results.put(played_by(url, id, seed, 20))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes that can be forked")
def test_two_programs_on_one_session_never_fork_it(club: str) -> None:
    store = Store.open(club)
    id = store.begin(registry.find("kavicsok"), {}, TWO).id
    store.close()
    context = multiprocessing.get_context("fork")
    results = context.Queue()
    programs = [context.Process(target=_into, args=(results, club, id, seed)) for seed in range(2)]
    for program in programs:
        program.start()
    by_each = [results.get(timeout=120) for _ in programs]
    for program in programs:
        program.join()
    check_together(store, id, by_each)
    store.close()


def test_the_second_of_two_is_told_and_nothing_of_theirs_is_kept(club: str) -> None:
    one, two = Store.open(club), Store.open(club)
    first = one.begin(registry.find("kavicsok"), {}, TWO)
    second = two.open_session(first.id)
    first.table.confirm(move(None, "roll", value=2))
    name = second.attach(Evidence(b"a photo", "{}"))
    with pytest.raises(StaleError) as stale:
        second.table.confirm(move(None, "roll", value=3), evidence=name)
    assert "1" in language("en").say(stale.value.told)
    assert two.photos(first.id) == {}
    assert second.reload().table.state == first.table.state
    one.close()
    two.close()


@pytest.mark.parametrize("answer_lost", [False, True], ids=["message lost", "answer lost"])
def test_a_connection_lost_at_every_message_of_a_confirm_is_never_doubled(
    proxy: tuple[Proxy, str], answer_lost: bool
) -> None:
    way, url = proxy
    store = Store.open(url)
    session = store.begin(registry.find("kavicsok"), {}, TWO)
    step, reported, commits = 0, 0, 0
    while True:
        table = session.table
        table.automatic = False
        before = len(table.log.entries)
        if not table.to_act():
            table.undo(to=0)
            before += 1
        (seat,) = table.to_act()
        made = table.game.sample(table.state, seat, random.Random(step).randrange)
        name = session.attach(Evidence(f"photo {step}".encode(), "{}"))
        way.cut_at(step, answer_lost)
        try:
            table.confirm(made, evidence=name)
            kept = True
        except PlaceError as error:
            # The game goes on from where it was: the same move may be confirmed again.
            kept = False
            reported += 1
            for code in ("hu", "en"):
                assert "⟦" not in language(code).say(error.told)
        used, broken = len(way.messages), way._cut is None
        commits += any(b"COMMIT" in message for message in way.messages[step : step + 1])
        way.whole()
        if not kept:
            assert len(table.log.entries) == before
            table.confirm(made, evidence=name)
        again = store.open_session(session.id)
        assert again.table.log.entries == table.log.entries
        assert len(table.log.entries) == before + 1
        assert store.photo(session.id, name) == f"photo {step}".encode()
        if not broken:
            break
        step += 1
    assert used <= step and step >= 5
    assert commits == 1, "the commit itself was cut off"
    print(f"{step} messages cut, {reported} reported, the others done again", end=" ")
    assert store.open_session(session.id).table.verify() is None
    store.close()


def test_a_backend_ended_by_the_server_is_done_again(club: str) -> None:
    store = Store.open(club)
    session = store.begin(registry.find("kavicsok"), {}, TWO)
    for value in (1, 2, 3):
        with Store.open(club).engine.begin() as other:
            others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
            other.execute(sql(f"{others} AND usename = 'tableside'"))
        session.table.confirm(move(None, "roll", value=value))
        (seat,) = session.table.to_act()
        session.table.confirm(move(seat, "take", amount=1))
    assert store.open_session(session.id).table.log.entries == session.table.log.entries
    store.close()


def test_a_server_that_is_away_is_told_and_nothing_changes(proxy: tuple[Proxy, str]) -> None:
    way, url = proxy
    store = Store.open(url)
    session = store.begin(registry.find("kavicsok"), {}, TWO)
    store.engine.dispose()
    way.close()
    with pytest.raises(StoreError) as away:
        session.table.confirm(move(None, "roll", value=2))
    assert "⟦" not in language("hu").say(away.value.told)
    assert session.table.log.entries == []


def test_the_doctor_looks_through_a_club_database(club: str) -> None:
    store = Store.open(club)
    session = store.begin(registry.find("kavicsok"), {}, TWO)
    session.table.confirm(move(None, "roll", value=2))
    assert examine(club).findings == ()
    with store.writing() as connection:
        connection.execute(sql("UPDATE session SET options = '[]'"))
    (finding,) = examine(club).findings
    assert finding.what == "session"
    store.close()


def test_nothing_waits_without_limit_for_the_server(club: str) -> None:
    store = Store.open(club, wait=1.0)
    with store.engine.connect() as connection:
        limits = {
            name: connection.execute(sql(f"SHOW {name}")).scalar_one()
            for name in ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout")
        }
        raw: Any = connection.connection.driver_connection
        asked = raw.info.get_parameters()
    assert limits == {
        "statement_timeout": "5s",
        "lock_timeout": "1s",
        "idle_in_transaction_session_timeout": "30s",
    }
    assert {name: asked[name] for name in ("connect_timeout", "tcp_user_timeout", "keepalives_idle")} == {
        "connect_timeout": "5",
        "tcp_user_timeout": "5000",
        "keepalives_idle": "5",
    }
    assert raw.silence == 7.0


def test_behind_a_lock_somebody_left_the_move_is_refused_and_not_waited_for(club: str) -> None:
    session = Store.open(club, wait=0.3).begin(registry.find("kavicsok"), {}, TWO)
    other = engines._engine(club)
    with other.begin() as held:
        held.execute(sql("LOCK TABLE entry IN EXCLUSIVE MODE"))
        with pytest.raises(PlaceError):
            session.table.confirm(move(None, "roll", value=3))
    other.dispose()
    session.table.confirm(move(None, "roll", value=3))
    assert len(session.reload().table.log.entries) == len(session.table.log.entries)


def test_several_clients_may_start_first_at_once(club: str) -> None:
    failed: list[BaseException] = []

    def first() -> None:
        try:
            Store.open(club).close()
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=first) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
    assert Store.open(club).count() == 0


def test_a_club_whose_tables_are_newer_is_left_alone(club: str) -> None:
    store = Store.open(club)
    session = store.begin(registry.find("kavicsok"), {}, TWO)
    with store.engine.begin() as connection:
        connection.execute(sql("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StoreError) as refused:
        Store.open(club)
    assert refused.value.told.key == "models.newer_schema"
    with store.engine.begin() as connection:
        assert connection.execute(sql("SELECT version_num FROM alembic_version")).scalar_one() == "9999"
        assert connection.execute(sql("SELECT id FROM session")).scalar_one() == session.id


def test_without_the_driver_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "models.server")
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreError) as refused:
        Store.open("postgresql://tableside@server/tableside")
    assert refused.value.told.key == "models.no_driver"
    assert ("problem", "psycopg") in refused.value.told.args


def test_a_stalled_network_holds_up_no_table(proxy: tuple[Proxy, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Three moves wait no longer than a table waits for a server once; the connection itself would wait for 32 s."""
    hurry = session_writer.HURRY
    monkeypatch.setattr(session_writer, "HURRY", 30.0)
    way, url = proxy
    session = Store.open(url, wait=30.0).begin(registry.find("kavicsok"), {}, TWO)
    table, journal = session.table, session.table.journal
    assert isinstance(journal, SessionJournal)
    table.automatic, journal.patient = False, True
    step(session)
    assert not session.waiting
    monkeypatch.setattr(session_writer, "HURRY", hurry)
    way.open.clear()
    done, waited = Errand.done, list[float]()

    def counted(errand: Errand[Any], seconds: float = 0.0) -> bool:
        waited.append(seconds)
        return done(errand, seconds)

    with monkeypatch.context() as patch:
        patch.setattr(Errand, "done", counted)
        for _ in range(3):
            step(session)
    assert sum(waited) == hurry and journal._trying is not None and not journal._trying.done()
    assert len(session.waiting) == 3 and session.trouble is not None and session.trouble.key == "models.slow"
    way.open.set()
    monkeypatch.setattr(session_writer, "HURRY", 30.0)
    assert journal._trying.done(30.0)
    session.save()
    assert not session.waiting
    assert session.reload().table.log.entries == table.log.entries


def test_a_list_and_a_game_are_given_up_when_no_answer_comes(
    proxy: tuple[Proxy, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server's own limits need a server that hears, and the network's one that is gone; here nothing is."""
    monkeypatch.setattr(server, "STALL", 0.2)
    monkeypatch.setattr(server, "LATER", 0.1)
    way, url = proxy
    store = Store.open(url, wait=0.2)
    session = store.begin(registry.find("kavicsok"), {}, TWO)
    way.open.clear()
    for ask in (store.sessions, lambda: store.open_session(session.id)):
        with pytest.raises(PlaceError):
            ask()
    with pytest.raises(PlaceError):
        Store.open(url, wait=0.2)
    way.open.set()
    assert [one.id for one in store.sessions()] == [session.id]
    assert store.open_session(session.id).table.log.entries == session.table.log.entries


def test_a_state_that_is_kept_now_and_then_is_not_waited_for(
    proxy: tuple[Proxy, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_writer, "SNAPSHOT_EVERY", 1)
    way, url = proxy
    session = Store.open(url).begin(registry.find("kavicsok"), {}, TWO)
    journal = session.table.journal
    assert isinstance(journal, SessionJournal)
    journal.patient = True
    way.open.clear()
    journal.keep(1, session.table.state)
    (keeping,) = (thread for thread in threading.enumerate() if thread.name == "keeping")
    assert 1 not in journal._kept
    way.open.set()
    keeping.join()
    assert 1 in journal._kept


def test_a_commit_that_arrives_after_the_line_broke_is_nobody_elses(proxy: tuple[Proxy, str]) -> None:
    """The move is tried again while the server still holds the first try, and that ends well only then."""
    way, url = proxy
    session = Store.open(url).begin(registry.find("kavicsok"), {}, TWO)
    session.table.automatic = False
    way.whole()
    session.table.confirm(move(None, "roll", value=3))
    (last,) = (number for number, message in enumerate(way.messages) if b"COMMIT" in message)
    way.late.clear()
    way.cut_at(last, answer_lost=True)
    over = threading.Event()

    def arrive() -> None:
        watching = engines._engine(url.partition("host=")[0] + f"host={Path(way.server).parent}")
        waits = sql("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
        with watching.connect() as connection:
            while not connection.execute(waits).scalar_one() and not over.wait(0.01):
                connection.rollback()
        way.late.set()
        watching.dispose()

    arriving = threading.Thread(target=arrive)
    arriving.start()
    try:
        session.table.confirm(move(0, "take", amount=3))
    finally:
        over.set()
        arriving.join()
    assert session.reload().table.log.entries == session.table.log.entries
    assert len(session.table.log.entries) == 2


def test_whether_a_move_is_saved_is_not_said_when_nobody_can_know(proxy: tuple[Proxy, str]) -> None:
    way, url = proxy
    session = Store.open(url).begin(registry.find("kavicsok"), {}, TWO)
    session.table.automatic = False
    way.whole()
    session.table.confirm(move(None, "roll", value=3))
    (last,) = (number for number, message in enumerate(way.messages) if b"COMMIT" in message)
    way.cut_at(last, answer_lost=True)
    commit = SessionJournal._commit

    def away(journal: SessionJournal, rows: Any) -> None:
        try:
            commit(journal, rows)
        finally:
            way.door.unlink(missing_ok=True)
            journal.store.close()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SessionJournal, "_commit", away)
        with pytest.raises(PlaceError) as told:
            session.table.confirm(move(0, "take", amount=3))
    assert told.value.told.key == "models.in_doubt"
    assert all("⟦" not in language(code).say(told.value.told) for code in ("hu", "en"))
