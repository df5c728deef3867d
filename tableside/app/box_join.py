"""Cards of a box scan that the copy knows by words only: told by hand or by the rulebook, and never seen."""

from __future__ import annotations

import dataclasses
import unicodedata
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any

from tableside.app.form_fields import HIDDEN
from tableside.core import codec
from tableside.core.catalog import Catalog, Record

if TYPE_CHECKING:
    from tableside.app.box_tray import TrayCard

EMPTY: tuple[object, ...] = (None, [], "")
ENOUGH = 2
"""With so many fields alike and none against it, a card may be one that was told."""
SPELT = 0.88
"""Titles of which so much is the same are one title: a photo may take an accent or a letter for another."""


def must_be_told(kind: type) -> bool:
    """Whether a record of this kind says something that nobody can leave open, so that a picture alone is none."""
    return any(
        one.default is dataclasses.MISSING and one.default_factory is dataclasses.MISSING
        for one in dataclasses.fields(kind)
        if one.name not in HIDDEN
    )


def unseen(catalog: Catalog, table: str, seen: Collection[str]) -> dict[str, dict[str, Any]]:
    """The records of a table that no photo was taken of, as plain data."""
    return {id: codec.encode(record) for id, record in catalog.table(table).items() if id not in seen}


def joins(cards: Sequence[TrayCard], catalog: Catalog, seen: Collection[str]) -> list[str]:
    """The record each card is: the owner's word, else one of the same content or title; empty for a new card."""
    taken = {card.joins for card in cards if card.joins}
    out = []
    for card in cards:
        if card.joins is not None:
            out.append(card.joins)
            continue
        free = unseen(catalog, card.table, {*seen, *taken})
        title = title_of(catalog.types[card.table])
        twin = next(
            (id for id, record in free.items() if card.told(catalog.types[card.table]) and _same(card.data, record)), ""
        ) or next((id for id, record in free.items() if _titled(card.data, record, title)), "")
        taken.add(twin)
        out.append(twin)
    return out


def candidates(card: TrayCard, catalog: Catalog, seen: Collection[str]) -> tuple[list[str], int]:
    """The unseen records a card could be, the likeliest first, and how many of them its print speaks for."""
    ranked = []
    title = title_of(catalog.types[card.table])
    for id, record in unseen(catalog, card.table, seen).items():
        alike, against = _compared(card.data, record, title)
        ranked.append((against, -alike, id))
    likely = sum(not against and -alike >= ENOUGH for against, alike, _ in ranked)
    return [id for _, _, id in sorted(ranked, key=lambda one: one[:2])], likely


def title_of(kind: type[Record]) -> str:
    """The field in which a title that was read is kept, or nothing."""
    return kind.PRINTED.title if kind.PRINTED is not None else ""


def merged(data: Mapping[str, Any], record: Mapping[str, Any]) -> dict[str, Any]:
    """A record with what was read off its card where nobody told anything; a mere count gives way to a list."""
    out = dict(record)
    for key, value in data.items():
        counted = type(record.get(key)) is int and isinstance(value, list) and len(value) == record[key]
        if key not in HIDDEN and value not in EMPTY and (record.get(key) in EMPTY or counted):
            out[key] = value
    return out


def _same(data: Mapping[str, Any], record: Mapping[str, Any]) -> bool:
    """Whether two records say the same of everything that either says."""
    keys = {*data, *record} - set(HIDDEN)
    return all(_alike(data.get(key), record.get(key)) for key in keys)


def _titled(data: Mapping[str, Any], record: Mapping[str, Any], title: str) -> bool:
    """Whether both bear the same title, and nothing else speaks against it."""
    return _spelt(data.get(title), record.get(title)) and not _compared(data, record, title)[1]


def _compared(data: Mapping[str, Any], record: Mapping[str, Any], title: str) -> tuple[int, int]:
    """How many fields both tell alike, and how many differently; what is unsaid or plainly "no" is neither."""
    both = [
        (key, value, record.get(key))
        for key, value in data.items()
        if key not in HIDDEN and value not in (*EMPTY, False) and record.get(key) not in EMPTY
    ]
    alike = sum(_spelt(a, b) if key == title else _alike(a, b) for key, a, b in both)
    return alike, len(both) - alike


def _spelt(a: Any, b: Any) -> bool:
    """Whether two titles are the same but for accents, case and a letter or so."""
    if not (isinstance(a, str) and isinstance(b, str) and a.strip() and b.strip()):
        return False
    one, other = ("".join(c for c in unicodedata.normalize("NFD", t.casefold()) if c.isalnum()) for t in (a, b))
    return SequenceMatcher(None, one, other).ratio() >= SPELT


def _alike(a: Any, b: Any) -> bool:
    """Whether two values say the same; lists of words in any order."""
    if a in EMPTY or b in EMPTY:
        return a in EMPTY and b in EMPTY
    if type(b) is int and isinstance(a, list):
        return len(a) == b
    if isinstance(a, list) and isinstance(b, list) and all(isinstance(one, str) for one in (*a, *b)):
        return Counter(a) == Counter(b)
    return bool(a == b)
