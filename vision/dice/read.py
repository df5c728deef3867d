"""A photo of dice in, readings out: found, read, weighed with the rules, and a verdict on the whole."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np

from tableside.core.moves import text
from tableside.core.readings import Advice, Alternative, Box, DieKind, DieReading, Expect, Quad, Readings, Verdict
from vision import colour
from vision.dice import advice, prior, trust
from vision.dice.face import OTHER, look
from vision.dice.find import Found, find
from vision.dice.levels import levels
from vision.dice.trust import Belief
from vision.frames import changed

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.faces import Faces

    Image = NDArray[np.uint8]

SURE = 0.9
"""Below this a die is doubtful and gets advice of its own."""
MAYBE = 0.2
"""From this chance a place that was not taken for a die is still pointed out."""
SHOWN = 0.004
CONTRADICTED = 0.01
NEW = 0.25
"""A place of which more than this changed is new on the table."""


def read(
    image: Image, expect: Expect | None = None, faces: Faces | None = None, before: Image | None = None
) -> Readings:
    """Every die of the photo with its alternatives, and how far to trust them all together.

    `before`: the table before the roll; what has not changed since is printed there, or lay there all the time.
    """
    began = time.perf_counter()
    expect = expect or Expect()
    given = trust.fit()
    photo = levels(image)
    places = find(photo)
    if before is not None and (moved := changed(before, image)) is not None:
        places = [place for place in places if _new(place, moved, moved.shape[1] / image.shape[1])]
    beliefs = prior.weigh_values(trust.believe(look(photo, places), given), expect)
    dice, rest = prior.choose(beliefs, expect.counts, prior.OTHER_LEAST if faces is None else prior.LEAST)
    dice.sort(key=lambda b: (round(b.look.found.y / max(1.0, b.look.found.size)), b.look.found.x))
    told = advice.light(image)
    told_values, legal = _weigh_results(dice, expect)
    quads = [_sound(b) for b in dice]
    bodies = [colour.body(image, quad) for quad in quads]
    gains = colour.lamp(image, bodies, expect.colours)
    readings, chances = [], []
    for b, value, quad, tint in zip(dice, told_values, quads, bodies):
        hues = colour.name(tint, gains, expect.colours)
        reading, p = _reading(image, b, value, quad, hues, expect, faces)
        readings.append(reading)
        chances.append(p)
    sure = [b.sure for b in dice] if faces is None else chances
    whole = trust.chance(dice, rest, sure, given)
    doubtful = [b for b, p in zip(dice, chances) if b.die * p < SURE]
    told += advice.about_dice(image, dice, doubtful)
    told += [Advice(text("vision.maybe_a_die"), advice.box_of(b)) for b in rest if b.die > MAYBE][:3]
    told += [Advice(text("vision.not_a_known_face"), r.box) for r in readings if r.value is None]
    if not dice:
        told.append(Advice(text("vision.no_dice")))
    if dice and expect.counts and len(dice) not in expect.counts:
        told.append(Advice(text("vision.wrong_count", seen=len(dice), expected=" / ".join(map(str, expect.counts)))))
    if not legal:
        told.append(Advice(text("vision.not_legal")))
    doubted = not legal or trust.doubtful(dice, rest, sure)
    verdict = _verdict(readings, dice, whole, told, expect, doubted, given)
    size = (int(image.shape[1]), int(image.shape[0]))
    return Readings(verdict, size, tuple(readings), (), tuple(told), round((time.perf_counter() - began) * 1000, 1))


def _new(place: Found, moved: NDArray[np.bool_], scale: float) -> bool:
    """Whether the table changed where this is; `scale`: cells of the change a pixel."""
    middle = (place.x + place.w / 6, place.y + place.h / 6, place.w / 1.5, place.h / 1.5)
    x, y, w, h = (round(v * scale) for v in middle)
    part = moved[max(0, y) : y + h, max(0, x) : x + w]
    return bool(part.size) and float(part.mean()) > NEW


def _weigh_results(dice: list[Belief], expect: Expect) -> tuple[list[int], bool]:
    """The value told for each die; a legal whole result is preferred unless the picture contradicts them all."""
    free = [b.best for b in dice]
    if not expect.multisets or not dice or len(dice) > 12:
        return free, True
    fitted = prior.fit_result(dice, expect.multisets)
    if fitted is None or fitted[1] < CONTRADICTED:
        return free, False
    return fitted[0], True


def _reading(
    image: Image, b: Belief, value: int, quad: trust.Floats, hues: tuple[Alternative, ...], expect: Expect,
    faces: Faces | None,
) -> tuple[DieReading, float]:  # fmt: skip
    """One die, and the chance that its first alternative is right."""
    kind, ranked = DieKind.PIPS, _ranked(b, value)
    if faces is not None:
        kind, ranked = faces.read(image, b.look, ranked if b.best != OTHER else (), expect.values)
    elif value == OTHER:
        kind, ranked = DieKind.UNKNOWN, ()
    corners: Quad = tuple((round(float(x), 1), round(float(y), 1)) for x, y in quad)  # type: ignore[assignment]
    p = ranked[0].p if ranked else b.sure
    # The box has the size of the whole die and lies over its top face, where a finger would point.
    x, y, f = float(quad[:, 0].mean()), float(quad[:, 1].mean()), b.look.found
    box: Box = (round(x - f.w / 2, 1), round(y - f.h / 2, 1), round(f.w, 1), round(f.h, 1))
    return DieReading(box, corners, kind, str(hues[0].value), ranked, hues), p


def _ranked(b: Belief, value: int) -> tuple[Alternative, ...]:
    """Pip values by chance; the told one first."""
    order = sorted(range(1, 7), key=lambda v: (v != value, -b.values[v - 1]))
    return tuple(Alternative(v, round(b.values[v - 1], 4)) for v in order if v == value or b.values[v - 1] >= SHOWN)


def _sound(belief: Belief) -> trust.Floats:
    """The top face's corners, or the middle of the box when they make no sense."""
    quad, f = belief.look.quad, belief.look.found
    edges = np.linalg.norm(quad - np.roll(quad, -1, 0), axis=1)
    centre = np.abs(quad.mean(0) - np.array(f.centre))
    a = np.roll(quad, -1, 0) - quad
    b = np.roll(a, -1, 0)
    cross = a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]
    if (
        edges.min() > 0.2 * f.size
        and edges.max() < 1.3 * f.size
        and centre.max() < 0.4 * f.size
        and (np.all(cross > 0) or np.all(cross < 0))
    ):
        return quad if cross[0] > 0 else np.ascontiguousarray(quad[::-1])
    k = 0.35
    x, y = f.centre
    return np.array(
        [
            (x - k * f.w, y - k * f.h),
            (x + k * f.w, y - k * f.h),
            (x + k * f.w, y + k * f.h),
            (x - k * f.w, y + k * f.h),
        ],
        np.float32,
    )


def _verdict(
    readings: list[DieReading],
    dice: list[Belief],
    whole: float,
    told: list[Advice],
    expect: Expect,
    doubted: bool,
    given: trust.Fit,
) -> Verdict:
    if not readings:
        return Verdict.NONE
    wrong_count = bool(expect.counts) and len(readings) not in expect.counts
    small = min(b.look.found.size for b in dice) < given.smallest
    unread = any(r.value is None for r in readings)
    moved = any(r.kind is DieKind.PIPS and r.value != b.best for r, b in zip(readings, dice))
    cut = any(a.text.key in ("vision.cut_off", "vision.too_dark") for a in told)
    if whole >= given.clear and not (doubted or wrong_count or small or unread or moved or cut):
        return Verdict.CLEAR
    if whole >= given.close and any(r.value is not None for r in readings):
        return Verdict.CLOSE
    return Verdict.NONE
