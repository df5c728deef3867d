"""The score pad's model: rows and columns over a game's final position, or over a filled-in score sheet."""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tableside.app.form_fields import Asked, Node, blank_object, fields_of
from tableside.app.i18n import counted, say, say_or
from tableside.app.photo_proposal import OF_SHEETS
from tableside.app.widgets.form import label_of, value_of
from tableside.core import codec, score_sheet
from tableside.core.errors import complaint
from tableside.core.game import Game
from tableside.core.moves import Cite, Text, text
from tableside.core.photo_fields import FromPhoto
from tableside.core.ruling import Illegal
from tableside.core.score import Outcome
from tableside.core.score_sheet import Marks, Sheet

STRIP = 31
"""A number up to this is one key; greater ones are typed digit by digit."""
CHOSEN_MOST = 40
"""A longer list than this is not laid out as keys."""
ADDED_MOST = 60
BACK, SIGN = "back", "sign"
"""Keys that take back the last digit or thing, and that turn the sign."""
Key = tuple[Any, str]
"""What a key writes, and what stands on it."""


@dataclass(frozen=True, slots=True)
class PadRow:
    """One row of the pad.

    kind: strip (one key a number), digits, choice (one of them), several (any of them), list (each tap adds one).
    """

    name: str
    label: str
    kind: str
    path: tuple[str | int, ...]
    keys: tuple[Key, ...]
    photo: FromPhoto | None = None
    where: tuple[str, str] | None = None
    """In a list with an entry for each of something: the field that says which, and its value."""
    adds: str = ""
    """In a list of things: the field a key tells."""
    worth: int = 0
    """A number below this need not be told."""


def digits(least: int | None) -> tuple[Key, ...]:
    """The keys that type a number."""
    plain: list[Key] = [(n, str(n)) for n in (1, 2, 3, 4, 5, 6, 7, 8, 9, 0)]
    return (*plain, *([(SIGN, "±")] if least is None or least < 0 else []), (BACK, "←"))


def typed(value: int | None, key: Any, fresh: bool) -> int | None:
    """The number after one more key; the first key of a visit begins anew."""
    if key == SIGN:
        return -(value or 0)
    if key == BACK:
        short = str(abs(value or 0))[:-1]
        return (int(short) * (-1 if (value or 0) < 0 else 1)) if short else None
    if fresh or value is None:
        return int(key)
    longer = int(f"{abs(value)}{key}") * (-1 if value < 0 else 1)
    return longer if abs(longer) <= score_sheet.VALUE else value


def number_row(name: str, label: str, path: tuple[str | int, ...], asked: Asked | None, **more: Any) -> PadRow:
    """A row of numbers: keys for each where there are few, else digits."""
    least, most = (asked.minimum, asked.maximum) if asked is not None else (None, None)
    if most is not None and most <= STRIP:
        return PadRow(name, label, "strip", path, tuple((n, str(n)) for n in range(least or 0, most + 1)), **more)
    return PadRow(name, label, "digits", path, digits(least if asked is not None else 0), **more)


