"""Chapter The combat phase (F3): the attack, equipping, payment and disarming; the steps follow by themselves."""

from __future__ import annotations

from tableside.core.moves import Move
from tableside.core.ruling import Illegal
from tableside.core.stack import Pending
from tableside.games.kaosz_galaktika import flow
from tableside.games.kaosz_galaktika.desk import Desk, no
from tableside.games.kaosz_galaktika.rules import answers, bombing, firing
from tableside.games.kaosz_galaktika.rules.main_phase import afford, idle
from tableside.games.kaosz_galaktika.state import Combat, Phase, Role, Step, Turn

TARGETS = ("colony", "hand", "crew", "base")


def toll(desk: Desk, defender: int) -> int:
    """What cards in play make an attack on this player cost."""
    cards = (desk.record(piece) for piece in desk.state.pieces if piece.controller == defender)
    return sum(card.toll for card in cards if card is not None)


def check_attack(desk: Desk, move: Move) -> Illegal | None:
    problem = idle(desk, move.seat, "F3")
    if problem is not None:
        return problem
    seat, state = move.seat or 0, desk.state
    if desk.player(seat).turns == 1 and (state.several or state.turn == 1):
        return no("no_attack_in_first_turn", "H1" if state.several else "E2")
    if move["defender"] not in state.neighbours(seat):
        return no("only_neighbours", "H1")
    if move["target"] not in TARGETS:
        return no("no_such_attack", "F2")
    problem = _check_target(desk, move["defender"], move["target"], move["piece"])
    if problem is not None:
        return problem
    if not any(desk.ships(seat)):
        return no("no_active_ship", "F3.1")
    return afford(desk, seat, toll(desk, move["defender"]))


def _check_target(desk: Desk, defender: int, target: str, uid: int | None) -> Illegal | None:
    if target in ("colony", "hand"):
        return None if uid is None else no("no_such_target", "F2")
    piece = desk.piece(uid)
    role = Role.CREW if target == "crew" else Role.BASE
    if piece is None or piece.controller != defender or piece.role is not role:
        return no("no_such_target", "F2")
    return None


def act_attack(desk: Desk, move: Move) -> None:
    seat, price = move.seat or 0, toll(desk, move["defender"])
    if price:
        desk.do("credits", "C6", seat=seat, amount=-price)
    answers.declare(
        desk, seat, "attack", "F3", price, defender=move["defender"], at=move["target"], piece=move["piece"]
    )


def _target_left(desk: Desk, pending: Pending) -> Illegal | None:
    return _check_target(desk, pending["defender"], pending["at"], pending["piece"])


@answers.resolves("attack", _target_left)
def combat_begins(desk: Desk, pending: Pending) -> None:
    desk.do(
        "combat_began",
        "F3",
        attacker=pending.seat,
        defender=pending["defender"],
        target=pending["at"],
        piece=pending["piece"],
    )


# -- 1, equipping ------------------------------------------------------------------------------------


def _equipping(desk: Desk, seat: int | None) -> Illegal | Combat:
    """The attacker equips first, then the defender."""
    combat, state = desk.state.combat, desk.state
    if combat is None or state.stack or state.resolving is not None:
        return no("only_equip_step", "F3.1")
    turn = {Step.EQUIP_ATTACK: combat.attacker, Step.EQUIP_DEFEND: combat.defender}.get(combat.step)
    return combat if turn == seat and turn is not None else no("only_equip_step", "F3.1")


def check_join(desk: Desk, move: Move) -> Illegal | None:
    combat = _equipping(desk, move.seat)
    if isinstance(combat, Illegal):
        return combat
    ship = desk.piece(move["ship"])
    if ship is None or ship.controller != move.seat or ship.role is not Role.SHIP:
        return no("not_your_ship", "F3.1")
    if ship.turn is not Turn.ACTIVE:
        return no("not_active", "F3.1")
    return no("already_joined", "F3.1") if ship.uid in combat.ships else None


def act_join(desk: Desk, move: Move) -> None:
    desk.do("joined", "F3.1", ship=move["ship"])


def check_board(desk: Desk, move: Move) -> Illegal | None:
    """Upright crew from the canteen, paid or not, onto a ship that takes part, up to its size (D3)."""
    combat = _equipping(desk, move.seat)
    if isinstance(combat, Illegal):
        return combat
    crew, ship = desk.piece(move["crew"]), desk.piece(move["ship"])
    if crew is None or crew.controller != move.seat or crew.role is not Role.CREW:
        return no("not_your_crew", "D3")
    if crew.on is not None:
        return no("already_aboard", "D3")
    if crew.turn is not Turn.ACTIVE:
        return no("not_active", "D3")
    if ship is None or ship.controller != move.seat or ship.uid not in combat.ships:
        return no("only_fighting_ships", "D3")
    return None if desk.free(ship) > 0 else no("ship_full", "D1", size=desk.size(ship))


