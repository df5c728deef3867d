"""Command that checks the database and settings and repairs what can be repaired."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import Any

import typer

from tableside.cli.voice import say
from tableside.core.moves import Text, text


def join(app: typer.Typer) -> None:
    """Add these commands."""
    app.command()(doctor)


def doctor(
    repair: bool = typer.Option(False, "--repair", help="Save what can be saved; the damaged files are kept"),
    json_: bool = typer.Option(False, "--json", help="As JSON"),
) -> None:
    """Check the saved games, photos, your copies and settings; with --repair, put right what can be."""
    from models.integrity import examine
    from models.paths import data_folder, database_url
    from vision.stored_samples import damaged

    url = database_url()
    report = examine(url, damaged)
    settings = damaged_settings(data_folder())
    did: tuple[Text, ...] = ()
    if repair:
        did = (*_repaired(url, report), *((_set_aside(settings),) if settings else ()))
        settings = None
        report = examine(url, damaged)
    told = [finding.said for finding in report.findings]
    if settings is not None:
        told.append(text("cli.doctor_settings", file=str(settings)))
    if json_:
        _as_json(report, told, did)
    else:
        _in_words(report, told, did, repair)
    raise typer.Exit(1 if told else 0)


def damaged_settings(folder: Path) -> Path | None:
    """The app's settings file when it cannot be read."""
    file = folder / "app.json"
    try:
        return None if not file.exists() or isinstance(json.loads(file.read_bytes()), dict) else file
    except (OSError, ValueError, RecursionError):
        return file


def _stamp() -> str:
    return datetime.now().strftime("%Y%m%d-%H%M%S-%f")


def _repaired(url: str, report: Any) -> tuple[Text, ...]:
    from models.database import file_of
    from models.repair import repair
    from vision.stored_samples import damaged

    place = file_of(url)
    if not report.curable:
        return ()
    if place is None or any(finding.what == "schema" for finding in report.findings):
        return (text("cli.doctor_cannot"),)
    return repair(place, _stamp(), damaged)


def _set_aside(settings: Path) -> Text:
    aside = settings.with_name(f"app.damaged-{_stamp()}.json")
    settings.rename(aside)
    return text("cli.doctor_settings_aside", file=str(aside))


def _as_json(report: Any, told: list[Text], did: tuple[Text, ...]) -> None:
    counts = {name: getattr(report, name) for name in ("sessions", "entries", "photos", "records", "looks")}
    found = {"found": [say(one) for one in told], "done": [say(one) for one in did]}
    typer.echo(json.dumps({**counts, **found, "well": not told}, ensure_ascii=False))


def _in_words(report: Any, told: list[Text], did: tuple[Text, ...], repaired: bool) -> None:
    for one in did:
        typer.echo("✓ " + say(one))
    names = ("sessions", "entries", "photos", "records", "looks")
    typer.echo(say(text("cli.doctor_looked", **{name: getattr(report, name) for name in names})))
    if told and repaired:
        typer.echo(say(text("cli.doctor_remains")))
    for one in told:
        typer.echo("✗ " + say(one))
    if not told:
        typer.echo(say(text("cli.doctor_well")))
    elif not repaired:
        typer.echo(say(text("cli.doctor_may" if report.curable else "cli.doctor_cannot")))
