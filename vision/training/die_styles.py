"""Dice of every make: bodies, pips, digits, invented symbols, and things that only look like dice."""

from __future__ import annotations

from typing import Any, TypedDict

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.render import Material

SIDE = 96
Rng = np.random.Generator
Colour = tuple[float, float, float]

GRAIN, BOLD = 0.3, 0.4
"""How strong the pattern of a plain cube is, and that of a die beside its pips."""

# Opposite faces sum to seven; index = axis * 2 + (positive side).
LAYOUT = (4, 3, 5, 2, 6, 1)
COLOURS = {
    "white": (235, 235, 235),
    "ivory": (190, 222, 238),
    "black": (28, 28, 30),
    "grey": (125, 125, 125),
    "red": (40, 35, 190),
    "orange": (30, 120, 235),
    "yellow": (40, 205, 240),
    "green": (60, 140, 45),
    "blue": (180, 85, 30),
    "purple": (140, 50, 110),
    "pink": (170, 120, 235),
    "brown": (45, 75, 120),
}  # blue, green, red


def pip_places(value: int, spread: float) -> list[tuple[float, float]]:
    """Where the pips of a face sit, as shares of the edge from the centre."""
    s = spread
    corner = [(-s, -s), (s, s)]
    other = [(-s, s), (s, -s)]
    places: dict[int, list[tuple[float, float]]] = {
        1: [(0, 0)],
        2: corner,
        3: [*corner, (0, 0)],
        4: corner + other,
        5: [*corner, *other, (0, 0)],
        6: [*corner, *other, (-s, 0), (s, 0)],
    }
    return places[value]


class Style(TypedDict):
    """How the pips of one die look: sizes as shares of the edge, the ace's as a share of the others', and whether the
    two of a two lie side by side and not from corner to corner."""

    radius: float
    spread: float
    ace: float
    shape: str
    row: bool


def pip_face(rng: Rng, value: int, style: Style) -> NDArray[Any]:
    face = np.zeros((SIDE, SIDE), np.float32)
    radius = style["radius"] * (style["ace"] if value == 1 else 1.0)
    side_by_side = value == 2 and style["row"]
    for x, y in pip_places(6, style["spread"])[4:] if side_by_side else pip_places(value, style["spread"]):
        cx, cy = (0.5 + x) * SIDE, (0.5 + y) * SIDE
        draw_pip(face, cx, cy, radius * SIDE, style["shape"], rng)
    return np.ascontiguousarray(np.rot90(face, int(rng.integers(4))))


def draw_pip(face: NDArray[Any], cx: float, cy: float, r: float, shape: str, rng: Rng) -> None:
    at = (round(cx * 16), round(cy * 16))
    if shape == "square":
        cv2.rectangle(
            face,
            (int(cx - r * 0.85), int(cy - r * 0.85)),
            (int(cx + r * 0.85), int(cy + r * 0.85)),
            1.0,
            -1,
            cv2.LINE_AA,
        )
    elif shape == "ring":
        cv2.circle(face, at, int(r * 16), 1.0, max(1, int(r * 0.5)), cv2.LINE_AA, 4)
    elif shape == "star":
        cv2.fillPoly(face, [star(cx, cy, r * 1.3, 5, 0.45, 0.3).astype(np.int32)], 1.0, cv2.LINE_AA)
    elif shape == "heart":
        cv2.circle(face, (round((cx - r * 0.45) * 16), round((cy - r * 0.3) * 16)), int(r * 9), 1.0, -1, cv2.LINE_AA, 4)
        cv2.circle(face, (round((cx + r * 0.45) * 16), round((cy - r * 0.3) * 16)), int(r * 9), 1.0, -1, cv2.LINE_AA, 4)
        cv2.fillPoly(face, [np.array([(cx - r, cy), (cx + r, cy), (cx, cy + r * 1.2)], np.int32)], 1.0, cv2.LINE_AA)
    else:
        cv2.circle(face, at, int(r * 16), 1.0, -1, cv2.LINE_AA, 4)


def star(cx: float, cy: float, r: float, n: int, inner: float, phase: float) -> NDArray[Any]:
    a = np.arange(2 * n) * np.pi / n + phase
    rr = np.where(np.arange(2 * n) % 2, r * inner, r)
    return np.stack([cx + rr * np.sin(a), cy - rr * np.cos(a)], 1)


