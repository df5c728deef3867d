"""Dice in rendered photos: read right or not called clear, nothing read where there is none, colours by name."""

import json
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest

from benchmarks.dice import measure
from tableside.core.readings import DieKind, Expect, Readings, Verdict
from tests.vision.dice_scenes import LAMPS, photo, pips
from vision import colour, dice, overlay
from vision.photo import load

FOLDER = Path(__file__).parent / "dice_photos"
PHOTOS = json.loads((FOLDER / "manifest.json").read_text())
PLAYERS = ("orange", "black", "pink", "brown", "white")
"""The dice named in the rulebook's example; the sixth is not named and may be any of these:"""
SIXTH = ("blue", "green", "red", "yellow", "purple", "grey")


def keys(readings: Readings) -> set[str]:
    return {a.text.key for a in readings.advice}


@pytest.fixture(scope="module")
def figures() -> dict:
    return measure(FOLDER / "manifest.json")


def test_the_shipped_photos_are_read(figures: dict) -> None:
    assert figures["exact"] >= 0.9 and figures["f1"] >= 0.95


def test_what_is_called_clear_is_right(figures: dict) -> None:
    assert figures["silent_error"] == 0
    assert figures["clear"] >= 0.3


def test_a_board_without_dice_is_read_as_empty(figures: dict) -> None:
    empty = [e for e in PHOTOS if e["kind"] == "negative"]
    readings = [dice.read(load(FOLDER / e["file"])) for e in empty]
    assert all(r.verdict is not Verdict.CLEAR for r in readings)
    assert figures["negatives_clean"] == 1


@pytest.mark.parametrize("entry", [e for e in PHOTOS if e["file"].startswith("table")], ids=lambda e: e["file"])
def test_every_die_has_its_place_its_alternatives_and_its_top_face(entry: dict) -> None:
    readings = dice.read(load(FOLDER / entry["file"]))
    assert readings.size == (entry["width"], entry["height"])
    assert Counter(d.value for d in readings.dice) == Counter(d["value"] for d in entry["dice"])
    for die in readings.dice:
        assert die.kind is DieKind.PIPS
        chances = [a.p for a in die.alternatives]
        assert chances == sorted(chances, reverse=True) and 0 < sum(chances) <= 1.001
        truth = min(entry["dice"], key=lambda d: abs(d["box"][0] - die.box[0]) + abs(d["box"][1] - die.box[1]))
        x, y, w, h = truth["box"]
        assert x < die.centre[0] < x + w and y < die.centre[1] < y + h
        assert die.value == truth["value"]


@pytest.mark.parametrize("lamp", LAMPS)
@pytest.mark.parametrize("sixth", SIXTH)
def test_the_six_players_dice_are_told_apart_by_colour(sixth: str, lamp: str) -> None:
    six = (*PLAYERS, sixth)
    rng = np.random.default_rng(9)
    image, placed = photo([(int(rng.integers(1, 7)), c, pips(c, rng)) for c in six], 9, lamp)
    bodies = [colour.body(image, p.quad) for p in placed]
    assert [told[0].value for told in colour.names(image, bodies, six)] == list(six)
    named = [told[0].value for told in colour.names(image, bodies)]
    assert sum(a == b for a, b in zip(named, six)) >= 5, "without knowing the colours in play one may be missed"


@pytest.mark.parametrize("ground", [0.05, 0.15, 0.4])
def test_a_bright_die_on_a_dark_table_keeps_its_colour(ground: float) -> None:
    """A dark table is not a dim room: brightened with it, pink would be white and brown would be orange."""
    image, placed = photo([(n, c, pips(c, np.random.default_rng(n))) for n, c in enumerate(("pink", "brown"), 1)], 3)
    bodies = [colour.body(image, p.quad) for p in placed]
    dark = (image * ground).astype(np.uint8)
    for p in placed:
        x, y, w, h = (int(v) for v in p.box)
        dark[y : y + h, x : x + w] = image[y : y + h, x : x + w]
    assert [told[0].value for told in colour.names(dark, bodies, PLAYERS)] == ["pink", "brown"]


def test_the_reader_names_the_colours_in_play() -> None:
    six = (*PLAYERS, "blue")
    rng = np.random.default_rng(10)
    image, _ = photo([(3, c, pips(c, rng)) for c in six], 10, "warm")
    readings = dice.read(image, Expect(colours=six))
    assert sorted(d.colour for d in readings.dice) == sorted(six)


def test_a_dark_photo_is_never_clear_and_says_so() -> None:
    image, _ = photo([(3, "white", pips("white", np.random.default_rng(1)))], 1)
    readings = dice.read((image // 12).astype(np.uint8))
    assert readings.verdict is not Verdict.CLEAR and "vision.too_dark" in keys(readings)


def test_a_die_cut_by_the_edge_is_never_clear() -> None:
    image, placed = photo([(5, "white", pips("white", np.random.default_rng(2)))], 2, px=120)
    x, _, w, _ = placed[0].box
    readings = dice.read(np.ascontiguousarray(image[:, int(x + w * 0.45) :]))
    assert readings.verdict is not Verdict.CLEAR


def test_dice_too_far_away_are_never_clear() -> None:
    image, _ = photo([(4, "white", pips("white", np.random.default_rng(3)))] * 3, 3, px=9)
    assert dice.read(image).verdict is not Verdict.CLEAR


def test_a_blurred_photo_is_never_wrongly_clear() -> None:
    image, placed = photo([(6, "white", pips("white", np.random.default_rng(4)))] * 2, 4, px=40)
    readings = dice.read(np.asarray(cv2.GaussianBlur(image, (0, 0), 7), np.uint8))
    right = Counter(d.value for d in readings.dice) == Counter(p.value for p in placed)
    assert right or readings.verdict is not Verdict.CLEAR


def test_an_empty_table_is_no_roll() -> None:
    readings = dice.read(np.full((480, 640, 3), (60, 90, 120), np.uint8))
    assert readings.dice == () and readings.verdict is Verdict.NONE and "vision.no_dice" in keys(readings)


def test_drawing_leaves_the_photo_as_it_was() -> None:
    image = load(FOLDER / "table_0.jpg")
    before = image.copy()
    drawn = overlay.draw(image, dice.read(image))
    assert np.array_equal(image, before) and drawn.shape == image.shape and not np.array_equal(drawn, image)
