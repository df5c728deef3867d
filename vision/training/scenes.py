"""Whole photos of made-up tables with dice, and the truth about every die in them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training import die_styles, render
from vision.training.boards import board
from vision.training.die_styles import Rng
from vision.training.render import Camera, Cast, Light, Solid
from vision.training.table_tops import table

OTHER = 7
"""The class of dice that show digits or symbols."""


@dataclass
class Truth:
    """One die as it lies in the photo."""

    value: int
    box: list[float]
    quad: list[list[float]] | None
    colour: str
    hidden: float = 0.0


@dataclass
class Scene:
    image: NDArray[Any]
    dice: list[Truth]
    spots: list[list[float]] = field(default_factory=list)
    """Things that are no dice but may look like one: x, y, size in pixels."""


@dataclass
class Ground:
    """A photo of a real board without dice, and how many pixels wide a die on it would be."""

    image: NDArray[Any]
    die: float


@dataclass
class Cutout:
    """A real die cut from a photo."""

    image: NDArray[Any]  # h x w x 4
    value: int
    upright: bool
    scene: str = ""


UP = {
    6: np.array([0, 0, -1]),
    1: np.array([0, 0, 1]),
    2: np.array([0, 1, 0]),
    5: np.array([0, -1, 0]),
    3: np.array([1, 0, 0]),
    4: np.array([-1, 0, 0]),
}


def facing(value: int) -> NDArray[Any]:
    """The turn that brings the value's face on top."""
    n = UP[value]
    if value == 1:
        return np.eye(3)
    if value == 6:
        return np.diag([1.0, -1.0, -1.0])
    axis = np.cross(n, [0, 0, 1])
    return render.about(axis, np.pi / 2)


def top_quad(solid: Solid, camera: Camera) -> list[list[float]]:
    """The four corners of the upper face, in pixels, clockwise."""
    axis = int(np.abs(solid.turn[2]).argmax())
    sign = np.sign(solid.turn[2, axis])
    a, b = [i for i in range(3) if i != axis]
    local = []
    for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        p = np.zeros(3)
        p[axis], p[a], p[b] = sign, i, j
        local.append(solid.centre + solid.turn @ (p * solid.half))
    quad = camera.project(np.array(local))
    if cv2.contourArea(quad.astype(np.float32), True) < 0:
        quad = quad[::-1]
    return [[float(x), float(y)] for x, y in quad]


def light(rng: Rng) -> Light:
    az = rng.uniform(0, 2 * np.pi)
    el = np.deg2rad(rng.uniform(25, 85))
    d = np.array([np.cos(az) * np.cos(el), np.sin(az) * np.cos(el), np.sin(el)])
    key = rng.uniform(0.15, 0.97)
    win = rng.standard_normal(3)
    win[2] = abs(win[2]) + 0.3
    return Light(
        d,
        key * rng.uniform(0.9, 1.1, 3),
        (1.05 - key) * rng.uniform(0.9, 1.1, 3),
        np.full(3, rng.uniform(0, 0.15)),
        win / np.linalg.norm(win),
        float(rng.choice([0.02, 0.08, 0.2])),
    )


def place(
    rng: Rng,
    spots: list[NDArray[Any]],
    low: NDArray[Any],
    high: NDArray[Any],
    radius: float,
    taken: list[tuple[NDArray[Any], float]],
    clump: float,
) -> NDArray[Any] | None:
    for _ in range(30):
        if spots and rng.random() < clump:
            base = spots[int(rng.integers(len(spots)))]
            a = rng.uniform(0, 2 * np.pi)
            p = base + rng.uniform(1.0, 1.5) * np.array([np.cos(a), np.sin(a)])
        else:
            p = rng.uniform(low, high)
        if all(np.linalg.norm(p - q) > (radius + r) for q, r in taken):
            return p
    return None


def die(
    rng: Rng,
    p: NDArray[Any],
    size: float,
    value: int,
    made: tuple[str, render.Material],
    shape: tuple[float, float | None],
) -> Solid:
    turn = render.yaw(rng.uniform(0, 2 * np.pi)) @ facing(value)
    if rng.random() < 0.06:
        turn = render.about(np.append(rng.standard_normal(2), 0), np.deg2rad(rng.uniform(3, 12))) @ turn
    h = size / 2
    return Solid(
        np.array([p[0], p[1], h]), turn, np.full(3, h), shape[0] * h, shape[1] * h if shape[1] else None, made[1]
    )


