"""What every game must hold, for every number of seats and every option: used on all registered games."""

from __future__ import annotations

import dataclasses
import json
import os
import random
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import Any

from tableside import samples
from tableside.core import adjust, codec, notation, registry
from tableside.core.game import Game
from tableside.core.moves import Event, Move, Text, move
from tableside.core.ruling import Illegal, Legal
from tableside.core.table import Table
from tableside.language import LANGUAGES, language

PLAYOUTS = int(os.environ.get("TABLESIDE_PLAYOUTS", "4"))
"""Random games for each game, number of seats and set of options tried."""
SEED = int(os.environ.get("TABLESIDE_SEED", "20261116"))
LONGEST = 20_000


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


def check_said(what: Text) -> None:
    """There are words for it in both languages."""
    for code in LANGUAGES:
        words = language(code).say(what)
        assert words.strip(), f"no words for {what} in {code}"
        assert "⟦" not in words, f"no words for {what} in {code}: {words}"


def check_refusal(refusal: Illegal, game: Game[Any]) -> None:
    """A reason and a rule, in both languages."""
    assert refusal.reason.key
    assert refusal.cite.rule
    assert refusal.cite.source in (game.slug, "core")
    check_said(refusal.reason)
    for code in LANGUAGES:
        assert "⟦" not in language(code).cite(refusal.cite)


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
    picked = set(chance.sample(range(len(played.states)), min(12, len(played.states))))
    picked |= {0, len(played.states) - 1}
    for number, state in enumerate(played.states):
        assert dict(game.census(state)) == dict(census), f"components lost or made at step {number}"
        if number not in picked:
            continue
        check_frozen(state)
        assert hash(state) is not None
        data = json.loads(json.dumps(codec.encode(state)))
        assert codec.decode(game.state_type, data) == state, f"JSON does not bring back step {number}"
        assert codec.digest(codec.decode(game.state_type, data)) == codec.digest(state)
        assert game.audit(state) == (), f"step {number}: {game.audit(state)}"
        for line in game.score(state):
            check_said(line.label)
        check_said(game.phase(state))
        for seat in game.to_act(state):
            check_offers(game, state, seat)
        if number < len(played.moves):
            check_step(played, number, seats or 2, chance)
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
        assert game.judge(state, made), f"offered but refused: {notation.write(made)}"
        assert notation.read(notation.write(made)) == made
    partial = Move(seat, "")
    for _ in range(40):
        choices = game.choices(state, partial)
        if not choices:
            break
        slot = choices[0]
        check_said(slot.label)
        open_offers = [offer for offer in slot.offers if offer.why_not is None]
        assert open_offers, f"nothing may go into {slot.slot}"
        for offer in slot.offers[:20]:
            check_said(offer.label)
            if offer.why_not is not None:
                check_refusal(offer.why_not, game)
        value = open_offers[0].value
        partial = Move(seat, value) if slot.slot == "kind" else partial.given(**{slot.slot: value})
    assert game.judge(state, partial), f"built slot by slot, then refused: {notation.write(partial)}"


def check_step(played: Played, number: int, seats: int, chance: random.Random) -> None:
    """One step: its words, its events, and the moves beside it."""
    game, state, made = played.game, played.states[number], played.moves[number]
    check_said(game.say_move(state, made))
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
        assert all(early.propose(near) for near in refused.nearest)
    bad = again.propose(adjust.adjust("no.such.path", 1))
    assert isinstance(bad, Illegal)
    check_refusal(bad, game)
