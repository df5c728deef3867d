"""The owner's copy: what this box holds that the rulebook does not, kept per game and packed for others."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from sqlalchemy import func
from sqlmodel import col, delete, select

from models import packs
from models.database import StoreError
from models.store import Store, clean, now
from models.tables import CardPhotoRow, CopyRow, sound
from tableside.core import codec
from tableside.core.catalog import Catalog, CatalogError
from tableside.core.errors import complaint
from tableside.core.game import Game
from tableside.core.moves import Text, text

RECORDS_MOST = 20_000


CORRECTED = {"card": "corrected card", "face": "corrected face"}
"""What looks are called that were learnt from a reading that was put right."""
CORRECTED_MOST = 3
"""How many of them are kept of each card."""


@dataclass(frozen=True, slots=True)
class StoredLook:
    """One look at a card (or a die's face): its id, a small picture, and what the reader compares."""

    id: int
    card: str
    thumbnail: bytes
    descriptor: bytes


def _misspelt(catalog: Catalog, file: str, row: CopyRow, id: str, known: Mapping[str, Collection[str]]) -> Text:
    """That a record names something which does not exist, with the name that is nearest to it."""
    ids = [other for table in catalog.types for other in (*catalog.table(table), *known.get(table, ()))]
    near = get_close_matches(id, ids, 1, 0.7)
    problem = text("core.bad.misspelt", id=id[:40], near=near[0]) if near else text("core.bad.no_record", id=id[:40])
    return CatalogError(file, row.id, "", problem).told


class OwnersCopy:
    """One game's copy in the store."""

    def __init__(self, store: Store, game: Game[Any]) -> None:
        self.store, self.base = store, game

    def game(self) -> Game[Any]:
        """The game with everything this copy knows; a record that no longer fits is named and refused."""
        try:
            return self.base.with_catalog(self.base.catalog.learn_all(self.records()))
        except CatalogError as error:
            raise StoreError(text("models.bad_record", problem=error.told)) from None

    def records(self) -> dict[str, dict[str, codec.Json]]:
        """The owner's records: {table: {id: record}}."""
        wanted = select(CopyRow).where(CopyRow.game == self.base.slug).order_by(col(CopyRow.id))
        found: dict[str, dict[str, codec.Json]] = {}
        with self.store.reading() as database:
            for row in database.exec(wanted):
                try:
                    if not sound(row):
                        raise StoreError(text("models.bad_record", problem=text("models.odd_value")))
                    found.setdefault(row.kind, {})[row.id] = codec.parse(row.data)
                except (ValueError, TypeError) as error:
                    place = f"{row.kind} {row.id}"
                    problem = text("core.bad.at", place=place, problem=complaint(error))
                    raise StoreError(text("models.bad_record", problem=problem)) from None
        return found

    def learn(self, table: str, id: str, record: codec.Json) -> None:
        """Remember one record; an older one of the same id gives way."""
        self.learn_all({table: {id: record}})

    def learn_all(
        self, tables: codec.Json, file: str = "your copy", looks: Sequence[tuple[str, bytes, bytes]] = ()
    ) -> int:
        """Remember a whole pack, or nothing of it when one record does not fit.

        `looks` are kept in the same transaction: for each the card's id, a small picture, and what the reader compares.
        """
        rows = self.rows(tables, file)
        with self.store.writing() as database:
            # Held, so that merging finds each of them without a question of its own.
            held = database.exec(select(CopyRow).where(CopyRow.game == self.base.slug)).all() if len(rows) > 1 else ()
            for row in rows:
                database.merge(row)
            del held
            for card, thumbnail, descriptor in looks:
                database.add(self._look(card, thumbnail, descriptor))
        return len(rows)

    def rows(self, tables: codec.Json, file: str = "your copy") -> list[CopyRow]:
        """Records as the rows they would be kept as. Raises StoreError when one does not fit."""
        try:
            checked = self.base.catalog.learn_all(tables, file)
        except CatalogError as error:
            raise StoreError(text("models.bad_record", problem=error.told)) from None
        rows = [
            CopyRow(
                game=self.base.slug,
                kind=table,
                id=id,
                data=codec.canonical(codec.encode(checked.find(table, id))),
                at=now(),
            )
            for table, records in tables.items()
            for id in records
        ]
        for row in rows:
            if not row.id or row.id != clean(str(row.id)):
                raise StoreError(text("models.bad_id", id=str(row.id)[:40]))
        known = self.records()
        for row in rows:
            for other in checked.strangers(row.kind, row.id, known):
                raise StoreError(text("models.bad_record", problem=_misspelt(checked, file, row, other, known)))
        for table, records in tables.items():
            most = getattr(self.base.tables[table], "MOST", None)
            new = set(records) - set(known.get(table, ())) - set(self.base.catalog.table(table))
            if most is not None and new and len(new | set(known.get(table, ()))) > most:
                raise StoreError(text("models.box_is_full", most=most))
        if len(rows) > RECORDS_MOST:
            raise StoreError(text("models.too_many_records", most=RECORDS_MOST))
        return rows

    def remove(self, table: str, id: str) -> bool:
        """Forget a record and every look at it; whether there was one."""
        if id != clean(id) or table != clean(table):
            return False
        slug = self.base.slug
        with self.store.writing() as database:
            record = database.get(CopyRow, (slug, table, id))
            if record is not None:
                database.delete(record)
            looks = database.exec(
                delete(CardPhotoRow).where(col(CardPhotoRow.game) == slug, col(CardPhotoRow.card) == id)
            ).rowcount
        return record is not None or bool(looks)

    def pack(self, author: str = "", date: str = "") -> codec.Json:
        """All records as a file others can import."""
        return packs.pack(self.base.slug, self.records(), author, date)

    def unpack(self, data: codec.Json, file: str) -> int:
        """Remember a pack, without doubles; one of another game or a newer format is refused."""
        tables = packs.opened(data, self.base.slug)[0]
        try:
            checked = self.base.catalog.learn_all(tables, file)
        except CatalogError as error:
            raise StoreError(text("models.bad_record", problem=error.told)) from None
        written = {
            table: {id: codec.encode(checked.find(table, id)) for id in records} for table, records in tables.items()
        }
        known = self.records()
        used = {id for records in (*known.values(), *map(self.base.catalog.table, self.base.tables)) for id in records}
        return self.learn_all(packs.without_doubles(known, written, used), file)

    # -- looks ---------------------------------------------------------------------------------

    def add_look(self, card: str, thumbnail: bytes, descriptor: bytes, kind: str = "card") -> None:
        """Remember one more look at a card."""
        if not card or card != clean(card):
            raise StoreError(text("models.bad_id", id=card[:40]))
        with self.store.writing() as database:
            database.add(self._look(card, thumbnail, descriptor, kind))

    def correct_look(self, card: str, thumbnail: bytes, descriptor: bytes, kind: str = "card") -> None:
        """Remember how a card looked that was misread and put right; of each the newest few: no mistake stays long."""
        with self.store.writing() as database:
            database.add(self._look(card, thumbnail, descriptor, CORRECTED[kind]))
            database.flush()
            mine = select(CardPhotoRow).where(*self._corrected(card, kind)).order_by(col(CardPhotoRow.id).desc())
            for old in database.exec(mine).all()[CORRECTED_MOST:]:
                database.delete(old)

    def forget_corrected(self, card: str, kind: str = "card") -> list[StoredLook]:
        """Forget what corrections taught of a card; gives it back, to be remembered again."""
        gone = [look for look in self.looks(CORRECTED[kind]) if look.card == card]
        with self.store.writing() as database:
            database.exec(delete(CardPhotoRow).where(*self._corrected(card, kind)))
        return gone

    def _corrected(self, card: str, kind: str) -> tuple[Any, ...]:
        here = col(CardPhotoRow.game) == self.base.slug
        return here, col(CardPhotoRow.kind) == CORRECTED[kind], col(CardPhotoRow.card) == card

    def _look(self, card: str, thumbnail: bytes, descriptor: bytes, kind: str = "card") -> CardPhotoRow:
        return CardPhotoRow(
            game=self.base.slug, kind=kind, card=card, thumbnail=thumbnail, descriptor=descriptor, at=now()
        )

    def looks(self, kind: str = "card") -> list[StoredLook]:
        """Every look at this game's cards, oldest first."""
        wanted = (
            select(CardPhotoRow)
            .where(CardPhotoRow.game == self.base.slug, CardPhotoRow.kind == kind)
            .order_by(col(CardPhotoRow.id))
        )
        with self.store.reading() as database:
            rows = database.exec(wanted).all()
        # A damaged look is one that cannot be read, as the reader itself will say.
        return [
            StoredLook(row.id or 0, row.card, row.thumbnail, row.descriptor)
            if sound(row)
            else StoredLook(row.id or 0, str(row.card), b"", b"")
            for row in rows
        ]

    def looks_stamp(self) -> tuple[int, int, int]:
        """A value that changes with the looks of this game: how many, the last one, and when it was added."""
        wanted = select(func.count(), func.max(CardPhotoRow.id), func.max(CardPhotoRow.at)).where(
            CardPhotoRow.game == self.base.slug
        )
        with self.store.reading() as database:
            count, last, at = database.exec(wanted).one()
        return int(count or 0), int(last or 0), int(at or 0)

    def look_counts(self, kind: str = "card") -> dict[str, int]:
        """How many looks there are at each card."""
        wanted = (
            select(CardPhotoRow.card, func.count())
            .where(CardPhotoRow.game == self.base.slug, CardPhotoRow.kind == kind)
            .group_by(col(CardPhotoRow.card))
            .order_by(col(CardPhotoRow.card))
        )
        with self.store.reading() as database:
            return {str(card): count for card, count in database.exec(wanted)}
