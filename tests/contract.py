"""What every game must hold, for every number of seats and every option: used on all registered games."""

from __future__ import annotations

import ast
import dataclasses
import importlib
import json
import os
import random
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import Any

from tableside import samples
from tableside.control.reading import Meant
from tableside.core import codec, manual_edit, notation, registry
from tableside.core.game import Choice, Game
from tableside.core.moves import Event, Move, Text, move
from tableside.core.ruling import Illegal, Legal
from tableside.core.table import Table
from tableside.language import LANGUAGES, language
from tests import simulated_photos as photos

PLAYOUTS = int(os.environ.get("TABLESIDE_PLAYOUTS", "1"))
"""Random games for each game, number of seats and set of options tried."""
SEED = int(os.environ.get("TABLESIDE_SEED", "20261116"))
LONGEST = 20_000
SHORT = 60
"""A game of so few steps is looked at whole."""
LOOKED_INTO = 5 if PLAYOUTS < 20 else 2
"""In so many states of a game every photo and every number set by hand is tried; many games need fewer of each."""


def game_of(slug: str) -> Game[Any]:
    """The game with the sample copy of its cards: one that lies under tests, or the one shipped for trying it out."""
    game = registry.find(slug)
    packs = (
        Path(__file__).parent / "games" / slug / "sample_copy.json",
        Path(samples.__file__).parent / f"{slug}.json",
    )
    for pack in packs:
        if not pack.exists():
            continue
        data = codec.opened(codec.parse(pack.read_text(encoding="utf-8")), "pack", 1)
        game = game.with_catalog(game.catalog.learn_all(data["tables"], pack.name))
    return game


def tables_of(game: Game[Any], seats: int, more: int) -> list[dict[str, Any]]:
    """The default options, every option once away from its default, and some random combinations."""
    chance = random.Random(f"{SEED} {game.slug} {seats}")
    tables = [game.info.settle({})]
    for option in game.info.options:
        for value in option.choices:
            if value != option.default:
                tables.append(game.info.settle({option.key: value}))
    for _ in range(more):
        tables.append({option.key: chance.choice(option.choices) for option in game.info.options})
    return tables


@dataclass
class Played:
    """One random game: the states it went through and the moves between them."""

    game: Game[Any]
    states: list[Any]
    moves: list[Move]
    events: list[tuple[Event, ...]]


def play(game: Game[Any], options: dict[str, Any], seats: int, seed: object) -> Played:
    """A random game from legal moves to its end."""
    chance = random.Random(f"{SEED} {seed}")
    state = game.setup(game.info.settle(options), seats)
    played = Played(game, [state], [], [])
    for _ in range(LONGEST):
        acting = sorted(game.to_act(state), key=lambda seat: -1 if seat is None else seat)
        if not acting:
            return played
        made = game.sample(state, chance.choice(acting), chance.randrange)
        ruling = game.judge(state, made)
        assert isinstance(ruling, Legal), f"offered but refused: {notation.write(made)}: {ruling}"
        for happened in ruling.events:
            assert happened.cite is not None, f"an event without a rule: {happened}"
            state = game.apply(state, happened)
        played.states.append(state)
        played.moves.append(made)
        played.events.append(ruling.events)
    raise AssertionError(f"no end after {LONGEST} moves")


def check_frozen(value: Any, path: str = "state") -> None:
    """Nothing mutable anywhere in a state."""
    if value is None or isinstance(value, (bool, int, str, float, Enum)):
        return
    if isinstance(value, (tuple, frozenset)):
        for number, item in enumerate(value):
            check_frozen(item, f"{path}[{number}]")
    elif isinstance(value, MappingProxyType):
        for key, item in value.items():
            check_frozen(item, f"{path}.{key}")
    else:
        assert dataclasses.is_dataclass(value), f"{path} is a {type(value).__name__}"
        assert type(value).__dataclass_params__.frozen, f"{path} can be changed"  # type: ignore[attr-defined]
        for field in dataclasses.fields(value):
            check_frozen(getattr(value, field.name), f"{path}.{field.name}")


