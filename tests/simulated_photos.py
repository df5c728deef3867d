"""Photos that were never taken: readings of what a move says lies on the table, right, and wrong in every way."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from tableside.core.moves import Move
from tableside.core.readings import Alternative, CardReading, DieKind, DieReading, Expect, Quad, Readings, Verdict

SIZE = (4000, 3000)
SIDE = 220.0
UNKNOWN = "no such thing"


def _square(place: int, turn: int, step: float = 460.0) -> Quad:
    """The corners of the thing in this place of the grid, from its own top left."""
    x, y = 200 + place % 8 * step, 200 + place // 8 * step
    corners = [(x, y), (x + SIDE, y), (x + SIDE, y + SIDE), (x, y + SIDE)]
    a, b, c, d = corners[turn // 90 :] + corners[: turn // 90]
    return (a, b, c, d)


def card(id: Any, place: int, turn: int = 0, face: str = "up", p: float = 0.97) -> CardReading:
    found = (Alternative(id, p), Alternative(UNKNOWN, (1 - p) / 2)) if id is not None else ()
    return CardReading(_square(place, turn), "rect", turn, float(turn), face, found)


def die(value: Any, colour: str, place: int, on: int | None = None, p: float = 0.97) -> DieReading:
    x, y = _square(place, 0)[0]
    kind = DieKind.PIPS if isinstance(value, int) else DieKind.CUSTOM
    found = (Alternative(value, p),) if value is not None else ()
    colours = (Alternative(colour, p),) if colour else ()
    return DieReading((x, y, SIDE, SIDE), _square(place, 0), kind, colour, found, colours, on)


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, tuple):
        for part in value:
            yield from _leaves(part)
    else:
        yield value


def _right(expect: Expect, made: Move) -> Readings:
    """What the move names and the game expects, laid out in order."""
    said = [leaf for _, value in made.args for leaf in _leaves(value)]
    named = {id: id for id in expect.cards} | {id.rpartition(":")[2]: id for id in expect.cards}
    ids = [named[leaf] for leaf in said if isinstance(leaf, str) and leaf in named]
    cards = tuple(card(id, place) for place, id in enumerate(ids))
    values = [leaf for leaf in said if leaf in expect.values and not isinstance(leaf, bool)]
    colours = expect.colours or ("",)
    dice = tuple(
        die(value, colours[n % len(colours)], len(cards) + n, n % len(cards) if cards else None)
        for n, value in enumerate(values)
    )
    return Readings(Verdict.CLEAR, SIZE, dice, cards)


def of(expect: Expect, made: Move, chance: random.Random) -> Iterator[tuple[str, Readings]]:
    """The right photo of a move, and the wrong ones."""
    right = _right(expect, made)
    anything = [*expect.cards, UNKNOWN]
    faces: Sequence[Any] = [*expect.values, 1, 6, 99, "burst"]
    colours = [*expect.colours, "", "mauve"]
    yield "right", right
    yield "empty", Readings(Verdict.NONE, SIZE)
    yield "without a card", replace(right, cards=right.cards[1:])
    yield "without a die", replace(right, dice=right.dice[1:])
    yield "without half", replace(right, cards=right.cards[::2], dice=right.dice[::2])
    yield "doubled", replace(right, cards=right.cards * 2, dice=right.dice * 2)
    yield "mixed", replace(right, cards=tuple(chance.sample(right.cards, len(right.cards))))
    for turn in (90, 180, 270):
        turned = tuple(card(one.id, place, turn) for place, one in enumerate(right.cards))
        yield f"turned {turn}", replace(right, cards=turned)
    yield "face down", replace(right, cards=tuple(card(one.id, n, 0, "down") for n, one in enumerate(right.cards)))
    yield (
        "unread",
        replace(
            right,
            cards=tuple(card(None, n) for n in range(len(right.cards) or 3)),
            dice=tuple(die(None, "", n) for n in range(len(right.dice) or 3)),
        ),
    )
    yield (
        "wrong",
        replace(
            right,
            cards=tuple(card(chance.choice(anything), n, p=0.6) for n in range(len(right.cards) or 4)),
            dice=tuple(
                die(chance.choice(faces), chance.choice(colours), n, p=0.6) for n in range(len(right.dice) or 4)
            ),
        ),
    )
    many = chance.randint(1, 24)
    yield (
        "anything",
        Readings(
            Verdict.CLOSE,
            SIZE,
            tuple(
                die(chance.choice(faces), chance.choice(colours), n, chance.choice([None, 0, many - 1, many + 5]))
                for n in range(chance.randint(0, 12))
            ),
            tuple(
                card(
                    chance.choice(anything),
                    n,
                    chance.choice((0, 90, 180, 270)),
                    chance.choice(("up", "down", "unknown")),
                )
                for n in range(many)
            ),
        ),
    )


def laid_out(expect: Expect, turn: int, chance: random.Random) -> Readings:
    """Some of the cards that are expected, one beside the other and turned alike, and dice on some of them."""
    ids = chance.sample(list(expect.cards), min(40, len(expect.cards)))
    cards = [replace(card(id, place, turn), quad=_square(place, turn, SIDE)) for place, id in enumerate(ids)]
    colours = expect.colours or ("",)
    dice = [
        die(chance.choice(expect.values), chance.choice(colours), place, place if cards else None)
        for place in range(chance.randint(0, min(6, max(1, len(cards)))) if expect.values else 0)
    ]
    return Readings(Verdict.CLEAR, SIZE, tuple(dice), tuple(cards))
