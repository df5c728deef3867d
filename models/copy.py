"""The owner's copy: what this box holds that the rulebook does not, kept per game and packed for others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, func, insert, select

from models.engine import StoreError
from models.rows import CardPhotoRow, CopyRow, fits
from models.store import Store, clean, now
from tableside.core import codec
from tableside.core.catalog import CatalogError
from tableside.core.complaints import complaint
from tableside.core.game import Game
from tableside.core.moves import text

records_table = CopyRow.__table__  # type: ignore[attr-defined]
looks_table = CardPhotoRow.__table__  # type: ignore[attr-defined]

PACK = "pack"
PACK_VERSION = 1
RECORDS_MOST = 20_000


@dataclass(frozen=True, slots=True)
class Look:
    """One look at a card (or a die's face): its id, a small picture, and what the reader compares."""

    id: int
    card: str
    thumbnail: bytes
    descriptor: bytes


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
        wanted = select(records_table).where(records_table.c.game == self.base.slug).order_by(records_table.c.id)
        found: dict[str, dict[str, codec.Json]] = {}
        with self.store.reading() as connection:
            for row in connection.execute(wanted).mappings():
                try:
                    if not fits(records_table, row):
                        raise StoreError(text("models.bad_record", problem=text("models.odd_value")))
                    found.setdefault(row["kind"], {})[row["id"]] = codec.parse(row["data"])
                except (ValueError, TypeError) as error:
                    place = f"{row['kind']} {row['id']}"
                    problem = text("core.bad.at", place=place, problem=complaint(error))
                    raise StoreError(text("models.bad_record", problem=problem)) from None
        return found

    def learn(self, table: str, id: str, record: codec.Json) -> None:
        """Remember one record; an older one of the same id gives way."""
        self.learn_all({table: {id: record}})

    def learn_all(self, tables: codec.Json, file: str = "your copy") -> int:
        """Remember a whole pack, or nothing of it when one record does not fit."""
        try:
            checked = self.base.catalog.learn_all(tables, file)
        except CatalogError as error:
            raise StoreError(text("models.bad_record", problem=error.told)) from None
        rows = [
            {
                "game": self.base.slug,
                "kind": table,
                "id": id,
                "data": codec.canonical(codec.encode(checked.find(table, id))),
                "at": now(),
            }
            for table, records in tables.items()
            for id in records
        ]
        for row in rows:
            if not row["id"] or row["id"] != clean(str(row["id"])):
                raise StoreError(text("models.bad_id", id=str(row["id"])[:40]))
        if len(rows) > RECORDS_MOST:
            raise StoreError(text("models.too_many_records", most=RECORDS_MOST))
        with self.store.writing() as connection:
            for row in rows:
                connection.execute(delete(records_table).where(*_same(row)))
            if rows:
                connection.execute(insert(records_table), rows)
        return len(rows)

    def remove(self, table: str, id: str) -> bool:
        """Forget a record and every look at it; whether there was one."""
        if id != clean(id) or table != clean(table):
            return False
        row = {"game": self.base.slug, "kind": table, "id": id}
        with self.store.writing() as connection:
            gone = connection.execute(delete(records_table).where(*_same(row))).rowcount
            looks = connection.execute(
                delete(looks_table).where(looks_table.c.game == self.base.slug, looks_table.c.card == id)
            ).rowcount
        return bool(gone or looks)

    def pack(self) -> codec.Json:
        """All records as a file others can import."""
        return codec.envelope(PACK, PACK_VERSION, game=self.base.slug, tables=self.records())

    def unpack(self, data: codec.Json, file: str) -> int:
        """Remember a pack; one of another game or a newer format is refused."""
        try:
            content = codec.opened(data, PACK, PACK_VERSION)
        except codec.CodecError as error:
            raise StoreError(text("models.bad_pack", problem=error.told)) from None
        if content.get("game") != self.base.slug:
            raise StoreError(text("models.other_game", game=str(content.get("game"))[:40]))
        return self.learn_all(content.get("tables"), file)

    # -- looks ---------------------------------------------------------------------------------

    def add_look(self, card: str, thumbnail: bytes, descriptor: bytes, kind: str = "card") -> None:
        """Remember one more look at a card."""
        if not card or card != clean(card):
            raise StoreError(text("models.bad_id", id=card[:40]))
        row = {
            "game": self.base.slug,
            "kind": kind,
            "card": card,
            "thumbnail": thumbnail,
            "descriptor": descriptor,
            "at": now(),
        }
        with self.store.writing() as connection:
            connection.execute(insert(looks_table), [row])

    def looks(self, kind: str = "card") -> list[Look]:
        """Every look at this game's cards, oldest first."""
        wanted = (
            select(looks_table)
            .where(looks_table.c.game == self.base.slug, looks_table.c.kind == kind)
            .order_by(looks_table.c.id)
        )
        with self.store.reading() as connection:
            rows = connection.execute(wanted).mappings().all()
        # A damaged look is one that cannot be read, as the reader itself will say.
        return [
            Look(row["id"], row["card"], row["thumbnail"], row["descriptor"])
            if fits(looks_table, row)
            else Look(row["id"], str(row["card"]), b"", b"")
            for row in rows
        ]

    def look_counts(self, kind: str = "card") -> dict[str, int]:
        """How many looks there are at each card."""
        wanted = (
            select(looks_table.c.card, func.count())
            .where(looks_table.c.game == self.base.slug, looks_table.c.kind == kind)
            .group_by(looks_table.c.card)
            .order_by(looks_table.c.card)
        )
        with self.store.reading() as connection:
            return {str(card): count for card, count in connection.execute(wanted)}


def _same(row: dict[str, Any]) -> tuple[Any, ...]:
    return (
        records_table.c.game == row["game"],
        records_table.c.kind == row["kind"],
        records_table.c.id == row["id"],
    )
