"""What the rules allow weighs in the reading, and what contradicts them is said."""

from dataclasses import replace

import cv2
import numpy as np

from tableside.core.readings import Expect, Verdict
from tests.vision.dice_scenes import photo, pips
from vision import dice
from vision.dice import prior
from vision.dice.calibration import Belief, Fit, believe, chance, doubtful, fit
from vision.dice.classify import OTHER, Look
from vision.dice.find import TINY, Found, find


def belief(die: float, *values: float) -> Belief:
    look = Look(Found(0, 0, 40, 40, 0.9), np.zeros(8, np.float32), 0.0, np.zeros((4, 2), np.float32))
    return Belief(look, die, values)


SIX_OR_FIVE = belief(0.99, 0.0, 0.0, 0.0, 0.0, 0.45, 0.55, 0.0)
SURE_TWO = belief(0.99, 0.0, 0.99, 0.002, 0.002, 0.002, 0.002, 0.002)
SMUDGE = belief(0.3, 0.2, 0.2, 0.2, 0.2, 0.1, 0.1, 0.0)


def test_without_rules_only_likely_places_are_dice() -> None:
    taken, rest = prior.choose([SMUDGE, SURE_TWO], ())
    assert taken == [SURE_TWO] and rest == [SMUDGE]


def test_many_lukewarm_places_and_no_hot_one_are_game_pieces() -> None:
    def place(heat: float, no_die: float = -2.0, value: float = 0.97) -> Belief:
        logits = np.array([no_die, *[0.0] * 7], np.float32)
        look = Look(Found(0, 0, 40, 40, heat), logits, 0.0, np.zeros((4, 2), np.float32))
        return Belief(look, 0.97, (0.0, value, 1 - value, 0.0, 0.0, 0.0, 0.0))

    pieces = [place(prior.HOT - 0.05)] * 9
    assert not prior.choose(pieces, ())[0]
    assert len(prior.choose(pieces[:3], ())[0]) == 3, "three alone may be dice in bad light"
    assert len(prior.choose([*pieces, place(0.9)], ())[0]) == 10, "and dice among pieces stay dice"
    assert len(prior.choose([*pieces, place(0.4, -6.0, 0.999)], ())[0]) == 10, "as does what is plainly a die"
    assert not prior.choose([*pieces, place(0.4, -6.0), place(0.4, -2.0, 0.999)], ())[0]
    spot = replace(place(0.4, -6.0), values=(0.999, 0.001, 0.0, 0.0, 0.0, 0.0, 0.0))
    assert not prior.choose([*pieces, spot], ())[0], "a lone spot may be a token's"


def test_the_number_of_dice_decides_about_a_doubtful_place() -> None:
    assert len(prior.choose([SMUDGE, SURE_TWO], (2,))[0]) == 2
    assert len(prior.choose([SMUDGE, SURE_TWO], (1,))[0]) == 1
    nothing = belief(0.0001, *[1 / 7] * 7)
    assert len(prior.choose([nothing, SURE_TWO], (2,))[0]) == 1, "a die that is not there is not invented"


def test_a_picture_is_less_likely_a_die_where_all_dice_have_pips() -> None:
    picture = belief(0.9, *[0.01] * 6, 0.94)
    (kept,), (less,) = (prior.weigh_values([picture], Expect(counts=(1,)), only) for only in (False, True))
    assert kept.die == picture.die and less.die < 0.5
    (two,) = prior.weigh_values([SURE_TWO], Expect(counts=(1,)), True)
    assert two.die > SURE_TWO.die - 0.001


def test_where_all_dice_have_pips_a_strange_face_shows_its_likeliest_value_in_doubt() -> None:
    strange = belief(0.99, 0.001, 0.01, 0.001, 0.001, 0.001, 0.001, 0.985)
    assert strange.best == OTHER
    (pips,) = prior.weigh_values([strange], Expect(counts=(1,)), True)
    assert pips.best == 2 and pips.sure < 0.5 and abs(sum(pips.values) - 1) < 1e-9


def test_one_print_more_than_the_rules_have_dice_is_not_taken() -> None:
    print_ = belief(0.99, *SURE_TWO.values)
    assert len(prior.choose([SURE_TWO, replace(SURE_TWO, die=0.995), print_], (2,))[0]) == 2
    surer = [replace(SURE_TWO, die=0.9999)] * 3
    assert len(prior.choose(surer, (2,))[0]) == 3, "but what the picture shows for sure contradicts the rules"


def test_tables_are_looked_at_closer_until_the_dice_are_sure_and_not_tiny() -> None:
    def sure(seen: float) -> Belief:
        look = Look(Found(0, 0, seen, seen, 0.9), np.zeros(8, np.float32), 0.0, np.zeros((4, 2), np.float32))
        return Belief(look, 0.99, SURE_TWO.values)

    large, tiny, picture = sure(TINY + 6), sure(TINY - 6), belief(0.99, *[0.0] * 6, 1.0)
    assert prior.settled([large], (), False) and prior.settled([large, large, SMUDGE], (2,), False)
    assert not prior.settled([large], (2,), False), "one is missing"
    assert not prior.settled([large, tiny], (), False)
    assert not prior.settled([SMUDGE], (), False) and not prior.settled([], (), False)
    assert not prior.settled([picture], (), False) and prior.settled([picture], (1,), True)


