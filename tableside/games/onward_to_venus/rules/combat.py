"""The fight for a defended tile: what is needed, paying it or giving up, the spoils and the losses (D5 to D9)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from tableside.core.moves import Move, text
from tableside.core.rulebook import play
from tableside.core.ruling import Illegal
from tableside.games.onward_to_venus.changes import cards as card_changes
from tableside.games.onward_to_venus.changes import crises, pieces
from tableside.games.onward_to_venus.records import BLASTS, RULE, Effect, TileKind
from tableside.games.onward_to_venus.refusal import no
from tableside.games.onward_to_venus.rules.hand import ask_card, held, no_repeat, play_all, playable
from tableside.games.onward_to_venus.rules.turn_order import copy_of, limit, play_card, pop, push
from tableside.games.onward_to_venus.state import (
    ALIEN,
    ALIEN_DEFENCE,
    BURST,
    PLACES,
    SLUG,
    STRENGTH,
    UNITS,
    Combat,
    Force,
    State,
    Turn,
)
from tableside.games.onward_to_venus.supply import Copy

BLAST = 3
"""Combat points for a unit blown up (F13, F14)."""
TREASON = 2
"""How much a traitor strengthens a crisis (F15)."""
STRONGER = {Effect.BIG_TANKS: "tank", Effect.ELITE_INFANTRY: "infantry", Effect.MODERN_CRUISERS: "cruiser"}
LOCAL = {Effect.MOON: ("moon", 3), Effect.VENUS: ("venus", 2), Effect.EARTH_CRISIS: ("earth", 3)}


def defence(copy: Copy, state: State, combat: Combat) -> int:
    """What the dice are added to: the tile's number, an alien's 7, or the victim's units there (D5, D8, F15)."""
    if combat.tile == ALIEN:
        return ALIEN_DEFENCE
    if combat.victim is not None:
        here = state.players[combat.victim].on(combat.planet)
        return here.orbit.strength + here.surface.strength
    record = copy.tile(combat.tile)
    value = (record.defence or 0) if record is not None else 0
    if record is not None and record.kind is TileKind.CRISIS:
        value += TREASON * len(state.planet(combat.planet).traitors)
    return value


def counts(dice: tuple[int, ...]) -> tuple[int, int]:
    """What counts of dice in a fight: the bursts, and the highest less the lowest, a burst being 0 (D5)."""
    return dice.count(BURST), max(dice) - min(dice) if dice else 0


def in_short(state: State) -> int | None:
    """The difference of a roll of which the dice were not told one by one."""
    fight = next((task for task in reversed(state.todo) if task.kind == "combat"), None)
    return fight.n - 1 if fight is not None and fight.n else None


def difference(state: State, combat: Combat) -> int:
    """What the dice add to the defence (D5)."""
    told = in_short(state)
    return counts(combat.dice)[1] if told is None else told


def needed(copy: Copy, state: State, combat: Combat) -> int:
    """The combat points to be paid (D5)."""
    return defence(copy, state, combat) + difference(state, combat)


def bursts(combat: Combat) -> int:
    """Units to be lost: one for each burst that still counts (D9, F6, F19)."""
    return max(0, combat.dice.count(BURST) - combat.ignored)


# -- paying ------------------------------------------------------------------------------------


def unit_values(copy: Copy, cards: tuple[str, ...]) -> dict[str, int]:
    """What a landing unit is worth with these cards (D5, F2 to F4)."""
    values = dict(STRENGTH)
    for card in cards:
        effect = copy.effect(card)
        if effect in STRONGER:
            values[STRONGER[effect]] += 1
    return values


def card_points(copy: Copy, combat: Combat, card: str) -> int | None:
    """The combat points of a card in this fight, or None when it has none here."""
    record = copy.card(card)
    if record is None:
        return None
    if record.effect in LOCAL:
        planet, points = LOCAL[record.effect]
        crisis = record.effect is not Effect.EARTH_CRISIS or copy.kind(combat.tile) is TileKind.CRISIS
        return points if combat.planet == planet and crisis else None
    if record.effect in BLASTS:
        return BLAST
    if record.effect in STRONGER:
        return 0
    return record.points if record.points and record.effect is not Effect.POINT_AND_CARD else None


