"""The search of one photo: whole outlines first, then corners and local marks where something is left unexplained."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.bare import lying
from vision.cards.belief import NAME_FROM, belief
from vision.cards.check import FEATURES
from vision.cards.corners import Lines, as_frame, hypotheses, lines, side_quads
from vision.cards.find import Edges, Place, backed, edge_maps, find, shrunk, without
from vision.cards.gallery import Gallery, Shelf
from vision.cards.geometry import FRAMES, Image, Points, area, outline_of, sane
from vision.cards.guesses import LEAD, guesses_at, slim, worth
from vision.cards.local import Sighting, beside, sightings
from vision.cards.rest import Spot, cardlike, free, marks_in, unexplained
from vision.cards.verify import Finding, Guess, verify

LIKELY: Final = 0.34
"""Prints less alike than this are not worth a closer look."""
WORTH: Final = 0.5
"""Likeness and lead over the next card, together at least this much, make a place worth a closer look."""
IN_VAIN: Final = 8
"""After this many places in a row that were looked at in vain, the less likely ones are left."""
DIM: Final = 0.26
"""The print of what is certainly a card is looked at closely from here on."""
FITTING: Final = 0.6
"""A print at least so alike was laid on the card well."""
PATIENCE: Final = 4
"""How many outlines without a name are looked at again at most."""
INSETS: Final = (1.0, 0.95, 0.9)
"""How much smaller than its sleeve a card may be."""
HALF_ALIKE: Final = 0.42
"""The part that shows of a covered card must be at least this much like it."""
HALF_WORTH: Final = 0.58
"""The same of likeness and lead over the next card together."""
CORNERS: Final = 5
"""How many places judged by a corner are looked at."""
CLOSED: Final = 6.0
"""How much likelier a name is when nothing but taught cards can lie here."""
AGAIN: Final = 0.02
"""What is less likely than this is not looked at a second time."""
HIDDEN: Final = 0.68
"""A card of which more than this is hidden is not sought."""
BAD: Final = FEATURES.index("bad")
COVERED: Final = 0.2
"""With more of it different than this, something may lie on a card; what lies on top gets its name first."""
SIDES: Final = 0.7
"""Of a card that lies on others, this much of its edge must show."""
TWICE: Final = 0.95
"""A card that was already seen in the photo must be this likely to be there again: it may be its sibling."""
TRIES: Final = 3
"""How many places that mean the same card are looked at before it is left."""
FIRM: Final = 0.94
"""An outline this good, and as large and slim as a card, is a card, known or not."""

Judge = Callable[[NDArray[np.float64]], float]


@dataclass(frozen=True, slots=True)
class Seen:
    """A card recognised, or a card-like thing that is none of those known (p below NAME_FROM)."""

    finding: Finding
    id: str
    p: float
    ring: Points
    others: tuple[tuple[str, float], ...] = ()
    hidden: float = 0.0


@dataclass(frozen=True, slots=True)
class Stranger:
    """An outline as large and as slim as a known card, with no name."""

    shape: str
    m: Points
    ring: Points
    firm: bool
    """So good an outline that it is a card for certain, and lies on top of what it covers."""


def overlap(a: Points, b: Points) -> tuple[float, float]:
    """How much of each of two outlines the other covers."""
    both, _ = cv2.intersectConvexConvex(a.astype(np.float32), b.astype(np.float32))
    return both / max(area(a), 1.0), both / max(area(b), 1.0)


def _key(rings: list[Points]) -> bytes:
    """The same for the same outlines, so that what follows from them is worked out once."""
    return b"".join(ring.tobytes() for ring in rings)


class Search:
    """One photo being searched: what was recognised so far, and what was looked at in vain."""

    def __init__(
        self, photo: Image, gallery: Gallery, judge: Judge = belief, weights: Mapping[str, float] | None = None
    ) -> None:
        self.photo, self.gallery, self.judge = photo, gallery, judge
        self.weights = weights or {}
        # When every card the rules allow has been taught, a stranger is unlikely.
        self.closed = bool(self.weights) and set(self.weights) <= set(gallery.ids)
        self.small, self.scale = shrunk(photo)
        self.lift = np.diag([1 / self.scale, 1 / self.scale, 1.0])
        self.named: list[Seen] = []
        self.doubtful: list[Seen] = []
        self.unnamed: list[Stranger] = []
        self.places: list[Place] = []
        self.tried: list[tuple[str, Points, float]] = []
        self.lies = lying(self.small)
        self.edges: Edges = edge_maps(self.small, cardlike(self.lies))
        self.spots: dict[bytes, list[Spot]] = {}
        self.drawn: dict[bytes, Lines] = {}

    def run(self) -> None:
        """Whole outlines first; then corners and local marks where something is left unexplained."""
        if not self.gallery.samples:
            return
        self.by_outline()
        self.unnamed = self.strangers()
        if self.by_patience():
            self.unnamed = self.strangers()
        if not self.named or self.unexplained():
            self.by_side()
            self.by_corner()
            before = len(self.named)
            self.by_marks()
            if len(self.named) > before and self.unexplained():
                self.by_corner()
        self.again()
        self.unnamed = self.strangers()

    def _above(self, ring: Points) -> list[Points]:
        """What may lie on a card with this outline: every card seen but itself."""
        firm = [s.ring for s in self.unnamed if s.firm]
        return [s.ring for s in self.named] + [r for r in firm if max(overlap(ring, r)) < 0.85]

    def _look(self, shelf: Shelf, guesses: list[Guess]) -> Seen | None:
        shape = shelf.rows[guesses[0].row][1].shape
        finding = verify(self.photo, shelf, guesses, self._above(outline_of(guesses[0].m, shape)))
        if finding is None:
            return None
        id = str(shelf.ids[finding.row])
        p = self.judge(finding.evidence)
        if self.weights:
            weight = max(self.weights.get(id, 0.05), 1e-6)
            odds = p / max(1 - p, 1e-9) * weight * (CLOSED if self.closed and id in self.weights else 1.0)
            p = odds / (1 + odds)
        left = finding.evidence[5]
        others = tuple((str(shelf.ids[row]), float(left / max(u, 1e-3))) for row, u in finding.rivals)
        return Seen(finding, id, p, outline_of(finding.m, finding.shape), others)

    def _keep(self, seen: Seen | None, whole: bool = False) -> bool:
        """Give it its name if that is likely enough; `whole`: and if nothing seems to lie on it."""
        if seen is None:
            return False
        enough = TWICE if any(s.id == seen.id for s in self.named) else NAME_FROM
        if seen.p < enough or (whole and seen.finding.evidence[BAD] > COVERED):
            self.doubtful.append(seen)
            return False
        if self._known_already(seen.ring, seen.id):
            return False
        self.named.append(seen)
        return True

    def _known_already(self, ring: Points, id: str = "") -> bool:
        """Whether a card recognised lies just there, or this very card almost there."""
        for seen in self.named:
            both = overlap(ring, seen.ring)
            if max(both) > 0.8 or min(both) > (0.4 if seen.id == id else HIDDEN):
                return True
        return False

    def by_outline(self) -> None:
        """Every outline that looks like a known card is looked at closely, the likeliest first."""
        shapes, slim = self._sought()
        self.places = find(self.edges, shapes, slim, self.edges.first)
        self._try(self.places)
        # Most photos are read by now: the other maps are for cards that still have no name.
        if self.named and not self.strangers() and not self.unexplained():
            return
        rest = find(self.edges, shapes, slim, without(self.edges.more, self._rings()))
        self.places += rest
        self._try(rest)

    def _sought(self) -> tuple[frozenset[str], tuple[float, float]]:
        """The shapes known, and how slim the rectangles are, from and to."""
        shelves = self.gallery.shelves
        rect = [s.aspect for _, s in shelves["rect"].rows] if "rect" in shelves else [0.7]
        return frozenset(shelves), (min(rect), max(rect))

    def _try(self, places: list[Place], whole: bool = False) -> None:
        """Look closely at those of these places that look like a known card; `whole`: name only what lies on top."""
        ranked = []
        for shape, shelf in self.gallery.shelves.items():
            mine = [p for p in places if p.shape == shape]
            found = guesses_at(self.small, mine, shelf, self.lift, self.photo)
            for place, guesses in zip(mine, found, strict=True):
                value = worth(guesses, shelf)
                if guesses[0].likeness > LIKELY and value > WORTH:
                    ranked.append((value, guesses, shelf, place.ring / self.scale))
        ranked.sort(key=lambda r: -r[0])
        before, in_vain = len(self.tried), 0
        for _, guesses, shelf, ring in ranked:
            if any(overlap(ring, s.ring)[0] > 0.7 for s in self.named):
                continue
            id = str(shelf.ids[guesses[0].row])
            if sum(i == id and min(overlap(ring, r)) > 0.75 for i, r, _ in self.tried) >= TRIES:
                continue
            if any(min(overlap(ring, r)) > 0.93 for _, r, _ in self.tried[:before]):
                continue
            self.tried.append((id, ring, guesses[0].likeness))
            in_vain = 0 if self._keep(self._look(shelf, guesses), whole) else in_vain + 1
            if in_vain >= IN_VAIN:
                break

    def by_patience(self) -> bool:
        """What is shaped like a card but has no name is looked at again; whether that gave a name.

        Its outline may be that of a sleeve or a shadow, and glare makes its print look less like the card's.
        """
        before = len(self.named)
        for stranger in self.unnamed[:PATIENCE]:
            here = [(id, like) for id, ring, like in self.tried if min(overlap(stranger.ring, ring)) > 0.9]
            # Where a print fitted well and the card was still not that one, it is one nobody taught.
            if any(like > FITTING for _, like in here):
                continue
            shelf = self.gallery.shelves[stranger.shape]
            w, h = FRAMES[stranger.shape]
            flat = np.diag([self.scale, self.scale, 1.0]) @ stranger.m
            insets = [np.array([[k, 0, w * (1 - k) / 2], [0, k, h * (1 - k) / 2], [0, 0, 1.0]]) for k in INSETS]
            places = [Place(stranger.shape, flat @ inset, 1.0) for inset in insets]
            best = max(guesses_at(self.small, places, shelf, self.lift, self.photo), key=lambda g: worth(g, shelf))
            id, like = str(shelf.ids[best[0].row]), best[0].likeness
            if like > DIM and (id, like) not in here:
                self._keep(self._look(shelf, best))
        return len(self.named) > before

    def strangers(self) -> list[Stranger]:
        """Outlines as large and as slim as known cards, with no name."""
        aspects = {shape: [s.aspect for _, s in shelf.rows] for shape, shelf in self.gallery.shelves.items()}
        h, w = self.photo.shape[:2]
        out: list[Stranger] = []
        # A sound outline goes before a larger one that swallowed a piece of the table.
        for place in sorted(self.places, key=lambda p: (min(p.fit, p.support) <= FIRM, -area(p.ring))):
            ring = place.ring / self.scale
            big, typical = area(ring), self._usual(place.shape)
            if place.fit < 0.93 or (not 0.4 < big / typical < 2.5 if typical else not 0.008 < big / (w * h) < 0.6):
                continue
            mine = aspects[place.shape]
            if place.shape == "rect" and not min(mine) - 0.1 < slim(ring) < max(mine) + 0.1:
                continue
            if (ring < 1).any() or (ring[:, 0] > w - 1).any() or (ring[:, 1] > h - 1).any():
                continue
            others = [s.ring for s in self.named] + [s.ring for s in out]
            if any(max(overlap(ring, other)) > 0.3 for other in others):
                continue
            # Without a card known by name the largest sound outline is the measure: a picture on a card is smaller.
            measure = typical or max([area(s.ring) for s in out if s.firm and s.shape == place.shape], default=big)
            firm = min(place.fit, place.support) > FIRM and 0.6 < big / measure < 1.6
            out.append(Stranger(place.shape, self.lift @ place.m, ring, firm))
        return out

    def _usual(self, shape: str) -> float:
        """How large the recognised cards of a shape are in the photo; 0 when there are none."""
        mine = [area(s.ring) for s in self.named if s.finding.shape == shape]
        return float(np.median(mine)) if mine else 0.0

    def _rings(self) -> list[Points]:
        """Every card seen so far, in the small picture."""
        rings = [s.ring for s in self.named] + [s.ring for s in self.unnamed if s.firm]
        return [ring * self.scale for ring in rings]

    def unexplained(self) -> list[Spot]:
        """The boxes of the small picture where a card seems to lie and none was seen."""
        rings = self._rings()
        key = _key(rings)
        if key not in self.spots:
            self.spots[key] = unexplained(self.lies, rings)
        return self.spots[key]

    def _lines(self) -> Lines:
        """The lines of the small picture where no card was seen."""
        rings = self._rings()
        key = _key(rings)
        if key not in self.drawn:
            self.drawn[key] = lines(without((self.edges.strongest, self.edges.strong), rings))
        return self.drawn[key]

    def by_side(self) -> None:
        """Cards that lie on others like them, so that only one whole side shows clearly."""
        if "rect" not in self.gallery.shelves:
            return
        shape, (h, w) = "rect", self.small.shape[:2]
        _, slim = self._sought()
        quads = side_quads(self._lines(), slim, 0.045 * max(w, h))
        places = [Place(shape, as_frame(quad, shape), 1.0) for quad in quads]
        self._try(backed(self.edges, [p for p in places if sane(p.m, shape, (w, h))], SIDES), True)

    def by_corner(self) -> None:
        """Cards of the size of those seen, of which at least a corner shows."""
        for shape in ("rect", "square"):
            mine = [s.ring for s in self.named if s.finding.shape == shape]
            mine += [s.ring for s in self.unnamed if s.firm and s.shape == shape]
            if not mine:
                continue
            like = sorted(mine, key=area)[len(mine) // 2] * self.scale
            shelf = self.gallery.shelves[shape]
            tries = 0
            rings = self._rings()
            open_ = free(self.small.shape, self.unexplained(), rings)
            found = hypotheses(self.small, self._lines(), shelf, shape, like, rings, open_)
            for likeness, lead, row, m in found:
                if likeness < HALF_ALIKE or tries >= CORNERS:
                    break
                if likeness + LEAD * lead < HALF_WORTH or self._known_already(outline_of(self.lift @ m, shape)):
                    continue
                tries += 1
                self._keep(self._look(shelf, [Guess(row, likeness, self.lift @ m)]))

    def by_marks(self) -> None:
        """Where something is left unexplained, cards are sought by their local marks."""
        boxes = self.unexplained()
        if not boxes:
            return
        marks, words = marks_in(self.small, self.lies, boxes, self._rings())
        size = (self.small.shape[1], self.small.shape[0])
        rows = self.gallery.row_on_shelf
        in_vain = 0
        for sighting in sightings(self.gallery.index, marks, words, size):
            shape, row = rows[sighting.row]
            shelf = self.gallery.shelves[shape]
            places = self._placed(sighting, shape, shelf.rows[row][1].aspect)
            places = [m for m in places if not self._known_already(outline_of(m, shape))]
            if not places:
                continue
            likely = [row, *shelf.siblings(row, 2)]
            looks = (self._look(shelf, [Guess(r, 0.6 if r == row else 0.5, m) for r in likely]) for m in places)
            in_vain = 0 if any(self._keep(seen) for seen in looks) else in_vain + 1
            if in_vain >= IN_VAIN // 2:
                break

    def _placed(self, sighting: Sighting, shape: str, aspect: float) -> list[Points]:
        """Where a card may lie whose marks were seen: like the nearest card of its size, and as its marks alone say."""
        alone = self.lift @ sighting.m
        ring = outline_of(alone, shape)
        mine = [s for s in self.named if s.finding.shape == shape and 0.7 < area(s.ring) / area(ring) < 1.4]
        out = [alone]
        if mine:
            nearest = min(mine, key=lambda s: float(np.hypot(*(s.ring.mean(axis=0) - ring.mean(axis=0)))))
            m = beside(sighting, shape, aspect, np.linalg.inv(self.lift) @ nearest.finding.m)
            if m is not None:
                out.insert(0, self.lift @ m)
        return out

    def again(self) -> None:
        """What was doubtful is looked at once more where cards found since lie on it."""
        doubtful, self.doubtful = self.doubtful, []
        for seen in sorted(doubtful, key=lambda s: -s.p):
            if seen.p < AGAIN:
                continue
            shares = [overlap(seen.ring, s.ring)[0] for s in self.named]
            if seen.p < NAME_FROM and (not shares or max(shares) < 0.08 or max(shares) > 0.75):
                continue
            shelf = self.gallery.shelves[seen.finding.shape]
            self._keep(self._look(shelf, [Guess(seen.finding.row, 0.6, seen.finding.m)]))
