"""The end of a game as typed in or photographed: all eleven categories, and what cannot be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Literal, cast, get_args

from tableside.core import photo_fields
from tableside.core.moves import text
from tableside.core.ruling import Illegal
from tableside.core.score import Outcome
from tableside.games.beyond_the_sun import names
from tableside.games.beyond_the_sun.facts import Facts
from tableside.games.beyond_the_sun.records import Achievement
from tableside.games.beyond_the_sun.refusal import SLUG, no
from tableside.games.beyond_the_sun.rules.achievements import trigger
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

    card: str = field(metadata={"about": "the achievement", "table": "achievements"})
    points: int = field(metadata={"about": "points of the disc's space", "minimum": 0})


def _goal(id: str, achievement: Any, on_it: tuple[str, ...]) -> FinalGoal:
    """Which space the disc lies on is for the players to say."""
    return FinalGoal(id, 0)


@dataclass(frozen=True, slots=True)
class Printed:
    """The printed points of the level IIII technology on a slot."""

    slot: str = field(metadata={"about": "a level IIII slot, such as IIII.1", "table": "slots"})
    points: int = field(metadata={"about": "printed points", "minimum": 0})


@dataclass(frozen=True, slots=True)
class Final:
    """One faction at the end."""

    name: str
    technologies: tuple[str, ...] = field(
        default=(), metadata={"about": "the slots with an own cube, such as I.1 or II.B", "table": "slots"}
    )
    private: tuple[Literal[2, 3], ...] = field(
        default=(),
        metadata={
            "about": "levels of private technologies",
            "photo": photo_fields.cards(
                "technologies", lambda id, card, on_it: card.level, lambda card: card.level in (2, 3)
            ),
        },
    )
    automation: tuple[Disc, ...] = field(default=(), metadata={"about": "discs on the automation track, from the left"})
    automation_points: tuple[int, ...] = field(
        default=(), metadata={"about": "printed points of the seven automation spaces, from the left"}
    )
    colonies: tuple[FinalColony, ...] = field(
        default=(), metadata={"about": "colonised systems", "photo": photo_fields.cards("systems", _colony)}
    )
    outposts: tuple[Disc, ...] = field(default=(), metadata={"about": "own discs on the galaxy board"})
    sol: tuple[int, ...] = field(default=(), metadata={"about": "levels of own ships on Sol"})
    deep: tuple[int, ...] = field(default=(), metadata={"about": "levels of own ships in Deep Space"})
    ships: tuple[int, ...] = field(default=(), metadata={"about": "levels of all other own ships"})
    docked: int = field(default=0, metadata={"about": "own ships on event cards", "minimum": 0})
    events: int = field(default=0, metadata={"about": "points from event cards"})
    achievements: tuple[FinalGoal, ...] = field(
        default=(), metadata={"about": "achievements", "photo": photo_fields.cards("achievements", _goal)}
    )
    food_left: int = field(
        default=8,
        metadata={
            "about": "discs left on the food track",
            "minimum": 0,
            "maximum": 8,
            "photo": photo_fields.pieces("food"),
        },
    )
    ore_left: int = field(
        default=8,
        metadata={
            "about": "discs left on the ore track",
            "minimum": 0,
            "maximum": 8,
            "photo": photo_fields.pieces("ore"),
        },
    )
    population: int = field(
        default=0,
        metadata={"about": "population beside the mat", "minimum": 0, "photo": photo_fields.dice("population", FACES)},
    )
    supply: int = field(
        default=0,
        metadata={"about": "supply cubes in the columns", "minimum": 0, "photo": photo_fields.dice("supply", FACES)},
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
                achievements=(FinalGoal("example", 5), FinalGoal("another", 4)),
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


COLONIES, GOALS = 24, 4
"""At most so many in a whole game: system cards; achievements."""
OUTPOSTS, PRIVATE = 12, 4
"""More than this is worth a second look, but no rule says it cannot be: places to control, with those events add;
private technologies, of which two cards are known to give one."""


def audit(facts: Facts, position: Position) -> tuple[Illegal, ...]:
    """Every reason why this position cannot be the end of a game."""
    return tuple(_audit(facts, position))


def _audit(facts: Facts, position: Position) -> Iterator[Illegal]:
    players = position.players
    if not 2 <= len(players) <= 4:
        yield no("seats", "A1", n=len(players))
    for player in players:
        yield from _audit_player(facts, position, player)
    for slot, times in Counter(printed.slot for printed in position.printed).items():
        if slot not in dict(facts.slots()) or facts.slot(slot).level != 4:
            yield no("not_level_4", "O2", slot=names.slot_name(facts, slot))
        elif times > 1:
            yield no("printed_twice", "O2", slot=names.slot_name(facts, slot))
    if any(printed.points < 0 for printed in position.printed):
        yield no("negative_points", "O2")
    colonies = sum(len(player.colonies) for player in players)
    if colonies > COLONIES:
        yield no("colonies_most", "A1", n=colonies, most=COLONIES)
    yield from _audit_goals(facts, position)


def goal_id(facts: Facts, card: str) -> str:
    """An achievement by its id or by its printed name."""
    goals: dict[str, Achievement] = dict(facts.catalog.table("achievements"))
    if card in goals:
        return card
    wanted = card.strip().casefold()
    return next((id for id, goal in goals.items() if (goal.name or "").casefold() == wanted), card)


def _audit_goals(facts: Facts, position: Position) -> Iterator[Illegal]:
    seats = len(position.players)
    claims: dict[str, list[int]] = {}
    for player in position.players:
        for card, points in {goal_id(facts, goal.card): goal.points for goal in player.achievements}.items():
            claims.setdefault(card, []).append(points)
    placed = sum(map(len, claims.values()))
    if 2 <= seats <= 4 and placed < trigger(seats):
        yield no("not_over", "O1", n=placed, need=trigger(seats))
    if len(claims) > GOALS:
        yield no("goals_most", "B6", n=len(claims), most=GOALS)
    records = (facts.catalog.find("achievements", card) for card in claims)
    groups = Counter(record.group for record in records if record is not None)
    for group in ("A", "B"):
        if groups[group] > 1:
            yield no("goal_group", "B6", group=group)
    for card, taken in claims.items():
        if facts.catalog.find("achievements", card) is None:
            continue
        spaces = facts.goal_points(card, seats)
        if spaces is None:
            continue
        if len(taken) > len(spaces):
            yield no("goal_discs", "F2", goal=names.card(facts, card))
        elif sorted(taken) != sorted(spaces[: len(taken)]):
            yield no("goal_space", "F2", goal=names.card(facts, card), points=spaces[: len(taken)])


def _audit_player(facts: Facts, position: Position, player: Final) -> Iterator[Illegal]:
    who = text("core.value", value=player.name)
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
    printed_points = (*player.automation_points, *(colony.points for colony in player.colonies))
    if any(points < 0 for points in (*printed_points, *(goal.points for goal in player.achievements))):
        yield no("negative_points", "O2")
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
        lines, name = facts.lines(slot), names.slot_name(facts, slot)
        if lines is not None and len(set(player.technologies) & set(lines)) < facts.enough(slot):
            yield no("without_prerequisites", "H1", player=who, slot=name)
        if slots[slot].level == 4 and slot not in printed:
            yield no("points_missing", "O2", slot=name)
    if len(player.automation_points) < min(AUTOMATION, len(player.automation)):
        yield no("automation_points", "O2", player=who)
    if len(player.automation_points) > AUTOMATION:
        yield no("automation_spaces", "O2", player=who)
    if len({goal_id(facts, goal.card) for goal in player.achievements}) != len(player.achievements):
        yield no("goal_once", "F2")
    if any(not 1 <= len(colony.discs) <= 2 and colony.discs for colony in player.colonies):
        yield no("colony_discs", "L5", player=who)


AUTOMATION = 7
"""Spaces of the automation track (I1)."""


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
        counts = (
            *(levels.count(level) for level in (1, 2, 3)),
            len(player.private),
            levels.count(4),
            len(player.automation),
            len(player.colonies),
        )
        left = player.food_left + player.ore_left
        found.append(Tally(points, left, player.population, player.ore, counts=counts))
    return tuple(found)


def score(facts: Facts, position: Position) -> tuple[tuple[str, ...], Outcome]:
    """The result of a position that can be; what is strange in it is said beside its points."""
    players = position.players
    result = outcome(tallies(facts, position))
    strange = {}
    if sum(len(player.outposts) for player in players) > OUTPOSTS:
        strange["discs"] = text(f"{SLUG}.caution.outposts_many", most=OUTPOSTS)
    if sum(len(player.private) for player in players) > PRIVATE:
        strange["private"] = text(f"{SLUG}.caution.private_many", most=PRIVATE)
    lines = tuple(replace(line, detail=strange.get(line.key, line.detail)) for line in result.lines)
    return tuple(player.name for player in players), replace(result, lines=lines)
