"""The action spaces there are (D), and what can be said of an action without carrying it out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from tableside.core.ruling import Need
from tableside.games.beyond_the_sun.effects import Action, Effect, Verb
from tableside.games.beyond_the_sun.facts import Facts, untold
from tableside.games.beyond_the_sun.state import State, known_by


@dataclass(frozen=True, slots=True)
class Space:
    """An action space: the action it belongs to, and what using it takes."""

    id: str
    group: str
    """The action; several spaces can belong to it."""
    action: Action
    extra: int = 0
    """Ore this space costs on top (D5)."""
    open: bool = False
    """For everybody, always (D2)."""
    slot: str = ""
    owner: int | None = None
    """Whose private technology or event it is."""


def spaces(facts: Facts, state: State) -> tuple[Space, ...]:
    """Every action space there is now; worked out anew only when a card or guild has come or gone."""
    private = tuple(player.private for player in state.players)
    key = (state.sites, state.guilds, state.kept, private)
    last = facts.memo.get("spaces")
    if last is not None and all(new is old or new == old for new, old in zip(key, last[0])):
        return cast(tuple[Space, ...], last[1])
    found = tuple(_all(facts, state))
    facts.memo["spaces"] = (key, found)
    return found


def _all(facts: Facts, state: State) -> Iterator[Space]:
    """Board, guilds, technologies, private technologies, events."""
    for id, basic in facts.basics():
        group = f"basic:{id}"
        if basic.open:
            yield Space(group, group, basic.action, open=True)
            continue
        for number, extra in enumerate(facts.space_costs(basic, len(state.players))):
            yield Space(f"{group}:{number}", group, basic.action, extra)
    for guild in state.guilds:
        record = facts.guild(guild)
        yield from _spaces(f"guild:{guild}", (record.actions or ()) if record is not None else ())
    for site in state.sites:
        if site.card:
            yield from _spaces(f"slot:{site.id}", facts.technology(site.card).actions or (), slot=site.id)
    for seat, player in enumerate(state.players):
        for card in player.private:
            yield from _spaces(f"private:{card}", facts.technology(card).actions or (), owner=seat)
    for kept in state.kept:
        yield from _spaces(f"event:{kept.card}", facts.event(kept.card).actions, owner=kept.seat)


def _spaces(prefix: str, actions: tuple[Action, ...], slot: str = "", owner: int | None = None) -> Iterator[Space]:
    for number, action in enumerate(actions):
        group = f"{prefix}:{number}"
        for space in range(action.spaces):
            yield Space(f"{group}:{space}", group, action, slot=slot, owner=owner)


def untold_actions(facts: Facts, state: State, seat: int) -> Iterator[tuple[str, tuple[Need, ...], str]]:
    """Guilds and technologies this seat may use whose actions nobody has told of: what must be told, and of which."""
    for guild in state.guilds:
        if needs := facts.missing("guilds", guild, used=True):
            yield f"guild:{guild}", needs, guild
    cards = [(f"slot:{site.id}", site.card) for site in known_by(state, seat) if site.card and not untold(site.card)]
    for group, card in (*cards, *((f"private:{card}", card) for card in state.players[seat].private)):
        if needs := facts.catalog.missing("technologies", card, "actions"):
            yield group, needs, card


def mentions(action: Action, *verbs: Verb) -> bool:
    """Whether the action, or any part of it, has one of these verbs."""
    return any(effect.verb in verbs for effect in parts(action))


def researches(action: Action, level: int) -> bool:
    """Whether this action can research a technology of this level."""
    return any(effect.verb is Verb.RESEARCH and level in effect.may_research for effect in parts(action))


def parts(action: Action) -> Iterator[Effect]:
    """Every effect of the action, those of its cost and those inside others too."""
    todo = [*action.cost, *action.effects]
    while todo:
        effect = todo.pop()
        yield effect
        todo.extend(inner for part in effect.of for inner in part)
