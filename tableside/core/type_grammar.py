"""The grammar of types that states, records and positions are made of, one step at a time.

Decoding, JSON schemas, forms and checks by hand all walk types by it, so a type means the same to each of them.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Literal

Form = Literal[
    "any",
    "none",
    "primitive",
    "union",
    "literal",
    "enum",
    "list",
    "fixed",
    "set",
    "mapping",
    "object",
    "bounded",
    "other",
]


@dataclass(frozen=True, slots=True)
class Shape:
    """What a type is, and the types it is made of: members of a union, items, places, values of a mapping."""

    form: Form
    inner: tuple[Any, ...] = ()
    values: tuple[Any, ...] = ()
    """What a literal or an enumeration allows, as it is written; the bounds of a bounded type."""


def shape_of(kind: Any) -> Shape:
    """The outermost step of a type; other is what no state or record is made of."""
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if kind is Any or kind is object:
        return Shape("any")
    if kind is None or kind is type(None):
        return Shape("none")
    if kind in (int, str, bool, float):
        return Shape("primitive")
    if origin is typing.Annotated:
        return Shape("bounded", inner[:1], inner[1:])
    if origin in (typing.Union, types.UnionType):
        return Shape("union", inner)
    if origin is typing.Literal:
        return Shape("literal", values=inner)
    if origin is tuple or kind is tuple:
        several = not inner or (len(inner) == 2 and inner[1] is Ellipsis)
        return Shape("list", inner[:1] or (Any,)) if several else Shape("fixed", inner)
    if origin is frozenset:
        return Shape("set", inner)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return Shape("mapping", inner[1:])
    if isinstance(kind, type) and issubclass(kind, Enum):
        return Shape("enum", values=tuple(member.value for member in kind))
    return Shape("object" if dataclasses.is_dataclass(kind) else "other")
