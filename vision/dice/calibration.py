"""How far to believe what was read: chances per place and for the whole photo, fitted on photos never trained on."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from vision import nets
from vision.dice.classify import NONE, OTHER, Look

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

HOLDING = 0.02
"""What is left of the belief in a die that holds a surer one."""


SURE = 0.97
"""In a clear photo every die is at least this sure,"""
MAYBE = 0.05
"""and no other place more likely a die than this."""
HOT = 0.4
PICTURE = 0.8
"""How much of the belief in the likeliest die is taken from one without pips, which may be a token with a number."""
HUE, SCALE = 15.0, 0.25
"""How far colours (in Lab) and sizes (as logarithms) of things of a kind may lie apart."""
ALIKE = 0.4
"""Sizes within a factor of one and a half are of a kind."""


@dataclass(frozen=True, slots=True)
class Fit:
    """What calibration found; see weights/calibration.json."""

    temperature: float = 1.0
    weights: tuple[float, ...] = (1.0, 0.9, -1.7, 0.0, 0.1, 1.5, -3.2, 2.3, -1.5)
    """How the evidence for a die adds up; see `evidence`."""
    whole: tuple[float, float, float] = (1.0, 0.0, 3.0)
    """How the chances of all places make the chance of the photo; see `chance`."""
    counted: tuple[float, float, float] = (1.0, 0.0, 3.0)
    """The same where the number of dice is known."""
    doubt: float = 0.25
    """How much views that disagree take from a value."""
    clear: float = 0.9
    """The photo's chance from which it is called clear."""
    counted_clear: float = 0.95
    """The same where the number of dice is known."""
    close: float = 0.1
    smallest: float = 18.0
    """Below this many pixels of the view it was found in nothing is called clear."""


@lru_cache(maxsize=1)
def fit() -> Fit:
    """The calibration of the networks."""
    known = {f.name for f in fields(Fit)}
    data: dict[str, Any] = json.loads(nets.WEIGHTS.joinpath("calibration.json").read_text("utf-8"))
    values: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in data.items() if k in known}
    return Fit(**values)


@dataclass(frozen=True, slots=True)
class Belief:
    """The chance that a place holds a die, and of each value if it does; index 0 is one pip, 6 is other faces."""

    look: Look
    die: float
    values: tuple[float, ...]

    @property
    def best(self) -> int:
        """One to six, or OTHER."""
        return int(np.argmax(self.values)) + 1

    @property
    def sure(self) -> float:
        return max(self.values)


def logit(p: float) -> float:
    p = min(max(p, 1e-6), 1 - 1e-6)
    return float(np.log(p / (1 - p)))


def shares(look: Look, temperature: float) -> Floats:
    """The reader's answer as chances, no die first."""
    logs = look.logits / temperature
    p = np.exp(logs - logs.max())
    return np.asarray(p / p.sum(), np.float32)


def evidence(looks: Sequence[Look], temperature: float, pictures: bool = False) -> Floats:
    """What speaks for a die in each place, a row each: heat, face, a constant, size twice, split views, another size
    than the likeliest die's (dice of one roll are of a kind), a die of its size and colour elsewhere, and how many
    prints of its size and colour lie about. `pictures`: dice without pips are in play."""
    heat = np.array([logit(seen.found.score) for seen in looks])
    said = np.array([shares(seen, temperature) for seen in looks])
    chance = 1 - said[:, NONE].astype(float)
    face = np.array([logit(c) for c in chance])
    size = np.log(np.array([seen.found.size for seen in looks]))
    large = np.log(np.array([seen.found.seen for seen in looks]) / 40)
    spread = np.array([seen.spread for seen in looks])
    plain = chance if pictures else chance - PICTURE * said[:, OTHER]
    best = int(np.argmax(np.array([seen.found.score for seen in looks]) * plain))
    odd = np.minimum(1.5, np.abs(size - size[best]))
    tint = np.array([seen.tint for seen in looks])
    apart = np.linalg.norm(tint[:, None] - tint[None], axis=2) / HUE
    kin = np.exp(-(apart**2) - ((size[:, None] - size[None]) / SCALE) ** 2) * (1 - np.eye(len(looks)))
    likely = 1 / (1 + np.exp(-heat - face))
    peer, crowd = (kin * likely).max(1), np.log1p((kin * (1 - likely)).sum(1))
    rows = [heat, face, np.ones_like(heat), large, large * large, spread, odd, peer, crowd]
    return np.stack(rows, 1).astype(np.float32)


def believe(looks: Sequence[Look], given: Fit, pictures: bool = False) -> list[Belief]:
    """Chances for every place, from the finder's heat, the reader's answers and the company it lies in."""
    if not looks:
        return []
    out = []
    for seen, z in zip(looks, evidence(looks, given.temperature, pictures) @ np.array(given.weights)):
        p = shares(seen, given.temperature)[1:]
        values = p / max(1e-9, float(p.sum()))
        # Views that disagree say more than their mean admits.
        doubt = min(0.9, given.doubt * seen.spread)
        values = values * (1 - doubt) + doubt / OTHER
        out.append(Belief(seen, 1 / (1 + float(np.exp(-z))), tuple(float(v) for v in values)))
    return [replace(b, die=b.die * HOLDING) if any(_holds(b, other) for other in out) else b for b in out]


def _holds(outer: Belief, inner: Belief) -> bool:
    """A die does not hold another die: what does, when the inner one is the surer, is a card, a tray or a token."""
    place, small = outer.look.found, inner.look.found
    x, y = small.centre
    within = place.x < x < place.x + place.w and place.y < y < place.y + place.h
    return within and small.size < place.size * 0.6 and inner.die * inner.sure > outer.die * outer.sure


def chance(
    dice: Sequence[Belief], rest: Sequence[Belief], sure: Sequence[float], given: Fit, known: float | None = None
) -> float:
    """The chance that the whole photo is read right: every die a die, its value right (so surely), all else no die.

    Tables with much that was nearly taken for dice go wrong more often than their parts admit. `known`: the logarithm
    of the chance that just these places hold dice, given how many dice there may be.
    """
    z = float(np.dot(given.whole if known is None else given.counted, parts(dice, rest, sure, known)))
    return 1 / (1 + float(np.exp(-z)))


def parts(
    dice: Sequence[Belief], rest: Sequence[Belief], sure: Sequence[float], known: float | None = None
) -> tuple[float, float, float]:
    """What the chance of the whole photo follows from: logarithms of all parts together, how much else there is, 1."""
    logs = sum(float(np.log(max(1e-9, p))) for p in sure)
    if known is None:
        logs += sum(float(np.log(max(1e-9, b.die))) for b in dice)
        logs += sum(float(np.log(max(1e-9, 1 - b.die))) for b in rest)
    else:
        logs += known
    return max(logs, -9.0), float(np.log1p(len(rest))), 1.0


def doubtful(dice: Sequence[Belief], rest: Sequence[Belief], sure: Sequence[float], counted: bool = False) -> bool:
    """One part alone keeps the photo from being clear: a die that may be none or show something else, a place that may
    be a die, or, where the number of dice is not known, one as hot as a die and of the dice's size that was not taken
    for one."""
    if not dice or any(b.die * p < SURE for b, p in zip(dice, sure)) or any(b.die > MAYBE for b in rest):
        return True
    if counted:
        return False
    size = float(np.median([b.look.found.size for b in dice]))
    return any(b.look.found.score >= HOT and abs(float(np.log(b.look.found.size / size))) < ALIKE for b in rest)
