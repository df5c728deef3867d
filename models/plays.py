"""Plays: games scored without being tracked, and the owner's score sheets; each saved in one transaction."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlmodel import Session, col, func, select

from models.database import StoreError
from models.photo_metadata import bare
from models.session_writer import PHOTO_MOST
from models.store import TOGETHER, Store, add_rows
from models.tables import ID, LAST_MOMENT, PlayRow, PlaySeatRow, SheetRow, fits, now, plain_rows, table_of
from tableside.core import codec, score_sheet
from tableside.core.errors import complaint
from tableside.core.log import clean
from tableside.core.moves import text
from tableside.core.score import Outcome, read_outcome, totals
from tableside.core.score_sheet import Sheet

EVERY = 1_000_000
"""More plays than anybody has."""


@dataclass(frozen=True, slots=True)
class Scored:
    """How a play came out for one person."""

    name: str
    colour: str
    points: int
    place: int
    """Counted from 1; level people share one."""
    won: bool
    side: str = ""


@dataclass(frozen=True, slots=True)
class KeptPlay:
    """A play as a list shows it; times are milliseconds since 1970."""

    id: str
    game: str
    """The game's slug; empty for a game that is known by its title only."""
    title: str
    players: tuple[Scored, ...]
    created: int
    touched: int
    place: str = ""
    source: str = ""

    @property
    def finished(self) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class PlayContent:
    """What a play is made of."""

    game: str
    title: str
    names: tuple[str, ...]
    outcome: Outcome
    data: codec.Json = None
    """The final position or the filled-in sheet; None when only the result is known."""
    colours: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()
    created: int = 0
    touched: int = 0
    place: str = ""
    photo: bytes | None = None
    source: str = ""


def place_of(outcome: Outcome, seat: int) -> int:
    """A seat's place, counted from 1; level seats share one."""
    place = 1
    for group in outcome.ranks:
        if seat in group:
            break
        place += len(group)
    return place


def keep_play(store: Store, content: PlayContent, corrects: str = "") -> str:
    """Save a play, or a correction of one, in one transaction; its id. StoreError when it would not read back equal."""
    id = uuid.uuid4().hex
    rows = _rows(id, content, corrects)
    with store.writing() as database:
        if corrects:
            before = database.get(PlayRow, corrects)
            if before is None or before.hidden:
                raise StoreError(text("models.no_play"))
            rows[0].photo = rows[0].photo or before.photo
            before.hidden = True
        add_rows(database, rows[:1], rows[1:])
    return id


def keep_plays(store: Store, contents: Iterable[PlayContent]) -> int:
    """Save several plays taken over from elsewhere, all or none; those that are here already are left out. How many.

    Here is what was taken over before, and what the same people ended here in the same second: a play that was handed
    on comes back.
    """
    here = {_ended(one.touched, [player.name for player in one.players]) for one in plays(store, most=EVERY)}
    tracked = store.sessions(most=EVERY)
    here |= {_ended(one.touched, [player.name for player in one.players]) for one in tracked if one.finished}
    with store.writing() as database:
        column = table_of(PlayRow).c.source
        known = {str(one) for one in database.connection().execute(select(column).where(column != "")).scalars()}
        fresh = {
            one.source: one
            for one in contents
            if one.source not in known and _ended(one.touched, one.names) not in here
        }
        made = [_rows(uuid.uuid4().hex, one, "") for one in fresh.values()]
        add_rows(database, [rows[0] for rows in made], [row for rows in made for row in rows[1:]])
    return len(made)


def _ended(moment: int, names: Iterable[str]) -> tuple[int, tuple[str, ...]]:
    """When a play ended, and for whom."""
    return moment // 1000, tuple(sorted(names))


