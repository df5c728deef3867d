"""Ids into words: players by their colour, planets, tiles, cards, dice and what is to be done."""

from __future__ import annotations

from dataclasses import replace

from tableside.core.arguments import typed
from tableside.core.game import Slot
from tableside.core.moves import Event, Move, Plain, Text, called, text
from tableside.games.onward_to_venus.rules.combat import bursts, defence, difference, in_short, needed, paid_points
from tableside.games.onward_to_venus.rules.crises import FEE
from tableside.games.onward_to_venus.rules.turn_order import following, owed
from tableside.games.onward_to_venus.state import (
    BURST,
    COST,
    DICE,
    PLANETS,
    SLUG,
    UNITS,
    UNTOLD,
    Combat,
    Force,
    State,
    Task,
)
from tableside.games.onward_to_venus.supply import Copy

SEATS = ("seat", "victim")
SPOTS = ("planet", "origin", "destination")
THINGS = ("unit", "what")
CARDS = ("card", "back")
SEVERAL = ("cards", "again", "blown", "units")
TILE_SLOT = ("lay", "replace")
SLOTS = {
    **dict.fromkeys(("card", "cards", "again", "back"), Slot.CARD),
    **dict.fromkeys(SPOTS, Slot.SPACE),
    **dict.fromkeys(("dice", "die"), Slot.DICE),
    **dict.fromkeys((*UNITS, "bursts", "difference"), Slot.AMOUNT),
    "victim": Slot.SEAT,
    "seat": Slot.SEAT,
}
"""How slots are asked, where not by buttons."""
ASKED = (
    "first",
    "arrived",
    "combat",
    "last_call",
    "combat_roll",
    "crisis_roll",
    "spied",
    "hire",
    "venus",
    "rockets",
    "pirates",
)
"""Tasks whose question says what is at stake."""


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
    if kind == "reveal" and value is None:
        return say("reveal.none")
    if kind in TILE_SLOT or name == "tile":
        if isinstance(value, tuple):
            return tuple(copy.tile_name(tile) for tile in typed(tuple[str, ...], value)) or say("tile.none")
        return copy.tile_name(typed(str, value))
    if name in SPOTS and value in PLANETS:
        return say(f"planet.{value}")
    if name in THINGS:
        return say("thing.none") if value is None else say(f"thing.{value}")
    if name == "place":
        return say(f"place.{value}")
    if name in CARDS:
        return say("card.none") if value is None else copy.card_name(typed(str, value))
    if name in ("cards", "again"):
        return tuple(copy.card_name(card) for card in typed(tuple[str, ...], value)) or say("card.none")
    if name == "blown":
        return tuple(blown(part) for part in typed(tuple[str, ...], value)) or say("thing.none")
    if name == "units":
        return tuple(deployed(part) for part in typed(tuple[str, ...], value)) or say("thing.none")
    if name == "dice" and isinstance(value, tuple):
        return tuple(die_name(die) for die in typed(tuple[int, ...], value))
    if name == "die":
        return die_name(typed(int, value))
    if name == "colour":
        return say(f"colour.{value}")
    if name == "seats":
        return tuple(player_name(state, seat) for seat in typed(tuple[int, ...], value))
    return value


def worded(copy: Copy, state: State, kind: str, args: tuple[tuple[str, Plain], ...]) -> tuple[tuple[str, object], ...]:
    """All arguments in words, with `on` for where it happens and `units` for a whole group."""
    given = dict(args)
    said: dict[str, object] = {name: word(copy, state, kind, name, value) for name, value in args}
    for spot in SPOTS:
        if given.get(spot) in PLANETS:
            for way in ("on", "off", "onto"):
                said[way if spot == "planet" else f"{spot}_{way}"] = say(f"{way}.{given[spot]}")
    if all(unit in given for unit in UNITS):
        group = tuple(say(f"amount.{unit}", n=given[unit]) for unit in UNITS if given[unit])
        said["units"] = group or say("thing.none")
    return tuple(said.items())


def told_bursts(key: str, n: int) -> Text:
    """A roll of which only the bursts were told."""
    return say(f"{key}.bursts", n=n) if n else say(f"{key}.none")


