"""What dice lie on: wood, cloth, printed boards with hexes and dotted tokens, cards, mats, keyboards, text."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.die_styles import COLOURS, Colour, Rng, letter, noise, pip_places, star, symbol

AA = cv2.LINE_AA
Spot = tuple[float, float, float]
"""x, y and size of something printed that could be taken for a die."""


def colour(rng: Rng, dull: float = 0.0) -> Colour:
    """Any colour, toned down when dull."""
    if rng.random() < 0.5:
        c = np.array(list(COLOURS.values())[int(rng.integers(len(COLOURS)))], float) * rng.uniform(0.6, 1.15)
    else:
        hsv = np.array([[[rng.integers(180), rng.integers(20, 230), rng.integers(40, 250)]]], np.uint8)
        c = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0].astype(float)
    c = c * (1 - dull) + c.mean() * dull
    blue, green, red = np.clip(c, 0, 255).tolist()
    return blue, green, red


def ground(rng: Rng, n: int, unit: float) -> NDArray[Any]:
    """A bare table, n pixels square; unit is the edge of a die in pixels."""
    kind = int(rng.choice(8, p=[0.24, 0.16, 0.14, 0.1, 0.1, 0.08, 0.1, 0.08]))
    base = np.array(colour(rng, rng.uniform(0, 0.7)), np.float32)
    img: NDArray[Any] = np.empty((n, n, 3), np.float32)
    img[:] = base
    if kind == 0:  # wood
        tone = np.array([rng.uniform(20, 130), rng.uniform(60, 170), rng.uniform(90, 215)], np.float32)
        grain: NDArray[Any] = noise(rng, n, max(2, n // int(rng.integers(8, 40))), int(rng.integers(6, 30)), 4)
        grain = cv2.resize(grain, (n, n), interpolation=cv2.INTER_CUBIC)
        fine = cv2.resize(rng.standard_normal((n, max(2, n // 12))).astype(np.float32), (n, n))
        img[:] = tone
        img *= (1 + 0.12 * grain + rng.uniform(0.01, 0.06) * fine)[..., None]
        if rng.random() < 0.5:
            step = int(unit * rng.uniform(3, 9)) + 4
            for y in range(int(rng.integers(step)), n, step):
                cv2.line(img, (0, y), (n, y), (tone * 0.45).tolist(), max(1, int(unit * 0.05)), AA)
        if rng.random() < 0.5:
            img = np.ascontiguousarray(img.transpose(1, 0, 2))
    elif kind == 1:  # felt, cloth
        img *= (1 + rng.uniform(0.02, 0.12) * rng.standard_normal((n, n)) + 0.05 * noise(rng, n, n, 4))[..., None]
    elif kind == 2:  # plain
        img *= (1 + 0.04 * noise(rng, n, n, 2, 2))[..., None]
    elif kind == 3:  # weave, carpet
        p = max(2, int(unit * rng.uniform(0.08, 0.4)))
        cell = rng.uniform(0.4, 1.3, (n // p + 1, n // p + 1)).astype(np.float32)
        if rng.random() < 0.5:
            cell = cell * np.where(np.indices(cell.shape).sum(0) % 2, 1.0, rng.uniform(0.4, 0.9))
        img *= cv2.resize(cell, (n, n), interpolation=cv2.INTER_NEAREST)[..., None]
        img *= (1 + 0.1 * rng.standard_normal((n, n)))[..., None]
    elif kind == 4:  # speckled stone
        for _ in range(int(rng.integers(50, 500))):
            c = base * rng.uniform(0.4, 1.5)
            cv2.circle(
                img,
                tuple(int(v) for v in rng.integers(0, n, 2)),
                int(max(1, unit * rng.uniform(0.01, 0.07))),
                c.tolist(),
                -1,
                AA,
            )
    elif kind == 5:  # stripes, gingham, tiles
        p = max(6, int(unit * rng.uniform(0.4, 4)))
        k = rng.uniform(0.5, 0.95)
        for i in range(0, n, 2 * p):
            img[:, i : i + p] *= k
            if kind == 5 and p % 2:
                img[i : i + p] *= k
    elif kind == 6:  # printed picture: big soft blobs of colour
        for _ in range(3):
            m = noise(rng, n, n, int(rng.integers(2, 12)), 4)
            mask = (m > rng.uniform(-0.3, 1.0))[..., None]
            img = np.where(mask, np.array(colour(rng, 0.3), np.float32), img)
        img *= (1 + 0.1 * noise(rng, n, n, 20, 3))[..., None]
    else:  # marble, leather
        m = np.abs(noise(rng, n, n, int(rng.integers(3, 9)), 4))
        img *= (0.75 + 0.35 * np.clip(m, 0, 1))[..., None]
    return np.clip(img, 0, 255).astype(np.uint8)


def token(img: NDArray[Any], rng: Rng, x: float, y: float, r: float, spots: list[Spot]) -> None:
    """A round or square counter with a number over dots, dots only, an icon, or nothing."""
    face, ink = colour(rng, 0.3), colour(rng)
    if abs(sum(face) - sum(ink)) < 160:
        ink = (20, 20, 20) if sum(face) > 380 else (235, 235, 235)
    if rng.random() < 0.4:
        face = (190 + rng.uniform(-20, 20), 220 + rng.uniform(-20, 20), 235)
        ink = (20, 20, 20) if rng.random() < 0.7 else (30, 30, 190)
    cx, cy = int(x), int(y)
    shape = rng.random()
    if rng.random() < 0.5:
        s = max(1, int(r * 0.1))
        cv2.circle(img, (cx + s, cy + s), max(1, int(r)), tuple(v * 0.3 for v in face), -1, AA)
    if shape < 0.6:
        cv2.circle(img, (cx, cy), max(1, int(r)), face, -1, AA)
        if rng.random() < 0.6:
            cv2.circle(img, (cx, cy), max(1, int(r * rng.uniform(0.8, 1))), ink, max(1, int(r * 0.06)), AA)
    elif shape < 0.85:
        rounded(
            img, rng, cx, cy, r * 0.9, r * 0.9, face, r * rng.uniform(0.05, 0.4), ink if rng.random() < 0.5 else None
        )
    else:
        a = np.arange(6) * np.pi / 3 + rng.uniform(0, 1)
        cv2.fillPoly(img, [np.stack([x + r * np.cos(a), y + r * np.sin(a)], 1).astype(np.int32)], face, AA)
    what = rng.random()
    if what < 0.35:
        number = int(rng.integers(2, 13))
        letter(img, x, y - r * 0.15, r * 0.45, ink, rng, str(number))
        dots = 6 - abs(7 - number) if rng.random() < 0.7 else int(rng.integers(1, 7))
        for i in range(dots):
            cv2.circle(
                img, (int(x + (i - (dots - 1) / 2) * r * 0.2), int(y + r * 0.55)), max(1, int(r * 0.08)), ink, -1, AA
            )
    elif what < 0.6:
        dot_pattern(img, rng, x, y, r, ink)
    elif what < 0.85:
        symbol(img, x, y, r * 0.6, ink, rng)
    elif what < 0.95:
        letter(img, x, y, r * 0.55, ink, rng, str(int(rng.integers(0, 21))))
    spots.append((x, y, 2 * r))


def dot_pattern(img: NDArray[Any], rng: Rng, x: float, y: float, r: float, ink: Colour) -> None:
    if rng.random() < 0.65:
        places = pip_places(int(rng.integers(1, 7)), rng.uniform(0.18, 0.28))
    else:
        k = int(rng.integers(1, 10))
        if rng.random() < 0.5:
            turns = np.arange(k) * 2 * np.pi / k + rng.uniform(0, 6.28)
            places = [(0.28 * np.cos(t), 0.28 * np.sin(t)) for t in turns]
        else:
            places = [tuple(rng.uniform(-0.3, 0.3, 2)) for _ in range(k)]
    a = rng.uniform(0, 6.28) if rng.random() < 0.5 else 0.0
    c, s = np.cos(a), np.sin(a)
    pr = r * rng.uniform(0.1, 0.22)
    for px, py in places:
        cv2.circle(
            img, (int(x + (c * px - s * py) * 2 * r), int(y + (s * px + c * py) * 2 * r)), max(1, int(pr)), ink, -1, AA
        )


def rounded(
    img: NDArray[Any],
    rng: Rng,
    cx: float,
    cy: float,
    hw: float,
    hh: float,
    fill: tuple[float, ...],
    radius: float,
    edge: tuple[float, ...] | None = None,
    angle: float = 0.0,
) -> None:
    a = np.linspace(0, np.pi / 2, 5)
    r = min(radius, hw * 0.99, hh * 0.99)
    pts = []
    for sx, sy, t0 in ((1, 1, 0), (-1, 1, np.pi / 2), (-1, -1, np.pi), (1, -1, 1.5 * np.pi)):
        pts += [(sx * (hw - r) + r * np.cos(t + t0), sy * (hh - r) + r * np.sin(t + t0)) for t in a]
    p = np.array(pts)
    c, s = np.cos(angle), np.sin(angle)
    p = p @ np.array([[c, s], [-s, c]]) + (cx, cy)
    cv2.fillPoly(img, [np.round(p * 16).astype(np.int32)], fill, AA, 4)
    if edge is not None:
        cv2.polylines(
            img,
            [np.round(p * 16).astype(np.int32)],
            True,
            edge,
            max(1, int(min(hw, hh) * rng.uniform(0.03, 0.12))),
            AA,
            4,
        )


def flat_die(img: NDArray[Any], rng: Rng, x: float, y: float, r: float, spots: list[Spot]) -> None:
    """A die's face printed flat: outline or filled, on a card or a board."""
    face: Colour
    ink: Colour
    face, ink = ((245, 245, 245), (15, 15, 15)) if rng.random() < 0.5 else ((20, 20, 20), (240, 240, 240))
    if rng.random() < 0.4:
        face = colour(rng)
        ink = (245, 245, 245) if sum(face) < 400 else (15, 15, 15)
    angle = rng.uniform(-0.3, 0.3) if rng.random() < 0.5 else 0.0
    fill = (
        face
        if rng.random() < 0.8
        else tuple(float(v) for v in img[int(np.clip(y, 0, img.shape[0] - 1)), int(np.clip(x, 0, img.shape[1] - 1))])
    )
    rounded(img, rng, x, y, r, r, fill, r * rng.uniform(0.1, 0.4), ink if rng.random() < 0.6 else None, angle)
    c, s = np.cos(angle), np.sin(angle)
    for px, py in pip_places(int(rng.integers(1, 7)), 0.25):
        cv2.circle(
            img,
            (int(x + (c * px - s * py) * 2 * r), int(y + (s * px + c * py) * 2 * r)),
            max(1, int(r * 0.2)),
            ink,
            -1,
            AA,
        )
    spots.append((x, y, 2 * r))


