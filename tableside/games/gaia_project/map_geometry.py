"""The map as sets of hexes: a set is one whole number, a bit for each hex, so that neighbours are a few shifts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from tableside.games.gaia_project.records import LAYOUTS, PLANETS, SECTORS

Place = tuple[str, int, int, int]
"""A sector tile on the table: its face, its turns to the right, and its centre q, r."""

RELATIVE: dict[str, tuple[int, int]] = {
    "A0": (2, 0),
    "A1": (1, 1),
    "A2": (0, 2),
    "A3": (-1, 2),
    "A4": (-2, 2),
    "A5": (-2, 1),
    "A6": (-2, 0),
    "A7": (-1, -1),
    "A8": (0, -2),
    "A9": (1, -2),
    "A10": (2, -2),
    "A11": (2, -1),
    "B0": (1, 0),
    "B1": (0, 1),
    "B2": (-1, 1),
    "B3": (-1, 0),
    "B4": (0, -1),
    "B5": (1, -1),
    "C": (0, 0),
}
LABEL = {at: label for label, at in RELATIVE.items()}
FARTHEST = 40
WIDEST = 4096
"""Hexes in the box round a map; ten sectors that touch take a quarter of it at most."""


def turned(q: int, r: int, turns: int) -> tuple[int, int]:
    """A place in a sector after so many steps to the right."""
    for _ in range(turns % 6):
        q, r = -r, q + r
    return q, r


def bits(mask: int) -> Iterator[int]:
    """The numbers of the hexes in a set."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class Geometry:
    """One laid-out map: names, planets, neighbours and distances."""

    def __init__(self, places: tuple[Place, ...], mirrored: bool = False, on_map: bool = False) -> None:
        hexes: dict[tuple[int, int], tuple[str, str, str]] = {}
        for face, turns, centre_q, centre_r in places:
            number = face.rstrip("AB")
            planets = SECTORS[face].hexes
            for label, (q, r) in RELATIVE.items():
                at = turned(r, q, turns) if mirrored else turned(q, r, turns)
                hexes[(centre_q + at[0], centre_r + at[1])] = (number + LABEL[at], planets.get(label, "e"), number)
        self.places = places
        self.mirrored = mirrored
        self.left = min((q for q, _ in hexes), default=0)
        self.top = min((r for _, r in hexes), default=0)
        self.width = max((q for q, _ in hexes), default=0) - self.left + 2
        self.number: dict[str, int] = {}
        self.at: dict[str, tuple[int, int]] = {}
        self.name: dict[int, str] = {}
        self.planet: dict[int, str] = {}
        self.of: dict[str, int] = dict.fromkeys((*PLANETS, "e"), 0)
        self.sector: dict[str, int] = {}
        self.coordinates: dict[tuple[int, int], str] = {}
        board = 0
        for (q, r), (name, planet, number) in hexes.items():
            bit = q - self.left + (r - self.top) * self.width
            self.number[name] = bit
            self.at[name] = (q, r)
            self.name[bit] = name
            self.planet[bit] = planet
            self.coordinates[(q, r)] = name
            board |= 1 << bit
            self.of[planet] |= 1 << bit
            self.sector[number] = self.sector.get(number, 0) | 1 << bit
        self.board = board
        self.planets = board & ~self.of["e"]
        self.sectors = tuple(self.sector.values())
        self.by_path = on_map or usual_outline(places)
        self._balls: dict[int, list[int]] = {}

    def sector_of(self, hex: int) -> tuple[str, int]:
        """The number of the sector a hex lies in, and all hexes of that sector."""
        return next((number, mask) for number, mask in self.sector.items() if mask >> hex & 1)

    def near(self, mask: int) -> int:
        """These hexes and all beside them."""
        width = self.width
        return (
            mask | mask << 1 | mask >> 1 | mask << width | mask >> width | mask << (width - 1) | mask >> (width - 1)
        ) & self.board

    def within(self, hex: int, distance: int) -> int:
        """All hexes at most so far from this one (Q13: as the crow flies)."""
        balls = self._balls.get(hex)
        if balls is None:
            balls = self._balls[hex] = [1 << hex]
        if distance >= len(balls):
            distance = min(distance, FARTHEST)
            while len(balls) <= distance:
                balls.append(self.near(balls[-1]) if self.by_path else self._crow(hex, len(balls)))
        return balls[distance]

    def _crow(self, hex: int, distance: int) -> int:
        q, r = self.at[self.name[hex]]
        mask = 0
        for (other_q, other_r), name in self.coordinates.items():
            dq, dr = other_q - q, other_r - r
            if max(abs(dq), abs(dr), abs(dq + dr)) <= distance:
                mask |= 1 << self.number[name]
        return mask

    def reach(self, mask: int, distance: int) -> int:
        """All hexes at most so far from any of these."""
        if self.by_path:
            for _ in range(distance):
                grown = self.near(mask)
                if grown == mask:
                    break
                mask = grown
            return mask
        result = 0
        for hex in bits(mask):
            result |= self.within(hex, distance)
        return result

    def mask(self, names: Iterable[str]) -> int:
        """The set of the hexes of these names."""
        result = 0
        for name in names:
            result |= 1 << self.number[name]
        return result

    def names(self, mask: int) -> tuple[str, ...]:
        """The names of these hexes, sorted."""
        return tuple(sorted(self.name[hex] for hex in bits(mask)))

    def pieces(self, mask: int) -> list[int]:
        """The set cut into its connected parts."""
        parts = []
        while mask:
            part = mask & -mask
            while True:
                grown = self.near(part) & mask
                if grown == part:
                    break
                part = grown
            parts.append(part)
            mask ^= part
        return parts


def too_wide(places: Iterable[Place]) -> bool:
    """Whether the sectors lie so far apart that sets of hexes would fill the memory."""
    places = tuple(places)
    if not places:
        return False
    across = max(q for _, _, q, _ in places) - min(q for _, _, q, _ in places) + 6
    along = max(r for *_, r in places) - min(r for *_, r in places) + 5
    return across * along > WIDEST or any(abs(q) > WIDEST or abs(r) > WIDEST for _, _, q, r in places)


def usual_outline(places: tuple[Place, ...]) -> bool:
    """Whether the sectors lie in one of the printed shapes, turned or not; there paths and crows agree."""
    return shape_of(places) in _SHAPES


def shape_of(places: Iterable[Place]) -> frozenset[tuple[int, int]]:
    """The outline in its first turned form, moved so that it can be compared."""
    centres = [(q, r) for _, _, q, r in places]
    forms = []
    for flip in (False, True):
        flipped = [(r, q) if flip else (q, r) for q, r in centres]
        for turns in range(6):
            moved = [turned(q, r, turns) for q, r in flipped]
            left, top = min(moved, default=(0, 0))
            forms.append(tuple(sorted((q - left, r - top) for q, r in moved)))
    return frozenset(min(forms))


_SHAPES = {shape_of(layout.places) for layout in LAYOUTS.values()}


@lru_cache(maxsize=64)
def geometry(places: tuple[Place, ...], mirrored: bool = False, on_map: bool = False) -> Geometry:
    """The map of these sectors, worked out once."""
    return Geometry(places, mirrored, on_map)
