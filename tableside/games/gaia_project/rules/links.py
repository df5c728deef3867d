"""The fewest satellites that link clusters: exact, by dynamic programming over sets of clusters and sets of hexes.

For a set X of clusters and a number c, `reached[X][c]` is the set of all hexes that lie on some linking of X with at
most c satellites. Sets of hexes are whole numbers, so one step works on the whole map at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tableside.games.gaia_project.geometry import Geometry


class Links:
    """Clusters of one player, the hexes open for satellites, and what linking them costs."""

    def __init__(self, geometry: Geometry, open_hexes: int, clusters: Sequence[int], limit: int) -> None:
        self.geometry = geometry
        self.open = open_hexes
        self.clusters = tuple(clusters)
        self.limit = limit
        self.zero = tuple((geometry.near(cluster), cluster) for cluster in clusters)
        self.ground = 0
        for cluster in clusters:
            self.ground |= cluster
        self.reached: dict[int, list[int]] = {}
        """Levels 0 to limit for each set of clusters that can be linked within the limit."""
        self.least: dict[int, int] = {}
        for number, cluster in enumerate(clusters):
            levels = [cluster]
            for _ in range(limit):
                levels.append(self._grown(levels[-1]))
            self.reached[1 << number] = levels
            self.least[1 << number] = 0

    def _grown(self, mask: int) -> int:
        return self._with_clusters(mask | self.geometry.near(mask) & self.open)

    def _with_clusters(self, mask: int) -> int:
        for border, cluster in self.zero:
            if mask & border:
                mask |= cluster
        return mask

    def cost(self, chosen: int) -> int | None:
        """The fewest satellites for this set of clusters; None when the limit is not enough."""
        known = self.least.get(chosen)
        if known is not None:
            return known if known >= 0 else None
        numbers = list(_bits(chosen))
        for bit in numbers:
            if self.cost(chosen ^ bit) is None:
                self.least[chosen] = -1
                return None
        self._link(chosen, numbers[0])
        return self.cost(chosen)

    def _link(self, chosen: int, first: int) -> None:
        """Work out the levels of a set from those of its parts."""
        limit, open_hexes, ground = self.limit, self.open, self.ground
        reached, least = self.reached, self.least
        merged = [0] * (limit + 1)
        rest = chosen ^ first
        part = rest
        while part:
            other = chosen ^ part
            low, high = least[part], least[other]
            if low >= 0 and high >= 0 and low + high <= limit + 1:
                ours, theirs = reached[part], reached[other]
                for a in range(low, limit + 1):
                    mine = ours[a]
                    here = mine & ground
                    if here:
                        for b in range(high, limit + 1 - a):
                            merged[a + b] |= here & theirs[b]
                    here = mine & open_hexes
                    if here:
                        for b in range(max(high, 1), limit + 2 - a):
                            merged[a + b - 1] |= here & theirs[b]
            part = (part - 1) & rest
        levels: list[int] = []
        mask = 0
        found = -1
        for level in range(limit + 1):
            if mask:
                mask = self._grown(mask)
            if merged[level]:
                mask = self._with_clusters(mask | merged[level])
            levels.append(mask)
            if mask and found < 0:
                found = level
        least[chosen] = found
        if found >= 0:
            reached[chosen] = levels

    # -- one linking, found back ---------------------------------------------------------------

    def satellites(self, chosen: int) -> int:
        """The hexes of one linking with the fewest satellites; the set must be linkable."""
        cost = self.cost(chosen)
        if not cost:
            return 0
        mask = self.reached[chosen][cost]
        return self._back(chosen, cost, mask & -mask) & self.open

    def _back(self, chosen: int, level: int, at: int) -> int:
        """The hexes of a linking of these clusters and this hex, with so many satellites."""
        levels = self.reached[chosen]
        while level and levels[level - 1] & at:
            level -= 1
        if not chosen & (chosen - 1) and levels[0] & at:
            return 0
        if at & self.ground:
            spread = next(cluster for cluster in self.clusters if cluster & at)
            here = 0
        else:
            spread, here = at, at
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
        if not chosen & (chosen - 1):
            return None
        first = chosen & -chosen
        rest = chosen ^ first
        part = rest
        total = level + 1 if here else level
        while part:
            ours, theirs = self.reached.get(part), self.reached.get(chosen ^ part)
            if ours and theirs:
                for a in range(min(total, self.limit) + 1):
                    b = total - a
                    if b > self.limit:
                        continue
                    both = ours[a] & theirs[b] & spread
                    if both:
                        return part, a, b, both & -both
            part = (part - 1) & rest
        return None


def _bits(mask: int) -> Iterable[int]:
    while mask:
        low = mask & -mask
        yield low
        mask ^= low
