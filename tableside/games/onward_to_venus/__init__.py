"""Onward to Venus (Irány a Vénusz!): two to five empires, three periods, three special dice."""

from tableside.core import catalog, registry
from tableside.games.onward_to_venus.game import OnwardToVenus

GAME = OnwardToVenus(registry.info(__package__), catalog.load(__package__, OnwardToVenus.tables))
