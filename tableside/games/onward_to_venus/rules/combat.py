"""The fight for a defended tile: what is needed, paying it or giving up, the spoils and the losses (D5 to D9)."""

from __future__ import annotations

from tableside.core.moves import Move, text
from tableside.core.ruling import Caution, Illegal, Legal, Ruling
from tableside.games.onward_to_venus.content import Copy, cite, no
from tableside.games.onward_to_venus.ledger import Ledger
from tableside.games.onward_to_venus.records import RULE, Effect, TileKind
from tableside.games.onward_to_venus.rules.actions import held, playable
from tableside.games.onward_to_venus.rules.flow import close
from tableside.games.onward_to_venus.state import (
    ALIEN,
    ALIEN_DEFENCE,
    BURST,
    PLACES,
    SLUG,
    STRENGTH,
    UNITS,
    Combat,
    State,
)

BLAST = 3
"""Combat points for a unit blown up (F13, F14)."""
TREASON = 2
"""How much a traitor strengthens a crisis (F15)."""
STRONGER = {Effect.BIG_TANKS: "tank", Effect.ELITE_INFANTRY: "infantry", Effect.MODERN_CRUISERS: "cruiser"}
LOCAL = {Effect.MOON: ("moon", 3), Effect.VENUS: ("venus", 2), Effect.EARTH_CRISIS: ("earth", 3)}
BLASTS = (Effect.EXPLODING_TANK, Effect.KAMIKAZE)


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


def difference(dice: tuple[int, ...]) -> int:
    """Highest less lowest, a burst is 0 (D5)."""
    return max(dice) - min(dice) if dice else 0


def needed(copy: Copy, state: State, combat: Combat) -> int:
    """The combat points to be paid (D5)."""
    return defence(copy, state, combat) + difference(combat.dice)


def bursts(combat: Combat) -> int:
    """Units to be lost: one for each burst that still counts (D9, F6, F19)."""
    return max(0, combat.dice.count(BURST) - combat.ignored)


def roll_combat(copy: Copy, state: State, dice: tuple[int, ...]) -> Legal:
    """The dice of an attempt, or those thrown again (D5, F25)."""
    ledger = Ledger(copy, state)
    ledger.pop()
    ledger.do("rolled", "D5", dice=dice)
    return close(ledger)


# -- paying ------------------------------------------------------------------------------------


def unit_values(copy: Copy, cards: tuple[str, ...]) -> dict[str, int]:
    """What a landing unit is worth with these cards (D5, F2 to F4)."""
    values = dict(STRENGTH)
    for card in cards:
        record = copy.card(card)
        if record is not None and record.effect in STRONGER:
            values[STRONGER[record.effect]] += 1
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


def _bad_cards(copy: Copy, state: State, seat: int, combat: Combat, move: Move) -> Illegal | None:
    cards = move["cards"]
    if tuple(sorted(cards)) != cards:
        return no("card_order", "D5")
    problem = held(copy, state, seat, cards, "D5")
    if problem is not None:
        return problem
    effects = []
    for card in cards:
        record = copy.card(card)
        assert record is not None
        if record.effect is Effect.POINTS and record.points is None:
            return copy.unknown(copy.catalog.missing("cards", card, "points"), "D5")
        if card_points(copy, combat, card) is None:
            return no("no_points_here", RULE[record.effect], card=copy.card_name(card))
        effects.append(record.effect)
    for effect in STRONGER:
        if effects.count(effect) > 1:
            return no("only_one_such", RULE[effect])
    return _bad_blasts(state, seat, combat, move, effects)


def _bad_blasts(state: State, seat: int, combat: Combat, move: Move, effects: list[Effect]) -> Illegal | None:
    blown = move["blown"]
    if tuple(sorted(blown)) != blown:
        return no("card_order", "F14")
    if len(blown) != sum(effects.count(effect) for effect in BLASTS):
        return no("blasts_differ", "F14", n=sum(effects.count(effect) for effect in BLASTS))
    surface = state.players[seat].on(combat.planet).surface
    have = {f"earlier:{unit}": surface.of(unit) for unit in UNITS}
    have |= {f"landed:{unit}": move[unit] for unit in UNITS}
    for part in dict.fromkeys(blown):
        if blown.count(part) > have.get(part, 0):
            return no("nothing_to_blow_up", "F14")
    tanks = sum(part.endswith(":tank") for part in blown)
    if tanks < effects.count(Effect.EXPLODING_TANK):
        return no("needs_tank", "F13")
    return None


