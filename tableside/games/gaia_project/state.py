"""What lies on the table. Sets of hexes are whole numbers, a bit for each hex of the map (see geometry).

These two classes have no slots: copying a dict is the fastest way to make the next state from the last.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

from tableside.core import rulebook
from tableside.core.bounds import Between, Count, Few, Long, Number, OneOf, Places, Points, SeatNumber
from tableside.core.errors import Complaint
from tableside.core.moves import text
from tableside.games.gaia_project.map_geometry import Geometry, geometry, too_wide
from tableside.games.gaia_project.records import (
    ADVANCED,
    BOOSTERS,
    CATEGORIES,
    FACTIONS,
    FINAL_TILES,
    FORMER_LEVELS,
    GAIA,
    LAST_LEVEL,
    ROUND_TILES,
    SLUG,
    STANDARD,
    TECHS,
    TOKEN,
    TRACK,
    TRACKS,
)

T = TypeVar("T")

Wide = Annotated[int, Between(-9_999, (1 << 64) - 1)]
"""A number of a task: an amount, or hexes."""
Centre = Annotated[int, Between(-99, 99)]
Laid = tuple[str, Annotated[int, Between(0, 5)], Centre, Centre]
"""A `Place` of the map, within its bounds."""
Standard = Annotated[str, OneOf(("", *STANDARD))]
Advanced = Annotated[str, OneOf(("", *ADVANCED))]
Booster = Annotated[str, OneOf(("", *BOOSTERS))]
Token = Annotated[str, OneOf(("", *TOKEN))]
"""Tiles by name; nothing where one was taken from its place."""


Phase = Literal[
    "tiles", "board", "map", "factions", "auction", "telling", "start", "boosters",
    "income", "gaia", "actions", "cleanup", "scoring", "over",
]  # fmt: skip
"""Where in the game we are."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The table's settings, each the answer to a question the rulebook leaves open."""

    begin: str = "setup"
    setup: str = "advanced"
    map: str = "standard"
    turn_order: str = "clockwise"
    end_conversion: bool = False
    satellites: str = "rulebook"
    supply: str = "unlimited"
    neighbours: str = "all"
    tokens: str = "free"
    small_stone: bool = True
    adv2_own: bool = True
    federations: str = "exact"
    ivits_growth: bool = True
    lost_on_satellites: bool = False
    station_on_satellite: bool = False
    wasted: bool = True
    ties: str = "down"
    """Makes no difference: every share of places divides. Saved games hold it."""
    zero_scores: bool = True
    terrans_forced: bool = False
    gaia_charging: str = "now"
    distance: str = "crow"
    mirrored: bool = False
    auction: str = "none"


@dataclass(frozen=True, slots=True)
class Task:
    """Something still to happen or to be decided before the turn goes on."""

    kind: str
    seat: SeatNumber
    a: Wide = 0
    b: Wide = 0
    what: str = ""


@dataclass(frozen=True)
class Player:
    """One faction: board, pieces on the map, tiles and points."""

    faction: str = ""
    credits: Few = 0
    ore: Few = 0
    knowledge: Few = 0
    qic: Few = 0
    bowl1: Few = 0
    bowl2: Few = 0
    bowl3: Few = 0
    area: Few = 0
    """Power tokens in the Gaia area."""
    stone: Annotated[int, Between(0, 4)] = 0
    """Where the brainstone is: 1 to 3 a bowl, 4 the Gaia area, 0 nowhere."""
    research: tuple[Annotated[int, Between(0, 5)], ...] = (0, 0, 0, 0, 0, 0)
    formers: Annotated[int, Between(0, 3)] = 0
    """Gaiaformers gained, wherever they are."""
    parked: Annotated[int, Between(0, 3)] = 0
    """Gaiaformers in the Gaia area (Bal T'aks)."""
    mines: Places = 0
    stations: Places = 0
    labs: Places = 0
    institute: Places = 0
    academy1: Places = 0
    academy2: Places = 0
    guests: Places = 0
    """Lantids' mines on planets of others."""
    lost: Places = 0
    """The mine on the Lost Planet."""
    projects: Places = 0
    """Gaiaformers on the map."""
    outposts: Places = 0
    """Ivits' space stations."""
    satellites: Places = 0
    federated: Places = 0
    """All hexes of own federations."""
    land: Places = 0
    """All colonised planets."""
    federations: Few = 0
    """Federation actions done."""
    booster: Booster = ""
    techs: tuple[Standard, ...] = ()
    covered: tuple[Standard, ...] = ()
    advanced: tuple[Advanced, ...] = ()
    tokens: tuple[Token, ...] = ()
    green: tuple[bool, ...] = ()
    income: Annotated[tuple[str, ...], Long(0, 60)] = ()
    """Income icons in sight, in the order they were uncovered: source|gain."""
    used: Annotated[tuple[str, ...], Long(0, 40)] = ()
    """Special actions marked this round."""
    tally: tuple[Points, ...] = (0,) * len(CATEGORIES)
    """Points by where they came from."""
    bid: Few = 0
    """Points bid for the faction, lost at the end."""
    bonus: Points = 0
    willing: Annotated[int, Between(-1, 99)] = 0
    """Points this player pays for a charge without being asked; -1 declines every charge that costs some."""

    @property
    def vp(self) -> int:
        """Points on the track."""
        return sum(self.tally)


