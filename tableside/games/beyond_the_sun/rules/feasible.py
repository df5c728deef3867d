"""Whether effects can be carried out at all, and whether they would change anything (D4, D7, M1)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from tableside.core.ruling import Illegal
from tableside.games.beyond_the_sun.effects import Action, Effect, Lasting, Verb
from tableside.games.beyond_the_sun.facts import facts_of
from tableside.games.beyond_the_sun.refusal import no
from tableside.games.beyond_the_sun.rules import colonise, counts, production, research
from tableside.games.beyond_the_sun.rules.fleet import has_cube
from tableside.games.beyond_the_sun.rules.spaces import Space, mentions, spaces
from tableside.games.beyond_the_sun.state import Turn, fleet

COUNTED = frozenset({Verb.PAY, Verb.GAIN, Verb.POPULATE, Verb.RETURN})
"""After these it is still known exactly what there is; after anything else rewards may have come in between."""


@dataclass
class Purse:
    """What there would be to pay with, effect by effect."""

    ore: int
    population: int
    supply: int
    moved: bool = False
    """The board may look otherwise by then."""
    loose: bool = False
    """Something before it was the player's to choose or may bring a reward: only what is certain is refused."""


def purse(turn: Turn, seat: int) -> Purse:
    """What the seat has now."""
    player = turn.state.players[seat]
    return Purse(player.ore, player.population, sum(player.supply))


def blocked(turn: Turn, seat: int, effects: Iterable[Effect], have: Purse | None = None) -> Illegal | None:
    """The first mandatory effect that could not be carried out, or None (D4, G5)."""
    have = have or purse(turn, seat)
    for effect in effects:
        problem = None if effect.optional or effect.who == "others" else _blocked(turn, seat, effect, have)
        if problem is not None:
            return problem
        have.moved = have.moved or effect.verb not in COUNTED or effect.optional
        have.loose = have.loose or effect.verb not in (*COUNTED, Verb.BUILD) or effect.optional
    return None


def _blocked(turn: Turn, seat: int, effect: Effect, have: Purse) -> Illegal | None:
    n = counts.amount(facts_of(turn.catalog), turn.state, seat, effect)
    match effect.verb:
        case Verb.PAY:
            have.ore -= n
            return no("ore_short", "D4", n=-have.ore) if have.ore < 0 and not have.loose else None
        case Verb.GAIN:
            have.ore += n
        case Verb.POPULATE:
            moved = min(n, have.supply)
            have.population, have.supply = have.population + moved, have.supply - moved
        case Verb.RETURN:
            return _spend(have, n, "G4")
        case Verb.RESEARCH:
            if not research.reachable(facts_of(turn.catalog), turn.state, seat, effect) and not have.loose:
                return no("nothing_to_research", "D4")
            return _use(have, effect, n, "G5")
        case Verb.BUILD:
            return _use(have, effect, n, "J1")
        case Verb.COLONISE:
            if not have.moved and not colonise.targets(facts_of(turn.catalog), turn.state, seat):
                return no("nothing_to_colonise", "L1")
        case Verb.SCRAP | Verb.DOCK:
            if not have.moved and not fleet(turn.state, seat):
                return no("no_ship_at_all", "D4")
        case Verb.TAKE:
            if not any(kept.system for kept in turn.state.kept):
                return no("nothing_attached", "N7")
        case Verb.CHOOSE:
            problems = [blocked(turn, seat, part, Purse(**vars(have))) for part in effect.of]
            if all(problem is not None for problem in problems):
                return problems[0]
        case Verb.TOGETHER:
            return blocked(turn, seat, effect.of[0], have)
        case Verb.COPY | Verb.DISPLACE:
            found = copies(turn, seat) if effect.verb is Verb.COPY else occupied(turn, seat)
            return None if found else no("nothing_to_copy", "N2" if effect.verb is Verb.COPY else "N5")
        case _:
            pass
    return None


def _use(have: Purse, effect: Effect, n: int, rule: str) -> Illegal | None:
    """Cubes used: supply first where the card says so, and then skipping is allowed (G2)."""
    if effect.source == "supply":
        have.supply = max(0, have.supply - n)
        return None
    return _spend(have, n, rule)


def _spend(have: Purse, n: int, rule: str) -> Illegal | None:
    have.population -= n
    if have.population < 0 and not have.loose:
        return no("population_short", rule, n=-have.population)
    return None


def would_change(turn: Turn, seat: int, effects: Iterable[Effect]) -> bool:
    """Whether any of these would change something (D7)."""
    return any(_would_change(turn, seat, effect) for effect in effects)


