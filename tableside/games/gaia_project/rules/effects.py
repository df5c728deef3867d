"""C, E: what every chapter does: resources change, points are booked, power moves, and tasks wait their turn.

While a move is worked out `todo` of the turn's state holds only what this move adds; `turns.settle` puts it before
what was waiting already and writes the list down once, at the end.
"""

from __future__ import annotations

from functools import cache

from tableside.core.moves import text
from tableside.games.gaia_project import changes
from tableside.games.gaia_project.records import ROUND_TILES, SLUG, TECHS, Gain
from tableside.games.gaia_project.state import Player, Task, Turn, evolve, loose, movable

FIELD = {"c": "credits", "o": "ore", "k": "knowledge", "q": "qic"}
SUPPLY = {"q": 30, "t": 50}
"""A1: QIC and power tokens in the box."""
CAP = {"c": 30, "o": 15, "k": 15, "q": 1_000_000}


# -- what is to be done next -----------------------------------------------------------------------


def awaited(turn: Turn) -> Task | None:
    """The task this move answers."""
    return turn.start.todo[0] if turn.start.todo else None


def done(turn: Turn) -> Task:
    """The task that was waited for is taken off."""
    turn.state = evolve(turn.state, todo=())
    return turn.start.todo[0]


def then(turn: Turn, kind: str, seat: int, a: int = 0, b: int = 0, what: str = "") -> None:
    """This comes next, after what was put down before it by this move."""
    turn.state = evolve(turn.state, todo=(*turn.state.todo, Task(kind, seat, a, b, what)))


# -- resources -------------------------------------------------------------------------------------


def change(turn: Turn, seat: int, why: str, rule: str, **what: int) -> None:
    """Resources or tokens change by so much."""
    changed = tuple((name, n) for name, n in sorted(what.items()) if n)
    if changed:
        turn.do(changes.resources, rule, seat, changed, why)


def score(turn: Turn, seat: int, points: int, category: str, rule: str, why: str) -> None:
    """Victory points, booked under what they came from."""
    if points:
        turn.do(changes.scored, rule, seat, points, category, why)


def receive(turn: Turn, seat: int, gained: Gain, why: str, rule: str, category: str = "", times: int = 1) -> None:
    """A printed gain: caps are kept, what is lost is warned about."""
    player = turn.state.players[seat]
    what: dict[str, int] = {}
    points = power = 0
    for unit, one in gained:
        n = one * times
        if unit == "vp":
            points += n
        elif unit == "pw":
            power += n
        elif unit == "t":
            what["bowl1"] = what.get("bowl1", 0) + supplied(turn, n, "t")
        else:
            if unit == "q":
                if player.faction == "gleens" and not player.academy2:
                    unit = "o"
                else:
                    n = supplied(turn, n, "q")
            name = FIELD[unit]
            have: int = player.__dict__[name] + what.get(name, 0)
            more = min(CAP[unit], have + n) - have
            if more < n:
                turn.warn("lost", "A3", what=text(f"{SLUG}.amount.{unit}", n=n - more), cap=CAP[unit])
            if more:
                what[name] = what.get(name, 0) + more
    if what:
        change(turn, seat, why, rule, **what)
    if points:
        score(turn, seat, points, category, rule, why)
    if power:
        charge(turn, seat, power, why, rule)


def supplied(turn: Turn, n: int, unit: str) -> int:
    """Q1: how many QIC or tokens can be had; by default the supply never ends, but a shortage is told."""
    if unit == "q":
        left = SUPPLY["q"] - sum(player.qic for player in turn.state.players)
    else:
        left = SUPPLY["t"] - sum(
            player.bowl1 + player.bowl2 + player.bowl3 + player.area for player in turn.state.players
        )
    if n <= left:
        return n
    turn.warn("supply", "Q1", what=text(f"{SLUG}.amount.{unit}", n=n - max(0, left)))
    return max(0, left) if turn.state.rules.supply == "finite" else n


def charge(turn: Turn, seat: int, n: int, why: str, rule: str = "C1") -> None:
    """C1: charge power; with the brainstone its owner may have to choose."""
    player = turn.state.players[seat]
    if player.stone in (1, 2):
        goals = charged_stones(player, n)
        if len(goals) > 1:
            then(turn, "stone_charge", seat, n, what=why)
            return
        charge_to(turn, seat, n, goals[0], why, rule)
        return
    first = min(n, player.bowl1)
    second = min(n - first, player.bowl2 + first)
    if first + second < n:
        turn.warn("charge_lost", "C1", n=n - first - second)
    change(turn, seat, why, rule, bowl1=-first, bowl2=first - second, bowl3=second)


