"""Refusals and citations where no move is being judged."""

from tableside.core.rule_texts import rule_book
from tableside.core.ruling import Refusals
from tableside.games.urcsempeszek.state import SLUG

PAGES = rule_book("tableside.games.urcsempeszek").pages()
_OF_THE_GAME = Refusals(SLUG, PAGES)
cite, no, lacking = _OF_THE_GAME.cite, _OF_THE_GAME.no, _OF_THE_GAME.lacking
