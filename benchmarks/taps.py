"""How many taps a game takes: `python -m benchmarks.taps [GAME ...] [--json]`; the last line is one JSON object.

Seeded games with a taught copy are entered move by move through the interface's own logic (`move_builder.Play`, which
the panel draws): every answer, part, "more", suggestion and confirmation is one tap; what the app fills in or the
referee does alone is none. A whole move that is suggested is one tap and stands at once, unless it is cautioned.
A thing that the game's view draws may be touched instead: the thing, its verb, and what is open then (`app/touch.py`).
In Űrcsempészek only the winning die of each card is told, as a table would; by photo a deal with its bidding is two
taps (shutter, take over), and in the first round the camera is a third. A move that the questions do not lead to is
counted by itself (`unreached`) and costs what its slots would.
"""

from __future__ import annotations

import ast
import json
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks.kaosz_people import People
from models.store import Seated
from tableside.app import touch, views
from tableside.app.move_builder import Play
from tableside.app.score_pad import GamePad
from tableside.app.widgets.choice_panel import AT_ONCE
from tableside.core import codec, registry
from tableside.core.game import Choice, Game, Offer
from tableside.core.moves import Move, Plain
from tableside.core.ruling import Illegal
from tableside.core.table import Preview, Table
from tests import contract

PHOTO = 3
"""Taps of a photo: open the camera, the shutter, take over what was read."""
STEPS = 60
"""Questions of one move at most."""
IN_BUBBLE = 7
"""So many verbs of a bubble are seen without scrolling, on a tablet."""
IN_PANEL = 7
"""So many whole moves of the panel are seen without scrolling, on a tablet."""
NAMES = ("Anna", "Béla", "Cili", "Dávid", "Elek", "Flóra")
GOALS = {
    "urcsempeszek": {"taps_a_round": 19, "taps_a_round_by_photo": 6},
    "onward_to_venus": {"taps_a_game": 250},
    "beyond_the_sun": {"taps_a_turn": 5},
    "gaia_project": {"taps_2p": 350, "taps_4p": 950},
    "kaosz_galaktika": {"taps_17_turns": 250},
}
GAMES = 3
"""Seeded games of each kind."""
TURNS = 17
"""Turns of Káosz Galaktika that are counted."""


@dataclass(frozen=True)
class Sitting:
    """A table with players, kept in memory only."""

    table: Table
    players: tuple[Seated, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.players)


@dataclass
class Counted:
    """Taps by kind of question."""

    taps: Counter[str] = field(default_factory=Counter)
    unreached: Counter[str] = field(default_factory=Counter)
    by_move: Counter[str] = field(default_factory=Counter)
    """The same taps by kind of move."""
    moves: int = 0

    def total(self) -> int:
        return sum(self.taps.values())

    def add(self, other: Counted) -> None:
        self.taps += other.taps
        self.unreached += other.unreached
        self.by_move += other.by_move
        self.moves += other.moves


@cache
def drawn(slug: str) -> Mapping[str, frozenset[str]]:
    """The slots whose things a game's view draws, each with those it is drawn under together with.

    Read off its calls of `target` and its tuples SLOTS.
    """
    folder = Path(str(views.__file__)).parent
    own = folder / f"{slug}.py"
    beside = re.findall(r"tableside\.app\.views\.(\w+)", own.read_text(encoding="utf-8")) if own.exists() else []
    found: dict[str, frozenset[str]] = {}
    for file in (own, *(folder / f"{name}.py" for name in beside)):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))) if file.exists() else ():
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "target":
                for slot in _strings(part for one in node.args for part in ast.walk(one)):
                    found.setdefault(slot, frozenset({slot}))
            elif isinstance(node, ast.Assign) and [one.id for one in node.targets if isinstance(one, ast.Name)] == [
                "SLOTS"
            ]:
                slots = frozenset(_strings(getattr(node.value, "elts", ())))
                found |= dict.fromkeys(slots, slots)
    return found


def _strings(nodes: Iterable[ast.AST]) -> Iterator[str]:
    return (one.value for one in nodes if isinstance(one, ast.Constant) and isinstance(one.value, str))


def bought(made: Move) -> Iterator[tuple[str, Plain]]:
    """Units told with their planet, which is what would be touched."""
    for unit in made.get("units") or ():
        yield "planet", str(unit).partition(":")[2]


