"""Ids into words: players by their colour, planets, tiles, cards, dice and what is to be done."""

from __future__ import annotations

from tableside.core.moves import Event, Move, Plain, Text, called, text
from tableside.games.onward_to_venus.content import Copy
from tableside.games.onward_to_venus.events import apply
from tableside.games.onward_to_venus.rules.combat import bursts, defence, difference, needed
from tableside.games.onward_to_venus.state import BURST, PLANETS, SLUG, UNITS, Combat, State, Task

SEATS = ("seat", "victim")
SPOTS = ("planet", "origin", "destination")
THINGS = ("unit", "what")
CARDS = ("card", "back")
TILE_SLOT = ("lay", "replace")


def say(key: str, /, **args: object) -> Text:
    return text(f"{SLUG}.{key}", **args)


def player_name(state: State, seat: int | None) -> Text:
    """A player by colour, or by place while the colours are being chosen."""
    if seat is None:
        return say("nobody")
    if 0 <= seat < len(state.players) and state.players[seat].colour:
        return called(seat, say(f"player.{state.players[seat].colour}"))
    return called(seat, say("player", n=seat + 1))


def die_name(die: int) -> object:
    return say("die.burst") if die == BURST else die


def deployed(value: str) -> Text:
    """A unit and where it is put."""
    unit, _, planet = value.partition(":")
    return say("deployed_at", unit=say(f"thing.{unit}"), planet=say(f"planet.{planet}"))


def blown(value: str) -> Text:
    where, _, unit = value.partition(":")
    return say(f"blown.{where}", unit=say(f"thing.{unit}"))


def word(copy: Copy, state: State, kind: str, name: str, value: Plain) -> object:
    """One argument of a move or an event in words."""
    if name in SEATS and (value is None or isinstance(value, int)):
        return player_name(state, value)
    if kind in TILE_SLOT or name == "tile":
        return copy.tile_name(value)
    if name in SPOTS and value in PLANETS:
        return say(f"planet.{value}")
    if name in THINGS:
        return say("thing.none") if value is None else say(f"thing.{value}")
    if name == "place":
        return say(f"place.{value}")
    if name in CARDS or (kind == "swap" and name in ("first", "second", "third")):
        return say("card.none") if value is None else copy.card_name(value)
    if name == "cards":
        return tuple(copy.card_name(card) for card in value) or say("card.none")
    if name == "blown":
        return tuple(blown(part) for part in value) or say("thing.none")
    if kind == "deploy" and name in ("first", "second"):
        return say("thing.none") if value is None else deployed(value)
    if name == "dice" and isinstance(value, tuple):
        return tuple(die_name(die) for die in value)
    if name == "die":
        return die_name(value)
    if name == "colour":
        return say(f"colour.{value}")
    if name == "seats":
        return tuple(player_name(state, seat) for seat in value)
    return value


def worded(copy: Copy, state: State, kind: str, args: tuple[tuple[str, Plain], ...]) -> tuple[tuple[str, object], ...]:
    """All arguments in words, with `on` for where it happens and `units` for a whole group."""
    given = dict(args)
    said: dict[str, object] = {name: word(copy, state, kind, name, value) for name, value in args}
    for spot in SPOTS:
        if given.get(spot) in PLANETS:
            said["on" if spot == "planet" else f"{spot}_on"] = say(f"on.{given[spot]}")
    if all(unit in given for unit in UNITS):
        group = tuple(say(f"amount.{unit}", n=given[unit]) for unit in UNITS if given[unit])
        said["units"] = group or say("thing.none")
    return tuple(said.items())


def say_event(copy: Copy, state: State, happened: Event) -> Text:
    """An event in words."""
    kind, variant = happened.kind, ""
    if kind == "next":
        todo = happened["todo"]
        return say("event.next", what=task_words(state, Task(*todo[-1]) if todo else None))
    if kind == "crisis_dice":
        laid = tuple(
            say("dice_on", n=amount, planet=say(f"planet.{planet}"))
            for planet, amount in zip(PLANETS, happened["dice"])
            if amount
        )
        return say("event.crisis_dice", laid=laid)
    if kind == "rolled" and state.combat is not None:
        thrown = apply(state, happened).combat
        if thrown is not None:
            return say("event.rolled.combat", **reckoning(copy, state, thrown))
    if kind == "turn" and happened["seat"] is None:
        return say("event.turn.none")
    if kind == "fought":
        variant = ".won" if happened["won"] else ".lost"
    if kind == "over":
        variant = f".{happened['how']}"
    return Text(f"{SLUG}.event.{kind}{variant}", worded(copy, state, kind, happened.args))


def say_move(copy: Copy, state: State, made: Move) -> Text:
    """A move in words."""
    kind = made.kind
    if kind == "lay":
        laid: dict[str, list[object]] = {}
        for slot, tile in sorted(made.args, key=lambda part: _place(part[0])):
            laid.setdefault(slot.split("_")[0], []).append(copy.tile_name(tile))
        lines = tuple(say("laid", planet=say(f"planet.{planet}"), tiles=tuple(some)) for planet, some in laid.items())
        return say("move.lay", tiles=lines)
    variant = ""
    if kind == "attack" and made["victim"] is not None:
        variant = ".tension"
    elif kind == "deploy" and made["second"] is not None:
        variant = ".two"
    elif kind == "resolve" and state.top is not None and state.top.planet in PLANETS:
        return say("move.resolve", planet=say(f"planet.{state.top.planet}"))
    args = worded(copy, state, kind, made.args)
    return Text(f"{SLUG}.move.{kind}{variant}", (*args, ("seat", player_name(state, made.seat))))


def _place(slot: str) -> tuple[int, str]:
    planet, _, number = slot.partition("_")
    return (PLANETS.index(planet), number) if planet in PLANETS else (len(PLANETS), slot)


def task_words(state: State, task: Task | None) -> Text:
    """What is to be done, in words."""
    if task is None:
        return say("todo.over")
    where = say(f"planet.{task.planet}") if task.planet in PLANETS else say("nobody")
    seat = task.n if task.kind == "first" else task.seat
    return say(f"todo.{task.kind}", seat=player_name(state, seat), planet=where, n=task.n)


def reckoning(copy: Copy, state: State, combat: Combat) -> dict[str, object]:
    """How the dice of a fight come to what is needed and what is lost (D5, D9)."""
    return {
        "dice": tuple(die_name(die) for die in combat.dice),
        "difference": difference(combat.dice),
        "defence": defence(copy, state, combat),
        "need": needed(copy, state, combat),
        "losses": bursts(combat),
    }


def phase(copy: Copy, state: State) -> Text:
    """Where in the game we are."""
    if state.end:
        return say(f"phase.{state.end}")
    if state.answers:
        what = say("todo.answer", seat=player_name(state, state.answers.responder))
    elif state.combat is not None and state.top is not None and state.top.kind == "combat":
        planet, player = say(f"planet.{state.combat.planet}"), player_name(state, state.top.seat)
        what = say("todo.combat.sum", seat=player, planet=planet, **reckoning(copy, state, state.combat))
    else:
        what = task_words(state, state.top)
    if not state.period:
        return say("phase.setup", what=what)
    return say("phase", period=state.period, tokens=state.tokens, what=what)
