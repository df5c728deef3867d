"""Tables with drawn cards: perspective, light, glare, sleeves, blur, noise, dice, overlaps; with exact truth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.cards.drawing import Drawn, Image, Rng, hue, polygon
from vision.training.cards.grounds import table

Points = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Lying:
    """The truth about one card on the table: quad clockwise from its own top left, and how much of it is hidden."""

    id: str
    shape: str
    quad: Points
    hidden: float
    symmetric: bool

    @property
    def angle(self) -> float:
        """Degrees clockwise from upright in the photo."""
        top = self.quad[1] - self.quad[0] + self.quad[2] - self.quad[3]
        return float(np.degrees(np.arctan2(top[1], top[0])) % 360)


@dataclass(frozen=True, slots=True)
class Rolled:
    """The truth about one die: where its top lies, what it shows, which card (by index) is under it."""

    centre: tuple[float, float]
    size: float
    value: int
    colour: str
    card: int | None


@dataclass(frozen=True, slots=True)
class Scene:
    """One composed photo with its truth."""

    image: Image
    cards: tuple[Lying, ...]
    dice: tuple[Rolled, ...] = ()


@dataclass(frozen=True, slots=True)
class Conditions:
    """How hard the photo is made; 1 is an ordinary phone photo, 0 a clean one."""

    tilt: float = 1.0
    light: float = 1.0
    blur: float = 1.0
    glare: float = 0.3
    sleeves: float = 0.2
    dice: float = 0.2
    noise: float = 1.0
    ground: int | None = None
    """0, 1 wood, 2 felt, 3 one colour, 4 cloth, 5 a picture, 6 wicker or paving; None any of them."""
    wash: float = 0.0
    """How often a lamp washes out a large part of a card."""
    shade: float = 0.0
    """How often a hard shadow falls over the table."""
    top: Image | None = None
    """A table top as large as the photo, in place of a drawn one."""


BODY = {
    "orange": (30, 130, 245),
    "pink": (180, 105, 240),
    "black": (35, 35, 35),
    "white": (240, 240, 240),
    "brown": (45, 75, 120),
    "blue": (200, 90, 30),
    "red": (40, 40, 210),
    "green": (60, 150, 50),
}
PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)],
    6: [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
}


def card_mask(card: Drawn) -> Image:
    """Where the card is within its frame: round corners, a disc, or a hexagon."""
    h, w = card.image.shape[:2]
    mask = np.zeros((h, w), np.uint8)
    if card.shape == "round":
        cv2.circle(mask, (w // 2, h // 2), w // 2 - 1, 255, -1, cv2.LINE_AA)
    elif card.shape == "hex":
        polygon(
            mask,
            np.array([(w / 2, 0), (w - 1, h / 4), (w - 1, 3 * h / 4), (w / 2, h - 1), (0, 3 * h / 4), (0, h / 4)]),
            (255, 255, 255),
        )
    else:
        r = max(2, int(min(w, h) * (0.045 if card.shape == "rect" else 0.02)))
        cv2.rectangle(mask, (r, 0), (w - 1 - r, h - 1), 255, -1)
        cv2.rectangle(mask, (0, r), (w - 1, h - 1 - r), 255, -1)
        for x in (r, w - 1 - r):
            for y in (r, h - 1 - r):
                cv2.circle(mask, (x, y), r, 255, -1, cv2.LINE_AA)
    return mask


def camera(rng: Rng, w: int, h: int, tilt: float) -> Points:
    """The view of a table seen almost, but not quite, from above."""
    f = 1.2 * max(w, h)
    ax, ay = rng.normal(0, 0.16 * tilt, 2).clip(-0.42, 0.42)
    az = rng.normal(0, 0.05)
    rx = np.array([[1, 0, 0], [0, np.cos(ax), -np.sin(ax)], [0, np.sin(ax), np.cos(ax)]])
    ry = np.array([[np.cos(ay), 0, np.sin(ay)], [0, 1, 0], [-np.sin(ay), 0, np.cos(ay)]])
    rz = np.array([[np.cos(az), -np.sin(az), 0], [np.sin(az), np.cos(az), 0], [0, 0, 1]])
    r = rx @ ry @ rz
    k = np.array([[f, 0, w / 2], [0, f, h / 2], [0, 0, 1]])
    # Points (x, y) of the table in pixels, seen from a distance of f.
    seen: Points = k @ np.column_stack([r[:, 0], r[:, 1], np.array([0, 0, f])])
    view: Points = seen @ np.array([[1, 0, -w / 2], [0, 1, -h / 2], [0, 0, 1.0]])
    return view


def through(m: Points, points: Points) -> Points:
    """Points sent through a homography."""
    out = np.column_stack([points, np.ones(len(points))]) @ m.T
    return out[:, :2] / out[:, 2:]


def _blend(image: NDArray[np.float32], layer: NDArray[Any], mask: NDArray[Any], x: int, y: int) -> None:
    h, w = mask.shape
    part = image[y : y + h, x : x + w]
    part += mask[..., None] * (layer.astype(np.float32) - part)


def _lay(
    image: NDArray[np.float32],
    owner: NDArray[np.int16],
    picture_: NDArray[Any],
    mask: Image,
    m: Points,
    index: int,
    shadow: float,
) -> float:
    """Put one flat thing on the table; returns its whole area in pixels."""
    h, w = image.shape[:2]
    ph, pw = mask.shape
    corners = through(m, np.array([(0, 0), (pw, 0), (pw, ph), (0, ph)], float))
    x0, y0 = np.floor(corners.min(0)).astype(int) - 12
    x1, y1 = np.ceil(corners.max(0)).astype(int) + 12
    cx0, cy0, cx1, cy1 = max(0, x0), max(0, y0), min(w, x1), min(h, y1)
    if cx1 - cx0 < 4 or cy1 - cy0 < 4:
        return 0.0
    local = np.array([[1, 0, -cx0], [0, 1, -cy0], [0, 0, 1.0]]) @ m
    size = (int(cx1 - cx0), int(cy1 - cy0))
    shrink = float(np.sqrt(cv2.contourArea(corners.astype(np.float32)) / (pw * ph)))
    if shrink < 0.6:
        picture_ = cv2.GaussianBlur(picture_, (0, 0), 0.35 / shrink)
    layer = cv2.warpPerspective(picture_, local, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    cover = cv2.warpPerspective(mask, local, size, flags=cv2.INTER_LINEAR).astype(np.float32) / 255
    if shadow > 0:
        dark = cv2.GaussianBlur(np.roll(cover, (3, 4), (0, 1)), (0, 0), 4) * shadow
        image[cy0:cy1, cx0:cx1] *= (1 - dark * (1 - cover))[..., None]
    _blend(image, layer, cover, cx0, cy0)
    owner[cy0:cy1, cx0:cx1][cover > 0.5] = index
    return float(abs(cv2.contourArea(corners.astype(np.float32)))) * float(mask.mean()) / 255


def die_picture(rng: Rng, value: int, colour: str, size: int = 64) -> tuple[Image, Image]:
    """A die seen from above: a rounded square with its pips."""
    body = BODY[colour]
    ink = (25, 25, 25) if sum(body) > 420 else (240, 240, 240)
    plain = np.full((size, size, 3), body, np.float32)
    image: Image = np.clip(plain + np.linspace(14, -14, size)[:, None, None], 0, 255).astype(np.uint8)
    mask = np.zeros((size, size), np.uint8)
    r = size // 6
    cv2.rectangle(mask, (r, 0), (size - 1 - r, size - 1), 255, -1)
    cv2.rectangle(mask, (0, r), (size - 1, size - 1 - r), 255, -1)
    for x in (r, size - 1 - r):
        for y in (r, size - 1 - r):
            cv2.circle(mask, (x, y), r, 255, -1, cv2.LINE_AA)
    for px, py in PIPS[value]:
        cv2.circle(
            image,
            (int(size / 2 + px * size * 0.26), int(size / 2 + py * size * 0.26)),
            size // 10,
            ink,
            -1,
            cv2.LINE_AA,
        )
    return image, mask


def _lamp(rng: Rng, strength: float) -> NDArray[np.float32]:
    """How strongly each colour is lit: by day, by a warm or a cool lamp, in a dim room."""
    cast = 1 + rng.normal(0, 0.05 * strength, 3)
    warmth = rng.normal(0, 0.2 * strength) if rng.random() < 0.4 else 0.0
    dim = rng.uniform(0.35, 0.8) if rng.random() < 0.2 * strength else 1.0
    lit = cast * np.exp([-warmth, 0, warmth]) * np.exp(rng.normal(0, 0.16 * strength)) * dim
    return np.asarray(lit, np.float32)


def finish(rng: Rng, image: NDArray[Any], how: Conditions) -> Image:
    """Light, blur, noise and compression: what a camera does."""
    h, w = image.shape[:2]
    if how.light > 0:
        field = cv2.resize(
            rng.normal(0, 0.14 * how.light, (3, 3)).astype(np.float32), (w, h), interpolation=cv2.INTER_CUBIC
        )
        image = image * (1 + field.clip(-0.45, 0.45))[..., None] * _lamp(rng, how.light)
        gamma = float(np.exp(rng.normal(0, 0.12 * how.light)))
        image = 255 * (image.clip(0, 400) / 255) ** gamma
        if rng.random() < 0.5 * how.light:
            lift = rng.uniform(0, 18)
            image = lift + image * (1 - lift / 255)
    image = image.clip(0, 255)
    if how.blur > 0:
        if rng.random() < 0.25 * how.blur:
            n = int(rng.integers(3, 8))
            kernel: NDArray[Any] = np.zeros((n, n), np.float32)
            kernel[n // 2] = 1 / n
            turn = cv2.getRotationMatrix2D((n / 2 - 0.5, n / 2 - 0.5), float(rng.uniform(0, 180)), 1)
            kernel = cv2.warpAffine(kernel, turn, (n, n))
            image = cv2.filter2D(image, -1, kernel / kernel.sum())
        sigma = abs(rng.normal(0.3, 0.6)) * how.blur
        if sigma > 0.3:
            image = cv2.GaussianBlur(image, (0, 0), sigma)
    if how.noise > 0:
        image = (
            image
            + rng.normal(0, rng.uniform(1, 5) * how.noise, (*image.shape[:2], 1))
            + rng.normal(0, rng.uniform(0.5, 2.5) * how.noise, image.shape)
        )
    out = np.clip(image, 0, 255).astype(np.uint8)
    return np.asarray(
        cv2.imdecode(
            cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(75, 96))])[1], cv2.IMREAD_COLOR
        )
    )


def places(
    rng: Rng, count: int, w: int, h: int, layout: str, aspect: float = 0.715
) -> tuple[list[tuple[float, float, float]], float]:
    """Centres and turns for the cards, and the length of a card, in table pixels."""
    if layout == "apart":
        rows = max(1, round(np.sqrt(count * h / w)))
        cols = -(-count // rows)
        cell = min(w / cols, h / rows)
        long = cell * rng.uniform(0.66, 0.78)
        slots = [(c, r) for r in range(rows) for c in range(cols)]
        free = rng.random() < 0.6
        square = rng.integers(0, 4) * 90
        out = []
        for k in rng.permutation(len(slots))[:count]:
            c, r = slots[int(k)]
            jx, jy = rng.uniform(-0.5, 0.5, 2) * (cell - long) * 0.5
            out.append(
                (
                    (c + 0.5) * w / cols + jx,
                    (r + 0.5) * h / rows + jy,
                    rng.uniform(0, 360) if free else square + rng.normal(0, 4),
                )
            )
        return out, long
    long = min(w, h) * rng.uniform(0.34, 0.5)
    if layout == "fan":
        cx, cy = w * rng.uniform(0.4, 0.6), h * rng.uniform(0.75, 0.95)
        spread = np.linspace(-1, 1, count) * min(38, 7 * count)
        radius = long * 1.25
        out = []
        for a in spread:
            t = np.radians(a)
            out.append((cx + radius * np.sin(t), cy - radius * np.cos(t), float(a)))
        return out, long
    out = []
    cx, cy, turn = w * rng.uniform(0.3, 0.5), h * rng.uniform(0.35, 0.6), rng.uniform(0, 360)
    for _ in range(count):
        out.append((cx, cy, turn))
        step = rng.uniform(0, 2 * np.pi)
        cx = float(np.clip(cx + long * 0.6 * np.cos(step), long * 0.55, w - long * 0.55))
        cy = float(np.clip(cy + long * 0.6 * np.sin(step), long * 0.55, h - long * 0.55))
        turn += rng.uniform(-60, 60)
    return out, long


def _wash(rng: Rng, image: NDArray[np.float32], mask: NDArray[np.bool_], quad: Points, long: float) -> None:
    """A lamp mirrored in a card: bright in its middle, fading over a large part of the card."""
    u, v = rng.uniform(0.1, 0.9, 2)
    centre = quad[0] + (quad[1] - quad[0]) * u + (quad[3] - quad[0]) * v
    wide, high = long * rng.uniform(0.12, 0.38, 2)
    h, w = mask.shape
    x, y = np.arange(w)[None, :] - centre[0], np.arange(h)[:, None] - centre[1]
    image += (mask * np.exp(-0.5 * ((x / wide) ** 2 + (y / high) ** 2)))[..., None] * rng.uniform(100, 380)


def _shade(rng: Rng, image: NDArray[np.float32]) -> None:
    """A shadow with a straight, rather hard edge over a part of the table."""
    h, w = image.shape[:2]
    t, soft = rng.uniform(0, 2 * np.pi), rng.uniform(4, 40)
    x, y = np.arange(w)[None, :] - w * rng.uniform(0.2, 0.8), np.arange(h)[:, None] - h * rng.uniform(0.2, 0.8)
    lit = 1 / (1 + np.exp(-np.clip((x * np.cos(t) + y * np.sin(t)) / soft, -30, 30)))
    image *= (1 - (1 - lit) * rng.uniform(0.25, 0.65))[..., None]


def compose(
    rng: Rng,
    cards: Sequence[Drawn],
    layout: str = "apart",
    size: tuple[int, int] = (1400, 1050),
    how: Conditions | None = None,
) -> Scene:
    """A photo of these cards lying apart, overlapping or in a fan."""
    how = how or Conditions()
    w, h = size
    spots, long = places(rng, len(cards), w, h, layout)
    rolls = []
    for k in range(len(cards)):
        if rng.random() < how.dice:
            rolls.append((k, int(rng.integers(1, 7)), str(rng.choice(sorted(BODY)))))
    return laid(rng, cards, spots, long, rolls, size, how)


def laid(
    rng: Rng,
    cards: Sequence[Drawn],
    spots: Sequence[tuple[float, float, float]],
    long: float,
    rolls: Sequence[tuple[int | None, int, str]],
    size: tuple[int, int] = (1400, 1050),
    how: Conditions | None = None,
    scales: Sequence[float] | None = None,
) -> Scene:
    """A photo of cards at given places with given dice on them (or beside them)."""
    how = how or Conditions()
    w, h = size
    view = camera(rng, w, h, how.tilt)
    top = table(rng, w, h, how.ground) if how.top is None else how.top
    image = cv2.warpPerspective(top, view, (w, h), borderMode=cv2.BORDER_REFLECT).astype(np.float32)
    owner = np.full((h, w), -1, np.int16)
    areas, quads, shines = [], [], []
    for k, (card, (cx, cy, turn)) in enumerate(zip(cards, spots, strict=True)):
        ph, pw = card.image.shape[:2]
        unit = long / max(ph, pw) * (scales[k] if scales else 1.0)
        t = np.radians(turn)
        c, s = unit * np.cos(t), unit * np.sin(t)
        place = np.array([[c, -s, cx - c * pw / 2 + s * ph / 2], [s, c, cy - s * pw / 2 - c * ph / 2], [0, 0, 1.0]])
        m = view @ place
        sleeve = card.shape == "rect" and rng.random() < how.sleeves
        if sleeve:
            pad = int(0.02 * pw) + 2
            big = cv2.copyMakeBorder(
                card.image,
                pad,
                pad,
                pad,
                pad,
                cv2.BORDER_CONSTANT,
                value=tuple(int(v) for v in rng.integers(90, 220, 3)),
            )
            edge = np.full(big.shape[:2], 130, np.uint8)
            _lay(image, owner, big, edge, m @ np.array([[1, 0, -pad], [0, 1, -pad], [0, 0, 1.0]]), k, 0.2)
        areas.append(_lay(image, owner, card.image, card_mask(card), m, k, float(rng.uniform(0, 0.5))))
        quads.append(through(m, np.array([(0, 0), (pw, 0), (pw, ph), (0, ph)], float)))
        if sleeve or rng.random() < how.glare:
            shines.append((k, quads[-1], sleeve))
    for k, quad, sleeve in shines:
        mask = (owner == k).astype(np.float32)
        if sleeve:
            image += mask[..., None] * rng.uniform(0, 22)
        for _ in range(int(rng.integers(0, 3))):
            u = rng.uniform(0.1, 0.9, 2)
            centre = quad[0] + (quad[1] - quad[0]) * u[0] + (quad[3] - quad[0]) * u[1]
            spot: NDArray[Any] = np.zeros((h, w), np.float32)
            r = long * rng.uniform(0.04, 0.16)
            cv2.ellipse(
                spot,
                (int(centre[0]), int(centre[1])),
                (int(r), int(r * rng.uniform(0.2, 1))),
                float(rng.uniform(0, 180)),
                0,
                360,
                1.0,
                -1,
            )
            spot = cv2.GaussianBlur(spot, (0, 0), r * 0.3 + 1)
            image += (spot * mask)[..., None] * rng.uniform(60, 230)
    for k, quad in enumerate(quads):
        if how.wash > 0 and rng.random() < how.wash:
            _wash(rng, image, owner == k, quad, long)
    if how.shade > 0 and rng.random() < how.shade:
        _shade(rng, image)
    dice: list[Rolled] = []
    for index, (on, value, colour) in enumerate(rolls):
        side = (
            long * float(rng.uniform(0.13, 0.19)) * (min(1.0, 0.8 * scales[on]) if scales and on is not None else 1.0)
        )
        for _ in range(40):
            if on is None:
                cx, cy = rng.uniform(side, w - side), rng.uniform(side, h - side)
            else:
                cx, cy = spots[on][0] + rng.normal(0, long * 0.14), spots[on][1] + rng.normal(0, long * 0.14)
            seat = through(view, np.array([[cx, cy]]))[0]
            x, y = int(seat[0]), int(seat[1])
            under = int(owner[y, x]) if 0 <= x < w and 0 <= y < h else -2
            clear = all(np.hypot(*(np.array(d.centre) - seat)) > side * 1.5 for d in dice)
            if clear and (under == (-1 if on is None else on)):
                break
        else:
            continue
        art, mask = die_picture(rng, value, colour)
        t, unit = rng.uniform(0, 2 * np.pi), side / 64
        c, s = unit * np.cos(t), unit * np.sin(t)
        place = np.array([[c, -s, cx - 32 * c + 32 * s], [s, c, cy - 32 * s - 32 * c], [0, 0, 1.0]])
        _lay(image, owner, art, mask, view @ place, 1000 + index, 0.6)
        dice.append(Rolled((float(seat[0]), float(seat[1])), side, value, colour, on))
    truth = []
    for k, card in enumerate(cards):
        seen = float((owner == k).sum())
        truth.append(Lying(card.id, card.shape, quads[k], 1 - min(1.0, seen / max(areas[k], 1.0)), card.symmetric))
    return Scene(finish(rng, image, how), tuple(truth), tuple(dice))


def portrait(rng: Rng, card: Drawn, side: int = 460) -> Image:
    """The owner's photo of one card, cut out: its own light, a little soft, its edge a little off."""
    h, w = card.image.shape[:2]
    scale = side / max(h, w)
    ow, oh = round(w * scale), round(h * scale)
    loose = rng.normal(0, 0.006, (4, 2)) * (w, h)
    target = np.array([(0, 0), (ow, 0), (ow, oh), (0, oh)], np.float32)
    m = cv2.getPerspectiveTransform((np.array([(0, 0), (w, 0), (w, h), (0, h)]) + loose).astype(np.float32), target)
    ground = np.full((h + 40, w + 40, 3), hue(rng, sat=(0, 90)), np.float32)
    mask = card_mask(card).astype(np.float32)[..., None] / 255
    ground[20 : 20 + h, 20 : 20 + w] += mask * (card.image - ground[20 : 20 + h, 20 : 20 + w])
    out = cv2.warpPerspective(
        ground,
        m @ np.array([[1, 0, -20], [0, 1, -20], [0, 0, 1.0]]),
        (ow, oh),
        flags=cv2.INTER_AREA,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return finish(rng, out.astype(np.float32), Conditions(light=0.7, blur=0.6, noise=0.7))
