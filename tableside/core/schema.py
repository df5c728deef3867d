"""The JSON Schema of a frozen dataclass, for people and programs that type positions."""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Mapping
from enum import Enum
from typing import Any

from tableside.core.codec import Json, encode

_PRIMITIVES: dict[Any, str] = {int: "integer", str: "string", bool: "boolean", float: "number"}


def schema(kind: type, title: str) -> Json:
    """The whole schema of this type."""
    definitions: dict[str, Json] = {}
    top = _schema(kind, definitions)
    name = top["$ref"].rsplit("/", 1)[1]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        **definitions.pop(name),
        **({"$defs": definitions} if definitions else {}),
    }


def _schema(kind: Any, definitions: dict[str, Json]) -> Json:
    origin = typing.get_origin(kind)
    arguments = typing.get_args(kind)
    if kind in _PRIMITIVES:
        return {"type": _PRIMITIVES[kind]}
    if kind is type(None):
        return {"type": "null"}
    if origin in (typing.Union, types.UnionType):
        return {"anyOf": [_schema(part, definitions) for part in arguments]}
    if origin is typing.Literal:
        return {"enum": list(arguments)}
    if origin is tuple:
        if len(arguments) == 2 and arguments[1] is Ellipsis:
            return {"type": "array", "items": _schema(arguments[0], definitions)}
        items = [_schema(part, definitions) for part in arguments]
        return {"type": "array", "prefixItems": items, "minItems": len(items), "maxItems": len(items)}
    if origin is frozenset:
        return {"type": "array", "items": _schema(arguments[0], definitions), "uniqueItems": True}
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": _schema(arguments[1], definitions)}
    if isinstance(kind, type) and issubclass(kind, Enum):
        return {"enum": [member.value for member in kind]}
    if dataclasses.is_dataclass(kind):
        return _object(typing.cast(type, kind), definitions)
    return {}


def _object(kind: type, definitions: dict[str, Json]) -> Json:
    name = kind.__name__
    if name not in definitions:
        definitions[name] = {}
        hints = typing.get_type_hints(kind)
        properties: dict[str, Json] = {}
        required = []
        for field in dataclasses.fields(kind):
            part = dict(_schema(hints[field.name], definitions))
            if "about" in field.metadata:
                part["description"] = field.metadata["about"]
            for bound in ("minimum", "maximum"):
                if bound in field.metadata:
                    part[bound] = field.metadata[bound]
            if field.default is not dataclasses.MISSING:
                part["default"] = encode(field.default)
            elif field.default_factory is dataclasses.MISSING:
                required.append(field.name)
            properties[field.name] = part
        if getattr(kind, "TAGGED", False):
            properties["type"] = {"const": name}
        definitions[name] = {
            "type": "object",
            "description": (kind.__doc__ or "").strip().split("\n")[0],
            "properties": properties,
            "required": required,
            "additionalProperties": False,
        }
    return {"$ref": f"#/$defs/{name}"}
