"""Teaching: the cards in a photo are found, set upright, checked for blur, glare and cut edges, and made samples."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from tableside.core.moves import text
from tableside.core.readings import Advice, Box, CardReading, Quad, Readings, Verdict
from vision.cards.borders import bordered
from vision.cards.card_mask import lying
from vision.cards.find import Edges, Place, backed, edge_maps, find, shrunk, wide
from vision.cards.geometry import (
    FRAMES,
    Image,
    Points,
    angle_of,
    area,
    box_of,
    frame_corners,
    from_quad,
    outline_of,
    sane,
    spun,
    through,
    turn_of,
    turned,
)
from vision.cards.layout import neighbours
from vision.cards.recognise import large
from vision.cards.refine_edges import trimmed
from vision.cards.sample import Look, Sample, sample_of
from vision.cards.seen import overlap
from vision.cards.thumbnail_print import lab
from vision.cards.unexplained import SEEMS, cardlike, grown, unexplained

SMALL_SIDE: Final = 130
SOFT: Final = 2.0
BURNT: Final = 0.015
PIECE: Final = 0.75
"""An outline smaller than this, as a share of the other cards in the photo, may be only a part of a card."""
FEW: Final = 0.01
"""Where the mask network sees less of the photo as cards than this, it is not asked."""
LAID_OUT: Final = 2
"""From so many cards on they may lie in rows,"""
IN_ROW: Final = 0.72
"""and a missed neighbour must have edges along this much of its outline."""
PLAIN: Final = 0.88
"""Where outlines and what the network sees have so much in common, nothing more is sought."""
CLEARLY: Final = 0.1
"""Cards by their borders are believed where they have so much more of it; with less, on wicker, they lay worse."""
BLOB: Final = 0.45
"""Along how much of a blob the network sees there must be an edge."""
PATTERNED: Final = text("vision.card_busy")
BUSY: Final = 0.2
"""Where more of the table than this is edges, a card's own edge is easily missed."""


@dataclass(frozen=True, slots=True)
class Found:
    """One card in a teaching photo: where it lies, its sample, and what could be better about the photo."""

    shape: str
    quad: Quad
    sample: Sample
    picture: Image
    """The card upright, cut out, at most 520 pixels long."""
    advice: tuple[Advice, ...]
    sharpness: float
    glare: float
    cut_off: bool

    @property
    def good(self) -> bool:
        return not self.advice


@dataclass(frozen=True, slots=True)
class _Laid:
    """The outlines of the cards in a photo, and what they were found in."""

    photo: Image
    scale: float
    lift: Points
    lies: Image
    places: tuple[Place, ...]
    busy: tuple[bool, ...]
    """Whether the table around each is so busy that an edge of it may be taken for a card's."""

    def outline(self, place: Place) -> Points:
        """The place in the photo, its edges laid where the photo changes."""
        return trimmed(self.photo, self.lift @ place.m, place.shape)


def _laid(image: Image) -> _Laid:
    photo, scale = large(image)
    small, shrink = shrunk(photo)
    maps = edge_maps(small)
    lies = lying(small)
    places = _in_rows(_cards(small, maps, lies), maps, small, lies)
    crowd = [p.ring for p in places]
    busy = tuple(_busy(maps.strong, ring, crowd) > BUSY for ring in crowd)
    return _Laid(photo, scale, np.diag([1 / shrink, 1 / shrink, 1.0]), lies, tuple(places), busy)


def enrol(image: Image, face: str = "up") -> tuple[Found, ...]:
    """Every card in the photo, in reading order; turned so that its top is up as seen in the photo."""
    laid = _laid(image)
    found = []
    for place, busy in zip(laid.places, laid.busy, strict=True):
        m = laid.outline(place)
        card = _found(laid.photo, m, place.shape, laid.scale, face)
        if busy:
            box = box_of(outline_of(m, place.shape) / laid.scale)
            card = replace(card, advice=(*card.advice, Advice(PATTERNED, box)))
        found.append(card)
    return tuple(_reading_order(found))


