"""Your copy of a game: the facts and cards of your own box."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import typer

from tableside.cli.voice import BadInput, find_game, read_text, say, write_bytes
from tableside.core import codec
from tableside.core.moves import text

app = typer.Typer(rich_markup_mode=None)


def owned(game: str) -> Any:
    """The owner's copy of a game."""
    from models.copy import OwnersCopy
    from models.store import Store

    return OwnersCopy(Store.open(), find_game(game))


@app.command("list")
def list_(game: str, json_: bool = typer.Option(False, "--json", help="As JSON")) -> None:
    """What is known of your copy, and what is not."""
    copy = owned(game)
    catalog = copy.game().catalog
    looks = copy.look_counts()
    tables = {
        table: {
            "known": len(catalog.table(table)),
            "unsure": sorted(id for id, record in catalog.table(table).items() if not record.sure),
        }
        for table in catalog.types
    }
    if json_:
        typer.echo(json.dumps({"game": game, "tables": tables, "photographed": looks}, ensure_ascii=False))
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
    typer.echo(json.dumps(codec.encode(record), ensure_ascii=False, indent=2))


@app.command()
def learn(game: str, table: str, id: str, record: str = typer.Argument(..., help="The record as JSON")) -> None:
    """Tell one fact of your copy."""
    try:
        data = codec.parse(record)
    except codec.CodecError as error:
        raise BadInput(text("cli.not_json", problem=str(error))) from None
    owned(game).learn(table, id, data)
    typer.echo(say(text("cli.learnt", table=table, id=id)))


@app.command()
def remove(game: str, table: str, id: str) -> None:
    """Forget a record and its photos."""
    if not owned(game).remove(table, id):
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
        raise BadInput(text("cli.not_json", problem=str(error))) from None
    typer.echo(say(text("cli.pack_taken", n=owned(game).unpack(data, file.name))))