def act_board(desk: Desk, move: Move) -> None:
    desk.do("boarded", "F3.1", crew=move["crew"], ship=move["ship"])


# -- done with a step --------------------------------------------------------------------------------


def check_ready(desk: Desk, move: Move) -> Illegal | None:
    combat, state = desk.state.combat, desk.state
    steps = (Step.EQUIP_ATTACK, Step.EQUIP_DEFEND, Step.PAY_ATTACK, Step.PAY_DEFEND, Step.PAY_END)
    if combat is None or state.stack or state.resolving is not None or combat.step not in steps:
        return no("not_now", "F3")
    if flow.fighter(desk, combat) != move.seat:
        return no("not_now", "F3")
    if combat.step is Step.EQUIP_ATTACK and not combat.attackers and any(desk.ships(combat.attacker)):
        return no("attack_needs_a_ship", "F3.1")
    return None


def act_ready(desk: Desk, move: Move) -> None:
    combat = desk.state.combat
    if combat is None:
        return
    match combat.step:
        case Step.EQUIP_ATTACK:
            desk.do("stepped", "F3.1", step="equip_defend")
        case Step.EQUIP_DEFEND:
            desk.do("stepped", "F3.2", step="pay_attack")
        case Step.PAY_ATTACK:
            desk.do("stepped", "F3.2", step="pay_defend")
        case Step.PAY_DEFEND:
            desk.do("stepped", "F3.2", step="pay_end")
            desk.do("ending_payment", "F3.2", seats=_end_of_payment(desk, combat))
        case _:
            desk.do("ending_payment", "F3.2", seats=combat.asked[1:])


def _end_of_payment(desk: Desk, combat: Combat) -> tuple[int, ...]:
    """Who has paid rockets or cards that take effect at the end of the payment step."""
    seats = []
    for seat in (combat.attacker, combat.defender):
        cards = (
            desk.record(piece)
            for piece in desk.state.pieces
            if piece.controller == seat and piece.on in combat.side(seat)
        )
        if any(card is not None and card.text and (card.payment_end or card.subtype == "rocket") for card in cards):
            seats.append(seat)
    return tuple(seats)


# -- from step to step -------------------------------------------------------------------------------


def proceed(desk: Desk) -> None:
    """Go on as far as nobody has anything to decide."""
    while True:
        state, combat = desk.state, desk.state.combat
        if combat is None or state.stack or state.resolving is not None or state.phase is not Phase.COMBAT:
            return
        if combat.raid is not None:
            moved = bombing.proceed(desk, combat)
        elif combat.step is Step.PAY_END and not combat.asked:
            moved = True
            if combat.defenders and combat.attackers:
                desk.do("stepped", "F3.3", step="fire")
                desk.sweep()
            else:
                firing.end(desk)
        elif combat.step is Step.FIRE:
            moved = firing.proceed(desk, combat)
        elif _nothing_left(desk, combat):
            moved = True
            desk.do("stepped", "F3.5", step="disarm")
        else:
            moved = False
        if not moved:
            return


def _nothing_left(desk: Desk, combat: Combat) -> bool:
    """No ship attacks any more, or none can bomb: only disarming is left."""
    if combat.step is Step.BOMB:
        return not bombing.can_bomb(desk, combat)
    return combat.step not in (Step.EQUIP_ATTACK, Step.DISARM) and not combat.attackers


# -- 5, disarming ------------------------------------------------------------------------------------


def check_disarm(desk: Desk, move: Move) -> Illegal | None:
    combat = desk.state.combat
    if combat is None or combat.step is not Step.DISARM or desk.state.stack or desk.state.resolving is not None:
        return no("not_now", "F3.5")
    return None


def act_disarm(desk: Desk, move: Move) -> None:
    """Crew goes back as its ship lies, paid rockets go to the trash."""
    for piece in desk.state.pieces:
        ship = desk.piece(piece.on)
        if ship is None:
            continue
        if piece.role is Role.CREW:
            back = "active" if ship.turn is Turn.ACTIVE else "used"
            desk.do("crew_back", "F3.5", crew=piece.uid, turn=back)
        else:
            card = desk.record(piece)
            if card is not None and card.subtype == "rocket":
                desk.do("destroyed", "F3.5", piece=piece.uid)
    desk.do("combat_over", "F3.5")
    desk.sweep()
