"""Chapter The combat phase (F3): the attack, equipping, payment and disarming; the steps follow by themselves."""

from __future__ import annotations

from collections.abc import Iterator

from tableside.core.moves import Move
from tableside.core.rulebook import Play, chance, play
from tableside.core.ruling import Illegal
from tableside.core.stack import Pending
from tableside.games.kaosz_galaktika import pieces
from tableside.games.kaosz_galaktika.changes import fight, table
from tableside.games.kaosz_galaktika.records import Card, Subtype
from tableside.games.kaosz_galaktika.rules import answers, bombing, card_text, firing
from tableside.games.kaosz_galaktika.state import Combat, Facing, Phase, Role, Step, Turn

TARGETS = ("colony", "hand", "crew", "base")


@play
def attack(turn: Turn, defender: int, target: str, piece: int | None) -> Illegal | None:
    """An attack on a colony, a hand, a crew or a base; not in one's first turn (E2, F2, H1)."""
    return _declare(turn, defender, target, piece, everything=False)


@play
def attack_all(turn: Turn, defender: int, target: str, piece: int | None) -> Illegal | None:
    """An attack with every ship that is active when the equipping begins (F2, F3.1)."""
    return _declare(turn, defender, target, piece, everything=True)


def _declare(turn: Turn, defender: int, target: str, piece: int | None, everything: bool) -> Illegal | None:
    seat, state = turn.me, turn.state
    if state.players[seat].turns == 1 and (state.several or state.turn == 1):
        return turn.no("no_attack_in_first_turn", "H1" if state.several else "E2")
    if defender not in state.neighbours(seat):
        return turn.no("only_neighbours", "H1")
    if target not in TARGETS:
        return turn.no("no_such_attack", "F2")
    problem = target_problem(turn, defender, target, piece)
    if problem is not None:
        return problem
    if not any(pieces.upright(turn, seat)):
        return turn.no("no_active_ship", "F3.1")
    walls = _tolls(turn, defender)
    price, have = sum(card.toll for card in walls), state.players[seat].credits
    if price > have:
        names = tuple(card.name for card in walls)
        return turn.no("toll_short", "C6", cards=names, price=price, have=have)
    if price:
        turn.do(table.credits, "C6", seat=seat, amount=-price)
    answers.declare(turn, seat, "attack", "F3", price, defender=defender, at=target, piece=piece, everything=everything)
    return None


def _attacks(turn: Turn, kind: Play[int, str, int | None]) -> Iterator[Move]:
    for defender in turn.state.neighbours(turn.me):
        yield kind.move(turn.me, defender, "colony", None)
        yield kind.move(turn.me, defender, "hand", None)
        for role in (Role.CREW, Role.BASE):
            for piece in turn.state.of(defender, role):
                yield kind.move(turn.me, defender, role.value, piece.uid)


attack.lists(lambda turn: _attacks(turn, attack))
attack_all.lists(lambda turn: _attacks(turn, attack_all))


def _tolls(turn: Turn, defender: int) -> list[Card]:
    """The cards in play that make an attack on this player cost something."""
    cards = (pieces.record(turn, piece) for piece in turn.state.pieces if piece.controller == defender)
    return [card for card in cards if card is not None and card.toll]


def target_problem(turn: Turn, defender: int, target: str, uid: int | None) -> Illegal | None:
    """Whether this can be attacked, now or when the attack begins."""
    if target in ("colony", "hand"):
        return None if uid is None else turn.no("no_such_target", "F2")
    piece = turn.state.piece(uid)
    role = Role.CREW if target == "crew" else Role.BASE
    if piece is None or piece.controller != defender or piece.role is not role:
        return turn.no("no_such_target", "F2")
    return None


def _fight(turn: Turn) -> Combat:
    """The combat that is on; these moves are made in no other phase."""
    assert turn.state.combat is not None
    return turn.state.combat


# -- 1, equipping ------------------------------------------------------------------------------------


