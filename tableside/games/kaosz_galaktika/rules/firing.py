"""Step 3 of combat, firing: by speed, with return fire, all damage of a shot at once (F3.3, G2-G6)."""

from __future__ import annotations

from tableside.core.moves import Move
from tableside.core.ruling import Illegal
from tableside.core.stack import Pending
from tableside.games.kaosz_galaktika import flow
from tableside.games.kaosz_galaktika.cards import Keyword
from tableside.games.kaosz_galaktika.desk import Desk, no
from tableside.games.kaosz_galaktika.rules import answers
from tableside.games.kaosz_galaktika.rules.main_phase import afford
from tableside.games.kaosz_galaktika.state import Combat, Piece, Shot, Step, Turn

HEAVY_PRICE = 2


def firing(desk: Desk) -> Combat | Illegal:
    """The combat, when it is somebody's turn to fire."""
    state, combat = desk.state, desk.state.combat
    if combat is None or combat.step is not Step.FIRE or combat.shot is not None or combat.raid is not None:
        return no("only_firing_step", "F3.3")
    return no("only_firing_step", "F3.3") if state.stack or state.resolving is not None else combat


def ship_in_turn(desk: Desk, seat: int | None, uid: int) -> Piece | Illegal:
    """A ship whose turn it is, by speed."""
    combat = firing(desk)
    if isinstance(combat, Illegal):
        return combat
    ship = desk.piece(uid)
    if ship is None or ship.controller != seat or uid not in combat.ships:
        return no("not_your_ship", "F3.3")
    if ship.turn is not Turn.ACTIVE:
        return no("not_active", "F3.3")
    turn, ships = flow.turn_to_fire(desk, combat)
    return ship if turn == seat and uid in ships else no("not_its_turn", "F3.3")


def check_aim(desk: Desk, combat: Combat, ship: Piece, targets: tuple[int, ...], rule: str) -> Illegal | None:
    """Enemy ships that take part; several only with volley fire, and no more than there is damage (G3)."""
    if not targets or tuple(sorted(set(targets))) != targets:
        return no("name_the_targets", rule)
    if any(target not in combat.side(combat.other(ship.controller)) for target in targets):
        return no("only_enemy_ships", rule)
    if len(targets) > 1:
        if not desk.has(ship, Keyword.VOLLEY):
            return no("one_target", "G3")
        if len(targets) > desk.value(ship, "firepower"):
            return no("too_many_targets", "G3", firepower=desk.value(ship, "firepower"))
    return None


# -- a) aim, or pass, or use an ability ---------------------------------------------------------------


def check_fire(desk: Desk, move: Move) -> Illegal | None:
    ship = ship_in_turn(desk, move.seat, move["ship"])
    if isinstance(ship, Illegal):
        return ship
    combat = desk.state.combat
    return check_aim(desk, combat, ship, move["targets"], "F3.3") if combat is not None else None


def act_fire(desk: Desk, move: Move) -> None:
    ship, targets = desk.piece(move["ship"]), move["targets"]
    if ship is None:
        return
    asked = () if desk.state.simple or desk.has(ship, Keyword.RAPID) else targets
    desk.do("aimed", "F3.3", ship=ship.uid, targets=targets, asked=tuple(t for t in asked if _upright(desk, t)))


def _upright(desk: Desk, uid: int) -> bool:
    piece = desk.piece(uid)
    return piece is not None and piece.turn is Turn.ACTIVE


def check_pass(desk: Desk, move: Move) -> Illegal | None:
    combat = firing(desk)
    if isinstance(combat, Illegal):
        return combat
    return None if flow.turn_to_fire(desk, combat)[0] == move.seat else no("not_its_turn", "F3.3")


def act_pass(desk: Desk, move: Move) -> None:
    """The opponent's next ship may act; both in a row, or nobody left to answer, ends the step (F3.3e)."""
    combat, seat = desk.state.combat, move.seat or 0
    if combat is None:
        return
    other = combat.other(seat)
    ends = combat.passed == other or not flow.upright(desk, combat.side(other))
    desk.do("passed", "F3.3", seat=seat)
    if ends:
        end(desk)
    elif desk.state.simple:
        desk.do("next_shot", "H2", seat=other)


def check_overcharge(desk: Desk, move: Move) -> Illegal | None:
    """Heavy weapons: 2 credits for +1 firepower, up to twice the base firepower (G6)."""
    ship = ship_in_turn(desk, move.seat, move["ship"])
    if isinstance(ship, Illegal):
        return ship
    if not desk.has(ship, Keyword.HEAVY):
        return no("no_such_keyword", "G6")
    most = 2 * desk.printed(ship, "firepower")
    if desk.value(ship, "firepower") >= most:
        return no("twice_at_most", "G6", most=most)
    return afford(desk, move.seat, HEAVY_PRICE, "G6")


