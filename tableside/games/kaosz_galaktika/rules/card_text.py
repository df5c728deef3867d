"""What a card's text does: effects the referee knows are done at once, free text is carried out by its player (C6)."""

from __future__ import annotations

from collections.abc import Iterator

from tableside.core.arguments import optional, typed
from tableside.core.moves import Move
from tableside.core.rulebook import play
from tableside.core.ruling import Illegal
from tableside.core.stack import Pending
from tableside.games.kaosz_galaktika import pieces
from tableside.games.kaosz_galaktika.changes import fight, stacked, table
from tableside.games.kaosz_galaktika.records import Ability, Card, Effect, Subtype
from tableside.games.kaosz_galaktika.rules import answers
from tableside.games.kaosz_galaktika.state import Facing, Piece, Role, Turn, card_id, owner, stack_number

AIMED = ("change", "damage", "destroy", "use", "develop")
"""The effects that are done to a card in play."""
Effects = tuple[Effect, ...]


def needs_target(effects: Effects) -> bool:
    """Whether the player must name a card in play."""
    return any(effect.verb in AIMED and effect.on == "chosen" for effect in effects)


def aim(turn: Turn, effects: Effects, target: int | None) -> Illegal | None:
    """Whether these effects can be done to this card in play."""
    if target is None:
        return turn.no("target_needed", "C7") if needs_target(effects) else None
    piece = touch(turn, target)
    if isinstance(piece, Illegal):
        return piece
    return next((problem for effect in effects if (problem := _fits(turn, effect, piece)) is not None), None)


def touch(turn: Turn, uid: int) -> Piece | Illegal:
    """A card in play that a text can be pointed at."""
    piece = turn.state.piece(uid)
    if piece is None:
        return turn.no("no_such_target", "C7")
    return turn.no("cloaked", "G1") if pieces.cloaked(turn, piece, turn.me) else piece


def _fits(turn: Turn, effect: Effect, piece: Piece) -> Illegal | None:
    match effect.verb:
        case _ if effect.on != "chosen":
            return None
        case "change" | "damage" if not piece.paid or piece.role not in (Role.SHIP, Role.BASE):
            return turn.no("no_values", "D10")
        case "develop" if piece.role is not Role.BASE or piece.controller != turn.me:
            return turn.no("not_a_base", "D4")
        case "use" if piece.turn is not Facing.ACTIVE:
            return turn.no("not_active", "C2")
    return None


def _do_effects(turn: Turn, pending: Pending, effects: Effects, target: int | None) -> None:
    """Do what the data says; what has gone in the meantime is passed over."""
    seat = owner(pending)
    for effect in effects:
        player = turn.state.players[seat]
        piece = _carrier(turn, pending) if effect.on == "carrier" else turn.state.piece(target)
        if effect.verb == "credits":
            turn.do(table.credits, "C6", seat=seat, amount=max(effect.amount, -player.credits))
        elif effect.verb == "draw":
            turn.do(table.drawn, "C6", seat=seat, amount=min(effect.amount, player.colony))
        elif piece is None:
            continue
        elif effect.verb == "change" and effect.value is not None:
            until = effect.until or "turn_end"
            turn.do(table.changed, "C6", piece=piece.uid, value=effect.value, amount=effect.amount, until=until)
        elif effect.verb == "damage":
            pieces.hit(turn, piece, effect.amount, "C6")
        elif effect.verb == "destroy":
            pieces.destroy(turn, piece, "C6")
        elif effect.verb == "use" and piece.turn is Facing.ACTIVE:
            turn.do(table.turned, "C6", piece=piece.uid, turn="used")
        elif effect.verb == "develop" and piece.role is Role.BASE:
            amount = max(effect.amount, -piece.developments)
            turn.do(table.developed, "C6", piece=piece.uid, amount=amount, bought=False)
    pieces.sweep(turn)


def _carrier(turn: Turn, pending: Pending) -> Piece | None:
    """The ship a weapon or crew is on, whose text counts as the ship's; otherwise the card itself (D10)."""
    piece = turn.state.piece(pending.get("piece"))
    return piece if piece is None or piece.on is None else turn.state.piece(piece.on)


def carry_out(turn: Turn, pending: Pending, what: Card | Ability) -> None:
    """Do the effects, or open what is left to choose or to tell; then the card goes where it belongs."""
    seat, target = pending.seat, optional(int, pending.get("target"))
    victims = any(effect.on == "opponents_choice" for effect in what.effects)
    opponents = _opponents(turn, seat)
    if victims and len(opponents) == 1:
        seat = opponents[0]
    chosen = not what.either and (target is not None or not needs_target(what.effects))
    if not (what.effects or what.text) or (victims and not any(_ships(turn, one) for one in opponents)):
        put_away(turn, pending)
    elif what.effects and chosen and not victims:
        _do_effects(turn, pending, what.effects, target)
        put_away(turn, pending)
    else:
        details = tuple((name, value) for name, value in pending.args if name != "number")
        details = (*details, ("owner", pending.seat))
        turn.do(stacked.opened, "C6", number=stack_number(pending), seat=seat, what=pending.kind, details=details)


