"""P: what tiles count."""

from __future__ import annotations

from tableside.games.gaia_project.state import Player, State, count, gaia_count, sectors, types


def amount(state: State, player: Player, per: str) -> int:
    """How many of the things a tile pays for this player has."""
    match per:
        case "token":
            return len(player.tokens)
        case "mine":
            return count(player, "m") + (1 if player.lost else 0)
        case "lab":
            return player.labs.bit_count()
        case "station":
            return player.stations.bit_count()
        case "big":
            return (player.institute | player.academy1 | player.academy2).bit_count()
        case "type":
            return types(state, player)
        case "gaia":
            return gaia_count(state, player)
        case "sector":
            return sectors(state, player)
    return 1


def final_count(state: State, player: Player, tile: str) -> int:
    """P6: how far a player stands on the track of a final scoring tile."""
    match tile:
        case "structure":
            return player.land.bit_count()
        case "structureFed":
            return (player.land & player.federated).bit_count()
        case "planetType":
            return types(state, player)
        case "gaia" | "sector":
            return amount(state, player, tile)
        case "satellite":
            return player.satellites.bit_count() + player.outposts.bit_count()
    raise KeyError(tile)
