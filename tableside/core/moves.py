"""What somebody did (Move), what that changed (Event), how it is said (Text) and where it stands (Cite)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

Seat = int | None
"""A player's place at the table, counted from 0; None is chance, the clock and the referee."""

if TYPE_CHECKING:
    Plain: TypeAlias = bool | int | float | str | tuple["Plain", ...] | None
    """What a move, an event or a text may carry; `core.arguments.typed` reads it as the type its rule declares."""
else:
    Plain = Any  # the decoder takes plain data for Any, and for nothing else


class ArgumentError(ValueError):
    """A move carries something that is not plain data, or lacks what it needs."""


DEEPEST = 32
"""Lists within lists that a move may carry; no game nests half as deep."""


def plain(value: Any, depth: int = 0) -> Plain:
    """The value with lists made tuples. Raises ArgumentError for what is not plain data or nested too deeply."""
    if value is None or isinstance(value, (str, bool, int, float)):
        return value
    if isinstance(value, (list, tuple)) and depth < DEEPEST:
        return tuple([plain(item, depth + 1) for item in value])
    raise ArgumentError(f"not plain data: {type(value).__name__}")


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence by its key; words are put to it at the edge, in the reader's language.

    The part of the key before the first dot names the vocabulary: a game's slug, or core, cli, app, vision, models.
    Keys parted by | are tried in turn.
    """

    key: str
    args: tuple[tuple[str, Any], ...] = ()

    def __getitem__(self, name: str) -> Any:
        return dict(self.args)[name]


def text(key: str, /, **args: Any) -> Text:
    """A Text; arguments are plain data or Texts of their own."""
    return Text(key, tuple(args.items()))


SILENT = Text("core.silent")
"""What a game says of bookkeeping that nobody needs to be told."""


PLAYER = "core.player"
"""The key of a player in a sentence; see `called`."""


def called(seat: int, otherwise: Text) -> Text:
    """A player, by name where the names are known; else as the game calls whoever sits there."""
    return Text(PLAYER, (("seat", seat), ("otherwise", otherwise)))


@dataclass(frozen=True, slots=True)
class Cite:
    """Where the rule stands: the game's slug (or core), the rule's number, the rulebook's page when known."""

    source: str
    rule: str
    page: int | None = None

    def __str__(self) -> str:
        return f"{self.source} {self.rule}" + (f" p.{self.page}" if self.page is not None else "")


class Arguments:
    """Named plain arguments, kept sorted by name so that equal things compare and hash equal."""

    __slots__ = ()
    args: tuple[tuple[str, Plain], ...]

    def get(self, name: str, default: Plain = None) -> Plain:
        for key, value in self.args:
            if key == name:
                return value
        return default

    def __getitem__(self, name: str) -> Plain:
        for key, value in self.args:
            if key == name:
                return value
        raise ArgumentError(f"{self!r} has no {name}")

    def __contains__(self, name: str) -> bool:
        return any(key == name for key, _ in self.args)


@dataclass(frozen=True, slots=True)
class Move(Arguments):
    """What somebody at the table did: a kind and named plain arguments. Build it with `move`."""

    seat: Seat
    kind: str
    args: tuple[tuple[str, Plain], ...] = ()

    def given(self, **more: Plain) -> Move:
        """The same move with these arguments set."""
        return move(self.seat, self.kind, **{**dict(self.args), **more})


@dataclass(frozen=True, slots=True)
class Event(Arguments):
    """What a move changed, with the rule that says so. Build it with `event`."""

    kind: str
    args: tuple[tuple[str, Plain], ...] = ()
    cite: Cite | None = None


def move(seat: Seat, kind: str, /, **args: Plain) -> Move:
    """A Move with its arguments sorted and lists made tuples."""
    return Move(seat, kind, named(args))


def event(kind: str, cite: Cite | None = None, /, **args: Plain) -> Event:
    """An Event with its arguments sorted and lists made tuples."""
    return Event(kind, named(args), cite)


def named(args: Mapping[str, Any]) -> tuple[tuple[str, Plain], ...]:
    """Arguments in their one canonical form."""
    return tuple((name, plain(args[name])) for name in sorted(args))
