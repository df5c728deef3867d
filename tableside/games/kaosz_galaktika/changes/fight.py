"""What changes in a combat phase (F3)."""

from __future__ import annotations

from dataclasses import replace

from tableside.games.kaosz_galaktika.changes.table import lasting
from tableside.games.kaosz_galaktika.state import Combat, Facing, Phase, Raid, Shot, State, Step


def _combat(state: State) -> Combat:
    assert state.combat is not None, "no combat is on"
    return state.combat


def _shot(state: State) -> Shot:
    shot = _combat(state).shot
    assert shot is not None, "no shot is on"
    return shot


def _with_shot(state: State, shot: Shot | None) -> State:
    return replace(state, combat=replace(_combat(state), shot=shot))


def combat_began(state: State, attacker: int, defender: int, target: str, piece: int | None) -> State:
    """The attack goes on."""
    return replace(state, combat=Combat(attacker, defender, target, piece), phase=Phase.COMBAT)


def stepped(state: State, step: str) -> State:
    """The next step of combat."""
    pieces = tuple(
        replace(piece, spoken=_still(piece.spoken, "step_end")) if piece.spoken else piece for piece in state.pieces
    )
    return replace(state, combat=replace(_combat(state), step=Step(step), passed=None), pieces=pieces)


def joined(state: State, ship: int) -> State:
    """A ship takes part."""
    combat = _combat(state)
    if state.by_number[ship].controller == combat.attacker:
        return replace(state, combat=replace(combat, attackers=(*combat.attackers, ship)))
    return replace(state, combat=replace(combat, defenders=(*combat.defenders, ship)))


def boarded(state: State, crew: int, ship: int) -> State:
    """Crew goes on a ship."""
    return state.with_piece(replace(state.by_number[crew], on=ship))


def ending_payment(state: State, cards: tuple[tuple[int, int, str], ...]) -> State:
    """These cards still take effect at the end of the payment step: whose, which in play, what they are."""
    return replace(state, combat=replace(_combat(state), ending=cards))


def aimed(state: State, ship: int, targets: tuple[int, ...], asked: tuple[int, ...]) -> State:
    """A ship fires at others; these may return fire."""
    return replace(state, combat=replace(_combat(state), shot=Shot(ship, targets, asked), passed=None))


def answered(state: State, ship: int, targets: tuple[int, ...]) -> State:
    """A ship shot at returns fire, or does not when it names nobody."""
    shot = _shot(state)
    returns = (*shot.returns, (ship, targets)) if targets else shot.returns
    return _with_shot(state, replace(shot, asked=tuple(one for one in shot.asked if one != ship), returns=returns))


def sharing(state: State, todo: tuple[tuple[str, int, int], ...], hits: tuple[tuple[int, int, int], ...]) -> State:
    """The answers are over; this damage is known and that has still to be shared out."""
    return _with_shot(state, replace(_shot(state), over=True, todo=todo, hits=hits))


def shared(state: State, hits: tuple[tuple[int, int, int], ...]) -> State:
    """Damage has been shared out."""
    shot = _shot(state)
    return _with_shot(state, replace(shot, todo=shot.todo[1:], hits=(*shot.hits, *hits)))


def struck(state: State, piece: int) -> State:
    """A ship was hit and will turn when the firing is over."""
    combat = _combat(state)
    return state if piece in combat.hit else replace(state, combat=replace(combat, hit=(*combat.hit, piece)))


def shot_over(state: State) -> State:
    """The shot is over."""
    return _with_shot(state, None)


def passed(state: State, seat: int) -> State:
    """A player passes in the firing step."""
    return replace(state, combat=replace(_combat(state), passed=seat, acted=False))


def acted(state: State) -> State:
    """A ship does something after a pass."""
    return replace(state, combat=replace(_combat(state), acted=True))


def next_shot(state: State, seat: int) -> State:
    """Whose shot it is in simplified combat."""
    return replace(state, combat=replace(_combat(state), turn=seat))


def raid(state: State, ships: tuple[int, ...], total: int, asks: str, stealthy: bool) -> State:
    """Bombing by stealth is an action of the firing step, so nobody has passed last any more."""
    return replace(state, combat=replace(_combat(state), raid=Raid(ships, total, asks, stealthy), passed=None))


def raid_asks(state: State, asks: str) -> State:
    """What the defender must decide, or that nothing is left to decide."""
    combat = _combat(state)
    return (
        state if combat.raid is None else replace(state, combat=replace(combat, raid=replace(combat.raid, asks=asks)))
    )


def raid_over(state: State) -> State:
    """The bombing is over."""
    return replace(state, combat=replace(_combat(state), raid=None))


def crew_back(state: State, crew: int, turn: str) -> State:
    """Crew goes back to the canteen."""
    return state.with_piece(replace(state.by_number[crew], on=None, turn=Facing(turn)))


def combat_over(state: State) -> State:
    """The combat phase is over, and what lasted so long ends."""
    pieces = tuple(
        replace(
            piece, changes=lasting(piece, "turn_end", "always"), spoken=_still(piece.spoken, "step_end", "combat_end")
        )
        if piece.changes or piece.spoken
        else piece
        for piece in state.pieces
    )
    return replace(state, combat=None, phase=Phase.MAIN, pieces=pieces)


def _still(spoken: tuple[tuple[int, str], ...], *over: str) -> tuple[tuple[int, str], ...]:
    """Abilities that cannot be used again yet, when these spans are over."""
    return tuple((ability, until) for ability, until in spoken if until not in over)


CHANGES = (
    combat_began, stepped, joined, boarded, ending_payment, aimed, answered, sharing, shared, struck, shot_over,
    passed, acted, next_shot, raid, raid_asks, raid_over, crew_back, combat_over,
)  # fmt: skip
