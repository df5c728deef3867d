"""Control and outposts (K): who holds a place, who loses it, and what gaining it brings."""

from __future__ import annotations

from tableside.core.moves import Move
from tableside.core.ruling import Illegal
from tableside.games.beyond_the_sun.draft import Draft, no
from tableside.games.beyond_the_sun.effects import Effect, Lasting, Verb
from tableside.games.beyond_the_sun.rules import counts, cubes
from tableside.games.beyond_the_sun.state import Ask, Place, Task, others, power


def holder(place: Place) -> tuple[int | None, str]:
    """Who controls the place by its ships now, and the rule that says so."""
    if not any(place.ships):
        return place.owner, "K4"
    powers = [power(place, seat) for seat in range(len(place.ships))]
    most = max(powers)
    leaders = [seat for seat, has in enumerate(powers) if has == most]
    if len(leaders) == 1:
        return leaders[0], "K3"
    if place.owner in leaders:
        return place.owner, "K5"
    return None, "K4" if place.owner is not None else "K5"


def in_movement(draft: Draft) -> bool:
    """Control waits until all movement, or all upgrades, of the effect are made (K1)."""
    front = draft.front
    if any(task.ask is Ask.OUTPOST for task in draft.state.tasks):
        return True
    return (
        front is not None
        and front.effect is not None
        and front.begun
        and front.effect.verb in (Verb.JUMP, Verb.UPGRADE)
    )


def recheck(draft: Draft) -> None:
    """Take back outposts that are lost, and ask for those that are gained: the active player first (K8)."""
    if draft.checked is draft.state.places:
        return
    gains: dict[int, list[str]] = {}
    for place in draft.state.places:
        if not draft.facts.specialties(place):
            continue
        new, rule = holder(place)
        if new == place.owner:
            continue
        if place.owner is not None:
            lose(draft, place, rule)
        if new is not None:
            gains.setdefault(new, []).append(place.id)
    draft.checked = draft.state.places
    if not gains:
        return
    order = [seat for seat in (draft.state.turn, *others(draft.state, draft.state.turn)) if seat in gains]
    draft.push(
        *(Task(Ask.OUTPOST, seat, place=place) for seat in order for place in gains[seat]),
        *(Task(Ask.REWARDS, seat, places=tuple(gains[seat])) for seat in order),
    )


def lose(draft: Draft, place: Place, rule: str) -> None:
    """The outpost disc goes back to the first empty space from the right, a substitute beside the mat (K7)."""
    target = "beside" if place.disc == cubes.STAR else "track"
    draft.emit("disc", "K7", seat=place.owner, disc=place.disc, origin=f"place:{place.id}", target=target)


# -- outposts ----------------------------------------------------------------------------------


def _wanted(draft: Draft, task: Task) -> tuple[tuple[str, ...], str]:
    """The discs that fit, and where the disc goes."""
    assert task.seat is not None
    if task.ask is Ask.SECOND:
        tracks: tuple[str, ...] = draft.facts.system(task.card).specialties or ()
        target = f"colony:{task.card}"
    else:
        place = draft.state.place(task.place)
        assert place is not None
        tracks, target = draft.facts.specialties(place), f"place:{task.place}"
    return cubes.fitting(draft.player(task.seat), tracks), target


def begin_outpost(draft: Draft, task: Task) -> bool:
    """A disc that leaves no choice is placed at once (K6, L5)."""
    discs, target = _wanted(draft, task)
    if len(discs) > 1:
        return False
    assert task.seat is not None
    draft.drop()
    cubes.place_disc(draft, task.seat, discs[0], target, "K6" if task.ask is Ask.OUTPOST else "L5")
    return True


def disc(draft: Draft, move: Move, task: Task) -> Illegal | None:
    """A place of two specialties: the player picks the disc (K6, L5)."""
    discs, target = _wanted(draft, task)
    rule = "K6" if task.ask is Ask.OUTPOST else "L5"
    if move["disc"] not in discs:
        return no("no_such_disc", rule, disc=move["disc"])
    assert move.seat is not None
    draft.drop()
    cubes.place_disc(draft, move.seat, move["disc"], target, rule)
    return None


# -- rewards -----------------------------------------------------------------------------------


def reward_of(draft: Draft, seat: int, place_id: str) -> tuple[Effect, ...]:
    """What gaining control here brings: the card's own reward and any ability for the occasion."""
    place = draft.state.place(place_id)
    own: tuple[Effect, ...] = ()
    if place is not None and place.owner == seat and place.system:
        own = draft.facts.system(place.system).control or ()
    return own


def begin_rewards(draft: Draft, task: Task) -> bool:
    """A lone reward comes at once; of several the player picks the order (K8)."""
    assert task.seat is not None
    if not task.begun:
        extra = counts.occasion(draft.facts, draft.state, task.seat, Lasting.ON_CONTROL)
        places = tuple(place for place in task.places if reward_of(draft, task.seat, place))
        draft.change(begun=True, places=places)
        draft.push_effects(task.seat, extra * len(task.places))
        return True
    if len(task.places) > 1:
        return False
    draft.drop()
    for place in task.places:
        draft.push_effects(task.seat, reward_of(draft, task.seat, place), _card(draft, place))
    return True


def reward(draft: Draft, move: Move, task: Task) -> Illegal | None:
    """This reward comes next."""
    if move["place"] not in task.places:
        return no("no_such_reward", "K8")
    assert move.seat is not None
    draft.change(places=tuple(place for place in task.places if place != move["place"]))
    draft.push_effects(move.seat, reward_of(draft, move.seat, move["place"]), _card(draft, move["place"]))
    return None


def _card(draft: Draft, place_id: str) -> str:
    place = draft.state.place(place_id)
    return place.system if place is not None else ""