@play
def join(turn: Turn, ship: int) -> Illegal | None:
    """An active ship takes part (F3.1)."""
    found = turn.state.piece(ship)
    if found is None or found.controller != turn.me or found.role is not Role.SHIP:
        return turn.no("not_your_ship", "F3.1")
    if found.turn is not Facing.ACTIVE:
        return turn.no("not_active", "F3.1")
    if ship in _fight(turn).ships:
        return turn.no("already_joined", "F3.1")
    turn.do(fight.joined, "F3.1", ship=ship)
    return None


@join.lists
def _joins(turn: Turn) -> Iterator[Move]:
    return (join.move(turn.me, ship.uid) for ship in turn.state.of(turn.me, Role.SHIP))


@play
def join_all(turn: Turn) -> Illegal | None:
    """Every active ship that is not in the fight yet takes part (F3.1)."""
    return None if everybody_joins(turn, turn.me) else turn.no("no_active_ship", "F3.1")


def everybody_joins(turn: Turn, seat: int) -> bool:
    """All active ships of this seat that are not in the fight yet take part; whether there were any."""
    ships = _idle(turn, seat)
    for ship in ships:
        turn.do(fight.joined, "F3.1", ship=ship)
    return bool(ships)


def _idle(turn: Turn, seat: int) -> list[int]:
    """This seat's active ships that are not in the fight."""
    return [ship.uid for ship in pieces.upright(turn, seat) if ship.uid not in _fight(turn).ships]


def _could_equip(turn: Turn, seat: int) -> bool:
    """Whether a ship could still join, or upright crew ashore board one that has room."""
    ships = (turn.state.piece(ship) for ship in _fight(turn).side(seat))
    room = any(pieces.free(turn, ship) > 0 for ship in ships if ship is not None)
    ashore = any(mate.on is None and mate.turn is Facing.ACTIVE for mate in turn.state.of(seat, Role.CREW))
    return bool(_idle(turn, seat)) or (room and ashore)


@play
def board(turn: Turn, crew: int, ship: int) -> Illegal | None:
    """Upright crew from the canteen, paid or not, onto a ship that takes part, up to its size (D3)."""
    mate, found = turn.state.piece(crew), turn.state.piece(ship)
    if mate is None or mate.controller != turn.me or mate.role is not Role.CREW:
        return turn.no("not_your_crew", "D3")
    if mate.on is not None:
        return turn.no("already_aboard", "D3")
    if mate.turn is not Facing.ACTIVE:
        return turn.no("not_active", "D3")
    if found is None or found.controller != turn.me or ship not in _fight(turn).ships:
        return turn.no("only_fighting_ships", "D3")
    if pieces.free(turn, found) < 1:
        return turn.no("ship_full", "D1", size=pieces.size(turn, found))
    turn.do(fight.boarded, "F3.1", crew=crew, ship=ship)
    return None


@board.lists
def _boards(turn: Turn) -> Iterator[Move]:
    for crew in turn.state.of(turn.me, Role.CREW):
        yield from (board.move(turn.me, crew.uid, ship) for ship in _fight(turn).side(turn.me))


# -- done with a step --------------------------------------------------------------------------------


@play
def ready(turn: Turn) -> Illegal | None:
    """Done with equipping, paying, or the effects at the end of payment (F3.1, F3.2)."""
    combat = _fight(turn)
    match combat.step:
        case Step.EQUIP_ATTACK:
            if not combat.attackers and any(pieces.upright(turn, combat.attacker)):
                return turn.no("attack_needs_a_ship", "F3.1")
            turn.do(fight.stepped, "F3.1", step="equip_defend")
        case Step.EQUIP_DEFEND:
            turn.do(fight.stepped, "F3.2", step="pay_attack")
        case Step.PAY_ATTACK:
            turn.do(fight.stepped, "F3.2", step="pay_defend")
        case _:
            turn.do(fight.stepped, "F3.2", step="pay_end")
            turn.do(fight.ending_payment, "F3.2", cards=_end_of_payment(turn, combat))
    return None


