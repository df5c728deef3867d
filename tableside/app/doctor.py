"""Integrity check of the saved data on a thread, its report, and repair on request."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from models.database import StoreError, file_of
from models.integrity import Report, examine
from models.repair import repair
from tableside.app.i18n import say
from tableside.app.photo_reading import aside
from tableside.app.shell import Shell
from tableside.app.theme import theme
from tableside.app.widgets import Col, Icon, Row, Sheet, TextButton, Words
from tableside.core.moves import Text, text

SHOWN = 20
"""Findings told one by one; of more only the number."""
COUNTS = ("sessions", "entries", "photos", "records", "looks")


def _examined(url: str) -> Report:
    from vision.stored_samples import damaged

    return examine(url, damaged)


class Doctor:
    """A sheet that says how the saved games, photos and copies are."""

    def __init__(self, app: Shell) -> None:
        self.app = app
        self.url: str = app.place()
        self.mended = False
        self.sheet = Sheet(app, say("doctor.title"), sign="eye", share=0.6, closed=self._closed)
        self._tell("doctor.looking")
        self.sheet.open()
        aside(lambda: _examined(self.url), self._looked)

    def _tell(self, key: str, tone: str = "ink", **args: Any) -> None:
        self.sheet.body.add_widget(Words(say(key, **args), "body", tone=tone))

    def _list(self, texts: Sequence[Text], sign: str, tone: str, step: str = "label") -> None:
        for one in texts[:SHOWN]:
            row = Row(spacing=10 * theme.u)
            row.add_widget(Icon(sign, ink=getattr(theme, tone), size=24, pos_hint={"center_y": 0.5}))
            row.add_widget(Words(say(one), step, pos_hint={"center_y": 0.5}))
            self.sheet.body.add_widget(row)
        if len(texts) > SHOWN:
            self._tell("doctor.more", n=len(texts) - SHOWN)

    # -- looking -------------------------------------------------------------------------------

    def _looked(self, found: Report | Exception, did: Sequence[Text] = ()) -> None:
        body: Col = self.sheet.body
        body.clear_widgets()
        if not isinstance(found, Report):
            self._failed(found)
            return
        if did:
            self._tell("doctor.done")
            self._list(did, "check", "ok")
        if not found.findings:
            self._list([text("app.doctor.well")], "check", "ok", "heading")
        self._tell("doctor.looked", tone="ink2", **{name: getattr(found, name) for name in COUNTS})
        if not found.findings:
            return
        self._tell("doctor.remains" if did else "doctor.found")
        self._list([finding.said for finding in found.findings], "warn", "refuse")
        schema = any(finding.what == "schema" for finding in found.findings)
        if not found.curable or schema or file_of(self.url) is None:
            self._tell("doctor.cannot", "ink2")
        elif not did:
            self._tell("doctor.may", "ink2")
            body.add_widget(TextButton(say("doctor.mend"), self.mend, style="primary", sign="check", name="mend"))

    def _failed(self, error: Exception) -> None:
        if isinstance(error, StoreError):
            self.sheet.body.add_widget(Words(say(error.told), "body", tone="refuse"))
        else:
            self._tell("doctor.failed", "refuse", problem=f"{type(error).__name__}: {error}")

    # -- mending -------------------------------------------------------------------------------

    def mend(self) -> None:
        """Save what can be saved; the app lets go of the file meanwhile."""
        file = file_of(self.url)
        if file is None:
            return
        if self.app.life.unsaved.sessions and not self.app.life.unsaved.retry():
            self.app.toast(say("doctor.unsaved"))
            return
        self.sheet.body.clear_widgets()
        self._tell("doctor.mending")
        if self.app.store is not None:
            self.app.store.close()
        self.app.open_games.clear()
        stamp = datetime.now().strftime("%Y%m%d-%H%M%S-%f")

        def work() -> tuple[tuple[Text, ...], Report]:
            from vision.stored_samples import damaged

            return repair(file, stamp, damaged), _examined(self.url)

        aside(work, self._mended)

    def _closed(self) -> None:
        if self.mended:
            # What was on the screen may be another game now, or none.
            self.app.restore()

    def _mended(self, found: tuple[tuple[Text, ...], Report] | Exception) -> None:
        self.mended = True
        self.app.open_games.clear()
        self.app.open_store()
        if isinstance(found, Exception):
            self.sheet.body.clear_widgets()
            self._failed(found)
        else:
            self._looked(found[1], found[0])
        if self.sheet not in self.app.sheets:
            self._closed()
        self.app.life.unsaved.show()
