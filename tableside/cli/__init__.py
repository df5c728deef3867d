"""The command line: every job without a screen. Heavy parts are imported only by the commands that use them."""

from __future__ import annotations

import sys
from itertools import pairwise
from typing import Any

import typer
import typer.core

from tableside.cli import copying, doctor, games, playing, saved, scanning, sheets
from tableside.cli.voice import BadInput, choose, complain, say
from tableside.core.errors import ToldError, complaint
from tableside.core.moves import Text, text
from tableside.language import LANGUAGES

# Else brackets in the help are escaped for rich, though its markup is off.
typer.core.HAS_RICH = False
app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None, help="Tableside")
for part in (games, playing, saved, scanning, doctor):
    part.join(app)
app.add_typer(copying.app, name="copy", help="Your copy of a game: the cards and facts of your own box")
app.add_typer(sheets.app, name="sheet", help="Score sheets for any other game")


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    lang: str = typer.Option("", "--lang", help="hu or en", show_default=False),
    version: bool = typer.Option(False, "--version", help="Say which Tableside this is"),
) -> None:
    """A referee that sits beside a real board game. Without a command, the app opens."""
    choose(lang)
    if version:
        from tableside import __version__

        typer.echo(f"tableside {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        _app()


def _app() -> None:
    try:
        from tableside.app import run
    except ImportError as error:
        raise BadInput(text("cli.no_app", problem=str(error))) from None
    run()


def main() -> None:
    """Run the command line; bad input ends with status 2 and one clear line, never a traceback."""
    sys.exit(status(sys.argv[1:]))


def status(arguments: list[str]) -> int:
    """The exit status of a command line."""
    try:
        _listen(arguments)
        if any("\0" in argument for argument in arguments):
            raise BadInput(text("cli.usage", problem="NUL"))
        result = typer.main.get_command(app)(arguments, standalone_mode=False, prog_name="tableside")
        return result if isinstance(result, int) else 0
    except ToldError as error:
        complain(error.told)
        return 2
    except KeyboardInterrupt:
        complain(text("cli.interrupted"))
        return 130
    except BrokenPipeError:
        return 0
    except UnicodeEncodeError as error:
        complain(text("cli.usage", problem=ascii(error.object)[:80]))
        return 2
    except OSError as error:
        complain(text("cli.system", problem=complaint(error), file=str(error.filename or "")))
        return 2
    except Exception as error:
        if hasattr(error, "format_message"):
            complain(text("cli.usage", problem=_misused(error)))
            return 2
        if hasattr(error, "exit_code"):
            return int(error.exit_code)
        raise


def _listen(arguments: list[str]) -> None:
    """Speak the language asked for from the first word on, also of what else is wrong with the command line."""
    words = [word.removeprefix("--lang=") for word in arguments if word.startswith("--lang=")]
    words += [after for word, after in pairwise(arguments) if word == "--lang"]
    choose(next((word for word in words if word in LANGUAGES), ""))


def _misused(error: Any) -> Text:
    """What is wrong with the words of a command line."""
    name = getattr(error, "option_name", None) or getattr(getattr(error, "param", None), "name", None)
    match type(error).__name__:
        case "NoSuchOption":
            return text("cli.wrong.option", name=str(name)[:80])
        case "MissingParameter":
            return text("cli.wrong.missing", name=name or "")
        case "BadParameter" | "BadArgumentUsage" | "BadOptionUsage":
            return text("cli.wrong.value", name=name or "")
    return text("cli.wrong.words")


__all__ = ["app", "main", "say", "status"]
