"""Whole photos to moves: python -m benchmarks.camera [--json] [--photos N] [--seed N] [--keep FOLDER] [GAME...].

Plays random games, lays on a drawn table what a move, a position or an end of them shows (invented art in real sizes,
strange things between, bad light), reads the photo by the path of the app, and compares the first proposal with what is
true. Of the photos of each use `full` give all of it, `part` a part and nothing false, `nothing` no part, and `silent`
something false that one tap would confirm. The last line is one JSON object {game: {use: {...}}} with the uses setup,
play, check and end, as far as the game takes photos for them. In a folder for them the photos that did not give all
are kept, each beside what lay there and what was read.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

import cv2
import numpy as np

from benchmarks import camera_d20
from benchmarks.camera_planets import markers
from benchmarks.camera_tables import EDGE, FULL, LONG, NOTHING, PART, SILENT, SIZE, TABLES, Shot, Thing, ends, shaken
from tableside.control import pipeline
from tableside.control.reading import Failed
from tableside.core.readings import Readings
from tests.composite_dice import stand
from tests.contract import game_of
from vision.cards import sample_of
from vision.training.cards.decks import deck
from vision.training.cards.drawing import Drawn
from vision.training.cards.scenes import Conditions, laid, portrait

OWN = {"onward_to_venus": markers}
"""Things that are drawn in the colours of a game's own pieces."""
PHOTOS = 30
"""Photos of each use."""
ASIDE, COVERED = 0.25, 0.25
"""How often a photo is taken from the other side of the table, and how often a cup stands on one of the things."""
HOW = Conditions(tilt=0.4, light=0.9, blur=0.7, glare=0.08, sleeves=0.05, dice=0, noise=0.9, shade=0.15)


@dataclass(frozen=True)
class Art:
    """How the things of a game look: invented, and the same in every photo."""

    drawn: dict[str, Drawn]
    looks: tuple[tuple[str, Any], ...]

    @staticmethod
    def of(kinds: dict[str, Sequence[str]], own: Mapping[str, Drawn] = MappingProxyType({}), seed: int = 90) -> Art:
        """A deck of each kind for these names, and what is drawn in the game's own colours."""
        rng = np.random.default_rng(seed)
        drawn = {
            id: replace(card, id=id)
            for kind, ids in kinds.items()
            for id, card in zip(ids, deck(kind, seed, len(ids)), strict=True)
        }
        drawn |= own
        looks = [(id, sample_of(portrait(rng, card), card.shape)) for id, card in drawn.items()]
        return Art(drawn, tuple(looks))


def photo(art: Art, shot: Shot, seed: int) -> bytes:
    """The shot taken: on any table and from either side, with two strange tokens, perhaps a cup, and bad light."""
    rng = np.random.default_rng([seed, 11])
    aside = shot.any_side and rng.random() < ASIDE
    things = [_across(thing) if aside else thing for thing in shaken(shot.things, rng)]
    dice = [((SIZE[0] - x, SIZE[1] - y), *rest) if aside else ((x, y), *rest) for (x, y), *rest in shot.dice]
    strange = [replace(token, id=f"stray {n}") for n, token in enumerate(deck("token", 4000 + seed, 3))]
    cards = [art.drawn[thing.id] for thing in things]
    for token in strange[1:]:
        x, y = (float(v) for v in rng.uniform((60, 60), (SIZE[0] - 60, SIZE[1] - 60)))
        if all(np.hypot(x - one.x, y - one.y) > 0.5 * LONG * one.size + 90 for one in things):
            things.append(Thing(token.id, x, y, float(rng.uniform(0, 360)), 0.3))
            cards.append(token)
    if shot.use in ("setup", "end") and len(shot.things) > 2 and rng.random() < COVERED:
        hidden = things[int(rng.integers(len(shot.things)))]
        things.append(replace(hidden, id=strange[0].id, turn=0.0, size=0.6 * hidden.size))
        cards.append(strange[0])
    spots, sizes = [(one.x, one.y, one.turn) for one in things], [one.size for one in things]
    scene = laid(rng, cards, spots, LONG, [], SIZE, HOW, sizes)
    image = scene.image
    if shot.twenty:
        for at, value, colour in dice:
            image = camera_d20.roll(image, at, value, colour, camera_d20.WIDE, float(rng.uniform(0, 360)))
    elif dice:
        image = stand(image, dice, rng, EDGE, 80.0, 0.006, seed)
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes()


