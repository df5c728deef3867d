"""One value of the state set by the players, openly and with their reason, when the rest still holds."""

from __future__ import annotations

import typing
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import islice
from typing import Any, TypeVar

from tableside.core import bounds, codec, notation
from tableside.core.arguments import misshapen, typed
from tableside.core.errors import Complaint, complaint
from tableside.core.game import Counter, Game
from tableside.core.moves import ArgumentError, Cite, Event, Move, Plain, Text, called, event, move, plain, text
from tableside.core.ruling import Illegal, Legal, Ruling
from tableside.core.type_grammar import shape_of

S = TypeVar("S")

Changes = tuple[tuple[str, Plain], ...]
"""Paths of the state, such as players.0.ore, each with the value that is set there."""

KIND = "adjust"
CITE = Cite("core", "adjust")
MOST = 1_000_000
"""Larger numbers are refused: no counter of a game reaches them."""
TRIES, AHEAD = 3, 10
"""How often a game is played on from an adjusted state before that is taken, and how many moves."""
LISTED = 1000
"""So many legal moves are listed to see that the rules can be asked: a galaxy of six is dealt in a million ways."""


def adjust(path: str, value: Plain) -> Move:
    """The move that sets the value at a path of the state, such as players.0.ore."""
    return adjust_all(((path, value),))


def adjust_all(changes: Sequence[tuple[str, Plain]]) -> Move:
    """The move that sets several values at once, such as a cube taken here and put there.

    Values stand in it as they are written, so that the log reads back the same move. Raises CodecError for what is
    no plain data or nested too deeply.
    """
    try:
        return move(None, KIND, changes=tuple((path, _written(value)) for path, value in changes))
    except (ArgumentError, RecursionError):
        raise codec.CodecError("", text("core.bad.plain")) from None


def changes_of(made: Move | Event) -> Changes:
    """What an adjustment sets: paths and values."""
    return typed(tuple[tuple[str, Plain], ...], made["changes"])


def _written(value: Plain) -> Plain:
    try:
        return plain(codec.encode(value))
    except codec.CodecError:
        return value


def changes(game: Game[S], state: S, told: Sequence[tuple[Counter, int]]) -> Changes:
    """The arguments of `adjust_all` for counters and their new numbers; unchanged ones are left out."""
    found: dict[str, Plain] = {}
    data = codec.encode(state)
    for counter, number in told:
        if number == counter.value:
            continue
        if counter.of is None:
            found[counter.path] = number
            continue
        held = found.get(counter.path)
        items: list[Any] = list(held) if isinstance(held, tuple) else list(_at(data, counter.path))
        in_order = items == sorted(items)
        while items.count(counter.of) > number:
            items.remove(counter.of)
        items += [counter.of] * (number - items.count(counter.of))
        found[counter.path] = tuple(sorted(items) if in_order else items)
    return tuple(found.items())


def _at(data: Any, path: str) -> Any:
    for part in path.split("."):
        data = data[int(part)] if isinstance(data, list) else data[part]
    return data


def judge(game: Game[S], state: S, wanted: Move) -> Ruling:
    """The game's ruling, or the kernel's own on an adjustment."""
    if wanted.kind != KIND:
        return game.judge(state, wanted)
    problem = misshapen(wanted, {KIND: {"changes": Changes}})
    if problem is not None:
        return problem
    changes = changes_of(wanted)
    if not changes:
        return Illegal(text("core.adjust_needs_path"), CITE)
    try:
        changed = with_changes(game, state, changes)
        if notation.read(notation.write(wanted)) != wanted:
            raise codec.CodecError("", text("core.bad.plain"))
    except (codec.CodecError, LookupError, ValueError, TypeError, RecursionError) as error:
        return _impossible(changes, complaint(error))
    try:
        for problem in _new_problems(game, state, changes, changed):
            return problem
        _ask(game, changed)
    except Exception:  # whatever the rules trip over now would end the game later
        return _impossible(changes, text("core.adjust_unplayable"))
    return Legal((event(KIND, CITE, changes=changes),))


