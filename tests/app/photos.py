"""Photos made for a test: sector cards drawn by us on a table, with rendered dice on them."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from models.owned_records import OwnersCopy
from models.paths import data_folder
from tests.composite_dice import Standing, stand
from vision.cards import sample_of
from vision.training import die_styles
from vision.training.cards.decks import deck
from vision.training.cards.drawing import Drawn
from vision.training.cards.scenes import Conditions, laid, portrait

COLOURS = {"red": (45, 40, 190), "blue": (200, 90, 50), "green": (110, 160, 40), "yellow": (60, 200, 250)}
SIZE = (1280, 960)
UNIT = 92.0
"""Pixels to a die's edge."""
ELEVATION = 78.0


def sector(planets: tuple[str, ...], ships: tuple[str, ...], seed: int, side: int = 420) -> np.ndarray:
    """A round sector card as we would draw one: night sky, planets above, ships below."""
    rng = np.random.default_rng(seed)
    card = np.full((side, side, 3), (70, 42, 30), np.uint8)
    for x, y in rng.integers(20, side - 20, (60, 2)):
        cv2.circle(card, (int(x), int(y)), int(rng.integers(1, 4)), (200, 190, 180), -1, cv2.LINE_AA)
    for n, colour in enumerate(planets):
        x = side // 2 + int((n - (len(planets) - 1) / 2) * 78)
        cv2.circle(card, (x, side // 2 - 74), 32, COLOURS[colour], -1, cv2.LINE_AA)
        cv2.circle(card, (x, side // 2 - 74), 32, (240, 240, 240), 3, cv2.LINE_AA)
    for n, colour in enumerate(ships):
        x, y = side // 2 + int((n - (len(ships) - 1) / 2) * 74), side // 2 + 92
        hull = np.array([(x - 28, y - 22), (x + 14, y - 22), (x + 32, y), (x + 14, y + 22), (x - 28, y + 22)], np.int32)
        cv2.fillPoly(card, [hull], COLOURS.get(colour, (160, 150, 140)), cv2.LINE_AA)
        cv2.polylines(card, [hull], True, (240, 240, 240), 3, cv2.LINE_AA)
    cv2.circle(card, (side // 2, side // 2), side // 2 - 8, (230, 225, 220), 5, cv2.LINE_AA)
    return card


def table(cards: list[np.ndarray], dice: list[tuple[int, int, str]], seed: int = 5) -> bytes:
    """The cards in a row on wood, and dice on them: card number, value, colour; as a JPEG."""
    rng = np.random.default_rng(seed)
    width, height = SIZE
    grain = cv2.resize(die_styles.noise(rng, height, 40, 20), (width, height), interpolation=cv2.INTER_CUBIC)
    ground = (np.array([95, 140, 180], np.float32) * (1 + 0.08 * grain[..., None])).clip(0, 255).astype(np.uint8)
    centres = []
    step = width / len(cards)
    for n, card in enumerate(cards):
        r = int(min(step, height) * 0.46)
        cx, cy = int(step * (n + 0.5)), height // 2
        centres.append((cx, cy, r))
        flat = cv2.resize(card, (2 * r, 2 * r), interpolation=cv2.INTER_AREA)
        mask = np.zeros((2 * r, 2 * r), np.uint8)
        cv2.circle(mask, (r, r), r - 1, 255, -1)
        place = ground[cy - r : cy + r, cx - r : cx + r]
        place[mask > 0] = flat[mask > 0]
    standing: list[Standing] = []
    counts: dict[int, int] = {}
    for number, value, colour in dice:
        cx, cy, r = centres[number]
        here = counts[number] = counts.get(number, -1) + 1
        standing.append(((cx - r * 0.3 + here * UNIT * 1.5, cy + r * 0.08), value, colour))
    return jpeg(stand(ground, standing, rng, UNIT, ELEVATION, 0.008, seed))


TASTE = {
    "s01": (("red", "green"), ("yellow", "blue", "green")),
    "s02": (("blue",), ("red", "green")),
    "s03": (("blue", "yellow", "yellow"), ("red", "red", "cruiser")),
}
BIDS = [(0, 3, "orange"), (0, 5, "black"), (2, 2, "orange"), (2, 6, "black")]


def taste() -> tuple[dict[str, np.ndarray], bytes]:
    """The cards and the photo of the guided taste."""
    cards = {id: sector(planets, ships, n) for n, (id, (planets, ships)) in enumerate(TASTE.items(), 1)}
    return cards, table(list(cards.values()), BIDS)


CALM = Conditions(tilt=0.15, light=0.3, blur=0.2, glare=0, sleeves=0, dice=0, noise=0.4, ground=1)


def drawn(kind: str, ids: tuple[str, ...], seed: int = 90) -> list[Drawn]:
    """Cards nobody sells, of a kind and under these names."""
    return [replace(card, id=id) for card, id in zip(deck(kind, seed, len(ids)), ids, strict=True)]


def show(copy: OwnersCopy, cards: list[Drawn], seed: int = 7) -> None:
    """The owner's copy gets to know these cards by sight."""
    rng = np.random.default_rng(seed)
    for card in cards:
        copy.add_look(card.id, b"", sample_of(portrait(rng, card), card.shape).to_bytes())


def spread(cards: list[Drawn], seed: int = 1) -> bytes:
    """These cards from left to right on a table, as a JPEG."""
    rng = np.random.default_rng([seed, 7])
    width, height = SIZE
    step = width / len(cards)
    places = [(step * (n + 0.5), height / 2, float(rng.uniform(-20, 20))) for n in range(len(cards))]
    return jpeg(laid(rng, cards, places, min(step * 0.8, 420), [], SIZE, CALM).image)


def keep_photos(*files: Path) -> None:
    """Put these files where the app looks for photos first."""
    folder = data_folder() / "photos"
    folder.mkdir(parents=True, exist_ok=True)
    for file in files:
        shutil.copy(file, folder / file.name)


def jpeg(image: np.ndarray) -> bytes:
    """A photo as a file."""
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()


if __name__ == "__main__":
    # Writes the app's sample pictures: python -m tests.app.photos tableside/app/samples
    import sys

    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    cards, photo = taste()
    small = cv2.imdecode(np.frombuffer(photo, np.uint8), cv2.IMREAD_COLOR)
    small = cv2.resize(small, (1120, 840), interpolation=cv2.INTER_AREA)
    (folder / "bidding.jpg").write_bytes(cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 86])[1].tobytes())
    for id, card in cards.items():
        (folder / f"{id}.jpg").write_bytes(cv2.imencode(".jpg", card, [cv2.IMWRITE_JPEG_QUALITY, 88])[1].tobytes())