def real_ground(rng: Rng, grounds: list[Ground], n: int, unit: float) -> NDArray[Any]:
    """An n x n piece of a photo of a real board, scaled so that a die is `unit` pixels wide on it."""
    ground = grounds[int(rng.integers(len(grounds)))]
    k = unit / (ground.die * float(np.exp(rng.normal(0, 0.25))))
    h, w = ground.image.shape[:2]
    side = n / k  # of the piece, in pixels of the photo
    x, y = (rng.uniform(min(0, v - side), max(0, v - side)) + side / 2 for v in (w, h))
    m: NDArray[Any] = cv2.getRotationMatrix2D((x, y), rng.uniform(0, 360), k)
    m[:, 2] += n / 2 - np.array([x, y])
    image = cv2.GaussianBlur(ground.image, (0, 0), 0.35 / k) if k < 0.7 else ground.image
    out = cv2.warpAffine(image, m, (n, n), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    return np.ascontiguousarray(out[:, ::-1]) if rng.random() < 0.5 else out


def compose(
    rng: Rng,
    width: int = 512,
    height: int = 512,
    cutouts: list[Cutout] | None = None,
    busy: float = 0.6,
    empty: float = 0.1,
    printed: float = 0.0,
    grounds: list[Ground] | None = None,
) -> Scene:
    """Renders dice (or none) on a drawn table, a printed board, or, with `grounds`, on a photo of a real board."""
    px = float(np.exp(rng.uniform(np.log(13), np.log(110))))
    if rng.random() < 0.06:
        px = rng.uniform(110, 260)
    if grounds:  # enlarged further, the board would be blurred under sharp dice
        px = float(np.exp(rng.uniform(np.log(13), np.log(62))))
    elevation = float(rng.choice([rng.uniform(30, 60), rng.uniform(50, 80), rng.uniform(75, 90)], p=[0.22, 0.4, 0.38]))
    roll = rng.uniform(-180, 180) if elevation > 72 or rng.random() < 0.03 else rng.uniform(-12, 12)
    focal = max(width, height) * float(np.exp(rng.uniform(np.log(0.75), np.log(2.2))))
    distance = focal / px
    camera = Camera.looking(width, height, focal, np.zeros(3), distance, elevation, rng.uniform(0, 360), roll)
    corners = camera.on_table(np.array([[0, 0], [width, 0], [width, height], [0, height]], float))
    if not np.isfinite(corners).all() or np.abs(corners).max() > 6 * width / px:
        camera = Camera.looking(width, height, focal, np.zeros(3), distance, 85.0, rng.uniform(0, 360), roll)
        corners = camera.on_table(np.array([[0, 0], [width, 0], [width, height], [0, height]], float))
    low, high = corners.min(0), corners.max(0)
    extent = float((high - low).max()) + 0.5
    n = int(np.clip(extent * px, 300, 1000))
    unit = n / extent
    prints: list[tuple[float, float, float]] = []
    if grounds:
        tex = real_ground(rng, grounds, n, unit)
    else:
        tex, prints = board(rng, n, unit) if printed and rng.random() < printed else table(rng, n, unit, busy)
    centre = (low + high) / 2
    to_world = np.array(
        [[extent / n, 0, centre[0] - extent / 2], [0, -extent / n, centre[1] + extent / 2], [0, 0, 1.0]]
    )
    view = camera.plane() @ to_world
    image = (
        cv2.warpPerspective(tex, view, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT).astype(
            np.float32
        )
        / 255
    )
    lamp = light(rng)
    level = lamp.ambient * 0.95 + lamp.colour * lamp.direction[2]
    image *= level
    _gradient(rng, image)
    spots = [[*_apply(view, x, y), s / unit * px] for x, y, s in prints]
    count = (
        0
        if rng.random() < empty
        else int(
            rng.choice([1, 2, 3, 4, 5, 6, 8, 12, 18, 26], p=[0.12, 0.14, 0.14, 0.12, 0.12, 0.1, 0.1, 0.08, 0.05, 0.03])
        )
    )
    if px > 90:
        count = min(count, 4)
    use_cut = bool(cutouts) and elevation > 50 and rng.random() < (0.6 if grounds else 0.45)
    dice, solids, pasted = _objects(rng, camera, px, corners, count, cutouts if use_cut else None, spots, lamp)
    # A lone lamp or a flash leaves black shadows; under many lamps they are faint.
    dark = float((lamp.colour * lamp.direction[2]).mean() / level.mean()) * rng.uniform(0.5, 1.0)
    items: list[tuple[float, Truth | None, Solid | None, Cast | None]] = []
    for truth, block in solids:
        render.shade_ground(camera, block, lamp, dark, image)
        items.append((float(np.linalg.norm(block.centre - camera.position)), truth, block, None))
    for pasted_die, cut in pasted:
        items.append((-pasted_die.box[1], pasted_die, None, cut))
    items.sort(key=lambda item: -item[0])
    owner = np.full((height, width), -1, np.int16)
    seen = []
    for i, (_, _, solid, layer) in enumerate(items):
        cast = render.cast(camera, solid, lamp) if solid is not None else layer
        if cast is None:
            seen.append(0)
            continue
        if solid is None:
            _paste_shadow(image, cast, rng, dark)
        render.paint(image, cast)
        seen.append(_claim(owner, cast, i))
    for i, (_, truth, _, _) in enumerate(items):
        if truth is None or not seen[i]:
            continue
        truth.hidden = 1 - float((owner == i).sum()) / seen[i]
        b = truth.box
        x0, y0, x1, y1 = max(0, b[0]), max(0, b[1]), min(width, b[0] + b[2]), min(height, b[1] + b[3])
        inside = max(0, x1 - x0) * max(0, y1 - y0) / max(1, b[2] * b[3])
        if inside < 0.98:
            truth.hidden = max(truth.hidden, 1 - inside)
            truth.box = [x0, y0, x1 - x0, y1 - y0]
        if inside > 0.05:
            dice.append(truth)
    if rng.random() < 0.12:
        _glare(rng, image)
    return Scene(develop(rng, image), dice, spots)


def _claim(owner: NDArray[Any], cast: Cast, i: int) -> int:
    cover, (x, y) = cast[1], cast[2]
    x0, y0 = max(0, x), max(0, y)
    x1, y1 = min(owner.shape[1], x + cover.shape[1]), min(owner.shape[0], y + cover.shape[0])
    if x1 <= x0 or y1 <= y0:
        return 0
    m = cover[y0 - y : y1 - y, x0 - x : x1 - x] > 0.5
    owner[y0:y1, x0:x1][m] = i
    return int(m.sum())


def _apply(h: NDArray[Any], x: float, y: float) -> tuple[float, float]:
    p = h @ [x, y, 1]
    return float(p[0] / p[2]), float(p[1] / p[2])


def _objects(
    rng: Rng,
    camera: Camera,
    px: float,
    corners: NDArray[Any],
    count: int,
    cutouts: list[Cutout] | None,
    spots: list[list[float]],
    lamp: Light,
) -> tuple[list[Truth], list[tuple[Truth | None, Solid]], list[tuple[Truth, Cast]]]:
    taken: list[tuple[NDArray[Any], float]] = []
    places: list[NDArray[Any]] = []
    clump = float(rng.choice([0.0, 0.3, 0.8]))
    same = rng.random() < 0.55
    make = die_styles.other_material if rng.random() < 0.1 else die_styles.pip_material
    made = make(rng)
    shape = _shape(rng)
    sizes = rng.uniform(0.75, 1.3) if rng.random() < 0.2 else 1.0
    solids: list[tuple[Truth | None, Solid]] = []
    pasted: list[tuple[Truth, Cast]] = []
    for _ in range(count):
        q = rng.uniform([0.04 * camera.width, 0.04 * camera.height], [0.96 * camera.width, 0.96 * camera.height])
        target = camera.on_table(q[None])[0]
        p = place(rng, places, target - 0.01, target + 0.01, 0.62, taken, clump)
        if p is None:
            continue
        c = camera.project(np.array([[p[0], p[1], 0.5]]))[0]
        if not (-5 < c[0] < camera.width + 5 and -5 < c[1] < camera.height + 5):
            continue
        size = float(sizes ** rng.choice([-1, 1])) if sizes != 1.0 else 1.0
        taken.append((p, 0.5 * size * rng.choice([0.98, 1.25])))
        places.append(p)
        if cutouts:
            pasted.append(cut_layer(rng, cutouts, c, px * size * camera_scale(camera, p, px), rng))
            continue
        if not same:
            made, shape = (
                (die_styles.other_material if rng.random() < 0.1 else die_styles.pip_material)(rng),
                _shape(rng),
            )
        value = int(rng.integers(1, 7))
        solid = die(rng, p, size, value, made, shape)
        label = value if made[1].pips else OTHER
        pix = _shrunk(camera, solid)
        x0, y0 = pix.min(0)
        x1, y1 = pix.max(0)
        solids.append(
            (
                Truth(label, [float(x0), float(y0), float(x1 - x0), float(y1 - y0)], top_quad(solid, camera), made[0]),
                solid,
            )
        )
    extras = int(rng.choice([0, 2, 5, 10], p=[0.45, 0.25, 0.2, 0.1]))
    for _ in range(extras):
        q = rng.uniform([0, 0], [camera.width, camera.height])
        p = camera.on_table(q[None])[0]
        if any(np.linalg.norm(p - t) < r + 0.9 for t, r in taken):
            continue
        cube = rng.random() < 0.5
        half = (
            np.full(3, rng.uniform(0.2, 0.55))
            if cube
            else np.array([rng.uniform(0.5, 1), rng.uniform(0.35, 0.55), rng.uniform(0.06, 0.25)])
        )
        material = die_styles.blank_material(rng)[1] if cube else die_styles.tile_material(rng)
        solid = Solid(
            np.array([p[0], p[1], half[2]]), render.yaw(rng.uniform(0, 6.28)), half, 0.1 * half.min(), None, material
        )
        taken.append((p, float(half[:2].max())))
        solids.append((None, solid))
        c = camera.project(solid.centre[None])[0]
        spots.append([float(c[0]), float(c[1]), float(half[0] * 2 * px)])
    return [], solids, pasted


def camera_scale(camera: Camera, p: NDArray[Any], px: float) -> float:
    """How much larger than in the middle a thing at p appears."""
    depth = float((np.array([p[0], p[1], 0.5]) - camera.position) @ camera.turn[2])
    return camera.focal / depth / px


def _shape(rng: Rng) -> tuple[float, float | None]:
    roll = rng.random()
    if roll < 0.4:
        return float(rng.uniform(0.03, 0.18)), None
    if roll < 0.7:
        return float(rng.uniform(0.18, 0.45)), None
    return float(rng.uniform(0.05, 0.2)), float(rng.uniform(1.25, 1.55))


def _shrunk(camera: Camera, solid: Solid) -> NDArray[Any]:
    """The outline of the rounded solid, near enough for a box."""
    s = np.array([[i, j, k] for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)], float)
    inner = s * (solid.half - solid.radius)
    pts = [inner + solid.radius * a for a in np.vstack([np.eye(3), -np.eye(3), s / np.sqrt(3)])]
    p = np.vstack(pts)
    if solid.ball:
        r = np.linalg.norm(p, axis=1, keepdims=True)
        p = p * np.minimum(1, solid.ball / r)
    return camera.project(solid.centre + p @ solid.turn.T)


