"""B: zones, and what is public or hidden in each. Hidden information does not leak."""

import json
import random
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from tableside.core import codec
from tableside.core.moves import Move, move
from tableside.core.ruling import Legal
from tableside.core.table import Table
from tableside.games.kaosz_galaktika.stack_view import stack_rows
from tableside.games.kaosz_galaktika.state import State, Turn
from tableside.language import LANGUAGES, language
from tests import contract
from tests.games.kaosz_galaktika.scenario import GAME, IDS, Scenario, with_player

TABLE = """
    dani hides {hides}
    {told}
    dani credits 9
    dani base {base} face down
    dani ruin {ruin}
    dani ship CRX
    laci ship Cobra Flash
    laci hides 3
    turn of dani
"""


def table(told: str, base: str, ruin: str, hides: int = 1, **options: object) -> Scenario:
    told = f"dani hand {told}" if told else ""
    return Scenario(TABLE.format(hides=hides, told=told, base=base, ruin=ruin), **options)


def seen(s: Scenario, seat: int | None) -> str:
    return json.dumps(codec.encode(GAME.redact(s.state, seat)), sort_keys=True)


FIRST = ("Tiltás, Zárlat", "Kelepce", "Adó, Alku")
SECOND = ("Dongó, Végzet", "Gyár", "Szúnyog, Árnyék")


def test_b9_the_opponents_view_is_the_same_for_two_hands_that_differ() -> None:
    one, other = table(*FIRST), table(*SECOND)
    assert one.state != other.state
    assert seen(one, 1) == seen(other, 1)
    assert seen(one, None) == seen(other, None)
    assert seen(one, 0) != seen(other, 0), "the owner sees the own cards"


def test_b9_nor_can_it_be_seen_whether_a_card_was_told() -> None:
    one, other = table(*FIRST), table("", "?", "2", hides=3)
    assert seen(one, 1) == seen(other, 1)


def test_b9_hidden_cards_are_nowhere_in_the_opponents_view() -> None:
    text = seen(table(*FIRST), 1)
    for name in ("Tiltás", "Zárlat", "Kelepce", "Adó", "Alku"):
        assert IDS[name] not in text


def test_b9_a_card_on_its_way_face_down_is_hidden_on_the_stack_too() -> None:
    views = []
    for told in (FIRST[0], SECOND[0]):
        s = table(told, "?", "2", answers="every")
        s.play(f"dani lays base {told.split(', ')[0]}")
        assert s.state.stack
        views.append(seen(s, 1))
        assert IDS[told.split(", ")[0]] not in views[-1]
    assert views[0] == views[1]


def test_b9_the_log_in_words_never_names_a_hidden_card() -> None:
    said: list[list[str]] = []
    for told, base, ruin in (FIRST, SECOND):
        s = table(told, base, ruin)
        first, second = told.split(", ")
        words = []
        for wanted in (
            move(0, "lay_base", card=IDS[first]),
            move(0, "lay_crew", card=IDS[second]),
            move(0, "tell_hand", card=IDS["Célzó"] if told == FIRST[0] else IDS["Darázs"]),
        ):
            ruling = GAME.judge(s.state, wanted)
            assert isinstance(ruling, Legal), ruling
            for code in LANGUAGES:
                words.append(language(code).say(GAME.say_move(s.state, wanted)))
            for happened in ruling.events:
                words += [language(code).say(GAME.say_event(s.state, happened)) for code in LANGUAGES]
                s.state = GAME.apply(s.state, happened)
        said.append(words)
    assert said[0] == said[1]


def test_b9_discarding_names_nothing() -> None:
    said = []
    for told in ("Tiltás, Zárlat", "Dongó, Végzet"):
        s = Scenario(f"dani hand {told}\ndani hides 5\nturn of dani\ndani ends\nreferee check")
        wanted = move(0, "discard", card=IDS[told.split(", ")[0]])
        events = GAME.judge(s.state, wanted).events
        said.append([language("hu").say(GAME.say_move(s.state, wanted))])
        said[-1] += [language("hu").say(GAME.say_event(s.state, event)) for event in events]
    assert said[0] == said[1]


def test_b9_who_is_asked_depends_only_on_what_everybody_sees() -> None:
    for told in ("dani hand Tiltás", "dani hand Szúnyog", "dani hides 1"):
        s = Scenario(f"{told}\ndani credits 0\nlaci hides 1\nlaci credits 5\nturn of laci\nlaci ends")
        assert s.state.stack.waiting == (0,)


