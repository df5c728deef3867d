"""Camera: a preview with a frame, one phrase of advice, a ring that fills when all is still, and the shutter."""

from __future__ import annotations

import threading
from functools import partial
from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.uix.filechooser import FileChooserListView
from kivy.uix.widget import Widget
from kivy.utils import platform

from models.owned_records import OwnersCopy
from models.paths import data_folder
from tableside.app import android, routes
from tableside.app.i18n import current, say
from tableside.app.painter import Pen
from tableside.app.photo_proposal import NOTHING, expected, fills
from tableside.app.photo_reading import aside, scan
from tableside.app.screens import layout
from tableside.app.shell import Shell
from tableside.app.theme import rgba, theme
from tableside.app.widgets import Col, Drawing, IconButton, Page, Panel, Row, Sheet, Tap, TextButton, Tile, Words
from tableside.app.widgets.laid_out import guides
from tableside.control.reading import Failed, Photo
from tableside.core import registry
from tableside.core.moves import text

layout(__name__)
PAPER, NIGHT, OK, WARN, BAD = (
    rgba("#F6F1E6"),
    rgba("#0B0E1A"),
    rgba("#7BD8A3"),
    rgba("#F5C451"),
    rgba("#FF9E96"),
)
STILL = 0.004
CALM = 5
"""So many frames without motion are rest."""
BURST = 2
"""So many frames of the last rest go with the photo: what the photo gets wrong they outvote."""
RATE = 1 / 12
_one_at_a_time = threading.Lock()
"""A camera is let go before it is opened again, even when one screen follows another at once."""


