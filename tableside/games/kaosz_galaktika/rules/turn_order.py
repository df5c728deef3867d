"""Whose move it is, and which kinds of move belong to this moment."""

from __future__ import annotations

from tableside.core.moves import Move, Seat
from tableside.core.ruling import Illegal
from tableside.core.stack import Pending
from tableside.games.kaosz_galaktika import pieces
from tableside.games.kaosz_galaktika.records import Keyword
from tableside.games.kaosz_galaktika.state import HAND_LIMIT, HANGAR_LIMIT, Combat, Phase, Piece, Step, Turn, owner

TELL = ("tell_hand", "tell_piece", "tell_ruin")
BREAK_IN = ("interrupt", "use")
TEXT = tuple(
    f"effect_{what}"
    for what in (
        "value", "damage", "turn", "counter", "develop", "credits", "price", "draw", "mill", "destroy", "send",
        "capture", "card", "cancel",
    )
)  # fmt: skip
"""What a text can do, told by hand."""
MAIN = (
    "draw", "lay_base", "ship", "pay", "lay_crew", "lay_weapon", "event", *BREAK_IN, "develop",
    "attack_all", "attack", "search", "salvage", "sell", "end_turn", "speak", *TELL,
)  # fmt: skip
STEPS = {
    Step.EQUIP_ATTACK: ("join_all", "join", "board", "ready", *BREAK_IN),
    Step.EQUIP_DEFEND: ("join_all", "join", "board", "ready", *BREAK_IN),
    Step.PAY_ATTACK: ("pay", "ready", *BREAK_IN),
    Step.PAY_DEFEND: ("pay", "ready", *BREAK_IN),
    Step.PAY_END: (),
    Step.FIRE: ("fire", "stealth", "overcharge", "pass", *BREAK_IN),
    Step.BOMB: ("bomb", "no_bomb", "sapper", *BREAK_IN),
    Step.DISARM: (),
}
ROUTINES = {
    Phase.ROLL: ("first", "roll"), Phase.INCOME: ("income",), Phase.CHECK: ("check",), Phase.CLOSING: ("close",),
    Phase.COMBAT: ("disarm",), Phase.TIME: ("verdict",),
}  # fmt: skip
LATER = {
    **dict.fromkeys(("deck", "first", "roll"), ("not_now", "E1")),
    **dict.fromkeys(("keep", "mulligan"), ("mulligan_once", "E1")),
    **dict.fromkeys(("let", "let_until", "let_all", "order"), ("nothing_to_answer", "D6")),
    **dict.fromkeys(("join", "join_all", "board"), ("only_equip_step", "F3.1")), "speak": ("not_now", "D6"),
    **dict.fromkeys(("fire", "overcharge", "pass"), ("only_firing_step", "F3.3")),
    **dict.fromkeys(("return_fire", "no_return"), ("nobody_shot", "F3.3b")),
    **dict.fromkeys(("split", "band", "no_band"), ("nothing_to_share", "G3")),
    **dict.fromkeys(("sapper", "bomb", "no_bomb"), ("only_bombing_step", "F3.4")),
    **dict.fromkeys(("spring", "let_fall"), ("not_bombed", "D4")),
    "clock": ("no_clock", "H4"), "verdict": ("no_verdict_yet", "H4"), "interrupt": ("cannot_interrupt", "D6"),
    "use": ("cannot_interrupt", "D6b"), "ready": ("not_now", "F3"), "stealth": ("only_firing_step", "G5"),
    "discard": ("nothing_to_discard", "F4"), "scrap": ("nothing_to_scrap", "F4"),
    **dict.fromkeys(("oppose", "choose", "done", *TEXT), ("nothing_to_carry_out", "C6")),
    **dict.fromkeys(("income", "check", "close", "disarm", *TELL), ("not_now", "F2")),
}  # fmt: skip
"""Why a kind of move cannot be made now; what is not named here belongs to one's own main phase."""


