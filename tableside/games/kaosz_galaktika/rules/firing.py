"""Step 3 of combat, firing: by speed, with return fire, all damage of a shot at once (F3.3, G2-G6)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from tableside.core.moves import Move
from tableside.core.rulebook import play
from tableside.core.ruling import Illegal
from tableside.core.stack import Pending
from tableside.games.kaosz_galaktika import pieces
from tableside.games.kaosz_galaktika.changes import fight, table
from tableside.games.kaosz_galaktika.records import Keyword
from tableside.games.kaosz_galaktika.rules import answers, turn_order
from tableside.games.kaosz_galaktika.rules.main_phase import afford
from tableside.games.kaosz_galaktika.state import Combat, Facing, Piece, Role, Shot, Turn

HEAVY_PRICE = 2
MANY_SHIPS = 6
"""With more ships than this not every group of them is listed; any is legal."""
Hits = tuple[tuple[int, int], ...]


def in_fight(turn: Turn) -> tuple[Combat, Shot]:
    """The combat and the shot that is on."""
    combat = turn.state.combat
    assert combat is not None and combat.shot is not None
    return combat, combat.shot


def ship_in_turn(turn: Turn, uid: int) -> Piece | Illegal:
    """A ship whose turn it is, by speed."""
    combat, ship = turn.state.combat, turn.state.piece(uid)
    if combat is None or ship is None or ship.controller != turn.me or uid not in combat.ships:
        return turn.no("not_your_ship", "F3.3")
    if ship.turn is not Facing.ACTIVE:
        return turn.no("not_active", "F3.3")
    seat, ships = turn_order.turn_to_fire(turn, combat)
    return ship if seat == turn.me and uid in ships else turn.no("not_its_turn", "F3.3")


def groups(ships: tuple[int, ...], most: int) -> Iterator[tuple[int, ...]]:
    """Groups of ships, one alone first; with very many ships only each alone and all together."""
    ships = tuple(sorted(ships))
    if len(ships) > MANY_SHIPS:
        yield from ((ship,) for ship in ships)
        if most >= len(ships):
            yield ships
        return
    for count in range(1, min(most, len(ships)) + 1):
        yield from combinations(ships, count)


def _aim_problem(turn: Turn, combat: Combat, ship: Piece, targets: tuple[int, ...], rule: str) -> Illegal | None:
    """Enemy ships that take part; several only with volley fire, and no more than there is damage (G3)."""
    if not targets or len(set(targets)) != len(targets):
        return turn.no("name_the_targets", rule)
    if any(target not in combat.side(combat.other(ship.controller)) for target in targets):
        return turn.no("only_enemy_ships", rule)
    firepower = pieces.value(turn, ship, "firepower")
    if len(targets) > 1:
        if not pieces.has(turn, ship, Keyword.VOLLEY):
            return turn.no("one_target", "G3")
        if len(targets) > firepower:
            return turn.no("too_many_targets", "G3", firepower=firepower)
    return None


def _most_targets(turn: Turn, ship: Piece | None) -> int:
    if ship is None or not pieces.has(turn, ship, Keyword.VOLLEY):
        return 1
    return max(1, pieces.value(turn, ship, "firepower"))


# -- a) aim, or pass, or use an ability ---------------------------------------------------------------


@play
def fire(turn: Turn, ship: int, targets: tuple[int, ...]) -> Illegal | None:
    """A ship fires when its turn comes (F3.3a)."""
    found, combat = ship_in_turn(turn, ship), turn.state.combat
    if isinstance(found, Illegal):
        return found
    assert combat is not None
    problem = _aim_problem(turn, combat, found, targets, "F3.3")
    if problem is not None:
        return problem
    targets = tuple(sorted(targets))
    silent = turn.state.simple or pieces.has(turn, found, Keyword.RAPID)
    asked = () if silent else tuple(piece.uid for piece in pieces.ready(turn, targets))
    turn.do(fight.aimed, "F3.3", ship=ship, targets=targets, asked=asked)
    return None


@fire.lists
def _fires(turn: Turn) -> Iterator[Move]:
    combat = turn.state.combat
    for ship in turn_order.turn_to_fire(turn, combat)[1] if combat is not None else ():
        most = _most_targets(turn, turn.state.piece(ship))
        for targets in groups(combat.side(combat.other(turn.me)), most) if combat is not None else ():
            yield fire.move(turn.me, ship, targets)


@play
def pass_(turn: Turn) -> None:
    """The opponent's next ship may act; both in a row, or nobody left to answer, ends the step (F3.3e)."""
    combat = turn.state.combat
    assert combat is not None
    other = combat.other(turn.me)
    ends = (combat.passed == other and not combat.acted) or not pieces.ready(turn, combat.side(other))
    turn.do(fight.passed, "F3.3", seat=turn.me)
    if ends:
        end(turn)
    elif turn.state.simple:
        turn.do(fight.next_shot, "H2", seat=other)


