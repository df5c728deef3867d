"""Everything is said in both languages, and impossible choices are shown with their reason."""

from tableside.core.moves import SILENT, Move, move
from tableside.games.beyond_the_sun.card_text import word
from tableside.games.beyond_the_sun.effects import COLOURS, Effect, Verb
from tableside.games.beyond_the_sun.game import BeyondTheSun
from tableside.games.beyond_the_sun.state import Ask, Ending, Phase
from tableside.language import language
from tests import contract
from tests.games.beyond_the_sun.scene import Scene

ASKED = {("reveal", "card"), ("disc", "disc")}
"""What is asked in other words each time."""


def test_every_kind_of_move_verb_and_phase_has_words() -> None:
    for kind, shape in ((one.kind, one.shape) for one in BeyondTheSun.plays):
        contract.check_said(word(f"kind.{kind}"))
        for slot in shape:
            if (kind, slot) not in ASKED:
                contract.check_said(word(f"slot.{kind}.{slot}"))
    for verb in set(Verb) - {Verb.TOGETHER, Verb.BY_HAND}:
        contract.check_said(word(f"verb.{verb.value}", n=1, level=1, levels=(), track="", deck="", to="", parts=()))
    for colour in COLOURS:
        contract.check_said(word(f"colour.{colour}"))
    for phase in (Phase.PRODUCTION, Phase.GOAL, Phase.REFILLING):
        contract.check_said(word(f"event.phase.{phase.value}"))
    for ask in Ask:
        told = dict.fromkeys(("who", "effect", "level", "colours", "found", "wanted", "deck", "place", "card"), "x")
        if ask is not Ask.EFFECT:
            contract.check_said(word(f"now.{ask.value}", **told))
    for ending in set(Ending) - {Ending.NO}:
        contract.check_said(word(f"phase.ending.{ending.value}"))
    for key in ("no_growth", "no_ore"):
        contract.check_said(word(f"caution.{key}"))
    contract.check_said(word("caution.overpaid", power=5, need=4))


def test_an_occupied_space_is_shown_with_its_reason() -> None:
    scene = Scene()
    scene.give(1, pawn="basic:launch:0")
    choice = scene.game.choices(scene.state, move(0, "act"))[0]
    offer = next(offer for offer in choice.offers if offer.value == "basic:launch:0")
    assert offer.why_not is not None
    assert offer.why_not.cite.rule == "D1"
    assert language("hu").say(offer.label) == "űrhajó építése, utána 2 ugrás"
    assert language("en").say(offer.label) == "Build a ship, then jump 2"


def test_impossible_kinds_are_shown_with_their_reason() -> None:
    scene = Scene()
    scene.give(0, population=0, ore=0)
    scene.ship(0, "p4.sol")
    scene.at(Phase.PRODUCTION)
    scene.do(0, "trade")
    assert scene.state.turn == 1, "nothing to trade: the phase is over"
    scene = Scene()
    scene.at(Phase.PRODUCTION)
    scene.do(0, "trade")
    kinds = {offer.value: offer.why_not for offer in scene.game.choices(scene.state, Move(0, ""))[0].offers}
    assert set(kinds) == {"buy_population", "scrap", "sell_population", "done"}
    assert kinds["sell_population"] is None
    assert kinds["buy_population"] is not None


def test_a_move_and_its_events_read_like_sentences() -> None:
    scene = Scene()
    text = scene.game.say_move(scene.state, move(0, "act", space="basic:populate"))
    assert language("hu").say(text) == "1. játékos: ellátmányból lakosság és 1 érc"
    before = scene.state
    events = scene.do(0, "act", space="basic:populate")
    said = [language("en").say(scene.game.say_event(before, happened)) for happened in events]
    assert "player 1: supply to population (column A → population)" in said
    assert "player 1 gains 1 ore" in said


def test_the_checklist_follows_the_options_and_the_number_of_players() -> None:
    game = Scene().game
    keys = {seats: [line.key for line in game.checklist(game.info.settle({}), seats)] for seats in (2, 3, 4)}
    assert any(key.endswith("overlay_2") for key in keys[2])
    assert any(key.endswith("overlay_3") for key in keys[3])
    assert any(key.endswith("no_overlay") for key in keys[4])
    assert any(key.endswith("closed_space") for key in keys[3])
    assert not any(key.endswith("closed_space") for key in keys[4])
    advanced = [line.key for line in game.checklist(game.info.settle({"advanced": True, "tableau": True}), 4)]
    assert any(key.endswith("advanced_mats") for key in advanced)
    assert any(key.endswith("tableau") for key in advanced)


def test_a_card_space_says_what_it_does() -> None:
    scene = Scene()
    scene.known("II.B", "rakodohid")
    offers = scene.game.choices(scene.state, move(0, "act"))[0].offers
    labels = [language("hu").say(offer.label) for offer in offers if str(offer.value).startswith("slot:II.B")]
    assert len(set(labels)) == len(labels) > 1, "two actions of one card are told apart"


def test_bookkeeping_is_not_told() -> None:
    scene = Scene()
    scene.do(0, "act", space="basic:launch:0")
    silent = {happened.kind for happened in scene.events if scene.game.say_event(scene.state, happened) == SILENT}
    assert silent == {"phase", "tasks"}


def test_a_jump_is_one_tap() -> None:
    scene = Scene()
    scene.settle(Effect(Verb.JUMP, n=2))
    ready = scene.game.choices(scene.state, Move(0, ""))[0].ready
    assert ready and all(made.kind == "jump" and scene.game.judge(scene.state, made).legal for made in ready)


def test_an_action_is_one_tap_and_what_can_be_done_in_one_way_is_done() -> None:
    scene = Scene()
    (asked,) = scene.game.choices(scene.state, move(0, "act"))
    legal = [offer.value for offer in asked.offers if offer.why_not is None]
    assert asked.complete and [made["space"] for made in asked.ready] == legal
    scene.ship(0, "p4.sol", 1)
    scene.settle(Effect(Verb.UPGRADE, n=1, level=1))
    (only,) = scene.game.moves(scene.state, 0)
    assert scene.game.routine(scene.state) == only
    scene = Scene()
    scene.settle(Effect(Verb.JUMP, n=2))
    assert scene.game.routine(scene.state) is None, "there are several jumps"


def test_a_question_says_what_is_looked_for() -> None:
    scene = Scene()
    scene.knows(0, "I.1")
    scene.settle(Effect(Verb.RESEARCH, levels=(2,)))
    scene.do(0, "research", slot="II.A", using=("I.1",))
    scene.turn_up("jo_termes")
    label = language("hu").say(scene.game.choices(scene.state, move(None, "reveal"))[0].label)
    assert label == "II. szintű katonai lap (0 / 2 megvan): melyik a következő illő lap?"
