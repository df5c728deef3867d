"""The referee's desk: the state as it changes while a move is judged, the events so far, and what is still to do."""

from __future__ import annotations

from functools import cache
from typing import Any

from tableside.core.moves import Cite, Event, Text, text
from tableside.core.ruling import Caution, Illegal
from tableside.games.gaia_project.content import ROUND_TILES, SLUG, TECHS, Gain
from tableside.games.gaia_project.events import EFFECTS
from tableside.games.gaia_project.state import Player, State, Task, loose, movable

FIELD = {"c": "credits", "o": "ore", "k": "knowledge", "q": "qic"}
SUPPLY = {"q": 30, "t": 50}
"""A1: QIC and power tokens in the box."""
CAP = {"c": 30, "o": 15, "k": 15, "q": 1_000_000}


@cache
def cite(rule: str, page: int | None = None) -> Cite:
    """A rule of this game."""
    return Cite(SLUG, rule, page)


def no(key: str, rule: str, page: int | None = None, **args: Any) -> Illegal:
    """A refusal."""
    return Illegal(text(f"{SLUG}.no.{key}", **args), cite(rule, page))


class Desk:
    """Where one move is worked through."""

    __slots__ = ("cautions", "chain", "events", "fresh", "rest", "seat", "state")

    def __init__(self, state: State, seat: int | None) -> None:
        self.state = state
        self.seat: int = -1 if seat is None else seat
        self.events: list[Event] = []
        self.chain: dict[int, tuple[State, Event, State]] = {}
        self.cautions: list[Caution] = []
        self.fresh: list[Task] = []
        """New tasks of this step, before those that were waiting already."""
        self.rest: tuple[Task, ...] = state.todo

    def player(self, seat: int | None = None) -> Player:
        """The player acting, or another."""
        return self.state.players[self.seat if seat is None else seat]

    def emit(self, kind: str, rule: str, page: int | None = None, **args: Any) -> None:
        """Something happens."""
        arguments = tuple(sorted(args.items()))
        event = Event(kind, arguments, cite(rule, page))
        before = self.state
        self.state = EFFECTS[kind](before, args)
        self.events.append(event)
        self.chain[id(event)] = (before, event, self.state)

    def warn(self, key: str, rule: str, **args: Any) -> None:
        """Legal, but worth a second look."""
        said: Text = text(f"{SLUG}.caution.{key}", **args)
        self.cautions.append(Caution(key, said, cite(rule)))

    # -- what is to be done next ---------------------------------------------------------------

    def then(self, kind: str, seat: int | None = None, a: int = 0, b: int = 0, what: str = "") -> None:
        """This comes next, after what was put down before it in this step."""
        self.fresh.append(Task(kind, self.seat if seat is None else seat, a, b, what))

    def done(self) -> Task:
        """The task that was waited for is taken off."""
        first, self.rest = self.rest[0], self.rest[1:]
        return first

    def pending(self) -> list[Task]:
        """Everything to do, the next first."""
        return [*self.fresh, *self.rest]

    def put(self, tasks: list[Task]) -> None:
        """This is now all that is to do."""
        self.fresh, self.rest = tasks, ()

    def close(self) -> None:
        """The tasks left over are written down."""
        left = (*self.fresh, *self.rest)
        if left != self.state.todo:
            self.emit("todo", "E1", 10, tasks=tuple((task.kind, task.seat, task.a, task.b, task.what) for task in left))

    # -- resources -----------------------------------------------------------------------------

    def change(self, seat: int, why: str, rule: str, **what: int) -> None:
        """Resources or tokens change by so much."""
        changed = tuple((name, n) for name, n in sorted(what.items()) if n)
        if changed:
            self.emit("resources", rule, seat=seat, what=changed, why=why)

    def score(self, seat: int, points: int, category: str, rule: str, why: str) -> None:
        """Victory points, booked under what they came from."""
        if points:
            self.emit("scored", rule, seat=seat, points=points, category=category, why=why)

    def gain(self, seat: int, gain: Gain, why: str, rule: str, category: str = "", times: int = 1) -> None:
        """A printed gain: caps are kept, what is lost is warned about."""
        player = self.state.players[seat]
        what: dict[str, int] = {}
        points = power = 0
        for unit, one in gain:
            n = one * times
            if unit == "vp":
                points += n
            elif unit == "pw":
                power += n
            elif unit == "t":
                what["bowl1"] = what.get("bowl1", 0) + self.supplied(n, "t")
            else:
                if unit == "q":
                    if player.faction == "gleens" and not player.academy2:
                        unit = "o"
                    else:
                        n = self.supplied(n, "q")
                name = FIELD[unit]
                have: int = player.__dict__[name] + what.get(name, 0)
                more = min(CAP[unit], have + n) - have
                if more < n:
                    self.warn("lost", "A3", n=n - more, unit=text(f"{SLUG}.unit.{unit}"), cap=CAP[unit])
                if more:
                    what[name] = what.get(name, 0) + more
        if what:
            self.change(seat, why, rule, **what)
        if points:
            self.score(seat, points, category, rule, why)
        if power:
            self.charge(seat, power, why, rule)

    def supplied(self, n: int, unit: str) -> int:
        """Q1: how many QIC or tokens can be had; by default the supply never ends, but a shortage is told."""
        if unit == "q":
            left = SUPPLY["q"] - sum(player.qic for player in self.state.players)
        else:
            left = SUPPLY["t"] - sum(
                player.bowl1 + player.bowl2 + player.bowl3 + player.area for player in self.state.players
            )
        if n <= left:
            return n
        self.warn("supply", "Q1", n=n - max(0, left), unit=text(f"{SLUG}.unit.{unit}"))
        return max(0, left) if self.state.rules.supply == "finite" else n

    def charge(self, seat: int, n: int, why: str, rule: str = "C1") -> None:
        """C1: charge power; with the brainstone its owner may have to choose."""
        player = self.state.players[seat]
        if player.stone in (1, 2):
            goals = charged_stones(player, n)
            if len(goals) > 1:
                self.then("stone_charge", seat, n, what=why)
                return
            self.charge_to(seat, n, goals[0], why, rule)
            return
        first = min(n, player.bowl1)
        second = min(n - first, player.bowl2 + first)
        if first + second < n:
            self.warn("charge_lost", "C1", n=n - first - second)
        self.change(seat, why, rule, bowl1=-first, bowl2=first - second, bowl3=second)

    def charge_to(self, seat: int, n: int, goal: int, why: str, rule: str = "C6") -> None:
        """Charge so that the brainstone ends where its owner wants it."""
        player = self.state.players[seat]
        moves = goal - player.stone
        n = min(n, movable(player))
        left = n - (1 if moves and player.stone == 1 else 0)
        first = min(left, player.bowl1)
        second = left - first - (1 if goal == 3 and player.stone < 3 else 0)
        second = max(0, min(second, player.bowl2 + first))
        self.change(seat, why, rule, bowl1=-first, bowl2=first - second, bowl3=second, stone=moves)

    def spend(self, seat: int, n: int, why: str, rule: str = "C2") -> None:
        """C2: pay power from bowl III; the caller knows there is enough."""
        player = self.state.players[seat]
        if player.stone == 3:
            without = player.bowl3 >= n
            if without and (n >= 3 or self.state.rules.small_stone):
                self.then("stone_spend", seat, n, what=why)
                return
            self.spend_with(seat, n, not without, why, rule)
            return
        self.spend_with(seat, n, False, why, rule)

    def spend_with(self, seat: int, n: int, stone: bool, why: str, rule: str = "C6") -> None:
        """Pay power with or without the brainstone."""
        player = self.state.players[seat]
        if stone:
            if n < 3:
                self.warn("stone_wasted", "C6", n=3 - n)
            n = max(0, n - 3)
        if player.faction == "nevlas" and player.institute:
            if n % 2:
                self.warn("nevlas_odd", "O13")
            n = (n + 1) // 2
        self.change(seat, why, rule, bowl3=-n, bowl1=n, stone=-2 if stone else 0)

    def shift(self, seat: int, n: int, to: str, why: str, rule: str) -> None:
        """C4, G2: tokens leave the bowls, for the supply or the Gaia area; their owner may have to choose which."""
        if not n:
            return
        player = self.state.players[seat]
        stone = 1 <= player.stone <= 3
        if n == loose(player):
            self.shift_mix(seat, (player.bowl1, player.bowl2, player.bowl3), stone, to, why, rule)
            return
        if self.state.rules.tokens == "free":
            bowls = [bowl for bowl in (player.bowl1, player.bowl2, player.bowl3) if bowl]
            if len(bowls) == 1 and not stone:
                mix = tuple(n if bowl else 0 for bowl in (player.bowl1, player.bowl2, player.bowl3))
                self.shift_mix(seat, mix, False, to, why, rule)
            else:
                self.then("tokens", seat, n, 1 if to == "area" else 0, why)
            return
        if stone:
            below = sum((player.bowl1, player.bowl2, player.bowl3)[: player.stone])
            if to == "area" or below < n:
                self.then("stone_shift", seat, n, 1 if to == "area" else 0, why)
                return
        self.shift_mix(seat, lowest(player, n), False, to, why, rule)

    def shift_mix(self, seat: int, mix: tuple[int, ...], stone: bool, to: str, why: str, rule: str) -> None:
        """These tokens leave the bowls."""
        player = self.state.players[seat]
        area = sum(mix) if to == "area" else 0
        gone = 0
        if stone:
            gone = (4 if to == "area" else 0) - player.stone
        self.change(seat, why, rule, bowl1=-mix[0], bowl2=-mix[1], bowl3=-mix[2], area=area, stone=gone)

    # -- the round tile and other triggers -----------------------------------------------------

    def trigger(self, seat: int, on: str, rule: str, times: int = 1) -> None:
        """E3: what the round tile and the player's tiles pay for this."""
        state = self.state
        if state.round:
            tile = state.rounds[state.round - 1]
            if ROUND_TILES[tile].on == on:
                self.score(seat, ROUND_TILES[tile].points * times, "round_tiles", "E3", tile)
        player = state.players[seat]
        for tile in player.techs:
            if TECHS[tile].on == on and tile not in player.covered:
                self.score(seat, gain_points(tile) * times, "standard_tech", "P1", tile)
        for tile in player.advanced:
            if TECHS[tile].on == on:
                self.score(seat, gain_points(tile) * times, "advanced_tech", "P2", tile)


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
