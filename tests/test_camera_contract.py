"""What photos of the games' own tables mean when every thing on them is read, one is missed, or all are upside down."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, islice
from math import cos, hypot, radians, sin
from typing import TypeVar

import pytest

from benchmarks.camera_tables import EDGE, FULL, LONG, NOTHING, PART, SILENT, SIZE, TABLES, Shot, Thing, ends
from tableside.core.readings import Alternative, CardReading, DieKind, DieReading, Quad, Readings, Verdict
from tests import contract, simulated_photos

CASES = [(slug, use) for slug, table in TABLES.items() for use in (*table.uses, "end")]
T = TypeVar("T")
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


def across(readings: Readings) -> Readings:
    """The same photo taken from the other side of the table."""
    (w, h) = readings.size

    def round_(at: Quad) -> Quad:
        a, b, c, d = ((w - x, h - y) for x, y in at)
        return (a, b, c, d)

    cards = (
        replace(card, quad=round_(card.quad), turn=(card.turn + 180) % 360, angle=(card.angle + 180) % 360)
        for card in readings.cards
    )
    dice = (
        replace(
            die, quad=round_(die.quad), box=(w - die.box[0] - die.box[2], h - die.box[1] - die.box[3], *die.box[2:])
        )
        for die in readings.dice
    )
    return replace(readings, cards=tuple(cards), dice=tuple(dice))


@pytest.mark.parametrize(("slug", "use"), CASES)
def test_a_photo_from_the_other_side_of_the_table_tells_the_same(slug: str, use: str) -> None:
    for shot in shots(slug, use):
        if shot.any_side:
            assert shot.judged(across(seen(shot))) == shot.judged(seen(shot))


def doubted(readings: Readings, shot: Shot, chance: random.Random) -> Iterator[Readings]:
    """One thing after the other taken for another one, where the reader is in doubt and names the true one, too."""
    for n, card in enumerate(readings.cards):
        others = [id for id in shot.expect.cards if id not in [one.id for one in readings.cards]]
        if others:
            told = (Alternative(chance.choice(others), 0.6), Alternative(card.id or "", 0.3))
            yield replace(readings, cards=_with(readings.cards, n, replace(card, alternatives=told)))
    for n, die in enumerate(readings.dice):
        values = [value for value in shot.expect.values if value != die.value]
        told = (Alternative(chance.choice(values), 0.6), Alternative(die.value or 0, 0.35))
        yield replace(readings, dice=_with(readings.dice, n, replace(die, alternatives=told)))
        hues = [colour for colour in shot.expect.colours if colour != die.colour]
        if hues:
            hue = chance.choice(hues)
            tint = (Alternative(hue, 0.6), Alternative(die.colour, 0.35))
            yield replace(readings, dice=_with(readings.dice, n, replace(die, colour=hue, colours=tint)))


def _with(things: tuple[T, ...], number: int, thing: T) -> tuple[T, ...]:
    return (*things[:number], thing, *things[number + 1 :])


@pytest.mark.parametrize(("slug", "use"), CASES)
def test_what_is_taken_for_another_thing_in_doubt_is_never_confirmed_by_one_tap(slug: str, use: str) -> None:
    chance = random.Random(f"{slug} {use} doubted")
    for shot in shots(slug, use):
        for readings in doubted(seen(shot), shot, chance):
            assert shot.judged(readings) != SILENT, readings


@pytest.mark.parametrize(("slug", "use"), CASES)
def test_what_is_not_seen_or_not_named_makes_nothing_else_certain(slug: str, use: str) -> None:
    for shot in shots(slug, use):
        whole = seen(shot)
        copies = Counter(card.id for card in whole.cards)
        for n, card in enumerate(whole.cards):
            if use == "play" and copies[card.id] > 1:  # the other copy may be the one that was there
                continue
            under = [None if die.card in (None, n) else die.card - (die.card > n) for die in whole.dice]
            left = tuple(replace(die, card=on) for die, on in zip(whole.dice, under))
            missed = replace(whole, cards=whole.cards[:n] + whole.cards[n + 1 :], dice=left)
            unnamed = replace(whole, cards=_with(whole.cards, n, replace(card, alternatives=())))
            assert SILENT not in (shot.judged(missed), shot.judged(unnamed)), card.id
        for n, _ in enumerate(whole.dice):
            less = replace(whole, dice=whole.dice[:n] + whole.dice[n + 1 :])
            assert shot.judged(less) != SILENT or use == "play", "a die under a cup"


ONCE = [case for case in CASES if case != ("onward_to_venus", "play")]
"""Uses in which a name is one thing's; several cards of Onward to Venus are the same."""


@pytest.mark.parametrize(("slug", "use"), ONCE)
def test_a_strange_thing_that_looks_like_one_of_them_is_never_confirmed_by_one_tap(slug: str, use: str) -> None:
    """What is there once and is seen twice; of pieces that are counted there may well be one more."""
    for shot in shots(slug, use):
        whole = seen(shot)
        copies = Counter(card.id for card in whole.cards)
        for card in whole.cards if not shot.counted else ():
            if copies[card.id] > 1:
                continue
            for at in ((30.0, 30.0), (SIZE[0] - 30.0, 30.0), (SIZE[0] / 2, SIZE[1] - 30.0)):
                away = tuple((x - card.centre[0] + at[0], y - card.centre[1] + at[1]) for x, y in card.quad)
                for p in (0.9, 0.98):
                    strange = replace(card, quad=away, alternatives=(Alternative(card.id or "", p),))
                    assert shot.judged(replace(whole, cards=(*whole.cards, strange))) != SILENT, (card.id, at, p)


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


@pytest.mark.parametrize("slug", TABLES)
def test_in_every_state_of_a_game_a_photo_means_what_can_be_made_or_completed(slug: str) -> None:
    """Right, doubled, turned, with parts missing and with wrong ones."""
    game, chance = contract.game_of(slug), random.Random(f"{slug} every state")
    played = contract.play(game, {}, game.info.seats[0], f"{slug} every state")
    for state, made in zip(played.states, played.moves):
        contract.check_camera(game, state, made, chance)
