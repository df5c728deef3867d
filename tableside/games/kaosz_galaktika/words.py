"""Moves, events and values in words; a card that is still hidden is never named (B9)."""

from __future__ import annotations

from typing import Any

from tableside.core.moves import Event, Move, Plain, Text, called, text
from tableside.games.kaosz_galaktika.cards import VALUES
from tableside.games.kaosz_galaktika.desk import SLUG, Desk
from tableside.games.kaosz_galaktika.rules import answers
from tableside.games.kaosz_galaktika.state import Phase, Turn

PIECES = ("piece", "ship", "crew", "base")
LISTS = ("targets", "ships", "bases", "asked")
WORDS = {
    "value": "value", "until": "until", "turn": "turn", "to": "pile", "source": "pile", "role": "role",
    "step": "step", "phase": "phase", "what": "what", "asks": "asks",
}  # fmt: skip
SEATS = ("seat", "player", "defender", "attacker", "winner", "by")
SECRET_MOVES = ("tell_hand", "tell_piece", "tell_ruin", "lay_base", "lay_crew", "lay_weapon", "discard")
SECRET_EVENTS = ("told_hand", "told_piece", "told_ruin", "laid", "discarded", "salvaged")


KNOWN = {
    "at": ("colony", "hand", "crew", "base"),
    "value": VALUES,
    "until": ("combat", "turn", "always"),
    "turn": tuple(Turn),
    "pile": ("hand", "colony", "trash", "ruin"),
}


def word(group: str, value: object) -> Text:
    """A word of the rulebook; what no rulebook says is said as it is."""
    if group in KNOWN and value not in KNOWN[group]:
        return text("core.value", value=value)
    return text(f"{SLUG}.{group}.{value}")


def player(seat: Plain) -> Text:
    """A seat in words."""
    if not isinstance(seat, int):
        return text(f"{SLUG}.referee")
    return called(seat, text(f"{SLUG}.player", n=seat + 1))


def card(desk: Desk, id: str | None) -> Text:
    """A card's name, or a hidden card."""
    if id is None:
        return text(f"{SLUG}.hidden_card")
    record = desk.card(id)
    return text("core.value", value=record.name if record is not None else id)


def piece(desk: Desk, uid: Plain) -> Text:
    """A card in play: its name when it is paid, otherwise only whose it is, what it was laid as and where it lies."""
    found = desk.piece(uid)
    if found is None:
        return what(desk, uid) if answers.find(desk, uid) is not None else text(f"{SLUG}.nothing")
    if not found.paid:
        row = [other.uid for other in desk.state.of(found.controller, found.role)]
        place = row.index(found.uid) + 1
        return text(f"{SLUG}.face_down.{found.role}", seat=player(found.controller), n=place)
    named = card(desk, found.card)
    twins = [other for other in desk.state.pieces if other.paid and other.card == found.card]
    if len(twins) == 1:
        return named
    place = [other.uid for other in twins if other.controller == found.controller].index(found.uid) + 1
    return text(f"{SLUG}.numbered", card=named, seat=player(found.controller), n=place)


def what(desk: Desk, number: Plain) -> Text:
    """Something on the stack, or just taken off it."""
    pending = answers.find(desk, number)
    if pending is None and desk.state.resolving is not None and desk.state.resolving["number"] == number:
        pending = desk.state.resolving
    if pending is None:
        return text(f"{SLUG}.pending", n=number)
    return _declared(desk, pending.kind, dict(pending.args))


def _declared(desk: Desk, kind: str, details: dict[str, Plain]) -> Text:
    """A card by its name, an action by what it is; a card laid face down stays unnamed."""
    if kind in ("interrupt", "event", "ship", "ability", "payment", "trap"):
        return text(f"{SLUG}.pending_card", what=word("what", kind), card=card(desk, details.get("card")))
    return word("what", kind)


def say(desk: Desk, name: str, value: Plain, secret: bool) -> Any:
    """One argument of a move or event in words."""
    if name == "card":
        return card(desk, None if secret else value)
    if name == "target" and isinstance(value, str):
        return word("at", value)
    if name in PIECES or (name == "target" and (value is None or isinstance(value, int))):
        return piece(desk, value) if value is not None else text(f"{SLUG}.nothing")
    if name in LISTS and isinstance(value, tuple):
        return tuple(piece(desk, uid) for uid in value)
    if name == "hits" and isinstance(value, tuple):
        return tuple(_hit(desk, hit) for hit in value)
    if name == "number":
        return what(desk, value)
    if name in SEATS:
        return player(value)
    if name == "deck":
        return _deck(desk, value)
    if name in WORDS and isinstance(value, str):
        return word(WORDS[name], value)
    return value


def _hit(desk: Desk, hit: Plain) -> Any:
    if not isinstance(hit, tuple) or len(hit) not in (2, 3):
        return hit
    return text(f"{SLUG}.hit", ship=piece(desk, hit[-2]), n=hit[-1])


def _deck(desk: Desk, id: Plain) -> Text:
    return text(f"{SLUG}.some_deck") if id is None else text(f"{SLUG}.a_deck")


