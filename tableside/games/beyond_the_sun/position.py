"""The end of a game as typed in or photographed: all eleven categories, and what cannot be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal, cast, get_args

from tableside.core import seen
from tableside.core.ruling import Illegal
from tableside.core.score import Outcome
from tableside.games.beyond_the_sun.draft import no
from tableside.games.beyond_the_sun.facts import Facts
from tableside.games.beyond_the_sun.scoring import Tally, automation_points, outcome, strongest

Disc = Literal["food", "ore", "star"]
FACES = ("population", "supply", "ship1", "ship2", "ship3", "ship4")
"""The six faces of a resource cube (A3), as they are enrolled."""


@dataclass(frozen=True, slots=True)
class FinalColony:
    """A colonised system: its printed points and the discs on it."""

    points: int = field(metadata={"about": "printed points", "minimum": 0})
    discs: tuple[Disc, ...] = field(default=(), metadata={"about": "its discs: food, ore, or star for a substitute"})


def _colony(id: str, system: Any, on_it: tuple[str, ...]) -> FinalColony | None:
    discs = tuple(cast(Disc, name) for name in on_it if name in get_args(Disc))
    return None if system.points is None else FinalColony(system.points, discs)


@dataclass(frozen=True, slots=True)
class FinalGoal:
    """An achievement: the card and the points of the space the disc lies on."""

    card: str = field(metadata={"about": "the achievement"})
    points: int = field(metadata={"about": "points of the disc's space", "minimum": 0})


def _goal(id: str, achievement: Any, on_it: tuple[str, ...]) -> FinalGoal:
    """Which space the disc lies on is for the players to say."""
    return FinalGoal(id, 0)


@dataclass(frozen=True, slots=True)
class Printed:
    """The printed points of the level IIII technology on a slot."""

    slot: str = field(metadata={"about": "a level IIII slot, such as IIII.1"})
    points: int = field(metadata={"about": "printed points", "minimum": 0})


@dataclass(frozen=True, slots=True)
class Final:
    """One faction at the end."""

    name: str
    technologies: tuple[str, ...] = field(
        default=(), metadata={"about": "the slots with an own cube, such as I.1 or II.B"}
    )
    private: tuple[Literal[2, 3], ...] = field(
        default=(),
        metadata={
            "about": "levels of private technologies",
            "photo": seen.cards("technologies", lambda id, card, on_it: card.level, lambda card: card.level in (2, 3)),
        },
    )
    automation: tuple[Disc, ...] = field(default=(), metadata={"about": "discs on the automation track, from the left"})
    automation_points: tuple[int, ...] = field(
        default=(), metadata={"about": "printed points of the seven automation spaces, from the left"}
    )
    colonies: tuple[FinalColony, ...] = field(
        default=(), metadata={"about": "colonised systems", "photo": seen.cards("systems", _colony)}
    )
    outposts: tuple[Disc, ...] = field(default=(), metadata={"about": "own discs on the galaxy board"})
    sol: tuple[int, ...] = field(default=(), metadata={"about": "levels of own ships on Sol"})
    deep: tuple[int, ...] = field(default=(), metadata={"about": "levels of own ships in Deep Space"})
    ships: tuple[int, ...] = field(default=(), metadata={"about": "levels of all other own ships"})
    docked: int = field(default=0, metadata={"about": "own ships on event cards", "minimum": 0})
    events: int = field(default=0, metadata={"about": "points from event cards"})
    achievements: tuple[FinalGoal, ...] = field(
        default=(), metadata={"about": "achievements", "photo": seen.cards("achievements", _goal)}
    )
    food_left: int = field(
        default=8,
        metadata={"about": "discs left on the food track", "minimum": 0, "maximum": 8, "photo": seen.pieces("food")},
    )
    ore_left: int = field(
        default=8,
        metadata={"about": "discs left on the ore track", "minimum": 0, "maximum": 8, "photo": seen.pieces("ore")},
    )
    population: int = field(
        default=0,
        metadata={"about": "population beside the mat", "minimum": 0, "photo": seen.dice("population", FACES)},
    )
    supply: int = field(
        default=0, metadata={"about": "supply cubes in the columns", "minimum": 0, "photo": seen.dice("supply", FACES)}
    )
    ore: int = field(default=0, metadata={"about": "ore", "minimum": 0})


@dataclass(frozen=True, slots=True)
class Position:
    """The end of a game."""

    players: tuple[Final, ...] = field(metadata={"about": "in turn order"})
    printed: tuple[Printed, ...] = field(default=(), metadata={"about": "points of level IIII technologies"})


def example() -> Position:
    """A position that can be."""
    return Position(
        (
            Final(
                "Anna",
                technologies=("I.1", "I.2", "I.3", "I.4", "II.B"),
                automation=("food", "ore"),
                automation_points=(1, 1, 2, 2, 3, 3, 4),
                colonies=(FinalColony(3, ("food", "food")), FinalColony(5, ("ore", "food"))),
                outposts=("ore", "food"),
                sol=(1,),
                deep=(2, 2),
                achievements=(FinalGoal("example", 5),),
                food_left=3,
                ore_left=5,
                population=3,
                supply=9,
                ore=4,
            ),
            Final(
                "Péter",
                technologies=("I.1", "I.2"),
                private=(2,),
                automation=("ore",),
                automation_points=(1, 1, 2, 2, 3, 3, 4),
                colonies=(FinalColony(4, ("ore", "star")),),
                outposts=("food",),
                sol=(1,),
                ships=(3,),
                events=2,
                achievements=(FinalGoal("example", 3),),
                food_left=7,
                ore_left=6,
                population=5,
                supply=10,
                ore=2,
            ),
        )
    )


def cubes(player: Final) -> int:
    """All cubes that were counted."""
    ships = len(player.sol) + len(player.deep) + len(player.ships) + player.docked
    return ships + player.population + player.supply + len(player.technologies)


def audit(facts: Facts, position: Position) -> tuple[Illegal, ...]:
    """Every reason why this position cannot be."""
    problems: list[Illegal] = []
    if not 2 <= len(position.players) <= 4:
        problems.append(no("seats", "A1", n=len(position.players)))
    for number, player in enumerate(position.players, 1):
        problems += _audit(facts, position, player, number)
    for slot in dict.fromkeys(printed.slot for printed in position.printed):
        if slot not in dict(facts.slots()) or facts.slot(slot).level != 4:
            problems.append(no("not_level_4", "O2", slot=slot))
    claims = Counter(goal.card for player in position.players for goal in set(player.achievements))
    spaces = Counter((goal.card, goal.points) for player in position.players for goal in set(player.achievements))
    for card, n in claims.items():
        record = facts.achievement(card)
        if record is not None and record.points is not None:
            cut = record.group == "A" and len(position.players) < 4
            if n > (1 if cut else len(record.points)):
                problems.append(no("goal_discs", "B12" if cut else "F2", goal=card))
            for (other, points), times in spaces.items():
                if other == card and times > record.points.count(points):
                    problems.append(no("goal_space", "F2", goal=card, points=points))
    return tuple(problems)


def _audit(facts: Facts, position: Position, player: Final, who: int) -> Iterator[Illegal]:
    if cubes(player) > 20:
        yield no("cubes", "A2", player=who, n=cubes(player))
    placed: Counter[str] = Counter(
        (*player.automation, *player.outposts, *(disc for c in player.colonies for disc in c.discs))
    )
    for disc, left in (("food", player.food_left), ("ore", player.ore_left)):
        if placed[disc] + left != 8:
            yield no(f"{disc}_discs", "A2", player=who, n=placed[disc] + left)
    amounts = (player.population, player.supply, player.ore, player.docked, player.food_left, player.ore_left)
    if min(amounts) < 0:
        yield no("less_than_nothing", "A2", player=who)
    if any(not 1 <= level <= 4 for level in (*player.sol, *player.deep, *player.ships)):
        yield no("ship_level", "A3", player=who)
    if len(set(player.technologies)) != len(player.technologies):
        yield no("technology_twice", "H3", player=who)
    slots = dict(facts.slots())
    printed = {each.slot for each in position.printed}
    for slot in player.technologies:
        if slot not in slots:
            yield no("unknown_slot", "H1", slot=slot)
            continue
        if len(set(player.technologies) & set(facts.needs(slot))) < facts.enough(slot):
            yield no("without_prerequisites", "H1", player=who, slot=slot)
        if slots[slot].level == 4 and slot not in printed:
            yield no("points_missing", "O2", slot=slot)
    if len(player.automation_points) < min(7, len(player.automation)):
        yield no("automation_points", "O2", player=who)
    if len({goal.card for goal in player.achievements}) != len(player.achievements):
        yield no("goal_once", "F2")
    if any(not 1 <= len(colony.discs) <= 2 and colony.discs for colony in player.colonies):
        yield no("colony_discs", "L5", player=who)


def tallies(facts: Facts, position: Position) -> tuple[Tally, ...]:
    """The points of every faction."""
    slots = dict(facts.slots())
    printed = {each.slot: each.points for each in position.printed}
    sol = [sum(player.sol) for player in position.players]
    deep = [sum(player.deep) for player in position.players]
    found = []
    for seat, player in enumerate(position.players):
        levels = [slots[slot].level for slot in player.technologies]
        points = (
            levels.count(1),
            2 * levels.count(2),
            3 * levels.count(3),
            sum(player.private),
            sum(printed.get(slot, 0) for slot in player.technologies if slots[slot].level == 4),
            automation_points(player.automation_points, len(player.automation)),
            sum(colony.points for colony in player.colonies),
            len(player.outposts),
            strongest(sol, seat) + strongest(deep, seat),
            player.events,
            sum(goal.points for goal in player.achievements),
        )
        found.append(Tally(points, player.food_left + player.ore_left, player.population, player.ore))
    return tuple(found)


def score(facts: Facts, position: Position) -> tuple[tuple[str, ...], Outcome]:
    """The result of a position that can be."""
    return tuple(player.name for player in position.players), outcome(tallies(facts, position))