def _rows(id: str, content: PlayContent, corrects: str) -> list[Any]:
    """The play's row and those of its people, checked to be what they say."""
    outcome, names = content.outcome, tuple(clean(name) for name in content.names)
    if any(line.seat not in range(len(names)) for line in outcome.lines):
        raise StoreError(text("models.play_unfit", problem=text("core.bad.unfit")))
    sums = totals(outcome.lines, len(names))
    photo = None if content.photo is None else bare(content.photo)
    moment = now()
    touched = content.touched or moment
    row = PlayRow(
        id=id,
        game=clean(content.game),
        title=clean(content.title),
        created=max(0, min(content.created or touched, touched)),
        touched=touched,
        place=clean(content.place),
        data=None if content.data is None else codec.canonical(codec.encode(content.data)),
        outcome=codec.canonical(codec.encode(outcome)),
        photo=photo,
        source=clean(content.source),
        corrects=corrects,
        hidden=False,
        at=moment,
    )
    people = [
        PlaySeatRow(
            play_id=id,
            seat=seat,
            name=name,
            colour=clean(_nth(content.colours, seat)),
            points=sums[seat],
            rank=place_of(outcome, seat),
            won=seat in outcome.winners,
            side=clean(_nth(content.sides, seat)),
        )
        for seat, name in enumerate(names)
    ]
    if not names or not all(names) or not (row.game or row.title) or not 0 <= touched <= LAST_MOMENT:
        raise StoreError(text("models.play_unfit", problem=text("core.bad.unfit")))
    if photo is not None and len(photo) > PHOTO_MOST:
        raise StoreError(
            text("models.play_unfit", problem=text("models.photo_too_large", most=PHOTO_MOST // 1024 // 1024))
        )
    try:
        if read_outcome(codec.parse(row.outcome)) != outcome or codec.parse(row.data or "null") != codec.encode(
            content.data
        ):
            raise codec.CodecError("", text("core.bad.unfit"))
    except codec.CodecError as error:
        raise StoreError(text("models.play_unfit", problem=error.told)) from None
    return [row, *people]


def _nth(values: Sequence[str], seat: int) -> str:
    return values[seat] if seat < len(values) else ""


# -- reading -----------------------------------------------------------------------------------

_LISTED = ("id", "game", "title", "created", "touched", "place", "source")


def plays(store: Store, *, most: int = 200, offset: int = 0) -> list[KeptPlay]:
    """Kept plays, the latest first, a page at a time; a damaged one is left out."""
    columns = table_of(PlayRow).c
    wanted = (
        select(*(columns[name] for name in _LISTED))
        .where(columns.hidden.is_(False))
        .order_by(columns.touched.desc(), columns.id)
        .limit(most)
        .offset(offset)
    )
    with store.reading() as database:
        heads = [row for row in database.connection().execute(wanted).mappings() if _sound_head(row)]
        people = _people(database, [row["id"] for row in heads])
    return [
        KeptPlay(players=tuple(people[row["id"]]), **row) for row in heads if row["id"] in people and people[row["id"]]
    ]


def _sound_head(row: Any) -> bool:
    whole = all(isinstance(row[name], str) for name in _LISTED if name not in ("created", "touched"))
    return whole and all(
        isinstance(row[name], int) and 0 <= row[name] <= LAST_MOMENT for name in ("created", "touched")
    )


def _people(database: Session, ids: list[str]) -> dict[str, list[Scored]]:
    found: dict[str, list[Scored]] = {id: [] for id in ids}
    # Few plays are asked for by name, many all at once: databases bound the length of a question.
    one_by_one = [ids[first : first + TOGETHER] for first in range(0, len(ids), TOGETHER)] if len(ids) <= 4000 else [[]]
    for some in one_by_one:
        conditions = [col(PlaySeatRow.play_id).in_(some)] if some else []
        for row in plain_rows(database, PlaySeatRow, *conditions):
            if row["play_id"] in found and fits(PlaySeatRow, row):
                found[row["play_id"]].append(
                    Scored(row["name"], row["colour"], row["points"], row["rank"], bool(row["won"]), row["side"])
                )
    return found


def count_plays(store: Store) -> int:
    """How many plays a list of all would have."""
    with store.reading() as database:
        return database.exec(select(func.count()).select_from(PlayRow).where(col(PlayRow.hidden).is_(False))).one()


def open_play(store: Store, id: str) -> tuple[KeptPlay, PlayContent]:
    """One play with everything that is kept of it, but its photo; StoreError when it is gone or damaged."""
    with store.reading() as database:
        found = plain_rows(database, PlayRow, col(PlayRow.id) == id[:ID])
        people = _people(database, [id])[id]
    if not found or found[0]["hidden"]:
        raise StoreError(text("models.no_play"))
    row = found[0]
    try:
        if not fits(PlayRow, row) or not people:
            raise codec.CodecError("", text("models.odd_value"))
        outcome = read_outcome(codec.parse(row["outcome"]))
        data = None if row["data"] is None else codec.parse(row["data"])
        if any(line.seat not in range(len(people)) for line in outcome.lines):
            raise codec.CodecError("outcome", text("core.bad.unfit"))
    except ValueError as error:
        raise StoreError(text("models.damaged_play", problem=complaint(error))) from None
    kept = KeptPlay(players=tuple(people), **{name: row[name] for name in _LISTED})
    content = PlayContent(
        kept.game,
        kept.title,
        tuple(one.name for one in people),
        outcome,
        data,
        tuple(one.colour for one in people),
        tuple(one.side for one in people),
        kept.created,
        kept.touched,
        kept.place,
        source=kept.source,
    )
    return kept, content


def play_photo(store: Store, id: str) -> bytes | None:
    """The photo of a play's table."""
    with store.reading() as database:
        data: object = database.exec(select(PlayRow.photo).where(PlayRow.id == id)).first()
    return data if isinstance(data, bytes) else None


def hide_play(store: Store, id: str) -> None:
    """Take a play off the lists."""
    with store.writing() as database:
        found = database.get(PlayRow, id)
        if found is not None:
            found.hidden = True


def last_place(store: Store) -> str:
    """Where the latest play was, if that was told."""
    wanted = select(PlayRow.place).where(col(PlayRow.hidden).is_(False), PlayRow.place != "")
    with store.reading() as database:
        found: object = database.exec(wanted.order_by(col(PlayRow.touched).desc()).limit(1)).first()
    return found if isinstance(found, str) else ""


# -- score sheets ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class KeptSheet:
    """A score sheet of the owner's, by its id."""

    id: str
    sheet: Sheet


def sheets(store: Store) -> list[KeptSheet]:
    """The owner's sheets by title; a damaged one is left out."""
    with store.reading() as database:
        rows = plain_rows(database, SheetRow, col(SheetRow.hidden).is_(False))
    found = []
    for row in rows:
        try:
            sheet: Sheet = codec.decode(Sheet, codec.parse(row["data"]))
        except (ValueError, TypeError):
            continue
        if not score_sheet.problems(sheet):
            found.append(KeptSheet(str(row["id"]), sheet))
    return sorted(found, key=lambda one: (one.sheet.title.casefold(), one.id))


def keep_sheet(store: Store, sheet: Sheet, id: str = "") -> str:
    """Save a new sheet, or an edited one under its id; a SheetError says why it cannot be used, and changes nothing."""
    unfit = score_sheet.problems(sheet)
    if unfit:
        raise score_sheet.SheetError(unfit)
    data = codec.canonical(codec.encode(sheet))
    with store.writing() as database:
        row = database.get(SheetRow, id) if id else None
        if row is None:
            row = SheetRow(id=uuid.uuid4().hex, title=clean(sheet.title), data=data, at=now())
            database.add(row)
        row.title, row.data, row.at = clean(sheet.title), data, now()
        return row.id


def hide_sheet(store: Store, id: str) -> None:
    """Take a sheet off the list; its plays stay."""
    with store.writing() as database:
        found = database.get(SheetRow, id)
        if found is not None:
            found.hidden, found.at = True, now()


def take_sheets(store: Store, wanted: Iterable[Sheet]) -> int:
    """Add the sheets of a pack that are not here yet; how many were added."""
    here = {kept.sheet for kept in sheets(store)}
    fresh = [sheet for sheet in dict.fromkeys(wanted) if sheet not in here]
    with store.writing() as database:
        for sheet in fresh:
            data = codec.canonical(codec.encode(sheet))
            database.add(SheetRow(id=uuid.uuid4().hex, title=clean(sheet.title), data=data, at=now()))
    return len(fresh)
