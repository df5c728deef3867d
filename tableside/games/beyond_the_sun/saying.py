"""Moves, events and values in the rulebook's words."""

from __future__ import annotations

from typing import Any

from tableside.core.game import Options, Slot
from tableside.core.moves import Event, Move, Plain, Text, called, text
from tableside.games.beyond_the_sun.effects import Effect, Verb
from tableside.games.beyond_the_sun.facts import SLUG, Facts
from tableside.games.beyond_the_sun.rules import production
from tableside.games.beyond_the_sun.state import Ask, Ending, Phase, State

SLOTS = {
    "mat": Slot.CARD,
    "card": Slot.CARD,
    "space": Slot.SPACE,
    "action": Slot.SPACE,
    "slot": Slot.SPACE,
    "place": Slot.SPACE,
    "origin": Slot.SPACE,
    "target": Slot.SPACE,
    "level": Slot.AMOUNT,
    "opponent": Slot.SEAT,
    "goal": Slot.CARD,
}


def word(key: str, /, **args: Any) -> Text:
    """A text of this game."""
    return text(f"{SLUG}.{key}", **args)


def player(seat: Any) -> Text:
    """A player by the place at the table."""
    return called(seat, word("player", n=seat + 1)) if isinstance(seat, int) else word("referee")


def named(record: Any, id: str) -> str:
    """A card's name, or its id while the name is not known."""
    return (record.name if record is not None else None) or id


def card(facts: Facts, id: str) -> str:
    """The name of a technology, event, system, achievement or mat."""
    for table in ("technologies", "events", "systems", "achievements", "mats", "guilds"):
        record = facts.catalog.find(table, id)
        if record is not None:
            return named(record, id)
    return id


def place(facts: Facts, state: State, id: str) -> Text:
    """A location: its system card, or what the board calls it."""
    here = state.place(id)
    if here is None:
        return text("core.value", value=id)
    if here.kind in ("sol", "deep"):
        return word(f"place.{here.kind}")
    if here.kind == "shipyard":
        star = facts.star(id)
        return word("place.shipyard", name=named(star, id))
    if here.system:
        return text("core.value", value=card(facts, here.system))
    return word("place.empty", name=short(id))


def short(id: str) -> str:
    """What the board prints at a location, without the side it is on."""
    return id.rpartition(".")[2]


def slot(facts: Facts, state: State, id: str) -> Text:
    """A slot of the tree, with its technology when there is one."""
    site = state.site(id)
    if site is not None and site.card:
        return word("slot_known", slot=id, name=card(facts, site.card))
    return word("slot_new", slot=id)


def space(facts: Facts, state: State, id: str) -> Text:
    """An action space."""
    if not id:
        return word("space.beside")
    kind, *rest = id.split(":")
    number = int(rest[-1]) + 1 if len(rest) > 1 and rest[-1].isdigit() else 1
    if kind == "basic":
        basic = facts.catalog.find("basics", rest[0])
        if basic is None:
            return text("core.value", value=id)
        if len(rest) == 1:
            return word(f"basic.{rest[0]}")
        extras = getattr(basic, f"spaces_{len(state.players)}", None) or ()
        extra = extras[number - 1] if number <= len(extras) else 0
        return word("space.extra" if extra else "space.basic", action=word(f"basic.{rest[0]}"), n=number, extra=extra)
    if kind == "slot":
        site = state.site(rest[0])
        return word("space.card", name=card(facts, site.card if site is not None else rest[0]), n=number)
    return word("space.card", name=card(facts, rest[0] if rest else id), n=number)


