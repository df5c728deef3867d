"""Gaia Project: fourteen factions, six rounds, one galaxy."""

from tableside.core import registry
from tableside.games.gaia_project.game import GaiaProject
from tableside.games.gaia_project.records import CATALOG

GAME = GaiaProject(registry.info(__package__), CATALOG)
