"""Káosz Galaktika: two decks of 45, ships by speed, and answers that resolve last in, first out."""

from tableside.core import catalog, registry
from tableside.games.kaosz_galaktika.game import KaoszGalaktika

GAME = KaoszGalaktika(registry.info(__package__), catalog.load(__package__, KaoszGalaktika.tables))
