"""Who may act where several may: the next player's move ends a turn in which nothing has to be done any more."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from tableside.core import manual_edit
from tableside.core.chance import Pick
from tableside.core.game import Choice
from tableside.core.moves import Event, Move, Plain, Seat
from tableside.core.rulebook import Rulebook
from tableside.core.ruling import Legal, Ruling
from tableside.games.onward_to_venus import suggestions
from tableside.games.onward_to_venus.rules import actions, turn_order
from tableside.games.onward_to_venus.state import State


class PassingOn(Rulebook[State]):
    """Who has taken the action may still play free cards; whoever comes next may already act (D13)."""

    def to_act(self, state: State) -> frozenset[Seat]:
        return turn_order.to_act(state)

    def leads(self, state: State) -> int | None:
        called = turn_order.called(state)
        return called[0] if called and not state.answers else turn_order.following(state)

    def passed(self, state: State, seat: Seat) -> tuple[State, tuple[Event, ...]]:
        """The table as this seat finds it: with the turn before it ended, where that is what acting means."""
        if seat is None or seat != turn_order.following(state) or state.top is None:
            return state, ()
        kept = self.kept(state)
        if "passed" not in kept:
            ended = super().judge(state, actions.done.move(state.top.seat))
            assert isinstance(ended, Legal)
            kept["passed"] = manual_edit.folded(self, state, ended.events), ended.events
        found: tuple[State, tuple[Event, ...]] = kept["passed"]
        return found

    def judge(self, state: State, wanted: Move) -> Ruling:
        found, events = self.passed(state, wanted.seat)
        ruling = super().judge(found, wanted)
        return Legal((*events, *ruling.events), ruling.cautions) if isinstance(ruling, Legal) and events else ruling

    def moves(self, state: State, seat: Seat) -> Iterable[Move]:
        return super().moves(self.passed(state, seat)[0], seat)

    def sample(self, state: State, seat: Seat, pick: Pick) -> Move:
        return super().sample(self.passed(state, seat)[0], seat, pick)

    def choices(self, state: State, partial: Move) -> Sequence[Choice]:
        found = self.passed(state, partial.seat)[0]
        return suggestions.with_whole(self, found, partial, super().choices(found, partial))

    def suggest(self, state: State, seat: Seat) -> tuple[Move, ...]:
        if seat not in self.to_act(state):
            return ()
        return tuple(suggestions.suggest(self, self.passed(state, seat)[0], seat))

    def about(self, state: State, seat: Seat, slots: Collection[str], thing: Plain) -> tuple[Move, ...]:
        if seat is None or seat not in self.to_act(state):
            return ()
        return tuple(suggestions.about(self, self.passed(state, seat)[0], seat, slots, thing))
