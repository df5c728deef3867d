"""Past games: filters, the log with its photos, a slider through time, figures by person and side, and the files."""

from __future__ import annotations

import csv
import io
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from kivy.tests.common import UnitTestTouch

from models.store import Evidence, OpenSession, Seated, Store
from tableside.app import routes, tutorial_table
from tableside.app.player_stats import Chronicle, Played, played, records, side
from tableside.app.result import as_play, bgstats_link, open_result
from tableside.app.widgets import Toast
from tableside.core import registry
from tests.app.app_game import play_on
from tests.app.driver import Person
from tests.app.test_games import teach

Sit = Callable[..., Person]


@pytest.fixture(autouse=True)
def notes_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    """A note waits for the finger, however slow the machine is."""
    monkeypatch.setattr(Toast, "SECONDS", 3600.0)


def finish(store: Store, slug: str, names: tuple[str, ...], seed: int) -> OpenSession:
    """A whole game by chance."""
    colours = ("amber", "blue", "violet")
    session = store.begin(teach(store, slug), {}, [Seated(name, hue) for name, hue in zip(names, colours)])
    return play_on(session, random.Random(seed).randrange)


def evening() -> dict[str, str]:
    """Three games: two of pebbles and one of smugglers that goes on, with a photo."""
    store = Store.open()
    found = {
        "first": finish(store, "kavicsok", ("Anna", "Béla"), 1).id,
        "second": finish(store, "kavicsok", ("Anna", "Csaba"), 2).id,
    }
    going = tutorial_table.begin(store, "sample")
    photo = going.attach(Evidence(tutorial_table.photo().read_bytes(), "{}", "bid"))
    table = going.table
    table.confirm(table.game.sample(table.state, None, random.Random(3).randrange), evidence=photo)
    found["going"] = going.id
    store.close()
    return found


def shown(person: Person) -> set[str]:
    return {widget.name.split()[1] for widget in person.reachable() if widget.name.startswith("session ")}


def test_filters_by_game_by_person_and_by_what_goes_on(sit_down: Sit) -> None:
    ids = evening()
    person = sit_down()
    person.tap("door history")
    assert shown(person) == set(ids.values())
    person.tap("filter kavicsok")
    assert shown(person) == {ids["first"], ids["second"]}
    person.tap("person Csaba")
    assert shown(person) == {ids["second"]}
    person.tap("filter ")
    person.tap("person ")
    person.tap("filter going")
    assert shown(person) == {ids["going"]}


def test_a_hidden_game_comes_back_by_undo_and_is_gone_after_that(sit_down: Sit) -> None:
    ids = evening()
    person = sit_down()
    person.tap("door history")
    person.tap(f"session {ids['first']}")
    person.tap("hide")
    assert ids["first"] not in shown(person)
    person.tap("toast undo")
    assert ids["first"] in shown(person)
    person.tap(f"session {ids['first']}")
    person.tap("hide")
    person.back()
    assert ids["first"] not in {summary.id for summary in person.app.store.sessions()}


def test_a_finished_game_says_who_won_once_it_is_counted(sit_down: Sit) -> None:
    ids = evening()
    person = sit_down()
    outcome = person.app.store.open_session(ids["first"]).table.outcome()
    assert outcome is not None and outcome.winners
    person.app.go(routes.History(game="kavicsok", person="Béla"))
    person.wait(lambda: "pont" in person.said(), "the games are counted")
    winner = ("Anna", "Béla")[outcome.winners[0]]
    assert f"{winner}, " in person.said()


