"""Űrcsempészek: bid for sectors with dice all at once, pay with energy and goods, be left with nothing."""

from tableside.core import catalog, registry
from tableside.games.urcsempeszek.game import Urcsempeszek

GAME = Urcsempeszek(registry.info(__package__), catalog.load(__package__, Urcsempeszek.tables))