def hexes(img: NDArray[Any], rng: Rng, unit: float, spots: list[Spot]) -> None:
    n = img.shape[0]
    size = unit * rng.uniform(1.2, 4.0)
    palette = [colour(rng, 0.3) for _ in range(int(rng.integers(3, 8)))]
    border = colour(rng, 0.5)
    dots = rng.random()
    for row in range(int(n / size / 1.5) + 2):
        for col in range(int(n / size / 1.73) + 2):
            x, y = (col + 0.5 * (row % 2)) * size * 1.732, row * size * 1.5
            a = np.arange(6) * np.pi / 3 + np.pi / 6
            p = np.stack([x + size * np.cos(a), y + size * np.sin(a)], 1)
            cv2.fillPoly(img, [p.astype(np.int32)], palette[int(rng.integers(len(palette)))], AA)
            cv2.polylines(img, [p.astype(np.int32)], True, border, max(1, int(size * rng.uniform(0.02, 0.1))), AA)
            if rng.random() < 0.5:
                for _ in range(int(rng.integers(1, 7))):
                    q = rng.uniform(-0.6, 0.6, 2) * size
                    symbol(img, x + q[0], y + q[1], size * rng.uniform(0.08, 0.25), colour(rng, 0.2), rng)
            if rng.random() < dots:
                token(img, rng, x, y, size * rng.uniform(0.25, 0.45), spots)


