"""Gaia Project: fourteen factions, six rounds, one galaxy."""

from tableside.core import registry
from tableside.games.gaia_project.content import CATALOG
from tableside.games.gaia_project.game import GaiaProject

GAME = GaiaProject(registry.info(__package__), CATALOG)
