"""Refusals and citations where no move is being judged."""

from tableside.core.ruling import Refusals

_OF_THE_GAME = Refusals("kavicsok")
cite, no = _OF_THE_GAME.cite, _OF_THE_GAME.no