def propose(game: Game[S], state: S, wanted: Move) -> Ruling:
    """`judge`, and for a new adjustment also whether its words are known and the game can be played on from it.

    What stands in a log is only judged: it was looked at when it was taken.
    """
    early = _out_of_sight(game, state, wanted) or _beyond(game, state, wanted) if wanted.kind == KIND else None
    ruling = early or judge(game, state, wanted)
    if wanted.kind != KIND or isinstance(ruling, Illegal):
        return ruling
    changes = changes_of(wanted)
    if any(path.partition(".")[0] in game.agreed for path, _ in changes):
        return _impossible(changes, text("core.adjust_option"))
    changed = with_changes(game, state, changes)
    strange = _strange(game, state, changed, changes)
    if strange is not None:
        return _impossible(changes, text("core.adjust_unknown", word=strange))
    try:
        for first in range(TRIES):
            _play_on(game, changed, first)
    except Exception:
        return _impossible(changes, text("core.adjust_unplayable"))
    return ruling


def _impossible(changes: Sequence[tuple[str, Plain]], problem: Text) -> Illegal:
    shown = tuple(path[:80] for path, _ in changes)
    return Illegal(text("core.adjust_impossible", path=shown, problem=problem), CITE)


def _new_problems(game: Game[S], state: S, changes: Sequence[tuple[str, Plain]], changed: S) -> Iterator[Illegal]:
    """What cannot be with these changes and could before, as far as everybody may know.

    Only what lies open and what was told is looked at: an answer that hung on a hidden card would tell of it.
    """
    seen = game.redact(state, None)
    try:
        told = changed if seen == state else with_changes(game, seen, changes)
    except (codec.CodecError, LookupError, ValueError, TypeError):
        told = game.redact(changed, None)
    before = set(game.audit(seen))
    return (problem for problem in game.audit(told) if problem not in before)


def out_of_bounds(game: Game[S], state: S, seats: int) -> Iterator[tuple[str, Text]]:
    """Every value of a state that its type says cannot be, with its path: positions and edits are held to it."""

    def known(table: str, id: str) -> bool:
        return game.catalog.find(table, id) is not None

    return bounds.outside(game.state_type, state, range(seats), known)


def _beyond(game: Game[S], state: S, wanted: Move) -> Illegal | None:
    """A value beyond its bounds that was within them before: said before the rules would count up to it."""
    try:
        changes = changes_of(wanted)
        changed = with_changes(game, state, changes)
    except (ArgumentError, codec.CodecError, LookupError, ValueError, TypeError, RecursionError):
        return None  # `judge` says what is wrong
    seats = len({line.seat for line in game.score(state)})
    before = {path for path, _ in out_of_bounds(game, state, seats)}
    new = (problem for path, problem in out_of_bounds(game, changed, seats) if path not in before)
    return next((_impossible(changes, problem) for problem in new), None)


def _out_of_sight(game: Game[S], state: S, wanted: Move) -> Illegal | None:
    """A place that only a hidden list shows, whatever is to be set there: how long that is would tell what is in it."""
    try:
        changes = changes_of(wanted)
    except ArgumentError:
        return None  # `judge` says what is wrong
    try:
        _set(codec.encode(game.redact(state, None)), changes)
    except (codec.CodecError, RecursionError):
        return None
    except (LookupError, ValueError, TypeError) as error:
        return _impossible(changes, complaint(error))
    return None


def _ask(game: Game[S], state: S) -> None:
    """Ask the rules everything a table would ask of this state next; raises whatever they raise."""
    for seat in game.to_act(state):
        list(islice(game.moves(state, seat), LISTED))
    game.routine(state)
    game.score(state)
    game.outcome(state)
    game.redact(state, None)
    if codec.decode(game.state_type, codec.encode(state)) != state:
        raise codec.CodecError("", text("core.bad.unfit"))


