"""Damages what is kept, thousands of times, and looks what becomes of it: `python -m benchmarks.corruption`.

Bits are flipped, blocks wiped, files cut, emptied and swapped: the database, its log and index, its backup, exports,
packs, game logs and the app's settings. Whatever uses them must either work or say in both languages what is wrong;
nothing damaged is overwritten; nothing that opens without a word is other than it was; and the doctor brings back
every session whose rows are whole.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from benchmarks.sample_data_folder import GAMES, build, entries
from models.database import StoreError
from models.integrity import examine
from models.owned_records import OwnersCopy
from models.repair import repair
from models.session_zip import export_session, import_session
from models.store import Store
from tableside.app import settings
from tableside.cli.doctor import damaged_settings
from tableside.core import codec, log_text, registry
from tableside.core.moves import Text
from tableside.language import language
from vision import stored_samples

DATABASE = ("tableside.db", "tableside.db-wal", "tableside.db-shm")
TARGETS = (*DATABASE, "before", "zip", "log", "pack.json", "app.json")
SHARES = (0.18, 0.08, 0.02, 0.02, 0.24, 0.15, 0.15, 0.16)


class Bench:
    """One data folder, damaged again and again."""

    def __init__(self, home: Path, chance: random.Random) -> None:
        self.home, self.chance = home, chance
        self.rows = build(home / "whole")
        self.other = home / "other"
        build(self.other, seed=2)
        self.tally: dict[str, Counter[str]] = {}
        self.problems: list[str] = []
        self.slowest = 0.0

    def trial(self, target: str) -> None:
        """One damage and everything that follows."""
        folder = self.home / "trial"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.home / "whole", folder, ignore=shutil.ignore_patterns("hot"))
        if target in DATABASE[1:] or (target == DATABASE[0] and self.chance.random() < 0.3):
            for file in (self.home / "whole" / "hot").iterdir():
                shutil.copyfile(file, folder / file.name)
        if self.chance.random() < 0.5 and target != "before":
            (folder / "tableside.before-0002.bak").unlink()
        file = self._file(folder, target)
        how = self._damage(file, target)
        begun = time.perf_counter()
        told = self.tally.setdefault(target, Counter())
        told["trials"] += 1
        before = len(self.problems)
        try:
            self._use(target)(folder, file, told)
        except Exception as error:
            self._problem(f"{type(error).__name__}: {error}")
            if os.environ.get("CORRUPTION_RAISE"):
                raise
        self.slowest = max(self.slowest, time.perf_counter() - begun)
        if len(self.problems) > before:
            number = sum(counts["trials"] for counts in self.tally.values())
            for problem in self.problems[before:]:
                print(f"trial {number} ({target}, {how}): {problem}", file=sys.stderr)
            kept = self.home / f"kept-{number}"
            if not kept.exists() and len(self.problems) < 20:
                shutil.copytree(folder, kept)

    def _problem(self, words: str) -> None:
        self.problems.append(words)

    def _file(self, folder: Path, target: str) -> Path:
        if target == "before":
            return folder / "tableside.before-0002.bak"
        if target in ("zip", "log"):
            return self.chance.choice(sorted(folder.glob(f"*.{target}")))
        return folder / target

    def _use(self, target: str) -> Callable[[Path, Path, Counter[str]], None]:
        if target in DATABASE:
            return self._database
        return {
            "before": self._backup,
            "zip": self._zip,
            "log": self._log,
            "pack.json": self._pack,
            "app.json": self._settings,
        }[target]

    # -- damage --------------------------------------------------------------------------------

    def _damage(self, file: Path, target: str) -> str:
        data = bytearray(file.read_bytes())
        how = self.chance.choices(
            ("bit", "bytes", "wiped", "noise", "cut", "emptied", "longer", "pages swapped", "file swapped"),
            (34, 18, 10, 8, 10, 3, 4, 7, 6),
        )[0]
        at = self.chance.randrange(len(data))
        if how == "bit":
            data[at] ^= 1 << self.chance.randrange(8)
        elif how == "bytes":
            for _ in range(self.chance.randint(2, 40)):
                data[self.chance.randrange(len(data))] = self.chance.randrange(256)
        elif how in ("wiped", "noise"):
            long = min(self.chance.choice((16, 512, 4096, 20000)), len(data) - at)
            data[at : at + long] = bytes(long) if how == "wiped" else self.chance.randbytes(long)
        elif how == "cut":
            del data[at:]
        elif how == "emptied":
            data.clear()
        elif how == "longer":
            data += self.chance.randbytes(self.chance.randint(1, 9000))
        elif how == "pages swapped":
            pages = [self.chance.randrange(max(1, len(data) // 4096)) * 4096 for _ in range(2)]
            one, two = (bytes(data[page : page + 4096]) for page in pages)
            if len(one) == len(two):
                data[pages[0] : pages[0] + 4096], data[pages[1] : pages[1] + 4096] = two, one
        else:
            theirs = self.other / ("hot" if target in DATABASE[1:] else "") / file.name
            data = bytearray(theirs.read_bytes() if theirs.exists() else b"")
        file.write_bytes(bytes(data))
        return f"{how} at {at}"

    # -- using ---------------------------------------------------------------------------------

    def _said(self, reason: Text) -> None:
        for code in ("hu", "en"):
            words = language(code).say(reason)
            if "⟦" in words or not words.strip():
                self._problem(f"not said in {code}: {reason}")

    def _database(self, folder: Path, file: Path, told: Counter[str]) -> None:
        place = folder / DATABASE[0]
        before = _prints(folder)
        self._try_all(place, told)
        after = _prints(folder)
        changed = [name for name in DATABASE[:2] if name in before and after.get(name) != before[name]]
        if told.pop("just refused", 0) and changed:
            self._problem(f"a refused file was changed: {changed}")
        report = examine(f"sqlite:///{place}", stored_samples.damaged)
        for finding in report.findings:
            self._said(finding.said)
        if told.pop("just wrong", 0) and not report.findings:
            self._problem("the doctor finds nothing")
        if any(finding.what == "schema" for finding in report.findings):
            told["not ours or newer"] += 1
            return
        told["found by the doctor"] += bool(report.findings)
        damaged = _prints(folder)
        if report.curable:
            for words in repair(place, "now", stored_samples.damaged):
                self._said(words)
            kept = _prints(folder / "tableside.damaged-now")
            if any(kept.get(name) != damaged[name] for name in DATABASE[:2] if name in damaged):
                self._problem("the damaged file was not kept as it was")
        self._after(place, told)

    def _try_all(self, place: Path, told: Counter[str]) -> None:
        """Open, list, read and export everything; a StoreError is an answer, any other is not."""
        try:
            store = Store.open(f"sqlite:///{place}")
        except StoreError as error:
            self._said(error.told)
            told["refused to open"] += 1
            told["just refused"] = 1
            return
        try:
            told["sessions whole at once"] += self._read_all(store, told)
        finally:
            # A connection left open would keep every later trial from being looked at before it is opened.
            with suppress(StoreError):
                store.close()

    def _read_all(self, store: Store, told: Counter[str]) -> int:
        """Everything there is, read; how many sessions are what they were."""
        whole = 0
        jobs: list[Callable[[], Any]] = [store.sessions, store.people]
        for slug in GAMES:
            copy = OwnersCopy(store, registry.find(slug))
            jobs += [copy.game, copy.looks, copy.look_counts, copy.pack]
        for job in jobs:
            try:
                job()
            except StoreError as error:
                self._said(error.told)
        for id, expected in self.rows.items():
            try:
                export_session(store, id)
                session = store.open_session(id)
                found = entries(store, id)
                if found == expected:
                    whole += 1
                elif session.table.drift is None and found == expected[: len(found)]:
                    told["sessions shorter without a word"] += 1
                elif session.table.drift is None:
                    # Nothing was said on opening it: the doctor must know better.
                    told["just wrong"] = 1
            except StoreError as error:
                self._said(error.told)
        return whole

    def _after(self, place: Path, told: Counter[str]) -> None:
        """What there is after the repair: sound, and nothing that was not there before."""
        report = examine(f"sqlite:///{place}", stored_samples.damaged)
        if any(finding.what not in ("replay", "unknown") for finding in report.findings):
            self._problem(f"still not sound: {report.findings[0].said}")
        store = Store.open(f"sqlite:///{place}")
        found = {one.id: entries(store, one.id) for one in store.sessions()}
        store.close()
        for id, expected in self.rows.items():
            told["sessions"] += 1
            if id not in found:
                told["sessions lost or set aside"] += 1
            elif found[id] == expected:
                told["sessions whole after repair"] += 1
            elif found[id] == expected[: len(found[id])]:
                told["sessions cut short"] += 1
            else:
                told["sessions that differ and say so"] += 1
        strangers = set(found) - set(self.rows)
        told["strange sessions"] += len(strangers)

    def _backup(self, folder: Path, file: Path, told: Counter[str]) -> None:
        """A damaged backup must not spoil the repair of a database."""
        place = folder / DATABASE[0]
        data = bytearray(place.read_bytes())
        data[4096 * 3 + 200] ^= 0xFF
        place.write_bytes(bytes(data[: len(data) - 4096 * 2]))
        repair(place, "now", stored_samples.damaged)
        self._after(place, told)

    def _zip(self, folder: Path, file: Path, told: Counter[str]) -> None:
        store = Store.open("sqlite://")
        try:
            session, _ = import_session(store, file.read_bytes())
            told["taken whole"] += 1
            if entries(store, session.id) not in self.rows.values() and "other" not in str(file):
                told["another game's file"] += 1
        except StoreError as error:
            self._said(error.told)
            told["refused"] += 1
            if store.sessions():
                self._problem("a refused zip left something behind")
        finally:
            store.close()

    def _log(self, folder: Path, file: Path, told: Counter[str]) -> None:
        try:
            replayed = log_text.replay(file.read_bytes().decode("utf-8", "strict"), registry.find, file.name)
        except (log_text.LogFileError, UnicodeDecodeError, registry.UnknownGameError):
            told["refused"] += 1
            return
        if replayed.difference is not None:
            self._said(replayed.difference.reason)
        told["differs, with its line" if replayed.difference else "replays"] += 1

    def _pack(self, folder: Path, file: Path, told: Counter[str]) -> None:
        store = Store.open("sqlite://")
        copy = OwnersCopy(store, registry.find("onward_to_venus"))
        try:
            copy.unpack(codec.parse(file.read_bytes().decode("utf-8"), file.name), file.name)
            copy.game()
            told["taken"] += 1
        except StoreError as error:
            self._said(error.told)
            told["refused"] += 1
            if copy.records():
                self._problem("a refused pack left something behind")
        except (codec.CodecError, UnicodeDecodeError):
            told["refused"] += 1
        finally:
            store.close()

    def _settings(self, folder: Path, file: Path, told: Counter[str]) -> None:
        before = file.read_bytes()
        memory = settings.load(folder)
        settings.save(memory, folder)
        readable = damaged_settings(folder) is None
        if not readable:
            self._problem("settings cannot be read after saving them")
        if json.loads(file.read_bytes()).get("drafts") == {} and b"drafts" in before:
            told["defaults"] += 1
            if not any(other.read_bytes() == before for other in folder.glob("app*damaged*")):
                self._problem("damaged settings were overwritten")
        else:
            told["read"] += 1


def _prints(folder: Path) -> dict[str, str]:
    return {
        file.name: hashlib.sha256(file.read_bytes()).hexdigest()
        for file in folder.iterdir()
        if file.is_file() and file.name.startswith("tableside.db")
    }


def run(trials: int, seed: int) -> tuple[dict[str, Any], list[str]]:
    """So many damages; the figures, and what should not have been."""
    home = Path(tempfile.mkdtemp(prefix="tableside-corruption-"))
    bench = Bench(home, random.Random(seed))
    chance = random.Random(seed + 1)
    for number in range(1, trials + 1):
        # Each by draws of its own: the length of a file, which its times change, must not change the next damages.
        bench.chance = random.Random(f"{seed} {number}")
        bench.trial(chance.choices(TARGETS, SHARES)[0])
        if number % 200 == 0:
            print(f"{number} trials, {len(bench.problems)} problems", file=sys.stderr)
    if not bench.problems:
        shutil.rmtree(home)
    else:
        print(f"kept for looking at: {home}", file=sys.stderr)
    figures = {target: dict(bench.tally[target]) for target in TARGETS if target in bench.tally}
    return {
        "trials": trials,
        **figures,
        "slowest_trial_seconds": round(bench.slowest, 2),
        "overwritten_silent_or_crashed": len(bench.problems),
    }, bench.problems


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--trials", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=20261116)
    asked = parser.parse_args()
    begun = time.monotonic()
    figures, problems = run(asked.trials, asked.seed)
    print(json.dumps({**figures, "minutes": round((time.monotonic() - begun) / 60, 1), "seed": asked.seed}))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
