"""H4: Swiss rounds and the final."""

import random

import pytest

from tableside.games.kaosz_galaktika import organiser
from tableside.games.kaosz_galaktika.organiser import Result, Standing


def test_h4_the_first_round_pairs_by_entry_and_an_odd_player_sits_out_with_a_win() -> None:
    found = organiser.next_round(("a", "b", "c", "d", "e"), ())
    assert found.pairs == (("a", "b"), ("c", "d"))
    assert found.bye == "e"


def test_h4_level_players_meet_and_nobody_meets_twice() -> None:
    results = [Result("a", "b"), Result("c", "d")]
    assert organiser.next_round("abcd", results).pairs == (("a", "c"), ("b", "d"))
    results += [Result("a", "c"), Result("b", "d")]
    assert organiser.next_round("abcd", results).pairs == (("a", "d"), ("b", "c")) or organiser.next_round(
        "abcd", results
    ).pairs == (("a", "d"), ("c", "b"))


def test_h4_standings_count_wins_then_the_opponents_wins_then_entry() -> None:
    results = [Result("a", "b"), Result("d", "c"), Result("a", "d"), Result("b", "c")]
    table = organiser.standings("abcd", results)
    assert [row.player for row in table] == ["a", "b", "d", "c"]
    assert table[0] == Standing("a", 2, 2)


@pytest.mark.parametrize("count", [2, 3, 4, 5, 7, 8, 13, 16])
def test_h4_swiss_rounds_never_repeat_a_pair_or_a_bye(count: int) -> None:
    print("seed 7")
    chance = random.Random(7)
    players = [f"p{n}" for n in range(count)]
    results: list[Result] = []
    met: set[frozenset[str]] = set()
    byes: list[str] = []
    for _ in range(organiser.rounds(count)):
        made = organiser.next_round(players, results)
        seated = [player for pair in made.pairs for player in pair] + ([made.bye] if made.bye else [])
        assert sorted(seated) == sorted(players)
        for pair in made.pairs:
            assert frozenset(pair) not in met
            met.add(frozenset(pair))
            winner, loser = chance.sample(pair, 2)
            results.append(Result(winner, loser))
        if made.bye:
            byes.append(made.bye)
            results.append(Result(made.bye, None))
    assert len(set(byes)) == len(byes)


def test_h4_the_top_four_play_1_4_and_2_3_then_for_the_first_and_third_place() -> None:
    table = [Standing(player, 4 - n, 0) for n, player in enumerate("abcde")]
    one, two = organiser.semifinals(table)
    assert (one, two) == (("a", "d"), ("b", "c"))
    first = organiser.match(one, ["d", "a", "d"])
    second = organiser.match(two, ["b", "b", "c"])
    assert (first, second) == (("d", "a"), ("b", "c"))
    assert organiser.finals(first, second) == (("d", "b"), ("a", "c"))


def test_h4_a_match_has_three_games() -> None:
    assert organiser.match(("a", "b"), ["a", "a"]) is None
    with pytest.raises(ValueError, match="not a match"):
        organiser.match(("a", "b"), ["a", "c", "a"])
    with pytest.raises(ValueError, match="not a match"):
        organiser.match(("a", "b"), ["a"] * 4)
    with pytest.raises(ValueError, match="four players"):
        organiser.semifinals([Standing("a", 1, 0)])


def test_h4_rounds_grow_with_the_players() -> None:
    assert [organiser.rounds(n) for n in (0, 1, 2, 3, 4, 5, 8, 9, 16)] == [0, 0, 1, 2, 2, 3, 3, 4, 4]