def test_the_number_of_dice_makes_a_place_surer_or_less_sure() -> None:
    taken, rest = prior.choose([SMUDGE, SURE_TWO], (1,))
    (die,), (print_,), known = prior.given_counts(taken, rest, (1,))
    assert die.die > SURE_TWO.die and print_.die < 0.02 < SMUDGE.die
    assert known > -0.05
    dice_, none, both = prior.given_counts(*prior.choose([SMUDGE, SURE_TWO], (2,)), (2,))
    assert not none and min(b.die for b in dice_) > 0.9 and both < known, (
        "a faint die is likely one when two were rolled"
    )


def test_the_posterior_is_the_share_of_all_arrangements_that_fit() -> None:
    places = [belief(p, *[1 / 7] * 7) for p in (0.9, 0.6, 0.3, 0.2)]
    counts, total, alone = (2,), 0.0, [0.0] * 4
    best = 0.0
    for bits in range(16):
        on = [bool(bits >> i & 1) for i in range(4)]
        p = float(np.prod([b.die if o else 1 - b.die for b, o in zip(places, on)]))
        p *= 1.0 if sum(on) in counts else prior.UNLIKELY
        total += p
        best = p if on == [True, True, False, False] else best
        alone = [a + p * o for a, o in zip(alone, on)]
    taken, rest, known = prior.given_counts(places[:2], places[2:], counts)
    assert np.allclose([b.die for b in (*taken, *rest)], np.array(alone) / total)
    assert np.isclose(np.exp(known), best / total)


def test_dice_without_pips_are_unlikely_where_the_rules_know_only_pips() -> None:
    emblem_or_two = belief(0.99, 0.0, 0.3, 0.0, 0.0, 0.0, 0.0, 0.7)
    (free,) = prior.weigh_values([emblem_or_two], Expect())
    (ruled,) = prior.weigh_values([emblem_or_two], Expect(counts=(1,)), only_pips=True)
    assert free.best == 7 and ruled.best == 2


def test_a_die_of_twenty_faces_shows_no_pips() -> None:
    seen = belief(0.9, 0.5, 0.1, 0.0, 0.0, 0.0, 0.0, 0.4)
    assert prior.weigh_values([seen], Expect(values=tuple(range(1, 21))))[0].best == OTHER
    assert prior.weigh_values([seen], Expect(values=(1, 2, 3, 4)))[0].best == 1
    assert prior.numbered(Expect(values=(1, 20))) and not prior.numbered(Expect(values=(1, 6, "burst")))


def test_tiny_dice_are_clear_only_where_their_number_is_known() -> None:
    rng = np.random.default_rng(5)
    image, _ = photo([(v, "white", pips("white", rng)) for v in (2, 5)], 3, px=30.0, ground="cloth")
    tiny = np.asarray(cv2.resize(image, (320, 240), interpolation=cv2.INTER_AREA), np.uint8)
    assert max(f.seen for f in find(tiny)[:2]) < TINY
    free, counted = dice.read(tiny), dice.read(tiny, Expect(counts=(2,)))
    assert [[d.value for d in readings.dice] for readings in (free, counted)] == [[2, 5], [2, 5]]
    assert free.verdict is Verdict.CLOSE and counted.verdict is Verdict.CLEAR


def test_values_that_cannot_come_up_give_way_to_those_that_can() -> None:
    (weighed,) = prior.weigh_values([SIX_OR_FIVE], Expect(values=(1, 2, 3, 4, 5)))
    assert weighed.best == 5
    (sure,) = prior.weigh_values([SURE_TWO], Expect(values=(1, 3)))
    assert sure.values[1] < 0.99, "even a sure reading loses when the rules exclude it"


def test_the_likeliest_legal_result_is_found_whatever_the_order() -> None:
    fitted = prior.fit_result([SIX_OR_FIVE, SURE_TWO], [(2, 5), (1, 1)])
    assert fitted is not None
    assert fitted[0] == [5, 2] and fitted[1] > 0.5
    assert prior.fit_result([SURE_TWO], [(2, 5)]) is None
    far = prior.fit_result([SURE_TWO, SURE_TWO], [(6, 6)])
    assert far is not None and far[1] < 0.001


def test_the_chance_of_the_whole_falls_with_every_doubt() -> None:
    given = Fit(whole=(1.5, -0.3, 3.0))
    alone = chance([SURE_TWO], [], [0.99], given)
    assert chance([SURE_TWO, SIX_OR_FIVE], [], [0.99, 0.55], given) < alone
    assert chance([SURE_TWO], [SMUDGE], [0.99], given) < alone


