"""Builds a form from dataclass fields and edits plain JSON data in place; every change is reported at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from tableside.app.form_fields import Asked, Node, blank, fields_of, record_fields, which
from tableside.app.i18n import say, say_or
from tableside.app.theme import theme
from tableside.app.widgets.base import Col, Panel, Row, Words
from tableside.app.widgets.controls import Abreast, Chip, IconButton, Stepper, Switcher, TextButton, Typing
from tableside.core.game import Game

LIST_MOST = 60
OPEN = ("int", "bag", "bool", "enum")
"""Kinds of answer that are drawn at once while they are not known: the first touch tells them."""


def label_of(slug: str, name: str, table: str = "") -> str:
    """What a field is called: in this table, or anywhere in this game."""
    own = f"{slug}.field.{table}.{name}|" if table else ""
    return say_or(f"{own}{slug}.field.{name}", name.replace("_", " "))


def value_of(slug: str, value: Any) -> str:
    """What a choice is called."""
    return say_or(f"{slug}.value.{value}|{slug}.good.{value}", str(value).replace("_", " "))


class Form(Col):
    """Edits plain JSON data in place. With a table it is a record of that table of the copy."""

    def __init__(
        self,
        game: Game[Any],
        kind: Any,
        data: dict[str, Any],
        changed: Callable[[], Any],
        table: str = "",
        first: Sequence[str] = (),
        skip: Sequence[str] = (),
        **more: Any,
    ) -> None:
        super().__init__(spacing=12 * theme.u, **more)
        self.game, self.slug, self.kind, self.data, self.changed = game, game.slug, kind, data, changed
        self.table, self.first = table, first
        self.skip = tuple(skip)
        self.build()

    def build(self) -> None:
        """Draw every question again."""
        self.clear_widgets()
        # What is needed now is asked first.
        questions = record_fields(self.kind) if self.table else fields_of(self.kind)
        for asked in sorted(questions, key=lambda asked: asked.name not in self.first):
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
        label = label_of(self.slug, asked.name, self.table)
        return self.answer(asked.node, place, key, path, label, asked)

    def seats(self) -> tuple[str, ...]:
        """The players a seat is asked among."""
        return ()

    def answer(self, shape: Node, place: Any, key: Any, path: str, label: str, asked: Asked | None = None) -> Widget:
        value = place[key]
        if asked is not None and asked.seat and shape.kind == "int" and self.seats():
            return self._one_of(tuple(enumerate(self.seats())), place, key, path, label)
        if asked is not None and asked.of and shape.kind == "str":
            return self._one_of(self._records(asked.of), place, key, path, label)
        if asked is not None and asked.of and shape.kind == "list" and shape.parts[0].kind == "str":
            return self._some_of(self._records(asked.of), place, key, path, label, asked.most)
        match shape.kind:
            case "int":
                least = asked.minimum if asked is not None else None
                most = asked.maximum if asked is not None else None
                stepper = Stepper(
                    value or 0,
                    lambda n: self.put(place, key, n, value is None),
                    minimum=least,
                    maximum=most,
                    inline=True,
                    name=path,
                    unknown=value is None,
                )
                stepper.size_hint_x, stepper.width = None, (160 if theme.phone else 176) * theme.u
                return self._row(label, stepper)
            case "bool" if value is None:
                return self._one_of(((True, say("yes")), (False, say("no"))), place, key, path, label)
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
        values = tuple((value, value_of(self.slug, value)) for value in shape.values)
        return self._one_of(values, place, key, path, label)

    def _records(self, table: str) -> tuple[tuple[str, str], ...]:
        """The records of a table with what each is called."""
        return tuple((id, say(self.game.say_record(table, id))) for id in self.game.catalog.table(table))

    def _one_of(self, values: Sequence[tuple[Any, str]], place: Any, key: Any, path: str, label: str) -> Col:
        return self._among(
            [
                (value, words, place[key] == value, partial(self.put, place, key, value, True))
                for value, words in values
            ],
            path,
            label,
        )

    def _some_of(
        self, values: Sequence[tuple[str, str]], place: Any, key: Any, path: str, label: str, most: int = 1
    ) -> Col:
        """Any of them, up to so many of each; one more tap takes them all off."""
        held = list(place[key])

        def add(value: str) -> None:
            full = held.count(value) >= most
            self.put(place, key, [one for one in held if one != value] if full else [*held, value], True)

        def called(value: str, words: str) -> str:
            return f"{words} ×{held.count(value)}" if held.count(value) > 1 else words

        chips = [(value, called(value, words), value in held, partial(add, value)) for value, words in values]
        return self._among(chips, path, label)

    @staticmethod
    def _among(chips: Sequence[tuple[Any, str, bool, Callable[[], Any]]], path: str, label: str) -> Col:
        box = Col(spacing=6 * theme.u)
        box.add_widget(Words(label, "label", tone="ink2"))
        stack = Abreast()
        for value, words, chosen, press in chips:
            stack.add_widget(Chip(words, press, chosen=chosen, step="label", name=f"{path} {value}").hug())
        box.add_widget(stack)
        return box

    def _optional(self, shape: Node, place: Any, key: Any, path: str, label: str, asked: Asked | None) -> Widget:
        inner = shape.parts[0]
        if place[key] is None and inner.kind in OPEN:
            return self.answer(inner, place, key, path, label, asked)
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
            stepper = Stepper(
                list(place[key] or ()).count(value),
                partial(self._count, shape, place, key, value),
                minimum=0,
                maximum=30,
                label=value_of(self.slug, value),
                name=f"{path} {value}",
                unknown=place[key] is None,
            )
            grid.add_widget(stepper)
        box.add_widget(grid)
        return box

    def _count(self, shape: Node, place: Any, key: Any, value: Any, count: int) -> None:
        held, first = list(place[key] or ()), place[key] is None
        counts = {other: held.count(other) for other in shape.values}
        counts[value] = count
        self.put(place, key, [other for other in shape.values for _ in range(counts[other])], first)

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
            name = f"{path.rpartition('.')[2]}.{number}"
            words = label_of(self.slug, name, self.table)
            words = f"{number + 1}." if words == name.replace("_", " ") else words
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
            chip = Chip(
                say(f"form.as.{part.kind}"),
                partial(self.put, place, key, blank(part), True),
                chosen=number == now,
                step="small",
                name=f"{path} as {part.kind}",
            )
            stack.add_widget(chip.hug())
        box.add_widget(stack)
        box.add_widget(self.answer(shape.parts[now], place, key, path, label))
        return box
