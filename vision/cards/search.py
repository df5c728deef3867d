"""The search of one photo: whole outlines first, then corners and local marks where something is left unexplained."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.beside import by_column, by_layout, by_strip
from vision.cards.candidates import guesses_at, worth
from vision.cards.card_mask import lying
from vision.cards.compare import FEATURES
from vision.cards.confidence import IN_PLACE, NAME_FROM, SHARE, after_duel, belief
from vision.cards.corners import Borders, Likely, apart
from vision.cards.find import Edges, Place, edge_lines, edges_in, find, shrunk, without
from vision.cards.gallery import Gallery, Shelf
from vision.cards.geometry import Grid, Image, Points, about_middle, area, outline_of, rectify, sane, turned
from vision.cards.half_covered import Lines, as_frame, by_side
from vision.cards.layout import carried_on
from vision.cards.marked import by_marks
from vision.cards.naming import ASKED, enough_shown, in_proportion, may_be_twin
from vision.cards.pieces import by_piece, ways
from vision.cards.seen import Seen, Stranger, boxes_of, covered, key_of, near, overlap, touching
from vision.cards.settings import SETTINGS, SearchSettings
from vision.cards.strangers import strangers
from vision.cards.thumbnail_print import backwards, place_print, print_mask, print_of
from vision.cards.unexplained import BESIDE, SEEMS, Spot, cardlike, free, grown, seen_part, unexplained
from vision.cards.verify import EVIDENCE, Guess, Photo, shown_part, verify

BAD: Final = FEATURES.index("bad")
DRIFT: Final = EVIDENCE.index("drift")
SAME: Final = 1e-3
"""Likenesses no further apart than this are one."""
Judge = Callable[[NDArray[np.float64]], float]


class Search:
    """One photo being searched: what was recognised so far, and what was looked at in vain."""

    def __init__(
        self,
        photo: Image,
        gallery: Gallery,
        judge: Judge = belief,
        weights: Mapping[str, float] | None = None,
        settings: SearchSettings = SETTINGS,
        pieces: Collection[str] = (),
    ) -> None:
        self.photo, self.gallery, self.judge, self.limits = photo, gallery, judge, settings
        self.weights, self.pieces = weights or {}, frozenset(pieces)
        # When every card the rules allow has been taught, a stranger is unlikely.
        self.closed = bool(self.weights) and set(self.weights) <= set(gallery.ids)
        self.looked_at = Photo(photo)
        self.small, self.scale = shrunk(photo)
        self.lift = np.diag([1 / self.scale, 1 / self.scale, 1.0])
        self.named: list[Seen] = []
        self.doubtful: list[Seen] = []
        self.unnamed: list[Stranger] = []
        self.places: list[Place] = []
        self.tried: list[tuple[str, Points, float]] = []
        self.lies = lying(self.small)
        self.lines = edge_lines(self.small)
        self.edges: Edges = edges_in(self.lines, cardlike(self.lies))
        self.spots: dict[bytes, list[Spot]] = {}
        self.drawn: dict[bytes, Lines] = {}
        self.neighbours: list[Points] = []
        self.borders = Borders(self.small)
        self.lying_on: dict[bytes, bool] = {}
        self.ghosts: list[Stranger] = []
        self.guessed: list[Stranger] = []
        self.cornered: set[tuple[int, ...]] = set()
        self.looked: list[tuple[Points, bytes, float]] = []
        self.measured: tuple[tuple[int, ...], Points, float] = ((), np.zeros((0, 4)), 0.0)

    def run(self) -> None:
        """Whole outlines first; then corners and local marks where something is left unexplained."""
        if not self.gallery.samples:
            return
        self.by_outline()
        if self._mask_failed():
            self._without_mask()
        self.by_disc()
        by_piece(self)
        self.unnamed = self.strangers()
        if self.by_patience():
            self.unnamed = self.strangers()
        if self.unexplained() or not self._relied_on():
            by_layout(self)
        told = 0
        if not self.named or (not self._laid_out() and self.unexplained()):
            by_strip(self)
            by_side(self)
            by_column(self)
            told = len(self.named)
            if not self.named or self.unexplained():
                self.by_corner()
                by_strip(self)
            before = len(self.named)
            by_marks(self)
            if self.unexplained():
                if len(self.named) > before:
                    self.by_corner()
                by_layout(self)
        if len(self.named) != told:
            by_column(self)
        self.again()
        self.unnamed = self.strangers()

    def at(self, places: list[Place]) -> None:
        """Names what lies whole at these places of the small picture; nothing else is searched."""
        self.places = [place for place in places if place.shape in self.gallery.shelves]
        self.attempt(self.places)
        self.unnamed = self.strangers()
        self.by_patience()
        # A new card that shares its picture with one already taught must not be taken for it: it would never be taught.
        self.named = [seen for seen in self.named if seen.finding.evidence[SHARE] > IN_PLACE]

    def _mask_failed(self) -> bool:
        """Whether the network that says where cards lie cannot be relied on here.

        It saw next to nothing, or nothing was named, or the cards are smaller than those it learnt from.
        """
        return not self.named or float((self.lies > SEEMS).mean()) < self.limits.few or self._small()

    def _relied_on(self) -> bool:
        """Whether the network saw the cards named, so that it is believed where it sees none."""
        return seen_part(self.lies, [s.ring * self.scale for s in self.named]) > self.limits.relied_on

    def _small(self) -> bool:
        """Whether there are several cards, each a small part of the photo."""
        size = self.photo.shape[0] * self.photo.shape[1]
        return len(self.named) >= self.limits.several and self._measured()[2] < self.limits.small * size

    def _measured(self) -> tuple[tuple[int, ...], Points, float]:
        """The cards named, the boxes round them, and how large they usually are."""
        key = tuple(map(id, self.named))
        if key != self.measured[0]:
            rings = [s.ring for s in self.named]
            self.measured = key, boxes_of(rings), float(np.median([area(ring) for ring in rings])) if rings else 0.0
        return self.measured

    def _beside(self, ring: Points) -> list[Seen]:
        """The cards named whose boxes touch the one round an outline."""
        return [self.named[i] for i in touching(ring, self._measured()[1])]

    def _laid_out(self) -> bool:
        """Whether this is a box laid out, of which nothing is half covered."""
        return len(self.named) >= self.limits.many and self._small()

    def _without_mask(self) -> None:
        """Searches all edges of the photo; then, if it missed cards, one may lie wherever one lies beside it."""
        self.edges = edges_in(self.lines)
        self.drawn.clear()
        self.by_outline()
        if self._relied_on():
            return
        near = np.zeros(self.small.shape[:2], np.uint8)
        for seen in self.named:
            cv2.fillPoly(near, [grown(seen.ring * self.scale, BESIDE)], 255)
        self.lies = np.maximum(self.lies, near)
        self.spots.clear()

    def by_disc(self) -> None:
        """Looks for discs that are expected and have no name yet in all of the photo.

        The network that says where cards lie learnt from cards; tokens beside them it often takes for the table.
        """
        known = self.gallery.shelves["round"].ids if "round" in self.gallery.shelves else ()
        if not {*known} & {*self.weights} - {seen.id for seen in self.named}:
            return
        edges, (h, w) = edges_in(self.lines), self.small.shape[:2]
        places = find(edges, frozenset({"round"}), maps=without((*edges.first, *edges.more), self.rings()))
        rims = (replace(p, m=p.m @ about_middle(p.shape, k)) for p in places for k in self.limits.rims)
        self.attempt([*places, *(p for p in rims if sane(p.m, p.shape, (w, h)))])

    def _above(self, ring: Points) -> list[Points]:
        """What may lie on a card with this outline: every card seen but itself."""
        named = [s.ring for s in self._beside(ring)]
        firm = [s.ring for s in (*self.unnamed, *self.ghosts, *self.guessed) if s.firm and near(ring, s.ring)]
        others = named + [r for r in firm if max(overlap(ring, r)) < self.limits.same]
        return [other for other in others if not self._lies_on(ring, other)]

    def _lies_on(self, ring: Points, other: Points) -> bool:
        """Whether a card with this outline is seen to lie on the other, which was found before it."""
        if len(ring) != 4 or len(other) != 4 or not 0.1 < min(overlap(ring, other)) < self.limits.hidden:
            return False
        key = key_of([ring, other])
        if key not in self.lying_on:
            self.lying_on[key] = self.borders.lies_on(ring * self.scale, other * self.scale)
        return self.lying_on[key]

    def look(self, shelf: Shelf, guesses: list[Guess], on_top: Sequence[Seen | Stranger] | None = None) -> Seen | None:
        """A close look at a place; `on_top`: what alone may lie on it."""
        ring = outline_of(guesses[0].m, shelf.rows[guesses[0].row][1].shape)
        if on_top is None and str(shelf.ids[guesses[0].row]) in self.pieces:
            on_top = [seen for seen in self.named if seen.id in self.pieces]
        taken = self._above(ring) if on_top is None else [s.ring for s in on_top if near(ring, s.ring)]
        covers = key_of(sorted(taken, key=lambda r: r.tobytes()))
        if self._often(ring, covers) and str(shelf.ids[guesses[0].row]) not in self.pieces:
            return None
        seen = self._look(shelf, guesses, taken)
        self.looked.append((ring, covers, seen.p if seen is not None else 0.0))
        return seen

    def _often(self, ring: Points, covers: bytes) -> bool:
        """Whether this place was looked at often enough already, with the same cards lying on it."""
        before = [p for r, other, p in self.looked if other == covers and min(overlap(ring, r)) > self.limits.there]
        likely = any(ASKED <= p < NAME_FROM for p in before)
        return len(before) >= self.limits.tries * (1 + likely)

    def _look(self, shelf: Shelf, guesses: list[Guess], taken: list[Points]) -> Seen | None:
        finding = verify(self.looked_at, shelf, guesses, taken, self._laid_out())
        if finding is None:
            return None
        id, left = str(shelf.ids[finding.row]), finding.evidence[5]
        rivals = {str(shelf.ids[row]): float(left / max(u, 1e-3)) ** 4 for row, u in reversed(finding.rivals)}
        p = after_duel(finding.evidence, self.judge(finding.evidence), finding.duel)
        p, others = self._chances(id, p, rivals)
        return Seen(finding, id, p, outline_of(finding.m, finding.shape), others)

    def _chances(self, id: str, p: float, rivals: Mapping[str, float]) -> tuple[float, tuple[tuple[str, float], ...]]:
        """How likely it is this card, and how likely each of its rivals, with what the rules say of all of them.

        That one of them is expected makes it likelier than a stranger, but no likelier than a rival that is, too.
        """
        chances = {rival: (1 - p) / max(1.0, sum(rivals.values())) * close for rival, close in rivals.items()}
        stranger = 1 - p - sum(chances.values())
        odds = {name: chance * self._expected(name) for name, chance in {**chances, id: p}.items()}
        whole = max(1e-9, stranger + sum(odds.values()))
        others = sorted(((name, odds[name] / whole) for name in chances), key=lambda other: -other[1])
        return odds[id] / whole, tuple(others)

    def _expected(self, id: str) -> float:
        """How much likelier a card is than one of which the rules say nothing."""
        if not self.weights:
            return 1.0
        closed = self.limits.closed if self.closed and id in self.weights else 1.0
        return max(self.weights.get(id, 0.05), 1e-6) * closed

    def keep(self, seen: Seen | None, whole: bool = False) -> bool:
        """Give it its name if that is likely enough; `whole`: and if nothing seems to lie on it."""
        if seen is None:
            return False
        if not enough_shown(seen.finding, self.limits):
            return False
        again = seen.id not in self.pieces and any(s.id == seen.id for s in self.named)
        enough = self.limits.twice if again else NAME_FROM
        covered = whole and seen.finding.evidence[BAD] > self.limits.covered
        if seen.p < enough or covered or may_be_twin(seen.finding):
            self.doubtful.append(seen)
            return False
        if self.known_already(seen.ring, seen.id):
            return False
        self.named.append(in_proportion(seen, self.named))
        return True

    def known_already(self, ring: Points, id: str = "") -> bool:
        """Whether a card recognised lies just there, or this very card almost there."""
        for seen in self._beside(ring):
            if self._with_piece(id, ring, seen):
                continue
            both = overlap(ring, seen.ring)
            if max(both) > 0.8 or min(both) > (0.4 if seen.id == id else self.limits.hidden):
                return True
        return False

    def _with_piece(self, id: str, ring: Points, seen: Seen) -> bool:
        """Whether one of the two is a piece that may lie on the other, a card."""
        if (id in self.pieces) == (seen.id in self.pieces):
            return False
        piece, card = (ring, seen.ring) if id in self.pieces else (seen.ring, ring)
        return area(piece) < self.limits.piece * area(card)

    def by_outline(self) -> None:
        """Every outline that looks like a known card is looked at closely, the likeliest first."""
        shelves = self.gallery.shelves
        shapes, slim = frozenset(shelves), shelves["rect"].aspects if "rect" in shelves else (0.7, 0.7)
        self.places = find(self.edges, shapes, slim, without(self.edges.first, self.rings()))
        self.attempt(self.places)
        # Most photos are read by now: the other maps are for cards that still have no name.
        if self.named and not self.strangers() and not self.unexplained():
            return
        rest = find(self.edges, shapes, slim, without(self.edges.more, self.rings()))
        self.places += rest
        self.attempt(rest)

    def attempt(self, places: list[Place], whole: bool = False) -> None:
        """Look closely at those of these places that look like a known card; `whole`: name only what lies on top."""
        ranked = []
        if not self.pieces:
            rings = [place.ring / self.scale for place in places]
            taken = [covered(ring, [s.ring for s in self._beside(ring)]) for ring in rings]
            places = [place for place, known in zip(places, taken, strict=True) if not known]
        for shape, shelf in self.gallery.shelves.items():
            mine = [p for p in places if p.shape == shape]
            found = guesses_at(self.small, mine, shelf, self.lift, self.photo)
            for place, guesses in zip(mine, found, strict=True):
                value = worth(guesses, shelf)
                if guesses[0].likeness > self.limits.likely and value > self.limits.worth:
                    ranked.append((value, guesses, shelf, place.ring / self.scale))
        ranked.sort(key=lambda r: -r[0])
        before, in_vain = len(self.tried), 0
        for _, guesses, shelf, ring in ranked:
            id = str(shelf.ids[guesses[0].row])
            here = (s for s in self._beside(ring) if not self._with_piece(id, ring, s))
            if covered(ring, [s.ring for s in here]):
                continue
            tried = sum(i == id and min(overlap(ring, r)) > 0.75 for i, r, _ in self.tried)
            # Where one was brought into register and yet not named, another outline tells no more.
            in_doubt = (s for s in self.doubtful if tried and s.finding.evidence[SHARE] > IN_PLACE)
            if tried >= self.limits.tries or any(min(overlap(ring, s.ring)) > 0.75 for s in in_doubt):
                continue
            if any(min(overlap(ring, r)) > 0.93 for _, r, _ in self.tried[:before]):
                continue
            self.tried.append((id, ring, guesses[0].likeness))
            named = any(self.keep(self.look(shelf, some), whole) for some in ways(shelf, guesses, self.pieces))
            in_vain = 0 if named else in_vain + 1
            if in_vain >= self.limits.in_vain:
                break

    def by_patience(self) -> bool:
        """What is shaped like a card but has no name is looked at again; whether that gave a name.

        Its outline may be that of a sleeve or a shadow, and glare makes its print look less like the card's.
        """
        before = len(self.named)
        for stranger in self.unnamed[: self.limits.patience]:
            here = [(id, like) for id, ring, like in self.tried if min(overlap(stranger.ring, ring)) > 0.9]
            # Where a print fitted well and the card was still not that one, it is one nobody taught.
            if any(like > self.limits.fitting for _, like in here):
                continue
            shelf = self.gallery.shelves[stranger.shape]
            flat = np.diag([self.scale, self.scale, 1.0]) @ stranger.m
            insets = (about_middle(stranger.shape, k) for k in self.limits.insets)
            places = [Place(stranger.shape, flat @ inset, 1.0) for inset in insets]
            best = max(guesses_at(self.small, places, shelf, self.lift, self.photo), key=lambda g: worth(g, shelf))
            id, like = str(shelf.ids[best[0].row]), best[0].likeness
            if like > self.limits.dim and not any(i == id and abs(like - other) < SAME for i, other in here):
                self.keep(self.look(shelf, best))
        return len(self.named) > before

    def _shown(self, shelf: Shelf, shape: str, ways: list[Points]) -> list[Guess]:
        """What the part that shows of a card at one of these places is most like, best first; the likeliest place."""
        seen = [print_of(rectify(self.photo, m, shape), shape).reshape(-1) for m in ways]
        alike = shelf.all_alike(*self._both_ways(shape, ways, seen)).reshape(len(ways), 2, -1)
        best = int(alike.max(axis=(1, 2)).argmax())
        down = turned(ways[best], shape, 2)
        found = [
            Guess(int(row), float(some[row]), way)
            for some, way in zip(alike[best], (ways[best], down), strict=True)
            for row in np.argsort(-some)[:3]
        ]
        return sorted(found, key=lambda guess: -guess.likeness)

    def _both_ways(self, shape: str, ways: Sequence[Points], seen: Sequence[Grid]) -> tuple[Grid, Grid]:
        """These prints of these places, each upright and upside down, and which of their numbers show."""
        size, prints, parts = (self.photo.shape[1], self.photo.shape[0]), [], []
        for m, one in zip(ways, seen, strict=True):
            valid = shown_part(shape, m, self._above(outline_of(m, shape)), size)
            part = np.ones_like(one) if valid is None else print_mask(valid, shape)
            # Upside down is the same back to front.
            prints += [one, backwards(one)]
            parts += [part, backwards(part)]
        return np.stack(prints), np.stack(parts)

    def strangers(self) -> list[Stranger]:
        """Outlines as large and as slim as known cards, with no name."""
        aspects = {shape: shelf.aspects for shape, shelf in self.gallery.shelves.items()}
        size = (self.photo.shape[1], self.photo.shape[0])
        return strangers(self.places, self.named, aspects, self.lift, size, self.limits.firm)

    def rings(self) -> list[Points]:
        """Every card seen so far, in the small picture."""
        rings = [s.ring for s in self.named] + [s.ring for s in (*self.unnamed, *self.ghosts, *self.guessed) if s.firm]
        return [ring * self.scale for ring in rings]

    def unexplained(self) -> list[Spot]:
        """The boxes of the small picture where a card seems to lie and none was seen."""
        key = key_of(rings := self.rings())
        if key not in self.spots:
            self.spots[key] = unexplained(self.lies, rings)
        return self.spots[key]

    def by_corner(self) -> None:
        """Cards of the size of those seen, of which a corner shows: named, or taken for strangers on others."""
        for shape in ("rect", "square"):
            mine = [s.ring for s in self.named if s.finding.shape == shape]
            mine = mine or [s.ring for s in self.unnamed if s.firm and s.shape == shape]
            if not mine:
                continue
            open_ = free(self.small.shape, self.unexplained(), self.rings())
            quads = self.borders.quads([ring * self.scale for ring in mine], open_)
            for _ in range(self.limits.rounds):
                likely = self.borders.likely(quads, self.rings(), self.lies)
                if not (self._named_at(shape, likely) or self._carried_on(shape) or self._covering(shape, likely)):
                    break
                if not self.unexplained():
                    break
            self.guessed.clear()

    def _named_at(self, shape: str, likely: list[Likely]) -> bool:
        """Whether a card was named at one of these places."""
        shelf = self.gallery.shelves[shape]
        size = (self.photo.shape[1], self.photo.shape[0])
        fresh: list[tuple[Likely, Points]] = []
        for place in likely:
            m = self.lift @ as_frame(place.quad, shape)
            ring = outline_of(m, shape)
            key = (*(int(v) for v in ring.ravel() // 6), len(self._above(ring)))
            if key not in self.cornered and sane(m, shape, size) and not self.known_already(ring):
                self.cornered.add(key)
                fresh.append((place, m))
        ranked = []
        for place, m in self._promising(shelf, shape, fresh):
            ways = [m, *(self.lift @ as_frame(quad, shape) for quad in place.resized())]
            guesses = self._shown(shelf, shape, ways)
            if guesses[0].likeness > self.limits.half_alike and worth(guesses, shelf) > self.limits.half_worth:
                ranked.append((worth(guesses, shelf), guesses))
        before = len(self.named)
        for _, guesses in sorted(ranked, key=lambda r: -r[0]):
            if self.known_already(outline_of(guesses[0].m, shape)):
                continue
            seen = self.look(shelf, guesses)
            # A place that an edge and a corner gave is nearly right; one that had to move far is another.
            if seen is not None and (seen.finding.evidence[DRIFT] < self.limits.drift or self._in_register(seen)):
                self.keep(seen)
        return len(self.named) > before

    def _in_register(self, seen: Seen) -> bool:
        """Whether nearly all marks of a card are in place."""
        return seen.p > self.limits.twice and seen.finding.evidence[SHARE] > IN_PLACE

    def _promising(self, shelf: Shelf, shape: str, places: list[tuple[Likely, Points]]) -> list[tuple[Likely, Points]]:
        """The few of these places at which the part that shows is most like a known card at a glance."""
        if not places:
            return []
        down, ways = np.linalg.inv(self.lift), [m for _, m in places]
        seen = [place_print(self.small, down @ m, shape).reshape(-1) for m in ways]
        alike = shelf.all_alike(*self._both_ways(shape, ways, seen)).reshape(len(ways), -1).max(axis=1)
        best = [int(i) for i in np.argsort(-alike)[: self.limits.corners] if alike[i] > self.limits.dim]
        return [places[i] for i in best]

    def _carried_on(self, shape: str) -> bool:
        """Whether a card was seen, known or not, where a column, a fan or a stack goes on."""
        cards = [s.finding.m for s in self.named if s.finding.shape == shape]
        cards += [s.m for s in self.ghosts if s.shape == shape]
        if len(cards) < 2:
            return False
        size = (self.photo.shape[1], self.photo.shape[0])
        places = carried_on(cards, shape, size)
        taken = [s.ring for s in self.named] + [s.ring for s in self.ghosts]
        places = [q for q in places if all(min(overlap(q, ring)) < self.limits.hidden for ring in taken)]
        if not places:
            return False
        self.guessed.clear()
        found = self.borders.fitted(np.stack(places) * self.scale, self.rings(), self.lies, 8)
        found = [p for p in found if p.shown > self.limits.strip and p.bare < 0.4 and p.borne_out > 0.45]
        found = apart(sorted(found, key=lambda p: -p.borne_out))
        return self._named_at(shape, found) or self._covering(shape, found, self.limits.carried_on)

    def _covering(self, shape: str, likely: list[Likely], least: float = 0.0) -> bool:
        """Whether one of these places is certainly a card that has no name, and so lies on what it covers."""
        sure = [p for p in likely if p.borne_out > (least or self.limits.borne_out)]
        if not least and len(self.guessed) >= self.limits.guessed:
            return False
        best = max((p.borne_out for p in sure), default=0.0) - 0.02
        for place in sorted(sure, key=lambda p: (p.borne_out < best, p.shown)):
            m = self.lift @ as_frame(place.quad, shape)
            ring = outline_of(m, shape)
            others = [s.ring for s in self.named]
            others += [s.ring for s in (*self.unnamed, *self.ghosts, *self.guessed)]
            if all(min(overlap(ring, other)) < self.limits.hidden for other in others):
                (self.ghosts if least else self.guessed).append(Stranger(shape, m, ring, True))
                return True
        return False

    def again(self) -> None:
        """What was doubtful is looked at once more where cards found since lie on it."""
        for seen in sorted(self.doubtful, key=lambda s: -s.p):
            if seen.p < self.limits.again:
                continue
            shares = [overlap(seen.ring, s.ring)[0] for s in self.named]
            if seen.p < NAME_FROM and (sum(shares) < 0.08 or max(shares) > 0.75):
                continue
            shelf = self.gallery.shelves[seen.finding.shape]
            self.keep(self.look(shelf, [Guess(seen.finding.row, 0.6, seen.finding.m)]))
