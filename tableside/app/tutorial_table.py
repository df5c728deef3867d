"""The tutorial's session: a table with drawn cards and a photo that is really read."""

from __future__ import annotations

from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from models.store import OpenSession, Seated, Store
from tableside.core import registry
from tableside.core.moves import Move, move

SLUG = "urcsempeszek"
SECTORS: dict[str, dict[str, Any]] = {
    "s01": {"planets": ["red", "green"], "ships": ["yellow", "blue", "green"]},
    "s02": {"planets": ["blue"], "ships": ["red", "green"]},
    "s03": {"planets": ["blue", "yellow", "yellow"], "ships": ["red", "red", "cruiser"]},
}
PLAYERS = (("Anna", "amber"), ("Béla", "blue"))
OPENING: tuple[Move, ...] = (
    move(0, "colour", colour="orange"),
    move(1, "colour", colour="black"),
    move(None, "host", player=0),
    move(None, "deal", cards=("s01", "s02", "s03")),
)


def photo() -> Path:
    """The sample photo: three cards with four dice on them."""
    return Path(str(resources.files("tableside.app") / "samples" / "bidding.jpg"))


def available() -> bool:
    """Whether the sample can be played here."""
    return SLUG in registry.infos()


def begin(store: Store, title: str) -> OpenSession:
    """A table where the first galaxy is laid out and the dice have just been placed."""
    records = {
        id: {**record, "station": False, "source": "our sample", "sure": False} for id, record in SECTORS.items()
    }
    game = registry.find(SLUG)
    game = game.with_catalog(game.catalog.learn_all({"sectors": records}))
    session = store.begin(game, {}, [Seated(name, colour) for name, colour in PLAYERS], title=title)
    for step in OPENING:
        session.table.confirm(step)
    return session


@cache
def looks() -> list[tuple[str, Any]]:
    """How the sample's cards look, for the reader; slow, so not on the interface's thread."""
    from vision.cards.enrol import whole
    from vision.photo import load

    folder = resources.files("tableside.app") / "samples"
    return [(id, whole(load((folder / f"{id}.jpg").read_bytes()), "round").sample) for id in SECTORS]
