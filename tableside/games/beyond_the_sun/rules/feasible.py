"""Whether effects can be carried out at all, and whether they would change anything (D4, D7, M1)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tableside.core.ruling import Illegal
from tableside.games.beyond_the_sun.draft import Draft, no
from tableside.games.beyond_the_sun.effects import Effect, Lasting, Verb
from tableside.games.beyond_the_sun.rules import colonise, counts, production, research
from tableside.games.beyond_the_sun.rules.fleet import has_cube
from tableside.games.beyond_the_sun.rules.spaces import Space, mentions, spaces
from tableside.games.beyond_the_sun.state import fleet

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


def purse(draft: Draft, seat: int) -> Purse:
    """What the seat has now."""
    player = draft.player(seat)
    return Purse(player.ore, player.population, sum(player.supply))


def blocked(draft: Draft, seat: int, effects: Iterable[Effect], have: Purse | None = None) -> Illegal | None:
    """The first mandatory effect that could not be carried out, or None (D4, G5)."""
    have = have or purse(draft, seat)
    for effect in effects:
        problem = None if effect.optional or effect.who == "others" else _blocked(draft, seat, effect, have)
        if problem is not None:
            return problem
        have.moved = have.moved or effect.verb not in COUNTED or effect.optional
        have.loose = have.loose or effect.verb not in (*COUNTED, Verb.BUILD) or effect.optional
    return None


def _blocked(draft: Draft, seat: int, effect: Effect, have: Purse) -> Illegal | None:
    n = counts.amount(draft.facts, draft.state, seat, effect)
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
            if not research.reachable(draft.facts, draft.state, seat, effect) and not have.loose:
                return no("nothing_to_research", "D4")
            return _use(have, effect, n, "G5")
        case Verb.BUILD:
            return _use(have, effect, n, "J1")
        case Verb.COLONISE:
            if not have.moved and not colonise.targets(draft.facts, draft.state, seat):
                return no("nothing_to_colonise", "L1")
        case Verb.SCRAP | Verb.DOCK:
            if not have.moved and not fleet(draft.state, seat):
                return no("no_ship_at_all", "D4")
        case Verb.TAKE:
            if not any(kept.system for kept in draft.state.kept):
                return no("nothing_attached", "N7")
        case Verb.CHOOSE:
            problems = [blocked(draft, seat, part, Purse(**vars(have))) for part in effect.of]
            if all(problem is not None for problem in problems):
                return problems[0]
        case Verb.TOGETHER:
            return blocked(draft, seat, effect.of[0], have)
        case Verb.COPY | Verb.DISPLACE:
            found = copies(draft, seat) if effect.verb is Verb.COPY else occupied(draft, seat)
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


def changes(draft: Draft, seat: int, effects: Iterable[Effect]) -> bool:
    """Whether any of these would change something (D7)."""
    return any(_changes(draft, seat, effect) for effect in effects)


def _changes(draft: Draft, seat: int, effect: Effect) -> bool:
    player, state = draft.player(seat), draft.state
    if effect.who != "you":
        return True
    match effect.verb:
        case Verb.PAY:
            return 0 < counts.amount(draft.facts, state, seat, effect) <= player.ore
        case Verb.GAIN:
            return counts.amount(draft.facts, state, seat, effect) > 0
        case Verb.POPULATE:
            return any(player.supply)
        case Verb.RETURN:
            return player.population > 0
        case Verb.RESEARCH:
            found = research.reachable(draft.facts, state, seat, effect)
            return bool(found) and has_cube(state, seat, effect.source)
        case Verb.BUILD:
            return has_cube(state, seat, effect.source)
        case Verb.UPGRADE:
            return any(level < 4 for _, level in fleet(state, seat))
        case Verb.JUMP | Verb.SCRAP | Verb.DOCK:
            return bool(fleet(state, seat))
        case Verb.COLONISE:
            return bool(colonise.targets(draft.facts, state, seat))
        case Verb.GROW:
            return production.growth_due(draft, seat) > 0
        case Verb.PRODUCE:
            return production.ore_due(draft, seat) > 0
        case Verb.TRADE:
            return production.can_trade(draft, seat)
        case Verb.SHIFT:
            return any(player.supply[1:])
        case Verb.UNLOCK:
            return effect.guild not in state.guilds
        case Verb.CHOOSE | Verb.TOGETHER:
            return any(blocked(draft, seat, part) is None and changes(draft, seat, part) for part in effect.of)
        case Verb.COPY | Verb.DISPLACE:
            return _blocked(draft, seat, effect, purse(draft, seat)) is None
        case _:
            return True


# -- whole actions -----------------------------------------------------------------------------


def closed(draft: Draft, seat: int, space: Space) -> Illegal | None:
    """Why this action is not this seat's to use: not researched, or another's (D3, N9)."""
    if space.slot:
        site = draft.state.site(space.slot)
        if site is None or seat not in site.cubes:
            return no("not_researched", "D3")
    if space.owner is not None and space.owner != seat:
        return no("not_yours", "N9")
    return None


def ore_cost(draft: Draft, seat: int, space: Space, extra: bool) -> int:
    """Ore of the cost and of the space, less what abilities save (D5, D6)."""
    cost = sum(
        counts.amount(draft.facts, draft.state, seat, effect) for effect in space.action.cost if effect.verb is Verb.PAY
    )
    cost -= min(cost, counts.bonus(draft.facts, draft.state, seat, Lasting.CHEAPER))
    return cost + (space.extra if extra else 0)


def unaffordable(draft: Draft, seat: int, space: Space, extra: bool = True) -> Illegal | None:
    """Why the action cannot be paid for, carried out, or would change nothing (D4, D6, D7, G5)."""
    have = purse(draft, seat)
    have.ore -= ore_cost(draft, seat, space, extra)
    if have.ore < 0:
        return no("ore_short", "D4", n=-have.ore)
    back = sum(effect.n for effect in space.action.cost if effect.verb is Verb.RETURN)
    have.population -= back
    have.supply += back
    if have.population < 0:
        return no("population_short", "D4", n=-have.population)
    problem = blocked(draft, seat, space.action.effects, have)
    if problem is not None:
        return problem
    if not changes(draft, seat, space.action.effects):
        return no("no_change", "D7")
    return None


def copies(draft: Draft, seat: int) -> tuple[Space, ...]:
    """The actions that can be copied: usable by the seat, not private, occupied or not (N2, N9)."""
    found: dict[str, Space] = {}
    for space in spaces(draft.facts, draft.state):
        if space.group not in found and copy_refused(draft, seat, space) is None:
            found[space.group] = space
    return tuple(found.values())


def copy_refused(draft: Draft, seat: int, space: Space) -> Illegal | None:
    """Why this action cannot be copied."""
    if space.group.startswith(("private:", "event:")):
        return no("private", "N9")
    if mentions(space.action, Verb.COPY, Verb.DISPLACE):
        return no("copy_of_copy", "N2")
    problem = closed(draft, seat, space)
    return unaffordable(draft, seat, space, extra=False) if problem is None else problem


def occupied(draft: Draft, seat: int) -> tuple[Space, ...]:
    """The spaces another pawn stands on whose action this seat could use (N5)."""
    return tuple(space for space in spaces(draft.facts, draft.state) if displace_refused(draft, seat, space) is None)


def displace_refused(draft: Draft, seat: int, space: Space) -> Illegal | None:
    """Why this pawn cannot be put aside."""
    pawns = [other for other, player in enumerate(draft.state.players) if player.pawn == space.id]
    if space.open or not pawns or seat in pawns:
        return no("nobody_there", "N5")
    if mentions(space.action, Verb.COPY, Verb.DISPLACE):
        return no("copy_of_copy", "N5")
    problem = closed(draft, seat, space)
    return unaffordable(draft, seat, space) if problem is None else problem
