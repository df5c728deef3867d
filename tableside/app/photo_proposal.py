"""Merges what a photo shows into fields of a score pad: new, already present, without room, unknown."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from tableside.app.form_fields import Asked, Node, fields_of
from tableside.control.reading import LIKELY, corrected, verdict_of
from tableside.core import codec, photo_fields
from tableside.core.catalog import Catalog
from tableside.core.game import Game
from tableside.core.photo_fields import FromPhoto, SeenThing
from tableside.core.readings import Expect, Point, Readings, Verdict
from tableside.core.score_sheet import Marks

Area = tuple[float, float, float, float]
"""Left, top, right and bottom of a part of a photo, as shares of its width and height."""
WHOLE: Area = (0.0, 0.0, 1.0, 1.0)
EVERYBODY = "players"
"""The path of everything a photo can tell of everybody."""
OF_SHEETS = {"dice": photo_fields.dice_sum(), "count": photo_fields.things()}
"""How a photo fills a cell of a score sheet."""
NOTHING = Catalog({})
MORE = 3
"""Counts that are offered."""


@dataclass(frozen=True, slots=True)
class Fill:
    """One field that a photo fills, and where in the photo its things lie."""

    path: str
    asked: Asked
    source: FromPhoto
    area: Area = WHOLE

    @property
    def seat(self) -> int | None:
        """Whose field it is; None for one of the table."""
        parts = self.path.split(".")
        if parts[0] == "cells":
            return int(parts[2])
        return int(parts[1]) if len(parts) > 1 else None

    def read(self, catalog: Catalog, readings: Readings) -> tuple[SeenThing, ...]:
        """What lies in its part of the photo."""
        cards = [n for n, card in enumerate(readings.cards) if self._holds(card.centre, readings)]
        dice = [n for n, die in enumerate(readings.dice) if self._holds(die.centre, readings)]
        part = replace(
            readings,
            cards=tuple(readings.cards[n] for n in cards),
            dice=tuple(readings.dice[n] for n in dice),
        )
        seen = (replace(one, maybe=self._doubted(catalog, part, one)) for one in self.source.read(catalog, part))
        return tuple(replace(one, number=(dice if one.kind == "die" else cards)[one.number]) for one in seen)

    def _doubted(self, catalog: Catalog, part: Readings, one: SeenThing) -> tuple[int | str, ...]:
        """What a thing that was not read clearly may be, as far as that belongs into the field."""
        thing = (part.dice if one.kind == "die" else part.cards)[one.number]
        if self.source.things or verdict_of(thing, part.verdict) is Verdict.CLEAR:
            return ()
        likely = [told.value for n, told in enumerate(thing.alternatives) if n == 0 or told.p > LIKELY]
        return tuple(
            value for value in likely if self._means(catalog, corrected(part, one.kind, one.number, value), one)
        )

    def _means(self, catalog: Catalog, part: Readings, one: SeenThing) -> bool:
        return any((told.kind, told.number) == (one.kind, one.number) for told in self.source.read(catalog, part))

    def _holds(self, centre: Point, readings: Readings) -> bool:
        left, top, right, bottom = self.area
        x, y = centre[0] / max(1, readings.size[0]), centre[1] / max(1, readings.size[1])
        return (left <= x < right or right == 1 <= x) and (top <= y < bottom or bottom == 1 <= y)


@dataclass(frozen=True, slots=True)
class Count:
    """So many equal things were counted: in which entry of a list and which number of it; none for a lone number."""

    entry: str
    part: str
    seen: int
    offered: tuple[int, ...]

    @property
    def key(self) -> tuple[str, str]:
        return (self.entry, self.part)


Agreed = Mapping[tuple[str, str], int]
"""What players said of counts, by entry and part."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """The field's new value and what became of each thing seen."""

    value: Any
    added: tuple[SeenThing, ...] = ()
    already: tuple[SeenThing, ...] = ()
    spare: tuple[SeenThing, ...] = ()
    """More than the field asks for."""
    untold: tuple[SeenThing, ...] = ()
    """Recognised, but the copy lacks the facts needed for the field."""
    counts: tuple[Count, ...] = ()
    """What has to be agreed to: a photo may miss one of several equal things, and nothing in it tells."""
    doubted: tuple[SeenThing, ...] = ()
    """What has to be said first: it may be something else."""


