"""A whole game with fingers: from the home screen to the score, with refusals, undo, a kill and another language."""

from __future__ import annotations

import random
from collections.abc import Callable
from statistics import median
from typing import Any

import pytest

from models.store import Seated, Store
from tableside.app.i18n import say
from tableside.app.move_builder import MoveBuilder
from tableside.app.theme import theme
from tableside.core import registry
from tableside.core.moves import move
from tests.app.driver import Person, press_anything
from tests.app.test_games import GAMES, teach
from tests.sampling import first_only

Sit = Callable[..., Person]
ALL_GAMES = (*GAMES, "urcsempeszek")


def new_game(person: Person, *names: str) -> None:
    person.invite("kavicsok", *names)
    person.tap("start now")


def play(person: Person) -> Any:
    return person.app.page.play


def test_a_whole_game_from_home_to_the_score(sit_down: Sit) -> None:
    person = sit_down()
    new_game(person, "Anna", "Béla")
    taps = []
    for step in range(200):
        if type(person.app.page).__name__ != "TablePage":
            break
        if play(person).seat is None:
            person.play_chance(step % 6 + 1)
            continue
        before = person.taps
        while not play(person).ready:
            choice = play(person).choices[0]
            offer = next(offer for offer in choice.offers if offer.why_not is None)
            person.tap(f"{choice.slot} {offer.value}")
        person.tap("confirm")
        taps.append(person.taps - before)
    assert type(person.app.page).__name__ == "ScorePage"
    assert median(taps) <= 3, f"too many taps a move: {sorted(taps)}"
    session = person.app.session(person.app.page.route.session)
    outcome = session.table.outcome()
    assert outcome is not None
    for winner in outcome.winners:
        assert session.names[winner] in person.said()


def test_undo_goes_back_and_redo_forward(sit_down: Sit) -> None:
    person = sit_down()
    new_game(person, "Anna", "Béla")
    person.play_chance(5)
    before = play(person).state
    person.tap("kind take")
    person.take_pebbles(4)
    person.tap("confirm")
    assert play(person).state != before
    person.tap("undo")
    assert play(person).state == before
    person.tap("redo")
    assert play(person).state.players[0].pebbles == 4


def test_a_refused_choice_opens_its_reason_with_the_rule(sit_down: Sit) -> None:
    store = Store.open()
    session = store.begin(registry.find("kavicsok"), {}, [Seated("Anna", "amber"), Seated("Béla", "blue")])
    session.table.confirm(move(None, "roll", value=2))
    store.close()
    person = sit_down()
    person.tap("continue")
    person.app.page.refused(person.app.page.play.table.propose(move(0, "take", amount=6)))
    person.settle()
    said = person.said()
    assert "Ennyit nem vehetsz el" in said
    assert "§ Kavicsok: Elvétel" in said and "Legfeljebb annyi kavicsot" in said
    person.tap("instead")
    assert not person.app.sheets
    assert play(person).ready


def test_killed_at_any_moment_it_reopens_there(sit_down: Sit) -> None:
    person = sit_down()
    new_game(person, "Anna", "Béla")
    person.play_chance(5)
    person.tap("kind take")
    person.take_pebbles(3)
    assert play(person).ready
    session, chosen = person.app.page.route.session, play(person).partial
    person.kill()
    again = sit_down()
    assert type(again.app.page).__name__ == "TablePage"
    assert again.app.page.route.session == session
    assert play(again).partial == chosen, "what was chosen before the kill is chosen still"
    again.tap("confirm")
    assert again.app.store.open_session(session).table.state.players[0].pebbles == 3


def test_the_language_switches_while_playing(sit_down: Sit) -> None:
    person = sit_down()
    new_game(person, "Anna", "Béla")
    assert "Kavicsok" in person.said()
    person.tap("menu")
    person.tap("language en")
    assert "Pebbles" in person.said()
    assert "Confirm" in person.said()
    person.tap("value 4")
    person.tap("confirm")
    assert "Anna’s turn" in person.said()


def test_back_takes_one_step_at_a_time(sit_down: Sit) -> None:
    person = sit_down()
    new_game(person, "Anna", "Béla")
    person.tap("value 4")
    person.tap("log")
    assert person.app.sheets
    person.back()
    assert not person.app.sheets
    assert play(person).ready
    person.back()
    assert not play(person).ready, "back takes the choice back"
    person.back()
    assert type(person.app.page).__name__ == "HomePage"


def test_a_sheet_closes_by_swiping_down(sit_down: Sit) -> None:
    person = sit_down()
    new_game(person, "Anna", "Béla")
    person.tap("menu")
    panel = person.app.sheets[0].panel
    person.wait(lambda: panel.pos_hint["y"] == -0.03, "the sheet has risen")
    top = panel.top - 20 * theme.u
    person.drag((panel.center_x, top), (panel.center_x, top - 200 * theme.u))
    assert not person.app.sheets


def test_the_log_explains_an_entry_by_its_rule(sit_down: Sit) -> None:
    person = sit_down()
    new_game(person, "Anna", "Béla")
    person.play_chance(5)
    person.tap("log")
    person.tap("entry 1")
    assert "§ Kavicsok: A dobás" in person.said()
    person.tap("rule P2")
    assert "A soron lévő dob" in person.said(), "the rule in our own words"


def test_bookkeeping_can_be_done_step_by_step(sit_down: Sit) -> None:
    person = sit_down()
    person.app.set(bookkeeping=False)
    new_game(person, "Anna", "Béla")
    person.play_chance(5)
    person.tap("kind take")
    person.take_pebbles(3)
    person.tap("confirm")
    assert play(person).state.done, "the turn has not passed on by itself"
    person.tap("menu")
    person.tap("routine")
    assert play(person).state.turn == 1


