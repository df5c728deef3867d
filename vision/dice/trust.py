"""How far to believe what was read: chances per place and for the whole photo, fitted on photos never trained on."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING

import numpy as np

from vision.dice.face import NONE, OTHER, Look

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Fit:
    """What calibration found; see weights/trust.json."""

    temperature: float = 1.0
    heat: float = 0.5
    face: float = 1.0
    bias: float = 0.0
    spread: float = 1.0
    clear: float = 0.9
    """The photo's chance from which it is called clear."""
    close: float = 0.15
    smallest: float = 18.0
    """Below this many pixels nothing is called clear."""


@lru_cache(maxsize=1)
def fit() -> Fit:
    """The shipped calibration."""
    known = {f.name for f in fields(Fit)}
    data = json.loads(resources.files("vision").joinpath("weights", "trust.json").read_text("utf-8"))
    return Fit(**{k: v for k, v in data.items() if k in known})


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


def believe(look: Look, given: Fit) -> Belief:
    """Chances from the finder's heat and the reader's answer."""
    logs = look.logits / given.temperature
    p = np.exp(logs - logs.max())
    p /= p.sum()
    z = given.heat * logit(look.found.score) + given.face * logit(1 - float(p[NONE])) + given.bias
    die = 1 / (1 + float(np.exp(-z)))
    values = p[1:] / max(1e-9, float(p[1:].sum()))
    # Views that disagree say more than their mean admits.
    doubt = min(0.9, given.spread * look.spread * 0.25)
    values = values * (1 - doubt) + doubt / OTHER
    return Belief(look, die, tuple(float(v) for v in values))


def chance(dice: Sequence[Belief], rest: Sequence[Belief]) -> float:
    """The chance that the whole photo is read right: every die a die and its value right, all else no die."""
    logs = [float(np.log(max(1e-9, b.die * b.sure))) for b in dice]
    logs += [float(np.log(max(1e-9, 1 - b.die))) for b in rest]
    return float(np.exp(sum(logs)))
