"""The worked examples of the rulebook, as scenarios."""

from dataclasses import replace

from tableside.core import codec
from tableside.core.moves import move
from tableside.core.ruling import Legal
from tableside.games.kaosz_galaktika.records import OPPOSED, Race
from tableside.games.kaosz_galaktika.rules import decks
from tableside.games.kaosz_galaktika.state import Turn
from tests.games.kaosz_galaktika.scenario import GAME, Scenario


def deck_of(*races: Race) -> tuple:
    """A catalogue with 15 invented cards spread over these races, and a deck of three of each."""
    catalog, ids = GAME.catalog, []
    for number in range(15):
        race = races[number % len(races)]
        id = f"lap_{number}"
        catalog = catalog.learn(
            "cards", id, {"source": "test", "sure": True, "name": f"Lap {number}", "race": race.value}
        )
        ids += [id] * 3
    return catalog, tuple(ids)


def test_ex_1_the_decks_of_the_example_are_legal() -> None:
    laci = (Race.XENO, Race.INSECTOID, Race.ZARG, Race.SPACE_SHARK)
    dani = (Race.HUMAN, Race.CARNOPLANT, Race.CEREBRITE, Race.SPACE_SHARK)
    for races in (laci, dani):
        catalog, cards = deck_of(*races)
        assert len(cards) == 45
        assert decks.problems(Turn(GAME.with_catalog(catalog), Scenario("turn of dani").state, 0), cards) == ()


def test_ex_1_a_fifth_race_is_always_opposed_to_one_of_four() -> None:
    four = {Race.XENO, Race.INSECTOID, Race.ZARG, Race.SPACE_SHARK}
    for race in set(Race) - four:
        assert any(race in pair and four & set(pair) for pair in OPPOSED)


def test_ex_2_setup_with_one_mulligan() -> None:
    state = GAME.setup(GAME.info.settle({}), 2)

    def made(state, wanted):
        ruling = GAME.judge(state, wanted)
        assert isinstance(ruling, Legal), ruling
        for happened in ruling.events:
            state = GAME.apply(state, happened)
        return state

    for seat, deck in enumerate(("kek", "piros")):
        state = made(state, move(seat, "deck", deck=deck))
    state = made(state, move(None, "roll", player=0, value=17))
    state = made(state, move(None, "roll", player=1, value=4))
    assert state.active == 0, "Dani rolled higher and starts"
    state = made(state, move(0, "mulligan"))
    assert not GAME.judge(state, move(0, "mulligan")).legal, "only once"
    state = made(state, move(1, "keep"))
    assert [(player.credits, player.hand, player.colony) for player in state.players] == [(5, 5, 40), (5, 5, 40)]
    assert GAME.routine(state) == move(None, "income")


def test_ex_3_aknagyuru_is_developed_paid_and_in_force() -> None:
    s = Scenario("""
        laci base Aknagyűrű face down, 2 developments
        laci credits 2
        dani ship Mamut I.
        dani credits 1
        turn of laci
        no limit_not_reached: laci pays Aknagyűrű
        laci develops Aknagyűrű
        laci develops Aknagyűrű
        so laci credits 0
        no developed_twice: laci develops Aknagyűrű
        laci pays Aknagyűrű
        all let
        so Aknagyűrű is paid
        so Aknagyűrű armour 2
    """)
    s.state = replace(s.state, active=0)
    s.play("""
        dani attacks laci colony
        all let
        so dani credits 0
        so step equip_attack
    """)


def test_ex_3_without_a_credit_nobody_attacks_past_aknagyuru() -> None:
    Scenario("""
        laci base Aknagyűrű, 4 developments
        dani ship Mamut I.
        dani credits 0
        turn of dani
        no toll_short: dani attacks laci colony
    """)


EX_4 = """
    laci ship Marduk Kurios
    laci crew Tüzér face down
    laci credits 5
    dani base Chazma töltet face down
    dani ship Holdimádó
    dani credits 3
    turn of laci
    laci attacks dani base Chazma töltet
    all let
    laci joins Marduk Kurios
    laci boards Tüzér on Marduk Kurios
    laci ready
    dani ready
    laci pays Tüzér
    all let
    so laci credits 0
    laci ready
    dani ready
    so step pay_end
    laci chooses 1
    laci ready
    so step bomb
    so Marduk Kurios bombing 3
    laci bombs Marduk Kurios
    all let
    so asked dani
"""


def test_ex_4_an_undefended_attack_has_no_firing_step_and_bombs_an_unpaid_base() -> None:
    s = Scenario(EX_4)
    assert not any(e.kind == "stepped" and e["step"] == "fire" for e in s.events)
    assert next(e for e in s.events if e.kind == "raid")["total"] == 3
    s.play("""
        dani yields
        so Chazma töltet in ruin of dani
        so Marduk Kurios is used
        so step disarm
    """)