def blinded(state: State, seat: int) -> State:
    """The same table as if this seat had told nothing."""
    player = state.players[seat]
    state = with_player(state, seat, deck=None, known=(), ruin=(None,) * len(player.ruin))
    pieces = tuple(replace(p, card=None) if p.controller == p.owner == seat and not p.paid else p for p in state.pieces)
    items = tuple(
        replace(item, args=tuple((n, None if n == "card" else v) for n, v in item.args))
        if item.seat == seat and item.kind.startswith("lay_")
        else item
        for item in state.stack.items
    )
    return replace(state, pieces=pieces, stack=replace(state.stack, items=items))


@pytest.mark.parametrize("answers", ["quiet", "cards", "every"])
@pytest.mark.parametrize("seats", [2, 3])
def test_b9_in_random_games_nothing_others_see_or_can_do_depends_on_what_a_seat_told(seats: int, answers: str) -> None:
    game = contract.game_of("kaosz_galaktika")
    print("seed", contract.SEED)
    played = contract.play(game, {"answers": answers}, seats, f"leak {seats} {answers}")
    told = 0
    for state in played.states[:: max(1, len(played.states) // 60)]:
        for seat in range(seats):
            blind = blinded(state, seat)
            told += blind != state
            assert game.to_act(blind) == game.to_act(state)
            assert game.phase(blind) == game.phase(state)
            assert game.expect(blind) == game.expect(state)
            assert stack_rows(Turn(game, blind, None)) == stack_rows(Turn(game, state, None))
            for other in range(seats):
                if other != seat:
                    assert codec.canonical(codec.encode(game.redact(blind, other))) == codec.canonical(
                        codec.encode(game.redact(state, other))
                    )
            for other in game.to_act(state) - {seat}:
                assert list(islice(game.moves(blind, other), 300)) == list(islice(game.moves(state, other), 300))
                assert game.suggest(blind, other) == game.suggest(state, other)
    assert told > 20, "the games told something"


def after(game: Any, state: State, made: Move) -> State:
    """The table after a move; a pair that differs in a hidden card allows the same moves."""
    ruling = game.judge(state, made)
    assert ruling.legal, made
    for happened in ruling.events:
        state = game.apply(state, happened)
    return state


def swapped(state: State, seat: int, card: str) -> State:
    """The same table with another card in this hand, or, where it is empty, another one lying face down."""
    player = state.players[seat]
    if player.hand:
        return with_player(state, seat, known=tuple(sorted((*player.known[1:], card))))
    hidden = next((piece for piece in state.pieces if piece.owner == piece.controller == seat and not piece.paid), None)
    return state if hidden is None else state.with_piece(replace(hidden, card=card))


@pytest.mark.parametrize("answers", ["quiet", "cards"])
def test_b9_which_windows_are_skipped_does_not_depend_on_one_hidden_card(answers: str) -> None:
    game = contract.game_of("kaosz_galaktika")
    played = contract.play(game, {"answers": answers}, 2, f"windows {answers}")
    chance, pairs = random.Random(f"windows {answers}"), 0
    cards = sorted(game.catalog.table("cards"))
    for state in chance.sample(played.states, 60):
        for seat in (0, 1):
            other = swapped(state, seat, chance.choice(cards))
            if other == state or game.to_act(state) == {None}:
                continue
            assert game.to_act(other) == game.to_act(state) and game.phase(other) == game.phase(state)
            for actor in game.to_act(state) - {None}:
                # Of its own moves only those that name no card are a pair's to compare.
                made = [
                    one for one in islice(game.moves(state, actor), 40) if actor != seat or one.get("card", "") == ""
                ]
                for one in chance.sample(made, min(4, len(made))):
                    if not game.judge(other, one).legal:
                        assert actor == seat, "others are refused nothing"
                        continue
                    left, right = after(game, state, one), after(game, other, one)
                    pairs += 1
                    assert game.to_act(left) == game.to_act(right), one
                    assert left.stack.waiting == right.stack.waiting and left.phase == right.phase, one
                    assert game.redact(left, 1 - seat) == game.redact(right, 1 - seat), one
                    assert game.routine(left) == game.routine(right), one
    assert pairs > 60, "many windows were compared"


def test_b9_counts_and_credits_are_public() -> None:
    s = table(*FIRST)
    shown = GAME.redact(s.state, 1).players[0]
    assert (shown.hand, len(shown.ruin), shown.colony, shown.credits) == (3, 2, 38, 9)


def test_b1_the_colony_is_only_a_number() -> None:
    s = table(*FIRST)
    assert s.state.players[0].colony == 38


def test_b2_the_trash_is_face_up_and_keeps_its_order() -> None:
    s = Scenario("""
        dani hand Adó, Ébresztő
        dani trash Szúnyog
        dani credits 9
        turn of dani
        dani events Adó
        all let
    """)
    assert s.state.players[0].trash == (IDS["Szúnyog"], IDS["Adó"])
    assert GAME.redact(s.state, 1).players[0].trash == s.state.players[0].trash


def test_b3_only_the_owner_looks_into_the_ruin_and_its_order_is_kept() -> None:
    s = table(*FIRST)
    assert GAME.redact(s.state, 0).players[0].ruin == (IDS["Adó"], IDS["Alku"])
    assert GAME.redact(s.state, 1).players[0].ruin == (None, None)


def test_b4_bases_lie_in_the_order_they_were_laid() -> None:
    s = Scenario("""
        dani hand Gyár, Tőzsde, Mélylabor
        turn of dani
        dani lays base Tőzsde
        dani lays base Gyár
        dani lays base Mélylabor
    """)
    cards = [piece.card for piece in s.state.pieces]
    assert cards == [IDS["Tőzsde"], IDS["Gyár"], IDS["Mélylabor"]]


def test_b5_b6_crew_lies_in_the_canteen_and_ships_in_the_hangar() -> None:
    Scenario("""
        dani hand Célzó, Szúnyog
        dani credits 9
        turn of dani
        dani lays crew Célzó
        so Célzó ashore
        so Célzó is face down
        dani plays Szúnyog
        so Szúnyog is paid
    """)


def test_b7_a_card_that_is_not_in_hand_cannot_be_played() -> None:
    Scenario("""
        dani hand Szúnyog
        dani credits 20
        turn of dani
        no not_in_hand: dani plays Árnyék
        no not_in_hand: dani lays base Kelepce
    """)


def test_b7_a_card_nobody_told_is_revealed_by_playing_it() -> None:
    Scenario("""
        dani hides 2
        dani credits 20
        turn of dani
        dani plays Szúnyog
        so dani hand 1
        dani lays base ?
        so dani hand 0
        no hand_empty: dani lays base ?
    """)


def test_b8_credits_are_never_below_zero() -> None:
    Scenario("dani hand Szúnyog\ndani credits 1\nturn of dani\nno credits_short: dani plays Szúnyog")


def test_b10_a_shuffle_says_that_the_opponent_cuts() -> None:
    s = Scenario("dani credits 2\nturn of dani\ndani searches")
    event = next(event for event in s.events if event.kind == "searched")
    assert "emel" in language("hu").say(GAME.say_event(s.state, event))
    assert "cuts" in language("en").say(GAME.say_event(s.state, event))


def test_b11_no_move_shows_a_player_anothers_hidden_card() -> None:
    s = table(*FIRST)
    for offered in GAME.moves(s.state, 0):
        ruling = GAME.judge(s.state, offered)
        after = s.state
        for event in ruling.events:
            after = GAME.apply(after, event)
        shown = GAME.redact(after, 1)
        assert shown.players[0].known == ()
        assert all(piece.card is None for piece in shown.pieces if not piece.paid)


def test_told_cards_can_be_corrected_only_through_the_log() -> None:
    options = GAME.info.settle({})
    table = Table(GAME, options, 2, automatic=False)
    table.confirm(move(0, "deck", deck="kek"))
    assert table.state.players[0].deck == "kek"
    assert GAME.redact(table.state, 1).players[0].deck is None


def test_the_tablet_is_handed_over_for_told_cards_and_not_for_a_deck_alone() -> None:
    nothing = with_player(Scenario("dani hides 2\nlaci hides 2\nturn of dani").state, 0, deck="kek")
    assert not GAME.secret(nothing, 0) and not GAME.secret(nothing, 1)
    assert GAME.secret(with_player(nothing, 0, known=("tiltas",)), 0)
    assert GAME.secret(with_player(nothing, 0, ruin=(None, "tiltas")), 0)
    laid = Scenario("dani base Gyár face down\nlaci base ? face down\nturn of dani").state
    assert GAME.secret(laid, 0) and not GAME.secret(laid, 1)
