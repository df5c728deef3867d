"""Teach a die: six wells; each shot fills the next, and a twin is questioned at once."""

from __future__ import annotations

import base64
from functools import partial
from typing import Any

from kivy.core.image import Image as CoreImage
from kivy.graphics import Color, Rectangle
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from models.owned_records import OwnersCopy
from tableside.app import routes
from tableside.app.i18n import current, say
from tableside.app.painter import Pen
from tableside.app.photo_reading import aside
from tableside.app.screens import layout
from tableside.app.shell import Shell
from tableside.app.theme import theme
from tableside.app.widgets import Col, Drawing, Header, Page, Tap, TextButton, Typing, Words
from tableside.core import registry
from tableside.core.moves import text

layout(__name__)
FACES = 6
TWIN = 0.86
CROSS = (None, 0, None, None, 1, 2, 3, 4, None, 5, None, None)
"""The faces as a die unfolds."""


class Well(Drawing):
    """One face, photographed or not yet."""

    def __init__(self, picture: bytes | None, number: int, **more: Any) -> None:
        super().__init__(**more)
        self.number = number
        self.texture = None
        if picture is not None:
            import io

            self.texture = CoreImage(io.BytesIO(picture), ext="jpg").texture

    def paint(self, pen: Pen) -> None:
        pen.rect(0, 0, self.wide, self.high, theme.sunken, theme.edge, 1.5, 14)
        if self.texture is None:
            pen.icon("die", self.wide / 2, self.high / 2, min(self.wide, self.high) * 0.36, theme.disabled)
            return
        side = min(self.wide, self.high) - 12
        x, y = pen.at(self.wide / 2 - side / 2, self.high / 2 + side / 2)
        pen.canvas.add(Color(1, 1, 1, 1))
        pen.canvas.add(Rectangle(texture=self.texture, pos=(x, y), size=(side * theme.u, side * theme.u)))


class TeachDiePage(Page):
    """Six faces of a die of this box."""

    def __init__(self, app: Shell, route: routes.TeachDie) -> None:
        super().__init__(app, route)
        game = self.slug = route.game
        self.copy = OwnersCopy(app.saved, registry.find(game))
        kept = app.draft(f"die:{game}") or []
        self.faces: list[dict[str, str]] = [dict(face) for face in kept][:FACES]
        title = registry.infos()[game].title[current()]
        self.ids.head.add_widget(Header(say("teach.die_title"), title, app.back))
        self._build()
        if route.photo is not None:
            self.reroute(photo=None)
            self.add(route.photo)

    def _keep(self) -> None:
        self.app.keep_draft(f"die:{self.slug}", self.faces or None)

    def _build(self) -> None:
        body, u = self.ids.body, theme.u
        body.clear_widgets()
        body.add_widget(Words(say(text(f"{self.slug}.teach_die|app.teach.die_about")), "body", tone="ink2"))
        grid = GridLayout(cols=4, size_hint=(None, None), spacing=(8 if theme.phone else 12) * u)
        grid.width = min(theme.width - 2 * theme.margin, 640 * u)
        grid.pos_hint = {"center_x": 0.5}
        grid.bind(minimum_height=grid.setter("height"))
        for number in CROSS:
            if number is None:
                grid.add_widget(Widget())
                continue
            face = self.faces[number] if number < len(self.faces) else None
            cell = Col(spacing=8 * u)
            well = Tap(press=self.shoot if face is None else None, name=f"well {number}", size_hint_y=None)
            well.height = (78 if theme.phone else 104) * u
            well.add_widget(Well(base64.b64decode(face["picture"]) if face else None, number))
            cell.add_widget(well)
            if face is None:
                label = Words(say("teach.face", n=number + 1), "label", tone="ink2")
                label.halign = "center"
                cell.add_widget(label)
            else:
                cell.add_widget(Typing(face["value"], partial(self._name, face), name=f"face {number}"))
            grid.add_widget(cell)
        body.add_widget(grid)
        self._bar()

    def _name(self, face: dict[str, str], words: str) -> None:
        face["value"] = words.strip()
        self._keep()

    def _bar(self) -> None:
        bar = self.ids.bar
        bar.clear_widgets()
        shoot = TextButton(
            say("teach.photo"), self.shoot, sign="camera", name="take photo", disabled=len(self.faces) >= FACES
        )
        shoot.pos_hint = {"center_y": 0.5}
        bar.add_widget(shoot if theme.phone else shoot.hug())
        if not theme.phone:
            bar.add_widget(Widget())
        ready = len(self.faces) == FACES and all(face["value"] for face in self.faces)
        button = bar.primary(say("teach.save"), self.save, sign="check", name="save", disabled=not ready)
        if theme.phone:
            button.width = 150 * theme.u

    def shoot(self) -> None:
        """Photograph the next face."""
        self.app.go(routes.Camera(game=self.slug))

    def add(self, data: bytes) -> None:
        """One more face from its photo."""
        aside(lambda: self._looked(data), self._found)

    @staticmethod
    def _looked(data: bytes) -> tuple[bytes, bytes]:
        """On a thread: the face as a small picture, and what the reader compares."""
        from vision.dice.custom_faces import Faces, only_die
        from vision.images import as_jpeg, cut, smaller
        from vision.photo import load

        image = load(data, max_side=2400)
        die = only_die(image)
        faces = Faces().learned("?", image, die)
        (x, y), half = die.centre, die.size * 0.6
        corners = [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
        return as_jpeg(smaller(cut(image, corners), 240), 85), faces.samples[0].look.astype("<f4").tobytes()

    def _found(self, found: Any) -> None:
        if isinstance(found, Exception):
            self.app.toast(say("teach.no_die"))
            return
        picture, look = found
        twin = self._twin(look)
        self.faces.append(
            {
                "value": str(len(self.faces) + 1),
                "picture": base64.b64encode(picture).decode(),
                "look": base64.b64encode(look).decode(),
            }
        )
        self._keep()
        self._build()
        if twin:
            self.app.toast(say("teach.twin", value=twin), self._drop_last)

    def _twin(self, look: bytes) -> str:
        """The value of a face that looks nearly the same, or nothing."""
        import numpy as np

        mine = np.frombuffer(look, "<f4")
        for face in self.faces:
            other = np.frombuffer(base64.b64decode(face["look"]), "<f4")
            if float(mine @ other) > TWIN:
                return face["value"]
        return ""

    def _drop_last(self) -> None:
        self.faces.pop()
        self._keep()
        self._build()

    def save(self) -> None:
        """Remember all six."""
        for face in self.faces:
            self.copy.add_look(face["value"], base64.b64decode(face["picture"]), base64.b64decode(face["look"]), "face")
        count = len(self.faces)
        self.faces = []
        self._keep()
        self.app.back()
        self.app.toast(say("teach.die_saved", n=count))
