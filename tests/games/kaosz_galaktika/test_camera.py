"""From a photo: proposals about the cards on the table."""

from dataclasses import replace

from tableside.control.reading import sentences_of
from tableside.core import manual_edit
from tableside.core.moves import move
from tableside.core.readings import Alternative, CardReading, DieKind, DieReading, Readings, Verdict
from tableside.core.ruling import Legal
from tableside.core.table import Table
from tableside.games.kaosz_galaktika.state import Phase
from tableside.language import language
from tests.games.kaosz_galaktika.scenario import GAME, IDS, Scenario

QUAD = ((0.0, 0.0), (63.0, 0.0), (63.0, 88.0), (0.0, 88.0))


def card(name: str | None, turn: int = 0, face: str = "up", p: float = 0.9) -> CardReading:
    alternatives = () if name is None else (Alternative(IDS[name], p),)
    return CardReading(QUAD, "rect", turn, float(turn), face, alternatives)


def at(seen: CardReading, y: float) -> CardReading:
    """The card seen so far down in the photo."""
    return replace(seen, quad=tuple((x, y + height) for x, height in seen.quad))


def photo(*cards: CardReading) -> Readings:
    return Readings(Verdict.CLEAR, (1000, 800), cards=cards)


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
    assert [set(guess.move["changes"]) for guess in guesses] == [
        {("pieces.0.turn", "used"), ("pieces.3.turn", "damaged")}
    ], "one proposal for the whole table"
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


def test_a_card_turned_up_is_read_as_its_payment_where_that_is_legal() -> None:
    s = Scenario("dani base Gyár face down, 2 developments\ndani credits 3\nturn of dani")
    guesses = GAME.read(s.state, photo(card("Gyár", 0, "up")))
    assert [guess.move.kind for guess in guesses] == ["pay"]


def test_cards_of_the_player_opposite_are_read_from_that_side() -> None:
    s = Scenario(TABLE)
    low, high = 700.0, 50.0
    seen = photo(at(card("CRX"), low), at(card("Mamut I.", 90), low), at(card("Cobra Flash", 180), high))
    assert GAME.read(s.state, seen) == (), "upside down for the camera is upright for the player"
    seen = photo(at(card("CRX"), low), at(card("Cobra Flash", 270), high))
    assert [guess.move["changes"] for guess in GAME.read(s.state, seen)] == [(("pieces.3.turn", "used"),)]


def test_the_open_card_on_a_trash_pile_is_not_being_played() -> None:
    s = Scenario("dani hides 1\ndani credits 9\nlaci trash Szúnyog\nturn of dani")
    assert GAME.read(s.state, photo(card("Szúnyog"))) == ()


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


def test_a_played_card_with_several_targets_stands_and_its_target_is_asked() -> None:
    s = Scenario("dani hides 1\ndani credits 9\ndani ship CRX\nlaci ship Mamut I.\nturn of dani")
    (guess,) = GAME.read(s.state, photo(card("Végzet")))
    assert guess.partial and guess.move == move(0, "interrupt", card=IDS["Végzet"])
    assert [choice.slot for choice in GAME.choices(s.state, guess.move)] == ["target"]


def test_one_photo_tells_a_payment_and_the_cards_that_lie_otherwise() -> None:
    s = Scenario("dani base Gyár face down, 2 developments\ndani ship CRX\ndani credits 3\nturn of dani")
    (guess,) = GAME.read(s.state, photo(card("Gyár", 0, "up"), card("CRX", 90)))
    assert guess.move["changes"] == (("pieces.1.turn", "used"),)
    assert [then.kind for then in guess.then] == ["pay"]
    told = sentences_of(guess, Table(GAME, {}, 2, start=s.state))
    assert [one.key for one in told] == ["core.adjusted", "kaosz_galaktika.move.pay"]


def test_which_of_two_cards_of_one_name_is_turned_is_asked_unless_they_are_the_same_in_every_way() -> None:
    s = Scenario("dani ship Szúnyog\ndani ship Szúnyog\nturn of dani")
    seen = photo(card("Szúnyog", 90), card("Szúnyog"))
    (guess,) = GAME.read(s.state, seen)
    assert guess.p == 0.9, "one is as good as the other"
    hurt = replace(s.state, pieces=(s.state.pieces[0], replace(s.state.pieces[1], counters=1)))
    (guess,) = GAME.read(hurt, seen)
    assert guess.p == 0.5


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
        assert not manual_edit.judge(GAME, s.state, manual_edit.adjust(path, value)).legal