def cut_layer(rng: Rng, cutouts: list[Cutout], c: NDArray[Any], size: float, tint: Rng) -> tuple[Truth, Cast]:
    """One of these real dice, turned, in a colour drawn from `tint`, to be laid with its middle at c."""
    cut = cutouts[int(rng.integers(len(cutouts)))]
    image = cut.image
    if rng.random() < 0.5:
        image = np.ascontiguousarray(image[:, ::-1])
    k = size * rng.uniform(0.95, 1.25) / max(image.shape[:2])
    angle = rng.uniform(-15, 15) if cut.upright else rng.uniform(0, 360)
    h, w = image.shape[:2]
    m: NDArray[Any] = cv2.getRotationMatrix2D((w / 2, h / 2), angle, k)
    pts = cv2.transform(np.array([[[0, 0], [w, 0], [w, h], [0, h]]], np.float32), m)[0]
    x0, y0 = np.floor(pts.min(0))
    ow, oh = (np.ceil(pts.max(0)) - (x0, y0)).astype(int) + 1
    m[:, 2] -= (x0, y0)
    if k < 1:
        image = cv2.GaussianBlur(image, (0, 0), max(0.3, 0.45 / k)) if k < 0.7 else image
    warped = (
        cv2.warpAffine(image, m, (int(max(2, ow)), int(max(2, oh))), flags=cv2.INTER_LINEAR).astype(np.float32) / 255
    )
    cover = warped[..., 3]
    rgb = warped[..., :3]
    if tint.random() < 0.6:
        rgb = _recolour(tint, rgb)
    rgb = np.clip(rgb * rng.uniform(0.8, 1.15), 0, 1)
    ys, xs = np.nonzero(cover > 0.4)
    x, y = round(c[0] - ow / 2), round(c[1] - oh / 2)
    if len(xs) < 4:
        box = [float(x), float(y), float(ow), float(oh)]
    else:
        box = [float(x + xs.min()), float(y + ys.min()), float(np.ptp(xs) + 1), float(np.ptp(ys) + 1)]
    return Truth(cut.value, box, None, ""), (rgb * cover[..., None], cover, (x, y))


