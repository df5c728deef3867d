"""Commands that play in the terminal: begin a game or go on with one, and a short demonstration."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

from tableside.cli.voice import BadInput, call, find_game, read_text, say
from tableside.core import codec
from tableside.core.game import Info
from tableside.core.moves import text
from tableside.core.table import RefusedError


def join(app: typer.Typer) -> None:
    """Add these commands."""
    app.command()(play)
    app.command()(demo)


def demo(out: Path = typer.Option(Path("out"), "--out", help="Folder for the screenshot and overlay")) -> None:
    """A short table session: a photo read, a move judged, one refused, the game scored, a tie settled."""
    from tableside.cli.demo import run

    run(out)


def play(
    game: str,
    seats: int = typer.Option(None, "--seats", help="How many play (a new game)"),
    name: list[str] = typer.Option([], "--name", help="A player's name, once for each seat"),
    option: list[str] = typer.Option([], "--option", help="A table option, KEY=VALUE"),
    session: str = typer.Option(None, "--session", help="Which saved game to go on with"),
    new: bool = typer.Option(False, "--new", help="Begin a new game even if one is going on"),
    position: Path | None = typer.Option(None, "--position", help="Join midway: the state declared as JSON"),
    pack: Path = typer.Option(None, "--copy", help="A pack of the owner's records to use"),
    by_hand: bool = typer.Option(False, "--by-hand", help="Do the bookkeeping yourself, step by step"),
) -> None:
    """Play a game in the terminal. It is saved at every move and goes on where it stopped."""
    from models.owned_records import OwnersCopy
    from models.store import Seated, Store
    from tableside.cli.conversation import Player
    from tableside.cli.saved import resolve_id
    from tableside.control.controller import Controller

    rules = find_game(game)
    store = Store.open()
    copy = OwnersCopy(store, rules)
    if pack is not None:
        try:
            copy.unpack(codec.parse(read_text(pack), pack.name), pack.name)
        except codec.CodecError as error:
            raise BadInput(text("cli.unusable", problem=error.told)) from None
    rules = copy.game()
    going_on = (
        [] if new or seats or name or option or position is not None else store.sessions(rules.slug, unfinished=True)
    )
    if session:
        opened = store.open_session(resolve_id(store, session), rules)
    elif going_on:
        opened = store.open_session(going_on[0].id, rules)
        typer.echo(say(text("cli.going_on_with", id=opened.id[:8])))
    else:
        count = seats or len(name) or rules.seats.start
        if count not in rules.seats:
            few, many = rules.info.seats
            raise BadInput(text("cli.seats", game=game, few=few, many=many))
        names = [*name, *(say(text("cli.player", n=n + 1)) for n in range(len(name), count))][:count]
        start = _declared(rules, position) if position is not None else None
        try:
            opened = store.begin(rules, options_of(rules.info, option), [Seated(one) for one in names], start=start)
        except RefusedError as refused:
            raise BadInput(refused.illegal.reason) from None
    call(opened.names)
    opened.table.automatic = not by_hand
    controller = Controller(opened, copy)
    if opened.table.drift is None:
        # Killed between a move and the bookkeeping that follows from it, the game goes on from there.
        controller.keep_books()
    Player(controller, copy).run()


def _declared(rules: Any, file: Path) -> Any:
    try:
        return codec.decode(rules.state_type, codec.parse(read_text(file), file.name))
    except codec.CodecError as error:
        raise BadInput(text("cli.bad_position", problem=error.told)) from None


def options_of(info: Info, given: list[str]) -> dict[str, Any]:
    """Options typed as KEY=VALUE."""
    options: dict[str, Any] = {}
    for pair in given:
        key, _, value = pair.partition("=")
        known = next((option for option in info.options if option.key == key), None)
        if known is None:
            raise BadInput(text("cli.no_option", key=key, known=tuple(option.key for option in info.options)))
        choice = [choice for choice in known.choices if str(choice).lower() == value.lower()]
        if not choice:
            raise BadInput(text("cli.no_option_value", key=key, value=value, known=known.choices))
        options[key] = choice[0]
    return options
