"""The rules as a prior: how many dice there can be, what they can show, which whole results are legal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from math import log
from typing import TYPE_CHECKING

import numpy as np

from tableside.core.readings import Expect
from vision.dice.calibration import Belief
from vision.dice.classify import NONE, OTHER
from vision.dice.find import TINY

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

UNLIKELY = 0.02
"""What is left for things the rules exclude: people misplay and dice fall off the table."""
OTHER_COUNT = 0.002
"""The same for which places are taken, so that prints are left; how sure that is is told by the former."""
NOT_PIPS = 0.03
"""What is left for dice without pips where the rules know only dice with pips: a picture is likelier."""
MOST_RESULTS = 400
LEAST = 0.5
OTHER_LEAST = 0.97
"""A die without pips needs more: pictures are everywhere on a table."""
CERTAIN = 0.97
"""A die this sure says how large dice are here."""
ANY_LEAST = 0.9
"""An empty table stays empty unless at least one die is likely,"""
AGREED_LEAST = 0.7
"""or less so when the finder is hot and the value is plain."""
HOT = 0.6
LUKEWARM = 0.2
MANY = 6
"""A table with more places than MANY above LUKEWARM heat of which none is HOT is taken for empty: game pieces."""
PLAIN, NO_DIE = 0.99, -4.0
"""Unless one is certain whose value is this sure and to the reader no die at all by at most this logarithm; a lone spot
may be a token's."""


def numbered(expect: Expect) -> bool:
    """Whether the rules speak of a die with printed numbers: one that can show more than six."""
    return any(isinstance(v, int) and v > 6 for v in expect.values)


def weigh_values(beliefs: Sequence[Belief], expect: Expect, only_pips: bool = False) -> list[Belief]:
    """Each die's chances with values that cannot come up made unlikely; `only_pips`: the rules know no other dice, so
    that what has no pips is less likely a die at all, and shows, however unsure, a value of pips if it is one."""
    allowed = {v for v in expect.values if isinstance(v, int)} or set(range(1, 7))
    other = NOT_PIPS if only_pips else 1.0
    if numbered(expect):
        allowed = set()
    elif allowed >= set(range(1, 7)) and not only_pips:
        return list(beliefs)
    out = []
    for b in beliefs:
        raw = [p * (other if i == 6 else 1.0 if i + 1 in allowed else UNLIKELY) for i, p in enumerate(b.values)]
        if only_pips:
            raw[-1] = min(raw[-1], max(raw[:-1]))
        total = sum(raw)
        kept = 1 - (1 - other) * b.values[OTHER - 1]
        out.append(replace(b, die=b.die * kept / (1 - b.die * (1 - kept)), values=tuple(p / total for p in raw)))
    return out


def settled(beliefs: Sequence[Belief], counts: Sequence[int], pictures: bool) -> bool:
    """Whether the photo need not be looked at closer: there are dice for sure, as many as the rules say and none tiny
    in the view it was found in. Where there is none, what is hot may be print and the dice too small to be seen."""
    sure = [b for b in beliefs if b.die >= CERTAIN and (pictures or b.best != OTHER)]
    if not sure or min(b.look.found.seen for b in sure) < TINY:
        return False
    return not counts or sum(b.die >= LEAST for b in beliefs) in counts


def choose(
    beliefs: Sequence[Belief], counts: Sequence[int], other: float = OTHER_LEAST
) -> tuple[list[Belief], list[Belief]]:
    """The places taken for dice and the others; with counts given, the likeliest number of them."""
    ranked = sorted(beliefs, key=lambda b: -b.die)
    if not counts:
        if not any(_likely(b) for b in ranked):
            return [], ranked
        taken = [b for b in ranked if b.die >= (other if b.best == OTHER else LEAST)]
        if _only_lukewarm(taken, ranked):
            return [], ranked
        return taken, [b for b in ranked if not any(b is t for t in taken)]
    logs = [_log_chance(ranked, k) + log(1.0 if k in counts else OTHER_COUNT) for k in range(len(ranked) + 1)]
    chosen = max(range(len(logs)), key=lambda k: logs[k])
    return ranked[:chosen], ranked[chosen:]


def _weight(k: int, counts: Sequence[int]) -> float:
    return 1.0 if k in counts else UNLIKELY


