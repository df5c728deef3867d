"""Builds a move slot by slot without Kivy: acting seat, picks, toggled parts, open choices and preview."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from models.store import OpenSession
from tableside.app.lots import NOTHING, pick
from tableside.app.open_table import OpenTable, standing
from tableside.control.controller import Answer, Done
from tableside.core.errors import Complaint
from tableside.core.game import Choice, Offer, Slot
from tableside.core.moves import Move, Plain, Seat, Text, move, plain, text
from tableside.core.ruling import Illegal
from tableside.core.table import Preview


@dataclass(frozen=True, slots=True)
class Picked:
    """A filled slot of the move."""

    slot: str
    value: Plain
    label: Text
    auto: bool = False
    before: tuple[Text, ...] = ()
    """The labels of what a list already held, oldest first."""
    asked: Text | None = None
    """The question it answers, where the answer alone would not tell."""

    def said(self, say: Callable[[Text], str]) -> str:
        """All that the slot holds, in words; a bare number, and that there is nothing, with the question."""
        held = ", ".join(say(label) for label in (*self.before, self.label))
        return held if self.asked is None else f"{say(self.asked)} {held}"


class MoveBuilder(OpenTable):
    """The move under construction at one table."""

    def __init__(self, session: OpenSession, *, single: bool = True) -> None:
        super().__init__(session)
        self.single = single
        self.picks: list[Picked] = []
        self.toggled: list[Plain] = []
        """The parts picked so far for the question that is put together of parts, in the order they were picked."""
        self.following: tuple[Choice, ...] = ()
        """What is asked next once these parts are settled."""
        self.trail: list[tuple[list[Picked], list[Plain]]] = []
        """What was chosen before each choice of a player, to step back to."""
        self.seat: Seat = None
        self.choices: tuple[Choice, ...] = ()
        self.preview: Preview | Illegal | None = None
        self.evidence = ""
        self.restart()

    @property
    def hides(self) -> bool:
        """Whether the acting seat may see something that the others may not."""
        return self.seat is not None and self.shown != self.game.redact(self.state, self.seat)

    @property
    def partial(self) -> Move:
        """The move as far as it is chosen."""
        chosen = self._chosen()
        asked = self.asked_parts
        return chosen.given(**{asked.slot: tuple(self.toggled)}) if asked is not None and self.toggled else chosen

    def _chosen(self) -> Move:
        """The slots that are settled, without parts still being picked."""
        kind = next((str(pick.value) for pick in self.picks if pick.slot == "kind"), "")
        return move(self.seat, kind, **{pick.slot: pick.value for pick in self.picks if pick.slot != "kind"})

    @property
    def ready(self) -> bool:
        """Whether the move can be confirmed as it stands."""
        return isinstance(self.preview, Preview)

    @property
    def stands(self) -> bool:
        """Whether the answer given last completes a move of a kind that needs no confirmation."""
        asked = self.asked_parts
        whole = asked is None or asked.exactly == len(self.toggled)
        return self.ready and whole and self.partial.kind in self.game.at_once

    @property
    def camera_next(self) -> bool:
        """Whether the table goes from photo to photo: what comes now is told by one, and the last of its sort was."""
        sort = self.game.photographed
        if not sort or self.acting != (None,) or not sort & {*self._kinds()}:
            return False
        told = (self.table.log.entries[step.entry - 1] for step in reversed(self.table.log.line.steps()))
        last = next((entry for entry in told if entry.move is not None and entry.move.kind in sort), None)
        return last is not None and bool(last.evidence)

    def _kinds(self) -> Iterable[str]:
        asked = self._asked(Move(self.seat, ""))
        return (str(offer.value) for choice in asked if choice.slot == "kind" for offer in choice.offers)

    # -- choosing ------------------------------------------------------------------------------

    def restart(self, seat: Seat | str = "keep", *, auto: bool = True) -> None:
        """Begin a new move; who acts is kept where it can be."""
        acting = self.acting
        if isinstance(seat, str):
            seat = self.seat
        self.seat = seat if seat in acting else self._first()
        self.picks, self.toggled = [], []
        self.trail = []
        self.evidence = ""
        self._settle(auto)

    def choose(self, slot: str, value: Plain, label: Text) -> None:
        """Fill a slot; what is filled after it is asked again."""
        self._mark()
        self._fill(slot, value, label)
        self._settle()

    def _mark(self) -> None:
        self.trail.append((list(self.picks), list(self.toggled)))

    def _fill(self, slot: str, value: Plain, label: Text, auto: bool = False) -> None:
        place = next((n for n, pick in enumerate(self.picks) if pick.slot == slot), None)
        held: tuple[Text, ...] = ()
        asked = self._question(self._chosen(), slot, value)
        if place is not None:
            was = self.picks[place]
            asked = asked or was.asked
            grown = isinstance(value, tuple) and isinstance(was.value, tuple) and value[:-1] == was.value
            held = (*was.before, was.label) if grown and was.value else ()
            del self.picks[place:]
        self.picks.append(Picked(slot, value, label, auto, held, asked))

    def _question(self, partial: Move, slot: str, value: Plain) -> Text | None:
        """What was asked for a value that says little by itself: a bare number, or nothing."""
        amount = type(value) is int
        if not (amount or value in (None, (), "")):
            return None
        open = (choice for choice in self._asked(partial) if choice.slot == slot)
        # A question that names more than itself would be too long beside its answer.
        fits = (one.label for one in open if one.kind is Slot.AMOUNT or not (amount or one.label.args))
        return next(fits, None)

    def drop(self, slot: str) -> None:
        """Empty a slot again, and all that came after it."""
        place = next((n for n, pick in enumerate(self.picks) if pick.slot == slot), None)
        if place is not None:
            self._mark()
            del self.picks[place:]
            self._settle(auto=False)

    def step_back(self) -> bool:
        """Take back the last choice that was a player's own; whether there was one."""
        if not self.trail:
            return False
        self.picks, toggled = self.trail.pop()
        self._settle()
        self._toggle_again(tuple(toggled))
        return True

    def take(self, wanted: Move) -> None:
        """Put this whole move in place of what is chosen."""
        self.seat = wanted.seat
        self._mark()
        self.picks = []
        self._settle(auto=False)
        kind = self.offer("kind", wanted.kind)
        self.picks = [Picked("kind", wanted.kind, kind.label if kind else Text(f"{self.game.slug}.kind.{wanted.kind}"))]
        for slot, value in wanted.args:
            if isinstance(value, tuple) and any(isinstance(part, tuple) for part in value):
                label = text("app.items", n=len(value))
            else:
                label = self.game.say_value(self.state, wanted.kind, slot, value)
            rest = Move(wanted.seat, wanted.kind, tuple(arg for arg in wanted.args if arg[0] != slot))
            self.picks.append(Picked(slot, value, label, asked=self._question(rest, slot, value)))
        self.choices = ()
        self.preview = self._foreseen(wanted)

    def begin(self, told: Move) -> None:
        """Put in what is told of a move, in any order; open slots and slots with only some of their parts are asked."""
        self.take(told)
        half = next((choice.slot for choice in self._asked(self._chosen()) if choice.parts and choice.slot in told), "")
        self.picks = [pick for pick in self.picks if pick.slot != half]
        self._settle()
        self._toggle_again(told[half] if half else ())

    def draw(self) -> Text | None:
        """Let chance make the table's own move; the reason when there is nothing to draw from."""
        try:
            drawn = self.game.sample(self.state, self.seat, pick)
        except Complaint as error:
            return error.told
        except LookupError:
            return NOTHING
        if not self.game.judge(self.state, drawn).legal:
            return NOTHING
        self.take(drawn)
        return None

    @property
    def by_chance(self) -> bool:
        """Whether lots may decide what comes now: the table acts, and it is not mere bookkeeping."""
        if self.seat is not None or self.over or self.game.routine(self.state) is not None:
            return False
        return self.game.by_lot(self.state)

    def offer(self, slot: str, value: Plain) -> Offer | None:
        """What is offered under this value now, as an answer or as a part of one."""
        for choice in self.choices:
            if choice.slot == slot:
                return next((offer for offer in (*choice.offers, *choice.parts) if offer.value == value), None)
        return next((part for part in self._earlier(slot) if part.value == value), None)

    def _earlier(self, slot: str) -> tuple[Offer, ...]:
        """The parts a slot was put together of, while what came after it can still be changed."""
        place = next((n for n, pick in enumerate(self.picks) if pick.slot == slot), None)
        if place is None or not isinstance(self.picks[place].value, tuple):
            return ()
        kept = {pick.slot: pick.value for pick in self.picks[:place] if pick.slot != "kind"}
        asked = self._asked(move(self.seat, self._chosen().kind, **kept))
        return next((choice.parts for choice in asked if choice.slot == slot), ())

    def parts_again(self, slot: str) -> tuple[str, ...]:
        """The parts that can still be put into a slot that is filled, or taken out of it."""
        return tuple(str(part.value) for part in self._earlier(slot))

    def amend(self, slot: str, value: Plain) -> bool:
        """Pick or take back a part of a slot that is filled already: it is open again, with what it held."""
        if value not in [part.value for part in self._earlier(slot)]:
            return False
        held = next(pick.value for pick in self.picks if pick.slot == slot)
        self.drop(slot)
        self._toggle_again(held)
        self.toggle(value)
        return True

    # -- several things, one by one ------------------------------------------------------------

    @property
    def asked_parts(self) -> Choice | None:
        """The open question that is put together of parts."""
        return next((choice for choice in self.choices if choice.parts), None)

    def part(self, slot: str, value: Plain) -> Offer | None:
        """The part of the open question under this value."""
        asked = self.asked_parts
        if asked is None or asked.slot != slot:
            return None
        return next((part for part in asked.parts if part.value == value), None)

    def toggle(self, value: Plain) -> None:
        """Pick one more of a part; from its most on, take all of it back."""
        asked = self.asked_parts
        part = self.part(asked.slot, value) if asked is not None else None
        self._mark()
        if self.toggled.count(value) < (part.most if part is not None else 1):
            self.toggled.append(value)
        else:
            self.toggled = [other for other in self.toggled if other != value]
        self._weigh()
        if asked is not None and len(self.toggled) == asked.exactly and self.following and self.verdict is None:
            self.settle_parts()

    def take_out(self, value: Plain) -> None:
        """Take one of a part back."""
        if value in self.toggled:
            self._mark()
            self.toggled.remove(value)
            self._weigh()

    def settle_parts(self) -> None:
        """These parts and no others: on to what is asked next."""
        asked = self.asked_parts
        if asked is not None:
            labels = self.part_labels()
            self._mark()
            slot, value = asked.slot, tuple(self.toggled)
            self.picks.append(Picked(slot, value, labels[-1] if labels else asked.label, before=tuple(labels[:-1])))
            self._settle()

    def part_labels(self) -> list[Text]:
        """The parts picked so far, in words."""
        asked = self.asked_parts
        if asked is None:
            return []
        known = {part.value: part.label for part in asked.parts}
        kind = self._chosen().kind
        return [known.get(one) or self.game.say_value(self.state, kind, asked.slot, one) for one in self.toggled]

    @property
    def verdict(self) -> Illegal | None:
        """Why the parts picked so far do not do; None when they do, or when nobody can tell yet."""
        if isinstance(self.preview, Illegal):
            return self.preview
        offers = [offer for choice in self.following for offer in choice.offers]
        # Where all that could come next is refused, that is said of the parts.
        return offers[0].why_not if offers and all(offer.why_not is not None for offer in offers) else None

    def _weigh(self) -> None:
        """Judge the parts picked so far: what is asked next, or what the whole move would do."""
        asked = self.asked_parts
        if asked is None:
            return
        self.preview, self.following = None, ()
        if not self.toggled:
            return
        following = self._asked(self.partial)
        if following and following[0].slot == asked.slot:
            live = {part.value: part for part in following[0].parts}
            parts = tuple(live.get(part.value, part) for part in asked.parts)
            self.choices = tuple(replace(one, parts=parts) if one is asked else one for one in self.choices)
        elif following:
            self.following = following
        else:
            self.preview = self._foreseen(self.partial)

    def _toggle_again(self, values: Plain) -> None:
        asked = self.asked_parts
        known = [part.value for part in asked.parts if part.why_not is None] if asked is not None else []
        self.toggled = [value for value in several(values) if value in known]
        self._weigh()

    def put_new(self, slot: str, table: str, id: str) -> Illegal | None:
        """Choose a record that was told just now, where this slot asks for it; the reason where it cannot be chosen."""
        choice = next((choice for choice in self.choices if choice.slot == slot), None)
        if choice is None:
            return None
        offer = next((one for one in choice.parts or choice.offers if _holds(one.value, id)), None)
        if offer is not None and offer.why_not is not None:
            return self.why(slot, offer.value, offer.why_not)
        if offer is None and choice.several:
            # A list that is not full yet is judged by nobody else: what this record still lacks is said at once.
            held = tuple(self.toggled) if choice.parts else several(self._chosen().get(slot))
            ruling = self.table.propose(self._chosen().given(**{slot: (*held, id)}))
            if isinstance(ruling, Illegal) and any(need.id == id for need in ruling.needs):
                return ruling
        if choice.parts:
            self.toggle(offer.value if offer is not None else id)
        elif offer is not None:
            self.choose(slot, offer.value, offer.label)
        else:
            held = several(self._chosen().get(slot))
            self.choose(slot, (*held, id) if choice.several else id, self.game.say_record(table, id))
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
        self.preview, self.following = None, ()
        self.choices, self.toggled = (), []
        if self.over:
            return
        while True:
            self.choices = self._asked(self._chosen())
            lone = self._lone() if auto and self.single else None
            if lone is None:
                break
            choice, offer = lone
            self._fill(choice.slot, offer.value, offer.label, auto=True)
        if not self.choices and self._chosen().kind:
            self.preview = self._foreseen(self._chosen())

    def _lone(self) -> tuple[Choice, Offer] | None:
        if len(self.choices) != 1:
            return None
        choice = self.choices[0]
        if choice.parts:
            return None
        possible = [offer for offer in choice.offers if offer.why_not is None]
        # Which kinds of move there are, and why most cannot be made now, is always shown.
        if len(possible) != 1 or (choice.slot == "kind" and len(choice.offers) > 1):
            return None
        # Where nothing can be, nothing has to be told.
        certain = choice.slot == "kind" or (possible[0].value == () and choice.new is None)
        return (choice, possible[0]) if certain or not self._told_by_players(choice) else None

    def _told_by_players(self, choice: Choice) -> bool:
        """Whether only the players can know the answer: a throw or draw, which card somebody holds, or a new one."""
        if self.seat is None or choice.new is not None:
            return True
        return choice.kind is Slot.CARD and self.hides

    # -- deciding ------------------------------------------------------------------------------

    def confirm(self) -> Answer:
        """The move is made; unless it is done, what was chosen stays."""
        answer = self.controller.confirm(self.partial, evidence=self.evidence)
        if isinstance(answer, Done):
            self.go_on()
        return answer

    def go_on(self) -> None:
        """Begin the next move: asked of who just acted, unless somebody else is expected."""
        expected = self.seat is not None and self.game.leads(self.state) is None and self.seat in self.acting
        self.restart(self.seat if expected else self._first())

    def undo(self) -> Answer:
        """One step back, and a new move is begun."""
        answer = self.controller.undo()
        self.restart(self._first())
        return answer

    def redo(self) -> Answer:
        """One step forward again, and a new move is begun."""
        answer = self.controller.redo()
        self.restart(self._first())
        return answer

    # -- figures -------------------------------------------------------------------------------

    def changes(self) -> tuple[tuple[int, int], ...]:
        """Everybody's points before and after the move that is chosen."""
        if not isinstance(self.preview, Preview):
            return ()
        return tuple(zip(standing(self.table, self.preview.before), standing(self.table, self.preview.after)))

    def worth(self, slot: str, value: Plain) -> int | None:
        """How the acting seat's points would change by an offer that completes the move."""
        if self.seat is None:
            return None
        wanted = self._chosen() if slot == "kind" else self._chosen().given(**{slot: value})
        if slot == "kind":
            wanted = move(self.seat, str(value))
        # Judged before it is asked whether anything is open: what lacks a slot is refused at once.
        if isinstance(self.game.judge(self.state, wanted), Illegal) or self._asked(wanted):
            return None
        found = self._foreseen(wanted)
        if isinstance(found, Illegal):
            return None
        return standing(self.table, found.after)[self.seat] - standing(self.table, found.before)[self.seat]

    # -- remembering ---------------------------------------------------------------------------

    def draft(self) -> dict[str, Any]:
        """What is chosen so far, to be kept."""
        return {
            "seat": self.seat,
            "version": self.table.log.line.version,
            "picks": [[pick.slot, pick.value] for pick in self.picks if not pick.auto],
            "parts": list(self.toggled),
        }

    def resume(self, draft: dict[str, Any]) -> None:
        """Choose again what was chosen before, as far as it still fits; facts told meanwhile do not matter."""
        if draft.get("version") != self.table.log.line.version or self.over:
            return
        self.restart(draft.get("seat") if draft.get("seat") in self.acting else "keep")
        for slot, value in draft.get("picks", ()):
            asked = self.asked_parts
            known = plain(value)
            offer = self.offer(slot, known)
            if offer is not None and offer.why_not is None and self.part(slot, known) is None:
                self.choose(slot, offer.value, offer.label)
            elif asked is not None and asked.slot == slot and isinstance(known, tuple):
                self._toggle_again(known)
                self.settle_parts()
            else:
                return
        self._toggle_again(plain(draft.get("parts", ())))


def several(value: Plain) -> tuple[Plain, ...]:
    """What a slot of several things holds; nothing where it holds none."""
    return value if isinstance(value, tuple) else ()


def _holds(value: Plain, id: str) -> bool:
    """Whether a value is this record, or ends or begins with it."""
    return value == id or (isinstance(value, tuple) and bool(value) and id in (value[0], value[-1]))
