"""Packs: an owner's records as a file or as codes for another tablet, taken over without doubles."""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from models.database import StoreError
from tableside.core import codec
from tableside.core.moves import text

PACK = "pack"
PACK_VERSION = 1
OWN = re.compile(r"own\d+\Z")
"""Ids that were given out by a tablet: another tablet may have given the same one to another card."""
CODE = "TABLESIDE"
CODE_LETTERS = 640
"""Letters of one code: more makes squares too small for a tablet's camera."""
CODES_MOST = 9
PLAIN_MOST = 1 << 20
"""Bytes that a pack from codes may unfold to."""
Tables = Mapping[str, Mapping[str, codec.Json]]


def pack(game: str, tables: Tables, author: str, date: str) -> codec.Json:
    """Records as a file others can take over, with who made it and when (ISO date); both may be empty."""
    return codec.envelope(PACK, PACK_VERSION, game=game, tables=dict(tables), author=author, date=date)


def opened(data: codec.Json, game: str) -> tuple[Tables, str, str]:
    """The records of a pack, its author and its date. StoreError for another game, another format, or no pack."""
    try:
        content = codec.opened(data, PACK, PACK_VERSION)
    except codec.CodecError as error:
        raise StoreError(text("models.bad_pack", problem=error.told)) from None
    if content.get("game") != game:
        raise StoreError(text("models.other_game", game=str(content.get("game"))[:40]))
    author, date = (str(content.get(key) or "")[:40] for key in ("author", "date"))
    tables: Any = content.get("tables")
    return tables, author, date


def without_doubles(known: Tables, tables: Tables, used: Iterable[str]) -> Tables:
    """The records with ids that meet no other record: what is known already keeps its id, the rest gets fresh ones.

    A record is known when another of its table says the same; each is taken for one card only. `used` are all ids of
    the copy. Records that name each other by id go on naming the same ones.
    """
    taken, renamed = set(used), dict[str, str]()
    own = {id for records in tables.values() for id in records if OWN.match(id)}
    for table, records in tables.items():
        same = {id: _facts(record) for id, record in known.get(table, {}).items() if OWN.match(id)}
        # What has the same id and says the same comes first, so that a pack of one's own changes nothing.
        for id in sorted(own & records.keys(), key=lambda id: same.get(id) != _facts(records[id])):
            facts = _facts(records[id])
            alike = (one for one, other in same.items() if other == facts and _says_something(records[id]))
            twin = id if same.get(id) == facts else next(alike, None)
            if twin is not None:
                renamed[id] = twin
                del same[twin]
            elif id in taken:
                renamed[id] = next(_fresh(taken | own | set(renamed.values())))
    return {
        table: {renamed.get(id, id): _renamed(record, renamed) for id, record in records.items()}
        for table, records in tables.items()
    }


def _facts(record: Any) -> str:
    """What a record says of its card, wherever that is known from."""
    return codec.canonical({key: value for key, value in record.items() if key not in ("source", "sure")})


def _says_something(record: Any) -> bool:
    """Whether anything is known of the card; two cards of which nothing is known may be two."""
    return any(value not in (None, [], "", False) for key, value in record.items() if key not in ("source", "sure"))


def _fresh(taken: set[str]) -> Iterator[str]:
    number = 1
    while True:
        if f"own{number}" not in taken:
            yield f"own{number}"
        number += 1


def _renamed(value: Any, names: Mapping[str, str]) -> Any:
    """The value with every id in it changed; ids given out by a tablet are no words of a language."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, list):
        return [_renamed(one, names) for one in value]
    if isinstance(value, dict):
        return {key: _renamed(one, names) for key, one in value.items()}
    return value


# -- codes -----------------------------------------------------------------------------------------


def codes(data: codec.Json) -> tuple[str, ...]:
    """A pack as letters and digits for QR codes, in parts; StoreError when it is too large for them."""
    packed = base64.b32encode(zlib.compress(codec.canonical(data).encode(), 9)).decode().rstrip("=")
    parts = [packed[start : start + CODE_LETTERS] for start in range(0, len(packed), CODE_LETTERS)]
    if len(parts) > CODES_MOST:
        raise StoreError(text("models.pack_too_large"))
    mark = f"{zlib.crc32(packed.encode()):08X}"
    return tuple(f"{CODE}:{mark}:{number}:{len(parts)}:{part}" for number, part in enumerate(parts, 1))


class GatheredCodes:
    """Codes of one pack, read one after the other in any order."""

    def __init__(self) -> None:
        self.mark, self.count = "", 0
        self.parts: dict[int, str] = {}

    def add(self, code: str) -> bool:
        """Keep a code; whether it is part of a pack. One of another pack begins anew."""
        told = re.fullmatch(rf"{CODE}:([0-9A-F]{{8}}):([1-9]):([1-9]):([A-Z2-7]+)", code)
        if told is None or int(told[2]) > int(told[3]):
            return False
        if (told[1], int(told[3])) != (self.mark, self.count):
            self.mark, self.count, self.parts = told[1], int(told[3]), {}
        self.parts[int(told[2])] = told[4]
        return True

    def whole(self) -> codec.Json | None:
        """The pack, when every part is there; StoreError when they do not fit together."""
        if not self.count or len(self.parts) < self.count:
            return None
        packed = "".join(part for _, part in sorted(self.parts.items()))
        try:
            if f"{zlib.crc32(packed.encode()):08X}" != self.mark:
                raise ValueError
            unfolding = zlib.decompressobj()
            plain = unfolding.decompress(base64.b32decode(packed + "=" * (-len(packed) % 8)), PLAIN_MOST)
            if not unfolding.eof:
                raise ValueError
            return codec.parse(plain.decode())
        except (ValueError, zlib.error, binascii.Error) as error:
            raise StoreError(text("models.bad_pack", problem=text("models.bad_code"))) from error
