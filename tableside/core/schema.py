"""The JSON Schema of a frozen dataclass, for people and programs that type positions."""

from __future__ import annotations

import dataclasses
import typing
from typing import Any

from tableside.core.codec import Json, encode
from tableside.core.type_grammar import shape_of

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
    shape = shape_of(kind)
    inner = [_schema(part, definitions) for part in shape.inner]
    match shape.form:
        case "primitive":
            return {"type": _PRIMITIVES[kind]}
        case "none":
            return {"type": "null"}
        case "union":
            return {"anyOf": inner}
        case "literal" | "enum":
            return {"enum": list(shape.values)}
        case "list":
            return {"type": "array", "items": inner[0]}
        case "fixed":
            return {"type": "array", "prefixItems": inner, "minItems": len(inner), "maxItems": len(inner)}
        case "set":
            return {"type": "array", "items": inner[0], "uniqueItems": True}
        case "mapping":
            return {"type": "object", "additionalProperties": inner[0]}
        case "object":
            return _object(kind, definitions)
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
