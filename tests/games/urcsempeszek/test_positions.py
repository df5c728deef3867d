"""Final positions added up by hand: totals, places, ending, and the tiebreaks that were needed."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any

import pytest

from tableside.core import codec
from tableside.core.score import as_json, totals
from tableside.games.urcsempeszek.position import Final, FinalCard, Leftovers, Position
from tableside.language import language
from tests import contract
from tests.games.urcsempeszek.support import GAME, bare


def cards(*planets: int) -> tuple[FinalCard, ...]:
    return tuple(FinalCard(size) for size in planets)


def player(
    name: str,
    paid: tuple[str | FinalCard, ...] = (),
    unpaid: tuple[str | FinalCard, ...] = (),
    energy: int = 0,
    **more: Any,
) -> Final:
    goods = Leftovers(*(more.pop(colour, 0) for colour in ("red", "blue", "green", "yellow")))
    return Final(name, paid, unpaid, goods, energy, **more)


ANNA: dict[str, Any] = {"favourite_planets": ("red", "yellow"), "favourite_ships": ("green", "blue")}
BELA: dict[str, Any] = {"favourite_planets": ("red", "blue"), "favourite_ships": ("yellow", "green")}
CSABA: dict[str, Any] = {"favourite_planets": ("green", "yellow"), "favourite_ships": ("blue", "red")}


def ship_card(*ships: Any, planets: int = 1) -> FinalCard:
    return FinalCard(planets, ships)


def station(*planets: Any, ships: tuple[Any, ...] = ()) -> FinalCard:
    return FinalCard(planets, ships, station=True)


@dataclass(frozen=True)
class Case:
    """A position with what it comes to."""

    name: str
    position: Position
    totals: tuple[int, ...]
    ranks: tuple[tuple[int, ...], ...]
    trace: tuple[str, ...] = ()
    ending: str = "won"


CASES = (
    # 3+2+4 = 9, minus 1 energy; 5, minus 2 goods.
    Case(
        "two players, basic",
        Position((player("Anna", cards(3, 2, 4), energy=1), player("Béla", cards(5), red=1, blue=1))),
        (8, 3),
        ((0,), (1,)),
    ),
    # The rulebook's example (21 - 2 - 2) against 4 + 4 - 9 energy.
    Case(
        "the rulebook's 17 points",
        Position(
            (
                player("Anna", cards(5, 4, 4, 3, 2, 2, 1), cards(2), blue=1, green=1),
                player("Béla", cards(4, 4), energy=9),
            )
        ),
        (17, -1),
        ((0,), (1,)),
    ),
    # Nobody ever won anything: 12 energy and 12 goods each; all is level to the end.
    Case(
        "nobody bid all game",
        Position(tuple(player(name, energy=12, red=3, blue=3, green=3, yellow=3) for name in ("A", "B", "C"))),
        (-24, -24, -24),
        ((0, 1, 2),),
        ("goods", "energy", "sectors"),
        "replay",
    ),
    # 6 - 2 goods = 4; 5 - 1 energy = 4; fewer goods: the second.
    Case(
        "level, fewer goods",
        Position((player("Anna", cards(6), red=2), player("Béla", cards(5), energy=1))),
        (4, 4),
        ((1,), (0,)),
        ("goods",),
    ),
    # 7 - 1 good - 2 energy = 4; 5 - 1 good = 4; goods level, less energy: the second.
    Case(
        "level, then less energy",
        Position((player("Anna", cards(7), energy=2, red=1), player("Béla", cards(5), yellow=1))),
        (4, 4),
        ((1,), (0,)),
        ("goods", "energy"),
    ),
    # 4 - 1 good = 3 on one card; 2 + 2 - 1 = 3 on two: more paid sectors.
    Case(
        "level, then more paid sectors",
        Position((player("Anna", cards(4), red=1), player("Béla", cards(2, 2), green=1))),
        (3, 3),
        ((1,), (0,)),
        ("goods", "energy", "sectors"),
    ),
    # 5 - 2 unpaid = 3 with one paid card; 3 with one paid card: unpaid ones do not count, so again.
    Case(
        "face-down cards do not break ties",
        Position((player("Anna", cards(5), cards(2)), player("Béla", cards(3)))),
        (3, 3),
        ((0, 1),),
        ("goods", "energy", "sectors"),
        "replay",
    ),
    # 5, 5, 5: goods 0, 1, 0 (the second has 6 - 1); energy 0 and 0; cards 1 against 2.
    Case(
        "three level, each step leaves fewer",
        Position((player("A", cards(5)), player("B", cards(6), blue=1), player("C", cards(4, 1)))),
        (5, 5, 5),
        ((2,), (0,), (1,)),
        ("goods", "energy", "sectors"),
    ),
    # 8 wins alone; 2 and 2 level behind and by goods 1 and 0.
    Case(
        "a tie for second place",
        Position((player("A", cards(3), red=1), player("B", cards(8)), player("C", cards(3), energy=1))),
        (2, 8, 2),
        ((1,), (2,), (0,)),
        ("goods",),
    ),
    # Winner alone although second and third are level in everything.
    Case(
        "a dead heat behind the winner is no replay",
        Position((player("A", cards(9)), player("B", cards(2)), player("C", cards(2)))),
        (9, 2, 2),
        ((0,), (1, 2)),
        ("goods", "energy", "sectors"),
    ),
    # Only face-down cards: -3 - 4 = -7; -9 energy.
    Case(
        "below zero",
        Position((player("A", (), cards(3, 4)), player("B", energy=9))),
        (-7, -9),
        ((0,), (1,)),
    ),
    # Six players with 2 goods of each and 9 energy at the start: 1..6 planets, nothing left.
    Case(
        "six players",
        Position(tuple(player(name, cards(size)) for name, size in zip("ABCDEF", (1, 2, 3, 4, 5, 6)))),
        (1, 2, 3, 4, 5, 6),
        ((5,), (4,), (3,), (2,), (1,), (0,)),
    ),
    # Station with 2 red + 2 blue: Anna 2, Béla 4, Csaba 0 (EX-4), each with a plain card of 3.
    Case(
        "stations",
        Position(
            (
                player("Anna", (station("red", "red", "blue", "blue"), FinalCard(3)), **ANNA),
                player("Béla", (station("red", "red", "blue", "blue"), FinalCard(3)), **BELA),
                player("Csaba", (station("red", "red", "blue", "blue"), FinalCard(3)), **CSABA),
            ),
            stations=True,
        ),
        (5, 7, 3),
        ((1,), (0,), (2,)),
    ),
    # The same cards without the rule: 4 + 3 each; all level.
    Case(
        "stations not played",
        Position(
            tuple(player(name, (station("red", "red", "blue", "blue"), FinalCard(3))) for name in ("Anna", "Béla"))
        ),
        (7, 7),
        ((0, 1),),
        ("goods", "energy", "sectors"),
        "replay",
    ),
    # Béla of EX-5: 10 + 4 + 1 + 2 - 2 = 15; Anna: an unpaid station costs all 4.
    Case(
        "the rulebook's 15 points",
        Position(
            (
                player("Anna", cards(1), (station("red", "red", "blue", "blue"),), **ANNA),
                player(
                    "Béla",
                    (
                        *cards(4, 2, 1, 3),
                        station("red", "red", "blue", "blue"),
                        station("red", "green"),
                        station("red", "red", "yellow"),
                    ),
                    (FinalCard(("green", "red")),),
                    **BELA,
                ),
            ),
            stations=True,
        ),
        (-3, 15),
        ((1,), (0,)),
    ),
    # EX-6 with cards of one planet: Anna 2 + 4, Béla 2 + 3, Csaba 2 + 7.
    Case(
        "favourite ships",
        Position(
            (
                player("Anna", (ship_card("green", "green"), ship_card("blue")), **ANNA),
                player("Béla", (ship_card("yellow"), ship_card("green")), **BELA),
                player("Csaba", (ship_card("blue", "blue"), ship_card("red")), **CSABA),
            ),
            favourite_ships=True,
        ),
        (6, 5, 9),
        ((2,), (0,), (1,)),
    ),
    # Green 1 : 1, nobody has the most; Béla's yellow alone +3. 1, 1 + 3.
    Case(
        "level ships give nobody anything",
        Position(
            (player("Anna", (ship_card("green"),), **ANNA), player("Béla", (ship_card("green", "yellow"),), **BELA)),
            favourite_ships=True,
        ),
        (1, 4),
        ((1,), (0,)),
    ),
    # By option both get 3 + 1 for green: 1 + 4, 1 + 4 + 3.
    Case(
        "level ships give everyone by option",
        Position(
            (player("Anna", (ship_card("green"),), **ANNA), player("Béla", (ship_card("green", "yellow"),), **BELA)),
            favourite_ships=True,
            ship_tie="all",
        ),
        (5, 8),
        ((1,), (0,)),
    ),
    # Csaba has more green (2) than Anna (1) but it is not his favourite: by option she gets 3. Red: nobody has any.
    Case(
        "only those who share a favourite are compared, by option",
        Position(
            (player("Anna", (ship_card("green"),), **ANNA), player("Csaba", (ship_card("green", "green"),), **CSABA)),
            favourite_ships=True,
            ship_rivals="sharers",
        ),
        (4, 1),
        ((0,), (1,)),
    ),
    # Anna keeps 2 green and 1 red: one green is free, so 5 - 2; Béla keeps 1 red: 4 - 1. Level; goods 3 against 1.
    Case(
        "favourite goods are spared but count in the tie",
        Position(
            (player("Anna", cards(5), green=2, red=1, **ANNA), player("Béla", cards(4), red=1, **BELA)),
            favourite_goods=True,
        ),
        (3, 3),
        ((1,), (0,)),
        ("goods",),
    ),
    # All three rules. Anna: station 2 of 4, plain 3, green 2 ships most: 3 + 1; blue 1 most: 3; 1 energy; 1 green free.
    # Béla: plain 4, station red+green 1; yellow 2 most: 3; green 1 no; 1 red good. Sums 2+3+4+3-1-0 = 11; 4+1+3-1 = 7.
    Case(
        "everything at once",
        Position(
            (
                player(
                    "Anna",
                    (station("red", "red", "blue", "blue", ships=("green", "green")), ship_card("blue", planets=3)),
                    energy=1,
                    green=1,
                    **ANNA,
                ),
                player(
                    "Béla",
                    (ship_card("yellow", "yellow", planets=4), station("red", "green", ships=("green",))),
                    red=1,
                    **BELA,
                ),
            ),
            stations=True,
            favourite_ships=True,
            favourite_goods=True,
        ),
        (11, 7),
        ((0,), (1,)),
    ),
    # A station worth nothing to Csaba: his 2 blue ships there count only by option. Anna has 1 blue.
    # Default: Anna 1 + 4 (blue shared with Csaba); Csaba 0.
    Case(
        "ships at a worthless station do not count",
        Position(
            (
                player("Anna", (ship_card("blue"),), **ANNA),
                player("Csaba", (station("red", ships=("blue", "blue")),), **CSABA),
            ),
            stations=True,
            favourite_ships=True,
        ),
        (5, 0),
        ((0,), (1,)),
    ),
    # By option: Csaba 0 + 4; Anna 1.
    Case(
        "ships at a worthless station count by option",
        Position(
            (
                player("Anna", (ship_card("blue"),), **ANNA),
                player("Csaba", (station("red", ships=("blue", "blue")),), **CSABA),
            ),
            stations=True,
            favourite_ships=True,
            station_ships="all",
        ),
        (1, 4),
        ((1,), (0,)),
    ),
    # Sectors of the sample copy by id: A = 2, C = 3, D = 4; E face down = 3.
    Case(
        "cards of the owner's copy by id",
        Position((player("Anna", ("s01", "s03"), energy=2), player("Béla", ("s04",), ("s05",)))),
        (3, 1),
        ((0,), (1,)),
    ),
    # The sheet by the dice: orange is red and yellow; the station 2 of 4.
    Case(
        "the sheet of the owner's copy by the dice",
        Position(
            (
                player("Anna", (station("red", "red", "blue", "blue"),), dice="orange"),
                player("Béla", (station("red", "red", "blue", "blue"),), dice="black"),
            ),
            stations=True,
        ),
        (2, 4),
        ((1,), (0,)),
    ),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_d2_d3_position_added_up_by_hand(case: Case) -> None:
    position: Position = codec.decode(Position, json.loads(json.dumps(codec.encode(case.position))))
    assert position == case.position
    assert GAME.audit_position(position) == ()
    names, outcome = GAME.score_position(position)
    assert names == tuple(one.name for one in position.players)
    assert totals(outcome.lines, len(names)) == case.totals
    assert outcome.ranks == case.ranks
    assert tuple(step.rule for step in outcome.trace) == case.trace
    assert outcome.ending == case.ending
    assert outcome.winners == (case.ranks[0] if case.ending == "won" else ())
    for code in ("hu", "en"):
        assert "⟦" not in json.dumps(as_json("urcsempeszek", outcome, names, language(code).say), ensure_ascii=False)


def test_there_are_twenty_positions_with_ties_at_every_level() -> None:
    assert len(CASES) >= 20
    assert {case.trace for case in CASES} >= {(), ("goods",), ("goods", "energy"), ("goods", "energy", "sectors")}
    assert {case.ending for case in CASES} == {"won", "replay"}


# -- what cannot be ----------------------------------------------------------------------------

GOOD = Position((player("Anna", cards(3)), player("Béla", cards(2))))


def reasons(position: Position) -> set[str]:
    found = GAME.audit_position(position)
    for problem in found:
        contract.check_refusal(problem, GAME)
    return {problem.reason.key.removeprefix("urcsempeszek.no.") for problem in found}


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        (Position((player("Anna", energy=29), player("Béla"), player("Csaba"))), "too_much_for_one"),
        (
            Position((player("Anna", energy=20, red=6, blue=6, green=6, yellow=6), player("B"), player("C"))),
            "too_much_for_one",
        ),
        (
            Position((player("Anna", cards(2), **ANNA), player("Béla", cards(1), **BELA)), favourite_ships=True),
            "card_ships_needed",
        ),
        (Position((player("Anna", cards(30)), player("Béla"))), "no_such_planets"),
        (Position((player("Anna", cards(0)), player("Béla"))), "no_such_planets"),
        (Position((player("Anna"),)), "seats"),
        (Position(tuple(player(str(n)) for n in range(7))), "seats"),
        (Position((player("Anna"), player("Anna"))), "name_twice"),
        (Position((player("Anna"), player(" "))), "name_missing"),
        (Position((player("Anna", energy=-1), player("Béla"))), "below_zero"),
        (Position((player("Anna", red=-1), player("Béla"))), "below_zero"),
        (Position((player("Anna", energy=20), player("Béla", energy=5))), "too_much_energy"),
        (Position((player("Anna", red=4), player("Béla", red=3))), "too_many_goods"),
        (Position((player("Anna", cards(*[1] * 13)), player("Béla", cards(*[1] * 12)))), "too_many_sectors"),
        (Position((player("Anna", cards(*[1] * 17)), player("Béla"))), "too_many_won"),
        (Position((player("Anna", ("s01",)), player("Béla", ("s01",)))), "card_in_two_places"),
        (Position((player("Anna", ("s99",)), player("Béla"))), "no_such_card"),
        (Position((player("Anna", cards(-1)), player("Béla"))), "no_such_planets"),
        (Position((player("Anna", dice="gold"), player("Béla"))), "no_such_dice"),
        (Position((player("Anna", dice="pink"), player("Béla", dice="pink"))), "dice_taken_by_two"),
        (replace(GOOD, stations=True), "favourite_planets_needed"),
        (replace(GOOD, favourite_goods=True), "favourite_ships_needed"),
        (
            Position(
                (player("Anna", favourite_ships=("red", "red")), player("Béla", favourite_ships=("red", "blue"))),
                favourite_ships=True,
            ),
            "favourites_differ",
        ),
        (
            Position((player("Anna", (FinalCard(3, station=True),), **ANNA), player("Béla", **BELA)), stations=True),
            "planet_colours_needed",
        ),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_its_reason(position: Position, reason: str) -> None:
    assert reasons(GOOD) == set()
    assert reason in reasons(position)


def test_all_reasons_are_given_at_once() -> None:
    broken = Position((player("Anna", ("s99",), energy=99), player("Anna", red=9)), favourite_ships=True)
    assert reasons(broken) == {
        "no_such_card",
        "too_much_energy",
        "too_much_for_one",
        "name_twice",
        "too_many_goods",
        "favourite_ships_needed",
    }


def test_cards_not_entered_yet_are_asked_for() -> None:
    position = Position((player("Anna", ("s01",)), player("Béla")))
    (problem,) = bare().audit_position(position)
    assert [(need.table, need.id, need.keys) for need in problem.needs] == [("sectors", "s01", ("planets",))]
