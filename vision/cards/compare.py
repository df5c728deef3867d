"""Is this really that card? Bring it into register, even out light and blur, and look where the two still differ."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.geometry import CELL, FRAMES, Grid, Points, mask_of, sane, through
from vision.cards.lightness import COARSE, Lightness
from vision.cards.sample import Look, midmost, relief_of

GRAIN: Final = 5.0
"""What paper, noise and compression may differ by, in steps of lightness."""
TINT: Final = 2.0
"""How much more a step of colour weighs than one of lightness."""
LOST: Final = (0.0, 0.25)
"""With fewer of the marks in place than this after each pass, more do not help,"""
APART: Final = (0.0, 0.35, 0.6)
"""nor with fewer than this where no card lies on another,"""
UNLIKELY: Final = (0.55, 0.7, 0.7)
"""or with fewer than this if another is likelier there."""
ROUGHLY: Final = 0.6
"""With fewer in place than this after the first pass, the second is a coarse one, too."""
DARK: Final = 41.0
"""Lightness, this much added to it, is multiplied by the light."""
CLIPPED: Final = 249.0
BRIGHTER: Final = 12.0
"""Brighter than the light says by so much is a reflection."""
ENOUGH_CELLS: Final = 12
"""With fewer cells than this to be compared nothing is known."""
WEIGHTS: Final = np.array([1.0, TINT, TINT], np.float32)
SIGMAS: Final = (0.0, 0.6, 1.0, 1.5, 2.2, 3.2)


@dataclass(frozen=True, slots=True)
class Register:
    """The place after it was brought into register with a sample."""

    m: Points
    inliers: int
    share: float
    """Share of the sample's marks that were found where they belong."""
    drift: float
    """How far the place moved, in pixels of the frame."""


MARKS: Final = 40
ENOUGH: Final = 16
"""With fewer marks than this where a card shows, others are looked for there."""
PASSES: Final = 4
FEWEST: Final = 4
WIDER: Final = 3
"""Marks move about alike at first, so many times as roughly as they must in the end."""
MANY: Final = 14
PART: Final = 0.6
"""Of a card of which less than the second shows, fewer marks than the first move, turn and stretch it, and no more;"""
LEVER: Final = 2500.0
"""and marks less far apart than this, squared and added up, leave turn and size as they were."""
STOP: Final = (3, 12, 0.03)
"""A mark is tracked in so many steps at most, or until it moves less than this."""
WIDE: Final = 0.6
"""Marks over so much of a card say how it lies in perspective; of fewer a search must agree on it."""
SPAN: Final = 200.0
"""Places in the frame are worked with in so many pixels."""
REFINED: Final = 3
STIFF: Final = 1e-9 * np.eye(8)
STILL: Final = 1.0
"""A place that moved less than this, in pixels of the frame, is in register."""


