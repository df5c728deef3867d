"""Packs between tablets: a file by the system's own chooser, QR codes, or a code of a link to a file."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

from kivy.clock import Clock
from kivy.core.image import Image as CoreImage
from kivy.graphics import Color, Rectangle
from kivy.uix.filechooser import FileChooserListView
from kivy.utils import platform

from models.backup import put
from models.database import StoreError
from models.owned_records import OwnersCopy
from models.packs import codes, opened
from models.paths import subfolder
from tableside.app import android
from tableside.app.i18n import say
from tableside.app.painter import Pen
from tableside.app.share import share
from tableside.app.shell import Shell
from tableside.app.theme import theme
from tableside.app.widgets import Drawing, Sheet, TextButton, Tile, Typing, Words
from tableside.core import codec
from tableside.core.errors import complaint

T = TypeVar("T")

PACK_MOST = 32 << 20
"""Bytes of a pack that is read at all."""
LISTED = 20
LINK_MOST, LINK_SHOWN = 400, 40
"""Letters of a web address that is put into a code or taken from one, and as many as a phone shows in a row."""
AUTHOR = "pack author"
"""Under which name the last author is remembered."""


def folder() -> Path:
    """Where packs are kept; made when it is missing."""
    return subfolder("packs")


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


def unpack(app: Shell, copy: OwnersCopy, file: Path) -> int | None:
    """Take over a file of records into a copy; how many, or None where it does not fit and nothing has changed."""
    return take(app, file, PACK_MOST, lambda data: copy.unpack(codec.parse(data.decode()), file.name))


def address(letters: str) -> str:
    """The web address these letters are, or "" where they are none that can be opened as it reads."""
    words = letters.strip()
    try:
        parts = urlsplit(words)
    except ValueError:
        return ""
    plain = words.isascii() and words.isprintable() and not set(words) & set(' \\"<>')
    sound = parts.scheme == "https" and "." in (parts.hostname or "") and parts.username is None
    return words if plain and sound and len(words) <= LINK_MOST else ""


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
    sheet = Sheet(app, say("copy.export"), sign="share", share=0.6)
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

    sheet.body.add_widget(TextButton(say("copy.as_file"), sheet.then(as_file), sign="file", name="as file"))
    sheet.body.add_widget(TextButton(say("copy.as_code"), sheet.then(as_codes), sign="die", name="as code"))
    sheet.body.add_widget(TextButton(say("copy.as_link"), sheet.then(give_link, app), sign="share", name="as link"))
    sheet.open()


def give_link(app: Shell) -> None:
    """Show a code of where a pack can be downloaded: for one that would take many codes."""
    sheet = Sheet(app, say("copy.as_link"), sign="share", share=0.5)
    sheet.body.add_widget(Words(say("copy.link_where"), "body", tone="ink2"))
    typed = Typing(name="link")
    sheet.body.add_widget(typed)

    def show() -> None:
        found = address(typed.text)
        if found:
            sheet.close()
            show_code(app, (found,), 0)
        else:
            app.toast(say("copy.link_bad"))

    sheet.body.add_widget(TextButton(say("copy.link_show"), show, sign="die", name="show link"))
    sheet.open()


def take_link(app: Shell, found: str, taken: Callable[[Path], Any], game: str) -> None:
    """A code held a web address: open it in the browser, then the file it gave."""
    sheet = Sheet(app, urlsplit(found).hostname or "", sign="share", share=0.6)
    short = found if len(found) <= LINK_SHOWN else f"{found[: LINK_SHOWN // 2]}…{found[-LINK_SHOWN // 2 :]}"
    sheet.body.add_widget(Words(short, "label", tone="ink2"))
    sheet.body.add_widget(Words(say("copy.link_about"), "body"))
    sheet.body.add_widget(
        TextButton(say("copy.link_open"), partial(android.browse, found), sign="share", name="open link")
    )
    pick = sheet.then(choose_pack, app, say("copy.import"), taken, game)
    sheet.body.add_widget(TextButton(say("copy.choose_file"), pick, sign="file", name="downloaded"))
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