def test_one_doubtful_part_alone_keeps_a_photo_from_being_clear() -> None:
    assert not doubtful([SURE_TWO], [], [0.99])
    assert doubtful([], [], []), "an empty table is not a clear roll"
    assert doubtful([SURE_TWO, SIX_OR_FIVE], [], [0.99, 0.55]), "a five or a six"
    assert doubtful([SURE_TWO], [SMUDGE], [0.99]), "a place that may be a die"
    unseen = belief(0.001, *[1 / 7] * 7)
    assert not doubtful([SURE_TWO], [unseen], [0.99], counted=True), "the rules say that there is one die only"
    assert doubtful([SURE_TWO], [unseen], [0.99]), "as hot and as large as a die, but not taken for one"


def test_prints_all_round_make_a_die_less_likely() -> None:
    logits = np.array([-1.5, -0.3, -6, -6, -6, -6, -6, -6], np.float32)
    printed = np.array([-0.01, -6, -6, -6, -6, -6, -6, -6], np.float32)
    quad = np.zeros((4, 2), np.float32)
    one = Look(Found(0, 0, 40, 40, 0.6), logits, 0.0, quad)
    others = [Look(Found(60 * i, 90, 40, 40, 0.4), printed, 0.0, quad) for i in range(6)]
    assert believe([one, *others], fit())[0].die < believe([one], fit())[0].die


def test_what_has_the_colour_of_a_die_is_likelier_one_and_of_a_print_less() -> None:
    doubted = np.array([-1.5, -0.3, -6, -6, -6, -6, -6, -6], np.float32)
    plain = np.array([-9, 0, -9, -9, -9, -9, -9, -9], np.float32)
    printed = np.array([-0.01, -6, -6, -6, -6, -6, -6, -6], np.float32)
    quad = np.zeros((4, 2), np.float32)
    red, white = (45.0, 60.0, 40.0), (95.0, 0.0, 0.0)
    die = Look(Found(0, 0, 40, 40, 0.9), plain, 0.0, quad, red)
    signs = [Look(Found(60 * i, 90, 40, 40, 0.4), printed, 0.0, quad, white) for i in range(4)]
    as_die, as_print = (
        believe([Look(Found(99, 0, 40, 40, 0.4), doubted, 0.0, quad, tint), die, *signs], fit())[0].die
        for tint in (red, white)
    )
    assert as_die > 2 * as_print


def test_views_that_disagree_are_trusted_less() -> None:
    logits = np.array([-9, 0, -6, -6, -6, -6, -6, -6], np.float32)
    place = Found(0, 0, 40, 40, 0.9)
    (agreed,) = believe([Look(place, logits, 0.0, np.zeros((4, 2), np.float32))], Fit())
    (split,) = believe([Look(place, logits, 1.0, np.zeros((4, 2), np.float32))], Fit())
    assert agreed.best == split.best == 1 and split.sure < agreed.sure - 0.1


def test_a_place_of_another_size_than_the_dice_is_doubted() -> None:
    logits = np.array([-3, -0.1, -6, -6, -6, -6, -6, -6], np.float32)
    quad = np.zeros((4, 2), np.float32)
    sure = Look(Found(0, 0, 40, 40, 0.9), np.array([-9, 0, -9, -9, -9, -9, -9, -9], np.float32), 0.0, quad)
    alike = believe([sure, Look(Found(99, 0, 42, 42, 0.4), logits, 0.0, quad)], Fit())[1]
    odd = believe([sure, Look(Found(99, 0, 90, 90, 0.4), logits, 0.0, quad)], Fit())[1]
    assert odd.die < alike.die


def test_a_picture_against_the_rules_is_reported_and_never_clear() -> None:
    rng = np.random.default_rng(3)
    image, _ = photo([(2, "white", pips("white", rng)), (5, "red", pips("red", rng))], 3)
    plain = dice.read(image)
    assert sorted(d.value for d in plain.dice) == [2, 5]
    legal = dice.read(image, Expect(counts=(2,), multisets=((2, 5), (1, 1))))
    assert sorted(d.value for d in legal.dice) == [2, 5]
    against = dice.read(image, Expect(multisets=((1, 1), (6, 6))))
    assert against.verdict is not Verdict.CLEAR
    assert "vision.not_legal" in {a.text.key for a in against.advice}
    assert sorted(d.value for d in against.dice) == [2, 5], "what is seen is still told"
    miscounted = dice.read(image, Expect(counts=(3,)))
    assert miscounted.verdict is not Verdict.CLEAR
    told = {a.text.key: a.text for a in miscounted.advice}
    assert told["vision.wrong_count"]["seen"] == 2 and told["vision.wrong_count"]["expected"] == "3"


def test_with_dice_without_pips_in_play_such_a_die_says_how_large_dice_are() -> None:
    def says(value: int, none: float) -> np.ndarray:
        logits = np.full(8, -5.0, np.float32)
        logits[value], logits[0] = 0.0, none
        return logits

    quad = np.zeros((4, 2), np.float32)
    die = Look(Found(0, 0, 84, 84, 0.6), says(OTHER, -1.5), 0.0, quad)
    speck = Look(Found(300, 90, 20, 20, 0.2), says(6, -2.0), 0.0, quad)
    for pictures in (False, True):
        chances = [b.die for b in believe([die, speck], fit(), pictures)]
        assert (chances[0] > chances[1]) is pictures
