"""Whether a close look showed enough of a card to give it its name."""

from __future__ import annotations

from typing import Final

from vision.cards.compare import FEATURES
from vision.cards.duel import ALONE
from vision.cards.settings import SearchSettings
from vision.cards.verify import Finding

VALID: Final = FEATURES.index("valid")
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
    if duel.ahead < limits.ahead or duel.fit < limits.fit:
        return False
    return part >= (limits.little if duel.ahead > limits.well_ahead else limits.compared)
