"""Production (E): grow, mine ore, or trade in any number and mix."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tableside.core.moves import Move
from tableside.core.rulebook import play
from tableside.core.ruling import Illegal
from tableside.games.beyond_the_sun import changes
from tableside.games.beyond_the_sun.effects import Effect, Lasting, Verb
from tableside.games.beyond_the_sun.facts import facts_of
from tableside.games.beyond_the_sun.refusal import lacking, no
from tableside.games.beyond_the_sun.rules import counts, cubes
from tableside.games.beyond_the_sun.rules.fleet import leave
from tableside.games.beyond_the_sun.state import Ask, Phase, Task, Turn, fleet
from tableside.games.beyond_the_sun.tasks import change, effect_of, front, push

TRADE = Effect(Verb.TRADE)


def grow_now(turn: Turn, seat: int) -> None:
    """One cube from the column above every uncovered icon; an empty column gives nothing (E1)."""
    for column in cubes.food_columns(facts_of(turn.catalog), turn.state.players[seat]):
        if turn.state.players[seat].supply[column]:
            turn.do(changes.cube, "E1", seat=seat, origin=f"supply:{column}", target="population")


def mine_now(turn: Turn, seat: int) -> None:
    """One ore for every uncovered icon (E2)."""
    due = ore_due(turn, seat)
    if due:
        turn.do(changes.ore, "E2", seat=seat, n=due)


def ore_due(turn: Turn, seat: int) -> int:
    """What ore production brings now."""
    more = counts.bonus(facts_of(turn.catalog), turn.state, seat, Lasting.MORE_ORE)
    return cubes.ore_icons(facts_of(turn.catalog), turn.state.players[seat]) + more


def growth_due(turn: Turn, seat: int) -> int:
    """How many cubes growing brings now."""
    left = list(turn.state.players[seat].supply)
    grown = 0
    for column in cubes.food_columns(facts_of(turn.catalog), turn.state.players[seat]):
        if left[column]:
            left[column] -= 1
            grown += 1
    return grown


GROWTH, MINING = ("columns", "food"), ("ore",)
"""What of a mat growing and mining go by."""


def tracks_untold(turn: Turn, seat: int, keys: tuple[str, ...], rule: str) -> Illegal | None:
    """Why nobody can say what production brings: the tracks of the mat are not told yet."""
    needs = facts_of(turn.catalog).tracks_missing(turn.state.players[seat].mat, *keys)
    return lacking(needs, rule) if needs else None


@play
def grow(turn: Turn) -> Illegal | None:
    """The whole growth that is due, never less (E1)."""
    problem = tracks_untold(turn, turn.me, GROWTH, "E1")
    if problem is not None:
        return problem
    turn.do(changes.phase, "E1", Phase.PRODUCING.value)
    if not growth_due(turn, turn.me):
        turn.warn("no_growth", "E1")
    grow_now(turn, turn.me)
    return None


@play
def mine(turn: Turn) -> Illegal | None:
    """The whole ore that is due, never less (E2)."""
    problem = tracks_untold(turn, turn.me, MINING, "E2")
    if problem is not None:
        return problem
    turn.do(changes.phase, "E2", Phase.PRODUCING.value)
    if not ore_due(turn, turn.me):
        turn.warn("no_ore", "E2")
    mine_now(turn, turn.me)
    return None


@play
def trade(turn: Turn) -> None:
    """Trade instead of producing; any number of conversions, even none (E3, E3a)."""
    turn.do(changes.phase, "E3", Phase.PRODUCING.value)
    push(turn, Task(Ask.EFFECT, turn.me, TRADE))


def can_trade(turn: Turn, seat: int) -> bool:
    """Whether any conversion is possible."""
    player = turn.state.players[seat]
    buys = player.ore >= 3 and cubes.leftmost(player) is not None
    return bool(player.population) or buys or bool(player.ore and fleet(turn.state, seat))


@play
def buy_population(turn: Turn) -> Illegal | None:
    """3 ore: the leftmost supply cube becomes population, food discs or not (E3)."""
    player = turn.state.players[turn.me]
    if player.ore < 3:
        return no("ore_short", "E3", n=3 - player.ore)
    if cubes.leftmost(player) is None:
        return no("no_supply", "E3")
    turn.do(changes.ore, "E3", turn.me, -3)
    cubes.take_supply(turn, turn.me, "population", "E3")
    return None


@play
def sell_population(turn: Turn) -> Illegal | None:
    """1 population goes back as supply, from the right, for 1 ore (E3)."""
    if not turn.state.players[turn.me].population:
        return no("population_short", "E3", n=1)
    cubes.give_back(turn, turn.me, "population", "E3")
    turn.do(changes.ore, "E3", turn.me, 1)
    return None


@play
def scrap(turn: Turn, place: str, level: int) -> Illegal | None:
    """A ship becomes population: for 1 ore in a trade (E3), for nothing when a card says so."""
    task = front(turn)
    if effect_of(task).verb is not Verb.TRADE:
        return leave(turn, place, level, "population", "E4")
    if not turn.state.players[turn.me].ore:
        return no("ore_short", "E3", n=1)
    problem = leave(turn, place, level, "population", "E3")
    if problem is None:
        change(turn, replace(front(turn), left=task.left))
        turn.do(changes.ore, "E3", turn.me, -1)
    return problem


@scrap.lists
def _ships(turn: Turn) -> Iterator[Move]:
    return (scrap.move(turn.seat, *ship) for ship in dict.fromkeys(fleet(turn.state, turn.me)))


PLAYS = (grow, mine, trade, buy_population, sell_population, scrap)
