"""How many taps a game takes: `python -m benchmarks.taps [GAME ...] [--json]`; the last line is one JSON object.

Seeded games with a taught copy are entered move by move through the app's own logic (`move_builder.MoveBuilder`, which
the panel draws): every answer, part, "more", suggestion and confirmation is one tap; what the app fills in or the
referee does alone is none. A whole move that is suggested is one tap and stands at once, unless it is cautioned.
A thing that the game's view draws may be touched instead: the thing, its verb, and what is open then (`app/touch.py`).
In Űrcsempészek only the winning die of each card is told, as a table would; by photo a deal with its bidding is two
taps (shutter, take over), and in the first round the camera is a third. A move that the questions do not lead to is
counted by itself (`unreached`) and costs what its slots would.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

from benchmarks.finger import Counted, Finger
from benchmarks.kaosz_people import People
from tableside.app.score_pad import GamePad
from tableside.core import codec, registry
from tableside.core.game import Game
from tableside.core.moves import Move
from tableside.core.ruling import Illegal
from tableside.core.table import Table
from tests import contract

PHOTO = 3
"""Taps of a photo: open the camera, the shutter, take over what was read."""
GOALS = {
    "urcsempeszek": {"taps_a_round": 19, "taps_a_round_by_photo": 6},
    "onward_to_venus": {"taps_a_game": 250},
    "beyond_the_sun": {"taps_a_turn": 5},
    "gaia_project": {"taps_2p": 350, "taps_4p": 950},
    "kaosz_galaktika": {"taps_17_turns": 250},
}
GAMES = 3
"""Seeded games of each kind."""
EVENINGS = 8
"""Seeded games of Irány a Vénusz!, which differ more than those of the others."""
TURNS = 17
"""Turns of Káosz Galaktika that are counted."""


def winners_only(game: Game[Any], state: Any, made: Move) -> Move:
    """A bidding as a table tells it: the winning die of each card."""
    from tableside.games.urcsempeszek.rules.evaluation import winner

    after = state
    ruling = game.judge(state, made)
    for happened in ruling.events:  # type: ignore[union-attr]
        after = game.apply(after, happened)
    won = [one for card in after.cards if (one := winner(after, card)) is not None]
    return made.given(dice=tuple((one.card, after.players[one.seat].colour, one.value) for one in won))


def smugglers() -> tuple[dict[str, Any], Counted]:
    """Űrcsempészek, four players as people play it: a round by hand, and with one photo of galaxy and bidding."""
    from benchmarks.smuggler_people import People

    whole, rounds, later = Counted(), 0, 0
    for seed in range(GAMES):
        game = contract.game_of("urcsempeszek")
        table = Table(game, game.info.settle({}), 4)
        table.run_routine()
        finger, people = Finger(table), People(table, random.Random(f"taps urcsempeszek {seed}"))
        begun = first = 0
        while table.to_act():
            wanted = people.made()
            if wanted.kind == "deal":
                begun += 1
                first = first or (_by_hand(finger.counted) if begun == 2 else 0)
            if wanted.kind == "all_pay" and finger.play.seat in table.to_act():
                # The button stands before whoever is asked now.
                wanted = Move(finger.play.seat, wanted.kind, wanted.args)
            finger.enter(winners_only(game, table.state, wanted) if wanted.kind == "bid" else wanted)
        rounds += begun
        later += _by_hand(finger.counted) - first
        whole.add(finger.counted)
    by_move = whole.by_move
    total = whole.total() - by_move["colour"] - by_move["host"]
    # The camera opens by itself after a round that was photographed, so only a game's first photo is one tap more.
    photos = (PHOTO - 1) * rounds + GAMES
    return {
        "taps_a_round": round(total / rounds, 1),
        "taps_a_round_by_photo": round(later / (rounds - GAMES) + PHOTO - 1, 1),
        "taps_a_round_by_photo_with_the_first": round((_by_hand(whole) + photos) / rounds, 1),
    }, whole


def _by_hand(counted: Counted) -> int:
    """Taps of a game whose galaxies and biddings are photographed, but for those photos."""
    by_move = counted.by_move
    return counted.total() - sum(by_move[kind] for kind in ("colour", "host", "deal", "bid"))


def venus() -> tuple[dict[str, Any], Counted]:
    """Irány a Vénusz!, three players as people play it: a game."""
    from benchmarks.venus_people import People

    whole, totals = Counted(), []
    for seed in range(EVENINGS):
        game = contract.game_of("onward_to_venus")
        table = Table(game, game.info.settle({}), 3)
        table.run_routine()
        finger, people = Finger(table), People(table, random.Random(f"taps onward_to_venus {seed}"))
        while table.to_act():
            finger.enter(people.made())
        whole.add(finger.counted)
        totals.append(finger.counted.total())
    figures = {"taps_a_game": round(whole.total() / EVENINGS, 1), "least": min(totals), "most": max(totals)}
    return figures | {"games": EVENINGS}, whole


def beyond() -> tuple[dict[str, Any], Counted]:
    """Beyond the Sun, three players as people play it, set-up included: a turn is an action space taken."""
    from benchmarks import beyond_people

    whole, turns = Counted(), 0
    for seed in range(GAMES):
        game = contract.game_of("beyond_the_sun")
        table = Table(game, game.info.settle({}), 3)
        table.run_routine()
        finger, chance = Finger(table), random.Random(f"taps beyond_the_sun {seed}")
        while acting := sorted(table.to_act(), key=lambda seat: -1 if seat is None else seat):
            wanted = beyond_people.made(table, chance.choice(acting), chance)
            finger.enter(wanted)
            turns += wanted.kind == "act"
        whole.add(finger.counted)
    return {"taps_a_turn": round(whole.total() / turns, 1)}, whole


def kaosz() -> tuple[dict[str, Any], Counted]:
    """Káosz Galaktika, two players: the set-up and the first 17 turns, played as people do (`kaosz_people`)."""
    game, whole = contract.game_of("kaosz_galaktika"), Counted()
    for seed in range(GAMES):
        table = Table(game, game.info.settle({}), 2)
        people, finger = People(table, random.Random(f"people {seed}")), Finger(table)
        while table.to_act() and table.state.turn <= TURNS:
            finger.enter(people.decide())
            people.watch()
        whole.taps += finger.counted.taps
        whole.unreached += finger.counted.unreached
        whole.moves += finger.counted.moves
    return {"taps_17_turns": round(whole.total() / GAMES, 1)}, whole


def gaia_records() -> list[dict[str, Any]]:
    """Complete games of people where they are at hand, else the project's own games."""
    from benchmarks.gaia import OWN
    from tableside.games.gaia_project.recordings.replay import read_records

    folder = Path(__file__).parents[2] / "shared/data/gaia/recorded"
    found = sorted(folder.glob("complete_*.json")) if folder.is_dir() else []
    return [record for path in found or [OWN] for record in read_records(path)]


