"""Keeps the app alive after an unexpected exception: writes a report beside the data, rebuilds the screen, says so."""

from __future__ import annotations

import platform
import re
import threading
import time
import traceback
from collections import deque
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from kivy import __version__ as kivy_version
from kivy.clock import Clock
from kivy.logger import Logger

from models.backup import put
from models.paths import subfolder
from tableside import __version__
from tableside.app.i18n import say
from tableside.app.routes import bare, encode
from tableside.app.share import hand_on
from tableside.app.shell import Shell
from tableside.app.widgets import Sheet, TextButton, Words
from tableside.core.moves import text

PACKAGES = ("tableside", "models", "vision")
"""Frames of these are told by their path below the package, all others by the bare name of the file."""
KEPT = 20
"""Reports in the folder; the oldest give way."""
MOST, WITHIN = 12, 10.0
"""So many exceptions within so many seconds mean that no screen can be shown: then the process may end."""
_PATH = re.compile(r"(?:[A-Za-z]:)?(?:[/\\][^\s'\"/\\]+){2,}")


def report(error: BaseException, where: str, names: Iterable[str] = ()) -> str:
    """The exception as text: versions, screen and frames; no player's name and no path of the machine."""
    lines = [
        f"tableside {__version__}, kivy {kivy_version}, python {platform.python_version()}, {platform.system()}",
        f"screen: {where}",
    ]
    shown: BaseException | None = error
    while shown is not None:
        lines.append(f"{type(shown).__name__}: {_cleaned(str(shown), names)}")
        lines += [
            f"  {_module(frame.filename)}:{frame.lineno} {frame.name}"
            for frame in traceback.extract_tb(shown.__traceback__)
        ]
        shown = shown.__cause__ or (None if shown.__suppress_context__ else shown.__context__)
    return "\n".join(lines) + "\n"


def _module(file: str) -> str:
    parts = Path(file).parts
    for place in range(len(parts) - 1, -1, -1):
        if parts[place] in PACKAGES:
            return "/".join(parts[place:])
    return parts[-1] if parts else ""


def _cleaned(words: str, names: Iterable[str]) -> str:
    for name in sorted(filter(None, (name.strip() for name in names)), key=len, reverse=True):
        words = words.replace(name, "…")
    return _PATH.sub("…", words)[:300]


def write(words: str, folder: Path | None = None) -> Path | None:
    """Write a report to the data folder; None when that fails."""
    try:
        folder = folder or subfolder("reports")
        file = folder / f"report-{time.strftime('%Y%m%d-%H%M%S')}.txt"
        put(file, words.encode())
        for old in sorted(folder.glob("report-*.txt"))[:-KEPT]:
            old.unlink(missing_ok=True)
    except Exception:
        return None
    return file


class CrashGuard:
    """Handles exceptions of touches, Clock callbacks and threads; `recover` must be called on the main thread."""

    def __init__(self, app: Shell) -> None:
        self.app = app
        self.last: BaseException | None = None
        """The exception handled last."""
        self.file: Path | None = None
        self._times: deque[float] = deque(maxlen=MOST)
        self._hook: Any = None

    def start(self) -> None:
        """Watch threads as well."""
        self._hook, threading.excepthook = threading.excepthook, self._thread_failed

    def stop(self) -> None:
        if self._hook is not None:
            threading.excepthook, self._hook = self._hook, None

    def _thread_failed(self, failed: Any) -> None:
        error = failed.exc_value
        if isinstance(error, Exception):
            Clock.schedule_once(lambda _: self.app.life.clerk.handle_exception(error), 0)

    def recover(self, error: Exception) -> bool:
        """Write the report, rebuild the screen and toast what happened; False when exceptions come too often."""
        now = time.monotonic()
        if len(self._times) == MOST and now - self._times[0] < WITHIN:
            return False
        self._times.append(now)
        Logger.error("Tableside: %s", "".join(traceback.format_exception(error)))
        self.last = error
        self.file = write(report(error, self._where(), self._names()))
        if self._shown_anew():
            self._tell()
        return True

    def _where(self) -> str:
        name, given = encode(self.app.routes[-1]) if self.app.routes else ("", {})
        game = given.get("game", "")
        session = self.app.open_games.get(given.get("session", ""))
        if session is not None:
            table = session.table
            game = f"{table.game.slug}, {table.seats} seats, entry {len(table.log.entries)}"
        return f"{name} {game}".strip()

    def _names(self) -> tuple[str, ...]:
        drafts = self.app.memory.drafts.values()
        typed = [one.get("name", "") for draft in drafts if isinstance(draft, dict) for one in _players(draft)]
        open_names = [name for session in self.app.open_games.values() for name in session.names]
        return (*open_names, *(name for name in typed if isinstance(name, str)))

    def _shown_anew(self) -> bool:
        """Build the same screen again; without what was half chosen; or the first screen. Whether one stands."""
        app = self.app
        app.routes = [bare(route) for route in app.routes]
        for attempt in (app.show, self._without_draft, app.home):
            try:
                attempt()
                return True
            except Exception:
                Logger.exception("Tableside:")
        return False

    def _without_draft(self) -> None:
        _, given = encode(self.app.routes[-1])
        of = str(given.get("session") or given.get("game") or given.get("position") or "")
        drafts = self.app.memory.drafts
        # What waits to be saved is no draft of a screen, and stays.
        kept = {key: one for key, one in drafts.items() if key.startswith("unsaved:") or not (of and of in key)}
        self.app.put_drafts(kept)
        self.app.show()

    def _tell(self) -> None:
        sheet = Sheet(self.app, say(text("life.mishap")), sign="warn", tone="warn")
        sheet.body.add_widget(Words(say(text("life.mishap.about")), "body"))
        if self.file is not None:
            sheet.body.add_widget(
                TextButton(say(text("life.mishap.share")), self.share, sign="share", name="share report")
            )
            sheet.body.add_widget(Words(say(text("life.mishap.file", file=self.file.name)), "label", tone="ink2"))
        sheet.open()

    def share(self) -> None:
        """Share the report; on a desktop, show the file's name."""
        if self.file is not None and not hand_on(self.file):
            self.app.toast(say("score.saved", file=self.file.name))


def _players(draft: dict[str, Any]) -> list[dict[str, Any]]:
    players = draft.get("players")
    return [one for one in players if isinstance(one, dict)] if isinstance(players, list) else []