def _bad_cards(copy: Copy, state: State, seat: int, combat: Combat, cards: tuple[str, ...]) -> Illegal | list[Effect]:
    """What these cards do, the repeated ones again, when all of them help in this fight."""
    effects: list[Effect] = []
    for card in cards:
        record = copy.card(card)
        if record is None or record.effect is Effect.RECYCLE:
            continue
        if record.effect is Effect.POINTS and record.points is None:
            return copy.unknown(copy.catalog.missing("cards", card, "points"), "D5")
        if record.effect is Effect.POINT_AND_CARD:
            return no("play_before_paying", "F32", card=copy.card_name(card))
        if card_points(copy, combat, card) is None:
            return no("no_points_here", RULE[record.effect], card=copy.card_name(card))
        effects.append(record.effect)
    for effect in STRONGER:
        if effects.count(effect) > 1:
            return no("only_one_such", RULE[effect])
    return effects


def explosive(state: State, seat: int, combat: Combat, force: Force) -> dict[str, int]:
    """The units that can be blown up in this fight: those landed earlier and those landing now."""
    surface = state.players[seat].on(combat.planet).surface
    have = {f"earlier:{unit}": surface.of(unit) for unit in UNITS}
    return have | {f"landed:{unit}": force.of(unit) for unit in UNITS}


def _bad_blasts(copy: Copy, have: dict[str, int], blown: tuple[str, ...], effects: list[Effect]) -> Illegal | None:
    blasts = sum(effects.count(effect) for effect in BLASTS)
    if len(blown) != blasts:
        return no("blasts_differ", "F14", n=blasts)
    for part in dict.fromkeys(blown):
        if blown.count(part) > have.get(part, 0):
            return no("nothing_to_blow_up", "F14")
    tanks = sum(part.endswith(":tank") for part in blown)
    return no("needs_tank", "F13") if tanks < effects.count(Effect.EXPLODING_TANK) else None


def paid_points(copy: Copy, combat: Combat, force: Force, used: tuple[str, ...]) -> int:
    """What these units and cards come to, with the points gained already (D5)."""
    values = unit_values(copy, used)
    units = sum(values[unit] * force.of(unit) for unit in UNITS)
    return combat.points + units + sum(card_points(copy, combat, card) or 0 for card in used)


def price(
    copy: Copy,
    state: State,
    seat: int,
    force: Force,
    cards: tuple[str, ...],
    again: tuple[str, ...],
    blown: tuple[str, ...],
) -> tuple[int, int] | Illegal:
    """What is paid and what is needed, when it is enough (D5)."""
    combat = state.combat
    if combat is None:
        return no("finish_first", "D5")
    orbit = state.players[seat].on(combat.planet).orbit
    for unit in UNITS:
        if not 0 <= force.of(unit) <= orbit.of(unit):
            return no("not_in_orbit", "D5", unit=text(f"{SLUG}.thing.{unit}"), n=orbit.of(unit))
    if not force.size:
        return no("one_must_land", "D5")
    problem = held(copy, state, seat, cards, "D5")
    if problem is None:
        problem = no_repeat(copy, cards, again)
    if problem is not None:
        return problem
    used = (*cards, *again)
    effects = _bad_cards(copy, state, seat, combat, used)
    if isinstance(effects, Illegal):
        return effects
    problem = _bad_blasts(copy, explosive(state, seat, combat, force), blown, effects)
    if problem is not None:
        return problem
    paid, need = paid_points(copy, combat, force, used), needed(copy, state, combat)
    if paid < need:
        sums = {"defence": defence(copy, state, combat), "difference": difference(state, combat)}
        return no("too_few_points", "D5", paid=paid, need=need, missing=need - paid, **sums)
    return paid, need


