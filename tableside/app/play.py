"""A move being put together: who acts, what is chosen so far, what may come next, and what it would change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import SystemRandom
from typing import Any

from models.store import OpenSession, Seated
from tableside.core.game import Choice, Game, Offer
from tableside.core.moves import Move, Plain, Seat, Text, move, plain, text
from tableside.core.replay import START, Entry
from tableside.core.ruling import Illegal
from tableside.core.score import totals
from tableside.core.table import Preview, Table

COLOURS = ("amber", "blue", "violet", "sky", "red", "green")
"""Seat colours in the order they are offered."""
_chance = SystemRandom()


@dataclass(frozen=True, slots=True)
class Picked:
    """One slot that is filled."""

    slot: str
    value: Plain
    label: Text
    auto: bool = False


def letters(names: Sequence[str]) -> tuple[str, ...]:
    """Each player's initial; two letters where initials clash, a number where those do too."""
    found: list[str] = []
    for place, name in enumerate(names):
        first = (name.strip() or "?")[0].upper()
        if sum(other.strip()[:1].upper() == first for other in names) > 1:
            first = (name.strip() or "?")[:2].capitalize()
            if sum(other.strip()[:2].lower() == first.lower() for other in names) > 1:
                first = f"{first[0]}{place + 1}"
        found.append(first)
    return tuple(found)


def colours(players: Sequence[Seated]) -> tuple[str, ...]:
    """Everybody's colour; who has none gets the next free one."""
    taken = {player.colour for player in players}
    free = [colour for colour in COLOURS if colour not in taken]
    return tuple(player.colour if player.colour in COLOURS else free.pop(0) for player in players)


