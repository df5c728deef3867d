"""Which moves there are, when each may be made, and which chapter judges it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tableside.core.moves import Move, Seat
from tableside.core.ruling import Illegal, Legal, Ruling
from tableside.core.shape import refused
from tableside.games.gaia_project.desk import Desk, no
from tableside.games.gaia_project.rules import (
    actions,
    building,
    charging,
    federation,
    flow,
    laying,
    power,
    research,
    setup,
)
from tableside.games.gaia_project.state import State

Handler = Callable[[Desk, Move], Illegal | None]

SHAPES: Mapping[str, Mapping[str, Any]] = {
    "faction": {"faction": str},
    "start": {"hex": str},
    "bid": {"faction": str, "points": int},
    "booster": {"booster": str},
    "proceed": {},
    "income": {"source": str},
    "exchange": {},
    "done": {},
    "mine": {"hex": str},
    "project": {"hex": str},
    "upgrade": {"hex": str, "to": str},
    "federation": {"hexes": tuple[str, ...], "token": str},
    "research": {"track": str},
    "action": {"action": str},
    "special": {"action": str},
    "pass": {"booster": str},
    "convert": {"of": str, "into": tuple[str, ...]},
    "burn": {},
    "end": {},
    "tile": {"place": str},
    "cover": {"tile": str},
    "up": {"track": str},
    "skip": {},
    "lost": {"hex": str},
    "token": {"token": str},
    "swap": {"hex": str},
    "station": {"hex": str},
    "downgrade": {"hex": str},
    "charge": {"token": str},
    "decline": {},
    "stone": {"to": int},
    "tokens": {"bowls": tuple[int, int, int], "stone": bool},
}

HANDLERS: Mapping[str, Handler] = {
    "tiles": laying.judge_tiles,
    "board": laying.judge_board,
    "map": laying.judge_map,
    "faction": setup.judge_faction,
    "start": setup.judge_start,
    "bid": setup.judge_bid,
    "booster": setup.judge_booster,
    "proceed": flow.judge_proceed,
    "income": flow.judge_income,
    "exchange": flow.judge_exchange,
    "done": flow.judge_done,
    "mine": building.judge_mine,
    "project": building.judge_project,
    "upgrade": building.judge_upgrade,
    "federation": federation.judge_federation,
    "research": research.judge_research,
    "action": actions.judge_action,
    "special": actions.judge_special,
    "pass": actions.judge_pass,
    "convert": actions.judge_convert,
    "burn": power.judge_burn,
    "end": actions.judge_end,
    "tile": research.judge_tile,
    "cover": research.judge_cover,
    "up": research.judge_up,
    "skip": research.judge_skip,
    "lost": building.judge_lost,
    "token": research.judge_token,
    "swap": building.judge_swap,
    "station": building.judge_station,
    "downgrade": building.judge_downgrade,
    "charge": charging.judge_charge,
    "decline": charging.judge_decline,
    "stone": power.judge_stone,
    "tokens": power.judge_tokens,
}

TASK_KINDS: Mapping[str, tuple[str, ...]] = {
    "stone_charge": ("stone",),
    "stone_spend": ("stone",),
    "stone_shift": ("stone",),
    "stone_burn": ("stone",),
    "tokens": ("tokens",),
    "tile": ("tile",),
    "cover": ("cover",),
    "up": ("up", "skip"),
    "lost": ("lost",),
    "mine": ("mine", "project"),
    "token": ("token",),
    "swap": ("swap",),
    "station": ("station",),
    "downgrade": ("downgrade",),
    "charge": ("charge", "decline"),
    "income": ("income",),
    "terrans": ("convert", "done"),
    "itars": ("exchange", "done"),
}
"""What can be answered to each thing that is waited for."""

PHASE_KINDS: Mapping[str, tuple[str, ...]] = {
    "tiles": ("tiles",),
    "board": ("board",),
    "map": ("map",),
    "factions": ("faction",),
    "auction": ("bid",),
    "start": ("start",),
    "boosters": ("booster",),
    "cleanup": ("proceed",),
    "scoring": ("proceed",),
}
MAIN = ("mine", "project", "upgrade", "federation", "research", "action", "special", "pass", "convert", "burn")
AFTER = ("end", "convert", "burn")
NOBODY: frozenset[Seat] = frozenset()
REFEREE: frozenset[Seat] = frozenset({None})
SEATS: tuple[frozenset[Seat], ...] = tuple(frozenset({seat}) for seat in range(4))


def kinds_now(state: State) -> tuple[str, ...]:
    """L, E: the kinds of moves that can be made now."""
    if state.todo:
        return TASK_KINDS[state.todo[0].kind]
    if state.phase == "actions":
        return AFTER if state.acted else MAIN
    if state.phase == "factions" and state.rules.auction == "choosing":
        return ("faction", "bid") if state.pool else ("faction",)
    return PHASE_KINDS.get(state.phase, ())


def to_act(state: State) -> frozenset[Seat]:
    """Who may do something now."""
    if state.todo:
        return SEATS[state.todo[0].seat]
    match state.phase:
        case "actions":
            return SEATS[state.turn]
        case "factions" | "auction" | "start" | "boosters":
            return SEATS[state.queue[0]]
        case "over":
            return NOBODY
    return REFEREE


def _shapes(state: State) -> Mapping[str, Mapping[str, Any]]:
    return laying.shapes(len(state.players), state.rules.map)


def work_through(state: State, wanted: Move) -> Desk | Illegal:
    """The desk after a legal move, or why it is not."""
    problem = refused(wanted, SHAPES if wanted.kind in SHAPES else _shapes(state), to_act(state))
    if problem is not None:
        return problem
    if wanted.kind not in kinds_now(state):
        if state.phase == "actions" and not state.todo and state.acted and wanted.kind in MAIN:
            return no("one_action", "E1", 10)
        return no("not_now", "E1", 10)
    desk = Desk(state, wanted.seat)
    problem = HANDLERS[wanted.kind](desk, wanted)
    if problem is not None:
        return problem
    flow.settle(desk)
    desk.close()
    return desk


def ruling(desk: Desk | Illegal) -> Ruling:
    """The referee's answer."""
    if isinstance(desk, Illegal):
        return desk
    return Legal(tuple(desk.events), tuple(desk.cautions))
