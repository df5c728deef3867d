"""Decks nobody sells, drawn from a seed: near-identical, playing, framed, picture, round, hexagonal and square."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from vision.training.cards.drawing import (
    HIGH,
    SCALE,
    WIDE,
    Drawn,
    Image,
    Rng,
    blank,
    hue,
    picture,
    shrink,
    symbol,
    words,
)
from vision.training.cards.tiles import hex_deck, medallion_deck, sector_deck, square_deck, token_deck


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
    hatch = int(rng.integers(4, 14))
    out = []
    for i in rng.permutation(len(combos))[:count]:
        n, k, c, f = combos[i]
        image = blank(rng, w, h, stock)  # type: ignore[arg-type]
        if frame:
            cv2.rectangle(image, (24, 24), (w - 24, h - 24), (90, 90, 90), 4)
        for j in range(n):
            y = h / 2 + (j - (n - 1) / 2) * size * 1.4
            turn = np.pi / 2 if lying and kinds[k] in (0, 1, 2) else 0.0
            big = size if kinds[k] in (1, 2) else size * 0.8
            symbol(image, int(kinds[k]), (w / 2, y), big, colours[c], f, turn, width, hatch)
        out.append(Drawn(f"{name}-{n}{k}{c}{f}", "rect", shrink(image), symmetric=True))
    return out


def variety_deck(rng: Rng, name: str, count: int) -> list[Drawn]:
    """As above with thin lines, faint hatching and hues that may be near each other; every sibling is one step away."""
    w, h = WIDE * SCALE, HIGH * SCALE
    stock = tuple(int(v) for v in np.array([250, 250, 250]) - rng.integers(0, 25, 3))
    kinds = rng.permutation(8)[:2]
    first, gap = rng.uniform(0, 1), rng.uniform(0.12, 0.3)
    colours = [hue(rng, first + k * gap, first + k * gap + 0.02, (110, 255), (80, 220)) for k in range(3)]
    colours = [colours[int(i)] for i in rng.permutation(3)]
    size, width, hatch = rng.uniform(0.16, 0.3) * w, int(rng.integers(3, 9)), int(rng.integers(8, 22))
    many = int(rng.integers(1, 4))
    combos = [(n, k, c, f) for n in (many, many % 3 + 1) for k in range(2) for c in range(3) for f in range(3)]
    out = []
    for i in rng.permutation(len(combos))[:count]:
        n, k, c, f = combos[i]
        image = blank(rng, w, h, stock)  # type: ignore[arg-type]
        for j in range(n):
            y = h / 2 + (j - (n - 1) / 2) * size * 1.4
            symbol(image, int(kinds[k]), (w / 2, y), size * 0.8, colours[c], f, np.pi / 2, width, hatch)
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
    "variety": variety_deck,
}


def deck(kind: str, seed: int, count: int) -> list[Drawn]:
    """The deck of this kind and seed, always the same."""
    return KINDS[kind](np.random.default_rng([seed, sorted(KINDS).index(kind)]), f"{kind}{seed}", count)
