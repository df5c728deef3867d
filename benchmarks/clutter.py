"""A board-clutter set of our own: invented game boards with and without dice; `python -m benchmarks.clutter FOLDER`.

With `--width 4000 --shares 0.01 0.015 0.02 0.025 0.03 0.05 0.1 0.3 0.6` the dice take such shares of the width of
12-megapixel photos, and `benchmarks.dice` prints how many of them are read by share.
The boards are drawn here and nowhere in training: an island of hexes with dotted number tokens, a star map with tracks,
a street of squares round a middle, a card table and a player mat. The dice are rendered by the training's ray caster in
styles drawn anew, so the figures speak of boards never seen rather than of dice never seen.
"""

from __future__ import annotations

import argparse
import copy
import json
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from vision.training import die_styles, render, scenes
from vision.training.render import Camera

Rng = np.random.Generator
AA = cv2.LINE_AA
SEED = 20_261
PAPER = (208, 228, 238)


def _shade(rng: Rng, colour: tuple[float, float, float]) -> tuple[float, float, float]:
    return tuple(float(np.clip(c + rng.normal(0, 10), 0, 255)) for c in colour)  # type: ignore[return-value]


def _words(img: np.ndarray, words: str, x: float, y: float, size: float, ink: tuple[int, int, int]) -> None:
    scale = size / 22
    (w, h), _ = cv2.getTextSize(words, cv2.FONT_HERSHEY_COMPLEX, scale, 1)
    cv2.putText(
        img, words, (int(x - w / 2), int(y + h / 2)), cv2.FONT_HERSHEY_COMPLEX, scale, ink, max(1, int(scale * 2)), AA
    )


def island(rng: Rng, n: int, u: float) -> np.ndarray:
    """Hexes of land with round number tokens, dots under each number, harbours with dice-like signs."""
    img = np.full((n, n, 3), _shade(rng, (190, 150, 70)), np.uint8)
    lands = [(60, 140, 60), (90, 200, 230), (60, 90, 180), (140, 140, 140), (110, 210, 140), (150, 190, 220)]
    size = u * rng.uniform(2.2, 3.2)
    for q in range(-4, 5):
        for r in range(-4, 5):
            x, y = n / 2 + size * 1.732 * (q + r / 2), n / 2 + size * 1.5 * r
            a = np.arange(6) * np.pi / 3 + np.pi / 6
            p = np.stack([x + size * 0.97 * np.cos(a), y + size * 0.97 * np.sin(a)], 1).astype(np.int32)
            cv2.fillPoly(img, [p], _shade(rng, lands[int(rng.integers(6))]), AA)
            for _ in range(14):
                cv2.circle(
                    img,
                    (int(x + rng.normal(0, size * 0.4)), int(y + rng.normal(0, size * 0.4))),
                    max(1, int(size * 0.05)),
                    _shade(rng, (50, 90, 60)),
                    -1,
                    AA,
                )
            number = int(rng.integers(2, 13))
            cv2.circle(img, (int(x), int(y)), int(size * 0.36), PAPER, -1, AA)
            cv2.circle(img, (int(x), int(y)), int(size * 0.36), (70, 90, 110), max(1, int(size * 0.02)), AA)
            ink = (30, 30, 190) if number in (6, 8) else (20, 20, 20)
            _words(img, str(number), x, y - size * 0.06, size * 0.3, ink)
            dots = 6 - abs(7 - number)
            for i in range(dots):
                cv2.circle(
                    img,
                    (int(x + (i - (dots - 1) / 2) * size * 0.085), int(y + size * 0.2)),
                    max(1, int(size * 0.033)),
                    ink,
                    -1,
                    AA,
                )
    return img


