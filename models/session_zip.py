"""Export and import of a session as one zip; an import checks sizes, digests and types before anything is written."""

from __future__ import annotations

import hashlib
import io
import re
import zipfile
import zlib
from dataclasses import dataclass, replace
from typing import Any, BinaryIO

from sqlmodel import col, select

from models.database import StoreError
from models.photo_metadata import bare
from models.session_writer import PHOTO_MOST, entry_of, row_of, storable, takes
from models.store import OpenSession, Seated, Store, add_rows
from models.tables import EntryRow, PhotoRow, ReadingRow, SeatRow, SessionRow, now, sound, table_of
from tableside.core import codec, registry
from tableside.core.errors import complaint
from tableside.core.log import WORDS, Entry, clean
from tableside.core.moves import Text, text
from tableside.core.table import Conflict, Table

KIND = "session"
VERSION = 1
FILES_MOST = 100_000
JSON_MOST = 64 * 1024 * 1024
JSON_SPARE, JSON_UNPACKED_MOST = 1024 * 1024, 32
"""So many bytes of session any zip may hold, and so many times its own size: a log packs to a tenth of what it is."""
UNPACKED_MOST = 4
"""Photos are packed already: so many times the size of the zip they may come to beside the session itself."""
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
    """The whole session as a zip in memory; `write_session` is for those with many photos."""
    buffer = io.BytesIO()
    write_session(store, id, buffer, photos=photos)
    return buffer.getvalue()


def write_session(store: Store, id: str, out: BinaryIO, *, photos: bool = False) -> None:
    """The session as a zip: session.json, its fingerprint, and photos only when asked for, one in memory at a time."""
    with store.reading() as database:
        row = store._head(database, id)
        players = store._players(database, id)
        wanted = select(ReadingRow).where(ReadingRow.session_id == id).order_by(col(ReadingRow.number))
        readings = [one for one in database.exec(wanted) if sound(one)]
    entries = store._rows(id, ())
    # A damaged photo would make the whole file one that nobody can take in.
    pictures = {name for name, data in store.each_photo(id) if _fits(name, data)} if photos else set()
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
            if reading.photo_id in pictures and reading.number <= len(entries)
        ),
        tuple(sorted(pictures)),
    )
    body = codec.canonical(codec.encode(content)).encode()
    if len(pictures) + 2 > FILES_MOST or len(body) > JSON_MOST:
        raise StoreError(text("models.export_too_large", n=len(pictures)))
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        # What packs like a bomb goes as it is.
        bomb = len(body) > JSON_SPARE and len(body) > JSON_UNPACKED_MOST * len(zlib.compress(body))
        # A fixed date, so that the same session is the same file.
        archive.writestr(zipfile.ZipInfo("session.json"), body, zipfile.ZIP_STORED if bomb else zipfile.ZIP_DEFLATED)
        archive.writestr(zipfile.ZipInfo("session.sha256"), hashlib.sha256(body).hexdigest())
        for name, data in store.each_photo(id) if pictures else ():
            if name in pictures:
                archive.writestr(zipfile.ZipInfo(f"photos/{name}.jpg"), data)


def _fits(name: str, data: bytes) -> bool:
    return hashlib.sha256(data).hexdigest() == name


def import_session(store: Store, source: bytes | BinaryIO) -> tuple[OpenSession, Conflict | None]:
    """The session of a zip, saved; with the first step today's rules would refuse. Anything unsound changes nothing."""
    try:
        with zipfile.ZipFile(io.BytesIO(source) if isinstance(source, bytes) else source) as archive:
            return _import(store, archive)
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError):
        raise _refuse("broken") from None
    except (ValueError, KeyError) as error:
        raise _refuse(complaint(error)) from None


def _import(store: Store, archive: zipfile.ZipFile) -> tuple[OpenSession, Conflict | None]:
    content, named = _read_archive(archive)
    entries = _entries(content)
    conflict, over = _try(content, entries)
    entries = [replace(entry, evidence=named.get(entry.evidence, "")) for entry in entries]
    id = content.id
    seats = [
        SeatRow(session_id=id, seat=seat, name=clean(player.name), colour=clean(player.colour))
        for seat, player in enumerate(content.players)
    ]
    readings = [
        ReadingRow(**{**codec.encode(reading), "session_id": id, "photo_id": named[reading.photo_id]})
        for reading in content.readings
    ]
    rows = [EntryRow(session_id=id, at=raw.at, **row_of(entry)) for raw, entry in zip(content.entries, entries)]
    with store.adding(id) as database:
        add_rows(database, [_session_row(content, over)], seats)
        for kept, name in {kept: name for name, kept in named.items()}.items():
            picture = bare(_member(archive, f"photos/{name}.jpg", PHOTO_MOST))
            photo = {"session_id": id, "id": kept, "data": picture, "at": now()}
            database.connection().execute(table_of(PhotoRow).insert(), photo)
        add_rows(database, readings, rows)
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


def _read_archive(archive: zipfile.ZipFile) -> tuple[SessionFile, dict[str, str]]:
    """The session, and for each photo the name it has when it is kept bare."""
    members = archive.infolist()
    names = [member.filename for member in members]
    if len(members) > FILES_MOST or len(set(names)) != len(names):
        raise _refuse("files")
    if any(member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) for member in members):
        raise _refuse("packing")
    if sum(member.file_size for member in members) > JSON_MOST + UNPACKED_MOST * _size(archive):
        raise _refuse("large")
    for name in names:
        if name not in ("session.json", "session.sha256") and not _PHOTO.match(name):
            raise _refuse("stranger", name=name[:60])
    if "session.json" not in names or "session.sha256" not in names:
        raise _refuse("empty")
    body = _member(archive, "session.json", min(JSON_MOST, JSON_SPARE + JSON_UNPACKED_MOST * _size(archive)))
    told = _member(archive, "session.sha256", 200).decode("ascii", "replace").strip()
    if hashlib.sha256(body).hexdigest() != told:
        raise _refuse("fingerprint")
    parsed = codec.parse(body)
    codec.opened(parsed, KIND, VERSION)
    content: SessionFile = codec.decode(SessionFile, parsed)
    pictures: dict[str, str] = {}
    for name in names:
        match = _PHOTO.match(name)
        if match:
            picture = _member(archive, name, PHOTO_MOST)
            if not _fits(match.group(1), picture):
                raise _refuse("misnamed", name=name)
            pictures[match.group(1)] = hashlib.sha256(bare(picture)).hexdigest()
    if set(pictures) != set(content.photos):
        raise _refuse("photos")
    return content, pictures


def _size(archive: zipfile.ZipFile) -> int:
    """Bytes of the zip itself."""
    assert archive.fp is not None
    return archive.fp.seek(0, io.SEEK_END)


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
        row = codec.encode(raw)
        if not takes(row) or not 0 <= raw.at < 2**53:
            raise _refuse("entry", number=raw.number)
        try:
            entries.append(entry_of({**row, "text": clean(raw.text, WORDS, lines=True)}))
        except ValueError as error:
            raise _refuse("entry_why", number=raw.number, problem=complaint(error)) from None
    for moment in (content.created, content.touched):
        if not 0 <= moment < 2**53:
            raise _refuse("time")
    photos = set(content.photos)
    numbers = {entry.number for entry in entries}
    for reading in content.readings:
        fits = reading.photo_id in photos and reading.number in numbers
        if not fits or not storable(reading.readings, reading.chosen):
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
