"""A ruling in the making: events are written down one by one and the state moves along with them."""

from __future__ import annotations

from tableside.core.moves import Event, Plain, event
from tableside.core.ruling import Caution
from tableside.games.onward_to_venus.content import Copy, cite
from tableside.games.onward_to_venus.events import apply
from tableside.games.onward_to_venus.records import Effect
from tableside.games.onward_to_venus.state import Player, Presence, State, Task


class Ledger:
    """What follows from a move, and what is to be done after it."""

    def __init__(self, copy: Copy, state: State) -> None:
        self.copy = copy
        self.state = state
        self.events: list[Event] = []
        self.tasks: list[Task] = list(state.todo)
        self.cautions: list[Caution] = []
        self._cards = 0

    def do(self, kind: str, rule: str, **args: Plain) -> None:
        """This happens now."""
        happened = event(kind, cite(rule), **args)
        self.events.append(happened)
        self.state = apply(self.state, happened)

    # -- what is to be done --------------------------------------------------------------------

    @property
    def top(self) -> Task | None:
        return self.tasks[-1] if self.tasks else None

    def push(self, kind: str, seat: int | None = None, planet: str = "", n: int = 0) -> None:
        """This comes next."""
        self.tasks.append(Task(kind, seat, planet, n))

    def pop(self) -> Task:
        return self.tasks.pop()

    # -- what happens often --------------------------------------------------------------------

    def player(self, seat: int) -> Player:
        return self.state.players[seat]

    def on(self, seat: int, planet: str) -> Presence:
        return self.state.players[seat].on(planet)

    def play(self, seat: int, card: str, rule: str) -> None:
        """A card goes from the hand to the discards; it may be taken back while it is the latest (F7)."""
        self.do("played", rule, seat=seat, card=card, first=self._cards == 0)
        self._cards += 1

    def draw(self, seat: int, amount: int, rule: str) -> None:
        """Cards from the deck; an empty deck is made of the shuffled discards (D4)."""
        while amount:
            take = min(amount, self.state.deck or 0)
            if take:
                self.do("drew", rule, seat=seat, n=take)
                amount -= take
            elif self.state.discards:
                self.do("reshuffled", "D4", n=len(self.state.discards))
            else:
                return

    def limit(self, seat: int) -> None:
        """Too many cards are discarded at once (D4)."""
        over = self.player(seat).hand - int(self.state.option("hand_limit"))
        if over > 0:
            self.push("discard", seat, n=over)

    def money(self, seat: int, amount: int, rule: str) -> None:
        if amount:
            self.do("money", rule, seat=seat, amount=amount)

    def action(self, seat: int, rule: str = "D13") -> None:
        """One action is spent."""
        self.do("action", rule, seat=seat)

    def unmask(self, planet: str, rule: str) -> None:
        """The traitors of a beaten crisis tile are discarded (F15)."""
        for card in self.state.planet(planet).traitors:
            self.do("traitor_gone", rule, planet=planet, card=card)

    def may_answer(self, seat: int, *effects: Effect) -> bool:
        return self.copy.may_hold(self.state, seat, *effects)