def track(img: NDArray[Any], rng: Rng, unit: float, spots: list[Spot]) -> None:
    """A row, ring or grid of spaces with numbers, icons or dots."""
    n = img.shape[0]
    s = unit * rng.uniform(0.5, 1.8)
    x0, y0 = rng.uniform(-0.1, 0.8, 2) * n
    cols, rows = int(rng.integers(3, 20)), int(rng.choice([1, 1, 2, 3, 8]))
    face, ink = colour(rng, 0.3), colour(rng)
    round_ = rng.random() < 0.3
    mode = rng.integers(5)
    for i in range(cols):
        for j in range(rows):
            x, y = x0 + i * s, y0 + j * s
            if not (0 < x < n and 0 < y < n):
                continue
            f = face if (i + j) % 2 or mode == 1 else tuple(v * 0.8 for v in face)
            if round_:
                cv2.circle(img, (int(x), int(y)), max(1, int(s * 0.46)), f, -1, AA)
                cv2.circle(img, (int(x), int(y)), max(1, int(s * 0.46)), ink, max(1, int(s * 0.04)), AA)
            else:
                rounded(img, rng, x, y, s * 0.46, s * 0.46, f, s * 0.08, ink if rng.random() < 0.6 else None)
            if mode == 0:
                letter(img, x, y, s * 0.3, ink, rng, str(i + j * cols))
            elif mode == 2:
                symbol(img, x, y, s * 0.3, colour(rng), rng)
            elif mode == 3:
                dot_pattern(img, rng, x, y, s * 0.45, ink)
            spots.append((x, y, s))


