"""Packs between tablets: a file by the system's own chooser or among the packs, or QR codes on the screen."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from kivy.clock import Clock
from kivy.core.image import Image as CoreImage
from kivy.graphics import Color, Rectangle
from kivy.uix.filechooser import FileChooserListView
from kivy.utils import platform

from models.backup import put
from models.database import StoreError
from models.packs import codes, opened
from models.paths import data_folder
from tableside.app import android
from tableside.app.i18n import say
from tableside.app.painter import Pen
from tableside.app.share import share
from tableside.app.shell import Shell
from tableside.app.theme import theme
from tableside.app.widgets import Drawing, Row, Sheet, TextButton, Tile, Typing, Words
from tableside.core import codec
from tableside.core.errors import complaint

T = TypeVar("T")

PACK_MOST = 32 << 20
"""Bytes of a pack that is read at all."""
LISTED = 20
AUTHOR = "pack author"
"""Under which name the last author is remembered."""


def folder() -> Path:
    """Where packs are kept; made when it is missing."""
    place = data_folder() / "packs"
    place.mkdir(parents=True, exist_ok=True)
    return place


def choose_pack(app: Shell, title: str, taken: Callable[[Path], Any], game: str = "") -> None:
    """Choose a pack among those kept, or any file with the system's chooser; those of `game` say who made them."""
    sheet = Sheet(app, title, sign="file", share=0.8)
    for file in sorted(folder().glob("*.json"))[:LISTED]:
        tile = Tile(file.name, sheet.then(taken, file), about=_told(file, game), chevron=True, name=f"pack {file.name}")
        sheet.body.add_widget(tile)
    if platform == "android":
        pick = TextButton(say("copy.choose_file"), sheet.then(_from_android, taken), sign="file", name="choose file")
        sheet.body.add_widget(pick)
    else:
        chooser = FileChooserListView(path=str(Path.home()), filters=["*.json"], size_hint_y=None)
        chooser.height = 280 * theme.u
        chooser.bind(on_submit=lambda _, chosen, __: sheet.then(taken, Path(chosen[0]))())
        sheet.body.add_widget(chooser)
    sheet.open()


def take(app: Shell, file: Path, most: int, unpack: Callable[[bytes], T]) -> T | None:
    """What `unpack` makes of a file of at most so many bytes; None where it does not fit, which is told."""
    try:
        with file.open("rb") as stream:
            return unpack(stream.read(most))
    except (StoreError, OSError, ValueError) as error:
        app.toast(say(complaint(error)))
        return None


def _told(file: Path, game: str) -> str:
    """Who made a pack and when, where it says so."""
    try:
        with file.open("rb") as stream:
            _, author, made = opened(codec.parse(stream.read(PACK_MOST).decode()), game)
    except (StoreError, OSError, ValueError):
        return ""
    return ", ".join(part for part in (author, made) if part)


def _from_android(taken: Callable[[Path], Any]) -> None:
    def chosen(data: bytes | None) -> None:
        if data is not None:
            file = folder() / "chosen.json"
            put(file, data)
            Clock.schedule_once(lambda _: taken(file), 0)

    android.pick_file(chosen, PACK_MOST, "*/*")


def give_pack(app: Shell, name: str, pack: Callable[[str, str], codec.Json]) -> None:
    """Ask who made it, and hand it on as a file or as codes; `pack` makes it for an author and a date."""
    sheet = Sheet(app, say("copy.export"), sign="share", share=0.5)
    sheet.body.add_widget(Words(say("copy.author"), "label", tone="ink2"))
    sheet.body.add_widget(Typing(str(app.draft(AUTHOR) or ""), partial(app.keep_draft, AUTHOR), name="author"))

    def made() -> codec.Json:
        return pack(str(app.draft(AUTHOR) or "").strip()[:40], date.today().isoformat())

    def as_file() -> None:
        share(app, folder() / f"{name}.json", json.dumps(made(), ensure_ascii=False, indent=1).encode())

    def as_codes() -> None:
        try:
            found = codes(made())
        except StoreError as error:
            app.toast(say(error.told))
            return
        show_code(app, found, 0)

    buttons = Row(spacing=12 * theme.u)
    buttons.add_widget(TextButton(say("copy.as_file"), sheet.then(as_file), sign="file", name="as file"))
    buttons.add_widget(TextButton(say("copy.as_code"), sheet.then(as_codes), sign="die", name="as code"))
    sheet.body.add_widget(buttons)
    sheet.open()


class Code(Drawing):
    """A QR code, as large as fits, black on white in every theme."""

    def __init__(self, letters: str, **more: Any) -> None:
        super().__init__(**more)
        from vision import qr

        self.texture = CoreImage(io.BytesIO(qr.draw(letters)), ext="png").texture
        self.texture.mag_filter = self.texture.min_filter = "nearest"

    def paint(self, pen: Pen) -> None:
        side = min(self.wide, self.high)
        x, y = pen.at((self.wide - side) / 2, (self.high + side) / 2)
        pen.canvas.add(Color(1, 1, 1, 1))
        pen.canvas.add(Rectangle(texture=self.texture, pos=(x, y), size=(side * theme.u, side * theme.u)))


def show_code(app: Shell, letters: tuple[str, ...], number: int) -> None:
    """One code of a pack large on the screen, with a way to the next."""
    sheet = Sheet(app, say("copy.code", n=number + 1, of=len(letters)), sign="die", share=0.96)
    sheet.body.add_widget(Words(say("copy.code_about"), "label", tone="ink2"))
    sheet.body.add_widget(Code(letters[number], size_hint_y=None, height=440 * theme.u))
    if number + 1 < len(letters):
        go_on = sheet.then(show_code, app, letters, number + 1)
        sheet.body.add_widget(TextButton(say("copy.next_code"), go_on, sign="right", name="next code"))
    sheet.open()
