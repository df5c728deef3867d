"""Plays seeded games with the kernel alone; the same seed gives the same fingerprints on every Python."""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

from tableside.core import codec, notation, registry
from tableside.core.ruling import Legal

STEPS = 60
COPIES = Path(__file__).parents[1] / "games"
SAMPLES = Path(__file__).parents[2] / "tableside" / "samples"


def fingerprints(slug: str, seats: int, seed: int) -> list[str]:
    """The fingerprint of every tenth state of a random game."""
    chooser = random.Random(seed)
    game = registry.find(slug)
    copy = next(
        (file for file in (COPIES / slug / "sample_copy.json", SAMPLES / f"{slug}.json") if file.exists()), None
    )
    if copy is not None:
        game = game.with_catalog(game.catalog.learn_all(codec.parse(copy.read_bytes())["tables"]))
    state = game.setup(game.info.settle({}), seats)
    found = []
    for number in range(STEPS):
        routine = game.routine(state)
        acting = sorted(game.to_act(state), key=lambda seat: -1 if seat is None else seat)
        if routine is None and not acting:
            break
        move = routine or game.sample(state, acting[chooser.randrange(len(acting))], chooser.randrange)
        if move is None:
            break
        assert notation.read(notation.write(move)) == move
        ruling = game.judge(state, move)
        assert isinstance(ruling, Legal), (slug, notation.write(move), ruling)
        for event in ruling.events:
            state = game.apply(state, event)
        if number % 10 == 9:
            found.append(codec.digest(state))
    assert codec.decode(game.state_type, codec.encode(state)) == state
    return [*found, codec.digest(state), str(len(game.score(state)))]


def every_game() -> dict[str, list[str]]:
    """Fingerprints of every game with its fewest players."""
    return {slug: fingerprints(slug, info.seats[0], 314) for slug, info in registry.infos().items()}


if __name__ == "__main__":
    sys.stdout.write(json.dumps({"version": sys.version_info[:2], "games": every_game()}) + "\n")