def star_map(rng: Rng, n: int, u: float) -> np.ndarray:
    """Space with planets in rings, dotted routes and a score track round the edge."""
    img = np.full((n, n, 3), (45, 20, 20), np.uint8)
    for _ in range(900):
        img[tuple(rng.integers(0, n, 2))] = rng.integers(90, 255)
    spots = rng.uniform(0.12, 0.88, (16, 2)) * n
    for i in range(15):
        for t in np.linspace(0, 1, 9):
            q = spots[i] * (1 - t) + spots[i + 1] * t
            cv2.circle(img, (int(q[0]), int(q[1])), max(1, int(u * 0.07)), (200, 200, 200), -1, AA)
    for x, y in spots:
        c = tuple(float(v) for v in rng.uniform(60, 240, 3))
        cv2.circle(img, (int(x), int(y)), int(u * rng.uniform(0.5, 1.1)), c, -1, AA)
        for k in range(int(rng.integers(0, 6))):
            a = k * np.pi / 3
            cv2.circle(
                img,
                (int(x + np.cos(a) * u * 0.35), int(y + np.sin(a) * u * 0.35)),
                max(1, int(u * 0.1)),
                (250, 250, 250),
                -1,
                AA,
            )
    s = u * 1.1
    for i in range(int(n / s)):
        for y in (s / 2, n - s / 2):
            cv2.rectangle(
                img, (int(i * s + 2), int(y - s / 2 + 2)), (int(i * s + s - 2), int(y + s / 2 - 2)), (90, 60, 50), -1
            )
            _words(img, str(i), i * s + s / 2, y, s * 0.4, (240, 240, 240))
    return img


