"""A session in a place that is about to fail, and the log as others read it."""

from pathlib import Path
from typing import Any

from models.database import StoreError
from models.store import OpenSession, Seated, Store
from tableside.core import registry
from tableside.language import language

TWO = (Seated("Anna", "red"), Seated("Béla", "blue"))


def url(folder: Path) -> str:
    return f"sqlite:///{folder / 'games.db'}"


def begun(folder: Path, patient: bool = False) -> OpenSession:
    folder.mkdir(exist_ok=True)
    session = Store.open(url(folder), wait=0.1).begin(registry.find("kavicsok"), {}, TWO)
    session.table.automatic = False
    if patient:
        session.table.journal.patient = True
    return session


def step(session: OpenSession, evidence: str = "") -> None:
    """The next move, whoever's it is; a game that is over goes one step back first."""
    table = session.table
    if not table.to_act():
        table.undo()
    (seat, *_) = table.to_act()
    table.confirm(table.game.sample(table.state, seat, lambda n: 0), evidence=evidence)


def saved(session: OpenSession) -> list[Any]:
    """The log as another program reads it."""
    store = Store.open(str(session.store.engine.url))
    try:
        return store.open_session(session.id).table.log.entries
    finally:
        store.close()


def told(error: StoreError) -> str:
    """What both languages say; nothing may be left untranslated."""
    said = " ".join(language(code).say(error.told) for code in ("hu", "en"))
    assert "⟦" not in said and "{" not in said
    return said
