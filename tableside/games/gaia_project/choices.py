"""A move asked for slot by slot, with what cannot be chosen now and why."""

from __future__ import annotations

from collections.abc import Sequence

from tableside.core.game import Choice, Offer, Slot
from tableside.core.moves import Move, text
from tableside.core.ruling import Illegal
from tableside.games.gaia_project.content import ACTIONS, ADVANCED_PLACES, BOOSTERS, PLACES, SLUG, TOKENS, TRACKS
from tableside.games.gaia_project.desk import no
from tableside.games.gaia_project.listing import of_kind
from tableside.games.gaia_project.referee import kinds_now, to_act, work_through
from tableside.games.gaia_project.rules.actions import specials
from tableside.games.gaia_project.rules.federation import field_of, needed
from tableside.games.gaia_project.rules.laying import GROUPS, SIDES, booster_number, map_slots, slots_of
from tableside.games.gaia_project.state import State
from tableside.games.gaia_project.words import slot_words, value

ORDER = {"convert": ("of", "into"), "upgrade": ("hex", "to")}
SLOT = {
    "hex": Slot.SPACE,
    "hexes": Slot.SPACE,
    "place": Slot.CARD,
    "tile": Slot.CARD,
    "token": Slot.CARD,
    "booster": Slot.CARD,
    "bowls": Slot.AMOUNT,
}
RULE = {
    "mine": ("F1", 11),
    "project": ("G1", 12),
    "upgrade": ("H1", 13),
    "federation": ("I6", 14),
    "research": ("J1", 15),
    "action": ("K1", 16),
    "special": ("K2", 16),
    "convert": ("L2", 16),
    "burn": ("L2", 16),
    "up": ("H4", 13),
    "done": ("Q12", None),
}


def choices(state: State, partial: Move) -> Sequence[Choice]:
    """The next open slot of a move; an empty kind asks which move."""
    seat = partial.seat
    if seat not in to_act(state):
        return ()
    if not partial.kind:
        offers = []
        for kind in kinds_now(state):
            possible = next(iter(of_kind(state, seat, kind)), None) is not None
            offers.append(
                Offer(kind, text(f"{SLUG}.kind.{kind}"), None if possible else why_no_move(state, seat, kind))
            )
        return (Choice("kind", Slot.BUTTON, text("core.which_move"), tuple(offers)),)
    if partial.kind in ("tiles", "board") or (partial.kind == "map" and state.rules.map != "shape"):
        return _laying(state, partial)
    offered = [
        made
        for made in of_kind(state, seat, partial.kind)
        if all(slot in made and made[slot] == chosen for slot, chosen in partial.args)
    ]
    if not offered:
        return ()
    names = ORDER.get(partial.kind, tuple(name for name, _ in offered[0].args))
    for slot in names:
        if slot not in partial:
            return (_choice(state, partial, slot, offered),)
    return ()


def _choice(state: State, partial: Move, slot: str, offered: list[Move]) -> Choice:
    kind, seat = partial.kind, partial.seat
    open_values = dict.fromkeys(made[slot] for made in offered)
    offers = [Offer(one, value(state, seat, kind, slot, one)) for one in open_values]
    if len(offered[0].args) == len(partial.args) + 1:
        for one in _domain(state, seat, kind, slot):
            if one not in open_values:
                refusal = work_through(state, partial.given(**{slot: one}))
                if isinstance(refusal, Illegal):
                    offers.append(Offer(one, value(state, seat, kind, slot, one), refusal))
    return Choice(slot, SLOT.get(slot, Slot.BUTTON), slot_words(state, kind, slot), tuple(offers))


def _laying(state: State, partial: Move) -> Sequence[Choice]:
    """The next space of tiles or map that is not filled: any tile that is left; listed setups come first."""
    kind, seats = partial.kind, len(state.players)
    slots = map_slots(seats) if kind == "map" else tuple(slots_of(kind, seats))
    slot = next((slot for slot in slots if slot not in partial), None)
    if slot is None:
        return ()
    agreeing = [made for made in of_kind(state, None, kind) if all(made[name] == what for name, what in partial.args)]
    values = dict.fromkeys([made[slot] for made in agreeing[:1]] + _left(state, partial, slot))
    offers = tuple(Offer(one, value(state, None, kind, slot, one)) for one in values)
    return (Choice(slot, Slot.CARD, slot_words(state, kind, slot), offers),)


def _left(state: State, partial: Move, slot: str) -> list[str | int]:
    """What may still go into a space."""
    seats = len(state.players)
    if slot.startswith("turn_"):
        return list(range(6))
    taken = {what for _, what in partial.args}
    if slot.startswith("at_"):
        return [face for face in SIDES[2 if seats < 3 else 3] if face not in taken]
    group = slots_of(partial.kind, seats)[slot]
    left: list[str | int] = [tile for tile in GROUPS[group] if tile not in taken]
    if group != "boosters":
        return left
    number = int(slot.removeprefix("booster"))
    before = booster_number(partial[f"booster{number - 1}"]) if number > 1 else 0
    last = len(BOOSTERS) - (seats + 3 - number)
    return [tile for tile in left if before < booster_number(str(tile)) <= last]


def _domain(state: State, seat: int | None, kind: str, slot: str) -> tuple[str, ...]:
    """Everything printed that could go into a small slot, possible now or not."""
    match kind, slot:
        case "action", "action":
            return tuple(ACTIONS)
        case "special", "action":
            return tuple(specials(state.players[seat])) if seat is not None else ()
        case (("research" | "up"), "track"):
            return TRACKS
        case "tile", "place":
            return tuple(
                place
                for place in (*PLACES, *ADVANCED_PLACES)
                if place in PLACES or state.advanced[ADVANCED_PLACES.index(place)]
            )
        case "pass", "booster":
            return tuple(booster for booster in BOOSTERS if booster in state.boosters)
        case "federation", "token":
            return TOKENS
        case "mine", "hex":
            return _free_planets(state, state.map.planets & ~state.map.of["m"] | state.formed)
        case "project", "hex":
            return _free_planets(state, state.map.of["m"] & ~state.formed)
    return ()


def _free_planets(state: State, planets: int) -> tuple[str, ...]:
    for player in state.players:
        planets &= ~player.land
    return state.map.names(planets)


def why_no_move(state: State, seat: int | None, kind: str) -> Illegal:
    """Why no move of this kind can be made now."""
    rule, page = RULE.get(kind, ("E2", 10))
    if kind == "federation" and seat is not None:
        player = state.players[seat]
        return no("no_federation", rule, page, value=sum(field_of(state, seat).values), needed=needed(player))
    return no(f"none.{kind}", rule, page)