def outlines(image: Image) -> Readings:
    """Every card in the photo, whatever it looks like: where it lies, without a name.

    On a patterned table, where edges alone say little, only what the network sees as a card is one. The advice is given
    where most lie on such a table and it sees next to nothing, or a card more.
    """
    laid = _laid(image)
    blind = float((laid.lies > SEEMS).mean()) < FEW
    pairs = zip(laid.places, laid.busy, strict=True)
    kept = [p for p, busy in pairs if not busy or (not blind and _within(p.ring, laid.lies) > SEEMS)]
    cards = []
    for place in kept:
        m = laid.outline(place)
        corners = _corners(*_upright(m, place.shape), place.shape, laid.scale)
        angle = angle_of(np.array(corners, np.float32))
        cards.append(CardReading(corners, place.shape, turn_of(angle), angle, "unknown", ()))
    size = (int(image.shape[1]), int(image.shape[0]))
    told = []
    if 2 * sum(laid.busy) > len(laid.busy) and (blind or _missed([p.ring for p in kept], laid.lies)):
        told.append(Advice(PATTERNED))
    return Readings(Verdict.CLOSE if cards else Verdict.NONE, size, (), tuple(cards), tuple(told))


def _missed(rings: list[Points], lies: Image) -> bool:
    """Whether the network sees a card that has no outline."""
    usual = float(np.median([area(ring) for ring in rings])) if rings else 0.0
    return any((x1 - x0) * (y1 - y0) > usual for x0, y0, x1, y1 in unexplained(lies, rings))


def _cards(small: Image, maps: Edges, lies: Image) -> list[Place]:
    """The outlines of cards among all edges, among those where the mask network sees cards, or those of its own blobs.

    The set that covers what the network sees best is taken; where it sees next to nothing, all edges are searched.
    Where none covers it well, cards of one size are sought by their borders.
    """
    whole = small.shape[0] * small.shape[1]
    every = find(maps)
    plain = _of_one_size(_outermost(every, whole), every)
    if float((lies > SEEMS).mean()) < FEW:
        return plain
    near = find(edge_maps(small, cardlike(lies)))
    sets = [plain, _of_one_size(_outermost(near, whole), near)]
    alone = [p for p in (*every, *near) if _alone(p.ring, lies)]
    sets.append(_of_one_size(_outermost(alone, whole), alone))
    blobs = _blobs(small, lies, maps)
    for places in list(sets):
        rest = [p for p in blobs if _apart(p, places)]
        sets.append([*places, *_alike(rest, places)])
    best = max(sets, key=lambda places: (round(_covered(places, lies), 2), len(places)))
    if _covered(best, lies) > PLAIN:
        return best
    pieces: list[Points] = []
    for ring in (*_parts(lies), *(p.ring for p in _outermost([*every, *near], whole) if p.shape in ("rect", "square"))):
        if _within(ring, lies) > SEEMS and all(min(overlap(ring, other)) < 0.7 for other in pieces):
            pieces.append(ring)
    framed = bordered(small, lies, pieces, 0.4 * min(small.shape[:2]))
    return framed if _covered(framed, lies) > _covered(best, lies) + CLEARLY else best


def _parts(lies: Image) -> list[Points]:
    """The parts of what the network sees that hang together once thin bridges between them are cut."""
    mask = cv2.erode((lies > 128).astype(np.uint8), np.ones((13, 13), np.uint8))
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    return [c[:, 0].astype(float) for c in contours if cv2.contourArea(c) > 0.002 * mask.size]


def _alone(ring: Points, lies: Image) -> bool:
    """Whether the network sees a card within an outline and less of one just around it: no picture on a card."""
    outer = np.zeros(lies.shape[:2], np.uint8)
    cv2.fillPoly(outer, [grown(ring, 1.22)], 1)
    cv2.fillPoly(outer, [grown(ring, 1.06)], 0)
    inside = _within(ring, lies)
    return inside > SEEMS and _mean(lies, outer) < 0.75 * inside


def _covered(places: list[Place], lies: Image) -> float:
    """How much these outlines and what the network sees as cards have in common, of all that either covers."""
    mine = np.zeros(lies.shape[:2], np.uint8)
    for place in places:
        cv2.fillPoly(mine, [grown(place.ring, 1.0)], 1)
    seen = lies > SEEMS
    return float(((mine > 0) & seen).sum() / max(1, ((mine > 0) | seen).sum()))


