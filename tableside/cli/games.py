"""Commands that list games, score a typed position and replay logs."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import typer

from tableside.cli.voice import BadInput, call, dumped, find_game, read_text, reading_store, say, voice
from tableside.core import codec, registry, score_sheet
from tableside.core.errors import complaint
from tableside.core.game import Game
from tableside.core.moves import Text, text
from tableside.core.ruling import Illegal
from tableside.core.score import Ending, Outcome, as_json, totals

REASONS_MOST = 30
"""More reasons than this help nobody."""


def join(app: typer.Typer) -> None:
    """Add these commands."""
    app.command()(games)
    app.command()(score)
    app.command()(replay)


def games(as_json: bool = typer.Option(False, "--json", help="As JSON")) -> None:
    """The games Tableside knows."""
    infos = registry.infos().values()
    if as_json:
        listed = [
            {
                "slug": info.slug,
                "title": dict(info.title),
                "seats": list(info.seats),
                "rules": info.rules,
                "options": [
                    {"key": option.key, "default": option.default, "choices": list(option.choices)}
                    for option in info.options
                ],
            }
            for info in infos
        ]
        typer.echo(dumped(listed))
        return
    for info in infos:
        few, many = info.seats
        typer.echo(say(text("cli.game", slug=info.slug, title=info.title[voice().code], few=few, many=many)))


def score(
    game: str,
    file: Path = typer.Argument(None, help="The final position as JSON; - is standard input"),
    json_: bool = typer.Option(False, "--json", help="As JSON"),
    schema: bool = typer.Option(False, "--schema", help="Print the JSON Schema of a position"),
    example: bool = typer.Option(False, "--example", help="Print a valid position"),
) -> None:
    """Score a final position, without a tracked game."""
    rules = with_copy(find_game(game))
    if schema:
        from tableside.core.schema import schema as schema_of

        typer.echo(dumped(schema_of(rules.position_type, rules.slug), indent=2))
        return
    if example:
        typer.echo(dumped(codec.encode(rules.example()), indent=2))
        return
    if file is None:
        raise BadInput(text("cli.position_needed", game=game))
    try:
        position: Any = codec.decode(rules.position_type, codec.parse(read_text(file)))
    except codec.CodecError as error:
        raise BadInput(text("cli.bad_position", problem=error.told)) from None
    refuse_position(rules.audit_position(position))
    names, outcome = rules.score_position(position)
    call(names)
    if json_:
        typer.echo(dumped(as_json(rules.slug, outcome, names, say)))
    else:
        show_outcome(names, outcome)


def refuse_position(problems: Sequence[Illegal]) -> None:
    """Raise BadInput with every reason, when there is any."""
    if problems:
        told = [say(_reason(one)) for one in problems[:REASONS_MOST]]
        more = [f"… (+{len(problems) - REASONS_MOST})"] if len(problems) > REASONS_MOST else []
        raise BadInput(text("cli.impossible_position", reasons="; ".join([*told, *more])))


def _reason(problem: Illegal) -> Text:
    """The reason with its rule; a score sheet has none to cite."""
    if problem.cite == score_sheet.CITE:
        return problem.reason
    return text("cli.reason", reason=problem.reason, cite=say(problem.cite))


def with_copy(rules: Game[Any]) -> Game[Any]:
    """The game with the owner's copy, when there is a store with one."""
    if not rules.tables:
        return rules
    from models.owned_records import OwnersCopy

    return OwnersCopy(reading_store(), rules).game()


def show_outcome(names: tuple[str, ...], outcome: Outcome) -> None:
    """The score sheet, the places and every tiebreak, for people."""
    show_sheet(names, outcome.lines)
    for step in outcome.trace:
        values = tuple(f"{names[seat]}: {value}" for seat, value in step.values)
        left = tuple(names[seat] for seat in step.left)
        key = "cli.tiebreak" if len(left) < len(values) else "cli.tiebreak_level"
        typer.echo(say(text(key, place=step.place, label=step.label, values=values, left=left, cite=say(step.cite))))
    for place, group in enumerate(() if outcome.ending is Ending.ALL_LOSE else outcome.ranks):
        number = sum(len(before) for before in outcome.ranks[:place]) + 1
        typer.echo(say(text("cli.place", place=number, names=tuple(names[seat] for seat in group))))
    typer.echo(say(outcome.reason))


def show_sheet(names: tuple[str, ...], lines: Any) -> None:
    """The score by line and player."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text as Words

    sheet = Table()
    sheet.add_column("")
    for name in names:
        sheet.add_column(Words(say(name)), justify="right", overflow="fold")
    labels: dict[str, str] = {}
    points: dict[tuple[str, int], int] = {}
    for line in lines:
        labels.setdefault(line.key, say(line.label))
        points[line.key, line.seat] = points.get((line.key, line.seat), 0) + line.points
    for key, label in labels.items():
        row = (str(points.get((key, seat), "")) for seat in range(len(names)))
        sheet.add_row(Words(label), *row)
    sheet.add_section()
    sheet.add_row(say(text("cli.total")), *(str(total) for total in totals(lines, len(names))))
    Console(highlight=False).print(sheet)


def replay(
    game: str,
    files: list[Path] = typer.Argument(..., help="Logs to replay"),
    json_: bool = typer.Option(False, "--json", help="As JSON"),
) -> None:
    """Replay recorded games through the referee and report the first disagreement."""
    rules = find_game(game)
    report = _replay_records(rules, files) if hasattr(rules, "replay_files") else _replay_logs(rules, files)
    if json_:
        typer.echo(dumped(report))
    else:
        typer.echo(
            say(
                text(
                    "cli.replayed",
                    games=report["games"],
                    lines=report["lines"],
                    exact=report["exact_games"],
                    speed=round(report["lines_per_second"]),
                )
            )
        )
        for difference in report["first_differences"]:
            typer.echo(dumped(difference))
    if report["exact_games"] != report["games"]:
        raise typer.Exit(1)


def _replay_records(rules: Any, files: list[Path]) -> dict[str, Any]:
    logs = [file for file in files if file.suffix == ".log"]
    if logs:
        return _replay_logs(rules, files)
    for file in files:
        read_size(file)
    try:
        report: dict[str, Any] = rules.replay_files(files)
    except ValueError as error:
        raise BadInput(text("cli.bad_log", problem=complaint(error))) from None
    return report


def read_size(file: Path) -> None:
    """A file must be there before long work begins."""
    if not file.is_file():
        raise BadInput(text("cli.cannot_read", file=str(file), problem=text("core.system.missing")))


def _replay_logs(rules: Game[Any], files: list[Path]) -> dict[str, Any]:
    from tableside.core import log_text

    report: dict[str, Any] = {"games": 0, "lines": 0, "exact_games": 0, "first_differences": []}
    spent = 0.0
    for file in files:
        source = read_text(file)
        begun = time.perf_counter()
        try:
            replayed = log_text.replay(source, find_game, file.name)
        except log_text.LogFileError as error:
            raise BadInput(text("cli.bad_log", problem=complaint(error))) from None
        spent += time.perf_counter() - begun
        report["games"] += 1
        report["lines"] += replayed.lines
        difference = replayed.difference
        if difference is None:
            report["exact_games"] += 1
        else:
            report["first_differences"].append(
                {
                    "file": file.name,
                    "line": difference.line,
                    "move": difference.move,
                    "reason": say(difference.reason),
                    "cite": say(difference.cite),
                }
            )
    report["lines_per_second"] = round(report["lines"] / spent, 1) if spent else 0.0
    return report
