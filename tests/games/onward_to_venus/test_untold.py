"""Tiles laid out but not told: nothing is asked before it matters."""

from __future__ import annotations

from tableside.core.moves import Move, move
from tableside.core.readings import Readings, Verdict
from tableside.games.onward_to_venus.state import PLANETS, UNTOLD, State, Task
from tableside.language import language
from tests.games.onward_to_venus.scenes import (
    GAME,
    SHIPPED,
    act,
    attack,
    do,
    fly,
    on,
    planet,
    player,
    refuse,
    roll,
    scene,
    there,
    tiles,
)

LAYING = (Task("act", 0), Task("lay"))
NO_MORE = move(None, "reveal", planet=None, tile=None)
LAST = player(tiles(scene(3, tokens=1), "mars", UNTOLD), 0, hand=0)


def claim(seat: int, planet: str, tile: str, unit: str) -> Move:
    return move(seat, "claim", planet=planet, tile=tile, unit=unit)


def untold(state: State, *names: str) -> State:
    for name in names:
        state = tiles(state, name, UNTOLD)
    return state


def test_the_tiles_are_told_later_with_one_tap_and_the_first_player_acts() -> None:
    for game in (SHIPPED, GAME):
        (asked,) = game.choices(scene(3, LAYING), move(None, "lay"))
        (later,) = asked.ready
        said = [language(code).say(game.say_ready(scene(3, LAYING), later)) for code in ("hu", "en")]
        assert "amikor számít" in said[0] and "when it matters" in said[1]
    state = do(scene(3, LAYING), later)
    assert [planet(state, name).tiles for name in PLANETS] == [(UNTOLD,)] * 8
    assert GAME.to_act(state) == {0}


def test_what_is_told_of_some_planets_stands_and_the_others_are_told_later() -> None:
    begun = move(None, "lay", mercury=("draw", "trophy"))
    (asked,) = GAME.choices(scene(3, LAYING), begun)
    state = do(scene(3, LAYING), asked.ready[0])
    assert planet(state, "mercury").tiles == ("draw", "trophy")
    assert planet(state, "mars").tiles == (UNTOLD,)
    closed = there(scene(3, LAYING), "moon", dead=True)
    assert GAME.choices(closed, move(None, "lay"))[0].ready[0]["moon"] == ()


def test_more_tiles_than_a_planet_gets_are_refused_though_not_all_are_told() -> None:
    laid = dict.fromkeys(PLANETS, (UNTOLD,))
    do(scene(3, LAYING), move(None, "lay", **{**laid, "mercury": ("draw", UNTOLD)}))
    refuse(scene(3, LAYING), move(None, "lay", **{**laid, "mercury": ("draw", "draw", UNTOLD)}), "tile_number")


def test_a_tile_is_told_when_it_is_claimed() -> None:
    state = untold(on(scene(), 0, "mars", orbit=(1, 0, 1)), "mars")
    after, events = act(state, claim(0, "mars", "trophy", "infantry"))
    assert after.players[0].kept == ("trophy",) and planet(after, "mars").tiles == (UNTOLD,)
    told = next(one for one in events if one.kind == "tile_told")
    assert language("hu").say(GAME.say_event(state, told)) == "a Marson ez a lapka fekszik: trófealapka"
    refuse(state, claim(0, "mars", "mine_3", "infantry"), "defended")
    refuse(state, claim(0, "venus", "trophy", "infantry"), "no_such_tile")


def test_a_defended_tile_is_told_when_it_is_attacked() -> None:
    state = untold(on(scene(), 0, "mars", orbit=(3, 0, 1)), "mars")
    fighting = do(state, attack(0, "mars", "mine_1"), roll(1, 1, 2))
    assert planet(fighting, "mars").tiles == ("mine_1", UNTOLD)
    refuse(state, attack(0, "mars", "trophy"), "undefended")


