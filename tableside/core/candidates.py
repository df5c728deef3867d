"""Candidate moves of one kind in one state: listed lazily, and each judged at most once.

One question of a screen walks the same candidates several times: for the reasons, for the suggestions, and to tell
whether the suggestions are all there is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from tableside.core.moves import Move
from tableside.core.ruling import Illegal

MOST_KEPT = 5000
"""Results of a bidding are millions: what comes after so many is listed again each time."""


class Candidates:
    """The moves `listed` gives, kept as far as anybody looked, with the refusals asked for so far.

    Not for several threads: a generator cannot be advanced by two.
    """

    __slots__ = ("_known", "_listed", "_refuse", "_refused", "_rest")

    def __init__(self, listed: Callable[[], Iterable[Move]], refuse: Callable[[Move], Illegal | None] | None) -> None:
        """`refuse` is None where every listed move is known to be legal."""
        self._listed, self._refuse = listed, refuse
        self._rest: Iterator[Move] | None = None
        self._known: list[Move] = []
        self._refused: dict[int, Illegal | None] = {}

    def each(self, wanted: Callable[[Move], bool] | None = None) -> Iterator[tuple[Move, Illegal | None]]:
        """The wanted moves in the order in which they are listed, each with its refusal or None; others go unjudged."""
        place = 0
        while place < MOST_KEPT:
            if place == len(self._known) and not self._one_more():
                return
            made = self._known[place]
            if wanted is None or wanted(made):
                if self._refuse is not None and place not in self._refused:
                    self._refused[place] = self._refuse(made)
                yield made, self._refused.get(place)
            place += 1
        for made in islice(self._listed(), MOST_KEPT, None):
            if wanted is None or wanted(made):
                yield made, None if self._refuse is None else self._refuse(made)

    def _one_more(self) -> bool:
        """Take the next move from the list, if there is one."""
        try:
            if self._rest is None:
                self._rest = iter(self._listed())
            self._known.append(next(self._rest))
        except StopIteration:
            return False
        except BaseException:
            self._rest = None  # a generator that failed would seem to be at its end
            self._known.clear()
            self._refused.clear()
            raise
        return True