def _blobs(small: Image, lies: Image, maps: Edges) -> list[Place]:
    """The rectangles and discs the network sees by themselves, their edges laid where the photo changes."""
    mask = (lies > 128).astype(np.uint8)
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    size = (small.shape[1], small.shape[0])
    out = []
    for contour in contours:
        area_ = cv2.contourArea(contour)
        if area_ < 0.004 * mask.size:
            continue
        box = cv2.minAreaRect(contour)
        _, r = cv2.minEnclosingCircle(contour)
        if area_ > 0.88 * np.pi * r * r:
            (x, y), _ = cv2.minEnclosingCircle(contour)
            quad = np.array([(x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r)])
            out.append(Place("round", from_quad(quad, "round"), 1.0))
        elif area_ > 0.86 * box[1][0] * box[1][1] and 0.5 < min(box[1]) / max(box[1]) < 0.86:
            quad = cv2.boxPoints(box).astype(float)
            quad = np.roll(quad, 1, axis=0) if np.hypot(*(quad[1] - quad[0])) > np.hypot(*(quad[2] - quad[1])) else quad
            out.append(Place("rect", from_quad(quad, "rect"), 1.0))
    laid = [Place(p.shape, trimmed(small, trimmed(small, p.m, p.shape), p.shape), 1.0) for p in out]
    return backed(maps, [p for p in laid if sane(p.m, p.shape, size)], BLOB)


def _alike(rest: list[Place], places: list[Place]) -> list[Place]:
    """Of these outlines those about as large as the cards found, all of them where none was found."""
    if not places:
        return rest
    usual = float(np.median([area(p.ring) for p in places]))
    return [p for p in rest if 0.6 < area(p.ring) / usual < 1.6]


def _in_rows(places: list[Place], maps: Edges, small: Image, lies: Image) -> list[Place]:
    """With the cards of a regular layout whose own outline was missed: edges, or the mask, where a neighbour must lie.

    A picture on a card that was taken for one gives way to the card.
    """
    shape = "rect"
    size = (small.shape[1], small.shape[0])
    usual = _largest([p for p in places if p.shape == shape])
    mine = [p for p in places if p.shape == shape and abs(area(p.ring) / max(usual, 1.0) - 1) < 0.3]
    if len(mine) < LAID_OUT:
        return places
    light = cv2.medianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2LAB)[..., 0], 5)
    soft = replace(maps, strong=wide(cv2.Canny(light, 12, 34)))
    while True:
        made = [trimmed(small, m, shape) for m in neighbours([p.m for p in mine], shape, size)]
        open_ = [Place(shape, m, 1.0) for m in made if sane(m, shape, size)]
        new = backed(maps, open_, IN_ROW) + [p for p in backed(soft, open_, BLOB) if _within(p.ring, lies) > SEEMS]
        before = len(mine)
        for place in new:
            if _apart(place, mine):
                mine.append(place)
        if len(mine) == before:
            break
    return mine + [p for p in places if _apart(p, mine)]


def _apart(place: Place, places: list[Place]) -> bool:
    """Whether an outline overlaps none of these."""
    return all(max(overlap(place.ring, other.ring)) < 0.1 for other in places)


def _largest(places: list[Place]) -> float:
    """The usual area of the larger of these outlines: what is much smaller may be a picture on a card."""
    sizes = [area(p.ring) for p in places]
    return float(np.median([size for size in sizes if size > 0.6 * max(sizes)])) if sizes else 0.0


def _mean(lies: Image, where: Image) -> float:
    return float(lies[where > 0].mean()) if where.any() else 0.0


def _within(ring: Points, lies: Image) -> float:
    """How surely the network sees a card within an outline, from 0 to 255."""
    inner = np.zeros(lies.shape[:2], np.uint8)
    cv2.fillPoly(inner, [grown(ring, 0.9)], 1)
    return _mean(lies, inner)


def whole(image: Image, shape: str | None = None, face: str = "up") -> Found:
    """A picture that is the card itself, cut to its edge."""
    photo, scale = large(image)
    h, w = photo.shape[:2]
    kind = shape or ("rect" if min(w, h) / max(w, h) < 0.86 else "square")
    quad = np.array([(0, 0), (w, 0), (w, h), (0, h)], float)
    if kind == "rect" and w > h:
        quad = np.roll(quad, 1, axis=0)
    return _found(photo, from_quad(quad, kind), kind, scale, face, filling=True)


