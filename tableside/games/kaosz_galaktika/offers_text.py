"""What free text can do now: the commonest changes listed, any other to be named slot by slot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from tableside.core.moves import Move, Seat, move
from tableside.games.kaosz_galaktika.cards import VALUES
from tableside.games.kaosz_galaktika.desk import Desk
from tableside.games.kaosz_galaktika.moves import KINDS
from tableside.games.kaosz_galaktika.rules import texts

Offers = Iterator[Move]
KINDS_OF_TEXT = tuple(kind for kind in KINDS if kind.startswith("effect_"))


def sources(desk: Desk, seat: Seat) -> list[int]:
    """The cards whose text this seat can carry out now."""
    resolving = desk.state.resolving
    if resolving is not None:
        return [resolving["number"]] if resolving.seat == seat else []
    found = []
    for piece in desk.state.pieces:
        card = desk.record(piece) if piece.controller == seat else None
        if card is not None and card.text and texts.source(desk, move(seat, "done", by=piece.uid)) is None:
            found.append(piece.uid)
    return found


def common(desk: Desk, seat: Seat, kind: str) -> Offers:
    """The commonest of each; any other can be named."""
    for by in sources(desk, seat)[:1]:
        yield from effects(desk, seat, kind, {"by": (by,)}, wide=False)


def effects(desk: Desk, seat: Seat, kind: str, given: Mapping[str, tuple[object, ...]], wide: bool) -> Offers:
    """Changes by free text: with what is given, and with many amounts or only the commonest."""
    state = desk.state
    signs = (1, -1) if kind in SIGNED else (1,)
    until = ("combat",) if state.combat is not None else ("turn",)
    slots: dict[str, tuple[object, ...]] = {
        "by": tuple(sources(desk, seat)),
        "piece": tuple(piece.uid for piece in state.pieces),
        "player": state.alive() if wide else state.alive()[:2],
        "amount": tuple(sign * size for sign in signs for size in (range(1, 11) if wide else (1,))),
        "value": VALUES,
        "until": ("combat", "turn", "always") if wide else until,
        "turn": ("active", "used", "damaged"),
        "to": ("hand", "colony", "trash", "ruin") if kind == "effect_card" else ("hand", "colony"),
        "source": ("hand", "colony", "trash", "ruin"),
        "card": (None, *(_named(desk, seat) if wide else ())),
        "number": tuple(pending["number"] for pending in state.stack.items),
        **given,
    }
    shape = KINDS[kind].shape
    for values in product(*(slots[name] for name in shape)):
        yield move(seat, kind, **dict(zip(shape, values)))


SIGNED = ("effect_value", "effect_counter", "effect_develop", "effect_credits", "effect_price")


def _named(desk: Desk, seat: Seat) -> tuple[str, ...]:
    """Cards in piles that this seat can name: all trash, and what the seat has told of its own."""
    cards: list[str | None] = [card for player in desk.state.players for card in player.trash]
    if seat is not None:
        cards += [*desk.player(seat).ruin, *desk.player(seat).known]
    return tuple(dict.fromkeys(card for card in cards if card is not None))
