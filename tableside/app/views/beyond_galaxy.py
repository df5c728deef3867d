"""The galaxy of Beyond the Sun: locations as nodes, the farther from Sol the farther right, lines from the board."""

from __future__ import annotations

from math import ceil, sqrt
from typing import Any

from tableside.app.i18n import say, view_words
from tableside.app.painter import Pen
from tableside.app.theme import rgba, theme
from tableside.app.views.view import View
from tableside.games.beyond_the_sun import names
from tableside.games.beyond_the_sun.facts import facts_of

tell = view_words("beyond_the_sun")
SKY, PAPER, LINE = rgba("#1B2240"), rgba("#F6F1E6"), rgba("#6B78AA")
FILLS = {"sol": rgba("#E0A93B"), "deep": rgba("#2A3560"), "shipyard": rgba("#5E6B86")}
SYSTEM, UNKNOWN = rgba("#3570CC"), rgba("#2A3560")
SLOTS = ("place", "origin", "target")


def links(catalog: Any, places: list[Any]) -> set[tuple[str, str]]:
    """Every line between two locations that are on the table."""
    here = {place.id for place in places}
    found = set()
    for place in places:
        record = catalog.find("places", place.id)
        ways = (place.beside,) if place.beside else getattr(record, "links", None) or ()
        found |= {(min(place.id, other), max(place.id, other)) for other in ways if other in here}
    return found


def layers(places: list[Any], ways: set[tuple[str, str]]) -> list[list[str]]:
    """The locations by how many jumps they are from Sol; what no line leads to comes last."""
    near: dict[str, set[str]] = {place.id: set() for place in places}
    for one, other in ways:
        near[one].add(other)
        near[other].add(one)
    row = [place.id for place in places if place.kind == "sol"] or [places[0].id]
    found, seen = [], set(row)
    while row:
        found.append(row)
        row = [place.id for place in places if place.id not in seen and near[place.id] & set(row)]
        seen |= set(row)
    rest = [place.id for place in places if place.id not in seen]
    return [*found, rest] if rest else found


def by_kind(places: list[Any]) -> list[list[str]]:
    """While the board's lines are not known: Sol, the planets near it, shipyards and Deep Space, the planets beyond."""
    kinds = {"sol": 0, "system": 1, "shipyard": 2, "deep": 2}
    rows: list[list[str]] = [[], [], [], []]
    for place in places:
        rows[3 if place.deck == "B" else kinds[place.kind]].append(place.id)
    return [row for row in rows if row]


def galaxy(view: View, pen: Pen, top: float) -> None:
    """The whole galaxy under the tabs."""
    play, high = view.play, view.high - top
    places = list(play.state.places)
    pen.rect(0, top, view.wide, high, SKY, radius=16)
    if not places:
        pen.text(tell("no_tree"), view.wide / 2, top + high / 2, 18, PAPER, width=view.wide - 40)
        return
    ways = links(play.game.catalog, places)
    rows = layers(places, ways) if ways else by_kind(places)
    r = min(40.0, view.wide / len(rows) * 0.24, high / max(len(row) for row in rows) * 0.36)
    spots = {}
    each = view.wide / len(rows)
    step = each * (0.3 if theme.phone else 0.24)
    for column, row in enumerate(rows):
        for n, id in enumerate(row):
            # In a full column every second node steps aside, so that names and lines have room.
            aside = 0.0 if len(row) < 3 or not ways else step if n % 2 else -step
            y = (n + 0.5) / len(row) + (0.06 if column % 2 and len(row) < 3 else 0)
            spots[id] = (each * (column + 0.5) + aside, top + 4 + (high - 46) * min(y, 0.9))
    for one, other in ways:
        pen.line((*spots[one], *spots[other]), LINE, 2)
    # Names before nodes: what they are written on hides lines, not rings; none reaches the node that stepped aside.
    for place in places:
        _name(view, pen, place, *spots[place.id], r, min(r * 4.2, 2 * (2 * step - r) - 6))
    for place in places:
        _place(view, pen, place, *spots[place.id], r)


def _place(view: View, pen: Pen, place: Any, x: float, y: float, r: float) -> None:
    play = view.play
    offers = [view.offered(slot, place.id) for slot in SLOTS]
    chosen = any(pick.slot in SLOTS and pick.value == place.id for pick in play.picks)
    if chosen or True in offers:
        pen.circle(x, y, r + (8 if chosen else 6), None, PAPER, 4.5 if chosen else 2.5)
    fill = FILLS.get(place.kind, SYSTEM if place.system else UNKNOWN)
    owned = place.owner is not None
    ring = theme.seat(play.colours[place.owner]) if owned else PAPER
    pen.circle(x, y, r + (3 if owned else 0), ring)
    pen.circle(x, y, r - (2 if owned else 1.8), fill)
    for slot in SLOTS:
        view.target(x - r, y - r, 2 * r, 2 * r, slot, place.id)
    ships = [(seat, level) for seat, levels in enumerate(place.ships) for level in levels][:12]
    columns = max(2, ceil(sqrt(len(ships)))) if len(ships) > 1 else 1
    side = max(min(24.0, r * 1.5 / columns - 3), 8.0)
    for n, (seat, level) in enumerate(ships):
        line, count = n // columns, -(-len(ships) // columns)
        last = min(columns, len(ships) - line * columns)
        cx = x + (n % columns - (last - 1) / 2) * (side + 3)
        cy = y + (line - (count - 1) / 2) * (side + 3)
        colour = play.colours[seat]
        pen.rect(cx - side / 2, cy - side / 2, side, side, theme.seat(colour), PAPER, 1.4, 4)
        pen.text(str(level), cx, cy, side * 0.66 / theme.text_scale, theme.on_seat(colour), True)
    if owned:
        pen.mark(
            play.colours[place.owner], play.letters[place.owner], x + r * 0.92, y - r * 0.78, min(r * 0.7, 26), PAPER
        )


def _name(view: View, pen: Pen, place: Any, x: float, y: float, r: float, wide: float) -> None:
    """What a location is called, and on a tablet what its planet takes and gives."""
    play = view.play
    phone = theme.phone
    record = play.game.catalog.find("systems", place.system) if place.system else None
    facts = [tell("system", power=record.power, points=record.points)] if record and record.power else []
    words = say(play.game.say_value(play.state, "build", "place", place.id))
    if (place.kind == "shipyard" or not record) and place.kind not in ("sol", "deep"):
        words = say(names.short_place(facts_of(play.game.catalog), place.id))
    pen.text(
        words,
        x,
        y + r + (8 if phone else 13),
        11 if phone else 15,
        PAPER,
        True,
        width=wide,
        ground=SKY,
    )
    if facts and not phone:
        pen.text(facts[0], x, y + r + 31, 13, (*PAPER[:3], 0.8), width=r * 4.6, ground=SKY)
