"""Chapter The main phase (F2): what can be done there, what it costs, and how often."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations_with_replacement

from tableside.core.arguments import optional, typed
from tableside.core.moves import Move, Plain
from tableside.core.rulebook import play
from tableside.core.ruling import Illegal
from tableside.games.kaosz_galaktika import hidden, pieces
from tableside.games.kaosz_galaktika.changes import table
from tableside.games.kaosz_galaktika.rules import answers
from tableside.games.kaosz_galaktika.state import CREDIT_LIMIT, PRICES, Role, Turn

PERFORM = ("draw", "search", "salvage", "develop", "sell", "lay_base", "lay_crew", "lay_weapon")
"""What happens at once, or waits for answers where every action does."""
LAST_CARDS = 5
"""The ruin's bottom card can be drawn only with so few cards left in the colony."""
DEVELOP_MOST = 2

Given = Mapping[str, Plain]


def afford(turn: Turn, price: int, rule: str = "F2") -> Illegal | None:
    """Whether the player has the credits."""
    have = turn.state.players[turn.me].credits
    return None if price <= have else turn.no("credits_short", rule, price=price, have=have, missing=price - have)


def _act(turn: Turn, kind: str, **given: Plain) -> Illegal | None:
    """Pay at once; then it happens, or, where every action can be answered, it is declared first."""
    seat, price = turn.me, PRICES.get(kind, 0)
    problem = possible(turn, seat, kind, given)
    if problem is None:
        problem = afford(turn, price)
    if problem is not None:
        return problem
    if price:
        turn.do(table.credits, "F2", seat=seat, amount=-price)
    if turn.state.answers == "every":
        answers.declare(turn, seat, kind, "D6a", price, **given)
    else:
        perform(turn, seat, kind, given)
    return None


def possible(turn: Turn, seat: int, kind: str, given: Given) -> Illegal | None:
    """Whether the action can be done, now or when it comes to be resolved."""
    player = turn.state.players[seat]
    match kind:
        case "draw" | "search" if player.colony < 1:
            return turn.no("colony_empty", "E3")
        case "salvage" if player.colony > LAST_CARDS:
            return turn.no("colony_too_large", "F2", most=LAST_CARDS, left=player.colony)
        case "salvage" if not player.ruin:
            return turn.no("ruin_empty", "F2")
        case "develop":
            piece = turn.state.piece(given["base"])
            if piece is None or piece.controller != seat or piece.role is not Role.BASE:
                return turn.no("not_a_base", "D4")
            if piece.developed >= DEVELOP_MOST:
                return turn.no("developed_twice", "F2", most=DEVELOP_MOST)
        case "sell":
            return _can_sell(turn, seat, typed(tuple[int, ...], given["bases"]))
        case "lay_base" | "lay_crew" | "lay_weapon":
            return _can_lay(turn, seat, kind, given)
    return None


def _can_sell(turn: Turn, seat: int, bases: tuple[int, ...]) -> Illegal | None:
    if len(bases) != 2:
        return turn.no("two_developments", "F2")
    for uid in bases:
        piece = turn.state.piece(uid)
        if piece is None or piece.controller != seat or piece.role is not Role.BASE:
            return turn.no("not_a_base", "D4")
        if piece.developments < bases.count(uid):
            return turn.no("two_developments", "F2")
    return None


def _can_lay(turn: Turn, seat: int, kind: str, given: Given) -> Illegal | None:
    card, player = optional(str, given["card"]), turn.state.players[seat]
    if card is None:
        if player.unknown < 1:
            return turn.no("name_the_card", "B9") if player.hand else turn.no("hand_empty", "B7")
    elif card not in player.known:
        return turn.no("not_in_hand", "B7", card=hidden.name(turn, card))
    if kind == "lay_weapon":
        ship = turn.state.piece(given["ship"])
        if ship is None or ship.controller != seat or ship.role is not Role.SHIP:
            return turn.no("not_your_ship", "D2")
        if pieces.free(turn, ship) < 1:
            return turn.no("ship_full", "D1", size=pieces.size(turn, ship))
    return None


def perform(turn: Turn, seat: int, kind: str, given: Given) -> None:
    """It happens."""
    match kind:
        case "draw":
            turn.do(table.drawn, "F2", seat=seat, amount=1)
        case "search":
            turn.do(table.searched, "F2", seat=seat)
        case "salvage":
            turn.do(table.salvaged, "F2", seat=seat)
        case "develop":
            turn.do(table.developed, "F2", piece=typed(int, given["base"]), amount=1, bought=True)
        case "sell":
            for uid in typed(tuple[int, ...], given["bases"]):
                turn.do(table.developed, "F2", piece=uid, amount=-1, bought=False)
            turn.do(table.credits, "F2", seat=seat, amount=1)
        case _:
            role = kind.removeprefix("lay_")
            rule = {"base": "D4", "crew": "D3", "weapon": "D2"}[role]
            card, on = optional(str, given["card"]), typed(int, given["ship"]) if role == "weapon" else None
            turn.do(table.from_hand, rule, seat=seat, card=card, hidden=True)
            turn.do(table.laid, rule, piece=turn.state.next, seat=seat, role=role, card=card, on=on)


