"""Merges what a photo shows into one field of a typed final position: new, already present, without room, unknown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tableside.app.form_fields import Asked, fields_of
from tableside.core import codec
from tableside.core.game import Game
from tableside.core.photo_fields import Seen


@dataclass(frozen=True, slots=True)
class Proposal:
    """The field's new value and what became of each thing seen."""

    value: Any
    added: tuple[Seen, ...] = ()
    already: tuple[Seen, ...] = ()
    spare: tuple[Seen, ...] = ()
    """More than the field asks for."""
    untold: tuple[Seen, ...] = ()
    """Known by sight, but the copy does not tell what is on it."""


def field_at(game: Game[Any], path: str) -> Asked:
    """The field of a final position at a path such as players.0.paid."""
    first, *rest = path.split(".")
    whole: Any = game.position_type
    asked = next(field for field in fields_of(whole) if field.name == first)
    if not rest:
        return asked
    return next(field for field in fields_of(asked.node.parts[0].type) if field.name == rest[-1])


def place_of(data: dict[str, Any], path: str) -> tuple[dict[str, Any], str]:
    """Where in the typed data that field is written."""
    first, *rest = path.split(".")
    return (data[first][int(rest[0])], rest[-1]) if rest else (data, first)


def propose(asked: Asked, old: Any, seen: tuple[Seen, ...]) -> Proposal:
    """Merge by shape: lists are extended, numbers and single values replaced."""
    told = tuple(one for one in seen if one.value is not None)
    untold = tuple(one for one in seen if one.value is None)
    match asked.node.kind:
        case "list" | "bag":
            added: list[Seen] = []
            for one in told:
                # A card is there once; equal things that are no cards, such as two levels, are two.
                if not isinstance(one.value, str) or one.value not in (*old, *(other.value for other in added)):
                    added.append(one)
            already = tuple(one for one in told if one not in added)
            return Proposal([*old, *(codec.encode(one.value) for one in added)], tuple(added), already, (), untold)
        case "int":
            return Proposal(sum(one.value for one in told) if told else old, told, untold=untold)
        case "fixed":
            room = len(asked.node.parts)
            values = [codec.encode(one.value) for one in told[:room]]
            return Proposal([*values, *old[len(values) :]], told[:room], spare=told[room:], untold=untold)
    return Proposal(codec.encode(told[0].value) if told else old, told[:1], spare=told[1:], untold=untold)
