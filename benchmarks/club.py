"""A club's evening: clients of one PostgreSQL server that confirm moves at once, and a server that is killed meanwhile.

    python -m benchmarks.club --clients 20 --seconds 20

Each client is a process with a game of its own and confirms without a rest. Times are those a player waits. Then the
server is killed and started again while they play: what was acknowledged must be in the logs once, and nothing that
was not tried.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import sys
import time
from collections.abc import Callable
from typing import Any

from benchmarks.players import pack_of
from benchmarks.postgres import Server, server
from models.database import PlaceError
from models.owned_records import OwnersCopy
from models.store import OpenSession, Seated, Store
from tableside.core import notation, registry
from tableside.core.game import Game

GAME = "urcsempeszek"
AWAY = 1.5
"""Seconds the server stays away each time it was killed."""
Told = tuple[str, int, str]
"""Session, number and words of an entry."""


def taught() -> Game[Any]:
    """The game with a copy of its cards."""
    copy, pack = OwnersCopy(Store.open("sqlite://"), registry.find(GAME)), pack_of(GAME)
    assert pack is not None
    copy.unpack(json.loads(pack.read_text(encoding="utf-8")), pack.name)
    return copy.game()


def client(url: str, until: float, seed: int, results: Any) -> None:
    """Play until then; how long each confirm took, what was acknowledged, and what was tried in vain."""
    chance, store = random.Random(seed), Store.open(url, wait=2.0)
    game = taught()
    took: list[float] = []
    told: list[Told] = []
    vain: list[Told] = []

    def patiently(work: Callable[[], OpenSession]) -> OpenSession:
        while True:
            try:
                return work()
            except PlaceError:
                time.sleep(0.1)

    def begin() -> OpenSession:
        return store.begin(game, {}, [Seated("Anna"), Seated("Béla"), Seated("Cili")])

    session = patiently(begin)
    while time.monotonic() < until:
        table = session.table
        if not table.to_act():
            session = patiently(begin)
            continue
        seat = chance.choice(sorted(table.to_act(), key=lambda one: -1 if one is None else one))
        made = game.sample(table.state, seat, chance.randrange)
        trying = (session.id, table.log.next_number, notation.write(made))
        begun = time.perf_counter()
        try:
            table.confirm(made)
        except PlaceError:
            vain.append(trying)
            session = patiently(session.reload)
            continue
        took.append(time.perf_counter() - begun)
        told.append(trying)
    store.close()
    results.put((took, told, vain))


def played(running: Server, clients: int, seconds: float, kills: int) -> dict[str, Any]:
    """So many clients at once, and a server killed so often; what they waited, and what became of their moves."""
    Store.open(running.url).close()
    context = multiprocessing.get_context("fork")
    results = context.Queue()
    begun = time.monotonic()
    until = begun + seconds
    people = [context.Process(target=client, args=(running.url, until, seed, results)) for seed in range(clients)]
    for person in people:
        person.start()
    for number in range(kills):
        time.sleep(max(0.0, begun + seconds * (number + 1) / (kills + 1) - time.monotonic()))
        running.kill()
        time.sleep(AWAY)
        running.start()
    found = [results.get(timeout=seconds + 60) for _ in people]
    for person in people:
        person.join()
    took = sorted(one for times, *_ in found for one in times)
    told = [one for _, acknowledged, _ in found for one in acknowledged]
    vain = [one for *_, tried in found for one in tried]
    return {
        "clients": clients,
        "seconds": seconds,
        "server_killed": kills,
        "confirms": len(took),
        "confirms_a_second": round(len(took) / seconds, 1),
        "p50_ms": round(1000 * took[len(took) // 2], 1),
        "p99_ms": round(1000 * took[len(took) * 99 // 100], 1),
        "most_ms": round(1000 * took[-1], 1),
        "told_not_saved": len(vain),
        **kept(running.url, told, vain),
    }


def kept(url: str, told: list[Told], vain: list[Told]) -> dict[str, int]:
    """What of the acknowledged is in the logs, and what is there that nobody tried."""
    store = Store.open(url)
    there: list[Told] = []
    for id in {id for id, *_ in (*told, *vain)}:
        table = store.open_session(id).table
        assert table.drift is None
        there += [(id, one.number, notation.write(one.move)) for one in table.log.entries if one.move and not one.auto]
    store.close()
    known = {*told, *vain}
    return {
        "acknowledged": len(told),
        "lost": len(set(told) - set(there)),
        "doubled": len(there) - len(set(there)),
        "invented": len(set(there) - known),
        "saved_though_told_not": len(set(there) & (set(vain) - set(told))),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clients", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--kills", type=int, default=3)
    asked = parser.parse_args()
    with server() as running:
        if running is None:
            print("PostgreSQL is not installed, or there is nobody it may run as", file=sys.stderr)
            return 2
        figures = {
            "together": played(running, asked.clients, asked.seconds, 0),
            "server killed": played(running, asked.clients, asked.seconds, asked.kills),
        }
    print(json.dumps(figures))
    worst = figures["server killed"]
    return int(any(worst[name] for name in ("lost", "doubled", "invented")))


if __name__ == "__main__":
    sys.exit(main())
