"""A photo of dice in, readings out: found, read, weighed with the rules, and a verdict on the whole."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from tableside.core.moves import text
from tableside.core.readings import Advice, Alternative, Box, DieKind, DieReading, Expect, Quad, Readings, Verdict
from vision import colour
from vision.burst import changed
from vision.dice import advice, calibration, prior
from vision.dice.calibration import Belief
from vision.dice.classify import CONTEXT, OTHER, SIDE, Look, look
from vision.dice.find import TINY, Found, closer, find
from vision.dice.pyramid import levels
from vision.dice.single_pip import shows_single_pip
from vision.photo import load

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.dice.custom_faces import Faces

    Image = NDArray[np.uint8]

SURE = 0.9
"""Below this a die is doubtful and gets advice of its own."""
MAYBE = 0.2
"""From this chance a place that was not taken for a die is still pointed out."""
SHOWN, SUREST = 0.004, 0.9999
"""Chances that are told: rivals less likely are left out, and only a player is wholly sure."""
CONTRADICTED = 0.01
HALF = 2000
"""Longer side in pixels at which a large photo of dice is read first, which is decoded much sooner;"""
SMALL = SIDE / CONTEXT
"""dice below this many pixels tell the reader more at full size."""
NEW = 0.25
"""A place of which more than this changed is new on the table."""


def read(
    image: Image, expect: Expect | None = None, faces: Faces | None = None, before: Image | None = None
) -> Readings:
    """Every die of the photo with its alternatives, and how far to trust them all together.

    `before`: the table before the roll; what has not changed since is printed there, or lay there all the time. Where
    the rules know how many dice there are and fewer are new on the table, some lay there already, and all is looked at.
    """
    return weighed(image, expect, faces, before)[0]


def decoded(data: bytes, longest: int, seek: Callable[[Image], Readings]) -> tuple[Image, Readings]:
    """A photo of dice and its readings, at half its size unless it is not clear there and its dice are small."""
    image = load(data, min(longest, HALF))
    readings = seek(image)
    small = min((max(die.box[2:]) for die in readings.dice), default=0.0) < SMALL
    if max(image.shape[:2]) == HALF < longest and small and readings.verdict is not Verdict.CLEAR:
        image = load(data, longest)
        readings = seek(image)
    return image, readings


def weighed(
    image: Image, expect: Expect | None = None, faces: Faces | None = None, before: Image | None = None
) -> tuple[Readings, float]:
    """The same with the chance that all of it is right, 0 where something alone forbids to call the photo clear."""
    began = time.perf_counter()
    expect = expect or Expect()
    given = calibration.fit()
    photo = levels(image)
    places = find(photo)
    only_pips = faces is None and bool(expect.counts) and not prior.numbered(expect)

    pictures = faces is not None or prior.numbered(expect)
    seen: dict[Found, Look] = {}

    def believed(where: list[Found]) -> list[Belief]:
        new = [place for place in where if place not in seen]
        seen.update(zip(new, look(photo, new), strict=True))
        looks = [seen[place] for place in where]
        return prior.weigh_values(calibration.believe(looks, given, pictures), expect, only_pips)

    fresh = _since(before, image, places)
    beliefs = believed(fresh)
    if not prior.settled(beliefs, expect.counts, pictures):
        places = closer(photo, places)
        fresh = _since(before, image, places)
        beliefs = believed(fresh)
    if len(fresh) < len(places) and sum(b.die >= prior.LEAST for b in beliefs) < min(expect.counts, default=0):
        beliefs = believed(places)
    dice, rest = prior.choose(beliefs, expect.counts, prior.LEAST if pictures else prior.OTHER_LEAST)
    known = None
    if expect.counts:
        dice, rest, known = prior.given_counts(dice, rest, expect.counts)
    dice.sort(key=lambda b: (round(b.look.found.y / max(1.0, b.look.found.size)), b.look.found.x))
    told = advice.light(image)
    told_values, legal = _weigh_results(dice, expect)
    quads = [_sound(b) for b in dice]
    tints = colour.names(image, [colour.body(image, quad) for quad in quads], expect.colours)
    readings, chances = [], []
    for b, value, quad, hues in zip(dice, told_values, quads, tints):
        reading, p = _reading(image, b, value, quad, hues, expect, faces)
        readings.append(reading)
        chances.append(p)
    sure = [b.sure for b in dice] if faces is None else chances
    whole = calibration.chance(dice, rest, sure, given, known)
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
    doubted = not legal or calibration.doubtful(dice, rest, sure, known is not None)
    doubted = doubted or any(
        value == 1 and r.kind is DieKind.PIPS and not shows_single_pip(image, quad)
        for r, value, quad in zip(readings, told_values, quads)
    )
    doubted = doubted or _excluded(readings, dice, told, expect, given)
    verdict = _verdict(readings, whole, expect, doubted, given)
    size = (int(image.shape[1]), int(image.shape[0]))
    ms = round((time.perf_counter() - began) * 1000, 1)
    return Readings(verdict, size, tuple(readings), (), tuple(told), ms), 0.0 if doubted else whole


def _since(before: Image | None, image: Image, places: list[Found]) -> list[Found]:
    """The places where the table changed since the photo before, or all when that tells nothing."""
    moved = None if before is None else changed(before, image)
    if moved is None:
        return places
    return [place for place in places if _new(place, moved, moved.shape[1] / image.shape[1])]


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
    image: Image, b: Belief, value: int, quad: calibration.Floats, hues: tuple[Alternative, ...], expect: Expect,
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
    chances = {v: min(SUREST, round(b.values[v - 1], 4)) for v in order}
    return tuple(Alternative(v, p) for v, p in chances.items() if v == value or p >= SHOWN)


def _sound(belief: Belief) -> calibration.Floats:
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


def _excluded(
    readings: list[DieReading], dice: list[Belief], told: list[Advice], expect: Expect, given: calibration.Fit
) -> bool:
    """Whether something that no chance speaks of keeps the photo from being clear."""
    if not readings or (expect.counts and len(readings) not in expect.counts):
        return True
    # Among dice as small as this in the finest view, one may not have been seen at all.
    least = given.smallest if expect.counts else max(given.smallest, TINY)
    small = min(b.look.found.seen for b in dice) < least
    unread = any(r.value is None for r in readings)
    moved = any(r.kind is DieKind.PIPS and r.value != b.best for r, b in zip(readings, dice))
    return small or unread or moved or any(a.text.key in ("vision.cut_off", "vision.too_dark") for a in told)


def _verdict(
    readings: list[DieReading], whole: float, expect: Expect, doubted: bool, given: calibration.Fit
) -> Verdict:
    if not readings:
        return Verdict.NONE
    if whole >= (given.counted_clear if expect.counts else given.clear) and not doubted:
        return Verdict.CLEAR
    if whole >= given.close and any(r.value is not None for r in readings):
        return Verdict.CLOSE
    return Verdict.NONE