def as_printed(places: tuple[Any, ...], seats: int) -> tuple[Any, ...] | None:
    """The same map turned and moved onto the places of the printed one; None where its outline is another."""
    from tableside.games.gaia_project.map_geometry import turned
    from tableside.games.gaia_project.rules.laying import layout

    printed = sorted(place[2:] for place in layout(seats))
    for turns in range(6):
        spots = [turned(q, r, turns) for *_, q, r in places]
        (left, top), (q0, r0) = min(spots), printed[0]
        moved = [(q - left + q0, r - top + r0) for q, r in spots]
        if sorted(moved) == printed:
            return tuple((face, (turn + turns) % 6, *spot) for (face, turn, *_), spot in zip(places, moved))
    return None


def gaia() -> tuple[dict[str, Any], Counted]:
    """Gaia Project: recorded games for two and four players, entered from the first tile to the last pass.

    Hexes are called by their sector, so the record's moves fit its map turned as the printed one lies.
    """
    from dataclasses import replace

    from tableside.games.gaia_project import GAME
    from tableside.games.gaia_project.recordings.snapshots import Replayer
    from tableside.games.gaia_project.rules.laying import map_move
    from tableside.games.gaia_project.state import evolve

    class Listened(Replayer):
        """A replay that keeps the moves."""

        def play(self, wanted: Move) -> Illegal | None:
            refusal = super().play(wanted)
            if refusal is None:
                made.append(wanted)
            return refusal

    figures: dict[str, Any] = {}
    whole = Counted()
    for seats in (2, 4):
        totals = []
        for record in gaia_records():
            made: list[Move] = []
            replayer = Listened(record, GAME)
            start = replayer.state
            if len(start.players) != seats or len(totals) == GAMES:
                continue
            if any(replayer.line(words) is not None for words in record["moves"]):
                continue
            places = as_printed(replayer.places, seats)
            if places is not None:
                start = evolve(start, rules=replace(start.rules, map="free"))
                laid = map_move(start.rules, seats, places)
                made = [laid if wanted.kind == "map" else wanted for wanted in made]
            table = Table(GAME, {}, seats, start=start, automatic=False)
            finger = Finger(table)
            for wanted in made:
                if GAME.routine(table.state) == wanted:
                    table.confirm(wanted)
                    finger.play.restart()
                else:
                    finger.enter(wanted)
            totals.append(finger.counted.total())
            whole.taps += finger.counted.taps
            whole.unreached += finger.counted.unreached
            whole.by_move += finger.counted.by_move
            whole.moves += finger.counted.moves
        if totals:
            figures[f"taps_{seats}p"] = round(sum(totals) / len(totals), 1)
    figures["unreached"] = sum(whole.unreached.values())
    return figures, whole


