"""Moves as 0.1 told them, in the slots of today: games that were begun then go on."""

from __future__ import annotations

from tableside.core.moves import Move, Plain
from tableside.games.onward_to_venus.state import PLANETS


def as_now(told: Move) -> Move:
    """The same move; one of today stays as it is."""
    given = dict(told.args)
    match told.kind:
        case "lay" if not set(given) <= set(PLANETS):
            given = {planet: _several(given, f"{planet}_") for planet in PLANETS}
        case "deploy" if "units" not in given:
            given = {"card": given.get("card"), "units": _several(given, "first", "second")}
        case "swap" if "cards" not in given:
            given = {"card": given.get("card"), "cards": _several(given, "first", "second", "third")}
        case "move" | "pay":
            given.setdefault("again", ())
        case "remove":
            given.setdefault("card", None)
    return Move(told.seat, told.kind, tuple(sorted(given.items())))


def _several(given: dict[str, Plain], *beginnings: str) -> tuple[Plain, ...]:
    """What stood in slots of their own, in their order."""
    return tuple(value for slot, value in sorted(given.items()) if slot.startswith(beginnings) and value is not None)
