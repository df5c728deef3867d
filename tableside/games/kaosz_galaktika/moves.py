"""Every kind of move: its arguments, whose it is, how it is checked and what it does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tableside.core.moves import Move
from tableside.core.ruling import Illegal
from tableside.games.kaosz_galaktika.desk import Desk
from tableside.games.kaosz_galaktika.rules import (
    adjusting,
    answers,
    bombing,
    closing,
    combat,
    firing,
    main_phase,
    plays,
    start,
    telling,
    texts,
)

Check = Callable[[Desk, Move], Illegal | None]
Act = Callable[[Desk, Move], None]


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of move."""

    check: Check
    act: Act
    shape: dict[str, Any]
    referee: bool = False
    """A move of nobody: dice, the clock, and what follows by itself."""


def _kind(check: Check, act: Act, referee: bool = False, **shape: Any) -> Kind:
    return Kind(check, act, shape, referee)


Ints = tuple[int, ...]
Hits = tuple[tuple[int, int], ...]

KINDS: dict[str, Kind] = {
    "deck": _kind(start.check_deck, start.act_deck, deck=str | None),
    "roll": _kind(start.check_roll, start.act_roll, True, values=Ints),
    "keep": _kind(start.check_first_hand, start.act_first_hand),
    "mulligan": _kind(start.check_first_hand, start.act_first_hand),
    "income": _kind(start.check_income, start.act_income, True),
    "clock": _kind(start.check_clock, start.act_clock, True, seconds=int),
    "verdict": _kind(start.check_verdict, start.act_verdict, True, winner=int),
    "let": _kind(answers.check_let, answers.act_let),
    "order": _kind(answers.check_order, answers.act_order, order=Ints),
    "interrupt": _kind(plays.check_card, plays.act_card, card=str, target=int | None, price=int),
    "use": _kind(plays.check_use, plays.act_use, piece=int, ability=int, target=int | None),
    "pay": _kind(plays.check_pay, plays.act_pay, piece=int, card=str),
    "ship": _kind(plays.check_ship, plays.act_ship, card=str),
    "event": _kind(plays.check_card, plays.act_card, card=str, target=int | None, price=int),
    "lay_base": _kind(main_phase.check, main_phase.act, card=str | None),
    "lay_crew": _kind(main_phase.check, main_phase.act, card=str | None),
    "lay_weapon": _kind(main_phase.check, main_phase.act, card=str | None, ship=int),
    "develop": _kind(main_phase.check, main_phase.act, base=int),
    "sell": _kind(main_phase.check, main_phase.act, bases=Ints),
    "draw": _kind(main_phase.check, main_phase.act),
    "search": _kind(main_phase.check, main_phase.act),
    "salvage": _kind(main_phase.check, main_phase.act),
    "attack": _kind(combat.check_attack, combat.act_attack, defender=int, target=str, piece=int | None),
    "end_turn": _kind(main_phase.check_end_turn, main_phase.act_end_turn),
    "join": _kind(combat.check_join, combat.act_join, ship=int),
    "board": _kind(combat.check_board, combat.act_board, crew=int, ship=int),
    "ready": _kind(combat.check_ready, combat.act_ready),
    "fire": _kind(firing.check_fire, firing.act_fire, ship=int, targets=Ints),
    "overcharge": _kind(firing.check_overcharge, firing.act_overcharge, ship=int),
    "stealth": _kind(bombing.check_stealth, bombing.act_stealth, ship=int),
    "pass": _kind(firing.check_pass, firing.act_pass),
    "return_fire": _kind(firing.check_return_fire, firing.act_return_fire, targets=Ints),
    "no_return": _kind(firing.check_no_return, firing.act_return_fire),
    "split": _kind(firing.check_split, firing.act_share, hits=Hits),
    "band": _kind(firing.check_band, firing.act_share, hits=Hits),
    "no_band": _kind(firing.check_no_band, firing.act_no_band),
    "sapper": _kind(bombing.check_sapper, bombing.act_sapper, ship=int, cards=int),
    "bomb": _kind(bombing.check_bomb, bombing.act_bomb, ships=Ints),
    "no_bomb": _kind(bombing.check_no_bomb, bombing.act_no_bomb),
    "spring": _kind(bombing.check_spring, bombing.act_spring, card=str),
    "let_fall": _kind(bombing.check_let_fall, bombing.act_let_fall),
    "disarm": _kind(combat.check_disarm, combat.act_disarm, True),
    "discard": _kind(bombing.check_discard, bombing.act_discard, card=str | None),
    "scrap": _kind(closing.check_scrap, closing.act_scrap, ship=int),
    "check": _kind(closing.check_check, closing.act_check, True),
    "close": _kind(closing.check_close, closing.act_close, True),
    "done": _kind(texts.check_done, texts.act_done),
    "tell_hand": _kind(telling.check_tell_hand, telling.act_tell_hand, card=str),
    "tell_piece": _kind(telling.check_tell_piece, telling.act_tell_piece, piece=int, card=str),
    "tell_ruin": _kind(telling.check_tell_ruin, telling.act_tell_ruin, place=int, card=str),
    **{kind: Kind(adjusting.check, adjusting.act, shape) for kind, shape in adjusting.SHAPES.items()},
}
SHAPES = {name: kind.shape for name, kind in KINDS.items()}