@play
def overcharge(turn: Turn, ship: int) -> Illegal | None:
    """Heavy weapons: 2 credits for +1 firepower, up to twice the base firepower; also when shot at (G6, F3.3b)."""
    combat = turn.state.combat
    assert combat is not None
    asked = combat.shot.asked[:1] if combat.shot is not None else ()
    found = turn.state.by_number[ship] if ship in asked else ship_in_turn(turn, ship)
    if isinstance(found, Illegal):
        return found
    if not pieces.has(turn, found, Keyword.HEAVY):
        return turn.no("no_such_keyword", "G6")
    most = 2 * pieces.printed(turn, found, "firepower")
    if pieces.value(turn, found, "firepower") >= most:
        return turn.no("twice_at_most", "G6", most=most)
    problem = afford(turn, HEAVY_PRICE, "G6")
    if problem is not None:
        return problem
    turn.do(table.credits, "G6", seat=turn.me, amount=-HEAVY_PRICE)
    if combat.passed is not None and not combat.acted:
        turn.do(fight.acted, "F3.3e")
    answers.declare(turn, turn.me, "overcharge", "G6", HEAVY_PRICE, target=ship)
    return None


@overcharge.lists
def _overcharges(turn: Turn) -> Iterator[Move]:
    return (overcharge.move(turn.me, ship.uid) for ship in turn.state.of(turn.me, Role.SHIP))


# -- b) return fire -----------------------------------------------------------------------------------


@play
def return_fire(turn: Turn, targets: tuple[int, ...]) -> Illegal | None:
    """An active ship that was shot at fires back (F3.3b)."""
    combat, shot = in_fight(turn)
    ship = turn.state.by_number[shot.asked[0]]
    if len(targets) == 1 and targets != (shot.shooter,) and not pieces.has(turn, ship, Keyword.VOLLEY):
        return turn.no("return_at_the_shooter", "F3.3b")
    problem = _aim_problem(turn, combat, ship, targets, "F3.3b")
    rapid = (piece for piece in map(turn.state.piece, targets) if piece is not None)
    if problem is None and any(pieces.has(turn, piece, Keyword.RAPID) for piece in rapid):
        problem = turn.no("no_return_at_rapid", "G2")
    if problem is not None:
        return problem
    turn.do(fight.answered, "F3.3b", ship=ship.uid, targets=tuple(sorted(targets)))
    _decided(turn)
    return None


@return_fire.lists
def _returns(turn: Turn) -> Iterator[Move]:
    combat, shot = in_fight(turn)
    most = _most_targets(turn, turn.state.piece(shot.asked[0]))
    for targets in groups(combat.side(combat.other(turn.me)), most):
        yield return_fire.move(turn.me, targets)


@play
def no_return(turn: Turn) -> None:
    """A ship that was shot at does not fire back (F3.3b)."""
    _, shot = in_fight(turn)
    turn.do(fight.answered, "F3.3b", ship=shot.asked[0], targets=())
    _decided(turn)


# -- c) the damage, all at once -------------------------------------------------------------------------


def proceed(turn: Turn, combat: Combat) -> bool:
    """Go on with the shot or the step; whether anything moved."""
    shot = combat.shot
    if shot is None:
        if turn_order.turn_to_fire(turn, combat)[0] is None:
            end(turn)
            return True
        return False
    if shot.asked:
        if pieces.ready(turn, shot.asked[:1]):
            return False
        turn.do(fight.answered, "F3.3b", ship=shot.asked[0], targets=())
        return True
    if not shot.over:
        _open_to_answers(turn, combat, shot)
        return True
    if shot.todo:
        how, source, target = shot.todo[0]
        if {source, target if how == "band" else source} <= set(combat.ships):
            return False
        turn.do(fight.shared, "F3.3c", hits=())
        return True
    _deal(turn, shot)
    return True


