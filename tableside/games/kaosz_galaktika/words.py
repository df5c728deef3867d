"""Moves, events and values in words; a card that is still hidden is never named (B9)."""

from __future__ import annotations

import re
from typing import Any

from tableside.core.arguments import optional, typed
from tableside.core.game import Options, Slot
from tableside.core.moves import SILENT, Event, Move, Plain, Text, called, text
from tableside.core.stack import Pending
from tableside.games.kaosz_galaktika import pieces
from tableside.games.kaosz_galaktika.hidden import is_secret
from tableside.games.kaosz_galaktika.records import VALUES
from tableside.games.kaosz_galaktika.state import PRICES, SLUG, Facing, Phase, State, Step, Turn, card_id

PIECES = ("piece", "ship", "crew", "base")
LISTS = ("targets", "ships", "bases", "asked")
WORDS = {
    "value": "value", "until": "value", "turn": "value", "to": "pile", "source": "pile", "role": "role",
    "step": "step", "what": "what", "asks": "asks",
}  # fmt: skip
SEATS = ("seat", "player", "defender", "attacker", "winner", "by")
SECRET_EVENTS = ("told_hand", "told_piece", "told_ruin", "laid", "discarded", "salvaged")


KNOWN = {
    "at": ("colony", "hand", "crew", "base"),
    "value": (*VALUES, "combat_end", "turn_end", "next_attack", "always", *Facing),
    "pile": ("hand", "colony", "trash", "ruin"),
}


SLOTS = {
    **dict.fromkeys(("card", "piece", "ship", "crew", "base", "targets", "ships", "bases"), Slot.CARD),
    **dict.fromkeys(("amount", "price", "cards", "seconds"), Slot.AMOUNT),
    **dict.fromkeys(("player", "defender", "winner"), Slot.SEAT),
    "order": Slot.ORDER,
}
"""How the slots of moves are asked."""


def checklist(options: Options, seats: int) -> tuple[Text, ...]:
    """What to lay out before the game."""
    keys = ["decks", "layout", "counters", "shuffle", "roll", "credits", "hand", "several" if seats > 2 else "income"]
    keys += ["tournament"] if options.get("tournament") else []
    return tuple(text(f"{SLUG}.check.{key}") for key in keys)


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


def card(turn: Turn, id: str | None) -> Text:
    """A card's name, or a hidden card."""
    if id is None:
        return text(f"{SLUG}.hidden_card")
    return turn.catalog.named("cards", id)


def piece(turn: Turn, uid: Plain) -> Text:
    """A card in play: its name when it is paid, otherwise only whose it is, what it was laid as and where it lies."""
    found = turn.state.piece(uid)
    if found is None:
        return what(turn, uid) if turn.state.pending(uid) is not None else text(f"{SLUG}.nothing")
    if not found.paid:
        row = [other.uid for other in turn.state.of(found.controller, found.role)]
        place = row.index(found.uid) + 1
        return text(f"{SLUG}.face_down.{found.role}", seat=player(found.controller), n=place)
    named = card(turn, found.card)
    twins = [other for other in turn.state.pieces if other.paid and other.card == found.card]
    if len(twins) == 1:
        return named
    place = [other.uid for other in twins if other.controller == found.controller].index(found.uid) + 1
    return text(f"{SLUG}.numbered", card=named, seat=player(found.controller), n=place)


def what(turn: Turn, number: Plain) -> Text:
    """Something on the stack, or just taken off it."""
    pending = turn.state.pending(number)
    if pending is None and turn.state.resolving is not None and turn.state.resolving["number"] == number:
        pending = turn.state.resolving
    if pending is None:
        return text(f"{SLUG}.pending", n=number)
    return _declared(turn, pending.kind, card_id(pending))


def _declared(turn: Turn, kind: str, id: str | None) -> Text:
    """A card by its name, an action by what it is; a card laid face down stays unnamed."""
    if kind in ("interrupt", "event", "ship", "ability", "payment", "trap", "ending"):
        return text(f"{SLUG}.pending_card", what=word("what", kind), card=card(turn, id))
    return word("what", kind)


