"""What moves, events and values are called."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tableside.core.moves import Event, Move, Plain, Text, called, text
from tableside.games.gaia_project.content import (
    ACTIONS,
    ADVANCED_PLACES,
    BOOSTERS,
    FACTION_SPECIALS,
    FACTIONS,
    FINAL_TILES,
    PLACES,
    ROUND_TILES,
    SLUG,
    TECHS,
    TOKEN,
    TRACKS,
    gain,
)
from tableside.games.gaia_project.rules.charging import charge_amount
from tableside.games.gaia_project.rules.laying import BOARD_SLOTS, grouped, layout, places_laid, tile_slots
from tableside.games.gaia_project.state import State, planet_at


def say(key: str, **args: Any) -> Text:
    """A text of this game."""
    return text(f"{SLUG}.{key}", **args)


def faction(state: State, seat: int | None) -> Text:
    """A player by faction, or by seat before there is one."""
    if seat is None or not 0 <= seat < len(state.players):
        return say("table")
    name = state.players[seat].faction
    return say(f"faction.{name}") if name else called(seat, say("seat", n=seat + 1))


def amounts(spec: str) -> tuple[Text, ...]:
    """A printed gain in words."""
    return tuple(say(f"amount.{unit}", n=n) for unit, n in gain(spec))


def hex_name(state: State, name: str) -> Text:
    """A hex with what lies on it."""
    if not state.places or name not in state.map.number:
        return text("core.value", value=name)
    return say("hex", name=name, planet=say(f"planet.{_planet(state, name)}"))


def _planet(state: State, name: str) -> str:
    return planet_at(state, state.map.number[name])


def sector(state: State, face: str, turns: int, q: int, r: int) -> Text:
    """Where a sector lies, told by the sector that lies there on the printed map, and how far it is turned from it."""
    printed = {(place[2], place[3]): place[0] for place in layout(len(state.players))}
    spot = printed.get((q, r)) or say("spot", q=q, r=r)
    return say("sector", face=face, spot=spot, turns=turns)


def tile(name: str) -> Text:
    """Any tile by its id."""
    for known, group in ((TECHS, "tech"), (BOOSTERS, "booster"), (ROUND_TILES, "round"), (FINAL_TILES, "final")):
        if name in known:
            return say(f"{group}.{name}")
    if name in TOKEN:
        return say(f"token.{name}")
    if name in ACTIONS:
        return say(f"action.{name}")
    return text("core.value", value=name)


def place(state: State, name: str) -> Text:
    """A space of the research board with the tile on it."""
    if name in PLACES and state.techs:
        return say("place", place=say(f"place.{name}"), tile=tile(state.techs[PLACES.index(name)]))
    if name in ADVANCED_PLACES and state.advanced and state.advanced[ADVANCED_PLACES.index(name)]:
        lying = state.advanced[ADVANCED_PLACES.index(name)]
        return say("place", place=say(f"place.{name}"), tile=tile(lying))
    return say(f"place.{name}") if name in (*PLACES, *ADVANCED_PLACES) else text("core.value", value=name)


def special(state: State, seat: int | None, name: str) -> Text:
    """A special action space."""
    owner = state.players[seat].faction if seat is not None and 0 <= seat < len(state.players) else ""
    if name == "academy" and owner:
        return say("special.academy", gain=amounts(FACTIONS[owner].academy))
    if name == "faction":
        effect = "up-lowest" if owner == "bescods" else FACTION_SPECIALS.get(owner, "")
        return say(f"special.{effect}") if effect else text("core.value", value=name)
    return tile(name)


def source(name: str) -> Text:
    """An income icon."""
    origin, _, spec = name.partition("|")
    if origin in TECHS:
        label = tile(origin)
    elif origin in TRACKS:
        label = say(f"track.{origin}")
    else:
        label = say(f"source.{origin}")
    return say("source", source=label, gain=amounts(spec))


def value(state: State, seat: int | None, kind: str, slot: str, what: Plain) -> Text:
    """What goes into a slot of a move, in words."""
    if isinstance(what, str) and what and (kind, slot) in _SLOTS:
        return _SLOTS[kind, slot](state, seat, what)
    if kind == "pass" and what == "":
        return say("no_booster")
    if kind == "convert" and slot == "of":
        return say(f"unit.{what}")
    if kind == "convert" and slot == "into" and isinstance(what, tuple):
        counted = {unit: what.count(unit) for unit in dict.fromkeys(what)}
        return say("list", items=tuple(say(f"amount.{unit}", n=n) for unit, n in counted.items()))
    if kind == "stone" and slot == "to" and isinstance(what, int) and 0 <= what <= 4:
        return say(f"stone.{what}")
    if kind == "tokens" and slot == "bowls" and isinstance(what, tuple):
        return say("bowls", a=what[0], b=what[1], c=what[2])
    if kind in ("tiles", "board") and isinstance(what, str):
        return tile(what)
    if kind == "map" and slot == "places" and isinstance(what, tuple):
        return say("list", items=tuple(sector(state, *place) for place in what))
    if slot == "hexes" and isinstance(what, tuple):
        return say("list", items=what) if what else say("no_hexes")
    return text("core.value", value=what)


_SLOTS: dict[tuple[str, str], Callable[[State, int | None, str], Text]] = {
    ("faction", "faction"): lambda state, seat, name: say(f"faction.{name}"),
    ("bid", "faction"): lambda state, seat, name: say(f"faction.{name}"),
    ("start", "hex"): lambda state, seat, name: hex_name(state, name),
    ("mine", "hex"): lambda state, seat, name: hex_name(state, name),
    ("project", "hex"): lambda state, seat, name: hex_name(state, name),
    ("upgrade", "hex"): lambda state, seat, name: hex_name(state, name),
    ("lost", "hex"): lambda state, seat, name: hex_name(state, name),
    ("swap", "hex"): lambda state, seat, name: hex_name(state, name),
    ("station", "hex"): lambda state, seat, name: hex_name(state, name),
    ("downgrade", "hex"): lambda state, seat, name: hex_name(state, name),
    ("upgrade", "to"): lambda state, seat, name: say(f"piece.{name}"),
    ("research", "track"): lambda state, seat, name: say(f"track.{name}"),
    ("up", "track"): lambda state, seat, name: say(f"track.{name}"),
    ("action", "action"): lambda state, seat, name: say(f"action.{name}"),
    ("special", "action"): special,
    ("booster", "booster"): lambda state, seat, name: tile(name),
    ("pass", "booster"): lambda state, seat, name: tile(name),
    ("tile", "place"): lambda state, seat, name: place(state, name),
    ("cover", "tile"): lambda state, seat, name: tile(name),
    ("token", "token"): lambda state, seat, name: tile(name),
    ("federation", "token"): lambda state, seat, name: tile(name),
    ("charge", "token"): lambda state, seat, name: charge_words(state, seat, name),
    ("income", "source"): lambda state, seat, name: source(name),
}


def charge_words(state: State, seat: int | None, name: str) -> Text:
    """How much would be charged for how many points."""
    n = 0
    if seat is not None and state.todo and state.todo[0].kind == "charge":
        n = charge_amount(state.players[seat], state.todo[0].a, name == "before")
    return say(f"charge.{name}", n=n, cost=max(0, n - 1))


def move_words(state: State, made: Move) -> Text:
    """A move in words."""
    seat = made.seat
    if made.kind in ("tiles", "board", "map"):
        return laid_words(state, made)
    args = {slot: value(state, seat, made.kind, slot, what) for slot, what in made.args}
    return say(f"move.{made.kind}", who=faction(state, seat), **args)


def laid_words(state: State, made: Move) -> Text:
    """What was laid out, kind by kind."""
    seats = len(state.players)
    if made.kind == "map":
        return say("move.map", places=tuple(sector(state, *place) for place in places_laid(made, seats)))
    groups = grouped(made, tile_slots(seats) if made.kind == "tiles" else BOARD_SLOTS)
    return say(f"move.{made.kind}", **{name: tuple(tile(one) for one in tiles) for name, tiles in groups.items()})


def slot_words(state: State, kind: str, slot: str) -> Text:
    """What goes into a slot, as a question."""
    if kind == "tiles":
        return say(f"slot.tiles.{slot.rstrip('0123456789')}", n=int(slot.lstrip("abcdefghijklmnopqrstuvwxyz")))
    if kind == "board" and slot != "token":
        return say("slot.board.place", place=say(f"place.{slot.replace('adv_', 'adv-')}"))
    if kind == "map" and slot != "places":
        what, _, name = slot.partition("_")
        return say(f"slot.map.{what}", spot=name)
    return say(f"slot.{kind}.{slot}")


# -- events ------------------------------------------------------------------------------------


def why(state: State, reason: str) -> Text:
    """What a change was for."""
    if reason in REASONS:
        return say(f"why.{reason}")
    if reason in TRACKS:
        return say(f"track.{reason}")
    if reason in FACTIONS:
        return say(f"faction.{reason}")
    if reason in ("academy",):
        return say("piece.ac2")
    if reason == "faction":
        return say("piece.PI")
    return tile(reason)


REASONS = (
    "mine",
    "project",
    "upgrade",
    "federation",
    "research",
    "action",
    "convert",
    "burn",
    "lost",
    "station",
    "income",
    "gaia_phase",
    "charging",
    "end",
    "resources",
    "bid",
)


def event_words(state: State, happened: Event) -> Text:
    """An event in words."""
    args = dict(happened.args)
    who = faction(state, args.get("seat"))
    match happened.kind:
        case "resources":
            what = tuple(say(f"delta.{name}", n=n) for name, n in args["what"])
            return say("event.resources", who=who, what=what, why=why(state, args["why"]))
        case "scored":
            return say("event.scored", who=who, n=args["points"], why=why(state, args["why"]))
        case "placed":
            return say("event.placed", who=who, piece=say(f"piece.{args['piece']}"), hex=args["hex"])
        case "swapped":
            return say("event.swapped", who=who, hex=args["hex"])
        case "joined" | "federated":
            return say(f"event.{happened.kind}", who=who, hexes=args["hexes"])
        case "formed":
            return say("event.formed", hexes=args["hexes"])
        case "advanced":
            return say("event.advanced", who=who, track=say(f"track.{args['track']}"))
        case "tile" | "covered":
            return say(f"event.{happened.kind}", who=who, tile=tile(args["tile"]))
        case "token":
            return say("event.token", who=who, token=tile(args["token"]))
        case "flipped":
            return say("event.flipped", who=who)
        case "marked":
            name = args["action"]
            label = special(state, args["seat"], name) if args["own"] else tile(name)
            return say("event.marked", who=who, action=label)
        case "boosted":
            taken = tile(args["booster"]) if args["booster"] else say("no_booster")
            return say("event.boosted", who=who, booster=taken)
        case "bid":
            name = say(f"faction.{args['faction']}")
            return say(
                "event.bid", who=called(args["seat"], say("seat", n=args["seat"] + 1)), faction=name, n=args["points"]
            )
        case "faction":
            return say("event.faction", who=who, faction=say(f"faction.{args['faction']}"))
        case "todo":
            return _todo_words(state, args["tasks"])
        case "flow":
            return _flow_words(state, args)
        case "cleaned":
            order = tuple(faction(state, seat) for seat in args["order"])
            return say("event.cleaned", order=order)
    return say(f"event.{happened.kind}", who=who)


def _todo_words(state: State, tasks: tuple[Any, ...]) -> Text:
    if not tasks:
        return say("event.nothing_waits")
    kind, seat = tasks[0][0], tasks[0][1]
    return say("event.waits", who=faction(state, seat), task=say(f"task.{kind}"))


def _flow_words(state: State, args: dict[str, Any]) -> Text:
    if "round" in args:
        return say("event.round", n=args["round"])
    if "phase" in args:
        return say("event.phase", phase=say(f"phase.{args['phase']}"))
    if "turn" in args:
        return say("event.turn", who=faction(state, args["turn"]))
    if args.get("built"):
        builder, hex = args["built"][0]
        return say("event.built", who=faction(state, builder), hex=state.map.name[hex])
    if "sources" in args:
        return say("event.income_goes_on")
    if args.get("queue"):
        return say("event.turn", who=faction(state, args["queue"][0]))
    return say("event.acted")


def phase_words(state: State) -> Text:
    """Where in the game we are."""
    if state.todo:
        task = state.todo[0]
        return say("phase_task", n=state.round, who=faction(state, task.seat), task=say(f"task.{task.kind}"))
    if state.phase == "actions":
        return say("phase_turn", n=state.round, who=faction(state, state.turn))
    return say(f"phase.{state.phase}")