def _open_to_answers(turn: Turn, combat: Combat, shot: Shot, decided: int | None = None) -> None:
    """Everybody may answer the shot, who fires first; at a quiet table not who has just decided about returning it.

    That player could play an interrupt with the decision; where fire is returned, the shooter is asked about that.
    """
    shooter = turn_order.controller(turn, shot.shooter)
    seat = combat.attacker if shooter is None else shooter
    waiting = [other for other in answers.responders(turn, seat, "shot") if other != decided or not turn.state.quiet]
    if turn.state.quiet and shot.returns and answers.asked(turn, seat, "shot"):
        waiting.append(seat)
    waiting.sort(key=lambda other: other != shooter)
    answers.declare(turn, seat, "shot", "F3.3c", 0, tuple(waiting), ship=shot.shooter)


def _decided(turn: Turn) -> None:
    """Once the last ship shot at has returned fire or not, the shot is open to answers."""
    combat, shot = in_fight(turn)
    if not shot.asked:
        _open_to_answers(turn, combat, shot, turn.me)


def shots_fall(turn: Turn, pending: Pending) -> None:
    """The answers are over: firepower as it stands now falls on armour; volleys and formations are shared out."""
    combat, shot = in_fight(turn)
    hits: list[tuple[int, int, int]] = []
    todo: list[tuple[str, int, int]] = []
    for source, targets in ((shot.shooter, shot.targets), *shot.returns):
        left = tuple(target for target in targets if target in combat.ships)
        ship = turn.state.piece(source)
        if ship is None or not left:
            continue
        if len(left) > 1:
            todo.append(("split", source, left[0]))
        elif _shares(turn, combat, ship, left[0], volley=len(targets) > 1):
            todo.append(("band", source, left[0]))
        else:
            hits.append((source, left[0], pieces.value(turn, ship, "firepower")))
    turn.do(fight.sharing, "F3.3c", todo=tuple(todo), hits=tuple(hits))


def _shares(turn: Turn, combat: Combat, ship: Piece, target: int, volley: bool) -> bool:
    """Whether the damage on this ship can be spread over a formation (G4)."""
    hit = turn.state.piece(target)
    if hit is None or volley or not pieces.has(turn, hit, Keyword.BAND) or not pieces.value(turn, ship, "firepower"):
        return False
    return len(turn_order.band(turn, combat, hit.controller)) > 1


def _damage(turn: Turn) -> tuple[int, int]:
    """The ship whose damage is shared out now, and how much it is."""
    _, shot = in_fight(turn)
    source = shot.todo[0][1]
    ship = turn.state.piece(source)
    return source, pieces.value(turn, ship, "firepower") if ship is not None else 0


def _volley_targets(turn: Turn) -> list[int]:
    """At whom the ship fires its volley, as far as they are still there."""
    combat, shot = in_fight(turn)
    targets = dict(((shot.shooter, shot.targets), *shot.returns))[shot.todo[0][1]]
    return [target for target in targets if target in combat.ships]


@play
def split(turn: Turn, hits: Hits) -> Illegal | None:
    """Volley fire: each ship named gets at least 1 while there is damage; not all of it must be used (G3)."""
    source, firepower = _damage(turn)
    targets = _volley_targets(turn)
    if len({target for target, _ in hits}) != len(hits):
        return turn.no("name_the_targets", "G3")
    if any(target not in targets or amount < 1 for target, amount in hits):
        return turn.no("name_the_targets", "G3")
    if sum(amount for _, amount in hits) > firepower:
        return turn.no("too_much_damage", "G3", most=firepower)
    if len(hits) != min(len(targets), firepower):
        return turn.no("each_target_gets_some", "G3")
    turn.do(fight.shared, "G3", hits=tuple((source, target, amount) for target, amount in sorted(hits)))
    return None


