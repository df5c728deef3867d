"""Whether a close look showed enough of a card to give it its name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.cards.compare import FEATURES
from vision.cards.duel import ALONE, Duel, Worst
from vision.cards.geometry import DISCS, FRAMES, frame_corners, from_quad, outline_of, through
from vision.cards.seen import Seen, overlap
from vision.cards.settings import SearchSettings
from vision.cards.verify import EVIDENCE, Finding

VALID, BLOB, UNEXPLAINED, SHONE = (FEATURES.index(name) for name in ("valid", "blob", "unexplained", "burnt"))
SYMBOL, INK, SHARE = (EVIDENCE.index(name) for name in ("symbol", "ink", "share"))
PART: Final = 0.6
"""With less than this to be seen, a card shows in part."""


def enough_shown(finding: Finding, limits: SearchSettings) -> bool:
    """Whether enough of it shows to be named, and no card like it may be the one that shows."""
    duel, part = finding.duel, float(finding.evidence[VALID])
    if part >= PART or duel is None:
        return part >= limits.compared and (duel is None or duel.ahead == ALONE or duel.fit >= limits.misfit)
    if duel.ahead == ALONE:
        return part >= (limits.little if duel.fit > limits.fit_alone else limits.compared)
    # Another card looks as much like what shows, or where they differ it looks like neither.
    exact = duel.worst is not None and duel.worst.alike > EXACT[1]
    if duel.ahead < limits.ahead or duel.fit < (limits.fit_exact if exact else limits.fit):
        return False
    return part >= (limits.little if duel.ahead > limits.well_ahead else limits.compared)


UNLIKE: Final = ((0.6, 5.3), (0.78, 6.0), (0.83, 6.3))
"""No place of a card that shows in part is less alike than the first of two and more of its print otherwise than the
second: a reflection takes away what is printed, and puts nothing sharp in its place;"""
STANDS_OUT: Final = (0.86, 5.7, 0.97)
"""nor more otherwise than the second of these where the rest is more alike than the third: one figure for another."""
CLOSE: Final = 0.6
UNCLEAR: Final = 0.22
EXACT: Final = (0.8, 0.9)
"""Nor is one less alike than the first of these, so little ahead of another, and so much of it unlike;"""
ALONE_FIT: Final = (0.4, 0.5)
"""nor one less alike than the second that no other is like, so little alike in its worst quarter, so much unlike."""
STRANGE: Final = 0.7
"""nor is more than this of it unlike."""
ELSE: Final = 0.2
"""A place of a whole card less alike than this shows something else:"""
BROAD: Final = 0.2
"""What is larger than this part of the card may be a card that lies on it, or glare."""
OWN: Final = 0.85
"""a symbol so much like the card's own, as no die is,"""
GONE: Final = (0.15, 0.3)
"""less of its print than the first, on paper plainer than the second: under glare on a picture none is plain,"""
NEW: Final = (5.0, 0.98)
"""or so much more print on plain paper, all in the card's own ink."""
LEAST: Final = 0.5
"""Where siblings share a picture, one place is less alike than this,"""
BESIDE: Final = (0.3, 0.6, 0.88)
"""so much is printed there, the card is so much alike where siblings differ, and so much of what is new its own ink;"""
IN_PLACE: Final = 0.9
"""fewer of its marks are in place,"""
BURNT: Final = 0.2
"""and less of the card is burnt out."""


def may_be_twin(finding: Finding) -> bool:
    """Whether one place speaks for a twin that nobody taught, however alike all else is: then it is asked."""
    evidence, duel = finding.evidence, finding.duel
    part = bool(evidence[VALID] < PART)
    if part and evidence[UNEXPLAINED] > STRANGE:
        return True
    if duel is None:
        return part and finding.shape not in DISCS
    if duel.worst is None:
        return False
    return _part_of_twin(evidence, duel, duel.worst) if part else _whole_twin(evidence, duel, duel.worst)


