"""What can be done in a fight: who fires at whom, how damage is shared out, which ships bomb."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, product

from tableside.core.moves import Move, move
from tableside.games.kaosz_galaktika import flow
from tableside.games.kaosz_galaktika.cards import Keyword
from tableside.games.kaosz_galaktika.desk import Desk
from tableside.games.kaosz_galaktika.rules import firing
from tableside.games.kaosz_galaktika.state import Piece, Role

Offers = Iterator[Move]
MANY_SHIPS = 6
"""With more ships than this not every group of them is listed; any is legal."""


def _ships(desk: Desk, seat: int, kind: str) -> Offers:
    return (move(seat, kind, ship=ship.uid) for ship in desk.state.of(seat, Role.SHIP))


def _board(desk: Desk, seat: int, kind: str) -> Offers:
    combat = desk.state.combat
    ships = combat.side(seat) if combat is not None else ()
    for crew, ship in product(desk.state.of(seat, Role.CREW), ships):
        yield move(seat, kind, crew=crew.uid, ship=ship)


def groups(ships: tuple[int, ...], most: int) -> Iterator[tuple[int, ...]]:
    """Groups of ships, one alone first; with very many ships only each alone and all together."""
    ships = tuple(sorted(ships))
    if len(ships) > MANY_SHIPS:
        yield from ((ship,) for ship in ships)
        if most >= len(ships):
            yield ships
        return
    for count in range(1, min(most, len(ships)) + 1):
        yield from combinations(ships, count)


def _most_targets(desk: Desk, ship: Piece | None) -> int:
    if ship is None or not desk.has(ship, Keyword.VOLLEY):
        return 1
    return max(1, desk.value(ship, "firepower"))


def _fire(desk: Desk, seat: int, kind: str) -> Offers:
    combat = desk.state.combat
    if combat is None or combat.shot is not None:
        return
    _, ships = flow.turn_to_fire(desk, combat)
    for ship in ships:
        most = _most_targets(desk, desk.piece(ship))
        for targets in groups(combat.side(combat.other(seat)), most):
            yield move(seat, kind, ship=ship, targets=targets)


def _return_fire(desk: Desk, seat: int, kind: str) -> Offers:
    combat = desk.state.combat
    if combat is None or combat.shot is None or not combat.shot.asked:
        return
    most = _most_targets(desk, desk.piece(combat.shot.asked[0]))
    for targets in groups(combat.side(combat.other(seat)), most):
        yield move(seat, kind, targets=targets)


def _split(desk: Desk, seat: int, kind: str) -> Offers:
    combat = desk.state.combat
    if combat is None or combat.shot is None or not combat.shot.todo:
        return
    source = desk.piece(combat.shot.todo[0][1])
    if source is None:
        return
    power = desk.value(source, "firepower")
    targets = [target for target in firing.volley_targets(combat.shot, source.uid) if target in combat.ships]
    for chosen in combinations(targets, min(len(targets), power)):
        for amounts in _shares(power, len(chosen)):
            yield move(seat, kind, hits=tuple(sorted(zip(chosen, amounts))))


def _band(desk: Desk, seat: int, kind: str) -> Offers:
    combat = desk.state.combat
    if combat is None or combat.shot is None or not combat.shot.todo:
        return
    source = desk.piece(combat.shot.todo[0][1])
    armour = {ship.uid: desk.value(ship, "armour") for ship in flow.band(desk, combat, seat)}
    due = min(desk.value(source, "firepower") if source is not None else 0, sum(armour.values()))
    ships = sorted(armour)
    for amounts in _exactly(due, [armour[ship] for ship in ships]):
        yield move(seat, kind, hits=tuple((ship, amount) for ship, amount in zip(ships, amounts) if amount))


def _exactly(total: int, most: list[int]) -> Iterator[tuple[int, ...]]:
    """Ways to give out all of the total, to each no more than it takes."""
    if not most:
        if total == 0:
            yield ()
        return
    rest = sum(most[1:])
    for first in range(min(total, most[0]), max(0, total - rest) - 1, -1):
        for others in _exactly(total - first, most[1:]):
            yield (first, *others)


def _shares(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Ways to give each part at least 1 without giving more than the total, all of it first."""
    if parts == 0:
        yield ()
        return
    for first in range(total - parts + 1, 0, -1):
        for rest in _shares(total - first, parts - 1):
            yield (first, *rest)


def _bomb(desk: Desk, seat: int, kind: str) -> Offers:
    combat = desk.state.combat
    ready = tuple(ship.uid for ship in flow.upright(desk, combat.attackers)) if combat is not None else ()
    return (move(seat, kind, ships=ships) for ships in groups(ready, len(ready)))


def _sapper(desk: Desk, seat: int, kind: str) -> Offers:
    for ship in desk.ships(seat):
        for cards in range(1, desk.printed(ship, "bombing") + 1):
            yield move(seat, kind, ship=ship.uid, cards=cards)


CANDIDATES: dict[str, Callable[[Desk, int, str], Offers]] = {
    **dict.fromkeys(("join", "scrap", "stealth", "overcharge"), _ships),
    "board": _board,
    "fire": _fire,
    "return_fire": _return_fire,
    "split": _split,
    "band": _band,
    "bomb": _bomb,
    "sapper": _sapper,
}
