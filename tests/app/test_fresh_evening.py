"""Nothing taught, real fingers: what would stop an evening does not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from models.store import Store
from tableside.app import routes
from tableside.app.i18n import say
from tableside.app.move_builder import MoveBuilder
from tableside.app.theme import theme
from tableside.app.widgets import Words
from tableside.app.widgets.score_table import HEAD, ROW
from tableside.core.codec import encode
from tests.app.app_game import new_game
from tests.app.driver import Person, clipped
from tests.sampling import each_once

Sit = Callable[..., Person]
PEOPLE = ("Anna", "Béla", "Csaba")


def where(person: Person) -> str:
    return type(person.app.page).__name__


def begin(person: Person, slug: str, *names: str) -> MoveBuilder:
    """A new game from the first screen, as a newcomer begins it."""
    person.invite(slug, *(names or PEOPLE))
    person.tap("start now")
    assert where(person) == "TablePage"
    made: MoveBuilder = person.app.page.play
    return made


# -- lots ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", ["beyond_the_sun", "urcsempeszek", "onward_to_venus"])
def test_drawing_lots_with_nothing_taught_is_a_sentence_and_never_the_end(sit_down: Sit, slug: str) -> None:
    person = sit_down()
    play = begin(person, slug)
    for _ in range(40):
        if person.there("draw"):
            person.tap("draw")
            assert where(person) == "TablePage"
            if person.app.toast_shown is not None:
                assert say("table.nothing_to_draw") in person.said() or person.app.toast_shown is not None
                return
        if play.ready:
            person.tap("confirm")
            continue
        offers = [(c, o) for c in play.choices for o in c.offers if o.why_not is None]
        if not offers:
            return
        choice, offer = offers[0]
        whole = [widget.name for widget in person.reachable() if widget.name.startswith("ready ")]
        person.tap(whole[0] if whole else f"{choice.slot} {offer.value}")


def test_lots_are_offered_only_where_chance_acts(sit_down: Sit) -> None:
    person = sit_down()
    new_game(person)
    assert person.there("draw")
    person.play_chance(5)
    assert not person.there("draw")


def test_a_lone_answer_that_only_the_table_knows_is_never_filled_in(data_folder: Path) -> None:
    from models.store import Seated
    from tableside.core import registry
    from tableside.core.game import Choice, Offer, Slot
    from tableside.core.moves import text

    store = Store.open()
    play = MoveBuilder(store.begin(registry.find("kavicsok"), {}, [Seated("Anna"), Seated("Béla")]))
    lone = Choice("value", Slot.DICE, text("core.which_move"), (Offer(1, text("core.value", value=1)),))
    play.choices = (lone,)
    assert play.seat is None and play._lone() is None, "what was thrown is the table's to say"
    play.seat = 0
    assert play._lone() is not None
    store.close()


# -- the guided taste ------------------------------------------------------------------------------


def test_why_and_the_rule_sign_in_the_taste_open_something(sit_down: Sit) -> None:
    person = sit_down()
    person.tap("taste")
    for _ in range(2):
        person.tap("next")
    person.tap(say("taste.example.both"))
    assert say("taste.example.rule") in person.said()
    person.back()
    person.tap("next")
    table = next(widget for widget in person.walk() if type(widget).__name__ == "ScoreTable")
    x, y = table.to_window(table.x + 60, table.top - (HEAD + ROW / 2) * theme.u)
    person.touch(x, y)
    person.wait(lambda: person.app.sheets, "a line of the score opens its rule")


@pytest.mark.parametrize("how", ["skip", "next"])
def test_the_people_of_the_taste_are_never_seen_again(sit_down: Sit, how: str) -> None:
    person = sit_down()
    person.tap("taste")
    for _ in range(1 if how == "skip" else 4):
        person.tap(how)
    assert where(person) == ("HomePage" if how == "skip" else "TablePage")
    person.app.home()
    person.settle()
    assert not person.there("continue")
    person.tap("door history")
    assert "Anna" not in person.said()
    person.app.home()
    person.settle()
    person.tap("game kavicsok")
    assert "Anna" not in person.said() and not person.there("person Anna")


# -- the bar ---------------------------------------------------------------------------------------

LONG = (
    "Béla átvált 3 ércet és 2 tudást kreditre, majd bányát épít a harmadik gyűrű szélén lévő jégbolygóra, két "
    "navigációs lépéssel és egy QIC-kel, kap 2 pontot a fordulólapkáért, és befejezi a körét, miután minden szomszédja "
    "eldöntötte, tölt-e energiát a közeli épülete után, összesen legfeljebb négyet, pontért"
)


@pytest.mark.parametrize(
    ("size", "scale"), each_once((((1080, 2340), 3.0), ((2000, 1200), 1.5), ((1280, 800), 1.0)), (1.5, 1.0))
)
def test_the_bar_holds_the_longest_move(
    sit_down: Sit, size: Any, scale: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = sit_down(*size)
    person.app.set(text_scale=scale)
    person.settle()
    new_game(person)
    person.play_chance(5)
    person.take_pebbles(3)
    page = person.app.page
    page.saying.plain, page.scoring.plain = LONG, LONG
    person.settle()
    bar = page.ids.bar
    assert clipped(bar) == []
    for widget in bar.walk(restrict=True):
        if isinstance(widget, Words) and widget.plain:
            assert widget.y >= bar.y - 1 and widget.top <= bar.top + 1


# -- a final position ------------------------------------------------------------------------------


def test_a_position_that_cannot_be_read_is_never_scored_as_the_example(sit_down: Sit) -> None:
    person = sit_down()
    person.app.keep_draft("score:kavicsok", {"players": [{"name": "Anna", "nonsense": 3}]})
    person.app.go(routes.ScoreOnly("kavicsok"))
    person.settle()
    page = person.app.page
    assert where(person) == "ScoreOnlyPage"
    assert "nonsense" not in str(page.data), "an empty pad, not what cannot be read"
    assert page.data != encode(page.game.example())


def test_who_closed_the_game_is_asked_by_name_in_the_score_form_of_kaosz_galaktika(sit_down: Sit) -> None:
    person = sit_down()
    person.app.go(routes.ScoreOnly(game="kaosz_galaktika"))
    person.settle()
    named = {widget.name: widget for widget in person.reachable() if widget.name.startswith("closing ")}
    assert {"closing 0", "closing 1"} <= set(named), "no number is asked for"
    players = [player["name"] for player in person.app.page.data["players"]]
    assert [named[f"closing {seat}"].words.plain for seat in (0, 1)] == players


# -- whose turn it is ------------------------------------------------------------------------------


def test_who_must_act_instead_is_called_by_name(data_folder: Path) -> None:
    from models.store import Seated
    from tableside.core import registry
    from tableside.core.moves import move
    from tableside.core.ruling import Illegal
    from tableside.language import language

    store = Store.open()
    session = store.begin(registry.find("gaia_project"), {}, [Seated("Anna"), Seated("Béla")])
    refusals = [session.table.propose(move(seat, "pass")) for seat in (0, 1)]
    said = [language("hu", session.names).say(one.reason) for one in refusals if isinstance(one, Illegal)]
    assert said and not any("hely" in words for words in said), said
    store.close()