def _outermost(places: list[Place], whole_area: float) -> list[Place]:
    """The outlines that are cards rather than pictures on them or things around them."""
    good = [
        p for p in places if p.fit > 0.9 and p.support > 0.75 and _right_kind(p) and area(p.ring) < 0.8 * whole_area
    ]
    good.sort(key=lambda p: -area(p.ring))
    rings = [p.ring for p in good]
    kept: list[int] = []
    for i, place in enumerate(good):
        if any(overlap(rings[i], rings[k])[0] > 0.3 for k in kept):
            continue
        inside = [j for j in range(i + 1, len(good)) if overlap(rings[j], rings[i])[0] > 0.9]
        # An outline that swallowed a piece of table has less of an edge than the card within it.
        if any(area(rings[j]) > 0.45 * area(rings[i]) and _firm(good[j]) > _firm(place) + 0.05 for j in inside):
            continue
        apart: list[int] = []
        for j in inside:
            if area(rings[j]) > 0.04 * area(rings[i]) and all(max(overlap(rings[j], rings[k])) < 0.05 for k in apart):
                apart.append(j)
        sizes = [area(rings[j]) for j in apart]
        # A tray or a mat holds several things of one size; a card has a picture, a text, and small ones.
        tray = len(apart) >= 3 and max(sizes) < 1.5 * min(sizes) and sum(sizes) > 0.3 * area(rings[i])
        if (tray and place.shape in ("rect", "square")) or (kept and area(rings[i]) < 0.25 * area(rings[kept[0]])):
            continue
        kept.append(i)
    return [good[i] for i in kept]


def _piece(place: Place, places: list[Place]) -> bool:
    """Whether an outline is much smaller than the others in the photo: then it may be a piece of a card."""
    sizes = [area(p.ring) for p in places if p.shape == place.shape or {p.shape, place.shape} == {"rect", "square"}]
    return len(sizes) > 2 and area(place.ring) < PIECE * float(np.median(sizes))


def _of_one_size(places: list[Place], every: list[Place]) -> list[Place]:
    """Where a picture splits a card in two, the outline around both is taken when it is as large as the other cards."""
    out: list[Place] = []
    for place in places:
        if not _piece(place, places):
            out.append(place)
            continue
        usual = float(np.median([area(p.ring) for p in places]))
        whole = [
            p
            for p in every
            if 0.85 < area(p.ring) / usual < 1.18
            and _right_kind(p)
            and overlap(place.ring, p.ring)[0] > 0.85
            and all(q is place or _piece(q, places) or max(overlap(p.ring, q.ring)) < 0.1 for q in places)
        ]
        best = max(whole, key=_firm, default=place)
        if all(max(overlap(best.ring, p.ring)) < 0.3 for p in out):
            out.append(best)
    return out


def _busy(edges: Image, ring: Points, crowd: list[Points]) -> float:
    """How full of edges the table is around a card, other cards left out."""
    middle = ring.mean(axis=0)
    band = np.zeros(edges.shape[:2], np.uint8)
    cv2.fillPoly(band, [np.round(middle + (ring - middle) * 1.3).astype(np.int32)], 1)
    for other in crowd:
        centre = other.mean(axis=0)
        cv2.fillPoly(band, [np.round(centre + (other - centre) * 1.08).astype(np.int32)], 0)
    return float((edges[band > 0] > 0).mean()) if band.any() else 0.0


def _firm(place: Place) -> float:
    """How surely an outline is a card's edge."""
    return place.support + min(place.fit, 2 - place.fit)


def _right_kind(place: Place) -> bool:
    """Whether the outline is rather this shape than its neighbour."""
    if place.shape not in ("rect", "square"):
        return True
    sides = np.hypot(*(np.roll(place.ring, -1, axis=0) - place.ring).T)
    a, b = sides[0] + sides[2], sides[1] + sides[3]
    return bool((min(a, b) / max(a, b) < 0.86) == (place.shape == "rect"))


