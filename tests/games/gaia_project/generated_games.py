"""Games of our own in the record notation, made by random play; run as a module it writes them anew."""

from __future__ import annotations

import json
import lzma
import random
from pathlib import Path
from typing import Any

from tableside.core.moves import Move
from tableside.core.ruling import Legal
from tableside.games.gaia_project import GAME
from tableside.games.gaia_project.counts import final_count
from tableside.games.gaia_project.map_geometry import bits
from tableside.games.gaia_project.recordings.lines import places_of, rules_for
from tableside.games.gaia_project.recordings.snapshots import PHASES, Replayer
from tableside.games.gaia_project.records import CATEGORIES, PLACES, TRACKS
from tableside.games.gaia_project.rules.actions import specials
from tableside.games.gaia_project.rules.charging import charge_amount
from tableside.games.gaia_project.rules.setup import setup
from tableside.games.gaia_project.state import State

FILE = Path(__file__).parent / "generated_games.jsonl.xz"
GAMES = (
    ("own-1", "clockwise", ("terrans", "ivits")),
    ("own-2", "pass-order", ("xenos", "taklons", "nevlas")),
    ("own-3", "pass-order", ("lantids", "gleens", "ambas", "hadsch-hallas")),
    ("own-4", "clockwise", ("geodens", "firaks", "itars", "taklons")),
    ("own-5", "clockwise", ("baltaks", "bescods", "itars")),
)
"""Name (also the seed), turn order and factions: all fourteen take part."""
STONE = {0: "discard", 1: "area1", 2: "area2", 3: "area3", 4: "gaia"}
UNIT = {"token": "t-a3", "former": "gf", "area": "tg"}
PRICE = {
    "pw": {"q": 4, "o": 3, "k": 4, "c": 1},
    "c": {"q": 4, "o": 3, "k": 4},
    "area": {"q": 4, "o": 3, "k": 4, "c": 1},
}


def spoken(state: State, made: Move) -> str:
    """One move as the notation has it; the end of a turn is an empty command."""
    match made.kind:
        case "faction":
            return f"faction {made['faction']}"
        case "start":
            piece = "PI" if state.players[made.seat or 0].faction == "ivits" else "m"
            return f"build {piece} {made['hex']}"
        case "booster":
            return f"booster {made['booster']}"
        case "mine":
            return f"build m {made['hex']}"
        case "project":
            return f"build gf {made['hex']}"
        case "station":
            return f"build sp {made['hex']}"
        case "downgrade":
            return f"build ts {made['hex']}"
        case "upgrade":
            return f"build {made['to']} {made['hex']}"
        case "research" | "up":
            return f"up {made['track']}"
        case "skip":
            return "decline up"
        case "tile":
            return f"tech {made['place']}"
        case "cover":
            return f"cover {PLACES[state.techs.index(made['tile'])]}"
        case "lost":
            return f"lostPlanet {made['hex']}"
        case "action":
            return f"action {made['action']}"
        case "special":
            return f"special {specials(state.players[made.seat or 0])[made['action']]}"
        case "swap":
            return f"swap-PI {made['hex']}"
        case "token":
            return f"fedtile {made['token']}"
        case "federation":
            return f"federation {','.join(_all_hexes(state, made))} {made['token']}"
        case "pass":
            return f"pass {made['booster']}".strip()
        case "burn":
            return "burn 1"
        case "convert":
            into = made["into"]
            price = sum(PRICE.get(made["of"], {}).get(unit, 1) for unit in into)
            gained = ",".join(f"{into.count(unit)}{unit}" for unit in dict.fromkeys(into))
            return f"spend {price}{UNIT.get(made['of'], made['of'])} for {gained}"
        case "income":
            spec = made["source"].partition("|")[2].split(",")
            return f"income {next(part for part in spec if part.endswith(('t', 'pw')))}"
        case "charge":
            task = state.todo[0]
            n = charge_amount(state.players[task.seat], task.a, made["token"] == "before")
            return {"none": f"charge {n}pw", "after": f"charge {n}pw,1t", "before": f"charge 1t,{n}pw"}[made["token"]]
        case "decline":
            return f"decline {state.todo[0].a}pw"
        case "stone":
            return f"brainstone {STONE[made['to']]}"
        case "exchange":
            return "spend 4tg for tech"
        case "done":
            return "decline tech"
        case "end":
            return ""
    raise ValueError(made.kind)


def _all_hexes(state: State, made: Move) -> tuple[str, ...]:
    """For Ivits the notation names the hexes of the old federation too."""
    player = state.players[made.seat or 0]
    old = [state.map.name[hex] for hex in bits(player.federated)] if player.faction == "ivits" else []
    return tuple(sorted((*made["hexes"], *old)))