class Finger:
    """Somebody who knows which move was made and enters it with as few taps as the questions allow."""

    def __init__(self, table: Table) -> None:
        players = tuple(Seated(name) for name in NAMES[: table.seats])
        self.play = Play(Sitting(table, players))  # type: ignore[arg-type]
        self.counted = Counted()
        self.at_once = False

    def enter(self, wanted: Move) -> None:
        """Answer what is asked until the move stands, and confirm it."""
        play, who = self.play, Counter({"who": int(self.play.seat != wanted.seat)})
        play.restart(wanted.seat)
        ways = (
            [Counter[str]()] if touch.forced(play) == wanted else [*self._by_questions(wanted), *self._by_touch(wanted)]
        )
        if not ways:
            self.counted.unreached[wanted.kind] += 1
            ways = [Counter({"kind": 1, "confirm": 1, **{f"{wanted.kind}.{slot}": 1 for slot, _ in wanted.args}})]
        taps = min(ways, key=Counter.total) + who
        self.counted.taps += taps
        self.counted.by_move[wanted.kind] += taps.total()
        self.counted.moves += 1
        play.table.confirm(wanted)
        play.go_on()

    def _by_questions(self, wanted: Move) -> Iterator[Counter[str]]:
        """The taps from question to question, where they lead to the move."""
        taps, self.at_once = Counter[str](), False
        self.play.restart(wanted.seat)
        if self._reached(wanted, taps):
            yield taps + Counter({"confirm": int(not (self.at_once or self._stands(taps)))})

    def _by_touch(self, wanted: Move) -> Iterator[Counter[str]]:
        """The taps where a thing of the picture is touched first, for each thing of the move that is drawn."""
        play = self.play
        for slot, value in (*wanted.args, *bought(wanted)):
            if slot not in drawn(play.game.slug):
                continue
            things = value if isinstance(value, tuple) and value else (value,)
            play.restart(wanted.seat)
            verbs = touch.verbs(play, drawn(play.game.slug)[slot], things[0])
            place = next((place for place, one in enumerate(verbs) if one.made == wanted), None)
            if place is not None and not self._cautioned(wanted):
                yield Counter({"thing": 1, "verb": 1, "scroll": int(place >= IN_BUBBLE)})
                continue
            verb = next((one for one in verbs if one.picks[1:] and one.picks[0][1] == wanted.kind), None)
            if verb is None or verb.why_not is not None:
                continue
            taps, self.at_once = Counter({"thing": 1, "verb": 1}), False
            touch.follow(play, verb)
            # Where nothing was open after the verb it stands at once, unless it is worth a second look.
            at_once = play.ready and isinstance(play.preview, Preview) and not play.preview.legal.cautions
            if verb.part:
                for one in things[1:]:
                    taps[f"{wanted.kind}.{slot}"] += 1
                    play.toggle(one)
                if not play.ready and play.asked_parts is not None:
                    taps[f"{wanted.kind}.{slot}"] += 1
                    play.settle_parts()
            if self._reached(wanted, taps):
                yield taps + Counter({"confirm": int(not (at_once or self.at_once or self._stands(taps)))})

    def _reached(self, wanted: Move, taps: Counter[str]) -> bool:
        """Answer what is open; whether the answers lead to the move."""
        play = self.play
        led = all(self._step(wanted, taps) for _ in range(STEPS) if not play.ready) and play.ready
        return led and self._same(play.partial, wanted)

    def _stands(self, taps: Counter[str]) -> bool:
        """Whether the last answer was a tap, and a move of this kind needs no other."""
        play = self.play
        calm = isinstance(play.preview, Preview) and not play.preview.legal.cautions
        return bool(taps) and play.stands and calm

    def _cautioned(self, wanted: Move) -> bool:
        preview = self.play.table.preview(wanted)
        return not isinstance(preview, Preview) or bool(preview.legal.cautions)

    def _same(self, made: Move, wanted: Move) -> bool:
        """Whether both moves do the same, be it told in another order."""
        game, state = self.play.game, self.play.state
        return made == wanted or game.judge(state, made) == game.judge(state, wanted)

    def _step(self, wanted: Move, taps: Counter[str]) -> bool:
        """Answer one question; whether an answer leads on to the move."""
        play = self.play
        if not play.choices:
            return False
        choice = play.choices[0]
        if wanted in choice.ready:
            taps["ready"] += 1
            taps["scroll"] += int(choice.ready.index(wanted) >= IN_PANEL)
            self._take(wanted)
            return True
        name = choice.slot if choice.slot == "kind" else f"{wanted.kind}.{choice.slot}"
        want = wanted.kind if choice.slot == "kind" else wanted.get(choice.slot)
        if choice.parts and isinstance(want, tuple) and want:
            return self._toggle(choice, want, name, taps, wanted)
        offer = answer(choice, want)
        if offer is None:
            return False
        place = [one for one in choice.offers if one.why_not is None].index(offer)
        taps[name] += 1 + (place >= AT_ONCE * 3)
        play.choose(choice.slot, offer.value, offer.label)
        return True

    def _take(self, wanted: Move) -> None:
        """A whole move: nothing is open, so it stands at once, unless it is worth a second look."""
        self.play.take(wanted)
        preview = self.play.preview
        self.at_once = isinstance(preview, Preview) and not preview.legal.cautions

    def _toggle(self, choice: Choice, want: tuple[Plain, ...], name: str, taps: Counter[str], wanted: Move) -> bool:
        known = {part.value for part in choice.parts}
        if not set(want) <= known:
            return False
        listed = (offer.value for offer in choice.offers if offer.why_not is None and isinstance(offer.value, tuple))
        near = min(listed, key=lambda value: len(_changed(value, want)), default=())
        changed = _changed(near, want)
        if near and 1 + len(changed) < len(want):
            # A suggestion is taken, and what differs is changed on the picture.
            taps[name] += 1
            self.play.choose(choice.slot, near, choice.label)
            if not changed:
                return True
            taps[name] += 1
            self.play.amend(choice.slot, changed.pop())
            want = tuple(changed)
        for value in want:
            taps[name] += 1
            self.play.toggle(value)
        ready = next((one.ready for one in self.play.following if wanted in one.ready), ())
        if ready:
            taps["ready"] += 1
            taps["scroll"] += int(ready.index(wanted) >= IN_PANEL)
            self._take(wanted)
            return True
        asked = self.play.asked_parts
        if not self.play.ready and asked is not None and asked.slot == choice.slot:
            taps[name] += 1
            self.play.settle_parts()
        return True