KINDS = {
    "gaia_project": gaia,
    "urcsempeszek": smugglers,
    "onward_to_venus": venus,
    "beyond_the_sun": beyond,
    "kaosz_galaktika": kaosz,
}


def leave_out(told: GamePad, blank: GamePad) -> None:
    """Set back the numbers that nothing of the result hangs on, such as low levels of a track: nobody types them."""
    result = told.judge()
    for seat in range(len(told.names())):
        for row in told.rows():
            want, before = told.get(seat, row), blank.get(seat, row)
            if row.kind == "strip" and want != before:
                told.press(seat, row, before, True)
                if told.judge() != result:
                    told.press(seat, row, want, True)


def score_only(slug: str) -> float:
    """Taps a player on the score pad for the game's example of an end, by hand: columns, keys, and shared questions."""
    game = registry.find(slug)
    told = GamePad(game, codec.encode(game.example()), ())
    people = told.names()
    pad = GamePad(game, None, people)
    leave_out(told, pad)
    shared = [value for asked in pad.shared if (value := told.data[asked.name]) != pad.data[asked.name]]
    taps = len(people) - 1 + sum(len(value) if isinstance(value, list) else 1 for value in shared)
    for seat in range(len(people)):
        rows = pad.rows()
        for row in rows:
            want = told.get(seat, row)
            if want != pad.get(seat, row) and not (row.worth and want < row.worth):
                taps += 1 if row.kind in ("strip", "choice") else len(str(want)) if row.kind == "digits" else len(want)
        # What no key tells stands in the long form: a tap opens it, and each answer there is one more.
        covered = {row.path[0] for row in rows}
        rest = [value for key, value in told.data["players"][seat].items() if key not in covered and key != "name"]
        taps += sum(1 + 2 * len(value) if isinstance(value, list) and value else bool(value) for value in rest)
    return round(taps / len(people), 1)


def touched() -> dict[str, Any]:
    """What is counted by real touches: the way to the first move with nothing taught, and a wrong die put right."""
    command = [sys.executable, "-m", "benchmarks.touched"]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found: dict[str, Any] = json.loads(told.splitlines()[-1])
    return found


def main(*words: str) -> int:
    slugs = [word for word in words if not word.startswith("--")] or list(KINDS)
    found: dict[str, Any] = {}
    for slug in slugs:
        figures, counted = KINDS[slug]()
        found[slug] = figures
        if "--json" not in words:
            print(f"{slug}: {figures}, goals {GOALS[slug]}; {counted.moves} moves")
            for name, taps in counted.taps.most_common():
                print(f"  {name:30} {taps / counted.total():6.1%} {taps}")
            print("  not led to by the questions:", dict(counted.unreached) or "none")
    if slugs == list(KINDS):
        found |= touched()
        found |= {"score_only": {slug: score_only(slug) for slug in KINDS}}
    print(json.dumps(found))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
