"""Beyond the Sun as the kernel asks for it; the rules themselves are in rules/."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tableside.core.chance import Pick
from tableside.core.game import Choice, Game, Guess, Offer, Options, Slot
from tableside.core.moves import Event, Move, Plain, Seat, Text, move, text
from tableside.core.readings import Expect, Readings
from tableside.core.ruling import Illegal, Legal, Ruling
from tableside.core.score import Line, Outcome
from tableside.core.shape import refused
from tableside.games.beyond_the_sun import auditing, happen, offers, position, reading, saying, scoring
from tableside.games.beyond_the_sun.draft import Draft, lacking, no
from tableside.games.beyond_the_sun.facts import Facts
from tableside.games.beyond_the_sun.position import Position
from tableside.games.beyond_the_sun.records import TABLES
from tableside.games.beyond_the_sun.rules import course, decks, setup
from tableside.games.beyond_the_sun.state import Ask, Phase, State


class BeyondTheSun(Game[State]):
    """Beyond the Sun."""

    state_type = State
    position_type = Position
    tables = TABLES

    _facts: Facts | None = None

    @property
    def facts(self) -> Facts:
        """The catalogue in the rules' words; a copy with another catalogue makes its own."""
        if self._facts is None or self._facts.catalog is not self.catalog:
            self._facts = Facts(self.catalog)
        return self._facts

    # -- the rules -----------------------------------------------------------------------------

    def setup(self, options: Options, seats: int) -> State:
        return setup.first_state(tuple(sorted(options.items())), seats)

    def to_act(self, state: State) -> frozenset[Seat]:
        return course.to_act(state)

    def moves(self, state: State, seat: Seat) -> Iterable[Move]:
        return (wanted for wanted in offers.candidates(self.facts, state, seat) if self.judge(state, wanted))

    def judge(self, state: State, wanted: Move) -> Ruling:
        problem = refused(wanted, course.SHAPES, self.to_act(state))
        if problem is not None:
            return problem
        if wanted.kind not in course.kinds(state, wanted.seat):
            return no("not_now", "C1")
        draft = Draft(self.facts, state)
        problem = course.HANDLERS[wanted.kind](draft, wanted, state.front)
        if problem is not None:
            return problem
        course.advance(draft)
        return Legal(draft.done(), tuple(draft.cautions))

    def apply(self, state: State, happened: Event) -> State:
        return happen.apply(self.facts, state, happened)

    def routine(self, state: State) -> Move | None:
        wanted = move(None, "lay_out")
        laying = state.front is not None and state.front.ask is Ask.LAY_OUT
        return wanted if laying and self.judge(state, wanted) else None

    def score(self, state: State) -> tuple[Line, ...]:
        return scoring.lines([scoring.tally(self.facts, state, seat) for seat in state.seats])

    def outcome(self, state: State) -> Outcome | None:
        if state.phase is not Phase.OVER:
            return None
        return scoring.outcome([scoring.tally(self.facts, state, seat) for seat in state.seats])

    def audit(self, state: State) -> tuple[Illegal, ...]:
        return auditing.audit(self.facts, state)

    def census(self, state: State) -> Mapping[str, int]:
        found = {}
        for seat in state.seats:
            found[f"cubes {seat}"] = auditing.cubes_of(state, seat)
            found[f"food discs {seat}"] = auditing.discs_of(state, seat, "food")
            found[f"ore discs {seat}"] = auditing.discs_of(state, seat, "ore")
        return found

    def sample(self, state: State, seat: Seat, pick: Pick) -> Move:
        """One legal move; what the referee refuses is left out only when it is picked."""
        pool = list(offers.candidates(self.facts, state, seat))
        while True:
            wanted = pool.pop(pick(len(pool)))
            if self.judge(state, wanted):
                return wanted

    # -- a typed final position ----------------------------------------------------------------

    def example(self) -> Position:
        return position.example()

    def audit_position(self, position_: Position) -> tuple[Illegal, ...]:
        return position.audit(self.facts, position_)

    def score_position(self, position_: Position) -> tuple[tuple[str, ...], Outcome]:
        return position.score(self.facts, position_)

    # -- asking and saying ---------------------------------------------------------------------

    def choices(self, state: State, partial: Move) -> Sequence[Choice]:
        if not partial.kind:
            found = self._kinds(state, partial.seat)
            return (Choice("kind", Slot.BUTTON, text("core.which_move"), found),) if found else ()
        shape = course.SHAPES.get(partial.kind, {})
        slot = next((name for name in shape if name not in partial), None)
        if slot is None or partial.kind not in course.kinds(state, partial.seat):
            return ()
        found = self._only(state, partial, slot) if len(shape) == 1 else self._values(state, partial, slot)
        label = text(f"{self.slug}.slot.{partial.kind}.{slot}")
        return (Choice(slot, self.slot_kind(partial.kind, slot), label, found),) if found else ()

    def _kinds(self, state: State, seat: Seat) -> tuple[Offer, ...]:
        """Every kind of move of this phase, the impossible ones with their reason."""
        refusals: dict[str, Illegal | None] = {}
        if seat not in self.to_act(state):
            return ()
        for kind in course.kinds(state, seat):
            refusals[kind] = no("nothing_possible", "D4")
        for wanted in offers.candidates(self.facts, state, seat):
            if refusals[wanted.kind] is None:
                continue
            ruling = self.judge(state, wanted)
            refusals[wanted.kind] = ruling if isinstance(ruling, Illegal) else None
        return tuple(Offer(kind, text(f"{self.slug}.kind.{kind}"), why) for kind, why in refusals.items())

    def _only(self, state: State, partial: Move, slot: str) -> tuple[Offer, ...]:
        """Everything that could go into the only slot, the impossible with its reason."""
        found = []
        for wanted in offers.candidates(self.facts, state, partial.seat):
            if wanted.kind == partial.kind:
                ruling = self.judge(state, wanted)
                label = self.say_value(state, partial.kind, slot, wanted[slot])
                found.append(Offer(wanted[slot], label, ruling if isinstance(ruling, Illegal) else None))
        front = state.front
        if front is not None and partial.kind == "reveal":
            needs = self.facts.missing(decks.TABLE_OF[front.ask], "new")
            found.append(Offer("new", text(f"{self.slug}.new_card"), lacking(needs, decks.RULE_OF[front.ask])))
        return tuple(found)

    def _values(self, state: State, partial: Move, slot: str) -> tuple[Offer, ...]:
        """What may go into the next of several slots, after what was chosen so far."""
        fixed = dict(partial.args)
        values: dict[Plain, None] = {}
        for wanted in self.moves(state, partial.seat):
            if wanted.kind == partial.kind and all(wanted.get(name) == value for name, value in fixed.items()):
                values[wanted[slot]] = None
        return tuple(Offer(value, self.say_value(state, partial.kind, slot, value)) for value in values)

    def phase(self, state: State) -> Text:
        return saying.phase(state)

    def checklist(self, options: Options, seats: int) -> tuple[Text, ...]:
        return saying.checklist(options, seats)

    def say_move(self, state: State, wanted: Move) -> Text:
        return saying.said_move(self.facts, state, wanted)

    def say_event(self, state: State, happened: Event) -> Text:
        return saying.said_event(self.facts, state, happened)

    def say_value(self, state: State, kind: str, slot: str, value: Plain) -> Text:
        return saying.value(self.facts, state, slot, value)

    def slot_kind(self, kind: str, slot: str) -> Slot:
        return saying.SLOTS.get(slot, Slot.BUTTON)

    # -- the camera ----------------------------------------------------------------------------

    def expect(self, state: State) -> Expect | None:
        return reading.expect(self.facts, state)

    def read(self, state: State, readings: Readings) -> tuple[Guess, ...]:
        return reading.read(self, state, readings)
