"""What is printed on the thing a record describes, so that a photo of it can be read for the fields of the record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Kind = Literal["disc", "ship", "station"]
"""Kinds of symbols: round ones, pointed ones, and grey wheels with spokes."""


@dataclass(frozen=True, slots=True)
class Symbols:
    """A field that lists the symbols of a kind by colour: red, yellow, green, blue.

    `grey` and `other` are what a grey one and one of any further colour are called; without a word they are left out.
    """

    kind: Kind
    grey: str = ""
    other: str = ""


@dataclass(frozen=True, slots=True)
class Present:
    """A field that says whether a symbol of this kind is there."""

    kind: Kind


@dataclass(frozen=True, slots=True)
class Numbers:
    """Numbers in a part of the card (left, top, width, height, as shares of it), read from the top.

    `fields` names, for each count of numbers that makes sense, the fields they are.
    """

    part: tuple[float, float, float, float]
    fields: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Printed:
    """All that can be read off a card."""

    symbols: Mapping[str, Symbols | Present] = field(default_factory=dict)
    numbers: tuple[Numbers, ...] = ()
    title: str = ""
    """The field that holds what the card is called, where its title can be read."""
