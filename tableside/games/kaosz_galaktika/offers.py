"""What can be done now: the legal moves of a seat, kind by kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement, permutations, product

from tableside.core.moves import Move, Seat, move
from tableside.games.kaosz_galaktika import flow, hidden, offers_combat, offers_text
from tableside.games.kaosz_galaktika.cards import Card, Type
from tableside.games.kaosz_galaktika.desk import Desk
from tableside.games.kaosz_galaktika.moves import KINDS
from tableside.games.kaosz_galaktika.rules import answers, plays, texts
from tableside.games.kaosz_galaktika.state import GAME_SECONDS, Phase, Piece, Role

Offers = Iterator[Move]


def kinds_now(desk: Desk, seat: Seat) -> tuple[str, ...]:
    """The kinds of move that belong to this moment, whether or not they can be done."""
    state = desk.state
    if seat is None:
        routine = {
            Phase.ROLL: ("roll",),
            Phase.INCOME: ("income",),
            Phase.CHECK: ("check",),
            Phase.CLOSING: ("close",),
            Phase.COMBAT: ("disarm",),
            Phase.TIME: ("verdict",),
        }
        own = routine.get(state.phase, ()) if None in flow.acting(desk) or state.phase is Phase.TIME else ()
        return (*own, "clock") if state.tournament and state.phase is not Phase.TIME and state.turn else own
    if state.resolving is not None:
        return ("done", *offers_text.KINDS_OF_TEXT)
    tell = ("tell_hand", "tell_piece", "tell_ruin")
    if state.stack:
        return ("let", "interrupt", "use", *(("pay",) if state.phase is Phase.MAIN else ()), "order", *tell)
    match state.phase:
        case Phase.DECKS:
            return ("deck",)
        case Phase.MULLIGAN:
            return ("keep", "mulligan", "tell_hand")
        case Phase.MAIN:
            return MAIN
        case Phase.COMBAT:
            return (*_combat_kinds(desk), *tell)
        case Phase.CLOSING:
            return ("discard", "scrap", *tell)
    return ()


MAIN = (
    "draw", "lay_base", "lay_crew", "lay_weapon", "develop", "pay", "ship", "event", "interrupt", "use",
    "attack", "search", "salvage", "sell", "end_turn", "tell_hand", "tell_piece", "tell_ruin",
)  # fmt: skip


def _combat_kinds(desk: Desk) -> tuple[str, ...]:
    combat = desk.state.combat
    if combat is None:
        return ()
    if combat.raid is not None:
        return ("spring", "let_fall") if combat.raid.asks == "trap" else ("discard",)
    if combat.shot is not None:
        if combat.shot.asked:
            return ("return_fire", "stealth", "no_return")
        return ("split",) if combat.shot.todo[:1] and combat.shot.todo[0][0] == "split" else ("band", "no_band")
    return {
        "equip_attack": ("join", "board", "ready", "interrupt", "use"),
        "equip_defend": ("join", "board", "ready", "interrupt", "use"),
        "pay_attack": ("pay", "ready", "interrupt", "use"),
        "pay_defend": ("pay", "ready", "interrupt", "use"),
        "pay_end": ("ready", "effect_value", "effect_damage", "effect_credits", "effect_destroy", "interrupt", "use"),
        "fire": ("fire", "stealth", "overcharge", "pass", "interrupt", "use"),
        "bomb": ("bomb", "no_bomb", "sapper", "interrupt", "use"),
        "disarm": (),
    }[combat.step.value]


def moves(desk: Desk, seat: Seat) -> Offers:
    """The legal moves of this seat, lazily."""
    for kind in kinds_now(desk, seat):
        yield from of_kind(desk, seat, kind)


def of_kind(desk: Desk, seat: Seat, kind: str) -> Offers:
    """The legal moves of one kind."""
    check = KINDS[kind].check
    for candidate in candidates(desk, seat, kind):
        if check(desk, candidate) is None:
            yield candidate


def candidates(desk: Desk, seat: Seat, kind: str) -> Offers:
    """Moves of one kind worth checking."""
    if kind.startswith("effect_"):
        return offers_text.common(desk, seat, kind)
    if kind in _CANDIDATES and seat is not None:
        return _CANDIDATES[kind](desk, seat, kind)
    if kind in _REFEREE:
        return _REFEREE[kind](desk)
    return iter((move(seat, kind),))


# -- the referee -------------------------------------------------------------------------------------


def _rolls(desk: Desk) -> Offers:
    seats = len(desk.state.players)
    for first in range(seats):
        yield move(None, "roll", values=tuple(20 if seat == first else 10 for seat in range(seats)))
    yield move(None, "roll", values=(7,) * seats)


def _clocks(desk: Desk) -> Offers:
    for seconds in (1, 60):
        if desk.state.seconds + seconds < GAME_SECONDS:
            yield move(None, "clock", seconds=desk.state.seconds + seconds)
    yield move(None, "clock", seconds=GAME_SECONDS)


def _verdicts(desk: Desk) -> Offers:
    return (move(None, "verdict", winner=seat) for seat in desk.state.alive())


_REFEREE: dict[str, Callable[[Desk], Offers]] = {"roll": _rolls, "clock": _clocks, "verdict": _verdicts}


# -- cards -------------------------------------------------------------------------------------------


def _of(desk: Desk, seat: int, role: Role) -> list[Piece]:
    return list(desk.state.of(seat, role))


def _decks(desk: Desk, seat: int, kind: str) -> Offers:
    for deck in (*desk.catalog.table("decks"), None):
        yield move(seat, kind, deck=deck)


def _hand(desk: Desk, seat: int) -> tuple[str | None, ...]:
    player = desk.player(seat)
    return (*((None,) if player.unknown else ()), *dict.fromkeys(player.known))


def _lay(desk: Desk, seat: int, kind: str) -> Offers:
    ships = [{"ship": ship.uid} for ship in _of(desk, seat, Role.SHIP)] if kind == "lay_weapon" else [{}]
    for card, ship in product(_hand(desk, seat), ships):
        yield move(seat, kind, card=card, **ship)


def _cards(desk: Desk, seat: int, type: Type) -> Iterator[tuple[str, Card]]:
    for id in hidden.possible(desk, seat):
        card = desk.card(id)
        if card is not None and card.type is type:
            yield id, card


def _ship(desk: Desk, seat: int, kind: str) -> Offers:
    return (move(seat, kind, card=id) for id, _ in _cards(desk, seat, Type.SHIP))


def _card(desk: Desk, seat: int, kind: str) -> Offers:
    if kind == "interrupt" and not plays.may_interrupt(desk, seat):
        return
    for id, card in _cards(desk, seat, Type(kind)):
        if kind == "interrupt" and plays.window(desk, card.subtype or "") is not None:
            continue
        for target in _targets(desk, card):
            price = plays.asked_price(desk, seat, card, target)
            prices = range(desk.player(seat).credits + 1) if price is None else (price,)
            yield from (move(seat, kind, card=id, price=named, target=target) for named in prices)


def _targets(desk: Desk, card: Card) -> Iterator[int | None]:
    if card.cancels:
        yield from (pending["number"] for pending in desk.state.stack.items)
    elif texts.needs_target(card.effects):
        yield from (piece.uid for piece in desk.state.pieces)
    else:
        yield None


def _use(desk: Desk, seat: int, kind: str) -> Offers:
    for piece in desk.state.pieces:
        card = desk.record(piece) if piece.controller == seat else None
        for number, ability in enumerate(card.abilities if card is not None else ()):
            aimed = texts.needs_target(ability.effects)
            for target in (other.uid for other in desk.state.pieces) if aimed else (None,):
                yield move(seat, kind, piece=piece.uid, ability=number, target=target)


def _face_down(desk: Desk, seat: int, roles: tuple[Role, ...]) -> Iterator[tuple[Piece, str]]:
    """Face-down cards with what they may be; of a captured one nothing is listed, since it is another's deck."""
    ids: list[str] | None = None
    for piece in desk.state.pieces:
        if piece.controller != seat or piece.paid or piece.role not in roles:
            continue
        if piece.card is not None:
            yield piece, piece.card
        elif piece.owner == seat:
            ids = hidden.could_be(desk, seat) if ids is None else ids
            yield from ((piece, id) for id in ids)


