"""Decks nobody sells, drawn from a seed: near-identical, playing, framed, picture, round, hexagonal and square."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Rng = np.random.Generator

SCALE = 2  # everything is drawn twice as large and shrunk, which smooths its edges
WIDE, HIGH = 300, 420
SHIFT = 4


@dataclass(frozen=True, slots=True)
class Drawn:
    """One invented card: its name, its shape, and its picture, upright and filling the frame."""

    id: str
    shape: str
    image: Image
    symmetric: bool = False


def hue(
    rng: Rng, low: float = 0.0, high: float = 1.0, sat: tuple[int, int] = (110, 255), val: tuple[int, int] = (70, 230)
) -> tuple[int, int, int]:
    """A random colour, blue first."""
    h = int(rng.uniform(low, high) * 179)
    pixel = np.uint8([[[h, rng.integers(*sat), rng.integers(*val)]]])
    b, g, r = cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0]
    return int(b), int(g), int(r)


def polygon(image: Image, points: NDArray[np.floating], colour: tuple[int, int, int], width: int = -1) -> None:
    """A filled or outlined polygon with smooth edges; points in pixels."""
    fixed = np.round(points * 2**SHIFT).astype(np.int32)
    if width < 0:
        cv2.fillPoly(image, [fixed], colour, cv2.LINE_AA, SHIFT)
    else:
        cv2.polylines(image, [fixed], True, colour, width, cv2.LINE_AA, SHIFT)


def outline(kind: int, n: int = 40) -> NDArray[np.float64]:
    """One of eight symbols as points within the unit circle."""
    t = np.linspace(0, 2 * np.pi, n, endpoint=False)
    match kind % 8:
        case 0:
            return np.array([(0, -1), (0.6, 0), (0, 1), (-0.6, 0)], float)
        case 1:
            r = 0.62 + 0.3 * np.abs(np.cos(t)) ** 6
            return np.stack([r * np.cos(t), 0.6 * np.sin(t)], 1)
        case 2:
            return np.stack([0.9 * np.cos(t), 0.55 * np.sin(t) + 0.25 * np.cos(2 * t)], 1)
        case 3:
            return np.array([(np.sin(a), -np.cos(a)) for a in 2 * np.pi * np.arange(3) / 3], float)
        case 4:
            r = np.where(np.arange(10) % 2 == 0, 1.0, 0.42)
            a = 2 * np.pi * np.arange(10) / 10
            return np.stack([r * np.sin(a), -r * np.cos(a)], 1)
        case 5:
            x = np.array([-0.3, 0.3, 0.3, 1, 1, 0.3, 0.3, -0.3, -0.3, -1, -1, -0.3])
            y = np.array([-1, -1, -0.3, -0.3, 0.3, 0.3, 1, 1, 0.3, 0.3, -0.3, -0.3])
            return np.stack([x, y], 1)
        case 6:
            x = 0.95 * np.sin(t) ** 3
            y = -(0.8 * np.cos(t) - 0.31 * np.cos(2 * t) - 0.12 * np.cos(3 * t) - 0.06 * np.cos(4 * t))
            return np.stack([x, y], 1)
        case _:
            r = 0.75 + 0.22 * np.cos(4 * t)
            return np.stack([r * np.cos(t), r * np.sin(t)], 1)


def symbol(
    image: Image,
    kind: int,
    centre: tuple[float, float],
    size: float,
    colour: tuple[int, int, int],
    fill: int = 2,
    turn: float = 0.0,
    width: int = 6,
) -> None:
    """A symbol, open (0), striped (1) or solid (2)."""
    c, s = np.cos(turn), np.sin(turn)
    points = outline(kind) @ np.array([[c, s], [-s, c]]) * size + np.array(centre)
    if fill == 2:
        polygon(image, points, colour)
        return
    if fill == 1:
        mask = np.zeros(image.shape[:2], np.uint8)
        cv2.fillPoly(mask, [np.round(points).astype(np.int32)], 255)
        step = max(8, int(size / 7))
        stripes = (np.arange(image.shape[1]) % step) < max(3, step // 3)
        image[(mask > 0) & stripes[None, :]] = colour
    polygon(image, points, colour, width)


def picture(rng: Rng, w: int, h: int, detail: float = 1.0) -> Image:
    """An invented picture: sky, blobs, figures and strokes."""
    a, b = np.array(hue(rng), float), np.array(hue(rng, val=(20, 200)), float)
    ramp = np.linspace(0, 1, h)[:, None, None] if rng.random() < 0.7 else np.linspace(0, 1, w)[None, :, None]
    out = np.ascontiguousarray(np.broadcast_to(a * (1 - ramp) + b * ramp, (h, w, 3)).astype(np.uint8))
    for size, strength in ((4, 50), (14, 30), (40, 22)):
        grain = rng.normal(0, 1, (max(2, size * h // max(w, h)), max(2, size * w // max(w, h)), 3)).astype(np.float32)
        grain = cv2.resize(grain, (w, h), interpolation=cv2.INTER_CUBIC)
        out = np.clip(out + grain * strength * detail * rng.uniform(0.3, 1.0), 0, 255).astype(np.uint8)
    for _ in range(int(rng.integers(4, 14) * detail) + 1):
        centre = (rng.uniform(0, w), rng.uniform(0, h))
        size = rng.uniform(0.05, 0.33) * min(w, h)
        colour = hue(rng, sat=(30, 255), val=(10, 255))
        kind = rng.integers(0, 10)
        if kind < 6:
            n = int(rng.integers(3, 9))
            angles = np.sort(rng.uniform(0, 2 * np.pi, n))
            radius = rng.uniform(0.4, 1.2, n) * size
            polygon(
                out, np.stack([centre[0] + radius * np.cos(angles), centre[1] + radius * np.sin(angles)], 1), colour
            )
        elif kind < 8:
            cv2.ellipse(
                out,
                (int(centre[0]), int(centre[1])),
                (int(size), int(size * rng.uniform(0.3, 1))),
                rng.uniform(0, 180),
                0,
                360,
                colour,
                -1,
                cv2.LINE_AA,
            )
        else:
            end = (int(rng.uniform(0, w)), int(rng.uniform(0, h)))
            cv2.line(out, (int(centre[0]), int(centre[1])), end, colour, int(rng.integers(2, 12)), cv2.LINE_AA)
    return out


def words(
    rng: Rng,
    image: Image,
    x: int,
    y: int,
    w: int,
    h: int,
    size: float,
    colour: tuple[int, int, int],
    title: bool = False,
) -> None:
    """Lines of invented words in a box."""
    fonts = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_COMPLEX)
    font = fonts[int(rng.integers(0, len(fonts)))]
    step, line = int(34 * size), y + int(26 * size)
    while line < y + h:
        row = ""
        goal = w * (rng.uniform(0.4, 0.9) if title else rng.uniform(0.55, 0.98))
        while cv2.getTextSize(row, font, size, 1)[0][0] < goal:
            row += "".join(chr(97 + int(rng.integers(0, 26))) for _ in range(int(rng.integers(2, 9)))) + " "
        while row and cv2.getTextSize(row, font, size, 1)[0][0] > w:
            row = row[:-1]
        cv2.putText(image, row.title() if title else row, (x, line), font, size, colour, 2, cv2.LINE_AA)
        line += step
        if title:
            return


def blank(rng: Rng, w: int, h: int, colour: tuple[int, int, int]) -> Image:
    """Card stock: one colour with the faintest grain."""
    out = np.full((h, w, 3), colour, np.float32) + rng.normal(0, 1.5, (h, w, 1))
    return np.clip(out, 0, 255).astype(np.uint8)


def shrink(image: Image) -> Image:
    """The picture at its final size."""
    out: Image = cv2.resize(image, (image.shape[1] // SCALE, image.shape[0] // SCALE), interpolation=cv2.INTER_AREA)
    return out


def attribute_deck(rng: Rng, name: str, count: int) -> list[Drawn]:
    """One, two or three symbols in three colours and three fills: the hardest kind."""
    w, h = WIDE * SCALE, HIGH * SCALE
    stock = tuple(int(v) for v in np.array([250, 250, 250]) - rng.integers(0, 25, 3))
    kinds = rng.permutation(8)[:3]
    base = rng.uniform(0, 1)
    colours = [hue(rng, (base + k / 3) % 1, (base + k / 3) % 1 + 0.02, (150, 255), (80, 220)) for k in range(3)]
    combos = [(n, k, c, f) for n in (1, 2, 3) for k in range(3) for c in range(3) for f in range(3)]
    frame = rng.random() < 0.4
    size = rng.uniform(0.15, 0.28) * w
    width = int(rng.integers(5, 11))
    lying = rng.random() < 0.5
    out = []
    for i in rng.permutation(len(combos))[:count]:
        n, k, c, f = combos[i]
        image = blank(rng, w, h, stock)  # type: ignore[arg-type]
        if frame:
            cv2.rectangle(image, (24, 24), (w - 24, h - 24), (90, 90, 90), 4)
        for j in range(n):
            y = h / 2 + (j - (n - 1) / 2) * size * 1.4
            turn = np.pi / 2 if lying and kinds[k] in (0, 1, 2) else 0.0
            symbol(
                image, int(kinds[k]), (w / 2, y), size if kinds[k] in (1, 2) else size * 0.8, colours[c], f, turn, width
            )
        out.append(Drawn(f"{name}-{n}{k}{c}{f}", "rect", shrink(image), symmetric=True))
    return out


def playing_deck(rng: Rng, name: str, count: int) -> list[Drawn]:
    """Ranks and suits with corner marks; the courts are pictures mirrored upside down."""
    w, h = WIDE * SCALE, HIGH * SCALE
    suits = rng.permutation(8)[:4]
    colours = [hue(rng, 0.95, 1.02, (180, 255), (140, 220)), (30, 25, 25)]
    if rng.random() < 0.4:
        colours += [hue(rng, 0.3, 0.4), hue(rng, 0.55, 0.65)]
    ranks = "A23456789XJQK"
    font = (cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_DUPLEX)[int(rng.integers(0, 2))]
    stock = tuple(int(v) for v in np.array([252, 252, 252]) - rng.integers(0, 18, 3))
    combos = [(s, r) for s in range(4) for r in range(13)]
    out = []
    for i in rng.permutation(len(combos))[:count]:
        s, r = combos[i]
        colour = colours[s % len(colours)]
        half = blank(rng, w, h, stock)  # type: ignore[arg-type]
        if r >= 10:
            art = picture(rng, int(w * 0.68), int(h * 0.41), 1.0)
            x0, y0 = int(w * 0.16), int(h * 0.09)
            half[y0 : y0 + art.shape[0], x0 : x0 + art.shape[1]] = art
        elif r == 0:
            symbol(half, int(suits[s]), (w / 2, h / 2), w * 0.12, colour)
        else:
            n = r + 1
            spots = [(0.3, 0.2), (0.7, 0.2), (0.3, 0.4), (0.7, 0.4), (0.5, 0.3), (0.3, 0.5), (0.7, 0.5), (0.5, 0.5)]
            pick = {
                2: [],
                3: [],
                4: [0, 1],
                5: [0, 1],
                6: [0, 1],
                7: [0, 1, 4],
                8: [0, 1, 2],
                9: [0, 1, 2, 3],
                10: [0, 1, 2, 3, 4],
            }[n]
            if n in (2, 3):
                symbol(half, int(suits[s]), (w / 2, h * 0.2), w * 0.085, colour)
            for p in pick:
                symbol(half, int(suits[s]), (spots[p][0] * w, spots[p][1] * h), w * 0.085, colour)
        cv2.putText(half, ranks[r], (int(w * 0.04), int(h * 0.1)), font, 2.4, colour, 5, cv2.LINE_AA)
        symbol(half, int(suits[s]), (w * 0.085, h * 0.145), w * 0.045, colour)
        turned = half[::-1, ::-1]
        image = np.vstack([half[: h // 2], turned[h // 2 :]])
        if (1 <= r < 10 and r % 2 == 0 and r + 1 in (3, 5, 9)) or r == 0:
            symbol(image, int(suits[s]), (w / 2, h / 2), w * (0.12 if r == 0 else 0.085), colour)
        if r + 1 in (6, 7, 8):
            for x in (0.3, 0.7):
                symbol(image, int(suits[s]), (x * w, h * 0.5), w * 0.085, colour)
        out.append(Drawn(f"{name}-{'hdcs'[s]}{ranks[r]}", "rect", shrink(image), symmetric=True))
    return out


def framed_deck(rng: Rng, name: str, count: int) -> list[Drawn]:
    """A shared frame, a picture, a title and rules; some twins share the picture and differ in title and number."""
    w, h = WIDE * SCALE, HIGH * SCALE
    frames = [hue(rng, sat=(0, 200), val=(20, 240)) for _ in range(int(rng.integers(1, 4)))]
    paper = tuple(int(v) for v in rng.integers(190, 250, 3))
    dark = rng.random() < 0.3
    paper = tuple(v // 5 for v in paper) if dark else paper
    ink = (225, 225, 225) if dark else (25, 20, 20)
    top = int(h * rng.uniform(0.08, 0.14))
    art_h = int(h * rng.uniform(0.36, 0.52))
    edge = int(w * rng.uniform(0.03, 0.08))
    inner = edge + int(w * 0.03)
    out = []
    art: Image | None = None
    for i in range(count):
        image = blank(rng, w, h, hue(rng, sat=(0, 40), val=(8, 40)) if rng.random() < 0.0 else (18, 18, 18))
        cv2.rectangle(image, (edge, edge), (w - edge, h - edge), frames[int(rng.integers(0, len(frames)))], -1)
        if art is None or rng.random() > 0.12:
            art = picture(rng, w - 2 * inner, art_h, rng.uniform(0.5, 1.2))
        image[top : top + art_h, inner : inner + art.shape[1]] = art
        words(rng, image, inner + 6, top - int(h * 0.055), int(w * 0.7), 40, 1.1, ink, title=True)
        y = top + art_h + int(h * 0.03)
        cv2.rectangle(image, (inner, y), (w - inner, h - inner), paper, -1)
        words(
            rng, image, inner + 10, y + 10, w - 2 * inner - 20, int((h - inner - y) * rng.uniform(0.4, 0.85)), 0.9, ink
        )
        cv2.circle(image, (w - inner - 30, top - 30), 28, hue(rng), -1, cv2.LINE_AA)
        cv2.putText(
            image,
            str(rng.integers(0, 10)),
            (w - inner - 44, top - 14),
            cv2.FONT_HERSHEY_DUPLEX,
            1.5,
            (250, 250, 250),
            4,
            cv2.LINE_AA,
        )
        out.append(Drawn(f"{name}-{i}", "rect", shrink(image)))
    return out


def picture_deck(rng: Rng, name: str, count: int) -> list[Drawn]:
    """Pictures to the very edge, with or without a border."""
    w, h = WIDE * SCALE, HIGH * SCALE
    border = int(rng.integers(0, 40))
    stock = hue(rng, sat=(0, 60), val=(10, 255))
    out = []
    for i in range(count):
        image = blank(rng, w, h, stock)
        art = picture(rng, w - 2 * border, h - 2 * border, 1.0)
        image[border : h - border, border : w - border] = art
        words(rng, image, border + 20, border + 16, int(w * 0.8), 40, 1.3, (250, 250, 250), title=True)
        out.append(Drawn(f"{name}-{i}", "rect", shrink(image)))
    return out


def plain_deck(rng: Rng, name: str, count: int) -> list[Drawn]:
    """One colour or another, a large number, an icon and a few words: little to hold on to."""
    w, h = WIDE * SCALE, HIGH * SCALE
    colours = [hue(rng) for _ in range(4)]
    paper = tuple(int(v) for v in rng.integers(200, 252, 3))
    out = []
    for i in range(count):
        image = blank(rng, w, h, paper)  # type: ignore[arg-type]
        colour = colours[i % 4]
        cv2.rectangle(image, (0, 0), (w, int(h * 0.25)), colour, -1)
        symbol(image, int(rng.integers(0, 8)), (w / 2, h * 0.52), w * 0.2, colour, int(rng.integers(0, 3)))
        cv2.putText(
            image,
            str(i % 30 + 1),
            (int(w * 0.08), int(h * 0.18)),
            cv2.FONT_HERSHEY_DUPLEX,
            4.0,
            (250, 250, 250),
            9,
            cv2.LINE_AA,
        )
        words(rng, image, int(w * 0.12), int(h * 0.76), int(w * 0.76), int(h * 0.14), 0.9, (40, 40, 40))
        out.append(Drawn(f"{name}-{i}", "rect", shrink(image)))
    return out


def back_deck(rng: Rng, name: str, count: int) -> list[Drawn]:
    """Backs: a repeated pattern within a border."""
    w, h = WIDE * SCALE, HIGH * SCALE
    out = []
    for i in range(count):
        image = blank(rng, w, h, hue(rng, val=(40, 160)))
        ink = hue(rng, val=(120, 255))
        kind, step = int(rng.integers(0, 8)), int(rng.integers(50, 110))
        for y in range(step // 2, h, step):
            for x in range(step // 2, w, step):
                symbol(image, kind, (x, y), step * 0.36, ink)
        cv2.rectangle(image, (0, 0), (w, h), (240, 240, 240), 40)
        symbol(image, int(rng.integers(0, 8)), (w / 2, h / 2), w * 0.25, hue(rng))
        out.append(Drawn(f"{name}-{i}", "rect", shrink(image), symmetric=True))
    return out


def sector_deck(rng: Rng, name: str, count: int) -> list[Drawn]:
    """Round sector cards: dark space with stars, planets of four colours and ships around the rim."""
    d = 360 * SCALE
    four = [hue(rng, k, k + 0.03, (150, 240), (130, 230)) for k in (0.0, 0.13, 0.35, 0.6)]
    ground = hue(rng, sat=(80, 200), val=(25, 70))
    out = []
    for i in range(count):
        image = blank(rng, d, d, ground)
        haze = cv2.resize(rng.normal(0, 16, (7, 7, 3)).astype(np.float32), (d, d), interpolation=cv2.INTER_CUBIC)
        image = np.clip(image + haze, 0, 255).astype(np.uint8)
        for _ in range(60):
            cv2.circle(
                image,
                (int(rng.integers(0, d)), int(rng.integers(0, d))),
                int(rng.integers(1, 4)),
                (230, 230, 230),
                -1,
                cv2.LINE_AA,
            )
        cv2.circle(image, (d // 2, d // 2), d // 2 - 14, (200, 190, 170), 8, cv2.LINE_AA)
        for _ in range(int(rng.integers(1, 6))):
            a, r = rng.uniform(0, 2 * np.pi), rng.uniform(0.0, 0.27) * d
            cv2.circle(
                image,
                (int(d / 2 + r * np.cos(a)), int(d / 2 + r * np.sin(a))),
                int(d * rng.uniform(0.05, 0.1)),
                four[int(rng.integers(0, 4))],
                -1,
                cv2.LINE_AA,
            )
        ships = int(rng.integers(1, 5))
        start = rng.uniform(0, 2 * np.pi)
        for j in range(ships):
            a = start + j * 2 * np.pi / max(ships, 3)
            symbol(
                image,
                3,
                (d / 2 + 0.38 * d * np.cos(a), d / 2 + 0.38 * d * np.sin(a)),
                d * 0.07,
                four[int(rng.integers(0, 4))],
                2,
                a + np.pi / 2,
            )
        out.append(Drawn(f"{name}-{i}", "round", shrink(image)))
    return out


def token_deck(rng: Rng, name: str, count: int) -> list[Drawn]:
    """Small round tokens with a number or a symbol."""
    d = 200 * SCALE
    ground, ink = hue(rng, sat=(60, 220), val=(60, 200)), (245, 245, 245)
    out = []
    for i in range(count):
        image = blank(rng, d, d, ground)
        cv2.circle(image, (d // 2, d // 2), d // 2 - 18, ink, 6, cv2.LINE_AA)
        label = str(i - 1)
        (tw, th), _ = cv2.getTextSize(label, cv2.FONT_HERSHEY_DUPLEX, 4.4, 12)
        cv2.putText(
            image, label, (d // 2 - tw // 2, d // 2 + th // 2 - 20), cv2.FONT_HERSHEY_DUPLEX, 4.4, ink, 12, cv2.LINE_AA
        )
        cv2.line(image, (int(d * 0.35), int(d * 0.78)), (int(d * 0.65), int(d * 0.78)), ink, 8, cv2.LINE_AA)
        out.append(Drawn(f"{name}-{i}", "round", shrink(image)))
    return out


def medallion_deck(rng: Rng, name: str, count: int) -> list[Drawn]:
    """Round pictures."""
    d = 360 * SCALE
    rim = hue(rng, sat=(0, 120))
    out = []
    for i in range(count):
        image = picture(rng, d, d, rng.uniform(0.4, 1.1))
        cv2.circle(image, (d // 2, d // 2), d // 2 - 10, rim, 20, cv2.LINE_AA)
        out.append(Drawn(f"{name}-{i}", "round", shrink(image)))
    return out


def hex_deck(rng: Rng, name: str, count: int) -> list[Drawn]:
    """Hexagonal tiles, point up, filling a frame of 2 by root 3."""
    w, h = 312 * SCALE, 360 * SCALE
    out = []
    for i in range(count):
        image = picture(rng, w, h, rng.uniform(0.3, 0.8)) if rng.random() < 0.6 else blank(rng, w, h, hue(rng))
        for _ in range(int(rng.integers(1, 4))):
            cv2.circle(
                image,
                (int(rng.uniform(0.25, 0.75) * w), int(rng.uniform(0.25, 0.75) * h)),
                int(rng.uniform(0.06, 0.16) * w),
                hue(rng),
                -1,
                cv2.LINE_AA,
            )
        cv2.circle(image, (w // 2, h // 2), int(w * 0.14), (235, 240, 240), -1, cv2.LINE_AA)
        cv2.putText(
            image,
            str(int(rng.integers(1, 20))),
            (int(w * 0.4), int(h * 0.54)),
            cv2.FONT_HERSHEY_DUPLEX,
            2.6,
            (20, 20, 120),
            6,
            cv2.LINE_AA,
        )
        out.append(Drawn(f"{name}-{i}", "hex", shrink(image)))
    return out


def square_deck(rng: Rng, name: str, count: int) -> list[Drawn]:
    """Square tiles with an icon, a number and a coloured ground."""
    d = 300 * SCALE
    out = []
    for i in range(count):
        image = picture(rng, d, d, rng.uniform(0.2, 1.0)) if rng.random() < 0.6 else blank(rng, d, d, hue(rng))
        for _ in range(int(rng.integers(1, 4))):
            symbol(
                image,
                int(rng.integers(0, 8)),
                (rng.uniform(0.25, 0.75) * d, rng.uniform(0.25, 0.75) * d),
                rng.uniform(0.1, 0.22) * d,
                hue(rng),
                int(rng.integers(0, 3)),
                rng.uniform(0, 6.28),
            )
        cv2.putText(
            image,
            str(int(rng.integers(1, 30))),
            (int(d * 0.08), int(d * 0.24)),
            cv2.FONT_HERSHEY_DUPLEX,
            3.4,
            (245, 245, 245),
            8,
            cv2.LINE_AA,
        )
        cv2.rectangle(image, (0, 0), (d, d), (30, 30, 30), 16)
        out.append(Drawn(f"{name}-{i}", "square", shrink(image)))
    return out


KINDS: dict[str, Callable[[Rng, str, int], list[Drawn]]] = {
    "attribute": attribute_deck,
    "playing": playing_deck,
    "framed": framed_deck,
    "picture": picture_deck,
    "plain": plain_deck,
    "back": back_deck,
    "sector": sector_deck,
    "token": token_deck,
    "medallion": medallion_deck,
    "hex": hex_deck,
    "square": square_deck,
}


def deck(kind: str, seed: int, count: int) -> list[Drawn]:
    """The deck of this kind and seed, always the same."""
    return KINDS[kind](np.random.default_rng([seed, sorted(KINDS).index(kind)]), f"{kind}{seed}", count)