@split.lists
def _splits(turn: Turn) -> Iterator[Move]:
    _, firepower = _damage(turn)
    targets = _volley_targets(turn)
    for chosen in combinations(targets, min(len(targets), firepower)):
        for amounts in _parts(firepower, len(chosen)):
            yield split.move(turn.me, tuple(sorted(zip(chosen, amounts))))


def _formation(turn: Turn) -> dict[int, int]:
    """The armour of the player's ships in formation."""
    combat, _ = in_fight(turn)
    return {ship.uid: pieces.value(turn, ship, "armour") for ship in turn_order.band(turn, combat, turn.me)}


@play
def band(turn: Turn, hits: Hits) -> Illegal | None:
    """Formation: no ship takes more than its armour, and all the damage that fits is taken (G4)."""
    source, firepower = _damage(turn)
    armour = _formation(turn)
    if len({uid for uid, _ in hits}) != len(hits):
        return turn.no("name_the_targets", "G4")
    if any(uid not in armour or amount < 1 for uid, amount in hits):
        return turn.no("only_the_formation", "G4")
    if any(amount > armour[uid] for uid, amount in hits):
        return turn.no("more_than_armour", "G4")
    due = min(firepower, sum(armour.values()))
    if sum(amount for _, amount in hits) != due:
        return turn.no("share_it_all", "G4", damage=due)
    turn.do(fight.shared, "G4", hits=tuple((source, target, amount) for target, amount in sorted(hits)))
    return None


@band.lists
def _bands(turn: Turn) -> Iterator[Move]:
    _, firepower = _damage(turn)
    armour = _formation(turn)
    ships = sorted(armour)
    for amounts in _exactly(min(firepower, sum(armour.values())), [armour[ship] for ship in ships]):
        yield band.move(turn.me, tuple((ship, amount) for ship, amount in zip(ships, amounts) if amount))


@play
def no_band(turn: Turn) -> None:
    """All the damage stays on the ship that was shot at (G4)."""
    _, shot = in_fight(turn)
    source, firepower = _damage(turn)
    turn.do(fight.shared, "F3.3c", hits=((source, shot.todo[0][2], firepower),))


def _exactly(total: int, most: list[int]) -> Iterator[tuple[int, ...]]:
    """Ways to give out all of the total, to each no more than it takes."""
    if not most:
        if total == 0:
            yield ()
        return
    rest = sum(most[1:])
    for first in range(min(total, most[0]), max(0, total - rest) - 1, -1):
        for others in _exactly(total - first, most[1:]):
            yield (first, *others)


def _parts(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Ways to give each part at least 1 without giving more than the total, all of it first."""
    if parts == 0:
        yield ()
        return
    for first in range(total - parts + 1, 0, -1):
        for rest in _parts(total - first, parts - 1):
            yield (first, *rest)


def _deal(turn: Turn, shot: Shot) -> None:
    """All damage of the shot at once; who fired or returned turns used; who has no armour left is destroyed."""
    rule = "H2" if turn.state.simple else "F3.3c"
    for _, target, amount in shot.hits:
        piece = turn.state.piece(target)
        if piece is not None:
            pieces.hit(turn, piece, amount, rule)
    for uid in (shot.shooter, *(source for source, _ in shot.returns)):
        if pieces.ready(turn, (uid,)):
            turn.do(table.turned, rule, piece=uid, turn="used")
    shooter = turn_order.controller(turn, shot.shooter)
    turn.do(fight.shot_over, rule)
    pieces.sweep(turn)
    combat = turn.state.combat
    if turn.state.simple and combat is not None and shooter is not None:
        turn.do(fight.next_shot, "H2", seat=combat.other(shooter))


def end(turn: Turn) -> None:
    """Ships hit at least once turn damaged; then comes the bombing (F3.3e)."""
    combat = turn.state.combat
    assert combat is not None
    turn.do(fight.stepped, "F3.4", step="bomb")
    pieces.sweep(turn)
    for uid in combat.hit:
        piece = turn.state.piece(uid)
        if piece is not None:
            pieces.turn_hit(turn, piece, "F3.3e")


PLAYS = (fire, pass_, overcharge, return_fire, no_return, split, band, no_band)
