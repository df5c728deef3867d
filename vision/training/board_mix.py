"""Boards nobody printed: photos of real ones in other colours, with parts of one another and with tokens on them."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.die_styles import Rng
from vision.training.layers import painted, shadowed
from vision.training.scenes import Ground

FONTS = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_SCRIPT_COMPLEX)


def recoloured(rng: Rng, image: NDArray[Any]) -> NDArray[Any]:
    """Other inks: every hue moved by as much, paler or stronger; sometimes two colours change places."""
    hsv = cv2.cvtColor(np.clip(image, 0, 1), cv2.COLOR_BGR2HSV)
    hsv[..., 0] = (hsv[..., 0] + rng.uniform(0, 360)) % 360
    hsv[..., 1] = np.clip(hsv[..., 1] * rng.uniform(0.3, 1.5), 0, 1)
    hsv[..., 2] = np.clip(hsv[..., 2], 0, 1) ** np.float32(rng.uniform(0.6, 1.6))
    out: NDArray[Any] = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)
    return np.ascontiguousarray(out[..., rng.permutation(3)]) if rng.random() < 0.3 else out


def outline(rng: Rng, n: int) -> NDArray[Any]:
    """The cover of a token n pixels wide: a disc, a polygon, a square or a strip, with smooth edges."""
    scale = 4
    mask: Any = np.zeros((n * scale, n * scale), np.uint8)
    c, r = n * scale / 2, n * scale * 0.47
    corners = int(rng.choice([0, 4, 4, 6, 6, 8]))
    if corners == 0:
        cv2.circle(mask, (int(c), int(c)), int(r), 255, -1)
    else:
        a = np.arange(corners) * 2 * np.pi / corners + rng.uniform(0, 6.28)
        long = rng.uniform(0.35, 1.0) if corners == 4 else 1.0
        ring = np.stack([np.cos(a), np.sin(a) * long], 1) * r
        t = rng.uniform(0, 6.28)
        ring = ring @ np.array([[np.cos(t), -np.sin(t)], [np.sin(t), np.cos(t)]]) + c
        cv2.fillPoly(mask, [ring.astype(np.int32)], 255)
    cover: NDArray[Any] = cv2.resize(mask, (n, n), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    return cover


def bit(rng: Rng, grounds: list[Ground], n: int) -> NDArray[Any]:
    """An n x n piece of one of the boards, turned, at any scale and often in other colours."""
    image = grounds[int(rng.integers(len(grounds)))].image
    h, w = image.shape[:2]
    k = float(np.exp(rng.uniform(np.log(0.25), np.log(1.2))))
    m: NDArray[Any] = cv2.getRotationMatrix2D((rng.uniform(0, w), rng.uniform(0, h)), rng.uniform(0, 360), k)
    m[:, 2] += n / 2 - m[:, :2] @ np.array([w / 2, h / 2]) - m[:, 2] + rng.uniform(-0.3, 0.3, 2) * (w, h) * k
    out = cv2.warpAffine(image, m, (n, n), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REFLECT)
    out = out.astype(np.float32) / 255
    return recoloured(rng, out) if rng.random() < 0.7 else out


def face(rng: Rng, grounds: list[Ground], n: int) -> NDArray[Any]:
    """What is printed on a token: a piece of picture or plain paper, a rim, and a number, letters, dots or rings."""
    if rng.random() < 0.35:
        out = bit(rng, grounds, n)
    else:
        paper = rng.uniform(0, 1, 3) if rng.random() < 0.5 else rng.uniform(0.6, 1, 1) * np.array([0.75, 0.93, 1.0])
        out = np.full((n, n, 3), paper, np.float32)
        out += cv2.resize(rng.normal(0, 0.03, (6, 6, 1)).astype(np.float32), (n, n))[..., None]
    big = 4
    art = cv2.resize(out, (n * big, n * big), interpolation=cv2.INTER_LINEAR)
    ink = tuple(float(v) for v in (rng.uniform(0, 0.25, 3) if rng.random() < 0.7 else rng.uniform(0, 1, 3)))
    c = n * big // 2
    kind = rng.random()
    if rng.random() < 0.4:
        cv2.circle(
            art, (c, c), int(c * rng.uniform(0.6, 0.9)), ink, max(1, int(rng.uniform(0.02, 0.1) * c)), cv2.LINE_AA
        )
    if kind < 0.45:
        said = str(rng.choice([str(int(rng.integers(0, 21))), chr(int(rng.integers(65, 91)))]))
        font, thick = int(rng.choice(FONTS)), max(1, int(c * rng.uniform(0.04, 0.14)))
        size = cv2.getTextSize(said, font, 1.0, thick)[0]
        k = c * rng.uniform(0.5, 1.1) / max(size)
        size = cv2.getTextSize(said, font, k, thick)[0]
        cv2.putText(art, said, (c - size[0] // 2, c + size[1] // 2), font, k, ink, thick, cv2.LINE_AA)
        for i in range(int(rng.integers(0, 6))):
            x = int(c + (i - 2) * 0.17 * c)
            cv2.circle(art, (x, int(1.55 * c)), max(1, int(0.06 * c)), ink, -1, cv2.LINE_AA)
    elif kind < 0.6:  # flat dots on paper: what a printed die or a map of worlds shows
        for _ in range(int(rng.integers(1, 7))):
            x, y = (rng.uniform(0.4, 1.6, 2) * c).astype(int).tolist()
            cv2.circle(art, (x, y), max(1, int(c * rng.uniform(0.05, 0.2))), ink, -1, cv2.LINE_AA)
    elif kind < 0.75:  # a pawn or a knob from above
        for r in sorted(rng.uniform(0.1, 0.8, int(rng.integers(1, 4))), reverse=True):
            cv2.circle(art, (c, c), int(r * c), tuple(float(v) for v in rng.uniform(0, 1, 3)), -1, cv2.LINE_AA)
    out = cv2.resize(art, (n, n), interpolation=cv2.INTER_AREA)
    if rng.random() < 0.5:  # the light falls off across a round thing
        g = np.linspace(-1, 1, n, dtype=np.float32)
        a = rng.uniform(0, 6.28)
        out = out * (1 + rng.uniform(0, 0.4) * (np.cos(a) * g[None] + np.sin(a) * g[:, None]))[..., None]
    turn = cv2.getRotationMatrix2D((n / 2, n / 2), rng.uniform(0, 360), 1)
    return cv2.warpAffine(out, turn, (n, n), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def mixed(rng: Rng, image: NDArray[Any], grounds: list[Ground], size: float) -> NDArray[Any]:
    """The board in other colours, with parts of others and with tokens where a die is `size` pixels wide; some stay
    as they are."""
    if rng.random() < 0.25:
        return image
    if rng.random() < 0.6:
        image = recoloured(rng, image)
    if rng.random() < 0.5:
        image = np.ascontiguousarray(image[:, ::-1])
    h, w = image.shape[:2]
    level = float(np.clip(np.quantile(image[::4, ::4].max(2), 0.9), 0.25, 1.0))

    def put(n: int, art: NDArray[Any], dark: float) -> None:
        cover = outline(rng, n)
        at = (int(rng.uniform(-0.3, 1) * w), int(rng.uniform(-0.3, 1) * h))
        if dark:
            shadowed(image, cover, at, rng.normal(0, 0.1, 2), dark)
        painted(image, art * cover[..., None], cover, at)

    if rng.random() < 0.5:
        for _ in range(int(rng.integers(1, 7))):
            n = int(size * rng.uniform(3, 16))
            put(n, bit(rng, grounds, n), 0.0)
    if rng.random() < 0.65:
        kin = [face(rng, grounds, max(8, int(size * rng.uniform(0.6, 1.6)))) for _ in range(int(rng.integers(1, 9)))]
        dark = rng.choice([0.0, 1.0]) * rng.uniform(0.2, 0.8)
        for _ in range(int(rng.integers(4, 45))):
            art = kin[int(rng.integers(len(kin)))] * np.float32(level * rng.uniform(0.8, 1.1))
            n = art.shape[0]
            turn = cv2.getRotationMatrix2D((n / 2, n / 2), rng.uniform(0, 360), 1)
            put(n, cv2.warpAffine(art, turn, (n, n), borderMode=cv2.BORDER_REPLICATE), dark)
    return image


def another(rng: Rng, grounds: list[Ground]) -> Ground:
    """A mixed board to lay dice on."""
    one = grounds[int(rng.integers(len(grounds)))]
    image = mixed(rng, one.image.astype(np.float32) / 255, grounds, one.die)
    return Ground((np.clip(image, 0, 1) * 255).astype(np.uint8), one.die)
