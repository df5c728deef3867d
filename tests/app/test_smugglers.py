"""A whole game of Űrcsempészek with fingers: a bidding read from a photo and put right, a refusal, an undo, a kill."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from models.copy import OwnersCopy
from models.store import Store
from tableside import samples
from tableside.app import play as making
from tableside.app import sample
from tableside.app.theme import theme
from tableside.app.words import say
from tableside.core import registry
from tableside.core.replay import EntryKind
from tests.app.driver import Person
from vision.camera import FileCamera

Sit = Callable[..., Person]
LEVEL = 39
"""With these draws, after the bids of the sample photo, both end with the same points and the same goods."""
COPY = Path(samples.__file__).parent / "urcsempeszek.json"


def with_copy() -> None:
    """The owner's copy is known: every card of an invented box."""
    store = Store.open()
    OwnersCopy(store, registry.find("urcsempeszek")).unpack(json.loads(COPY.read_text()), COPY.name)
    store.close()


def play(person: Person) -> Any:
    return person.app.page.play


def finish_move(person: Person) -> None:
    """Take the first thing that is possible until the move is whole, and confirm it."""
    for _ in range(40):
        if play(person).ready:
            break
        if play(person).seat is None:
            person.tap("draw")
            continue
        choice = play(person).choices[0]
        offer = next(offer for offer in choice.offers if offer.why_not is None)
        person.tap(f"{choice.slot} {offer.value}")
    person.tap("confirm")


def touch_die(person: Person, number: int) -> None:
    picture = person.app.page.picture
    x, y, w, h = next(box for kind, n, box in picture.boxes if (kind, n) == ("die", number))
    person.touch(picture.x + (x + w / 2) * theme.u, picture.top - (y + h / 2) * theme.u)


def test_a_whole_game_with_a_photo_a_correction_a_refusal_an_undo_a_kill_and_a_tie(
    sit_down: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_copy()
    person = sit_down()
    person.invite("urcsempeszek", "Anna", "Béla")
    person.tap("start now")
    for colour in ("orange", "black"):
        person.tap(f"colour {colour}")
        person.tap("confirm")
    person.tap("player 0")
    person.tap("confirm")
    for count in (1, 2, 3):
        person.tap(f"cards {('s01', 's02', 's03')[:count]}")
    person.tap("confirm")

    # The bidding is read from the sample photo by the real reader.
    person.app.scratch["camera"] = FileCamera([sample.photo()])
    person.tap("photo")
    person.wait(lambda: person.app.page.camera, "the camera opens")
    person.tap("shutter")
    person.wait(lambda: type(person.app.page).__name__ == "ReadingPage", "the photo is read")
    person.draw()
    page = person.app.page
    read = {(die.colour, die.value) for die in page.readings.dice}
    assert read == {("orange", 3), ("black", 5), ("orange", 2), ("black", 6)}
    three = next(n for n, die in enumerate(page.readings.dice) if die.value == 3)
    touch_die(person, three)
    person.tap("it is 4")
    assert ("s01", "orange", 4) in page.best()["dice"]
    assert not person.app.session(page.session.id).table.state.bids, "nothing changes unconfirmed"
    person.tap("take")
    person.tap("tokens ((0, 3),)")
    if not play(person).ready:
        choice = play(person).choices[0]
        person.tap(f"{choice.slot} {choice.offers[0].value}")
    session = person.app.page.session
    person.tap("confirm")
    bid = next(entry for entry in session.table.log.entries if entry.move is not None and entry.move.kind == "bid")
    assert bid.evidence and person.app.store.photo(session.id, bid.evidence), "the photo is kept with its move"

    # A refused kind of move opens its reason.
    refused = next(
        widget for widget in person.reachable() if getattr(widget, "refused", False) and widget.name.startswith("kind")
    )
    person.press(refused)
    assert person.app.sheets
    assert "§ Űrcsempészek, C" in person.said(), "the reason names its rule"
    person.back()
    assert not person.app.sheets

    # One step back, and it is in the log.
    length = session.table.log.line.length
    person.tap("undo")
    assert session.table.log.line.length < length
    assert session.table.log.entries[-1].kind is EntryKind.UNDO
    person.tap("redo")
    assert session.table.log.line.length == length

    # The battery dies; it reopens there.
    state = session.table.state
    person.kill()
    again = sit_down()
    assert type(again.app.page).__name__ == "TablePage"
    assert again.app.page.session.table.state == state
    # From here on the draws are those of a game that ends level: the second tiebreak decides it.
    monkeypatch.setattr(making, "_chance", random.Random(LEVEL))
    for _ in range(400):
        if type(again.app.page).__name__ == "ScorePage":
            break
        finish_move(again)
    page = again.app.page
    assert type(page).__name__ == "ScorePage"
    outcome = page.result.outcome
    assert outcome is not None
    assert len(set(page.result.totals)) == 1, "the game ended level"
    assert [step.rule for step in outcome.trace] == ["goods", "energy"]
    again.draw()
    said = again.said()
    assert say("score.wins", name="Béla") in said
    for step in outcome.trace:
        assert say(step.label) in said
    assert say("score.equal") in said and say("score.beats") in said
    again.tap("why 2")
    assert again.app.sheets, "a rung opens its rule"
    again.back()
    assert page.curve.result.curve[-1][1] == page.result.totals
    again.back()
    assert type(again.app.page).__name__ == "TablePage"


def test_a_tie_is_told_rung_by_rung(sit_down: Sit) -> None:
    person = sit_down()
    person.app.go("score_only", game="urcsempeszek")
    person.settle()
    page = person.app.page
    person.tap("energy plus")
    person.tap("energy plus", 1)
    assert page.outcome is not None and page.outcome.trace
    person.tap("score")
    said = person.said()
    for step in person.app.page.result.outcome.trace:
        assert say(step.label) in said
    person.tap("why 1")
    assert "D" in person.said()


def test_without_a_camera_files_and_the_hand_are_offered(sit_down: Sit) -> None:
    store = Store.open()
    session = sample.begin(store, "sample")
    store.close()
    person = sit_down()
    person.app.scratch["camera"] = FileCamera([])
    person.app.go("table", session=session.id)
    person.settle()
    person.tap("photo")
    person.wait(lambda: person.find("shutter").disabled, "no camera is noticed")
    assert "Nincs kamera" in person.app.page.frame.words
    person.app.scratch["photos"] = sample.photo().parent
    person.tap("file")
    person.tap("photo bidding.jpg")
    person.wait(lambda: type(person.app.page).__name__ == "ReadingPage", "the file is read")
    person.tap("by hand")
    assert type(person.app.page).__name__ == "TablePage"


def test_the_first_start_leads_through_the_taste_to_a_table(sit_down: Sit) -> None:
    person = sit_down()
    person.tap("taste")
    person.tap("next")
    person.wait(lambda: person.app.page.photo, "the sample photo is read")
    assert "3" in person.app.page.says.plain
    for _ in range(3):
        person.tap("next")
    assert type(person.app.page).__name__ == "TablePage"
    assert str(play(person).state.phase) == "bid"
