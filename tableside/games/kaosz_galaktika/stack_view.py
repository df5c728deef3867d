"""What two people at the table follow: the stack from the top, and the fight between the ships."""

from __future__ import annotations

from dataclasses import dataclass

from tableside.core.arguments import typed
from tableside.core.moves import Text, text
from tableside.core.stack import Pending
from tableside.games.kaosz_galaktika import pieces, words
from tableside.games.kaosz_galaktika.state import SLUG, Turn, card_id, stack_number


@dataclass(frozen=True, slots=True)
class Row:
    """One thing on the stack: the first row resolves first."""

    place: int
    number: int
    seat: int
    label: Text
    price: int
    target: Text | None
    cancels: int | None = None
    """The place of the row this one cancels."""
    doomed: bool = False
    """If nobody answers any more, this will be cancelled."""


def stack_rows(turn: Turn) -> tuple[Row, ...]:
    """The stack in the order in which it will resolve, with what will be cancelled if nobody answers any more."""
    items = tuple(reversed(turn.state.declared))
    places = {stack_number(pending): place for place, pending in enumerate(items, 1)}
    doomed = _doomed(turn, items)
    rows = []
    for place, pending in enumerate(items, 1):
        target = pending.get("target")
        aim = words.say(turn, "target", target, secret=True) if isinstance(target, int) else None
        if pending.kind == "attack":
            at = words.piece(turn, pending["piece"]) if pending["piece"] else words.word("at", pending["at"])
            aim = text(f"{SLUG}.stack.attacked", seat=words.player(pending["defender"]), target=at)
        card = pieces.card(turn, card_id(pending))
        cancels = places.get(target) if card is not None and card.cancels and isinstance(target, int) else None
        rows.append(
            Row(
                place,
                stack_number(pending),
                pending.seat,
                words.what(turn, stack_number(pending)),
                dict(pending.paid).get("credits", 0),
                aim,
                cancels,
                stack_number(pending) in doomed,
            )
        )
    return tuple(rows)


def _doomed(turn: Turn, items: tuple[Pending, ...]) -> set[int]:
    """From the top down: what a card that will itself resolve cancels."""
    doomed: set[int] = set()
    for pending in items:
        card = pieces.card(turn, card_id(pending))
        if (
            stack_number(pending) not in doomed
            and pending.kind in ("interrupt", "event")
            and card is not None
            and card.cancels
        ):
            doomed.add(typed(int, pending["target"]))
    return doomed


@dataclass(frozen=True, slots=True)
class Duel:
    """One line of the fight: who fires at whom, with what firepower against what armour as they stand."""

    shooter: int
    target: int
    firepower: int
    armour: int
    returned: bool


def duels(turn: Turn) -> tuple[Duel, ...]:
    """The shot that is being answered, with return fire."""
    combat = turn.state.combat
    if combat is None or combat.shot is None:
        return ()
    shot = combat.shot
    found = []
    for source, targets in ((shot.shooter, shot.targets), *shot.returns):
        for target in targets:
            ship, hit = turn.state.piece(source), turn.state.piece(target)
            if ship is not None and hit is not None:
                values = pieces.value(turn, ship, "firepower"), pieces.value(turn, hit, "armour")
                found.append(Duel(source, target, *values, returned=source != shot.shooter))
    return tuple(found)
