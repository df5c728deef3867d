"""A game under way is told on the map, and the table is set right by hand in the same way."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from tableside.core import codec
from tableside.core.moves import Move, move
from tableside.core.table import Table
from tableside.games.gaia_project import GAME
from tableside.games.gaia_project.map_geometry import bits
from tableside.games.gaia_project.records import ACTIONS, ADVANCED_PLACES, PLACES, TRACKS
from tableside.games.gaia_project.rules.telling import standing
from tableside.games.gaia_project.state import State
from tests.games.gaia_project.table import do, laid, refusal, started

GOODS = ("credits", "ore", "knowledge", "qic", "bowl1", "bowl2", "bowl3", "area", "stone", "parked")


def played(seats: int, seed: int) -> State:
    """A random game in its fourth round, in a fresh turn."""
    state = GAME.setup({}, seats)
    chance = random.Random(seed)
    while state.phase != "over" and not (
        state.round == 4 and state.phase == "actions" and not state.todo and not state.acted
    ):
        (seat,) = GAME.to_act(state)
        state = do(state, GAME.sample(state, seat, chance.randrange))
    return state


def tellings(now: State, seat: int) -> Iterator[Move]:
    """What a table would tell of one player."""
    player, names = now.players[seat], now.map.name
    for track, level in zip(TRACKS, player.research):
        if level:
            yield move(seat, "level", track=track, level=level)
    for number, name in names.items():
        if piece := standing(player, number):
            yield move(seat, "stands", hex=name, piece=piece)
    for group in now.map.pieces(player.federated):
        yield move(seat, "allied", hexes=now.map.names(group))
    for tile in player.techs:
        yield move(seat, "owns", place=PLACES[now.techs.index(tile)], under="")
    for token, green in zip(player.tokens, player.green):
        yield move(seat, "holds", token=token, side="green" if green else "grey")
    yield move(seat, "keeps", booster=player.booster)
    yield from (move(seat, "spent", action=action) for action in player.used)


@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (3, 2), (4, 3)])
def test_a_game_under_way_is_told_and_goes_on(seats: int, seed: int) -> None:
    """Factions, map, pieces, tracks, tiles, tokens, boosters, used spaces, round and turn: all as it lies there."""
    now = played(seats, seed)
    begun = GAME.setup({"begin": "midway"}, seats)
    told = do(
        begun,
        move(None, "tiles", **_tiles(now, seats)),
        move(None, "board", **_board(now)),
        *(move(seat, "faction", faction=player.faction) for seat, player in enumerate(now.players)),
    )
    assert GAME.to_act(told) == frozenset(range(seats))
    for seat in range(seats):
        told = do(told, *tellings(now, seat))
    for number in range(len(now.players)):
        for place, tile in enumerate(now.players[number].advanced):
            where = ADVANCED_PLACES[_first_advanced(now).index(tile)]
            told = do(told, move(number, "owns", place=where, under=now.players[number].covered[place]))
    told = do(told, *(move(0, "spent", action=action) for action in now.used if action in ACTIONS))
    numbers = [(f"players.{seat}.{name}", getattr(now.players[seat], name)) for seat in range(seats) for name in GOODS]
    numbers += [(f"players.{seat}.tally.0", now.players[seat].vp) for seat in range(seats)]
    table = Table(GAME, {"begin": "midway"}, seats, start=told)
    table.adjust_all(tuple(numbers), "így áll az asztalon")
    table.confirm(move(0, "resume", round=now.round, turn_of=now.turn, passed=now.passed, order=now.order))
    again: State = table.state
    for mine, theirs in zip(again.players, now.players):
        for field in ("land", "satellites", "federated", "projects", "outposts", "guests", "research", "formers", "vp"):
            assert getattr(mine, field) == getattr(theirs, field), field
        assert sorted(mine.income) == sorted(theirs.income)
        assert sorted(mine.techs) == sorted(theirs.techs)
        assert sorted(zip(mine.tokens, mine.green)) == sorted(zip(theirs.tokens, theirs.green))
    assert (again.round, again.turn, again.passed) == (now.round, now.turn, now.passed)
    assert sorted(again.used) == sorted(now.used)
    assert again.supply == now.supply and again.advanced == now.advanced
    assert set(GAME.moves(again, now.turn)) == set(GAME.moves(now, now.turn))
    assert codec.decode(State, codec.encode(again)) == again


def _first_advanced(now: State) -> tuple[str, ...]:
    """The advanced tiles as they lay at first: those taken fill the gaps in any order."""
    taken = iter([tile for player in now.players for tile in player.advanced])
    return tuple(tile or next(taken) for tile in now.advanced)


def _tiles(now: State, seats: int) -> dict[str, str]:
    boosters = sorted((*now.boosters, *(player.booster for player in now.players if player.booster)))
    slots = {f"booster{n + 1}": tile for n, tile in enumerate(boosters)}
    slots |= {f"round{n + 1}": tile for n, tile in enumerate(now.rounds)}
    return slots | {f"final{n + 1}": tile for n, tile in enumerate(now.finals)}


def _board(now: State) -> dict[str, str]:
    slots = dict(zip(PLACES, now.techs))
    slots |= {f"adv_{track}": tile for track, tile in zip(TRACKS, _first_advanced(now))}
    return slots | {"token": now.token}


def test_by_hand_a_piece_is_put_elsewhere_and_the_turn_goes_on() -> None:
    """One switch opens the table, taps set it right, and the game goes on in the same turn."""
    table = Table(GAME, {}, 2, start=started("terrans", "xenos"))
    (switch,) = GAME.counters(table.state, None)
    seat, (wrong, *_) = 0, bits(table.state.players[0].mines)
    before = table.state.turn
    table.adjust_all(((switch.path, 1),), "rossz helyen van")
    name = table.state.map.name[wrong]
    table.confirm(move(seat, "stands", hex=name, piece="none"))
    free = next(made for made in GAME.moves_of(table.state, seat, "stands") if made["piece"] == "ts")
    table.confirm(free)
    table.confirm(move(1, "told"))
    state: State = table.state
    assert state.turn == before and not state.telling
    assert state.players[0].stations == 1 << state.map.number[free["hex"]]
    assert not state.players[0].land >> wrong & 1
    assert GAME.audit(state) == ()


def test_a_booster_told_again_takes_the_income_of_the_first_along() -> None:
    state = laid(2, begin="midway")
    state = do(state, *(move(seat, "faction", faction=name) for seat, name in enumerate(("terrans", "xenos"))))
    state = do(state, move(0, "keeps", booster=state.boosters[0]))
    again = do(state, move(0, "keeps", booster=state.boosters[0]))
    assert sum(icon.startswith("booster|") for icon in again.players[0].income) == 1
    assert codec.decode(State, codec.encode(again)) == again


def test_what_cannot_be_is_refused_when_all_is_told() -> None:
    """A game goes on only from a table that can be: everybody has a booster, whose turn it is has not passed."""
    state = laid(2, begin="midway")
    state = do(state, *(move(seat, "faction", faction=name) for seat, name in enumerate(("terrans", "xenos"))))
    go_on = move(0, "resume", round=3, turn_of=0, passed=(), order=(0, 1))
    assert refusal(state, go_on).reason.key.endswith("booster_untold")
    for seat in (0, 1):
        state = do(state, move(seat, "keeps", booster=state.boosters[0]))
    assert refusal(state, go_on.given(passed=(0,), order=(1,))).reason.key.endswith("who_is_left")
    assert do(state, go_on).phase == "actions"
    assert refusal(do(state, go_on), move(0, "stands", hex="3C", piece="m")).reason.key.endswith("not_telling")


def test_the_gleens_have_their_token_with_their_institute_and_not_without() -> None:
    """Told without its institute the token would be given again when that is built (O4)."""
    state = laid(2, begin="midway")
    state = do(state, *(move(seat, "faction", faction=name) for seat, name in enumerate(("gleens", "terrans"))))
    for seat in (0, 1):
        state = do(state, move(seat, "keeps", booster=state.boosters[0]))
    own, go_on = (
        move(0, "holds", token="gleens", side="green"),
        move(0, "resume", round=3, turn_of=0, passed=(), order=(0, 1)),
    )
    assert refusal(state, own).reason.key.endswith("no_such_token")
    assert do(state, go_on).phase == "actions"
    institute = next(made for made in GAME.moves_of(state, 0, "stands") if made["piece"] == "PI")
    state = do(state, institute)
    assert refusal(state, go_on).reason.key.endswith("audit.own_token")
    state = do(state, own)
    assert do(state, go_on).phase == "actions"
    state = do(state, institute.given(piece="none"))
    assert refusal(state, go_on).reason.key.endswith("audit.own_token")
