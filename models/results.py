"""How finished games came out, kept beside them: statistics over thousands of games need not replay each."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, insert, select
from sqlalchemy.exc import IntegrityError

from models.engine import StoreError
from models.rows import NAME, ResultRow, fits
from models.store import Store
from tableside.core import codec
from tableside.core.moves import Text

results_table = ResultRow.__table__  # type: ignore[attr-defined]


@dataclass(frozen=True, slots=True)
class Result:
    """How a game came out for one seat."""

    seat: int
    points: int
    place: int
    won: bool
    side: str = ""
    side_said: Text | None = None


def kept_results(store: Store) -> dict[tuple[str, int], tuple[Result, ...]]:
    """Every result that is kept, by session and the length of its log."""
    found: dict[tuple[str, int], list[Result]] = {}
    wanted = select(results_table).order_by(results_table.c.session_id, results_table.c.seat)
    with store.reading() as connection:
        rows = [row for row in connection.execute(wanted).mappings() if fits(results_table, row)]
    for row in rows:
        # One that is damaged is as good as none: it is worked out again.
        with suppress(ValueError, KeyError, TypeError):
            said = None if row["side_said"] is None else _text(codec.parse(row["side_said"]))
            one = Result(row["seat"], row["points"], row["place"], bool(row["won"]), row["side"], said)
            found.setdefault((row["session_id"], row["entries"]), []).append(one)
    return {key: tuple(results) for key, results in found.items()}


def _text(data: codec.Json) -> Any:
    """A text as it was written, with the texts in it."""
    if isinstance(data, dict):
        return Text(str(data["key"]), tuple((str(name), _text(value)) for name, value in data["args"]))
    return tuple(_text(one) for one in data) if isinstance(data, list) else data


def keep_results(store: Store, id: str, entries: int, results: Sequence[Result]) -> None:
    """Keep how a game came out; where that cannot be, it is worked out again next time."""
    rows = [
        {
            "session_id": id,
            "seat": one.seat,
            "entries": entries,
            "points": one.points,
            "place": one.place,
            "won": one.won,
            "side": one.side[:NAME],
            "side_said": None if one.side_said is None else codec.canonical(codec.encode(one.side_said)),
        }
        for one in results
    ]
    with suppress(StoreError, IntegrityError), store.writing() as connection:
        connection.execute(delete(results_table).where(results_table.c.session_id == id))
        if rows:
            connection.execute(insert(results_table), rows)