def price(copy: Copy, state: State, move: Move) -> tuple[int, int] | Illegal:
    """What is paid and what is needed, when it is enough (D5)."""
    seat, combat = move.seat or 0, state.combat
    if combat is None:
        return no("finish_first", "D5")
    orbit = state.players[seat].on(combat.planet).orbit
    for unit in UNITS:
        if not 0 <= move[unit] <= orbit.of(unit):
            return no("not_in_orbit", "D5", unit=text(f"{SLUG}.thing.{unit}"), n=orbit.of(unit))
    if not any(move[unit] for unit in UNITS):
        return no("one_must_land", "D5")
    problem = _bad_cards(copy, state, seat, combat, move)
    if problem is not None:
        return problem
    cards = move["cards"]
    values = unit_values(copy, cards)
    paid = combat.points + sum(values[unit] * move[unit] for unit in UNITS)
    paid += sum(card_points(copy, combat, card) or 0 for card in cards)
    need = needed(copy, state, combat)
    if paid < need:
        return no("too_few_points", "D5", paid=paid, need=need)
    return paid, need


def judge_pay(copy: Copy, state: State, move: Move) -> Ruling:
    """Units land, cards are played, and the tile is won when that is enough (D5, D7)."""
    seat, combat, cards = move.seat or 0, state.combat, move["cards"]
    priced = price(copy, state, move)
    if isinstance(priced, Illegal):
        return priced
    if combat is None:
        return no("finish_first", "D5")
    paid, need = priced
    ledger = Ledger(copy, state)
    spare = [value for value in (card_points(copy, combat, card) for card in cards) if value]
    if spare and paid - need >= min(spare):
        ledger.cautions.append(Caution("overpaid", text(f"{SLUG}.caution.overpaid", n=paid - need), cite("D5")))
    ledger.do("landed", "D5", seat=seat, planet=combat.planet, **{unit: move[unit] for unit in UNITS})
    for card in cards:
        record = copy.card(card)
        ledger.play(seat, card, RULE[record.effect] if record is not None else "D5")
    for part in move["blown"]:
        unit = part.partition(":")[2]
        ledger.do("removed", "F14", seat=seat, planet=combat.planet, place="surface", unit=unit)
    ledger.do("fought", "D7", seat=seat, won=True, paid=paid, need=need)
    _spoils(ledger, seat, combat)
    _losses(ledger, seat, combat)
    return close(ledger)


def _spoils(ledger: Ledger, seat: int, combat: Combat) -> None:
    planet, tile = combat.planet, combat.tile
    if tile == ALIEN:
        ledger.do("alien_kept", "E10", seat=seat, planet=planet)
        return
    kind = ledger.copy.kind(tile)
    if kind is TileKind.CRISIS:
        ledger.do("kept", "D7", seat=seat, planet=planet, tile=tile)
        ledger.unmask(planet, "F15")
        return
    ledger.do("tile_gone", "D7", planet=planet, tile=tile)
    if combat.victim is not None:
        ledger.do("razed", "D8", seat=combat.victim, planet=planet, what=combat.what)
    ledger.do("built", "D8" if combat.what else "D7", seat=seat, planet=planet, what=combat.what or "mine")


def judge_give_up(copy: Copy, state: State, move: Move) -> Ruling:
    """The attempt fails, nobody lands, no combat card is spent; losses are still due (D6, D9)."""
    seat, combat = move.seat or 0, state.combat
    if combat is None:
        return no("finish_first", "D6")
    ledger = Ledger(copy, state)
    ledger.do("fought", "D6", seat=seat, won=False, paid=0, need=needed(copy, state, combat))
    _losses(ledger, seat, combat)
    return close(ledger)


def _losses(ledger: Ledger, seat: int, combat: Combat) -> None:
    ledger.pop()
    if bursts(combat):
        ledger.push("lose", seat, combat.planet, bursts(combat))


def judge_lose(copy: Copy, state: State, move: Move) -> Ruling:
    """One unit for each burst, from where the fight was; a card may send it to Earth instead (D9, F26)."""
    seat, unit, place, card = move.seat or 0, move["unit"], move["place"], move["card"]
    task = state.top
    if task is None or task.kind != "lose":
        return no("finish_first", "D9")
    if place not in PLACES or unit not in UNITS or not state.players[seat].on(task.planet).force(place).of(unit):
        return no("no_such_loss", "D9", planet=text(f"{SLUG}.planet.{task.planet}"))
    if card is not None:
        record = playable(copy, state, seat, card, (Effect.RESCUE,))
        if isinstance(record, Illegal):
            return record
    ledger = Ledger(copy, state)
    ledger.pop()
    where = {"seat": seat, "planet": task.planet, "place": place, "unit": unit}
    if card is None:
        ledger.do("removed", "D9", **where)
    else:
        ledger.play(seat, card, "F26")
        ledger.do("rescued", "F26", **where)
    ledger.push("lose", seat, task.planet, task.n - 1)
    return close(ledger)
