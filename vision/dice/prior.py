"""The rules as a prior: how many dice there can be, what they can show, which whole results are legal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from math import log

from tableside.core.readings import Expect
from vision.dice.face import OTHER
from vision.dice.trust import Belief

UNLIKELY = 0.02
"""What is left for things the rules exclude: people misplay and dice fall off the table."""
MOST_RESULTS = 400
LEAST = 0.5
OTHER_LEAST = 0.97
"""A die without pips needs more: pictures are everywhere on a table."""
ANY_LEAST = 0.9
"""An empty table stays empty unless at least one die is likely,"""
AGREED_LEAST = 0.7
"""or less so when the finder is hot and the value is plain."""


def weigh_values(beliefs: Sequence[Belief], expect: Expect) -> list[Belief]:
    """Each die's chances with values that cannot come up made unlikely."""
    allowed = {v for v in expect.values if isinstance(v, int)}
    if not allowed:
        return list(beliefs)
    out = []
    for b in beliefs:
        raw = [p * (1.0 if i + 1 in allowed or i == 6 else UNLIKELY) for i, p in enumerate(b.values)]
        total = sum(raw)
        out.append(replace(b, values=tuple(p / total for p in raw)))
    return out


def choose(
    beliefs: Sequence[Belief], counts: Sequence[int], other: float = OTHER_LEAST
) -> tuple[list[Belief], list[Belief]]:
    """The places taken for dice and the others; with counts given, the likeliest number of them."""
    ranked = sorted(beliefs, key=lambda b: -b.die)
    if not counts:
        if not any(_likely(b) for b in ranked):
            return [], ranked
        taken = [b for b in ranked if b.die >= (other if b.best == OTHER else LEAST)]
        return taken, [b for b in ranked if not any(b is t for t in taken)]
    best, chosen = float("-inf"), 0
    for k in range(len(ranked) + 1):
        score = sum(log(max(b.die, 1e-9)) for b in ranked[:k]) + sum(log(max(1 - b.die, 1e-9)) for b in ranked[k:])
        score += 0.0 if k in counts else log(UNLIKELY)
        if score > best:
            best, chosen = score, k
    return ranked[:chosen], ranked[chosen:]


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
