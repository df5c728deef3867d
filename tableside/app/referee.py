"""What the referee does alone and what it warns of, game by game, so that each can be switched off by name."""

from __future__ import annotations

ROUTINES: dict[str, tuple[str, ...]] = {
    "urcsempeszek": ("evaluate", "lose", "skip"),
    "onward_to_venus": ("deal", "begin", "resolve", "income", "return", "finish"),
    "beyond_the_sun": ("lay_out",),
    "gaia_project": ("proceed",),
    "kaosz_galaktika": ("income", "disarm", "close", "check"),
}
"""The kinds of bookkeeping; each has its words under `app.routine.<game>.<kind>`."""

CAUTIONS: dict[str, tuple[str, ...]] = {
    "urcsempeszek": ("could_omit", "forfeit", "last_round_take", "last_round_put"),
    "onward_to_venus": ("overpaid", "unsure"),
    "beyond_the_sun": ("overpaid", "no_growth", "no_ore"),
    "gaia_project": (
        "lost",
        "charge_lost",
        "stone_wasted",
        "stone_gone",
        "nevlas_odd",
        "advance_skipped",
        "step_wasted",
        "project_too_late",
        "convert_before_end",
        "supply",
    ),
    "kaosz_galaktika": ("credits", "colony", "deck"),
}
"""The kinds of warning; each has its words under `app.caution.<game>.<key>`."""