def test_the_die_that_decides_who_starts_is_read_and_whose_it_is_asked() -> None:
    state = replace(Scenario(TABLE).state, phase=Phase.ROLL)
    expected = GAME.expect(state)
    assert expected is not None and expected.counts == (1, 2) and max(expected.values) == 20
    face = (Alternative(17, 0.9), Alternative(11, 0.1))
    die = DieReading((0.0, 0.0, 9.0, 9.0), QUAD, DieKind.DIGITS, "red", face)
    guesses = GAME.read(state, Readings(Verdict.CLOSE, (1000, 800), (die,)))
    assert [(guess.move["player"], guess.move["value"]) for guess in guesses] == [(0, 17), (1, 17), (0, 11), (1, 11)]
    assert all(isinstance(guess.ruling, Legal) for guess in guesses)
    first = replace(state, players=(replace(state.players[0], roll=4), state.players[1]))
    assert {guess.move["player"] for guess in GAME.read(first, Readings(Verdict.CLOSE, (9, 9), (die,)))} == {1}


def test_e3_a_correction_is_said_in_the_players_words() -> None:
    s = Scenario(TABLE)
    table = Table(GAME, {}, 2, start=s.state, automatic=False)
    wanted = manual_edit.adjust_all((("pieces.0.turn", "used"), ("pieces.2.paid", True), ("players.1.credits", 4)))
    said = language("hu").say(table.say_move(s.state, wanted))
    assert said.startswith("Kézi igazítás: CRX = használt, lefordított bázis (2. játékos, balról 1.) = kifizetve, ")
    assert said.endswith("2. játékos: Credit = 4")


def die(value: int, y: float, p: float = 0.9, kind: DieKind = DieKind.CUSTOM) -> DieReading:
    quad = ((400.0, y), (430.0, y), (430.0, y + 30), (400.0, y + 30))
    return DieReading((400.0, y, 30.0, 30.0), quad, kind, "red", (Alternative(value, p),))


CREDITS = TABLE.replace("turn of", "dani credits 4\n    laci credits 9\n    turn of")


def test_the_twenty_sided_die_of_each_side_shows_that_player_s_credits() -> None:
    s = Scenario(CREDITS)
    seen = photo(at(card("CRX", 90), 600), at(card("Mamut I.", 90), 600), at(card("Cobra Flash", 180), 100))
    guesses = GAME.read(s.state, replace(seen, dice=(die(7, 650), die(9, 80))))
    assert [set(guess.move["changes"]) for guess in guesses] == [{("pieces.0.turn", "used"), ("players.0.credits", 7)}]
    assert isinstance(guesses[0].ruling, Legal)
    assert GAME.expect(s.state).values == tuple(range(1, 21))


def test_a_die_that_may_be_anybody_s_or_is_not_clear_says_nothing_of_credits() -> None:
    s = Scenario(CREDITS)
    both = photo(at(card("CRX"), 600), at(card("Cobra Flash", 180), 100))
    for dice in ((die(7, 650, p=0.6),), (die(6, 650, kind=DieKind.PIPS),), (die(7, 650), die(8, 620))):
        assert GAME.read(s.state, replace(both, dice=dice)) == ()
    one_side = photo(at(card("CRX"), 600))
    assert GAME.read(s.state, replace(one_side, dice=(die(7, 650),))) == ()


def test_e3_a_card_turned_up_passes_by_no_price_and_no_limit() -> None:
    poor = Scenario("laci base Gyár face down, 1 development\nlaci credits 9\nturn of laci")
    assert GAME.read(poor.state, photo(card("Gyár", 0, "up"))) == (), "the limit is not reached"
    rich = Scenario("laci base Gyár face down, 2 developments\nlaci credits 9\nturn of laci")
    assert [guess.move.kind for guess in GAME.read(rich.state, photo(card("Gyár", 0, "up")))] == ["pay"]


