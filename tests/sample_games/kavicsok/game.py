"""The rules of Pebbles, P1 to P8."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from tableside.core import stack
from tableside.core.chance import Pick
from tableside.core.cost import shortfall
from tableside.core.game import Game, Options
from tableside.core.moves import Cite, Event, Move, Seat, Text, event, move, text
from tableside.core.readings import Expect, Readings
from tableside.core.ruling import Caution, Illegal, Legal, Ruling
from tableside.core.score import Ending, Line, Outcome, totals
from tableside.core.shape import refused
from tableside.core.tiebreak import Criterion, rank

SHAPES = {
    "roll": {"value": int},
    "take": {"amount": int},
    "buy": {"stone": str},
    "block": {},
    "let": {},
    "turn": {},
}


@dataclass(frozen=True, slots=True)
class Stone:
    """A stone one can buy; what it is worth may not be known yet."""

    source: str
    sure: bool
    points: int | None = None


@dataclass(frozen=True, slots=True)
class Player:
    """What one player has."""

    pebbles: int = 0
    stones: tuple[str, ...] = ()
    bonus: int = 0


@dataclass(frozen=True, slots=True)
class State:
    """The whole table."""

    options: tuple[tuple[str, str | bool], ...]
    players: tuple[Player, ...]
    pile: int
    box: int = 0
    turn: int = 0
    rolled: int | None = None
    done: bool = False
    """The seat has taken and the turn may pass on."""
    answers: stack.Stack = stack.Stack()


@dataclass(frozen=True, slots=True)
class Final:
    """One player at the end."""

    name: str
    pebbles: int
    stones: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Position:
    """The end of a game."""

    players: tuple[Final, ...]
    last_tie: Literal["shared", "replay"] = "shared"


class Kavicsok(Game[State]):
    """Pebbles."""

    state_type = State
    position_type = Position
    tables = {"stones": Stone}

    def setup(self, options: Options, seats: int) -> State:
        return State(tuple(sorted(options.items())), tuple(Player() for _ in range(seats)), pile=8 * seats)

    def to_act(self, state: State) -> frozenset[Seat]:
        if state.answers:
            return frozenset({state.answers.responder})
        if state.done or state.rolled is None:
            return frozenset() if state.pile == 0 and not state.done else frozenset({None})
        return frozenset({state.turn})

    def moves(self, state: State, seat: Seat) -> Iterable[Move]:
        candidates = [
            *(move(None, "roll", value=value) for value in range(1, 7)),
            move(None, "turn"),
            *(move(seat, "take", amount=amount) for amount in range(1, 7)),
            *(move(seat, "buy", stone=stone) for stone in self.catalog.table("stones")),
            move(seat, "block"),
            move(seat, "let"),
        ]
        return (wanted for wanted in candidates if wanted.seat == seat and self.judge(state, wanted))

    def routine(self, state: State) -> Move | None:
        return move(None, "turn") if state.done else None

    def judge(self, state: State, wanted: Move) -> Ruling:
        problem = refused(wanted, SHAPES, self.to_act(state))
        if problem is not None:
            return problem
        return getattr(self, f"_judge_{wanted.kind}")(state, wanted)

    def _judge_roll(self, state: State, wanted: Move) -> Ruling:
        if wanted.seat is not None or state.done:
            return Illegal(text("kavicsok.not_now"), self.cite("P2"))
        if not 1 <= wanted["value"] <= 6:
            return Illegal(text("kavicsok.no_such_face", value=wanted["value"]), self.cite("P2"))
        return Legal((event("rolled", self.cite("P2"), value=wanted["value"]),))

    def _judge_turn(self, state: State, wanted: Move) -> Ruling:
        if wanted.seat is not None or not state.done:
            return Illegal(text("kavicsok.not_now"), self.cite("P6"))
        return Legal((event("turn", self.cite("P6")),))

    def _judge_take(self, state: State, wanted: Move) -> Ruling:
        amount, most = wanted["amount"], min(state.rolled or 0, state.pile)
        if wanted.seat is None or state.answers:
            return Illegal(text("kavicsok.not_now"), self.cite("P3"))
        if not 1 <= amount <= most:
            return Illegal(text("kavicsok.too_many", amount=amount, most=most), self.cite("P3"))
        cautions = ()
        if amount < most:
            cautions = (Caution("less", text("kavicsok.could_take_more", most=most), self.cite("P3")),)
        rivals = tuple((wanted.seat + n) % len(state.players) for n in range(1, len(state.players)))
        if amount >= 4 and dict(state.options)["blocking"] and state.players[rivals[0]].pebbles:
            return Legal((event("declared", self.cite("P4"), seat=wanted.seat, amount=amount),), cautions)
        return Legal((event("took", self.cite("P3"), seat=wanted.seat, amount=amount),), cautions)

    def _judge_block(self, state: State, wanted: Move) -> Ruling:
        if wanted.seat is None or state.answers.responder != wanted.seat:
            return Illegal(text("kavicsok.nothing_to_block"), self.cite("P4"))
        seat = state.answers.top.seat
        return Legal(
            (
                event("blocked", self.cite("P4"), seat=wanted.seat),
                event("took", self.cite("P4"), seat=seat, amount=1),
            )
        )

    def _judge_let(self, state: State, wanted: Move) -> Ruling:
        if wanted.seat is None or state.answers.responder != wanted.seat:
            return Illegal(text("kavicsok.nothing_to_block"), self.cite("P4"))
        pending = state.answers.top
        return Legal(
            (
                event("let", self.cite("P4"), seat=wanted.seat),
                event("took", self.cite("P3"), seat=pending.seat, amount=pending["amount"]),
            )
        )

    def _judge_buy(self, state: State, wanted: Move) -> Ruling:
        if wanted.seat is None or state.answers:
            return Illegal(text("kavicsok.not_now"), self.cite("P5"))
        if self.catalog.find("stones", wanted["stone"]) is None:
            return Illegal(text("kavicsok.no_such_stone", stone=wanted["stone"]), self.cite("P5"))
        needs = self.catalog.missing("stones", wanted["stone"], "points")
        if needs:
            return Illegal(needs[0].text, self.cite("P5"), needs=needs)
        missing = shortfall({"pebbles": state.players[wanted.seat].pebbles}, {"pebbles": 2})
        if missing:
            return Illegal(text("kavicsok.cannot_pay", missing=missing.say("kavicsok")), self.cite("P5"))
        return Legal((event("bought", self.cite("P5"), seat=wanted.seat, stone=wanted["stone"]),))

    def apply(self, state: State, happened: Event) -> State:
        match happened.kind:
            case "rolled":
                return replace(state, rolled=happened["value"])
            case "declared":
                seat = happened["seat"]
                pending = stack.Pending(seat, "take", (("amount", happened["amount"]),))
                return replace(state, answers=stack.declare(state.answers, pending, ((seat + 1) % len(state.players),)))
            case "blocked" | "let":
                answers = stack.let_stand(state.answers, happened["seat"])
                state = replace(state, answers=stack.resolve(answers, lambda pending: None).stack)
                if happened.kind == "let":
                    return state
                state = replace(state, box=state.box + 1)
                return _with(state, happened["seat"], pebbles=state.players[happened["seat"]].pebbles - 1)
            case "took":
                player = state.players[happened["seat"]]
                state = replace(state, pile=state.pile - happened["amount"], done=True)
                return _with(state, happened["seat"], pebbles=player.pebbles + happened["amount"])
            case "bought":
                player = state.players[happened["seat"]]
                state = replace(state, box=state.box + 2, done=True)
                stones = (*player.stones, happened["stone"])
                return _with(state, happened["seat"], pebbles=player.pebbles - 2, stones=stones)
            case "turn":
                return replace(state, turn=(state.turn + 1) % len(state.players), rolled=None, done=False)
        raise ValueError(happened.kind)

    def score(self, state: State) -> tuple[Line, ...]:
        lines: list[Line] = []
        for seat, player in enumerate(state.players):
            stones = sum(self.catalog.find("stones", stone).points for stone in player.stones)
            for key, points, rule in (("pebbles", player.pebbles, "P7"), ("stones", stones, "P7")):
                lines.append(Line(seat, key, points, text(f"kavicsok.score.{key}"), self.cite(rule)))
            if player.bonus:
                lines.append(Line(seat, "manual", player.bonus, text("core.manual_points"), Cite("core", "adjust")))
        return tuple(lines)

    def outcome(self, state: State) -> Outcome | None:
        if self.to_act(state):
            return None
        lines = self.score(state)
        sums = totals(lines, len(state.players))
        everyone = range(len(state.players))
        ranks, trace = rank(
            everyone,
            Criterion("score", text("kavicsok.tie.score"), self.cite("P7"), dict(enumerate(sums))),
            (
                Criterion(
                    "stones",
                    text("kavicsok.tie.stones"),
                    self.cite("P8"),
                    {seat: len(state.players[seat].stones) for seat in everyone},
                ),
                Criterion(
                    "pebbles",
                    text("kavicsok.tie.pebbles"),
                    self.cite("P8"),
                    {seat: state.players[seat].pebbles for seat in everyone},
                    higher=False,
                ),
            ),
        )
        ending = Ending.WON
        if len(ranks[0]) > 1:
            ending = Ending(str(dict(state.options)["last_tie"]))
        winners = () if ending is Ending.REPLAY else ranks[0]
        return Outcome(lines, ranks, winners, trace, ending, text(f"core.ending.{ending}"))

    def audit(self, state: State) -> tuple[Illegal, ...]:
        problems = []
        if sum(self.census(state).values()) != 8 * len(state.players):
            problems.append(Illegal(text("kavicsok.pebbles_lost"), self.cite("P1")))
        for player in state.players:
            if player.pebbles < 0:
                problems.append(Illegal(text("kavicsok.pebbles_lost"), self.cite("P1")))
        return tuple(problems)

    def census(self, state: State) -> Mapping[str, int]:
        return {"pebbles": state.pile + state.box + sum(player.pebbles for player in state.players)}

    def phase(self, state: State) -> Text:
        return text("kavicsok.phase", pile=state.pile)

    def checklist(self, options: Options, seats: int) -> tuple[Text, ...]:
        return (text("kavicsok.check.pile", n=8 * seats),)

    def example(self) -> Position:
        return Position((Final("Anna", 7, ("crystal",)), Final("Béla", 4, ("crystal", "crystal"))))

    def audit_position(self, position: Position) -> tuple[Illegal, ...]:
        problems = []
        for player in position.players:
            if player.pebbles < 0:
                problems.append(Illegal(text("kavicsok.pebbles_lost"), self.cite("P1")))
            for stone in player.stones:
                if self.catalog.find("stones", stone) is None:
                    problems.append(Illegal(text("kavicsok.no_such_stone", stone=stone), self.cite("P5")))
        if len(position.players) not in self.seats:
            problems.append(Illegal(text("kavicsok.seats"), self.cite("P1")))
        return tuple(problems)

    def score_position(self, position: Position) -> tuple[tuple[str, ...], Outcome]:
        players = tuple(Player(player.pebbles, player.stones) for player in position.players)
        state = State((("blocking", True), ("last_tie", position.last_tie)), players, pile=0)
        outcome = self.outcome(state)
        assert outcome is not None
        return tuple(player.name for player in position.players), outcome

    def expect(self, state: State) -> Expect | None:
        return Expect(counts=(1,), values=(1, 2, 3, 4, 5, 6)) if None in self.to_act(state) else None

    def read(self, state: State, readings: Readings) -> tuple:
        return ()

    def sample(self, state: State, seat: Seat, pick: Pick) -> Move:
        offered = tuple(self.moves(state, seat))
        return offered[pick(len(offered))]


def _with(state: State, seat: int, **changes: object) -> State:
    players = list(state.players)
    players[seat] = replace(players[seat], **changes)
    return replace(state, players=tuple(players))