Missing = dict[str, tuple[set[str], set[str]]]
"""Messages without words: the languages that lack them, and the names they may use in braces."""
_gathered: list[Missing] = []
WORDLESS: Missing = {}
"""All of this run: told once more at its very end."""


@contextmanager
def all_words() -> Iterator[None]:
    """Messages that are missing within are told all at once at the end, ready for the catalogues."""
    missing: Missing = {}
    _gathered.append(missing)
    try:
        yield
    finally:
        _gathered.pop()
    assert not missing, (
        f"messages without words: {len(missing)}; write them into the game's locale/<language>/LC_MESSAGES/<slug>.po"
        f" and compile them (python -m tableside.locale FOLDER):\n\n{as_catalogue(missing)}"
    )


def as_catalogue(missing: Missing) -> str:
    """Messages without words, ready to be pasted into the catalogues."""
    return "\n".join(
        f"# in {' and '.join(sorted(codes))}"
        + "".join(f", {{{name}}}" for name in sorted(names))
        + f'\nmsgid "{key}"\nmsgstr ""\n'
        for key, (codes, names) in sorted(missing.items())
    )


def without_words(what: Text, code: str, words: str, missing: Missing) -> None:
    """Note what of a text has no words in this language."""
    for key in re.findall("⟦([^⟧]*)⟧", words) or [what.key] * (not words.strip()):
        codes, names = missing.setdefault(key.partition("|")[0], (set(), set()))
        codes.add(code)
        names |= {name for text in texts_in(what) if text.key == key for name, _ in text.args}


def check_said(what: Text) -> None:
    """There are words for it in both languages."""
    for code in LANGUAGES:
        words = language(code).say(what)
        if "⟦" in words or not words.strip():
            without_words(what, code, words, WORDLESS)
            assert _gathered, f"no words for {what} in {code}: {words}"
            without_words(what, code, words, _gathered[-1])


def texts_in(what: Any) -> Iterator[Text]:
    """A text and those it is put together of."""
    if isinstance(what, Text):
        yield what
        for _, value in what.args:
            yield from texts_in(value)
    elif isinstance(what, tuple):
        for item in what:
            yield from texts_in(item)


def check_words(game: Game[Any]) -> None:
    """Whatever a game names has words, also what hardly any game comes to: options, refusals, warnings, ties."""
    assert set(game.info.title) == set(LANGUAGES)
    for option in game.info.options:
        keys = [option.key, f"{option.key}.about"]
        keys += [f"{option.key}.{choice}" for choice in option.choices if not isinstance(choice, bool)]
        for key in keys:
            check_said(Text(f"{game.slug}.option.{key}"))
        if option.group:
            check_said(Text(f"{game.slug}.options.{option.group}"))
    for kind in game.info.routines:
        check_said(Text(f"{game.slug}.routine.{kind}"))
    for key in game.info.cautions:
        check_said(Text(f"{game.slug}.quiet.{key}"))
    for named in named_texts(game):
        check_said(named)
    for line in game.score_position(game.example())[1].lines:
        check_said(line.label)


def named_texts(game: Game[Any]) -> Iterator[Text]:
    """What the code of a game calls by its whole key, and its refusals and warnings (`no`, `warn`)."""
    package = type(game).__module__.rpartition(".")[0]
    for file in sorted(Path(str(importlib.import_module(package).__file__)).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant)):
                continue
            if any(one.arg is None for one in node.keywords):
                continue  # what it may name is not told here
            key, called = node.args[0].value, node.func
            args = tuple((one.arg, one.arg) for one in node.keywords if one.arg and one.arg != "needs")
            if isinstance(called, ast.Name) and called.id in ("text", "Text"):
                yield Text(key, args)
            name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
            if name in ("no", "warn") and isinstance(key, str):
                yield Text(f"{game.slug}.{'no' if name == 'no' else 'caution'}.{key}", args)


def check_refusal(refusal: Illegal, game: Game[Any]) -> None:
    """A reason and a rule, in both languages."""
    assert refusal.reason.key
    assert refusal.cite.rule
    assert refusal.cite.source in (game.slug, "core")
    check_said(refusal.reason)
    for code in LANGUAGES:
        assert "⟦" not in language(code).cite(refusal.cite)
    for need in refusal.needs:
        check_said(need.text)


