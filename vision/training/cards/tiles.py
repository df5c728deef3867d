"""Invented decks that are not rectangles: round sector cards, tokens and medallions, hexagons and squares."""

from __future__ import annotations

import cv2
import numpy as np

from vision.training.cards.drawing import SCALE, Drawn, Rng, blank, hue, picture, shrink, symbol


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
