"""Káosz Galaktika as the kernel asks for it; the rules themselves are in the modules beside."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tableside.core.chance import Pick
from tableside.core.game import Choice, Game, Guess, Options, Slot
from tableside.core.moves import Event, Move, Plain, Seat, Text, move, text
from tableside.core.readings import Expect, Readings
from tableside.core.ruling import Caution, Illegal, Legal, Ruling
from tableside.core.score import Line, Outcome
from tableside.core.shape import refused
from tableside.games.kaosz_galaktika import (
    asking,
    auditing,
    flow,
    hidden,
    offers,
    position,
    reading,
    sampling,
    scoring,
    words,
)
from tableside.games.kaosz_galaktika.cards import Card, Deck
from tableside.games.kaosz_galaktika.desk import SLUG, Desk, cite, no
from tableside.games.kaosz_galaktika.folding import fold
from tableside.games.kaosz_galaktika.moves import KINDS, SHAPES
from tableside.games.kaosz_galaktika.position import Position
from tableside.games.kaosz_galaktika.rules import answers, combat
from tableside.games.kaosz_galaktika.state import Phase, Player, State


class KaoszGalaktika(Game[State]):
    """The referee of Káosz Galaktika."""

    state_type = State
    position_type = Position
    tables = {"cards": Card, "decks": Deck}

    def setup(self, options: Options, seats: int) -> State:
        """A tournament is always played with the full combat and race rules (H4)."""
        tournament = bool(options["tournament"])
        return State(
            combat_rules="full" if tournament else str(options["combat"]),
            race_rules="opposed" if tournament else str(options["races"]),
            tournament=tournament,
            answers=str(options["answers"]),
            players=tuple(Player() for _ in range(seats)),
        )

    def to_act(self, state: State) -> frozenset[Seat]:
        return flow.to_act(self._desk(state))

    def moves(self, state: State, seat: Seat) -> Iterable[Move]:
        return offers.moves(self._desk(state), seat)

    def judge(self, state: State, wanted: Move) -> Ruling:
        desk = self._desk(state)
        problem = refused(wanted, SHAPES, flow.to_act(desk))
        if problem is not None:
            return problem
        kind = KINDS[wanted.kind]
        if kind.referee != (wanted.seat is None):
            return no("referees_move" if kind.referee else "players_move", "F2")
        problem = kind.check(desk, wanted)
        if problem is not None:
            return problem
        kind.act(desk, wanted)
        answers.settle(desk)
        combat.proceed(desk)
        return Legal(tuple(desk.events), tuple(self._cautions(state, wanted)))

    def apply(self, state: State, happened: Event) -> State:
        return fold(state, happened)

    def routine(self, state: State) -> Move | None:
        if None not in flow.acting(self._desk(state)):
            return None
        kinds = {Phase.INCOME: "income", Phase.CHECK: "check", Phase.CLOSING: "close", Phase.COMBAT: "disarm"}
        return move(None, kinds[state.phase]) if state.phase in kinds else None

    def score(self, state: State) -> tuple[Line, ...]:
        return scoring.lines(state)

    def outcome(self, state: State) -> Outcome | None:
        return scoring.outcome(state)

    def audit(self, state: State) -> tuple[Illegal, ...]:
        return auditing.audit(self._desk(state))

    def census(self, state: State) -> Mapping[str, int]:
        return auditing.census(state)

    def redact(self, state: State, seat: Seat) -> State:
        return hidden.redact(state, seat)

    def redact_move(self, state: State, made: Move, seat: Seat) -> Move:
        return made if made.seat is not None and made.seat == seat else words.veiled(made)

    def sample(self, state: State, seat: Seat, pick: Pick) -> Move:
        return sampling.sample(self._desk(state), seat, pick)

    def choices(self, state: State, partial: Move) -> Sequence[Choice]:
        desk = self._desk(state)
        return asking.slots(desk, partial) if partial.kind else asking.kinds(desk, partial.seat)

    # -- words -----------------------------------------------------------------------------------

    def phase(self, state: State) -> Text:
        return words.phase(self._desk(state))

    def checklist(self, options: Options, seats: int) -> tuple[Text, ...]:
        keys = ["decks", "layout", "counters", "shuffle", "roll", "credits", "hand"]
        keys.append("several" if seats > 2 else "income")
        if options.get("tournament"):
            keys.append("tournament")
        return tuple(text(f"{SLUG}.check.{key}") for key in keys)

    def say_move(self, state: State, made: Move) -> Text:
        return words.say_move(self._desk(state), made)

    def say_event(self, state: State, happened: Event) -> Text:
        return words.say_event(self._desk(state), happened)

    def say_value(self, state: State, kind: str, slot: str, value: Plain) -> Text:
        return words.say_value(self._desk(state), kind, slot, value)

    def slot_kind(self, kind: str, slot: str) -> Slot:
        return asking.SLOTS.get(slot, Slot.BUTTON)

    # -- a typed final position --------------------------------------------------------------------

    def example(self) -> Position:
        return position.example()

    def audit_position(self, final: Position) -> tuple[Illegal, ...]:
        return position.audit(final)

    def score_position(self, final: Position) -> tuple[tuple[str, ...], Outcome]:
        return position.score(final)

    # -- the camera --------------------------------------------------------------------------------

    def expect(self, state: State) -> Expect | None:
        return reading.expect(self._desk(state))

    def read(self, state: State, readings: Readings) -> tuple[Guess, ...]:
        return reading.read(self, state, readings)

    # -- within --------------------------------------------------------------------------------------

    def _desk(self, state: State) -> Desk:
        return Desk(self.catalog, state)

    def _cautions(self, state: State, wanted: Move) -> Iterable[Caution]:
        if wanted.kind == "end_turn" and state.players[state.active].credits > 20:
            surplus = state.players[state.active].credits - 20
            yield Caution("credits", text(f"{SLUG}.caution.credits", n=surplus), cite("F4"))
        if wanted.kind in ("draw", "search") and state.players[state.active].colony == 1:
            yield Caution("colony", text(f"{SLUG}.caution.colony"), cite("F5"))
        if wanted.kind == "deck" and wanted["deck"] is None:
            yield Caution("deck", text(f"{SLUG}.caution.deck"), cite("A1"))
