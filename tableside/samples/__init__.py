"""Things to try Tableside with when nothing of one's own is at hand: invented cards and a rendered photo."""

from __future__ import annotations

from importlib import resources

from tableside.core import codec

ROLL = "roll.jpg"
"""A rendered photo of three dice."""


def photo(name: str) -> bytes:
    """A sample photo."""
    return (resources.files(__package__) / name).read_bytes()


def pack(slug: str) -> dict[str, codec.Json]:
    """The tables of an invented copy of a game."""
    source = (resources.files(__package__) / f"{slug}.json").read_text(encoding="utf-8")
    tables: dict[str, codec.Json] = codec.opened(codec.parse(source, slug), "pack", 1)["tables"]
    return tables