@dataclass(frozen=True)
class State:
    """The whole table."""

    rules: Rules
    players: tuple[Player, ...]
    phase: Phase = "tiles"
    places: Annotated[tuple[Laid, ...], Long(0, 10)] = ()
    boosters: tuple[Booster, ...] = ()
    techs: Annotated[tuple[Standard, ...], Long(0, 9)] = ()
    advanced: Annotated[tuple[Advanced, ...], Long(0, 6)] = ()
    token: Token = ""
    """The federation token on Terraforming 5."""
    supply: tuple[Count, ...] = ()
    rounds: Annotated[tuple[Annotated[str, OneOf(tuple(ROUND_TILES))], ...], Long(0, 6)] = ()
    finals: Annotated[tuple[Annotated[str, OneOf(tuple(FINAL_TILES))], ...], Long(0, 2)] = ()
    pool: Annotated[tuple[str, ...], Long(0, 4)] = ()
    """Factions in play, in the order they were chosen."""
    seating: Annotated[tuple[SeatNumber, ...], Long(0, 4)] = ()
    """Seats clockwise; after an auction in the order of the factions."""
    round: Annotated[int, Between(0, 9)] = 0
    order: Annotated[tuple[SeatNumber, ...], Long(0, 4)] = ()
    """Seats in turn order that have not passed."""
    passed: Annotated[tuple[SeatNumber, ...], Long(0, 4)] = ()
    turn: SeatNumber = 0
    acted: bool = False
    queue: Annotated[tuple[SeatNumber, ...], Long(0, 12)] = ()
    """Seats still to come in setup, income and Gaia phase."""
    sources: tuple[str, ...] = ()
    """Income icons the first of them has not taken yet."""
    todo: tuple[Task, ...] = ()
    used: Annotated[tuple[str, ...], Long(0, 40)] = ()
    """Power and QIC spaces marked this round."""
    formed: Places = 0
    """Transdim planets made Gaia planets."""
    lost: Places = 0
    """Where the Lost Planet lies."""
    built: tuple[tuple[SeatNumber, Number], ...] = ()
    """Who built on which hex, so that others may charge at the end of the turn; the first to be asked first."""
    telling: Annotated[int, Between(0, 1)] = 0
    """1 while the table tells what lies there, and nobody plays."""

    def __post_init__(self) -> None:
        """A table that is read in: what follows from a level set by hand is brought in line with it."""
        if too_wide(self.places):
            raise Complaint(text(f"{SLUG}.no.map_shape"))
        if any(player.faction in FACTIONS for player in self.players):
            object.__setattr__(self, "players", tuple(settled(player, self.phase) for player in self.players))

    @property
    def map(self) -> Geometry:
        """The map."""
        rules = self.rules
        return geometry(self.places, rules.mirrored, rules.distance == "path")


Turn = rulebook.Turn[State]
"""A move being judged."""


__all__ = ["evolve"]
if TYPE_CHECKING:
    from dataclasses import replace as evolve  # each field by its name and type
else:

    def evolve(old: T, **changes: Any) -> T:
        """The next value: the same with these changes, without the checks of a new one."""
        new: T = object.__new__(type(old))
        fields = new.__dict__
        fields.update(old.__dict__)
        fields.update(changes)
        return new


def with_player(state: State, seat: int, player: Player) -> State:
    """The state with one player changed."""
    players = state.players
    return evolve(state, players=(*players[:seat], player, *players[seat + 1 :]))


def expected_income(player: Player, phase: Phase) -> list[str]:
    """D1: the income icons that are in sight on boards and tiles."""
    board = FACTIONS[player.faction]
    laid_out = phase not in ("tiles", "board", "map", "factions", "auction")
    icons = [f"base|{spec}" for spec in board.income] if laid_out else []
    for piece in PIECES:
        for slot in board.rows[piece][: count(player, piece)]:
            icons += [f"{piece}|{spec}" for spec in slot]
    for track, level in zip(TRACKS, player.research):
        if TRACK[track].income[level]:
            icons.append(f"{track}|{TRACK[track].income[level]}")
    for tile in player.techs:
        if TECHS[tile].kind == "income" and tile not in player.covered:
            icons.append(f"{tile}|{TECHS[tile].gain}")
    paid = phase in ("gaia", "actions", "scoring", "over")
    if player.booster and (not paid or any(icon.startswith("booster|") for icon in player.income)):
        icons.append(f"booster|{BOOSTERS[player.booster].income}")
    return icons