def _pay(desk: Desk, seat: int, kind: str) -> Offers:
    roles = (Role.BASE, Role.CREW, Role.WEAPON)
    for piece, id in _face_down(desk, seat, roles):
        card = desk.card(id)
        if card is not None and card.type is not None and card.type.value == piece.role.value:
            yield move(seat, kind, piece=piece.uid, card=id)


def _spring(desk: Desk, seat: int, kind: str) -> Offers:
    combat = desk.state.combat
    for piece, id in _face_down(desk, seat, (Role.BASE,)):
        card = desk.card(id)
        if combat is not None and piece.uid == combat.piece and card is not None and card.subtype == "trap":
            yield move(seat, kind, card=id)


def _tell(desk: Desk, seat: int, kind: str) -> Offers:
    player = desk.player(seat)
    places: list[dict[str, int]] = [{}] if kind == "tell_hand" and player.unknown else []
    if kind == "tell_piece":
        own = (piece for piece in desk.state.pieces if piece.controller == seat and piece.owner == seat)
        places = [{"piece": piece.uid} for piece in own if piece.card is None]
    elif kind == "tell_ruin":
        places = [{"place": place} for place, card in enumerate(player.ruin) if card is None][-1:]
    if places:
        for place, id in product(places, hidden.could_be(desk, seat)):
            yield move(seat, kind, card=id, **place)


