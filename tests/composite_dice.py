"""Rendered dice put into a flat photo, each at its own pixel."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tests.vision.dice_scenes import pips
from vision.training import render, scenes
from vision.training.render import Camera, Light

Standing = tuple[tuple[float, float], int, str]
"""Where in the photo a die stands, what it shows, and its colour."""


def stand(
    photo: NDArray[np.uint8],
    dice: Sequence[Standing],
    rng: np.random.Generator,
    edge: float,
    elevation: float,
    noise: float,
    seed: int,
) -> NDArray[np.uint8]:
    """The photo with these dice in it, `edge` pixels wide, seen from that many degrees above the table."""
    height, width = photo.shape[:2]
    camera = Camera.looking(width, height, width * 1.4, np.zeros(3), width * 1.4 / edge, elevation, 0.0, 0.0)
    way = np.array([0.3, 0.4, 0.86])
    light = Light(
        way / np.linalg.norm(way), np.full(3, 0.45), np.full(3, 0.6), np.full(3, 0.05), np.array([0, 0.6, 0.8]), 0.1
    )
    image = photo.astype(np.float32) / 255
    solids = []
    for number, (place, value, colour) in enumerate(dice):
        spot = camera.on_table(np.array([place]))[0]
        made = ("", pips(colour, rng))
        solids.append(scenes.die(np.random.default_rng([seed, number]), spot, 1.0, value, made, (0.2, None)))
    for solid in solids:
        render.shade_ground(camera, solid, light, 0.35, image)
    for solid in solids:
        layer = render.cast(camera, solid, light)
        assert layer is not None
        render.paint(image, layer)
    return np.asarray(np.clip(image + rng.normal(0, noise, image.shape), 0, 1) * 255).astype(np.uint8)
