"""A session as one zip: out for keeping or sharing, in only when every byte of it is sound."""

from __future__ import annotations

import hashlib
import io
import re
import zipfile
import zlib
from dataclasses import dataclass, replace
from typing import Any

from sqlmodel import col, select

from models.database import StoreError
from models.photo_metadata import bare
from models.session_writer import PHOTO_MOST, entry_of, row_of
from models.store import OpenSession, Seated, Store, add_rows
from models.tables import EntryRow, PhotoRow, ReadingRow, SeatRow, SessionRow, clean, now, sound
from tableside.core import codec, registry
from tableside.core.errors import complaint
from tableside.core.log import Entry
from tableside.core.moves import Text, text
from tableside.core.table import Conflict, Table

KIND = "session"
VERSION = 1
FILES_MOST = 5_000
JSON_MOST = 64 * 1024 * 1024
TOTAL_MOST = 1024 * 1024 * 1024
_PHOTO = re.compile(r"photos/([0-9a-f]{64})\.jpg\Z")


@dataclass(frozen=True, slots=True)
class EntryFile:
    """An entry as the file holds it."""

    number: int
    kind: str
    move: str | None
    target: int
    kept: int
    text: str
    record: str | None
    digest: str
    auto: bool
    evidence: str
    at: int


@dataclass(frozen=True, slots=True)
class ReadingFile:
    """A reading as the file holds it."""

    number: int
    photo_id: str
    readings: str
    chosen: str


@dataclass(frozen=True, slots=True)
class SessionFile:
    """A session as the file holds it."""

    tableside: str
    version: int
    id: str
    game: str
    title: str
    made_with: str
    created: int
    touched: int
    players: tuple[Seated, ...]
    options: str
    start: str | None
    catalog: str
    entries: tuple[EntryFile, ...]
    readings: tuple[ReadingFile, ...]
    photos: tuple[str, ...]


def export_session(store: Store, id: str, *, photos: bool = False) -> bytes:
    """The whole session as a zip: session.json, its fingerprint, and the photos only when they are asked for."""
    with store.reading() as database:
        row = store._head(database, id)
        players = store._players(database, id)
        wanted = select(ReadingRow).where(ReadingRow.session_id == id).order_by(col(ReadingRow.number))
        readings = [one for one in database.exec(wanted) if sound(one)]
    entries = store._rows(id, ())
    # A damaged photo would make the whole file one that nobody can take in.
    kept = store.photos(id) if photos else {}
    pictures = {name: data for name, data in kept.items() if hashlib.sha256(data).hexdigest() == name}
    if len(pictures) + 2 > FILES_MOST or sum(map(len, pictures.values())) + JSON_MOST > TOTAL_MOST:
        raise StoreError(text("models.export_too_large", n=len(pictures)))
    content = SessionFile(
        KIND,
        VERSION,
        row.id,
        row.game,
        row.title,
        row.made_with,
        row.created,
        row.touched,
        players,
        row.options,
        row.start,
        row.catalog,
        tuple(EntryFile(**{key: entry[key] for key in EntryFile.__slots__}) for entry in entries),
        tuple(
            ReadingFile(reading.number, reading.photo_id, reading.readings, reading.chosen)
            for reading in readings
            if reading.photo_id in pictures
        ),
        tuple(sorted(pictures)),
    )
    body = codec.canonical(codec.encode(content)).encode()
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        # A fixed date, so that the same session is the same file.
        archive.writestr(zipfile.ZipInfo("session.json"), body, zipfile.ZIP_DEFLATED)
        archive.writestr(zipfile.ZipInfo("session.sha256"), hashlib.sha256(body).hexdigest())
        for name in sorted(pictures):
            archive.writestr(zipfile.ZipInfo(f"photos/{name}.jpg"), pictures[name])
    return buffer.getvalue()


def import_session(store: Store, data: bytes) -> tuple[OpenSession, Conflict | None]:
    """The session of a zip, saved; with the first step today's rules would refuse. Anything unsound changes nothing."""
    content, pictures = _read(data)
    entries = _entries(content)
    conflict, over = _try(content, entries)
    kept = {name: bare(picture) for name, picture in pictures.items()}
    named = {name: hashlib.sha256(picture).hexdigest() for name, picture in kept.items()}
    entries = [replace(entry, evidence=named.get(entry.evidence, entry.evidence)) for entry in entries]
    id = content.id
    seats = [
        SeatRow(session_id=id, seat=seat, name=clean(player.name), colour=clean(player.colour))
        for seat, player in enumerate(content.players)
    ]
    photos = [
        PhotoRow(session_id=id, id=name, data=picture, at=now())
        for name, picture in {named[name]: picture for name, picture in kept.items()}.items()
    ]
    readings = [
        ReadingRow(**{**codec.encode(reading), "session_id": id, "photo_id": named[reading.photo_id]})
        for reading in content.readings
    ]
    rows = [EntryRow(session_id=id, at=raw.at, **row_of(entry)) for raw, entry in zip(content.entries, entries)]
    with store.adding(id) as database:
        add_rows(database, [_session_row(content, over)], seats, photos, readings, rows)
    return store.open_session(id), conflict


