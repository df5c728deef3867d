"""Step 4 of combat, bombing: all bombers at once on the target named at the start (F3.4, G5, G8)."""

from __future__ import annotations

from tableside.core.moves import Move
from tableside.core.ruling import Illegal
from tableside.core.stack import Pending
from tableside.games.kaosz_galaktika import flow, hidden
from tableside.games.kaosz_galaktika.cards import Keyword
from tableside.games.kaosz_galaktika.desk import Desk, no
from tableside.games.kaosz_galaktika.rules import answers, firing, plays, texts
from tableside.games.kaosz_galaktika.rules.main_phase import afford
from tableside.games.kaosz_galaktika.state import Combat, Piece, Raid, Role, Step, Turn

ENOUGH = 2
"""What it takes to hit a hand, a crew or a face-down base."""


def target_there(desk: Desk, combat: Combat) -> bool:
    """Whether what was attacked can still be bombed; crew on a ship cannot (F3.4d)."""
    if combat.target in ("colony", "hand"):
        return True
    piece = desk.piece(combat.piece)
    return piece is not None and piece.controller == combat.defender and piece.on is None


def can_bomb(desk: Desk, combat: Combat) -> bool:
    return target_there(desk, combat) and bool(flow.upright(desk, combat.attackers))


def _bombing(desk: Desk, seat: int | None) -> Combat | Illegal:
    state, combat = desk.state, desk.state.combat
    if combat is None or combat.step is not Step.BOMB or combat.raid is not None or combat.attacker != seat:
        return no("only_bombing_step", "F3.4")
    return no("only_bombing_step", "F3.4") if state.stack or state.resolving is not None else combat


def check_bomb(desk: Desk, move: Move) -> Illegal | None:
    combat = _bombing(desk, move.seat)
    if isinstance(combat, Illegal):
        return combat
    ships = move["ships"]
    if not ships or tuple(sorted(set(ships))) != ships:
        return no("name_the_bombers", "F3.4")
    ready = {ship.uid for ship in flow.upright(desk, combat.attackers)}
    if not set(ships) <= ready:
        return no("only_active_attackers", "F3.4")
    return None if target_there(desk, combat) else no("target_gone", "F3.4")


def act_bomb(desk: Desk, move: Move) -> None:
    answers.declare(desk, move.seat or 0, "bomb", "F3.4", ships=move["ships"])


def check_no_bomb(desk: Desk, move: Move) -> Illegal | None:
    combat = _bombing(desk, move.seat)
    return combat if isinstance(combat, Illegal) else None


def act_no_bomb(desk: Desk, move: Move) -> None:
    desk.do("stepped", "F3.5", step="disarm")


# -- abilities ---------------------------------------------------------------------------------------


def check_sapper(desk: Desk, move: Move) -> Illegal | None:
    """Sappers: a card from one's own colony for each +1 bombing, up to twice the base bombing (G8)."""
    combat = _bombing(desk, move.seat)
    if isinstance(combat, Illegal):
        return combat
    ship = desk.piece(move["ship"])
    if ship is None or ship.uid not in {other.uid for other in flow.upright(desk, combat.attackers)}:
        return no("only_active_attackers", "G8")
    if not desk.has(ship, Keyword.SAPPER):
        return no("no_such_keyword", "G8")
    most = 2 * desk.printed(ship, "bombing")
    if move["cards"] < 1 or desk.value(ship, "bombing") + move["cards"] > most:
        return no("twice_at_most", "G8", most=most)
    left = desk.player(move.seat or 0).colony
    return None if move["cards"] <= left else no("colony_too_small", "G8", left=left)


def act_sapper(desk: Desk, move: Move) -> None:
    desk.do("milled", "G8", seat=move.seat, amount=move["cards"])
    answers.declare(desk, move.seat or 0, "sapper", "G8", target=move["ship"], amount=move["cards"])


def _ship_gone(desk: Desk, pending: Pending) -> Illegal | None:
    return None if desk.piece(pending["target"]) is not None else no("target_gone", "C6")


@answers.resolves("sapper", _ship_gone)
def sappers_done(desk: Desk, pending: Pending) -> None:
    amount = pending["amount"]
    desk.do("changed", "G8", piece=pending["target"], value="bombing", amount=amount, until="combat")


def check_stealth(desk: Desk, move: Move) -> Illegal | None:
    """Stealth: instead of firing, or of returning fire, an attacking ship bombs at once, alone (G5)."""
    combat = desk.state.combat
    if combat is None or combat.attacker != move.seat:
        return no("attackers_only", "G5")
    ship: Piece | Illegal
    if combat.shot is not None:
        found = firing.shot_at(desk, move.seat)
        ship = found if isinstance(found, Illegal) else found[2]
        if not isinstance(ship, Illegal) and ship.uid != move["ship"]:
            return no("not_its_turn", "G5")
    else:
        ship = firing.ship_in_turn(desk, move.seat, move["ship"])
    if isinstance(ship, Illegal):
        return ship
    if not desk.has(ship, Keyword.STEALTH):
        return no("no_such_keyword", "G5")
    return None if target_there(desk, combat) else no("target_gone", "F3.4")


def act_stealth(desk: Desk, move: Move) -> None:
    combat = desk.state.combat
    if combat is not None and combat.shot is not None:
        desk.do("answered", "G5", ship=move["ship"], targets=())
    answers.declare(desk, move.seat or 0, "stealth", "G5", ships=(move["ship"],))


# -- what the bombs do ---------------------------------------------------------------------------------


