"""The tray of a box scan: cards cut out of photos with what was read off them, kept on disk until they are saved."""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from models.backup import put
from models.owned_records import OwnersCopy
from models.paths import subfolder
from tableside.app.box_join import joins, merged, must_be_told
from tableside.app.form_fields import HIDDEN, blank_object
from tableside.core import codec
from tableside.core.catalog import OWN, Catalog, CatalogError
from tableside.core.game import Game
from tableside.core.moves import Text
from tableside.core.readings import Quad

DOUBT = 0.8
"""What was read with less probability than this is to be looked at by the owner."""
WAITING = "tray:"


@dataclass(slots=True)
class TrayCard:
    """One card of the tray: its picture and sample, what was read, and what of that is doubtful."""

    table: str
    data: dict[str, Any]
    doubtful: list[str]
    advice: list[str]
    """Keys of the sentences that say how its photo could be better."""
    thumbnail: str
    sample: str
    """Both in base 64."""
    joins: str | None = None
    """The record of the copy that it is, in the owner's word; empty for a new card, None while nobody said."""
    by_hand: bool = False
    """Whether the owner has put its fields right."""

    def told(self, kind: type) -> bool:
        """Whether anything about it is known, more than an empty form of its kind says."""
        empty = blank_object(kind)
        told = {key: value for key, value in self.data.items() if key not in HIDDEN and value not in (None, [], "")}
        return any(value != empty.get(key) for key, value in told.items())

    @property
    def picture(self) -> bytes:
        """The thumbnail as a JPEG."""
        return base64.b64decode(self.thumbnail)


@dataclass(slots=True)
class Tray:
    """The cards of one game that wait to be saved, and what the last photo gave."""

    slug: str
    cards: list[TrayCard] = field(default_factory=list)

    @staticmethod
    def load(slug: str) -> Tray:
        """The tray as it was left; an empty one when there is none or its file is damaged."""
        try:
            rows = codec.parse((subfolder("trays") / f"{slug}.json").read_text(encoding="utf-8"))
            return Tray(slug, [TrayCard(**row) for row in rows])
        except (OSError, ValueError, TypeError):
            return Tray(slug)

    def keep(self) -> None:
        """Write the tray; an empty one is removed."""
        file = subfolder("trays") / f"{self.slug}.json"
        if not self.cards:
            file.unlink(missing_ok=True)
            return
        put(file, json.dumps([asdict(card) for card in self.cards]).encode(), sync=False)

    def save(self, copy: OwnersCopy) -> int:
        """Remember the cards that are new or known by words, and keep the others; a StoreError saves nothing."""
        found = zip(self.cards, joins(self.cards, copy.game().catalog, copy.look_counts()), strict=True)
        ready = [(card, known) for card, known in found if self.ready(card, known, copy.base)]
        saved = learn([card for card, _ in ready], copy, [known for _, known in ready])
        self.cards = [card for card in self.cards if not any(card is one for one, _ in ready)]
        self.keep()
        return len(saved)

    @staticmethod
    def ready(card: TrayCard, joined: str, game: Game[Any]) -> bool:
        """Whether a card can be saved: it is a record of the copy, or its own fields say enough to be one."""
        return bool(joined) or card.by_hand or not must_be_told(game.tables[card.table])


def learn(cards: Sequence[TrayCard], copy: OwnersCopy, joined: Sequence[str] = ()) -> tuple[str, ...]:
    """Remember cards with their looks; the ids they have now, or a StoreError and nothing is saved.

    `joined` names for each card the record that it is, or nothing; a new card gets a fresh id.
    """
    catalog = copy.game().catalog
    tables: dict[str, dict[str, codec.Json]] = {}
    ids: list[str] = []
    for card, known in zip(cards, joined or [""] * len(cards), strict=True):
        ids.append(known or catalog.fresh(card.table, ids))
        if not known:
            tables.setdefault(card.table, {})[ids[-1]] = {
                **card.data,
                "source": OWN,
                "sure": card.told(catalog.types[card.table]),
            }
            continue
        told = codec.encode(catalog.find(card.table, known))
        whole = merged(card.data, told)
        if whole != told:
            tables.setdefault(card.table, {})[known] = {**whole, "source": OWN}
    looks = [(id, card.picture, base64.b64decode(card.sample)) for id, card in zip(ids, cards, strict=True)]
    copy.learn_all(tables, OWN, looks)
    return tuple(ids)


@dataclass(frozen=True, slots=True)
class BoxPhoto:
    """What one photo gave: new cards, ids of those the copy knows, and how many lie in the tray already."""

    new: tuple[TrayCard, ...]
    known: tuple[str, ...]
    again: int


def read_box(data: bytes, copy: OwnersCopy, table: str, waiting: list[TrayCard]) -> BoxPhoto:
    """All cards in a photo: known ones by id, others with what was read off them. Any thread. Raises BadPhoto."""
    from vision.cards import Gallery, Sample, enrol, names_at
    from vision.cards.printed import propose
    from vision.images import as_jpeg, smaller
    from vision.photo import load
    from vision.stored_samples import gallery as gallery_of

    image = load(data, max_side=2400)
    kind = copy.base.tables[table]
    known = gallery_of((look.card, look.descriptor) for look in copy.looks())
    rows = [(f"{WAITING}{n}", Sample.from_bytes(base64.b64decode(card.sample))) for n, card in enumerate(waiting)]
    gallery = Gallery((*known, *rows)) if rows else known
    new, ids, again = [], [], 0
    cards = [found for found in enrol(image) if found.shape == "round" or not kind.ROUND]
    usual = sorted(_size(found.quad) for found in cards)[len(cards) // 2] if cards else 0.0
    # Not a picture on a card, nor a tray around several.
    cards = [found for found in cards if 0.5 < _size(found.quad) / usual < 2]
    for found, id in zip(cards, names_at(image, gallery, [(found.shape, found.quad) for found in cards]), strict=True):
        if id is None:
            read = propose(found.picture, found.shape, kind.PRINTED) if kind.PRINTED is not None else None
            values, chances = (read.values, read.chances) if read is not None else ({}, {})
            told = fitting(copy.base.catalog, table, blank_object(kind), values)
            doubtful = [key for key in values if told.get(key) != values[key] or chances[key] < DOUBT]
            thumbnail, sample = as_jpeg(smaller(found.picture, 240), 80), found.sample.to_bytes()
            advice = [one.text.key for one in found.advice]
            new.append(TrayCard(table, told, doubtful, advice, _text(thumbnail), _text(sample)))
        elif id.startswith(WAITING):
            again += 1
        else:
            ids.append(id)
    return BoxPhoto(tuple(new), tuple(ids), again)


def fitting(catalog: Catalog, table: str, blank: dict[str, Any], values: dict[str, Any]) -> dict[str, Any]:
    """A record with those of these values that fit it."""
    for key, value in values.items():
        tried = {**blank, key: value}
        try:
            catalog.learn(table, "new", {**tried, "source": OWN, "sure": True})
            blank = tried
        except CatalogError:
            continue
    return blank


def said(card: TrayCard, game: Game[Any]) -> Text:
    """The card by what was read off it; a record that cannot be says why."""
    try:
        learnt = game.catalog.learn(card.table, "new", {**card.data, "source": OWN, "sure": True})
    except CatalogError as error:
        return error.problem
    return game.with_catalog(learnt).say_record(card.table, "new")


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def _size(quad: Quad) -> float:
    """The area of a quadrilateral."""
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(quad, (*quad[1:], quad[0]), strict=True))) / 2
