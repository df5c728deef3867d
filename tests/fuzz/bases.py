"""Sound things to start from: positions, logs, packs, zips, records and photos, each made once."""

from __future__ import annotations

import io
import json
import random
import zipfile
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

from models.database import open_engine
from models.session_zip import export_session
from models.store import Evidence, Seated, Store
from tableside.core import codec, log_text
from tableside.core.table import Table
from tests import contract

GAMES = ("beyond_the_sun", "gaia_project", "kaosz_galaktika", "onward_to_venus", "urcsempeszek", "kavicsok")


@cache
def position(slug: str) -> Any:
    """A valid final position."""
    return json.loads(json.dumps(codec.encode(contract.game_of(slug).example())))


@cache
def table(slug: str, steps: int = 40) -> Table:
    """A game some way in."""
    game = contract.game_of(slug)
    made = Table(game, {}, game.seats.start)
    advance(made, steps, random.Random(slug))
    return made


def advance(made: Table, steps: int, chance: random.Random) -> None:
    """Random legal moves."""
    for _ in range(steps):
        acting = sorted(made.to_act(), key=lambda seat: -1 if seat is None else seat)
        if not acting:
            return
        made.confirm(made.game.sample(made.state, chance.choice(acting), chance.randrange))


@cache
def log(slug: str) -> str:
    """That game as a log."""
    return log_text.write(table(slug))


@cache
def pack(slug: str, most: int = 6) -> Any:
    """A pack of this game's records, a few of each table."""
    tables = contract.game_of(slug).catalog.as_json()
    few = {name: dict(islice(records.items(), most)) for name, records in tables.items()}
    return codec.envelope("pack", 1, game=slug, tables=few)


@cache
def archive(slug: str) -> bytes:
    """A session with two photos, as a zip."""
    store = Store(open_engine("sqlite://"))
    game = contract.game_of(slug)
    session = store.begin(game, {}, [Seated(f"P{seat}") for seat in range(game.seats.start)], title="title")
    advance(session.table, 6, random.Random(slug))
    for number in range(2):
        acting = sorted(session.table.to_act(), key=lambda seat: -1 if seat is None else seat)
        made = game.sample(session.table.state, acting[0], random.Random(number).randrange)
        name = session.attach(Evidence(photos()["small.jpg"] + bytes([number]), '{"dice": []}', "2"))
        session.table.confirm(made, evidence=name)
    session.table.note("a note")
    session.table.undo()
    data = export_session(store, session.id, photos=True)
    store.close()
    return data


@cache
def content(slug: str) -> Any:
    """The session.json of that zip."""
    with zipfile.ZipFile(io.BytesIO(archive(slug))) as source:
        return json.loads(source.read("session.json"))


@cache
def record() -> Any:
    """A recorded game of Gaia Project, its first lines."""
    from tableside.games.gaia_project.recordings.replay import read_records
    from tests.games.gaia_project.generated_games import FILE

    found = dict(next(iter(read_records(FILE))))
    return {**found, "moves": found["moves"][:25], "snaps": found["snaps"][:25], "legal": None}


@cache
def sources(slug: str) -> dict[str, bytes]:
    """A game's own TOML and JSON files."""
    import importlib

    home = Path(str(importlib.import_module(f"{package_of(slug)}.{slug}").__file__)).parent
    files = [home / "game.toml", *sorted((home / "data").glob("*.toml")), *sorted((home / "data").glob("*.json"))]
    return {file.name: file.read_bytes() for file in files}


def package_of(slug: str) -> str:
    return "tests.sample_games" if slug == "kavicsok" else "tableside.games"


@cache
def photos() -> dict[str, bytes]:
    """Small pictures of every kind there is, sound and odd."""
    import cv2
    import numpy as np

    def made(image: Any, ending: str, *settings: int) -> bytes:
        return bytes(cv2.imencode(ending, image, list(settings))[1])

    chance = np.random.default_rng(1)
    image = cv2.GaussianBlur(chance.integers(0, 255, (48, 64, 3), np.uint8), (9, 9), 0)
    deep = image.astype(np.uint16) * 257
    alpha = np.dstack([image, image[:, :, :1]])
    found = {
        "small.jpg": made(image, ".jpg"),
        "progressive.jpg": made(image, ".jpg", cv2.IMWRITE_JPEG_PROGRESSIVE, 1),
        "grey.jpg": made(image[:, :, 0], ".jpg"),
        "small.png": made(image, ".png"),
        "deep.png": made(deep, ".png"),
        "alpha.png": made(alpha, ".png"),
        "grey.png": made(image[:, :, 0], ".png"),
        "bits.png": made((image[:, :, 0] > 90).astype(np.uint8) * 255, ".png", cv2.IMWRITE_PNG_BILEVEL, 1),
        "lossy.webp": made(image, ".webp", cv2.IMWRITE_WEBP_QUALITY, 60),
        "lossless.webp": made(image, ".webp", cv2.IMWRITE_WEBP_QUALITY, 101),
        "alpha.webp": made(alpha, ".webp", cv2.IMWRITE_WEBP_QUALITY, 60),
        "small.bmp": made(image, ".bmp"),
        "small.tiff": made(image, ".tiff"),
        "deep.tiff": made(deep, ".tiff"),
        "small.ppm": made(image, ".ppm"),
        "small.hdr": made(image.astype(np.float32) / 255, ".hdr"),
        "dot.png": made(image[:1, :1], ".png"),
        "thread.png": made(np.zeros((20_000, 1, 3), np.uint8), ".png"),
        "wide.png": made(np.zeros((250, 9_000, 3), np.uint8), ".png"),
        "ribbon.png": made(np.zeros((9, 20_000, 3), np.uint8), ".png"),
        "small.gif": GIF,
        "empty": b"",
        "text": b"not a photo",
    }
    for turn in range(10):
        found[f"turned-{turn}.jpg"] = with_exif(found["small.jpg"], exif(turn))
    found["cmyk.jpg"] = cmyk(found["small.jpg"])
    return found


GIF = bytes.fromhex("47494638396101000100800000ff0000ffffff21f90401000000002c00000000010001000002024401003b")


def exif(turn: int, more: bytes = b"") -> bytes:
    """An EXIF block with this orientation, and whatever else."""
    entry = b"\x12\x01\x03\x00\x01\x00\x00\x00" + turn.to_bytes(2, "little") + b"\0\0"
    return b"Exif\0\0II*\0\x08\0\0\0\x01\0" + entry + b"\0\0\0\0" + more


def with_exif(jpeg: bytes, block: bytes) -> bytes:
    """The JPEG with this block put in front."""
    return jpeg[:2] + b"\xff\xe1" + (len(block) + 2).to_bytes(2, "big") + block + jpeg[2:]


def cmyk(jpeg: bytes) -> bytes:
    """The JPEG made to say that it has four colours; its picture does not follow."""
    at = jpeg.index(b"\xff\xc0")
    length = int.from_bytes(jpeg[at + 2 : at + 4], "big")
    head = jpeg[at + 4 : at + 9] + b"\x04" + jpeg[at + 10 : at + 2 + length] + b"\x04\x11\x01"
    return jpeg[:at] + b"\xff\xc0" + (len(head) + 2).to_bytes(2, "big") + head + jpeg[at + 2 + length :]
