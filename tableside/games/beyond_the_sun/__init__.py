"""Beyond the Sun: two to four factions, a technology tree that grows, fleets, control and colonies."""

from tableside.core import catalog, registry
from tableside.games.beyond_the_sun.game import BeyondTheSun

GAME = BeyondTheSun(registry.info(__package__), catalog.load(__package__, BeyondTheSun.tables))