def _recolour(rng: Rng, rgb: NDArray[Any]) -> NDArray[Any]:
    hsv = cv2.cvtColor(np.clip(rgb, 0, 1).astype(np.float32), cv2.COLOR_BGR2HSV)
    hsv[..., 0] = (hsv[..., 0] + rng.uniform(0, 360)) % 360
    hsv[..., 1] = np.clip(hsv[..., 1] * rng.uniform(0.5, 1.3), 0, 1)
    out = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)
    if rng.random() < 0.3:
        out = out * (1 - (tint := rng.uniform(0, 0.6))) + out * rng.uniform(0.3, 1, 3).astype(np.float32) * tint
    return out


def _paste_shadow(image: NDArray[Any], cast: Cast, rng: Rng, dark: float) -> None:
    cover, (x, y) = cast[1], cast[2]
    size = max(cover.shape)
    dx, dy = rng.normal(0, 0.08, 2) * size
    hull = np.array(
        [
            [x + dx, y + dy],
            [x + dx + cover.shape[1], y + dy],
            [x + dx + cover.shape[1], y + dy + cover.shape[0]],
            [x + dx, y + dy + cover.shape[0]],
        ],
        np.float32,
    )
    hull = (hull - hull.mean(0)) * 0.85 + hull.mean(0)
    render._darken(image, hull[:, None], dark * 0.8, max(0.8, 0.08 * size))