def _changed(value: tuple[Plain, ...], want: tuple[Plain, ...]) -> list[Plain]:
    """What has to be picked or taken back to come from one list to the other."""
    have, wish = Counter(value), Counter(want)
    return sorted(((have - wish) + (wish - have)).elements(), key=repr)


def answer(choice: Choice, want: Plain) -> Offer | None:
    """The answer that is wanted, or the one that comes nearest to it where things are told one by one."""
    possible = [offer for offer in choice.offers if offer.why_not is None]
    exact = next((offer for offer in possible if offer.value == want), None)
    if exact is not None or not isinstance(want, tuple):
        return exact
    leading = [(fit, offer) for offer in possible if (fit := _fits(offer.value, want)) is not None]
    return max(leading, key=lambda one: one[0])[1] if leading else None


def _fits(value: Plain, want: tuple[Plain, ...]) -> tuple[int, int] | None:
    """How far a value told so far leads to the whole: things told, and the place reached; None when it leads astray."""
    if not isinstance(value, tuple):
        return None
    marks = [item for item in value if isinstance(item, tuple) and item and item[0] == "…"]
    if len(value) == len(want) and () in value:
        # Places that are filled one after the other, in any order.
        return (sum(one != () for one in value), 0) if all(a in ((), b) for a, b in zip(value, want)) else None
    told = [item for item in value if item not in marks]
    in_turn = tuple(told) == want[: len(told)]
    within = not Counter(map(repr, told)) - Counter(map(repr, want))
    if not (in_turn or within) or (not marks and not in_turn and len(told) != len(want)):
        return None
    return len(told), int(marks[-1][-1]) if marks else len(want)


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

    whole, rounds = Counted(), 0
    for seed in range(GAMES):
        game = contract.game_of("urcsempeszek")
        table = Table(game, game.info.settle({}), 4)
        table.run_routine()
        finger, people = Finger(table), People(table, random.Random(f"taps urcsempeszek {seed}"))
        while table.to_act():
            wanted = people.made()
            rounds += wanted.kind == "deal"
            finger.enter(winners_only(game, table.state, wanted) if wanted.kind == "bid" else wanted)
        whole.add(finger.counted)
    by_move = whole.by_move
    total = whole.total() - by_move["colour"] - by_move["host"]
    # The camera opens by itself after a round that was photographed, so only a game's first photo is one tap more.
    photos = (PHOTO - 1) * rounds + GAMES
    return {
        "taps_a_round": round(total / rounds, 1),
        "taps_a_round_by_photo": round((total - by_move["deal"] - by_move["bid"] + photos) / rounds, 1),
    }, whole


def venus() -> tuple[dict[str, Any], Counted]:
    """Irány a Vénusz!, three players as people play it: a game."""
    from benchmarks.venus_people import People

    whole = Counted()
    for seed in range(GAMES):
        game = contract.game_of("onward_to_venus")
        table = Table(game, game.info.settle({}), 3)
        table.run_routine()
        finger, people = Finger(table), People(table, random.Random(f"taps onward_to_venus {seed}"))
        while table.to_act():
            finger.enter(people.made())
        whole.add(finger.counted)
    return {"taps_a_game": round(whole.total() / GAMES, 1)}, whole


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
            if want != pad.get(seat, row):
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