def _across(thing: Thing) -> Thing:
    """The same as it is seen from the other side of the table."""
    return replace(thing, x=SIZE[0] - thing.x, y=SIZE[1] - thing.y, turn=thing.turn + 180.0)


def seen(art: Art, shot: Shot, seed: int) -> Readings:
    """What is read in a photo of this shot."""
    return _seen_in(photo(art, shot, seed), art, shot)


def _seen_in(data: bytes, art: Art, shot: Shot) -> Readings:
    """What is read in this photo, as the app reads it with everything in the box known by sight."""
    copy = camera_d20.taught() if shot.twenty else None
    read = pipeline.read(data, shot.expect, copy, art.looks)
    if isinstance(read, Failed):
        raise RuntimeError(str(read.reason))
    return read.readings


def taken(art: Art, shot: Shot, seed: int) -> str:
    """What a photo of this shot is worth."""
    return shot.judged(seen(art, shot, seed))


@cache
def _art(slug: str) -> Art:
    game = game_of(slug)
    return Art.of(TABLES[slug].things(game), OWN[slug](game) if slug in OWN else {})


def measured(slug: str, photos: int = PHOTOS, seed: int = 1, keep: Path | None = None) -> dict[str, dict[str, float]]:
    """So many photos of each use of a game, and what they gave; those that did not give all are kept in a folder."""
    game, table, art = game_of(slug), TABLES[slug], _art(slug)
    found: dict[str, Counter[str]] = {}
    for uses, shots in ((table.uses, table.shots(game, seed)), (("end",), ends(game, seed))):
        left = dict.fromkeys(uses, photos)
        for shot in shots:
            if left[shot.use]:
                left[shot.use] -= 1
                number = 1000 * seed + left[shot.use]
                data = photo(art, shot, number)
                readings = _seen_in(data, art, shot)
                outcome = shot.judged(readings)
                found.setdefault(shot.use, Counter())[outcome] += 1
                if keep is not None and outcome != FULL:
                    _kept(keep / f"{slug}_{shot.use}_{number}_{outcome}", shot, data, readings)
            if not any(left.values()):
                break
    return {use: _shares(counts) for use, counts in found.items()}


def _kept(file: Path, shot: Shot, data: bytes, readings: Readings) -> None:
    """The photo, and beside it what lay there and what was read."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.with_suffix(".jpg").write_bytes(data)
    lay = [f"{thing.id} at {thing.x:.0f}, {thing.y:.0f}" for thing in shot.things]
    lay += [f"{colour} {value} at {x:.0f}, {y:.0f}" for (x, y), value, colour in shot.dice]
    read = [f"{card.alternatives} at {card.centre}" for card in readings.cards]
    read += [f"{die.colours} {die.alternatives} at {die.centre}" for die in readings.dice]
    file.with_suffix(".txt").write_text("\n".join(["Lay there:", *lay, "", "Read:", *read]) + "\n", encoding="utf-8")


def _shares(counts: Counter[str]) -> dict[str, float]:
    whole = counts.total()
    return {"photos": whole, **{name: round(counts[name] / whole, 3) for name in (FULL, PART, NOTHING, SILENT)}}


def main(argv: Sequence[str] | None = None) -> int:
    """Photos of all games, or of those named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(TABLES))
    parser.add_argument("--photos", type=int, default=PHOTOS, help="photos of each use")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="only the JSON object")
    parser.add_argument("--keep", type=Path, help="folder for the photos that did not give all")
    given = parser.parse_args(argv)
    figures = {}
    for slug in given.games:
        figures[slug] = measured(slug, given.photos, given.seed, given.keep)
        if not given.json:
            print(slug, figures[slug], flush=True)
    print(json.dumps(figures))
    return 0


if __name__ == "__main__":
    sys.exit(main())