def symbol(
    canvas: NDArray[Any], cx: float, cy: float, r: float, colour: Colour | float, rng: Rng, kind: int | None = None
) -> None:
    """An invented icon: star, burst, ring, cross, arrow, bars, moon, leaf, triangle, polygon, crown, letter."""
    kind = int(rng.integers(14)) if kind is None else kind
    aa = cv2.LINE_AA
    t = max(1, int(r * rng.uniform(0.12, 0.4)))
    phase = rng.uniform(0, 6.28)
    pts: NDArray[Any] | None = None
    if kind == 0:
        pts = star(cx, cy, r, int(rng.integers(4, 13)), rng.uniform(0.3, 0.75), phase)
    elif kind == 1:
        cv2.circle(canvas, (int(cx), int(cy)), max(1, int(r * 0.85)), colour, t, aa)
        if rng.random() < 0.5:
            cv2.circle(canvas, (int(cx), int(cy)), max(1, int(r * 0.3)), colour, -1, aa)
    elif kind == 2:
        for turn in (phase, phase + np.pi / 2):
            dx, dy = r * np.cos(turn), r * np.sin(turn)
            cv2.line(canvas, (int(cx - dx), int(cy - dy)), (int(cx + dx), int(cy + dy)), colour, t, aa)
    elif kind == 3:
        a = np.array([(0, -1), (0.8, 0), (0.3, 0), (0.3, 1), (-0.3, 1), (-0.3, 0), (-0.8, 0)])
        pts = a * r + (cx, cy)
    elif kind == 4:
        for i in range(int(rng.integers(2, 4))):
            y = int(cy + (i - 1) * r * 0.7)
            cv2.line(canvas, (int(cx - r * 0.8), y), (int(cx + r * 0.8), y), colour, max(1, t // 2), aa)
    elif kind == 5:
        cv2.ellipse(
            canvas,
            (int(cx), int(cy)),
            (max(1, int(r)), max(1, int(r * 0.5))),
            float(np.rad2deg(phase)),
            0,
            360,
            colour,
            -1,
            aa,
        )
    elif kind == 6:
        n = int(rng.integers(3, 9))
        a = np.arange(n) * 2 * np.pi / n + phase
        pts = np.stack([cx + r * np.cos(a), cy + r * np.sin(a)], 1)
    elif kind == 7:
        a = np.array([(-1, 0.7), (-1, -0.6), (-0.5, 0), (0, -0.9), (0.5, 0), (1, -0.6), (1, 0.7)])
        pts = a * r + (cx, cy)
    elif kind == 8:
        a = np.array(
            [
                (0, -1),
                (0.35, -0.6),
                (0.2, -0.3),
                (1, 0),
                (0.8, 0.35),
                (0.35, 0.2),
                (0.7, 1),
                (0, 0.5),
                (-0.7, 1),
                (-0.35, 0.2),
                (-0.8, 0.35),
                (-1, 0),
                (-0.2, -0.3),
                (-0.35, -0.6),
            ]
        )
        pts = a * r + (cx, cy)
    elif kind == 9:
        n = int(rng.integers(3, 10))
        a = np.sort(rng.uniform(0, 6.28, n))
        rr = r * rng.uniform(0.4, 1, n)
        pts = np.stack([cx + rr * np.cos(a), cy + rr * np.sin(a)], 1)
    elif kind == 10:
        letter(canvas, cx, cy, r, colour, rng, "ABCDEFGHKLMNPRSTVXZ?!&"[int(rng.integers(22))])
    elif kind == 11:
        letter(canvas, cx, cy, r, colour, rng, str(int(rng.integers(0, 21))))
    elif kind == 12:
        cv2.circle(canvas, (int(cx), int(cy)), max(1, int(r * 0.9)), colour, -1, aa)
    else:
        for i in range(int(rng.integers(2, 5))):
            cv2.ellipse(
                canvas,
                (int(cx), int(cy)),
                (max(1, int(r * (1 - i * 0.25))), max(1, int(r * (0.8 - i * 0.18)))),
                float(np.rad2deg(phase)),
                0,
                int(rng.integers(120, 360)),
                colour,
                max(1, t // 2),
                aa,
            )
    if pts is not None:
        cv2.fillPoly(canvas, [pts.astype(np.int32)], colour, aa)


def letter(canvas: NDArray[Any], cx: float, cy: float, r: float, colour: Colour | float, rng: Rng, what: str) -> None:
    font = int(rng.choice([0, 1, 2, 3, 4, 6, 7])) | (16 if rng.random() < 0.2 else 0)
    scale = 1.0
    (w, h), _ = cv2.getTextSize(what, font, scale, 1)
    scale = 1.7 * r / max(w, h, 1)
    thick = max(1, int(r * rng.uniform(0.08, 0.3)))
    (w, h), _ = cv2.getTextSize(what, font, scale, thick)
    cv2.putText(canvas, what, (int(cx - w / 2), int(cy + h / 2)), font, scale, colour, thick, cv2.LINE_AA)


def noise(rng: Rng, h: int, w: int, cells: int, octaves: int = 3) -> NDArray[Any]:
    out = np.zeros((h, w), np.float32)
    for i in range(octaves):
        n = max(2, cells * 2**i)
        small = rng.standard_normal((max(2, n * h // max(h, w)), max(2, n * w // max(h, w)))).astype(np.float32)
        out += cv2.resize(small, (w, h), interpolation=cv2.INTER_CUBIC) * 0.5**i
    return out


def jitter(rng: Rng, colour: tuple[int, int, int], amount: float = 0.12) -> NDArray[Any]:
    c = np.array(colour, np.float32) / 255
    return np.clip(c * rng.uniform(1 - amount, 1 + amount) + rng.normal(0, amount * 0.3, 3), 0.02, 1).astype(np.float32)


def body_and_ink(rng: Rng) -> tuple[str, NDArray[Any], NDArray[Any]]:
    names = list(COLOURS)
    weight = np.array([4, 1.5, 3, 1, 3, 1.2, 1.6, 2, 2.2, 1.4, 1, 0.8])
    name = names[int(rng.choice(len(names), p=weight / weight.sum()))]
    body = jitter(rng, COLOURS[name])
    light = body.mean() > 0.5
    roll = rng.random()
    if roll < 0.62:
        ink = rng.uniform(0.02, 0.16, 3) if light else rng.uniform(0.8, 1.0, 3)
    elif roll < 0.75:
        ink = rng.uniform(0.8, 1.0, 3) if light and body.min() < 0.35 else rng.uniform(0.02, 0.12, 3)
    else:
        for _ in range(20):
            ink = jitter(rng, COLOURS[names[int(rng.integers(len(names)))]])
            if np.abs(ink - body).sum() > 0.7:
                break
    if np.abs(ink - body).sum() < 0.6:
        ink = np.full(3, 0.03) if light else np.full(3, 0.95)
    return name, body, np.asarray(ink, np.float32)


def marble(rng: Rng, body: NDArray[Any]) -> NDArray[Any] | None:
    kind = rng.random()
    if kind < 0.6:
        return None
    out = np.zeros((6, 48, 48, 3), np.float32)
    other = rng.uniform(-0.35, 0.35, 3) if rng.random() < 0.5 else np.full(3, rng.uniform(-0.3, 0.3))
    for f in range(6):
        if kind < 0.86:
            m = np.tanh(2.5 * noise(rng, 48, 48, int(rng.integers(2, 5))))
        elif kind < 0.94:
            m = (rng.random((48, 48)) < 0.08).astype(np.float32) * 1.5
        else:
            m = np.tile(noise(rng, 48, 1, 12), (1, 48)) * 0.8
        out[f] = m[..., None] * other * 0.6
    return out


def _material(rng: Rng, body: NDArray[Any], inks: NDArray[Any], masks: NDArray[Any]) -> Material:
    pattern = marble(rng, body)
    if pattern is not None and masks.any():  # no maker lets the pattern outshine the pips
        contrast = float(np.abs(inks[0] - body).sum())
        pattern *= min(1.0, BOLD * contrast / max(1e-6, float(np.abs(pattern).sum(-1).max())))
    shine = float(rng.choice([0.0, 0.15, 0.35, 0.6, 0.9], p=[0.15, 0.25, 0.3, 0.2, 0.1]))
    return Material(
        body,
        inks,
        masks,
        shine,
        float(rng.choice([8, 25, 60, 200])),
        float(rng.uniform(-1.0, 1.0)),
        pattern,
        float(rng.uniform(0.3, 1)) if rng.random() < 0.15 else 0.0,
    )


def pip_material(rng: Rng) -> tuple[str, Material]:
    name, body, ink = body_and_ink(rng)
    inks = np.tile(ink, (6, 1)).astype(np.float32)
    style: Style = {
        "radius": rng.uniform(0.068, 0.125),
        "spread": rng.uniform(0.2, 0.285),
        "ace": rng.choice([1.0, 1.0, 1.0, 1.4, 1.9]),
        "shape": rng.choice(["round", "square", "ring", "star", "heart"], p=[0.87, 0.03, 0.04, 0.04, 0.02]),
        "row": rng.spawn(1)[0].random() < 0.2,  # which leaves all else of the scene as it was
    }
    style["radius"] = min(style["radius"], style["spread"] * 0.46)
    masks = np.stack([pip_face(rng, v, style) for v in LAYOUT])
    if rng.random() < 0.12:
        inks[5] = (0.1, 0.1, 0.75)
        if rng.random() < 0.5:
            inks[0] = (0.1, 0.1, 0.75)
    if rng.random() < 0.12:
        masks *= rng.uniform(0.55, 0.9)
    if rng.random() < 0.08:  # framed faces
        for m in masks:
            cv2.rectangle(m, (4, 4), (SIDE - 5, SIDE - 5), float(rng.uniform(0.3, 1)), int(rng.integers(1, 4)))
    return name, _material(rng, body, inks, masks)


def other_material(rng: Rng) -> tuple[str, Material]:
    """Digits or invented symbols instead of pips."""
    name, body, ink = body_and_ink(rng)
    inks = np.tile(ink, (6, 1)).astype(np.float32)
    masks = np.zeros((6, SIDE, SIDE), np.float32)
    digits = rng.random() < 0.5
    for f in range(6):
        r = SIDE * rng.uniform(0.24, 0.38)
        if digits:
            letter(
                masks[f],
                SIDE / 2,
                SIDE / 2,
                r,
                1.0,
                rng,
                str(LAYOUT[f]) if rng.random() < 0.8 else str(int(rng.integers(0, 100))),
            )
        else:
            many = int(rng.choice([0, 1, 2, 3, 4], p=[0.08, 0.55, 0.2, 0.1, 0.07]))
            kind = int(rng.integers(12))
            for i in range(many):
                a = i * 2 * np.pi / many + 0.8
                d = 0 if many == 1 else SIDE * 0.22
                symbol(
                    masks[f],
                    SIDE / 2 + d * np.cos(a),
                    SIDE / 2 + d * np.sin(a),
                    r if many == 1 else r * 0.55,
                    1.0,
                    rng,
                    kind if rng.random() < 0.7 else int(rng.integers(12)),
                )
        masks[f] = np.rot90(masks[f], int(rng.integers(4)))
    made = _material(rng, body, inks, masks)
    made.pips = False
    return name, made


def blank_material(rng: Rng) -> tuple[str, Material]:
    """A cube of wood or plastic as games have them: plain, or with a grain."""
    name, body, _ = body_and_ink(rng)
    made = _material(rng, body, np.zeros((6, 3), np.float32), np.zeros((6, SIDE, SIDE), np.float32))
    if made.marble is not None:
        made.marble = made.marble * GRAIN
    return name, made


def tile_material(rng: Rng) -> Material:
    """A domino, a letter tile, a key or a token block: dots, letters or nothing, on a flat block."""
    _, body, ink = body_and_ink(rng)
    masks = np.zeros((6, SIDE, SIDE), np.float32)
    top = masks[5]
    kind = rng.random()
    if kind < 0.4:  # the face is stretched by the block's shape, which dominoes need: two fields
        for half in (0, 1):
            value = int(rng.integers(0, 7))
            if value:
                field = np.zeros((SIDE, SIDE), np.float32)
                for x, y in pip_places(value, 0.25):
                    cv2.circle(
                        field, (int((0.5 + x) * SIDE), int((0.5 + y) * SIDE)), int(SIDE * 0.1), 1.0, -1, cv2.LINE_AA
                    )
                top[:, half * SIDE // 2 : half * SIDE // 2 + SIDE // 2] = cv2.resize(field, (SIDE // 2, SIDE))
        top[:, SIDE // 2 - 1 : SIDE // 2 + 1] = 1
    elif kind < 0.7:
        letter(
            top, SIDE / 2, SIDE / 2, SIDE * 0.3, 1.0, rng, "ABCDEFGHIJKLMNOPRSTUVXYZ0123456789"[int(rng.integers(34))]
        )
    elif kind < 0.9:
        symbol(top, SIDE / 2, SIDE / 2, SIDE * 0.3, 1.0, rng)
    return _material(rng, body, np.tile(ink, (6, 1)).astype(np.float32), masks)
