"""A whole game of Űrcsempészek with fingers: a bidding read from a photo and put right, a refusal, an undo, a kill."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from models.owned_records import OwnersCopy
from models.store import Store
from tableside import samples
from tableside.app import routes, tutorial_table
from tableside.app.i18n import say
from tableside.app.theme import theme
from tableside.core import notation, registry
from tableside.core.log import EntryKind
from tableside.language import rules_of
from tests.app.driver import Person
from tests.app.photos import keep_photos
from tests.app.test_score_pad import column, key
from tests.games.urcsempeszek import photographed
from vision.camera import FileCamera

Sit = Callable[..., Person]
LEVEL = 281
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
    """Take the first thing that is possible until the move is whole; what does not stand by itself is confirmed."""
    log = play(person).table.log
    before = len(log.entries)
    for _ in range(40):
        if len(log.entries) > before or play(person).ready:
            break
        if play(person).seat is None:
            person.app.page.draw()  # no table lets lots decide a bidding, so there is no button for it
            continue
        choice = play(person).choices[0]
        offer = next(offer for offer in choice.offers if offer.why_not is None)
        whole = [made for made in choice.ready if offer.value in (made.kind, made.get(choice.slot))]
        name = f"{choice.slot} {offer.value}"
        # What is suggested whole has no button of its own.
        person.tap(name if person.there(name) else f"ready {notation.write(whole[0])}")
    if len(log.entries) == before:
        person.tap("confirm")
    if type(person.app.page).__name__ == "CameraPage":
        # The last bidding came from a photo, so the next galaxy is expected from one; this table goes on by hand.
        person.tap("by hand")


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
    person.tap("player 0")
    for card in ("s02", "s01", "s03"):
        person.tap(f"part {card}")
    assert play(person).table.state.cards, "with the last card the galaxy is dealt"

    # By hand the bidding is a row of faces for each player, card by card, in the players' names.
    assert not person.there("draw"), "nobody draws a bidding"
    assert person.there("dice Anna 6") and person.there("dice Béla 1")
    assert [person.find(f"dice {name} 1").mark for name in ("Anna", "Béla")] == [
        (play(person).colours[seat], play(person).letters[seat]) for seat in (0, 1)
    ], "each face in the colour of its owner's dice"
    person.tap("dice Béla 1")
    assert play(person).partial["dice"][0] == ("s02", "black", 1)
    person.tap("drop dice")

    # The bidding is read from the sample photo by the real reader.
    person.app.camera = FileCamera([tutorial_table.photo()])
    person.tap("photo")
    person.wait(lambda: person.app.page.camera, "the camera opens")
    person.tap("shutter")
    person.wait(lambda: type(person.app.page).__name__ == "PhotoToMovePage", "the photo is read")
    person.draw()
    page = person.app.page
    read = {(die.colour, die.value) for die in page.readings.dice}
    assert read == {("orange", 3), ("black", 5), ("orange", 2), ("black", 6)}
    three = next(n for n, die in enumerate(page.readings.dice) if die.value == 3)
    touch_die(person, three)
    person.tap("it is 4")
    assert ("s01", "orange", 4) in page.best().move["dice"]
    assert not person.app.session(page.session.id).table.state.bids, "nothing changes unconfirmed"
    person.tap("take")
    person.tap("tokens ((0, 3), (-1, 1))")
    session = person.app.page.session
    bid = next(entry for entry in session.table.log.entries if entry.move is not None and entry.move.kind == "bid")
    assert bid.evidence and person.app.store.photo(session.id, bid.evidence), "the photo is kept with its move"

    # Both sectors are paid for; in the refill a refused kind of move opens its reason.
    ready = play(person).choices[0].ready[0]
    person.tap(f"ready {notation.write(ready)}")
    assert session.table.log.line.steps()[-1].move == ready, "the best payment is one tap"
    while session.table.state.bids:
        finish_move(person)
    refused = next(
        widget for widget in person.reachable() if getattr(widget, "refused", False) and widget.name.startswith("kind")
    )
    person.press(refused)
    assert person.app.sheets
    assert "§ Űrcsempészek: A készletek feltöltése" in person.said(), "the reason names the rulebook's chapter"
    assert "Akinél a −1-es jelző van" in person.said(), "and tells the rule"
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
    monkeypatch.setattr("tableside.app.lots._chance", random.Random(LEVEL))
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
    assert say("score.wins", name="Anna") in said
    for step in outcome.trace:
        assert say(step.label) in said
    assert say("score.equal") in said and say("score.beats") in said
    again.tap("why 2")
    assert again.app.sheets, "a rung opens its rule"
    again.back()
    assert page.curve.result.curve[-1][1] == page.result.totals
    again.back()
    assert type(again.app.page).__name__ == "TablePage"


def test_many_known_cards_are_narrowed_by_planets_and_ships(sit_down: Sit) -> None:
    with_copy()
    person = sit_down()
    person.invite("urcsempeszek", "Anna", "Béla")
    person.tap("start now")
    person.tap("player 0")
    catalog = play(person).game.catalog

    def shown() -> set[str]:
        return {widget.name.removeprefix("part ") for widget in person.reachable() if widget.name.startswith("part ")}

    every = shown()
    person.tap("trait 3 bolygó")
    assert shown() == {card for card in every if catalog.find("sectors", card).size == 3}
    assert person.there("trait cirkáló") and not person.there("trait 2 bolygó"), "only traits that leave some"
    person.tap("trait cirkáló")
    three = {card for card in every if catalog.find("sectors", card).size == 3}
    assert shown() == {card for card in three if "cruiser" in catalog.find("sectors", card).ships} != three
    person.tap("trait 3 bolygó")
    assert shown() == {card for card in every if "cruiser" in catalog.find("sectors", card).ships}
    person.tap(f"part {min(shown())}")
    assert shown() == every, "for the next card all are there again"


def test_a_tie_is_told_rung_by_rung(sit_down: Sit) -> None:
    person = sit_down()
    person.app.go(routes.ScoreOnly(game="urcsempeszek"))
    person.settle()
    page = person.app.page
    key(person, "energy", 1)
    column(person, 1)
    key(person, "energy", 1)
    assert page.outcome is not None and page.outcome.trace
    person.tap("score")
    said = person.said()
    for step in person.app.page.result.outcome.trace:
        assert say(step.label) in said
    person.tap("why 1")
    headings = {
        rules_of("urcsempeszek").heading(step.cite.rule, "hu") or "?" for step in person.app.page.result.outcome.trace
    }
    assert any(heading in person.said() for heading in headings), "a citation names the chapter"


def test_without_a_camera_files_and_the_hand_are_offered(sit_down: Sit) -> None:
    store = Store.open()
    session = tutorial_table.begin(store, "sample")
    store.close()
    person = sit_down()
    person.app.camera = FileCamera([])
    person.app.go(routes.Table(session=session.id))
    person.settle()
    person.tap("photo")
    person.wait(lambda: person.find("shutter").disabled, "no camera is noticed")
    assert "Nincs kamera" in person.app.page.frame.words
    keep_photos(tutorial_table.photo())
    person.tap("file")
    person.tap("photo bidding.jpg")
    person.wait(lambda: type(person.app.page).__name__ == "PhotoToMovePage", "the file is read")
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


# -- the first evening ----------------------------------------------------------------------------


def test_with_nothing_taught_the_first_bidding_stands_after_twelve_taps_and_who_pays_tells_the_card(
    sit_down: Sit,
) -> None:
    person = sit_down()
    person.invite("urcsempeszek", *FOUR[:3])
    person.tap("start now")
    person.tap("player 0")
    assert not person.there("draw"), "nobody draws lots for cards that lie on the table"
    view = person.app.page.view
    person.touch(*view.to_window(*view.center))
    assert "Egy…" in person.said(), "a touch counts to three for the flip, where the table wants it"
    for _ in range(3):
        view.count()
    person.settle()
    assert "galaxis van még hátra" in person.said() and play(person).table.state.cards == ()
    person.taps -= 1  # nobody has to count
    (ready,) = play(person).choices[0].ready
    person.tap(f"ready {notation.write(ready)}")
    for die in ("dice Anna 4", "dice Béla 3", "dice Csaba 1"):
        person.tap(die)
    person.tap("tokens ((1,),)")
    person.tap("tokens ((1,), (2,), (-1,))")
    table = play(person).table
    assert person.taps <= 12 and str(table.state.phase) == "pay"
    assert person.app.page.card is None, "nothing is told to hands: dice and tokens lie there, nobody has paid yet"
    assert "Anna űrszektora (a kockája 4): hány bolygó és milyen űrhajók vannak rajta?" in person.said()
    person.tap("new sector")
    for told in ("planets tell", "planets plus", "ships red plus", "save"):
        person.tap(told)
    assert type(person.app.page).__name__ == "TablePage" and "turned" not in person.said()
    assert any(made.kind == "pay" for made in play(person).choices[0].ready), "now it can be paid"


# -- from an untaught box with photos alone --------------------------------------------------------

FOUR = ("Anna", "Béla", "Csaba", "Dávid")
PAIRS = ("orange", "black", "pink", "brown")
MOST = 6
"""Taps of a round after the first."""


def take_photo(person: Person, folder: Path, data: bytes, page: str) -> None:
    """The camera is open: the shutter, and wait until the photo is read."""
    file = folder / f"photo{person.taps}.jpg"
    file.write_bytes(data)
    person.app.camera = FileCamera([file])
    if type(person.app.page).__name__ == "CameraPage":
        person.app.page.source = person.app.camera
        person.app.page.pause()
        person.app.page.resume()
    person.wait(lambda: getattr(person.app.page, "camera", None) is person.app.camera, "the camera opens")
    person.tap("shutter")
    person.wait(lambda: type(person.app.page).__name__ == page, "the photo is read")
    person.wait(lambda: not getattr(person.app.page, "seeking", False), "new cards are read")


def teach_looks(person: Person, folder: Path, box: photographed.Box) -> None:
    """Sheets and speed tokens are told by a photo each, on the page of the copy."""
    person.tap("door copy")
    person.tap("game urcsempeszek")
    things = [("sheets", colour, sheet) for colour, sheet in zip(PAIRS, box.sheets)]
    things += [("tokens", f"token:{number}", box.tokens[number]) for number in (-1, 1, 2, 3)]
    for table, id, card in things:
        if not person.there(f"{table} {id}"):
            person.tap(f"more {table}")
        person.tap(f"{table} {id}")
        person.app.camera = FileCamera([])
        person.tap("take photo")
        take_photo(person, folder, photographed.single(card), "TeachCardPage")
        person.wait(lambda: person.app.page.corners, "the outline is found")
        person.tap("save")
    for _ in range(2):
        person.back()


def bids(chance: random.Random, poor: set[int]) -> list[photographed.Die]:
    """Dice as they may end: at most two on a card; who is short of energy keeps to low ones."""
    room, found = [2] * 4, list[photographed.Die]()
    for seat, colour in enumerate(PAIRS):
        free = [card for card in range(4) if room[card]]
        card = chance.choice(free)
        room[card] -= 1
        found.append((card, colour, chance.choice((1, 2) if seat in poor else (2, 3, 4))))
    return found


def photo_rounds(person: Person, folder: Path, rounds: int) -> list[int]:
    """So many rounds of four players from photo to photo; the taps of each."""
    box, chance, taps = photographed.box(1), random.Random(5), list[int]()
    teach_looks(person, folder, box)
    person.invite("urcsempeszek", *FOUR)
    person.tap("start now")
    person.tap("player 0")
    person.app.camera = FileCamera([])
    person.tap("photo")
    table = person.app.session(person.app.page.route.session).table
    for number in range(rounds):
        before, mine = person.taps, range(4 * number, 4 * number + 4)
        take_photo(person, folder, photographed.galaxy(box, mine), "PhotoToMovePage")
        assert len(person.app.page.new) == 4, "four cards nobody has told anything of"
        person.tap("take")
        assert len(table.state.cards) == 4 and type(person.app.page).__name__ == "CameraPage", "the bidding is next"
        # The cards are named by what was read off them, in the order they lie.
        truth = [(len(box.sectors[n].planets), sorted(box.sectors[n].ships)) for n in mine]
        records = [table.game.catalog.find("sectors", card) for card in table.state.cards]
        assert [(one.size, sorted(one.ships)) for one in records] == truth
        dice = bids(chance, {seat for seat, player in enumerate(table.state.players) if player.energy < 6})
        tokens = chance.sample((-1, 1, 2, 3), 4)
        cards = table.state.cards
        take_photo(person, folder, photographed.bidding(box, mine, dice, tokens), "PhotoToMovePage")
        page = person.app.page
        doubts = page.open_parts()
        # What the reader doubts is asked, and the answer takes the photo over; else the button does.
        person.tap(f"say {doubts[0].slot} {doubts[0].values[0][0]}" if doubts else "take")
        told = next(e.move for e in reversed(table.log.entries) if e.move is not None and e.move.kind == "bid")
        assert sorted(told["dice"]) == sorted((cards[card], colour, value) for card, colour, value in dice)
        assert told["tokens"] == tuple((token,) for token in tokens)
        while str(table.state.phase) in ("pay", "refill"):
            ready = play(person).choices[0].ready
            made = next((one for one in ready if one.kind.startswith("all_")), ready[0])
            person.tap(f"ready {notation.write(made)}")
        taps.append(person.taps - before)
    return taps


def test_a_galaxy_of_unknown_cards_is_learnt_and_dealt_by_one_photo(sit_down: Sit, tmp_path: Path) -> None:
    person = sit_down()
    person.invite("urcsempeszek", *FOUR)
    person.tap("start now")
    person.tap("player 0")
    person.app.camera = FileCamera([])
    person.tap("photo")
    box = photographed.box(1)
    take_photo(person, tmp_path, photographed.galaxy(box, range(4)), "PhotoToMovePage")
    before = person.taps
    assert len(person.app.page.new) == 4 and "3 bolygó" in person.said() and "own" not in person.said()
    person.tap("card 0")
    person.tap("planets red plus")
    person.tap("close")
    assert len(person.app.page.new[0].data["planets"]) == len(box.sectors[0].planets) + 1, "a tap puts one right"
    person.tap("card 3")
    person.tap("drop")
    assert person.taps == before + 5 and len(person.app.page.new) == 3
    person.tap("take")
    page = person.app.page
    assert type(page).__name__ == "TablePage" and len(page.play.toggled) == 3, "the rest is asked at the table"
    assert len(OwnersCopy(person.app.store, registry.find("urcsempeszek")).look_counts()) == 3


@pytest.mark.long
def test_a_whole_game_from_an_untaught_box_by_photos_alone_in_six_taps_a_round(sit_down: Sit, tmp_path: Path) -> None:
    person = sit_down()
    taps = photo_rounds(person, tmp_path, 8)
    print("taps of each round:", taps)
    assert max(taps[1:]) <= MOST, taps
    assert type(person.app.page).__name__ == "ScorePage"
    assert len(OwnersCopy(person.app.store, registry.find("urcsempeszek")).game().catalog.table("sectors")) == 32
