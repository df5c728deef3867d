"""H1, H2, O6, O11: structures replaced by others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tableside.core.arguments import typed
from tableside.core.game import Choice
from tableside.core.moves import Move
from tableside.core.rulebook import play
from tableside.core.ruling import Illegal
from tableside.games.gaia_project import changes
from tableside.games.gaia_project.map_geometry import bits
from tableside.games.gaia_project.names import upgrade_words
from tableside.games.gaia_project.prices import missing, upgrade_price
from tableside.games.gaia_project.records import FACTIONS, STRUCTURES
from tableside.games.gaia_project.refusal import no
from tableside.games.gaia_project.rules.building import note_built
from tableside.games.gaia_project.rules.effects import change, done, then, trigger
from tableside.games.gaia_project.rules.reasons import least_lacking
from tableside.games.gaia_project.rules.research import take_token
from tableside.games.gaia_project.state import PIECES, Turn


@play
def upgrade(turn: Turn, hex: str, to: str) -> Illegal | None:
    """H: one structure is replaced by the next."""
    state, me = turn.state, turn.me
    number = state.map.number.get(hex)
    if number is None or to not in STRUCTURES or to == "m":
        return no("no_hex", "H1", hex=hex)
    found = upgrade_price(state, me, number, to)
    if isinstance(found, Illegal):
        return found
    old, price = found
    problem = missing(state.players[me], price, "H1")
    if problem is not None:
        return problem
    change(turn, me, "upgrade", "H1", credits=-price.credits, ore=-price.ore)
    _place(turn, to, hex, old, "H2")
    note_built(turn, number)
    if to == "PI" and state.players[me].faction == "gleens":
        take_token(turn, me, "gleens", "own", "O4")
    if to in ("lab", "ac1", "ac2"):
        then(turn, "tile", me)
    turn.do(changes.acted, "E1")
    return None


@upgrade.lists_legal
def _upgrades(turn: Turn) -> Iterator[Move]:
    player = turn.state.players[turn.me]
    for made in _thinkable(turn):
        hex, to = typed(str, made["hex"]), typed(str, made["to"])
        found = upgrade_price(turn.state, turn.me, turn.state.map.number[hex], to)
        if not isinstance(found, Illegal) and missing(player, found[1]) is None:
            yield made


def _thinkable(turn: Turn) -> Iterator[Move]:
    """Every way a structure of this player could go."""
    state, player = turn.state, turn.state.players[turn.me]
    routes = FACTIONS[player.faction].upgrades
    for old, mask in (("m", player.mines), ("ts", player.stations), ("lab", player.labs)):
        for hex in bits(mask):
            for to in routes.get(old, ()):
                yield upgrade.move(turn.seat, state.map.name[hex], to)


@upgrade.why_none
def _no_upgrade(turn: Turn) -> Illegal:
    return least_lacking(turn, "upgrade", "H1", _thinkable(turn))


@upgrade.asks("to")
def _priced(turn: Turn, partial: Move) -> Choice:
    """What it can become, each with its price."""
    asked, hex = turn.ask(partial, "to"), typed(str, partial["hex"])
    offers = tuple(
        replace(offer, label=upgrade_words(turn.state, turn.me, hex, typed(str, offer.value))) for offer in asked.offers
    )
    return replace(asked, offers=offers)


def _place(turn: Turn, to: str, name: str, old: str, rule: str) -> None:
    """H2: the new piece replaces the old one, and pays."""
    turn.do(changes.placed, rule, turn.me, to, name, old)
    if to == "ts":
        trigger(turn, turn.me, "station")
    elif to in ("PI", "ac1", "ac2"):
        trigger(turn, turn.me, "big")


@play
def swap(turn: Turn, hex: str) -> Illegal | None:
    """O6: Ambas swap their institute with a mine."""
    number = turn.state.map.number.get(hex)
    if number is None or not turn.state.players[turn.me].mines >> number & 1:
        return no("swap_needs_mine", "O6")
    done(turn)
    turn.do(changes.swapped, "O6", turn.me, hex)
    return None


@swap.lists_legal
def _swaps(turn: Turn) -> Iterator[Move]:
    return (swap.move(turn.seat, name) for name in _standing(turn, "m"))


@play
def downgrade(turn: Turn, hex: str) -> Illegal | None:
    """O11: Firaks turn a lab back into a trading station."""
    number = turn.state.map.number.get(hex)
    if number is None or not turn.state.players[turn.me].labs >> number & 1:
        return no("downgrade_needs_lab", "O11")
    done(turn)
    _place(turn, "ts", hex, "lab", "O11")
    then(turn, "up", turn.me)
    then(turn, "built", turn.me, number)
    return None


@downgrade.lists_legal
def _downgrades(turn: Turn) -> Iterator[Move]:
    return (downgrade.move(turn.seat, name) for name in _standing(turn, "lab"))


def _standing(turn: Turn, piece: str) -> Iterator[str]:
    """The hexes where this player has such a piece."""
    mask: int = getattr(turn.state.players[turn.me], PIECES[piece])
    return (turn.state.map.name[hex] for hex in bits(mask))


PLAYS = (upgrade, swap, downgrade)
