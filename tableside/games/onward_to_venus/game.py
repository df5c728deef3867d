"""Onward to Venus: the rulebook as the table asks for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

from tableside.core.chance import Pick
from tableside.core.game import Choice, Game, Guess, Options, Slot
from tableside.core.moves import Event, Move, Plain, Seat, Text, move, text
from tableside.core.readings import Expect, Readings
from tableside.core.ruling import Illegal, Ruling
from tableside.core.score import Line, Outcome
from tableside.core.shape import refused
from tableside.games.onward_to_venus import asking, draw, offers, position, reading, scoring, words
from tableside.games.onward_to_venus.audit import audit
from tableside.games.onward_to_venus.content import Copy, no
from tableside.games.onward_to_venus.events import apply
from tableside.games.onward_to_venus.offers.table import dice_wanted, sample_table
from tableside.games.onward_to_venus.records import TABLES
from tableside.games.onward_to_venus.rules import (
    actions,
    answers,
    cards,
    choosing,
    claims,
    combat,
    crises,
    opening,
    period,
)
from tableside.games.onward_to_venus.state import SLUG, START_CARDS, TOKENS, Player, State, Task

SHAPES: dict[str, dict[str, Any]] = {
    "empire": {"colour": str},
    "deal": {},
    "roll": {"dice": tuple[int, ...]},
    "begin": {},
    "lay": {},
    "replace": {"tile": str},
    "move": {
        "origin": str,
        "destination": str,
        "infantry": int,
        "tank": int,
        "cruiser": int,
        "cards": tuple[str, ...],
    },
    "claim": {"planet": str, "tile": str, "unit": str},
    "attack": {"planet": str, "tile": str, "victim": int | None, "what": str | None},
    "stop": {},
    "deploy": {"card": str | None, "first": str | None, "second": str | None},
    "token": {},
    "done": {},
    "play": {"card": str},
    "play_at": {"card": str, "planet": str},
    "play_on": {"card": str, "victim": int},
    "swap": {"card": str, "first": str | None, "second": str | None, "third": str | None},
    "destroy": {"card": str, "victim": int, "planet": str, "place": str, "unit": str},
    "recycle": {"card": str, "back": str},
    "discard": {"card": str},
    "trade": {},
    "decline": {},
    "let": {},
    "answer": {"card": str},
    "stand": {},
    "reroll": {"card": str, "dice": tuple[int, ...]},
    "exclude": {"card": str, "die": int},
    "pay": {
        "infantry": int,
        "tank": int,
        "cruiser": int,
        "cards": tuple[str, ...],
        "blown": tuple[str, ...],
    },
    "give_up": {},
    "lose": {"place": str, "unit": str, "card": str | None},
    "resolve": {},
    "steal": {"victim": int},
    "strike": {"victim": int, "planet": str, "place": str, "unit": str},
    "sabotage": {"victim": int, "planet": str, "what": str},
    "remove": {"planet": str, "place": str, "unit": str},
    "forfeit": {"planet": str, "what": str},
    "tribute": {},
    "income": {},
    "return": {},
    "finish": {},
}
JUDGES: dict[str, Callable[[Copy, State, Move], Ruling]] = {
    "empire": opening.judge_empire,
    "deal": opening.judge_deal,
    "begin": opening.judge_begin,
    "lay": opening.judge_lay,
    "replace": opening.judge_replace,
    "move": actions.judge_move,
    "stop": actions.judge_stop,
    "deploy": actions.judge_deploy,
    "token": actions.judge_token,
    "done": actions.judge_done,
    "let": actions.judge_let,
    "claim": claims.judge_claim,
    "attack": claims.judge_attack,
    "play": cards.judge_play,
    "play_at": cards.judge_play_at,
    "play_on": cards.judge_play_on,
    "swap": cards.judge_swap,
    "destroy": answers.judge_destroy,
    "recycle": cards.judge_recycle,
    "discard": cards.judge_discard,
    "trade": cards.judge_trade,
    "answer": answers.judge_answer,
    "stand": answers.judge_stand,
    "reroll": cards.judge_reroll,
    "exclude": cards.judge_exclude,
    "pay": combat.judge_pay,
    "give_up": combat.judge_give_up,
    "lose": combat.judge_lose,
    "resolve": crises.judge_resolve,
    "decline": choosing.judge_decline,
    "steal": choosing.judge_steal,
    "strike": choosing.judge_strike,
    "sabotage": choosing.judge_sabotage,
    "remove": choosing.judge_remove,
    "forfeit": choosing.judge_forfeit,
    "tribute": choosing.judge_tribute,
    "income": period.judge_income,
    "return": period.judge_return,
    "finish": period.judge_finish,
}
ROUTINE = ("deal", "begin", "resolve", "income", "return", "finish")


class OnwardToVenus(Game[State]):
    """Two to five empires, three periods, three special dice."""

    state_type = State
    position_type = position.Position
    tables = TABLES

    @property
    def copy(self) -> Copy:
        return Copy(self.catalog)

    # -- the rules -----------------------------------------------------------------------------

    def setup(self, options: Options, seats: int) -> State:
        todo = [Task("begin"), *(Task("first", n=seat) for seat in reversed(range(seats))), Task("deal")]
        todo += [Task("empire", seat) for seat in reversed(range(seats))]
        return State(tuple(sorted(options.items())), tuple(Player() for _ in range(seats)), todo=tuple(todo))

    def to_act(self, state: State) -> frozenset[Seat]:
        if state.answers:
            return frozenset({state.answers.responder})
        return frozenset({state.top.seat}) if state.top is not None else frozenset()

    def moves(self, state: State, seat: Seat) -> Iterable[Move]:
        if seat in self.to_act(state):
            for kind in offers.kinds(state):
                yield from offers.offers(self.copy, state, seat, kind)

    def sample(self, state: State, seat: Seat, pick: Pick) -> Move:
        kinds = list(offers.kinds(state))
        if seat is None:
            return sample_table(self.copy, state, kinds[0], pick)
        while kinds:
            kind = kinds.pop(pick(len(kinds)))
            some = tuple(islice(offers.offers(self.copy, state, seat, kind), 400))
            if some:
                return some[pick(len(some))]
        raise LookupError("nothing can be done")

    def routine(self, state: State) -> Move | None:
        task = state.top
        if state.answers or task is None or task.kind not in ROUTINE:
            return None
        wanted = move(None, task.kind)
        return wanted if self.judge(state, wanted) else None

    def judge(self, state: State, wanted: Move) -> Ruling:
        if wanted.kind == "lay" and state.top is not None and state.top.kind == "lay":
            problem = opening.lacking_table(self.copy, state)
            if problem is not None:
                return problem
            shapes = {**SHAPES, "lay": dict.fromkeys(opening.tile_slots(self.copy, state), str)}
        else:
            shapes = SHAPES
        problem = refused(wanted, shapes, self.to_act(state))
        if problem is not None:
            return problem
        if wanted.kind not in offers.kinds(state):
            return no("not_now", "D13", now=words.task_words(state, state.top))
        if wanted.kind == "roll":
            return self._judge_roll(state, wanted["dice"])
        return JUDGES[wanted.kind](self.copy, state, wanted)

    def _judge_roll(self, state: State, dice: tuple[int, ...]) -> Ruling:
        assert state.top is not None
        rules = {"first": "B3", "combat_roll": "D5", "crisis_roll": "E1", "rockets_roll": "E6"}
        problem = opening.bad_dice(self.copy, dice, dice_wanted(state), rules[state.top.kind])
        if problem is not None:
            return problem
        match state.top.kind:
            case "first":
                return opening.roll_first(self.copy, state, dice)
            case "combat_roll":
                return combat.roll_combat(self.copy, state, dice)
            case "crisis_roll":
                return crises.roll_crisis(self.copy, state, dice)
        return crises.roll_rockets(self.copy, state, dice)

    def apply(self, state: State, happened: Event) -> State:
        return apply(state, happened)

    def score(self, state: State) -> tuple[Line, ...]:
        return scoring.sheet(self.copy, scoring.tally(self.copy, state))

    def outcome(self, state: State) -> Outcome | None:
        return scoring.result(self.copy, scoring.tally(self.copy, state), state.end) if state.end else None

    def audit(self, state: State) -> tuple[Illegal, ...]:
        return audit(self.copy, state)

    def census(self, state: State) -> Mapping[str, int]:
        copy, seats = self.copy, len(state.players)
        out = copy.out_of_bag(state)
        counts = {f"tile {id}": out[id] + amount for id, amount in copy.bag(state).items()}
        loose = len(state.discards) + sum(len(planet.traitors) for planet in state.planets)
        loose += sum(player.hand for player in state.players)
        if state.deck is None:
            counts["cards"] = (copy.draw_cards() or 0) + START_CARDS * seats
        else:
            counts["cards"] = state.deck + loose
        aliens = sum(planet.alien for planet in state.planets) + sum(player.aliens for player in state.players)
        counts["aliens"] = state.aliens + aliens
        in_play = state.tokens + sum(player.tokens for player in state.players)
        counts["tokens"] = TOKENS if in_play in (0, seats + 2) else in_play
        return counts

    # -- a typed final position ----------------------------------------------------------------

    def example(self) -> position.Position:
        return position.example()

    def audit_position(self, final: position.Position) -> tuple[Illegal, ...]:
        return position.audit_position(self.copy, final, self.seats)

    def score_position(self, final: position.Position) -> tuple[tuple[str, ...], Outcome]:
        return position.score_position(self.copy, final)

    # -- words and questions -------------------------------------------------------------------

    def choices(self, state: State, partial: Move) -> Sequence[Choice]:
        return asking.choices(self, state, partial)

    def phase(self, state: State) -> Text:
        return words.phase(self.copy, state)

    def checklist(self, options: Options, seats: int) -> tuple[Text, ...]:
        keys = ("planets", "empires", "units", "money", "cards", "tokens", "bag", "dice", "periods")
        return tuple(text(f"{SLUG}.check.{key}", n=seats + 2) for key in keys)

    def say_move(self, state: State, made: Move) -> Text:
        return words.say_move(self.copy, state, made)

    def say_event(self, state: State, happened: Event) -> Text:
        return words.say_event(self.copy, state, happened)

    def say_value(self, state: State, kind: str, slot: str, value: Plain) -> Text:
        said = words.word(self.copy, state, kind, slot, value)
        return said if isinstance(said, Text) else text("core.value", value=said)

    def slot_kind(self, kind: str, slot: str) -> Slot:
        return asking.slot_kind(kind, slot)

    def draw(self, state: State) -> str:
        """The table as an SVG picture."""
        return draw.draw(self.copy, state)

    # -- the camera ----------------------------------------------------------------------------

    def expect(self, state: State) -> Expect | None:
        return reading.expect(self, state)

    def read(self, state: State, readings: Readings) -> tuple[Guess, ...]:
        return reading.read(self, state, readings)
