"""The rules by chapter: a function for each kind of move. Here: where each rule stands, and refusals that cite it."""

from __future__ import annotations

from functools import cache

from tableside.core.moves import Cite, text
from tableside.core.rule_texts import rule_book
from tableside.core.ruling import Illegal
from tableside.games.gaia_project.records import SLUG

PAGES = rule_book("tableside.games.gaia_project").pages()
"""The rulebook's page of each rule; factions (O), tiles (P) and open questions (Q) have none."""


@cache
def cite(rule: str) -> Cite:
    """A rule of this game with its page."""
    return Cite(SLUG, rule, PAGES.get(rule))


def no(key: str, rule: str, /, **args: object) -> Illegal:
    """A refusal in this game's words, for rules that need no turn to be asked."""
    return Illegal(text(f"{SLUG}.no.{key}", **args), cite(rule))
