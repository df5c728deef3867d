"""Refusals and citations where no move is being judged."""

from tableside.core.ruling import Refusals

SLUG = "beyond_the_sun"
_OF_THE_GAME = Refusals(SLUG)
cite, no, lacking = _OF_THE_GAME.cite, _OF_THE_GAME.no, _OF_THE_GAME.lacking
