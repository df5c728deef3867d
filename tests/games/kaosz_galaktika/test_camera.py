"""From a photo: deck registration with its progress, and proposals about the cards on the table."""

from tableside.core import adjust
from tableside.core.readings import Alternative, CardReading, Readings, Verdict
from tableside.core.ruling import Legal
from tableside.core.table import Table
from tableside.games.kaosz_galaktika.registration import Registration, scan
from tableside.language import language
from tests.games.kaosz_galaktika.scenario import GAME, IDS, Scenario

QUAD = ((0.0, 0.0), (63.0, 0.0), (63.0, 88.0), (0.0, 88.0))


def card(name: str | None, turn: int = 0, face: str = "up", p: float = 0.9) -> CardReading:
    alternatives = () if name is None else (Alternative(IDS[name], p),)
    return CardReading(QUAD, "rect", turn, float(turn), face, alternatives)


def photo(*cards: CardReading) -> Readings:
    return Readings(Verdict.CLEAR, (1000, 800), cards=cards)


def test_registration_takes_several_cards_from_one_photo() -> None:
    deck = GAME.catalog.find("decks", "kek").cards
    names = {id: name for name, id in IDS.items()}
    made = Registration()
    for start in range(0, 30, 6):
        made = scan(made, GAME.catalog, photo(*(card(names[id]) for id in deck[start : start + 6])))
    made = scan(made, GAME.catalog, photo(card(names[deck[30]])))
    assert language("en").say(made.progress) == "31 of 45 cards"
    assert language("hu").say(made.progress) == "31 / 45 lap"
    assert made.problems(GAME.catalog) == (), "a deck that is not complete yet is not wrong"
    made = made.add(*deck[31:])
    assert made.complete
    assert made.deck("Kék", "own copy").cards == deck


def test_registration_leaves_unknown_and_doubtful_cards_open() -> None:
    made = scan(
        Registration(), GAME.catalog, photo(card("CRX"), card(None), card("Szúnyog", p=0.4), card(None, face="down"))
    )
    assert made.cards == (IDS["CRX"],)
    assert len(made.open) == 2
    assert not made.deck("Fél", "own copy").sure
    made = made.settle(1, IDS["Szúnyog"])
    assert made.cards == (IDS["CRX"], IDS["Szúnyog"])
    assert len(made.open) == 1


def test_registration_explains_what_is_wrong_at_once() -> None:
    made = Registration().add(*[IDS["Szúnyog"]] * 4, IDS["Dongó"])
    keys = sorted(problem.reason.key.rpartition(".")[2] for problem in made.problems(GAME.catalog))
    assert keys == ["opposed_races", "too_many_copies"]
    assert made.remove(IDS["Dongó"]).remove("nothing").counts() == ((IDS["Szúnyog"], 4),)


TABLE = """
    dani ship CRX
    dani ship Mamut I. used
    laci base Gyár face down, 2 developments
    laci ship Cobra Flash
    turn of dani
"""


def test_turned_cards_are_proposed_as_corrections() -> None:
    s = Scenario(TABLE)
    guesses = GAME.read(s.state, photo(card("CRX", 90), card("Mamut I.", 90), card("Cobra Flash", 180)))
    found = {guess.move["changes"][0] for guess in guesses}
    assert found == {("pieces.0.turn", "used"), ("pieces.3.turn", "damaged")}
    assert all(isinstance(guess.ruling, Legal) for guess in guesses)


def test_nothing_is_applied_unasked_and_a_confirmed_correction_is_logged() -> None:
    s = Scenario(TABLE)
    table = Table(GAME, {}, 2, start=s.state, automatic=False)
    guesses = GAME.read(table.state, photo(card("CRX", 180)))
    assert table.state == s.state
    table.confirm(guesses[0].move, evidence="photo", reason="as it lies")
    assert table.state.pieces[0].turn == "damaged"
    assert table.log.entries[-1].evidence == "photo"


def test_a_face_up_card_that_is_tracked_face_down_is_proposed_as_paid() -> None:
    s = Scenario(TABLE)
    guesses = GAME.read(s.state, photo(card("Gyár", 0, "up")))
    assert [guess.move["changes"][0] for guess in guesses] == [("pieces.2.paid", True)]


def test_what_agrees_with_the_state_proposes_nothing() -> None:
    s = Scenario(TABLE)
    assert GAME.read(s.state, photo(card("CRX"), card("Mamut I.", 90), card("Gyár", 0, "down"))) == ()


def test_of_two_copies_the_one_that_lies_so_is_meant() -> None:
    s = Scenario("dani ship Szúnyog\ndani ship Szúnyog used\nturn of dani")
    assert GAME.read(s.state, photo(card("Szúnyog", 90), card("Szúnyog", 0))) == ()
    guesses = GAME.read(s.state, photo(card("Szúnyog", 90), card("Szúnyog", 90)))
    assert [guess.move["changes"][0][0] for guess in guesses] == ["pieces.0.turn"]


def test_a_played_card_is_read_as_the_legal_move_that_plays_it() -> None:
    s = Scenario("dani hides 1\ndani credits 9\nturn of dani")
    guesses = GAME.read(s.state, photo(card("Szúnyog")))
    assert [guess.move.kind for guess in guesses] == ["ship"]
    assert isinstance(guesses[0].ruling, Legal)


def test_a_quarter_turn_to_the_left_means_nothing() -> None:
    s = Scenario(TABLE)
    assert GAME.read(s.state, photo(card("CRX", 270))) == ()


def test_a_hidden_hand_is_never_expected_by_the_camera_more_than_any_other_card() -> None:
    one = Scenario("dani hand Tiltás\nturn of dani")
    other = Scenario("dani hand Szúnyog\nturn of dani")
    assert GAME.expect(one.state) == GAME.expect(other.state)


def test_an_impossible_correction_is_refused() -> None:
    s = Scenario(TABLE)
    for path, value in (
        ("pieces.0.damage", -1),
        ("players.0.credits", -1),
        ("players.0.colony", 3),
        ("pieces.0.turn", "sideways"),
    ):
        assert not adjust.judge(GAME, s.state, adjust.adjust(path, value))