def mutants(made: Move, seats: int, chance: random.Random) -> Iterator[Move]:
    """Moves a little or very much beside a legal one."""
    yield Move(made.seat, "no_such_move", made.args)
    yield Move(seats + 7, made.kind, made.args)
    for seat in (None, *range(seats)):
        if seat != made.seat:
            yield Move(seat, made.kind, made.args)
    yield made.given(stowaway=1)
    for name, value in made.args:
        rest = {key: item for key, item in made.args if key != name}
        yield move(made.seat, made.kind, **rest)
        for junk in (None, -1, 10**9, "", "no such thing", True, 1.5, (), ("x", ("y", -3)), (value,), (value, value)):
            yield made.given(**{name: junk})
        if isinstance(value, bool):
            yield made.given(**{name: not value})
        elif isinstance(value, int):
            yield made.given(**{name: value + chance.choice((-2, -1, 1, 2, 100))})
        elif isinstance(value, tuple) and value:
            yield made.given(**{name: value[:-1]})
            yield made.given(**{name: (*value, value[0])})
            yield made.given(**{name: tuple(reversed(value))})


def check_game(played: Played, seed: object) -> None:
    """Every promise of the contract, on one random game."""
    game, chance = played.game, random.Random(f"{SEED} {seed} checks")
    seats = len({line.seat for line in game.score(played.states[0])}) or None
    assert game.outcome(played.states[-1]) is not None, "over, but no outcome"
    census = game.census(played.states[0])
    steps = len(played.states)
    picked = set(chance.sample(range(steps), steps if steps <= SHORT else 12))
    picked |= {0, len(played.states) - 1}
    looked_into = set(chance.sample(sorted(picked), min(LOOKED_INTO, len(picked))))
    for number, state in enumerate(played.states):
        assert dict(game.census(state)) == dict(census), f"components lost or made at step {number}"
        if number not in picked:
            continue
        check_frozen(state)
        assert hash(state) is not None
        data = json.loads(json.dumps(codec.encode(state)))
        assert codec.decode(game.state_type, data) == state, f"JSON does not bring back step {number}"
        assert codec.digest(codec.decode(game.state_type, data)) == codec.digest(state)
        outside = list(manual_edit.out_of_bounds(game, state, seats or 2))
        assert not outside, f"step {number}: {outside}"
        assert game.audit(state) == (), f"step {number}: {game.audit(state)}"
        for line in game.score(state):
            check_said(line.label)
        check_said(game.phase(state))
        for seat in game.to_act(state):
            check_offers(game, state, seat)
        if number < len(played.moves):
            check_step(played, number, seats or 2, chance)
            if number in looked_into:
                check_camera(game, state, played.moves[number], chance)
            check_secrets(game, state, played.moves[number], seats or 2)
        if number in looked_into:
            check_counters(game, state, seats or 2, chance)
    final = game.outcome(played.states[-1])
    assert final is not None
    check_said(final.reason)
    for step in final.trace:
        check_said(step.label)
    assert sorted(seat for group in final.ranks for seat in group) == list(range(len({*sum(final.ranks, ())})))


def check_offers(game: Game[Any], state: Any, seat: int | None) -> None:
    """What is offered is legal, and can be asked for slot by slot."""
    offered = list(islice(game.moves(state, seat), 200))
    assert offered, f"seat {seat} is to act but nothing is offered"
    assert len(set(offered)) == len(offered), "offered twice"
    for made in offered[:60]:
        assert made.seat == seat
        assert game.judge(state, made).legal, f"offered but refused: {notation.write(made)}"
        assert notation.read(notation.write(made)) == made
    partial = Move(seat, "")
    for _ in range(40):
        choices = game.choices(state, partial)
        if not choices:
            break
        slot = choices[0]
        check_said(slot.label)
        open_offers = [offer for offer in slot.offers if offer.why_not is None]
        assert open_offers or slot.parts or slot.new, f"nothing may go into {slot.slot}"
        for offer in (*slot.offers[:20], *slot.parts[:20]):
            check_said(offer.label)
            if offer.why_not is not None:
                check_refusal(offer.why_not, game)
        if not open_offers and not slot.parts:
            return  # what the copy knows cannot be; it is something that has to be told first
        value = open_offers[0].value if open_offers else picked_one_by_one(slot, offered, partial)
        partial = Move(seat, value) if slot.slot == "kind" else partial.given(**{slot.slot: value})
    assert game.judge(state, partial).legal, f"built slot by slot, then refused: {notation.write(partial)}"


