"""How quick the app is: start to first frame, tap to redraw per game, and memory over a long evening.

    python -m benchmarks.app            start and taps
    python -m benchmarks.app memory     a long scripted game with fifty scans

Figures are of this machine, offscreen with software rendering; nothing is asserted.
"""

from __future__ import annotations

import gc
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
GAMES = ("urcsempeszek", "onward_to_venus", "beyond_the_sun", "gaia_project", "kaosz_galaktika")
SCANS = 50
MOVES = 600


def prepare(home: str) -> None:
    os.environ.update(
        SDL_VIDEODRIVER="offscreen",
        KIVY_HOME=home,
        KIVY_NO_CONSOLELOG="1",
        KIVY_METRICS_DENSITY="1",
        TABLESIDE_DATA=str(Path(home) / "data"),
    )
    sys.path.insert(0, str(ROOT))
    from tableside.app.start import prepare as window

    window()
    from kivy.config import Config

    Config.set("graphics", "maxfps", "0")


def opened() -> Any:
    from kivy.base import EventLoop, runTouchApp
    from kivy.core.window import Window

    from tableside.app.app import TablesideApp

    app = TablesideApp()
    app.root = app.build()
    Window.add_widget(app.root)
    EventLoop.ensure_window()
    runTouchApp(None, embedded=True)
    return app


def first_frame() -> None:
    """In a process of its own: seconds from the start of Python to the first frame one could touch."""
    began = float(sys.argv[2])
    with tempfile.TemporaryDirectory() as home:
        prepare(home)
        opened()
        from kivy.base import EventLoop

        EventLoop.idle()
        print(time.time() - began)


def session_of(app: Any, slug: str, moves: int, seed: int) -> Any:
    """A game some way on."""
    from models.copy import OwnersCopy
    from models.store import Seated
    from tableside import samples
    from tableside.core import registry

    copy = OwnersCopy(app.store, registry.find(slug))
    for file in (Path(samples.__file__).parent / f"{slug}.json", ROOT / "tests" / "games" / slug / "sample_copy.json"):
        if file.is_file():
            copy.unpack(json.loads(file.read_text(encoding="utf-8")), file.name)
            break
    session = app.store.begin(copy.game(), {}, [Seated("Anna", "amber"), Seated("Béla", "blue")])
    pick = random.Random(seed).randrange
    for _ in range(moves):
        acting = sorted(session.table.to_act(), key=lambda seat: 99 if seat is None else seat)
        if not acting:
            break
        session.table.confirm(session.table.game.sample(session.table.state, acting[0], pick))
    return session


def next_tap(page: Any, chance: random.Random) -> bool:
    """What a player would press next; whether the game goes on."""
    play = page.play
    if play.over:
        return False
    if play.ready:
        page.confirm()
    elif play.seat is None:
        page.draw()
    else:
        possible = [(choice, offer) for choice in play.choices for offer in choice.offers if offer.why_not is None]
        if not possible:
            play.restart(auto=False)
            return True
        choice, offer = chance.choice(possible)
        page.choose(choice.slot, offer.value, offer.label)
    return True


def taps(app: Any, slug: str, count: int = 80) -> dict[str, float]:
    """From a tap to the pixels of the next frame."""
    from kivy.base import EventLoop

    session = session_of(app, slug, 30, 7)
    app.routes = [("home", {})]
    app.go("table", session=session.id)
    for _ in range(5):
        EventLoop.idle()
    chance, found = random.Random(1), []
    for _ in range(count):
        if type(app.page).__name__ != "TablePage":
            break
        began = time.perf_counter()
        going = next_tap(app.page, chance)
        EventLoop.idle()
        found.append((time.perf_counter() - began) * 1000)
        if not going:
            break
        EventLoop.idle()
    found.sort()
    return {
        "taps": len(found),
        "median_ms": round(found[len(found) // 2], 1),
        "p95_ms": round(found[int(len(found) * 0.95) - 1], 1),
    }


def memory() -> None:
    """Megabytes through a long game with scans in between."""
    from kivy.base import EventLoop

    with tempfile.TemporaryDirectory() as home:
        prepare(home)
        app = opened()
        from tableside.app import sample, scan

        chance = random.Random(2)
        session = session_of(app, "urcsempeszek", 0, 1)
        app.routes = [("home", {})]
        app.go("table", session=session.id)
        photo = sample.photo().read_bytes()
        shown = []
        for number in range(MOVES):
            if type(app.page).__name__ != "TablePage" or not next_tap(app.page, chance):
                session = session_of(app, "urcsempeszek", 0, number)
                app.routes = [("home", {})]
                app.go("table", session=session.id)
            EventLoop.idle()
            if number % (MOVES // SCANS) == 0:
                done: list[Any] = []
                scan.scan(photo, None, None, done.append)
                while not done:
                    EventLoop.idle()
                    time.sleep(0.01)
            if number % 100 == 0 or number == MOVES - 1:
                gc.collect()
                pages = int(Path("/proc/self/statm").read_text().split()[1])
                shown.append(round(pages * os.sysconf("SC_PAGE_SIZE") / 1e6))
        print(json.dumps({"moves": MOVES, "scans": SCANS, "resident_mb": shown}))
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
        print(json.dumps({"peak_mb": round(peak)}))


def main() -> None:
    what = sys.argv[1] if len(sys.argv) > 1 else ""
    if what == "first":
        first_frame()
        return
    if what == "memory":
        memory()
        return
    times = []
    for _ in range(3):
        command = [sys.executable, "-m", "benchmarks.app", "first", str(time.time())]
        done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=True)
        times.append(float(done.stdout.split()[-1]))
    print(json.dumps({"first_frame_s": [round(value, 2) for value in times]}))
    with tempfile.TemporaryDirectory() as home:
        prepare(home)
        app = opened()
        for slug in GAMES:
            print(json.dumps({"game": slug, **taps(app, slug)}), flush=True)


if __name__ == "__main__":
    main()