def value(facts: Facts, state: State, slot_name: str, given: Plain) -> Text:
    """What may go into a slot, in words."""
    if isinstance(given, str):
        match slot_name:
            case "space" | "action":
                return space(facts, state, given)
            case "slot":
                return slot(facts, state, given)
            case "place" | "origin" | "target":
                return place(facts, state, given)
            case "card" | "mat" | "goal" | "guild" | "system":
                return text("core.value", value=card(facts, given))
            case "colour":
                return word(f"colour.{given}") if given in _COLOURS else text("core.value", value=given)
            case "disc" | "track":
                return word(f"disc.{given}") if given in _DISCS else text("core.value", value=given)
    if isinstance(given, int) and not isinstance(given, bool):
        match slot_name:
            case "opponent":
                return player(given)
            case "level":
                return word("ship", level=given)
            case "column":
                return word("column", letter=chr(ord("A") + given) if 0 <= given < 26 else str(given))
            case "option":
                return option(facts, state, given)
    if isinstance(given, tuple):
        if slot_name == "ships":
            return word("ships", levels=given)
        if slot_name == "using":
            names = tuple(slot(facts, state, id) for id in given if isinstance(id, str))
            return word("using", slots=names)
    return text("core.value", value=given)


_COLOURS = ("scientific", "economic", "military", "commercial")
_DISCS = ("food", "ore", "star")


def option(facts: Facts, state: State, number: int) -> Text:
    """An alternative of a choice: its effects."""
    front = state.front
    if front is None or front.effect is None or not 0 <= number < len(front.effect.of):
        return text("core.value", value=number)
    verbs = tuple(effect_words(effect) for effect in front.effect.of[number])
    return word("alternative", n=number + 1, effects=verbs)


def effect_words(effect: Effect) -> Text:
    """An effect in a few words."""
    levels = tuple("I" * level for level in effect.levels)
    track = word(f"track.{effect.track}")
    said = word(f"verb.{effect.verb.value}", n=effect.n, level=effect.level, levels=levels, track=track)
    return said if effect.n == 1 or effect.verb in NUMBERED else word("times", effect=said, n=effect.n)


NUMBERED = frozenset({Verb.PAY, Verb.GAIN, Verb.JUMP, Verb.PRIVATE, Verb.SETTLE})
"""Verbs whose words hold the number already."""


def said_move(facts: Facts, state: State, wanted: Move) -> Text:
    """A move in words."""
    args = {name: value(facts, state, name, given) for name, given in wanted.args}
    return word(f"move.{wanted.kind}", who=player(wanted.seat), **args)


def said_event(facts: Facts, state: State, happened: Event) -> Text:
    """An event in words."""
    args: dict[str, Any] = dict(happened.args)
    kind = happened.kind
    who = player(args.get("seat"))
    match kind:
        case "cube":
            return _cube(facts, state, who, args["origin"], args["target"])
        case "disc":
            return _disc(facts, state, who, args)
        case "ore":
            return word("event.ore_gained" if args["n"] > 0 else "event.ore_paid", who=who, n=abs(args["n"]))
        case "phase":
            return word(f"event.phase.{args['phase']}")
        case "ending":
            return word(f"event.ending.{args['stage']}")
        case "nothing":
            return word("event.nothing", who=who, effect=word(f"did.{args['verb']}"))
        case "row_card" if not args["card"]:
            return word("event.row_taken", level=args["level"])
        case "pawn" if not args["space"]:
            return word("event.pawn_aside", who=who)
        case "kept":
            owner = args["owner"]
            key = "event.kept" if owner is None else "event.kept_by"
            return word(key, who=player(owner), card=card(facts, args["card"]))
        case "chosen":
            return word("event.chosen", who=who)
        case "system":
            return word("event.system", card=card(facts, args["card"]), place=short(args["place"]))
    words = {name: _argument(facts, state, name, given) for name, given in args.items() if name != "tasks"}
    words["who"] = who
    return word(f"event.{kind}", **words)


def _argument(facts: Facts, state: State, name: str, given: Plain) -> Any:
    if name == "cards":
        return tuple(card(facts, id) for id in given)
    if name in ("place", "beside", "space", "card", "mat", "goal", "guild", "system"):
        return value(facts, state, "place" if name == "beside" else name, given)
    return given


