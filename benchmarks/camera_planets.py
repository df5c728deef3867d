"""The end of Irány a Vénusz! as a camera sees it: one or two planets with the buildings of all colours and tiles."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import cv2
import numpy as np

from benchmarks.camera_tables import NOTHING, PART, SILENT, Shot, Thing
from tableside.app.photo_proposal import expected, fills, place_of, propose
from tableside.core.codec import encode
from tableside.core.game import Game
from tableside.core.readings import Readings
from tableside.games.onward_to_venus.reading import PIECES, planet_id, unit_id
from tableside.games.onward_to_venus.state import BUILDINGS, PLANETS, UNITS
from vision.training.cards.drawing import SCALE, Drawn, blank, shrink, symbol

MOST = 6
"""Buildings and tiles that lie on one planet at most."""
RIM = 230.0
"""How far from a planet's middle they are pushed for the photo, so that its picture can be seen."""
INK = (245, 245, 245)


def markers(game: Game[Any]) -> dict[str, Drawn]:
    """A square tile for each kind of piece in each colour of the game, with a sign of its own."""
    rng, side = np.random.default_rng(5), 200 * SCALE
    found = {}
    for colour in game.info.colours:
        paint = (int(colour.rgb[5:7], 16), int(colour.rgb[3:5], 16), int(colour.rgb[1:3], 16))
        for number, piece in enumerate((*UNITS, *BUILDINGS)):
            image = blank(rng, side, side, paint)
            symbol(image, number, (side * 0.5, side * 0.5), side * 0.3, INK)
            symbol(image, (2 * number + 3) % 8, (side * 0.5, side * 0.5), side * 0.12, paint)
            cv2.rectangle(image, (0, 0), (side, side), (30, 30, 30), 14)
            id = unit_id(colour.key, piece)
            found[id] = Drawn(id, "square", shrink(image))
    return found


def planets_end(game: Game[Any], chance: random.Random) -> Shot:
    """Planets of an end with four players, each piece near the middle of its own."""
    data = encode(game.example())
    colours = [player["colour"] for player in data["players"]]
    tiles = list(game.catalog.table("tiles"))
    things: list[Thing] = []
    truth: list[tuple[str, str]] = []
    for place, planet in enumerate(chance.sample(PLANETS, chance.randint(1, 2))):
        x, y = 430.0 + 740 * place, 600.0
        things.append(Thing(planet_id(planet), x, y, 0.0, 1.3))
        lying = [unit_id(chance.choice(colours), chance.choice(BUILDINGS)) for _ in range(chance.randint(1, MOST - 1))]
        lying += chance.sample(tiles, chance.randint(0, MOST - len(lying)))
        for number, id in enumerate(lying):
            angle = 2 * np.pi * (number + 0.3) / len(lying)
            at = (x + RIM * float(np.cos(angle)), y + RIM * float(np.sin(angle)))
            things.append(Thing(id, *at, 0.0, 0.3))
            truth.append((planet, id))
    data["planets"] = []
    for player in data["players"]:
        player["holdings"] = []
    wanted = fills(game, data, "planets")
    true = Counter(_counted(colours, game, planet, id) for planet, id in truth)

    def judged(readings: Readings) -> str:
        right = wrong = 0
        for fill in wanted:
            place, key = place_of(data, fill.path)
            made = propose(fill.asked, place[key], fill.read(game.catalog, readings))
            if made.value != place[key]:
                # An empty pad bears nothing out: whatever is written without a question was not asked for.
                return SILENT
            told = [true[fill.path, count.entry, count.part] in count.offered for count in made.counts]
            right, wrong = right + sum(told), wrong + told.count(False)
        return PART if right > wrong else NOTHING

    return Shot("end", expected(game.catalog, wanted), tuple(things), judged, counted=True)


def _counted(colours: list[str], game: Game[Any], planet: str, id: str) -> tuple[str, str, str]:
    """Where a piece at a planet is counted: the field of the pad, its entry, and the number in it."""
    if game.catalog.find("tiles", id) is not None:
        return "planets", planet, "tiles"
    colour, piece = PIECES[id]
    return f"players.{colours.index(colour)}.holdings", planet, {"mine": "mines", "factory": "factories"}[piece]
