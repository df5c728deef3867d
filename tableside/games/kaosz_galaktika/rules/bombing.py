"""Step 4 of combat, bombing: all bombers at once on the target named at the start (F3.4, G5, G8)."""

from __future__ import annotations

from collections.abc import Iterator

from tableside.core.arguments import typed
from tableside.core.game import Choice
from tableside.core.moves import Move
from tableside.core.rulebook import play
from tableside.core.ruling import Illegal
from tableside.core.stack import Pending
from tableside.games.kaosz_galaktika import hidden, pieces
from tableside.games.kaosz_galaktika.changes import fight, table
from tableside.games.kaosz_galaktika.records import Keyword, Subtype, Type
from tableside.games.kaosz_galaktika.rules import answers, cards, firing, main_phase, turn_order
from tableside.games.kaosz_galaktika.state import Combat, Phase, Raid, Role, Turn

ENOUGH = 2
"""What it takes to hit a hand, a crew or a face-down base."""


def _fight(turn: Turn) -> Combat:
    assert turn.state.combat is not None
    return turn.state.combat


def _target_there(turn: Turn, combat: Combat) -> bool:
    """Whether what was attacked can still be bombed; crew on a ship cannot (F3.4d)."""
    if combat.target in ("colony", "hand"):
        return True
    piece = turn.state.piece(combat.piece)
    return piece is not None and piece.controller == combat.defender and piece.on is None


def can_bomb(turn: Turn, combat: Combat) -> bool:
    """Whether there is a target left, and a ship to bomb it."""
    return _target_there(turn, combat) and bool(pieces.ready(turn, combat.attackers))


@play
def bomb(turn: Turn, ships: tuple[int, ...]) -> Illegal | None:
    """The attacker's active ships bomb together (F3.4a)."""
    combat = _fight(turn)
    if not ships or len(set(ships)) != len(ships):
        return turn.no("name_the_bombers", "F3.4")
    if not set(ships) <= {ship.uid for ship in pieces.ready(turn, combat.attackers)}:
        return turn.no("only_active_attackers", "F3.4")
    if not _target_there(turn, combat):
        return turn.no("target_gone", "F3.4")
    answers.declare(turn, turn.me, "bomb", "F3.4", ships=tuple(sorted(ships)))
    return None


@bomb.lists
def _bombs(turn: Turn) -> Iterator[Move]:
    ready = tuple(ship.uid for ship in pieces.ready(turn, _fight(turn).attackers))
    return (bomb.move(turn.me, ships) for ships in firing.groups(ready, len(ready)))


@play
def no_bomb(turn: Turn) -> None:
    """The attacker does not bomb (F3.4)."""
    turn.do(fight.stepped, "F3.5", step="disarm")


# -- abilities ---------------------------------------------------------------------------------------


@play
def sapper(turn: Turn, ship: int, cards: int) -> Illegal | None:
    """Sappers: a card from one's own colony for each +1 bombing, up to twice the base bombing (G8)."""
    found = turn.state.piece(ship)
    if found is None or found not in pieces.ready(turn, _fight(turn).attackers):
        return turn.no("only_active_attackers", "G8")
    if not pieces.has(turn, found, Keyword.SAPPER):
        return turn.no("no_such_keyword", "G8")
    most = 2 * pieces.printed(turn, found, "bombing")
    if cards < 1 or pieces.value(turn, found, "bombing") + cards > most:
        return turn.no("twice_at_most", "G8", most=most)
    left = turn.state.players[turn.me].colony
    if cards > left:
        return turn.no("colony_too_small", "G8", left=left)
    turn.do(table.milled, "G8", seat=turn.me, amount=cards)
    answers.declare(turn, turn.me, "sapper", "G8", target=ship, amount=cards)
    return None


@sapper.lists
def _sappers(turn: Turn) -> Iterator[Move]:
    for ship in pieces.upright(turn, turn.me):
        for count in range(1, pieces.printed(turn, ship, "bombing") + 1):
            yield sapper.move(turn.me, ship.uid, count)


@play
def stealth(turn: Turn, ship: int) -> Illegal | None:
    """Stealth: instead of firing, or of returning fire, an attacking ship bombs at once, alone (G5)."""
    combat = _fight(turn)
    if combat.attacker != turn.me:
        return turn.no("attackers_only", "G5")
    found = firing.ship_in_turn(turn, ship) if combat.shot is None else turn.state.by_number[combat.shot.asked[0]]
    if isinstance(found, Illegal):
        return found
    if found.uid != ship:
        return turn.no("not_its_turn", "G5")
    if not pieces.has(turn, found, Keyword.STEALTH):
        return turn.no("no_such_keyword", "G5")
    if not _target_there(turn, combat):
        return turn.no("target_gone", "F3.4")
    if combat.shot is not None:
        turn.do(fight.answered, "G5", ship=ship, targets=())
    answers.declare(turn, turn.me, "stealth", "G5", ships=(ship,))
    return None


@stealth.lists
def _stealthy(turn: Turn) -> Iterator[Move]:
    return (stealth.move(turn.me, ship.uid) for ship in turn.state.of(turn.me, Role.SHIP))


# -- what the bombs do ---------------------------------------------------------------------------------


def bombs_fall(turn: Turn, pending: Pending) -> None:
    """The bombers that are still in the fight bomb the target, with what they have now."""
    combat = _fight(turn)
    ships = tuple(ship for ship in typed(tuple[int, ...], pending["ships"]) if ship in combat.attackers)
    total = sum(pieces.value(turn, turn.state.by_number[ship], "bombing") for ship in ships)
    turn.do(fight.raid, "F3.4", ships=ships, total=total, asks="done", stealthy=pending.kind == "stealth")
    if ships and _target_there(turn, combat):
        asks = _strike(turn, combat, total)
        if asks != "done":
            turn.do(fight.raid_asks, "F3.4", asks=asks)


