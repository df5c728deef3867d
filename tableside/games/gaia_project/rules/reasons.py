"""Why no move of a kind can be made: what lacks for the one that lacks the least."""

from __future__ import annotations

from collections.abc import Iterable

from tableside.core.arguments import typed
from tableside.core.moves import Move
from tableside.core.ruling import Illegal
from tableside.games.gaia_project.names import hex_name
from tableside.games.gaia_project.refusal import no
from tableside.games.gaia_project.state import Turn

GENERAL = (".no_piece", ".no_former", ".tokens_missing")
"""Reasons that have nothing to do with the hex."""
NEAREST = (".missing", ".too_far", ".too_far_gaia", ".power_missing", ".knowledge")
"""Reasons that a few resources would mend."""


def least_lacking(turn: Turn, kind: str, rule: str, thinkable: Iterable[Move]) -> Illegal:
    """The refusal of the move that lacks the least among all that could be thought of."""
    tried = [(made, turn.book.judge(turn.state, made)) for made in thinkable]
    refused = [(made, ruling) for made, ruling in tried if isinstance(ruling, Illegal)]
    if not refused:
        return no(f"none.{kind}", rule)
    made, least = min(refused, key=lambda one: _how_far(one[1]))
    if "hex" not in made or least.reason.key.endswith(GENERAL):
        return least
    return no(
        f"none_because.{kind}", least.cite.rule, hex=hex_name(turn.state, typed(str, made["hex"])), why=least.reason
    )


def _how_far(refusal: Illegal) -> tuple[bool, int, int]:
    """How much lacks, for comparing."""
    args = dict(refusal.reason.args)
    short = sum(int(one["n"]) for one in args.get("missing", ())) + int(args.get("n", 0))
    return not refusal.reason.key.endswith((*GENERAL, *NEAREST)), int(args.get("distance", 0)), short
