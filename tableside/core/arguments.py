"""Whether a move is even of the form its kind has, and whose turn it is, before any rule is asked."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, TypeVar

from tableside.core import codec
from tableside.core.moves import ArgumentError, Cite, Move, Plain, Seat, called, text
from tableside.core.ruling import Illegal

T = TypeVar("T")

Shapes = Mapping[str, Mapping[str, Any]]
"""For each kind of move the types of its arguments, such as {"pay": {"sector": str, "omit": str | None}}."""

CITE = Cite("core", "moves")
UNKNOWN = "core.unknown_move"
"""The reason of a kind of move the game does not have."""


@cache
def signed(change: Callable[..., Any]) -> tuple[str, tuple[str, ...], tuple[tuple[str, int], ...]]:
    """A change's kind, the names of its arguments after the first, and these sorted, each with its place."""
    names = tuple(inspect.signature(change).parameters)[1:]
    return kind_of(change), names, tuple(sorted((name, place) for place, name in enumerate(names)))


def kind_of(function: Callable[..., Any]) -> str:
    """The function's name; an underscore at the end keeps it from being a Python keyword."""
    return function.__name__.rstrip("_")


def typed(kind: type[T], value: Plain) -> T:
    """The value as the type its rule declares, such as tuple[str, ...]; an ArgumentError when it is no such thing."""
    if type(value) is kind:
        return value
    try:
        return codec.decode(kind, value)
    except codec.CodecError as error:
        raise ArgumentError(f"{kind}: {error}") from None


def optional(kind: type[T], value: Plain) -> T | None:
    """`typed`, for a slot that may be left empty."""
    return None if value is None else typed(kind, value)


def misshapen(move: Move, shapes: Shapes) -> Illegal | None:
    """What is wrong with the form of the move, or None."""
    shape = shapes.get(move.kind)
    if shape is None:
        return Illegal(text(UNKNOWN, kind=move.kind), CITE)
    given = {name for name, _ in move.args}
    for name in shape:
        if name not in given:
            return Illegal(text("core.argument_missing", kind=move.kind, name=name), CITE)
    for name, value in move.args:
        if name not in shape:
            return Illegal(text("core.argument_unknown", kind=move.kind, name=name), CITE)
        try:
            decoded: Any = codec.decode(shape[name], value)
        except codec.CodecError as error:
            return Illegal(text("core.argument_wrong", kind=move.kind, name=name, problem=error.problem), CITE)
        if decoded != value:
            return Illegal(text("core.argument_wrong", kind=move.kind, name=name, problem=str(value)), CITE)
    return None


def out_of_turn(move: Move, acting: frozenset[Seat]) -> Illegal | None:
    """Whose turn it is instead, or None when this seat may act."""
    if move.seat in acting:
        return None
    if not acting:
        return Illegal(text("core.game_over"), Cite("core", "turn"))
    seats = tuple(
        called(seat, text("core.seat", n=seat + 1)) for seat in sorted(seat for seat in acting if seat is not None)
    )
    if not seats:
        return Illegal(text("core.wait_for_table"), Cite("core", "turn"))
    return Illegal(text("core.not_your_turn", seats=seats), Cite("core", "turn"))
