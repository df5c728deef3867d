"""The nightly set: `python -m tests.fuzz [INPUTS] [DOOR...]` throws so many inputs at each door and writes figures.

Each door has a process of its own with bounded memory. An input that takes more than a second of processor time, a
traceback, a hang or a write outside the data folder ends the door with its figures so far, and the status says so.
"""

from __future__ import annotations

import gc
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Any

OUT = Path(__file__).parents[2] / "docs" / "figures" / "fuzz.json"
INPUTS = 10_000
ROUND = 500
"""Inputs after which Hypothesis begins anew: it remembers every one it made, and the time and memory that takes are
not the door's."""


def one(name: str, count: int, seed: int) -> dict[str, Any]:
    """So many inputs at one door, in this process."""
    from hypothesis import HealthCheck, Phase, given, settings
    from hypothesis import seed as seeded

    from tests.fuzz.doors import DOORS, check, prepare
    from tests.fuzz.sandbox import Sandbox, bounded, peak

    door, problem = DOORS[name], ""
    with tempfile.TemporaryDirectory(prefix="tableside-fuzz-") as folder:
        box = Sandbox(Path(folder).resolve() / "box")

        def some(first: int) -> None:
            @seeded(seed + first)
            @settings(
                max_examples=min(ROUND, count - first),
                deadline=None,
                database=None,
                phases=(Phase.generate,),
                suppress_health_check=list(HealthCheck),
            )
            @given(door.inputs)
            def every(thrown: Any) -> None:
                check(door, box, thrown)
                assert not box.watch.over_a_second, box.watch.over_a_second

            every()

        begun, spent = time.time(), time.process_time()
        with box.open():
            prepare(box, door.copies)
            before = peak()
            bounded()
            # Told to stop, it still says how far it came.
            signal.signal(signal.SIGTERM, signal.default_int_handler)
            try:
                while box.watch.inputs < count:
                    some(box.watch.inputs)
                    gc.collect()
            except KeyboardInterrupt:
                pass
            except BaseException as error:
                inner = error.exceptions if isinstance(error, BaseExceptionGroup) else (error,)
                problem = " | ".join(_told_of(one) for one in inner)[:4000]
        watch = box.watch
    return {
        "door": name,
        "inputs": watch.inputs,
        "refused": watch.refused,
        "slowest_cpu_s": round(watch.slowest, 3),
        "over_a_second": len(watch.over_a_second),
        "outside": len(watch.outside),
        "mib_before": before,
        "mib_peak": peak(),
        "cpu_s": round(time.process_time() - spent, 1),
        "wall_s": round(time.time() - begun, 1),
        "seed": seed,
        "problem": problem,
    }


def _told_of(error: BaseException) -> str:
    """The error with its input, and where it came from."""
    where = traceback.extract_tb(error.__traceback__)[-1]
    return f"{''.join(traceback.format_exception_only(error))}at {Path(where.filename).name}:{where.lineno}"


def started(name: str, count: int, seed: int) -> dict[str, Any]:
    """So many inputs at one door, in a process of its own."""
    command = [sys.executable, "-c", f"from tests.fuzz.__main__ import one, told; told(one({name!r}, {count}, {seed}))"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        figures: dict[str, Any] = json.loads((ended.stdout.strip().splitlines() or [""])[-1])
    except ValueError:
        problem = f"died {ended.returncode}: {ended.stderr[-800:]}"
        figures = {"door": name, "inputs": 0, "seed": seed, "problem": problem}
    print(json.dumps(figures, ensure_ascii=False), flush=True)
    return figures


def main() -> int:
    """Every door, or those named; their figures take the place of earlier ones."""
    from tests.fuzz.doors import DOORS

    words = sys.argv[1:]
    count = int(words.pop(0)) if words and words[0].isdigit() else INPUTS
    seed = int(os.environ.get("TABLESIDE_SEED") or random.SystemRandom().randrange(2**32))
    kept = json.loads(OUT.read_text(encoding="utf-8"))["doors"] if words and OUT.exists() else []
    found = {figures["door"]: figures for figures in kept}
    OUT.parent.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(int(os.environ.get("TABLESIDE_JOBS") or os.cpu_count() or 1)) as pool:
        for work in as_completed([pool.submit(started, name, count, seed) for name in words or DOORS]):
            found[work.result()["door"]] = work.result()
            doors = [found[name] for name in DOORS if name in found]
            written = {"command": f"python -m tests.fuzz {count}", "inputs_a_door": count, "doors": doors}
            OUT.write_text(json.dumps(written, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return int(any(figures["problem"] for figures in found.values()))


def told(figures: dict[str, Any]) -> None:
    """One line for the process that started this one."""
    print(json.dumps(figures, ensure_ascii=False))


if __name__ == "__main__":
    os.environ["TABLESIDE_GAMES"] = "tests.sample_games"
    sys.exit(main())
