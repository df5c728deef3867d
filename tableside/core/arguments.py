"""Whether a move is even of the form its kind has, and whose turn it is, before any rule is asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tableside.core import codec
from tableside.core.moves import Cite, Move, Seat, called, text
from tableside.core.ruling import Illegal

Shapes = Mapping[str, Mapping[str, Any]]
"""For each kind of move the types of its arguments, such as {"pay": {"sector": str, "omit": str | None}}."""

CITE = Cite("core", "moves")
UNKNOWN = "core.unknown_move"
"""The reason of a kind of move the game does not have."""


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


def refused(move: Move, shapes: Shapes, acting: frozenset[Seat]) -> Illegal | None:
    """Both of the above. Ask `is not None`: a refusal is falsy."""
    problem = misshapen(move, shapes)
    return out_of_turn(move, acting) if problem is None else problem
