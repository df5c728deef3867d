"""Production (E): grow, mine ore, or trade in any number and mix."""

from __future__ import annotations

from tableside.core.moves import Move
from tableside.core.ruling import Illegal
from tableside.games.beyond_the_sun.draft import Draft, no
from tableside.games.beyond_the_sun.effects import Effect, Lasting, Verb
from tableside.games.beyond_the_sun.rules import counts, cubes
from tableside.games.beyond_the_sun.rules.fleet import leave
from tableside.games.beyond_the_sun.state import Ask, Phase, State, Task, fleet

TRADE = Effect(Verb.TRADE)


def producer(state: State) -> int:
    """Whose production it is: the one whose turn it is, or who is late with it (C2)."""
    return state.turn if state.late is None else state.late


def grow_now(draft: Draft, seat: int) -> None:
    """One cube from the column above every uncovered icon; an empty column gives nothing (E1)."""
    for column in cubes.food_columns(draft.facts, draft.player(seat)):
        if draft.player(seat).supply[column]:
            draft.emit("cube", "E1", seat=seat, origin=f"supply:{column}", target="population")


def mine_now(draft: Draft, seat: int) -> None:
    """One ore for every uncovered icon (E2)."""
    due = ore_due(draft, seat)
    if due:
        draft.emit("ore", "E2", seat=seat, n=due)


def ore_due(draft: Draft, seat: int) -> int:
    """What ore production brings now."""
    more = counts.bonus(draft.facts, draft.state, seat, Lasting.MORE_ORE)
    return cubes.ore_icons(draft.facts, draft.player(seat)) + more


def growth_due(draft: Draft, seat: int) -> int:
    """How many cubes growing brings now."""
    left = list(draft.player(seat).supply)
    grown = 0
    for column in cubes.food_columns(draft.facts, draft.player(seat)):
        if left[column]:
            left[column] -= 1
            grown += 1
    return grown


def grow(draft: Draft, move: Move, task: Task | None) -> Illegal | None:
    """The whole growth that is due, never less (E1)."""
    assert move.seat is not None
    draft.emit("phase", "E1", phase=Phase.PRODUCING.value)
    if not growth_due(draft, move.seat):
        draft.warn("no_growth", "E1")
    grow_now(draft, move.seat)
    return None


def mine(draft: Draft, move: Move, task: Task | None) -> Illegal | None:
    """The whole ore that is due, never less (E2)."""
    assert move.seat is not None
    draft.emit("phase", "E2", phase=Phase.PRODUCING.value)
    if not ore_due(draft, move.seat):
        draft.warn("no_ore", "E2")
    mine_now(draft, move.seat)
    return None


def trade(draft: Draft, move: Move, task: Task | None) -> Illegal | None:
    """Trade instead of producing; any number of conversions, even none (E3, E3a)."""
    draft.emit("phase", "E3", phase=Phase.PRODUCING.value)
    draft.push(Task(Ask.EFFECT, move.seat, TRADE))
    return None


def can_trade(draft: Draft, seat: int) -> bool:
    """Whether any conversion is possible."""
    player = draft.player(seat)
    buys = player.ore >= 3 and cubes.leftmost(player) is not None
    return bool(player.population) or buys or bool(player.ore and fleet(draft.state, seat))


def buy_population(draft: Draft, move: Move, task: Task) -> Illegal | None:
    """3 ore: the leftmost supply cube becomes population, food discs or not (E3)."""
    assert move.seat is not None
    player = draft.player(move.seat)
    if player.ore < 3:
        return no("ore_short", "E3", n=3 - player.ore)
    if cubes.leftmost(player) is None:
        return no("no_supply", "E3")
    draft.emit("ore", "E3", seat=move.seat, n=-3)
    cubes.take_supply(draft, move.seat, "population", "E3")
    return None


def sell_population(draft: Draft, move: Move, task: Task) -> Illegal | None:
    """1 population goes back as supply, from the right, for 1 ore (E3)."""
    assert move.seat is not None
    if not draft.player(move.seat).population:
        return no("population_short", "E3", n=1)
    cubes.give_back(draft, move.seat, "population", "E3")
    draft.emit("ore", "E3", seat=move.seat, n=1)
    return None


def scrap(draft: Draft, move: Move, task: Task) -> Illegal | None:
    """A ship becomes population: for 1 ore in a trade (E3), for nothing when a card says so."""
    assert task.effect is not None and move.seat is not None
    if task.effect.verb is not Verb.TRADE:
        return leave(draft, move, task, "population", "E4")
    if not draft.player(move.seat).ore:
        return no("ore_short", "E3", n=1)
    problem = leave(draft, move, task, "population", "E3")
    if problem is None:
        draft.change(left=task.left)
        draft.emit("ore", "E3", seat=move.seat, n=-1)
    return problem
