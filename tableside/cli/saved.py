"""Commands for saved sessions: list, export, import, draw."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from tableside.cli.voice import (
    BadInput,
    call,
    dumped,
    find_game,
    opened,
    read_bytes,
    reading_store,
    say,
    voice,
    write_bytes,
    writing,
)
from tableside.core.moves import text

if TYPE_CHECKING:
    from models.store import OpenSession


def join(app: typer.Typer) -> None:
    """Add these commands."""
    app.command()(sessions)
    app.command("export")(export)
    app.command("import")(import_)
    app.command()(show)
    app.command("import-plays")(import_plays)


def sessions(
    game: str = typer.Option(None, "--game", help="Only this game's"),
    most: int = typer.Option(200, "--most", min=1, max=100_000, help="How many at once"),
    after: int = typer.Option(0, "--after", min=0, help="Leave out so many of the newest"),
    json_: bool = typer.Option(False, "--json", help="As JSON"),
) -> None:
    """The saved games, the last played first."""
    store = reading_store()
    slug = find_game(game).slug if game else None
    found = store.sessions(slug, most=most, offset=after)
    if json_:
        rows = [
            {
                "id": one.id,
                "game": one.game,
                "title": one.title,
                "players": [player.name for player in one.players],
                "entries": one.entries,
                "created": one.created,
                "touched": one.touched,
                "finished": one.finished,
            }
            for one in found
        ]
        typer.echo(dumped(rows))
        return
    if not found:
        typer.echo(say(text("cli.no_sessions")))
    for one in found:
        when = datetime.fromtimestamp(one.touched / 1000).strftime("%Y-%m-%d %H:%M")
        state = text("cli.finished") if one.finished else text("cli.going_on")
        names = tuple(player.name for player in one.players)
        typer.echo(
            say(text("cli.session", id=one.id, game=one.game, names=names, n=one.entries, when=when, state=state))
        )
    left = store.count(slug) - after - len(found)
    if found and left > 0:
        typer.echo(say(text("cli.more_sessions", n=left, after=after + len(found))))


def resolve_id(store: object, wanted: str) -> str:
    """A session by its id or the unmistakable beginning of one."""
    from models.store import Store

    assert isinstance(store, Store)
    found = store.beginning_with(wanted) if wanted else []
    if len(found) != 1:
        raise BadInput(text("cli.which_session" if found else "cli.no_session", id=wanted))
    return found[0]


def export(
    session: str,
    file: Path | None = typer.Argument(None, help="A .zip with everything, a .log of the moves, or a .txt for anybody"),
    photos: bool = typer.Option(False, help="With the photos of this game"),
) -> None:
    """Write a saved game to a file. The .zip and the .log are its owner's; the .txt tells nothing that is hidden."""
    from models.session_zip import write_session

    store = reading_store()
    id = resolve_id(store, session)
    target = file if file is not None else Path(f"{id}.zip")
    with writing(target) as out:
        if target.suffix == ".log":
            from tableside.core import log_text

            out.write(log_text.write(store.open_session(id).table).encode())
        elif target.suffix == ".txt":
            out.write(_story(store.open_session(id)).encode())
        else:
            write_session(store, id, out, photos=photos)
    typer.echo(say(text("cli.written", file=str(target))))


def _story(session: OpenSession) -> str:
    """The game in words, for anybody."""
    from tableside.core import transcript

    call(session.names)
    return transcript.told(session.table, session.table.game.info.title[voice().code], session.names, say)


def import_(file: Path) -> None:
    """Take over a game saved elsewhere."""
    from models.session_zip import import_session
    from models.store import Store

    with opened(file) as source:
        session, conflict = import_session(Store.open(), source)
    typer.echo(say(text("cli.imported", id=session.id)))
    if conflict is not None:
        typer.echo(say(text("cli.conflict", entry=conflict.entry, reason=conflict.illegal.reason)))


def show(
    game: str,
    session: str,
    out: Path = typer.Option(..., "--out", help="A .svg or .png"),
) -> None:
    """Draw where a saved game stands."""
    rules = find_game(game)
    if not hasattr(rules, "draw"):
        raise BadInput(text("cli.no_drawing", game=game))
    store = reading_store()
    opened = store.open_session(resolve_id(store, session))
    if opened.table.game.slug != game:
        raise BadInput(text("cli.other_game", game=opened.table.game.slug))
    drawn = rules.draw(opened.table.game.redact(opened.table.state, None))
    if out.suffix == ".svg":
        write_bytes(out, drawn.encode())
    elif out.suffix == ".png":
        from vision.svg import png

        write_bytes(out, png(drawn))
    else:
        raise BadInput(text("cli.svg_or_png", file=str(out)))
    typer.echo(say(text("cli.written", file=str(out))))


def import_plays(file: Path = typer.Argument(..., help="An export of BG Stats")) -> None:
    """Take over the plays of a BG Stats export; those taken over before are left out."""
    from models.bgstats import read_export
    from models.plays import keep_plays
    from models.store import Store
    from tableside.core.errors import Complaint

    try:
        found = read_export(read_bytes(file))
    except Complaint as error:
        raise BadInput(error.told) from None
    typer.echo(say(text("cli.plays_taken", n=keep_plays(Store.open(), found), of=len(found))))
