"""Small tables with dice made for a test: chosen bodies, values, faces, lamp and camera."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.training import die_styles, render, scenes, table_tops
from vision.training.render import Camera, Light, Material

LAMPS = {"white": (1.0, 1.0, 1.0), "warm": (0.62, 0.9, 1.15), "cold": (1.2, 1.0, 0.8)}
"""Blue, green, red of a lamp: daylight, a bulb of some 3000 K, a cloudy window."""


@dataclass
class Placed:
    value: int | str
    box: list[float]
    quad: np.ndarray
    colour: str


def pips(colour: str, rng: np.random.Generator) -> Material:
    """A plain pip die of a named colour."""
    style = {"radius": 0.1, "spread": 0.25, "ace": 1.0, "shape": "round", "row": False}
    masks = np.stack([die_styles.pip_face(rng, v, style) for v in die_styles.LAYOUT])
    body = np.array(die_styles.COLOURS[colour], np.float32) / 255
    ink = np.full((6, 3), 0.05 if body.mean() > 0.45 else 0.95, np.float32)
    return Material(body, ink, masks, 0.2, 30.0, 0.3)


def symbols(kinds: list[int], rng: np.random.Generator, ink: float = 0.05) -> Material:
    """A white die whose six faces bear invented icons."""
    masks = np.zeros((6, die_styles.SIDE, die_styles.SIDE), np.float32)
    for mask, kind in zip(masks, kinds):
        die_styles.symbol(mask, 48, 48, 34, 1.0, rng, kind)
    return Material(np.full(3, 0.9, np.float32), np.full((6, 3), ink, np.float32), masks, 0.2, 30.0, 0.2)


def photo(
    dice: list[tuple[int, str, Material]], seed: int, lamp: str = "white", px: float = 60.0, elevation: float = 72.0,
    size: tuple[int, int] = (640, 480), ground: str = "wood",
) -> tuple[np.ndarray, list[Placed]]:  # fmt: skip
    """Dice (value on top, colour, material) in a loose row over the table."""
    rng = np.random.default_rng(seed)
    width, height = size
    camera = Camera.looking(width, height, width * 1.1, np.zeros(3), width * 1.1 / px, elevation, 0.0, 0.0)
    if ground == "wood":
        grain = cv2.resize(die_styles.noise(rng, height, 40, 20), (width, height), interpolation=cv2.INTER_CUBIC)
        table = np.array([95, 140, 180], np.float32) * (1 + 0.08 * grain[..., None])
    elif ground == "board":
        board, _ = table_tops.table(rng, max(size), px, 1.0)
        table = board[:height, :width].astype(np.float32)
    else:
        table = np.full((height, width, 3), (70, 110, 60), np.float32)
    direction = np.array([0.3, 0.4, 0.86])
    light = Light(
        direction / np.linalg.norm(direction),
        np.full(3, 0.45),
        np.full(3, 0.6),
        np.full(3, 0.05),
        np.array([0, 0.6, 0.8]),
        0.1,
    )
    image = table / 255
    solids, placed = [], []
    columns = int(np.ceil(np.sqrt(len(dice) * width / height)))
    for i, (value, colour, made) in enumerate(dice):
        cell = np.array(
            [(i % columns + 0.5) / columns * width, (i // columns + 0.5) / np.ceil(len(dice) / columns) * height]
        )
        spot = camera.on_table((cell + rng.uniform(-0.15, 0.15, 2) * px)[None])[0]
        solid = scenes.die(np.random.default_rng([seed, i]), spot, 1.0, value, ("", made), (0.2, None))
        outline = scenes._shrunk(camera, solid)
        (x0, y0), (x1, y1) = outline.min(0), outline.max(0)
        placed.append(
            Placed(value, [x0, y0, x1 - x0, y1 - y0], np.array(scenes.top_quad(solid, camera), np.float32), colour)
        )
        solids.append(solid)
    for solid in solids:
        render.shade_ground(camera, solid, light, 0.35, image)
    for solid in sorted(solids, key=lambda s: -float(np.linalg.norm(s.centre - camera.position))):
        layer = render.cast(camera, solid, light)
        assert layer is not None
        render.paint(image, layer)
    image = image * np.array(LAMPS[lamp], np.float32) + rng.normal(0, 0.01, image.shape)
    out = (np.clip(image, 0, 1) * 255).astype(np.uint8)
    return cv2.imdecode(cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, 90])[1], cv2.IMREAD_COLOR), placed
