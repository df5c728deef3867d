"""Kills real players at random moments and looks what is left: `python -m benchmarks.crash --kills 1000`.

Random games of all five kinds are played by the command line, by the app offscreen, and with photos, each in a process
of its own. Each player tells what it is about to save and what has been saved.
After each SIGKILL the database is opened again: everything acknowledged is there to the byte, nothing else is but at
most the one confirm that was being saved, its bookkeeping with it, every other session is untouched and the file is
sound; the next player goes on from there. In the end every session is judged again from its first move.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import select
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.players import GAMES, PHOTO, ROOT, pack_of

APP_SHARE, PHOTO_SHARE = 0.05, 0.15
EARLY = 0.15
"""Share of kills that do not wait for the first saved entry: the start itself is interrupted."""
LONGEST = 500
"""Entries after which a session is put aside and another begun."""
KILLS_EACH = 100
"""Kills on one database before a fresh one is taken."""
PATIENCE = 120
COLUMNS = ("number", "kind", "move", "target", "kept", "text", "record", "digest", "auto", "evidence")


@dataclass
class Tally:
    """What came of it."""

    kills: Counter[str] = field(default_factory=Counter)
    games: Counter[str] = field(default_factory=Counter)
    sessions: int = 0
    acknowledged: int = 0
    unacknowledged_kept: int = 0
    before_first_entry: int = 0
    app_restored: int = 0
    app_reopened: int = 0
    problems: list[str] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        return {
            "kills": sum(self.kills.values()),
            "kills_by_player": dict(sorted(self.kills.items())),
            "kills_by_game": dict(sorted(self.games.items())),
            "kills_before_the_first_entry": self.before_first_entry,
            "sessions": self.sessions,
            "entries_acknowledged": self.acknowledged,
            "kept_though_not_yet_acknowledged": self.unacknowledged_kept,
            "app_opened_again_where_it_was": f"{self.app_restored} of {self.app_reopened}",
            "lost_invented_or_damaged": len(self.problems),
        }


class Launcher:
    """A process that has the program loaded and starts players (`benchmarks.players.launch`), one at a time.

    A process of its own, for a test's process has threads, and a lock one of them holds stays shut after a fork.
    """

    def __init__(self, environment: dict[str, str]) -> None:
        self.line, theirs = socket.socketpair()
        with theirs:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "benchmarks.players", "launch", str(theirs.fileno())],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=(theirs.fileno(),),
                cwd=ROOT,
                env=environment,
            )
        self.answers = self.line.makefile("rb")

    def start(self, player: list[Any], typed: int, telling: int) -> int:
        """A player's process id."""
        socket.send_fds(self.line, [json.dumps(player).encode()], [typed, telling])
        return self.told()

    def told(self) -> int:
        """The next number the launcher tells: a player's process id, or how it ended."""
        return int(self.answers.readline())

    def close(self) -> None:
        self.answers.close()
        self.line.close()
        self.process.wait()