def act_overcharge(desk: Desk, move: Move) -> None:
    desk.do("credits", "G6", seat=move.seat, amount=-HEAVY_PRICE)
    answers.declare(desk, move.seat or 0, "overcharge", "G6", HEAVY_PRICE, target=move["ship"])


def _ship_gone(desk: Desk, pending: Pending) -> Illegal | None:
    return None if desk.piece(pending["target"]) is not None else no("target_gone", "C6")


@answers.resolves("overcharge", _ship_gone)
def overcharged(desk: Desk, pending: Pending) -> None:
    desk.do("changed", "G6", piece=pending["target"], value="firepower", amount=1, until="combat")


# -- b) return fire -----------------------------------------------------------------------------------


def shot_at(desk: Desk, seat: int | None) -> tuple[Combat, Shot, Piece] | Illegal:
    """The ship that is asked whether it returns fire."""
    combat = desk.state.combat
    if combat is None or combat.shot is None or not combat.shot.asked or desk.state.stack:
        return no("nobody_shot", "F3.3b")
    ship = desk.piece(combat.shot.asked[0])
    if ship is None or ship.controller != seat or desk.state.resolving is not None:
        return no("nobody_shot", "F3.3b")
    return combat, combat.shot, ship


def check_return_fire(desk: Desk, move: Move) -> Illegal | None:
    found = shot_at(desk, move.seat)
    if isinstance(found, Illegal):
        return found
    combat, shot, ship = found
    targets = move["targets"]
    if len(targets) == 1 and targets != (shot.shooter,) and not desk.has(ship, Keyword.VOLLEY):
        return no("return_at_the_shooter", "F3.3b")
    return check_aim(desk, combat, ship, targets, "F3.3b")


def act_return_fire(desk: Desk, move: Move) -> None:
    combat = desk.state.combat
    if combat is not None and combat.shot is not None:
        desk.do("answered", "F3.3b", ship=combat.shot.asked[0], targets=move.get("targets", ()))


def check_no_return(desk: Desk, move: Move) -> Illegal | None:
    found = shot_at(desk, move.seat)
    return found if isinstance(found, Illegal) else None


# -- c) the damage, all at once -------------------------------------------------------------------------


def proceed(desk: Desk, combat: Combat) -> bool:
    """Go on with the shot or the step; whether anything moved."""
    shot = combat.shot
    if shot is None:
        if flow.turn_to_fire(desk, combat)[0] is None:
            end(desk)
            return True
        return False
    if shot.asked:
        if _upright(desk, shot.asked[0]):
            return False
        desk.do("answered", "F3.3b", ship=shot.asked[0], targets=())
        return True
    if not shot.over:
        seat = flow.controller(desk, shot.shooter)
        answers.declare(desk, combat.attacker if seat is None else seat, "shot", "F3.3c", first=seat, ship=shot.shooter)
        return True
    if shot.todo:
        how, source, target = shot.todo[0]
        if {source, target if how == "band" else source} <= set(combat.ships):
            return False
        desk.do("shared", "F3.3c", hits=())
        return True
    _deal(desk, shot)
    return True


@answers.resolves("shot")
def shots_fall(desk: Desk, pending: Pending) -> None:
    """The answers are over: firepower as it stands now falls on armour; volleys and formations are shared out."""
    combat = desk.state.combat
    if combat is None or combat.shot is None:
        return
    shot = combat.shot
    hits: list[tuple[int, int, int]] = []
    todo: list[tuple[str, int, int]] = []
    for source, targets in ((shot.shooter, shot.targets), *shot.returns):
        left = tuple(target for target in targets if target in combat.ships)
        ship = desk.piece(source)
        if ship is None or not left:
            continue
        if len(left) > 1:
            todo.append(("split", source, left[0]))
        elif _shares(desk, combat, ship, left[0], volley=len(targets) > 1):
            todo.append(("band", source, left[0]))
        else:
            hits.append((source, left[0], desk.value(ship, "firepower")))
    desk.do("sharing", "F3.3c", todo=tuple(todo), hits=tuple(hits))


def _shares(desk: Desk, combat: Combat, ship: Piece, target: int, volley: bool) -> bool:
    """Whether the damage on this ship can be spread over a formation (G4)."""
    hit = desk.piece(target)
    if hit is None or volley or not desk.has(hit, Keyword.BAND) or not desk.value(ship, "firepower"):
        return False
    return len(flow.band(desk, combat, hit.controller)) > 1


