"""Score-only: a final position in, the sheet and its tiebreaks out, and every reason why it cannot be."""

from dataclasses import replace
from typing import Any

from tableside.app.photo_proposal import expected, fills, place_of, propose
from tableside.core import registry
from tableside.core.codec import encode
from tableside.core.readings import Alternative, CardReading, Readings, Verdict
from tableside.core.score import Ending, totals
from tableside.games.onward_to_venus.position import Final, FinalPlanet, Holding, Position
from tableside.language import language
from tests.games.onward_to_venus.scenes import GAME, SHIPPED


def reasons(position: Position) -> list[str]:
    return [problem.reason.key.removeprefix("onward_to_venus.no.") for problem in GAME.audit_position(position)]


def seen(id: str, x: float, y: float) -> CardReading:
    """A thing recognised about this point; planets are large."""
    half = 200.0 if "_" not in id and id != "trophy" else 30.0
    quad = ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
    return CardReading(quad, "rect", 0, 0.0, "up", (Alternative(id, 0.97),))


FULL = Position(
    (
        Final("Anna", "yellow", (Holding("moon", 1, 1), Holding("mars", 2), Holding("earth", 0, 1)), 2, 1),
        Final("Béla", "red", (Holding("moon", 1), Holding("titan", 1), Holding("earth", 0, 1)), 1, aliens=1),
        Final("Cili", "blue", (Holding("moon", 1), Holding("mercury", 0, 2)), crises=3),
        Final("Dani", "green", (Holding("moon", 0, 1),), 3),
    ),
)


def test_a_position_scores_line_by_line() -> None:
    names, outcome = GAME.score_position(FULL)
    assert names == ("Anna", "Béla", "Cili", "Dani")
    moon = [line.points for line in outcome.lines if line.key == "moon"]
    assert moon == [9, 5, 5, 3]
    assert totals(outcome.lines, 4) == (9 + 10 + 8 + 2 + 1, 5 + 7 + 8 + 1 + 2, 5 + 6 + 3, 3 + 3)
    assert outcome.ranks == ((0,), (1,), (2,), (3,))


def test_the_example_scores_without_any_copy() -> None:
    shipped = registry.find("onward_to_venus")
    assert shipped.audit_position(shipped.example()) == ()
    _, outcome = shipped.score_position(shipped.example())
    assert totals(outcome.lines, 4) == (12, 8, 8, 6)
    assert outcome.ranks == ((0,), (1,), (2,), (3,))  # the start marker parts second from third


def test_hexagons_can_be_told_with_the_position() -> None:
    shipped = registry.find("onward_to_venus")
    first = Final("A", "red", (Holding("mars", 1),), start_marker=True)
    players = (first, Final("B", "blue", (Holding("mars", 0, 1),)))
    assert [need.id for problem in shipped.audit_position(Position(players)) for need in problem.needs] == ["mars"]
    told = Position(players, (FinalPlanet("mars", hexagons=(8, 4)),))
    assert shipped.audit_position(told) == ()
    assert totals(shipped.score_position(told)[1].lines, 2) == (8, 4)
    assert reasons(Position(players, (FinalPlanet("mars", hexagons=(4, 8)),))) == ["hexagons"]


def test_a_tie_is_broken_with_a_trace() -> None:
    position = Position((Final("A", "red", trophies=1), Final("B", "blue", trophies=1, start_marker=True)))
    _, outcome = GAME.score_position(position)
    assert (outcome.winners, [step.rule for step in outcome.trace]) == ((1,), ["marker"])


def test_everybody_loses_when_the_robots_or_the_aliens_win() -> None:
    for ending in ("robots", "aliens"):
        _, outcome = GAME.score_position(replace(GAME.example(), ending=ending))
        assert (outcome.ending, outcome.winners) == (Ending.ALL_LOSE, ())


def test_audit_names_all_impossibilities_at_once() -> None:
    position = Position(
        (
            Final("A", "red", (Holding("venus", mines=10), Holding("titan", factories=1)), start_marker=True),
            Final("B", "red", aliens=3, infantry=13, start_marker=True),
        ),
        (
            FinalPlanet("venus", dead=True, tiles=2),
            FinalPlanet("titan", alien=True),
            FinalPlanet("mercury", dead=True, alien=True),
        ),
    )
    assert set(reasons(position)) == {
        "same_colour",
        "one_marker",
        "alien_number",
        "too_many_pieces",
        "dead_with_tiles",
        "dead_with_empire",
        "cannot_die",
        "alien_never_here",
    }
    assert reasons(position).count("too_many_pieces") == 2


