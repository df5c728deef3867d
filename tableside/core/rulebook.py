"""A game told by its moves and events: each is one typed function, and the signature is its shape.

`Rulebook` derives from two explicit tuples, `plays` and `changes`, what the kernel asks of a game: argument checks,
judging, applying, listing, slot-by-slot questions in the order of the signature, and random moves.
"""

from __future__ import annotations

import inspect
import typing
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice
from typing import Any, ClassVar, Concatenate, Generic, ParamSpec, Self, TypeVar

from tableside.core.arguments import kind_of, misshapen, out_of_turn, signed
from tableside.core.candidates import Candidates
from tableside.core.catalog import Catalog
from tableside.core.chance import Pick
from tableside.core.game import Choice, Game, Offer, Slot
from tableside.core.moves import Cite, Event, Move, Plain, Seat, Text, text
from tableside.core.ruling import Caution, Illegal, Legal, Need, Ruling

S = TypeVar("S")
P = ParamSpec("P")
F = TypeVar("F", bound=Callable[..., Any])

MOST_TRIED = 5000
"""Candidates looked at for one question; more than this no table reads."""
MOST_SAMPLED = 400
MOST_WHOLE = 20
"""So many whole moves are offered side by side."""


class Turn(Generic[S]):
    """One move being judged: the state so far, the events that led there, the cautions, and who makes it.

    Anything a game keeps in the state without an event (tasks that are pushed and popped while a move is worked out)
    may be set on `state` directly, as long as `Rulebook.after` writes it down in one event at the end.
    """

    __slots__ = ("_applied", "book", "cautions", "chain", "events", "seat", "start", "state")

    def __init__(self, book: Rulebook[S], state: S, seat: Seat) -> None:
        self.book, self.start, self.state, self.seat = book, state, state, seat
        self._applied = state
        self.events: list[Event] = []
        self.chain: dict[int, tuple[S, Event, S]] = {}
        self.cautions: list[Caution] = []

    @property
    def me(self) -> int:
        """The seat of the player whose move it is. A move of chance has none: asking for it is a bug."""
        assert self.seat is not None
        return self.seat

    @property
    def catalog(self) -> Catalog:
        """The content this game is played with."""
        return self.book.catalog

    def do(self, change: Callable[Concatenate[S, P], S], rule: str, /, *args: P.args, **given: P.kwargs) -> None:
        """Let something happen, by this rule: an event of the change's name, and the state after it."""
        kind, names, places = signed(change)
        values: tuple[Any, ...] = args
        if len(values) == len(names):
            told = tuple([(name, values[place]) for name, place in places])
        else:
            told = tuple(sorted({**dict(zip(names, values)), **given}.items()))
        happened = Event(kind, told, self.book.cite(rule))
        self.state = change(self.state, *args, **given)
        self.events.append(happened)
        # What was set without an event since the last one is in the state after this one already.
        self.chain[id(happened)] = (self._applied, happened, self.state)
        self._applied = self.state

    def ended(self) -> Mapping[int, tuple[S, Event, S]]:
        """Every event with the state before and after it; the last one leads to the state as it is now."""
        if self.events:
            last = self.events[-1]
            self.chain[id(last)] = (self.chain[id(last)][0], last, self.state)
        return self.chain

    def no(self, key: str, rule: str, /, needs: tuple[Need, ...] = (), **args: Any) -> Illegal:
        """A refusal in this game's words: `<slug>.no.<key>`."""
        return Illegal(text(f"{self.book.slug}.no.{key}", **args), self.book.cite(rule), needs=needs)

    def lacks(self, needs: tuple[Need, ...], rule: str) -> Illegal:
        """A refusal because facts of this copy are not known; there must be some."""
        return Illegal(needs[0].text, self.book.cite(rule), needs=needs)

    def warn(self, key: str, rule: str, /, **args: Any) -> None:
        """Legal, but worth a second look: `<slug>.caution.<key>`."""
        said = text(f"{self.book.slug}.caution.{key}", **args)
        self.cautions.append(Caution(key, said, self.book.cite(rule)))

    def ask(
        self, partial: Move, slot: str, /, *, new: Need | None = None, parts: tuple[Offer, ...] | None = None
    ) -> Choice:
        """The question for a slot as the listed moves give it, with what they cannot know."""
        asked = self.book.choice(self.state, partial, slot)
        return replace(asked, new=new, parts=asked.parts if parts is None else parts)


Listing = Callable[[Turn[Any]], Iterable[Move]]
Asking = Callable[[Turn[Any], Move], Choice]


