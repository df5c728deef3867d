"""Players to be killed: the command line, the app offscreen, and a table with photos; each tells what it is about to
save and what has been saved, one JSON object a line, so that whoever kills it knows what must be there afterwards."""

from __future__ import annotations

import json
import os
import random
import socket
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from models.session_writer import Evidence, row_of
from models.store import Seated, Store
from tableside.app import routes
from tableside.core import registry
from tableside.core.log import Entry
from tableside.core.table import Table

ROOT = Path(__file__).parents[1]
GAMES = ("urcsempeszek", "onward_to_venus", "beyond_the_sun", "gaia_project", "kaosz_galaktika")
PHOTO = 200_000
"""Bytes of a photo: enough for a kill to fall into the middle of writing it."""


def pack_of(slug: str) -> Path | None:
    """An invented copy of a game's cards, where the game needs one."""
    for file in (ROOT / "tests/games" / slug / "sample_copy.json", ROOT / "tableside/samples" / f"{slug}.json"):
        if file.is_file():
            return file
    return None


def announce(out: int) -> None:
    """From now on a session, and all entries of a confirm, are announced before they are saved and told after."""
    write, begin = Table._write, Store.begin

    def tell(what: str, **more: Any) -> None:
        os.write(out, (json.dumps({"what": what, **more}) + "\n").encode())

    def written(self: Table, entries: Sequence[Entry], state: Any) -> None:
        session, rows = getattr(self.journal, "id", ""), [row_of(entry) for entry in entries]
        tell("try", session=session, entries=rows)
        write(self, entries, state)
        tell("done", session=session, entries=rows)

    def begun(self: Store, *arguments: Any, **named: Any) -> Any:
        tell("beginning")
        session = begin(self, *arguments, **named)
        tell("begun", session=session.id)
        return session

    Table._write = written  # type: ignore[method-assign]
    Store.begin = begun  # type: ignore[method-assign]
    tell("ready")


def play_typed(slug: str, session: str, seed: int) -> None:
    """`tableside play`, reading what is typed from standard input."""
    from tableside.cli import status

    chance = random.Random(seed)
    arguments = ["--lang", chance.choice(("hu", "en")), "play", slug]
    if session:
        arguments += ["--session", session]
    else:
        least, most = registry.infos()[slug].seats
        arguments += ["--new", "--seats", str(chance.randint(least, most))]
    pack = pack_of(slug)
    if pack is not None and chance.random() < 0.1:
        arguments += ["--copy", str(pack)]
    sys.exit(status(arguments))


def play_photos(slug: str, session: str, seed: int) -> None:
    """Every move with a photo and its reading, as the camera confirms them."""
    chance = random.Random(seed)
    store = Store.open()
    if session:
        opened = store.open_session(session)
    else:
        from models.owned_records import OwnersCopy

        game = OwnersCopy(store, registry.find(slug)).game()
        opened = store.begin(game, {}, [Seated(str(seat)) for seat in range(game.seats.start)])
    table = opened.table
    while True:
        acting = sorted(table.to_act(), key=lambda seat: -1 if seat is None else seat)
        if not acting or (table.log.past and chance.random() < 0.1):
            table.undo()
            continue
        made = table.game.sample(table.state, chance.choice(acting), chance.randrange)
        name = opened.attach(Evidence(chance.randbytes(PHOTO), "{}", "?"))
        table.confirm(made, evidence=name)


def _opened() -> Any:
    """The app in an offscreen window, drawn frame by frame."""
    os.environ.update(KIVY_NO_CONSOLELOG="1", KIVY_METRICS_DENSITY="1")
    from tableside.app.launch import prepare

    prepare()
    from kivy.base import EventLoop, runTouchApp
    from kivy.config import Config

    Config.set("graphics", "maxfps", "0")
    from kivy.core.window import Window

    from tableside.app.app import TablesideApp

    app = TablesideApp()
    app.root = app.build()
    Window.add_widget(app.root)
    EventLoop.ensure_window()
    runTouchApp(None, embedded=True)
    return app


def _tap(page: Any, chance: random.Random) -> bool:
    """What a player would press next; whether the game goes on."""
    play = page.play
    if play.over:
        return False
    if play.ready:
        page.confirm()
    elif play.seat is None:
        page.draw()
    else:
        possible = [(choice, offer) for choice in play.choices for offer in choice.offers if offer.why_not is None]
        if possible:
            choice, offer = chance.choice(possible)
            page.choose(choice.slot, offer.value, offer.label)
        else:
            play.restart(auto=False)
    return True


def play_touched(slug: str, session: str, seed: int, out: int) -> None:
    """The app offscreen, touched at random; tells at which table it opened by itself."""
    from kivy.base import EventLoop

    app = _opened()
    name, given = routes.encode(app.routes[-1])
    os.write(out, (json.dumps({"what": "restored", "page": name, **given}) + "\n").encode())
    chance = random.Random(seed)
    if not session:
        game = app.game(slug)
        session = app.store.begin(game, {}, [Seated("Anna", "amber"), Seated("Béla", "blue")]).id
    if app.routes[-1] != routes.Table(session):
        app.begin_at(routes.Table(session))
    while True:
        EventLoop.idle()
        if type(app.page).__name__ != "TablePage":
            app.begin_at(routes.Table(session))
            app.page.undo()
        elif (app.page.play.can_undo and chance.random() < 0.05) or not _tap(app.page, chance):
            app.page.undo()


def play(driver: str, slug: str, session: str, seed: int, out: int) -> None:
    """Play on until killed."""
    announce(out)
    if driver == "app":
        play_touched(slug, session, seed, out)
    elif driver == "photos":
        play_photos(slug, session, seed)
    else:
        play_typed(slug, session, seed)


def launch(line: socket.socket) -> None:
    """Start a player for each request, tell its id and, when it is dead, how it ended.

    Loading the program takes ten times as long as what a kill is about, so it is loaded once and then forked: before
    the database is opened, and without a thread whose locks would stay shut.
    """
    import tableside.cli  # noqa: F401

    for slug in GAMES:
        registry.find(slug)
    while True:
        asked, fds, _, _ = socket.recv_fds(line, 4096, 2)
        if not asked:
            return
        player = os.fork()
        if player == 0:
            line.close()
            os.dup2(fds[0], 0)
            driver, slug, session, seed = json.loads(asked)
            try:
                play(driver, slug, session, seed, fds[1])
            finally:
                # Ended by itself, which whoever kills it finds out by its status.
                os._exit(3)
        for fd in fds:
            os.close(fd)
        line.sendall(f"{player}\n".encode())
        line.sendall(f"{os.waitpid(player, 0)[1]}\n".encode())


if __name__ == "__main__":
    if sys.argv[1] == "launch":
        launch(socket.socket(fileno=int(sys.argv[2])))
    else:
        play(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]), int(sys.argv[5]))
