"""What the events of a combat phase change."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tableside.core.moves import Event
from tableside.games.kaosz_galaktika.state import Change, Combat, Phase, Piece, Raid, Shot, State, Step, Turn


def _combat(state: State) -> Combat:
    if state.combat is None:
        raise ValueError("no combat is on")
    return state.combat


def _with(state: State, **changes: object) -> State:
    return replace(state, combat=replace(_combat(state), **changes))  # type: ignore[arg-type]


def forget(state: State, uid: int) -> State:
    """A ship that left play takes part in nothing any more."""
    combat = state.combat
    if combat is None or uid not in combat.ships:
        return state
    return _with(
        state,
        attackers=tuple(ship for ship in combat.attackers if ship != uid),
        defenders=tuple(ship for ship in combat.defenders if ship != uid),
        hit=tuple(ship for ship in combat.hit if ship != uid),
    )


def combat_began(state: State, e: Event) -> State:
    combat = Combat(e["attacker"], e["defender"], e["target"], e["piece"])
    return replace(state, combat=combat, phase=Phase.COMBAT)


def stepped(state: State, e: Event) -> State:
    return _with(state, step=Step(e["step"]), passed=None)


def joined(state: State, e: Event) -> State:
    combat = _combat(state)
    piece = state.piece(e["ship"])
    if piece is not None and piece.controller == combat.attacker:
        return _with(state, attackers=(*combat.attackers, e["ship"]))
    return _with(state, defenders=(*combat.defenders, e["ship"]))


def boarded(state: State, e: Event) -> State:
    return state.with_piece(e["crew"], on=e["ship"])


def ending_payment(state: State, e: Event) -> State:
    return _with(state, asked=e["seats"])


def aimed(state: State, e: Event) -> State:
    return _with(state, shot=Shot(e["ship"], e["targets"], e["asked"]), passed=None)


def answered(state: State, e: Event) -> State:
    """A ship shot at returns fire, or does not when it names nobody."""
    shot = _shot(state)
    returns = (*shot.returns, (e["ship"], e["targets"])) if e["targets"] else shot.returns
    asked = tuple(ship for ship in shot.asked if ship != e["ship"])
    return _with(state, shot=replace(shot, asked=asked, returns=returns))


def sharing(state: State, e: Event) -> State:
    return _with(state, shot=replace(_shot(state), over=True, todo=e["todo"], hits=e["hits"]))


def shared(state: State, e: Event) -> State:
    shot = _shot(state)
    return _with(state, shot=replace(shot, todo=shot.todo[1:], hits=(*shot.hits, *e["hits"])))


def struck(state: State, e: Event) -> State:
    combat = _combat(state)
    return _with(state, hit=combat.hit if e["piece"] in combat.hit else (*combat.hit, e["piece"]))


def shot_over(state: State, e: Event) -> State:
    return _with(state, shot=None)


def passed(state: State, e: Event) -> State:
    return _with(state, passed=e["seat"])


def next_shot(state: State, e: Event) -> State:
    return _with(state, turn=e["seat"])


def raid(state: State, e: Event) -> State:
    """Bombing by stealth is an action of the firing step, so nobody has passed last any more."""
    return _with(state, raid=Raid(e["ships"], e["total"], e["asks"], e["stealthy"]), passed=None)


def raid_asks(state: State, e: Event) -> State:
    current = _combat(state).raid
    return state if current is None else _with(state, raid=replace(current, asks=e["asks"]))


def raid_over(state: State, e: Event) -> State:
    return _with(state, raid=None)


def crew_back(state: State, e: Event) -> State:
    return state.with_piece(e["crew"], on=None, turn=Turn(e["turn"]))


def combat_over(state: State, e: Event) -> State:
    pieces = tuple(
        replace(piece, changes=lasting(piece, "turn", "always")) if piece.changes else piece for piece in state.pieces
    )
    return replace(state, combat=None, phase=Phase.MAIN, pieces=pieces)


def lasting(piece: Piece, *until: str) -> tuple[Change, ...]:
    """The changes of a card that go on."""
    return tuple(change for change in piece.changes if change.until in until)


def _shot(state: State) -> Shot:
    shot = _combat(state).shot
    if shot is None:
        raise ValueError("no shot is on")
    return shot


FOLDS: dict[str, Callable[[State, Event], State]] = {
    function.__name__: function
    for function in (
        combat_began, stepped, joined, boarded, ending_payment, aimed, answered, sharing, shared, struck, shot_over,
        passed, next_shot, raid, raid_asks, raid_over, crew_back, combat_over,
    )
}  # fmt: skip