def picked_one_by_one(slot: Choice, offered: list[Move], partial: Move) -> Any:
    """The value of the slot in a legal move that agrees with what is chosen, put together of the parts offered."""
    agreeing = (made for made in offered if made.kind == partial.kind and set(partial.args) <= set(made.args))
    value = next(made[slot.slot] for made in agreeing)
    most = {part.value: part.most for part in slot.parts if part.why_not is None}
    assert all(value.count(part) <= most.get(part, 0) for part in value), f"{slot.slot} cannot be put together: {value}"
    return value


def check_step(played: Played, number: int, seats: int, chance: random.Random) -> None:
    """One step: its words, its events, and the moves beside it."""
    game, state, made = played.game, played.states[number], played.moves[number]
    check_said(game.say_move(state, made))
    if len(played.states) <= SHORT:
        for asked in game.choices(state, Move(made.seat, made.kind)):
            check_said(asked.label)
    before = state
    for happened in played.events[number]:
        check_said(game.say_event(before, happened))
        assert codec.decode(Event, json.loads(json.dumps(codec.encode(happened)))) == happened
        before = game.apply(before, happened)
    print_of_state = codec.digest(state)
    for mutant in mutants(made, seats, chance):
        ruling = game.judge(state, mutant)
        if isinstance(ruling, Illegal):
            check_refusal(ruling, game)
        else:
            assert mutant.kind != "no_such_move"
            assert "stowaway" not in mutant
            assert mutant.seat in game.to_act(state)
            after = state
            for happened in ruling.events:
                after = game.apply(after, happened)
            assert codec.decode(game.state_type, codec.encode(after)) == after
    assert codec.digest(state) == print_of_state, "judging changed the state"


def check_camera(game: Game[Any], state: Any, made: Move, chance: random.Random) -> None:
    """Whatever a photo shows, what it may mean is judged, told in words, and never an error."""
    expect = game.expect(state)
    if expect is None:
        return
    for what, readings in photos.of(expect, made, chance):
        guesses = game.read(state, readings)
        check_meant(game, state, Meant(guesses), what)
        for guess in guesses:
            place = f"{what} photo: {notation.write(guess.move)}"
            assert 0 <= guess.p <= 1.000001, place
            assert notation.read(notation.write(guess.move)) == guess.move, place
            assert manual_edit.judge(game, state, guess.move) == guess.ruling, place
            if guess.partial:
                assert isinstance(guess.ruling, Illegal) and game.choices(state, guess.move), (
                    f"{place} cannot be completed"
                )
            if isinstance(guess.ruling, Illegal):
                check_refusal(guess.ruling, game)
            elif guess.move.kind != manual_edit.KIND:
                check_said(game.say_move(state, guess.move))


def check_meant(game: Game[Any], state: Any, meant: Meant, what: str) -> None:
    """What one tap confirms stands move by move, and what is told of a move can be completed."""
    after = state
    for made in meant.moves:
        ruling = manual_edit.judge(game, after, made)
        assert isinstance(ruling, Legal), f"{what} photo: {notation.write(made)} is proposed and refused"
        after = manual_edit.folded(game, after, ruling.events)
    if meant.told is not None and not meant.moves:
        whole = manual_edit.judge(game, state, meant.told).legal
        assert whole or game.choices(state, meant.told), f"{what} photo: {notation.write(meant.told)} leads nowhere"