class GamePad:
    """A game's final position as a pad."""

    def __init__(self, game: Game[Any], data: dict[str, Any] | None, people: Sequence[str]) -> None:
        self.game, self.key = game, game.slug
        self.title = ""
        whole: Any = game.position_type
        self.shared = tuple(asked for asked in fields_of(whole) if asked.name != "players")
        self.kind: Any = next(asked.node.parts[0].type for asked in fields_of(whole) if asked.name == "players")
        self.data: dict[str, Any] = data if data is not None and self._fits(data) else self._blank(people)
        self._rows = tuple(self._made())

    def _fits(self, draft: dict[str, Any]) -> bool:
        """Whether this was typed into the form as it is now."""
        wanted, own = {"players", *(asked.name for asked in self.shared)}, set(blank_object(self.kind))
        if set(draft) != wanted or not isinstance(draft["players"], list) or not draft["players"]:
            return False
        return all(isinstance(player, dict) and set(player) == own for player in draft["players"])

    def _blank(self, people: Sequence[str]) -> dict[str, Any]:
        data = blank_object(self.game.position_type)
        data["players"] = []
        self.data = data
        for name in people:
            self.seat(name)
        return data

    # -- rows ----------------------------------------------------------------------------------

    def rows(self) -> tuple[PadRow, ...]:
        return self._rows

    def _made(self) -> Iterator[PadRow]:
        metadata = {field.name: field.metadata for field in dataclasses.fields(self.kind)}
        for asked in fields_of(self.kind):
            if asked.name != "name":
                yield from self._of(asked, metadata[asked.name].get("table", ""))

    def _of(self, asked: Asked, table: str) -> Iterator[PadRow]:
        node, name, slug = asked.node, asked.name, self.game.slug
        label, inner = label_of(slug, name), asked.node.parts[0] if asked.node.parts else None
        if (node.kind == "optional" and inner is not None and inner.kind == "int") or node.kind == "int":
            yield number_row(name, label, (name,), asked, photo=asked.photo)
        elif node.kind == "bool":
            yield PadRow(name, label, "choice", (name,), ((True, say("yes")), (False, say("no"))))
        elif node.kind == "enum":
            yield PadRow(name, label, "choice", (name,), tuple((one, value_of(slug, one)) for one in node.values))
        elif node.kind == "str":
            keys = self._records(f"{name}s") or self._records(name)
            if keys:
                yield PadRow(name, label, "choice", (name,), keys, asked.photo)
        elif node.kind == "fixed" and all(part.kind == "int" for part in node.parts):
            yield from self._fixed(asked, label)
        elif node.kind == "object":
            for number, part in enumerate(fields_of(node.type)):
                if part.node.kind == "int":
                    key = f"{name}.{number}"
                    words = label_of(slug, key) if label_of(slug, key) != key else label_of(slug, part.name)
                    yield number_row(f"{name}.{part.name}", words, (name, part.name), part)
        elif node.kind == "bag" or (node.kind == "list" and inner is not None and inner.kind == "enum"):
            values = tuple((one, value_of(slug, one)) for one in (inner.values if inner is not None else ()))
            yield PadRow(name, label, "list", (name,), (*values, (BACK, "←")), asked.photo)
        elif node.kind == "list" and inner is not None:
            yield from self._listed(asked, inner, table, label)

    def _fixed(self, asked: Asked, label: str) -> Iterator[PadRow]:
        for number in range(len(asked.node.parts)):
            key = f"{asked.name}.{number}"
            words = label_of(self.game.slug, key)
            words = f"{label} {number + 1}." if words == key else words
            if asked.worth:
                words = say("pad.worth", label=words, n=asked.worth)
            bounds = dataclasses.replace(asked, minimum=asked.minimum or 0)
            yield number_row(key, words, (asked.name, number), bounds, worth=asked.worth)

    def _listed(self, asked: Asked, inner: Node, table: str, label: str) -> Iterator[PadRow]:
        name, slug = asked.name, self.game.slug
        if inner.kind == "str":
            keys = self._records(table)
            if keys:
                yield PadRow(name, label, "several", (name,), keys, asked.photo)
        elif inner.kind == "int":
            yield PadRow(name, label, "list", (name,), (*((n, str(n)) for n in range(10)), (BACK, "←")), asked.photo)
        thing = next((part for part in (inner, *inner.parts) if part.kind == "object"), None)
        if thing is None:
            return
        first, *others = fields_of(thing.type)
        if first.node.kind == "enum" and others and all(other.node.kind == "int" for other in others):
            for value in first.node.values:
                for other in others:
                    words = f"{value_of(slug, value)}: {label_of(slug, other.name)}"
                    key = f"{name}.{value}.{other.name}"
                    yield number_row(key, words, (name, other.name), other, where=(first.name, value))
        elif first.node.kind == "int" or any(part.kind == "int" for part in first.node.parts):
            least, most = first.minimum if first.minimum is not None else 1, min(first.maximum or 9, 9)
            keys = (*((n, str(n)) for n in range(least, most + 1)), (BACK, "←"))
            yield PadRow(name, label, "list", (name,), keys, asked.photo, adds=first.name)

    def _records(self, table: str) -> tuple[Key, ...]:
        """The records of a table with what each is called; nothing where there are too many."""
        catalog = self.game.catalog
        if table not in catalog.types or not 1 < len(catalog.table(table)) <= CHOSEN_MOST:
            return ()
        one = table.removesuffix("s")
        return tuple(
            (id, say_or(f"{self.game.slug}.{one}.{id}", say(self.game.say_record(table, id))))
            for id in catalog.table(table)
        )

    # -- people --------------------------------------------------------------------------------

    def names(self) -> tuple[str, ...]:
        players = self.data["players"]
        return tuple(player["name"].strip() or say("new.player", n=n) for n, player in enumerate(players, 1))

    def rename(self, seat: int, name: str) -> None:
        self.data["players"][seat]["name"] = name

    def seat(self, name: str) -> None:
        player = blank_object(self.kind)
        player["name"] = name
        taken = len(self.data["players"])
        for asked in fields_of(self.kind):
            # What must differ between players gets the next value, so that the pad starts possible.
            if asked.node.kind == "enum" and asked.name in ("colour", "faction"):
                player[asked.name] = asked.node.values[taken % len(asked.node.values)]
        self.data["players"].append(player)

    def leave(self, seat: int) -> None:
        self.data["players"].pop(seat)

    def bounds(self) -> tuple[int, int]:
        return self.game.info.seats

    # -- cells ---------------------------------------------------------------------------------

    def _place(self, seat: int, row: PadRow, make: bool = False) -> tuple[Any, Any] | None:
        """Where a row's value stands; of a list with entries by name, None unless it is there or made."""
        player = self.data["players"][seat]
        if row.where is not None:
            listed, (field, value) = player[row.path[0]], row.where
            found = next((one for one in listed if one[field] == value), None)
            if found is None and make:
                inner = next(asked.node.parts[0] for asked in fields_of(self.kind) if asked.name == row.path[0])
                found = {**blank_object(inner.type), field: value}
                listed.append(found)
            return None if found is None else (found, row.path[1])
        place: Any = player
        for part in row.path[:-1]:
            place = place[part]
        return place, row.path[-1]

    def get(self, seat: int, row: PadRow) -> Any:
        found = self._place(seat, row)
        return 0 if found is None else found[0][found[1]]

    def press(self, seat: int, row: PadRow, key: Any, fresh: bool) -> None:
        place, at = self._place(seat, row, make=True) or ({}, "")
        before = place[at]
        match row.kind:
            case "digits":
                told = typed(before, key, fresh)
                place[at] = told if told is not None or self._optional(row) else 0
            case "strip":
                place[at] = None if before == key and self._optional(row) else key
            case "several":
                place[at] = [one for one in before if one != key] if key in before else [*before, key]
            case "list" if key == BACK:
                place[at] = before[:-1]
            case "list":
                made = {row.adds: key} if row.adds else key
                place[at] = [*before, made][:ADDED_MOST]
            case _:
                place[at] = key

    def _optional(self, row: PadRow) -> bool:
        asked = next(asked for asked in fields_of(self.kind) if asked.name == row.path[0])
        return asked.node.kind == "optional"

    def shown(self, seat: int, row: PadRow) -> str:
        value = self.get(seat, row)
        if row.kind in ("strip", "digits"):
            return "–" if value is None else counted(value)
        words = dict(row.keys)
        if row.kind == "choice":
            return str(words.get(value, "–"))
        told = (one.get(row.adds) if isinstance(one, dict) and row.adds else one for one in value)
        if row.kind == "several":
            return str(len(value)) if value else "–"
        return " ".join(str(len(one)) if isinstance(one, list) else str(words.get(one, one)) for one in told) or "–"

    def judge(self) -> tuple[tuple[Illegal, ...], tuple[Text, ...], Outcome | None]:
        """Every reason why this cannot be, what is unusual, and the result when it can."""
        try:
            position: Any = codec.decode(self.game.position_type, copy.deepcopy(self.data))
            problems = self.game.audit_position(position)
            return problems, (), None if problems else self.game.score_position(position)[1]
        except ValueError as error:
            unfit = text("app.score_only.unfit", problem=complaint(error))
            return (Illegal(unfit, Cite("core", "position")),), (), None


