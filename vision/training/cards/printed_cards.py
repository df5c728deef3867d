"""Invented cards of which it is known what is printed on them: sectors with planets and ships, cards with numbers."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.training.cards.drawing import SCALE, Drawn, Image, Rng, blank, hue, picture, polygon, shrink, words
from vision.training.cards.fonts import draw, typefaces, write

COLOURS = {"red": (0.985, 1.015), "yellow": (0.135, 0.165), "green": (0.33, 0.42), "blue": (0.58, 0.65)}
"""Hues, as shares of the circle, of what is printed in each colour."""
D = 360 * SCALE


@dataclass(frozen=True, slots=True)
class Sector:
    """A drawn sector and what is on it."""

    card: Drawn
    planets: tuple[str, ...]
    ships: tuple[str, ...]
    """Colours, or "cruiser"."""
    station: bool


def sector_box(seed: int, count: int = 36) -> list[Sector]:
    """The sectors of one invented box: one painter, one palette, no two alike."""
    rng = np.random.default_rng([seed, 61])
    palette = {name: hue(rng, *span, sat=(170, 245), val=(150, 235)) for name, span in COLOURS.items()}
    ground = hue(rng, 0.55, 0.85, (60, 190), (18, 60))
    shapes = {name: int(rng.integers(3)) for name in (*COLOURS, "cruiser")}
    rimmed = bool(rng.random() < 0.5)
    out = []
    for i in range(count):
        planets = tuple(str(v) for v in rng.choice(list(COLOURS), int(rng.integers(1, 5))))
        ships = tuple(str(v) for v in rng.choice([*COLOURS, "cruiser"], int(rng.integers(1, 5))))
        station = bool(rng.random() < 0.35)
        image = _sky(rng, ground)
        spots = _apart(rng, len(planets) + len(ships) + station)
        for colour, at in zip(planets, spots, strict=False):
            _planet(rng, image, at, D * float(rng.uniform(0.065, 0.085)), palette[colour], rimmed)
        for name, at in zip(ships, spots[len(planets) :], strict=False):
            body = palette.get(name) or hue(rng, sat=(0, 25), val=(150, 200))
            _ship(
                image, at, D * 0.075, body, 3 if name == "cruiser" else shapes[name], float(rng.normal(0, 0.25)), rimmed
            )
        if station:
            _station(rng, image, spots[-1], D * 0.085)
        out.append(Sector(Drawn(f"sector{seed}-{i}", "round", shrink(image)), planets, ships, station))
    return out


def _sky(rng: Rng, ground: tuple[int, int, int]) -> Image:
    """Space with haze, stars and a pale rim."""
    haze = cv2.resize(rng.normal(0, 12, (7, 7, 3)).astype(np.float32), (D, D), interpolation=cv2.INTER_CUBIC)
    image = np.clip(blank(rng, D, D, ground) + haze, 0, 255).astype(np.uint8)
    for x, y in rng.integers(0, D, (60, 2)):
        cv2.circle(image, (int(x), int(y)), int(rng.integers(1, 4)), (230, 230, 230), -1, cv2.LINE_AA)
    cv2.circle(image, (D // 2, D // 2), D // 2 - 10, (200, 195, 185), 8, cv2.LINE_AA)
    return image


def _apart(rng: Rng, count: int) -> list[tuple[float, float]]:
    """Places on the disc that do not touch."""
    for _ in range(200):
        spots: list[tuple[float, float]] = []
        for _ in range(300):
            r, a = 0.37 * np.sqrt(rng.random()), rng.uniform(0, 2 * np.pi)
            x, y = D * (0.5 + r * np.cos(a)), D * (0.5 + r * np.sin(a))
            if all(np.hypot(x - p, y - q) > 0.2 * D for p, q in spots):
                spots.append((float(x), float(y)))
            if len(spots) == count:
                return spots
    raise ValueError(f"no room for {count}")


def _planet(
    rng: Rng, image: Image, at: tuple[float, float], r: float, colour: tuple[int, int, int], rimmed: bool
) -> None:
    """A disc with bands or craters, lit from one side, now and then with a ring."""
    x, y = round(at[0]), round(at[1])
    mask = np.zeros(image.shape[:2], np.float32)
    cv2.circle(mask, (x, y), round(r), 1.0, -1, cv2.LINE_AA)
    flat = np.full_like(image, colour)
    for _ in range(int(rng.integers(0, 4))):
        tone = [float(v * rng.uniform(0.75, 1.1)) for v in colour]
        if rng.random() < 0.5:
            cv2.line(flat, (0, y + int(rng.normal(0, r / 2))), (D, y + int(rng.normal(0, r / 2))), tone, int(r / 5))
        else:
            cv2.circle(flat, (x + int(rng.normal(0, r / 2)), y + int(rng.normal(0, r / 2))), int(r / 5), tone, -1)
    a = rng.uniform(0, 2 * np.pi)
    reach = round(r) + 3
    part = (slice(max(0, y - reach), y + reach), slice(max(0, x - reach), x + reach))
    gx, gy = np.arange(D)[None, part[1]] - x, np.arange(D)[part[0], None] - y
    light = np.clip(1.0 + 0.25 * (gx * np.cos(a) + gy * np.sin(a)) / r, 0.6, 1.25)[..., None]
    layer = image[part].astype(np.float32)
    layer += mask[part][..., None] * (flat[part] * light - layer)
    image[part] = np.clip(layer, 0, 255).astype(np.uint8)
    if rng.random() < 0.15:
        cv2.ellipse(image, (x, y), (round(1.35 * r), round(0.3 * r)), -20, 0, 360, (205, 200, 190), 4, cv2.LINE_AA)
    if rimmed:
        cv2.circle(image, (x, y), round(r), (235, 235, 235), 5, cv2.LINE_AA)


HULLS = (
    [(-1, -0.35), (0.3, -0.5), (1, 0), (0.3, 0.5), (-1, 0.35), (-0.6, 0)],
    [(-0.9, -0.75), (-0.3, -0.3), (0.9, -0.2), (0.9, 0.2), (-0.3, 0.3), (-0.9, 0.75)],
    [(-1, -0.15), (-0.2, -0.65), (0.5, -0.3), (1, -0.3), (1, 0.3), (0.5, 0.3), (-0.2, 0.65), (-1, 0.15)],
    [(-1.2, -0.25), (-0.7, -0.4), (1.0, -0.3), (1.25, 0), (1.0, 0.3), (-0.7, 0.4), (-1.2, 0.25)],
)


def _ship(
    image: Image, at: tuple[float, float], r: float, colour: tuple[int, int, int], kind: int, turn: float, rimmed: bool
) -> None:
    """A hull with a window and an engine."""
    c, s = np.cos(turn), np.sin(turn)
    points = np.array(HULLS[kind]) * r @ np.array([[c, s], [-s, c]]) + at
    polygon(image, points, colour)
    dark = (int(colour[0] * 0.6), int(colour[1] * 0.6), int(colour[2] * 0.6))
    polygon(image, np.array([(-0.9, -0.12), (0.1, -0.12), (0.1, 0.12), (-0.9, 0.12)]) * r + at, dark)
    cv2.circle(image, (round(at[0] + 0.35 * r), round(at[1])), round(0.13 * r), (240, 235, 225), -1, cv2.LINE_AA)
    if rimmed:
        polygon(image, points, (235, 235, 235), 5)


def _station(rng: Rng, image: Image, at: tuple[float, float], r: float) -> None:
    """A wheel with spokes and a hub."""
    tone = hue(rng, sat=(0, 25), val=(165, 215))
    x, y = round(at[0]), round(at[1])
    cv2.circle(image, (x, y), round(r), tone, round(r / 4), cv2.LINE_AA)
    for a in np.arange(4) * np.pi / 2 + rng.uniform(0, np.pi / 2):
        end = (round(x + r * np.cos(a)), round(y + r * np.sin(a)))
        cv2.line(image, (x, y), end, tone, round(r / 5), cv2.LINE_AA)
    cv2.circle(image, (x, y), round(0.35 * r), tone, -1, cv2.LINE_AA)


FIRST = (
    "Ősi",
    "Fürge",
    "Vörös",
    "Néma",
    "Rozsdás",
    "Őrült",
    "Kétfejű",
    "Távoli",
    "Fénylő",
    "Bűvös",
    "Hűséges",
    "Jeges",
)
SECOND = ("csűr", "üstökös", "őrszem", "bányász", "vitorlás", "híd", "erőmű", "fuvaros", "műhold", "kapitány")
"""Words of invented titles, with every accent a Hungarian card may bear."""


@dataclass(frozen=True, slots=True)
class Numbered:
    """A drawn card, its title and the numbers on it."""

    card: Drawn
    title: str
    cost: int
    left: tuple[int, ...]
    """The numbers of its left column, from the top."""


def numbered_deck(seed: int, count: int = 45) -> list[Numbered]:
    """Cards of one painter: a title, a price in a coin at the upper right, one to four badges down the left side."""
    rng = np.random.default_rng([seed, 62])
    w, h = 300 * SCALE, 420 * SCALE
    font = typefaces()[int(rng.integers(len(typefaces())))]
    badge, ink = hue(rng, sat=(60, 200), val=(35, 90)), (240, 240, 240)
    coin, dark = hue(rng, 0.1, 0.16, (90, 180), (190, 240)), (25, 25, 30)
    titles = [f"{first} {second}" for first in FIRST for second in SECOND]
    rng.shuffle(titles)
    out = []
    for i, title in enumerate(titles[:count]):
        image = blank(rng, w, h, hue(rng, sat=(10, 90), val=(150, 230)))
        image[int(0.16 * h) : int(0.58 * h), int(0.22 * w) : int(0.94 * w)] = picture(
            rng, int(0.94 * w) - int(0.22 * w), int(0.58 * h) - int(0.16 * h)
        )
        write(image, font, title, (0.07 * w, 0.1 * h), 0.036 * h, dark)
        words(rng, image, int(0.22 * w), int(0.64 * h), int(0.7 * w), int(0.28 * h), 0.9, dark)
        cost = int(rng.integers(0, 13))
        left = tuple(int(v) for v in rng.integers(0, 10, int(rng.choice([1, 2, 4, 4]))))
        cv2.circle(image, (int(0.86 * w), int(0.08 * h)), int(0.085 * w), coin, -1, cv2.LINE_AA)
        draw(image, font, str(cost), (0.86 * w, 0.08 * h), 0.085 * w, dark)
        for k, value in enumerate(left):
            x, y = 0.115 * w, h * (0.22 + 0.1 * k)
            side = 0.075 * w
            polygon(
                image,
                np.array([(x - side, y - side), (x + side, y - side), (x + side, y + side), (x - side, y + side)]),
                badge,
            )
            draw(image, font, str(value), (x, y), 0.085 * w, ink)
        out.append(Numbered(Drawn(f"numbered{seed}-{i}", "rect", shrink(image)), title, cost, left))
    return out
