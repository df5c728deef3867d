"""Whole moves that are one tap: what a turn most often is, and the usual ways left once something is chosen."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from tableside.core.arguments import typed
from tableside.core.game import Choice
from tableside.core.moves import Move, Plain, Seat
from tableside.core.rulebook import Rulebook
from tableside.games.onward_to_venus.rules import actions, payment, setup, turn_order, untold
from tableside.games.onward_to_venus.rules.asking import picked
from tableside.games.onward_to_venus.state import UNITS, State, Turn

AT_FIRST = {"claim": 4, "attack": 2, "move": 3, "deploy": 2}
"""So many of each kind are suggested before anything is chosen, as far as there is room; then more of the last two."""
ROOM = 7
"""So many suggestions are seen together with the kinds of move, beside the pass token or the end of the turn."""
PAYMENTS = 11
"""So many ways to pay are suggested."""
MOST = 8
"""So many ways to complete what is chosen are shown side by side."""
LISTED = 400
PUT_TOGETHER = frozenset({"pay", "move"})
"""Kinds that are put together of cards, of which only some ways are listed."""


def suggest(book: Rulebook[State], state: State, seat: Seat) -> Iterator[Move]:
    """Who starts, the bursts of a crisis roll, the cheapest payments, or what an action most often is."""
    turn, kinds = Turn(book, state, seat), turn_order.kinds(state)
    if seat is None:
        yield from (Move(None, "reveal", (("planet", None), ("tile", None))) for kind in kinds if kind == "reveal")
        yield from (
            made
            for kind in ("starts", "outcome", "bursts")
            if kind in kinds
            for made in book.moves_of(state, seat, kind)
        )
    elif "pay" in kinds:
        yield from islice(payment.cheapest(turn), PAYMENTS)
        yield from _bare(turn, "give_up")
    else:
        listed = {kind: list(islice(_plain(turn, kind), ROOM)) for kind in AT_FIRST if kind in kinds}
        first = [made for kind, some in listed.items() for made in some[: AT_FIRST[kind]]]
        more = [made for kind in ("move", "deploy") for made in listed.get(kind, ())[AT_FIRST[kind] :]]
        # Once the action is taken, what is left are cards.
        cards = book.moves_of(state, seat, "play") if "play" in kinds and not first else ()
        yield from islice((*first, *more, *islice(cards, ROOM)), ROOM)
        for kind in ("token", "stop", "done"):
            yield from _bare(turn, kind)


def _bare(turn: Turn, kind: str) -> Iterator[Move]:
    """A move that needs nothing told, where it may be made: it is one tap and stands beside what is suggested."""
    made = Move(turn.seat, kind)
    if kind in turn_order.kinds(turn.state) and turn.book.judge(turn.state, made).legal:
        yield made


def _plain(turn: Turn, kind: str) -> Iterator[Move]:
    """Without a card: each tile with the weakest unit that can land, two units before one, whole groups."""
    found: dict[object, Move] = {}
    for made in usual(turn.book, turn.state, Move(turn.seat, kind)):
        if not made.get("card") and not made.get("cards") and not _doubtful(turn.state, made):
            found.setdefault(_meant(made), made)
    return iter(found.values())


def _doubtful(state: State, made: Move) -> bool:
    """A tile that was not told is only suggested where somebody has just arrived, and what defends it is asked."""
    arrived = made.kind == "claim" and state.top is not None and state.top.kind == "arrived"
    return untold.guessed(state, made) and not arrived


def _meant(made: Move) -> tuple[Plain, ...]:
    """What matters most in a move: a tile, a way, or the units bought."""
    return tuple(made.get(slot) for slot in ("planet", "tile", "origin", "destination", "units"))


def with_whole(book: Rulebook[State], state: State, partial: Move, asked: Sequence[Choice]) -> Sequence[Choice]:
    """The question with the usual whole moves, where more than this one is open."""
    if partial.kind == "lay" and asked:
        rest = setup.later(state, partial)
        return (replace(asked[0], ready=(rest,) if book.judge(state, rest).legal else ()), *asked[1:])
    if not partial.kind:
        # Not every payment or way is listed, so these kinds can be told by hand whatever is suggested.
        return tuple(_with_hand(choice) for choice in asked)
    if not asked or partial.seat is None:
        return asked
    if partial.kind == "pay" and "cards" not in partial:
        # The cards themselves are tapped here; what needs none was suggested before.
        return tuple(replace(choice, ready=()) for choice in asked)
    left = usual(book, state, partial)
    if (
        partial.kind != "pay"
        and len({made.get(asked[0].slot) for made in left}) == len(left)
        and "units" not in partial
    ):
        return asked
    return tuple(replace(choice, ready=tuple(left[:MOST])) for choice in asked)


def _with_hand(choice: Choice) -> Choice:
    told = {made.kind for made in choice.ready} & PUT_TOGETHER
    covered = tuple(kind for kind in choice.covered if kind not in PUT_TOGETHER)
    return replace(choice, covered=covered, complete=choice.complete and not told)


def usual(book: Rulebook[State], state: State, partial: Move) -> list[Move]:
    """The listed moves that agree with what is chosen, the most usual first."""
    if partial.kind == "pay" and "cards" in partial:
        cards, again = (picked(partial, slot) for slot in ("cards", "again"))
        ways = payment.enough(Turn(book, state, partial.seat), cards, again)
        return [made for made in ways if all(made[unit] == partial.get(unit, made[unit]) for unit in UNITS)]
    listed = islice(book.moves_of(state, partial.seat, partial.kind), LISTED)
    told = actions.in_order(partial).args
    left = (made for made in listed if all(made.get(slot) == value for slot, value in told))
    return sorted(left, key=lambda made: _unusual(state, made))


def _unusual(state: State, made: Move) -> tuple[int, int]:
    """A group stays together and needs no card; a unit is bought as an action; nobody strikes at their own."""
    if made.kind == "move" and made.seat is not None:
        orbit = state.players[made.seat].on(typed(str, made["origin"])).orbit
        left = sum(orbit.of(unit) - typed(int, made[unit]) for unit in UNITS if unit != "tank")
        return len(typed(tuple[str, ...], made["cards"])), left
    if made.kind == "deploy":
        return int(made["card"] is not None), -len(typed(tuple[str, ...], made["units"]))
    return 0, int(made.get("victim") == made.seat)


def about(book: Rulebook[State], state: State, seat: Seat, slots: Collection[str], planet: Plain) -> Iterator[Move]:
    """What is done at a planet: its tiles, units bought there, and whole groups that come there or leave it."""
    for kind in ("claim", "attack", "move", "deploy"):
        if kind not in turn_order.kinds(state):
            continue
        found: dict[object, Move] = {}
        for made in usual(book, state, Move(seat, kind)):
            where = {made[slot] for slot in ("planet", "origin", "destination") if slot in slots and slot in made}
            units = typed(tuple[str, ...], made.get("units") or ())
            where |= {unit.partition(":")[2] for unit in units if "planet" in slots}
            asked = kind == "attack" and untold.guessed(state, made)
            if where >= {planet} and not asked and (kind != "deploy" or len(where) == 1):
                found.setdefault(_meant(made), made)
        yield from found.values()