def test_a_tile_nobody_knew_can_be_told_where_not_all_tiles_were() -> None:
    state = untold(on(scene(), 0, "mars", orbit=(1, 0, 1)), "mars")
    for kind in ("claim", "attack"):
        (asked,) = SHIPPED.choices(state, move(0, kind, planet="mars"))
        assert asked.new is not None and asked.new.table == "tiles"
    (asked,) = SHIPPED.choices(tiles(state, "mars", "trophy", "draw"), move(0, "claim", planet="mars"))
    assert asked.new is None


def test_what_may_lie_there_is_suggested_only_where_somebody_has_just_arrived() -> None:
    state = untold(on(scene(), 0, "mars", orbit=(1, 0, 1)), "mars", "venus")
    assert not {made.kind for made in GAME.suggest(state, 0)} & {"claim", "attack"}
    assert "attack" not in {made.kind for made in GAME.about(state, 0, ("planet", "destination"), "mars")}
    flown = do(on(state, 0, "earth", orbit=(1, 0, 1)), fly(0, "earth", "venus", (1, 0, 1)))
    assert flown.top is not None and flown.top.kind == "arrived", "something may be claimed there"
    ready = [made["tile"] for made in GAME.suggest(flown, 0) if made.kind == "claim"]
    assert ready == ["draw", "factory", "fortune", "trophy"], "one tap each where somebody has just arrived"


def test_cards_find_what_they_are_played_on() -> None:
    state = untold(scene(), "moon")
    hunted = do(state, move(0, "play_at", card="hunt", planet="moon"))
    assert hunted.players[0].kept == ("trophy",)
    betrayed = do(state, move(0, "play_at", card="traitor", planet="moon"))
    assert planet(betrayed, "moon").traitors == ("traitor",)
    refuse(untold(scene(), "ganymede"), move(0, "play_at", card="traitor", planet="ganymede"), "no_crisis_here")


def test_before_the_crises_only_crisis_tiles_are_asked_for() -> None:
    state = do(LAST, move(0, "token"))
    while state.top is not None and state.top.kind == "last_call":
        state = do(state, Move(state.top.seat, "let"))
    assert state.top is not None and state.top.kind == "reveal"
    (asked,) = GAME.choices(state, move(None, "reveal"))
    assert [offer.value for offer in asked.offers] == [None, "mars"], "none, or on the planet not told"
    refuse(state, move(None, "reveal", planet="mars", tile="trophy"), "crises_only")
    refuse(state, move(None, "reveal", planet="venus", tile="crisis_3"), "all_told")
    crisis = do(state, move(None, "reveal", planet="mars", tile="crisis_3"))
    assert crisis.top == state.top and planet(crisis, "mars").tiles == ("crisis_3", UNTOLD)
    done = do(crisis, NO_MORE)
    assert done.top == Task("resolve", planet="mars"), "the crisis of the tile that was told"
    calm = do(state, NO_MORE)
    assert calm.top is not None and calm.top.kind != "reveal", "nothing is asked twice"


def test_no_crisis_is_told_on_ganymede() -> None:
    state = untold(scene(3, (Task("crises", n=1), Task("reveal"))), "ganymede", "mars")
    refuse(state, move(None, "reveal", planet="ganymede", tile="crisis_3"), "crisis_on_ganymede")
    assert {made["planet"] for made in GAME.moves_of(state, None, "reveal")} == {None, "mars"}


def test_a_planet_that_perishes_takes_untold_tiles_with_it() -> None:
    state = tiles(scene(3, (Task("begin"), Task("resolve", planet="venus"))), "venus", *["crisis_3"] * 4, UNTOLD)
    after = do(state, move(None, "resolve"))
    assert planet(after, "venus").tiles == () and UNTOLD not in after.rubbish


def test_the_bag_is_not_counted_while_tiles_are_untold() -> None:
    assert GAME.copy.in_bag(scene()) is not None
    assert GAME.copy.in_bag(untold(scene(), "mars")) is None
    assert GAME.read(untold(scene(3, LAYING), "mars"), Readings(Verdict.CLEAR, (100, 100))) == ()
