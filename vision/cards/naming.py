"""How likely a card must be, after a close look, to be given its name."""

from __future__ import annotations

from typing import Final

from vision.cards.compare import FEATURES
from vision.cards.confidence import NAME_FROM
from vision.cards.duel import ALONE
from vision.cards.settings import SearchSettings
from vision.cards.verify import Finding

VALID: Final = FEATURES.index("valid")
PART: Final = 0.6
"""With less than this to be seen, a card shows in part."""


def needed(finding: Finding, limits: SearchSettings) -> float | None:
    """From which belief on it gets its name; None when it gets none.

    Of a card that shows in part the belief is too careful: it was fitted on whole cards and halves, and does not know
    how the card compares with those like it.
    """
    duel, part = finding.duel, float(finding.evidence[VALID])
    if part >= PART or duel is None:
        return NAME_FROM if part >= limits.compared else None
    if duel.ahead == ALONE:
        sure, enough = duel.fit > limits.fit_alone, limits.alone
    else:
        # Another card looks as much like what shows, or where they differ it looks like neither.
        if duel.ahead < limits.ahead or duel.fit < limits.fit:
            return None
        sure, enough = duel.ahead > limits.well_ahead, limits.told
    if part < (limits.little if sure else limits.compared):
        return None
    return enough if sure else NAME_FROM
