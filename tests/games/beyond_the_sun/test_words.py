"""Everything is said in both languages, and impossible choices are shown with their reason."""

from tableside.core.moves import Move, move
from tableside.games.beyond_the_sun.effects import COLOURS, Verb
from tableside.games.beyond_the_sun.rules.course import SHAPES
from tableside.games.beyond_the_sun.saying import word
from tableside.games.beyond_the_sun.state import Ask, Ending, Phase
from tableside.language import language
from tests import contract
from tests.games.beyond_the_sun.scene import Scene


def test_every_kind_of_move_verb_and_phase_has_words() -> None:
    for kind, shape in SHAPES.items():
        contract.check_said(word(f"kind.{kind}"))
        for slot in shape:
            contract.check_said(word(f"slot.{kind}.{slot}"))
    for verb in Verb:
        contract.check_said(word(f"verb.{verb.value}", n=1, level=1, levels=(), track=""))
    for colour in COLOURS:
        contract.check_said(word(f"colour.{colour}"))
    for phase in (Phase.ACTING, Phase.PRODUCTION, Phase.PRODUCING, Phase.GOAL, Phase.CLOSING, Phase.REFILLING):
        contract.check_said(word(f"event.phase.{phase.value}"))
    for ask in Ask:
        contract.check_said(word(f"now.{ask.value}", who="", effect="", left=1))
    for ending in Ending:
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
    assert language("hu").say(offer.label) == "űrhajó építése, utána 2 ugrás (1. hely)"
    assert language("en").say(offer.label) == "Build a ship, then jump 2 (space 1)"


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