def field_at(game: Game[Any], path: str) -> Asked:
    """The field of a final position at a path such as players.0.paid."""
    first, *rest = path.split(".")
    whole: Any = game.position_type
    asked = next(field for field in fields_of(whole) if field.name == first)
    if not rest:
        return asked
    return next(field for field in fields_of(asked.node.parts[0].type) if field.name == rest[-1])


def fills(game: Game[Any] | None, data: dict[str, Any], path: str) -> tuple[Fill, ...]:
    """What one photo fills: a field, all fields of a player (players.0), or those of everybody and of the table.

    Everybody's things lie in a column, from left to right as the names stand on the pad; of one player's fields that
    would take the same cards, each has its own band, from top to bottom.
    """
    if game is None:
        _, row, _ = path.split(".")
        marks: Marks = codec.decode(Marks, copy.deepcopy(data))
        source = OF_SHEETS[marks.category(int(row)).photo]
        return (Fill(path, Asked("", Node("int"), photo=source), source),)
    if path == EVERYBODY:
        seats = len(data["players"])
        whole: Any = game.position_type
        shared = [Fill(one.name, one, one.photo) for one in fields_of(whole) if one.photo and laid_beside(one)]
        own = [fill for n in range(seats) for fill in _of_player(game, n, n / seats, (n + 1) / seats)]
        return (*shared, *own)
    if path.count(".") == 1:
        return tuple(_of_player(game, int(path.split(".")[1]), 0.0, 1.0))
    asked = field_at(game, path)
    if asked.photo is None:
        return ()
    found = [Fill(path, asked, asked.photo)]
    for seat, player in enumerate(data["players"] if asked.photo.beside is not None else ()):
        for name, source in asked.photo.beside(player).items() if asked.photo.beside is not None else ():
            theirs = f"players.{seat}.{name}"
            found.append(Fill(theirs, field_at(game, theirs), source))
    return tuple(found)


def laid_beside(asked: Asked) -> bool:
    """Whether a field of the table is photographed together with everybody's things, and not by itself."""
    return asked.photo is not None and asked.photo.beside is None


def key_of(asked: Asked) -> str:
    """In a list with one entry for each of something, the field that says which; else nothing."""
    inner = asked.node.parts[0] if asked.node.kind == "list" and asked.node.parts else None
    if inner is None or inner.kind != "object":
        return ""
    first, *others = fields_of(inner.type)
    return first.name if first.node.kind == "enum" and any(other.node.kind == "int" for other in others) else ""


def stacks(game: Game[Any]) -> list[tuple[Asked, FromPhoto]]:
    """A player's fields that one photo of cards and tiles fills together; dice and cubes have one of their own."""
    player = field_at(game, EVERYBODY).node.parts[0].type
    return [(one, one.photo) for one in fields_of(player) if one.photo is not None and not one.photo.faces]


def _of_player(game: Game[Any], seat: int, left: float, right: float) -> list[Fill]:
    mine = stacks(game)
    found = []
    for asked, source in mine:
        names = source.names(game.catalog)
        alike = [other.name for other, its in mine if its.names(game.catalog) == names and its.prefix == source.prefix]
        band, of = alike.index(asked.name), len(alike)
        area = (left, band / of, right, (band + 1) / of)
        found.append(Fill(f"players.{seat}.{asked.name}", asked, source, area))
    return found


def expected(catalog: Catalog, wanted: tuple[Fill, ...]) -> Expect:
    """What can lie in the photo."""
    told = [fill.source.expect(catalog) for fill in wanted]
    if len(told) == 1 or told[0].things:
        return told[0]
    return Expect(cards={id: weight for one in told for id, weight in one.cards.items()})


def place_of(data: dict[str, Any], path: str) -> tuple[Any, Any]:
    """Where in the typed data that field is written: a dict or list, and the key in it."""
    *way, last = (int(part) if part.isdecimal() else part for part in path.split("."))
    place: Any = data
    for part in way:
        place = place[part]
    return place, last