class Writer(Replayer):
    """A random game, written down while it is played."""

    def __init__(self, name: str, turn_order: str, factions: tuple[str, ...]) -> None:
        players = len(factions)
        self.record: dict[str, Any] = {
            "id": name,
            "players": players,
            "turn_order": turn_order,
            "moves": [],
            "snaps": [],
        }
        self.factions = factions
        self.game = GAME
        self.rows = {}
        self.state = setup(rules_for(self.record, False), players)
        self.chance = random.Random(name)
        self.lines: list[str] = []
        self.snaps: list[dict[str, Any]] = []

    def snap(self, line: str) -> None:
        self.lines.append(line)
        state = self.state
        acting = next(iter(GAME.to_act(state)), -1)
        phase = "roundLeech" if state.todo and state.todo[0].kind == "charge" else PHASES[state.phase]
        rows = [list(self.row(seat)) for seat in range(len(state.players))]
        self.snaps.append({"r": state.round, "ph": phase, "next": acting, "s": rows})

    def step(self) -> Move:
        (seat,) = GAME.to_act(self.state)
        made = GAME.sample(self.state, seat, self.chance.randrange)
        if made.kind == "faction":
            made = made.given(faction=self.factions[seat or 0])
        for _ in range(4):
            if made.kind not in ("pass", "decline", "convert", "burn"):
                break
            made = GAME.sample(self.state, seat, self.chance.randrange)
        self.do(made)
        return made

    def do(self, made: Move) -> None:
        ruling = GAME.judge(self.state, made)
        assert isinstance(ruling, Legal), (made, ruling)
        for happened in ruling.events:
            self.state = GAME.apply(self.state, happened)

    def write(self) -> dict[str, Any]:
        """The whole game as a record."""
        for _ in ("tiles", "board", "map"):
            layout = self.step()
        state, record = self.state, self.record
        record["setup"] = {
            "boosters": list(state.boosters),
            "roundScoring": list(state.rounds),
            "finalScoring": list(state.finals),
            "techs": dict(zip(PLACES, state.techs)),
            "advtechs": {f"adv-{track}": tile for track, tile in zip(TRACKS, state.advanced)},
            "terraFederation": state.token,
            "sectors": [{"sector": face, "rotation": n, "center": [q, r]} for face, n, q, r in layout["places"]],
        }
        grid = state.map
        record["hexes"] = [[name, *grid.at[name], grid.planet[number], ""] for name, number in grid.number.items()]
        assert places_of(record) == (layout["places"], False)
        self.snap(f"init {record['players']} {record['id']}")
        while GAME.to_act(self.state):
            self.write_line()
        state = self.state
        record["factions"] = [player.faction for player in state.players]
        record |= {"moves": self.lines, "snaps": self.snaps}
        record["final"] = [
            {
                "vp": player.vp,
                "categories": dict(zip(CATEGORIES, player.tally)),
                "finalCounts": [final_count(state, player, tile) for tile in state.finals],
            }
            for player in state.players
        ]
        record["finalMap"] = {name: self.on_map(number) for name, number in grid.number.items()}
        return record

    def write_line(self) -> None:
        """All moves of one seat that belong together, with the bookkeeping after them."""
        (seat,) = GAME.to_act(self.state)
        assert seat is not None
        phase, words = self.state.phase, []
        subject = self.state.players[seat].faction or f"p{seat + 1}"
        while True:
            before = self.state
            made = self.step()
            words.append(spoken(before, made))
            self.routine()
            if made.kind in ("end", "pass") or self.state.phase != phase or GAME.to_act(self.state) != {seat}:
                break
            waiting = self.state.todo[0].kind if self.state.todo else ""
            if phase in ("factions", "start", "boosters"):
                break
            asked = before.todo[0].kind if before.todo else ""
            if asked == "charge" and not waiting.startswith("stone"):
                break
            if asked == "stone_charge" and not waiting and phase == "actions" and not self.state.acted:
                break
        line = ". ".join(words)
        self.snap(f"{subject} {line}" if not line.endswith(". ") else f"{subject} {line[:-1]}")


def main() -> None:
    """Write the games that ship with the tests."""
    with lzma.open(FILE, "wt", encoding="utf-8", preset=9) as stream:
        for name, turn_order, factions in GAMES:
            record = Writer(name, turn_order, factions).write()
            print(name, record["factions"], len(record["moves"]), [row["vp"] for row in record["final"]])
            stream.write(json.dumps(record, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