# -- the moves -------------------------------------------------------------------------------------


@play
def draw(turn: Turn) -> Illegal | None:
    """A card for a credit (F2)."""
    _last_card(turn)
    return _act(turn, "draw")


@play
def search(turn: Turn) -> Illegal | None:
    """One of the top five cards for two credits (F2)."""
    _last_card(turn)
    return _act(turn, "search")


def _last_card(turn: Turn) -> None:
    if turn.state.players[turn.me].colony == 1:
        turn.warn("colony", "F5")


@play
def salvage(turn: Turn) -> Illegal | None:
    """The bottom card of the ruin for two credits, once the colony is small (F2)."""
    return _act(turn, "salvage")


@play
def develop(turn: Turn, base: int) -> Illegal | None:
    """A development for a credit, two a turn on one base (F2)."""
    return _act(turn, "develop", base=base)


@develop.lists
def _bases(turn: Turn) -> Iterator[Move]:
    return (develop.move(turn.me, base.uid) for base in turn.state.of(turn.me, Role.BASE))


@develop.why_none
def _no_base(turn: Turn) -> Illegal:
    reasons = (_act(turn, "develop", base=base.uid) for base in turn.state.of(turn.me, Role.BASE))
    return next((reason for reason in reasons if reason is not None), turn.no("no_base", "D4"))


@play
def sell(turn: Turn, bases: tuple[int, ...]) -> Illegal | None:
    """Two developments in all for a credit (F2)."""
    return _act(turn, "sell", bases=tuple(sorted(bases)))


@sell.lists
def _developed(turn: Turn) -> Iterator[Move]:
    bases = [base.uid for base in turn.state.of(turn.me, Role.BASE) if base.developments]
    return (sell.move(turn.me, tuple(sorted(pair))) for pair in combinations_with_replacement(bases, 2))


@sell.why_none
def _too_few(turn: Turn) -> Illegal:
    return turn.no("two_developments", "F2")


@play
def lay_base(turn: Turn, card: str | None) -> Illegal | None:
    """A card face down on the surface (D4)."""
    return _act(turn, "lay_base", card=card)


@lay_base.lists
def _to_surface(turn: Turn) -> Iterator[Move]:
    return (lay_base.move(turn.me, card) for card in in_hand(turn))


@play
def lay_crew(turn: Turn, card: str | None) -> Illegal | None:
    """A card face down in the canteen (D3)."""
    return _act(turn, "lay_crew", card=card)


@lay_crew.lists
def _to_canteen(turn: Turn) -> Iterator[Move]:
    return (lay_crew.move(turn.me, card) for card in in_hand(turn))


@play
def lay_weapon(turn: Turn, card: str | None, ship: int) -> Illegal | None:
    """A card face down on a ship, as far as there is room (D2)."""
    return _act(turn, "lay_weapon", card=card, ship=ship)


@lay_weapon.lists
def _to_ships(turn: Turn) -> Iterator[Move]:
    ships = [ship.uid for ship in turn.state.of(turn.me, Role.SHIP)]
    return (lay_weapon.move(turn.me, card, ship) for card in in_hand(turn) for ship in ships)


@lay_weapon.why_none
def _no_ship_for_it(turn: Turn) -> Illegal:
    ships = turn.state.of(turn.me, Role.SHIP)
    reasons = (_can_lay(turn, turn.me, "lay_weapon", {"card": None, "ship": ship.uid}) for ship in ships)
    found = next((reason for reason in reasons if reason is not None), turn.no("no_ship", "D2"))
    return found if turn.state.players[turn.me].hand else turn.no("hand_empty", "B7")


def in_hand(turn: Turn) -> tuple[str | None, ...]:
    """The cards of the player's hand that can be told apart: one of the untold, and each that was named."""
    player = turn.state.players[turn.me]
    return (*((None,) if player.unknown else ()), *dict.fromkeys(player.known))


@play
def end_turn(turn: Turn) -> None:
    """The main phase is over (F4)."""
    surplus = turn.state.players[turn.me].credits - CREDIT_LIMIT
    if surplus > 0:
        turn.warn("credits", "F4", n=surplus)
    answers.declare(turn, turn.me, "end_turn", "F4")


PLAYS = (draw, search, salvage, develop, sell, lay_base, lay_crew, lay_weapon, end_turn)
