"""Sentences: where we are, moves, events, what goes into a slot, what to lay out, what can be set by hand."""

from __future__ import annotations

from collections.abc import Callable

from tableside.core.arguments import typed
from tableside.core.game import Slot
from tableside.core.moves import SILENT, Event, Move, Plain, Text, text
from tableside.games.gaia_project.changes import Changed
from tableside.games.gaia_project.names import (
    counted,
    faction,
    hex_name,
    hex_names,
    level_of,
    mine_words,
    next_level,
    piece_on,
    place,
    player,
    price_of,
    project_words,
    say,
    sector_number,
    source,
    special,
    structure,
    tile,
    upgrade_words,
    why,
)
from tableside.games.gaia_project.records import ACTIONS, PLACES, SECTORS, TRACKS
from tableside.games.gaia_project.rules import charging
from tableside.games.gaia_project.rules.laying import layout, places_laid
from tableside.games.gaia_project.state import Rules, State, Task

SLOTS = {
    **dict.fromkeys(("hex", "hexes"), Slot.SPACE),
    **dict.fromkeys(("place", "tile", "token", "booster"), Slot.CARD),
    "bowls": Slot.AMOUNT,
    "turn_of": Slot.SEAT,
}
"""How a slot is asked for, where not by buttons."""
READY = ("mine", "project", "upgrade", "research", "up", "action", "special", "pass", "burn")
"""Moves that are told shorter on a button."""
PLAIN = ("skip", "decline", "done", "end", "never", "told")
"""Moves that are told by their kind alone."""
SETUP = ("tiles", "board", "map", "factions", "auction", "telling", "start", "boosters")


def phase(state: State) -> Text:
    """Where in the game we are."""
    if state.telling:
        return say("phase.telling")
    if state.todo:
        task = state.todo[0]
        return say("phase_task", n=state.round, who=faction(state, task.seat), task=_task(task))
    if state.phase == "actions":
        return say("phase_turn", n=state.round, who=faction(state, state.turn))
    return say(f"phase.{state.phase}")


def _task(task: Task) -> Text:
    """What is waited for."""
    return say("task.mine_step" if task.kind == "mine" and not task.b else f"task.{task.kind}")


# -- what goes into a slot -------------------------------------------------------------------------


def say_value(state: State, seat: int | None, kind: str, slot: str, what: Plain) -> Text:
    """What is offered for a slot of a move, with its price where it has one."""
    if seat is not None and isinstance(what, str) and slot == "hex" and what in state.map.number:
        if kind == "mine":
            return mine_words(state, seat, what)
        if kind == "project":
            return project_words(state, seat, what)
    return value(state, seat, kind, slot, what)


def value(state: State, seat: int | None, kind: str, slot: str, what: Plain) -> Text:
    """What goes into a slot of a move."""
    match kind, slot, what:
        case ("pass", _, "") | ("owns", "under", ""):
            return text("core.none")
        case "resume", "turn_of", int():
            return faction(state, what)
        case "resume", "passed" | "order", tuple():
            return (
                say("list", items=tuple(faction(state, seat) for seat in typed(tuple[int, ...], what)))
                if what
                else text("core.none")
            )
        case _, _, str() if what and (name := _NAMES.get((kind, slot)) or _NAMES.get(("", slot))):
            return name(state, seat, what)
        case "map", _, str() if what in SECTORS:
            return text("core.value", value=sector_number(what))
        case "convert", "of", _:
            return say(f"unit.{what}")
        case "convert", "into", tuple():
            return say("list", items=counted(typed(tuple[str, ...], what)))
        case "stone", "to", int() if 0 <= what <= 4:
            return say(f"stone.{what}")
        case "tokens", "bowls", (first, second, third):
            return say("bowls", a=first, b=second, c=third)
        case (("tiles" | "board"), _, str()):
            return tile(what)
        case "map", "places", tuple():
            lying = typed(tuple[tuple[str, int, int, int], ...], what)
            return say("list", items=tuple(_sector(state, *one) for one in lying))
        case _, "hexes", tuple():
            return say("list", items=hex_names(state, typed(tuple[str, ...], what))) if what else say("no_hexes")
    return text("core.value", value=what)


