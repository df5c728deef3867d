"""A form drawn from the shape of its answer: steppers, switches, chips, lists; every change is kept at once."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from tableside.app.shapes import Asked, Node, blank, fields_of, which
from tableside.app.theme import theme
from tableside.app.widgets.base import Col, Panel, Row, Words
from tableside.app.widgets.controls import Abreast, Chip, IconButton, Stepper, Switcher, TextButton, Typing
from tableside.app.words import has, say, say_or

LIST_MOST = 60


def label_of(slug: str, name: str, about: str = "") -> str:
    """What a field is called: the game's own word, a common one, or its name."""
    for key in (f"app.field.{slug}.{name}", f"app.field.{name}"):
        if has(key):
            return say_or(key, name)
    return about or name.replace("_", " ")


def value_of(slug: str, value: Any) -> str:
    """What a choice is called."""
    for key in (f"app.value.{slug}.{value}", f"{slug}.good.{value}", f"app.value.{value}"):
        if has(key):
            return say_or(key, str(value))
    return str(value).replace("_", " ")


class Form(Col):
    """Edits plain JSON data in place."""

    def __init__(self, slug: str, kind: Any, data: dict[str, Any], changed: Callable[[], Any], **more: Any) -> None:
        super().__init__(spacing=12 * theme.u, **more)
        self.slug, self.kind, self.data, self.changed = slug, kind, data, changed
        self.skip: tuple[str, ...] = ()
        self.build()

    def build(self) -> None:
        """Draw every question again."""
        self.clear_widgets()
        for asked in fields_of(self.kind):
            if asked.name not in self.skip:
                self.add_widget(self.ask(asked, self.data, asked.name, asked.name))

    def put(self, place: Any, key: Any, value: Any, again: bool = False) -> None:
        """Write one answer."""
        place[key] = value
        self.changed()
        if again:
            Clock.schedule_once(lambda _: self.build(), -1)

    # -- one question --------------------------------------------------------------------------

    def ask(self, asked: Asked, place: Any, key: Any, path: str) -> Widget:
        """The widget that asks for one field."""
        label = label_of(self.slug, asked.name, asked.about)
        return self.answer(asked.node, place, key, path, label, asked)

    def answer(self, shape: Node, place: Any, key: Any, path: str, label: str, asked: Asked | None = None) -> Widget:
        value = place[key]
        match shape.kind:
            case "int":
                least = asked.minimum if asked is not None else None
                most = asked.maximum if asked is not None else None
                stepper = Stepper(
                    value or 0, lambda n: self.put(place, key, n), minimum=least, maximum=most, inline=True, name=path
                )
                stepper.size_hint_x, stepper.width = None, (160 if theme.phone else 176) * theme.u
                return self._row(label, stepper)
            case "bool":
                return self._row(label, Switcher(bool(value), lambda on: self.put(place, key, on, True), name=path))
            case "str":
                box = Col(spacing=4 * theme.u)
                box.add_widget(Words(label, "label", tone="ink2"))
                box.add_widget(Typing(value or "", lambda words: self.put(place, key, words), name=path))
                return box
            case "enum":
                return self._chips(shape, place, key, path, label)
            case "optional":
                return self._optional(shape, place, key, path, label, asked)
            case "bag":
                return self._bag(shape, place, key, path, label)
            case "list":
                return self._list(shape, place, key, path, label)
            case "fixed":
                return self._fixed(shape, place, key, path, label)
            case "object":
                return self._object(shape, place, key, path, label)
            case "tagged":
                return self._tagged(shape, place, key, path, label)
            case "union":
                return self._union(shape, place, key, path, label)
        return Words(label, "label", tone="ink2")

    def _row(self, label: str, control: Widget) -> Row:
        row = Row(spacing=12 * theme.u)
        row.add_widget(Words(label, "label", pos_hint={"center_y": 0.5}))
        control.pos_hint = {"center_y": 0.5}
        row.add_widget(control)
        return row

    def _chips(self, shape: Node, place: Any, key: Any, path: str, label: str) -> Col:
        box = Col(spacing=6 * theme.u)
        box.add_widget(Words(label, "label", tone="ink2"))
        stack = Abreast()
        for value in shape.values:
            chip = Chip(
                value_of(self.slug, value),
                partial(self.put, place, key, value, True),
                chosen=place[key] == value,
                step="label",
                name=f"{path} {value}",
            )
            stack.add_widget(chip.hug())
        box.add_widget(stack)
        return box

    def _optional(self, shape: Node, place: Any, key: Any, path: str, label: str, asked: Asked | None) -> Widget:
        inner = shape.parts[0]
        if place[key] is None:
            tell = TextButton(
                say("form.tell"), lambda: self.put(place, key, blank(inner), True), sign="plus", name=f"{path} tell"
            ).hug()
            tell.height = 52 * theme.u
            return self._row(f"{label}: {say('form.unknown')}", tell)
        row = Row(spacing=8 * theme.u)
        row.add_widget(self.answer(inner, place, key, path, label, asked))
        forget = IconButton("cross", lambda: self.put(place, key, None, True), name=f"{path} forget")
        row.add_widget(forget)
        return row

    def _bag(self, shape: Node, place: Any, key: Any, path: str, label: str) -> Widget:
        """So many of each kind."""
        box = self._box(label)
        grid = GridLayout(cols=2, size_hint_y=None, spacing=10 * theme.u)
        grid.bind(minimum_height=grid.setter("height"))
        grid.bind(width=lambda _, wide: setattr(grid, "cols", max(1, int((wide + 10 * theme.u) // (124 * theme.u)))))
        for value in shape.values:
            count = list(place[key]).count(value)
            stepper = Stepper(
                count,
                partial(self._count, shape, place, key, value),
                minimum=0,
                maximum=30,
                label=value_of(self.slug, value),
                name=f"{path} {value}",
            )
            grid.add_widget(stepper)
        box.add_widget(grid)
        return box

    def _count(self, shape: Node, place: Any, key: Any, value: Any, count: int) -> None:
        counts = {other: list(place[key]).count(other) for other in shape.values}
        counts[value] = count
        self.put(place, key, [other for other in shape.values for _ in range(counts[other])])

    def _box(self, label: str) -> Panel:
        u = theme.u
        box = Panel("sunken", size_hint_y=None, padding=(14 * u, 12 * u), spacing=10 * u)
        box.radius = 14 * u
        box.bind(minimum_height=box.setter("height"))
        box.add_widget(Words(label, "label", bold=True))
        return box

    def _list(self, shape: Node, place: Any, key: Any, path: str, label: str) -> Widget:
        inner, u = shape.parts[0], theme.u
        box = self._box(label)
        for number in range(min(len(place[key]), LIST_MOST)):
            row = Row(spacing=8 * u)
            row.add_widget(self.answer(inner, place[key], number, f"{path}.{number}", f"{number + 1}."))
            row.add_widget(IconButton("cross", partial(self._remove, place, key, number), name=f"{path}.{number} out"))
            box.add_widget(row)
        add = TextButton(
            say("form.add"),
            lambda: self.put(place, key, [*place[key], blank(inner)], True),
            sign="plus",
            name=f"{path} add",
        ).hug()
        add.height = 52 * u
        box.foot = Abreast()
        box.foot.add_widget(add)
        box.add_widget(box.foot)
        return box

    def _remove(self, place: Any, key: Any, number: int) -> None:
        self.put(place, key, [value for n, value in enumerate(place[key]) if n != number], True)

    def _fixed(self, shape: Node, place: Any, key: Any, path: str, label: str) -> Widget:
        box = self._box(label)
        for number, part in enumerate(shape.parts):
            words = label_of(self.slug, f"{path.rpartition('.')[2]}.{number}", f"{number + 1}.")
            box.add_widget(self.answer(part, place[key], number, f"{path}.{number}", words))
        return box

    def _object(self, shape: Node, place: Any, key: Any, path: str, label: str) -> Widget:
        box = self._box(label)
        for asked in fields_of(shape.type):
            box.add_widget(self.ask(asked, place[key], asked.name, f"{path}.{asked.name}"))
        return box

    def _tagged(self, shape: Node, place: Any, key: Any, path: str, label: str) -> Widget:
        """A verb chosen from a closed list, and what it needs: how effects are told."""
        box = self._box(label)
        now = place[key].get("type", shape.values[0])
        stack = Abreast()
        for name, part in zip(shape.values, shape.parts):
            made = {**blank(part), "type": name}
            chip = Chip(
                value_of(self.slug, name),
                partial(self.put, place, key, made, True),
                chosen=name == now,
                step="small",
                name=f"{path} {name}",
            )
            stack.add_widget(chip.hug())
        box.add_widget(stack)
        part = shape.parts[shape.values.index(now)]
        for asked in fields_of(part.type):
            box.add_widget(self.ask(asked, place[key], asked.name, f"{path}.{asked.name}"))
        return box

    def _union(self, shape: Node, place: Any, key: Any, path: str, label: str) -> Widget:
        now = which(shape, place[key])
        box = Col(spacing=6 * theme.u)
        stack = Abreast()
        for number, part in enumerate(shape.parts):
            words = value_of(self.slug, f"as.{part.kind}")
            chip = Chip(
                words,
                partial(self.put, place, key, blank(part), True),
                chosen=number == now,
                step="small",
                name=f"{path} as {part.kind}",
            )
            stack.add_widget(chip.hug())
        box.add_widget(stack)
        box.add_widget(self.answer(shape.parts[now], place, key, path, label))
        return box