def check_secrets(game: Game[Any], state: Any, made: Move, seats: int) -> None:
    """What a seat may see holds together, and a secret is nowhere in what is told to the others."""
    whole, public = manual_edit.paths(game, state), game.redact(state, None)
    views = [game.redact(state, seat) for seat in range(seats)]
    for seat, view in enumerate(views):
        assert view is state or codec.decode(game.state_type, codec.encode(view)) == view
        assert game.redact(view, seat) == view, f"hidden from seat {seat} a second time"
        assert game.redact(view, None) == public, f"seat {seat} sees less than everybody"
        check_said(game.phase(view))
    check_said(game.phase(public))
    known = [whole if view is state else manual_edit.paths(game, view) for view in views]
    for path, value in manual_edit.paths(game, public).items():
        if path in whole and whole[path] != value:
            assert any(seen.get(path) != whole[path] for seen in known), f"{path} is hidden and seen by all"
    for seat in (None, *range(seats)):
        veiled = game.redact_move(state, made, seat)
        assert (veiled.seat, veiled.kind) == (made.seat, made.kind)
        view = public if seat is None else views[seat]
        told = game.say_move(view, veiled)
        check_said(told)
        for name, value in made.args:
            if value != veiled.get(name) and isinstance(value, str):
                for table in game.tables:
                    hidden = game.catalog.find(table, value)
                    if hidden is not None:
                        assert language("hu").say(game.say_record(table, value)) not in language("hu").say(told)


def check_counters(game: Game[Any], state: Any, seats: int, chance: random.Random) -> None:
    """Every number that may be set by hand is where it says, and another number stands or is refused with a reason."""
    for seat in (None, *range(seats)):
        counters = game.counters(state, seat)
        for counter in counters:
            check_said(counter.label)
        for counter in chance.sample(counters, min(2, len(counters))):
            assert manual_edit.changes(game, state, [(counter, counter.value)]) == ()
            assert counter.least <= counter.value, counter
            assert counter.most is None or counter.value <= counter.most, counter
            for number in {counter.least, counter.value + 1, max(counter.least, counter.value - 1)} - {counter.value}:
                ruling = manual_edit.judge(
                    game, state, manual_edit.adjust_all(manual_edit.changes(game, state, [(counter, number)]))
                )
                if isinstance(ruling, Illegal):
                    check_refusal(ruling, game)
                    continue
                after = state
                for happened in ruling.events:
                    after = manual_edit.apply(game, after, happened)
                same = [one for one in game.counters(after, seat) if (one.path, one.of) == (counter.path, counter.of)]
                gone = not same and counter.of and number == counter.least  # the last of its kind is taken away
                assert gone or [one.value for one in same] == [number], counter
                assert set(game.audit(after)) <= set(game.audit(state)), counter


def check_table(played: Played, options: dict[str, Any], seats: int) -> None:
    """The log gives the same states again; undo then redo is no change."""
    game = played.game
    table = Table(game, options, seats, automatic=False)
    step = max(1, len(played.moves) // 6)
    for number, made in enumerate(played.moves):
        table.confirm(made)
        if number % step == 0:
            print_before = codec.digest(table.state)
            table.undo()
            assert codec.digest(table.state) == codec.digest(played.states[number])
            table.redo()
            assert codec.digest(table.state) == print_before
    assert codec.digest(table.state) == codec.digest(played.states[-1])
    again = Table(game, options, seats, entries=table.log.entries, automatic=False)
    assert again.drift is None
    assert again.verify() is None
    assert codec.digest(again.state) == codec.digest(table.state)
    refused = again.propose(Move(0, "no_such_move"))
    assert isinstance(refused, Illegal)
    if played.moves:
        early = Table(game, options, seats, automatic=False)
        refused = early.propose(Move(seats + 7, played.moves[0].kind, played.moves[0].args))
        assert isinstance(refused, Illegal)
        assert refused.nearest, "no nearest legal move"
        assert all(early.propose(near).legal for near in refused.nearest)
    bad = again.propose(manual_edit.adjust("no.such.path", 1))
    assert isinstance(bad, Illegal)
    check_refusal(bad, game)
