"""How quick the app is: start to first frame, tap to redraw per game, and memory over a long evening.

    python -m benchmarks.app            start and taps
    python -m benchmarks.app memory     a long scripted game with fifty scans

Figures are of this machine, offscreen with software rendering; nothing is asserted. A tap is a real touch, timed
from the finger's lifting to the last pixel; the time of all processors beside it is what a busy machine leaves alone.
The first start makes the database, once its first frame is seen.
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
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tableside.app import routes

ROOT = Path(__file__).parents[1]
GAMES = ("urcsempeszek", "onward_to_venus", "beyond_the_sun", "gaia_project", "kaosz_galaktika")
SCANS = 50
MOVES = 600
TAPS = 80


def prepare(home: str, *size: int) -> None:
    """A window offscreen, with all it writes under this folder."""
    os.environ.update(
        SDL_VIDEODRIVER="offscreen",
        KIVY_HOME=home,
        KIVY_NO_CONSOLELOG="1",
        KIVY_METRICS_DENSITY="1",
        TABLESIDE_DATA=str(Path(home) / "data"),
    )
    sys.path.insert(0, str(ROOT))
    from tableside.app.launch import prepare as window

    window(*size)
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
    prepare(sys.argv[3])
    app = opened()
    frame()
    print(time.time() - float(sys.argv[2]), time.process_time())
    # The next start is to find the database whole.
    assert app.store is not None


def session_of(app: Any, slug: str, moves: int, seed: int) -> Any:
    """A game some way on."""
    from models.owned_records import OwnersCopy
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


def frame(count: int = 1) -> None:
    """So many frames, each finished before the next begins, as the screen of a device has it."""
    from kivy.base import EventLoop
    from kivy.graphics.opengl import glFinish

    for _ in range(count):
        EventLoop.idle()
        glFinish()


class Finger:
    """An input device of Kivy's own kind: touches come in where real ones do."""

    def __init__(self) -> None:
        from kivy.base import EventLoop
        from kivy.tests.common import UnitTestTouch

        self.touch = UnitTestTouch
        self.waiting: list[tuple[str, Any]] = []
        EventLoop.add_input_provider(self)

    def start(self) -> None: ...
    def stop(self) -> None: ...

    def update(self, dispatch_fn: Callable[[str, Any], None]) -> None:
        """Kivy asks for what happened since the last frame."""
        waiting, self.waiting = self.waiting, []
        for kind, touch in waiting:
            dispatch_fn(kind, touch)

    def press(self, widget: Any) -> tuple[float, float, float]:
        """Press and let go; milliseconds from letting go to the pixels: all, in the drawing, and of all processors."""
        from kivy.core.window import Window
        from kivy.graphics.opengl import glFinish

        touch = self.touch(*widget.to_window(*widget.center))
        self.waiting.append(("begin", touch))
        frame()
        drawn = [0.0]
        on_draw = Window.on_draw

        def timed() -> None:
            start = time.perf_counter()
            on_draw()
            glFinish()
            drawn[0] += time.perf_counter() - start

        Window.on_draw = timed
        self.waiting.append(("end", touch))
        wall, cpu = time.perf_counter(), time.process_time()
        frame()
        found = (time.perf_counter() - wall, drawn[0], time.process_time() - cpu)
        del Window.on_draw
        return tuple(part * 1000 for part in found)  # type: ignore[return-value]


def next_press(page: Any, chance: random.Random) -> Any:
    """What a player would press next: confirm, let chance decide, or any open choice."""
    from tableside.app.widgets import Target

    if page.play.ready:
        return page.confirm_button
    found = {widget.name: widget for widget in page.choosing.walk(restrict=True) if isinstance(widget, Target)}
    # What happened on the table is only drawn by lot where a table would draw lots.
    if page.play.seat is None and "draw" in found:
        return found["draw"]
    others = ("drop ", "act ", "rule", "scan", "more")
    fit = [name for name, widget in found.items() if not widget.refused and not name.startswith(others)]
    return found[chance.choice(fit)] if fit else found["drop kind"]


def bring(page: Any, widget: Any) -> None:
    """Scroll until it can be seen."""
    if widget is not page.confirm_button:
        page.choosing.scroll_to(widget, animate=False)
    frame(3)


