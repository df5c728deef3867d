"""Everything that is impossible on a table, and the components that are never lost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from tableside.core.moves import text
from tableside.core.ruling import Illegal
from tableside.games.gaia_project.records import (
    ADVANCED,
    BOOSTERS,
    CAPS,
    CATEGORIES,
    FACTIONS,
    FORMER_LEVELS,
    LAST_LEVEL,
    SECTORS,
    SLUG,
    STRUCTURES,
    TECHS,
    TOKEN,
    TOKENS,
    TRACKS,
)
from tableside.games.gaia_project.refusal import no
from tableside.games.gaia_project.state import PIECES, Player, State, count, expected_income, gaia_planets

MASKS = ("guests", "lost", "projects", "outposts", "satellites", "federated", "land")
COUNTERS = ("credits", "ore", "knowledge", "qic", "bowl1", "bowl2", "bowl3", "area", "formers", "parked", "federations")


def audit(state: State) -> tuple[Illegal, ...]:
    """Every impossibility of this position."""
    strange = list(_strange(state))
    if strange:
        return tuple(strange)
    found = list(_common(state))
    for seat, player in enumerate(state.players):
        found.extend(_player(state, seat, player))
    return tuple(found)


def _strange(state: State) -> Iterator[Illegal]:
    """Names and numbers that exist nowhere in the box; nothing else can be asked before these are right."""
    if any(face not in SECTORS for face, *_ in state.places):
        yield no("sectors", "B2")
        return
    for seat, player in enumerate(state.players):
        names = (
            *((player.faction, FACTIONS) if player.faction else ()),
            *((player.booster, BOOSTERS) if player.booster else ()),
            *(part for tile in (*player.techs, *player.covered, *player.advanced) for part in (tile, TECHS)),
            *(part for token in player.tokens for part in (token, TOKEN)),
        )
        if any(name not in known for name, known in zip(names[::2], names[1::2])):
            yield no("audit.unknown", "A1", seat=seat + 1)
        if len(player.research) != len(TRACKS) or any(not 0 <= level <= LAST_LEVEL for level in player.research):
            yield no("audit.level", "J1", seat=seat + 1)
        masks = [getattr(player, field) for field in (*PIECES.values(), *MASKS)]
        many = any(count(player, piece) > STRUCTURES[piece].pieces for piece in PIECES)
        outside = state.places and any(mask & ~state.map.board for mask in masks)
        if many or outside or any(mask < 0 for mask in masks):
            yield no("audit.land", "A4", seat=seat + 1)
    if state.supply and len(state.supply) != len(TOKENS):
        yield no("audit.tokens", "A1", token=text(f"{SLUG}.token.fed1"))


def _common(state: State) -> Iterator[Illegal]:
    players = state.players
    for one, other in combinations(range(len(players)), 2):
        first, second = players[one], players[other]
        if first.faction and second.faction and FACTIONS[first.faction].board == FACTIONS[second.faction].board:
            yield no("audit.same_board", "B5", a=one + 1, b=other + 1)
        shared = first.land & second.land & ~(first.guests | second.guests)
        if shared or first.projects & second.projects:
            yield no("audit.same_planet", "F1", a=one + 1, b=other + 1)
        for place, track in enumerate(TRACKS):
            if first.research[place] == second.research[place] == LAST_LEVEL:
                yield no("audit.two_on_top", "J3", track=text(f"{SLUG}.track.{track}"))
    held = [player.booster for player in players if player.booster]
    if len(set(held + list(state.boosters))) != len(held) + len(state.boosters):
        yield no("audit.booster_twice", "B4")
    if state.supply:
        for token, left in zip(TOKENS, state.supply):
            owned = sum(player.tokens.count(token) for player in players) + (1 if state.token == token else 0)
            if left < 0 or left + owned > TOKEN[token].copies:
                yield no("audit.tokens", "A1", token=text(f"{SLUG}.token.{token}"))
    if sum(1 for player in players if player.lost) > 1:
        yield no("audit.two_lost", "A1")
    if not 0 <= state.round <= 6:
        yield no("audit.round", "D")


def _player(state: State, seat: int, player: Player) -> Iterator[Illegal]:
    n = seat + 1
    if any(getattr(player, name) < 0 for name in COUNTERS) or not 0 <= player.stone <= 4:
        yield no("audit.negative", "A3", seat=n)
    for name, cap in CAPS.items():
        if getattr(player, name) > cap:
            yield no("audit.cap", "A3", seat=n, unit=text(f"{SLUG}.unit.{name[0]}"), cap=cap)
    if player.stone and player.faction != "taklons":
        yield no("audit.stone", "O5", seat=n)
    if player.tokens.count("gleens") != (player.faction == "gleens" and count(player, "PI")) and not state.telling:
        yield no("audit.own_token", "O4", seat=n)
    if player.faction:
        yield from _pieces(state, n, player)
        if sorted(player.income) != sorted(expected_income(player, state.phase)):
            yield no("audit.income", "D1", seat=n)
    if sum(player.tally[: CATEGORIES.index("bid")]) < 0:
        yield no("audit.points", "M3", seat=n)
    if len(player.tally) != len(CATEGORIES) or len(player.green) != len(player.tokens):
        yield no("audit.tiles", "H3", seat=n)
    if len(set(player.techs)) != len(player.techs) or not set(player.covered) <= set(player.techs):
        yield no("audit.tiles", "H3", seat=n)
    if len(player.covered) != len(player.advanced):
        yield no("audit.covered", "H5", seat=n)


def _pieces(state: State, n: int, player: Player) -> Iterator[Illegal]:
    masks = [getattr(player, field) for field in PIECES.values()] + [player.guests, player.lost]
    union = total = 0
    for mask in masks:
        union |= mask
        total += mask.bit_count()
    if union != player.land or total != player.land.bit_count():
        yield no("audit.land", "A4", seat=n)
    formers = sum(1 for level in FORMER_LEVELS if player.research[3] >= level)
    if player.formers != formers or player.projects.bit_count() + player.parked > player.formers:
        yield no("audit.formers", "G1", seat=n)
    if not state.places:
        return
    board = state.map
    space = board.of["e"] & ~state.lost
    if player.satellites & ~space or player.outposts & ~space:
        yield no("audit.satellites", "I3", seat=n)
    if player.satellites.bit_count() > 25 or player.outposts.bit_count() > 6:
        yield no("audit.pieces", "A2", seat=n, piece=text(f"{SLUG}.piece.sat"))
    if player.land & ~(board.planets | state.lost) or player.land & board.of["m"] & ~state.formed:
        yield no("audit.land", "A4", seat=n)
    if player.projects & ~(board.of["m"] | gaia_planets(state)):
        yield no("audit.formers", "G1", seat=n)
    if player.satellites & ~player.federated or player.federated & ~(player.land | player.satellites | player.outposts):
        yield no("audit.federated", "I8", seat=n)


def census(state: State) -> Mapping[str, int]:
    """Tiles and tokens, wherever they are."""
    players = state.players
    tokens = sum(token.copies for token in TOKEN.values())
    if state.supply:
        tokens = sum(state.supply) + (1 if state.token else 0) + sum(len(player.tokens) for player in players)
        tokens += 0 if any("gleens" in player.tokens for player in players) else 1
    boosters = len(BOOSTERS)
    if state.boosters:
        boosters -= len(players) + 3
        boosters += len(state.boosters) + sum(1 for player in players if player.booster)
    advanced = len(ADVANCED)
    if state.advanced:
        advanced -= len(TRACKS)
        advanced += sum(1 for tile in state.advanced if tile) + sum(len(player.advanced) for player in players)
    return {"federation_tokens": tokens, "boosters": boosters, "advanced_tiles": advanced}