def say(turn: Turn, name: str, value: Plain, secret: bool) -> Any:
    """One argument of a move or event in words."""
    if name == "card":
        return card(turn, None if secret else optional(str, value))
    if name == "target" and isinstance(value, str):
        return word("at", value)
    if name in PIECES or (name == "target" and (value is None or isinstance(value, int))):
        return piece(turn, value) if value is not None else text(f"{SLUG}.nothing")
    if name in LISTS and isinstance(value, tuple):
        return tuple(piece(turn, uid) for uid in value)
    if name == "hits" and isinstance(value, tuple):
        return tuple(_hit(turn, hit) for hit in value)
    if name == "number":
        return what(turn, value)
    if name in SEATS:
        return player(value)
    if name == "seats" and isinstance(value, tuple):
        return tuple(player(seat) for seat in value)
    if name == "deck":
        return text(f"{SLUG}.some_deck" if value is None else f"{SLUG}.a_deck")
    if name in WORDS and isinstance(value, str):
        return word(WORDS[name], value)
    return value


def _hit(turn: Turn, hit: Plain) -> Any:
    if not isinstance(hit, tuple) or len(hit) not in (2, 3):
        return hit
    return text(f"{SLUG}.hit", ship=piece(turn, hit[-2]), n=hit[-1])


def say_args(turn: Turn, args: tuple[tuple[str, Plain], ...], secret: bool) -> tuple[tuple[str, Any], ...]:
    return tuple((name, say(turn, name, value, secret)) for name, value in args)


def say_kind(state: State, kind: str) -> Text:
    """What a player taps to make a move of this kind now."""
    return text(f"{SLUG}.kind.{_stepwise(state, kind)}")


def _stepwise(state: State, name: str) -> str:
    """Being ready means something else in every step of combat."""
    combat = state.combat
    if name != "ready" or combat is None:
        return name
    return {Step.EQUIP_ATTACK: "ready_attack", Step.EQUIP_DEFEND: "ready_defend"}.get(combat.step, "ready_paid")


def say_move(turn: Turn, move: Move) -> Text:
    """A move in words, from the state before it."""
    if move.kind in ("ready", "income"):
        seat = player(turn.state.active if move.seat is None else move.seat)
        return text(f"{SLUG}.move.{_stepwise(turn.state, move.kind)}", seat=seat)
    if move.kind.startswith("effect_"):
        said = say_args(turn, move.args, secret=is_secret(move))
        return Text(f"{SLUG}.move.{move.kind}", (*said, ("by", _source(turn)), ("seat", player(move.seat))))
    if move.kind == "choose":
        return text(f"{SLUG}.move.choose", by=_source(turn), what=_chosen(turn, move), seat=player(move.seat))
    args = say_args(turn, move.args, is_secret(move))
    if move.kind == "use":
        args = (*args, ("text", _ability(turn, move)))
    return Text(f"{SLUG}.move.{_untargeted(move)}", (*args, ("seat", player(move.seat))))


UNNAMED = ("discard", "lay_base", "lay_crew")
"""Moves with a card of the hand that may be named or not."""


def say_ready(turn: Turn, move: Move) -> Text:
    """A whole move on a button: what is done, with what, and for how much; who does it stands above."""
    if move.kind == "let_until":
        return text(f"{SLUG}.button.let_until", until=word("value", move["until"]))
    named = [(slot, value) for slot, value in move.args if value is not None]
    if move.get("piece") is not None:
        named = [(slot, value) for slot, value in named if slot != "target"]
    if len(turn.state.players) == 2:
        named = [(slot, value) for slot, value in named if slot != "defender"]
    what = tuple(say(turn, slot, value, is_secret(move)) for slot, value in named)
    price = PRICES.get(move.kind, 0)
    if move.kind in UNNAMED and not what:
        return text(f"{SLUG}.button.unnamed", kind=say_kind(turn.state, move.kind))
    key = f"button.{'with' if what else 'plain'}{'_price' if price else ''}"
    return text(f"{SLUG}.{key}", kind=say_kind(turn.state, move.kind), what=what, price=price)


