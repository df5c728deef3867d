"""A fresh box on the tablet: what the move builder asks, fills in and says, with nothing taught."""

from __future__ import annotations

from typing import Any

from models.store import Seated
from tableside.app.move_builder import MoveBuilder
from tableside.core import codec, manual_edit
from tableside.core.moves import Move, move
from tableside.core.table import Preview, Table
from tableside.games.onward_to_venus.state import PLANETS, State, Task
from tableside.language import language
from tests.fresh_box import Sitting
from tests.games.onward_to_venus.scenes import GAME, SHIPPED, attack, deploy, do, on, planet, refuse, roll, scene, tiles

LAYING = (Task("act", 0), Task("lay"))


def at(state: State, game: Any = SHIPPED) -> MoveBuilder:
    """The tablet on this table."""
    table = Table(game, dict(state.options), len(state.players), start=state, automatic=False)
    names = ("Anna", "Béla", "Cili", "Dani", "Emil")[: len(state.players)]
    return MoveBuilder(Sitting(table, tuple(Seated(name) for name in names)))  # type: ignore[arg-type]


def begin(play: MoveBuilder, kind: str) -> None:
    offer = play.offer("kind", kind)
    if offer is not None:
        assert offer.why_not is None, offer.why_not
        play.choose("kind", kind, offer.label)


def told(play: MoveBuilder, *values: Any) -> None:
    """Tap these one by one, and go on."""
    for value in values:
        play.toggle(value)
    if play.asked_parts is not None and not play.ready:
        play.settle_parts()


def said(play: MoveBuilder) -> str:
    assert play.verdict is not None
    return language("hu").say(play.verdict.reason)


def test_lots_with_untaught_dice_never_raise_and_the_faces_can_be_tapped() -> None:
    state = tiles(on(scene(), 0, "mars", orbit=(2, 0, 0)), "mars", "mine_6")
    play = at(do(state, attack(0, "mars", "mine_6")))
    reason = play.draw()
    assert reason is not None and "koppintsátok be" in language("hu").say(reason)
    begin(play, "roll")
    for face in (3, 0):
        play.toggle(face)
    assert not play.ready, "two of three dice"
    play.toggle(3)
    assert play.ready and play.stands
    play.confirm()
    assert play.state.combat is not None and play.state.combat.dice == (0, 3, 3)


def test_lots_with_an_uncounted_bag_never_raise() -> None:
    play = at(scene(2, LAYING))
    reason = play.draw()
    assert reason is not None and "zsák" in language("hu").say(reason)


def test_tiles_are_tapped_in_any_order_and_no_lone_offer_fills_itself_in() -> None:
    play = at(scene(2, LAYING))
    begin(play, "lay")
    for number, name in enumerate(PLANETS):
        assert [pick.slot for pick in play.picks if pick.slot in PLANETS] == list(PLANETS[:number])
        assert play.choices[0].slot == name
        told(play, "trophy", "mine_3", "draw") if name == "mars" else told(play, "trophy", "draw")
    assert play.ready
    play.confirm()
    assert planet(play.state, "mars").tiles == ("draw", "mine_3", "trophy")
    assert planet(play.state, "mercury").tiles == ("draw", "trophy")


def test_a_wrong_number_of_tiles_is_said_at_its_planet() -> None:
    play = at(scene(3, LAYING))
    begin(play, "lay")
    play.toggle("trophy")
    assert said(play) == "Erre a planétára 2 lapka kerül: Merkúr."


def test_two_different_tiles_never_read_the_same() -> None:
    for game in (SHIPPED, GAME):
        for code in ("hu", "en"):
            names = [language(code).say(game.say_record("tiles", id)) for id in game.catalog.table("tiles")]
            assert len(set(names)) == len(names)


def test_deployed_units_are_tapped_in_any_order() -> None:
    play = at(scene())
    begin(play, "deploy")
    play.toggle("tank:earth")
    play.toggle("cruiser:earth")
    bought = deploy(0, "cruiser:earth", "tank:earth")
    assert play.following[0].ready[0] == bought, "as an action it stands with the next tap, before the card for it"
    play.take(bought)
    play.confirm()
    assert play.state.players[0].on("earth").orbit.size == 2


def test_no_card_waits_for_its_number_of_copies() -> None:
    play = at(scene())
    offered = {offer.value: offer.why_not for offer in play.choices[0].offers}
    assert offered["play"] is None
    begin(play, "play")
    reasons = [offer.why_not for offer in play.choices[0].offers if offer.why_not is not None]
    asked = {key for reason in reasons for need in reason.needs for key in need.keys}
    assert asked == {"timing"}
    assert play.choices[0].new is not None


