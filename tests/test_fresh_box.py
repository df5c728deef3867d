"""Every game can be played from the box as it is bought, by somebody who only answers what is asked."""

from __future__ import annotations

import random
from functools import cache

import pytest

from tableside.core import registry
from tests.fresh_box import Eyes, Newcomer, form_texts, told_tables
from tests.games.kaosz_galaktika.untaught import Untaught

SLUGS = tuple(registry.infos())
CASES = [(slug, seats) for slug, info in registry.infos().items() for seats in range(info.seats[0], info.seats[1] + 1)]
SOME_CASES = [
    pytest.param(slug, seats, marks=() if seats in (3, registry.infos()[slug].seats[1]) else pytest.mark.long)
    for slug, seats in CASES
]
"""Three players and a full table in every run; the other numbers with the long sets."""
MOVES = {3: 160}
"""Three players go on until most games end; the others so far that every kind of question came up."""
SOME = 60
NEW = {
    "beyond_the_sun": {"technologies", "systems", "mats"},
    "kaosz_galaktika": {"cards"},
    "onward_to_venus": {"cards"},
    "urcsempeszek": {"sectors"},
}
"""Of what a box may hold things that no data of ours name: they can be told when they turn up in the game."""


@cache
def played(slug: str, seats: int) -> Newcomer | tuple[Newcomer, Exception]:
    """A newcomer's game, and what ended it too soon."""
    newcomer = Newcomer(slug, seats, 0)
    try:
        newcomer.go_on(MOVES.get(seats, SOME))
    except Exception as problem:
        return newcomer, problem
    return newcomer


@pytest.mark.parametrize(("slug", "seats"), SOME_CASES)
def test_a_newcomer_always_has_a_way_on(slug: str, seats: int) -> None:
    game = played(slug, seats)
    if isinstance(game, tuple):
        newcomer, problem = game
        pytest.fail(f"after {newcomer.moves} moves: {problem!r}\nanswers: {' | '.join(newcomer.path)}")
    assert game.play.over or game.moves == MOVES.get(seats, SOME)


@pytest.mark.parametrize("slug", ["beyond_the_sun", "onward_to_venus"])
def test_three_players_finish_a_game_from_an_untaught_box(slug: str) -> None:
    game = played(slug, 3)
    assert isinstance(game, Newcomer) and game.play.over


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 12))])
def test_two_players_finish_a_game_of_kaosz_galaktika_telling_each_card_when_it_is_shown(seed: int) -> None:
    game = Untaught(seed)
    game.play_on()
    assert game.play.over and game.told_alike()
    assert not game.eyes.problems, game.eyes.report()


@pytest.mark.parametrize(("slug", "seats"), SOME_CASES)
def test_a_newcomer_sees_no_id_and_no_word_of_another_language(slug: str, seats: int) -> None:
    game = played(slug, seats)
    newcomer = game[0] if isinstance(game, tuple) else game
    assert not newcomer.eyes.problems, f"{slug}, {seats} seats:\n{newcomer.eyes.report()}"


@pytest.mark.parametrize("slug", SLUGS)
def test_every_form_of_the_copy_and_of_an_end_speaks_both_languages(slug: str) -> None:
    game = registry.find(slug)
    eyes = Eyes(game)
    for table in (*told_tables(game), ""):
        for where, words in form_texts(game, table):
            eyes.see(f"form {where}", words)
    assert not eyes.problems, eyes.report()


@pytest.mark.parametrize("slug", NEW)
def test_what_turns_up_and_is_not_in_the_copy_can_be_told(slug: str) -> None:
    found: set[str] = set()
    for seats in registry.find(slug).seats:
        game = played(slug, seats)
        found |= (game[0] if isinstance(game, tuple) else game).told
    assert found >= NEW[slug], f"only {sorted(found)}"


@pytest.mark.long
@pytest.mark.parametrize(("slug", "seats"), CASES)
def test_many_newcomers_with_every_option_come_to_the_end(slug: str, seats: int) -> None:
    info = registry.infos()[slug]
    for seed in range(1, 21):
        chance = random.Random(f"{slug} {seats} {seed}")
        options = {option.key: chance.choice(option.choices) for option in info.options}
        newcomer = Newcomer(slug, seats, seed, options if seed % 2 else {})
        try:
            newcomer.go_on()
        except Exception as problem:
            raise AssertionError(f"seed {seed} {options}: {' | '.join(newcomer.path)}") from problem
        assert not newcomer.eyes.problems, f"seed {seed} {options}:\n{newcomer.eyes.report()}"
