"""What lies on the tables of the five games when a photo is taken, and what the photo of it is worth."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

import numpy as np

from tableside.app.form_fields import Asked, fields_of
from tableside.app.photo_proposal import Fill, propose
from tableside.control.reading import WAY, Meant, way_of
from tableside.core import manual_edit
from tableside.core.game import Game, Guess
from tableside.core.moves import Move, Plain
from tableside.core.photo_fields import FromPhoto
from tableside.core.readings import Expect, Readings
from tableside.core.ruling import Legal
from tests.composite_dice import Standing
from tests.contract import play

SIZE = (1600, 1200)
GAMES = 40
"""Random games looked through for photos at most."""
LONG = 300.0
"""How long, in pixels, the longest thing of a table lies there."""
EDGE = 52.0
"""How wide a die is."""
BODIES = ("orange", "black", "pink", "brown", "white")
"""Colours of dice that are drawn."""
FULL, PART, NOTHING, SILENT = "full", "part", "nothing", "silent"
Asks = Callable[[Move], Collection[str]]


@dataclass(frozen=True, slots=True)
class Thing:
    """One thing on the table: its name, its middle, its turn in degrees, its size as a share of LONG."""

    id: str
    x: float
    y: float
    turn: float = 0.0
    size: float = 1.0


@dataclass(frozen=True, slots=True)
class Shot:
    """A photo to take: what is expected, what lies there, and what is made of the readings."""

    use: str
    expect: Expect
    things: tuple[Thing, ...]
    judged: Callable[[Readings], str]
    dice: tuple[Standing, ...] = ()
    counted: bool = False
    """Whether equal things are counted: however well they are seen, the number is asked for."""
    in_turn: bool = False
    """Whether its things are told one after the other: without the first nothing can be told yet."""
    any_side: bool = True
    """Whether it may be photographed from the other side of the table."""
    twenty: bool = False
    """Whether its dice have twenty faces."""


# -- what it gave ------------------------------------------------------------------------------


def of_move(guesses: Sequence[Guess], truth: Sequence[Move], asks: Asks) -> str:
    """What these guesses are worth at the table, where these moves are what happened.

    What one tap confirms is right from the first move on or silently wrong. Else what is put in is the true move's, or
    a part of it in a slot that the table asks for again; and of a question the true answer is among those offered.
    """
    meant = Meant(tuple(guesses))
    if meant.moves:
        if not isinstance(meant.best.ruling, Legal):
            return NOTHING
        if meant.moves != tuple(truth[: len(meant.moves)]):
            return SILENT
        return FULL if len(meant.moves) == len(truth) else PART
    made, told = truth[0], meant.told
    if told is not None:
        wrong = {slot: value for slot, value in told.args if value != made.get(slot)}
        open_still = (slot in asks(made.given(**{slot: v})) and _within(v, made.get(slot)) for slot, v in wrong.items())
        if way_of(told) != way_of(made) or not all(open_still):
            return SILENT
    answers = {part.slot: way_of(made) if part.slot == WAY else made.get(part.slot) for part in meant.left}
    asked = any(answers[part.slot] in part.offered for part in meant.left)
    return PART if asked or (told is not None and any(_some(value) for _, value in told.args)) else NOTHING


def of_sets(told: Iterable[Any], truth: Iterable[Any]) -> str:
    """The same where several things are told and each is right or wrong by itself."""
    seen, true = Counter(told), Counter(truth)
    if seen - true:
        return SILENT
    return FULL if seen == true else PART if seen else NOTHING


def _within(value: Plain, true: Plain) -> bool:
    """Whether a value is a part of the true one: some of several things, or some of several places."""
    if not isinstance(value, tuple) or not isinstance(true, tuple):
        return value == true
    if () in value and len(value) == len(true):
        return all(one in ((), other) for one, other in zip(value, true, strict=True))
    return not Counter(value) - Counter(true)


def _some(value: Plain) -> bool:
    return any(map(_some, value)) if isinstance(value, tuple) else value is not None


def of_changes(guesses: Sequence[Guess], truth: dict[str, Any]) -> str:
    """What a proposal to correct the table is worth, where it lies otherwise in this."""
    meant = Meant(tuple(guesses))
    if not meant.moves:
        offered = [Meant(meant.guesses, {WAY: way}) for part in meant.left if part.slot == WAY for way in part.offered]
        return PART if any(_corrections(one.best.move) == truth for one in offered) else NOTHING
    found: dict[str, Any] = {}
    for made in meant.moves:
        if made.kind != manual_edit.KIND:
            return SILENT
        found |= _corrections(made)
    return of_sets(found.items(), truth.items()) if isinstance(meant.best.ruling, Legal) else NOTHING


def _corrections(made: Move) -> dict[str, Any]:
    return dict(made.get("changes") or ((made["path"], made["value"]),)) if made.kind == manual_edit.KIND else {}


# -- where things lie --------------------------------------------------------------------------


def rows(ids: Sequence[Sequence[str]], size: float = 1.0, top: float = 0.5, gap: float = 1.12) -> tuple[Thing, ...]:
    """Things in rows from left to right, about the height `top` of the photo."""
    step = size * LONG * gap
    out = []
    for r, row in enumerate(ids):
        y = SIZE[1] * top + (r - (len(ids) - 1) / 2) * step
        wide = min(step, SIZE[0] * 0.94 / max(1, len(row)))
        out += [Thing(id, SIZE[0] / 2 + (n - (len(row) - 1) / 2) * wide, y, 0.0, size) for n, id in enumerate(row)]
    return tuple(out)


def shaken(things: Iterable[Thing], rng: np.random.Generator) -> list[Thing]:
    """The same as hands put them down."""
    return [
        replace(one, x=one.x + rng.normal(0, 4), y=one.y + rng.normal(0, 4), turn=one.turn + rng.normal(0, 3))
        for one in things
    ]


def moved(game: Game[Any], state: Any, truth: Sequence[Move]) -> Callable[[Readings], str]:
    """Readings judged by the moves they mean."""
    return lambda readings: of_move(game.read(state, readings), truth, asked_again(game, state))


def asked_again(game: Game[Any], state: Any) -> Asks:
    """Which slots the table asks for when a move is told so far."""
    return lambda told: {choice.slot for choice in game.choices(state, told)}


def changed(game: Game[Any], state: Any, *truths: dict[str, Any]) -> Callable[[Readings], str]:
    """Readings judged by the corrections they mean; several where each puts the table as right as the others."""

    def judged(readings: Readings) -> str:
        guesses = game.read(state, readings)
        return min((of_changes(guesses, truth) for truth in truths), key=(FULL, PART, NOTHING, SILENT).index)

    return judged


# -- the games ---------------------------------------------------------------------------------


def steps(game: Game[Any], seats: int, seed: int) -> Iterator[tuple[Any, list[Move]]]:
    """States of random games at which a photo may be taken, with all that happens from there on."""
    for number in range(GAMES):
        played = play(game, {}, seats, f"camera {seed} {number}")
        for at, state in enumerate(played.states[:-1]):
            if game.expect(state) is not None:
                yield state, played.moves[at:]


def expected(game: Game[Any], state: Any) -> Expect:
    """What is expected of a state that takes photos."""
    found = game.expect(state)
    assert found is not None
    return found


def urcsempeszek(game: Game[Any], seed: int) -> Iterator[Shot]:
    """A galaxy turned up, the end of its bidding with dice, sheets and speed tokens, and another card than recorded."""
    middle = ((560, 400), (1040, 400), (560, 800), (1040, 800), (800, 600))
    sheets = ((150, 150), (1450, 150), (150, 1050), (1450, 1050), (800, 1080))
    beside = ((390, 110), (1210, 110), (390, 1090), (1210, 1090), (1040, 1100))
    for state, ahead in steps(game, 4, seed):
        made, wanted = ahead[0], expected(game, state)
        if made.kind == "deal":
            things = tuple(Thing(id, x, y, 0.0, 1.1) for id, (x, y) in zip(made["cards"], middle, strict=False))
            yield Shot("setup", wanted, things, moved(game, state, [made]))
        elif made.kind == "bid" and all(player.colour in BODIES for player in state.players):
            places = {id: Thing(id, *at, 0.0, 1.1) for id, at in zip(state.cards, middle, strict=False)}
            own = [Thing(f"sheet:{p.colour}", *at, 0.0, 0.9) for p, at in zip(state.players, sheets, strict=False)]
            tokens = [
                Thing(f"token:{token}", x + 110 * n, y, 0.0, 0.34)
                for taken_, (x, y) in zip(made["tokens"], beside, strict=False)
                for n, token in enumerate(taken_)
            ]
            dice = [
                die for id, at in places.items() for die in _on(at, [die[1:] for die in made["dice"] if die[0] == id])
            ]
            yield Shot("play", wanted, (*places.values(), *own, *tokens), moved(game, state, [made]), tuple(dice))
            other = next(id for id in game.catalog.table("sectors") if id not in state.met())
            laid = [replace(at, id=other if id == state.cards[-1] else id) for id, at in places.items()]
            truth = {"cards": (*state.cards[:-1], other)}
            yield Shot("check", wanted, (*laid, *own), changed(game, state, truth))


def _on(card: Thing, dice: Sequence[tuple[str, int]]) -> Iterator[Standing]:
    """Dice put down on a card, three in a row."""
    lines = [dice[start : start + 3] for start in range(0, len(dice), 3)]
    for r, line in enumerate(lines):
        for n, (colour, value) in enumerate(line):
            x = card.x + EDGE * 1.6 * (n - 1) + EDGE * 0.2 * r
            yield ((x, card.y + EDGE * 1.6 * (r - (len(lines) - 1) / 2) + EDGE * 0.3 * (n % 2)), value, colour)


def gaia_project(game: Game[Any], seed: int) -> Iterator[Shot]:
    """The tiles of the setup, the map, tiles that are taken, and boosters held otherwise."""
    from benchmarks import camera_gaia

    return camera_gaia.shots(game, seed)


def kaosz_galaktika(game: Game[Any], seed: int) -> Iterator[Shot]:
    """Two players opposite, trash at their left: the die for the start, a card just played, one that lies otherwise."""
    from tableside.games.kaosz_galaktika.rules.setup import roll, rolling

    chance = random.Random(seed)
    for state, ahead in steps(game, 2, seed):
        made, wanted = ahead[0], expected(game, state)
        if str(state.phase) == "roll":
            told = roll.move(None, chance.choice(rolling(state)), chance.randint(1, 20))
            dice = (((chance.uniform(400, 1200), chance.uniform(300, 900)), told["value"], "white"),)
            yield Shot("setup", wanted, (), moved(game, state, [told]), dice, twenty=True)
            continue
        lying = [piece for piece in state.pieces if piece.card is not None and piece.paid]
        sides = [[piece for piece in lying if piece.controller == seat] for seat in (0, 1)]
        if any(len(own) > 8 for own in sides):
            continue
        tops = [player.trash[-1:] for player in state.players]
        if made.kind == "ship" and made["card"] is not None and made.seat is not None:
            new = (made["card"], 0.0, made.seat)
            yield Shot("play", wanted, _two_sides(sides, tops, new), moved(game, state, [made]))
        elif all(sides) and chance.random() < 0.1:
            other = chance.choice(lying)
            turn = chance.choice([turn for turn in TURNED if turn != other.turn.value])
            # Of cards that are the same in every way it is no matter which is turned.
            same = [n for n, one in enumerate(state.pieces) if replace(one, uid=other.uid) == other]
            things = _two_sides(sides, tops, None, {other.uid: turn})
            yield Shot("check", wanted, things, changed(game, state, *({f"pieces.{n}.turn": turn} for n in same)))


BACK = "back"
"""What the backs of a deck look like."""
TURNED = {"active": 0.0, "used": 90.0, "damaged": 180.0}
"""How far a card is turned on for each of its states."""


def _two_sides(
    sides: Sequence[Sequence[Any]],
    tops: Sequence[Sequence[str]],
    new: tuple[str, float, int] | None,
    otherwise: dict[int, str] | None = None,
) -> tuple[Thing, ...]:
    """The cards of two players who sit opposite, each seen upright from the own side, and what lies on their trash."""
    out: list[Thing] = []
    for seat, own in enumerate(sides):
        way = 1 if seat == 0 else -1
        cards = [(piece.card, TURNED[(otherwise or {}).get(piece.uid, piece.turn.value)]) for piece in own]
        if new is not None and new[2] == seat:
            cards.append(new[:2])
        lines = [cards[:5], cards[5:]]
        for r, line in enumerate(lines):
            for n, (id, turn) in enumerate(line):
                x = SIZE[0] / 2 + (n - (len(line) - 1) / 2) * 240
                y = SIZE[1] / 2 + (130 + 250 * r) * way
                out.append(Thing(id, x + 110 * way, y, turn + 180.0 * seat, 0.75))
        out += [Thing(id, SIZE[0] / 2 - 650 * way, SIZE[1] / 2 + 380 * way, 180.0 * seat, 0.75) for id in tops[seat]]
    return tuple(out)


def onward_to_venus(game: Game[Any], seed: int) -> Iterator[Shot]:
    """Tiles laid on all planets, cards played, and units about some planets of which one is not where it was told."""
    from tableside.games.onward_to_venus.reading import planet_id, unit_id
    from tableside.games.onward_to_venus.state import PLANETS, UNITS

    chance = random.Random(seed)
    for state, ahead in steps(game, 2, seed):
        made, wanted = ahead[0], expected(game, state)
        if made.kind == "lay" and not any(planet.tiles for planet in state.planets):
            things = []
            for n, planet in enumerate(PLANETS):
                x, y = 220.0 + n % 4 * 390, 330.0 + n // 4 * 560
                things.append(Thing(planet_id(planet), x, y, 0.0, 0.7))
                things += [
                    Thing(tile, x - 125 + 125 * k, y + 175, 0.0, 0.34) for k, tile in enumerate(made.get(planet, ()))
                ]
            yield Shot("setup", wanted, tuple(things), moved(game, state, [made]))
            continue
        shown = [id for id in (made.get("card"), *(made.get("cards") or ())) if id is not None]
        if shown and made.seat is not None and wanted.cards:
            yield Shot("play", wanted, rows([shown[:4]], 1.2), moved(game, state, [made]))
        elif made.kind in ("move", "token") and wanted.cards and chance.random() < 0.3:
            some = [n for n, _ in enumerate(PLANETS) if _units(state, n, UNITS)][:2]
            pieces = [one for n in some for one in _units(state, n, UNITS)]
            if not some or len(pieces) >= 12:
                continue
            # Units that came and were not told, or went from one planet to the other.
            gone = chance.choice(pieces)
            come = (gone[0], chance.choice(some), "orbit", gone[3])
            lying = Counter([*pieces, come])
            if come[1] != gone[1] and chance.random() < 0.5:
                lying[gone] -= 1
            otherwise = [one for one in lying if lying[one] != pieces.count(one)]
            truth = {f"players.{seat}.at.{n}.{place}.{u}": lying[seat, n, place, u] for seat, n, place, u in otherwise}
            if not isinstance(manual_edit.judge(game, state, manual_edit.adjust_all(tuple(truth.items()))), Legal):
                continue
            things = []
            for k, n in enumerate(some):
                x, y = 430.0 + 740 * k, 600.0
                things.append(Thing(planet_id(PLANETS[n]), x, y, 0.0, 1.3))
                for place, far in (("surface", 95.0), ("orbit", 290.0)):
                    here = [one for one in lying.elements() if one[1] == n and one[2] == place]
                    for j, (seat, _, _, unit) in enumerate(here):
                        angle = 2 * np.pi * (j + 0.3) / max(1, len(here))
                        at = (x + far * float(np.cos(angle)), y + far * float(np.sin(angle)))
                        things.append(Thing(unit_id(state.players[seat].colour, unit), *at, 0.0, 0.3))
            fewer = lying[gone] < pieces.count(gone)
            yield Shot("check", wanted, tuple(things), changed(game, state, truth), counted=fewer)


def _units(state: Any, planet: int, units: Sequence[str]) -> list[tuple[int, int, str, str]]:
    """The units about a planet: seat, planet, place, kind."""
    return [
        (seat, planet, place, unit)
        for seat, player in enumerate(state.players)
        for place in ("surface", "orbit")
        for unit in units
        for _ in range(getattr(getattr(player.at[planet], place), unit))
    ]


def beyond_the_sun(game: Game[Any], seed: int) -> Iterator[Shot]:
    """The cards revealed in the setup, one photo for each row, a card revealed in play, and trees with a cube more."""
    from benchmarks.camera_tree import trees

    told, checks = 0, islice(trees(game, seed), 0, None, 9)
    for state, ahead in steps(game, 2, seed):
        made, wanted = ahead[0], expected(game, state)
        if made.kind != "reveal" or told > 0:
            told -= 1
            continue
        run = [made]
        for after in ahead[1:]:
            if after.kind != "reveal" or after["card"] not in wanted.cards:
                break
            run.append(after)
        use = "setup" if str(state.phase) == "setup" else "play"
        truth = run if use == "setup" else run[:1]
        cards = [one["card"] for one in truth]
        told = len(truth) - 1
        yield Shot(use, wanted, rows([cards], 1.1), moved(game, state, truth), in_turn=True)
        yield from islice(checks, 1)


def ends(game: Game[Any], seed: int) -> Iterator[Shot]:
    """Cards of the end of a game, as the score sheet takes them field by field."""
    chance = random.Random(f"end {seed}")
    fields = [(one, one.photo) for one in _photo_fields(game.position_type) if one.photo and not one.photo.faces]
    while fields:
        asked, source = chance.choice(fields)
        if source.beside is not None:
            from benchmarks.camera_planets import planets_end

            yield planets_end(game, chance)
            continue
        if source.things:
            yield _spread(game, asked, source, chance)
            continue
        names = list(source.names(game.catalog))
        kind, several = asked.node.kind, ("list", "bag", "int")
        room = 5 if kind in several else len(asked.node.parts) if kind == "fixed" else 1
        some = chance.sample(names, min(len(names), chance.randint(1, room)))
        ids = [f"{source.prefix}{id}" for id in some]
        judged = of_field(game, asked, source, some)
        lying = rows([ids[:3], ids[3:]] if len(ids) > 3 else [ids])
        yield Shot("end", source.expect(game.catalog), lying, judged, counted=asked.node.kind == "int")


def of_field(game: Game[Any], asked: Asked, source: FromPhoto, true: Sequence[str]) -> Callable[[Readings], str]:
    """Readings judged by what they write into an empty field of the score pad, where these things lie there.

    What one tap writes is right or silently wrong; what is asked for is a part when the true answer is offered.
    """

    def judged(readings: Readings) -> str:
        number = asked.node.kind == "int"
        made = propose(asked, None if number else [], Fill(asked.name, asked, source).read(game.catalog, readings))
        if number and made.value is not None:
            return FULL if made.value == len(true) else SILENT
        if number:
            return PART if any(len(true) in count.offered for count in made.counts) else NOTHING
        told = of_sets((one.name for one in (*made.added, *made.untold)), true)
        offered = (str(id).removeprefix(source.prefix) for one in made.doubted for id in one.maybe)
        return PART if told == NOTHING and not {*true}.isdisjoint(offered) else told

    return judged


def _spread(game: Game[Any], asked: Asked, source: FromPhoto, chance: random.Random) -> Shot:
    """Cards that are only counted, spread in rows with their backs up."""
    count = chance.randint(1, 12)
    lines = [[BACK] * len(range(start, min(start + 4, count))) for start in range(0, count, 4)]
    judged = of_field(game, asked, source, [BACK] * count)
    return Shot("end", source.expect(game.catalog), rows(lines, 0.9, gap=1.15), judged, counted=True)


def _photo_fields(kind: Any) -> list[Asked]:
    """What photos fill in a position, and in the players of it."""
    found = []
    for asked in fields_of(kind):
        if asked.photo is not None:
            found.append(asked)
        for part in asked.node.parts:
            if part.kind == "object":
                found += _photo_fields(part.type)
    return found


def _sectors(game: Game[Any]) -> dict[str, Sequence[str]]:
    colours = [colour.key for colour in game.info.colours] or list(BODIES)
    return {
        "sector": list(game.catalog.table("sectors")),
        "medallion": [f"sheet:{colour}" for colour in dict.fromkeys((*colours, *game.catalog.table("sheets")))],
        "token": [f"token:{token}" for token in range(-1, 6)],
    }


def _gaia(game: Game[Any]) -> dict[str, Sequence[str]]:
    from benchmarks import camera_gaia

    return camera_gaia.things(game)


def _venus(game: Game[Any]) -> dict[str, Sequence[str]]:
    from tableside.games.onward_to_venus.reading import planet_id, unit_id
    from tableside.games.onward_to_venus.state import BUILDINGS, COLOURS, PLANETS, UNITS

    return {
        "framed": list(game.catalog.table("cards")),
        "square": list(game.catalog.table("tiles")),
        "medallion": [planet_id(planet) for planet in PLANETS],
        "token": [unit_id(colour, unit) for colour in COLOURS for unit in (*UNITS, *BUILDINGS)],
    }


def _beyond(game: Game[Any]) -> dict[str, Sequence[str]]:
    tables = {"framed": ("technologies", "events"), "picture": ("systems",), "plain": ("achievements",)}
    return {
        **{kind: [id for name in names for id in game.catalog.table(name)] for kind, names in tables.items()},
        "token": ["food", "ore"],
    }


@dataclass(frozen=True, slots=True)
class Table:
    """How a game is photographed: for what, its shots, and the names of its things by the deck they are drawn like."""

    uses: tuple[str, ...]
    shots: Callable[[Game[Any], int], Iterator[Shot]]
    things: Callable[[Game[Any]], dict[str, Sequence[str]]]


TABLES = {
    "urcsempeszek": Table(("setup", "play", "check"), urcsempeszek, _sectors),
    "onward_to_venus": Table(("setup", "play", "check"), onward_to_venus, _venus),
    "beyond_the_sun": Table(("setup", "play", "check"), beyond_the_sun, _beyond),
    "gaia_project": Table(("setup", "play", "check"), gaia_project, _gaia),
    "kaosz_galaktika": Table(
        ("setup", "play", "check"),
        kaosz_galaktika,
        lambda game: {"framed": list(game.catalog.table("cards")), "picture": [BACK]},
    ),
}