class Frame(Drawing):
    """Corner brackets around what is expected, the ring of stillness, and words under it."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self.calm = 0.0
        self.words = ""
        self.columns: tuple[str, ...] = ()
        self.bands = 1
        self.picture: tuple[float, float, float, float] | None = None
        """Where the picture is, in design units from the top left."""

    def paint(self, pen: Pen) -> None:
        w, h = self.wide, self.high
        if self.picture is not None and (len(self.columns) > 1 or self.bands > 1):
            guides(pen, self.picture, self.columns, self.bands)
        inset, arm = 28.0, 44.0
        for sx, sy in ((0, 0), (1, 0), (0, 1), (1, 1)):
            x, y = (inset if not sx else w - inset), (inset if not sy else h - inset)
            dx, dy = (arm if not sx else -arm), (arm if not sy else -arm)
            pen.line((x + dx, y, x, y, x, y + dy), NIGHT, 7)
            pen.line((x + dx, y, x, y, x, y + dy), OK if self.calm >= 1 else PAPER, 3.5)
        if self.words:
            size = 15 if theme.phone else 20
            room = min(w - 40, 24 + len(self.words) * size * 0.56 * theme.text_scale)
            pen.rect(w / 2 - room / 2, h - 66, room, 44, (*NIGHT[:3], 0.82), radius=22)
            pen.text(self.words, w / 2, h - 44, size, PAPER, width=room - 24)


class Shutter(Tap):
    """The round button; its ring fills while everything lies still."""

    def __init__(self, press: Any) -> None:
        super().__init__(press=press, size_hint=(None, None), name="shutter")
        self.size = (80 * theme.u, 80 * theme.u)
        self.radius = 40 * theme.u
        self.face = Ring()
        self.add_widget(self.face)


class Ring(Drawing):
    calm = 0.0

    def paint(self, pen: Pen) -> None:
        r = min(self.wide, self.high) / 2
        pen.circle(self.wide / 2, self.high / 2, r, None, PAPER, 4)
        pen.circle(
            self.wide / 2, self.high / 2, max((r - 7) * max(self.calm, 0.35), 4), OK if self.calm >= 1 else PAPER
        )


class CameraPage(Page):
    """Take a photo of the table, or choose one."""

    def __init__(self, app: Shell, route: routes.Camera) -> None:
        theme.wear(True, app.settings.palette)
        super().__init__(app, route)
        self.session = app.session(route.session) if route.session else None
        self.slug = self.session.table.game.slug if self.session is not None else route.game
        self.fill = route.fill
        """The fields of a score pad it is to be read for."""
        self.sheet = route.sheet
        self.busy = False
        self.camera: Any = None
        self._texture: Texture | None = None
        self._rect: Rectangle | None = None
        self._frames: list[Any] = []
        self.before: Any = None
        """The table as it lay at rest before something on it moved: before the roll."""
        self.burst: tuple[Any, ...] = ()
        """The last frames of the rest that lasts."""
        self._stop = threading.Event()
        self.lamp: IconButton | None = None
        self.lit = False
        self._why: Panel | None = None
        self._head()
        stage = self.ids.stage
        self.picture = Widget(size_hint=(1, 1), pos_hint={"x": 0, "y": 0})
        stage.add_widget(self.picture)
        self.frame = Frame(size_hint=(1, 1), pos_hint={"x": 0, "y": 0})
        stage.add_widget(self.frame)
        if self.fill:
            self._divide()
        self._bar()
        self._tick: Any = None
        from tableside.app.android_camera import here

        self.source = app.camera or here()
        if self.source.allowed():
            self.resume()
        else:
            self._explain()

    def _divide(self) -> None:
        """Show where everybody's things belong, when one photo is for several fields."""
        data: dict[str, Any] = self.app.draft(f"score:{self.slug or self.sheet}")
        wanted = fills(self.app.game(self.slug) if self.slug else None, data, self.fill)
        seats = sorted({fill.seat for fill in wanted if fill.seat is not None})
        if len(wanted) > 1:
            self.frame.columns = tuple(data["players"][seat]["name"] for seat in seats)
            self.frame.bands = max(round(1 / (fill.area[3] - fill.area[1])) for fill in wanted)

    def _explain(self) -> None:
        """Why the camera is wanted, before Android asks."""
        u = theme.u
        box = Panel(size_hint=(None, None), width=min(560 * u, theme.width - 2 * theme.margin))
        box.padding, box.spacing = 24 * u, 16 * u
        box.pos_hint = {"center_x": 0.5, "center_y": 0.5}
        box.bind(minimum_height=box.setter("height"))
        box.add_widget(Words(say(text("life.camera_why")), "body"))
        box.add_widget(TextButton(say(text("life.camera_allow")), self.allow, style="primary", name="allow"))
        self.ids.stage.add_widget(box)
        self._why = box
        self.shutter.disabled = True

    def allow(self) -> None:
        """The player has read why; now Android may ask."""
        if self._why is not None:
            self.ids.stage.remove_widget(self._why)
            self._why = None
        self.resume()

    def resume(self) -> None:
        """Look through the camera, first or again."""
        if self._tick is not None or self._why is not None:
            return
        self._advise(say("camera.opening"))
        self._stop = threading.Event()
        threading.Thread(target=self._look, args=(self._stop,), name="camera", daemon=True).start()
        self._tick = Clock.schedule_interval(self._show, RATE)

    def pause(self) -> None:
        """Let the camera go."""
        self._stop.set()
        if self._tick is not None:
            self._tick.cancel()
            self._tick = None

    def _head(self) -> None:
        head = self.ids.head
        back = IconButton("left", self.app.back, ink=PAPER, name="back")
        back.pos_hint = {"center_y": 0.5}
        head.add_widget(back)
        middle = Col(pos_hint={"center_y": 0.5})
        title = registry.infos()[self.slug].title[current()] if self.slug else say("home.score_only")
        middle.add_widget(Words(say("camera.title"), "title", bold=True, color=PAPER))
        middle.add_widget(Words(title, "label", color=rgba("#B9C0D4")))
        head.add_widget(middle)

    def _bar(self) -> None:
        bar = self.ids.bar
        self.shutter = Shutter(self.shoot)
        file = self._button(say("camera.file"), self.choose_file, "file", "file")
        hand = self._button(say("camera.by_hand"), self.app.back, "hand", "by hand")
        parts: tuple[Widget, ...] = (file, self.shutter, hand)
        if not theme.phone:
            parts = (file, Widget(size_hint_x=0.1), self.shutter, Widget(size_hint_x=0.1), hand)
        for part in parts:
            bar.add_widget(part)

    def _button(self, words: str, press: Any, sign: str, name: str) -> Tap:
        middle = {"center_y": 0.5}
        if theme.phone:
            small = IconButton(sign, press, words=words, ink=PAPER, name=name, pos_hint=middle)
            small.width = 108 * theme.u
            return small
        button = TextButton(words, press, sign=sign, name=name, pos_hint=middle)
        button.fill, button.edge = rgba("#1A2033"), rgba("#7C86A6")
        button.words.color = PAPER
        if button.icon is not None:
            button.icon.ink = PAPER
        return button

    # -- looking -------------------------------------------------------------------------------

    def _look(self, stop: threading.Event) -> None:
        """On a thread: open the camera and keep the newest frame and how much moved."""
        from vision.camera import NoCamera, NotAllowed

        with _one_at_a_time:
            if stop.is_set():
                return
            try:
                self.source.open()
            except NotAllowed:
                Clock.schedule_once(lambda _: self._none(say(text("life.camera_refused"))), 0)
                return
            except NoCamera:
                Clock.schedule_once(lambda _: self._none(say("camera.none")), 0)
                return
            try:
                self._watch(stop)
            finally:
                self.camera = None
                self.source.close()

    def _watch(self, stop: threading.Event) -> None:
        from vision.burst import Rests, motion
        from vision.camera import NoCamera

        self.camera = self.source
        lamp = self.source.torch(False)
        Clock.schedule_once(lambda _: self._opened(lamp), 0)
        before, calm, rests = None, 0, Rests()
        while not stop.wait(RATE):
            try:
                image = self.source.frame()
            except NoCamera:
                return
            if image is None:
                continue
            calm = calm + 1 if before is not None and motion(before, image) < STILL else 0
            if image is not before:  # a file in a camera's place tells nothing new
                self.burst = (*self.burst, image)[-BURST:] if calm else ()
            before = image
            self._frames = [(image, min(calm / CALM, 1.0))]
            if calm == CALM:
                rests.add(image)
                self.before = rests.before

    def _opened(self, lamp: bool) -> None:
        self.shutter.disabled = self.busy
        self.lit = False
        if lamp and self.lamp is None:
            self.lamp = IconButton("bolt", self.torch, words=say(text("life.torch")), ink=PAPER, name="torch")
            self.lamp.pos_hint = {"center_y": 0.5}
            self.ids.head.add_widget(self.lamp)
        self._shine()

    def torch(self) -> None:
        """Light on a dark table, or off again."""
        if self.camera is not None and self.camera.torch(not self.lit):
            self.lit = not self.lit
            self._shine()

    def _shine(self) -> None:
        if self.lamp is not None:
            self.lamp.fill = rgba("#4A4213") if self.lit else rgba("#1A2033")
            self.lamp.edge, self.lamp.edge_width = WARN if self.lit else rgba("#7C86A6"), 1.5 * theme.u

    def _none(self, words: str) -> None:
        self._advise(words)
        self.shutter.disabled = True

    def _advise(self, words: str) -> None:
        self.frame.words = words
        self.frame.redraw()

    def _show(self, _: float) -> None:
        if not self._frames or self.busy:
            return
        image, calm = self._frames[0]
        self._frames = []
        from vision.images import pixels

        self._paint(*pixels(image))
        self.frame.calm = self.shutter.face.calm = calm
        self.frame.words = say("camera.still") if calm >= 1 else say("camera.moving")
        self.frame.redraw()
        self.shutter.face.redraw()

    def _paint(self, width: int, height: int, raw: bytes) -> None:
        if self._texture is None or self._texture.size != (width, height):
            self._texture = Texture.create(size=(width, height), colorfmt="rgb")
        self._texture.blit_buffer(raw, colorfmt="rgb", bufferfmt="ubyte")
        stage = self.picture
        scale = min(stage.width / width, stage.height / height)
        size = (width * scale, height * scale)
        pos = (stage.center_x - size[0] / 2, stage.center_y - size[1] / 2)
        if self._rect is None:
            with stage.canvas:
                Color(1, 1, 1, 1)
                self._rect = Rectangle(texture=self._texture, pos=pos, size=size)
        self._rect.texture, self._rect.pos, self._rect.size = self._texture, pos, size
        left, top = pos[0] - stage.x, stage.top - pos[1] - size[1]
        self.frame.picture = (left / theme.u, top / theme.u, size[0] / theme.u, size[1] / theme.u)

    # -- taking --------------------------------------------------------------------------------

    def shoot(self) -> None:
        """Take the photo and read it."""
        if self.camera is None or self.busy:
            return
        self.busy = True
        # The finger on the shutter shakes the camera: the frames are of before.
        aside(self.camera.still, partial(self._taken, self.burst))

    def _taken(self, burst: tuple[Any, ...], found: bytes | Exception) -> None:
        self.busy = False
        if self.app.page is not self:
            return
        if isinstance(found, bytes):
            self.read(found, self.before, burst)
        else:
            self._advise(say(text("life.camera_lost")))

    def choose_file(self) -> None:
        """A photo that was taken before."""
        if platform == "android":
            from vision.photo import MAX_BYTES

            android.pick_file(lambda data: Clock.schedule_once(lambda _: self._picked(data), 0), MAX_BYTES + 1)
            return
        sheet = Sheet(self.app, say("camera.choose"), sign="file", share=0.86)
        places = [data_folder() / "photos", Path.home() / "Pictures", Path.home()]
        start = next((str(place) for place in places if place.is_dir()), "/")
        recent = sorted(Path(start).glob("*.jp*g")) + sorted(Path(start).glob("*.png"))
        for file in recent[:12]:
            tile = Tile(file.name, sheet.then(self.open_file, file), chevron=True)
            tile.name = f"photo {file.name}"
            sheet.body.add_widget(tile)
        chooser = FileChooserListView(path=start, filters=["*.jpg", "*.jpeg", "*.png", "*.webp"], size_hint_y=None)
        chooser.height = 320 * theme.u
        chooser.bind(on_submit=lambda _, chosen, __: sheet.then(self.open_file, Path(chosen[0]))())
        sheet.body.add_widget(chooser)
        sheet.open()

    def _picked(self, data: bytes | None) -> None:
        if data is None:
            self._advise(say("camera.no_file"))
        else:
            self.read(data)

    def open_file(self, file: Path) -> None:
        """Read this file's photo."""
        from vision.photo import MAX_BYTES

        try:
            with file.open("rb") as stream:
                data = stream.read(MAX_BYTES + 1)
        except OSError:
            self._advise(say("camera.no_file"))
            return
        self.read(data)

    def read(self, data: bytes, before: Any = None, burst: tuple[Any, ...] = ()) -> None:
        """Read a photo; the screen goes on while that lasts.

        `before`: the table before the roll; `burst`: frames of the rest in which the photo was taken.
        """
        if self.session is None and not self.fill:
            self.app.answer(photo=data)
            return
        self.busy = True
        self.shutter.disabled = True
        self._advise(say("camera.reading"))
        copy = OwnersCopy(self.app.saved, registry.find(self.slug)) if self.slug else None
        if self.fill:
            game = copy.game() if copy is not None else None
            wanted = fills(game, self.app.draft(f"score:{self.slug or self.sheet}"), self.fill)
            expect = expected(game.catalog if game is not None else NOTHING, wanted)
            scan(data, expect, copy, self._read, burst=burst)
        elif self.session is not None:
            game, state = self.session.table.game, self.session.table.state
            weigh = partial(game.with_catalog(game.catalog).read, state)  # for the reading's thread alone
            scan(data, game.expect(state), copy, self._read, weigh, before, burst)

    def _read(self, found: Photo | Failed) -> None:
        self.busy = False
        self.shutter.disabled = self.camera is None
        page = self.app.page
        if page is not self and not (isinstance(page, CameraPage) and page.route == self.route):
            # Turned meanwhile it is still the same screen; left, nobody waits for the photo any more.
            return
        if isinstance(found, Failed):
            page._advise(say(found.reason))
            return
        if self.session is not None:
            self.app.instead(routes.PhotoToMove(self.session.id, photo=found))
        else:
            self.app.instead(routes.PhotoToField(self.slug, self.fill, self.sheet, found))

    def leave(self) -> None:
        self.app.dress()
        self.pause()


__all__ = ["CameraPage", "Row"]
