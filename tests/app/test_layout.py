"""Every screen in both languages at three sizes: no words cut off, nothing too small to press, nothing overlapping."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from kivy.core.window import Window
from kivy.uix.scrollview import ScrollView

from models.store import Seated, Store
from tableside.app import routes, tutorial_table
from tableside.app.i18n import say, sentence
from tableside.app.texture_cache import held, words_size
from tableside.app.theme import SEAT_COLOURS, Theme, contrast, rgba, theme
from tableside.app.widgets.bubble import Bubble
from tableside.app.widgets.light_buttons import Cell, Shelf
from tableside.app.widgets.sheets import log_sheet, rule_sheet
from tableside.control.reading import Photo
from tableside.core import registry
from tableside.core.readings import Alternative, CardReading, DieKind, DieReading, Readings, Verdict
from tests.app.driver import Person, clipped, overlapping
from tests.app.test_games import GAMES, begun, teach
from tests.sampling import each_once

Sit = Callable[..., Person]
SIZES = {"tablet": ((1280, 800), 1.0), "large": ((2000, 1200), 1.5), "phone": ((1080, 2340), 3.0)}


def screens(session: str, taste: str) -> dict[str, dict[str, Any]]:
    return {
        "home": {},
        "new": {"game": "urcsempeszek"},
        "table": {"session": session},
        "score": {"session": session},
        "settings": {},
        "copy": {"game": "urcsempeszek"},
        "teach_card": {"game": "urcsempeszek", "table": "sectors", "id": "s01"},
        "teach_die": {"game": "onward_to_venus"},
        **{f"score_only of {game}": {"game": game} for game in sorted(registry.infos()) if game != "kavicsok"},
        "history": {},
        "statistics": {},
        "replay": {"session": taste},
        "taste": {},
        "camera": {"session": taste},
        "reading": {"session": taste},
        "position": {"game": "urcsempeszek"},
        "settings of a game": {"game": "gaia_project"},
    }


def route(name: str, given: dict[str, Any]) -> routes.Route:
    """The way to one of these screens; the one that reads a photo gets it."""
    found = routes.decode(name.split()[0], given)
    return replace(found, photo=photo()) if isinstance(found, routes.PhotoToMove) else found


def photo() -> Photo:
    """The sample photo with readings of every sort: clear, close and not seen."""
    from vision.images import pixels, smaller
    from vision.photo import load

    shown = smaller(load(tutorial_table.photo().read_bytes()), 560)
    width, height, raw = pixels(shown)

    def square(x: float, y: float, side: float) -> tuple[tuple[float, float], ...]:
        return ((x, y), (x + side, y), (x + side, y + side), (x, y + side))

    dice = tuple(
        DieReading((x, 190, 44, 44), square(x, 190, 44), DieKind.PIPS, colour, told)
        for x, colour, told in (
            (60.0, "orange", (Alternative(3, 0.98),)),
            (130.0, "black", (Alternative(5, 0.6), Alternative(6, 0.38))),
            (400.0, "orange", ()),
        )
    )
    cards = (CardReading(square(20, 130, 170), "round", 0, 0.0, "front", (Alternative("s01", 0.97),)),)
    return Photo(b"", Readings(Verdict.CLOSE, (width, height), dice, cards), width, height, raw)


def sticking_out(taps: list[Any]) -> list[str]:
    """Things to press that leave the screen, where nothing scrolls to them."""
    found = []
    for widget in taps:
        sideways = up_and_down = False
        parent = widget.parent
        while parent is not None and parent is not parent.parent:
            if isinstance(parent, ScrollView):
                sideways |= bool(parent.do_scroll_x)
                up_and_down |= bool(parent.do_scroll_y)
            parent = parent.parent
        x, y = widget.to_window(*widget.pos)
        if not sideways and (x < -1.5 or x + widget.width > Window.width + 1.5):
            found.append(f"{widget.name} leaves the screen sideways: {x:.0f} + {widget.width:.0f}")
        if not up_and_down and not sideways and (y < -1.5 or y + widget.height > Window.height + 1.5):
            found.append(f"{widget.name} leaves the screen: {y:.0f} + {widget.height:.0f}")
    return found


def draft_of(person: Person, game: str) -> None:
    """A new game with people at it, as it is when one joins midway."""
    players = [{"name": "Anna", "colour": "amber"}, {"name": "Hosszúnevű Maximiliánné", "colour": "violet"}]
    person.app.keep_draft(f"new:{game}", {"players": players})


@pytest.mark.parametrize(("size", "language"), each_once(tuple(SIZES), ("hu", "en")))
def test_nothing_is_cut_off_and_nothing_overlaps(sit_down: Sit, size: str, language: str) -> None:
    store = Store.open()
    people = [Seated("Anna", "amber"), Seated("Béla", "blue"), Seated("Hosszúnevű Maximiliánné", "violet")]
    session = store.begin(teach(store, "urcsempeszek"), {}, people)
    taste = tutorial_table.begin(store, "sample")
    store.close()
    person = sit_down(*SIZES[size])
    person.app.set(language=language, less_motion=True)
    wrong = []
    draft_of(person, "urcsempeszek")
    for name, given in screens(session.id, taste.id).items():
        person.app.routes = [routes.Home()]
        if name != "home":
            person.app.go(route(name, given))
        else:
            person.app.show()
        person.settle()
        taps = person.reachable()
        wrong += [f"{name}: {problem}" for problem in (*clipped(person.app.page), *overlapping(taps))]
        wrong += [f"{name}: {problem}" for problem in sticking_out(taps) if name != "camera"]
    assert not wrong, "\n".join(wrong[:20])


def covered(view: Any) -> list[str]:
    """Words of a picture that lie on other words."""
    found = []
    for place, (words, x, y, wide, high) in enumerate(view.pen.written):
        for other, a, b, w, h in view.pen.written[:place]:
            # Letters of stacked marks and the numbers at a tile's corner may touch; whole words may not.
            beside = min(x + wide, a + w) - max(x, a) <= 2 or min(y + high, b + h) - max(y, b) <= high / 3
            if min(len(words), len(other)) > 2 and not beside:
                found.append(f"{words} on {other}")
    return found


def hidden(person: Person, slot: str) -> list[str]:
    """The thing whose bubble is open, where the bubble lies on its middle."""
    bubble = person.app.sheets[-1]
    if not isinstance(bubble, Bubble):
        return []
    assert bubble.thing is not None
    x, y, w, h = bubble.thing
    return [f"the bubble of {slot} hides it"] if bubble.panel.collide_point(x + w / 2, y + h / 2) else []


SOME = (("phone", 4, "hu"), ("tablet", 3, "en"))
"""What is walked through in every run, game by game in turn; the rest are the same screens in other shapes, languages
and numbers."""
MOVES = {"gaia_project": 90, "kaosz_galaktika": 255, "urcsempeszek": 8}
WALKS = [
    pytest.param(slug, size, seats, language, marks=() if (size, seats, language) == SOME[at % 2] else pytest.mark.long)
    for at, slug in enumerate((*GAMES, "urcsempeszek"))
    for size in ("tablet", "phone")
    for seats in (2, 3, 4)
    for language in ("hu", "en")
]


@pytest.mark.parametrize(("slug", "size", "seats", "language"), WALKS)
def test_tables_bubbles_strips_and_sheets_fit(sit_down: Sit, slug: str, size: str, seats: int, language: str) -> None:
    session = begun(slug, MOVES.get(slug, 70), 7, seats)
    person = sit_down(*SIZES[size])
    person.app.set(language=language, less_motion=True)
    person.app.go(routes.Table(session=session.id))
    wrong: list[str] = []

    def look(what: str) -> None:
        person.draw()
        root = person.app.sheets[-1] if person.app.sheets else person.app.page
        taps = person.reachable()
        wrong.extend(f"{what}: {one}" for one in (*clipped(root), *overlapping(taps), *sticking_out(taps)))

    look("table")
    view = person.app.page.view
    wrong += covered(view)
    for slot in dict.fromkeys(slot for *_, slot, _ in view.targets):
        x, y, w, h = next(box for *box, own, _ in view.targets if own == slot)
        person.touch(*view.to_window(view.x + (x + w / 2) * theme.u, view.top - (y + h / 2) * theme.u))
        if person.app.sheets:
            look(f"bubble of {slot}")
            wrong += hidden(person, slot)
            break
    while person.app.sheets:
        person.back()
    rail = person.app.page.rail
    _, x, y, w, h = rail.cells()[-1]
    person.touch(*rail.to_window(rail.x + (x + w / 2) * theme.u, rail.top - (y + h / 2) * theme.u))
    look("a player's sheet")
    person.back()
    for name in ("log", "menu"):
        if person.there(name):
            person.tap(name)
            look(name)
            person.back()
    said = person.said()
    assert not wrong, "\n".join(wrong[:20])
    assert "⟦" not in said


def test_what_stands_under_each_other_in_a_score_has_letters_of_one_size(sit_down: Sit) -> None:
    session = begun("gaia_project", 70, 7, 3)
    person = sit_down(*SIZES["phone"])
    person.app.go(routes.Score(session=session.id))
    person.draw()
    table = person.app.page.table
    rows = {sentence(say(words)) for _, words, _ in table.result.categories()}
    lines = {
        words: high / words_size(words, 99, False)[1] * 99
        for words, *_, high in table.pen.written
        if words.replace("-\n", "-") in rows and words_size(words, 13 * theme.u, False)[0] < 100 * theme.u
    }
    assert any("-\n" in words for words in lines) or len(lines) > 3
    assert max(lines.values()) - min(lines.values()) < 2, lines


def test_a_sheet_is_no_higher_than_what_it_says(sit_down: Sit) -> None:
    session = begun("urcsempeszek", 8, 7, 3)
    person = sit_down()
    person.app.go(routes.Table(session=session.id))
    person.settle()
    line = person.app.page.play.table.score()[0]
    sheet = rule_sheet(person.app, "Egy mondat.", line.cite)
    person.wait(lambda: sheet.panel.pos_hint["y"] == -0.03, "it has risen")
    empty = sheet.body.to_window(0, sheet.body.y)[1]
    assert 0 <= empty < 40 * theme.u, "nothing empty under the last line"
    log = log_sheet(person.app, person.app.page.play)
    person.wait(lambda: log.panel.pos_hint["y"] == -0.03, "it has risen")
    assert log.panel.height < 0.84 * Window.height, "and a long one leaves the table visible"


def test_a_phone_tells_the_goods_of_the_one_who_acts_and_points_without_what_is_left(sit_down: Sit) -> None:
    session = begun("urcsempeszek", 3, 7, 3)
    person = sit_down(*SIZES["phone"])
    person.app.go(routes.Table(session=session.id))
    person.draw()
    rail, play = person.app.page.rail, person.app.page.play
    player = play.state.players[play.seat or 0]
    told = [words for words, *_ in rail.pen.written]
    assert {str(player.energy), *map(str, player.goods)} <= set(told)
    assert play.points() == (0, 0, 0) and min(play.totals()) < 0
    person.app.home()
    person.draw()
    assert "\u2212" not in person.said(), "nobody has lost anything before the first galaxy"


def test_huge_letters_still_fit(sit_down: Sit) -> None:
    person = sit_down()
    person.app.set(text_scale=1.5)
    for name in ("home", "settings"):
        person.app.routes = [routes.Home()]
        person.app.go(route(name, {})) if name != "home" else person.app.show()
        person.settle()
        assert not clipped(person.app.page), name
        assert not overlapping(person.reachable()), name


def test_buttons_beside_each_other_have_letters_of_one_size_and_the_row_grows(sit_down: Sit) -> None:
    sit_down()
    words = ("Felállítás, Föld: 1 űrcirkáló, 1 gyalogság, 6 font", "Föld → Mars: 2 gyalogság", "Passzjelző elvétele")
    shelf = Shelf([Cell(one, step="label", high=56) for one in words], 2)
    shelf.width = 320 * theme.u
    assert len({cell.letters for cell in shelf.cells}) == 1
    for cell in shelf.cells:
        left, right = cell.room(cell.width / theme.u)
        needed = words_size(cell.words, cell.letters, cell.bold, (right - left) * theme.u)[1]
        assert needed < cell.height >= 56 * theme.u, cell.words
    first, second, third = (cell.height for cell in shelf.cells)
    assert first == second > third, "those of a row are equally high"


def test_a_number_stays_on_the_line_of_what_it_counts() -> None:
    assert held("2 űrcirkáló, 1. kártyahely → 3") == "2\u00a0űrcirkáló, 1.\u00a0kártyahely → 3"
    assert held("1 tank = 3. Béla nem") == "1\u00a0tank =\u00a03. Béla nem", "a sentence may begin on the next line"
    room = words_size("bbbb cc", 18, True)[0] + 1
    two, three = (words_size(f"aaaa {one} bbbb cc", 18, True, room)[1] for one in ("x", "1"))
    assert two < three, "the number goes on to the next line with its noun"


def test_text_has_enough_contrast_in_both_themes() -> None:
    for dark in (False, True):
        worn = Theme()
        worn.wear(dark)
        for ground in ("bg", "surface", "sunken"):
            for ink in ("ink", "ink2", "ok", "warn", "refuse", "disabled"):
                assert contrast(getattr(worn, ink), getattr(worn, ground)) >= 4.5, (dark, ink, ground)
            assert contrast(worn.edge, getattr(worn, ground)) >= 3
        assert contrast(worn.paper, worn.primary) >= 7


@pytest.mark.parametrize("palette", ["safe", "classic"])
def test_a_seats_letter_can_be_read_and_its_shape_is_its_own(palette: str) -> None:
    theme.palette = palette
    for colour in SEAT_COLOURS:
        assert contrast(theme.on_seat(colour), theme.seat(colour)) >= 4.5
    assert len({theme.shape(colour) for colour in SEAT_COLOURS}) == len(SEAT_COLOURS)
    theme.palette = "safe"
    assert contrast(rgba("#000000"), rgba("#FFFFFF")) == pytest.approx(21)


def test_every_game_has_a_title_in_both_languages() -> None:
    for slug, info in registry.infos().items():
        assert info.title["hu"] and info.title["en"], slug


def test_words_are_drawn_in_their_own_ink(sit_down: Sit) -> None:
    from kivy.graphics import Color

    from tableside.app.widgets import Words

    person = sit_down()
    person.draw()
    words = [widget for widget in person.walk() if isinstance(widget, Words)]
    assert words
    for widget in words:
        # The last colour before the words is the one they are drawn in.
        ink = [step for step in widget.canvas.children if isinstance(step, Color)][-1]
        assert list(ink.rgba) == pytest.approx(list(widget.color)), widget.plain