def _opponents(turn: Turn, seat: int) -> tuple[int, ...]:
    """In combat the other side; otherwise whoever sits beside, of whom the card's player names one (H1)."""
    combat = turn.state.combat
    if combat is not None and seat in (combat.attacker, combat.defender):
        return (combat.other(seat),)
    return turn.state.neighbours(seat)


def _ships(turn: Turn, seat: int) -> tuple[int, ...]:
    return tuple(ship.uid for ship in turn.state.of(seat, Role.SHIP))


def put_away(turn: Turn, pending: Pending) -> None:
    """Events and interrupts go to the trash, and so do a research and a sprung trap (D4, D5, D6)."""
    if pending.kind in ("event", "interrupt"):
        rule = "D5" if pending.kind == "event" else "D6"
        turn.do(table.trashed, rule, seat=owner(pending), card=typed(str, pending["card"]))
    elif pending.kind in ("payment", "trap"):
        piece, card = turn.state.piece(pending["piece"]), pieces.card(turn, card_id(pending))
        if piece is not None and card is not None and card.subtype in (Subtype.RESEARCH, Subtype.TRAP):
            pieces.destroy(turn, piece, "D4")
    if pending.kind == "trap":
        turn.do(fight.raid_asks, "F3.4", asks="done")


# -- what is left to choose or to tell -----------------------------------------------------------


def opened(turn: Turn) -> tuple[Pending, Card | Ability]:
    """What is being carried out, and what is printed."""
    pending = turn.state.resolving
    assert pending is not None
    return pending, pieces.declared(turn, pending) or Card("", False)


def _close(turn: Turn, pending: Pending) -> None:
    turn.do(stacked.carried_out, "C6", number=stack_number(pending), seat=pending.seat)
    pieces.sweep(turn)
    put_away(turn, pending)
    answers.ask_again(turn)


@play
def oppose(turn: Turn, player: int) -> Illegal | None:
    """Of the two players beside, the one whom the card means by the opponent (H1)."""
    if player not in turn.state.neighbours(turn.me):
        return turn.no("not_beside_you", "H1")
    pending, _ = opened(turn)
    if not _ships(turn, player):
        _close(turn, pending)
        return None
    details = tuple((name, value) for name, value in pending.args if name != "number")
    turn.do(stacked.opened, "H1", number=stack_number(pending), seat=player, what=pending.kind, details=details)
    return None


@oppose.lists
def _beside(turn: Turn) -> Iterator[Move]:
    return (oppose.move(turn.me, seat) for seat in turn.state.neighbours(turn.me))


@play
def choose(turn: Turn, effect: int | None, target: int | None) -> Illegal | None:
    """One of several effects, or what they are done to; a victim is chosen by its own player (C6)."""
    pending, what = opened(turn)
    if (effect is not None) != what.either or not 0 <= (effect or 0) < len(what.effects):
        return turn.no("no_such_effect", "C6")
    effects = what.effects if effect is None else (what.effects[effect],)
    piece = turn.state.piece(target)
    if any(one.on == "opponents_choice" for one in effects):
        if piece is None or piece.controller != turn.me or piece.role is not Role.SHIP:
            return turn.no("not_your_ship", "C6")
    elif target != (named := pending.get("target")) and named is not None:
        return turn.no("no_such_target", "C6")
    else:
        problem = aim(turn, effects, target)
        if problem is not None:
            return problem
    _do_effects(turn, pending, effects, target)
    _close(turn, pending)
    return None


@choose.lists
def _choices(turn: Turn) -> Iterator[Move]:
    pending, what = opened(turn)
    named = optional(int, pending.get("target"))
    for effect in range(len(what.effects)) if what.either else (None,):
        effects = what.effects if effect is None else (what.effects[effect],)
        targets: tuple[int | None, ...] = (named,)
        if any(one.on == "opponents_choice" for one in effects):
            targets = _ships(turn, turn.me)
        elif named is None and needs_target(effects):
            targets = tuple(piece.uid for piece in turn.state.pieces)
        yield from (choose.move(turn.me, effect, target) for target in targets)


@play
def done(turn: Turn) -> None:
    """The text is carried out, or what is left of it is not wanted (C6)."""
    _close(turn, opened(turn)[0])


PLAYS = (oppose, choose, done)
