"""Points in eleven categories, and the tiebreaks (O2 to O4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from tableside.core.moves import text
from tableside.core.score import Ending, Line, Outcome, by_hand, told, totals
from tableside.core.tiebreak import Criterion, rank
from tableside.games.beyond_the_sun.effects import Award
from tableside.games.beyond_the_sun.facts import Facts
from tableside.games.beyond_the_sun.refusal import SLUG, cite
from tableside.games.beyond_the_sun.rules.counts import count
from tableside.games.beyond_the_sun.state import Kept, State, known_by, power

CATEGORIES = (
    "level_1",
    "level_2",
    "level_3",
    "private",
    "level_4",
    "automation",
    "colonies",
    "discs",
    "highest",
    "events",
    "achievements",
)


@dataclass(frozen=True, slots=True)
class Tally:
    """One faction's points by category, and what breaks a tie."""

    points: tuple[int, ...]
    discs_left: int
    population: int
    ore: int
    bonus: int = 0
    counts: tuple[int, ...] = ()
    """How many cards, discs or colonies the points are for, where they are not one each: the first categories."""


def automation_points(printed: Sequence[int], discs: int) -> int:
    """The printed points under each disc, and 1 for each past the seventh (I1)."""
    return sum(printed[:discs]) + max(0, discs - 7)


def strongest(powers: Sequence[int], seat: int) -> int:
    """1 for the highest power, ties included; nobody with no ships there (O2, O3)."""
    return int(powers[seat] > 0 and powers[seat] == max(powers))


def tally(facts: Facts, state: State, seat: int) -> Tally:
    """What this faction has now."""
    player = state.players[seat]
    known = [site for site in known_by(state, seat) if site.card]
    levels = [site.level for site in known]
    fourth = [site.card for site in known if site.level == 4]
    highest = 0
    for place in state.places:
        if place.kind in ("sol", "deep"):
            highest += strongest([power(place, other) for other in state.seats], seat)
    printed = (facts.mat(player.mat).automation or ()) if player.mat else ()
    points = (
        levels.count(1),
        2 * levels.count(2),
        3 * levels.count(3),
        sum((facts.technology(card).level or 0) for card in player.private),
        sum(facts.technology(card).points or 0 for card in fourth),
        automation_points(printed, len(player.automation)),
        sum(facts.system(colony.system).points or 0 for colony in player.colonies),
        sum(place.owner == seat for place in state.places),
        highest,
        sum(_awarded(facts, state, seat, kept) for kept in state.kept),
        sum(
            points[goal.discs.index(seat)]
            for goal in state.goals
            if seat in goal.discs and (points := facts.goal_points(goal.id, len(state.players))) is not None
        ),
    )
    counts = (*(levels.count(n) for n in (1, 2, 3)), len(player.private), len(fourth))
    counts += (len(player.automation), len(player.colonies))
    return Tally(points, player.food + player.ore_discs, player.population, player.ore, player.bonus, counts)


def _awarded(facts: Facts, state: State, seat: int, kept: Kept) -> int:
    """An event's points: for its owner, or on the board for everybody (O2)."""
    if kept.seat is not None and kept.seat != seat:
        return 0
    awards = [award for award in facts.event(kept.card).awards if award.per is not None or kept.seat == seat]
    return sum(_award(facts, state, seat, award) for award in awards)


def _award(facts: Facts, state: State, seat: int, award: Award) -> int:
    if award.per is None:
        return award.points
    mine = count(facts, state, seat, award.per)
    if not award.most:
        return award.points * mine
    best = max(count(facts, state, other, award.per) for other in state.seats)
    return award.points if mine and mine == best else 0


def tallies(facts: Facts, state: State) -> list[Tally]:
    """What everybody has."""
    return [tally(facts, state, seat) for seat in state.seats]


def lines(tallies: Sequence[Tally]) -> tuple[Line, ...]:
    """The whole score sheet."""
    found = []
    for seat, each in enumerate(tallies):
        for key, points, n in zip_longest(CATEGORIES, each.points, each.counts, fillvalue=0):
            said = text(f"{SLUG}.score_count", n=n) if n else None
            found.append(Line(seat, str(key), points, text(f"{SLUG}.score.{key}"), cite("O2"), said))
        if each.bonus:
            found.append(by_hand(seat, each.bonus))
    return tuple(found)


def outcome(tallies: Sequence[Tally]) -> Outcome:
    """The places: points, then fewer discs on the production tracks, more population, more ore (O4)."""
    sheet = lines(tallies)
    seats = range(len(tallies))
    ranks, trace = rank(
        seats,
        Criterion("score", text(f"{SLUG}.tie.score"), cite("O2"), dict(enumerate(totals(sheet, len(tallies))))),
        (
            _criterion("discs", {seat: tallies[seat].discs_left for seat in seats}, higher=False),
            _criterion("population", {seat: tallies[seat].population for seat in seats}),
            _criterion("ore", {seat: tallies[seat].ore for seat in seats}),
        ),
    )
    ending = Ending.WON if len(ranks[0]) == 1 else Ending.SHARED
    return Outcome(sheet, ranks, ranks[0], trace, ending, told(ending, ranks[0]))


def _criterion(rule: str, values: dict[int, int], higher: bool = True) -> Criterion:
    return Criterion(rule, text(f"{SLUG}.tie.{rule}"), cite("O4"), values, higher)