def _log_chance(ranked: Sequence[Belief], k: int) -> float:
    """Logarithm of the chance that just the first k places hold dice."""
    dice = sum(log(max(b.die, 1e-9)) for b in ranked[:k])
    return dice + sum(log(max(1 - b.die, 1e-9)) for b in ranked[k:])


def given_counts(
    dice: Sequence[Belief], rest: Sequence[Belief], counts: Sequence[int]
) -> tuple[list[Belief], list[Belief], float]:
    """The same places with the chance of a die at each given the possible counts, and the logarithm of the chance
    that just `dice` are dice. Places are independent but for their number (a Poisson binomial distribution)."""
    places = [*dice, *rest]
    p = np.clip([b.die for b in places], 1e-9, 1 - 1e-9)
    weights = np.array([_weight(k, counts) for k in range(len(p) + 1)])
    total = float(_counted(p) @ weights)
    after = []
    for i, b in enumerate(places):
        others = _counted(np.delete(p, i))
        after.append(replace(b, die=float(p[i] * (others @ weights[1:]) / total)))
    known = _log_chance(places, len(dice)) + log(_weight(len(dice), counts)) - log(max(total, 1e-300))
    return after[: len(dice)], after[len(dice) :], min(0.0, known)


def _counted(p: Floats) -> Floats:
    """The chance of each number of dice, none first."""
    out = np.zeros(len(p) + 1)
    out[0] = 1.0
    for one in p:
        out[1:] = out[1:] * (1 - one) + out[:-1] * one
        out[0] *= 1 - one
    return out


def _only_lukewarm(taken: Sequence[Belief], places: Sequence[Belief]) -> bool:
    """Whether much looks a little like a die and nothing very much so: pawns, pieces and prints, not a roll."""
    if any(_plain(b) for b in taken):
        return False
    hottest = max((b.look.found.score for b in taken), default=1.0)
    return hottest < HOT and sum(b.look.found.score > LUKEWARM for b in places) > MANY


def _plain(b: Belief) -> bool:
    """Whether it is a die with pips to the reader, however lukewarm the finder."""
    sure = b.die >= CERTAIN and b.sure >= PLAIN and float(b.look.logits[NONE]) <= NO_DIE
    return sure and b.best not in (1, OTHER)


def _likely(b: Belief) -> bool:
    agreed = b.best != OTHER and b.sure >= 0.9 and b.look.found.score >= 0.5
    return b.die >= ANY_LEAST or (agreed and b.die >= AGREED_LEAST)


def fit_result(dice: Sequence[Belief], results: Sequence[tuple[int | str, ...]]) -> tuple[list[int], float] | None:
    """The values that make the likeliest legal result, and its chance against the free reading; None when none fits."""
    free = sum(log(max(b.sure, 1e-9)) for b in dice)
    best: tuple[float, list[int]] | None = None
    for result in results[:MOST_RESULTS]:
        wanted = tuple(v for v in result if isinstance(v, int) and 1 <= v <= 6)
        if len(wanted) != len(dice) or len(wanted) != len(result):
            continue
        got = _assign(tuple(b.values for b in dice), tuple(sorted(Counter(wanted).items())))
        if best is None or got[0] > best[0]:
            best = got
    if best is None:
        return None
    return best[1], min(1.0, 2.718281828 ** (best[0] - free))


def _assign(chances: tuple[tuple[float, ...], ...], wanted: tuple[tuple[int, int], ...]) -> tuple[float, list[int]]:
    """Give every die one of the wanted values so that all together are likeliest."""

    @cache
    def go(i: int, left: tuple[int, ...]) -> tuple[float, tuple[int, ...]]:
        if i == len(chances):
            return 0.0, ()
        best: tuple[float, tuple[int, ...]] = (float("-inf"), ())
        for k, (value, _) in enumerate(wanted):
            if left[k]:
                rest = go(i + 1, (*left[:k], left[k] - 1, *left[k + 1 :]))
                score = rest[0] + log(max(chances[i][value - 1], 1e-9))
                if score > best[0]:
                    best = (score, (value, *rest[1]))
        return best

    score, values = go(0, tuple(n for _, n in wanted))
    return score, list(values)