_NAMES: dict[tuple[str, str], Callable[[State, int | None, str], Text]] = {
    ("faction", "faction"): lambda state, seat, name: say(f"faction.{name}"),
    ("bid", "faction"): lambda state, seat, name: say(f"faction.{name}"),
    ("upgrade", "hex"): structure,
    ("upgrade", "to"): lambda state, seat, name: say(f"piece.{name}"),
    ("special", "action"): special,
    ("spent", "action"): lambda state, seat, name: tile(name) if name in ACTIONS else special(state, seat, name),
    ("stands", "piece"): lambda state, seat, name: say(f"piece.{name}"),
    ("level", "track"): lambda state, seat, name: say(f"track.{name}"),
    ("owns", "under"): lambda state, seat, name: tile(name),
    ("holds", "side"): lambda state, seat, name: say(f"side.{name}"),
    ("charge", "token"): lambda state, seat, name: _charge(state, seat, name),
    ("", "hex"): lambda state, seat, name: hex_name(state, name),
    ("", "track"): next_level,
    ("", "action"): lambda state, seat, name: tile(name),
    ("", "booster"): lambda state, seat, name: tile(name),
    ("", "place"): lambda state, seat, name: place(state, name),
    ("", "tile"): lambda state, seat, name: tile(name),
    ("", "token"): lambda state, seat, name: tile(name),
    ("", "source"): lambda state, seat, name: source(name),
}
"""Names of what goes into a slot, by kind of move and slot; an empty kind is every other one."""


def _charge(state: State, seat: int | None, name: str) -> Text:
    """How much would be charged for how many points."""
    n = 0
    if seat is not None and state.todo and state.todo[0].kind == "charge":
        n = charging.charge_amount(state.players[seat], state.todo[0].a, name == "before")
    if n == 1:
        return say(f"charge.free_{name}", n=n)
    return say(f"charge.{name}", n=n, cost=max(0, n - 1))


def _sector(state: State, face: str, turns: int, q: int, r: int) -> Text:
    """Where a sector lies, told by the sector that lies there on the printed map, and how far it is turned from it."""
    printed = {(place[2], place[3]): place[0] for place in layout(len(state.players))}
    spot = sector_number(printed[q, r]) if (q, r) in printed else say("spot", q=q, r=r)
    return say("sector", face=sector_number(face), spot=spot, turns=turns)


def say_slot(kind: str, slot: str) -> Text:
    """What goes into a slot, as a question."""
    if kind == "tiles":
        return say(f"slot.tiles.{slot.rstrip('0123456789')}", n=int(slot.lstrip("abcdefghijklmnopqrstuvwxyz")))
    if kind == "board" and slot != "token":
        return say("slot.board.place", place=say(f"place.{slot.replace('adv_', 'adv-')}"))
    if kind == "map" and slot != "places":
        what, _, name = slot.partition("_")
        return say(f"slot.map.{what}", spot=sector_number(name))
    return say(f"slot.{kind}.{slot}")


# -- moves -----------------------------------------------------------------------------------------


def say_move(state: State, move: Move) -> Text:
    """A move in words; the state is the one before it."""
    seat, kind, who = move.seat, move.kind, faction(state, move.seat)
    args = {slot: value(state, seat, kind, slot, what) for slot, what in move.args}
    match kind:
        case "tiles" | "board" | "map":
            return _laid(state, move)
        case "pass" if move["booster"] == "":
            return say("move.pass_last", who=who)
        case "always":
            args["charge"] = _charge(state, seat, "none")
        case "convert":
            args["price"] = price_of(typed(str, move["of"]), typed(tuple[str, ...], move["into"]))
        case "research" | "up":
            level = text("core.value", value=level_of(state, seat, typed(str, move["track"])))
            args |= {"track": say(f"track.{move['track']}"), "level": level}
        case "upgrade":
            hex = typed(str, move["hex"])
            old = piece_on(state, seat, hex)
            args |= {"hex": hex_name(state, hex), "old": say(f"piece.{old}") if old else text("core.none")}
    return say(f"move.{kind}", who=who, **args)


