"""A finger that enters moves it knows through the interface's own logic, with as few taps as the questions allow."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from models.store import Seated
from tableside.app import touch, views
from tableside.app.move_builder import MoveBuilder
from tableside.app.widgets.choice_panel import AT_ONCE, TWO_ABREAST, suggestion_rows
from tableside.core.game import Choice, Offer
from tableside.core.moves import Move, Plain
from tableside.core.table import Preview, Table

STEPS = 60
"""Questions of one move at most."""
IN_BUBBLE = 7
"""So many verbs of a bubble are seen without scrolling, on a tablet."""
IN_PANEL = 7
"""So many whole moves of the panel are seen without scrolling, on a tablet."""
NAMES = ("Anna", "Béla", "Cili", "Dávid", "Elek", "Flóra")


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
        self.play = MoveBuilder(Sitting(table, players))  # type: ignore[arg-type]
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
            rows = suggestion_rows(play, choice)
            taps["scroll"] += int(next(n for n, row in enumerate(rows) if wanted in row) >= IN_PANEL)
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
        if choice.slot == "kind":
            # The kinds of move are listed below the whole moves that are suggested.
            hidden = {*(made.kind for made in choice.ready if not made.args), *map(str, choice.covered)}
            shown = [one for one in choice.offers if one.why_not is None and one.value not in hidden]
            if offer not in shown:
                return False
            abreast = 2 if len(shown) > TWO_ABREAST else 1
            taps["scroll"] += int(len(suggestion_rows(play, choice)) + shown.index(offer) // abreast >= IN_PANEL)
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