def test_the_score_is_shared_as_picture_csv_and_json(sit_down: Sit, data_folder: Any) -> None:
    person = sit_down()
    new_game(person, "Anna", "Béla")
    person.tap("menu")
    person.tap("menu score")
    for name in ("share csv", "share json", "share picture"):
        person.tap(name)
    kinds = {file.suffix: file for file in (data_folder / "shared").iterdir()}
    assert set(kinds) == {".csv", ".json", ".png"}
    assert "Anna" in kinds[".csv"].read_text()
    assert kinds[".png"].read_bytes()[:4] == b"\x89PNG"


@pytest.mark.parametrize("hand_over", [False, True])
def test_the_tablet_is_handed_over_only_when_that_is_wanted(sit_down: Sit, hand_over: bool) -> None:
    person = sit_down()
    person.app.set(hand_over=hand_over)
    new_game(person, "Anna", "Béla")
    person.play_chance(5)
    assert bool(person.app.sheets) is hand_over
    person.back()
    assert not person.app.sheets


def test_a_game_joined_midway_starts_from_a_position_that_can_be(sit_down: Sit) -> None:
    person = sit_down()
    person.invite("kavicsok", "Anna", "Béla")
    person.tap("next")
    person.tap("next")
    person.tap("from position")
    person.tap("players.0.pebbles plus")
    assert person.app.page.problems(), "one pebble too many is no position"
    person.tap("start")
    assert type(person.app.page).__name__ == "JoinMidwayPage"
    person.tap("pile minus")
    assert not person.app.page.problems()
    person.tap("start")
    assert type(person.app.page).__name__ == "TablePage"
    assert play(person).state.players[0].pebbles == 1


@pytest.mark.parametrize("slug", ALL_GAMES)
@pytest.mark.parametrize("seed", first_only((1, 2)))
def test_a_players_move_takes_three_taps_or_fewer_in_the_middle(
    data_folder: Any, monkeypatch: pytest.MonkeyPatch, slug: str, seed: int
) -> None:
    store = Store.open()
    session = store.begin(teach(store, slug), {}, [Seated("Anna"), Seated("Béla")])
    monkeypatch.setattr("tableside.app.lots._chance", random.Random(seed))
    play, chance = MoveBuilder(session), random.Random(seed)
    moves: list[int] = []
    taps = 0
    while len(moves) < 60 and not play.over:
        taps += 1
        if play.ready:
            if play.seat is not None:
                moves.append(taps)
            taps = 0
        press_anything(play, chance)
    store.close()
    assert len(moves) >= 15, "enough moves to speak of a middle"
    assert median(moves) <= 3, f"seed {seed}: {sorted(moves)}"


def test_a_lone_option_is_taken_by_itself_only_when_that_is_wanted(
    data_folder: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tableside.app.lots._chance", random.Random(3))
    store = Store.open()
    counts = []
    for single in (True, False):
        session = store.begin(teach(store, "urcsempeszek"), {}, [Seated("Anna"), Seated("Béla")])
        play, chance = MoveBuilder(session, single=single), random.Random(3)
        taken = 0
        for _ in range(60):
            if play.over:
                break
            taken += sum(pick.auto for pick in play.picks) if play.ready else 0
            press_anything(play, chance)
        counts.append(taken)
    store.close()
    assert counts[0] > 0 and counts[1] == 0


def test_a_warning_is_silenced_where_it_is_seen_and_the_toast_takes_it_back(sit_down: Sit) -> None:
    person = sit_down()
    new_game(person, "Anna", "Béla")
    person.play_chance(5)
    person.tap("kind take")
    person.take_pebbles(1)
    cautions = play(person).preview.legal.cautions
    assert cautions, "taking less than one could is worth a warning"
    warning = say(cautions[0].text)
    assert warning in person.said()
    person.tap(f"silence {cautions[0].key}")
    assert f"kavicsok.{cautions[0].key}" in person.app.settings.silenced
    assert warning not in person.said()
    person.tap("toast undo")
    assert warning in person.said()
    assert person.app.settings.silenced == ()


def test_one_step_of_bookkeeping_can_be_kept_for_the_players(sit_down: Sit) -> None:
    person = sit_down()
    person.app.set(silenced_routines=("kavicsok.turn",))
    new_game(person, "Anna", "Béla")
    person.play_chance(5)
    person.tap("kind take")
    person.take_pebbles(3)
    person.tap("confirm")
    assert play(person).state.done, "the turn has not passed on by itself"
    person.tap("do routine")
    assert play(person).state.turn == 1
    assert not person.there("do routine")


def test_a_choice_seen_before_is_shown_again_and_not_made_again(sit_down: Sit) -> None:
    from tableside.app.widgets.base import Plate

    person = sit_down()
    new_game(person, "Anna", "Béla")
    person.play_chance(5)
    person.tap("kind take")
    before = [widget for widget in person.app.page.choosing.walk(restrict=True) if isinstance(widget, Plate)]
    person.take_pebbles(3)
    person.tap("drop amount")
    after = [widget for widget in person.app.page.choosing.walk(restrict=True) if isinstance(widget, Plate)]
    assert {widget.name for widget in before if hasattr(widget, "name")} <= {
        widget.name for widget in after if hasattr(widget, "name")
    }
    assert {id(widget) for widget in before} <= {id(widget) for widget in after}