def say_ready(state: State, move: Move) -> Text:
    """A move on a button: what is done, where, and for how much; whose turn it is stands above."""
    kind, seat, args = move.kind, move.seat, dict(move.args)
    if kind in PLAIN:
        return say(f"kind.{kind}")
    if seat is None or kind not in READY:
        return say_move(state, move)
    if kind == "pass" and not args["booster"]:
        return say("ready.pass_last")
    if kind == "upgrade":
        hex, to = typed(str, args["hex"]), typed(str, args["to"])
        becomes = upgrade_words(state, seat, hex, to)
        return say("ready.upgrade", there=structure(state, seat, hex), becomes=becomes)
    return say(f"ready.{kind}", **{slot: say_value(state, seat, kind, slot, what) for slot, what in move.args})


def _laid(state: State, made: Move) -> Text:
    """What was laid out, kind by kind."""
    if made.kind == "map":
        places = places_laid(dict(made.args), len(state.players))
        return say("move.map", places=tuple(_sector(state, *one) for one in places))
    if made.kind == "tiles":
        groups = {
            f"{group}s": tuple(tile(typed(str, what)) for slot, what in made.args if slot.startswith(group))
            for group in ("booster", "round", "final")
        }
        return say("move.tiles", **groups)
    lying = {slot: typed(str, what) for slot, what in made.args}
    techs = tuple(_on_place(place, lying[place]) for place in PLACES)
    advanced = tuple(_on_place(track, lying[f"adv_{track}"]) for track in TRACKS)
    return say("move.board", techs=techs, advanced=advanced, token=tile(lying["token"]))


def _on_place(place: str, name: str) -> Text:
    if place in TRACKS:
        return say("on_track", track=say(f"track.{place}"), tile=tile(name))
    return say("on_free", tile=tile(name))


# -- events: each with the arguments of its change -------------------------------------------------


def say_event(state: State, event: Event) -> Text:
    """An event in words; the state is the one before it. What needs no words is silent."""
    told = _EVENTS.get(event.kind)
    return SILENT if told is None else told(state, **dict(event.args))


def _resources(state: State, seat: int, what: Changed, why_: str) -> Text:
    stone = state.players[seat].stone
    changed = tuple(
        say(f"stone_goes.{stone + n}") if name == "stone" else say(f"delta.{name}", n=n) for name, n in what
    )
    return say("event.resources", who=faction(state, seat), what=changed, why=why(why_))


def _advanced(state: State, seat: int, track: str) -> Text:
    level = level_of(state, seat, track)
    return say("event.advanced", who=faction(state, seat), track=say(f"track.{track}"), level=level)


def _marked(state: State, seat: int, action: str, own: bool) -> Text:
    label = special(state, seat, action) if own else tile(action)
    return say("event.marked", who=faction(state, seat), action=label)


def _todo(state: State, tasks: tuple[tuple[str, int, int, int, str], ...]) -> Text:
    if not tasks:
        return SILENT
    first = Task(*tasks[0])
    return say("event.waits", who=faction(state, first.seat), task=_task(first))


def _phase(phase: str) -> Text:
    said = say(f"phase.{phase}")
    if phase == "cleanup":
        return SILENT
    return said if phase == "over" or phase in SETUP else say("event.phase", phase=said)


def _built(state: State, built: tuple[tuple[int, int], ...]) -> Text:
    builder, hex = built[0]
    if not charging.offers(state, builder, hex):
        return SILENT
    return say("event.built", who=faction(state, builder), hex=hex_name(state, state.map.name[hex]))