def _upright(m: Points, shape: str) -> tuple[Points, bool]:
    """The place turned so that its top is up in the photo; True when the card then lies wider than high."""
    best, lying = m, False
    least = 1e9
    for quarter in range(4):
        way = (
            turned(m, shape, quarter)
            if shape in ("rect", "square")
            else m @ spun(shape, 90 * quarter if shape == "round" else 0)
        )
        quad = through(way, frame_corners(shape))
        top = quad[1] - quad[0] + quad[2] - quad[3]
        off = abs(np.arctan2(top[1], top[0]))
        if off < least:
            best, least = way, off
    if shape == "rect":
        # Four turns of a rectangle's frame exchange its sides: the frame must stay the long way up.
        quad = through(m, frame_corners(shape))
        long = (quad[3] - quad[0]) + (quad[2] - quad[1])
        lying = abs(long[0]) > abs(long[1])
        ways = [m, from_quad(np.roll(quad, 2, axis=0), shape)]
        want = np.array([1.0, 0.0]) if lying else np.array([0.0, 1.0])
        best = max(ways, key=lambda w: float(_down(w, shape) @ want))
    return best, lying


def _down(m: Points, shape: str) -> Points:
    quad = through(m, frame_corners(shape))
    return np.asarray((quad[3] - quad[0]) + (quad[2] - quad[1]))


def _found(photo: Image, m: Points, shape: str, scale: float, face: str, filling: bool = False) -> Found:
    m, lying = _upright(m, shape)
    w, h = FRAMES[shape]
    ring = outline_of(m, shape)
    grow = min(2.5, max(1.0, np.sqrt(area(ring) / (w * h))))
    size = (round(w * grow), round(h * grow))
    stretch = np.diag([w / size[0], h / size[1], 1.0])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    card = np.asarray(cv2.warpPerspective(photo, m @ stretch, size, flags=flags, borderMode=cv2.BORDER_REPLICATE))
    sides = np.hypot(*(np.roll(ring, -1, axis=0) - ring).T)
    aspect = (
        float(min(sides[0] + sides[2], sides[1] + sides[3]) / max(sides[0] + sides[2], sides[1] + sides[3]))
        if shape == "rect"
        else 1.0
    )
    base = sample_of(card, shape, face)
    sample = Sample(shape, base.jpeg, base.marks, base.descriptors, aspect, lying, face)
    sample.__dict__["print"] = base.print
    look = Look(base.picture, shape)
    light = lab(base.picture)[..., 0]
    glare = float((light > 251).mean()) if float(np.median(light)) < 232 else 0.0
    hp, wp = photo.shape[:2]
    cut = not filling and bool((ring < 2).any() or (ring[:, 0] > wp - 3).any() or (ring[:, 1] > hp - 3).any())
    box = box_of(ring / scale)
    advice = []
    if cut:
        advice.append(Advice(text("vision.card_cut_off"), box))
    if np.sqrt(area(ring)) < SMALL_SIDE * 0.8:
        advice.append(Advice(text("vision.card_too_small"), box))
    if look.energy < SOFT:
        advice.append(Advice(text("vision.card_blurred"), box))
    if glare > BURNT:
        advice.append(Advice(text("vision.card_glare"), _glare_box(light > 251, m, scale)))
    if lying:
        card = np.ascontiguousarray(np.rot90(card))
    return Found(shape, _corners(m, lying, shape, scale), sample, card, tuple(advice), look.energy, glare, cut)


def _corners(m: Points, lying: bool, shape: str, scale: float) -> Quad:
    """Where the card lies in the photo, from its own top left."""
    quad = through(m, frame_corners(shape)) / scale
    a, b, c, d = ((float(x), float(y)) for x, y in (np.roll(quad, -1, axis=0) if lying else quad))
    return a, b, c, d


def _glare_box(burnt: Image, m: Points, scale: float) -> Box:
    """Where in the photo the glare is."""
    ys, xs = np.nonzero(burnt)
    corners = np.array([(xs.min(), ys.min()), (xs.max(), ys.min()), (xs.max(), ys.max()), (xs.min(), ys.max())], float)
    return box_of(through(m, corners) / scale)


def _reading_order(found: list[Found]) -> list[Found]:
    """Row by row from the top, each from the left."""
    rows: list[list[Found]] = []
    for card in sorted(found, key=lambda f: _centre(f)[1]):
        high = max(p[1] for p in card.quad) - min(p[1] for p in card.quad)
        if rows and _centre(card)[1] - np.mean([_centre(f)[1] for f in rows[-1]]) < 0.5 * high:
            rows[-1].append(card)
        else:
            rows.append([card])
    return [card for row in rows for card in sorted(row, key=lambda f: _centre(f)[0])]


def _centre(found: Found) -> tuple[float, float]:
    return sum(p[0] for p in found.quad) / 4, sum(p[1] for p in found.quad) / 4
