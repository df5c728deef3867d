"""With nothing taught: new things are told in mid-move, several things are toggled, numbers are set right by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from models.owned_records import OwnersCopy
from models.store import OpenSession, Seated, Store
from tableside.app import routes
from tableside.app.i18n import say
from tableside.app.move_builder import MoveBuilder
from tableside.core import manual_edit, notation, registry
from tableside.core.moves import move
from tableside.core.ruling import Illegal
from tests.app.app_game import new_game
from tests.app.driver import Person
from tests.app.test_fresh_evening import PEOPLE, begin, where

Sit = Callable[..., Person]
DICE = ((6, 5, 1), (2, 3, 1))


def laying(store: Store) -> OpenSession:
    """Onward to Venus where the tiles are laid out next: the first question of all that may hold unknown things."""
    session = store.begin(registry.find("onward_to_venus"), {}, [Seated("Anna", "amber"), Seated("Béla", "blue")])
    table = session.table
    for seat, colour in enumerate(("red", "blue")):
        table.confirm(move(seat, "empire", colour=colour))
    for dice in DICE:
        table.confirm(move(None, "roll", dice=dice))
    return session


@pytest.fixture
def table(sit_down: Sit) -> Person:
    """Somebody at that table."""
    store = Store.open()
    laying(store)
    store.close()
    person = sit_down()
    person.tap("continue")
    return person


def play(person: Person) -> MoveBuilder:
    made: MoveBuilder = person.app.page.play
    return made


# -- new records -----------------------------------------------------------------------------------


def test_a_deck_nobody_knew_is_told_and_chosen(sit_down: Sit) -> None:
    person = sit_down()
    begin(person, "kaosz_galaktika", "Anna", "Béla")
    person.tap("new deck")
    assert where(person) == "TeachCardPage"
    person.type("name", "Vörös flotta")
    person.tap("save")
    assert where(person) == "TablePage"
    assert play(person).ready, "the new deck is chosen, and nothing else is asked"
    id = play(person).partial["deck"]
    assert play(person).game.catalog.find("decks", id).name == "Vörös flotta"
    assert id in OwnersCopy(person.app.store, registry.find("kaosz_galaktika")).records()["decks"]
    said = person.said()
    assert "Vörös flotta" in said and str(id) not in said
    person.tap("confirm")
    assert play(person).state.players[0].deck == id


def test_a_deck_is_registered_from_photos_of_its_cards(sit_down: Sit) -> None:
    from tableside.control.reading import Photo
    from tableside.core.readings import Alternative, CardReading, Readings, Verdict

    def photo(*ids: str) -> Photo:
        quad = ((0.0, 0.0), (63.0, 0.0), (63.0, 88.0), (0.0, 88.0))
        cards = [CardReading(quad, "rect", 0, 0.0, "up", (Alternative(id, 0.97),) if id else ()) for id in ids]
        return Photo(b"", Readings(Verdict.CLEAR, (1000, 800), cards=tuple(cards)), 1, 1, b"")

    person = sit_down()
    person.app.go(routes.TeachCard(game="kaosz_galaktika", table="decks", id="own1"))
    person.settle()
    first, second = list(person.app.game("kaosz_galaktika").catalog.table("cards"))[:2]
    person.app.page.recognised(photo(first, first, second, ""))
    person.settle()
    assert say("teach.listed", n=3, all=3, rest=1) in person.said()
    person.app.page.recognised(photo(first, first))
    person.settle()
    assert person.app.page.data["cards"] == [first, first, second, first], "no more than three of a name"
    person.tap("save")
    assert person.app.game("kaosz_galaktika").catalog.find("decks", "own1").cards == (first, first, second, first)


def test_a_new_tile_in_mid_list_keeps_what_was_picked_and_joins_it(table: Person) -> None:
    asked = play(table).asked_parts
    assert asked is not None
    first, second = (part.value for part in asked.parts[:2])
    table.tap(f"part {first}")
    table.tap(f"part {second}")
    table.tap(f"new {asked.slot}")
    assert where(table) == "TeachCardPage"
    table.tap("save")
    assert where(table) == "TablePage"
    assert play(table).toggled[:2] == [first, second], "learning a fact takes no pick away"
    (new,) = play(table).toggled[2:]
    assert new in play(table).game.catalog.table("tiles")


def test_a_new_record_survives_a_kill_in_its_form(table: Person, sit_down: Sit) -> None:
    asked = play(table).asked_parts
    assert asked is not None
    table.tap(f"part {asked.parts[0].value}")
    table.tap(f"new {asked.slot}")
    table.app.remember()
    table.kill()
    again = sit_down()
    assert where(again) == "TeachCardPage"
    again.tap("save")
    assert len(play(again).toggled) == 2


def test_a_fact_needed_of_a_known_record_keeps_the_picks(sit_down: Sit) -> None:
    from tableside.app.widgets.sheets import teach

    person = sit_down()
    new_game(person)
    person.play_chance(5)
    person.take_pebbles(3)
    chosen = play(person).partial
    table = next(iter(play(person).game.tables))
    id = next(iter(play(person).game.catalog.table(table)), "stone")
    need = play(person).game.catalog.wanted(table)
    teach(person.app, play(person), type(need)(table, id, need.keys, need.text))
    person.settle()
    person.tap("save")
    assert where(person) == "TablePage" and play(person).partial == chosen


def test_a_card_saved_with_nothing_told_does_not_count_as_known(sit_down: Sit) -> None:
    person = sit_down()
    person.tap("door copy")
    person.tap("game urcsempeszek")
    person.tap("new sectors")
    person.tap("save")
    (record,) = person.app.game("urcsempeszek").catalog.table("sectors").values()
    assert not record.sure
    assert "0 / 36" in person.said()


@pytest.mark.parametrize("slug", ["urcsempeszek", "onward_to_venus", "kaosz_galaktika", "beyond_the_sun"])
def test_every_table_of_the_copy_takes_new_things(sit_down: Sit, slug: str) -> None:
    person = sit_down()
    person.app.go(routes.MyBox(game=slug))
    person.settle()
    tables = registry.find(slug).tables
    for table in tables:
        assert person.there(f"new {table}")
    table = next(iter(tables))
    before = len(person.app.game(slug).catalog.table(table))
    person.tap(f"new {table}")
    assert where(person) == "TeachCardPage"
    person.tap("save")
    assert len(person.app.game(slug).catalog.table(table)) == before + 1
    assert "own1" not in person.said(), "no id on any screen"


def test_a_pack_imported_during_a_game_reaches_it(table: Person) -> None:
    session = table.app.page.session.id
    table.app.go(routes.MyBox(game="onward_to_venus"))
    table.settle()
    OwnersCopy(table.app.store, registry.find("onward_to_venus")).learn_all(
        {"tiles": {"pack1": {"kind": "crisis", "defence": 7, "source": "a pack", "sure": True}}}
    )
    table.back()
    assert where(table) == "TablePage" and table.app.page.session.id == session
    assert play(table).game.catalog.find("tiles", "pack1").defence == 7


# -- parts -----------------------------------------------------------------------------------------


def test_parts_are_toggled_counted_and_taken_back_with_a_live_verdict(sit_down: Sit) -> None:
    person = sit_down()
    begin(person, "onward_to_venus", "Anna", "Béla")
    person.tap("kind roll")
    assert not play(person).ready and play(person).asked_parts is not None
    person.tap("part 5")
    person.tap("part 5")
    assert play(person).toggled == [5, 5]
    assert not play(person).ready and say("table.parts_more") in person.said(), "two of three dice are not enough"
    person.tap("out 5")
    assert play(person).toggled == [5]
    person.tap("part 1")
    person.back()
    assert play(person).toggled == [5], "back takes the last pick"
    person.tap("part 1")
    person.tap("part 6")
    assert play(person).ready and say("table.parts_do") in person.said()
    person.tap("confirm")
    assert move(None, "roll", dice=(5, 1, 6)) in [entry.move for entry in play(person).table.log.entries]


def test_parts_are_toggled_on_the_picture(table: Person) -> None:
    page, asked = table.app.page, play(table).asked_parts
    assert asked is not None
    value = asked.parts[0].value
    page.view.targets.append((0, 0, 40, 40, asked.slot, value))
    x, y = page.view.to_window(page.view.x + 10, page.view.top - 10)
    for count in (1, 2):
        table.touch(x, y)
        assert play(table).toggled == [value] * count and page.view.picked(asked.slot, value) == count
        page.view.targets.append((0, 0, 40, 40, asked.slot, value))


def test_parts_then_the_next_question(table: Person) -> None:
    first = play(table).asked_parts
    assert first is not None
    for part in first.parts:
        table.tap(f"part {part.value}")
        if table.there("settle parts"):
            break
    table.tap("settle parts")
    following = play(table).asked_parts
    assert following is not None and following.slot != first.slot
    assert play(table).picks[-1].slot == first.slot
    table.tap(f"drop {first.slot}")
    assert play(table).asked_parts == first


# -- by hand ---------------------------------------------------------------------------------------


def test_numbers_are_set_right_by_hand_in_one_entry_with_a_reason(sit_down: Sit) -> None:
    person = sit_down()
    new_game(person)
    person.play_chance(5)
    game, state = play(person).game, play(person).state
    mine, pile = game.counters(state, 0)[0], game.counters(state, None)[0]
    before = len(play(person).table.log.entries)
    person.app.page.open_seat(0)
    person.settle()
    person.tap("by hand")
    person.tap(f"{mine.path} plus")
    person.tap("adjust")
    assert person.app.sheets and len(play(person).table.log.entries) == before, "one pebble too many is refused"
    assert "\n" in person.said()
    person.back()
    person.tap("menu")
    person.tap("menu by_hand")
    person.tap("hand None")
    assert person.there(f"{pile.path} minus")


def test_points_by_hand_are_one_entry(sit_down: Sit) -> None:
    person = sit_down()
    new_game(person)
    person.app.page.open_seat(1)
    person.settle()
    person.tap("by hand")
    person.tap("players.1.bonus plus")
    person.tap("players.1.bonus plus")
    person.type("hand reason", "elszámoltuk")
    person.tap("adjust")
    assert play(person).totals() == (0, 2)
    entry = play(person).table.log.entries[-1]
    assert entry.move is not None and entry.move.kind == "adjust" and entry.text == "elszámoltuk"


# -- words -----------------------------------------------------------------------------------------


def test_a_seat_is_asked_by_name(sit_down: Sit) -> None:
    from dataclasses import dataclass, field

    from tableside.app.widgets.form import Form

    @dataclass(frozen=True)
    class Ending:
        closer: int = field(default=0, metadata={"seat": True})

    class Named(Form):
        def seats(self) -> tuple[str, ...]:
            return ("Anna", "Béla")

    person = sit_down()
    data: dict[str, Any] = {"closer": 0}
    form = Named(registry.find("kavicsok"), Ending, data, lambda: None)
    person.app.holder.add_widget(form)
    person.settle()
    chips = {widget.name: widget for widget in form.walk() if getattr(widget, "name", "").startswith("closer ")}
    assert set(chips) == {"closer 0", "closer 1"} and chips["closer 1"].words.plain == "Béla"
    chips["closer 1"].press()
    assert data == {"closer": 1}


def test_the_same_name_twice_is_refused_in_words(sit_down: Sit) -> None:
    person = sit_down()
    person.invite("kavicsok", "Anna", "anna")
    assert say("new.twice", name="anna") in person.said()
    assert [player["name"] for player in person.app.page.players] == ["Anna"]


def test_names_are_typed_one_after_the_other(sit_down: Sit) -> None:
    person = sit_down()
    person.invite("kavicsok", "Anna")
    person.wait(lambda: person.app.page.typed.focus, "the line keeps the keyboard")


def test_set_up_pages_begin_at_their_top(sit_down: Sit) -> None:
    person = sit_down()
    person.invite("gaia_project", "Anna", "Béla")
    person.tap("next")
    person.app.page.ids.scroll.scroll_y = 0
    person.tap("next")
    assert person.app.page.ids.scroll.scroll_y == 1


# -- whole beginnings ------------------------------------------------------------------------------


def answer(person: Person) -> None:
    """One answer by finger: what can be confirmed is, parts are picked one by one, what is unknown is told."""
    made = play(person)
    asked = made.asked_parts
    if made.ready:
        person.tap("confirm")
    elif person.there("settle parts"):
        person.tap("settle parts")
    elif asked is not None:
        free = [p for p in asked.parts if p.why_not is None and made.toggled.count(p.value) < p.most]
        if free:
            person.tap(f"part {free[len(made.toggled) % len(free)].value}")
        else:
            person.tap(f"new {asked.slot}")
    elif isinstance(made.preview, Illegal):
        person.tap("refused move")
        person.tap("tell")
    else:
        offers = [(choice, offer) for choice in made.choices for offer in choice.offers if offer.why_not is None]
        whole = [one for choice in made.choices for one in choice.ready]
        if whole:
            person.tap(f"ready {notation.write(whole[0])}")
        elif offers:
            person.tap(f"{offers[0][0].slot} {offers[0][1].value}")
        else:
            person.tap(f"new {made.choices[0].slot}")
    if where(person) == "TeachCardPage":
        person.tap("save")
    if person.app.sheets and person.there("tell"):
        fill(person)


def fill(person: Person) -> None:
    """What is asked of a record, told by finger: lists stay empty, and of what is counted there is one."""
    if person.app.sheets:
        person.tap("tell")
    for key in person.app.page.route.keys:
        if person.there(f"{key} tell"):
            person.tap(f"{key} tell")
        if not person.app.page.data[key]:
            more = [widget.name for widget in person.reachable() if widget.name.startswith(f"{key} ")]
            plus = [name for name in more if name.endswith(" plus")]
            if plus:
                person.tap(plus[0])
    person.tap("save")


@pytest.mark.parametrize(
    "slug", ["beyond_the_sun", "gaia_project", "kaosz_galaktika", "onward_to_venus", "urcsempeszek"]
)
def test_a_newcomer_begins_a_game_by_touch_and_saves_empty_forms(sit_down: Sit, slug: str) -> None:
    person = sit_down()
    begin(person, slug, *PEOPLE[: max(registry.infos()[slug].seats[0], 3)])
    for _ in range(80):
        answer(person)
        assert where(person) == "TablePage", person.said()
        log = play(person).table.log
        if sum(not entry.auto for entry in log.entries if entry.move is not None) >= 5:
            return
    pytest.fail(f"not five moves after eighty answers: {person.said()[-600:]}")


@pytest.mark.parametrize(("slug", "slot"), [("urcsempeszek", "cards"), ("beyond_the_sun", "card")])
def test_an_empty_form_that_cannot_be_chosen_says_what_is_missing(sit_down: Sit, slug: str, slot: str) -> None:
    person = sit_down()
    begin(person, slug)
    while not person.there(f"new {slot}"):
        answer(person)
    person.tap(f"new {slot}")
    person.tap("save")
    assert where(person) == "TablePage" and person.app.sheets, "the refusal is said and not only shown in grey"
    assert person.there("tell") and not play(person).ready
    fill(person)
    assert where(person) == "TablePage" and not person.app.sheets
    asked = play(person).choices[0]
    assert any(one.why_not is None for one in (*asked.offers, *asked.parts)) or play(person).ready
    if person.there("draw"):
        person.tap("draw")
        assert where(person) == "TablePage", "lots among what is known, or a sentence"


def to_an_unknown_card(person: Person) -> None:
    """The first move of Beyond the Sun researches a technology nobody has told of."""
    while not person.there("new card"):
        answer(person)


def test_sorsolas_six_taps_from_the_first_start_of_beyond_the_sun_is_a_sentence(sit_down: Sit) -> None:
    person = sit_down()
    begin(person, "beyond_the_sun")
    to_an_unknown_card(person)
    person.tap("draw")
    assert where(person) == "TablePage" and say("table.nothing_to_draw") in person.said()


def test_a_card_told_in_the_question_of_beyond_the_sun_is_chosen_and_the_game_opens_again(sit_down: Sit) -> None:
    person = sit_down()
    begin(person, "beyond_the_sun")
    to_an_unknown_card(person)
    person.tap("new card")
    page = person.app.page
    assert page.id != "new"
    fill(person)
    assert play(person).ready and page.id == play(person).partial["card"]
    person.tap("confirm")
    person.kill()
    again = Person()
    assert where(again) == "TablePage" and play(again).table.log.past
    again.app.home()
    again.settle()
    again.tap("game beyond_the_sun")
    again.tap("start now")
    assert where(again) == "TablePage"
    again.close()


# -- hidden cards ----------------------------------------------------------------------------------


def kaosz(sit_down: Sit, *told: tuple[int, str]) -> Person:
    """Somebody at a table of Káosz Galaktika in the first main phase, with cards that were named in hands."""
    store = Store.open()
    table = store.begin(registry.find("kaosz_galaktika"), {}, [Seated("Anna"), Seated("Béla")]).table
    for seat in (0, 1):
        table.confirm(move(seat, "deck", deck=None))
    table.confirm(move(None, "first", player=0))
    for seat, card in told:
        table.confirm(move(seat, "tell_hand", card=card))
    for seat in (0, 1):
        table.confirm(move(seat, "keep"))
    store.close()
    person = sit_down()
    person.tap("continue")
    return person


def test_the_tablet_is_handed_over_by_itself_where_somebody_told_hidden_cards(sit_down: Sit) -> None:
    person = kaosz(sit_down, (1, "tuzer"))
    assert play(person).seat == 0 and not person.app.sheets
    person.tap(f"ready {notation.write(move(0, 'end_turn'))}")
    assert play(person).seat == 1 and type(person.app.sheets[-1]).__name__ == "HandOver"


def test_nothing_is_handed_over_where_nobody_told_anything(sit_down: Sit) -> None:
    person = kaosz(sit_down)
    person.tap(f"ready {notation.write(move(0, 'end_turn'))}")
    assert play(person).seat == 1 and not person.app.sheets


def test_the_trash_can_be_looked_through(sit_down: Sit) -> None:
    from tableside.app.views.kaosz_galaktika import piles

    person = kaosz(sit_down)
    assert piles(play(person), 0) == []
    table = play(person).table
    card = next(iter(play(person).game.catalog.table("cards")))
    table.confirm(manual_edit.adjust_all([("players.0.trash", (card,)), ("players.0.colony", 39)]))
    (pile,) = piles(play(person), 0)
    person.app.page.open_seat(0)
    person.settle()
    assert pile[1][0] in person.said()
