"""Whose move it is."""

from __future__ import annotations

from tableside.core.moves import Seat
from tableside.games.kaosz_galaktika.cards import Keyword
from tableside.games.kaosz_galaktika.desk import Desk
from tableside.games.kaosz_galaktika.state import HAND_LIMIT, HANGAR_LIMIT, Combat, Phase, Piece, Step, Turn


def to_act(desk: Desk) -> frozenset[Seat]:
    """Who may do something now; in a tournament the clock always may."""
    state = desk.state
    if state.phase is Phase.OVER:
        return frozenset()
    if state.phase is Phase.TIME:
        return frozenset({None})
    seats = acting(desk)
    return seats | {None} if state.tournament and state.turn else seats


def acting(desk: Desk) -> frozenset[Seat]:
    """Who may do something now, the clock aside."""
    state = desk.state
    if state.resolving is not None:
        return frozenset({state.resolving.seat})
    if state.stack:
        return frozenset({state.stack.responder})
    match state.phase:
        case Phase.DECKS:
            return frozenset(seat for seat, player in enumerate(state.players) if not player.chosen)
        case Phase.MULLIGAN:
            return frozenset(seat for seat, player in enumerate(state.players) if not player.kept)
        case Phase.MAIN:
            return frozenset({state.active})
        case Phase.COMBAT if state.combat is not None:
            return frozenset({fighter(desk, state.combat)})
        case Phase.CLOSING if over_limit(desk) is not None:
            return frozenset({state.active})
    return frozenset({None})


def over_limit(desk: Desk) -> str | None:
    """What the active player must still put away in the closing phase (F4)."""
    if desk.player(desk.state.active).hand > HAND_LIMIT:
        return "hand"
    return "hangar" if desk.room(desk.state.active) > HANGAR_LIMIT else None


def fighter(desk: Desk, combat: Combat) -> Seat:
    """Who decides in a combat phase."""
    if combat.raid is not None:
        return combat.defender
    match combat.step:
        case Step.EQUIP_ATTACK | Step.PAY_ATTACK | Step.BOMB:
            return combat.attacker
        case Step.EQUIP_DEFEND | Step.PAY_DEFEND:
            return combat.defender
        case Step.PAY_END:
            return combat.asked[0] if combat.asked else None
        case Step.FIRE:
            return _shooter(desk, combat)
        case _:
            return None


def _shooter(desk: Desk, combat: Combat) -> Seat:
    shot = combat.shot
    if shot is None:
        return turn_to_fire(desk, combat)[0]
    if shot.asked:
        return controller(desk, shot.asked[0])
    if shot.todo:
        how, source, target = shot.todo[0]
        return controller(desk, source if how == "split" else target)
    return None


def controller(desk: Desk, uid: int) -> Seat:
    piece = desk.piece(uid)
    return piece.controller if piece is not None else None


def upright(desk: Desk, ships: tuple[int, ...]) -> list[Piece]:
    """The ships among these that lie upright."""
    pieces = (desk.piece(ship) for ship in ships)
    return [piece for piece in pieces if piece is not None and piece.turn is Turn.ACTIVE]


def turn_to_fire(desk: Desk, combat: Combat) -> tuple[Seat, tuple[int, ...]]:
    """Whose turn it is in the firing step and with which ships (F3.3a); nobody when the step is over."""
    ready = {seat: upright(desk, combat.side(seat)) for seat in (combat.attacker, combat.defender)}
    if not combat.attackers or not combat.defenders or not any(ready.values()):
        return None, ()
    if desk.state.simple:
        return _simple_turn(combat, ready)
    if combat.passed is not None:
        seat = combat.other(combat.passed)
        return (seat, _fastest(desk, ready[seat])) if ready[seat] else (None, ())
    best = {seat: max((desk.value(ship, "speed") for ship in ships), default=-1) for seat, ships in ready.items()}
    seat = combat.attacker if best[combat.attacker] >= best[combat.defender] else combat.defender
    rival = best[combat.other(seat)]
    faster = tuple(
        ship.uid
        for ship in ready[seat]
        if (speed := desk.value(ship, "speed")) > rival or (speed == rival and seat == combat.attacker)
    )
    return seat, faster


def _fastest(desk: Desk, ships: list[Piece]) -> tuple[int, ...]:
    best = max(desk.value(ship, "speed") for ship in ships)
    return tuple(ship.uid for ship in ships if desk.value(ship, "speed") == best)


def _simple_turn(combat: Combat, ready: dict[int, list[Piece]]) -> tuple[Seat, tuple[int, ...]]:
    """Players alternate, the attacker first; who has no ship left to fire is passed over (H2)."""
    seat = combat.attacker if combat.turn is None else combat.turn
    if not ready[seat]:
        seat = combat.other(seat)
    return seat, tuple(ship.uid for ship in ready[seat])


def band(desk: Desk, combat: Combat, seat: int) -> list[Piece]:
    """This side's ships that fly in formation (G4)."""
    pieces = (desk.piece(ship) for ship in combat.side(seat))
    return [piece for piece in pieces if piece is not None and desk.has(piece, Keyword.BAND)]
