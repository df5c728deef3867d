"""From the box a family owns: nothing is taught, and every card and deck can be named when it turns up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from models.store import Seated, Store
from tableside.app.form_fields import Node, fields_of
from tableside.app.move_builder import MoveBuilder
from tableside.core import codec, registry
from tableside.core.game import Choice
from tableside.core.moves import move
from tableside.core.ruling import Illegal, Need
from tableside.games.kaosz_galaktika.records import Card, Deck
from tableside.language import LANGUAGES, language

SHIP = {"type": "ship", "subtype": "scout", "cost": 2, "speed": 5, "firepower": 1, "armour": 1, "bombing": 1}


@pytest.fixture
def play(tmp_path: Any) -> Iterator[MoveBuilder]:
    store = Store.open(f"sqlite:///{tmp_path}/table.db")
    session = store.begin(registry.find("kaosz_galaktika"), {}, [Seated("Dani"), Seated("Laci")])
    yield MoveBuilder(session)
    store.close()


def do(play: MoveBuilder, seat: int | None, kind: str, **args: Any) -> None:
    play.table.confirm(move(seat, kind, **args))
    while play.table.state.stack and "let" in play.game.kinds(play.table.state, play.table.state.stack.responder):
        play.table.confirm(move(play.table.state.stack.responder, "let"))


def main_phase(play: MoveBuilder) -> None:
    """Dani has begun; nobody has told a card."""
    for seat in (0, 1):
        do(play, seat, "deck", deck=None)
    do(play, None, "first", player=0)
    for seat in (0, 1):
        do(play, seat, "keep")
    assert 0 in play.game.to_act(play.table.state), "the main phase is one tap away"
    play.restart(0)


def ask(play: MoveBuilder, kind: str) -> Choice:
    play.restart(0)
    if play.partial.kind != kind:
        play.choose("kind", kind, play.offer("kind", kind).label)
    return play.choices[0]


def teach(play: MoveBuilder, need: Need, name: str, **facts: Any) -> str:
    """What the app does when somebody fills in the form of a card the copy lacks."""
    id = need.id or play.game.catalog.fresh(need.table)
    play.table.learn(need.table, id, {**dict(need.given), **facts, "name": name, "source": "own", "sure": True})
    return id


def said(choice: Choice, code: str = "hu") -> dict[str, str]:
    say = language(code).say
    return {say(offer.label): "" if offer.why_not is None else say(offer.why_not.reason) for offer in choice.offers}


def test_a_card_the_copy_lacks_is_named_where_it_is_played(play: MoveBuilder) -> None:
    main_phase(play)
    choice = ask(play, "ship")
    assert choice.new is not None
    assert (choice.new.table, choice.new.id) == ("cards", "")
    assert "armour" in choice.new.keys
    id = teach(play, choice.new, "Vándor", **SHIP)
    assert id not in registry.find("kaosz_galaktika").catalog.table("cards")
    play.choose("card", id, play.game.say_record("cards", id))
    assert play.ready
    play.confirm()
    assert play.table.state.stack.top["card"] == id


def test_a_deck_can_be_added_where_decks_are_named(play: MoveBuilder) -> None:
    choice = ask(play, "deck")
    assert choice.new is not None
    id = teach(play, choice.new, "Első paklim")
    play.choose("deck", id, play.game.say_record("decks", id))
    assert play.ready, "a deck is taken as far as it is told"


@pytest.mark.parametrize("kind", ["ship", "event", "interrupt", "tell_hand"])
def test_every_question_for_a_card_in_hand_takes_another_card(play: MoveBuilder, kind: str) -> None:
    main_phase(play)
    assert ask(play, kind).new is not None


def test_the_only_crew_card_of_the_thirteen_never_fills_itself_in(play: MoveBuilder) -> None:
    main_phase(play)
    do(play, 0, "lay_crew", card=None)
    play.restart(0)
    choice = ask(play, "pay")
    assert choice.slot == "card", "there is only one card lying face down"
    assert choice.new is not None
    assert "Tüzér" in said(choice)
    assert not play.ready
    assert [pick.slot for pick in play.picks] == ["kind", "piece"]


def test_cards_half_told_or_too_dear_are_listed_with_the_reason(play: MoveBuilder) -> None:
    main_phase(play)
    ships = said(ask(play, "ship"))
    assert ships["Marduk Kurios"] == ""
    assert "creditbe kerül" in ships["CRX"]
    assert "Sebesség" in ships["Holdimádó"] and "Creditköltség" in ships["Holdimádó"]


def test_a_card_half_told_says_what_is_missing_in_both_languages(play: MoveBuilder) -> None:
    main_phase(play)
    offer = next(offer for offer in ask(play, "ship").offers if offer.value == "holdimado")
    assert offer.why_not is not None
    assert offer.why_not.needs[0].keys == ("subtype", "cost", "speed", "firepower", "armour", "bombing")
    for code in LANGUAGES:
        words = language(code).say(offer.why_not.reason)
        assert "holdimado" not in words and "Holdimádó" in words
        assert "firepower" not in words or code == "en"


def test_a_change_without_an_end_is_asked_for_and_not_invented(play: MoveBuilder) -> None:
    shipped = registry.find("kaosz_galaktika").catalog.table("cards")
    assert {effect.until for id in ("durmacel_celterelo", "extra_talalat") for effect in shipped[id].effects} == {None}
    assert shipped["chazma_toltet"].limit is None
    card = codec.encode(shipped["durmacel_celterelo"])
    main_phase(play)
    offer = next(offer for offer in ask(play, "interrupt").offers if offer.value == "durmacel_celterelo")
    assert offer.why_not is not None
    assert offer.why_not.needs[0].keys == ("effects",)
    card["effects"][0]["until"] = "turn_end"
    play.table.learn("cards", "durmacel_celterelo", card)
    offer = next(offer for offer in ask(play, "interrupt").offers if offer.value == "durmacel_celterelo")
    assert offer.why_not is None or not offer.why_not.needs


def test_a_card_of_another_type_is_refused_by_its_own_reason(play: MoveBuilder) -> None:
    main_phase(play)
    choice = ask(play, "interrupt")
    play.table.learn("cards", "own9", {"source": "own", "sure": True, "name": "Adó", "subtype": "resource", "cost": 0})
    play.choose("card", "own9", play.game.say_record("cards", "own9"))
    assert isinstance(play.preview, Illegal)
    assert play.preview.reason.key.endswith("not_an_interrupt")
    assert choice.slot == "card"


def test_the_start_is_rolled_or_told(play: MoveBuilder) -> None:
    for seat in (0, 1):
        do(play, seat, "deck", deck=None)
    play.restart(None)
    assert [offer.value for offer in play.choices[0].offers] == ["first", "roll"]
    play.choose("kind", "roll", play.offer("kind", "roll").label)
    assert said(play.choices[0]) == {"1. játékos": "", "2. játékos": ""}
    play.choose("player", 1, play.offer("player", 1).label)
    assert [offer.value for offer in play.choices[0].offers] == list(range(1, 21))


def test_what_cannot_be_done_says_why(play: MoveBuilder) -> None:
    main_phase(play)
    reasons = {offer.value: offer.why_not for offer in play.choices[0].offers}
    found = {kind: reason.reason.key.partition(".no.")[2] for kind, reason in reasons.items() if reason is not None}
    assert found["develop"] == "no_base"
    assert found["pay"] == "nothing_face_down"
    assert found["lay_weapon"] == "no_ship"
    assert found["use"] == "none.use"
    assert not {"ship", "event", "interrupt"} & set(found), "what the hand holds only its player knows"


def test_counters_of_a_seat_can_be_set_right(play: MoveBuilder) -> None:
    main_phase(play)
    do(play, 0, "lay_base", card=None)
    labels = {counter.path: language("hu").say(counter.label) for counter in play.game.counters(play.state, 0)}
    assert labels["players.0.credits"] == "Credit"
    assert any(path.endswith("developments") for path in labels)
    assert play.game.counters(play.state, None) == ()


def test_no_field_of_a_card_or_deck_is_typed_as_an_id() -> None:
    asked = {field.name: field for field in fields_of(Deck)}
    assert asked["cards"].of == "cards", "the cards of a deck are picked by their names"
    assert asked["cards"].most == 3, "and each up to three times"
    free = {field.name for field in fields_of(Card) if _typed(field.node)}
    assert free == {"source", "name", "text"}


def _typed(shape: Node) -> bool:
    return shape.kind == "str" or (shape.kind == "optional" and _typed(shape.parts[0]))