def settled(player: Player, phase: Phase) -> Player:
    """The player with the income icons and Gaiaformers that boards, tiles and levels show, in the order they were."""
    known = (*player.techs, *player.covered) + ((player.booster,) if player.booster else ())
    if player.faction not in FACTIONS or any(name not in TECHS and name not in BOOSTERS for name in known):
        return player
    if len(player.research) != len(TRACKS) or any(not 0 <= level <= LAST_LEVEL for level in player.research):
        return player
    missing, kept = expected_income(player, phase), []
    for icon in player.income:
        if icon in missing:
            missing.remove(icon)
            kept.append(icon)
    formers = sum(1 for level in FORMER_LEVELS if player.research[GAIA] >= level)
    income = (*kept, *missing)
    if income == player.income and formers == player.formers:
        return player
    return evolve(player, income=income, formers=formers)


def rules_of(options: Mapping[str, Any]) -> Rules:
    """The settings as they were agreed; a first game is played on the printed map."""
    rules = Rules(**options)
    return replace(rules, map="standard") if rules.setup == "first" else rules


def gaia_planets(state: State) -> int:
    """All Gaia planets: printed ones and those formed."""
    return state.map.of["g"] | state.formed


def planet_at(state: State, hex: int) -> str:
    """What is on this hex now."""
    bit = 1 << hex
    if state.lost & bit:
        return "l"
    if state.formed & bit:
        return "g"
    return state.map.planet[hex]


def types(state: State, player: Player) -> int:
    """A4: how many types of planets this player has colonised; guest mines count for none."""
    own = player.land & ~player.guests
    of = state.map.of
    found = sum(1 for planet in "rovdsti" if own & of[planet])
    if own & (of["g"] | state.formed):
        found += 1
    return found + 1 if player.lost else found


def sectors(state: State, player: Player) -> int:
    """How many sectors have a structure of this player."""
    land = player.land
    return sum(1 for sector in state.map.sectors if sector & land)


def gaia_count(state: State, player: Player) -> int:
    """How many Gaia planets this player has colonised."""
    return (player.land & ~player.guests & gaia_planets(state)).bit_count()


def spendable(player: Player) -> int:
    """Power that bowl III can pay."""
    value = player.bowl3 * 2 if player.faction == "nevlas" and player.institute else player.bowl3
    return value + 3 if player.stone == 3 else value


def movable(player: Player) -> int:
    """C1: how much power could be charged."""
    extra = 2 if player.stone == 1 else 1 if player.stone == 2 else 0
    return 2 * player.bowl1 + player.bowl2 + extra


def loose(player: Player) -> int:
    """Tokens that can be discarded or moved to the Gaia area."""
    return player.bowl1 + player.bowl2 + player.bowl3 + (1 if 1 <= player.stone <= 3 else 0)


def free_formers(player: Player) -> int:
    """Gaiaformers on the board."""
    return player.formers - player.parked - player.projects.bit_count()


def satellites_left(state: State, player: Player) -> int:
    """Q1: how many satellites can still be built."""
    most = 25
    if state.rules.satellites == "rulebook":
        most = 22 if state.rules.turn_order == "pass" else 23
    return most - player.satellites.bit_count()


PIECES = {
    "m": "mines",
    "ts": "stations",
    "lab": "labs",
    "PI": "institute",
    "ac1": "academy1",
    "ac2": "academy2",
}
"""Structures of the faction board and where a player keeps them."""


def structure_at(player: Player, bit: int) -> str:
    """What this player has on a planet: m ts lab PI ac1 ac2, guest, lost, or nothing."""
    if not player.land & bit:
        return ""
    for piece, field in PIECES.items():
        if getattr(player, field) & bit:
            return piece
    return "guest" if player.guests & bit else "lost"


def count(player: Player, piece: str) -> int:
    """How many pieces of this kind have left the board."""
    if piece == "m":
        return player.mines.bit_count() + player.guests.bit_count()
    return int(getattr(player, PIECES[piece]).bit_count())


def best_value(state: State, player: Player, mask: int) -> int:
    """I1: the value of the strongest structure on these hexes."""
    land = player.land & mask
    if not land:
        return 0
    titan = 0
    if player.faction == "bescods" and player.institute:
        titan = state.map.of["t"]
    big = player.institute | player.academy1 | player.academy2
    value = 4 if "tech3" in player.techs and "tech3" not in player.covered else 3
    best = 0
    for group, worth in ((big, value), (player.stations | player.labs, 2), (land, 1)):
        here = group & land
        if here:
            if worth < best:
                break
            best = max(best, worth + 1 if here & titan else worth)
            if not titan:
                break
    return best


def total_value(state: State, player: Player, mask: int) -> int:
    """I1: the federation value of everything own on these hexes."""
    land = player.land & mask
    big = (player.institute | player.academy1 | player.academy2) & land
    middle = (player.stations | player.labs) & land
    value = land.bit_count() + middle.bit_count() + (player.outposts & mask).bit_count()
    value += big.bit_count() * (3 if "tech3" in player.techs and "tech3" not in player.covered else 2)
    if player.faction == "bescods" and player.institute:
        value += (land & state.map.of["t"]).bit_count()
    return value
