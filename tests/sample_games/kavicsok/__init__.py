"""Pebbles: roll, take up to so many, buy stones; small, but it uses every part of the kernel."""

from tableside.core import catalog, registry
from tests.sample_games.kavicsok.game import Kavicsok

GAME = Kavicsok(registry.info(__package__), catalog.load(__package__, Kavicsok.tables))