# -- the main phase ------------------------------------------------------------------------------------


def _develop(desk: Desk, seat: int, kind: str) -> Offers:
    return (move(seat, kind, base=base.uid) for base in _of(desk, seat, Role.BASE))


def _sell(desk: Desk, seat: int, kind: str) -> Offers:
    bases = [base.uid for base in _of(desk, seat, Role.BASE) if base.developments]
    return (move(seat, kind, bases=tuple(sorted(pair))) for pair in combinations_with_replacement(bases, 2))


def _attack(desk: Desk, seat: int, kind: str) -> Offers:
    for defender in desk.state.neighbours(seat):
        yield move(seat, kind, defender=defender, target="colony", piece=None)
        yield move(seat, kind, defender=defender, target="hand", piece=None)
        for role in (Role.CREW, Role.BASE):
            for piece in _of(desk, defender, role):
                yield move(seat, kind, defender=defender, target=role.value, piece=piece.uid)


def _order(desk: Desk, seat: int, kind: str) -> Offers:
    run = answers.own_run(desk, seat)
    for order in permutations(range(run)) if run <= 4 else (tuple(reversed(range(run))),):
        yield move(seat, kind, order=order)


def _discard(desk: Desk, seat: int, kind: str) -> Offers:
    return (move(seat, kind, card=card) for card in _hand(desk, seat))


_CANDIDATES: dict[str, Callable[[Desk, int, str], Offers]] = {
    "deck": _decks, "lay_base": _lay, "lay_crew": _lay, "lay_weapon": _lay, "ship": _ship, "event": _card,
    "interrupt": _card, "use": _use, "pay": _pay, "spring": _spring, "tell_hand": _tell, "tell_piece": _tell,
    "tell_ruin": _tell, "develop": _develop, "sell": _sell, "attack": _attack, "order": _order,

    **offers_combat.CANDIDATES,
    "discard": _discard,
}  # fmt: skip
