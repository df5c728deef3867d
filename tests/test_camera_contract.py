"""What photos of the games' own tables mean when every thing on them is read, one is missed, or all are upside down."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, islice
from math import cos, hypot, radians, sin

import pytest

from benchmarks.camera_tables import EDGE, FULL, LONG, NOTHING, PART, SILENT, SIZE, TABLES, Shot, Thing, ends
from tableside.core.readings import Alternative, CardReading, DieKind, DieReading, Quad, Readings, Verdict
from tests import contract, simulated_photos

CASES = [(slug, use) for slug, table in TABLES.items() for use in (*table.uses, "end")]
SHOTS, IN_PLAY = 4, 16
"""In play every photo is another question. Of the first four of Onward to Venus one is read whole, of sixteen nine:
half of four said nothing, and among sixteen there was a silent one."""


def quad(thing: Thing) -> Quad:
    """The corners of a card as it lies, from its own top left."""
    angle, wide, high = radians(thing.turn), 0.5 * LONG * thing.size, 0.5 * LONG * thing.size

    def at(x: float, y: float) -> tuple[float, float]:
        return (thing.x + x * cos(angle) - y * sin(angle), thing.y + x * sin(angle) + y * cos(angle))

    return (at(-wide, -high), at(wide, -high), at(wide, high), at(-wide, high))


def seen(shot: Shot) -> Readings:
    """Everything the shot shows, rightly read."""
    cards = tuple(
        CardReading(
            quad(one), "rect", round(one.turn / 90) % 4 * 90, one.turn % 360, "up", (Alternative(one.id, 0.98),)
        )
        for one in shot.things
        if one.id in shot.expect.cards or not shot.expect.cards
    )
    lying = [one for one in shot.things if one.id in shot.expect.cards]
    dice = []
    for (x, y), value, colour in shot.dice:
        on = min(range(len(lying)), key=lambda n: hypot(lying[n].x - x, lying[n].y - y), default=None)
        corners: Quad = ((x, y), (x + EDGE, y), (x + EDGE, y + EDGE), (x, y + EDGE))
        colours = (Alternative(colour, 0.98),)
        dice.append(
            DieReading((x, y, EDGE, EDGE), corners, DieKind.PIPS, colour, (Alternative(value, 0.98),), colours, on)
        )
    return Readings(Verdict.CLEAR, SIZE, tuple(dice), cards)


def shots(slug: str, use: str, most: int = SHOTS) -> Iterator[Shot]:
    game = contract.game_of(slug)
    found = ends(game, 5) if use == "end" else TABLES[slug].shots(game, 5)
    return islice((shot for shot in found if shot.use == use), most)


@pytest.mark.parametrize(("slug", "use"), CASES)
def test_a_perfect_reading_gives_the_true_move_first(slug: str, use: str) -> None:
    """In play a card may be used in several ways, and a die may be anybody's: that is asked then."""
    taken = list(shots(slug, use, IN_PLAY if use == "play" else SHOTS))
    assert taken
    worth = [shot.judged(seen(shot)) for shot in taken]
    assert SILENT not in worth
    whole = [(one, shot.counted) for one, shot in zip(worth, taken) if use != "play" and shot.things]
    assert whole == [(PART if counted else FULL, counted) for _, counted in whole]
    assert use != "play" or worth.count(FULL) >= len(worth) / 2, worth


@pytest.mark.parametrize(("slug", "use"), CASES)
def test_a_missing_part_never_loses_the_others_and_nothing_is_made_up(slug: str, use: str) -> None:
    """In play, and where one comes after the other, the missing part may be what all hangs on; a check and an end count
    what is seen, so less is less."""
    for shot in shots(slug, use) if use not in ("check", "end") else ():
        whole = seen(shot)
        copies = Counter(card.id for card in whole.cards)
        for n, card in enumerate(whole.cards):
            if whole.dice or copies[card.id] > 1:  # its dice go with a card, and one of two copies may be either
                continue
            worth = shot.judged(replace(whole, cards=whole.cards[:n] + whole.cards[n + 1 :]))
            in_turn = shot.in_turn and (n == 0 or len(whole.cards) < 3)
            lost = worth == NOTHING and (use == "play" or len(whole.cards) == 1 or in_turn)
            assert worth in (FULL, PART) or lost, (card.id, worth)


@pytest.mark.parametrize(("slug", "use"), CASES)
def test_nothing_read_tells_nothing_false(slug: str, use: str) -> None:
    for shot in shots(slug, use):
        assert shot.judged(Readings(Verdict.NONE, SIZE)) != SILENT


@pytest.mark.parametrize("slug", TABLES)
def test_a_photo_is_offered_only_where_one_can_mean_something(slug: str) -> None:
    game, chance = contract.game_of(slug), random.Random(slug)
    played = contract.play(game, {}, game.info.seats[0], f"{slug} camera")
    asked = [state for state in played.states[:-1] if game.expect(state) is not None]
    assert asked
    for state in chance.sample(asked, min(8, len(asked))):
        expect = game.expect(state)
        assert expect is not None
        legal = [made for seat in game.to_act(state) for made in islice(game.moves(state, seat), 20)]
        photos = chain(
            (simulated_photos.laid_out(expect, chance.choice((0, 90, 180)), chance) for _ in range(30)),
            (readings for one in legal for _, readings in simulated_photos.of(expect, one, chance)),
        )
        assert any(game.read(state, readings) for readings in photos), game.phase(state)