def charge_to(turn: Turn, seat: int, n: int, goal: int, why: str, rule: str = "C6") -> None:
    """Charge so that the brainstone ends where its owner wants it."""
    player = turn.state.players[seat]
    moves = goal - player.stone
    n = min(n, movable(player))
    left = n - (1 if moves and player.stone == 1 else 0)
    first = min(left, player.bowl1)
    second = left - first - (1 if goal == 3 and player.stone < 3 else 0)
    second = max(0, min(second, player.bowl2 + first))
    change(turn, seat, why, rule, bowl1=-first, bowl2=first - second, bowl3=second, stone=moves)


def spend(turn: Turn, seat: int, n: int, why: str, rule: str = "C2") -> None:
    """C2: pay power from bowl III; the caller knows there is enough."""
    player = turn.state.players[seat]
    if player.stone == 3:
        without = player.bowl3 >= n
        if without and (n >= 3 or turn.state.rules.small_stone):
            then(turn, "stone_spend", seat, n, what=why)
            return
        spend_with(turn, seat, n, not without, why, rule)
        return
    spend_with(turn, seat, n, False, why, rule)


def spend_with(turn: Turn, seat: int, n: int, stone: bool, why: str, rule: str = "C6") -> None:
    """Pay power with or without the brainstone."""
    player = turn.state.players[seat]
    if stone:
        if n < 3:
            turn.warn("stone_wasted", "C6", n=3 - n)
        n = max(0, n - 3)
    if player.faction == "nevlas" and player.institute:
        if n % 2:
            turn.warn("nevlas_odd", "O13")
        n = (n + 1) // 2
    change(turn, seat, why, rule, bowl3=-n, bowl1=n, stone=-2 if stone else 0)


def shift(turn: Turn, seat: int, n: int, to: str, why: str, rule: str) -> None:
    """C4, G2: tokens leave the bowls, for the supply or the Gaia area; their owner may have to choose which."""
    if not n:
        return
    player = turn.state.players[seat]
    stone = 1 <= player.stone <= 3
    if n == loose(player):
        shift_mix(turn, seat, (player.bowl1, player.bowl2, player.bowl3), stone, to, why, rule)
        return
    if turn.state.rules.tokens == "free":
        bowls = [bowl for bowl in (player.bowl1, player.bowl2, player.bowl3) if bowl]
        if len(bowls) == 1 and not stone:
            mix = tuple(n if bowl else 0 for bowl in (player.bowl1, player.bowl2, player.bowl3))
            shift_mix(turn, seat, mix, False, to, why, rule)
        else:
            then(turn, "tokens", seat, n, 1 if to == "area" else 0, why)
        return
    if stone:
        below = sum((player.bowl1, player.bowl2, player.bowl3)[: player.stone])
        if to == "area" or below < n:
            then(turn, "stone_shift", seat, n, 1 if to == "area" else 0, why)
            return
    shift_mix(turn, seat, lowest(player, n), False, to, why, rule)


def shift_mix(turn: Turn, seat: int, mix: tuple[int, ...], stone: bool, to: str, why: str, rule: str) -> None:
    """These tokens leave the bowls."""
    player = turn.state.players[seat]
    area = sum(mix) if to == "area" else 0
    gone = 0
    if stone:
        gone = (4 if to == "area" else 0) - player.stone
    change(turn, seat, why, rule, bowl1=-mix[0], bowl2=-mix[1], bowl3=-mix[2], area=area, stone=gone)


# -- the round tile and other triggers -------------------------------------------------------------


def trigger(turn: Turn, seat: int, on: str, times: int = 1) -> None:
    """E3: what the round tile and the player's tiles pay for this."""
    state = turn.state
    if state.round:
        tile = state.rounds[state.round - 1]
        if ROUND_TILES[tile].on == on:
            score(turn, seat, ROUND_TILES[tile].points * times, "round_tiles", "E3", tile)
    player = state.players[seat]
    for tile in player.techs:
        if TECHS[tile].on == on and tile not in player.covered:
            score(turn, seat, gain_points(tile) * times, "standard_tech", "P1", tile)
    for tile in player.advanced:
        if TECHS[tile].on == on:
            score(turn, seat, gain_points(tile) * times, "advanced_tech", "P2", tile)


@cache
def gain_points(tile: str) -> int:
    """The points a technology tile pays each time."""
    return int(TECHS[tile].gain.removesuffix("vp") or 1)


def lowest(player: Player, n: int) -> tuple[int, int, int]:
    """Tokens taken from bowl I first, then II, then III."""
    first = min(n, player.bowl1)
    second = min(n - first, player.bowl2)
    return first, second, n - first - second


def charged_stones(player: Player, n: int) -> tuple[int, ...]:
    """C6: the bowls where the brainstone can be after charging so much, the farthest first."""
    ones, twos, stone = player.bowl1, player.bowl2, player.stone
    n = min(n, movable(player))
    if n == 0:
        return (stone,)
    if stone == 1 and n <= ones + 1:
        return (2, 1) if n <= ones else (2,)
    left = n - ones - (1 if stone == 1 else 0)
    if left <= 0:
        return (2,)
    return (3, 2) if left <= ones + twos else (3,)