def card(img: NDArray[Any], rng: Rng, unit: float, spots: list[Spot]) -> None:
    """A playing card: suits in rows, a picture with text, dots, or printed dice."""
    n = img.shape[0]
    w = unit * rng.uniform(2, 4.5)
    h = w * rng.uniform(1.2, 1.6)
    layer = np.zeros((int(h) + 2, int(w) + 2, 3), np.uint8)
    layer[:] = (240, 240, 240) if rng.random() < 0.5 else colour(rng, 0.4)
    ink = (20, 20, 20) if rng.random() < 0.5 else (30, 30, 190)
    mine: list[Spot] = []
    mode = rng.integers(5)
    if mode == 0:
        kind = int(rng.integers(14))
        for _ in range(int(rng.integers(1, 11))):
            symbol(layer, rng.uniform(0.2, 0.8) * w, rng.uniform(0.1, 0.9) * h, w * 0.1, ink, rng, kind)
    elif mode == 1:
        k = int(rng.integers(1, 4))
        for i in range(2):
            for j in range(k + 1):
                cv2.circle(
                    layer,
                    (int(w * (0.3 + 0.4 * i)), int(h * (0.2 + 0.6 * j / max(k, 1)))),
                    max(1, int(w * 0.08)),
                    ink,
                    -1,
                    AA,
                )
        mine.append((w / 2, h / 2, w * 0.8))
    elif mode == 2:
        layer[int(h * 0.1) : int(h * 0.5), int(w * 0.1) : int(w * 0.9)] = colour(rng)
        for _ in range(4):
            symbol(
                layer,
                rng.uniform(0.15, 0.85) * w,
                rng.uniform(0.15, 0.45) * h,
                w * rng.uniform(0.05, 0.2),
                colour(rng),
                rng,
            )
        for i in range(5):
            cv2.putText(
                layer, "lorem ipsum dolor sit amet", (int(w * 0.1), int(h * (0.58 + i * 0.08))), 0, w / 450, ink, 1, AA
            )
    elif mode == 3:
        for _ in range(int(rng.integers(1, 5))):
            flat_die(
                layer, rng, rng.uniform(0.2, 0.8) * w, rng.uniform(0.15, 0.85) * h, w * rng.uniform(0.07, 0.18), mine
            )
    else:
        for _ in range(int(rng.integers(2, 9))):
            token(layer, rng, rng.uniform(0.15, 0.85) * w, rng.uniform(0.1, 0.9) * h, w * rng.uniform(0.05, 0.18), mine)
    cv2.rectangle(layer, (1, 1), (int(w), int(h)), tuple(v * 0.5 for v in colour(rng)), max(1, int(w * 0.02)), AA)
    angle, cx, cy = rng.uniform(0, 6.28), rng.uniform(0, n), rng.uniform(0, n)
    c, s = np.cos(angle), np.sin(angle)
    m = np.array([[c, -s, cx - c * w / 2 + s * h / 2], [s, c, cy - s * w / 2 - c * h / 2]])
    mask = cv2.warpAffine(np.full(layer.shape[:2], 255, np.uint8), m, (n, n), flags=cv2.INTER_LINEAR)
    x, y, bw, bh = cv2.boundingRect(mask)
    if bw and bh:
        view = slice(y, y + bh), slice(x, x + bw)
        warped = cv2.warpAffine(layer, m, (n, n), flags=cv2.INTER_LINEAR)[view]
        a = (mask[view] / 255.0)[..., None]
        img[view] = (img[view] * (1 - a) + warped * a).astype(np.uint8)
    for px, py, ps in mine:
        spots.append((*(m @ [px, py, 1]), ps))


