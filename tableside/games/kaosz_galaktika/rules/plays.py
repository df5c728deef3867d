"""Every kind of move, in the order of the chapters."""

from typing import Any

from tableside.core.rulebook import Play
from tableside.games.kaosz_galaktika.rules import (
    answers,
    bombing,
    card_text,
    cards,
    closing,
    combat,
    decks,
    disclose,
    firing,
    main_phase,
    setup,
    text_effects,
)

PLAYS: tuple[Play[Any], ...] = (
    *decks.PLAYS, *setup.PLAYS, *answers.PLAYS, *cards.PLAYS, *main_phase.PLAYS, *combat.PLAYS, *firing.PLAYS,
    *bombing.PLAYS, *closing.PLAYS, *card_text.PLAYS, *disclose.PLAYS, *text_effects.PLAYS,
)  # fmt: skip