def test_with_unknown_set_sizes_there_is_something_to_attack() -> None:
    play = at(tiles(on(scene(), 0, "moon", orbit=(1, 0, 0)), "moon", "mine_3", "factory"))
    shut = {offer.value: offer.why_not for offer in play.choices[0].offers}
    assert shut["attack"] is None
    assert shut["claim"] is None


def fight(game: Any) -> MoveBuilder:
    state = tiles(on(scene(), 0, "mars", orbit=(2, 0, 0)), "mars", "mine_6")
    return at(do(state, attack(0, "mars", "mine_6"), roll(0, 1, 3)), game)


def test_a_payment_is_tapped_card_by_card_with_the_running_sum() -> None:
    for game in (SHIPPED, GAME):
        play = fight(game)
        begin(play, "pay")
        for slot, amount in (("infantry", 2), ("tank", 0), ("cruiser", 0)):
            if play.choices[0].slot == slot:
                play.choose(slot, amount, play.choices[0].label)
        assert play.asked_parts is not None
        assert len(play.asked_parts.offers) <= 6
        play.toggle("points_3")
        assert said(play) == ("Védelem 6 + különbség 3 = 9 kell; eddig 5 harci pontod van, hiányzik még 4.")
        play.toggle("points_1")
        play.toggle("points_3")
        assert play.verdict is None
        play.settle_parts()
        assert isinstance(play.preview, Preview)
        words = [language("hu").say(play.table.say_event(play.state, one)) for one in play.preview.legal.events]
        assert any("9 harci pont kellett, 9 gyűlt össze" in one for one in words)


def test_one_card_is_used_twice_by_tapping_it() -> None:
    play = fight(SHIPPED)
    begin(play, "pay")
    play.choose("infantry", 2, play.choices[0].label)
    while play.choices[0].slot in ("tank", "cruiser"):
        play.choose(play.choices[0].slot, 0, play.choices[0].label)
    told(play, "recycle", "points_3", "points_1")
    assert play.choices[0].slot == "again"
    told(play, "points_3")
    assert play.ready


def test_dice_to_roll_again_are_tapped_one_by_one() -> None:
    play = fight(GAME)
    begin(play, "reroll")
    if play.choices[0].slot == "card":
        play.choose("card", "reroll", play.choices[0].label)
    assert [(part.value, part.most) for part in play.choices[0].parts] == [(0, 1), (1, 1), (3, 1)]
    play.toggle(3)
    play.toggle(0)
    assert play.ready


def test_hand_edits_have_counters_for_everything_of_a_seat() -> None:
    state = on(scene(), 0, "mars", orbit=(1, 0, 0), mine=2)
    counters = {counter.path: counter.value for counter in SHIPPED.counters(state, 0)}
    assert counters["players.0.money"] == 12
    assert counters["players.0.hand"] == 6
    assert counters["players.0.at.4.orbit.infantry"] == 1
    assert counters["players.0.at.4.mine"] == 2
    kept = {counter.of: counter for counter in SHIPPED.counters(state, 0) if counter.path == "players.0.kept"}
    assert "trophy" in kept and "crisis_3_burst" in kept
    changes = manual_edit.changes(SHIPPED, state, ((kept["trophy"], 2), (kept["crisis_3_burst"], 1)))
    assert changes == (("players.0.kept", ("crisis_3_burst", "trophy", "trophy")),)
    assert {"tokens", "deck", "period"} <= {counter.path for counter in SHIPPED.counters(state, None)}


def test_a_tile_within_reach_is_one_tap_and_the_rest_of_a_move_is_one_more() -> None:
    """What a turn most often is stands ready as a whole; once a kind is chosen, the few ways left do."""
    state = tiles(on(scene(2), 0, "mars", orbit=(2, 0, 1)), "mars", "draw", "fortune")
    ready = GAME.choices(state, Move(0, ""))[0].ready
    claims = [made for made in ready if made.kind == "claim"]
    assert [(made["tile"], made["unit"]) for made in claims] == [("draw", "infantry"), ("fortune", "infantry")]
    (asked,) = GAME.choices(state, move(0, "claim"))
    assert len(asked.ready) == 4, "two tiles for two kinds of unit"
    for made in (*ready, *asked.ready):
        assert GAME.judge(state, made).legal


def test_the_dice_stand_with_the_last_face_and_tiles_of_a_known_number_lead_on() -> None:
    (dice,) = GAME.choices(scene(2, (Task("crisis_roll"),)), move(None, "roll"))
    assert dice.exactly == 3
    (tiles,) = GAME.choices(scene(3, LAYING), move(None, "lay"))
    assert tiles.exactly == 2, "Mercury's two tiles for three players are printed in the book"