@play
def pay(
    turn: Turn,
    cards: tuple[str, ...],
    again: tuple[str, ...],
    infantry: int,
    tank: int,
    cruiser: int,
    blown: tuple[str, ...],
) -> Illegal | None:
    """Units land, cards are played, and the tile is won when that is enough (D5, D7)."""
    copy, seat, combat = copy_of(turn), turn.me, turn.state.combat
    cards, again = tuple(sorted(cards)), tuple(sorted(again))
    priced = price(copy, turn.state, seat, Force(infantry, tank, cruiser), cards, again, blown)
    if isinstance(priced, Illegal):
        return priced
    assert combat is not None
    paid, need = priced
    spare = [value for card in (*cards, *again) if (value := card_points(copy, combat, card))]
    if spare and paid - need >= min(spare):
        turn.warn("overpaid", "D5", n=paid - need)
    turn.do(pieces.landed, "D5", seat, combat.planet, infantry, tank, cruiser)
    play_all(turn, cards, again)
    tanks = sum(copy.effect(card) is Effect.EXPLODING_TANK for card in (*cards, *again))
    for part in sorted(blown):
        unit = part.partition(":")[2]
        rule = "F13" if unit == "tank" and tanks > 0 else "F14"
        tanks -= unit == "tank"
        turn.do(pieces.removed, rule, seat, combat.planet, "surface", unit)
    turn.do(card_changes.fought, "D7", seat, True, paid, need)
    _spoils(turn, combat)
    _losses(turn, combat)
    return None


def _spoils(turn: Turn, combat: Combat) -> None:
    seat, planet, tile = turn.me, combat.planet, combat.tile
    if tile == ALIEN:
        turn.do(crises.alien_kept, "E10", seat, planet)
        return
    if copy_of(turn).kind(tile) is TileKind.CRISIS:
        turn.do(pieces.kept, "D7", seat, planet, tile)
        for card in turn.state.planet(planet).traitors:
            turn.do(card_changes.traitor_gone, "F15", planet, card)
        return
    turn.do(pieces.tile_gone, "D7", planet, tile)
    if combat.victim is not None:
        turn.do(pieces.razed, "D8", combat.victim, planet, combat.what)
    turn.do(pieces.built, "D8" if combat.what else "D7", seat, planet, combat.what or "mine")


@play
def give_up(turn: Turn) -> None:
    """The attempt fails, nobody lands, no combat card is spent; losses are still due (D6, D9)."""
    combat = turn.state.combat
    assert combat is not None
    turn.do(card_changes.fought, "D6", turn.me, False, 0, needed(copy_of(turn), turn.state, combat))
    _losses(turn, combat)


def _losses(turn: Turn, combat: Combat) -> None:
    pop(turn)
    limit(turn, turn.me)
    if bursts(combat):
        push(turn, "lose", turn.me, combat.planet, bursts(combat))


@play
def lose(turn: Turn, unit: str, place: str, card: str | None) -> Illegal | None:
    """One unit for each burst, from where the fight was; a card may send it to Earth instead (D9, F26)."""
    seat, task = turn.me, turn.state.top
    assert task is not None
    here = turn.state.players[seat].on(task.planet)
    if place not in PLACES or unit not in UNITS or not here.force(place).of(unit):
        return turn.no("no_such_loss", "D9", planet=text(f"{SLUG}.planet.{task.planet}"))
    if card is not None:
        record = playable(turn, card, (Effect.RESCUE,))
        if isinstance(record, Illegal):
            return record
    pop(turn)
    gone(turn, task.planet, place, unit, card, "D9")
    push(turn, "lose", seat, task.planet, task.n - 1)
    return None


def gone(turn: Turn, planet: str, place: str, unit: str, card: str | None, rule: str) -> None:
    """A unit is lost, or with a card saved to Earth orbit (F26)."""
    if card is None:
        turn.do(pieces.removed, rule, turn.me, planet, place, unit)
        return
    play_card(turn, turn.me, card, "F26")
    turn.do(pieces.rescued, "F26", turn.me, planet, place, unit)


@lose.lists_legal
def _losable(turn: Turn) -> Iterator[Move]:
    task = turn.state.top
    here = turn.state.players[turn.me].on(task.planet) if task is not None else None
    for card in (None, *copy_of(turn).may_have(turn.state, turn.me, Effect.RESCUE)):
        for place, unit in product(PLACES, UNITS):
            if here is not None and here.force(place).of(unit):
                yield lose.move(turn.me, unit, place, card)


lose.asks("card")(ask_card)
PLAYS = (pay, give_up, lose)