def street(rng: Rng, n: int, u: float) -> np.ndarray:
    """A path of coloured squares round a middle, with printed dice faces and arrows on some."""
    img = np.full((n, n, 3), _shade(rng, (200, 225, 205)), np.uint8)
    s = u * rng.uniform(1.8, 2.4)
    k = int(n / s)
    cells = [(i, j) for i in range(k) for j in range(k) if i in (0, k - 1, k // 2) or j in (0, k - 1, k // 2)]
    for i, j in cells:
        x, y = i * s, j * s
        cv2.rectangle(img, (int(x), int(y)), (int(x + s), int(y + s)), _shade(rng, (220, 235, 235)), -1)
        cv2.rectangle(
            img, (int(x), int(y)), (int(x + s), int(y + s * 0.25)), tuple(float(v) for v in rng.uniform(30, 230, 3)), -1
        )
        cv2.rectangle(img, (int(x), int(y)), (int(x + s), int(y + s)), (20, 20, 20), max(1, int(u * 0.04)), AA)
        what = rng.random()
        cx, cy, r = x + s / 2, y + s * 0.62, s * 0.22
        if what < 0.3:
            cv2.rectangle(img, (int(cx - r), int(cy - r)), (int(cx + r), int(cy + r)), (250, 250, 250), -1, AA)
            cv2.rectangle(
                img, (int(cx - r), int(cy - r)), (int(cx + r), int(cy + r)), (10, 10, 10), max(1, int(u * 0.05)), AA
            )
            for px, py in die_styles.pip_places(int(rng.integers(1, 7)), 0.25):
                cv2.circle(
                    img, (int(cx + px * 2 * r), int(cy + py * 2 * r)), max(1, int(r * 0.19)), (10, 10, 10), -1, AA
                )
        elif what < 0.6:
            cv2.arrowedLine(
                img, (int(cx - r), int(cy)), (int(cx + r), int(cy)), (30, 30, 160), max(1, int(r * 0.25)), AA, 0, 0.5
            )
        else:
            _words(img, str(int(rng.integers(1, 400))), cx, cy, r, (20, 20, 20))
    return img


def card_table(rng: Rng, n: int, u: float) -> np.ndarray:
    """Cards with suit marks in rows of two, as on a playing card, laid over cloth."""
    img = np.full((n, n, 3), _shade(rng, (60, 95, 35)), np.uint8)
    img = np.clip(img * (1 + 0.06 * rng.standard_normal((n, n, 1))), 0, 255).astype(np.uint8)
    w, h = u * 3.2, u * 4.6
    for _ in range(int(n * n / (w * h) * 0.7)):
        x, y = rng.uniform(0, n - w), rng.uniform(0, n - h)
        cv2.rectangle(img, (int(x), int(y)), (int(x + w), int(y + h)), (245, 245, 245), -1, AA)
        cv2.rectangle(img, (int(x), int(y)), (int(x + w), int(y + h)), (120, 120, 120), 1, AA)
        ink = (20, 20, 20) if rng.random() < 0.5 else (30, 30, 200)
        rows = int(rng.integers(1, 5))
        for c in (0.3, 0.7):
            for r in range(rows):
                die_styles.symbol(
                    img,
                    x + w * c,
                    y + h * (0.2 + 0.6 * r / max(1, rows - 1)),
                    w * 0.09,
                    ink,
                    rng,
                    int(rng.choice([12, 0, 6])),
                )
        _words(img, str(rows * 2), x + w * 0.1, y + h * 0.08, u * 0.4, ink)
    return img


def player_mat(rng: Rng, n: int, u: float) -> np.ndarray:
    """Rows of round spaces for cubes, resource icons with dots, text, wooden discs."""
    img = np.full((n, n, 3), _shade(rng, (170, 195, 215)), np.uint8)
    y = u
    while y < n:
        kind = int(rng.integers(4))
        step = u * rng.uniform(0.9, 1.6)
        c = tuple(float(v) for v in rng.uniform(30, 220, 3))
        for i in range(int(n / step)):
            x = (i + 0.5) * step
            if kind == 0:
                cv2.circle(img, (int(x), int(y)), int(step * 0.4), c, -1, AA)
                cv2.circle(img, (int(x), int(y)), int(step * 0.28), (230, 240, 240), -1, AA)
                _words(img, str(i), x, y, step * 0.3, (30, 30, 30))
            elif kind == 1:
                cv2.rectangle(
                    img,
                    (int(x - step * 0.36), int(y - step * 0.36)),
                    (int(x + step * 0.36), int(y + step * 0.36)),
                    c,
                    -1,
                    AA,
                )
                for px, py in die_styles.pip_places(i % 6 + 1, 0.22):
                    cv2.circle(
                        img,
                        (int(x + px * step * 0.8), int(y + py * step * 0.8)),
                        max(1, int(step * 0.07)),
                        (245, 245, 245),
                        -1,
                        AA,
                    )
            elif kind == 2:
                die_styles.symbol(img, x, y, step * 0.33, c, rng)
            else:
                cv2.putText(img, "gain two", (int(x), int(y)), 0, u / 90, (40, 40, 40), 1, AA)
        y += step * 1.15
    return img


BOARDS: tuple[Callable[[Rng, int, float], np.ndarray], ...] = (island, star_map, street, card_table, player_mat)


def photo(
    rng: Rng, board: Callable[[Rng, int, float], np.ndarray], count: int, width: int = 960, share: float | None = None
) -> tuple[np.ndarray, np.ndarray, list[scenes.Truth]]:
    """A board, four by three, before a roll and after it: so many pip dice on it and some plain cubes.

    `share`: how much of the photo's width a die takes; of dice that would not find room there are fewer.
    """
    height = width * 3 // 4
    px = float(rng.uniform(28, 75))
    edge = 70.0
    if share is not None:
        px = share * width
        edge = min(0.85 * px, 0.48 * height)
        count = min(count, max(1, int(0.3 * width * height / (1.7 * px) ** 2)))
    focal = width * float(rng.uniform(0.8, 1.4)) * (1 + 4 * (share or 0.0))  # nobody holds a phone onto a die
    elevation = float(rng.uniform(48, 88))
    camera = Camera.looking(
        width, height, focal, np.zeros(3), focal / px, elevation, rng.uniform(0, 360), rng.uniform(-8, 8)
    )
    corners = camera.on_table(np.array([[0, 0], [width, 0], [width, height], [0, height]], float))
    low, high = corners.min(0), corners.max(0)
    extent = float((high - low).max()) + 0.5
    n = int(np.clip(extent * px, 400, 1900 if share is None else 4600))
    unit = n / extent
    centre = (low + high) / 2
    to_world = np.array(
        [[extent / n, 0, centre[0] - extent / 2], [0, -extent / n, centre[1] + extent / 2], [0, 0, 1.0]]
    )
    lamp = scenes.light(rng)
    flat = cv2.warpPerspective(
        board(rng, n, unit),
        camera.plane() @ to_world,
        (width, height),
        flags=cv2.INTER_AREA,
        borderMode=cv2.BORDER_REFLECT,
    )
    image = flat.astype(np.float32) / 255 * (lamp.ambient * 0.95 + lamp.colour * lamp.direction[2]).astype(np.float32)
    solids: list[tuple[scenes.Truth | None, render.Solid]] = []
    taken: list[np.ndarray] = []
    cubes = int(rng.integers(0, 5)) if share is None or share < 0.1 else 0
    made, shape = die_styles.pip_material(rng), (float(rng.uniform(0.1, 0.3)), None)
    for i in range(count + cubes):
        for _ in range(50):
            p = camera.on_table(rng.uniform([edge, edge], [width - edge, height - edge])[None])[0]
            if all(np.linalg.norm(p - q) > 1.5 for q in taken):
                break
        else:
            continue
        taken.append(p)
        if i >= count:
            half = np.full(3, 0.3)
            solids.append(
                (
                    None,
                    render.Solid(
                        np.array([*p, 0.3]),
                        render.yaw(rng.uniform(0, 6)),
                        half,
                        0.03,
                        None,
                        die_styles.blank_material(rng)[1],
                    ),
                )
            )
            continue
        if rng.random() < 0.4:
            made = die_styles.pip_material(rng)
        value = int(rng.integers(1, 7))
        solid = scenes.die(rng, p, 1.0, value, made, shape)
        box = camera.project(solid.corners)
        x0, y0, x1, y1 = *box.min(0), *box.max(0)
        solids.append(
            (scenes.Truth(value, [float(x0), float(y0), float(x1 - x0), float(y1 - y0)], None, made[0]), solid)
        )
    before = _laid(image.copy(), camera, lamp, [s for t, s in solids if t is None])
    after = _laid(image, camera, lamp, [s for _, s in solids])
    taken_before = scenes.develop(copy.deepcopy(rng), before * 1.03)  # the lamp flickers
    return taken_before, scenes.develop(rng, after), [t for t, _ in solids if t is not None]


def _laid(image: np.ndarray, camera: Camera, lamp: render.Light, solids: list[render.Solid]) -> np.ndarray:
    """The board with these things on it."""
    for solid in solids:
        render.shade_ground(camera, solid, lamp, 0.4, image)
    for solid in sorted(solids, key=lambda s: -float(np.linalg.norm(s.centre - camera.position))):
        layer = render.cast(camera, solid, lamp)
        if layer is not None:
            render.paint(image, layer)
    return image


def make(folder: Path, count: int = 1000, seed: int = SEED, width: int = 960, shares: tuple[float, ...] = ()) -> Path:
    """Write the photos and their manifest; a fifth of the boards bears no dice.

    `shares`: how much of the photo's width a die takes, one after the other; all such boards bear dice.
    """
    folder.mkdir(parents=True, exist_ok=True)
    entries = []
    for i in range(count):
        rng = np.random.default_rng([seed, i])
        board = BOARDS[(i // max(1, len(shares))) % len(BOARDS)]
        share = shares[i % len(shares)] if shares else None
        bare = share is None and i % 5 == (i // 5) % 5
        before, image, truth = photo(rng, board, 0 if bare else int(rng.integers(1, 7)), width, share)
        name = f"clutter_{i:03d}.jpg"
        cv2.imwrite(str(folder / name), image, [cv2.IMWRITE_JPEG_QUALITY, 90])
        earlier = f"before_{i:03d}.jpg"
        cv2.imwrite(str(folder / earlier), before, [cv2.IMWRITE_JPEG_QUALITY, 90])
        entries.append(
            {
                "file": name,
                "before": earlier,
                "source": "rendered",
                "licence": "MIT",
                "scene": board.__name__,
                "width": image.shape[1],
                "height": image.shape[0],
                "kind": "pips" if truth else "negative",
                "dice": [{"value": t.value, "box": t.box} for t in truth],
                "notes": "",
                **({} if share is None else {"share": share}),
            }
        )
    path = folder / "manifest.json"
    path.write_text(json.dumps(entries))
    return path


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Make the board-clutter set.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--width", type=int, default=960, help="of a photo in pixels; 4000 for 12 megapixels")
    parser.add_argument("--shares", type=float, nargs="*", default=(), help="how much of the width a die takes")
    a = parser.parse_args()
    print(make(a.folder, a.count, a.seed, a.width, tuple(a.shares)))
