"""Enrolling and scanning from the command line: a deck from ten photos, then the table; bad photos leave no trace."""

import json
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from tableside.cli.scanning import as_json, names_of, show
from tableside.core.readings import Alternative, CardReading, Readings, Verdict
from tests.test_cli import refused, run  # noqa: F401
from vision.training.cards.decks import deck
from vision.training.cards.scenes import Conditions, compose

CALM = Conditions(tilt=0.4, light=0.4, blur=0.2, glare=0, sleeves=0, dice=0, noise=0.4, ground=1)


def photograph(place: Path, cards, seed: int, how: Conditions = CALM, turned: bool = False) -> list:
    """A photo of these cards laid apart, and the truth of it in reading order."""
    rng = np.random.default_rng(seed)
    scene = compose(rng, cards, "apart", how=how)
    cv2.imwrite(str(place), scene.image, [cv2.IMWRITE_JPEG_QUALITY, 92])
    return list(scene.cards)


def test_a_deck_of_45_is_registered_from_ten_photos_and_known_again(run, tmp_path: Path) -> None:  # noqa: F811
    cards = deck("framed", 45, 45)
    photos = []
    for number in range(10):
        photos.append(tmp_path / f"deck{number}.jpg")
        photograph(photos[-1], cards[number * 5 : number * 5 + 5] if number < 9 else cards[:1], number)
    told = run("copy", "enrol", "kavicsok", *map(str, photos[:9]), "--of", "45")
    assert told.code == 0
    assert "45 of 45 cards known." in told.out
    told = run("copy", "enrol", "kavicsok", str(photos[9]), "--name", "card-001", "--of", "45")
    assert "45 of 45 cards known." in told.out, "one more photo of a known card is not one more card"
    overlay = tmp_path / "overlay.png"
    truth = photograph(tmp_path / "table.jpg", cards[7:11], 99)
    told = run("scan", "cards", str(tmp_path / "table.jpg"), "--game", "kavicsok", "--json", "--overlay", str(overlay))
    read = json.loads(told.out)
    assert len({card["id"] for card in read["cards"]} - {None}) == len(truth) == 4
    assert all({"id", "name", "alternatives", "quad", "turn", "face"} <= card.keys() for card in read["cards"])
    assert cv2.imread(str(overlay)).shape == cv2.imread(str(tmp_path / "table.jpg")).shape
    table = json.loads(run("scan", "table", str(tmp_path / "table.jpg"), "--game", "kavicsok", "--json").out)
    assert {card["id"] for card in table["cards"]} == {card["id"] for card in read["cards"]}
    listed = json.loads(run("copy", "list", "kavicsok", "--json").out)
    assert len(listed["photographed"]) == 45 and listed["photographed"]["card-001"] == 2


def test_a_card_goes_by_the_name_in_the_owner_s_record(capsys: pytest.CaptureFixture[str]) -> None:
    records = [("cards", "a", SimpleNamespace(name="Kristály")), ("cards", "b", SimpleNamespace(title="Opál"))]
    names = names_of([*records, ("cards", "c", SimpleNamespace(points=3))])
    corners = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
    cards = tuple(
        CardReading(corners, "square", 0, 0.0, "up", (Alternative(id, 0.9), Alternative("b", 0.1))) for id in "abc"
    )
    readings = Readings(Verdict.CLEAR, (9, 9), (), cards, (), 1.0)
    read = as_json("photo.jpg", readings, names)
    assert [(card["id"], card["name"]) for card in read["cards"]] == [("a", "Kristály"), ("b", "Opál"), ("c", "c")]
    show(Path("photo.jpg"), readings, names)
    told = capsys.readouterr().out
    assert "Kristály" in told and "Opál: 10%" in told


def test_bad_photos_are_refused_in_one_line(run, tmp_path: Path) -> None:  # noqa: F811
    for name, content in {"empty.jpg": b"", "text.png": b"hello", "cut.jpg": b"\xff\xd8\xff\xe0\x00\x10JFIF"}.items():
        (tmp_path / name).write_bytes(content)
        for what in ("dice", "cards", "table"):
            refused(run("scan", what, str(tmp_path / name), "--game", "kavicsok"))
        refused(run("copy", "enrol", "kavicsok", str(tmp_path / name)))
    refused(run("scan", "dice", str(tmp_path / "nothing.jpg")))
    refused(run("scan", "dice", str(tmp_path)))
    assert json.loads(run("copy", "list", "kavicsok", "--json").out)["photographed"] == {}


def test_what_lay_there_before_the_roll_is_not_read(run) -> None:  # noqa: F811
    photo = str(Path(__file__).parent / "vision" / "dice_photos" / "table_0.jpg")
    assert json.loads(run("scan", "dice", photo, "--json").out)["dice"]
    assert json.loads(run("scan", "dice", photo, "--before", photo, "--json").out)["dice"] == []
    refused(run("scan", "cards", photo, "--game", "kavicsok", "--before", photo))
    refused(run("scan", "dice", photo, "--before", "nothing.jpg"))


def test_a_damaged_look_is_told_and_left_alone(run, tmp_path: Path) -> None:  # noqa: F811
    from models.owned_records import OwnersCopy
    from models.store import Store
    from tableside.core import registry

    photograph(tmp_path / "one.jpg", deck("picture", 3, 1), 1)
    copy = OwnersCopy(Store.open(), registry.find("kavicsok"))
    copy.add_look("opal", b"", b"not a sample")
    refused(run("scan", "cards", str(tmp_path / "one.jpg"), "--game", "kavicsok"))
    copy.add_look("2", b"", b"not a face", kind="face")
    refused(run("scan", "dice", str(tmp_path / "one.jpg"), "--game", "kavicsok"))
    assert copy.look_counts() == {"opal": 1}


@pytest.mark.parametrize("arguments", [("--die",), ("--die", "--name", "1", "--name", "2")])
def test_teaching_a_die_needs_a_name_for_each_photo(run, tmp_path: Path, arguments) -> None:  # noqa: F811
    photograph(tmp_path / "one.jpg", deck("picture", 3, 1), 1)
    refused(run("copy", "enrol", "kavicsok", str(tmp_path / "one.jpg"), *arguments))


def test_a_die_is_taught_by_its_faces_and_read_against_them(run, tmp_path: Path) -> None:  # noqa: F811
    photos = Path(__file__).parent / "vision" / "dice_photos"
    image = cv2.imread(str(photos / "table_1.jpg"))
    cv2.imwrite(str(tmp_path / "six.jpg"), image[20:170, 20:190])
    cv2.imwrite(str(tmp_path / "four.jpg"), image[250:430, 240:420])
    taught = ("--die", "--name", "burst", "--name", "4")
    told = run("copy", "enrol", "kavicsok", str(tmp_path / "six.jpg"), str(tmp_path / "four.jpg"), *taught)
    assert told.code == 0, told.err
    read = json.loads(run("scan", "dice", str(photos / "table_1.jpg"), "--game", "kavicsok", "--json").out)
    assert len(read["dice"]) == 5