def say_args(desk: Desk, args: tuple[tuple[str, Plain], ...], secret: bool) -> tuple[tuple[str, Any], ...]:
    return tuple((name, say(desk, name, value, secret)) for name, value in args)


def is_secret(move: Move) -> bool:
    """Whether the card a move names is only its player's to know."""
    return move.kind in SECRET_MOVES or (move.kind == "effect_card" and move.get("to") != "trash")


def veiled(move: Move) -> Move:
    """The move without the card or deck only its player knows."""
    if move.kind == "deck":
        return move.given(deck=None)
    return move.given(card=None) if is_secret(move) and "card" in move else move


def say_move(desk: Desk, move: Move) -> Text:
    """A move in words, from the state before it."""
    if move.kind.startswith("effect_"):
        args = (*((name, value) for name, value in move.args if name != "by"),)
        by = move.get("by")
        said = say_args(desk, args, secret=is_secret(move))
        source = _source(desk, by)
        return Text(f"{SLUG}.move.{move.kind}", (*said, ("by", source), ("seat", player(move.seat))))
    args = say_args(desk, move.args, is_secret(move))
    if move.kind == "use":
        args = (*args, ("text", _ability(desk, move)))
    return Text(f"{SLUG}.move.{_untargeted(move)}", (*args, ("seat", player(move.seat))))


def _source(desk: Desk, by: Plain) -> Text:
    """The card whose text is being carried out."""
    resolving = desk.state.resolving
    if resolving is not None and resolving["number"] == by:
        return card(desk, dict(resolving.args).get("card"))
    return piece(desk, by) if desk.piece(by) is not None else what(desk, by)


def _untargeted(move: Move) -> str:
    """A move without a target is said without one."""
    slot = "piece" if move.kind == "attack" else "target"
    aimless = move.kind in ("attack", "interrupt", "event", "use") and move.get(slot) is None
    return f"{move.kind}_at_large" if aimless else move.kind


def _ability(desk: Desk, move: Move) -> Text:
    found = desk.piece(move.get("piece"))
    record = desk.record(found) if found is not None else None
    number = move.get("ability")
    if record is None or not isinstance(number, int) or not 0 <= number < len(record.abilities):
        return text(f"{SLUG}.nothing")
    return text("core.value", value=record.abilities[number].text or number + 1)


def say_event(desk: Desk, happened: Event) -> Text:
    """An event in words, from the state before it."""
    if happened.kind in ("declared", "opened"):
        said = _declared(desk, happened["what"], dict(happened["details"]))
        args = (("seat", player(happened["seat"])), ("what", said), ("price", happened.get("price")))
        free = happened.kind == "declared" and not happened["price"]
        return Text(f"{SLUG}.event.{happened.kind}" + ("_free" if free else ""), args)
    secret = happened.kind in SECRET_EVENTS or bool(happened.get("hidden"))
    if happened.kind == "shifted":
        secret = "trash" not in (happened.get("to"), happened.get("source"))
    return Text(f"{SLUG}.event.{happened.kind}", say_args(desk, happened.args, secret))


def say_value(desk: Desk, kind: str, slot: str, value: Plain) -> Text:
    """What may go into a slot, in words; these are shown to the player who chooses."""
    if slot in ("by", "number"):
        return _source(desk, value) if slot == "by" else what(desk, value)
    if slot == "card" and value is None:
        return text(f"{SLUG}.untold_card")
    if slot == "deck" and value is not None:
        deck = desk.catalog.find("decks", value)
        return text("core.value", value=deck.name if deck is not None else value)
    if slot == "ability":
        return text(f"{SLUG}.ability_number", n=value + 1)
    if slot == "order" and isinstance(value, tuple):
        run = desk.state.stack.items[-len(value) :]
        return text("core.value", value=tuple(what(desk, run[place]["number"]) for place in reversed(value)))
    said = say(desk, slot, value, secret=False)
    return said if isinstance(said, Text) else text("core.value", value=said)


def phase(desk: Desk) -> Text:
    """Where in the game we are."""
    state = desk.state
    seat = player(state.active)
    if state.phase in (Phase.TIME, Phase.OVER):
        return text(f"{SLUG}.phase.{state.phase}")
    if state.resolving is not None:
        return text(
            f"{SLUG}.phase.resolving", card=what(desk, state.resolving["number"]), seat=player(state.resolving.seat)
        )
    if state.stack:
        return text(
            f"{SLUG}.phase.answers",
            card=what(desk, state.stack.top["number"]),
            n=len(state.stack.items),
            seat=player(state.stack.responder),
        )
    if state.combat is not None:
        return text(
            f"{SLUG}.phase.combat_step", step=word("step", state.combat.step), seat=player(state.combat.attacker)
        )
    if state.phase in (Phase.DECKS, Phase.ROLL, Phase.MULLIGAN):
        return text(f"{SLUG}.phase.{state.phase}")
    said = text(f"{SLUG}.phase.{state.phase}")
    return text(f"{SLUG}.phase.turn", phase=said, seat=seat, turn=state.turn + (state.phase is Phase.INCOME))
