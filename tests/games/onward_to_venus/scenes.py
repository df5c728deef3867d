"""Tables set up in the middle of a game, and moves made on them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from tableside.core import registry
from tableside.core.moves import Event, Move, move
from tableside.core.ruling import Illegal, Legal
from tableside.games.onward_to_venus.rules.setup import wanted
from tableside.games.onward_to_venus.state import COLOURS, PLANETS, Force, Planet, Player, Presence, State, Task
from tests import contract

GAME = contract.game_of("onward_to_venus")
SHIPPED = registry.find("onward_to_venus")


def scene(seats: int = 3, todo: tuple[Task, ...] = (Task("act", 0),), **changes: Any) -> State:
    """Period 1, the first player's turn, nothing on the planets, six cards in every hand."""
    options = tuple(sorted({**GAME.info.settle({}), **changes.pop("options", {})}.items()))
    players = tuple(Player(colour=colour, money=12, hand=6) for colour in COLOURS[:seats])
    state = State(options, players, todo=todo, period=1, start=0, turn=0, actions=1, tokens=seats + 2, deck=50)
    return replace(state, **changes)


def crisis(planet: str, level: int, seats: int = 3, **changes: Any) -> State:
    """The crisis phase as it comes to a planet with so many crisis tiles."""
    todo = (Task("begin"), Task("return"), Task("income"), Task("resolve", planet=planet))
    state = scene(seats, todo, turn=None, actions=0, tokens=0, **changes)
    return tiles(state, planet, *["crisis_3"] * level)


def player(state: State, seat: int, **changes: Any) -> State:
    players = list(state.players)
    players[seat] = replace(players[seat], **changes)
    return replace(state, players=tuple(players))


def on(
    state: State,
    seat: int,
    planet: str,
    orbit: tuple[int, int, int] = (0, 0, 0),
    surface: tuple[int, int, int] = (0, 0, 0),
    factory: int = 0,
    mine: int = 0,
) -> State:
    """What a player has at a planet; units as infantry, tanks, cruisers."""
    at = list(state.players[seat].at)
    at[PLANETS.index(planet)] = Presence(Force(*orbit), Force(*surface), factory, mine)
    return player(state, seat, at=tuple(at))


def there(state: State, planet: str, **changes: Any) -> State:
    planets = list(state.planets)
    planets[PLANETS.index(planet)] = replace(planets[PLANETS.index(planet)], **changes)
    return replace(state, planets=tuple(planets))


def tiles(state: State, planet: str, *ids: str) -> State:
    return there(state, planet, tiles=tuple(sorted(ids)))


def planet(state: State, name: str) -> Planet:
    return state.planet(name)


def act(state: State, made: Move) -> tuple[State, tuple[Event, ...]]:
    """The state after one legal move, and what happened."""
    ruling = GAME.judge(state, made)
    assert isinstance(ruling, Legal), ruling
    for happened in ruling.events:
        state = GAME.apply(state, happened)
    assert GAME.audit(state) == ()
    return state, ruling.events


def do(state: State, *made: Move) -> State:
    """The state after legal moves."""
    for one in made:
        state, _ = act(state, one)
    return state


def refuse(state: State, made: Move, key: str) -> Illegal:
    """The move is refused for this reason."""
    ruling = GAME.judge(state, made)
    assert isinstance(ruling, Illegal), f"allowed: {made}"
    assert ruling.reason.key == f"onward_to_venus.no.{key}", ruling.reason.key
    contract.check_refusal(ruling, GAME)
    return ruling


def roll(*dice: int) -> Move:
    return move(None, "roll", dice=dice)


def fly(
    seat: int,
    origin: str,
    destination: str,
    group: tuple[int, int, int],
    *cards: str,
    again: tuple[str, ...] = (),
) -> Move:
    infantry, tank, cruiser = group
    return move(
        seat,
        "move",
        origin=origin,
        destination=destination,
        infantry=infantry,
        tank=tank,
        cruiser=cruiser,
        cards=cards,
        again=again,
    )


def attack(seat: int, planet: str, tile: str, victim: int | None = None, what: str | None = None) -> Move:
    return move(seat, "attack", planet=planet, tile=tile, victim=victim, what=what)


def pay(
    seat: int,
    units: tuple[int, int, int],
    *cards: str,
    again: tuple[str, ...] = (),
    blown: tuple[str, ...] = (),
) -> Move:
    infantry, tank, cruiser = units
    force = {"infantry": infantry, "tank": tank, "cruiser": cruiser}
    return move(seat, "pay", cards=cards, again=again, blown=blown, **force)


def deploy(seat: int, *units: str, card: str | None = None) -> Move:
    return move(seat, "deploy", card=card, units=units)


def lay(state: State, **given: tuple[str, ...]) -> Move:
    """A draw with these tiles where named and harmless ones elsewhere."""
    left, laid = Counter(GAME.copy.bag(state)), {}
    for some in given.values():
        left.subtract(some)
    for name, amount in wanted(GAME.copy, state).items():
        some = list(given.get(name, ()))
        for tile in ("factory", "draw", "trophy", "mine_3", "mine_2"):
            while len(some) < (amount or 0) and left[tile] > 0:
                some.append(tile)
                left[tile] -= 1
        laid[name] = tuple(some)
    return move(None, "lay", **laid)


def lose(seat: int, unit: str, place: str, card: str | None = None) -> Move:
    return move(seat, "lose", unit=unit, place=place, card=card)


def top(state: State) -> Task:
    assert state.top is not None
    return state.top


def targets(state: State, seat: int, kind: str, slot: str) -> set[Any]:
    """The values of a slot among the moves offered."""
    return {made[slot] for made in GAME.moves(state, seat) if made.kind == kind}