def _source(turn: Turn) -> Text:
    """The card whose text is being carried out."""
    resolving = turn.state.resolving
    return text(f"{SLUG}.nothing") if resolving is None else card(turn, card_id(resolving))


def _chosen(turn: Turn, move: Move) -> tuple[Text, ...]:
    """Which effect, and on which card."""
    number, target = move.get("effect"), move.get("target")
    found = [effect(turn, number)] if isinstance(number, int) else []
    return (*found, *((piece(turn, target),) if isinstance(target, int) else ()))


def effect(turn: Turn, number: int) -> Text:
    """One of the effects of the card that is being carried out."""
    resolving = turn.state.resolving
    printed = pieces.declared(turn, resolving) if resolving is not None else None
    if printed is None or not 0 <= number < len(printed.effects):
        return text(f"{SLUG}.nothing")
    one = printed.effects[number]
    if one.verb == "change":
        value, until = word("value", one.value), word("value", one.until or "turn_end")
        return text(f"{SLUG}.effect.change", value=value, amount=one.amount, until=until)
    return text(f"{SLUG}.effect.{one.verb}", amount=one.amount)


def _untargeted(move: Move) -> str:
    """A move without a target is said without one."""
    slot = "piece" if move.kind in ("attack", "attack_all") else "target"
    aimless = move.kind in ("attack", "attack_all", "interrupt", "event", "use") and move.get(slot) is None
    return f"{move.kind}_at_large" if aimless else move.kind


def _ability(turn: Turn, move: Move) -> Text:
    found = turn.state.piece(move.get("piece"))
    record = pieces.record(turn, found) if found is not None else None
    number = move.get("ability")
    if record is None or not isinstance(number, int) or not 0 <= number < len(record.uses):
        return text(f"{SLUG}.nothing")
    return text("core.value", value=record.uses[number].text or number + 1)


UNSAID = (
    "stood", "silenced", "heard", "asked", "kept", "spent", "from_hand", "stepped", "sharing", "struck", "shot_over",
    "raid_over", "passed", "acted", "next_shot", "carried_out", "noted",
)  # fmt: skip
"""Bookkeeping: the move has said it, or the next event says what hands have to do."""
TOLD_PHASES = ("roll", "mulligan")


def _unsaid(turn: Turn, happened: Event) -> bool:
    """Whether nobody at the table needs to hear of this."""
    match happened.kind:
        case "declared":
            return happened["what"] not in CARDS
        case "lifted":
            pending = turn.state.pending(happened["number"])
            return pending is not None and pending.kind not in ("interrupt", "event", "ability", "trap")
        case "phase":
            return happened["phase"] not in TOLD_PHASES
        case "starts":
            return turn.state.turn > 0
        case "answered":
            return not happened["targets"]
        case "ending_payment":
            return not happened["cards"]
        case "raid_asks":
            return bool(happened["asks"] == "done")
        case "turn_ended":
            return not any(piece.damage for piece in turn.state.pieces)
    return happened.kind in UNSAID


def say_event(turn: Turn, happened: Event) -> Text:
    """An event in words, from the state before it; bookkeeping is left unsaid."""
    if _unsaid(turn, happened):
        return SILENT
    if happened.kind == "opened":
        said = _declared(turn, typed(str, happened["what"]), _told_card(happened))
        return text(f"{SLUG}.event.opened", seat=player(happened["seat"]), what=said)
    if happened.kind == "declared":
        return _say_declared(turn, happened)
    if happened.kind == "lifted":
        return text(f"{SLUG}.event.lifted", number=what(turn, happened["number"]))
    if happened.kind == "phase":
        return text(f"{SLUG}.began.{happened['phase']}")
    if happened.kind == "won" and happened["seat"] is None:
        return text(f"{SLUG}.event.over")
    if happened.kind == "ending_payment":
        told = typed(tuple[tuple[int, int, str | None], ...], happened["cards"])
        names = tuple(card(turn, id) for _, _, id in told)
        return text(f"{SLUG}.event.ending_payment", cards=names)
    secret = happened.kind in SECRET_EVENTS or bool(happened.get("hidden"))
    if happened.kind == "shifted":
        secret = "trash" not in (happened.get("to"), happened.get("source"))
    return Text(f"{SLUG}.event.{happened.kind}", say_args(turn, happened.args, secret))