class Play(Generic[P]):
    """One kind of move: how it is judged, whose it is, which ones are worth listing, and how its slots are asked."""

    def __init__(self, judge: Callable[Concatenate[Any, P], Illegal | None], chance: bool) -> None:
        self.judge, self.chance, self.kind = judge, chance, kind_of(judge)
        signature = inspect.signature(judge)
        hints = typing.get_type_hints(judge)
        self.shape: dict[str, Any] = {}
        self.rest: Any = None
        """The type of further slots whose names depend on the state (`**tiles: str`)."""
        for name, parameter in list(signature.parameters.items())[1:]:
            if parameter.kind is inspect.Parameter.VAR_KEYWORD:
                self.rest = hints[name]
            else:
                self.shape[name] = hints[name]
        self.listed: Listing = lambda turn: (Move(turn.seat, self.kind),)
        self.sure = False
        self.more: Listing | None = None
        self.named: Callable[[Turn[Any]], Iterable[str]] | None = None
        self.drawn: Callable[[Turn[Any], Pick], Move] | None = None
        self.none: Callable[[Turn[Any]], Illegal | None] | None = None
        self.asked: dict[str, Asking] = {}
        self.open: dict[str, Callable[[Turn[Any], Move], bool]] = {}
        self.whole = False
        """Once this kind is chosen its moves are offered whole, where they are few: one tap answers all its slots."""
        self.quiet = False
        """Offered only where a move of this kind is legal: nobody looks for it elsewhere, and it would be noise."""

    def move(self, seat: Seat, /, *args: P.args, **given: P.kwargs) -> Move:
        """A move of this kind, its arguments checked by the type checker."""
        told: dict[str, Any] = dict(zip(self.shape, args))
        told.update(given)
        return Move(seat, self.kind, tuple(sorted(told.items())))

    # -- said beside the judging function, as decorators ---------------------------------------

    def lists(self, candidates: Listing) -> Listing:
        """Every move of this kind worth judging, refused ones included: they are shown with their reason."""
        self.listed, self.sure = candidates, False
        return candidates

    def lists_legal(self, candidates: Listing) -> Listing:
        """Every legal move of this kind, known to be legal and not judged again when listed."""
        self.listed, self.sure = candidates, True
        return candidates

    def tries(self, candidates: Listing) -> Listing:
        """Further moves that are judged only to show why they are refused, beside `lists_legal`."""
        self.more = candidates
        return candidates

    def slots(self, names: Callable[[Turn[Any]], Iterable[str]]) -> Callable[[Turn[Any]], Iterable[str]]:
        """The names of the slots behind `**name: type`, in the order in which they are asked."""
        self.named = names
        return names

    def draws(self, sample: Callable[[Turn[Any], Pick], Move]) -> Callable[[Turn[Any], Pick], Move]:
        """One legal move picked by chance, where there are too many to list."""
        self.drawn = sample
        return sample

    def why_none(self, reason: Callable[[Turn[Any]], Illegal | None]) -> Callable[[Turn[Any]], Illegal | None]:
        """Why there is no legal move of this kind now; None keeps the kind open, where only a player can know."""
        self.none = reason
        return reason

    def asks(self, slot: str) -> Callable[[Asking], Asking]:
        """How this slot is asked where the listed values are not enough: parts, new records. "*" is every slot."""

        def keep(asking: Asking) -> Asking:
            self.asked[slot] = asking
            return asking

        return keep

    def unfinished(self, slot: str) -> Callable[[Callable[[Turn[Any], Move], bool]], Callable[[Turn[Any], Move], bool]]:
        """Whether this slot is asked again though it holds something: things that are told one by one."""

        def keep(still_open: Callable[[Turn[Any], Move], bool]) -> Callable[[Turn[Any], Move], bool]:
            self.open[slot] = still_open
            return still_open

        return keep

    def is_open(self, turn: Turn[Any], partial: Move, slot: str) -> bool:
        """Whether this slot has still to be asked."""
        return slot not in partial or (slot in self.open and self.open[slot](turn, partial))

    def shape_for(self, turn: Turn[Any]) -> Mapping[str, Any]:
        """The slots and their types, in the order in which they are asked."""
        if self.named is None:
            return self.shape
        return {**self.shape, **dict.fromkeys(self.named(turn), self.rest)}


def play(judge: Callable[Concatenate[Any, P], Illegal | None]) -> Play[P]:
    """This function judges a kind of move of its name, made by a player."""
    return Play(judge, False)


