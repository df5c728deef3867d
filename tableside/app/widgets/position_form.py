"""The form of a final position: cards chosen from the game's own, photographs where the camera can read."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.uix.widget import Widget

from tableside.app.form_fields import Asked, Node
from tableside.app.i18n import say, say_or
from tableside.app.score_pad import CHOSEN_MOST
from tableside.app.theme import theme
from tableside.app.widgets import Abreast, Chip, Col, TextButton, Words
from tableside.app.widgets.form import Form


class PositionForm(Form):
    """A form in which a card of the game is chosen from its cards, and what the camera can read is photographed."""

    def __init__(
        self,
        game: Any,
        kind: Any,
        data: dict[str, Any],
        changed: Any,
        shoot: Callable[[str], Any],
        names: Callable[[], tuple[str, ...]],
        where: str = "",
        skip: tuple[str, ...] = (),
    ) -> None:
        self.shoot, self.where, self.names = shoot, where, names
        super().__init__(game, kind, data, changed, skip=skip)

    def seats(self) -> tuple[str, ...]:
        return self.names()

    def ask(self, asked: Asked, place: Any, key: Any, path: str) -> Widget:
        widget = super().ask(asked, place, key, path)
        if asked.photo is None or self.where:
            return widget
        press, name = partial(self.shoot, path), f"{path} photo"
        button = TextButton(say("filling.photo"), press, sign="camera", name=name).hug()
        button.height = 52 * theme.u
        getattr(widget, "foot", widget).add_widget(button)
        return widget

    def answer(self, shape: Node, place: Any, key: Any, path: str, label: str, asked: Asked | None = None) -> Widget:
        if shape.kind == "str":
            one = path.split(".")[0].removesuffix("s")
            catalog = self.game.catalog
            if f"{one}s" in catalog.types and 1 < len(catalog.table(f"{one}s")) <= CHOSEN_MOST:
                return self._named(one, tuple(catalog.table(f"{one}s")), place, key, path, label)
        return super().answer(shape, place, key, path, label, asked)

    def _named(self, one: str, ids: tuple[str, ...], place: Any, key: Any, path: str, label: str) -> Col:
        box = Col(spacing=6 * theme.u)
        box.add_widget(Words(label, "label", tone="ink2"))
        stack = Abreast()
        for id in ids:
            words = say_or(f"{self.slug}.{one}.{id}", say(self.game.say_record(f"{one}s", id)))
            press = partial(self.put, place, key, id, True)
            stack.add_widget(Chip(words, press, chosen=place[key] == id, step="label", name=f"{path} {id}").hug())
        box.add_widget(stack)
        return box