def propose(asked: Asked, old: Any, seen: tuple[SeenThing, ...], agreed: Agreed = MappingProxyType({})) -> Proposal:
    """Merge by shape: lists are extended, single values replaced, and numbers once somebody agreed to the count.

    What is counted is agreed to as a whole; of anything else what is in doubt stays out until somebody says what it is.
    """
    told = tuple(one for one in seen if one.value is not None)
    untold = tuple(one for one in seen if one.value is None)
    key = key_of(asked)
    if asked.node.kind == "list" and key:
        return _entries(key, old, told, untold, agreed)
    if asked.node.kind == "int":
        return _number(asked, old, told, untold, agreed)
    sure = tuple(one for one in told if not one.maybe)
    held = old if isinstance(old, (list, tuple)) else (old,)
    doubted = tuple(one for one in told if one.maybe and (not isinstance(one.value, str) or one.value not in held))
    match asked.node.kind:
        case "list" | "bag":
            added = _once(sure, old)
            already = tuple(one for one in told if one not in added and one not in doubted)
            values = [*old, *(codec.encode(one.value) for one in added)]
            return Proposal(values, tuple(added), already, untold=untold, doubted=doubted)
        case "fixed":
            fits = _once(sure)[: len(asked.node.parts)]
            values = [codec.encode(one.value) for one in fits]
            spare = tuple(one for one in sure if one not in fits)
            values += old[len(values) :]
            return Proposal(values, tuple(fits), spare=spare, untold=untold, doubted=doubted)
    value = codec.encode(sure[0].value) if sure else old
    return Proposal(value, sure[:1], spare=sure[1:], untold=untold, doubted=doubted)


def _once(told: tuple[SeenThing, ...], old: Any = ()) -> list[SeenThing]:
    """Without a card that is told already, or was seen before; dice that show the same are two."""
    found: list[SeenThing] = []
    for one in told:
        before = one.kind == "card" and one.name in [other.name for other in found]
        if not before and not (isinstance(one.value, str) and one.value in old):
            found.append(one)
    return found


def _number(
    asked: Asked, old: Any, told: tuple[SeenThing, ...], untold: tuple[SeenThing, ...], agreed: Agreed
) -> Proposal:
    """The sum of dice where all were read clearly; another sum, or a count, once somebody agreed to it."""
    if not told:
        return Proposal(old, untold=untold)
    seen = sum(one.value for one in told)
    adds = asked.photo is OF_SHEETS["dice"]
    if adds and not any(one.maybe for one in told):
        return Proposal(seen, told, untold=untold)
    count = Count("", "", seen, _sums(told) if adds else _upwards(told, seen))
    if count.key in agreed:
        return Proposal(agreed[count.key], told, untold=untold, counts=(count,))
    if count.seen == old:
        return Proposal(old, told, untold=untold)
    return Proposal(old, untold=untold, counts=(count,))


def _upwards(told: Sequence[SeenThing], seen: int) -> tuple[int, ...]:
    """From what was seen upwards: a photo misses things rather than invents them; one less where some are in doubt."""
    return tuple(range(seen - any(one.maybe for one in told), seen + MORE))


def _sums(told: Sequence[SeenThing]) -> tuple[int, ...]:
    """What dice may add up to, where at most one was misread."""
    seen = sum(one.value for one in told)
    others = (seen - one.value + other for one in told for other in one.maybe if isinstance(other, int))
    return tuple(dict.fromkeys((seen, *others)))[:MORE]


def _entries(
    key: str, old: list[dict[str, Any]], told: tuple[SeenThing, ...], untold: tuple[SeenThing, ...], agreed: Agreed
) -> Proposal:
    """The list with the counts of each entry that were agreed to put in place of what it held."""
    before = {entry[key]: entry for entry in old}
    blank: dict[str, dict[str, Any]] = {}
    sums: dict[tuple[str, str], int] = {}
    lying: dict[tuple[str, str], list[SeenThing]] = {}
    for one in told:
        entry = codec.encode(one.value)
        counts = {name: n for name, n in entry.items() if isinstance(n, int) and not isinstance(n, bool) and n}
        blank.setdefault(entry[key], {**entry, **dict.fromkeys(counts, 0)})
        for name, n in counts.items():
            at = (entry[key], name)
            sums[at] = sums.get(at, 0) + n
            lying.setdefault(at, []).append(one)
    made = copy.deepcopy(before)
    added: list[SeenThing] = []
    already: list[SeenThing] = []
    asked: list[Count] = []
    for (which, name), n in sums.items():
        # What the pad says already is borne out; what is not seen keeps what was told.
        if before.get(which, {}).get(name) == n and (which, name) not in agreed:
            already += lying[which, name]
            continue
        asked.append(Count(which, name, n, _upwards(lying[which, name], n)))
        if (which, name) in agreed:
            made.setdefault(which, dict(blank[which]))[name] = agreed[which, name]
            added += lying[which, name]
    return Proposal(list(made.values()), tuple(added), tuple(already), (), untold, tuple(asked))
