"""A data folder like a real one, to be damaged: games of three kinds with photos, copies with looks, a backup, a
log that is not written back yet, exports, a pack, a game log and the app's settings. The same every time."""

from __future__ import annotations

import json
import random
import shutil
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.players import pack_of
from models.backup import backup
from models.owned_records import OwnersCopy
from models.session_writer import Evidence
from models.session_zip import export_session
from models.store import Seated, Store
from tableside.core import log_text, registry
from tableside.core.moves import Move

GAMES = ("urcsempeszek", "onward_to_venus", "gaia_project")
NAMES = ("Anna", "Béla", "Cili", "Dénes")
ENTRIES, LATER = 14, 6
ENTRY = ("number", "kind", "move", "target", "kept", "record", "digest", "auto")
"""What an entry is; its words and its time are not guarded by a fingerprint, and a damaged photo is not named."""


def build(folder: Path, seed: int = 1) -> dict[str, list[tuple[Any, ...]]]:
    """Fill a folder; gives every session's entries."""
    folder.mkdir(parents=True)
    place = folder / "tableside.db"
    store = Store.open(f"sqlite:///{place}")
    ids = {slug: _session(store, slug, seed) for slug in GAMES}
    for id in ids.values():
        _play(store, id, ENTRIES, seed)
    store.close()
    backup(place, "before-0002")
    store = Store.open(f"sqlite:///{place}")
    for id in ids.values():
        _play(store, id, LATER, seed + 1)
    for slug, id in ids.items():
        (folder / f"{slug}.zip").write_bytes(export_session(store, id, photos=True))
        (folder / f"{slug}.log").write_text(log_text.write(store.open_session(id).table), encoding="utf-8")
    pack = OwnersCopy(store, registry.find("onward_to_venus")).pack()
    (folder / "pack.json").write_text(json.dumps(pack, ensure_ascii=False), encoding="utf-8")
    settings = {"settings": {"language": "hu", "dark": True, "text_scale": 1.2}, "drafts": {"new": {"names": NAMES}}}
    settings["routes"] = [["home", {}], ["table", {"session": ids["gaia_project"]}]]
    (folder / "app.json").write_text(json.dumps(settings, ensure_ascii=False), encoding="utf-8")
    rows = {id: entries(store, id) for id in ids.values()}
    # Copied while it is open: as after a kill, the newest moves are in the log only.
    hot = folder / "hot"
    hot.mkdir()
    for ending in ("", "-wal", "-shm"):
        shutil.copyfile(f"{place}{ending}", hot / f"tableside.db{ending}")
    store.close()
    return rows


def entries(store: Store, id: str) -> list[tuple[Any, ...]]:
    """A session's entries without their words and times."""
    return [tuple(row[name] for name in ENTRY) for row in store._rows(id, ())]


def _session(store: Store, slug: str, seed: int) -> str:
    copy = OwnersCopy(store, registry.find(slug))
    pack = pack_of(slug)
    if pack is not None:
        copy.unpack(json.loads(pack.read_text(encoding="utf-8")), pack.name)
    from vision.cards.sample import sample_of

    noise = np.random.default_rng(seed)
    for number in range(2):
        sample = sample_of(noise.integers(0, 255, (208, 144, 3), np.uint8), "rect")
        copy.add_look(f"card-{number}", sample.thumbnail()[:3000], sample.to_bytes())
    game = copy.game()
    players = [Seated(name, "amber") for name in NAMES[: game.seats.start]]
    id = f"{GAMES.index(slug):02d}{seed:02d}" + "ab" * 14
    return store.begin(game, {}, players, title=f"Kedd este, {slug}", id=id).id


def _play(store: Store, id: str, entries: int, seed: int) -> None:
    chance = random.Random(seed)
    opened = store.open_session(id)
    table = opened.table
    end = len(table.log.entries) + entries
    while len(table.log.entries) < end:
        acting = sorted(table.to_act(), key=lambda seat: -1 if seat is None else seat)
        dice = chance.random()
        if not acting or (dice < 0.08 and table.log.past):
            table.undo()
        elif dice < 0.12:
            table.note("Béla kávét főzött")
        else:
            made: Move = table.game.sample(table.state, chance.choice(acting), chance.randrange)
            name = opened.attach(Evidence(chance.randbytes(6000), "{}")) if dice > 0.9 else ""
            table.confirm(made, evidence=name)
