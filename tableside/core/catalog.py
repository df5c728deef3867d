"""A game's content: the data files it ships and the owner's own copy, validated, with what is not known yet."""

from __future__ import annotations

import dataclasses
import re
import tomllib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable
from itertools import count
from types import MappingProxyType
from typing import Any, ClassVar, TypeVar

from tableside.core import codec
from tableside.core.errors import Complaint, complaint
from tableside.core.moves import Plain, Text, text
from tableside.core.printed import Printed
from tableside.core.ruling import Need

T = TypeVar("T")
SCHEMA = 1
OWN = "your copy"
"""In place of a file's name: what was told at the table."""


MOST = 1_000_000
"""Numbers in records count pieces, prices and points; a stranger's larger one would only fill the memory."""


class CatalogError(Complaint):
    """A record that does not fit: the file, the record and the key are named."""

    def __init__(self, file: str, record: str, key: str, problem: Text) -> None:
        super().__init__(problem)
        self.file, self.record, self.key = file, record, key
        self.place = f"{record[:80] or 'top'}" + (f".{key[:80]}" if key else "")

    @property
    def told(self) -> Text:
        """What is wrong, and where; a record told at the table has no file and no id that a player knows."""
        if self.file == OWN:
            return self.problem
        return text("core.bad.in_file", file=self.file, place=self.place, problem=self.problem)

    @property
    def reason(self) -> Text:
        """Why nothing can be done with the file."""
        return text("core.bad_file", problem=self.told)

    def __str__(self) -> str:
        return f"{self.file}: {self.place}: {super().__str__()}"


@dataclass(frozen=True, slots=True)
class Record:
    """What all records say: who stated them, and whether that is certain. None in a record is not known yet."""

    PRINTED: ClassVar[Printed | None] = None
    """What is printed on the thing and read off a photo of it."""
    FLAT: ClassVar[bool] = False
    """Whether it is laid out for a photo of the box, though nothing printed on it is read."""
    ROUND: ClassVar[bool] = False
    """Whether the thing is a disc."""

    source: str
    sure: bool


class FlatRecord(Record):
    """A record of a tile, sheet or board that is laid out for a photo of the box."""

    __slots__ = ()
    FLAT = True


class Catalog:
    """Tables of records by id."""

    __slots__ = ("_records", "slug", "types")

    def __init__(
        self, types: Mapping[str, type[Record]], records: Mapping[str, Mapping[str, Any]] | None = None, slug: str = ""
    ) -> None:
        for table, kind in types.items():
            if not issubclass(kind, Record):
                raise TypeError(f"records of {table} are no Record")
        self.slug = slug
        self.types = MappingProxyType(dict(types))
        self._records = {table: MappingProxyType(dict((records or {}).get(table, {}))) for table in types}

    def table(self, table: str) -> Mapping[str, Any]:
        """All records of a table."""
        return self._records[table]

    def records(self, kind: type[T]) -> Mapping[str, T]:
        """All records of this type, which is the type of exactly one table."""
        (table,) = (name for name, known in self.types.items() if known is kind)
        return self._records[table]

    def find(self, table: str, id: str) -> Any | None:
        """A record, or None when this copy does not know it."""
        return self._records[table].get(id)

    def learn(self, table: str, id: str, data: codec.Json, file: str = OWN) -> Catalog:
        """The catalogue with this record added or put in place of an older one."""
        if table not in self.types:
            raise CatalogError(file, table, "", text("core.bad.no_table"))
        record = read_record(self.types[table], data, file, id)
        records: dict[str, Mapping[str, Any]] = {**self._records, table: {**self._records[table], id: record}}
        return Catalog(self.types, records, self.slug)

    def learn_all(self, tables: codec.Json, file: str = OWN) -> Catalog:
        """The catalogue with a whole pack of records: {table: {id: record}}."""
        if not isinstance(tables, dict):
            raise CatalogError(file, "", "", text("core.bad.object", found=codec.short(tables)))
        merged: dict[str, dict[str, Any]] = {table: dict(records) for table, records in self._records.items()}
        for table, records in tables.items():
            if table not in self.types:
                raise CatalogError(file, str(table)[:80], "", text("core.bad.no_table"))
            if not isinstance(records, dict):
                raise CatalogError(file, table, "", text("core.bad.object", found=codec.short(records)))
            for id, data in records.items():
                merged[table][id] = read_record(self.types[table], data, file, id)
        return Catalog(self.types, merged, self.slug)

    def missing(self, table: str, id: str, *keys: str) -> tuple[Need, ...]:
        """What is not known of this record among these keys: asked for once, then remembered."""
        record = self.find(table, id)
        unknown = keys if record is None else tuple(key for key in keys if getattr(record, key) is None)
        if record is not None and not unknown:
            return ()
        keys_told = tuple(self.field(table, key) for key in unknown)
        return (Need(table, id, unknown, text("core.fact_needed", what=self.named(table, id), keys=keys_told)),)

    def wanted(self, table: str, *keys: str, **given: Plain) -> Need:
        """A record that is not in the copy yet, which of its keys must be told now, and what is clear already."""
        return Need(table, "", keys, text("core.new_record", what=self.kind(table)), tuple(given.items()))

    def fresh(self, table: str, taken: Collection[str] = ()) -> str:
        """An id that no record of any table has (looks are kept by id alone), nor any of those taken elsewhere."""
        used = {id for records in self._records.values() for id in records} | set(taken)
        return next(id for id in (f"own{n}" for n in count(1)) if id not in used)

    def named(self, table: str, id: str) -> Text:
        """A record's label: by its own `say`, by its name, or by its number within its table."""
        record = self.find(table, id)
        say = getattr(record, "say", None)
        if say is not None:
            said: Text = say(id)
            return said
        name = getattr(record, "name", None)
        if isinstance(name, str) and name.strip():
            return text("core.value", value=name)
        place = next((n for n, other in enumerate(self._records[table], 1) if other == id), 0)
        return text("core.unnamed" if place else "core.unknown_record", what=self.kind(table), n=place)

    def kind(self, table: str) -> Text:
        """What one thing of this table is called."""
        return Text(f"{self.slug}.table.{table}|core.record")

    def field(self, table: str, key: str) -> Text:
        """What a field of a record is called."""
        return Text(f"{self.slug}.field.{table}.{key}|{self.slug}.field.{key}|core.fact")

    def strangers(self, table: str, id: str, known: Mapping[str, Collection[str]] = MappingProxyType({})) -> list[str]:
        """Ids a record names that neither this catalogue nor the known ones hold, in fields that say their table."""
        return [
            other
            for there, other in _named(self.find(table, id))
            if other and other not in self._records[there] and other not in known.get(there, ())
        ]

    def as_json(self) -> codec.Json:
        """Every record, as a pack holds them."""
        return {
            table: {id: codec.encode(record) for id, record in records.items()}
            for table, records in self._records.items()
            if records
        }

    def __iter__(self) -> Iterator[tuple[str, str, Any]]:
        for table, records in self._records.items():
            for id, record in records.items():
                yield table, id, record