def test_a_game_is_looked_at_step_by_step_with_its_photo(sit_down: Sit) -> None:
    ids = evening()
    person = sit_down()
    person.tap("door history")
    person.tap(f"session {ids['going']}")
    person.tap("replay")
    page = person.app.page
    last = len(page.steps)
    table = person.app.session(ids["going"]).table
    assert page.at == last
    with_photo = next(iter(page.photos))
    page.show(with_photo)
    person.settle()
    person.tap("photo")
    person.wait(lambda: _picture(person).texture is not None, "the photo is shown")
    person.back()
    assert not person.app.sheets
    person.tap("earlier")
    assert page.at == with_photo - 1
    assert page.play.state == table.state_at(page.steps[with_photo - 2])
    assert not person.there("photo"), "that step has no photo"
    slider = page.slider
    middle = slider.center_y
    person.drag((slider.right - 30, middle), (slider.x + 2, middle))
    assert page.at == 0
    assert "Kezdőállás" in person.said()
    person.tap("later")
    assert page.at == 1
    person.tap("why")
    assert person.app.sheets, "a step opens its rule"
    person.back()
    person.tap("step 3")
    assert page.at == 3
    person.tap("log")
    assert person.app.sheets


def _picture(person: Person) -> Any:
    return next(widget for widget in person.app.sheets[-1].walk() if type(widget).__name__ == "Picture")


def test_hidden_cards_stay_hidden_when_a_game_is_looked_at_again(sit_down: Sit) -> None:
    store = Store.open()
    session = store.begin(teach(store, "kaosz_galaktika"), {}, [Seated("Anna"), Seated("Béla")])
    play_on(session, random.Random(4).randrange, 120)
    store.close()
    person = sit_down()
    person.app.go(routes.Replay(session=session.id, at=60))
    play = person.app.page.play
    assert play.shown == play.game.redact(play.state, None)
    assert play.state != person.app.page.session.table.state


def test_figures_by_person_by_game_and_by_side(sit_down: Sit, data_folder: Path) -> None:
    evening()
    person = sit_down()
    person.tap("door history")
    person.tap("statistics")
    person.wait(lambda: person.app.page.ready, "the games are counted")
    person.draw()
    said = person.said()
    assert {"Anna", "Béla", "Csaba"} <= set(said.split("\n"))
    person.tap("person Anna")
    person.draw()
    assert "Győzelmek játékonként" in person.said()
    person.tap("filter kavicsok")
    person.draw()
    assert "Pontok időrendben" in person.said()
    person.tap("export csv")
    rows = list(csv.DictReader(io.StringIO((data_folder / "shared" / "tableside-plays.csv").read_text())))
    assert len(rows) == 4
    assert {row["name"] for row in rows} == {"Anna", "Béla", "Csaba"}


def test_sides_are_counted_where_a_game_has_them() -> None:
    results = [
        Played(f"s{n}", "gaia_project", n, name, "", points, 1, won, side)
        for n, (name, points, won, side) in enumerate(
            [("Anna", 140, True, "terrans"), ("Béla", 120, False, "xenos"), ("Béla", 150, True, "terrans")]
        )
    ]
    terrans, xenos = records(results, "side")
    assert (terrans.name, terrans.plays, terrans.wins, terrans.mean, terrans.streak) == ("terrans", 2, 2, 145.0, 2)
    assert (xenos.plays, xenos.wins) == (1, 0)
    assert records([Played("s", "kavicsok", 1, "Anna", "", 3, 1, True)], "side") == ()


def test_a_gaia_seat_tells_its_faction_in_words() -> None:
    from tableside.language import language

    store = Store.open()
    session = store.begin(registry.find("gaia_project"), {}, [Seated("Anna"), Seated("Béla")])
    pick = random.Random(5).randrange
    while not all(player.faction for player in session.table.state.players):
        acting = sorted(session.table.to_act(), key=lambda seat: 99 if seat is None else seat)
        session.table.confirm(session.table.game.sample(session.table.state, acting[0], pick))
    id, words = side(session.table, 0)
    assert id == session.table.state.players[0].faction
    assert words is not None
    assert language("hu").say(words) not in ("", id)