def test_audit_counts_players_planets_and_tiles() -> None:
    assert reasons(Position((Final("A", "red"),))) == ["seats", "no_marker"]
    twice = Final("A", "red", (Holding("mars", mines=1), Holding("mars", mines=1)), trophies=-1)
    assert set(reasons(Position((twice, Final("B", "blue"))))) == {"planet_twice", "negative", "no_marker"}
    many = Position((Final("A", "red", trophies=13, start_marker=True), Final("B", "blue", crises=99)))
    assert reasons(many) == ["too_many_tiles", "too_many_tiles"]
    both = Position(GAME.example().players, (FinalPlanet("mars"), FinalPlanet("mars")))
    assert reasons(both) == ["planet_listed_twice"]
    players = (Final("A", "red", start_marker=True), Final("B", "blue"))
    early = Position(players, (FinalPlanet("earth", alien=True),))
    assert reasons(early) == ["alien_on_earth"]


def test_somebody_holds_the_start_marker_at_the_end() -> None:
    nobody = replace(GAME.example(), players=tuple(replace(one, start_marker=False) for one in GAME.example().players))
    assert reasons(nobody) == ["no_marker"]
    assert "no_marker" not in reasons(replace(nobody, ending="robots"))


def test_the_numbers_of_the_box_bound_an_untaught_copy() -> None:
    def told(**changes: Any) -> list[str]:
        first, *others = SHIPPED.example().players
        final = replace(SHIPPED.example(), players=(replace(first, **changes), *others))
        return [problem.reason.key.rpartition(".")[2] for problem in SHIPPED.audit_position(final)]

    assert told() == []
    assert told(holdings=(Holding("moon", mines=13),)) == ["too_many_pieces"]
    assert told(infantry=40) == ["too_many_pieces"]
    assert told(infantry=10, tank=10) == ["too_many_pieces"]
    assert told(trophies=99) == ["too_many_tiles"]
    assert told(crises=14) == ["too_many_tiles"]


def test_an_ending_by_aliens_needs_an_alien_that_got_there() -> None:
    first, *others = GAME.example().players
    final = replace(GAME.example(), players=(replace(first, aliens=2), *others), planets=(), ending="aliens")
    assert reasons(final) == ["no_alien_left"]
    reached = (FinalPlanet("earth", alien=True), FinalPlanet("moon", alien=True))
    assert reasons(replace(GAME.example(), planets=reached, ending="aliens")) == []


def test_a_photo_of_the_planets_fills_everybodys_mines_and_factories_by_colour() -> None:
    """Each piece is told at the planet it lies at, whoever it belongs to; other planets keep what was told."""
    mars, moon = seen("mars", 300, 300), seen("planet:moon", 1100, 300)
    pieces = [seen("yellow_mine", 300, 360), seen("yellow_mine", 340, 300), seen("red_factory", 1100, 360)]
    pieces += [seen("blue_mine", 1060, 300), seen("trophy", 1120, 340), seen("red_tank", 300, 250)]
    readings = Readings(Verdict.CLEAR, (1600, 1200), cards=(mars, moon, *pieces))
    data = encode(GAME.example())
    told = {fill.path: (fill, fill.read(GAME.catalog, readings)) for fill in fills(GAME, data, "planets")}
    assert list(told) == ["planets", *(f"players.{seat}.holdings" for seat in range(4))]
    for path, (fill, things) in told.items():
        place, key = place_of(data, path)
        asked = propose(fill.asked, place[key], things)
        assert asked.value == place[key], "one of two equal pieces may be missed: no count goes in unasked"
        place[key] = propose(fill.asked, place[key], things, {one.key: one.seen for one in asked.counts}).value
    holdings = [{one["planet"]: (one["mines"], one["factories"]) for one in p["holdings"]} for p in data["players"]]
    assert holdings[0] == {"moon": (1, 1), "mars": (2, 0)}, "the Moon's were told before"
    assert holdings[1] == {"moon": (1, 1)}, "the mine told before was not seen and stays, the factory is new"
    assert holdings[2] == {"moon": (1, 0)}
    assert {one["planet"]: one["tiles"] for one in data["planets"]}["moon"] == 1
    again = told["players.0.holdings"]
    made = propose(again[0].asked, data["players"][0]["holdings"], again[1])
    assert made.value == data["players"][0]["holdings"] and not made.counts, "what the pad says is borne out"


def test_pieces_away_from_any_planet_are_nobodys() -> None:
    lone = Readings(Verdict.CLEAR, (1600, 1200), cards=(seen("yellow_mine", 300, 360),))
    assert not any(fill.read(GAME.catalog, lone) for fill in fills(GAME, encode(GAME.example()), "planets"))


def test_the_photo_of_the_planets_expects_every_colour_at_the_table_and_no_other() -> None:
    wanted = expected(GAME.catalog, fills(GAME, encode(GAME.example()), "planets")).cards
    assert {"mars", "planet:mars", "trophy", "yellow_mine", "green_factory"} <= set(wanted)
    assert "purple_mine" not in wanted, "nobody plays purple"
    assert "planets" not in {fill.path for fill in fills(GAME, encode(GAME.example()), "players")}
    assert SHIPPED.catalog.named("markers", "red_mine") == GAME.say_record("markers", "red_mine")
    assert language("hu").say(GAME.say_record("markers", "red_mine")) == "vörös bánya"
