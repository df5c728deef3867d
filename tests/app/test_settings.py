"""Settings: every switch works at once, single warnings and bookkeeping steps go off by name, the place can change."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from models.store import Seated, Store
from tableside.app import routes
from tableside.app.screens.settings import place_words
from tableside.app.theme import theme
from tableside.core import registry
from tableside.core.ruling import Legal
from tableside.language import language
from tests.app.driver import Person
from tests.app.test_games import begun, teach

Sit = Callable[..., Person]
GAMES = sorted(registry.infos())


def test_language_letters_theme_and_colours_change_at_once(sit_down: Sit) -> None:
    person = sit_down()
    person.tap("door settings")
    person.tap("language en")
    assert "Settings" in person.said()
    before = theme.body
    person.tap("text_scale 1.2")
    assert theme.body == pytest.approx(before * 1.2)
    person.tap("dark True")
    assert theme.dark
    safe = theme.seat("red")
    person.tap("palette classic")
    assert theme.seat("red") != safe
    person.tap("text_scale 1.0")


def test_the_list_stays_where_it_was_when_a_switch_is_pressed(sit_down: Sit) -> None:
    person = sit_down()
    person.tap("door settings")
    person.tap("less_motion")
    person.settle()
    assert person.app.settings.less_motion
    scroll = person.app.page.ids.scroll
    assert scroll.scroll_y < 0.9, "nobody has to scroll down again"
    person.tap("less_motion")
    assert not person.app.settings.less_motion


@pytest.mark.parametrize("slug", GAMES)
def test_every_bookkeeping_step_and_warning_of_a_game_is_in_the_list(slug: str) -> None:
    store = Store.open()
    game = teach(store, slug)
    seats = 2 if slug in ("gaia_project", "kaosz_galaktika") else 3
    session = store.begin(game, {}, [Seated(name) for name in ("Anna", "Béla", "Csaba")[:seats]])
    pick = random.Random(11).randrange
    kinds, keys = set(), set()
    for _ in range(260):
        acting = sorted(session.table.to_act(), key=lambda seat: 99 if seat is None else seat)
        if not acting:
            break
        wanted = game.sample(session.table.state, acting[0], pick)
        ruling = session.table.propose(wanted)
        assert isinstance(ruling, Legal)
        keys |= {caution.key for caution in ruling.cautions}
        session.table.confirm(wanted)
    kinds = {entry.move.kind for entry in session.table.log.entries if entry.auto and entry.move is not None}
    assert kinds <= set(registry.infos()[slug].routines)
    assert keys <= set(registry.infos()[slug].cautions)
    for code in ("hu", "en"):
        for kind in registry.infos()[slug].routines:
            assert language(code).message(f"{slug}.routine.{kind}")
        for key in registry.infos()[slug].cautions:
            assert language(code).message(f"{slug}.quiet.{key}")


def test_one_bookkeeping_step_goes_off_and_is_offered_at_the_table(sit_down: Sit) -> None:
    session = begun("kaosz_galaktika", 40)
    person = sit_down()
    person.tap("door settings")
    person.tap("referee kaosz_galaktika")
    person.tap("routine income")
    assert person.app.settings.silenced_routines == ("kaosz_galaktika.income",)
    table = person.app.session(session.id).table
    pick = random.Random(3).randrange
    for _ in range(200):
        routine = table.game.routine(table.state)
        if routine is not None:
            break
        acting = sorted(table.to_act(), key=lambda seat: 99 if seat is None else seat)
        table.confirm(table.game.sample(table.state, acting[0], pick))
    assert routine is not None and routine.kind == "income", "only this one waits; the others went by themselves"
    person.app.go(routes.Table(session=session.id))
    person.settle()
    person.tap("menu")
    person.tap("routine")
    assert table.game.routine(table.state) is None
    person.app.routes = [routes.Home()]
    person.app.go(routes.Settings(game="kaosz_galaktika"))
    person.settle()
    person.tap("routine income")
    assert person.app.settings.silenced_routines == ()


def test_one_warning_is_silenced_in_one_game_only(sit_down: Sit) -> None:
    person = sit_down()
    person.tap("door settings")
    person.tap("referee beyond_the_sun")
    person.tap("quiet overpaid")
    assert person.app.silenced("beyond_the_sun") == {"overpaid"}
    assert person.app.silenced("onward_to_venus") == frozenset()
    person.back()
    assert "1 kikapcsolva" in person.said()


def test_the_place_of_the_games_can_change_and_a_bad_one_changes_nothing(sit_down: Sit, tmp_path: Path) -> None:
    person = sit_down()
    before = person.app.store
    person.app.go(routes.Settings())
    person.settle()
    person.type("database url", str(tmp_path / "no" / "such" / "folder" / "games.db"))
    person.tap("use database")
    person.wait(lambda: person.app.page.said.color == theme.refuse, "it is tried")
    assert person.app.store is before
    assert person.app.settings.database == ""
    other = tmp_path / "club.db"
    person.type("database url", str(other))
    person.tap("use database")
    person.wait(lambda: person.app.settings.database, "it is tried")
    assert person.app.settings.database == f"sqlite:///{other}"
    assert other.exists()
    person.settle()
    assert str(other) in person.said()
    person.tap("own database")
    person.wait(lambda: not person.app.settings.database, "back to this device")


def test_no_password_is_ever_shown() -> None:
    words = place_words("postgresql://anna:titok@club.example/games")
    assert "titok" not in words
    assert "club.example/games" in words


def test_every_game_has_a_door_to_its_referee(sit_down: Sit) -> None:
    person = sit_down()
    person.tap("door settings")
    for slug, info in registry.infos().items():
        assert info.routines or info.cautions
        assert person.there(f"referee {slug}")