def _told_card(happened: Event) -> str | None:
    """The card among the details of what was declared."""
    return optional(str, dict(typed(tuple[tuple[str, Plain], ...], happened["details"])).get("card"))


def _say_declared(turn: Turn, happened: Event) -> Text:
    """Cards by what is done with them, with the price where there is one; actions have been said by their moves."""
    key = f"declared_{CARDS[typed(str, happened['what'])]}" + ("" if happened["price"] else "_free")
    named = card(turn, _told_card(happened))
    return text(f"{SLUG}.event.{key}", card=named, seat=player(happened["seat"]), price=happened["price"])


CARDS = {
    "ship": "card", "event": "card", "interrupt": "card", "payment": "payment", "trap": "payment", "ability": "ability",
}  # fmt: skip


def say_value(turn: Turn, slot: str, value: Plain) -> Text:
    """What may go into a slot, in words; these are shown to the player who chooses."""
    if slot == "number":
        return what(turn, value)
    if slot == "effect" and isinstance(value, int):
        return effect(turn, value)
    if slot == "card" and value is None:
        return text(f"{SLUG}.untold_card")
    if slot == "deck" and value is not None:
        return turn.catalog.named("decks", typed(str, value))
    if slot == "ability":
        return text(f"{SLUG}.ability_number", n=typed(int, value) + 1)
    if slot == "order" and isinstance(value, tuple):
        order = typed(tuple[int, ...], value)
        run = turn.state.stack.items[-len(order) :]
        return text("core.value", value=tuple(what(turn, run[place]["number"]) for place in reversed(order)))
    said = say(turn, slot, value, secret=False)
    return said if isinstance(said, Text) else text("core.value", value=said)


def say_change(turn: Turn, path: str, value: Plain) -> Text | None:
    """How a card lies that was set right by hand, or that it is paid."""
    found = re.fullmatch(r"pieces\.(\d+)\.(turn|paid)", path)
    if found is None:
        return None
    said = word("value", value) if found[2] == "turn" else text(f"{SLUG}.{'paid' if value else 'unpaid'}")
    return text("core.change", path=piece(turn, turn.state.pieces[int(found[1])].uid), value=said)


def _answering(state: State) -> str:
    """One thing waits alone, several are counted; the windows of a turn have names of their own."""
    top = state.stack.top.kind
    if len(state.declared) > 1:
        return "answers"
    if state.declared and top != "end_turn":
        return "answer"
    if top == "starting" and state.quiet and state.stack.responder == state.active:
        return "opening"
    return f"answers_{top}"


def _carrying_out(turn: Turn, pending: Pending) -> Text:
    """Whose choice it is; a text is shown as it was told of the card."""
    known = (pieces.declared(turn, pending), pieces.card(turn, card_id(pending)))
    printed = next((one.text for one in known if one is not None and one.text), "")
    args = {"card": card(turn, card_id(pending)), "seat": player(pending.seat)}
    return text(f"{SLUG}.phase.carrying" if printed else f"{SLUG}.phase.resolving", text=printed, **args)


def phase(turn: Turn) -> Text:
    """Where in the game we are."""
    state = turn.state
    seat = player(state.active)
    if state.phase in (Phase.TIME, Phase.OVER):
        return text(f"{SLUG}.phase.{state.phase}")
    if state.resolving is not None:
        return _carrying_out(turn, state.resolving)
    if state.stack:
        return text(
            f"{SLUG}.phase.{_answering(state)}",
            card=what(turn, state.stack.top["number"]),
            n=len(state.declared),
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
