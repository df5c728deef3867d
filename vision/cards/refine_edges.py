"""The exact edge of a card: along each side the strongest change is sought, and a line or an ellipse laid through."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from vision.cards.geometry import Image, Points, area, frame_corners, from_quad, sane, through

STEPS: Final = 28


def _strongest(photo: Image, starts: Points, ways: Points, reach: float) -> Points:
    """From each start, the point along its way (outwards and inwards) where the picture changes most."""
    n = 2 * int(np.ceil(reach)) + 1
    t = np.linspace(-reach, reach, n)
    xs = starts[:, None, 0] + ways[:, None, 0] * t
    ys = starts[:, None, 1] + ways[:, None, 1] * t
    strip = cv2.remap(
        photo, xs.astype(np.float32), ys.astype(np.float32), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    smooth = cv2.GaussianBlur(strip.astype(np.float32), (5, 3), 0)
    change = np.abs(np.gradient(smooth, axis=1)).sum(axis=2)
    change *= np.exp(-0.5 * (t / (0.6 * reach)) ** 2)
    best = change.argmax(axis=1)
    return np.asarray(starts + ways * t[best][:, None])


def trimmed(photo: Image, m: Points, shape: str) -> Points:
    """The place with its edge laid where the picture changes; the place itself when that fails."""
    size = float(np.sqrt(area(through(m, frame_corners(shape)))))
    reach = max(2.0, 0.022 * size)
    if shape == "round":
        return _round(photo, m, reach)
    if shape == "hex":
        return m
    quad = through(m, frame_corners(shape))
    lines = []
    for k in range(4):
        a, b = quad[k], quad[(k + 1) % 4]
        along = (b - a) / max(float(np.hypot(*(b - a))), 1e-6)
        out = np.array([along[1], -along[0]])
        t = np.linspace(0.1, 0.9, STEPS)[:, None]
        points = _strongest(photo, a + (b - a) * t, np.repeat(out[None], STEPS, 0), reach)
        fit = np.asarray(cv2.fitLine(points.astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01)).reshape(-1)
        vx, vy, x, y = (float(v) for v in fit)
        if abs(vx * along[0] + vy * along[1]) < 0.99:
            vx, vy, x, y = along[0], along[1], float((a + b)[0] / 2), float((a + b)[1] / 2)
        lines.append((np.array([x, y]), np.array([vx, vy])))
    corners = []
    for k in range(4):
        (p, d), (q, e) = lines[k - 1], lines[k]
        cross = d[0] * e[1] - d[1] * e[0]
        if abs(cross) < 0.2:
            return m
        corners.append(p + d * ((q[0] - p[0]) * e[1] - (q[1] - p[1]) * e[0]) / cross)
    better = np.array(corners)
    if np.abs(better - quad).max() > 3 * reach:
        return m
    made = from_quad(better, shape)
    return made if sane(made, shape, (photo.shape[1], photo.shape[0])) else m


def _round(photo: Image, m: Points, reach: float) -> Points:
    quad = through(m, frame_corners("round"))
    middle = quad.mean(axis=0)
    t = np.linspace(0, 2 * np.pi, 72, endpoint=False)
    half = np.stack([(quad[1] - quad[0] + quad[2] - quad[3]) / 4, (quad[3] - quad[0] + quad[2] - quad[1]) / 4])
    edge = np.stack([np.cos(t), np.sin(t)], 1) @ half
    ways = edge / np.maximum(np.hypot(edge[:, 0], edge[:, 1])[:, None], 1e-6)
    points = _strongest(photo, middle + edge, ways, reach)
    (cx, cy), (d1, d2), turn = cv2.fitEllipseAMS(points.astype(np.float32))
    a = np.radians(turn)
    axes = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
    full = (axes.T * (d1 / 2, d2 / 2)) @ axes
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) @ full.T + (cx, cy)
    if not np.isfinite(square).all() or np.abs(square - quad).max() > 3 * reach:
        return m
    made = from_quad(square, "round")
    return made if sane(made, "round", (photo.shape[1], photo.shape[0])) else m
