"""Refusals where no move is being judged: positions, and reasons shared by several rules."""

from __future__ import annotations

from tableside.core.moves import Cite, text
from tableside.core.ruling import Illegal, Need

SLUG = "beyond_the_sun"


def cite(rule: str) -> Cite:
    """A rule of this game."""
    return Cite(SLUG, rule)


def no(reason: str, rule: str, /, needs: tuple[Need, ...] = (), **args: object) -> Illegal:
    """A refusal."""
    return Illegal(text(f"{SLUG}.no.{reason}", **args), cite(rule), needs=needs)


def lacking(needs: tuple[Need, ...], rule: str) -> Illegal:
    """A refusal because this copy's facts are not all known."""
    return Illegal(needs[0].text, cite(rule), needs=needs)
