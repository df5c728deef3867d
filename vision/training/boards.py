"""Whole printed boards, sheets and mats, invented here: what lies under dice when people play."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.die_styles import Rng, letter, noise, pip_places, symbol
from vision.training.table_tops import AA, Spot, colour, dot_pattern, flat_die, ground, rounded, token

Draw = Callable[[NDArray[Any], Rng, float, list[Spot]], None]


def _ink(rng: Rng, face: tuple[float, ...]) -> tuple[float, float, float]:
    """Something readable on that colour."""
    if rng.random() < 0.3:
        ink = colour(rng)
        if abs(sum(ink) - sum(face)) > 170:
            return ink
    return (18.0, 18.0, 18.0) if sum(face) > 330 else (240.0, 240.0, 240.0)


def _pips(
    img: NDArray[Any], rng: Rng, x: float, y: float, half: float, ink: tuple[float, ...], turn: float = 0.0
) -> None:
    c, s = np.cos(turn), np.sin(turn)
    spread, r = rng.uniform(0.2, 0.28), half * rng.uniform(0.13, 0.24)
    for px, py in pip_places(int(rng.integers(1, 7)), spread):
        at = (x + (c * px - s * py) * 2 * half, y + (s * px + c * py) * 2 * half)
        cv2.circle(img, (round(at[0] * 8), round(at[1] * 8)), max(6, round(r * 8)), ink, -1, AA, 3)


def rows(img: NDArray[Any], rng: Rng, unit: float, spots: list[Spot]) -> None:
    """A mat of rows: squares with pips and no edge, discs, rings with numbers, icons, empty spaces, words."""
    n = img.shape[0]
    img[:] = colour(rng, rng.uniform(0, 0.6))
    across = rng.random() < 0.5
    y = rng.uniform(0.2, 1) * unit
    while y < n:
        kind, step = int(rng.integers(7)), unit * rng.uniform(0.6, 1.9)
        face = colour(rng, 0.2)
        ink, turn = _ink(rng, face), rng.normal(0, 0.03)
        gap = rng.uniform(1.0, 1.5)
        hue = rng.random() < 0.3
        for i in range(int(n / step / gap) + 1):
            x = (i + 0.5) * step * gap
            at = (x, y) if across else (y, x)
            half = step * 0.4
            if hue:
                face = colour(rng, 0.2)
                ink = _ink(rng, face)
            if kind == 0:
                rounded(img, rng, *at, half, half, face, half * rng.uniform(0, 0.35), None, turn)
                _pips(img, rng, *at, half, ink, turn)
            elif kind == 1:
                cv2.circle(img, (int(at[0]), int(at[1])), max(1, int(half)), face, -1, AA)
                cv2.circle(img, (int(at[0]), int(at[1])), max(1, int(half * 0.7)), ink, -1, AA)
                letter(img, *at, half * 0.5, face, rng, str(i))
            elif kind == 2:
                rounded(img, rng, *at, half, half, face, half * 0.1, ink, turn)
                symbol(img, *at, half * 0.6, ink, rng)
            elif kind == 3:
                rounded(img, rng, *at, half, half, face, half * 0.2, ink if hue else None, turn)
            elif kind == 4:
                cv2.circle(img, (int(at[0]), int(at[1])), max(1, int(half)), face, max(1, int(half * 0.15)), AA)
                dot_pattern(img, rng, *at, half * 0.9, ink)
            elif kind == 5:
                token(img, rng, *at, half, spots)
            else:
                letter(img, *at, half * 0.7, ink, rng, "ABCDEFGHIKLMNOPRST"[i % 18])
            spots.append((*at, 2 * half))
        y += step * rng.uniform(1.05, 1.6)


def score_sheet(img: NDArray[Any], rng: Rng, unit: float, spots: list[Spot]) -> None:
    """White paper ruled into boxes, with drawn dice faces, numbers and crosses by pen."""
    n = img.shape[0]
    paper = (235 + rng.uniform(-15, 15),) * 3
    img[:] = paper if rng.random() < 0.7 else colour(rng, 0.6)
    pen = colour(rng) if rng.random() < 0.4 else (40.0, 40.0, 40.0)
    s = unit * rng.uniform(0.7, 1.7)
    for j in range(int(n / s) + 1):
        kind = int(rng.integers(6))
        for i in range(int(n / s) + 1):
            x, y, half = (i + 0.5) * s, (j + 0.5) * s, s * rng.uniform(0.36, 0.42)
            if kind < 4:
                rounded(img, rng, x, y, half, half, (252, 252, 252), half * 0.12 * kind, pen)
            if kind in (0, 1) and rng.random() < 0.8:
                _pips(img, rng, x, y, half * 0.9, pen)
                spots.append((x, y, 2 * half))
            elif kind == 2:
                letter(img, x, y, half * 0.6, pen, rng, str(int(rng.integers(1, 13))))
                spots.append((x, y, 2 * half))
            elif kind == 3 and rng.random() < 0.5:
                cv2.line(
                    img, (int(x - half), int(y - half)), (int(x + half), int(y + half)), pen, max(1, int(s / 14)), AA
                )
            elif kind == 4:
                cv2.circle(img, (int(x), int(y)), max(1, int(half * 0.5)), pen, max(1, int(s / 16)), AA)


def round_cards(img: NDArray[Any], rng: Rng, unit: float, spots: list[Spot]) -> None:
    """Round cards and large discs with pictures: planets, rings of dots, sectors, moons, writing on an arc."""
    n = img.shape[0]
    for _ in range(int(rng.integers(2, 9))):
        r = unit * rng.uniform(0.8, 3.2)
        x, y = rng.uniform(0, n, 2)
        face = colour(rng, 0.2)
        at = (int(x), int(y))
        cv2.circle(img, at, max(1, int(r * 1.03)), tuple(v * 0.35 for v in face), -1, AA)
        cv2.circle(img, at, max(1, int(r)), face, -1, AA)
        for k in range(int(rng.integers(0, 5))):
            cv2.ellipse(
                img,
                at,
                (int(r * 0.96), int(r * 0.96)),
                0,
                k * 72,
                k * 72 + rng.uniform(20, 70),
                colour(rng, 0.2),
                -1,
                AA,
            )
        if rng.random() < 0.6:
            cv2.circle(img, at, max(1, int(r * rng.uniform(0.3, 0.75))), colour(rng, 0.1), -1, AA)
        ink = _ink(rng, face)
        ring, count = rng.uniform(0.25, 0.85) * r, int(rng.integers(1, 9))
        dot = r * rng.uniform(0.06, 0.2)
        for k in range(count):
            a = 6.283 * k / count + rng.uniform(0, 0.2)
            q = (x + ring * np.cos(a), y + ring * np.sin(a))
            what = rng.random()
            if what < 0.5:
                cv2.circle(img, (int(q[0]), int(q[1])), max(1, int(dot)), ink, -1, AA)
            elif what < 0.75:
                symbol(img, *q, dot, ink, rng)
            else:
                token(img, rng, *q, dot * 1.5, spots)
        if rng.random() < 0.3:
            dot_pattern(img, rng, x, y, r * rng.uniform(0.3, 0.6), ink)
        spots.append((x, y, 2 * r))
        spots.append((x, y, r))


def squares(img: NDArray[Any], rng: Rng, unit: float, spots: list[Spot]) -> None:
    """A chequered or tiled field whose squares bear pips, studs, icons, letters or nothing."""
    n = img.shape[0]
    s = unit * rng.uniform(0.7, 2.0)
    two = (colour(rng, 0.3), colour(rng, 0.3))
    share, edge = rng.random(), colour(rng, 0.4)
    mode = int(rng.integers(4))
    for j in range(int(n / s) + 1):
        for i in range(int(n / s) + 1):
            face = two[(i + j) % 2] if rng.random() < 0.8 else colour(rng, 0.2)
            x, y = (i + 0.5) * s, (j + 0.5) * s
            rounded(img, rng, x, y, s * 0.48, s * 0.48, face, s * 0.03, edge if mode % 2 else None)
            if rng.random() < share:
                ink, half = _ink(rng, face), s * rng.uniform(0.25, 0.45)
                if mode == 0:
                    _pips(img, rng, x, y, half, ink)
                elif mode == 1:
                    dot_pattern(img, rng, x, y, half, ink)
                elif mode == 2:
                    symbol(img, x, y, half * 0.7, ink, rng)
                else:
                    flat_die(img, rng, x, y, half * 0.7, spots)
            spots.append((x, y, s * 0.9))


def dark_space(img: NDArray[Any], rng: Rng, unit: float, spots: list[Spot]) -> None:
    """A dark map: stars, bright discs with dots on them, dashed ways, and cubes drawn in outline."""
    n = img.shape[0]
    base = np.array(colour(rng, 0.2), np.float32) * 0.25
    img[:] = base
    for _ in range(int(rng.integers(50, 900))):
        cv2.circle(img, tuple(int(v) for v in rng.integers(0, n, 2)), int(rng.integers(0, 2)), (200, 200, 210), -1, AA)
    round_cards(img, rng, unit * 0.6, spots)
    for _ in range(int(rng.integers(2, 8))):
        a, b = rng.uniform(0, n, (2, 2))
        for t in np.linspace(0, 1, int(np.linalg.norm(a - b) / unit * 1.5) + 2):
            q = a * (1 - t) + b * t
            cv2.circle(
                img, (int(q[0]), int(q[1])), max(1, int(unit * rng.uniform(0.04, 0.09))), (190, 190, 190), -1, AA
            )
    for _ in range(int(rng.integers(0, 12))):  # a cube drawn in perspective is still flat
        x, y = rng.uniform(0, n, 2)
        r = unit * rng.uniform(0.25, 0.6)
        a = np.arange(6) * np.pi / 3 + np.pi / 6
        p = np.stack([x + r * np.cos(a), y + r * np.sin(a)], 1)
        face = colour(rng)
        cv2.fillPoly(img, [p.astype(np.int32)], face, AA)
        ink = _ink(rng, face)
        for k in (0, 2, 4):
            cv2.line(img, (int(x), int(y)), (int(p[k][0]), int(p[k][1])), ink, max(1, int(r * 0.08)), AA)
        if rng.random() < 0.6:
            for dx, dy in pip_places(int(rng.integers(1, 7)), 0.25):
                q = np.array([x, y - r * 0.5]) + dx * r * np.array([1.2, 0.6]) + dy * r * np.array([-1.2, 0.6])
                cv2.circle(img, (int(q[0]), int(q[1])), max(1, int(r * 0.09)), ink, -1, AA)
        spots.append((x, y, 2 * r))


def number_tokens(img: NDArray[Any], rng: Rng, unit: float, spots: list[Spot]) -> None:
    """Counters everywhere, overlapping the seams of a patchwork of fields."""
    n = img.shape[0]
    s = unit * rng.uniform(1.5, 4)
    for j in range(int(n / s) + 1):
        for i in range(int(n / s) + 1):
            cv2.rectangle(img, (int(i * s), int(j * s)), (int((i + 1) * s), int((j + 1) * s)), colour(rng, 0.4), -1)
    r = unit * rng.uniform(0.3, 0.9)
    for _ in range(int(rng.integers(6, 50))):
        x, y = rng.uniform(0, n, 2)
        token(img, rng, x, y, r * rng.uniform(0.8, 1.25), spots)


def playing_cards(img: NDArray[Any], rng: Rng, unit: float, spots: list[Spot]) -> None:
    """Cards over cards, each with its marks in rows of two or three: spots on white, like a giant's dice."""
    n = img.shape[0]
    w = unit * rng.uniform(1.6, 4.5)
    h = w * rng.uniform(1.3, 1.6)
    tidy = rng.random() < 0.5
    for _ in range(int(np.clip(n * n / (w * h) * rng.uniform(0.3, 1.2), 3, 60))):
        layer = np.full((int(h) + 2, int(w) + 2, 3), 255, np.uint8)
        layer[:] = (245, 245, 245) if rng.random() < 0.8 else colour(rng, 0.5)
        ink = (20, 20, 20) if rng.random() < 0.5 else (30, 30, 200)
        cv2.rectangle(layer, (0, 0), (int(w) + 1, int(h) + 1), (120, 120, 120), max(1, int(w * 0.02)), AA)
        columns, lines, kind = (
            int(rng.integers(1, 4)),
            int(rng.integers(1, 5)),
            int(rng.choice([12, 12, 0, 1, 5, 6, 8])),
        )
        for i in range(columns):
            for j in range(lines):
                at = (w * (i + 1) / (columns + 1), h * (0.15 + 0.7 * (j + 0.5) / lines))
                symbol(layer, *at, w * rng.uniform(0.06, 0.1), ink, rng, kind)
        letter(layer, w * 0.1, h * 0.07, w * 0.07, ink, rng, str(columns * lines))
        x, y = rng.uniform(-w / 2, n - w / 2), rng.uniform(-h / 2, n - h / 2)
        turn = rng.choice([0, 90]) + rng.normal(0, 2) if tidy else rng.uniform(0, 360)
        m: NDArray[Any] = cv2.getRotationMatrix2D((w / 2, h / 2), turn, 1.0)
        m[:, 2] += (x, y)
        mask = cv2.warpAffine(np.full(layer.shape[:2], 255, np.uint8), m, (n, n), flags=cv2.INTER_LINEAR)
        laid = cv2.warpAffine(layer, m, (n, n), flags=cv2.INTER_LINEAR)
        img[mask > 127] = laid[mask > 127]
        spots.append((x + w / 2, y + h / 2, float(rng.uniform(0.6, 1.2) * w)))


BOARDS: tuple[Draw, ...] = (rows, score_sheet, round_cards, squares, dark_space, number_tokens, playing_cards)


def board(rng: Rng, n: int, unit: float) -> tuple[NDArray[Any], list[Spot]]:
    """One printed board, n pixels square, worn a little, and where its dice-like prints are."""
    img = ground(rng, n, unit)
    spots: list[Spot] = []
    BOARDS[int(rng.integers(len(BOARDS)))](img, rng, unit, spots)
    if rng.random() < 0.6:
        img = np.clip(img * np.clip(1 + 0.05 * noise(rng, n, n, 24, 2), 0.5, 1.4)[..., None], 0, 255).astype(np.uint8)
    return img, spots