def to_act(turn: Turn) -> frozenset[Seat]:
    """Who may do something now; in a tournament the clock always may."""
    state = turn.state
    if state.phase is Phase.OVER:
        return frozenset()
    if state.phase is Phase.TIME:
        return frozenset({None})
    seats = acting(turn)
    return seats | {None} if state.tournament and state.turn else seats


def acting(turn: Turn) -> frozenset[Seat]:
    """Who may do something now, the clock aside."""
    state = turn.state
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
            return frozenset({fighter(turn, state.combat)})
        case Phase.CLOSING if over_limit(turn) is not None:
            return frozenset({state.active})
    return frozenset({None})


def kinds(turn: Turn) -> tuple[str, ...]:
    """The kinds of move that belong to this moment, whether or not one can be made."""
    state = turn.state
    if turn.seat is None:
        own = ROUTINES.get(state.phase, ()) if None in acting(turn) or state.phase is Phase.TIME else ()
        return (*own, "clock") if state.tournament and state.phase is not Phase.TIME and state.turn else own
    if state.resolving is not None:
        return _carrying_out(turn, state.resolving)
    if opening(turn):
        return MAIN
    if state.stack:
        paying = ("pay",) if state.phase is Phase.MAIN and turn.seat == state.active else ()
        every = ("let_all",) if len(state.stack.waiting) > 1 else ()
        silent = ("let_until",) if state.answers != "every" else ()
        return ("let", *silent, *every, *BREAK_IN, *paying, "order", "speak", *TELL)
    match state.phase:
        case Phase.DECKS:
            return ("deck",)
        case Phase.MULLIGAN:
            return ("keep", "mulligan", "tell_hand")
        case Phase.MAIN:
            return MAIN
        case Phase.COMBAT if state.combat is not None:
            return (*_combat_kinds(state.combat), "speak", *TELL)
        case Phase.CLOSING:
            return ("discard", "scrap", *BREAK_IN, "speak", *TELL)
    return ()


def opening(turn: Turn) -> bool:
    """At a quiet table the starting phase lasts until its player does something of the main phase (D6a)."""
    stack = turn.state.stack
    mine = turn.seat == turn.state.active == stack.responder
    return turn.state.quiet and mine and [pending.kind for pending in stack.items] == ["starting"]


def _carrying_out(turn: Turn, pending: Pending) -> tuple[str, ...]:
    """Effects that are known are chosen, or left; a text is told change by change."""
    what = pieces.declared(turn, pending)
    if what is None:
        return ("done", *TEXT)
    if any(effect.on == "opponents_choice" for effect in what.effects):
        return ("oppose",) if pending.seat == owner(pending) else ("choose",)
    return ("choose", "done") if what.effects else ("done", *TEXT)


def _combat_kinds(combat: Combat) -> tuple[str, ...]:
    if combat.raid is not None:
        return (*(("spring", "let_fall") if combat.raid.asks == "trap" else ("discard",)), *BREAK_IN)
    if combat.shot is not None:
        if combat.shot.asked:
            return ("return_fire", "stealth", "overcharge", "no_return", *BREAK_IN)
        return ("split",) if combat.shot.todo[:1] and combat.shot.todo[0][0] == "split" else ("band", "no_band")
    return STEPS[combat.step]


def not_now(turn: Turn, kind: str, chance: bool) -> Illegal:
    """Why a move of this kind cannot be made now."""
    if chance != (turn.seat is None):
        return turn.no("referees_move" if chance else "players_move", "F2")
    combat = turn.state.combat
    if kind == "pay" and combat is not None:
        return turn.no("only_payment_step", "F3.2")
    if kind == "discard" and combat is not None:
        return turn.no("not_bombed", "F3.4c")
    return turn.no(*LATER.get(kind, ("own_main_phase", "F2")))


def true_reason(turn: Turn, kind: str, refusal: Illegal) -> Illegal:
    """Who has decided about the first hand is told so, and not that others still have to (E1)."""
    seat = turn.seat
    decided = seat is not None and 0 <= seat < len(turn.state.players) and turn.state.players[seat].kept
    return turn.no(*LATER[kind]) if decided and kind in ("keep", "mulligan") else refusal