class Play:
    """The move that is being made at this table."""

    def __init__(self, session: OpenSession, *, single: bool = True) -> None:
        self.session = session
        self.single = single
        self.letters = letters(session.names)
        self.colours = colours(session.players)
        self.picks: list[Picked] = []
        self.trail: list[list[Picked]] = []
        """What was chosen before each choice of a player, to step back to."""
        self.seat: Seat = None
        self.choices: tuple[Choice, ...] = ()
        self.preview: Preview | Illegal | None = None
        self._of: tuple[Any, Any] = (None, None)
        self._answers: dict[Any, Any] = {}
        self.evidence = ""
        self.restart()

    @property
    def table(self) -> Table:
        return self.session.table

    @property
    def game(self) -> Game[Any]:
        return self.table.game

    @property
    def state(self) -> Any:
        return self.table.state

    @property
    def shown(self) -> Any:
        """What everybody round the tablet may see."""
        known = self._known()
        if "shown" not in known:
            known["shown"] = self.game.redact(self.state, None)
        return known["shown"]

    @property
    def acting(self) -> tuple[Seat, ...]:
        """Who may act, seats first, the table itself last."""
        return tuple(sorted(self.table.to_act(), key=lambda seat: 99 if seat is None else seat))

    @property
    def over(self) -> bool:
        return not self.table.to_act()

    @property
    def partial(self) -> Move:
        """The move as far as it is chosen."""
        kind = next((str(pick.value) for pick in self.picks if pick.slot == "kind"), "")
        return move(self.seat, kind, **{pick.slot: pick.value for pick in self.picks if pick.slot != "kind"})

    @property
    def ready(self) -> bool:
        """Whether the move can be confirmed as it stands."""
        return isinstance(self.preview, Preview)

    # -- choosing ------------------------------------------------------------------------------

    def restart(self, seat: Seat | str = "keep", *, auto: bool = True) -> None:
        """Begin a new move; who acts is kept where it can be."""
        acting = self.acting
        if isinstance(seat, str):
            seat = self.seat
        self.seat = seat if seat in acting else acting[0] if acting else None
        self.picks = []
        self.trail = []
        self.evidence = ""
        self._settle(auto)

    def choose(self, slot: str, value: Plain, label: Text) -> None:
        """Fill a slot; what is filled after it is asked again."""
        self.trail.append(list(self.picks))
        place = next((n for n, pick in enumerate(self.picks) if pick.slot == slot), None)
        if place is not None:
            del self.picks[place:]
        self.picks.append(Picked(slot, value, label))
        self._settle()

    def drop(self, slot: str) -> None:
        """Empty a slot again, and all that came after it."""
        place = next((n for n, pick in enumerate(self.picks) if pick.slot == slot), None)
        if place is not None:
            self.trail.append(list(self.picks))
            del self.picks[place:]
            self._settle(auto=False)

    def step_back(self) -> bool:
        """Take back the last choice that was a player's own; whether there was one."""
        if not self.trail:
            return False
        self.picks = self.trail.pop()
        self._settle()
        return True

    def take(self, wanted: Move) -> None:
        """Put this whole move in place of what is chosen."""
        self.seat = wanted.seat
        self.trail.append(list(self.picks))
        self.picks = []
        self._settle(auto=False)
        kind = self.offer("kind", wanted.kind)
        self.picks = [Picked("kind", wanted.kind, kind.label if kind else Text(f"{self.game.slug}.kind.{wanted.kind}"))]
        for slot, value in wanted.args:
            long = isinstance(value, tuple) and any(isinstance(part, tuple) for part in value)
            label = (
                text("app.items", n=len(value)) if long else self.game.say_value(self.state, wanted.kind, slot, value)
            )
            self.picks.append(Picked(slot, value, label))
        self.choices = ()
        self.preview = self._foreseen(wanted)

    def draw(self) -> None:
        """Let chance make the table's own move."""
        self.take(self.game.sample(self.state, self.seat, _chance.randrange))

    def offer(self, slot: str, value: Plain) -> Offer | None:
        """What is offered under this value now."""
        for choice in self.choices:
            if choice.slot == slot:
                return next((offer for offer in choice.offers if offer.value == value), None)
        return None

    def why(self, slot: str, value: Plain, refusal: Illegal) -> Illegal:
        """A refusal with the nearest legal moves, where they can be found."""
        if refusal.nearest:
            return refusal
        kind = str(value) if slot == "kind" else self.partial.kind
        wanted = move(self.seat, kind, **{pick.slot: pick.value for pick in self.picks if pick.slot != "kind"})
        if slot != "kind":
            wanted = wanted.given(**{slot: value})
        ruling = self.table.propose(wanted)
        return refusal.near(*ruling.nearest) if isinstance(ruling, Illegal) else refusal

    def _settle(self, auto: bool = True) -> None:
        self.preview = None
        self.choices = ()
        if self.over:
            return
        while True:
            self.choices = self._asked(self.partial)
            lone = self._lone() if auto and self.single else None
            if lone is None:
                break
            choice, offer = lone
            self.picks.append(Picked(choice.slot, offer.value, offer.label, auto=True))
        if not self.choices and self.partial.kind:
            self.preview = self._foreseen(self.partial)

    def _known(self) -> dict[Any, Any]:
        """What was worked out for the state as it stands; another state begins anew."""
        if self._of[0] is not self.state or self._of[1] is not self.game:
            self._of, self._answers = (self.state, self.game), {}
        return self._answers

    def _asked(self, partial: Move) -> tuple[Choice, ...]:
        known = self._known()
        key = ("choices", partial)
        if key not in known:
            known[key] = tuple(self.game.choices(self.state, partial))
        found: tuple[Choice, ...] = known[key]
        return found

    def _foreseen(self, wanted: Move) -> Preview | Illegal:
        known = self._known()
        key = ("preview", wanted)
        if key not in known:
            known[key] = self.table.preview(wanted)
        found: Preview | Illegal = known[key]
        return found

    def _lone(self) -> tuple[Choice, Offer] | None:
        if len(self.choices) != 1:
            return None
        choice = self.choices[0]
        possible = [offer for offer in choice.offers if offer.why_not is None]
        # Which kinds of move there are, and why most cannot be made now, is always shown.
        if len(possible) == 1 and (choice.slot != "kind" or len(choice.offers) == 1):
            return choice, possible[0]
        return None

    # -- deciding ------------------------------------------------------------------------------

    def confirm(self) -> Entry:
        """The move is made and saved."""
        entry = self.table.confirm(self.partial, evidence=self.evidence)
        self.restart(None if self.seat is None else (self.seat if self.seat in self.acting else "keep"))
        return entry

    def undo(self) -> None:
        self.table.undo()
        self.restart(self.acting[0] if self.acting else None)

    def redo(self) -> None:
        self.table.redo()
        self.restart(self.acting[0] if self.acting else None)

    @property
    def can_undo(self) -> bool:
        return bool(self.table.log.past)

    @property
    def can_redo(self) -> bool:
        return bool(self.table.log.future)

    # -- figures -------------------------------------------------------------------------------

    def totals(self) -> tuple[int, ...]:
        """Everybody's points as they stand."""
        known = self._known()
        if "totals" not in known:
            known["totals"] = totals(self.table.score(), self.table.seats)
        found: tuple[int, ...] = known["totals"]
        return found

    def changes(self) -> tuple[tuple[int, int], ...]:
        """Everybody's points before and after the move that is chosen."""
        if not isinstance(self.preview, Preview):
            return ()
        seats = self.table.seats
        return tuple(zip(totals(self.preview.before, seats), totals(self.preview.after, seats)))

    def worth(self, slot: str, value: Plain) -> int | None:
        """How the acting seat's points would change by an offer that completes the move."""
        if self.seat is None:
            return None
        wanted = self.partial if slot == "kind" else self.partial.given(**{slot: value})
        if slot == "kind":
            wanted = move(self.seat, str(value))
        if self._asked(wanted):
            return None
        found = self._foreseen(wanted)
        if isinstance(found, Illegal):
            return None
        seats = self.table.seats
        return totals(found.after, seats)[self.seat] - totals(found.before, seats)[self.seat]

    def curve(self, most: int = 60) -> list[tuple[int, tuple[int, ...]]]:
        """The score after the steps that stand: step number and everybody's points, at most so many points."""
        steps = self.table.log.line.steps()
        every = max(1, -(-len(steps) // most))
        points = [(0, totals(self.game.score(self.table.state_at(START)), self.table.seats))]
        for number, line in enumerate(steps, 1):
            if number % every == 0 or number == len(steps):
                points.append((number, totals(self.game.score(self.table.state_at(line)), self.table.seats)))
        return points

    # -- remembering ---------------------------------------------------------------------------

    def draft(self) -> dict[str, Any]:
        """What is chosen so far, to be kept."""
        return {
            "seat": self.seat,
            "version": self.table.log.next_number,
            "picks": [[pick.slot, pick.value] for pick in self.picks if not pick.auto],
        }

    def resume(self, draft: dict[str, Any]) -> None:
        """Choose again what was chosen before the app was closed, as far as it still fits."""
        if draft.get("version") != self.table.log.next_number or self.over:
            return
        self.restart(draft.get("seat") if draft.get("seat") in self.acting else "keep")
        for slot, value in draft.get("picks", ()):
            offer = self.offer(slot, plain(value))
            if offer is None or offer.why_not is not None:
                return
            self.choose(slot, offer.value, offer.label)
