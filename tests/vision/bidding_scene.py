"""The bidding of the rulebook's first worked example as one photo: sector cards, dice, sheets and speed tokens."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from tests.composite_dice import Standing, stand
from vision.cards import Gallery, sample_of
from vision.cards.geometry import Image
from vision.training.cards.decks import deck
from vision.training.cards.drawing import Drawn
from vision.training.cards.scenes import Conditions, Scene, laid, portrait

SECTORS = ("s01", "s02", "s03", "s04", "s05")
COLOURS = ("orange", "black", "pink", "brown", "white")
TOKENS = (2, 4, 3, -1, 1)
"""The speed token each colour took."""
DICE = (
    ("s01", "orange", 3), ("s05", "orange", 5), ("s05", "pink", 3), ("s05", "pink", 6),
    ("s03", "black", 4), ("s04", "black", 2), ("s03", "white", 4), ("s04", "brown", 1),
)  # fmt: skip
SIZE = (1600, 1200)
WIDE, EDGE = 300.0, 52.0
"""How wide a sector card and a die are in the photo."""
MIDDLE = ((420, 360), (800, 330), (1180, 360), (600, 720), (1000, 720))
SHEETS = ((150, 150), (1450, 150), (150, 1020), (1450, 1020), (800, 1060))
BESIDE = ((320, 110), (1280, 110), (330, 1090), (1270, 1090), (620, 1100))
CALM = Conditions(tilt=0.15, light=0.3, blur=0.2, glare=0, sleeves=0, dice=0, noise=0.4, ground=1)


@dataclass(frozen=True)
class Bidding:
    """The photo, the cards as they were taught, and where everything lies."""

    image: Image
    gallery: Gallery
    scene: Scene


def named(drawn: list[Drawn], names: list[str]) -> list[Drawn]:
    return [replace(card, id=name) for card, name in zip(drawn, names, strict=True)]


def components(seed: int = 90) -> tuple[list[Drawn], list[Drawn], list[Drawn]]:
    """Sector cards, sheets and speed tokens nobody sells."""
    numbers = named(deck("token", seed, 6), [f"token:{number}" for number in range(-1, 5)])
    return (
        named(deck("sector", seed, 8), [f"s{number:02d}" for number in range(1, 9)]),
        named(deck("medallion", seed, 5), [f"sheet:{colour}" for colour in COLOURS]),
        numbers,
    )


def bidding(seed: int = 1, box: int = 90) -> Bidding:
    """The table at the end of the bidding of EX-1, seen by the host."""
    sectors, sheets, tokens = components(box)
    rng = np.random.default_rng([seed, 7])
    gallery = Gallery([(c.id, sample_of(portrait(rng, c), c.shape)) for c in (*sectors, *sheets, *tokens)])
    taken = [next(t for t in tokens if t.id == f"token:{number}") for number in TOKENS]
    places = [(*place, float(rng.uniform(0, 360))) for place in (*MIDDLE, *SHEETS, *BESIDE)]
    scales = [1.0] * 5 + [0.85] * 5 + [0.34] * 5
    scene = laid(rng, [*sectors[:5], *sheets, *taken], places, WIDE, [], SIZE, CALM, scales)
    return Bidding(with_dice(scene, rng), gallery, scene)


def with_dice(scene: Scene, rng: np.random.Generator) -> Image:
    """The photo with dice standing on the cards."""
    on: dict[str, int] = {}
    standing: list[Standing] = []
    for number, (card, colour, value) in enumerate(DICE):
        here = on[card] = on.get(card, -1) + 1
        x, y = next(c.quad.mean(axis=0) for c in scene.cards if c.id == card)
        standing.append(((x + EDGE * (here - 1) * 1.5, y + EDGE * (number % 2) * 0.5), value, colour))
    out = stand(scene.image, standing, rng, EDGE, 80.0, 0.006, 3)
    return np.asarray(cv2.imdecode(cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, 92])[1], cv2.IMREAD_COLOR))