def _named(record: Any) -> Iterator[tuple[str, str]]:
    """Every id in a record with the table its field says (`metadata={"of": ...}`), however deep."""
    for field in dataclasses.fields(record):
        value = getattr(record, field.name)
        if "of" in field.metadata:
            yield from ((field.metadata["of"], id) for id in ((value,) if isinstance(value, str) else value or ()))
        else:
            yield from _within(value)


def _within(value: Any) -> Iterator[tuple[str, str]]:
    if dataclasses.is_dataclass(value):
        yield from _named(value)
    elif isinstance(value, tuple):
        for one in value:
            yield from _within(one)


def read_record(kind: type, data: codec.Json, file: str, id: str) -> Any:
    """One record, checked against its type; `as_now` of the type puts one of an earlier version into today's words."""
    try:
        record: Any = codec.decode(kind, kind.as_now(data) if hasattr(kind, "as_now") else data)
    except codec.CodecError as error:
        raise CatalogError(file, id, error.path, error.problem) from None
    if _largest(data) > MOST:
        raise CatalogError(file, id, "", text("core.bad.most", most=MOST))
    return record


def _largest(data: Any) -> float:
    """The largest number in it, whatever its sign."""
    if isinstance(data, Mapping):
        return max((_largest(value) for value in data.values()), default=0)
    if isinstance(data, (list, tuple)):
        return max((_largest(value) for value in data), default=0)
    return abs(data) if isinstance(data, (int, float)) else 0


def load(package: str, types: Mapping[str, type[Record]]) -> Catalog:
    """The records a game ships: data/<table>.toml or .json beside its code."""
    records: dict[str, dict[str, Any]] = {}
    folder = resources.files(package) / "data"
    for table, kind in types.items():
        for ending in (".toml", ".json"):
            file = folder / f"{table}{ending}"
            if file.is_file():
                records[table] = read_table(file, kind)
    return Catalog(types, records, package.rpartition(".")[2])


def read_table(file: Traversable, kind: type) -> dict[str, Any]:
    """The records of one data file."""
    return {id: read_record(kind, data, file.name, id) for id, data in read_file(file).items() if id != "schema"}


def read_file(file: Traversable) -> dict[str, Any]:
    """A data file of a game; one that cannot be read is a CatalogError that names it."""
    try:
        source = file.read_text(encoding="utf-8")
        data = tomllib.loads(source) if file.name.endswith(".toml") else codec.parse(source)
    except RecursionError:
        raise CatalogError(file.name, "", "", text("core.bad.nested")) from None
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"line (\d+)", str(error))
        line = int(found.group(1)) if found else source.count("\n") + 1
        raise CatalogError(file.name, "", "", text("core.bad.toml", line=line)) from None
    except ValueError as error:
        raise CatalogError(file.name, "", "", complaint(error)) from None
    if not isinstance(data, dict) or type(data.get("schema")) is not int:
        raise CatalogError(file.name, "", "schema", text("core.bad.version"))
    if data["schema"] > SCHEMA:
        raise CatalogError(file.name, "", "schema", text("core.bad.newer", found=data["schema"], known=SCHEMA))
    return data
