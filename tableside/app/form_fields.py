"""Derives form fields from a frozen dataclass: numbers, text, enums, multisets, lists, nested and tagged objects."""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from tableside.core import codec
from tableside.core.photo_fields import FromPhoto
from tableside.core.type_grammar import shape_of

HIDDEN = ("source", "sure")
"""What the app fills in itself at the top of a record; an effect within it may have a `source` of its own."""


@dataclass(frozen=True, slots=True)
class Node:
    """One kind of answer.

    kind: int, float, bool, str, enum, optional, bag, list, fixed, object, tagged, union, other.
    """

    kind: str
    values: tuple[Any, ...] = ()
    parts: tuple[Node, ...] = ()
    type: Any = None
    least: int = 0
    """A list has at least so many entries, and begins with them."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One field of a thing."""

    name: str
    node: Node
    minimum: int | None = None
    maximum: int | None = None
    photo: FromPhoto | None = None
    """What a photo tells of it."""
    seat: bool = False
    """The number is a player's seat, asked by name: `metadata={"seat": True}`."""
    of: str = ""
    """The words are ids of this table of the copy, asked by what its records are called: `metadata={"of": table}`."""
    most: int = 1
    """How many of each such record a list may hold: `metadata={"most": number}`."""
    worth: int = 0
    """Numbers below this score nothing, so nobody need tell them: `metadata={"worth": number}`."""


def node(kind: Any) -> Node:
    """How this type is asked for."""
    shape = shape_of(kind)
    match shape.form, shape.inner:
        case "primitive", _:
            return Node(kind.__name__)
        case "literal" | "enum", _:
            return Node("enum", shape.values)
        case "union", parts:
            return _union([part for part in parts if part is not type(None)], type(None) in parts)
        case "list" | "set", (item,):
            return _many(node(item))
        case "fixed", parts:
            return Node("fixed", parts=tuple(node(part) for part in parts))
        case "object", _:
            return Node("object", type=kind)
    return Node("other")


def _union(parts: list[Any], optional: bool) -> Node:
    if len(parts) > 1 and all(dataclasses.is_dataclass(part) and getattr(part, "TAGGED", False) for part in parts):
        inner = Node("tagged", tuple(part.__name__ for part in parts), tuple(node(part) for part in parts))
    elif len(parts) > 1:
        inner = Node("union", parts=tuple(node(part) for part in parts))
    else:
        inner = node(parts[0])
    return Node("optional", parts=(inner,)) if optional else inner


def _many(inner: Node) -> Node:
    if inner.kind == "enum":
        return Node("bag", inner.values, (inner,))
    return Node("list", parts=(inner,))


@cache
def _hints(kind: Any) -> Mapping[str, Any]:
    return typing.get_type_hints(kind)


def record_fields(kind: Any) -> tuple[Asked, ...]:
    """The questions of a record of the copy, without what the app fills in itself."""
    return tuple(asked for asked in fields_of(kind) if asked.name not in HIDDEN)


@cache
def fields_of(kind: Any) -> tuple[Asked, ...]:
    """The questions of a dataclass, in order."""
    hints = _hints(kind)
    return tuple(
        Asked(
            field.name,
            _listed(node(hints[field.name]), field.metadata),
            field.metadata.get("minimum"),
            field.metadata.get("maximum"),
            field.metadata.get("photo"),
            bool(field.metadata.get("seat", False)),
            str(field.metadata.get("of", "")),
            int(field.metadata.get("most", 1)),
            int(field.metadata.get("worth", 0)),
        )
        for field in dataclasses.fields(kind)
    )


def _listed(shape: Node, told: Mapping[str, Any]) -> Node:
    """What the field's metadata adds: a bag in a row (`ordered`), a least length (`minimum`), a choice (`values`)."""
    if shape.kind == "optional":
        return dataclasses.replace(shape, parts=(_listed(shape.parts[0], told),))
    if shape.kind == "bag" and told.get("ordered"):
        shape = Node("list", parts=shape.parts)
    if shape.kind == "str" and told.get("values"):
        return Node("enum", tuple(told["values"]))
    return dataclasses.replace(shape, least=told.get("minimum") or 0) if shape.kind == "list" else shape


def blank(shape: Node) -> Any:
    """An empty answer."""
    match shape.kind:
        case "int":
            return 0
        case "float":
            return 0.0
        case "bool":
            return False
        case "str":
            return ""
        case "enum":
            return shape.values[0]
        case "bag":
            return []
        case "list":
            return [blank(shape.parts[0]) for _ in range(shape.least)]
        case "fixed":
            return [blank(part) for part in shape.parts]
        case "object":
            return blank_object(shape.type)
        case "tagged":
            return {**blank(shape.parts[0]), "type": shape.values[0]}
        case "union":
            best = next((part for part in shape.parts if part.kind == "object"), shape.parts[0])
            return blank(best)
    return None


def blank_object(kind: Any) -> dict[str, Any]:
    """An empty thing: its defaults, and blanks where it has none."""
    hints = _hints(kind)
    made: dict[str, Any] = {}
    for field in dataclasses.fields(kind):
        if field.default is not dataclasses.MISSING:
            made[field.name] = codec.encode(field.default)
        elif field.default_factory is not dataclasses.MISSING:
            made[field.name] = codec.encode(field.default_factory())
        else:
            made[field.name] = blank(node(hints[field.name]))
            minimum = field.metadata.get("minimum")
            if isinstance(made[field.name], int) and not isinstance(made[field.name], bool) and minimum:
                made[field.name] = minimum
    if getattr(kind, "TAGGED", False):
        made["type"] = kind.__name__
    return made


def which(shape: Node, value: Any) -> int:
    """Which part of a union a value is."""
    for place, part in enumerate(shape.parts):
        fits = {
            "int": type(value) is int,
            "bool": type(value) is bool,
            "str": isinstance(value, str),
            "enum": value in part.values if part.kind == "enum" else False,
            "bag": isinstance(value, list),
            "list": isinstance(value, list),
            "fixed": isinstance(value, list),
            "object": isinstance(value, dict),
            "tagged": isinstance(value, dict),
        }
        if fits.get(part.kind, False):
            return place
    return 0
