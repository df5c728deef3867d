"""How likely a name is right, given the evidence: a small network fitted on invented decks (vision/training/cards)."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.cards.verify import EVIDENCE

WEIGHTS: Final = Path(__file__).with_name("belief.json")
NAME_FROM: Final = 0.85
"""A name is given from this probability on; below it the card is called unknown."""
OTHER_CARD: Final = 0.2
"""At most this likely when colour or place rules the name out; on invented decks that costs 1 % of the names."""


@cache
def _network() -> tuple[
    NDArray[np.float64], NDArray[np.float64], list[tuple[NDArray[np.float64], NDArray[np.float64]]]
]:
    data = json.loads(WEIGHTS.read_text())
    if tuple(data["evidence"]) != EVIDENCE:
        raise ValueError(f"{WEIGHTS.name} was fitted on other evidence; fit it again")
    layers = [(np.array(w, float), np.array(b, float)) for w, b in data["layers"]]
    return np.array(data["mean"], float), np.array(data["spread"], float), layers


def belief(evidence: NDArray[np.float64]) -> float:
    """The probability that the best guess is the card that lies there."""
    mean, spread, layers = _network()
    x = np.clip((evidence - mean) / spread, -4, 4)
    for weight, bias in layers[:-1]:
        x = np.tanh(x @ weight + bias)
    weight, bias = layers[-1]
    p = float(1 / (1 + np.exp(-np.clip((x @ weight + bias)[0], -30, 30))))
    return min(p, OTHER_CARD) if other_ink(evidence) or strayed(evidence) else p


def other_ink(evidence: NDArray[np.float64]) -> bool:
    """The same drawing in another colour is another card, however well the lines agree."""
    light, hue, strength = (evidence[EVIDENCE.index(name)] for name in ("light", "hue", "strength"))
    return bool(light > 0.9 and strength > 2.0 and hue < 0.7)


def strayed(evidence: NDArray[np.float64]) -> bool:
    """A card that agrees only when moved off the outline it was found by is another one: two symbols laid on three."""
    return bool(evidence[EVIDENCE.index("drift")] > 11.0)
