"""How likely a name is right, given the evidence: a small network fitted on invented decks (vision/training/cards)."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.cards.verify import EVIDENCE

WEIGHTS: Final = Path(__file__).with_name("confidence.json")
NAME_FROM: Final = 0.8
"""A name is given from this probability on; below it the card is called unknown."""


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
    return float(1 / (1 + np.exp(-np.clip((x @ weight + bias)[0], -30, 30))))