def _play_on(game: Game[S], state: S, first: int) -> None:
    """Some moves from a state, each choice by a counter, with what a screen shows; raises whatever the rules raise."""
    seed = first

    def pick(count: int) -> int:
        nonlocal seed
        seed = (seed * 1_103_515_245 + 12_345) % 2**31
        return seed // 65_536 % count if count > 0 else 0

    for _ in range(AHEAD):
        game.phase(state)
        seats = sorted(game.to_act(state), key=lambda seat: -1 if seat is None else seat)
        for seat in (*seats, *{line.seat for line in game.score(state)}):
            game.counters(state, seat)
        if not seats:
            return
        seat = seats[pick(len(seats))]
        game.choices(state, move(seat, ""))
        try:
            made = game.sample(state, seat, pick)
        except (Complaint, IndexError):
            return  # nothing to draw from: the players are told, and decide
        ruling = game.judge(state, made)
        if isinstance(ruling, Illegal):
            return
        game.say_move(state, made)
        for happened in ruling.events:
            game.say_event(state, happened)
            state = game.apply(state, happened)
        game.routine(state)
        game.audit(state)


def _leaves(data: Any) -> Iterator[Any]:
    """Every value in plain data that is no list or mapping."""
    if isinstance(data, (list, dict)):
        for one in data.values() if isinstance(data, dict) else data:
            yield from _leaves(one)
    else:
        yield data


def _strange(game: Game[S], state: S, changed: S, changes: Sequence[tuple[str, Plain]]) -> str | None:
    """A word that means nothing in this game, or a number beyond all it uses, that was not there before."""
    before = set(_leaves(codec.bare(state)))
    new = set(_leaves(codec.bare(changed))) - before
    # Where a game keeps sets of places in whole numbers, any such set may be told.
    sets = any(type(one) is int and one > MOST for one in before)
    most = 2**codec.BITS if sets else MOST
    numbers = (str(one)[:40] for one in new if isinstance(one, (int, float)) and not -MOST <= one <= most)
    # What a game works out from the values by itself, such as income, is its own.
    told = set(_leaves(codec.encode(tuple(value for _, value in changes))))
    words = {one for one in new & told if isinstance(one, str)}
    strange = sorted(words - _words(game, state)) if words else []
    return next(numbers, strange[0][:40] if strange else None)


def _words(game: Game[S], state: S) -> set[str]:
    """Every string that means something beside the state: by its types, in the catalogue, and what is counted."""
    found = set(_named(typing.cast(Any, game.state_type)))
    for table in game.tables:
        found.update(game.catalog.table(table))
    found.update(one for one in _leaves(game.catalog.as_json()) if isinstance(one, str))
    for seat in (None, *(line.seat for line in game.score(state))):
        found.update(str(counter.of) for counter in game.counters(state, seat) if counter.of is not None)
    return found


@cache
def _named(kind: Any) -> frozenset[str]:
    """The strings a type allows by name: members of literals and enumerations anywhere in it."""
    found: set[str] = set()
    todo, seen = [kind], set()
    while todo:
        one = todo.pop()
        if one in seen:
            continue
        seen.add(one)
        shape = shape_of(one)
        found.update(value for value in shape.values if isinstance(value, str))
        todo += typing.get_type_hints(one).values() if shape.form == "object" else shape.inner
    return frozenset(found)


def apply(game: Game[S], state: S, happened: Event) -> S:
    """The state after an event of the game or an adjustment."""
    if happened.kind != KIND or happened.cite != CITE:
        return game.apply(state, happened)
    return with_changes(game, state, changes_of(happened))


def folded(game: Game[S], state: S, events: Iterable[Event]) -> S:
    """The state after these events, one after the other."""
    for happened in events:
        state = apply(game, state, happened)
    return state