def _would_change(turn: Turn, seat: int, effect: Effect) -> bool:
    player, state = turn.state.players[seat], turn.state
    if effect.who != "you":
        return True
    match effect.verb:
        case Verb.PAY:
            return 0 < counts.amount(facts_of(turn.catalog), state, seat, effect) <= player.ore
        case Verb.GAIN:
            return counts.amount(facts_of(turn.catalog), state, seat, effect) > 0
        case Verb.POPULATE:
            return any(player.supply)
        case Verb.RETURN:
            return player.population > 0
        case Verb.RESEARCH:
            found = research.reachable(facts_of(turn.catalog), state, seat, effect)
            return bool(found) and has_cube(state, seat, effect.source)
        case Verb.BUILD:
            return has_cube(state, seat, effect.source)
        case Verb.UPGRADE:
            return any(level < 4 for _, level in fleet(state, seat))
        case Verb.JUMP | Verb.SCRAP | Verb.DOCK:
            return bool(fleet(state, seat))
        case Verb.COLONISE:
            return bool(colonise.targets(facts_of(turn.catalog), state, seat))
        case Verb.GROW:
            return untold(turn, seat, production.GROWTH) or production.growth_due(turn, seat) > 0
        case Verb.PRODUCE:
            return untold(turn, seat, production.MINING) or production.ore_due(turn, seat) > 0
        case Verb.TRADE:
            return production.can_trade(turn, seat)
        case Verb.SHIFT:
            return any(player.supply[1:] if len(player.supply) > 1 else player.supply)
        case Verb.UNLOCK:
            return effect.guild not in state.guilds and len(state.guilds) < 4
        case Verb.CHOOSE | Verb.TOGETHER:
            return any(blocked(turn, seat, part) is None and would_change(turn, seat, part) for part in effect.of)
        case Verb.COPY | Verb.DISPLACE:
            return _blocked(turn, seat, effect, purse(turn, seat)) is None
        case _:
            return True


def untold(turn: Turn, seat: int, keys: tuple[str, ...]) -> bool:
    """Whether what a mat would bring is not known yet: then it may well change something."""
    return bool(facts_of(turn.catalog).tracks_missing(turn.state.players[seat].mat, *keys))


# -- whole actions -----------------------------------------------------------------------------


def closed(turn: Turn, seat: int, space: Space) -> Illegal | None:
    """Why this action is not this seat's to use: not researched, or another's (D3, N9)."""
    if space.slot:
        site = turn.state.site(space.slot)
        if site is None or seat not in site.cubes:
            return no("not_researched", "D3")
    if space.owner is not None and space.owner != seat:
        return no("not_yours", "N9")
    return None


def ore_cost(turn: Turn, seat: int, space: Space, extra: bool) -> int:
    """Ore of the cost and of the space, less what abilities save (D5, D6)."""
    facts, state = facts_of(turn.catalog), turn.state
    cost = sum(counts.amount(facts, state, seat, effect) for effect in space.action.cost if to_bank(effect))
    cost -= min(cost, counts.bonus(facts, state, seat, Lasting.CHEAPER))
    return cost + (space.extra if extra else 0)


def to_bank(effect: Effect) -> bool:
    """Ore that is simply handed in."""
    return effect.verb is Verb.PAY and effect.to == "bank"


def asked_cost(action: Action) -> tuple[Effect, ...]:
    """What of the cost is settled like an effect, before all others: ore for an opponent (G7), a ship given up."""
    return tuple(
        replace(effect, optional=False)
        for effect in action.cost
        if not to_bank(effect) and effect.verb is not Verb.RETURN
    )


def unaffordable(turn: Turn, seat: int, space: Space, extra: bool = True) -> Illegal | None:
    """Why the action cannot be paid for, carried out, or would change nothing (D4, D6, D7, G5)."""
    have = purse(turn, seat)
    have.ore -= ore_cost(turn, seat, space, extra)
    if have.ore < 0:
        return no("ore_short", "D4", n=-have.ore)
    back = sum(effect.n for effect in space.action.cost if effect.verb is Verb.RETURN)
    have.population -= back
    have.supply += back
    if have.population < 0:
        return no("population_short", "D4", n=-have.population)
    problem = blocked(turn, seat, (*asked_cost(space.action), *space.action.effects), have)
    if problem is not None:
        return problem
    if not would_change(turn, seat, space.action.effects):
        return no("no_change", "D7")
    return None


def copies(turn: Turn, seat: int) -> tuple[Space, ...]:
    """The actions that can be copied: usable by the seat, not private, occupied or not (N2, N9)."""
    found: dict[str, Space] = {}
    for space in spaces(facts_of(turn.catalog), turn.state):
        if space.group not in found and copy_refused(turn, seat, space) is None:
            found[space.group] = space
    return tuple(found.values())


def copy_refused(turn: Turn, seat: int, space: Space) -> Illegal | None:
    """Why this action cannot be copied."""
    if space.group.startswith(("private:", "event:")):
        return no("private", "N9")
    if mentions(space.action, Verb.COPY, Verb.DISPLACE):
        return no("copy_of_copy", "N2")
    problem = closed(turn, seat, space)
    return unaffordable(turn, seat, space, extra=False) if problem is None else problem


def occupied(turn: Turn, seat: int) -> tuple[Space, ...]:
    """The spaces another pawn stands on whose action this seat could use (N5)."""
    found = spaces(facts_of(turn.catalog), turn.state)
    return tuple(space for space in found if displace_refused(turn, seat, space) is None)


def displace_refused(turn: Turn, seat: int, space: Space) -> Illegal | None:
    """Why this pawn cannot be put aside."""
    pawns = [other for other, player in enumerate(turn.state.players) if player.pawn == space.id]
    if space.open or not pawns or seat in pawns:
        return no("nobody_there", "N5")
    if mentions(space.action, Verb.COPY, Verb.DISPLACE):
        return no("copy_of_copy", "N5")
    problem = closed(turn, seat, space)
    return unaffordable(turn, seat, space) if problem is None else problem