def test_of_copies_on_both_sides_each_belongs_to_the_player_at_whose_side_it_lies() -> None:
    s = Scenario("""
        dani ship CRX
        dani ship Mamut I. used
        laci ship Mamut I.
        laci ship Cobra Flash
        turn of dani
    """)
    near = (at(card("CRX"), 600.0), at(card("Mamut I.", 90), 600.0))
    far = (at(card("Cobra Flash", 180), 50.0), at(card("Mamut I.", 180), 50.0))
    assert GAME.read(s.state, photo(*near, *far)) == (), "everything lies as it is tracked"
    assert GAME.read(s.state, photo(*reversed(near), *reversed(far))) == ()


def beside(seen: CardReading, x: float, y: float) -> CardReading:
    """The card seen at this place of the photo."""
    return replace(seen, quad=tuple((x + across, y + down) for across, down in seen.quad))


def test_a_card_just_played_tells_from_which_side_its_player_looks() -> None:
    s = Scenario("laci ship Mamut I.\nlaci hides 1\nlaci credits 9\nturn of laci")
    far = (beside(card("Mamut I.", 180), 400, 100), beside(card("Szúnyog", 180), 600, 110))
    assert [(g.move.kind, g.p) for g in GAME.read(s.state, photo(*far))] == [("ship", 0.9)], "nothing was damaged"


def test_a_new_copy_of_a_card_in_play_is_not_taken_for_the_one_that_lies_there() -> None:
    s = Scenario("""
        dani ship Szúnyog used
        laci ship Mamut I.
        laci hides 1
        laci credits 9
        turn of laci
    """)
    seen = (beside(card("Szúnyog", 180), 600, 100), beside(card("Mamut I.", 180), 400, 110))
    guesses = GAME.read(s.state, photo(*seen, beside(card("Szúnyog", 90), 500, 600)))
    assert [guess.move for guess in guesses] == [move(1, "ship", card=IDS["Szúnyog"])]


def test_a_second_copy_beside_the_trash_is_being_played() -> None:
    s = Scenario("dani hides 1\ndani credits 9\nlaci trash Szúnyog\nturn of dani")
    both = (beside(card("Szúnyog"), 0, 0), beside(card("Szúnyog"), 500, 600))
    assert [guess.move.kind for guess in GAME.read(s.state, photo(*both))] == ["ship"]


def test_a_bluff_is_never_seen_turned_up() -> None:
    s = Scenario("dani base Szúnyog face down\ndani hides 1\ndani credits 9\nturn of dani")
    assert [guess.move.kind for guess in GAME.read(s.state, photo(card("Szúnyog")))] == ["ship"]


def test_where_the_side_is_in_doubt_a_turned_card_is_proposed_but_not_taken_for_sure() -> None:
    s = Scenario("dani ship CRX\nturn of dani")
    (guess,) = GAME.read(s.state, photo(card("CRX", 180)))
    assert guess.move["changes"] == (("pieces.0.turn", "damaged"),) and guess.p == 0.5


def test_four_players_round_a_table_look_at_their_cards_from_four_sides() -> None:
    table = "dani ship CRX\nlaci ship Mamut I.\nanna ship Cobra Flash\npeti ship Szúnyog\nturn of dani"
    s = Scenario(table, seats=4)
    round_it = ((("CRX", 0), 500, 900), (("Mamut I.", 90), 50, 450), (("Cobra Flash", 180), 500, 50))
    seen = [beside(card(*what), x, y) for what, x, y in round_it]
    assert GAME.read(s.state, photo(*seen, beside(card("Szúnyog", 270), 950, 450))) == ()
    (guess,) = GAME.read(s.state, photo(*seen, beside(card("Szúnyog", 0), 950, 450)))
    assert guess.move["changes"] == (("pieces.3.turn", "used"),)


def test_a_turned_card_across_the_table_may_be_another_copy_put_down_there() -> None:
    """The one in play was not seen: which of the two it is, one tap does not say."""
    s = Scenario("dani ship Szúnyog\ndani ship Mamut I.\nlaci hides 1\nlaci credits 9\nturn of laci")
    seen = (beside(card("Mamut I."), 400, 600), beside(card("Szúnyog", 180), 600, 100))
    guesses = GAME.read(s.state, photo(*seen))
    assert guesses and all(guess.p <= 0.5 for guess in guesses)