def _part_of_twin(evidence: NDArray[np.float64], duel: Duel, worst: Worst) -> bool:
    """The same of a card of which a part shows."""
    unlike = any(worst.alike < alike and worst.other > other for alike, other in UNLIKE)
    stands_out = worst.alike < STANDS_OUT[0] and worst.other > STANDS_OUT[1] and worst.usual > STANDS_OUT[2]
    # Of two cards hardly told apart where they show, a third may be the one that lies there.
    tied = duel.ahead < CLOSE and evidence[UNEXPLAINED] > UNCLEAR and worst.alike < EXACT[0]
    alone = duel.ahead == ALONE and duel.fit < ALONE_FIT[0] and evidence[UNEXPLAINED] > ALONE_FIT[1]
    return unlike or stands_out or bool(tied) or bool(alone and worst.alike < EXACT[1])


def _whole_twin(evidence: NDArray[np.float64], duel: Duel, worst: Worst) -> bool:
    """The same of a card that shows whole, or on which something lies that was not seen."""
    plain, ink = worst.plain > GONE[1], evidence[INK]
    if worst.alike < ELSE and evidence[BLOB] < BROAD:
        new = plain and worst.printed > NEW[0] and ink > NEW[1] and duel.fit > BESIDE[1]
        if evidence[SYMBOL] > OWN or (plain and worst.printed < GONE[0]) or new:
            return True
    shares = worst.alike < LEAST and worst.printed > BESIDE[0] and duel.fit > BESIDE[1] and ink > BESIDE[2]
    return bool(shares and evidence[SHARE] < IN_PLACE and evidence[SHONE] < BURNT)


LONGER: Final = 1.1
"""So many times as long for its width as the nearest whole card a card that shows in part is at most."""


def in_proportion(seen: Seen, named: Sequence[Seen]) -> Seen:
    """A card that shows in part, its hidden end moved to where it must be if it was stretched beside the nearest card.

    A few marks near to each other tell where that end lies much worse than a whole card beside it does.
    """
    shape, m = seen.finding.shape, seen.finding.m
    whole = [s for s in named if s.finding.shape == shape and s.finding.evidence[VALID] >= PART]
    if shape != "rect" or seen.finding.evidence[VALID] >= PART or not whole:
        return seen
    nearest = min(whole, key=lambda s: float(np.hypot(*(s.ring.mean(axis=0) - seen.ring.mean(axis=0)))))
    beside = nearest.finding.m
    quad = through(np.linalg.inv(beside), through(m, frame_corners(shape)))
    across, down = np.hypot(*(np.roll(quad, -1, axis=0) - quad).T).reshape(2, 2).sum(axis=0)
    w, h = FRAMES[shape]
    if down / across < LONGER * h / w:
        return seen
    middle = (quad + quad[[3, 2, 1, 0]]) / 2
    ends = [through(beside, np.array([*rows])) for rows in ((*quad[:2], *middle[[2, 3]]), (*middle[:2], *quad[2:]))]
    top, bottom = (max(overlap(end, s.ring)[0] for s in named) for end in ends)
    stay, move = ([0, 1], [3, 2]) if top < bottom else ([3, 2], [0, 1])
    quad[move] = quad[stay] + (quad[move] - quad[stay]) * (h / w * across / down)
    m = from_quad(through(beside, quad), shape)
    return replace(seen, ring=outline_of(m, shape), finding=replace(seen.finding, m=m))


ASKED: Final = 0.5
"""What is at least so likely a card, but gets no name, is asked."""
THERE: Final = (0.68, 0.8)
"""Two outlines that share so much of both, or so much of one, are of one card: of two cards less is hidden."""


def unsure(doubtful: Sequence[Seen], named: Sequence[Seen]) -> list[Seen]:
    """Of what was looked at and got no name the likeliest at each place: it is asked."""
    taken = {seen.id for seen in named}
    out: list[Seen] = []
    for seen in sorted((s for s in doubtful if s.p >= ASKED and s.id not in taken), key=lambda s: -s.p):
        shares = [overlap(seen.ring, other.ring) for other in (*named, *out)]
        if all(min(both) < THERE[0] and max(both) < THERE[1] for both in shares):
            out.append(seen)
    return out
