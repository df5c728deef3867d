"""Somebody who has read nothing: a first game is found, nothing typed is lost, and back works from everywhere."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from models.store import Seated, Store
from tableside.app import routes, tutorial_table
from tableside.app.i18n import say
from tests.app.driver import Person
from tests.app.test_layout import SIZES, draft_of, route, screens

Sit = Callable[..., Person]


def where(person: Person) -> str:
    return type(person.app.page).__name__


@pytest.mark.parametrize("size", ["tablet", "phone"])
def test_the_first_screen_of_a_new_owner_offers_a_taste_and_the_five_games(sit_down: Sit, size: str) -> None:
    person = sit_down(*SIZES[size])
    dark = [widget.name for widget in person.reachable() if getattr(widget, "style", "") == "primary"]
    assert dark == ["taste"], "one dark button says where to begin"
    for slug in ("urcsempeszek", "kaosz_galaktika", "gaia_project", "beyond_the_sun", "onward_to_venus"):
        assert person.there(f"game {slug}")


def test_a_first_game_starts_without_typing_anything(sit_down: Sit) -> None:
    person = sit_down()
    person.tap("game kavicsok")
    assert say("new.need_more", n=2) in person.said(), "what is missing is said"
    person.tap("add")
    person.tap("add")
    person.tap("start now")
    assert where(person) == "TablePage"
    assert person.app.page.session.names == (say("new.player", n=1), say("new.player", n=2))
    assert person.app.page.play.choices or person.app.page.play.ready, "and something can be done at once"


def test_a_name_that_was_typed_and_not_added_counts_all_the_same(sit_down: Sit) -> None:
    person = sit_down()
    person.invite("kavicsok", "Anna", "Béla")
    person.type("new name", "Csaba")
    person.tap("start now")
    assert person.app.page.session.names == ("Anna", "Béla", "Csaba")


def test_the_people_of_last_time_sit_down_by_themselves(sit_down: Sit) -> None:
    person = sit_down()
    person.invite("kavicsok", "Anna", "Béla")
    person.tap("start now")
    person.app.home()
    person.settle()
    before = person.taps
    person.tap("game kavicsok")
    person.tap("start now")
    assert person.taps - before == 2
    assert person.app.page.session.names == ("Anna", "Béla")


def test_back_works_from_everywhere(sit_down: Sit) -> None:
    store = Store.open()
    session = tutorial_table.begin(store, "sample").id
    store.close()
    person = sit_down()
    draft_of(person, "urcsempeszek")
    for name, given in screens(session, session).items():
        person.app.routes = [routes.Home()]
        person.app.show() if name == "home" else person.app.go(route(name, given))
        person.settle()
        for _ in range(8):
            if where(person) == "HomePage":
                break
            person.back()
        assert where(person) == "HomePage", name
        assert not person.app.sheets
    assert person.app.back() is False, "at the very first screen back leaves the app"


def test_a_first_game_is_set_up_as_its_book_recommends(sit_down: Sit) -> None:
    person = sit_down()
    person.invite("beyond_the_sun", "Anna", "Béla")
    assert person.app.page.options["first_goals"] is True, "nobody has played it here before"
    person.app.store.begin(person.app.game("beyond_the_sun"), {}, [Seated("Anna"), Seated("Béla")])
    person.app.keep_draft("new:beyond_the_sun", None)
    page = person.app.page
    assert type(page)(person.app, page.route).options["first_goals"] is False