def _session_row(content: SessionFile, over: bool) -> SessionRow:
    return SessionRow(
        id=content.id,
        game=content.game,
        seats=len(content.players),
        options=content.options,
        start=content.start,
        catalog=content.catalog,
        title=clean(content.title),
        made_with=clean(content.made_with),
        created=content.created,
        touched=content.touched,
        finished=over,
    )


def _refuse(why: str | Text, **args: Any) -> StoreError:
    """The zip is refused; the reason by its name, or what else was found wrong."""
    told = text(f"models.zip.{why}", **args) if isinstance(why, str) else why
    return StoreError(text("models.bad_zip", problem=told))


def _read(data: bytes) -> tuple[SessionFile, dict[str, bytes]]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _read_archive(archive)
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError):
        raise _refuse("broken") from None
    except (ValueError, KeyError) as error:
        raise _refuse(complaint(error)) from None


def _read_archive(archive: zipfile.ZipFile) -> tuple[SessionFile, dict[str, bytes]]:
    members = archive.infolist()
    names = [member.filename for member in members]
    if len(members) > FILES_MOST or len(set(names)) != len(names):
        raise _refuse("files")
    if any(member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) for member in members):
        raise _refuse("packing")
    if sum(member.file_size for member in members) > TOTAL_MOST:
        raise _refuse("large")
    for name in names:
        if name not in ("session.json", "session.sha256") and not _PHOTO.match(name):
            raise _refuse("stranger", name=name[:60])
    if "session.json" not in names or "session.sha256" not in names:
        raise _refuse("empty")
    body = _member(archive, "session.json", JSON_MOST)
    told = _member(archive, "session.sha256", 200).decode("ascii", "replace").strip()
    if hashlib.sha256(body).hexdigest() != told:
        raise _refuse("fingerprint")
    parsed = codec.parse(body)
    codec.opened(parsed, KIND, VERSION)
    content: SessionFile = codec.decode(SessionFile, parsed)
    pictures = {}
    for name in names:
        match = _PHOTO.match(name)
        if match:
            picture = _member(archive, name, PHOTO_MOST)
            if hashlib.sha256(picture).hexdigest() != match.group(1):
                raise _refuse("misnamed", name=name)
            pictures[match.group(1)] = picture
    if set(pictures) != set(content.photos):
        raise _refuse("photos")
    return content, pictures


def _member(archive: zipfile.ZipFile, name: str, most: int) -> bytes:
    """A file of the zip; never more than its bound, whatever it claims."""
    with archive.open(name) as stream:
        data = stream.read(most + 1)
    if len(data) > most:
        raise _refuse("large_file", name=name)
    return data


def _entries(content: SessionFile) -> list[Entry]:
    if not re.fullmatch(r"[0-9a-f]{32}", content.id):
        raise _refuse("id")
    entries = []
    for raw in content.entries:
        for value in (raw.digest, raw.evidence):
            if not re.fullmatch(r"[0-9a-f]{0,64}", value):
                raise _refuse("entry", number=raw.number)
        for number in (raw.at, raw.target, raw.kept):
            if not 0 <= number < 2**53:
                raise _refuse("entry", number=raw.number)
        if "\0" in (raw.text + (raw.move or "") + (raw.record or "")):
            raise _refuse("entry", number=raw.number)
        try:
            entries.append(entry_of(codec.encode(raw)))
        except ValueError as error:
            raise _refuse("entry_why", number=raw.number, problem=complaint(error)) from None
    for moment in (content.created, content.touched):
        if not 0 <= moment < 2**53:
            raise _refuse("time")
    photos = set(content.photos)
    numbers = {entry.number for entry in entries}
    for reading in content.readings:
        if reading.photo_id not in photos or reading.number not in numbers or "\0" in reading.readings + reading.chosen:
            raise _refuse("reading", number=reading.number)
    if len({reading.number for reading in content.readings}) != len(content.readings):
        raise _refuse("reading_twice")
    return entries


def _try(content: SessionFile, entries: list[Entry]) -> tuple[Conflict | None, bool]:
    """Open it in memory first: a log that contradicts itself is refused; what newer rules judge otherwise is told.

    Also whether the game is over.
    """
    try:
        game = registry.find(content.game)
        game = game.with_catalog(game.catalog.learn_all(codec.parse(content.catalog), "session"))
        start = None if content.start is None else codec.decode(game.state_type, codec.parse(content.start))
        options = codec.parse(content.options)
        if not isinstance(options, dict):
            raise _refuse("options")
        table = Table(game, options, len(content.players), start=start, entries=entries, automatic=False)
        return table.drift or table.verify(), not table.to_act()
    except StoreError:
        raise
    except Exception as error:
        raise _refuse(complaint(error)) from None