def keyboard(img: NDArray[Any], rng: Rng, unit: float, spots: list[Spot]) -> None:
    n = img.shape[0]
    s = unit * rng.uniform(0.7, 1.4)
    dark = rng.random() < 0.6
    key, ink, bed = (
        ((45, 45, 45), (230, 230, 230), (15, 15, 15)) if dark else ((235, 235, 235), (40, 40, 40), (160, 160, 160))
    )
    x0, y0 = rng.uniform(-0.2, 0.5, 2) * n
    cv2.rectangle(img, (int(x0 - s), int(y0 - s)), (int(x0 + 12 * s), int(y0 + 5 * s)), bed, -1)
    for j in range(5):
        for i in range(12):
            x, y = x0 + (i + 0.3 * (j % 2)) * s, y0 + j * s
            if 0 < x < n and 0 < y < n:
                rounded(img, rng, x, y, s * 0.43, s * 0.43, key, s * 0.1, None)
                letter(
                    img,
                    x - s * 0.1,
                    y - s * 0.05,
                    s * 0.18,
                    ink,
                    rng,
                    "QWERTYUIOPASDFGHJKLZXCVBNM1234567890"[int(rng.integers(36))],
                )
                spots.append((x, y, s))


def text_block(img: NDArray[Any], rng: Rng, unit: float, spots: list[Spot]) -> None:
    n = img.shape[0]
    size = unit * rng.uniform(0.008, 0.03)
    x, y = rng.uniform(-0.1, 0.7, 2) * n
    ink = colour(rng, 0.6)
    for i in range(int(rng.integers(2, 14))):
        words = "".join(
            chr(int(c)) for c in rng.choice([32, 97, 101, 105, 111, 110, 115, 116, 114, 46, 58, 108, 56, 48], 40)
        )
        cv2.putText(
            img, words, (int(x), int(y + i * size * 40)), int(rng.integers(0, 8)), size, ink, max(1, int(size * 2)), AA
        )


def scatter(img: NDArray[Any], rng: Rng, unit: float, spots: list[Spot]) -> None:
    n = img.shape[0]
    what = rng.integers(4)
    for _ in range(int(rng.integers(4, 40))):
        x, y = rng.uniform(0, n, 2)
        r = unit * rng.uniform(0.15, 0.9)
        if what == 0:
            symbol(img, x, y, r, colour(rng, 0.2), rng)
        elif what == 1:
            token(img, rng, x, y, r, spots)
        elif what == 2:
            flat_die(img, rng, x, y, r * 0.8, spots)
        else:
            cv2.circle(img, (int(x), int(y)), max(1, int(r * 0.35)), colour(rng), -1, AA)


def dotted(img: NDArray[Any], rng: Rng, unit: float, spots: list[Spot]) -> None:
    """Polka dots, pegboards, studs: dots in rows over a region."""
    n = img.shape[0]
    p = max(4.0, unit * rng.uniform(0.18, 0.9))
    r = p * rng.uniform(0.12, 0.38)
    ink = colour(rng)
    x0, y0 = rng.uniform(0, 0.6, 2) * n
    w = rng.uniform(0.2, 0.9) * n
    shift = rng.random() < 0.5
    for j in range(int(w / p)):
        for i in range(int(w / p)):
            cv2.circle(
                img,
                (int((x0 + (i + 0.5 * (shift and j % 2)) * p) * 8), int((y0 + j * p) * 8)),
                max(4, int(r * 8)),
                ink,
                -1,
                AA,
                3,
            )
    for _ in range(6):
        spots.append((x0 + rng.uniform(0, w), y0 + rng.uniform(0, w), unit))


