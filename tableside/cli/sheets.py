"""Commands for score sheets: print a ready-made one, check a pack, score a filled-in sheet."""

from __future__ import annotations

from pathlib import Path

import typer

from tableside.cli.games import refuse_position, show_outcome
from tableside.cli.voice import BadInput, call, dumped, read_text, say
from tableside.core import codec, score_sheet
from tableside.core.moves import text
from tableside.core.score import as_json

app = typer.Typer(rich_markup_mode=None)


@app.command()
def new(family: str = typer.Argument(..., help="rounds, limit, categories, win_lose or coop")) -> None:
    """Print a ready-made score sheet as a pack, to be edited."""
    if family not in score_sheet.FAMILIES:
        raise BadInput(text("cli.no_family", family=family, known=score_sheet.FAMILIES))
    typer.echo(dumped(score_sheet.pack([score_sheet.ready(family, say)]), indent=1))


@app.command()
def check(file: Path = typer.Argument(..., help="A pack of score sheets; - is standard input")) -> None:
    """Say what is wrong with a pack of score sheets, or what is in it."""
    try:
        sheets = score_sheet.unpack(codec.parse(read_text(file)))
    except codec.CodecError as error:
        raise BadInput(text("cli.unusable", problem=error.told)) from None
    except score_sheet.SheetError as error:
        raise BadInput(error.told) from None
    for sheet in sheets:
        rows = tuple(category.name for category in sheet.categories)
        typer.echo(say(text("cli.sheet", title=sheet.title, rows=rows)))


@app.command()
def score(
    file: Path = typer.Argument(..., help="A filled-in sheet: sheet, players, cells; - is standard input"),
    json_: bool = typer.Option(False, "--json", help="As JSON"),
) -> None:
    """Score a filled-in sheet."""
    try:
        marks = score_sheet.read(score_sheet.Marks, codec.parse(read_text(file)))
    except codec.CodecError as error:
        raise BadInput(text("cli.unusable", problem=error.told)) from None
    except score_sheet.SheetError as error:
        raise BadInput(error.told) from None
    refuse_position(score_sheet.audit(marks))
    names, outcome = score_sheet.score(marks)
    call(names)
    if json_:
        typer.echo(dumped(as_json(marks.sheet.title, outcome, names, say)))
        return
    show_outcome(names, outcome)
    for caution in score_sheet.cautions(marks):
        typer.echo(say(caution))