def routine(turn: Turn) -> Move | None:
    """Bookkeeping the referee can do alone now; the roll and the judge's verdict are the players' to tell."""
    phase = turn.state.phase
    if None not in acting(turn) or phase not in (Phase.INCOME, Phase.CHECK, Phase.CLOSING, Phase.COMBAT):
        return None
    return Move(None, ROUTINES[phase][0])


def over_limit(turn: Turn) -> str | None:
    """What the active player must still put away in the closing phase (F4)."""
    if turn.state.players[turn.state.active].hand > HAND_LIMIT:
        return "hand"
    return "hangar" if pieces.room(turn, turn.state.active) > HANGAR_LIMIT else None


# -- in combat -------------------------------------------------------------------------------------


def fighter(turn: Turn, combat: Combat) -> Seat:
    """Who decides in a combat phase."""
    if combat.raid is not None:
        return combat.defender
    match combat.step:
        case Step.EQUIP_ATTACK | Step.PAY_ATTACK | Step.BOMB:
            return combat.attacker
        case Step.EQUIP_DEFEND | Step.PAY_DEFEND:
            return combat.defender
        case Step.FIRE:
            return _shooter(turn, combat)
        case _:
            return None


def _shooter(turn: Turn, combat: Combat) -> Seat:
    shot = combat.shot
    if shot is None:
        return turn_to_fire(turn, combat)[0]
    if shot.asked:
        return controller(turn, shot.asked[0])
    if shot.todo:
        how, source, target = shot.todo[0]
        return controller(turn, source if how == "split" else target)
    return None


def controller(turn: Turn, uid: int) -> Seat:
    """Who commands a card in play."""
    piece = turn.state.piece(uid)
    return piece.controller if piece is not None else None


def turn_to_fire(turn: Turn, combat: Combat) -> tuple[Seat, tuple[int, ...]]:
    """Whose turn it is in the firing step and with which ships (F3.3a); nobody when the step is over."""
    ready = {seat: pieces.ready(turn, combat.side(seat)) for seat in (combat.attacker, combat.defender)}
    if not combat.attackers or not combat.defenders or not any(ready.values()):
        return None, ()
    if turn.state.simple:
        return _simple_turn(combat, ready)
    if combat.passed is not None:
        seat = combat.other(combat.passed)
        return (seat, _fastest(turn, ready[seat])) if ready[seat] else (None, ())
    best = {
        seat: max((pieces.value(turn, ship, "speed") for ship in ships), default=-1) for seat, ships in ready.items()
    }
    seat = combat.attacker if best[combat.attacker] >= best[combat.defender] else combat.defender
    rival = best[combat.other(seat)]
    faster = tuple(
        ship.uid
        for ship in ready[seat]
        if (speed := pieces.value(turn, ship, "speed")) > rival or (speed == rival and seat == combat.attacker)
    )
    return seat, faster


def _fastest(turn: Turn, ships: list[Piece]) -> tuple[int, ...]:
    best = max(pieces.value(turn, ship, "speed") for ship in ships)
    return tuple(ship.uid for ship in ships if pieces.value(turn, ship, "speed") == best)


def _simple_turn(combat: Combat, ready: dict[int, list[Piece]]) -> tuple[Seat, tuple[int, ...]]:
    """Players alternate, the attacker first; who has no ship left to fire is passed over (H2)."""
    seat = combat.attacker if combat.turn is None else combat.turn
    if not ready[seat]:
        seat = combat.other(seat)
    return seat, tuple(ship.uid for ship in ready[seat])


def band(turn: Turn, combat: Combat, seat: int) -> list[Piece]:
    """This side's ships that fly in formation (G4)."""
    ships = (turn.state.piece(ship) for ship in combat.side(seat))
    return [piece for piece in ships if piece is not None and pieces.has(turn, piece, Keyword.BAND)]
