"""A final position typed in, and positions that cannot be."""

from dataclasses import fields, replace

import pytest

from tableside.core.readings import CardReading, Readings, Verdict
from tableside.core.score import Ending
from tableside.games.kaosz_galaktika.position import Final, Position
from tests.games.kaosz_galaktika.scenario import GAME, Scenario, with_player


def keys(position: Position) -> list[str]:
    return [problem.reason.key.rpartition(".")[2] for problem in GAME.audit_position(position)]


def test_two_players_the_empty_colony_loses() -> None:
    names, outcome = GAME.score_position(GAME.example())
    assert names == ("Dani", "Laci")
    assert outcome.ranks == ((0,), (1,))


def test_several_players_eliminations_then_who_stayed() -> None:
    final = Position((Final("A", 5, 1), Final("B", 0, 1, 2), Final("C", 0, 0, 1)))
    assert keys(final) == []
    outcome = GAME.score_position(final)[1]
    assert outcome.ranks == ((0,), (1,), (2,))
    assert [(step.rule, step.left) for step in outcome.trace] == [("stayed", (0,))]


def test_the_judges_word_stands() -> None:
    final = Position((Final("A", 5), Final("B", 9)), verdict=0)
    assert keys(final) == []
    assert GAME.score_position(final)[1].ending is Ending.TIMED


@pytest.mark.parametrize(
    ("final", "reasons"),
    [
        (Position((Final("A", 5), Final("B", 3)), closing=0), ["colony_not_empty"]),
        (Position((Final("A", 5), Final("B", 0))), ["whose_closing"]),
        (Position((Final("A", 46), Final("B", -1)), closing=7), ["colony_size", "colony_size", "no_such_player"]),
        (Position((Final("A", 5),)), ["seats"]),
        (Position((Final("A", 5, 1), Final("B", 4, 0, 1), Final("C", 2))), ["one_left", "colony_not_empty"]),
        (Position((Final("A", 5, 3), Final("B", 0, 0, 1), Final("C", 0, 0, 2))), ["eliminations_differ"]),
    ],
)
def test_every_reason_is_named_at_once(final: Position, reasons: list[str]) -> None:
    assert keys(final) == reasons


@pytest.mark.parametrize(
    ("final", "reasons"),
    [
        (Position((Final("A", 5, 0), Final("B", 0, 2, 1), Final("C", 0, 0, 2))), ["eliminations_differ"]),
        (Position((Final("A", 5, 9), Final("B", 0)), closing=0), ["eliminations_differ"]),
        (Position((Final("A", 5, 2), Final("B", 0, 0, 7), Final("C", 0, 0, 9))), ["order_of_elimination"]),
        (Position((Final("A", 0, 0, 1), Final("B", 0)), closing=0), ["winner_is_out"]),
        (Position((Final("A", 5), Final("B", 0)), closing=0, verdict=1), ["two_winners"]),
    ],
)
def test_c8_impossible_final_positions_are_refused(final: Position, reasons: list[str]) -> None:
    assert keys(final) == reasons


def test_c7_any_number_of_players_can_be_scored() -> None:
    players = (Final("A", 5, 7), *(Final(f"B{n}", 0, 0, n) for n in range(1, 8)))
    assert keys(Position(players)) == []


def test_who_closed_the_game_is_asked_by_name() -> None:
    seats = {field.name for field in fields(Position) if field.metadata.get("seat")}
    assert seats == {"closing", "verdict"}


def test_the_audit_of_a_table_names_what_is_impossible() -> None:
    s = Scenario("dani ship Szúnyog\ndani weapon Tüskelöveg on Szúnyog\ndani crew Célzó face down\nturn of dani")
    state = s.state

    def found(**changes: object) -> set[str]:
        pieces = tuple(replace(piece, **changes) if piece.uid == 3 else piece for piece in state.pieces)
        return {problem.reason.key.rpartition(".")[2] for problem in GAME.audit(replace(state, pieces=pieces))}

    assert found() == set()
    assert found(on=1) == {"ship_full"}
    assert found(on=2) == {"only_on_a_ship"}
    assert found(counters=-1) == {"below_zero"}
    assert found(controller=9) == {"no_such_player"}
    assert "same_number" in found(uid=1)
    assert found(card=None, paid=True) == {"paid_is_face_up"}
    assert found(card="ado", paid=True) == {"bluff_cannot_be_paid"}
    lost = with_player(state, 0, colony=3)
    assert [problem.reason.key.rpartition(".")[2] for problem in GAME.audit(lost)] == ["cards_lost"]


def test_the_cards_left_in_a_colony_are_counted_by_size_whatever_they_look_like() -> None:
    source = next(one for one in fields(Final) if one.name == "colony").metadata["photo"]
    sizes = (100.0, 97.0, 104.0, 30.0, 260.0)
    quads = [((x, 0.0), (x + size, 0.0), (x + size, size), (x, size)) for x, size in zip(range(0, 5000, 1000), sizes)]
    cards = tuple(CardReading(quad, "rect", 0, 0.0, "unknown", ()) for quad in quads)
    seen = source.read(GAME.catalog, Readings(Verdict.CLOSE, (6000, 900), (), cards))
    assert [one.number for one in seen] == [0, 1, 2], "a bead and a mat are no cards"
