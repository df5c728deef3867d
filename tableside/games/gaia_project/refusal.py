"""Refusals and citations where no move is being judged."""

from tableside.core.rule_texts import rule_book
from tableside.core.ruling import Refusals
from tableside.games.gaia_project.records import SLUG

PAGES = rule_book("tableside.games.gaia_project").pages()
"""The rulebook's page of each rule; factions (O), tiles (P) and open questions (Q) have none."""
_OF_THE_GAME = Refusals(SLUG, PAGES)
cite, no = _OF_THE_GAME.cite, _OF_THE_GAME.no
