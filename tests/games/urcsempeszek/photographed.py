"""An invented box of Űrcsempészek, and photos of its table: a galaxy turned up, and the end of a bidding."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from tests.composite_dice import Standing, stand
from vision.cards.geometry import Image
from vision.training.cards.decks import deck
from vision.training.cards.drawing import Drawn
from vision.training.cards.printed_cards import Sector, sector_box
from vision.training.cards.scenes import Conditions, laid

SIZE = (1600, 1200)
CALM = Conditions(tilt=0.15, light=0.3, blur=0.2, glare=0, sleeves=0, dice=0, noise=0.4, ground=1)
WIDE, EDGE = 330.0, 52.0
"""How wide a sector card and a die are in the photo."""
MIDDLE = ((560, 400), (1040, 400), (560, 800), (1040, 800))
SHEETS = ((160, 160), (1440, 160), (160, 1040), (1440, 1040))
BESIDE = ((400, 130), (1200, 130), (400, 1070), (1200, 1070))
TOKENS = (-1, 0, 1, 2, 3, 4)
PALE = 90
"""Sheets and tokens that stand out from the wood."""
Die = tuple[int, str, int]
"""Which card of the galaxy it lies on, its colour, what it shows."""


@dataclass(frozen=True)
class Box:
    """The things of a box nobody sells."""

    sectors: list[Sector]
    sheets: list[Drawn]
    """In the order of the players."""
    tokens: dict[int, Drawn]


def box(seed: int, players: int = 4) -> Box:
    """36 sectors with their symbols, a sheet for each player, six speed tokens."""
    tokens = deck("token", PALE, len(TOKENS))
    return Box(sector_box(seed), deck("medallion", PALE, players), dict(zip(TOKENS, tokens)))


def single(card: Drawn, seed: int = 1) -> bytes:
    """One thing in the middle of the photo."""
    rng = np.random.default_rng([seed, 3])
    return _jpeg(laid(rng, [card], [(SIZE[0] / 2, SIZE[1] / 2, 5.0)], 500, [], SIZE, CALM).image)


def galaxy(made: Box, numbers: Sequence[int], seed: int = 1) -> bytes:
    """Four sectors side by side, turned as they were put down."""
    rng = np.random.default_rng([seed, 5, *numbers])
    places = [(*place, float(rng.uniform(-30, 30))) for place in MIDDLE]
    cards = [made.sectors[number].card for number in numbers]
    return _jpeg(laid(rng, cards, places, WIDE * 1.2, [], SIZE, CALM).image)


def bidding(made: Box, numbers: Sequence[int], dice: Sequence[Die], tokens: Sequence[int], seed: int = 1) -> bytes:
    """The galaxy with dice on it, the sheets in the corners, and beside each the player's speed token."""
    rng = np.random.default_rng([seed, 7, *numbers])
    taken = [made.tokens[token] for token in tokens]
    places = [(*place, float(rng.uniform(-30, 30))) for place in (*MIDDLE, *SHEETS, *BESIDE)]
    scales = [1.0] * len(numbers) + [0.85] * len(made.sheets) + [0.34] * len(taken)
    cards = [replace(made.sectors[number].card, id=f"card {n}") for n, number in enumerate(numbers)]
    scene = laid(rng, [*cards, *made.sheets, *taken], places, WIDE, [], SIZE, CALM, scales)
    on: dict[int, int] = {}
    standing: list[Standing] = []
    for card, colour, value in dice:
        here = on[card] = on.get(card, -1) + 1
        x, y = next(lying.quad.mean(axis=0) for lying in scene.cards if lying.id == f"card {card}")
        standing.append(((x + EDGE * (here - 0.5) * 1.6, y + EDGE * (here % 2) * 0.4), value, colour))
    return _jpeg(stand(scene.image, standing, rng, EDGE, 80.0, 0.006, seed))


def _jpeg(image: Image) -> bytes:
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()