def districts(img: NDArray[Any], rng: Rng, unit: float, spots: list[Spot]) -> None:
    """A map: coloured areas with borders, cities and routes."""
    n = img.shape[0]
    pts = rng.uniform(0, n, (int(rng.integers(6, 30)), 2)).astype(np.float32)
    sub = cv2.Subdiv2D((0, 0, n, n))
    sub.insert(pts.tolist())
    for facet in sub.getVoronoiFacetList([])[0]:
        area = np.asarray(facet).astype(np.int32)
        cv2.fillConvexPoly(img, area, colour(rng, 0.3), AA)
        cv2.polylines(img, [area], True, (30, 30, 30), max(1, int(unit * 0.06)), AA)
    for x, y in pts:
        if rng.random() < 0.6:
            token(img, rng, float(x), float(y), unit * rng.uniform(0.15, 0.6), spots)
    for _ in range(int(rng.integers(0, 10))):
        a, b = rng.integers(0, len(pts), 2)
        for t in np.linspace(0, 1, int(rng.integers(3, 9))):
            q = pts[a] * (1 - t) + pts[b] * t
            cv2.circle(img, (int(q[0]), int(q[1])), max(1, int(unit * 0.12)), (240, 240, 240), -1, AA)


def triangles(img: NDArray[Any], rng: Rng, unit: float, spots: list[Spot]) -> None:
    """Backgammon points or a sunburst."""
    n = img.shape[0]
    two = (colour(rng, 0.2), colour(rng, 0.2))
    w = unit * rng.uniform(1, 2)
    y0, up = rng.uniform(0, n), rng.choice([-1, 1])
    for i in range(int(n / w) + 1):
        p = np.array([(i * w, y0), ((i + 1) * w, y0), ((i + 0.5) * w, y0 + up * w * 4)], np.int32)
        cv2.fillPoly(img, [p], two[i % 2], AA)
    for _ in range(int(rng.integers(0, 12))):
        x = (int(rng.integers(int(n / w) + 1)) + 0.5) * w
        c = colour(rng, 0.2)
        y = y0 + up * w * rng.uniform(0.4, 3)
        cv2.circle(img, (int(x), int(y)), max(1, int(w * 0.42)), c, -1, AA)
        cv2.circle(img, (int(x), int(y)), max(1, int(w * 0.28)), tuple(v * 0.7 for v in c), max(1, int(w * 0.05)), AA)
        spots.append((x, y, w * 0.9))


def sun(img: NDArray[Any], rng: Rng, unit: float, spots: list[Spot]) -> None:
    n = img.shape[0]
    x, y = rng.uniform(0.1, 0.9, 2) * n
    for r in np.linspace(unit * rng.uniform(1, 8), unit * 0.3, int(rng.integers(3, 9))):
        cv2.fillPoly(
            img,
            [star(x, y, r, int(rng.integers(3, 24)), rng.uniform(0.5, 0.95), rng.uniform(0, 6)).astype(np.int32)],
            colour(rng, 0.2),
            AA,
        )


CLUTTER = (
    hexes,
    track,
    card,
    card,
    keyboard,
    text_block,
    scatter,
    scatter,
    dotted,
    districts,
    triangles,
    sun,
    track,
    hexes,
)


def table(rng: Rng, n: int, unit: float, busy: float) -> tuple[NDArray[Any], list[Spot]]:
    """A table top, n pixels square, with printed things when busy, and where dice-like prints are."""
    img = ground(rng, n, unit)
    spots: list[Spot] = []
    if rng.random() < busy:
        for _ in range(int(rng.choice([1, 2, 3, 4, 6]))):
            CLUTTER[int(rng.integers(len(CLUTTER)))](img, rng, unit, spots)
        if rng.random() < 0.5:
            f = np.clip(1 + 0.06 * noise(rng, n, n, 24, 2), 0.5, 1.4)[..., None]
            img = np.clip(img * f, 0, 255).astype(np.uint8)
    return img, spots