class Reaper:
    """One data folder, the players sent to it, and what they acknowledged."""

    def __init__(self, folder: Path, chance: random.Random, tally: Tally) -> None:
        self.folder, self.chance, self.tally = folder, chance, tally
        self.place = folder / "tableside.db"
        self.known: dict[str, list[dict[str, Any]]] = {}
        self.current: dict[str, str] = {}
        self.app_at = ""
        """The session whose table the app remembers to have been at."""
        environment = {
            **os.environ,
            "TABLESIDE_DATA": str(folder),
            "TABLESIDE_DATABASE": "",
            "TABLESIDE_GAMES": "",
            "SDL_VIDEODRIVER": "offscreen",
            "KIVY_NO_ARGS": "1",
            "KIVY_HOME": str(folder / "kivy"),
        }
        self._packs()
        self.launcher = Launcher(environment)

    def _packs(self) -> None:
        from models.owned_records import OwnersCopy
        from models.store import Store
        from tableside.core import registry

        store = Store.open(f"sqlite:///{self.place}")
        for slug in GAMES:
            pack = pack_of(slug)
            if pack is not None:
                OwnersCopy(store, registry.find(slug)).unpack(json.loads(pack.read_text(encoding="utf-8")), pack.name)
        store.close()

    # -- one kill ------------------------------------------------------------------------------

    def kill_one(self, driver: str, slug: str) -> None:
        """Start a player, kill it, and look."""
        session = self.current.get(slug, "")
        told = self._killed(driver, slug, session, self.chance.randrange(10**9))
        self.tally.kills[driver] += 1
        self.tally.games[slug] += 1
        before = len(self.tally.problems)
        self._look(driver, slug, told)
        if sum(self.tally.kills.values()) % 50 == 0:
            print(json.dumps(self.tally.as_json()), file=sys.stderr)
        for problem in self.tally.problems[before:]:
            print(f"kill {sum(self.tally.kills.values())} ({driver}, {slug}): {problem}", file=sys.stderr)

    def _killed(self, driver: str, slug: str, session: str, seed: int) -> list[dict[str, Any]]:
        told, telling = os.pipe()
        typed, typing = os.pipe()
        os.set_blocking(typing, False)
        os.write(typing, self._lines(session))
        player = self.launcher.start([driver, slug, session, seed], typed, telling)
        os.close(telling)
        os.close(typed)
        early = self.chance.random() < EARLY
        start, saved = {"app": (3.0, 4)}.get(driver, (0.5, 12))
        data = b"" if early else _read_until(told, b'"done"', self.chance.randint(1, saved))
        time.sleep(self.chance.random() * (start if early else 0.02))
        os.kill(player, signal.SIGKILL)
        with os.fdopen(told, "rb") as rest:
            data += rest.read()
        os.close(typing)
        status = self.launcher.told()
        if not os.WIFSIGNALED(status):
            self._problem(f"the player ended by itself with {status}")
        return [json.loads(line) for line in data.split(b"\n")[:-1]]

    def _lines(self, session: str) -> bytes:
        """What somebody at the keyboard might type: mostly moves, now and then something else."""
        standing = [row for row in self.known.get(session, []) if row["move"]]
        lines = []
        for _ in range(4000):
            dice = self.chance.random()
            if dice < 0.68:
                lines.append("x")
            elif dice < 0.82:
                lines.append(str(self.chance.randint(1, 6)))
            elif dice < 0.95:
                lines.append(self.chance.choice(("u", "u", "r", "s", "n jó lépés volt", "e 1")))
            elif standing:
                row = self.chance.choice(standing[-20:])
                lines.append(f"c {row['number']} {row['move']}")
        return "\n".join(lines).encode()[:60_000].rpartition(b"\n")[0] + b"\n"

    # -- looking -------------------------------------------------------------------------------

    def _problem(self, words: str) -> None:
        self.tally.problems.append(words)

    def _look(self, driver: str, slug: str, told: list[dict[str, Any]]) -> None:
        before = {session: len(rows) for session, rows in self.known.items()}
        trying: tuple[str, list[dict[str, Any]]] | None = None
        for line in told:
            match line["what"]:
                case "begun":
                    self.known.setdefault(line["session"], [])
                case "try":
                    trying = (line["session"], line["entries"])
                    self.known.setdefault(line["session"], [])
                case "done":
                    trying = None
                    self.known[line["session"]] += line["entries"]
                    self.tally.acknowledged += len(line["entries"])
                case "restored" if self.app_at:
                    self.tally.app_reopened += 1
                    self.tally.app_restored += line.get("session") == self.app_at
        if not any(line["what"] == "done" for line in told):
            self.tally.before_first_entry += 1
        touched = {line["session"] for line in told if "session" in line and line["what"] != "restored"}
        self._compare(touched, trying, beginning=any(line["what"] == "beginning" for line in told), before=before)
        for session in touched & set(self.known):
            if len(self.known[session]) < LONGEST:
                self.current[slug] = session
            else:
                self.current.pop(slug, None)
        if driver == "app":
            self._app_file()

    def _compare(
        self,
        touched: set[str],
        trying: tuple[str, list[dict[str, Any]]] | None,
        beginning: bool,
        before: dict[str, int],
    ) -> None:
        """The rows are what was acknowledged, and at most those of the one confirm that was being saved."""
        # The journal is rolled back or forward by whoever opens the file next; that is part of what is tried here.
        with _closing(self.place) as database:
            for check in ("integrity_check", "foreign_key_check"):
                found = database.execute(f"PRAGMA {check}").fetchall()
                if found not in ([("ok",)], []):
                    self._problem(f"{check}: {found[:3]}")
            counts = dict(database.execute("SELECT session_id, count(*) FROM entry GROUP BY session_id"))
            sessions = {row[0] for row in database.execute("SELECT id FROM session")}
            rows = {session: _rows(database, session) for session in touched}
            lone = database.execute(
                "SELECT count(*) FROM entry WHERE evidence <> '' AND NOT EXISTS (SELECT 1 FROM photo "
                "WHERE photo.id = evidence AND photo.session_id = entry.session_id AND length(data) = ?)",
                [PHOTO],
            ).fetchone()[0]
            if lone:
                self._problem(f"{lone} photos are not there whole")
        for session in touched:
            expected = self.known[session]
            if rows[session] != expected:
                if trying is not None and trying[0] == session and rows[session] == [*expected, *trying[1]]:
                    expected += trying[1]
                    self.tally.unacknowledged_kept += 1
                else:
                    self._problem(f"{session}: {len(rows[session])} entries, {len(expected)} acknowledged")
                    self.known[session] = rows[session]
        for session, count in before.items():
            if session not in touched and counts.get(session, 0) != count:
                self._problem(f"{session} was not played, yet has {counts.get(session, 0)} entries for {count}")
        new = sessions - set(self.known)
        if len(new) > int(beginning) or any(counts.get(session) for session in new):
            self._problem(f"sessions nobody began: {new}")
        for session in set(self.known) - sessions:
            self._problem(f"session {session} is gone")
        for session in new:
            self.known[session] = []

    def _app_file(self) -> None:
        """What the app remembers is whole; it will open there again."""
        file = self.folder / "app.json"
        if not file.exists():
            return
        try:
            routes = json.loads(file.read_text(encoding="utf-8"))["routes"]
        except (ValueError, KeyError) as error:
            self._problem(f"app.json: {error}")
            return
        self.app_at = routes[-1][1]["session"] if routes and routes[-1][0] == "table" else ""

    def finish(self) -> None:
        """Everything is what was acknowledged, from the first kill to the last, and replays to the same."""
        from models.store import Store

        with _closing(self.place) as database:
            for session, expected in self.known.items():
                if _rows(database, session) != expected:
                    self._problem(f"{session} is not what it was")
        store = Store.open(f"sqlite:///{self.place}")
        for session in self.known:
            table = store.open_session(session).table
            if table.drift is not None or table.verify() is not None:
                self._problem(f"{session} does not replay")
        store.close()
        self.tally.sessions += len(self.known)
        self.launcher.close()


