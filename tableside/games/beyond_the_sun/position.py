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
from tableside.games.beyond_the_sun import card_text, names
from tableside.games.beyond_the_sun.facts import Facts
from tableside.games.beyond_the_sun.records import Achievement
from tableside.games.beyond_the_sun.refusal import SLUG, no
from tableside.games.beyond_the_sun.rules.achievements import trigger
from tableside.games.beyond_the_sun.scoring import Tally, automation_points, outcome, strongest

Disc = Literal["food", "ore", "star"]
TRACK, CUBES = 8, 20
"""Discs of each production track, and cubes of a faction (A2)."""
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
    """An achievement: the points of the space the disc lies on, and the card where it is told."""

    points: int = field(metadata={"about": "points of the disc's space", "minimum": 0})
    card: str = field(default="", metadata={"about": "the achievement", "table": "achievements"})


def _goal(id: str, achievement: Any, on_it: tuple[str, ...]) -> FinalGoal:
    """Which space the disc lies on is for the players to say."""
    return FinalGoal(0, id)


def _counted(about: str, most: int) -> Any:
    return field(default=0, metadata={"about": about, "minimum": 0, "maximum": most})


@dataclass(frozen=True, slots=True)
class Final:
    """One faction at the end, as the score pad has it: what a technology is called does not matter."""

    name: str
    level_1: int = _counted("technologies of level I", 4)
    level_2: int = _counted("technologies of level II", 6)
    level_3: int = _counted("technologies of level III", 6)
    level_4: tuple[int, ...] = field(
        default=(), metadata={"about": "printed points of own technologies of level IIII", "minimum": 0}
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
    automation: int = field(default=0, metadata={"about": "discs on the automation track", "minimum": 0})
    colonies: tuple[FinalColony, ...] = field(
        default=(), metadata={"about": "colonised systems", "photo": photo_fields.cards("systems", _colony)}
    )
    outposts: int = field(default=0, metadata={"about": "own discs on the galaxy board", "minimum": 0})
    sol: int = field(default=0, metadata={"about": "levels of own ships on Sol together", "minimum": 0})
    deep: int = field(default=0, metadata={"about": "levels of own ships in Deep Space together", "minimum": 0})
    events: int = field(default=0, metadata={"about": "points from event cards"})
    achievements: tuple[FinalGoal, ...] = field(
        default=(), metadata={"about": "achievements", "photo": photo_fields.cards("achievements", _goal)}
    )
    food_left: int = field(
        default=TRACK,
        metadata={
            "about": "discs left on the food track, for a tie",
            "minimum": 0,
            "maximum": TRACK,
            "photo": photo_fields.pieces("food"),
        },
    )
    ore_left: int = field(
        default=TRACK,
        metadata={
            "about": "discs left on the ore track, for a tie",
            "minimum": 0,
            "maximum": TRACK,
            "photo": photo_fields.pieces("ore"),
        },
    )
    population: int = field(
        default=0,
        metadata={
            "about": "population beside the mat, for a tie",
            "minimum": 0,
            "photo": photo_fields.dice("population", FACES),
        },
    )
    ore: int = field(default=0, metadata={"about": "ore, for a tie", "minimum": 0})

    @property
    def levels(self) -> tuple[int, int, int, int]:
        """How many technologies of each level."""
        return self.level_1, self.level_2, self.level_3, len(self.level_4)


@dataclass(frozen=True, slots=True)
class Position:
    """The end of a game."""

    players: tuple[Final, ...] = field(metadata={"about": "in turn order"})
    automation_points: tuple[int, ...] = field(
        default=(), metadata={"about": "printed points of the automation spaces in use, from the left"}
    )


def example() -> Position:
    """A position that can be; nobody is level, so what breaks a tie is not told."""
    return Position(
        (
            Final(
                "Anna",
                level_1=4,
                level_2=1,
                automation=2,
                colonies=(FinalColony(3, ("food", "food")), FinalColony(5, ("ore", "food"))),
                outposts=2,
                sol=1,
                deep=4,
                achievements=(FinalGoal(5), FinalGoal(4)),
            ),
            Final(
                "Péter",
                level_1=2,
                private=(2,),
                automation=1,
                colonies=(FinalColony(4, ("ore", "star")),),
                outposts=1,
                sol=1,
                events=2,
                achievements=(FinalGoal(3),),
            ),
        ),
        (1, 1),
    )


COLONIES, GOALS = 24, 4
"""At most so many in a whole game: system cards; achievements."""
OUTPOSTS, PRIVATE = 12, 4
"""More than this is worth a second look, but no rule says it cannot be: places to control, with those events add;
private technologies, of which two cards are known to give one."""
OUTPOSTS_MOST, PRIVATE_MOST = 16, 8
"""More than this cannot be: both tracks emptied onto the galaxy board; each of the two cards four times (N9)."""


def printed_points(facts: Facts, position: Position) -> tuple[int, ...]:
    """The points under the automation track: as told, else as on a mat of this copy, for normal mats are alike."""
    known = (mat.automation for mat in facts.catalog.table("mats").values() if not mat.advanced)
    return position.automation_points or next((points for points in known if points is not None), ())


def audit_position(facts: Facts, position: Position) -> tuple[Illegal, ...]:
    """Every reason why this position cannot be the end of a game."""
    return tuple(_audit(facts, position))


def _audit(facts: Facts, position: Position) -> Iterator[Illegal]:
    players, printed = position.players, printed_points(facts, position)
    if not 2 <= len(players) <= 4:
        yield no("seats", "A1", n=len(players))
    for player in players:
        yield from _audit_player(facts, player)
    if len(printed) > AUTOMATION:
        yield no("automation_spaces", "O2", n=len(printed), most=AUTOMATION)
    if len(printed) < min(AUTOMATION, max((player.automation for player in players), default=0)):
        yield no("automation_points", "O2")
    if any(points < 0 for points in printed):
        yield no("negative_points", "O2")
    colonies = sum(len(player.colonies) for player in players)
    if colonies > COLONIES:
        yield no("colonies_most", "A1", n=colonies, most=COLONIES)
    outposts = sum(player.outposts for player in players)
    if outposts > OUTPOSTS_MOST:
        yield no("outposts_most", "K6", n=outposts, most=OUTPOSTS_MOST)
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
        for goal in player.achievements:
            if goal.card:
                claims.setdefault(goal_id(facts, goal.card), []).append(goal.points)
    placed = sum(len(player.achievements) for player in position.players)
    if 2 <= seats <= 4 and placed < trigger(seats):
        yield no("not_over", "O1", n=placed, need=trigger(seats))
    most = max((len(claims), *(len(player.achievements) for player in position.players)))
    if most > GOALS:
        yield no("goals_most", "B6", n=most, most=GOALS)
    records = (facts.catalog.find("achievements", card) for card in claims)
    groups = Counter(record.group for record in records if record is not None)
    for group in ("A", "B"):
        if groups[group] > 1:
            yield no("goal_group", "B6", group=group)
    for card, taken in claims.items():
        spaces = facts.goal_points(card, seats) if facts.catalog.find("achievements", card) is not None else None
        if spaces is None:
            continue
        if len(taken) > len(spaces):
            yield no("goal_discs", "F2", goal=names.card(facts, card))
        elif sorted(taken) != sorted(spaces[: len(taken)]):
            yield no("goal_space", "F2", goal=names.card(facts, card), points=spaces[: len(taken)])


def _audit_player(facts: Facts, player: Final) -> Iterator[Illegal]:
    who = text("core.value", value=player.name)
    cubes = sum(player.levels) + player.population
    if cubes > CUBES:
        yield no("cubes", "A2", player=who, n=cubes)
    off = 2 * TRACK - player.food_left - player.ore_left
    laid = player.automation + player.outposts + 2 * len(player.colonies)
    if off > laid:
        yield no("discs_gone", "A2", player=who, off=off, laid=laid)
    amounts = (
        *player.levels,
        player.automation,
        player.outposts,
        player.sol,
        player.deep,
        player.population,
        player.ore,
    )
    if min(*amounts, player.food_left, player.ore_left) < 0:
        yield no("less_than_nothing", "A2", player=who)
    colonies, goals = (colony.points for colony in player.colonies), (goal.points for goal in player.achievements)
    if any(points < 0 for points in (*player.level_4, *colonies, *goals)):
        yield no("negative_points", "O2")
    for level, most in ((1, 4), (2, 6), (3, 6)):
        if player.levels[level - 1] > most:
            yield no("level_most", "B1", player=who, level=card_text.roman(level), most=most)
    for level in (2, 3, 4):
        if player.levels[level - 1] and not any(player.levels[: level - 1]):
            yield no("higher_alone", "H1", player=who, level=card_text.roman(level))
    told = [goal_id(facts, goal.card) for goal in player.achievements if goal.card]
    if len(set(told)) != len(told):
        yield no("goal_once", "F2")
    if len(player.private) > PRIVATE_MOST:
        yield no("private_most", "N9", player=who, n=len(player.private), most=PRIVATE_MOST)
    if any(len(colony.discs) > 2 for colony in player.colonies):
        yield no("colony_discs", "L5", player=who)


AUTOMATION = 7
"""Spaces of the automation track (I1)."""


def tallies(facts: Facts, position: Position) -> tuple[Tally, ...]:
    """The points of every faction."""
    printed = printed_points(facts, position)
    sol, deep = ([getattr(player, where) for player in position.players] for where in ("sol", "deep"))
    found = []
    for seat, player in enumerate(position.players):
        points = (
            player.level_1,
            2 * player.level_2,
            3 * player.level_3,
            sum(player.private),
            sum(player.level_4),
            automation_points(printed, player.automation),
            sum(colony.points for colony in player.colonies),
            player.outposts,
            strongest(sol, seat) + strongest(deep, seat),
            player.events,
            sum(goal.points for goal in player.achievements),
        )
        counts = (*player.levels[:3], len(player.private), player.levels[3], player.automation, len(player.colonies))
        left = player.food_left + player.ore_left
        found.append(Tally(points, left, player.population, player.ore, counts=counts))
    return tuple(found)


def score_position(facts: Facts, position: Position) -> tuple[tuple[str, ...], Outcome]:
    """The result of a position that can be; what is strange in it is said beside its points."""
    players = position.players
    result = outcome(tallies(facts, position))
    strange = {}
    if sum(player.outposts for player in players) > OUTPOSTS:
        strange["discs"] = text(f"{SLUG}.caution.outposts_many", most=OUTPOSTS)
    if sum(len(player.private) for player in players) > PRIVATE:
        strange["private"] = text(f"{SLUG}.caution.private_many", most=PRIVATE)
    lines = tuple(replace(line, detail=strange.get(line.key, line.detail)) for line in result.lines)
    return tuple(player.name for player in players), replace(result, lines=lines)