def taps(app: Any, finger: Finger, slug: str, count: int = TAPS) -> dict[str, float]:
    """From the finger's lifting to the pixels of the next frame, all of them finished."""
    from tableside.app.widgets.handover import HandOver

    chance, found, seed = random.Random(1), [], 7
    app.home()
    while len(found) < count:
        if type(app.page).__name__ != "TablePage" or app.page.play.over:
            session = session_of(app, slug, 8 if slug == "urcsempeszek" else 30, seed)
            app.begin_at(routes.Table(session=session.id))
            seed += 1
        # What covers the screen while the tablet changes hands goes away by a held finger, not by a tap.
        for cover in [cover for cover in app.root.children if isinstance(cover, HandOver)]:
            cover.close()
            frame(3)
        widget = next_press(app.page, chance)
        bring(app.page, widget)
        found.append(finger.press(widget))
    walls, draws, cpus = (sorted(part) for part in zip(*found))
    share = sum(draws) / sum(walls)
    return {
        "taps": len(found),
        "median_ms": round(at(walls, 0.5), 1),
        "p95_ms": round(at(walls, 0.95), 1),
        "p95_processor_ms": round(at(cpus, 0.95), 1),
        "drawing_share": round(share, 2),
        "p95_before_drawing_ms": round(at(sorted(w - d for w, d, _ in found), 0.95), 1),
    }


def pad_opens(app: Any, slug: str) -> dict[str, float]:
    """Milliseconds of the processor from a game of the list to its drawn pad: the first time, and the best of five.

    The list is looked at for a second, in which the games are loaded.
    """
    spent = []
    for _ in range(5):
        app.home()
        app.go(routes.ScoreOnly())
        for _ in range(20):
            frame()
            time.sleep(0.05)
        begun = time.process_time()
        app.instead(routes.ScoreOnly(slug))
        frame()
        spent.append((time.process_time() - begun) * 1000)
    return {"pad_first_ms": round(spent[0], 1), "pad_best_ms": round(min(spent), 1)}


def at(values: list[float], share: float) -> float:
    """The value that so large a share does not exceed."""
    return values[min(len(values) - 1, int(len(values) * share))]


def memory() -> None:
    """Megabytes through a long game with scans in between: after every hundred moves, and what a bare window takes."""
    with tempfile.TemporaryDirectory() as home:
        prepare(home)
        app = opened()
        from tableside.app import tutorial_table

        frame(5)
        print(json.dumps({"home_screen_mb": resident()}), flush=True)
        chance, photo, slug = random.Random(2), tutorial_table.photo().read_bytes(), "urcsempeszek"
        made, scans, seed, taps = 0, 0, 0, 0
        while made < MOVES:
            if type(app.page).__name__ != "TablePage" or app.page.play.over:
                app.begin_at(routes.Table(session=session_of(app, slug, 0, seed).id))
                seed += 1
            if made >= scans * (MOVES // SCANS):
                scan_once(app, photo)
                scans += 1
            ready = app.page.play.ready
            next_press(app.page, chance).press()
            frame()
            made, taps = made + ready, taps + 1
            if ready and made % 100 == 0:
                gc.collect()
                print(json.dumps({"moves": made, "taps": taps, "scans": scans, "resident_mb": resident()}), flush=True)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
        print(json.dumps({"games": seed, "peak_mb": round(peak)}))


def scan_once(app: Any, photo: bytes) -> None:
    """A photo read as the camera screen has it read, shown with its readings, and back to the table."""
    from models.owned_records import OwnersCopy
    from tableside.app import photo_reading

    session = app.page.session
    done: list[Any] = []
    copy = OwnersCopy(app.store, session.table.base)
    photo_reading.scan(photo, session.table.game.expect(session.table.state), copy, done.append)
    while not done:
        frame()
        time.sleep(0.01)
    app.go(routes.PhotoToMove(session.id, photo=done[0]))
    frame(3)
    app.back()
    frame()


def resident() -> int:
    """Megabytes of this process in memory."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return round(pages * os.sysconf("SC_PAGE_SIZE") / 1e6)


def main() -> None:
    what = sys.argv[1] if len(sys.argv) > 1 else ""
    if what == "first":
        first_frame()
        return
    if what == "memory":
        memory()
        return
    with tempfile.TemporaryDirectory() as home:
        for start in ("first_start", "second_start", "third_start"):
            command = [sys.executable, "-m", "benchmarks.app", "first", str(time.time()), home]
            done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=True)
            wall, processor = (round(float(value), 2) for value in done.stdout.split()[-2:])
            print(json.dumps({start: {"first_frame_s": wall, "processor_s": processor}}), flush=True)
    with tempfile.TemporaryDirectory() as home:
        prepare(home)
        app = opened()
        finger = Finger()
        for slug in GAMES:
            print(json.dumps({"game": slug, **taps(app, finger, slug), **pad_opens(app, slug)}), flush=True)


if __name__ == "__main__":
    main()