def say_event(copy: Copy, state: State, happened: Event) -> Text:
    """An event in words."""
    kind, variant = happened.kind, ""
    if kind == "next":
        todo = typed(tuple[tuple[str, int | None, str, int], ...], happened["todo"])
        if state.answers:
            return say("event.next", what=in_danger(state))
        return say("event.next", what=task_words(state, Task(*todo[-1]) if todo else None))
    if kind == "crisis_dice":
        laid = tuple(
            say("dice_on", n=amount, planet=say(f"planet.{planet}"))
            for planet, amount in zip(PLANETS, typed(tuple[int, ...], happened["dice"]))
            if amount
        )
        return say("event.crisis_dice", laid=laid)
    if kind == "rolled":
        dice = typed(tuple[int, ...], happened["dice"])
        if state.combat is not None:
            thrown = replace(state.combat, dice=tuple(sorted((*state.combat.dice, *dice))))
            return say("event.rolled.combat", **reckoning(copy, state, thrown))
        if len(dice) < DICE:
            return told_bursts("event.rolled", len(dice))
    if kind == "outcome" and state.combat is not None:
        fight, gap = replace(state.combat, dice=(BURST,) * typed(int, happened["bursts"])), happened["difference"]
        fight_on = replace(state, todo=(*state.todo, Task("combat", n=typed(int, gap) + 1)))
        return say("event.outcome", **reckoning(copy, fight_on, fight))
    if kind == "turn" and happened["seat"] is None:
        return say("event.turn.none")
    if kind == "fought":
        variant = ".won" if happened["won"] else ".lost"
    if kind == "quiet":
        variant = f".{happened['why']}"
    if kind == "money":
        amount, seat = typed(int, happened["amount"]), typed(int, happened["seat"])
        return say("event.money.paid" if amount < 0 else "event.money", seat=player_name(state, seat), n=abs(amount))
    if kind == "over":
        variant = f".{happened['how']}"
    return Text(f"{SLUG}.event.{kind}{variant}", worded(copy, state, kind, happened.args))


def say_move(copy: Copy, state: State, made: Move) -> Text:
    """A move in words."""
    kind = made.kind
    if kind == "lay":
        laid = [(planet, typed(tuple[str, ...], made.get(planet) or ())) for planet in PLANETS]
        lines = tuple(
            say("laid", planet=say(f"planet.{planet}"), tiles=tuple(copy.tile_name(tile) for tile in some))
            for planet, some in laid
            if some and some != (UNTOLD,)
        )
        later = any(UNTOLD in some for _, some in laid)
        if not later:
            return say("move.lay", tiles=lines)
        return say("move.lay.later", tiles=lines) if lines else say("move.lay.untold")
    variant = ""
    if kind == "attack" and made["victim"] is not None:
        variant = ".tension"
    elif kind in ("move", "pay"):
        with_cards = f"{'.cards' if made['cards'] else ''}{'.again' if made['again'] else ''}"
        variant = with_cards + (".blown" if made.get("blown") else "")
    elif kind in ("lose", "remove") and made["card"] is not None:
        variant = ".card"
    elif (kind == "swap" and not made["cards"]) or (kind == "reveal" and made["planet"] is None):
        variant = ".none"
    elif kind == "resolve" and state.top is not None and state.top.planet in PLANETS:
        return say("move.resolve", planet=say(f"planet.{state.top.planet}"))
    if kind == "bursts":
        return told_bursts("move.bursts", typed(int, made["n"]))
    if kind == "starts":
        return say("move.starts", starter=player_name(state, typed(int, made["seat"])))
    args = worded(copy, state, kind, made.args)
    if kind == "pay":
        args = (*args, ("sum", paid_sum(copy, state, made)))
    return Text(f"{SLUG}.move.{kind}{variant}", (*args, ("seat", player_name(state, made.seat))))


def say_ready(copy: Copy, state: State, made: Move) -> Text:
    """A whole move on a button: what is done and where; who does it stands above."""
    if made.kind in ("token", "give_up", "stop", "done"):
        return say(f"kind.{made.kind}")
    if made.kind == "starts":
        return player_name(state, typed(int, made["seat"]))
    if made.kind == "bursts":
        return told_bursts("button.bursts", typed(int, made["n"]))
    if made.kind == "outcome":
        told = typed(int, made["bursts"])
        return say(f"button.outcome{'.bursts' if told else ''}", n=told, difference=made["difference"])
    if made.kind == "deploy" and made["card"] is None:
        return _bought(typed(tuple[str, ...], made["units"]))
    plain = made.kind == "claim" or (made.kind == "attack" and made["victim"] is None)
    if plain or (made.kind == "move" and not made["cards"]):
        return Text(f"{SLUG}.button.{made.kind}", worded(copy, state, made.kind, made.args))
    if made.kind == "pay" and not made["again"] and not made["blown"]:
        key = "button.pay.cards" if made["cards"] else "button.pay"
        return Text(
            f"{SLUG}.{key}", (*worded(copy, state, "pay", made.args), ("sum", paid_sum(copy, state, made, "button")))
        )
    return say_move(copy, state, made)


