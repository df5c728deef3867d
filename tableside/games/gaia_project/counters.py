"""What a table may set right by hand: goods, bowls, levels and points of a player, and whether the map is told."""

from __future__ import annotations

from tableside.core.game import Counter
from tableside.games.gaia_project.names import say
from tableside.games.gaia_project.records import CAPS, LAST_LEVEL, TRACKS
from tableside.games.gaia_project.state import State


def counters(state: State, seat: int | None) -> tuple[Counter, ...]:
    """What a table may set right by hand: goods, bowls, levels and points of a player, and whether the map is told."""
    if seat is None:
        played = state.places and state.round > 0 and state.phase not in ("scoring", "over")
        return (Counter("telling", say("counter.telling"), state.telling, 1),) if played else ()
    if not state.players[seat].faction:
        return ()
    owner, path = state.players[seat], f"players.{seat}"
    found = [
        Counter(f"{path}.{name}", say(f"counter.{name}"), getattr(owner, name), CAPS.get(name))
        for name in ("credits", "ore", "knowledge", "qic", "bowl1", "bowl2", "bowl3", "area")
    ]
    if owner.stone:
        found.append(Counter(f"{path}.stone", say("counter.stone"), owner.stone, 4, 1))
    found += [
        Counter(f"{path}.research.{number}", say(f"track.{track}"), owner.research[number], LAST_LEVEL)
        for number, track in enumerate(TRACKS)
    ]
    if state.phase == "telling":
        found.append(Counter(f"{path}.tally.0", say("counter.points"), owner.tally[0], 300))
    found.append(Counter(f"{path}.willing", say("counter.willing"), owner.willing, 5, -1))
    return (*found, Counter(f"{path}.bonus", say("counter.bonus"), owner.bonus, 200, -200))