class SheetPad:
    """A score sheet as a pad."""

    def __init__(self, id: str, sheet: Sheet, data: dict[str, Any] | None, people: Sequence[str]) -> None:
        self.key, self.sheet, self.title = f"sheet:{id}", sheet, sheet.title
        names = [*people[: sheet.most]]
        while len(names) < sheet.least:
            names.append(say("new.player", n=len(names) + 1))
        self.data: dict[str, Any] = (
            data if data is not None and self._fits(data) else codec.encode(score_sheet.blank(sheet, names))
        )

    def _fits(self, draft: dict[str, Any]) -> bool:
        try:
            marks: Marks = codec.decode(Marks, copy.deepcopy(draft))
        except ValueError:
            return False
        whole = marks.rounds > 0 if self.sheet.by_rounds else len(marks.cells) == len(self.sheet.categories)
        square = all(len(row) == marks.columns for row in marks.cells)
        return marks.sheet == self.sheet and bool(marks.players) and whole and square

    @property
    def marks(self) -> Marks:
        """The cells as they stand."""
        marks: Marks = codec.decode(Marks, copy.deepcopy(self.data))
        return marks

    def rows(self) -> tuple[PadRow, ...]:
        marks, found = self.marks, []
        for number in range(len(marks.cells)):
            label, name = say(marks.label(number)), f"row{number}"
            if self.sheet.family == "win_lose" and number == 0:
                keys: tuple[Key, ...] = ((1, say("pad.won")), (0, say("pad.lost")))
                found.append(PadRow(name, label, "choice", (number,), keys))
            else:
                photo = OF_SHEETS.get(marks.category(number).photo)
                found.append(PadRow(name, label, "digits", (number,), digits(None), photo))
        if self.sheet.family == "coop":
            keys = ((True, say("pad.we_won")), (False, say("pad.we_lost")))
            found.append(PadRow("won", say("pad.result"), "choice", ("won",), keys))
        return tuple(found)

    def names(self) -> tuple[str, ...]:
        return tuple(name.strip() or say("new.player", n=n) for n, name in enumerate(self.data["players"], 1))

    def rename(self, seat: int, name: str) -> None:
        self.data["players"][seat] = name

    def seat(self, name: str) -> None:
        self.data["players"].append(name)
        if self.sheet.family != "coop":
            empty = score_sheet.blank(self.sheet, (name,)).cells
            for number, row in enumerate(self.data["cells"]):
                row.append(empty[0][0] if number == 0 else None)

    def leave(self, seat: int) -> None:
        self.data["players"].pop(seat)
        if self.sheet.family != "coop":
            for row in self.data["cells"]:
                row.pop(seat)

    def bounds(self) -> tuple[int, int]:
        return self.sheet.least, self.sheet.most

    def add_round(self) -> None:
        """One more round, after those there are."""
        rounds = self.marks.rounds
        self.data["cells"].insert(rounds, [None] * len(self.data["cells"][0]))

    def _cell(self, seat: int, row: PadRow) -> tuple[Any, Any]:
        if row.name == "won":
            return self.data, "won"
        cells = self.data["cells"][row.path[0]]
        return cells, min(seat, len(cells) - 1)

    def get(self, seat: int, row: PadRow) -> Any:
        place, at = self._cell(seat, row)
        return place[at]

    def press(self, seat: int, row: PadRow, key: Any, fresh: bool) -> None:
        place, at = self._cell(seat, row)
        place[at] = key if row.kind == "choice" else typed(place[at], key, fresh)

    def shown(self, seat: int, row: PadRow) -> str:
        value = self.get(seat, row)
        return "–" if value is None else str(dict(row.keys)[value]) if row.kind == "choice" else counted(value)

    def judge(self) -> tuple[tuple[Illegal, ...], tuple[Text, ...], Outcome | None]:
        """Every reason why this cannot be, what is unusual, and the result when it can."""
        marks = self.marks
        problems = score_sheet.audit(marks)
        if problems:
            return problems, (), None
        return (), score_sheet.cautions(marks), score_sheet.score(marks)[1]
