"""A card of a photo that is not certain is asked beside those it looks like, with the region marked that differs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from models.owned_records import OwnersCopy
from tableside.app import routes
from tableside.app.i18n import say
from tableside.app.widgets.thumbnail import Marked
from tableside.core import registry
from tableside.core.readings import Alternative
from tests.app.driver import Person, clipped
from tests.app.photos import drawn, show, spread
from tests.app.test_filling import SECTORS, opened, shoot, touch_card

Sit = Callable[..., Person]


def test_a_card_in_doubt_is_shown_beside_its_twins_and_the_answer_names_it(sit_down: Sit, tmp_path: Path) -> None:
    copy = opened("urcsempeszek")
    cards = drawn("sector", SECTORS)
    show(copy, cards[:4])
    copy.store.close()
    person = sit_down()
    copy = OwnersCopy(person.app.store, registry.find("urcsempeszek"))
    person.app.go(routes.ScoreOnly(game="urcsempeszek"))
    person.settle()
    photo = shoot(person, "paid photo", spread([cards[1]]), tmp_path).photo
    (card,) = photo.readings.cards
    other = next(look.card for look in copy.looks() if look.card != card.id)
    twins = (Alternative(str(card.id), 0.7), Alternative(other, 0.2))
    person.back()
    doubted = replace(photo, readings=replace(photo.readings, cards=(replace(card, alternatives=(), maybe=twins),)))
    person.app.go(routes.PhotoToField("urcsempeszek", "players.0.paid", photo=doubted))
    person.settle()
    person.draw()
    touch_card(person, 0)
    shown = [widget for widget in person.app.sheets[-1].walk() if isinstance(widget, Marked)]
    assert len(shown) == 3 and say("reading.alike") in person.said(), "the photo and both cards"
    assert all(widget.place()[3] > 100 for widget in shown), "large enough to be compared"
    x, y, w, h = shown[0].region
    assert 0 <= x < x + w <= 1.01 and 0 <= y < y + h <= 1.01 and w * h < 0.9
    assert {one.region for one in shown} == {shown[0].region}
    assert not clipped(person.app.page)
    person.tap(f"it is {card.id}")
    assert person.app.page.readings.cards[0].id == card.id
