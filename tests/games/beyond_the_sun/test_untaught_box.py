"""From the box as it is bought: everything is told when it turns up, nothing before, and nothing stops the game."""

from dataclasses import replace
from typing import Any, get_args, get_type_hints

import pytest

from models.store import Seated
from tableside.app.move_builder import MoveBuilder
from tableside.core import manual_edit, registry
from tableside.core.codec import encode
from tableside.core.game import Choice
from tableside.core.moves import Seat, move, text
from tableside.core.ruling import Illegal
from tableside.core.table import RefusedError, Table
from tableside.games.beyond_the_sun import records
from tableside.games.beyond_the_sun.effects import Effect, Verb
from tableside.games.beyond_the_sun.game import BeyondTheSun
from tableside.games.beyond_the_sun.rules import achievements
from tableside.games.beyond_the_sun.state import Ask, Ending, Phase
from tableside.language import language
from tests import contract
from tests.games.beyond_the_sun.scene import Scene, sample_game, with_site
from tests.games.beyond_the_sun.test_copy import PACK, bare, only_the_boards

OWN = {"source": "your copy", "sure": True}
ONE_ORE = [{"verb": "gain"}]


class Sitting:
    """A table with two or more players, kept in memory."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.players = tuple(Seated(name) for name in ("Anna", "Béla", "Cili", "Dávid")[: table.seats])
        self.names = tuple(player.name for player in self.players)


def opened(seats: int = 3, game: BeyondTheSun | None = None, later: bool = True, **options: bool) -> MoveBuilder:
    """A game from the box; without `later` every card that is laid out is asked for at once."""
    table = Table(game or bare(), options, seats, automatic=later or only_the_boards)
    table.run_routine()
    return MoveBuilder(Sitting(table))  # type: ignore[arg-type]


def asked(play: MoveBuilder, seat: Seat, kind: str, **args: Any) -> Choice:
    return play.game.choices(play.state, move(seat, kind, **args))[0]


def tell(play: MoveBuilder, choice: Choice, **told: Any) -> str:
    """Tell of the thing on the table as the app does: a fresh id, what is given, what is asked."""
    assert choice.new is not None
    id = play.game.catalog.fresh(choice.new.table)
    play.table.learn(choice.new.table, id, {**OWN, **dict(choice.new.given), **told})
    return id


GROWTH = {"columns": [4, 3, 3, 3, 2, 2], "food": ["A", "", "B", "", "C", "", "D", ""]}
ORE = {"ore": [1, 0, 1, 0, 1, 0, 1, 0]}
AUTOMATION = {"automation": [1, 1, 2, 2, 3, 3, 4]}
COLOURS = ("red", "blue", "green", "white")


def set_up(play: MoveBuilder) -> None:
    """Everything dealt and chosen, each card told as it is turned up."""
    while play.state.phase is Phase.SETUP:
        front = play.state.front
        assert front is not None
        if front.ask is Ask.MAT:
            choice = asked(play, front.seat, "choose_mat")
            mat = tell(play, choice) if choice.new is not None else "tabernacle"
            play.table.confirm(move(front.seat, "choose_mat", mat=mat))
            continue
        told = {
            Ask.DEAL: {"colours": ["military"], "instant": [], "actions": [{"effects": ONE_ORE}]},
            Ask.DEAL_SYSTEM: {"specialties": ["food"], "control": ONE_ORE},
            Ask.DEAL_GOAL: {"points": [5, 3]},
        }[front.ask]
        play.table.confirm(move(None, "reveal", card=tell(play, asked(play, None, "reveal"), **told)))


def test_drawing_lots_from_an_untaught_box_is_a_sentence() -> None:
    play = begun()
    play.table.confirm(move(0, "act", space="basic:research_1:0>I.2"))
    play.go_on()
    told = play.draw()
    assert told is not None and language("hu").say(told).endswith(".")
    assert asked(play, None, "reveal").new is not None, "and there is a way on"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nothing_is_asked_before_the_first_move_but_whose_cubes_are_whose(seats: int) -> None:
    play = opened(seats)
    for seat, colour in zip(range(seats), ("red", "blue", "green", "white")):
        assert play.state.front is not None and play.state.front.ask is Ask.MAT
        play.table.confirm(move(seat, "choose_mat", mat=colour))
    assert play.state.phase is Phase.ACTION and play.game.audit(play.state) == ()
    play.table.confirm(move(0, "act", space="basic:populate"))
    assert play.state.players[0].population == 3


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_untaught_box_is_set_up_card_by_card(seats: int) -> None:
    play = opened(seats, later=False)
    set_up(play)
    assert play.state.phase is Phase.ACTION
    assert play.game.audit(play.state) == ()
    again = Table(bare(), {}, seats, entries=play.table.log.entries)
    assert again.drift is None and again.state == play.state


def test_a_second_unknown_card_gets_an_id_of_its_own() -> None:
    play = opened(later=False)
    told = {"colours": ["military"], "instant": [], "actions": []}
    cards = []
    for _ in range(2):
        cards.append(tell(play, asked(play, None, "reveal"), **told))
        play.table.confirm(move(None, "reveal", card=cards[-1]))
    assert len(set(cards)) == 2
    assert play.game.catalog.find("technologies", cards[1]).level == 1, "the level of its deck is known"


def test_a_copy_that_holds_a_record_called_new_opens_and_is_used() -> None:
    game = bare()
    record = {**OWN, "level": 1, "colours": ["military"], "instant": [], "actions": []}
    play = opened(3, game.with_catalog(game.catalog.learn("technologies", "new", record)), later=False)
    choice = asked(play, None, "reveal")
    offer = next(offer for offer in choice.offers if offer.value == "new")
    assert offer.why_not is None
    assert language("hu").say(offer.label) == "I. szintű katonai technológia"
    play.table.confirm(move(None, "reveal", card="new"))
    assert asked(play, None, "reveal").new is not None


def begun(seats: int = 3) -> MoveBuilder:
    """The first turn of a box nobody has taught, the mats by the colour of the cubes."""
    play = opened(seats)
    for seat in range(seats):
        play.table.confirm(move(seat, "choose_mat", mat=COLOURS[seat]))
    return play


def learn_tracks(play: MoveBuilder, **told: Any) -> None:
    """The tracks that all normal mats share, told once."""
    known = play.game.catalog.find("mats", "alike")
    before = {key: value for key in (*GROWTH, *ORE, *AUTOMATION) if (value := getattr(known, key)) is not None}
    play.table.learn("mats", "alike", {**OWN, "advanced": False, **before, **told})


def test_the_tracks_of_a_mat_are_asked_for_at_the_first_production_and_told_for_all() -> None:
    play = begun()
    play.table.confirm(move(0, "act", space="basic:populate"))
    for kind, told in (("grow", GROWTH), ("mine", ORE)):
        ruling = play.table.propose(move(0, kind))
        assert isinstance(ruling, Illegal) and [(need.table, need.keys) for need in ruling.needs] == [
            ("mats", tuple(told))
        ]
        contract.check_refusal(ruling, play.game)
    learn_tracks(play, **GROWTH)
    assert play.state.players[0].supply == (3, 3, 3, 3, 2, 2), "what was taken from the heap came from column A"
    assert play.state.players[1].supply == tuple(GROWTH["columns"])
    assert play.game.audit(play.state) == ()
    assert play.table.propose(move(0, "grow")).legal and not play.table.propose(move(0, "mine")).legal
    learn_tracks(play, **ORE)
    play.table.confirm(move(0, "mine"))
    again = Table(bare(), {}, 3, entries=play.table.log.entries)
    assert again.drift is None and again.state == play.state and again.verify() is None


def test_a_mat_told_with_its_tracks_while_others_have_chosen_counts_for_them_too() -> None:
    play = opened(3)
    play.table.confirm(move(0, "choose_mat", mat="red"))
    assert play.state.players[0].supply == (17,)
    mat = tell(play, asked(play, 1, "choose_mat"), name="Ércmágnások", **GROWTH, **ORE)
    assert play.state.players[0].supply == tuple(GROWTH["columns"]), "normal mats are alike"
    play.table.confirm(move(1, "choose_mat", mat=mat))
    again = Table(bare(), {}, 3, entries=play.table.log.entries)
    assert again.verify() is None and again.state == play.state


def test_a_colour_of_the_cubes_is_free_or_taken_and_a_known_mat_goes_with_its_own() -> None:
    play = opened(3)
    play.table.confirm(move(0, "choose_mat", mat="red"))
    ruling = play.table.propose(move(1, "choose_mat", mat="red"))
    assert isinstance(ruling, Illegal) and ruling.reason.key.endswith("no.mat_taken")
    assert play.game.piece_rgb("red") and play.game.taken_with("red") == "red"
    told = play.game.catalog.learn("mats", "own7", {**OWN, "name": "Ércmágnások", "colour": "blue", "advanced": False})
    known = play.game.with_catalog(told)
    assert known.taken_with("blue") == "own7" and known.piece_rgb("own7") == known.piece_rgb("blue")
    offered = [offer.value for offer in known.choices(play.state, move(1, "choose_mat"))[0].offers]
    assert "own7" in offered and "blue" not in offered and "green" in offered and "alike" not in offered
    advanced = opened(3, advanced=True)
    ruling = advanced.table.propose(move(2, "choose_mat", mat="red"))
    assert isinstance(ruling, Illegal) and ruling.reason.key.endswith("no.mat_side")


def test_the_swatches_of_the_seating_are_the_colours_the_rules_know() -> None:
    assert tuple(one.key for one in bare().info.colours) == records.COLOURS


def test_a_level_i_card_is_told_when_somebody_researches_it() -> None:
    play = begun()
    play.table.confirm(move(0, "act", space="basic:research_1:0>I.2"))
    front = play.state.front
    assert front is not None and (front.ask, front.place) == (Ask.DEAL, "I.2")
    choice = asked(play, None, "reveal")
    assert choice.new is not None and choice.new.keys == ("level", "colours", "instant")
    assert language("hu").say(choice.label) == "Melyik I. szintű technológia került ide: I. szint, 2. kártyahely?"
    play.table.confirm(move(None, "reveal", card=tell(play, choice, colours=["military"], instant=ONE_ORE)))
    assert play.state.players[0].ore == 2, "and its reward comes at once"
    play.table.confirm(move(0, "trade"))
    play.table.confirm(move(0, "done"))


def test_the_actions_of_a_card_are_told_when_somebody_wants_to_use_one() -> None:
    play = begun(2)
    play.table.confirm(move(0, "act", space="basic:research_1:0>I.2"))
    card = tell(play, asked(play, None, "reveal"), colours=["military"], instant=[])
    play.table.confirm(move(None, "reveal", card=card))
    for seat in (0, 1):
        if seat:
            play.table.confirm(move(seat, "act", space="basic:populate"))
        for kind in ("trade", "done", "pass_goal"):
            play.table.confirm(move(seat, kind))
    offers = {offer.value: offer for offer in asked(play, 0, "act").offers}
    offer = offers["slot:I.2:0:0"]
    assert offer.why_not is not None and [(need.id, need.keys) for need in offer.why_not.needs] == [
        (card, ("actions",))
    ]
    record = encode(play.game.catalog.find("technologies", card))
    play.table.learn("technologies", card, {**record, "actions": [{"effects": ONE_ORE}]})
    assert play.table.propose(move(0, "act", space="slot:I.2:0:0")).legal
    assert isinstance(play.table.propose(move(1, "act", space="slot:I.2:0:0")), Illegal)


def test_a_planet_is_told_when_somebody_gains_control() -> None:
    play = begun()
    play.table.confirm(move(0, "act", space="basic:launch:0"))
    play.table.confirm(move(0, "done"))
    play.table.confirm(move(0, "jump", origin="p4.sol", level=1, target="p4.A1"))
    play.table.confirm(move(0, "done"))
    front = play.state.front
    assert front is not None and (front.ask, front.place) == (Ask.DEAL_SYSTEM, "p4.A1")
    choice = asked(play, None, "reveal")
    assert choice.new is not None and dict(choice.new.given) == {"deck": "A", "start": True}
    card = tell(play, choice, specialties=["ore"], control=ONE_ORE)
    play.table.confirm(move(None, "reveal", card=card))
    place = play.state.place("p4.A1")
    assert place is not None and (place.system, place.owner, place.disc) == (card, 0, "ore")
    assert play.state.players[0].ore == 2


def test_an_achievement_is_told_when_somebody_reaches_it() -> None:
    play = begun()
    play.table.confirm(move(0, "act", space="basic:populate"))
    play.table.confirm(move(0, "trade"))
    play.table.confirm(move(0, "done"))
    labels = {offer.value: language("hu").say(offer.label) for offer in asked(play, 0, "claim").offers}
    assert labels["?A"] == "A mérföldkő"
    play.table.confirm(move(0, "claim", goal="?A"))
    choice = asked(play, None, "reveal")
    assert choice.new is not None and choice.new.keys == ("points",)
    card = tell(play, choice, points=[5, 3], name="Aszteroidabányász")
    play.table.confirm(move(None, "reveal", card=card))
    goal = play.state.goal(card)
    assert goal is not None and goal.discs == (0,) and play.state.turn == 1
    assert sum(line.points for line in play.game.score(play.state) if line.seat == 0) == 5 + 1


def test_the_points_of_automation_are_asked_for_at_the_end() -> None:
    play = begun()
    scene = Scene()
    scene.game, scene.facts = play.game, play.game.facts
    players = list(play.state.players)
    players[1] = replace(players[1], automation=("food",), food=7)
    scene.state = replace(
        play.state, players=tuple(players), turn=2, ending=Ending.LAST, phase=Phase.PRODUCTION, goals=()
    )
    scene.do(2, "trade")
    scene.do(2, "done")
    assert scene.state.phase is Phase.CLOSING and scene.front.ask is Ask.AUTOMATION
    ruling = scene.judge(1, "go_on")
    assert isinstance(ruling, Illegal) and ruling.needs[0].keys == ("automation",)
    learnt = play.game.catalog.learn("mats", "alike", {**OWN, "advanced": False, **AUTOMATION})
    scene.game = play.game.with_catalog(learnt)
    scene.facts = scene.game.facts
    scene.do(1, "go_on")
    assert scene.state.phase is Phase.OVER
    assert [line.points for line in scene.game.score(scene.state) if line.key == "automation"] == [0, 1, 0]


def test_a_card_that_makes_a_mat_grow_waits_for_its_tracks() -> None:
    play = begun()
    scene = Scene()
    scene.game, scene.facts, scene.state = play.game, play.game.facts, play.state
    scene.settle(Effect(Verb.GROW))
    ruling = scene.judge(0, "go_on")
    assert isinstance(ruling, Illegal) and ruling.needs[0].keys == ("columns", "food")
    scene.state = play.state
    scene.settle(Effect(Verb.SHIFT))
    assert play.game.kinds(scene.state, 0) == ("pick_column",)
    ruling = scene.judge(0, "pick_column", column=0)
    assert isinstance(ruling, Illegal) and ruling.needs[0].keys == ("columns",)


def test_a_copy_that_knows_cards_asks_for_them_and_they_may_still_wait() -> None:
    play = opened(3, sample_game())
    front = play.state.front
    assert front is not None and front.ask is Ask.DEAL
    assert "tell_later" in play.game.kinds(play.state, None)
    for _ in range(3):
        play.table.confirm(move(None, "tell_later"))
    assert play.state.front is not None and play.state.front.ask is Ask.MAT
    assert [goal.id for goal in play.state.goals][2:] == ["?A", "?B"]
    said = [
        language("hu").say(play.game.say_event(play.state, one))
        for one in play.table.propose(move(0, "choose_mat", mat="kek")).events
    ]  # type: ignore[union-attr]
    assert not any("?" in words for words in said)


def test_any_mat_and_any_guild_can_be_chosen() -> None:
    play = opened(3)
    set_up(play)
    game = play.game
    scene = Scene()
    scene.game, scene.facts = game, game.facts
    scene.state = play.state
    scene.settle(Effect(Verb.UNLOCK))
    choice = game.choices(scene.state, move(0, "unlock"))[0]
    assert choice.new is not None and choice.new.table == "guilds"
    scene.do(0, "unlock", guild="technocrats")
    assert scene.state.guilds == ("technocrats",)
    scene.at(Phase.ACTION)
    offers = {offer.value: offer.why_not for offer in game.choices(scene.state, move(0, "act"))[0].offers}
    why = offers["guild:technocrats:0:0"]
    assert why is not None and why.needs[0].keys == ("actions",), "an open guild is told when it is first used"


def test_a_slot_and_a_shipyard_are_added_where_they_are_missing() -> None:
    play = opened(3)
    set_up(play)
    table = play.table
    table.confirm(move(0, "act", space="basic:launch:0"))
    table.confirm(move(0, "done"))
    choice = asked(play, 0, "jump", origin="p4.sol", level=1)
    assert choice.new is not None
    yard = tell(play, choice, specialties=["ore"])
    before = Table(bare(), {}, 3, entries=table.log.entries)
    assert before.drift is None, "a place that is told changes nothing that was"
    table.confirm(move(0, "jump", origin="p4.sol", level=1, target=yard))
    table.confirm(move(0, "done"))
    place = table.state.place(yard)
    assert place is not None and place.owner == 0
    assert language("hu").say(play.game.say_record("places", yard)) == "3. kikötőbolygó"
    assert Table(bare(), {}, 3, entries=table.log.entries).state == table.state


def test_supply_can_be_told_as_the_source_of_an_effect() -> None:
    assert get_args(get_type_hints(Effect)["source"]) == ("population", "supply")
    for code, words in (("hu", ("lakosságkocka", "ellátmánykocka")), ("en", ("population", "supply"))):
        said = [language(code).say(text(f"beyond_the_sun.value.{value}")) for value in ("population", "supply")]
        assert tuple(said) == words


def test_green_is_the_environmental_type() -> None:
    for key in ("beyond_the_sun.value.economic", "beyond_the_sun.colour.economic"):
        assert language("hu").say(text(key)).startswith("környezeti")


def test_an_unknown_deck_is_not_empty() -> None:
    play = opened(3)
    set_up(play)
    scene = Scene()
    scene.game, scene.facts, scene.state = play.game, play.game.facts, play.state
    scene.knows(0, "I.1")
    scene.settle(Effect(Verb.RESEARCH, levels=(2,)))
    offers = {offer.value: offer.why_not for offer in play.game.choices(scene.state, move(0, "research"))[0].offers}
    assert offers["II.A"] is None
    scene.do(0, "research", slot="II.A", using=("I.1",))
    assert scene.front.ask is Ask.EVENT
    choice = play.game.choices(scene.state, move(None, "reveal"))[0]
    assert choice.new is not None and dict(choice.new.given)["level"] == 2


def test_lines_nobody_has_told_are_the_players_word() -> None:
    play = opened(4)
    set_up(play)
    scene = Scene()
    scene.game, scene.facts, scene.state = play.game, play.game.facts, play.state
    scene.settle(Effect(Verb.RESEARCH, levels=(2,)))
    assert not scene.state.tasks, "without any technology there is nothing to build on"
    scene.state = play.state
    scene.knows(0, "I.3", "I.4")
    scene.settle(Effect(Verb.RESEARCH, levels=(2,)))
    choice = play.game.choices(scene.state, move(0, "research", slot="II.A"))[0]
    assert {part.value for part in choice.parts} == {"I.3", "I.4"}
    assert scene.judge(0, "research", slot="II.A", using=("I.4", "I.3")).legal, "in any order, whatever the guess says"
    assert scene.refused(0, "research", slot="II.A", using=("I.1",)) == ("prerequisites_known", "H5")
    assert scene.refused(0, "research", slot="II.A", using=()) == ("prerequisites_most", "H5")


def test_a_card_settled_by_hand_changes_ore_cubes_and_ships() -> None:
    scene = Scene(3)
    scene.settle(Effect(Verb.BY_HAND, note="Mindenki kap valamit."))
    game, state = scene.game, scene.state
    counters = {language("hu").say(counter.label): counter for counter in game.counters(state, 1)}
    ship = counters["2. szintű űrhajó (mélyűr)"]
    told = [(counters["Érc"], state.players[1].ore + 3), (ship, 1), (counters["Ellátmány, A oszlop"], 3)]
    made = manual_edit.adjust_all(manual_edit.changes(game, state, told))
    ruling = manual_edit.judge(game, state, made)
    assert ruling.legal
    for happened in ruling.events:  # type: ignore[union-attr]
        state = manual_edit.apply(game, state, happened)
    assert state.players[1].ore == scene.state.players[1].ore + 3
    deep = state.place("p4.deep")
    assert deep is not None and deep.ships[1] == (2,)
    scene.state = state
    scene.do(0, "settled")


def test_a_hand_that_does_not_add_up_is_refused() -> None:
    scene = Scene(3)
    scene.settle(Effect(Verb.BY_HAND, note="Veszítesz egy kockát."))
    population = next(counter for counter in scene.game.counters(scene.state, 0) if counter.path.endswith("population"))
    made = manual_edit.adjust_all(manual_edit.changes(scene.game, scene.state, [(population, population.value - 1)]))
    ruling = manual_edit.judge(scene.game, scene.state, made)
    for happened in ruling.events:  # type: ignore[union-attr]
        scene.state = manual_edit.apply(scene.game, scene.state, happened)
    assert scene.refused(0, "settled")[0] == "cubes"


def test_misfits_are_set_aside_untold() -> None:
    scene = Scene()
    scene.knows(0, "I.1")
    scene.settle(Effect(Verb.RESEARCH, levels=(2,)))
    scene.do(0, "research", slot="II.A", using=("I.1",))
    scene.turn_up("jo_termes")
    assert scene.front.ask is Ask.REVEAL
    colours = {scene.facts.technology(made["card"]).colours for made in scene.moves(None, "reveal")}
    assert all("military" in (each or ()) for each in colours)
    scene.do(None, "reveal", card="plazmaagyu")
    scene.do(None, "reveal", card="emberkiserletek")
    assert scene.front.ask is Ask.PICK


def test_a_card_chosen_is_told_when_it_comes_to_the_board() -> None:
    game = sample_game()
    bare_card = {**PACK["technologies"]["plazmaagyu"], "instant": None, "actions": None}
    poorer = game.with_catalog(game.catalog.learn("technologies", "plazmaagyu", bare_card))
    scene = Scene(game=poorer)
    scene.knows(0, "I.1")
    scene.settle(Effect(Verb.RESEARCH, levels=(2,)))
    scene.do(0, "research", slot="II.A", using=("I.1",))
    scene.turn_up("jo_termes")
    scene.do(None, "reveal", card="plazmaagyu")
    scene.do(None, "reveal", card="emberkiserletek")
    ruling = scene.judge(0, "choose_technology", card="plazmaagyu")
    assert isinstance(ruling, Illegal)
    assert ruling.needs[0].keys == ("instant",)
    assert scene.judge(0, "choose_technology", card="emberkiserletek").legal


def test_no_id_is_shown_for_any_record() -> None:
    for game in (bare(), sample_game()):
        for table, id, _ in game.catalog:
            for code in ("hu", "en"):
                said = language(code).say(game.say_record(table, id))
                assert id not in said.split() and "⟦" not in said, (table, id, said)


def test_the_basic_actions_can_be_used_before_their_spaces_are_told() -> None:
    play = opened(3)
    set_up(play)
    offers = asked(play, 0, "act").offers
    labels = [language("hu").say(offer.label) for offer in offers if str(offer.value).startswith("basic:research_1")]
    assert labels == ["I. szintű technológia kifejlesztése", "I. szintű technológia kifejlesztése (+1 ércért)"]


def test_the_only_achievement_that_must_be_claimed_is_claimed() -> None:
    scene = Scene(3, first_goals=True)
    scene.ship(0, "p4.deep", 4, 4, 4)
    scene.at(Phase.PRODUCTION)
    assert [goal.id for goal in achievements.claimable(scene.facts, scene.state, 0)] == ["warlord"]
    scene.do(0, "mine")
    assert "goal" in scene.kinds()
    assert scene.state.turn == 1


def test_a_record_of_the_copy_is_kept_when_the_table_refuses_it() -> None:
    play = opened(3)
    set_up(play)
    first = play.state.players[0].mat
    with pytest.raises(RefusedError):
        play.table.learn("mats", first, {**OWN, "not_for": [3]})
    assert registry.find("beyond_the_sun").catalog.find("mats", first) is None


def test_the_prerequisites_first_counted_are_drawn_and_pointed_out_to_the_next() -> None:
    play = begun(2)
    scene = Scene()
    scene.game, scene.facts, scene.state = play.game, play.game.facts, play.state
    scene.knows(0, "I.1", "I.2")
    scene.knows(1, "I.1")
    scene.settle(Effect(Verb.RESEARCH, levels=(2,)))
    scene.do(0, "research", slot="II.B", using=("I.2", "I.1"))
    site = scene.state.site("II.B")
    assert site is not None and site.lines == ("I.1", "I.2")
    scene.state = with_site(replace(scene.state, tasks=()), "II.B", card="plazmaagyu")
    scene.settle(Effect(Verb.RESEARCH, levels=(2,)), seat=1)
    known = {**OWN, "level": 2, "colours": ["military"], "instant": []}
    scene.game = play.game.with_catalog(play.game.catalog.learn("technologies", "plazmaagyu", known))
    ruling = scene.judge(1, "research", slot="II.B", using=())
    assert ruling.legal and [one.key for one in ruling.cautions] == ["lines_short"]  # type: ignore[union-attr]
