"""Moves, events and values in the rulebook's words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tableside.core.arguments import typed
from tableside.core.game import Options, Slot
from tableside.core.moves import SILENT, Event, Move, Plain, Text, text
from tableside.games.beyond_the_sun.card_text import colour_words, effect_words, roman, word
from tableside.games.beyond_the_sun.effects import COLOURS, Verb
from tableside.games.beyond_the_sun.facts import Facts
from tableside.games.beyond_the_sun.names import card, column, pawn_on, place, player, slot, slot_name, space
from tableside.games.beyond_the_sun.rules.decks import chosen_from
from tableside.games.beyond_the_sun.state import Ask, Ending, Phase, State, Task, producer

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
    "guild": Slot.CARD,
}


def say_value(facts: Facts, state: State, kind: str, part: str, given: Plain) -> Text:
    """What may go into a slot, in words."""
    if isinstance(given, str):
        match part:
            case "space" if kind == "displace":
                return pawn_on(facts, state, given)
            case "space" | "action":
                return space(facts, state, given)
            case "slot":
                return slot(facts, state, given)
            case "place" | "origin" | "target":
                return place(facts, state, given)
            case "card" | "mat" | "goal" | "guild" | "system":
                return card(facts, given)
            case "colour":
                return word(f"colour.{given}") if given in COLOURS else text("core.value", value=given)
            case "disc" | "track":
                return word(f"disc.{given}") if given in _DISCS else text("core.value", value=given)
    if isinstance(given, int) and not isinstance(given, bool):
        match part:
            case "opponent":
                return player(given)
            case "level":
                return word("ship", level=given)
            case "column":
                return column(given)
            case "option":
                return option(facts, state, given)
    if isinstance(given, tuple):
        if part == "ships":
            return word("ships", levels=given)
        if part == "using":
            names = tuple(slot(facts, state, id) for id in given if isinstance(id, str))
            return word("using", slots=names) if names else word("using_none")
    return text("core.value", value=given)


_DISCS = ("food", "ore", "star")


def option(facts: Facts, state: State, number: int) -> Text:
    """An alternative of a choice: its effects."""
    front = state.front
    if front is None or front.effect is None or not 0 <= number < len(front.effect.of):
        return text("core.value", value=number)
    return word("alternative", n=number + 1, effects=tuple(effect_words(effect) for effect in front.effect.of[number]))


def say_kind(state: State, kind: str) -> Text:
    """A kind of move; leaving off says what is left off."""
    front = state.front
    if kind == "done" and front is not None and front.effect is not None and front.effect.verb in STOPPED:
        return word(f"kind.done.{front.effect.verb.value}")
    if kind == "reveal" and front is not None and chosen_from(front):
        return word("kind.reveal_each")
    return word(f"kind.{kind}")


STOPPED = frozenset({Verb.JUMP, Verb.TRADE})


def say_slot(facts: Facts, state: State, kind: str, slot: str) -> Text:
    """What is asked, with all that is known of it: level, type, place, how many of how many."""
    front = state.front
    key = f"slot.{kind}.{slot}"
    if front is None:
        return word(key)
    if kind == "reveal":
        return word(f"ask.{_ask_key(front)}", **_told(facts, state, front))
    if kind == "keep":
        return word("ask.keep" if front.colours else "ask.keep_any", **_told(facts, state, front))
    if kind == "disc":
        return word(f"ask.{front.ask.value}", **_told(facts, state, front))
    if front.left > 1 and kind in ("jump", "upgrade", "build", "scrap", "dock"):
        return word("question_left", question=word(key), left=front.left)
    return word(key)


def say_which(facts: Facts, state: State, kinds: Sequence[str]) -> Text:
    """What is asked where several things can be done: the effect that is settled, the cards that are turned up."""
    front = state.front
    if front is None:
        return text("core.which_move")
    if kinds[0] in ("reveal", "keep"):
        return say_slot(facts, state, kinds[0], "card")
    return _now(facts, state, front.seat)


def _ask_key(front: Task) -> str:
    if front.ask is Ask.REVEAL and front.place == "private":
        return "private"
    return front.ask.value if front.colours or front.ask not in (Ask.REVEAL, Ask.ROW) else f"{front.ask.value}_any"


def _told(facts: Facts, state: State, front: Task) -> dict[str, Any]:
    """What is known of what is to be settled."""
    site = state.site(front.place)
    deck = front.card if front.ask in (Ask.SYSTEM, Ask.DEAL_SYSTEM, Ask.DEAL_GOAL) else ""
    revealed = front.cards if front.ask is Ask.REVEAL else ()
    found = sum(bool(set(facts.technology(card).colours or ()) & set(front.colours)) for card in revealed)
    return {
        "who": player(front.seat),
        "level": roman(front.level or (site.level if site is not None else 0)),
        "colours": colour_words(front.colours),
        "found": found,
        "wanted": front.left,
        "deck": deck,
        "place": slot(facts, state, front.place) if site is not None else place(facts, state, front.place),
        "card": card(facts, front.card) if front.ask is Ask.SECOND else "",
    }


def say_move(facts: Facts, state: State, wanted: Move) -> Text:
    """A move in words."""
    args = {name: say_value(facts, state, wanted.kind, name, given) for name, given in wanted.args}
    key = f"move.{wanted.kind}"
    if wanted.kind == "research" and not wanted["using"]:
        key = "move.research_plain"
    if wanted.kind == "done" and state.front is not None and state.front.effect is not None:
        args["effect"] = effect_words(state.front.effect)
    seat = state.front.seat if wanted.kind == "keep" and state.front is not None else wanted.seat
    return word(key, who=player(seat), **args)


def say_ready(facts: Facts, state: State, made: Move) -> Text:
    """A whole move on a button: whose turn it is stands above."""
    if not made.args:
        return say_kind(state, made.kind)
    said = say_move(facts, state, made)
    return Text(f"{said.key.replace('.move.', '.ready.')}|{said.key}", said.args)


def say_event(facts: Facts, state: State, happened: Event) -> Text:
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
        case "phase" if args["phase"] in SPOKEN:
            return word(f"event.phase.{args['phase']}")
        case "phase" | "tasks" | "chosen" | "revealed" | "lines_told":
            return SILENT
        case "ending":
            return word(f"event.ending.{args['stage']}")
        case "nothing":
            return word("event.nothing", who=who, effect=word(f"did.{args['verb']}"))
        case "untold":
            return word(f"event.untold.{args['ask']}")
        case "row_card" if not args["card"]:
            return word("event.row_taken", level=roman(args["level"]))
        case "pawn" if not args["space"]:
            return word("event.pawn_aside", who=who)
        case "kept":
            owner = args["owner"]
            key = "event.kept" if owner is None else "event.kept_by"
            return word(key, who=player(owner), card=card(facts, args["card"]))
        case "slot_found":
            return word("event.charted", place=slot_name(facts, args["slot"]))
        case "place_found":
            return word("event.charted", place=place(facts, state, args["place"]))
    told = {name: _argument(facts, state, name, given) for name, given in args.items() if name not in UNSAID}
    told["who"] = who
    return word(f"event.{kind}", **told)


SPOKEN = ("production", "goal", "refilling")
"""Phases whose beginning is told; the others begin with the move itself."""
UNSAID = ("tasks", "slots", "places", "columns")
"""What an event carries and nobody needs to be told."""


def _argument(facts: Facts, state: State, name: str, given: Plain) -> Any:
    if name == "cards":
        return tuple(card(facts, id) for id in typed(tuple[str, ...], given))
    if name == "level":
        return roman(typed(int, given))
    if name == "slot":
        return slot_name(facts, typed(str, given))
    if name in ("place", "beside", "space", "card", "mat", "goal", "guild", "system"):
        return say_value(facts, state, "", "place" if name == "beside" else name, given)
    return given


def _where(facts: Facts, state: State, where: str) -> tuple[str, Text]:
    kind, *rest = where.split(":")
    match kind:
        case "supply":
            return kind, say_value(facts, state, "", "column", int(rest[0]))
        case "slot":
            return kind, slot(facts, state, rest[0])
        case "ship":
            return kind, word("ship_at", level=int(rest[1]), place=place(facts, state, rest[0]))
        case "kept":
            return kind, card(facts, rest[0])
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
    disc = say_value(facts, state, "", "disc", args["disc"])
    origin, _, origin_place = args["origin"].partition(":")
    target, _, target_place = args["target"].partition(":")
    if origin == "place":
        return word("event.outpost_lost", who=who, disc=disc, place=place(facts, state, origin_place))
    if target == "place":
        return word("event.outpost", who=who, disc=disc, place=place(facts, state, target_place))
    if target == "colony":
        return word("event.colony_disc", who=who, disc=disc, card=card(facts, target_place))
    return word("event.automated", who=who, disc=disc)


def phase(facts: Facts, state: State) -> Text:
    """Where the game stands."""
    front = state.front
    if state.phase is Phase.OVER:
        return word("phase.over")
    if front is not None and state.phase is Phase.SETUP:
        return word("phase.setup", now=_now(facts, state))
    seat = producer(state)
    key = {
        Phase.PRODUCTION: "production",
        Phase.PRODUCING: "production",
        Phase.GOAL: "goal",
        Phase.CLOSING: "closing",
        Phase.REFILLING: "closing",
    }.get(state.phase, "action")
    ending = word(f"phase.ending.{state.ending.value}") if state.ending is not Ending.NO else ""
    return word(f"phase.{key}", who=player(seat), round=state.round, ending=ending, now=_now(facts, state, seat))


def _now(facts: Facts, state: State, named: int | None = None) -> Text:
    """What is done now; whose effect it is goes without saying where that player was named before."""
    front = state.front
    if front is None:
        return word(
            "now.goal"
            if state.phase is Phase.GOAL
            else "now.production"
            if state.phase is Phase.PRODUCTION
            else "now.free"
        )
    if front.ask is Ask.EFFECT and front.effect is not None:
        effect = effect_words(front.effect, front.left)
        return effect if front.seat == named else word("now.last", who=player(front.seat), effect=effect)
    if front.ask is Ask.TYPE and state.rows:
        return word("now.row_pick", who=player(front.seat))
    return word(f"now.{_ask_key(front)}", **_told(facts, state, front))


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
