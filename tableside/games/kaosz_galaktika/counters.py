"""What a table may set right by hand: the numbers of a seat and of its cards in play."""

from __future__ import annotations

from tableside.core.game import Counter
from tableside.core.moves import Seat, Text, text
from tableside.games.kaosz_galaktika import words
from tableside.games.kaosz_galaktika.state import DECK_SIZE, GAME_SECONDS, SLUG, Role, Turn


def counters(turn: Turn, seat: Seat) -> tuple[Counter, ...]:
    """Credits, cards in the colony and in hand, then damage, developments and counters on the cards in play."""
    state = turn.state
    if seat is None:
        clock = Counter("seconds", text(f"{SLUG}.count.seconds"), state.seconds, GAME_SECONDS)
        return (clock,) if state.tournament else ()
    player = state.players[seat]
    found = [
        Counter(f"players.{seat}.credits", text(f"{SLUG}.count.credits"), player.credits),
        Counter(f"players.{seat}.colony", text(f"{SLUG}.count.colony"), player.colony, DECK_SIZE),
        Counter(f"players.{seat}.hand", text(f"{SLUG}.count.hand"), player.hand, DECK_SIZE, len(player.known)),
        Counter(f"players.{seat}.eliminated", text(f"{SLUG}.count.eliminated"), player.eliminated),
    ]
    for place, piece in enumerate(state.pieces):
        if piece.controller != seat:
            continue
        kinds = ["counters"]
        if piece.role is Role.BASE:
            kinds.insert(0, "developments")
        if piece.paid and piece.role in (Role.SHIP, Role.BASE):
            kinds.insert(0, "damage")
        for kind in kinds:
            label: Text = text(f"{SLUG}.count.{kind}", card=words.piece(turn, piece.uid))
            found.append(Counter(f"pieces.{place}.{kind}", label, getattr(piece, kind)))
    return tuple(found)
