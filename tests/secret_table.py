"""A table with planted secrets: a deck nobody else may know, and a card told in hand, in the ruin and face down."""

from __future__ import annotations

import random
from typing import Any

from models.store import OpenSession, Seated, Store
from tableside.core import codec
from tableside.core.game import Game
from tableside.core.moves import Move, move
from tableside.core.ruling import Legal
from tests import contract

CARD, CARD_NAME = "planted_card_7f3a", "Titkos Elültetett Terv"
DECK, DECK_NAME = "planted_deck_91cc", "Elültetett Titkos Pakli"
SECRETS = (CARD, CARD_NAME, DECK, DECK_NAME)
OWNER = 0
PRIVATE = ("tell_hand", "tell_piece", "tell_ruin", "lay_base", "lay_crew", "lay_weapon", "discard")


def game() -> Game[Any]:
    """Káosz Galaktika with a deck of one's own and three of a card nobody has seen."""
    base = contract.game_of("kaosz_galaktika")
    deck = codec.encode(base.catalog.find("decks", "kek"))
    first = deck["cards"][0]
    known = codec.encode(base.catalog.find("cards", first))
    cards = [CARD if id == first else id for id in deck["cards"]]
    tables = {
        "cards": {CARD: {**known, "name": CARD_NAME, "type": "base", "subtype": None}},
        "decks": {DECK: {**deck, "name": DECK_NAME, "cards": cards}},
    }
    return base.with_catalog(base.catalog.learn_all(tables))


def begun(
    store: Store, rules: Game[Any], steps: int = 300, seed: int = 24, answers: str = "quiet"
) -> tuple[OpenSession, dict[str, int]]:
    """A long random game in which the owner does everything secret there is, and nothing that would show the card.

    Also how often each secret move was made.
    """
    chance = random.Random(seed)
    session = store.begin(rules, {"answers": answers}, [Seated("Anna"), Seated("Béla")])
    table = session.table
    made: dict[str, int] = {}
    table.confirm(move(OWNER, "deck", deck=DECK))
    table.confirm(move(1, "deck", deck="piros"))
    for _ in range(steps):
        acting = sorted(table.to_act(), key=lambda seat: -1 if seat is None else seat)
        if not acting:
            break
        seat = chance.choice(acting)
        secret = next(_secret(table, seat), None) if seat == OWNER else None
        if secret is not None and made.get(secret.kind, 0) < 2:
            table.confirm(secret)
            made[secret.kind] = made.get(secret.kind, 0) + 1
            continue
        for _ in range(50):
            picked = rules.sample(table.state, seat, chance.randrange)
            if CARD not in str(picked):
                break
        else:
            break
        table.confirm(picked)
    return session, made


def _secret(table: Any, seat: int) -> Any:
    """Every private move with the planted card that is legal now."""
    pieces = [piece.uid for piece in table.state.pieces if piece.controller == seat]
    tries: list[Move] = [move(seat, kind, card=CARD) for kind in ("discard", "lay_base", "lay_crew", "tell_hand")]
    tries += [move(seat, "lay_weapon", card=CARD, ship=uid) for uid in pieces]
    tries += [move(seat, "tell_piece", card=CARD, piece=uid) for uid in pieces]
    tries += [move(seat, "tell_ruin", card=CARD, place=n) for n in range(len(table.state.players[seat].ruin))]
    return (wanted for wanted in tries if isinstance(table.propose(wanted), Legal))