def _closing(place: Path) -> closing[sqlite3.Connection]:
    return closing(sqlite3.connect(place))


def _rows(database: sqlite3.Connection, session: str) -> list[dict[str, Any]]:
    wanted = f"SELECT {', '.join(COLUMNS)} FROM entry WHERE session_id = ? ORDER BY number"
    found = [dict(zip(COLUMNS, row)) for row in database.execute(wanted, [session])]
    return [{**row, "auto": bool(row["auto"])} for row in found]


def _read_until(pipe: int, mark: bytes, times: int) -> bytes:
    data, end = b"", time.monotonic() + PATIENCE
    while data.count(mark) < times and time.monotonic() < end:
        if not select.select([pipe], [], [], 1)[0]:
            continue
        more = os.read(pipe, 65536)
        if not more:
            return data
        data += more
    return data


def drivers(kills: int, chance: random.Random, app: float = APP_SHARE) -> list[str]:
    """Who is killed, in random order."""
    touched = round(kills * app)
    typed = kills - touched
    counts = {"app": touched, "photos": round(typed * PHOTO_SHARE)}
    found = [name for name, count in counts.items() for _ in range(count)]
    found += ["command line"] * (kills - len(found))
    chance.shuffle(found)
    return found


def run(kills: int, seed: int, app: float = APP_SHARE) -> Tally:
    """So many kills."""
    chance, tally = random.Random(seed), Tally()
    games = list(GAMES)
    todo = drivers(kills, chance, app)
    for first in range(0, kills, KILLS_EACH):
        folder = Path(tempfile.mkdtemp(prefix="tableside-crash-"))
        reaper = Reaper(folder, chance, tally)
        for number, driver in enumerate(todo[first : first + KILLS_EACH]):
            reaper.kill_one(driver, games[number % len(games)])
        reaper.finish()
        if tally.problems:
            print(f"kept for looking at: {folder}", file=sys.stderr)
        else:
            shutil.rmtree(folder)
    return tally


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=20261116)
    parser.add_argument("--app", type=float, default=APP_SHARE, help="share of kills of the app")
    parser.add_argument("--json", action="store_true", help="only the JSON object")
    asked = parser.parse_args()
    begun = time.monotonic()
    tally = run(asked.kills, asked.seed, asked.app)
    told = {**tally.as_json(), "minutes": round((time.monotonic() - begun) / 60, 1), "seed": asked.seed}
    print(json.dumps(told))
    return 1 if tally.problems else 0


if __name__ == "__main__":
    sys.exit(main())