def paths(game: Game[S], state: S) -> dict[str, Plain]:
    """Every value that could be adjusted, by its path."""
    found: dict[str, Plain] = {}

    def walk(data: Any, path: str) -> None:
        if isinstance(data, dict):
            for key, value in data.items():
                walk(value, f"{path}.{key}" if path else key)
        elif isinstance(data, list) and data:
            for number, value in enumerate(data):
                walk(value, f"{path}.{number}")
        else:
            found[path] = tuple(data) if isinstance(data, list) else data

    walk(codec.encode(state), "")
    return found


def say(game: Game[S], state: S, changes: Sequence[tuple[str, Plain]]) -> Text:
    """An adjustment in words; a value that is somebody's secret is not told. The state is the one before it.

    Values that a seat may count are told by their names and owner, and then what only follows from them is left out.
    """
    hidden = text("core.hidden")
    told = _told(game, state, changes, hidden)
    seen = {path: value for path, value in told if value != hidden}
    own = {path: words for path, value in seen.items() if (words := game.say_change(state, path, value)) is not None}
    counted = _counted(game, state, {path: value for path, value in seen.items() if path not in own})
    named = (*own.values(), *counted)
    plain = tuple(text("core.change", path=path, value=value) for path, value in told)
    return text("core.adjusted", changes=named or plain)


def _counted(game: Game[S], state: S, told: dict[str, Any]) -> Iterator[Text]:
    """The counters of every seat that these values change, each with its new number."""
    for seat in (None, *sorted({line.seat for line in game.score(state)})):
        for counter in game.counters(state, seat) if told else ():
            value = told.get(counter.path)
            number = value if counter.of is None else value.count(counter.of) if isinstance(value, tuple) else None
            if type(number) is not int or number == counter.value:
                continue
            change = text("core.change", path=counter.label, value=number)
            who = None if seat is None else called(seat, text("core.seat", n=seat + 1))
            yield change if who is None else text("core.change_of", who=who, change=change)


def redacted(game: Game[S], state: S, wanted: Move) -> Move:
    """A move or adjustment as everybody may see it; the state is the one before it."""
    if wanted.kind != KIND:
        return game.redact_move(state, wanted, None)
    return adjust_all(_told(game, state, changes_of(wanted), None))


def _told(game: Game[S], state: S, changes: Sequence[tuple[str, Plain]], veil: Any) -> list[tuple[str, Any]]:
    """The changes with a veil in place of every value that does not lie open to all."""
    try:
        seen = paths(game, game.redact(with_changes(game, state, changes), None))
    except (codec.CodecError, LookupError, ValueError, TypeError):
        seen = {}
    return [(path, value if _is_open(seen, path, value) else veil) for path, value in changes]


def _is_open(seen: dict[str, Plain], path: str, value: Plain) -> bool:
    """Whether everybody sees this value at this path, or all that lies below it."""
    if not isinstance(value, tuple) or not value:
        return path in seen and seen[path] == value
    return all(_is_open(seen, f"{path}.{number}", item) for number, item in enumerate(value))


def with_changes(game: Game[S], state: S, changes: Sequence[tuple[str, Plain]]) -> S:
    """The state with these values set, unjudged. Raises CodecError, LookupError or ValueError when it is none."""
    data = codec.encode(state)
    _set(data, changes)
    return codec.decode(game.state_type, data)


def _set(data: Any, changes: Sequence[tuple[str, Plain]]) -> None:
    """Set these values in an encoded state. Raises LookupError, ValueError or TypeError where no such place is."""
    for path, value in changes:
        *parents, last = path.split(".")
        place = data
        for part in parents:
            place = place[int(part)] if isinstance(place, list) else place[part]
        if isinstance(place, list):
            place[int(last)] = codec.encode(value)
        elif last in place:
            place[last] = codec.encode(value)
        else:
            raise KeyError(last)