_EVENTS: dict[str, Callable[..., Text]] = {
    "tiles_laid": lambda state, **tiles: _phase("board"),
    "board_laid": lambda state, **tiles: _phase("factions" if state.places else "map"),
    "map_laid": lambda state, places: _phase("factions"),
    "faction": lambda state, seat, faction: say("event.faction", who=player(seat), faction=say(f"faction.{faction}")),
    "bid": lambda state, seat, faction, points: say(
        "event.bid", who=player(seat), faction=say(f"faction.{faction}"), n=points
    ),
    "board": lambda state, seat: say("event.board", who=faction(state, seat)),
    "resources": lambda state, seat, what, why: _resources(state, seat, what, why),
    "scored": lambda state, seat, points, category, why: _scored(state, seat, points, why),
    "willing": lambda state, seat, points: say(
        "event.willing_never" if points < 0 else "event.willing", who=faction(state, seat), n=points
    ),
    "placed": lambda state, seat, piece, hex, old: say(
        "event.placed", who=faction(state, seat), piece=say(f"piece.{piece}"), hex=hex_name(state, hex)
    ),
    "swapped": lambda state, seat, hex: say("event.swapped", who=faction(state, seat), hex=hex_name(state, hex)),
    "joined": lambda state, seat, hexes: say("event.joined", who=faction(state, seat), hexes=hex_names(state, hexes)),
    "federated": lambda state, seat, hexes: say(
        "event.federated", who=faction(state, seat), hexes=hex_names(state, hexes)
    ),
    "formed": lambda state, hexes: say("event.formed", hexes=hex_names(state, hexes)),
    "advanced": _advanced,
    "tile": lambda state, seat, place, tile: _taken(state, "tile", seat, tile),
    "covered": lambda state, seat, tile: _taken(state, "covered", seat, tile),
    "token": lambda state, seat, token, whence: say("event.token", who=faction(state, seat), token=tile(token)),
    "flipped": lambda state, seat, token: say("event.flipped", who=faction(state, seat)),
    "marked": _marked,
    "boosted": lambda state, seat, booster, back: (
        say("event.boosted", who=faction(state, seat), booster=tile(booster)) if booster else SILENT
    ),
    "passed": lambda state, seat: say("event.passed", who=faction(state, seat)),
    "todo": _todo,
    "cleaned": lambda state, order: (
        say("event.cleaned", order=tuple(faction(state, seat) for seat in order)) if state.round else SILENT
    ),
    "round_begun": lambda state, round, queue, sources: say("event.round", n=round),
    "phase_begun": lambda state, phase, queue: _phase(phase),
    "next_seats": lambda state, queue: say("event.turn", who=faction(state, queue[0])),
    "built": _built,
    "removed": lambda state, seat, hex: say("event.removed", who=faction(state, seat), hex=hex_name(state, hex)),
    "disbanded": lambda state, seat: say("event.disbanded", who=faction(state, seat)),
    "levelled": lambda state, seat, track, level: say(
        "event.advanced", who=faction(state, seat), track=say(f"track.{track}"), level=level
    ),
    "resumed": lambda state, round, turn_of, passed, order: say("event.resumed", n=round, who=faction(state, turn_of)),
    "turned": lambda state, turn: say("event.turn", who=faction(state, turn)),
    "turns_ended": lambda state, phase: _phase(phase),
}
"""Every event that is told; the others are bookkeeping."""


def _scored(state: State, seat: int, points: int, reason: str) -> Text:
    return say("event.scored", who=faction(state, seat), n=points, why=why(reason))


def _taken(state: State, kind: str, seat: int, name: str) -> Text:
    return say(f"event.{kind}", who=faction(state, seat), tile=tile(name))


# -- before the game, and by hand ------------------------------------------------------------------


def checklist(rules: Rules, seats: int) -> tuple[Text, ...]:
    """B: what to lay out before the game, to be ticked off."""
    if rules.begin == "midway":
        return (say("check.midway"), say("check.midway_end"))
    small = seats < 3
    lines = [say("check.start_player"), say("check.sectors_small" if small else "check.sectors_large")]
    if rules.map == "standard":
        lines.append(say("check.map_standard", rows=_rows(seats)))
    else:
        # For two the three ways of laying the printed outline are one.
        way = "free" if small and rules.map in ("core", "upright") else rules.map
        lines += [say(f"check.map_{way}"), say("check.map_neighbours")]
    lines += [say(f"check.{key}") for key in ("techs", "advanced", "track_token", "tokens", "rounds", "finals")]
    lines += [say("check.boosters", n=seats + 3), say("check.supply")]
    first = rules.setup == "first"
    keys = ("boards", "markers", "level1", "points", "satellites", "special")
    for key in ("factions_first" if first else "factions", *keys, "mines_first" if first else "mines"):
        lines.append(say(f"check.{key}"))
    lines.append(say("check.booster_choice"))
    if small:
        lines.append(say("check.neutral"))
    if rules.turn_order == "pass":
        lines.append(say("check.order_card"))
    return tuple(lines)


def _rows(seats: int) -> str:
    """The printed map as the rulebook shows it: the sectors of each row from left to right, rows from the top."""
    rows: dict[int, list[str]] = {}
    for face, _, q, r in layout(seats):
        rows.setdefault(-round((2 * q + r) / 8), []).append(sector_number(face))
    return " | ".join(" ".join(row) for _, row in sorted(rows.items()))