def _end_of_payment(turn: Turn, combat: Combat) -> tuple[tuple[int, int, str], ...]:
    """Paid rockets and cards that take effect at the end of the payment step, all of them at that moment."""
    found = []
    for seat in (combat.attacker, combat.defender):
        for piece in turn.state.pieces:
            card = pieces.record(turn, piece) if piece.controller == seat and piece.on in combat.side(seat) else None
            if card is not None and card.at_payment_end and (card.effects or card.text):
                found.append((seat, piece.uid, piece.card or ""))
    return tuple(found)


def _take_effect(turn: Turn, combat: Combat) -> None:
    """The next of them works, even if its ship has been destroyed by another: they work at once (F3.2c)."""
    seat, uid, id = combat.ending[0]
    turn.do(fight.ending_payment, "F3.2", cards=combat.ending[1:])
    details = (("number", uid), ("card", id), ("piece", uid), ("target", None))
    card_text.carry_out(turn, Pending(seat, "ending", details), pieces.card(turn, id) or Card("", False))


# -- from step to step -------------------------------------------------------------------------------


def proceed(turn: Turn) -> None:
    """Go on as far as nobody has anything to decide."""
    moved = True
    while moved:
        state, combat = turn.state, turn.state.combat
        if combat is None or state.stack or state.resolving is not None or state.phase is not Phase.COMBAT:
            return
        if combat.raid is not None:
            moved = bombing.proceed(turn, combat)
        elif combat.step is Step.PAY_END and combat.ending:
            _take_effect(turn, combat)
        elif combat.step is Step.PAY_END:
            if combat.defenders and combat.attackers:
                turn.do(fight.stepped, "F3.3", step="fire")
                pieces.sweep(turn)
            else:
                firing.end(turn)
        elif combat.step is Step.FIRE:
            moved = firing.proceed(turn, combat)
        elif _nothing_left(turn, combat):
            turn.do(fight.stepped, "F3.5", step="disarm")
        elif _nothing_to_do(turn, combat):
            ready.judge(turn)
        else:
            moved = False


def _nothing_left(turn: Turn, combat: Combat) -> bool:
    """No ship attacks any more, or none can bomb: only disarming is left."""
    if combat.step is Step.BOMB:
        return not bombing.can_bomb(turn, combat)
    return combat.step not in (Step.EQUIP_ATTACK, Step.DISARM) and not combat.attackers


def _nothing_to_do(turn: Turn, combat: Combat) -> bool:
    """No ship to defend with, no ship or crew left to send, or nothing unpaid on one's fighting ships.

    Everybody can see it, so nobody is asked.

    A table that wants to be asked after every action is asked here too.
    """
    match combat.step:
        case _ if turn.state.answers == "every":
            return False
        case Step.EQUIP_ATTACK if turn.state.quiet and combat.attackers:
            return not _could_equip(turn, combat.attacker)
        case Step.EQUIP_DEFEND if turn.state.quiet and combat.defenders:
            return not _could_equip(turn, combat.defender)
        case Step.EQUIP_DEFEND:
            return not any(pieces.upright(turn, combat.defender))
        case Step.PAY_ATTACK | Step.PAY_DEFEND:
            ships = combat.attackers if combat.step is Step.PAY_ATTACK else combat.defenders
            return not any(not piece.paid for ship in ships for piece in turn.state.aboard(ship))
    return False


# -- 5, disarming ------------------------------------------------------------------------------------


@chance
def disarm(turn: Turn) -> None:
    """Crew goes back as its ship lies, paid rockets go to the trash (F3.5)."""
    for piece in turn.state.pieces:
        ship = turn.state.piece(piece.on)
        if ship is None:
            continue
        if piece.role is Role.CREW:
            back = "active" if ship.turn is Facing.ACTIVE else "used"
            turn.do(fight.crew_back, "F3.5", crew=piece.uid, turn=back)
        else:
            card = pieces.record(turn, piece)
            if card is not None and card.subtype == Subtype.ROCKET:
                turn.do(table.destroyed, "F3.5", piece=piece.uid)
    turn.do(fight.combat_over, "F3.5")
    pieces.sweep(turn)


PLAYS = (attack, attack_all, join, join_all, board, ready, disarm)
