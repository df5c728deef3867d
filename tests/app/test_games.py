"""A turn and more in each of the other games through its own picture, and a score typed in for all five."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from models.owned_records import OwnersCopy
from models.store import OpenSession, Seated, Store
from tableside import samples
from tableside.app import routes
from tableside.app.seating import COLOURS
from tableside.app.theme import theme
from tableside.core import notation, registry
from tableside.core.moves import move
from tests.app.app_game import play_on
from tests.app.driver import Person

Sit = Callable[..., Person]
GAMES = ("beyond_the_sun", "gaia_project", "kaosz_galaktika", "onward_to_venus")
COPIES = Path(__file__).parents[1] / "games"


def teach(store: Store, slug: str) -> Any:
    copy = OwnersCopy(store, registry.find(slug))
    for file in (COPIES / slug / "sample_copy.json", Path(samples.__file__).parent / f"{slug}.json"):
        if file.is_file():
            copy.unpack(json.loads(file.read_text()), file.name)
            break
    return copy.game()


def begun(slug: str, moves: int, seed: int = 5, seats: int = 0) -> OpenSession:
    """A game some way on, by chance."""
    store = Store.open()
    seats = seats or (2 if slug in ("gaia_project", "kaosz_galaktika") else 3)
    people = [Seated(name, colour) for name, colour in zip(("Anna", "Béla", "Csaba", "Maximiliánné"), COLOURS)]
    session = store.begin(teach(store, slug), {}, people[:seats])
    play_on(session, random.Random(seed).randrange, moves)
    store.close()
    return session


@pytest.mark.parametrize("slug", GAMES)
def test_a_turn_and_more_through_the_games_own_view(sit_down: Sit, slug: str) -> None:
    session = begun(slug, 40)
    person = sit_down()
    person.app.go(routes.Table(session=session.id))
    person.settle()
    assert type(person.app.page.view).__module__.endswith(slug)
    person.draw()
    assert person.app.page.view.pen.written, "the picture says something"
    before = len(person.app.page.play.table.log.entries)
    for _ in range(60):
        play = person.app.page.play
        told = len(play.table.log.entries)
        if told >= before + 3 or play.over:
            break
        if person.app.sheets:
            person.back()  # the tablet is handed over
        elif play.ready:
            person.tap("confirm")
        elif play.seat is None and person.there("draw"):
            person.tap("draw")
        else:
            choice = play.choices[0]
            offer = next((offer for offer in choice.offers if offer.why_not is None), None)
            if offer is None:
                person.tap("drop kind")
                continue
            view = person.app.page.view
            place = next((spot for spot in view.targets if spot[4:] == (choice.slot, offer.value)), None)
            if place is not None:
                x, y, w, h = place[:4]
                person.touch(view.x + (x + w / 2) * theme.u, view.top - (y + h / 2) * theme.u)
                picks, stood = person.app.page.play.picks, len(person.app.page.play.table.log.entries) > told
                assert stood or any(pick.slot == choice.slot for pick in picks)
            else:
                name = f"{choice.slot} {offer.value}"
                person.tap(name if person.there(name) else f"ready {notation.write(choice.ready[0])}")
    assert len(person.app.page.play.table.log.entries) >= before + 3 or person.app.page.play.over


@pytest.mark.parametrize("slug", ["onward_to_venus", "urcsempeszek", "kaosz_galaktika", "beyond_the_sun"])
def test_the_log_calls_the_players_by_their_names(sit_down: Sit, slug: str) -> None:
    session = begun(slug, 12)
    person = sit_down()
    person.app.go(routes.Table(session=session.id))
    person.settle()
    person.tap("log")
    said = person.said()
    assert "Anna" in said, said
    assert "1. játékos" not in said, said
    assert "A sárga játékos" not in said, said


@pytest.mark.parametrize("slug", [*GAMES, "urcsempeszek"])
def test_score_only(sit_down: Sit, slug: str) -> None:
    store = Store.open()
    game = teach(store, slug)
    store.close()
    names, outcome = game.score_position(game.example())
    person = sit_down()
    person.tap("door score_only")
    person.tap(f"game {slug}")
    person.tap("example")
    assert person.app.page.problems == ()
    person.tap("score")
    assert person.app.page.result.names == names
    assert person.app.page.result.outcome == outcome


def before_a_mine() -> OpenSession:
    """A game of chance at a moment when a mine can be built."""
    store = Store.open()
    people = [Seated("Anna", "amber"), Seated("Béla", "blue")]
    session = store.begin(teach(store, "gaia_project"), {}, people)
    table, pick = session.table, random.Random(5).randrange
    for _ in range(200):
        acting = sorted(table.to_act(), key=lambda seat: 99 if seat is None else seat)
        choices = table.game.choices(table.state, move(acting[0], "")) if acting[0] is not None else ()
        offers = [offer for choice in choices if choice.slot == "kind" for offer in choice.offers]
        if any(offer.value == "mine" and offer.why_not is None for offer in offers):
            store.close()
            return session
        table.confirm(table.game.sample(table.state, acting[0], pick))
    raise AssertionError("no mine anywhere in this game")


def test_a_tap_near_a_hex_takes_the_nearest_legal_one(sit_down: Sit) -> None:
    session = before_a_mine()
    person = sit_down()
    person.app.go(routes.Table(session=session.id))
    person.settle()
    page = person.app.page
    person.tap("kind mine")
    if page.play.choices:
        assert page.play.choices[0].slot == "hex"
        offer = next(offer for offer in page.play.choices[0].offers if offer.why_not is None)
        x, y, w, h = next(spot[:4] for spot in page.view.targets if spot[5] == offer.value)
        person.touch(page.view.x + (x + w / 2 + 6) * theme.u, page.view.top - (y + h / 2 + 6) * theme.u)
        assert page.play.partial["hex"] == offer.value
    assert page.play.partial.get("hex"), "a single hex is taken by itself"
