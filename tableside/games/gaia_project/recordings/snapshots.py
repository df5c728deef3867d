"""A replayed game beside its record: every field of every snapshot, the final score and the final map."""

from __future__ import annotations

from tableside.games.gaia_project.counts import final_count
from tableside.games.gaia_project.recordings.lines import Lines, Record
from tableside.games.gaia_project.records import CATEGORIES
from tableside.games.gaia_project.rules.turn_order import to_act
from tableside.games.gaia_project.state import planet_at, structure_at

FIELDS = (
    *("vp", "c", "o", "k", "q", "p1", "p2", "p3", "pg", "bs"),
    *("terra", "nav", "int", "gaia", "eco", "sci"),
    *("m", "ts", "lab", "PI", "ac1", "ac2", "gf", "sp"),
    *("sat", "gfTotal", "gfInGaia", "lost", "nTech", "nFed", "nGreen"),
)
"""What a snapshot says of each player, in its order."""
PHASES = {
    "tiles": "setupInit",
    "board": "setupInit",
    "map": "setupBoard",
    "factions": "setupFaction",
    "auction": "setupAuction",
    "start": "setupBuilding",
    "boosters": "setupBooster",
    "income": "roundIncome",
    "gaia": "roundGaia",
    "actions": "roundMove",
    "over": "endGame",
}


class Replayer(Lines):
    """One record, replayed and compared."""

    def row(self, seat: int) -> tuple[int, ...]:
        """One player as a snapshot has it."""
        player = self.state.players[seat]
        known = self.rows.get(seat)
        if known is not None and known[0] is player:
            return known[1]
        row = (
            sum(player.tally),
            player.credits,
            player.ore,
            player.knowledge,
            player.qic,
            player.bowl1,
            player.bowl2,
            player.bowl3,
            player.area,
            player.stone,
            *player.research,
            player.mines.bit_count() + player.guests.bit_count(),
            player.stations.bit_count(),
            player.labs.bit_count(),
            player.institute.bit_count(),
            player.academy1.bit_count(),
            player.academy2.bit_count(),
            player.projects.bit_count(),
            player.outposts.bit_count(),
            player.satellites.bit_count(),
            player.formers,
            player.parked,
            1 if player.lost else 0,
            len(player.techs) + len(player.advanced),
            len(player.tokens),
            sum(player.green),
        )
        self.rows[seat] = (player, row)
        return row

    def compare(self, snap: Record) -> str | None:
        """The first field in which a snapshot differs, in words, or None."""
        for seat, theirs in enumerate(snap["s"]):
            ours = self.row(seat)
            if tuple(theirs) != ours:
                for name, mine, other in zip(FIELDS, ours, theirs):
                    if mine != other:
                        return f"seat {seat} {name}: {mine}, recorded {other}"
        state = self.state
        if state.round != snap["r"]:
            return f"round: {state.round}, recorded {snap['r']}"
        phase = PHASES.get(state.phase, state.phase)
        if state.todo and state.todo[0].kind == "charge":
            phase = "roundLeech"
        if phase != snap["ph"]:
            return f"phase: {phase}, recorded {snap['ph']}"
        acting = to_act(state)
        following = next(iter(acting), -1)
        if following is None:
            following = len(state.players) - 1
        if following != snap["next"]:
            return f"next: {following}, recorded {snap['next']}"
        return None

    def compare_final(self) -> str | None:
        """The first difference in the final score by category, in words, or None."""
        if self.state.phase != "over":
            return None
        for seat, theirs in enumerate(self.record.get("final") or ()):
            player = self.state.players[seat]
            ours = dict(zip(CATEGORIES, player.tally))
            for name, points in theirs.get("categories", {}).items():
                if ours.get(name, 0) != points:
                    return f"seat {seat} {name}: {ours.get(name, 0)}, recorded {points}"
            if player.vp != theirs["vp"]:
                return f"seat {seat} vp: {player.vp}, recorded {theirs['vp']}"
            counts = [final_count(self.state, player, tile) for tile in self.state.finals]
            if counts != theirs.get("finalCounts", counts):
                return f"seat {seat} final counts: {counts}, recorded {theirs['finalCounts']}"
        return self.compare_map()

    def compare_map(self) -> str | None:
        """The first hex of the final map that differs, in words, or None."""
        for name, theirs in (self.record.get("finalMap") or {}).items():
            hex = self.state.map.number.get(name)
            if hex is None:
                return f"no hex {name}"
            ours = self.on_map(hex)
            for key, value in ours.items():
                recorded = theirs.get(key, [] if key == "feds" else None)
                if value != (sorted(recorded) if key == "feds" else recorded):
                    return f"{key} at {name}: {value}, recorded {recorded}"
        return None

    def on_map(self, hex: int) -> Record:
        """What lies on one hex: planet, main building and its owner, a guest's owner, federations."""
        state, bit = self.state, 1 << hex
        found: Record = {"pl": planet_at(state, hex), "b": None, "p": None, "add": None}
        for seat, player in enumerate(state.players):
            piece = structure_at(player, bit)
            if piece == "guest":
                found["add"] = seat
            elif piece:
                found |= {"b": "m" if piece == "lost" else piece, "p": seat}
            elif player.projects & bit:
                found |= {"b": "gf", "p": seat}
            elif player.outposts & bit:
                found |= {"b": "sp", "p": seat}
        found["feds"] = [seat for seat, player in enumerate(state.players) if player.federated & bit]
        return found