def _bought(units: tuple[str, ...]) -> Text:
    """Units that are bought, with their price."""
    pairs = tuple((unit, planet) for unit, _, planet in (one.partition(":") for one in units))
    counts = {pair: pairs.count(pair) for pair in pairs}
    spots = {planet for _, planet in pairs}
    price = sum(COST[unit] for unit, _ in pairs)
    said = {pair: say(f"amount.{pair[0]}", n=n) for pair, n in counts.items()}
    if len(spots) == 1:
        return say("button.deploy", planet=say(f"planet.{spots.pop()}"), units=tuple(said.values()), price=price)
    apart = tuple(say("deployed_at", unit=unit, planet=say(f"planet.{planet}")) for (_, planet), unit in said.items())
    return say("button.deploy.apart", units=apart, price=price)


def paid_sum(copy: Copy, state: State, made: Move, where: str = "pay") -> Text:
    """What a payment comes to and what is needed; on a button in short."""
    if state.combat is None:
        return say("pay.plain")
    force = Force(*(typed(int, made[unit]) for unit in UNITS))
    used = (*typed(tuple[str, ...], made["cards"]), *typed(tuple[str, ...], made["again"]))
    paid = paid_points(copy, state.combat, force, used)
    return say(f"{where}.sum", paid=paid, need=needed(copy, state, state.combat))


def task_words(state: State, task: Task | None) -> Text:
    """What is to be done, in words."""
    if task is None:
        return say("todo.over")
    where = say(f"planet.{task.planet}") if task.planet in PLANETS else say("nobody")
    more: dict[str, object] = {}
    seat, key = task.seat, f"todo.{task.kind}"
    if task.kind == "first":
        seat = task.n
    elif task.kind == "hire":
        key, more = f"todo.hire.{task.n}", {"fee": FEE.get(task.n, 0)}
    elif task.kind == "pirates" and task.seat is not None:
        more = {"due": owed(state, task.seat, task.planet)}
    elif task.kind == "act" and (after := following(state)) is not None:
        key, more = "todo.act.taken", {"next": player_name(state, after)}
    elif task.kind == "combat_roll" and state.combat is not None:
        seat, where = state.turn, say(f"planet.{state.combat.planet}")
    return say(key, seat=player_name(state, seat), planet=where, n=task.n, **more)


def say_which(copy: Copy, state: State) -> Text:
    """What is asked where several kinds of move may be made."""
    task = state.top
    if state.answers:
        return say("which.answer")
    if task is None or task.kind not in ASKED:
        return text("core.which_move")
    if task.kind == "combat" and state.combat is not None:
        return say("which.combat", need=needed(copy, state, state.combat) - state.combat.points)
    where = say(f"on.{task.planet}") if task.planet in PLANETS else say("nobody")
    return say(f"which.{task.kind}", on=where)


def in_danger(state: State) -> Text:
    """Which unit may be saved now, and where."""
    pending = state.answers.top
    seat, unit = player_name(state, state.answers.responder), say(f"thing.{pending['unit']}")
    return say("todo.answer", seat=seat, unit=unit, on=say(f"on.{pending['planet']}"))


def reckoning(copy: Copy, state: State, combat: Combat) -> dict[str, object]:
    """How the dice of a fight come to what is needed and what is lost (D5, D9)."""
    return {
        "dice": tuple(die_name(die) for die in combat.dice),
        "difference": difference(state, combat),
        "defence": defence(copy, state, combat),
        "need": needed(copy, state, combat),
        "losses": bursts(combat),
        "points": combat.points,
    }


def phase(copy: Copy, state: State) -> Text:
    """Where in the game we are."""
    if state.end:
        return say(f"phase.{state.end}")
    if state.answers:
        what = in_danger(state)
    elif state.combat is not None and state.top is not None and state.top.kind == "combat":
        planet, player = say(f"planet.{state.combat.planet}"), player_name(state, state.top.seat)
        short = "" if in_short(state) is None else ".told"
        key = f"todo.combat.sum{'.points' if state.combat.points else ''}{short}"
        what = say(key, seat=player, planet=planet, **reckoning(copy, state, state.combat))
    else:
        what = task_words(state, state.top)
    if not state.period:
        return say("phase.setup", what=what)
    return say("phase", period=state.period, tokens=state.tokens, what=what)


def checklist(seats: int) -> tuple[Text, ...]:
    """What to lay out before the game."""
    keys = ("planets", "empires", "units", "money", "cards", "tokens", "bag", "dice", "periods")
    return tuple(say(f"check.{key}", n=seats + 2) for key in keys)


def say_value(copy: Copy, state: State, kind: str, slot: str, value: Plain) -> Text:
    """What may go into a slot, whole or one thing of several."""
    if slot in SEVERAL and isinstance(value, str):
        value = (value,)
    said = word(copy, state, kind, slot, value)
    return said if isinstance(said, Text) else text("core.value", value=said)
