"""Control and outposts (K): who holds a place, who loses it, and what gaining it brings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tableside.core.moves import Move
from tableside.core.rulebook import play
from tableside.core.ruling import Illegal
from tableside.games.beyond_the_sun import changes
from tableside.games.beyond_the_sun.effects import Lasting, Verb
from tableside.games.beyond_the_sun.facts import facts_of, untold
from tableside.games.beyond_the_sun.refusal import no
from tableside.games.beyond_the_sun.rules import counts, cubes
from tableside.games.beyond_the_sun.state import Ask, Place, Task, Turn, others, power
from tableside.games.beyond_the_sun.tasks import change, drop, front, push, push_effects, seat_of


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


def in_movement(turn: Turn) -> bool:
    """Control waits until all movement, or all upgrades, of the effect are made (K1)."""
    front = turn.state.front
    if any(task.ask is Ask.OUTPOST for task in turn.state.tasks):
        return True
    return (
        front is not None
        and front.effect is not None
        and front.begun
        and front.effect.verb in (Verb.JUMP, Verb.UPGRADE)
    )


def recheck(turn: Turn) -> None:
    """Take back outposts that are lost, and ask for those that are gained: the active player first (K8)."""
    if _asks_systems(turn):
        return
    gains: dict[int, list[str]] = {}
    for place in turn.state.places:
        if not facts_of(turn.catalog).specialties(place):
            continue
        new, rule = holder(place)
        if new == place.owner:
            continue
        if place.owner is not None:
            lose(turn, place, rule)
        if new is not None:
            gains.setdefault(new, []).append(place.id)
    if not gains:
        return
    order = [seat for seat in (turn.state.turn, *others(turn.state, turn.state.turn)) if seat in gains]
    push(
        turn,
        *(Task(Ask.OUTPOST, seat, place=place) for seat in order for place in gains[seat]),
        *(Task(Ask.REWARDS, seat, places=tuple(gains[seat]), cards=_cards(turn, gains[seat])) for seat in order),
    )


def _asks_systems(turn: Turn) -> bool:
    """Whether somebody gains a planet that lies there untold: which card it is decides the disc and the reward."""
    gained = [place for place in turn.state.places if untold(place.system) and holder(place)[0] is not None]
    asked = {task.place for task in turn.state.tasks if task.ask is Ask.DEAL_SYSTEM}
    push(
        turn,
        *(
            Task(Ask.DEAL_SYSTEM, turn.state.turn, place=place.id, card=place.deck)
            for place in gained
            if place.id not in asked
        ),
    )
    return bool(gained)


def lose(turn: Turn, place: Place, rule: str) -> None:
    """The outpost disc goes back to the first empty space from the right, a substitute beside the mat (K7)."""
    assert place.owner is not None
    target = "beside" if place.disc == cubes.STAR else "track"
    turn.do(changes.disc, "K7", seat=place.owner, disc=place.disc, origin=f"place:{place.id}", target=target)


# -- outposts ----------------------------------------------------------------------------------


def _wanted(turn: Turn, task: Task) -> tuple[tuple[str, ...], str]:
    """The discs that fit, and where the disc goes."""
    assert task.seat is not None
    if task.ask is Ask.SECOND:
        tracks: tuple[str, ...] = facts_of(turn.catalog).system(task.card).specialties or ()
        target = f"colony:{task.card}"
    else:
        place = turn.state.place(task.place)
        assert place is not None
        tracks, target = facts_of(turn.catalog).specialties(place), f"place:{task.place}"
    return cubes.fitting(turn.state.players[task.seat], tracks), target


def begin_outpost(turn: Turn, task: Task) -> bool:
    """A disc that leaves no choice is placed at once (K6, L5)."""
    discs, target = _wanted(turn, task)
    if len(discs) > 1:
        return False
    drop(turn)
    cubes.place_disc(turn, seat_of(task), discs[0], target, "K6" if task.ask is Ask.OUTPOST else "L5")
    return True


@play
def disc(turn: Turn, disc: str) -> Illegal | None:
    """A place of two specialties: the player picks the disc (K6, L5)."""
    discs, target = _wanted(turn, front(turn))
    rule = "K6" if front(turn).ask is Ask.OUTPOST else "L5"
    if disc not in discs:
        return no("no_such_disc", rule, disc=turn.book.say_value(turn.state, "disc", "disc", disc))
    drop(turn)
    cubes.place_disc(turn, turn.me, disc, target, rule)
    return None


@disc.lists
def _discs(turn: Turn) -> Iterator[Move]:
    return (disc.move(turn.seat, each) for each in ("food", "ore"))


# -- rewards -----------------------------------------------------------------------------------


def begin_rewards(turn: Turn, task: Task) -> bool:
    """A lone reward comes at once; of several the player picks the order (K8).

    A reward is due for having gained control: whether the place is held still, or its card still lies there, is
    all the same by then.
    """
    assert task.seat is not None
    facts = facts_of(turn.catalog)
    if not task.begun:
        extra = counts.occasion(facts, turn.state, task.seat, Lasting.ON_CONTROL)
        gained = [(place, card) for place, card in zip(task.places, task.cards) if card and facts.system(card).control]
        change(
            turn,
            replace(
                front(turn),
                begun=True,
                places=tuple(place for place, _ in gained),
                cards=tuple(card for _, card in gained),
            ),
        )
        push_effects(turn, task.seat, extra * len(task.places))
        return True
    if len(task.places) > 1:
        return False
    drop(turn)
    for card in task.cards:
        push_effects(turn, task.seat, facts.system(card).control or (), card)
    return True


@play
def reward(turn: Turn, place: str) -> Illegal | None:
    """This reward comes next."""
    task = front(turn)
    if place not in task.places:
        return no("no_such_reward", "K8")
    number = task.places.index(place)
    card = task.cards[number]
    left = [at for at in range(len(task.places)) if at != number]
    change(
        turn,
        replace(front(turn), places=tuple(task.places[at] for at in left), cards=tuple(task.cards[at] for at in left)),
    )
    push_effects(turn, turn.me, facts_of(turn.catalog).system(card).control or (), card)
    return None


@reward.lists
def _rewards(turn: Turn) -> Iterator[Move]:
    return (reward.move(turn.seat, place) for place in front(turn).places)


def _cards(turn: Turn, places: list[str]) -> tuple[str, ...]:
    """The systems at these places; nothing for a shipyard."""
    systems = {place.id: place.system for place in turn.state.places}
    return tuple(systems[place] for place in places)


PLAYS = (disc, reward)