def settle(
    light: Lightness,
    m: Points,
    shape: str,
    sample: Look,
    shown: Grid | None = None,
    apart: tuple[float, ...] = (),
    beside: bool = False,
) -> Register:
    """Move the place until the sample's own marks fall on those in the photo; `shown` is 0 where the card is hidden.

    `apart`: where no card lies on another, with which shares of them in place after each pass it is given up. There the
    first passes are coarse ones: they cost little and reach far, but what lies on a card spoils more of its marks.
    `beside`: a card beside it says how large it lies there.
    """
    lost = apart or LOST
    inliers, share, moved = 0, 0.0, 0.0
    points = sample.points
    if shown is not None and len(points):
        x, y = points.astype(int).T
        points = points[shown[y, x] > 0]
        if len(points) < ENOUGH:
            # The sharpest marks lie on the part that is hidden: those that show are taken, however soft.
            where = (mask_of(shape) * shown > 0).astype(np.uint8)
            found = cv2.goodFeaturesToTrack(sample.relief, MARKS, 0.03, 6, mask=where)
            points = points if found is None else found[:, 0]
    if len(points) < 4:
        return Register(m, 0, 0.0, 0.0)
    known_size = beside and shown is not None and float(shown.mean()) < PART
    for turn in range(PASSES):
        fine = not apart or turn > 1 or (turn == 1 and share > ROUGHLY)
        close = fine and turn > 0
        if fine:
            known, seen = sample.relief, relief_of(light.fine(m, shape), CELL)
            to, ok, _ = cv2.calcOpticalFlowPyrLK(
                known, seen, points, points.copy(), winSize=(17, 17), maxLevel=1 if close else 2, criteria=STOP
            )
        else:
            known, seen = sample.coarse, relief_of(light.coarse(m, shape), CELL // COARSE)
            at = np.asarray((points - (COARSE - 1) / 2) / COARSE, np.float32)
            to, ok, _ = cv2.calcOpticalFlowPyrLK(
                known, seen, at, at.copy(), winSize=(13, 13), maxLevel=1, criteria=STOP
            )
            to = to * COARSE + (COARSE - 1) / 2
        good = ok[:, 0] > 0
        good &= np.hypot(*(to - points).T) < (10 if close else 26)
        if np.count_nonzero(good) < 4:
            break
        a, b = points[good], to[good]
        few = known_size and len(a) < MANY
        if few:
            step, inside = _in_plane(a, b, 1.5 if close else 2.5)
        else:
            estimate = cv2.estimateAffine2D if len(a) >= 8 else cv2.estimateAffinePartial2D
            fit, kept = estimate(a, b, method=cv2.RANSAC, ransacReprojThreshold=1.5 if close else 2.5, maxIters=100)
            if fit is None or np.count_nonzero(kept) < FEWEST:
                break
            step, inside = np.vstack([fit, (0, 0, 1)]), kept[:, 0] > 0
        if np.count_nonzero(inside) < FEWEST:
            break
        # Where all is well already, perspective has nothing to add.
        if not few and MANY <= np.count_nonzero(inside) < len(inside):
            spread = cv2.contourArea(cv2.convexHull(a[inside])) / (FRAMES[shape][0] * FRAMES[shape][1])
            if spread > 0.25:
                sure = bool(apart) or spread > WIDE
                step, inside = (_in_perspective if sure else _agreed)(a, b, step, inside, 1.8 if close else 3.0)
        moved_to = m @ step
        if not sane(moved_to, shape, light.size) or np.abs(step[:2, :2] - np.eye(2)).max() > 0.3:
            break
        m = moved_to / moved_to[2, 2]
        inliers = int(np.count_nonzero(inside))
        share = inliers / len(points)
        far = float(np.hypot(*(b[inside] - a[inside]).T).mean())
        moved += far
        if (fine and far < STILL) or (turn < len(lost) and share < lost[turn]):
            break
    return Register(m, inliers, share, moved)


def _in_plane(a: Points, b: Points, near: float) -> tuple[Points, NDArray[np.bool_]]:
    """The map of `a` to `b` that turns, moves and stretches evenly, and which of them agree with it.

    A few marks near to each other say where a card lies, but neither how large it is nor how it is turned.
    """
    step, agree = np.eye(3), np.hypot(*(b - a - np.median(b - a, axis=0)).T) < WIDER * near
    for _ in range(REFINED):
        if agree.sum() < FEWEST:
            break
        p, q = a[agree].astype(float), b[agree].astype(float)
        from_, to = p.mean(axis=0), q.mean(axis=0)
        p, q = p - from_, q - to
        whole = float((p * p).sum()) + LEVER
        c = (float((p * q).sum()) + LEVER) / whole
        s = float((p[:, 0] * q[:, 1] - p[:, 1] * q[:, 0]).sum()) / whole
        turn = np.array([[c, -s], [s, c]])
        step = np.vstack([np.column_stack([turn, to - turn @ from_]), (0, 0, 1)])
        agree = np.hypot(*(through(step, a) - b).T) < near
    return step, agree


def _in_perspective(
    a: Points, b: Points, flat: Points, inside: NDArray[np.bool_], near: float
) -> tuple[Points, NDArray[np.bool_]]:
    """The map of `a` to `b` with perspective, if more of them agree with it than with the flat one, and which do."""
    step, held = flat, inside
    p, q = a.astype(float) / SPAN, b.astype(float) / SPAN
    row = np.zeros((len(p), 2, 8))
    row[:, 0, 0:2] = row[:, 1, 3:5] = p
    row[:, 0, 2] = row[:, 1, 5] = 1
    row[:, :, 6:8] = -q[:, :, None] * p[:, None]
    for _ in range(REFINED):
        mine = row[held].reshape(-1, 8)
        found = np.linalg.solve(mine.T @ mine + STIFF, mine.T @ q[held].reshape(-1))
        full = np.append(found, 1.0).reshape(3, 3)
        gap = through(full, p) - q
        agree = (gap * gap).sum(axis=1) < (near / SPAN) ** 2
        if np.count_nonzero(agree) <= np.count_nonzero(held):
            break
        step, held = full, agree
    if step is flat:
        return flat, inside
    return np.asarray(np.diag([SPAN, SPAN, 1.0]) @ step @ np.diag([1 / SPAN, 1 / SPAN, 1.0])), held


def _agreed(
    a: Points, b: Points, flat: Points, inside: NDArray[np.bool_], near: float
) -> tuple[Points, NDArray[np.bool_]]:
    """The same by a search for some of them on which most agree."""
    full, held = cv2.findHomography(a, b, cv2.RANSAC, near, maxIters=60)
    return (full, held[:, 0] > 0) if full is not None and held.sum() > inside.sum() else (flat, inside)


def _cells(values: Grid) -> Grid:
    """Averages over cells."""
    h, w = values.shape[:2]
    return np.asarray(cv2.resize(values, (w // CELL, h // CELL), interpolation=cv2.INTER_AREA))


def _gains(seen: Grid, known: Grid, weight: Grid) -> NDArray[np.float32]:
    """By how much lightness, and both colours together, must be stretched to bring the known to the seen."""
    out = np.ones(3, np.float32)
    for part, low, high, prior in ((slice(0, 1), 0.4, 2.5, 400.0), (slice(1, 3), 0.5, 1.8, 800.0)):
        x, y = (np.ascontiguousarray(v[..., part]).reshape(-1) for v in (known, seen))
        w = np.repeat(weight.reshape(-1), part.stop - part.start)
        trust, gain = w, 1.0
        for _ in range(3):
            tx = trust * x
            gain = (float(tx @ y) + prior) / (float(tx @ x) + prior)
            trust = w / np.maximum(1.0, np.abs(y - gain * x) / 8.0)
        out[part] = np.clip(gain, low, high)
    return out


def _held(picture: Grid, mask: Grid) -> Grid:
    """A picture with nothing where the mask is 0."""
    return np.asarray(cv2.multiply(picture, cv2.merge((mask, mask, mask))))


def _products(one: Grid, two: Grid) -> Grid:
    """Averages over cells of one picture times the other."""
    return _cells(cv2.multiply(one, two)).reshape(-1, 3)


FEATURES: Final = (
    "mean", "half", "most", "nearly", "worst", "unexplained", "light", "colour", "bad", "patch", "info", "valid",
    "missing", "novel", "burnt", "blur", "wash",
    "gone", "fresh", "shine", "blob", "blobs", "hue", "strength", "tone",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Comparison:
    """What remained different after everything harmless was taken away."""

    values: NDArray[np.float64]
    """One number per FEATURES."""
    disagreement: Grid
    """Per cell: 0 the same, 1 as different as two unrelated pictures, or hidden."""
    differs: Grid
    """The same with 0 where nothing could be compared."""

    def __getitem__(self, name: str) -> float:
        return float(self.values[FEATURES.index(name)])


@dataclass(frozen=True, slots=True)
class Left:
    """What differs between two pictures in register: enough to say which card is likelier, before all of it is told."""

    seen: Look
    known: Look
    shape: str
    mask: Grid
    unexplained: float
    blur: float
    gains: NDArray[np.float32]
    sums: tuple[Grid, Grid, Grid, float]
    """Of what is seen, of the known and of both together the squares of each colour, and how many pixels there are."""
    power: tuple[Grid, Grid, Grid]
    """By cells: what differs, and what is printed on each."""
    use: NDArray[np.bool_]

    def told(self) -> Comparison:
        """The differences in numbers."""
        seen, known, use, (off, ca, cb) = self.seen, self.known, self.use, self.power
        if np.count_nonzero(use) < ENOUGH_CELLS:
            nothing = np.array([2.0] * 6 + [0, 0] + [1.0] * 2 + [0.0] * 15)
            return Comparison(nothing, np.ones_like(off), np.zeros_like(off))
        floor = GRAIN * GRAIN
        share = np.clip(off / (0.5 * (ca + cb) + floor), 0, 2).astype(np.float32)
        d = share[use]
        q50, q75, q90, q97 = _ranks(d, (0.5, 0.75, 0.9, 0.97))
        info = 0.5 * (ca + cb)[use] > 1.5 * floor
        patch = _worst(share, use)
        ncc, tint = _likeness(*self.sums)
        wash = (seen.cells - known.cells)[use][:, 1:] * self.gains[1]
        wash = wash - midmost(wash)
        bad = share > 0.6
        missing = float((bad & (cb > 2 * ca))[use].mean())
        novel = float((bad & (ca > 2 * cb))[use].mean())
        brighter = seen.cells[..., 0] - known.cells[..., 0] * self.gains[0]
        brighter = brighter - float(midmost(brighter[use]))
        shine = (brighter > 14) | (seen.cells[..., 0] > 244)
        # Print that is simply not there, on paper like that around it, is no glare and no die: it is another card.
        gone = _worst(share * ((cb > 3 * ca) & (ca < 6 * floor) & ~shine), use)
        fresh = _worst(share * ((ca > 2 * cb) & ~shine), use)
        burnt = float((seen.cells[..., 0][use] > 244).mean())
        whole = float((_cells(mask_of(self.shape)) > 0.6).sum())
        values = np.array([
            d.mean(), q50, q75, q90, q97, self.unexplained, ncc, tint, float(bad[use].mean()), patch,
            float(info.mean()), float(use.sum() / max(1.0, whole)),
            missing, novel, burnt, self.blur,
            _ranks(np.hypot(wash[:, 0], wash[:, 1]), (0.8,))[0],
            gone, fresh, float((bad & shine)[use].mean()), *_blobs(bad & use), *_hues(seen, known, self.mask),
        ])  # fmt: skip
        differs = np.where(use, share, 0).astype(np.float32)
        return Comparison(values, np.where(use, share, 1.0).astype(np.float32), differs)


def compare(seen: Look, known: Look, shape: str, valid: Grid | None = None) -> Comparison:
    """Two pictures in register, compared cell by cell."""
    return left(seen, known, shape, valid).told()


def left(seen: Look, known: Look, shape: str, valid: Grid | None = None) -> Left:
    """What differs between two pictures in register."""
    mask = mask_of(shape) if valid is None else mask_of(shape) * valid
    shone = _glare(seen, known, mask)
    if shone is not None:
        mask = mask * shone
    ratio = seen.energy / max(known.energy, 1e-6)
    # Laplacian energy falls with blur about as (1 + 4 sigma^2)^-2 for ordinary pictures.
    sigma = float(np.sqrt(max(0.0, (max(ratio, 1 / ratio) ** 0.5 - 1) / 4)))
    sigma = min(SIGMAS, key=lambda v: abs(v - sigma))
    ha, hb = (seen.high(0.0), known.high(sigma)) if ratio < 1 else (seen.high(sigma), known.high(0.0))
    gains = _gains(*(v[::4, ::4] for v in (ha, hb, mask)))
    cells = _cells(mask)
    weight = np.maximum(cells, 1e-6)
    here, there = _held(ha, mask), _held(hb, mask)
    power, other, both = _products(here, ha), _products(there, hb), _products(here, hb)
    # The squared difference, light and colour in one number: known print is stretched to what is seen.
    ca, cb, off = (
        (v @ WEIGHTS).reshape(cells.shape) / weight
        for v in (power, other * gains**2, power - 2 * gains * both + gains**2 * other)
    )
    off = np.maximum(off, 0.0)
    ca, cb = cv2.blur(ca, (3, 3)), cv2.blur(cb, (3, 3))
    use = weight > 0.6
    total = float((ca + cb)[use].sum()) / 2 + 1e-6
    unexplained = min(2.0, float(off[use].sum()) / total) if np.count_nonzero(use) >= ENOUGH_CELLS else 2.0
    blur = sigma * (1 if ratio < 1 else -1)
    pixels = CELL * CELL
    sums = (*(v.sum(axis=0) * pixels for v in (power, other * gains**2, both * gains)), float(cells.sum()) * pixels)
    return Left(seen, known, shape, mask, unexplained, blur, gains, sums, (off, ca, cb), use)


def _ranks(values: Grid, shares: tuple[float, ...]) -> list[float]:
    """The values below which these shares lie."""
    line = np.sort(values)
    return [float(line[int(share * (len(line) - 1))]) for share in shares]


def _blobs(bad: NDArray[np.bool_]) -> tuple[float, float]:
    """How large the largest connected difference is, as a share of the card, and how many there are."""
    n, _, stats, _ = cv2.connectedComponentsWithStats(bad.astype(np.uint8), connectivity=8)
    sizes = stats[1:n, cv2.CC_STAT_AREA]
    return (float(sizes.max()) / bad.size, float((sizes > 1).sum())) if len(sizes) else (0.0, 0.0)


def _glare(seen: Look, known: Look, mask: Grid) -> Grid | None:
    """Where the card shines: brighter than anything printed on it could be; 0 there, None when nowhere.

    A card that is white all over can hide print under glare only by being taken for another, so there it is no excuse.
    """
    use = _cells(mask) > 0.5
    if np.count_nonzero(use) < 12:
        return None
    s = seen.cells[..., 0]
    low, mid = _ranks(s[use], (0.25, 0.5))
    known_low, known_mid, known_high = _ranks(known.cells[..., 0][use], (0.25, 0.5, 0.98))
    gain = np.clip((mid - low) / max(known_mid - known_low, 4.0), 0.6, 1.6)
    brightest = min(250.0, mid + gain * (known_high - known_mid) + 12)
    shine = (s > brightest) & use
    if not shine.any():
        return None
    # Paper under a bright lamp is as bright as a reflection; a reflection is brighter than the light around it.
    shine &= s > (known_high + DARK) * np.exp(_light(s, known.cells[..., 0], use)) - DARK + BRIGHTER
    shine = shine.astype(np.uint8)
    share = float(shine.sum() / use.sum())
    if not 0.01 < share < 0.6:
        return None
    shine = cv2.dilate(shine, np.ones((3, 3), np.uint8))
    h, w = mask.shape
    return np.asarray(1.0 - cv2.resize(shine, (w, h), interpolation=cv2.INTER_NEAREST).astype(np.float32))


@cache
def _surface(h: int, w: int) -> Grid:
    """A plane and a bowl over cells, as columns."""
    y, x = (v.reshape(-1) for v in np.mgrid[-1 : 1 : h * 1j, -1 : 1 : w * 1j])
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1).astype(np.float32)


def _light(seen: Grid, known: Grid, use: NDArray[np.bool_]) -> Grid:
    """How much more light falls on the card seen in each cell, as a logarithm that is smooth over the card."""
    h, w = seen.shape
    terms = _surface(h, w)
    ratio = np.log((seen + DARK) / (known + DARK)).reshape(-1)
    burnt = seen.reshape(-1) > CLIPPED
    some = use.reshape(-1)
    light: Grid = np.full(h * w, midmost(ratio[some]), np.float32)
    weak = np.diag(np.array([1e-3, *[0.5] * 5], np.float32))
    for _ in range(4):
        # What is burnt out was at least so bright; what is brighter than the rest may be a reflection.
        wanted = np.where(burnt, np.maximum(ratio, light), ratio)
        far = (wanted - light) / np.where(wanted > light, 0.05, 0.1)
        trust = some / (1 + far * far)
        held = terms * trust[:, None]
        light = terms @ np.linalg.solve(held.T @ terms + weak, held.T @ wanted)
    return np.asarray(light.reshape(h, w))


def _hues(seen: Look, known: Look, mask: Grid) -> tuple[float, float, float]:
    """Whether the print has the same hues: their agreement, how strong colour is at all, and the worst place.

    Thin lines have little colour, so it is averaged over small cells before it is compared.
    """
    h, w = mask.shape
    size = (w // 4, h // 4)
    a, b, m = (cv2.resize(v, size, interpolation=cv2.INTER_AREA) for v in (seen.half, known.half, mask))
    s, k = (cv2.GaussianBlur(v[..., 1:], (0, 0), 0.8) * (m > 0.7)[..., None] for v in (a, b))
    count = max(1.0, float((m > 0.7).sum()))
    # A lamp weakens or strengthens each axis of colour; it never turns one round.
    lit = np.clip(((s * k).sum(axis=(0, 1)) + count) / ((k * k).sum(axis=(0, 1)) + count), 0.25, 2.5)
    k = k * lit.astype(np.float32)
    ss, kk, sk = float((s * s).sum()), float((k * k).sum()), float((s * k).sum())
    agreement = (sk + 0.5 * count) / np.sqrt((ss + 0.5 * count) * (kk + 0.5 * count))
    strength = np.sqrt(min(ss, kk) / count)
    apart = cv2.blur(np.hypot(*np.moveaxis(s - k, 2, 0)), (3, 3))
    both = cv2.blur(np.hypot(*np.moveaxis(s, 2, 0)) + np.hypot(*np.moveaxis(k, 2, 0)), (3, 3))
    return float(agreement), float(strength), float((apart / (both + 3.0)).max())


def _worst(share: Grid, use: NDArray[np.bool_]) -> float:
    """The worst three by three cells."""
    return float(cv2.blur(np.where(use, share, 0).astype(np.float32), (3, 3))[use].max())


def _likeness(left: Grid, right: Grid, both: Grid, count: float) -> tuple[float, float]:
    """How alike two pictures are in lightness and in colour: 1 the same, 0 unrelated."""
    out = []
    for part, floor in ((slice(0, 1), 4.0), (slice(1, 3), 12.0)):
        power = (float(left[part].sum()) + count * floor) * (float(right[part].sum()) + count * floor)
        out.append(float(both[part].sum()) / float(np.sqrt(power)))
    return out[0], out[1]


_SCALE: Final = np.array([1.0, TINT**0.5, TINT**0.5], np.float32)


def leanings(
    seen: Look, known: Look, others: list[Look], shape: str, valid: Grid | None = None
) -> list[tuple[float, float]]:
    """How far what is seen leans from the known card (0) towards each sibling (1), and how much those two differ."""
    if not others:
        return []
    mask = np.ascontiguousarray((mask_of(shape) if valid is None else mask_of(shape) * valid)[::2, ::2])
    s = cv2.GaussianBlur(seen.half, (0, 0), 0.8)
    gains = _gains(*(v[::2, ::2] for v in (s, known.half, mask)))
    scale = (gains * _SCALE) ** 2
    base = known.half
    # Only products summed over the card are asked for, so that gains and colours are weighed at the end.
    count = max(float(mask.sum()), 1.0)
    out = []
    for other in others:
        gap = other.half - base
        held = _held(gap, mask)
        power = float(_summed(held, gap) @ scale)
        toward = float(_summed(held, s) @ (scale / gains) - _summed(held, base) @ scale)
        out.append((toward / (power + count * 2.0), float(np.sqrt(power / count))))
    return out


def _summed(one: Grid, two: Grid) -> NDArray[np.float64]:
    """The sum over all pixels of one picture times the other, colour by colour."""
    return np.array(cv2.sumElems(cv2.multiply(one, two)))[:3]
