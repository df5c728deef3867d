"""A short table session in the terminal: read, judge, refuse, score, settle a tie, and show the app."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import typer

from tableside import samples
from tableside.cli.games import show_outcome
from tableside.cli.voice import call, find_game, say, voice
from tableside.core import codec
from tableside.core.moves import Move, move, text
from tableside.core.ruling import Illegal

GAME = "urcsempeszek"
NAMES = ("Anna", "Béla", "Csaba")
CARDS = ("s01", "s02", "s03")
BID = move(
    None,
    "bid",
    dice=(("s01", "orange", 3), ("s01", "black", 3), ("s02", "white", 2), ("s03", "black", 1), ("s03", "orange", 4)),
    tokens=((1,), (2,), (-1,)),
)


def run(out: Path) -> None:
    """The whole demo; pictures go to the folder."""
    out.mkdir(parents=True, exist_ok=True)
    picture = out / "app.png"
    with _drawn(picture) as drawing:  # beside all the rest: it takes as long
        _read(out)
        _play()
        _score()
        _show(picture, drawing)


def _title(key: str) -> None:
    typer.echo("\n" + say(text(f"cli.demo.{key}")))


def _read(out: Path) -> None:
    """A photo is read."""
    from tableside.cli.scanning import show
    from vision import dice
    from vision.images import as_png
    from vision.overlay import draw
    from vision.photo import load

    _title("read")
    image = load(samples.photo(samples.ROLL))
    readings = dice.read(image)
    show(Path(samples.ROLL), readings)
    place = out / "roll.png"
    place.write_bytes(as_png(draw(image, readings)))
    typer.echo(say(text("cli.written", file=str(place))))


def _play() -> None:
    """A round is judged, one move is refused with its reason, and the saved game opens again."""
    from models.store import Seated, Store

    _title("play")
    rules = find_game(GAME)
    rules = rules.with_catalog(rules.catalog.learn_all(samples.pack(GAME)))
    with tempfile.TemporaryDirectory() as folder:
        store = Store.open(f"sqlite:///{folder}/demo.db")
        session = store.begin(rules, {}, [Seated(name) for name in NAMES])
        call(session.names)
        for seat, colour in enumerate(("orange", "black", "white")):
            _do(session, move(seat, "colour", colour=colour))
        _do(session, move(None, "host", player=0))
        _do(session, move(None, "deal", cards=CARDS))
        _title("refuse")
        _do(session, BID.given(tokens=((1,), (1,), (-1,))))
        _title("judge")
        _do(session, BID)
        for seat in sorted(seat for seat in session.table.to_act() if seat is not None):
            cheapest = next(iter(session.table.game.moves(session.table.state, seat)))
            _do(session, cheapest)
        session.table.undo()
        again = store.open_session(session.id)
        typer.echo(say(text("cli.demo.kept", n=len(again.table.log.entries))))
        store.close()


def _do(session: Any, made: Move) -> None:
    table = session.table
    ruling = table.propose(made)
    if isinstance(ruling, Illegal):
        typer.echo("✗ " + say(ruling.reason) + f" ({say(ruling.cite)})")
        for near in ruling.nearest[:1]:
            typer.echo("  → " + say(table.say_move(table.state, near)))
        return
    number = len(table.log.entries)
    typer.echo("▸ " + say(table.say_move(table.state, made)))
    table.confirm(made)
    for entry in table.log.entries[number:]:
        for said, cite in table.explain(entry.number).events:
            typer.echo(f"  · {say(said)} ({say(cite)})")


def _score() -> None:
    """A final position is scored and its tie settled."""
    _title("score")
    rules = find_game(GAME)
    position: Any = codec.decode(rules.position_type, codec.encode(rules.example()))
    names, outcome = rules.score_position(position)
    call(names)
    show_outcome(names, outcome)


def _drawn(picture: Path) -> subprocess.Popen[str]:
    """The app, rendered offscreen by a process of its own."""
    environment = {**os.environ, "SDL_VIDEODRIVER": "offscreen", "KIVY_NO_ARGS": "1", "KIVY_NO_CONSOLELOG": "1"}
    command = [sys.executable, "-m", "tableside.app.screenshots", str(picture), voice().code]
    quiet = subprocess.DEVNULL
    return subprocess.Popen(command, env=environment, stdin=quiet, stdout=quiet, stderr=subprocess.PIPE, text=True)  # noqa: S603


def _show(picture: Path, drawing: subprocess.Popen[str]) -> None:
    """Where the app can be seen, or why not."""
    _title("show")
    _, told = drawing.communicate(timeout=120)
    if drawing.returncode == 0 and picture.exists():
        typer.echo(say(text("cli.written", file=str(picture))))
    else:
        problem = (told.strip().splitlines() or ["?"])[-1]
        typer.echo(say(text("cli.demo.no_picture", problem=problem)))