def _gradient(rng: Rng, image: NDArray[Any]) -> None:
    h, w = image.shape[:2]
    gx, gy = rng.normal(0, 0.2, 2)
    image *= (
        (1 + gx * np.linspace(-1, 1, w)[None, :] + gy * np.linspace(-1, 1, h)[:, None])
        .clip(0.3, 1.8)[..., None]
        .astype(np.float32)
    )
    if rng.random() < 0.25:  # a hard shadow edge across the table
        a, d = rng.uniform(0, 6.28), rng.uniform(-0.5, 0.5)
        side = np.cos(a) * np.linspace(-1, 1, w)[None, :] + np.sin(a) * np.linspace(-1, 1, h)[:, None] > d
        soft = cv2.GaussianBlur(side.astype(np.float32), (0, 0), rng.uniform(1, 12))
        image *= (1 - rng.uniform(0.1, 0.5) * soft)[..., None]


def _glare(rng: Rng, image: NDArray[Any]) -> None:
    h, w = image.shape[:2]
    x, y, s = rng.uniform(0, w), rng.uniform(0, h), rng.uniform(0.05, 0.3) * w
    g = np.exp(-((np.arange(w)[None, :] - x) ** 2 + (np.arange(h)[:, None] - y) ** 2) / (2 * s * s))
    image += (rng.uniform(0.2, 0.8) * g)[..., None].astype(np.float32)


def develop(rng: Rng, image: NDArray[Any]) -> NDArray[Any]:
    """What a phone makes of it: white balance, exposure, blur, noise, sharpening, JPEG."""
    gains = (
        rng.normal(1, 0.06, 3) if rng.random() < 0.7 else np.array([rng.uniform(0.55, 1.25), 1, rng.uniform(0.8, 1.35)])
    )
    image = image * (gains * np.exp(rng.normal(0, 0.25))).astype(np.float32)
    image = np.clip(image, 0, 1.5)
    image = image ** float(np.exp(rng.normal(0, 0.15)))
    roll = rng.random()
    if roll < 0.3:
        image = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.4, 1.3))
    elif roll < 0.36:
        k = int(rng.integers(3, 8))
        kernel: NDArray[Any] = np.zeros((k, k), np.float32)
        kernel[k // 2] = 1.0 / k
        m = cv2.getRotationMatrix2D((k / 2 - 0.5, k / 2 - 0.5), rng.uniform(0, 180), 1)
        kernel = cv2.warpAffine(kernel, m, (k, k))
        image = cv2.filter2D(image, -1, kernel / max(kernel.sum(), 1e-3))
    elif roll < 0.6:
        image = image + rng.uniform(0.2, 1.0) * (image - cv2.GaussianBlur(image, (0, 0), 1.2))
    if rng.random() < 0.7:
        image = image + rng.normal(0, rng.uniform(0.003, 0.045), image.shape).astype(np.float32)
    out = (np.clip(image, 0, 1) * 255).astype(np.uint8)
    packed = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(40, 96))])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR))
