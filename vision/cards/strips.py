"""Cards pushed out from under others: what shows beside a card, compared at every step with that strip of all known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.candidates import LEAD
from vision.cards.gallery import Shelf
from vision.cards.geometry import FRAMES, Grid, Image, Points, turned
from vision.cards.part_prints import likenesses
from vision.cards.thumbnail_print import CHROMA, INNER, SMALL, lab
from vision.cards.unexplained import MAYBE
from vision.cards.verify import Guess

NEAR, FAR = 0.24, 0.66
"""How far a card may be pushed out, in its own lengths."""
ABOUT: Final = tuple((x, y) for y in range(-4, 5, 2) for x in range(-4, 5, 2))
"""How far off, in half grains of a print, the place may be that a card's neighbours give."""
BESIDE: Final = tuple((x, y) for x, y in ABOUT if max(abs(x), abs(y)) <= 2)
"""The same once it is nearly known."""
LEAST: Final = 0.22
"""Less of a card than this tells too little."""
BARE: Final = 0.35
"""Where more of what shows is bare table, no card lies."""
CLOSER: Final = 40
"""So many cards are compared grain by grain."""


@dataclass(frozen=True, slots=True)
class Strip:
    """What the strip beside a card is most like."""

    m: Points
    """The place, from the frame to the small picture."""
    row: int
    likeness: float
    second: int
    """The sample of another card that is most like it, and how much."""
    behind: float

    @property
    def worth(self) -> float:
        """How much the place is worth a closer look."""
        return self.likeness + LEAD * (self.likeness - self.behind)

    def guesses(self, lift: Points) -> list[Guess]:
        """The two cards as guesses; `lift` brings the place to the large picture."""
        m = lift @ self.m
        return [Guess(self.row, self.likeness, m, True), Guess(self.second, self.behind, m, True)]


def strips(small: Image, m: Points, shape: str, shelf: Shelf, covered: Image, lies: Image) -> list[Strip]:
    """For each side of the card at `m` from which another may have been pushed out, the likeliest place and card.

    `covered` is not 0 where cards seen lie; `lies` says how likely a card lies anywhere.
    """
    field = _Field(small, m, shape, covered, lies)
    found = (field.best([place for place in field.steps(side) if field.open(place)], shelf) for side in range(4))
    return [strip for strip in found if strip is not None]


def slid(
    small: Image,
    m: Points,
    shape: str,
    shelf: Shelf,
    covered: Image,
    lies: Image,
    about: tuple[tuple[int, int], ...] = ABOUT,
) -> Strip | None:
    """The likeliest card that lies about at `m`, where it is most like it."""
    field = _Field(small, m, shape, covered, lies)
    return field.best([place for place in about if float(field.at(field.shown[2], place).mean()) > LEAST], shelf)


class _Field:
    """The surroundings of a card in its own frame, in half grains of its print."""

    def __init__(self, small: Image, m: Points, shape: str, covered: Image, lies: Image) -> None:
        (w, h), (gw, gh) = FRAMES[shape], SMALL[shape]
        self.shape, self.m, self.grains = shape, m, (gw, gh)
        self.step = np.array([w * INNER / gw / 2, h * INNER / gh / 2])
        self.reach = np.ceil(FAR * np.array([w, h]) / self.step).astype(int) + 4
        size = (int(2 * gw + 2 * self.reach[0]), int(2 * gh + 2 * self.reach[1]))
        corner = np.array([w, h]) * (1 - INNER) / 2 - self.reach * self.step + self.step / 2
        to = m @ np.array([[self.step[0], 0, corner[0]], [0, self.step[1], corner[1]], [0, 0, 1.0]])
        flags = cv2.WARP_INVERSE_MAP
        picture = cv2.warpPerspective(small, to, size, flags=flags | cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        colours = lab(np.asarray(picture))
        colours[..., 1:] *= CHROMA
        self.colours = {n: np.asarray(cv2.blur(colours, (n, n), anchor=(0, 0))) for n in (2, 4)}
        hidden = cv2.warpPerspective(covered, to, size, flags=flags | cv2.INTER_NEAREST, borderValue=1)
        wide = cv2.dilate(hidden, np.ones((3, 3), np.uint8))
        self.shown = {n: np.asarray(cv2.dilate(wide, np.ones((n, n), np.uint8), anchor=(0, 0)) == 0) for n in (2, 4)}
        bare = cv2.warpPerspective(lies, to, size, flags=flags | cv2.INTER_NEAREST)
        self.bare: Grid = np.asarray(bare <= MAYBE)

    def steps(self, side: int) -> list[tuple[int, int]]:
        """Offsets towards one side, a grain apart."""
        axis, way = side % 2, 1 if side < 2 else -1
        far = FRAMES[self.shape][axis] / self.step[axis]
        steps = range(int(NEAR * far), int(FAR * far) + 1, 2)
        return [(way * n, 0) if axis == 0 else (0, way * n) for n in steps]

    def at(self, grid: Grid, place: tuple[int, int], step: int = 2) -> Grid:
        (gw, gh), (x, y) = self.grains, self.reach + place
        return grid[y : y + 2 * gh : step, x : x + 2 * gw : step]

    def open(self, place: tuple[int, int]) -> bool:
        """Whether enough of a card would show there, and not on the bare table."""
        shown = self.at(self.shown[2], place)
        share = float(shown.mean())
        return share > LEAST and float((self.at(self.bare, place) & shown).sum() / shown.sum()) < BARE

    def _frame(self, place: tuple[int, int], way: int) -> Points:
        """The place as a homography from the frame to the small picture."""
        dx, dy = np.array(place) * self.step
        return turned(self.m @ np.array([[1, 0, dx], [0, 1, dy], [0, 0, 1.0]]), self.shape, way)

    def best(self, places: list[tuple[int, int]], shelf: Shelf) -> Strip | None:
        """Of these places the one, with its turn and card, at which what shows is most like a card.

        All cards are compared roughly, those most alike once more beside the likeliest place.
        """
        if not places:
            return None
        rough = self._alike(places, shelf.rough, 4)
        at = int(rough.max(axis=1).argmax())
        rows = np.argsort(-rough.max(axis=0))[:CLOSER]
        x, y = places[at % len(places)]
        near = [(x + a, y + b) for b in (-1, 0, 1) for a in (-1, 0, 1)]
        alike = self._alike(near, shelf.prints[rows].reshape(len(rows), -1, 3), 2)
        at, best = (int(v) for v in np.unravel_index(alike.argmax(), alike.shape))
        others = np.where(shelf.whose[rows] == shelf.whose[rows[best]], -1.0, alike.max(axis=0))
        m = self._frame(near[at % len(near)], 2 * (at // len(near)))
        second = int(others.argmax())
        return Strip(m, int(rows[best]), float(alike[at, best]), int(rows[second]), float(others[second]))

    def _alike(self, places: list[tuple[int, int]], prints: Grid, step: int) -> NDArray[np.float32]:
        """How alike what shows at each place, then at each upside down, is to these prints of grains `step` wide."""
        seen = np.stack([self.at(self.colours[step], p, step).reshape(-1, 3) for p in places])
        shown = np.stack([self.at(self.shown[step], p, step).reshape(-1) for p in places]).astype(np.float32)
        # Upside down is the same back to front.
        seen, shown = np.concatenate([seen, seen[:, ::-1]]), np.concatenate([shown, shown[:, ::-1]])
        return likenesses(seen, shown, prints, (2 * self.grains[0] // step, 2 * self.grains[1] // step))
