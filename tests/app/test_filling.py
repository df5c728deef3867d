"""Score only by photo: cards of your copy and cubes fill the form when the players say so, in both languages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from models.owned_records import OwnersCopy
from models.store import Store
from tableside.app import routes
from tableside.app.form_fields import Asked, Node
from tableside.app.i18n import say
from tableside.app.photo_proposal import NOTHING, OF_SHEETS, Fill, field_at, propose
from tableside.app.theme import theme
from tableside.app.widgets.laid_out import LaidOut
from tableside.core import registry
from tableside.core.moves import Text
from tableside.core.photo_fields import SeenThing
from tableside.core.readings import Alternative, DieKind, DieReading, Readings, Verdict
from tests.app.driver import Person, clipped, overlapping
from tests.app.photos import CALM, SIZE, drawn, jpeg, show, spread
from tests.app.test_games import GAMES, teach
from tests.app.test_layout import SIZES
from tests.app.test_score_pad import key
from tests.sampling import each_once, first_only
from tests.vision.dice_scenes import photo as photographed
from tests.vision.dice_scenes import pips
from vision.camera import FileCamera
from vision.dice.custom_faces import Faces, only_die
from vision.training.cards.drawing import Drawn
from vision.training.cards.scenes import laid

Sit = Callable[..., Person]
SECTORS = ("s01", "s02", "s03", "s04", "s05")


def opened(slug: str) -> OwnersCopy:
    store = Store.open()
    teach(store, slug)
    return OwnersCopy(store, registry.find(slug))


def shoot(person: Person, name: str, data: bytes, folder: Path) -> Any:
    """Press the camera of a field, take this photo, and wait until it is read."""
    file = folder / "photo.jpg"
    file.write_bytes(data)
    person.app.camera = FileCamera([file])
    person.tap(name)
    person.wait(lambda: getattr(person.app.page, "camera", None), "the camera opens")
    person.tap("shutter")
    person.wait(lambda: type(person.app.page).__name__ == "PhotoToFieldPage", "the photo is read")
    person.draw()
    return person.app.page


def touch_card(person: Person, number: int) -> None:
    picture = person.app.page.picture
    x, y, w, h = next(box for kind, n, box in picture.boxes if (kind, n) == ("card", number))
    person.touch(picture.x + (x + w / 2) * theme.u, picture.top - (y + h / 2) * theme.u)


@pytest.mark.parametrize(("language", "size"), each_once(("hu", "en"), ("tablet", "phone")))
def test_the_sectors_of_a_photo_go_into_the_pile(sit_down: Sit, tmp_path: Path, language: str, size: str) -> None:
    copy = opened("urcsempeszek")
    cards = drawn("sector", SECTORS)
    show(copy, cards[:4])
    copy.store.close()
    person = sit_down(*SIZES[size])
    person.app.set(language=language)
    person.app.go(routes.ScoreOnly(game="urcsempeszek"))
    person.settle()
    page = shoot(person, "paid photo", spread([cards[2], cards[4], cards[0]]), tmp_path)
    assert [one.value for one in page.proposals[0][1].added] == ["s03", "s01"], "from left to right"
    assert say("filling.adds") in person.said()
    assert say("filling.unknown", n=1) in person.said(), "the card nobody taught is shown as unknown"
    assert not clipped(page) and not overlapping(person.reachable())
    assert person.app.draft("score:urcsempeszek")["players"][0]["paid"] == [], "nothing changes unconfirmed"

    # The players know what the camera does not.
    touch_card(person, next(n for n, card in enumerate(page.readings.cards) if not card.alternatives))
    person.tap("it is s05")
    person.tap("take")
    page = person.app.page
    assert type(page).__name__ == "ScoreOnlyPage"
    assert page.data["players"][0]["paid"] == ["s03", "s05", "s01"]
    assert page.data["players"][1]["paid"] == []
    catalog = page.game.catalog
    worth = sum(len(catalog.find("sectors", id).planets) for id in ("s01", "s03", "s05"))
    assert page.outcome is not None and sum(line.points for line in page.outcome.lines if line.seat == 0) == worth

    # The same cards once more add nothing.
    page = shoot(person, "paid photo", spread([cards[0], cards[3]]), tmp_path)
    assert [one.value for one in page.proposals[0][1].added] == ["s04"]
    known = say(page.game.say_record("sectors", "s01"))
    assert say("filling.already", names=known) in person.said()
    person.back()
    assert person.app.page.data["players"][0]["paid"] == ["s03", "s05", "s01"], "leaving changes nothing"


@pytest.mark.parametrize(
    ("slug", "field", "kind", "table", "told"),
    [
        ("gaia_project", "finals", "hex", "finals", lambda game, ids: list(ids)),
        ("gaia_project", "faction", "framed", "factions", lambda game, ids: ids[0]),
        ("onward_to_venus", "trophies", "square", "tiles", lambda game, ids: 2),
        (
            "beyond_the_sun",
            "colonies",
            "picture",
            "systems",
            lambda game, ids: [{"points": game.catalog.find("systems", id).points, "discs": []} for id in ids],
        ),
        ("urcsempeszek", "dice", "medallion", "sheets", lambda game, ids: ids[0]),
    ],
)
def test_every_game_says_what_a_photo_tells(
    sit_down: Sit, tmp_path: Path, slug: str, field: str, kind: str, table: str, told: Any
) -> None:
    copy = opened(slug)
    source = next(
        asked.photo
        for path in (f"players.0.{field}", field)
        if (asked := _field(copy.game(), path)) is not None and asked.photo is not None
    )
    ids = source.names(copy.game().catalog)[: 1 if kind in ("framed", "medallion") else 2]
    if len(ids) == 1 and field == "trophies":
        ids = (*ids, *ids)
    cards = drawn(kind, ids)
    show(copy, cards)
    want = told(copy.game(), ids)
    copy.store.close()
    person = sit_down()
    person.app.go(routes.ScoreOnly(game=slug))
    person.settle()
    page = shoot(person, f"{field} photo", spread(cards), tmp_path)
    if isinstance(want, int):
        person.tap(f"count players.0.{field} {want}")
    assert page.proposals[0][1].value == want
    person.tap("take")
    data = person.app.page.data
    assert (data["players"][0] if field in data["players"][0] else data)[field] == want


def _field(game: Any, path: str) -> Any:
    try:
        return field_at(game, path)
    except StopIteration:
        return None


def test_cubes_are_counted_by_the_faces_that_were_taught(sit_down: Sit, tmp_path: Path) -> None:
    copy = opened("beyond_the_sun")
    rng = np.random.default_rng(4)
    for value, name in enumerate(("population", "supply", "ship1", "ship2", "ship3", "ship4"), 1):
        image, _ = photographed([(value, "white", pips("white", rng))], seed=20 + value, px=110)
        look = Faces().learned(name, image, only_die(image)).samples[0].look
        copy.add_look(name, b"", look.astype("<f4").tobytes(), "face")
    copy.store.close()
    shown, _ = photographed([(value, "white", pips("white", rng)) for value in (1, 2, 1)], seed=31, px=90)
    person = sit_down()
    person.app.go(routes.ScoreOnly(game="beyond_the_sun"))
    person.settle()
    page = shoot(person, "population photo", jpeg(shown), tmp_path)
    assert len(page.readings.dice) == 3 and say("filling.count", n=2) in person.said()
    assert page.proposals[0][1].value == 0, "a count is not written before somebody agreed to it"
    person.tap("count players.0.population 2")
    person.tap("take")
    assert person.app.page.data["players"][0]["population"] == 2


@pytest.mark.parametrize("language", first_only(("hu", "en")))
def test_what_was_never_shown_to_the_camera_has_to_be_shown_first(sit_down: Sit, language: str) -> None:
    opened("beyond_the_sun").store.close()
    person = sit_down()
    person.app.set(language=language)
    person.app.go(routes.ScoreOnly(game="beyond_the_sun"))
    person.settle()
    for name, words, page in (
        ("population photo", "filling.no_face", "TeachDiePage"),
        ("colonies photo", "filling.no_card", "MyBoxPage"),
    ):
        person.tap(name)
        assert say(words) in person.said()
        person.tap("teach")
        assert type(person.app.page).__name__ == page
        person.back()


def test_where_a_photo_tells_nothing_there_is_no_camera(sit_down: Sit) -> None:
    person = sit_down()
    person.app.go(routes.ScoreOnly(game="kaosz_galaktika"))
    person.settle()
    named = [widget.name for widget in person.reachable() if widget.name.endswith("photo")]
    assert sorted(named) == ["colony photo", "everybody photo"], "who went out is no thing one can photograph"


def table(rows: list[list[Drawn]]) -> bytes:
    """Cards in rows on a table, each in a column of its own."""
    rng, (width, height) = np.random.default_rng(3), SIZE
    across, down = width / len(rows[0]), height / len(rows)
    places = [
        (card, (across * (x + 0.5), down * (y + 0.5), float(rng.uniform(-8, 8))))
        for y, row in enumerate(rows)
        for x, card in enumerate(row)
    ]
    side = min(across, down) * 0.8
    cards = [card for card, _ in places]
    return jpeg(laid(rng, cards, [place for _, place in places], side, [], SIZE, CALM).image)


def test_four_smugglers_are_scored_by_one_photo_in_three_taps_each(sit_down: Sit, tmp_path: Path) -> None:
    copy = opened("urcsempeszek")
    cards = drawn("sector", tuple(f"s{n:02}" for n in range(1, 9)))
    show(copy, cards)
    copy.store.close()
    person = sit_down()
    person.app.go(routes.ScoreOnly(game="urcsempeszek"))
    person.settle()
    while len(person.app.page.pad.names()) < 4:
        person.tap("add player")
    before = person.taps
    person.tap("everybody photo")
    assert say("pad.lay_out") in person.said() and not clipped(person.app.sheets[-1])
    shoot(person, "take it", table([cards[:4], cards[4:]]), tmp_path)
    assert not clipped(person.app.page) and not overlapping(person.reachable())
    person.tap("take")
    assert person.taps - before <= 3 * 4
    players = person.app.page.data["players"]
    assert [player["paid"] for player in players] == [["s01"], ["s02"], ["s03"], ["s04"]], "the upper row, by column"
    assert [player["unpaid"] for player in players] == [["s05"], ["s06"], ["s07"], ["s08"]], "and the lower one"
    assert person.app.page.outcome is not None


def test_what_one_photo_of_everybody_missed_stays_and_is_asked(sit_down: Sit, tmp_path: Path) -> None:
    copy = opened("urcsempeszek")
    cards = drawn("sector", SECTORS)
    show(copy, [cards[0], cards[3]])
    copy.store.close()
    person = sit_down()
    person.app.go(routes.ScoreOnly(game="urcsempeszek"))
    person.settle()
    key(person, "unpaid", 2)
    person.tap("everybody photo")
    page = shoot(person, "take it", table([[cards[0], cards[1]], [cards[2], cards[3]]]), tmp_path)
    assert say("filling.unknown", n=2) in person.said()
    touch_card(person, next(n for n, card in enumerate(page.readings.cards) if not card.alternatives))
    assert "s05" not in person.said().split(), "a card is called by what is on it"
    person.back()
    person.tap("take")
    first, second = person.app.page.data["players"]
    assert (first["paid"], first["unpaid"]) == (["s01"], [{"planets": 2}]), "what was typed stays"
    assert (second["paid"], second["unpaid"]) == ([], ["s04"])


def test_the_cards_of_a_colony_are_counted_face_down_and_untaught(sit_down: Sit, tmp_path: Path) -> None:
    person = sit_down()
    person.app.go(routes.ScoreOnly(game="kaosz_galaktika"))
    person.settle()
    page = shoot(person, "colony photo", spread(drawn("picture", ("a", "b", "c"))), tmp_path)
    assert [count.seen for count in page.proposals[0][1].counts] == [3] and say("filling.count", n=3) in person.said()
    assert page.proposals[0][1].value == 0, "a card that was missed leaves no trace, so the count is asked"
    person.tap("count players.0.colony 4")
    assert not clipped(person.app.page) and not overlapping(person.reachable())
    person.tap("take")
    assert person.app.page.data["players"][0]["colony"] == 4
    page = shoot(person, "colony photo", spread(drawn("picture", ("a", "b", "c", "d"))), tmp_path)
    assert not page.proposals[0][1].counts, "what the pad says already is borne out by the photo"


@pytest.mark.parametrize(("photo", "value"), [("dice", 10), ("count", 3)])
def test_a_cell_of_a_sheet_is_filled_by_dice_or_by_a_count(
    sit_down: Sit, tmp_path: Path, photo: str, value: int
) -> None:
    person = sit_down()
    person.tap("door score_only")
    person.tap("new sheet rounds")
    person.type("title", "Este")
    person.tap(f"photo 0 {photo}")
    person.tap("save sheet")
    person.settle()
    rng = np.random.default_rng(4)
    dice, _ = photographed([(value, "white", pips("white", rng)) for value in (4, 5, 1)], seed=31, px=90)
    data = jpeg(dice) if photo == "dice" else spread(drawn("square", ("a", "b", "c")))
    page = shoot(person, "row0 photo", data, tmp_path)
    if photo == "count":
        person.tap("count cells.0.0 3")
    assert page.proposals[0][1].value == value
    assert not clipped(page) and not overlapping(person.reachable())
    person.tap("take")
    assert person.app.page.data["cells"][0] == [value, None], "and the other cell is left alone"
    if photo == "dice":
        page = shoot(person, "row0 photo", data, tmp_path)
        torn = replace(page.readings.dice[0], alternatives=(Alternative(6, 0.6), Alternative(4, 0.3)))
        page.readings = replace(page.readings, dice=(torn, *page.readings.dice[1:]))
        page.update()
        person.draw()
        seen = sum(one.value for one in page.readings.dice)
        assert page.proposals[0][1].counts[0].offered == (seen, seen - 2)
        assert not clipped(page) and not overlapping(person.reachable())
        person.tap(f"count cells.0.0 {seen - 2}")
        person.tap("take")
        assert person.app.page.data["cells"][0] == [seen - 2, None], "what one of them shows was in doubt"


@pytest.mark.parametrize(("size", "language"), each_once(("tablet", "phone"), ("hu", "en")))
def test_every_games_end_photo_is_named_and_drawn(sit_down: Sit, size: str, language: str) -> None:
    person = sit_down(*SIZES[size])
    person.app.set(language=language)
    for slug in (*GAMES, "urcsempeszek"):
        person.app.begin_at(routes.ScoreOnly(game=slug))
        person.settle()
        while person.there("add player") and len(person.app.page.pad.names()) < 4:
            person.tap("add player")
        person.tap("everybody photo")
        person.draw()
        assert say(Text(f"{slug}.lay_out")) in person.said()
        names = person.app.page.pad.names()
        drawing = next(one for one in person.walk() if isinstance(one, LaidOut))
        assert drawing.own and [name for *_, name in drawing.people] == list(names)
        assert not clipped(person.app.sheets[-1]) and not overlapping(person.reachable())


def test_a_photo_is_gone_after_a_kill_but_the_form_is_not(sit_down: Sit) -> None:
    copy = opened("urcsempeszek")
    show(copy, drawn("sector", SECTORS[:1]))
    copy.store.close()
    person = sit_down()
    person.app.go(routes.ScoreOnly(game="urcsempeszek"))
    person.settle()
    key(person, "energy", 1)
    person.app.camera = FileCamera([])
    person.tap("paid photo")
    person.app.remember()
    person.kill()
    again = sit_down()
    assert type(again.app.page).__name__ == "ScoreOnlyPage"
    assert again.app.page.data["players"][0]["energy"] == 1


def test_more_than_is_asked_for_is_left_out_and_what_the_copy_does_not_tell_is_named() -> None:
    game = registry.find("gaia_project")
    tiles = tuple(SeenThing("card", number, id, id) for number, id in enumerate(("sector", "gaia", "structure")))
    made = propose(field_at(game, "finals"), ["structure", "satellite"], tiles)
    assert (made.value, made.spare) == (["sector", "gaia"], tiles[2:])
    assert propose(field_at(game, "finals"), ["structure", "satellite"], tiles[:1]).value == ["sector", "satellite"]
    twice = propose(field_at(game, "finals"), ["structure", "satellite"], (tiles[0], replace(tiles[0], number=7)))
    assert twice.value == ["sector", "satellite"], "a tile is there once"
    systems = (SeenThing("card", 0, "sirius", None),)
    made = propose(field_at(registry.find("beyond_the_sun"), "players.0.colonies"), [], systems)
    assert (made.value, made.added, made.untold) == ([], (), systems)
    levels = tuple(SeenThing("card", number, f"t{number}", 2) for number in range(2))
    made = propose(field_at(registry.find("beyond_the_sun"), "players.0.private"), [2], levels)
    assert made.value == [2, 2, 2], "two technologies of one level are two"


@pytest.mark.parametrize(("language", "size"), each_once(("hu", "en"), ("tablet", "phone")))
def test_a_card_in_doubt_is_asked_and_the_sure_ones_go_in_by_one_tap(
    sit_down: Sit, tmp_path: Path, language: str, size: str
) -> None:
    copy = opened("urcsempeszek")
    cards = drawn("sector", SECTORS)
    show(copy, cards)
    copy.store.close()
    person = sit_down(*SIZES[size])
    person.app.set(language=language)
    person.app.go(routes.ScoreOnly(game="urcsempeszek"))
    person.settle()
    for answer, paid in (("", ["s03", "s01"]), ("s05", ["s03", "s01", "s05"])):
        page = shoot(person, "paid photo", spread([cards[2], cards[3], cards[0]]), tmp_path)
        number = next(n for n, one in enumerate(page.readings.cards) if one.id == "s04")
        told = (Alternative("s04", 0.7), Alternative("s05", 0.25), Alternative("s02", 0.01))
        doubted = replace(page.readings.cards[number], alternatives=told)
        seen = tuple(doubted if n == number else one for n, one in enumerate(page.readings.cards))
        page.readings = replace(page.readings, cards=seen)
        page.update()
        person.draw()
        assert [one.maybe for one in page.proposals[0][1].doubted] == [("s04", "s05")], "what is hardly likely is not"
        assert not clipped(page) and not overlapping(person.reachable())
        if answer:
            person.tap(f"say {number} {answer}")
            assert not page.proposals[0][1].doubted
        person.tap("take")
        assert person.app.page.data["players"][0]["paid"] == paid


def test_a_sum_of_dice_in_doubt_is_asked() -> None:
    asked = Asked("", Node("int"), photo=OF_SHEETS["dice"])

    def die(x: float, *told: tuple[int, float]) -> DieReading:
        box = ((x, 0.0), (x + 9, 0.0), (x + 9, 9.0), (x, 9.0))
        ranked = tuple(Alternative(value, p) for value, p in told)
        return DieReading((x, 0.0, 9.0, 9.0), box, DieKind.PIPS, "white", ranked)

    def made(verdict: Verdict, *dice: DieReading, **agreed: Any) -> Any:
        seen = Fill("", asked, OF_SHEETS["dice"]).read(NOTHING, Readings(verdict, (100, 100), dice))
        return propose(asked, None, seen, **agreed)

    sure = (die(0, (4, 0.99)), die(20, (5, 0.98)))
    assert made(Verdict.CLEAR, *sure).value == 9
    told = made(Verdict.CLEAR, *sure, die(40, (6, 0.6), (5, 0.35)))
    assert told.value is None and told.counts[0].offered == (15, 14)
    assert made(Verdict.CLEAR, *sure, die(40, (6, 0.6), (5, 0.35)), agreed={("", ""): 14}).value == 14
    assert made(Verdict.CLOSE, *sure).value is None, "a die may have been missed"
