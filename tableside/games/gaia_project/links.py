"""The fewest satellites that link clusters: exact, by dynamic programming over sets of clusters and sets of hexes.

For a set X of clusters and a number c, `reached[X][c]` is the set of all hexes that lie on some linking of X with at
most c satellites. Sets of hexes are whole numbers, so one step works on the whole map at once. A set F is linked when
a linking of all but one of its clusters reaches the last, so nothing has to be worked out for F itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tableside.games.gaia_project.map_geometry import Geometry


class Links:
    """Clusters of one player, the hexes open for satellites, and what linking them costs."""

    __slots__ = ("_costs", "_meet", "borders", "clusters", "geometry", "ground", "least", "limit", "open", "reached")

    def __init__(self, geometry: Geometry, open_hexes: int, clusters: Sequence[int], limit: int) -> None:
        self.geometry = geometry
        self.open = open_hexes
        self.clusters = tuple(clusters)
        self.limit = limit
        self.borders = tuple((geometry.near(cluster), cluster) for cluster in clusters)
        self.ground = 0
        for cluster in clusters:
            self.ground |= cluster
        self.reached: dict[int, list[int]] = {}
        """Levels 0 to limit for each set of clusters that was asked for and can be linked within the limit."""
        self.least: dict[int, int] = {}
        """The first level that reaches anything; -1 when none does."""
        self._meet: dict[int, list[int]] = {}
        self._costs: dict[int, int | None] = {}
        for number, cluster in enumerate(clusters):
            levels = [cluster]
            for _ in range(limit):
                levels.append(self._grown(levels[-1]))
            self.reached[1 << number] = levels
            self.least[1 << number] = 0

    def _grown(self, mask: int) -> int:
        return self._with_clusters(mask | self.geometry.near(mask) & self.open)

    def _with_clusters(self, mask: int) -> int:
        for border, cluster in self.borders:
            if mask & border:
                mask |= cluster
        return mask

    def distance(self, one: int, other: int) -> int | None:
        """Satellites between two clusters, by their numbers; None beyond the limit."""
        return self._first(self.reached[1 << one], self.clusters[other])

    def _first(self, levels: list[int], goal: int) -> int | None:
        for level, mask in enumerate(levels):
            if mask & goal:
                return level
        return None

    def cost(self, chosen: int) -> int | None:
        """The fewest satellites for this set of clusters; None when the limit is not enough."""
        if chosen in self._costs:
            return self._costs[chosen]
        last = chosen.bit_length() - 1
        rest = chosen ^ 1 << last
        found: int | None = None
        if not rest:
            found = 0
        elif self.levels(rest) is not None:
            found = self._first(self.reached[rest], self.clusters[last])
        self._costs[chosen] = found
        return found

    def levels(self, chosen: int) -> list[int] | None:
        """What linkings of this set reach, level by level; None when it cannot be linked within the limit."""
        known = self.least.get(chosen)
        if known is None:
            if self.cost(chosen) is None:
                self.least[chosen] = -1
                return None
            self._link(chosen)
        return self.reached.get(chosen)

    def _meeting(self, chosen: int) -> list[int]:
        """Levels as one part of a linking sees them: a satellite where two parts meet is counted once."""
        known = self._meet.get(chosen)
        if known is None:
            levels = self.reached[chosen]
            ground, open_hexes = self.ground, self.open
            known = [mask & ground | following & open_hexes for mask, following in zip(levels, [*levels[1:], 0])]
            self._meet[chosen] = known
        return known

    def _link(self, chosen: int) -> None:
        """Work out the levels of a set from those of its parts."""
        limit, least = self.limit, self.least
        merged = [0] * (limit + 1)
        rest = chosen & (chosen - 1)
        part = rest
        while part:
            other = chosen ^ part
            if self.levels(part) is not None and self.levels(other) is not None:
                low, high = max(least[part] - 1, 0), least[other]
                ours, theirs = self._meeting(part), self.reached[other]
                for a in range(low, limit + 1 - high):
                    mine = ours[a]
                    if mine:
                        for b in range(high, limit + 1 - a):
                            merged[a + b] |= mine & theirs[b]
            part = (part - 1) & rest
        levels: list[int] = []
        mask = 0
        found = -1
        for level in range(limit + 1):
            if mask:
                mask = self._grown(mask)
            if merged[level] & ~mask:
                mask = self._with_clusters(mask | merged[level])
            levels.append(mask)
            if mask and found < 0:
                found = level
        least[chosen] = found
        if found >= 0:
            self.reached[chosen] = levels

    # -- one linking, found back ---------------------------------------------------------------

    def satellites(self, chosen: int) -> int:
        """The hexes of one linking with the fewest satellites; the set must be linkable."""
        cost = self.cost(chosen)
        if not cost:
            return 0
        last = chosen.bit_length() - 1
        met = self.reached[chosen ^ 1 << last][cost] & self.clusters[last]
        return self._back(chosen ^ 1 << last, cost, met & -met) & self.open

    def _back(self, chosen: int, level: int, at: int) -> int:
        """The hexes of a linking of these clusters and this hex, with so many satellites."""
        levels = self.reached[chosen]
        while level and levels[level - 1] & at:
            level -= 1
        if not chosen & (chosen - 1) and levels[0] & at:
            return 0
        here = at & self.open
        spread = at if here else next(cluster for cluster in self.clusters if cluster & at)
        split = self._split(chosen, level, spread, here)
        if split is not None:
            part, a, b, where = split
            return here | self._back(part, a, where) | self._back(chosen ^ part, b, where)
        beside = self.geometry.near(spread)
        if here:
            before = levels[level - 1] & beside
            return here | self._back(chosen, level - 1, before & -before)
        before = levels[level] & beside & self.open
        return self._back(chosen, level, before & -before)

    def _split(self, chosen: int, level: int, spread: int, here: int) -> tuple[int, int, int, int] | None:
        """Two parts that meet here, with the level of each."""
        rest = chosen & (chosen - 1)
        part = rest
        total = level + 1 if here else level
        while part:
            ours, theirs = self.reached.get(part), self.reached.get(chosen ^ part)
            if ours and theirs:
                for a in range(max(0, total - self.limit), min(total, self.limit) + 1):
                    both = ours[a] & theirs[total - a] & spread
                    if both:
                        return part, a, total - a, both & -both
            part = (part - 1) & rest
        return None


def numbers(mask: int) -> Iterator[int]:
    """The numbers of the clusters in a set."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
