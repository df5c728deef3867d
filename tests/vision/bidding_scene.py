"""The bidding of the rulebook's first worked example as one photo: sector cards, dice, sheets and speed tokens."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from tests.vision.dice_scenes import pips
from vision.cards import Gallery, sample_of
from vision.cards.geometry import Image
from vision.training import render, scenes
from vision.training.cards.decks import deck
from vision.training.cards.drawing import Drawn
from vision.training.cards.scenes import Conditions, Scene, laid, portrait
from vision.training.render import Camera, Light

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


def bidding(seed: int = 1) -> Bidding:
    """The table at the end of the bidding of EX-1, seen by the host."""
    sectors, sheets, tokens = components()
    rng = np.random.default_rng([seed, 7])
    gallery = Gallery([(c.id, sample_of(portrait(rng, c), c.shape)) for c in (*sectors, *sheets, *tokens)])
    taken = [next(t for t in tokens if t.id == f"token:{number}") for number in TOKENS]
    places = [(*place, float(rng.uniform(0, 360))) for place in (*MIDDLE, *SHEETS, *BESIDE)]
    scales = [1.0] * 5 + [0.85] * 5 + [0.34] * 5
    scene = laid(rng, [*sectors[:5], *sheets, *taken], places, WIDE, [], SIZE, CALM, scales)
    return Bidding(with_dice(scene, rng), gallery, scene)


def with_dice(scene: Scene, rng: np.random.Generator) -> Image:
    """The photo with dice standing on the cards."""
    width, height = SIZE
    camera = Camera.looking(width, height, width * 1.4, np.zeros(3), width * 1.4 / EDGE, 80.0, 0.0, 0.0)
    way = np.array([0.3, 0.4, 0.86])
    light = Light(
        way / np.linalg.norm(way),
        np.full(3, 0.45),
        np.full(3, 0.6),
        np.full(3, 0.05),
        np.array([0, 0.6, 0.8]),
        0.1,
    )
    image = scene.image.astype(np.float32) / 255
    on: dict[str, int] = {}
    solids = []
    for number, (card, colour, value) in enumerate(DICE):
        here = on[card] = on.get(card, -1) + 1
        centre = next(c.quad.mean(axis=0) for c in scene.cards if c.id == card)
        spot = camera.on_table((centre + EDGE * np.array([(here - 1) * 1.5, (number % 2) * 0.5]))[None])[0]
        made = ("", pips(colour, rng))
        solids.append(scenes.die(np.random.default_rng([3, number]), spot, 1.0, value, made, (0.2, None)))
    for solid in solids:
        render.shade_ground(camera, solid, light, 0.35, image)
    for solid in solids:
        layer = render.cast(camera, solid, light)
        assert layer is not None
        render.paint(image, layer)
    out = (np.clip(image + rng.normal(0, 0.006, image.shape), 0, 1) * 255).astype(np.uint8)
    return np.asarray(cv2.imdecode(cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, 92])[1], cv2.IMREAD_COLOR))
