"""One value of the state set by the players, openly and with their reason, when the rest still holds."""

from __future__ import annotations

from typing import Any, TypeVar

from tableside.core import codec
from tableside.core.game import Game
from tableside.core.moves import Cite, Event, Move, Plain, event, move, text
from tableside.core.ruling import Illegal, Legal, Ruling

S = TypeVar("S")

KIND = "adjust"
CITE = Cite("core", "adjust")


def adjust(path: str, value: Plain) -> Move:
    """The move that sets the value at a path of the state, such as players.0.ore."""
    return move(None, KIND, path=path, value=value)


def judge(game: Game[S], state: S, wanted: Move) -> Ruling:
    """The game's ruling, or the kernel's own on an adjustment."""
    if wanted.kind != KIND:
        return game.judge(state, wanted)
    path, value = wanted.get("path"), wanted.get("value")
    if not isinstance(path, str) or "value" not in wanted:
        return Illegal(text("core.adjust_needs_path"), CITE)
    try:
        changed = _set(game, state, path, value)
    except (codec.CodecError, LookupError, ValueError, TypeError) as error:
        return Illegal(text("core.adjust_impossible", path=path, problem=str(error)), CITE)
    before = set(game.audit(state))
    for problem in game.audit(changed):
        if problem not in before:
            return problem
    return Legal((event(KIND, CITE, path=path, value=value),))


def apply(game: Game[S], state: S, happened: Event) -> S:
    """The state after an event of the game or an adjustment."""
    if happened.kind != KIND or happened.cite != CITE:
        return game.apply(state, happened)
    return _set(game, state, happened["path"], happened["value"])


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


def _set(game: Game[S], state: S, path: str, value: Plain) -> S:
    data = codec.encode(state)
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
