"""Gaia Project on the table: tiles of the set-up, maps of one's own, tiles that are taken, boosters held otherwise."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from benchmarks.camera_tables import (
    LONG,
    SIZE,
    Shot,
    Thing,
    asked_again,
    changed,
    expected,
    moved,
    of_move,
    rows,
    steps,
)
from tableside.core.arguments import typed
from tableside.core.game import Game
from tableside.core.moves import Move
from tableside.core.readings import Readings
from tableside.games.gaia_project.reading import GROUPS, drawn, taken_by
from tableside.games.gaia_project.records import PLACES, TRACKS
from tableside.games.gaia_project.rules.laying import layout
from tableside.games.gaia_project.rules.own_shape import sectors


def shots(game: Game[Any], seed: int) -> Iterator[Shot]:
    """The tiles of the setup in rows, the research board, tiles that are taken, and boosters held otherwise."""
    for state, ahead in steps(game, 3, seed):
        made, wanted = ahead[0], expected(game, state)
        told = dict(made.args)
        if made.kind == "tiles":
            lines = [
                [f"{group}:{value}" for slot, value in sorted(told.items()) if slot.startswith(group)]
                for group in ("booster", "round", "final")
            ]
            yield Shot("setup", wanted, rows(lines, 0.72, gap=1.25), _any_order(game, state, made, "booster"))
        elif made.kind == "board":
            upper = [f"advanced:{told[f'adv_{track}']}" for track in TRACKS]
            middle, lower = ([f"tech:{told[place]}" for place in some] for some in (PLACES[:6], PLACES[6:]))
            lines = [[f"token:{told['token']}"], upper, middle, lower]
            things = rows(lines, 0.6, gap=1.35)
            yield Shot("setup", wanted, things, moved(game, state, [made]))
            yield _sectors_laid(game, state)
        elif made.kind in ("booster", "pass", "tile", "faction") and wanted.cards:
            id = next((id for id, one in taken_by(state).items() if one == made), None)
            if id is not None:
                yield Shot("play", wanted, rows([[id]], 0.9), moved(game, state, [made]))
        other = next((seat for seat in range(3) if seat not in (state.turn, *state.passed)), None)
        if state.phase == "actions" and wanted.cards and not state.todo and other is not None:
            held, (new, *rest) = state.players[other].booster, state.boosters
            truth = {f"players.{other}.booster": new, "boosters": (held, *rest)}
            lying = [[f"booster:{one}" for one in truth["boosters"]]]
            yield Shot("check", wanted, rows(lying, 0.9), changed(game, state, truth))


def _sectors_laid(game: Game[Any], state: Any) -> Shot:
    """A map of one's own, its sectors where those of the printed map lie."""
    rules = dataclasses.replace(state.rules, map="free")
    state = dataclasses.replace(state, rules=rules, phase="map")
    made = game.sample(state, None, random.Random(str(state.rounds)).randrange)
    spots = {place[0].rstrip("AB"): drawn(*place[2:]) for place in layout(len(state.players))}
    middle = sum(spots.values()) / len(spots)
    far = min(abs(one - other) for one in spots.values() for other in spots.values() if one != other)
    found = []
    for name, spot in spots.items():
        at = complex(SIZE[0] / 2, SIZE[1] / 2) + (spot - middle) / far * LONG * 1.1
        turns = typed(int, made[f"turn_{name}"])
        found.append(Thing(f"sector:{made[f'at_{name}']}", at.real, at.imag, 60.0 * turns, 0.85))
    # The outline is the same from both sides: from the other one it is another map that is told.
    return Shot("setup", expected(game, state), tuple(found), moved(game, state, [made]), any_side=False)


def _any_order(game: Game[Any], state: Any, made: Move, group: str) -> Callable[[Readings], str]:
    """Readings judged by a move in which the slots of a group may be told in any order."""

    def judged(readings: Readings) -> str:
        guesses = game.read(state, readings)
        slots = [slot for slot, _ in made.args if slot.startswith(group)]
        left, told = [made[slot] for slot in slots], dict[str, Any]()
        for slot in slots:
            value = guesses[0].move.get(slot) if guesses else None
            if value in left:
                left.remove(value)
                told[slot] = value
        truth = made.given(**told, **dict(zip((slot for slot in slots if slot not in told), left, strict=True)))
        return of_move(guesses, [truth], asked_again(game, state))

    return judged


def things(game: Game[Any]) -> dict[str, Sequence[str]]:
    """The names of what is photographed, by the deck it is drawn like."""
    kinds = {
        "picture": ("booster",),
        "framed": ("final",),
        "square": ("round", "tech", "advanced"),
        "token": ("token",),
    }
    made: dict[str, list[str]] = {
        kind: [f"{g}:{tile}" for g in groups for tile in GROUPS[g]] for kind, groups in kinds.items()
    }
    made["square"] = [*made["square"], *(f"sector:{face}" for face in sectors(3))]
    return {**made, "plain": list(game.catalog.table("factions"))}
