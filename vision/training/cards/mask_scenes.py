"""Scenes that teach where cards lie: python -m vision.training.cards.mask_scenes FOLDER --photos PHOTOS --last 250.

PHOTOS is the folder of real dice photos: tables with everything but cards on them, and pictures for invented cards.
Shards are numbered, so that a stop loses nothing.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.training import boards, table_tops
from vision.training.cards.decks import deck
from vision.training.cards.drawing import Drawn, Image, Rng, hue
from vision.training.cards.evaluate import spread
from vision.training.cards.grounds import table
from vision.training.cards.scenes import BODY, Conditions, Scene, laid, places, through
from vision.training.shards import SHARD, write

KEPT = 352
"""The longer side of a scene on disk."""
SIZES = ((720, 540), (720, 540), (540, 720), (720, 405), (640, 640))
KINDS = ("attribute", "playing", "framed", "picture", "plain", "back", "sector", "token", "medallion", "hex", "square",
         "variety")  # fmt: skip
RECTANGLES = ("attribute", "playing", "framed", "picture", "plain", "variety")
PRINTED = (table_tops.hexes, table_tops.track, table_tops.keyboard, table_tops.text_block, table_tops.scatter,
           table_tops.dotted, table_tops.districts, table_tops.triangles, table_tops.sun, boards.rows,
           boards.dark_space)  # fmt: skip


def _cut(rng: Rng, photos: list[bytes], w: int, h: int) -> Image:
    """A piece of a real photo, as large as asked."""
    image: Any = cv2.imdecode(np.frombuffer(photos[int(rng.integers(len(photos)))], np.uint8), cv2.IMREAD_COLOR)
    image = np.rot90(image, int(rng.integers(4)))
    high, wide = image.shape[:2]
    scale = min(2.0, max(w / wide, h / high) * float(np.exp(rng.uniform(0, 0.8))))
    scale = max(scale, w / wide, h / high)
    cw, ch = min(wide, round(w / scale)), min(high, round(h / scale))
    x, y = int(rng.integers(wide - cw + 1)), int(rng.integers(high - ch + 1))
    part = np.ascontiguousarray(image[y : y + ch, x : x + cw])
    return np.asarray(cv2.resize(part, (w, h), interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR))


def _top(rng: Rng, w: int, h: int, photos: list[bytes]) -> Image:
    """A table top without cards: invented, printed like a board, or real."""
    kind = rng.random()
    if kind < 0.3:
        return table(rng, w, h)
    if kind < 0.55:
        unit, n = float(rng.uniform(18, 70)), max(w, h)
        image = table_tops.ground(rng, n, unit)
        for _ in range(int(rng.choice([0, 0, 1, 2, 4]))):
            PRINTED[int(rng.integers(len(PRINTED)))](image, rng, unit, [])
        return np.ascontiguousarray(image[:h, :w])
    return _cut(rng, photos, w, h)


def _strewn(rng: Rng, w: int, h: int, photos: list[bytes]) -> Image:
    """A table top, sometimes with its edge and the floor beside it, and with pens and cables lying about."""
    image = _top(rng, w, h, photos)
    if rng.random() < 0.25:
        t, gap = rng.uniform(0, 2 * np.pi), rng.uniform(-0.4, 0.4) * min(w, h)
        x, y = np.arange(w)[None, :] - w / 2, np.arange(h)[:, None] - h / 2
        image[x * np.cos(t) + y * np.sin(t) > gap] = _top(rng, w, h, photos)[x * np.cos(t) + y * np.sin(t) > gap]
    for _ in range(int(rng.choice([0, 0, 0, 1, 2]))):
        at = rng.uniform(-0.1, 1.1, 2) * (w, h)
        way, bend = rng.uniform(0, 2 * np.pi), rng.normal(0, 0.03) if rng.random() < 0.5 else 0.0
        points = [at]
        for _ in range(int(rng.integers(8, 40))):
            points.append(points[-1] + 12 * np.array([np.cos(way), np.sin(way)]))
            way += bend + rng.normal(0, abs(bend))
        line = np.round(points).astype(np.int32)
        width, ink = int(rng.integers(2, 22)), hue(rng, sat=(0, 255), val=(10, 255))
        cv2.polylines(image, [line], False, ink, width, cv2.LINE_AA)
        cv2.polylines(
            image, [line - width // 4], False, tuple(min(255, v + 50) for v in ink), 1 + width // 5, cv2.LINE_AA
        )
    return image


def _photo_card(rng: Rng, name: str, photos: list[bytes]) -> Drawn:
    """A card with a piece of a real photo on it, to the edge or within a frame."""
    w, h = (300, 420) if rng.random() < 0.7 else (300, int(rng.integers(380, 520)))
    image = np.full((h, w, 3), hue(rng, sat=(0, 160), val=(10, 255)), np.uint8)
    left, top, low = (int(v) for v in rng.integers(0, 40, 3))
    low += int(rng.choice([0, 0, h // 4, h // 2]))
    image[top : h - low, left : w - left] = _cut(rng, photos, w - 2 * left, h - low - top)
    return Drawn(name, "rect", image)


def _slab(rng: Rng, card: Drawn) -> Drawn:
    """A card in a stiff clear case or a wide sleeve, with or without a label above it."""
    h, w = card.image.shape[:2]
    side, low = (int(w * v) for v in rng.uniform(0.03, 0.12, 2))
    top = int(h * rng.uniform(0.15, 0.3)) if rng.random() < 0.5 else low
    shell = np.array(hue(rng, sat=(0, 40), val=(60, 250)))
    image = np.clip(shell + rng.normal(0, 4, (h + top + low, w + 2 * side, 1)), 0, 255).astype(np.uint8)
    image[top : top + h, side : side + w] = card.image
    if top > 2 * low:
        label = tuple(int(v) for v in hue(rng, sat=(0, 200), val=(40, 255)))
        cv2.rectangle(image, (side, low // 2), (side + w, top - low // 2), label, -1)
        ink = (30, 30, 30) if sum(label) > 380 else (235, 235, 235)
        for y in (top // 4, top // 2, 3 * top // 4):
            cv2.line(image, (side + 12, y), (side + int(w * rng.uniform(0.3, 0.9)), y), ink, 4)
    for inset in (2, side - 2):
        tone = [float(v) for v in np.clip(shell + rng.normal(0, 40), 0, 255)]
        cv2.rectangle(image, (inset, inset), (image.shape[1] - inset, image.shape[0] - inset), tone, 2, cv2.LINE_AA)
    return Drawn(f"slab-{card.id}", "rect", image)


def _cards(rng: Rng, photos: list[bytes]) -> list[Drawn]:
    """The cards of one shard, of a few decks."""
    out: list[Drawn] = [_photo_card(rng, f"photo{i}", photos) for i in range(30)]
    for kind in (*KINDS, *RECTANGLES):
        out += deck(kind, int(rng.integers(20_000, 1_000_000)), 8)
    return out + [_slab(rng, out[int(i)]) for i in rng.permutation(30)[:12]] + [_slab(rng, c) for c in out[-40:-8:2]]


def scene(rng: Rng, cards: list[Drawn], photos: list[bytes]) -> Scene:
    """Some of these cards, alike in kind or not, on some table."""
    w, h = SIZES[int(rng.integers(len(SIZES)))]
    long = float(min(w, h) * np.exp(rng.uniform(np.log(0.1), np.log(0.95))))
    near = float(rng.choice([1.1, 1.1, 0.8, 0.5, 0.3]))
    count = int(rng.choice([0, 1, 1, 1, 2, 2, 3, 4, 5, 6, 9, 16]))
    # A card may reach a little out of the photo.
    spots = spread(rng, count, (w, h), min(long, 0.9 * min(w, h)) * float(rng.choice([1.0, 0.8])), near)
    if rng.random() < 0.3:  # many, in rows
        spots, long = places(rng, int(rng.integers(6, 21)), w, h, "apart")
    first = int(rng.integers(len(cards)))
    alike = [c for c in cards if c.id[:5] == cards[first].id[:5]] if rng.random() < 0.6 else cards
    mine = [alike[int(i)] for i in rng.integers(len(alike), size=len(spots))]
    colours = sorted(BODY)
    rolls = [
        (int(rng.integers(len(mine))) if mine and rng.random() < 0.3 else None, int(rng.integers(1, 7)),
         colours[int(rng.integers(len(colours)))])
        for _ in range(int(rng.choice([0, 0, 0, 2, 5])))
    ]  # fmt: skip
    top = _strewn(rng, w, h, photos)
    hard = Conditions(glare=0.35, sleeves=0.3, wash=0.3, shade=0.3, tilt=float(rng.uniform(0.3, 1.6)), top=top)
    # Tokens and tiles are often much smaller than cards.
    scales = [float(rng.uniform(0.25, 1)) if c.shape != "rect" and rng.random() < 0.7 else 1.0 for c in mine]
    return laid(rng, mine, spots, long, rolls, (w, h), hard, scales)


def truth_of(scene: Scene, wide: int) -> Image:
    """Two planes: 255 where a card lies, and 255 along every edge of a card that shows, a line so many pixels wide."""
    h, w = scene.image.shape[:2]
    lies, edges = np.zeros((h, w), np.uint8), np.zeros((h, w), np.uint8)
    t = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    edge = {
        "round": np.stack([0.5 + 0.5 * np.cos(t), 0.5 + 0.5 * np.sin(t)], 1),
        "hex": np.array([(0.5, 0), (1, 0.25), (1, 0.75), (0.5, 1), (0, 0.75), (0, 0.25)]),
    }
    unit = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
    for card in scene.cards:
        m: Any = cv2.getPerspectiveTransform(unit, card.quad.astype(np.float32))
        ring = through(m, np.asarray(edge.get(card.shape, unit), float))
        points = [np.round(ring * 16).astype(np.int32)]
        cv2.fillPoly(lies, points, 255, cv2.LINE_AA, 4)
        # What lies on a card hides its edge.
        cv2.fillPoly(edges, points, 0, cv2.LINE_AA, 4)
        cv2.polylines(edges, points, True, 255, wide, cv2.LINE_AA, 4)
    return np.vstack([lies, edges])


def make(folder: Path, photos: Path, first: int, last: int, seed: int) -> None:
    """Shards first to last - 1, each with its scenes and where cards lie in them."""
    cv2.setNumThreads(1)
    folder.mkdir(parents=True, exist_ok=True)
    real = [(photos / row["file"]).read_bytes() for row in json.loads((photos / "manifest.json").read_text())]

    def rows(shard: int) -> list[tuple[bytes, bytes]]:
        cards = _cards(np.random.default_rng([seed, shard]), real)
        return [_row(scene(np.random.default_rng([seed, shard, i]), cards, real)) for i in range(SHARD)]

    write(folder, "card_mask", first, last, rows)


def _row(made: Scene) -> tuple[bytes, bytes]:
    """A scene and where cards lie in it, packed."""
    h, w = made.image.shape[:2]
    size = (round(w * KEPT / max(w, h)), round(h * KEPT / max(w, h)))
    image = cv2.resize(made.image, size, interpolation=cv2.INTER_AREA)
    wide = max(1, round(2.2 * max(w, h) / KEPT))
    mask = cv2.resize(truth_of(made, wide), (size[0], 2 * size[1]), interpolation=cv2.INTER_AREA)
    data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 96])[1].tobytes()
    return data, cv2.imencode(".png", mask)[1].tobytes()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--last", type=int, default=250)
    parser.add_argument("--seed", type=int, default=4)
    a = parser.parse_args()
    make(a.folder, a.photos, a.first, a.last, a.seed)