def bombs_fall(desk: Desk, pending: Pending) -> None:
    combat = desk.state.combat
    if combat is None:
        return
    ships = tuple(ship for ship in pending["ships"] if ship in combat.attackers)
    pieces = (desk.piece(ship) for ship in ships)
    total = sum(desk.value(piece, "bombing") for piece in pieces if piece is not None)
    asks = "done"
    if ships and target_there(desk, combat):
        asks = _strike(desk, combat, total)
    desk.do("raid", "F3.4", ships=ships, total=total, asks=asks, stealthy=pending.kind == "stealth")


answers.resolves("bomb")(bombs_fall)
answers.resolves("stealth")(bombs_fall)


def _strike(desk: Desk, combat: Combat, total: int) -> str:
    """Do what the total does to the target; what the defender must still decide."""
    if combat.target == "colony":
        amount = min(total, desk.player(combat.defender).colony)
        if amount:
            desk.do("milled", "F3.4b", seat=combat.defender, amount=amount)
        return "done"
    if combat.target == "hand":
        return "discard" if total >= ENOUGH and desk.player(combat.defender).hand else "done"
    piece = desk.piece(combat.piece)
    if piece is None:
        return "done"
    if combat.target == "crew":
        if total >= ENOUGH:
            desk.destroy(piece, "F3.4d")
        return "done"
    if not piece.paid:
        return "trap" if total >= ENOUGH else "done"
    desk.hit(piece, total, "F3.4e")
    desk.sweep()
    return "done"


def proceed(desk: Desk, combat: Combat) -> bool:
    """When nothing is left to decide, the bombers turn used and combat goes on; whether anything moved."""
    raid = combat.raid
    if raid is None or (raid.asks != "done" and _still_asked(desk, combat, raid)):
        return False
    for uid in raid.ships:
        piece = desk.piece(uid)
        if piece is not None and piece.turn is Turn.ACTIVE:
            desk.do("turned", "G5" if raid.stealthy else "F3.4f", piece=uid, turn="used")
    desk.do("raid_over", "F3.4f")
    if not raid.stealthy:
        desk.do("stepped", "F3.5", step="disarm")
    elif desk.state.simple:
        desk.do("next_shot", "H2", seat=combat.defender)
    return True


def _still_asked(desk: Desk, combat: Combat, raid: Raid) -> bool:
    if raid.asks == "discard":
        return desk.player(combat.defender).hand > 0
    return target_there(desk, combat)


# -- the defender's decisions ----------------------------------------------------------------------------


def _asked(desk: Desk, seat: int | None, asks: str, rule: str) -> Combat | Illegal:
    combat, state = desk.state.combat, desk.state
    if combat is None or combat.raid is None or combat.raid.asks != asks or combat.defender != seat:
        return no("not_bombed", rule)
    return no("not_bombed", rule) if state.stack or state.resolving is not None else combat


def check_spring(desk: Desk, move: Move) -> Illegal | None:
    """A face-down base hit by 2 or more may turn out to be a trap, if its cost is paid now (D4)."""
    combat = _asked(desk, move.seat, "trap", "D4")
    if isinstance(combat, Illegal):
        return combat
    piece = desk.piece(combat.piece)
    if piece is None or piece.role is not Role.BASE:
        return no("not_bombed", "D4")
    problem = plays.reveal(desk, piece, move["card"])
    if problem is not None:
        return problem
    card = desk.card(move["card"])
    if card is None or card.subtype != "trap":
        return no("not_a_trap", "D4")
    printed = card.cost if isinstance(card.cost, int) else 0
    return afford(desk, move.seat, plays.cost(desk, move.seat or 0, printed), "D4")


def act_spring(desk: Desk, move: Move) -> None:
    combat, seat, card = desk.state.combat, move.seat or 0, desk.card(move["card"])
    if combat is None or combat.piece is None or card is None:
        return
    price = plays.cost(desk, seat, card.cost if isinstance(card.cost, int) else 0)
    plays.spend(desk, seat, price, "D4")
    plays.show(desk, combat.piece, move["card"])
    answers.declare(desk, seat, "trap", "D4", price, card=move["card"], piece=combat.piece, target=None)


@answers.resolves("trap", plays.piece_gone)
def trap_springs(desk: Desk, pending: Pending) -> None:
    desk.do("paid", "D4", piece=pending["piece"], card=pending["card"])
    card = desk.card(pending["card"])
    if card is not None:
        texts.carry_out(desk, pending, card.effects, card.text)


def check_let_fall(desk: Desk, move: Move) -> Illegal | None:
    combat = _asked(desk, move.seat, "trap", "F3.4e")
    return combat if isinstance(combat, Illegal) else None


def act_let_fall(desk: Desk, move: Move) -> None:
    combat = desk.state.combat
    piece = desk.piece(combat.piece) if combat is not None else None
    if piece is not None:
        desk.destroy(piece, "F3.4e")
    desk.do("raid_asks", "F3.4e", asks="done")


def check_discard(desk: Desk, move: Move) -> Illegal | None:
    """One card of one's choice: to a bombed hand, or down to five in the closing phase (F3.4c, F4)."""
    combat = desk.state.combat
    if combat is not None:
        asked = _asked(desk, move.seat, "discard", "F3.4c")
        if isinstance(asked, Illegal):
            return asked
    elif desk.state.phase != "closing" or flow.over_limit(desk) != "hand":
        return no("nothing_to_discard", "F4")
    player, card = desk.player(move.seat or 0), move["card"]
    if card is None:
        return None if player.unknown > 0 else no("name_the_card", "B9")
    return None if card in player.known else no("not_in_hand", "B7", card=hidden.name(desk, card))


def act_discard(desk: Desk, move: Move) -> None:
    rule = "F4" if desk.state.combat is None else "F3.4c"
    desk.do("discarded", rule, seat=move.seat, card=move["card"])
    if desk.state.combat is not None:
        desk.do("raid_asks", "F3.4c", asks="done")