def test_a_crisis_roll_is_told_by_its_bursts_in_one_tap() -> None:
    state = tiles(scene(3, (Task("crisis_roll"),)), "mars", "crisis_4_burst")
    told = GAME.choices(state, Move(None, ""))[0].ready
    assert [made["n"] for made in told] == [0, 1, 2, 3]
    assert do(state, move(None, "bursts", n=2)) == do(state, roll(0, 0, 3)), "the other dice do not matter"
    refuse(state, move(None, "bursts", n=4), "dice_number")


def test_a_touched_planet_tells_whole_moves_there_thence_and_thither() -> None:
    state = tiles(on(on(scene(2), 0, "mars", orbit=(2, 0, 1)), 0, "moon", orbit=(0, 0, 1)), "mars", "draw", "mine_1")
    about = GAME.about(state, 0, ("planet", "origin", "destination"), "mars")
    assert {made.kind for made in about} == {"claim", "attack", "move"}
    group = next(made for made in about if made.kind == "move" and made["origin"] == "mars")
    assert (group["infantry"], group["cruiser"]) == (2, 1), "the whole group"
    assert any(made.get("destination") == "mars" and made["origin"] == "moon" for made in about)
    assert all(GAME.judge(state, made).legal for made in about)
    bought = [made for made in GAME.about(state, 0, ("planet",), "earth") if made.kind == "deploy"]
    assert deploy(0, "cruiser:earth", "infantry:earth") in bought


def test_the_units_that_are_enough_with_the_cards_stand_ready_with_the_sum() -> None:
    play = fight(GAME)
    begin(play, "pay")
    for card in ("points_3", "points_3", "points_2"):
        play.toggle(card)
    ready = play.following[0].ready
    assert [(made["infantry"], made["cruiser"]) for made in ready] == [(1, 0), (2, 0)]
    assert "9 harci pontot fizet (9 kell)" in language("hu").say(GAME.say_move(play.state, ready[0]))


def test_payments_are_suggested_without_cards_first_and_with_all_units_last() -> None:
    state = do(tiles(on(scene(), 0, "mars", orbit=(3, 0, 1)), "mars", "mine_1"), attack(0, "mars", "mine_1"))
    *cheap, last = GAME.suggest(do(state, roll(1, 1, 2)), 0)
    assert last == move(0, "give_up")
    assert [(made["infantry"], made["cruiser"], made["cards"]) for made in cheap][:2] == [(2, 0, ()), (1, 1, ())]
    assert all(made["cards"] for made in cheap[2:]), "a unit too many is not suggested"
    *dear, last = GAME.suggest(do(state, roll(0, 1, 4)), 0)
    assert last == move(0, "give_up")
    assert dear and all(made["cards"] for made in dear)
    assert all(GAME.judge(do(state, roll(0, 1, 4)), made).legal for made in dear)


def test_other_payments_than_the_suggested_can_be_told_however_many_are_suggested() -> None:
    state = tiles(on(scene(), 0, "mars", orbit=(1, 0, 0)), "mars", "mine_1")
    state = do(do(state, attack(0, "mars", "mine_1")), roll(1, 1, 1))
    (asked,) = GAME.choices(state, move(0, ""))
    assert any(made.kind == "pay" for made in asked.ready)
    assert "pay" not in asked.covered and not asked.complete


def test_the_pass_token_stands_beside_what_is_suggested() -> None:
    (asked,) = GAME.choices(scene(), move(0, ""))
    assert asked.ready[-1] == move(0, "token")
    assert len(asked.ready) <= 8


def test_a_box_of_which_every_card_is_told_asks_for_no_new_one() -> None:
    assert GAME.choices(scene(), move(0, "play"))[0].new is None
    assert SHIPPED.choices(scene(), move(0, "play"))[0].new is not None


def test_a_card_told_just_now_that_does_nothing_here_is_named_and_refused() -> None:
    play = at(on(scene(), 0, "earth", orbit=(2, 0, 1)))
    play.begin(move(0, "move", destination="mars", origin="earth", cruiser=1, infantry=1, tank=0))
    play.toggle("destroy_infantry")
    assert [language("hu").say(label) for label in play.part_labels()] == ["Gyalogság elpusztítása"]
    assert "nem erre való" in said(play)


def test_cards_that_wait_for_a_fact_can_be_played_beside_the_one_that_is_suggested() -> None:
    """One card known to be free was all that could be played after the action: the others had no button."""
    token = {**codec.encode(SHIPPED.catalog.find("cards", "token")), "timing": "free"}
    state = do(on(scene(), 0, "mars", orbit=(1, 0, 0)), move(0, "token"))
    for game, hidden in ((SHIPPED.with_catalog(SHIPPED.catalog.learn("cards", "token", token)), False), (GAME, True)):
        (asked,) = game.choices(state, move(0, ""))
        assert move(0, "play", card="token") in asked.ready
        assert ("play" in asked.covered) is hidden
