"""How finished games came out, kept beside them: statistics over thousands of games need not replay each."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from sqlalchemy.exc import IntegrityError
from sqlmodel import col, delete

from models.database import StoreError
from models.store import Store
from models.tables import ResultRow, fits, plain_rows
from tableside.core import codec
from tableside.core.log import NAME
from tableside.core.moves import Text


@dataclass(frozen=True, slots=True)
class SeatResult:
    """How a game came out for one seat."""

    seat: int
    points: int
    place: int
    won: bool
    side: str = ""
    side_said: Text | None = None


def kept_results(store: Store) -> dict[tuple[str, int], tuple[SeatResult, ...]]:
    """Every result that is kept, by session and the length of its log."""
    found: dict[tuple[str, int], list[SeatResult]] = {}
    with store.reading() as database:
        rows = [row for row in plain_rows(database, ResultRow) if fits(ResultRow, row)]
    for row in rows:
        # One that is damaged is as good as none: it is worked out again.
        with suppress(ValueError, KeyError, TypeError):
            said = None if row["side_said"] is None else codec.read_text(codec.parse(row["side_said"]))
            one = SeatResult(row["seat"], row["points"], row["place"], bool(row["won"]), row["side"], said)
            found.setdefault((row["session_id"], row["entries"]), []).append(one)
    return {key: tuple(results) for key, results in found.items()}


def keep_results(store: Store, id: str, entries: int, results: Sequence[SeatResult]) -> None:
    """Cache the result of a finished session; StoreError is ignored, for it can be computed again."""
    rows = [
        ResultRow(
            session_id=id,
            seat=one.seat,
            entries=entries,
            points=one.points,
            place=one.place,
            won=one.won,
            side=one.side[:NAME],
            side_said=None if one.side_said is None else codec.canonical(codec.encode(one.side_said)),
        )
        for one in results
    ]
    with suppress(StoreError, IntegrityError), store.writing() as database:
        database.exec(delete(ResultRow).where(col(ResultRow.session_id) == id))
        database.add_all(rows)