def _sharing(desk: Desk, seat: int | None, how: str) -> tuple[Combat, Shot] | Illegal:
    combat = desk.state.combat
    rule = "G3" if how == "split" else "G4"
    if combat is None or combat.shot is None or not combat.shot.todo or combat.shot.todo[0][0] != how:
        return no("nothing_to_share", rule)
    if flow.fighter(desk, combat) != seat or desk.state.stack or desk.state.resolving is not None:
        return no("nothing_to_share", rule)
    return combat, combat.shot


def volley_targets(shot: Shot, source: int) -> tuple[int, ...]:
    """At whom a ship fires its volley."""
    return dict(((shot.shooter, shot.targets), *shot.returns))[source]


def check_split(desk: Desk, move: Move) -> Illegal | None:
    """Volley fire: each ship named gets at least 1 while there is damage; not all of it must be used (G3)."""
    found = _sharing(desk, move.seat, "split")
    if isinstance(found, Illegal):
        return found
    combat, shot = found
    _, source, _ = shot.todo[0]
    ship = desk.piece(source)
    firepower = desk.value(ship, "firepower") if ship is not None else 0
    targets = tuple(target for target in volley_targets(shot, source) if target in combat.ships)
    hits = move["hits"]
    if tuple(sorted(set(hits))) != hits or len({target for target, _ in hits}) != len(hits):
        return no("name_the_targets", "G3")
    if any(target not in targets or amount < 1 for target, amount in hits):
        return no("name_the_targets", "G3")
    if sum(amount for _, amount in hits) > firepower:
        return no("too_much_damage", "G3", most=firepower)
    return None if len(hits) == min(len(targets), firepower) else no("each_target_gets_some", "G3")


def check_band(desk: Desk, move: Move) -> Illegal | None:
    """Formation: no ship takes more than its armour, and all the damage that fits is taken (G4)."""
    found = _sharing(desk, move.seat, "band")
    if isinstance(found, Illegal):
        return found
    combat, shot = found
    _, source, _ = shot.todo[0]
    ship = desk.piece(source)
    firepower = desk.value(ship, "firepower") if ship is not None else 0
    armour = {other.uid: desk.value(other, "armour") for other in flow.band(desk, combat, move.seat or 0)}
    hits = move["hits"]
    if tuple(sorted(set(hits))) != hits or len({uid for uid, _ in hits}) != len(hits):
        return no("name_the_targets", "G4")
    if any(uid not in armour or amount < 1 for uid, amount in hits):
        return no("only_the_formation", "G4")
    if any(amount > armour[uid] for uid, amount in hits):
        return no("more_than_armour", "G4")
    due = min(firepower, sum(armour.values()))
    return None if sum(amount for _, amount in hits) == due else no("share_it_all", "G4", damage=due)


def act_share(desk: Desk, move: Move) -> None:
    combat = desk.state.combat
    if combat is None or combat.shot is None:
        return
    _, source, _ = combat.shot.todo[0]
    rule = "G3" if move.kind == "split" else "G4"
    desk.do("shared", rule, hits=tuple((source, target, amount) for target, amount in move["hits"]))


def check_no_band(desk: Desk, move: Move) -> Illegal | None:
    found = _sharing(desk, move.seat, "band")
    return found if isinstance(found, Illegal) else None


def act_no_band(desk: Desk, move: Move) -> None:
    combat = desk.state.combat
    if combat is None or combat.shot is None:
        return
    _, source, target = combat.shot.todo[0]
    ship = desk.piece(source)
    firepower = desk.value(ship, "firepower") if ship is not None else 0
    desk.do("shared", "F3.3c", hits=((source, target, firepower),))


def _deal(desk: Desk, shot: Shot) -> None:
    """All damage of the shot at once; who fired or returned turns used; who has no armour left is destroyed."""
    rule = "H2" if desk.state.simple else "F3.3c"
    for _, target, amount in shot.hits:
        piece = desk.piece(target)
        if piece is not None:
            desk.hit(piece, amount, rule)
    for uid in (shot.shooter, *(source for source, _ in shot.returns)):
        piece = desk.piece(uid)
        if piece is not None and piece.turn is Turn.ACTIVE:
            desk.do("turned", rule, piece=uid, turn="used")
    shooter = flow.controller(desk, shot.shooter)
    desk.do("shot_over", rule)
    desk.sweep()
    combat = desk.state.combat
    if desk.state.simple and combat is not None and shooter is not None:
        desk.do("next_shot", "H2", seat=combat.other(shooter))


def end(desk: Desk) -> None:
    """Ships hit at least once turn damaged; then comes the bombing (F3.3e)."""
    combat = desk.state.combat
    if combat is None:
        return
    desk.do("stepped", "F3.4", step="bomb")
    desk.sweep()
    for uid in combat.hit:
        piece = desk.piece(uid)
        if piece is not None:
            desk.turn_hit(piece, "F3.3e")
