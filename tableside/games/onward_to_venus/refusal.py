"""Refusals and citations where no move is being judged."""

from tableside.core.ruling import Refusals
from tableside.games.onward_to_venus.state import SLUG

_OF_THE_GAME = Refusals(SLUG)
cite, no = _OF_THE_GAME.cite, _OF_THE_GAME.no
