"""The referee's answer to a move: Legal with its consequences, or Illegal with its reason."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from tableside.core.moves import Cite, Event, Move, Plain, Text, text


@dataclass(frozen=True, slots=True)
class Caution:
    """Legal but wasteful, or worth a second look; the key lets a player silence this kind."""

    key: str
    text: Text
    cite: Cite


@dataclass(frozen=True, slots=True)
class Need:
    """A fact of the owner's copy that is missing and needed now: a record of a table, and which of its keys.

    An empty id asks for a record that the copy does not have yet; it gets a fresh id when it is told.
    """

    table: str
    id: str
    keys: tuple[str, ...]
    text: Text
    given: tuple[tuple[str, Plain], ...] = ()
    """What is clear from where it lies, such as the level of its deck: filled in already when it is told."""


@dataclass(frozen=True, slots=True)
class Legal:
    """The move stands; these events follow."""

    events: tuple[Event, ...]
    cautions: tuple[Caution, ...] = ()

    @property
    def legal(self) -> Literal[True]:
        """Whether the move stands; a ruling itself is never asked as yes or no."""
        return True


@dataclass(frozen=True, slots=True)
class Illegal:
    """The move cannot stand: why, by which rule, and the nearest moves that could."""

    reason: Text
    cite: Cite
    nearest: tuple[Move, ...] = ()
    needs: tuple[Need, ...] = ()

    @property
    def legal(self) -> Literal[False]:
        """Whether the move stands; a ruling itself is never asked as yes or no."""
        return False

    def near(self, *moves: Move) -> Illegal:
        """The same refusal with the nearest legal moves named."""
        return replace(self, nearest=moves)


Ruling = Legal | Illegal


@dataclass(frozen=True, slots=True)
class Refusals:
    """Citations and refusals of one game where no move is being judged; in a rule they come from its Turn."""

    slug: str
    pages: Mapping[str, int] = field(default_factory=dict)
    """The rulebook's page of each rule where it is known."""

    def cite(self, rule: str) -> Cite:
        """A rule of this game."""
        return Cite(self.slug, rule, self.pages.get(rule))

    def no(self, key: str, rule: str, needs: tuple[Need, ...] = (), /, **args: object) -> Illegal:
        """A refusal in this game's words."""
        return Illegal(text(f"{self.slug}.no.{key}", **args), self.cite(rule), needs=needs)

    def lacking(self, needs: tuple[Need, ...], rule: str) -> Illegal:
        """A refusal because facts of the owner's copy are not known."""
        return Illegal(needs[0].text, self.cite(rule), needs=needs)