def test_what_is_counted_once_is_not_counted_again() -> None:
    store = Store.open()
    finish(store, "kavicsok", ("Anna", "Béla"), 1)
    summaries = store.sessions()
    book = Chronicle(store)
    assert book.missing(summaries) == summaries
    book.count(summaries)
    assert book.missing(summaries) == []
    assert book.results(summaries) == list(played(store, summaries[0]))
    later = Chronicle(store)
    assert later.missing(summaries) == [], "it is kept beside the games"
    assert later.results(summaries) == book.results(summaries)


def test_who_won_stands_in_the_list_when_the_app_is_opened_again(sit_down: Sit) -> None:
    store = Store.open()
    finish(store, "kavicsok", ("Anna", "Béla"), 1)
    book = Chronicle(store)
    book.count(store.sessions())
    (winner, *_) = [result for result in book.results(store.sessions()) if result.won]
    store.close()
    person = sit_down()
    person.tap("door history")
    assert f"{winner.name}, {winner.points} pont" in person.said()


def test_a_play_for_bg_stats_has_every_field_its_import_asks_for(sit_down: Sit, data_folder: Path) -> None:
    ids = evening()
    person = sit_down()
    person.tap("door history")
    person.tap(f"session {ids['going']}")
    person.tap("bgstats")
    assert "Még nincs vége" in person.said(), "a game without a result is not handed on"
    person.tap(f"session {ids['first']}")
    person.tap("bgstats")
    file = next((data_folder / "shared").glob("kavicsok-*.bgsplay.json"))
    written = json.loads(file.read_text())
    session = person.app.session(ids["first"])
    result = open_result(session)
    assert set(written) == {"sourceName", "sourcePlayId", "playDate", "durationMin", "game", "players"}
    assert written["sourcePlayId"] == ids["first"]
    assert {"name", "sourceGameId", "highestWins", "noPoints"} <= set(written["game"])
    for seat, player in enumerate(written["players"]):
        assert player["name"] == player["sourcePlayerId"] == session.names[seat]
        assert player["score"] == result.totals[seat], "a number, not words"
        assert type(player["winner"]) is bool and type(player["startPlayer"]) is bool
        assert player["rank"] == result.rank(seat)


def test_the_play_ends_when_it_ended_in_universal_time_and_the_link_carries_it_all() -> None:
    from urllib.parse import parse_qs, urlsplit

    store = Store.open()
    result = open_result(finish(store, "kavicsok", ("Ági & Béla", "Ödön"), 3))
    play = as_play(result, "Pebbles", 1_700_000_000_000, 1_700_000_600_000, "abc")
    assert play["playDate"] == "2023-11-14 22:23:20"
    assert play["durationMin"] == 10
    link = urlsplit(bgstats_link(play))
    assert (link.scheme, link.netloc, link.path) == ("https", "app.bgstatsapp.com", "/createPlay.html")
    assert json.loads(parse_qs(link.query)["data"][0]) == play


def test_a_known_game_is_named_by_its_number_and_its_side_is_the_role() -> None:
    from tableside.app.open_table import letters
    from tableside.app.result import Result

    game = registry.find("gaia_project")
    names, outcome = game.score_position(game.example())
    sides = ("Terrans", "", *[""] * (len(names) - 2))
    result = Result("gaia_project", names, ("amber",) * len(names), letters(names), outcome.lines, outcome, sides=sides)
    play = as_play(result, "Gaia Project", 0, 0, "x")
    assert play["game"]["bggId"] == 220308
    assert play["players"][0]["role"] == "Terrans"
    assert "role" not in play["players"][1]
    assert "durationMin" not in play, "nothing is said about a time nobody measured"


def test_a_row_does_not_go_from_under_a_finger(sit_down: Sit) -> None:
    ids = evening()
    person = sit_down()
    person.tap("door history")
    person.show(person.find(f"session {ids['first']}"))
    row = person.find(f"session {ids['first']}")
    finger = UnitTestTouch(*row.to_window(*row.center))
    finger.touch_down()
    person.frame()
    person.app.page._counted(None)  # the games have been counted just now
    person.frame()
    finger.touch_up()
    person.settle()
    assert person.there("hide")