def _where(facts: Facts, state: State, where: str) -> tuple[str, Text]:
    kind, *rest = where.split(":")
    match kind:
        case "supply":
            return kind, value(facts, state, "column", int(rest[0]))
        case "slot":
            return kind, slot(facts, state, rest[0])
        case "ship":
            return kind, word("ship_at", level=int(rest[1]), place=place(facts, state, rest[0]))
        case "kept":
            return kind, text("core.value", value=card(facts, rest[0]))
    return kind, word(f"cubes.{kind}")


def _cube(facts: Facts, state: State, who: Text, origin: str, target: str) -> Text:
    start, start_words = _where(facts, state, origin)
    end, end_words = _where(facts, state, target)
    if start == end == "ship":
        _, left, old = origin.split(":")
        _, reached, new = target.split(":")
        here, there = place(facts, state, left), place(facts, state, reached)
        if left == reached:
            return word("event.upgraded", who=who, place=here, level=int(old), new=int(new))
        return word("event.jumped", who=who, level=int(old), origin=here, target=there)
    key = {
        ("supply", "population"): "grown",
        ("population", "supply"): "returned",
        ("ship", "supply"): "landed",
        ("ship", "population"): "scrapped",
        ("ship", "kept"): "docked",
        ("supply", "supply"): "shifted",
    }.get((start, end))
    if key is None:
        key = {"slot": "researched", "ship": "built"}.get(end, "cube")
    return word(f"event.{key}", who=who, origin=start_words, target=end_words)


def _disc(facts: Facts, state: State, who: Text, args: dict[str, Any]) -> Text:
    disc = value(facts, state, "disc", args["disc"])
    origin, _, origin_place = args["origin"].partition(":")
    target, _, target_place = args["target"].partition(":")
    if origin == "place":
        return word("event.outpost_lost", who=who, disc=disc, place=place(facts, state, origin_place))
    if target == "place":
        return word("event.outpost", who=who, disc=disc, place=place(facts, state, target_place))
    if target == "colony":
        return word("event.colony_disc", who=who, disc=disc, card=card(facts, target_place))
    return word("event.automated", who=who, disc=disc)


def phase(state: State) -> Text:
    """Where the game stands."""
    front = state.front
    if state.phase is Phase.OVER:
        return word("phase.over")
    if front is not None and state.phase is Phase.SETUP:
        return word("phase.setup", now=_now(state))
    seat = production.producer(state)
    key = {
        Phase.PRODUCTION: "production",
        Phase.PRODUCING: "production",
        Phase.GOAL: "goal",
        Phase.CLOSING: "closing",
        Phase.REFILLING: "closing",
    }.get(state.phase, "action")
    ending = word(f"phase.ending.{state.ending.value}") if state.ending is not Ending.NO else word("phase.ending.no")
    return word(f"phase.{key}", who=player(seat), round=state.round, ending=ending, now=_now(state))


def _now(state: State) -> Text:
    front = state.front
    if front is None:
        return word("now.free")
    if front.ask is Ask.EFFECT and front.effect is not None:
        if front.effect.note:
            return word("now.by_hand", who=player(front.seat), note=front.effect.note)
        key = "now.effect" if front.left > 1 else "now.last"
        return word(key, who=player(front.seat), effect=effect_words(front.effect), left=front.left)
    return word(f"now.{front.ask.value}", who=player(front.seat))


def checklist(options: Options, seats: int) -> tuple[Text, ...]:
    """What to lay out, in order (B)."""
    keys = ["tree", "decks", "level_1", "events_2", "events_3"]
    keys += ["galaxy_2" if seats == 2 else "galaxy", "systems_2" if seats == 2 else "systems"]
    keys += ["first_goals" if options["first_goals"] else "goals", "bank", "guilds"]
    keys += [f"overlay_{seats}"] if seats < 4 else ["no_overlay"]
    keys += ["tableau"] if options["tableau"] else []
    keys += ["start", "advanced_mats" if options["advanced"] else "mats"]
    keys += ["not_tabernacle"] if seats == 2 else []
    keys += ["pawn", "food", "ore_discs", "stars", "columns", "population", "ship", f"ore_{seats}"]
    keys += ["closed_space"] if seats < 4 else []
    return tuple(word(f"check.{key}") for key in keys)