def chance(judge: Callable[Concatenate[Any, P], Illegal | None]) -> Play[P]:
    """This function judges a kind of move of its name, made by nobody: dice, draws and bookkeeping."""
    return Play(judge, True)


class Rulebook(Game[S]):
    """Judging, applying, listing and asking for a game that names its plays and changes."""

    plays: ClassVar[tuple[Play[Any], ...]] = ()
    changes: ClassVar[tuple[Callable[..., Any], ...]] = ()
    pages: ClassVar[Mapping[str, int]] = {}
    """The rulebook's page of a rule, where known."""
    slot_kinds: ClassVar[Mapping[str, Slot]] = {}
    """How slots of this name are asked, where not by buttons."""
    turn_rule: ClassVar[str] = "turn"
    """The rule that says when which kind of move may be made."""
    nothing: ClassVar[tuple[str, str] | None] = None
    """The refusal and rule for every kind of move of which there is none now; else each kind has its own refusal."""
    whole_kinds: ClassVar[bool] = False
    """That a kind of which any move is suggested is suggested with all of its moves."""

    _last: Mapping[int, tuple[S, Event, S]] = {}
    _rulings: tuple[tuple[S, Move, Ruling, Mapping[int, tuple[S, Event, S]]], ...] = ()
    """The last legal rulings with their steps: a move is previewed, made and explained, and judged for each."""
    _looked: tuple[tuple[S, dict[Any, Any]], ...] = ()
    """The three states last asked about, with what was worked out for each: a game may ask about those that follow."""

    def with_catalog(self, catalog: Catalog) -> Self:
        other = super().with_catalog(catalog)
        other._looked, other._rulings = (), ()
        return other

    # -- what a game says ----------------------------------------------------------------------

    def kinds(self, state: S, seat: Seat) -> Iterable[str]:
        """The kinds of move this seat may make now, in the order in which they are offered."""
        return (one.kind for one in self.plays if one.chance == (seat is None))

    def not_now(self, turn: Turn[S], kind: str) -> Illegal:
        """Why a move of this kind cannot be made now at all."""
        return turn.no("not_now", self.turn_rule)

    def nothing_of(self, turn: Turn[S], kind: str) -> Illegal:
        """Why there is no move of this kind now, where nothing of it is even listed."""
        return turn.no(*(self.nothing or (f"none.{kind}", self.turn_rule)))

    def before(self, turn: Turn[S], wanted: Move) -> None:
        """What happens by itself before this move, such as the end of a phase nobody wanted to use."""

    def after(self, turn: Turn[S]) -> None:
        """What follows by itself from every legal move."""

    # -- what follows from that ----------------------------------------------------------------

    @cached_property
    def _plays(self) -> Mapping[str, Play[Any]]:
        return {one.kind: one for one in self.plays}

    @cached_property
    def _changes(self) -> Mapping[str, Callable[..., S]]:
        return {kind_of(one): one for one in self.changes}

    def cite(self, rule: str, page: int | None = None) -> Cite:
        known = self._cites.get(rule) if page is None else None
        if known is None:
            known = Cite(self.slug, rule, self.pages.get(rule) if page is None else page)
            if page is None:
                self._cites[rule] = known
        return known

    @cached_property
    def _cites(self) -> dict[str, Cite]:
        return {}

    def slot_kind(self, kind: str, slot: str) -> Slot:
        return self.slot_kinds.get(slot, Slot.BUTTON)

    def judge(self, state: S, wanted: Move) -> Ruling:
        for known, told, ruling, steps in self._rulings:
            if known is state and repr(told) == repr(wanted):  # as written, for True equals 1 and is something else
                self._last = steps
                return ruling
        ruling = self._judged(state, wanted)
        if isinstance(ruling, Legal):
            self._rulings = ((state, wanted, ruling, self._last), *self._rulings[:2])
        return ruling

    def _judged(self, state: S, wanted: Move) -> Ruling:
        turn = Turn(self, state, wanted.seat)
        kind = self._plays.get(wanted.kind)
        turned_away = out_of_turn(wanted, self.to_act(state))
        timely = turned_away is None and kind is not None and wanted.kind in self.kinds(state, wanted.seat)
        problem = None
        if kind is None:
            problem = misshapen(wanted, {})
        elif timely or kind.named is None:  # slots that hang on the state are known only when the move is timely
            problem = misshapen(wanted, {wanted.kind: kind.shape_for(turn)})
        if problem is None:
            problem = turned_away
        if problem is not None or kind is None:
            assert problem is not None
            return problem
        return self._ruled(turn, kind, wanted) if timely else self.not_now(turn, wanted.kind)

    def _ruled(self, turn: Turn[S], kind: Play[Any], wanted: Move) -> Ruling:
        """The ruling on a move whose shape and time are right."""
        self.before(turn, wanted)
        problem = kind.judge(turn, **dict(wanted.args))
        if problem is not None:
            return problem
        self.after(turn)
        self._last = turn.ended()
        return Legal(tuple(turn.events), tuple(turn.cautions))

    def apply(self, state: S, happened: Event) -> S:
        """The state after an event; the steps of the ruling just given are remembered."""
        known = self._last.get(id(happened))
        if known is not None and known[0] is state and known[1] is happened:
            return known[2]
        return self._changes[happened.kind](state, **dict(happened.args))

    def moves(self, state: S, seat: Seat) -> Iterable[Move]:
        if seat in self.to_act(state):
            for kind in self.kinds(state, seat):
                yield from self.moves_of(state, seat, kind)

    def moves_of(self, state: S, seat: Seat, kind: str) -> Iterator[Move]:
        """The legal moves of one kind that may be made now."""
        return (made for made, refusal in self._candidates(state, seat, kind).each() if refusal is None)

    def kept(self, state: S) -> dict[Any, Any]:
        """What was worked out for this very state. Another thread asks a rulebook of its own (`with_catalog`)."""
        for known, found in self._looked:
            if known is state:
                return found
        new: dict[Any, Any] = {}
        self._looked = ((state, new), *self._looked[:2])
        return new

    def _candidates(self, state: S, seat: Seat, kind: str, further: bool = False) -> Candidates:
        """The listed moves of a kind, or with `further` those that are only tried."""
        kept = self.kept(state)
        found: Candidates | None = kept.get((seat, kind, further))
        if found is None:
            known = self._plays[kind]
            listed = (known.more or (lambda turn: ())) if further else known.listed

            def refuse(made: Move) -> Illegal | None:
                ruling = self._ruled(Turn(self, state, seat), known, made)
                return ruling if isinstance(ruling, Illegal) else None

            sure = known.sure and not further
            found = Candidates(lambda: listed(Turn(self, state, seat)), None if sure else refuse)
            kept[(seat, kind, further)] = found
        return found

    def sample(self, state: S, seat: Seat, pick: Pick) -> Move:
        kinds = list(self.kinds(state, seat)) if seat in self.to_act(state) else []
        while kinds:
            kind = kinds.pop(pick(len(kinds)))
            drawn = self._plays[kind].drawn
            if drawn is not None:
                return drawn(Turn(self, state, seat), pick)
            some = tuple(islice(self.moves_of(state, seat, kind), MOST_SAMPLED))
            if some:
                return some[pick(len(some))]
        raise LookupError(f"{self.slug}: seat {seat} has no legal move of {list(self.kinds(state, seat))}")

    # -- asking --------------------------------------------------------------------------------

    def choices(self, state: S, partial: Move) -> Sequence[Choice]:
        """The next open slot in the order of the signature; what is refused comes with its reason."""
        if partial.seat not in self.to_act(state):
            return ()
        asked = self._asked(state, partial)
        if any(choice.ready for choice in asked) or not asked:
            return asked
        kept = self.kept(state)
        if ("ready", partial.seat) not in kept:
            kept["ready", partial.seat] = self.suggest(state, partial.seat)
        ready = tuple(made for made in kept["ready", partial.seat] if _answers(made, partial))
        if not ready and partial.kind and self._plays[partial.kind].whole:
            moves = self.moves_of(state, partial.seat, partial.kind)
            ready = tuple(islice((made for made in moves if _agrees(made, partial)), MOST_WHOLE + 1))
            ready = ready if len(ready) <= MOST_WHOLE else ()
        return self._with_ready(state, partial, asked, ready) if ready else asked

    def _with_ready(
        self, state: S, partial: Move, asked: tuple[Choice, ...], ready: tuple[Move, ...]
    ) -> tuple[Choice, ...]:
        """The open slot with whole moves to choose from besides; told when there are no others."""
        among = (partial.kind,) if partial.kind else self.kinds(state, partial.seat)
        every = (made for kind in among for made in self.moves_of(state, partial.seat, kind))
        fitting = islice((made for made in every if _answers(made, partial)), len(ready) + 1)
        whole = len(tuple(fitting)) == len(ready)
        counts = Counter(made.kind for made in ready) if not partial.kind else Counter()
        kinds = tuple(
            kind for kind, count in counts.items() if self.whole_kinds or self._all(state, partial.seat, kind, count)
        )
        # What waits only for a fact of the box is no whole move yet and is asked for by itself.
        offers = (offer for choice in asked if choice.slot == "kind" for offer in choice.offers)
        complete = whole and not any(offer.why_not is None and offer.value not in kinds for offer in offers)
        return tuple(
            replace(choice, ready=ready, complete=complete and not choice.parts, covered=kinds) for choice in asked
        )

    def _all(self, state: S, seat: Seat, kind: str, count: int) -> bool:
        """Whether so many moves are all there are of a kind, and none waits for something to be told of the box."""
        if sum(1 for _ in islice(self.moves_of(state, seat, kind), count + 1)) > count:
            return False
        wanted = Move(seat, kind)
        waiting = any(refusal is not None and refusal.needs for _, refusal in self._tried(state, wanted))
        return not waiting and all(choice.new is None for choice in self._asked(state, wanted))

    def _asked(self, state: S, partial: Move) -> tuple[Choice, ...]:
        """The next open slot by itself."""
        kinds = tuple(self.kinds(state, partial.seat))
        turn = Turn(self, state, partial.seat)
        if not partial.kind:
            every = (self._offered(state, partial.seat, kind) for kind in kinds)
            offers = tuple(one for one in every if one.why_not is None or not self._plays[str(one.value)].quiet)
            return (Choice("kind", Slot.BUTTON, self.say_which(state, kinds), offers),) if offers else ()
        if partial.kind not in kinds:
            return ()
        kind = self._plays[partial.kind]
        slot = next((name for name in kind.shape_for(turn) if kind.is_open(turn, partial, name)), None)
        if slot is None:
            return ()
        asking = kind.asked.get(slot) or kind.asked.get("*")
        choice = asking(turn, partial) if asking is not None else self.choice(state, partial, slot)
        return (choice,) if choice.offers or choice.parts or choice.new else ()

    def choice(self, state: S, partial: Move, slot: str) -> Choice:
        """What may go into this slot, by the moves that are listed and tried."""
        found: dict[Plain, Illegal | None] = {}
        for made, ruling in islice(self._tried(state, partial), MOST_TRIED):
            value = made[slot]
            if value not in found or ruling is None:
                found[value] = ruling
        offers = tuple(
            Offer(value, self.say_value(state, partial.kind, slot, value), why) for value, why in found.items()
        )
        return Choice(slot, self.slot_kind(partial.kind, slot), self.say_slot(state, partial.kind, slot), offers)

    def say_slot(self, state: S, kind: str, slot: str) -> Text:
        """What a slot is called."""
        return text(f"{self.slug}.slot.{kind}.{slot}")

    def say_which(self, state: S, kinds: Sequence[str]) -> Text:
        """What is asked where any of these kinds of move may be made."""
        return text("core.which_move")

    def say_kind(self, state: S, kind: str) -> Text:
        """What a player taps to make a move of this kind."""
        return text(f"{self.slug}.kind.{kind}")

    def _offered(self, state: S, seat: Seat, kind: str) -> Offer:
        """A kind of move, with the reason when none is legal now; where none is listed, a new record may make one."""
        why: Illegal | None = None
        said = self.say_kind(state, kind)
        for _, refusal in self._tried(state, Move(seat, kind)):
            if refusal is None or refusal.needs:
                return Offer(kind, said)
            why = refusal if why is None else why
        if why is None and any(choice.new is not None for choice in self._asked(state, Move(seat, kind))):
            return Offer(kind, said)
        turn, known = Turn(self, state, seat), self._plays[kind]
        if known.none is not None:
            why = known.none(turn)
        elif why is None:
            why = self.nothing_of(turn, kind)
        return Offer(kind, said, why)

    def _tried(self, state: S, partial: Move) -> Iterator[tuple[Move, Illegal | None]]:
        """The listed moves that agree with what is chosen so far, each with its refusal or None."""
        wanted = (lambda made: _agrees(made, partial)) if partial.args else None
        yield from self._candidates(state, partial.seat, partial.kind).each(wanted)
        further = self._candidates(state, partial.seat, partial.kind, further=True).each(wanted)
        yield from ((made, refusal) for made, refusal in further if refusal is not None)


def _answers(made: Move, partial: Move) -> bool:
    """Whether a whole move is what is chosen so far, and more."""
    return made.kind == (partial.kind or made.kind) and _agrees(made, partial)


def _agrees(made: Move, partial: Move) -> bool:
    return all(slot in made and made[slot] == value for slot, value in partial.args)
