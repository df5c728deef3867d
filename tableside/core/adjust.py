"""One value of the state set by the players, openly and with their reason, when the rest still holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from tableside.core import codec
from tableside.core.complaints import complaint
from tableside.core.game import Game
from tableside.core.moves import Cite, Event, Move, Plain, Text, event, move, text
from tableside.core.ruling import Illegal, Legal, Ruling
from tableside.core.shape import misshapen

S = TypeVar("S")

KIND = "adjust"
CITE = Cite("core", "adjust")


def adjust(path: str, value: Plain) -> Move:
    """The move that sets the value at a path of the state, such as players.0.ore."""
    return adjust_all(((path, value),))


def adjust_all(changes: Sequence[tuple[str, Plain]]) -> Move:
    """The move that sets several values at once, such as a cube taken here and put there."""
    return move(None, KIND, changes=tuple(changes))


def judge(game: Game[S], state: S, wanted: Move) -> Ruling:
    """The game's ruling, or the kernel's own on an adjustment."""
    if wanted.kind != KIND:
        return game.judge(state, wanted)
    problem = misshapen(wanted, {KIND: {"changes": tuple[tuple[str, Any], ...]}})
    if problem is not None:
        return problem
    changes = wanted["changes"]
    if not changes:
        return Illegal(text("core.adjust_needs_path"), CITE)
    try:
        changed = _set(game, state, changes)
    except (codec.CodecError, LookupError, ValueError, TypeError) as error:
        shown = tuple(path for path, _ in changes)
        return Illegal(text("core.adjust_impossible", path=shown, problem=complaint(error)), CITE)
    before = set(game.audit(state))
    for problem in game.audit(changed):
        if problem not in before:
            return problem
    return Legal((event(KIND, CITE, changes=changes),))


def apply(game: Game[S], state: S, happened: Event) -> S:
    """The state after an event of the game or an adjustment."""
    if happened.kind != KIND or happened.cite != CITE:
        return game.apply(state, happened)
    return _set(game, state, happened["changes"])


def paths(game: Game[S], state: S) -> dict[str, Plain]:
    """Every value that could be adjusted, by its path."""
    found: dict[str, Plain] = {}

    def walk(data: Any, path: str) -> None:
        if isinstance(data, dict):
            for key, value in data.items():
                walk(value, f"{path}.{key}" if path else key)
        elif isinstance(data, list) and data:
            for number, value in enumerate(data):
                walk(value, f"{path}.{number}")
        else:
            found[path] = tuple(data) if isinstance(data, list) else data

    walk(codec.encode(state), "")
    return found


def say(game: Game[S], state: S, changes: Sequence[tuple[str, Plain]]) -> Text:
    """An adjustment in words; a value that is somebody's secret is not told. The state is the one before it."""
    told = _told(game, state, changes, text("core.hidden"))
    return text("core.adjusted", changes=tuple(text("core.change", path=path, value=value) for path, value in told))


def redacted(game: Game[S], state: S, wanted: Move) -> Move:
    """A move or adjustment as everybody may see it; the state is the one before it."""
    if wanted.kind != KIND:
        return game.redact_move(state, wanted, None)
    return adjust_all(_told(game, state, wanted["changes"], None))


def _told(game: Game[S], state: S, changes: Sequence[tuple[str, Plain]], veil: Any) -> list[tuple[str, Any]]:
    """The changes with a veil in place of every value that does not lie open to all."""
    try:
        seen = paths(game, game.redact(_set(game, state, changes), None))
    except (codec.CodecError, LookupError, ValueError, TypeError):
        seen = {}
    return [(path, value if _is_open(seen, path, value) else veil) for path, value in changes]


def _is_open(seen: dict[str, Plain], path: str, value: Plain) -> bool:
    """Whether everybody sees this value at this path, or all that lies below it."""
    if not isinstance(value, tuple) or not value:
        return path in seen and seen[path] == value
    return all(_is_open(seen, f"{path}.{number}", item) for number, item in enumerate(value))


def _set(game: Game[S], state: S, changes: Sequence[tuple[str, Plain]]) -> S:
    data = codec.encode(state)
    for path, value in changes:
        *parents, last = path.split(".")
        place = data
        for part in parents:
            place = place[int(part)] if isinstance(place, list) else place[part]
        if isinstance(place, list):
            place[int(last)] = codec.encode(value)
        elif last in place:
            place[last] = codec.encode(value)
        else:
            raise KeyError(last)
    return codec.decode(game.state_type, data)