def test_ex_5_the_trap_destroys_the_bomber_and_its_crew() -> None:
    Scenario(EX_4).play("""
        dani springs Chazma töltet
        all let
        so dani credits 0
        so carrying out Chazma töltet
        so asked laci
        no not_your_turn: dani done
        laci chooses Marduk Kurios
        so Marduk Kurios in trash of laci
        so Tüzér in trash of laci
        so Chazma töltet in trash of dani
        so laci trash 2
        so dani trash 1
        so step disarm
    """)


def test_ex_6_speed_return_fire_and_volley() -> None:
    s = Scenario("""
        dani ship Mamut I.
        dani ship CRX
        laci ship Cobra Flash
        laci ship Halálszárny
        turn of dani
        dani attacks laci colony
        dani joins Mamut I.
        dani joins CRX
        dani ready
        laci joins Cobra Flash
        laci joins Halálszárny
        laci ready
        dani ready
        laci ready
        so step fire
        so asked laci
        laci fires Halálszárny at Mamut I.
        so asked dani
        dani holds
        so Mamut I. armour 2
        so Halálszárny is used
        so Mamut I. is active
        so asked laci
        laci fires Cobra Flash at CRX
        dani returns at Cobra Flash, Halálszárny
        no too_much_damage: dani splits Cobra Flash 5, Halálszárny 1
        dani splits Cobra Flash 3, Halálszárny 1
        so CRX armour 3
        so Cobra Flash in trash of laci
        so Halálszárny in trash of laci
        so CRX is damaged
        so Mamut I. is damaged
        so step disarm
    """)
    assert not any(e.kind == "raid" for e in s.events), "damaged ships cannot bomb"


EX_7 = """
    laci ship Cobra Flash
    laci hand Extra találat, Felsőbb parancs
    laci hides 1
    dani hides 1
    laci credits 2
    dani ship Holdimádó
    dani hand Durmacél célterelő, Felülbírálás
    dani credits 3
    turn of laci
    laci attacks dani colony
    all let
    laci joins Cobra Flash
    laci ready
    dani joins Holdimádó
    dani ready
    laci ready
    dani ready
    laci fires Cobra Flash at Holdimádó
    dani returns at Cobra Flash
    so asked laci
    laci interrupts Extra találat at Cobra Flash
    so asked dani
    dani interrupts Durmacél célterelő at Holdimádó
    laci interrupts Felsőbb parancs at Durmacél célterelő
    so laci credits 0
    dani interrupts Felülbírálás at Felsőbb parancs
    so dani credits 0
    so stack shot, Extra találat, Durmacél célterelő, Felsőbb parancs, Felülbírálás
"""


def test_ex_7_the_interrupts_resolve_backwards() -> None:
    s = Scenario(EX_7)
    before = len(s.events)
    s.play("all let")
    resolved = [e for e in s.events[before:] if e.kind in ("lifted", "cancelled", "changed")]
    assert [e.kind for e in resolved][:5] == ["lifted", "cancelled", "lifted", "changed", "lifted"]
    assert [e.get("value") for e in resolved if e.kind == "changed"] == ["armour", "firepower"]
    s.play("""
        so Cobra Flash firepower 3
        so Holdimádó armour 1
        so Cobra Flash armour 2
        so Felülbírálás in trash of dani
        so Felsőbb parancs in trash of laci
        so laci credits 0
        so dani credits 0
    """)


def test_ex_7_the_rescued_ship_survives_the_combat_and_the_turn() -> None:
    s = Scenario(EX_7).play("all let\nso Holdimádó armour 1\nso Holdimádó is damaged\nso step disarm")
    s.make(move(None, "disarm"))
    s.play("so Holdimádó in play 1\nlaci ends\nall let")
    s.make(move(None, "check"))
    s.make(move(None, "close"))
    s.play("so turn of dani\nso Holdimádó in play 1\nso Holdimádó armour 3")


def test_ex_7_without_the_last_answer_the_moon_worshipper_dies() -> None:
    text = EX_7.replace("dani interrupts Felülbírálás at Felsőbb parancs\n    so dani credits 0\n", "")
    Scenario(text.rsplit("so stack", 1)[0]).play("""
        all let
        so Holdimádó in trash of dani
        so Durmacél célterelő in trash of dani
        so dani credits 2
    """)


def test_ex_8_an_event_on_the_surface_is_a_bluff_that_is_never_paid() -> None:
    Scenario("""
        dani hand Adó
        dani credits 9
        turn of dani
        dani lays base Adó
        dani develops Adó
        dani develops Adó
        so Adó has 2 developments
        no bluff_cannot_be_paid: dani pays Adó
        so Adó is face down
    """)


def test_the_examples_survive_being_saved() -> None:
    s = Scenario(EX_7)
    assert codec.decode(type(s.state), codec.encode(s.state)) == s.state
