"""The command line: every job without a screen. Heavy parts are imported only by the commands that use them."""

from __future__ import annotations

import sys

import typer

from tableside.cli import copying, doctor, games, playing, saved, scanning
from tableside.cli.voice import BadInput, choose, complain, say
from tableside.core.moves import text

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None, help="Tableside")
for part in (games, playing, saved, scanning, doctor):
    part.join(app)
app.add_typer(copying.app, name="copy", help="Your copy of a game: the cards and facts of your own box")


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
        if any("\0" in argument for argument in arguments):
            raise BadInput(text("cli.usage", problem="NUL"))
        result = typer.main.get_command(app)(arguments, standalone_mode=False, prog_name="tableside")
        return result if isinstance(result, int) else 0
    except BadInput as error:
        complain(error.reason)
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
        complain(text("cli.system", problem=f"{error.strerror or error}: {error.filename or ''}".rstrip(": ")))
        return 2
    except Exception as error:
        if hasattr(error, "format_message"):
            complain(text("cli.usage", problem=" ".join(error.format_message().split())))
            return 2
        if hasattr(error, "reason") and hasattr(error.reason, "key"):
            complain(error.reason)
            return 2
        if hasattr(error, "exit_code"):
            return int(error.exit_code)
        raise


__all__ = ["app", "main", "say", "status"]
