"""Tables set up for one question: factions on the standard map, with whatever the question needs put on them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tableside.core.moves import Event, Move, move
from tableside.core.ruling import Illegal, Legal
from tableside.games.gaia_project import GAME
from tableside.games.gaia_project.map_geometry import bits
from tableside.games.gaia_project.records import ADVANCED, BOOSTERS, FACTIONS, STANDARD
from tableside.games.gaia_project.rules.laying import board_move, tiles_move
from tableside.games.gaia_project.state import PIECES, Player, State, evolve, with_player

ROUNDS = ("score1", "score2", "score3", "score4", "score5", "score6")
FINALS = ("structure", "satellite")
BOARD = board_move(STANDARD, ADVANCED[:6], "fed6")


def do(state: State, *moves: Move) -> State:
    """These moves, which must all stand."""
    for made in moves:
        ruling = GAME.judge(state, made)
        assert isinstance(ruling, Legal), f"{made}: {ruling}"
        for happened in ruling.events:
            state = GAME.apply(state, happened)
    return state


def events(state: State, made: Move) -> tuple[Event, ...]:
    """What follows from a move that must stand."""
    ruling = GAME.judge(state, made)
    assert isinstance(ruling, Legal), f"{made}: {ruling}"
    return ruling.events


def refusal(state: State, made: Move) -> Illegal:
    """Why a move that must not stand is refused."""
    ruling = GAME.judge(state, made)
    assert isinstance(ruling, Illegal), f"{made} is legal"
    return ruling


def cautions(state: State, made: Move) -> tuple[str, ...]:
    """The warnings with a move that must stand."""
    ruling = GAME.judge(state, made)
    assert isinstance(ruling, Legal), f"{made}: {ruling}"
    return tuple(caution.key for caution in ruling.cautions)


def laid(
    seats: int,
    rounds: tuple[str, ...] = ROUNDS,
    finals: tuple[str, str] = FINALS,
    **options: Any,
) -> State:
    """The table before factions are chosen."""
    state = GAME.setup(GAME.info.settle(options), seats)
    boosters = tuple(BOOSTERS)[: seats + 3]
    return do(state, tiles_move(boosters, rounds, finals), BOARD)


def seated(*factions: str, **options: Any) -> State:
    """Factions chosen, nothing on the map yet."""
    state = laid(len(factions), **options)
    for seat, faction in enumerate(factions):
        state = do(state, move(seat, "faction", faction=faction))
    return state


def started(*factions: str, **options: Any) -> State:
    """The first action phase, every first structure on the first free home planet, boosters in order."""
    state = seated(*factions, **options)
    while state.phase in ("start", "boosters"):
        (seat,) = GAME.to_act(state)
        state = do(state, next(iter(GAME.moves(state, seat))))
    state = do(state, Move(None, "proceed"))
    while state.todo:
        (seat,) = GAME.to_act(state)
        state = do(state, next(iter(GAME.moves(state, seat))))
    return state


def put(state: State, seat: int, **changes: Any) -> State:
    """Values of one player set."""
    return with_player(state, seat, evolve(state.players[seat], **changes))


def rich(state: State, seat: int, **more: Any) -> State:
    """A player who can pay for things."""
    return put(state, seat, **{"credits": 30, "ore": 15, "knowledge": 15, "qic": 8, **more})


def turn_of(state: State, seat: int, **changes: Any) -> State:
    """The same table with this seat to take its action."""
    return evolve(state, phase="actions", turn=seat, acted=False, todo=(), built=(), **changes)


def bare(state: State, seat: int) -> State:
    """A player with nothing on the map."""
    blank = Player()
    fields = (*PIECES.values(), "guests", "lost", "projects", "outposts", "satellites", "federated", "land")
    return put(state, seat, **{name: getattr(blank, name) for name in fields})


def build(state: State, seat: int, **pieces: str | tuple[str, ...]) -> State:
    """Structures put on the map by hand: mines="3A1 3B2", institute="4C"."""
    for name, hexes in pieces.items():
        names = hexes.split() if isinstance(hexes, str) else hexes
        mask = state.map.mask(names)
        player = state.players[seat]
        changes = {name: getattr(player, name) | mask}
        if name in (*PIECES.values(), "guests", "lost"):
            changes["land"] = player.land | mask
        state = put(state, seat, **changes)
        if name == "lost":
            state = evolve(state, lost=mask)
    return state


def free(state: State, kinds: str) -> list[str]:
    """Planets of these types that nobody holds."""
    taken = 0
    for player in state.players:
        taken |= player.land | player.projects
    grid = state.map
    mask = 0
    for kind in kinds:
        mask |= grid.of[kind]
    return [grid.name[hex] for hex in bits(mask & ~taken)]


def ring(state: State, name: str, distance: int) -> list[str]:
    """All hexes exactly so far from this one."""
    grid = state.map
    number = grid.number[name]
    mask = grid.within(number, distance) & ~(grid.within(number, distance - 1) if distance else 0)
    return [grid.name[hex] for hex in bits(mask)]


def home(state: State, seat: int) -> str:
    """The planet type of this seat."""
    return FACTIONS[state.players[seat].faction].home


def agreed(state: State, **options: Any) -> State:
    """The same table with other settings."""
    return evolve(state, rules=replace(state.rules, **options))