def _strike(turn: Turn, combat: Combat, total: int) -> str:
    """Do what the total does to the target; what the defender must still decide."""
    defender = turn.state.players[combat.defender]
    if combat.target == "colony":
        amount = min(total, defender.colony)
        if amount:
            turn.do(table.milled, "F3.4b", seat=combat.defender, amount=amount)
        return "done"
    if combat.target == "hand":
        return "discard" if total >= ENOUGH and defender.hand else "done"
    piece = turn.state.piece(combat.piece)
    if piece is None:
        return "done"
    if combat.target == "crew":
        if total >= ENOUGH:
            pieces.destroy(turn, piece, "F3.4d")
        return "done"
    if not piece.paid:
        return "trap" if total >= ENOUGH else "done"
    falls = 0 < total >= pieces.value(turn, piece, "armour")
    pieces.hit(turn, piece, total, "F3.4e")
    if falls:
        pieces.destroy(turn, piece, "F3.4e")
    return "done"


def proceed(turn: Turn, combat: Combat) -> bool:
    """When nothing is left to decide, the bombers turn used and combat goes on; whether anything moved."""
    raid = combat.raid
    if raid is None or (raid.asks != "done" and _still_asked(turn, combat, raid)):
        return False
    for ship in pieces.ready(turn, raid.ships):
        turn.do(table.turned, "G5" if raid.stealthy else "F3.4f", piece=ship.uid, turn="used")
    turn.do(fight.raid_over, "F3.4f")
    if not raid.stealthy:
        turn.do(fight.stepped, "F3.5", step="disarm")
    elif turn.state.simple:
        turn.do(fight.next_shot, "H2", seat=combat.defender)
    return True


def _still_asked(turn: Turn, combat: Combat, raid: Raid) -> bool:
    if raid.asks == "discard":
        return turn.state.players[combat.defender].hand > 0
    return _target_there(turn, combat)


# -- the defender's decisions ----------------------------------------------------------------------------


@play
def spring(turn: Turn, card: str) -> Illegal | None:
    """A face-down base hit by 2 or more may turn out to be a trap, if its cost is paid now (D4)."""
    piece = turn.state.piece(_fight(turn).piece)
    if piece is None or piece.role is not Role.BASE:
        return turn.no("not_bombed", "D4")
    problem = cards.reveal(turn, piece, card)
    if problem is not None:
        return problem
    found = pieces.card(turn, card) or cards.BLANK
    if found.subtype != Subtype.TRAP:
        return turn.no("not_a_trap", "D4")
    price = cards.price_of(turn, found)
    problem = main_phase.afford(turn, price, "D4")
    if problem is not None:
        return problem
    cards.spend(turn, price, "D4")
    cards.show(turn, piece.uid, card)
    answers.declare(turn, turn.me, "trap", "D4", price, card=card, piece=piece.uid, target=None)
    return None


@spring.lists
def _springs(turn: Turn) -> Iterator[Move]:
    for piece, id, card in cards.face_down(turn):
        if piece.uid != _fight(turn).piece or piece.role is not Role.BASE:
            continue
        if (card.type in (None, Type.BASE) and card.subtype in (None, Subtype.TRAP)) or id == piece.card:
            yield spring.move(turn.me, id)


def _may_be_new(turn: Turn) -> bool:
    """Whether the bombed base may be a trap the copy lacks."""
    target = _fight(turn).piece
    return hidden.sight(turn, turn.me).deck is None and any(piece.uid == target for piece in cards.untold(turn))


@spring.asks("card")
def _which_trap(turn: Turn, partial: Move) -> Choice:
    clear = {"type": "base", "subtype": "trap"}
    return turn.ask(
        partial, "card", new=turn.catalog.wanted("cards", "subtype", "cost", **clear) if _may_be_new(turn) else None
    )


@spring.why_none
def _no_trap(turn: Turn) -> Illegal | None:
    return None if _may_be_new(turn) else turn.no("not_a_trap", "D4")


@play
def let_fall(turn: Turn) -> None:
    """No trap is paid for, and the base falls (F3.4e)."""
    piece = turn.state.piece(_fight(turn).piece)
    if piece is not None:
        pieces.destroy(turn, piece, "F3.4e")
    turn.do(fight.raid_asks, "F3.4e", asks="done")


@play
def discard(turn: Turn, card: str | None) -> Illegal | None:
    """One card of one's choice: to a bombed hand, or down to five in the closing phase (F3.4c, F4)."""
    closing = turn.state.phase is Phase.CLOSING
    if closing and turn_order.over_limit(turn) != "hand":
        return turn.no("nothing_to_discard", "F4")
    player = turn.state.players[turn.me]
    if card is None and player.unknown < 1:
        return turn.no("name_the_card", "B9")
    if card is not None and card not in player.known:
        return turn.no("not_in_hand", "B7", card=hidden.name(turn, card))
    turn.do(table.discarded, "F4" if closing else "F3.4c", seat=turn.me, card=card)
    if not closing:
        turn.do(fight.raid_asks, "F3.4c", asks="done")
    return None


@discard.lists
def _discards(turn: Turn) -> Iterator[Move]:
    return (discard.move(turn.me, card) for card in main_phase.in_hand(turn))


PLAYS = (bomb, no_bomb, sapper, stealth, spring, let_fall, discard)
