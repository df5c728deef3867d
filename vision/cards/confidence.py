"""How likely a name is right, given the evidence: a small network fitted on invented decks (vision/training/cards)."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.cards.duel import ALONE, Duel
from vision.cards.verify import EVIDENCE

WEIGHTS: Final = Path(__file__).with_name("confidence.json")
NAME_FROM: Final = 0.8
"""A name is given from this probability on; below it the card is called unknown."""


BOLDER, LESS, DECIDED, USUALLY, LONELY = 1.8, 0.6, 5.3, 0.6, 1.3
"""How the belief changes with a duel: fitted on 1,292 looks at invented cards (seeds 8501, 8711 and 8712)."""
FITTING: Final = 0.7
"""A card less alike than this where it differs from those like it is no likelier for being ahead of them,"""
FILLED, DEEP, HUE, SHARE, VALID = (EVIDENCE.index(name) for name in ("fill", "depth", "hue", "share", "valid"))
OTHERWISE: Final = (0.35, 0.75)
"""nor is one whose symbols differ so much in fill and in depth,"""
COLOURED: Final = (0.85, 0.6)
"""or are less alike in hue than the first of these where more than the second of it shows,"""
IN_PLACE: Final = 0.85
"""or fewer of whose marks are in place: it lies a little elsewhere, or it is a sibling that shares its picture."""


def after_duel(evidence: NDArray[np.float64], p: float, duel: Duel | None) -> float:
    """The belief that it is that card once it was compared with those like it where they differ."""
    if duel is None:
        return p
    odds = float(np.log(max(p, 1e-6) / max(1 - p, 1e-6)))
    told = LONELY if duel.ahead == ALONE else BOLDER + DECIDED * (min(duel.ahead, 1.0) - USUALLY)
    after = LESS * odds + told
    # What differs from the card itself may be a sibling of it that nobody taught.
    symbols = evidence[FILLED] > OTHERWISE[0] or evidence[DEEP] > OTHERWISE[1]
    coloured = evidence[HUE] < COLOURED[0] and evidence[VALID] > COLOURED[1]
    off = symbols or coloured or evidence[SHARE] < IN_PLACE
    if off or duel.fit < FITTING:
        after = min(after, odds)
    return float(1 / (1 + np.exp(-after)))


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
