"""Commands for the owner's records and card photos: list, show, learn, remove, export, import, enrol."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from tableside.cli.voice import BadInput, dumped, find_game, read_bytes, read_text, reading_store, say, write_bytes
from tableside.core import codec
from tableside.core.moves import text

if TYPE_CHECKING:
    from models.owned_records import OwnersCopy

app = typer.Typer(rich_markup_mode=None)


def owned(game: str, write: bool = False) -> OwnersCopy:
    """The owner's copy of a game; only with `write` is a database made where there is none."""
    from models.owned_records import OwnersCopy
    from models.store import Store

    return OwnersCopy(Store.open() if write else reading_store(), find_game(game))


@app.command("list")
def list_(game: str, json_: bool = typer.Option(False, "--json", help="As JSON")) -> None:
    """What is known of your copy, and what is not."""
    copy = owned(game)
    catalog = copy.game().catalog
    looks = copy.look_counts()
    tables: dict[str, dict[str, Any]] = {
        table: {
            "known": len(catalog.table(table)),
            "unsure": sorted(id for id, record in catalog.table(table).items() if not record.sure),
        }
        for table in catalog.types
    }
    if json_:
        typer.echo(dumped({"game": game, "tables": tables, "photographed": looks}))
        return
    for table, row in tables.items():
        typer.echo(say(text("cli.copy_table", table=table, n=row["known"], unsure=len(row["unsure"]))))
    typer.echo(say(text("cli.copy_looks", cards=len(looks), n=sum(looks.values()))))


@app.command()
def show(game: str, table: str, id: str) -> None:
    """One record."""
    catalog = owned(game).game().catalog
    record = catalog.find(table, id) if table in catalog.types else None
    if record is None:
        raise BadInput(text("cli.no_record", table=table, id=id))
    typer.echo(dumped(codec.encode(record), indent=2))


@app.command()
def learn(game: str, table: str, id: str, record: str = typer.Argument(..., help="The record as JSON")) -> None:
    """Tell one fact of your copy."""
    try:
        data = codec.parse(record)
    except codec.CodecError as error:
        raise BadInput(text("cli.unusable", problem=error.told)) from None
    owned(game, write=True).learn(table, id, data)
    typer.echo(say(text("cli.learnt", table=table, id=id)))


@app.command()
def remove(game: str, table: str, id: str) -> None:
    """Forget a record and its photos."""
    if not owned(game, write=True).remove(table, id):
        raise BadInput(text("cli.no_record", table=table, id=id))
    typer.echo(say(text("cli.removed", table=table, id=id)))


@app.command("export")
def export(game: str, file: Path) -> None:
    """Write your records to a pack others can import."""
    write_bytes(file, (json.dumps(owned(game).pack(), ensure_ascii=False, indent=1) + "\n").encode())
    typer.echo(say(text("cli.written", file=str(file))))


@app.command("import")
def import_(game: str, file: Path) -> None:
    """Take over a pack of records."""
    try:
        data = codec.parse(read_text(file), file.name)
    except codec.CodecError as error:
        raise BadInput(text("cli.unusable", problem=error.told)) from None
    typer.echo(say(text("cli.pack_taken", n=owned(game, write=True).unpack(data, file.name))))


@app.command()
def enrol(
    game: str,
    photos: list[Path] = typer.Argument(..., help="Photos of one card, or of several laid apart"),
    name: list[str] = typer.Option([], "--name", help="The cards' ids, in the order they lie; else numbers"),
    back: bool = typer.Option(False, "--back", help="These are backs"),
    die: bool = typer.Option(
        False,
        "--die",
        help="Each photo shows one die, or one photo all of them in reading order; the names are the faces' values",
    ),
    of: int = typer.Option(None, "--of", help="How many cards the deck has, to show how far you are"),
) -> None:
    """Teach the cards of your box, or the faces of a special die, by photographing each once."""
    copy = owned(game, write=True)
    names = iter(name)
    if die and len(name) != len(photos) and (len(photos) != 1 or not name):
        raise BadInput(text("cli.name_each_face"))
    for photo in photos:
        image = load_photo(photo)
        if die:
            _enrol_faces(copy, image, photo, name if len(photos) == 1 else [next(names)])
        else:
            _enrol_cards(copy, image, photo, names, "down" if back else "up")
    known = len(copy.look_counts("face" if die else "card"))
    typer.echo(say(text("cli.enrolled_of", n=known, of=of) if of else text("cli.enrolled", n=known)))


def load_photo(photo: Path) -> Any:
    """A photo's pixels, or bad input."""
    from vision.photo import BadPhoto, load

    try:
        return load(read_bytes(photo))
    except BadPhoto as error:
        raise BadInput(text("cli.bad_photo", file=str(photo), problem=error.told)) from None


def known_cards(copy: Any) -> Any:
    """The gallery of the cards taught so far."""
    from vision.cards import DamagedCopy
    from vision.stored_samples import gallery

    try:
        return gallery((look.card, look.descriptor) for look in copy.looks())
    except DamagedCopy as error:
        raise BadInput(error.told) from None


def known_faces(copy: Any) -> Any:
    """The faces taught so far, or None."""
    from vision.cards import DamagedCopy
    from vision.stored_samples import faces

    try:
        return faces((look.card, look.descriptor) for look in copy.looks("face"))
    except DamagedCopy as error:
        raise BadInput(error.told) from None


def _enrol_cards(copy: Any, image: Any, photo: Path, names: Iterator[str], face: str) -> None:
    from vision import cards

    gallery = known_cards(copy)
    found = cards.enrol(image, face)
    if not found:
        raise BadInput(text("cli.no_card_found", file=str(photo)))
    for one in found:
        id = next(names, None) or _free_name(gallery)
        typer.echo(say(text("cli.enrolled_card", id=id, file=photo.name)))
        for advice in one.advice:
            typer.echo("  ⚠ " + say(advice.text))
        for twin in gallery.look_alikes(one.sample, but=id):
            typer.echo("  ⚠ " + say(twin.text))
        copy.add_look(id, one.sample.thumbnail(), one.sample.to_bytes())
        gallery = gallery.add(id, one.sample)


def _free_name(gallery: Any) -> str:
    taken = set(gallery.ids)
    return next(name for name in (f"card-{number:03d}" for number in range(1, 100_000)) if name not in taken)


def _enrol_faces(copy: Any, image: Any, photo: Path, values: list[str]) -> None:
    from vision.dice.custom_faces import Faces, enrol_together
    from vision.photo import BadPhoto
    from vision.stored_samples import face_bytes

    try:
        faces = enrol_together(values, image) if len(values) > 1 else Faces().learned(values[0], image)
    except BadPhoto as error:
        raise BadInput(text("cli.bad_photo", file=str(photo), problem=error.told)) from None
    for sample in faces.samples:
        value = str(sample.value)
        copy.add_look(value, b"", face_bytes(sample), kind="face")
        typer.echo(say(text("cli.enrolled_face", value=value, file=photo.name)))
