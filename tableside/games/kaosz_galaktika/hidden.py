"""Hidden cards: how many there are is public, which they are only their owner knows (B9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from tableside.core.game import Choice, Offer
from tableside.core.moves import Move, Seat, Text, text
from tableside.core.ruling import Illegal, Need
from tableside.core.stack import Pending
from tableside.games.kaosz_galaktika.pieces import card
from tableside.games.kaosz_galaktika.records import OPPOSED, Race, deck_of
from tableside.games.kaosz_galaktika.state import DECK_SIZE, SLUG, Piece, State, Turn

MOST_COPIES = 3
MOST_RACES = 4
SECRET_MOVES = ("tell_hand", "tell_piece", "tell_ruin", "lay_base", "lay_crew", "lay_weapon", "discard")


def redact(state: State, seat: int | None) -> State:
    """What this seat may see; seat None sees what lies open to all."""
    players = tuple(
        player if other == seat else replace(player, deck=None, known=(), ruin=(None,) * len(player.ruin))
        for other, player in enumerate(state.players)
    )
    pieces = tuple(
        piece if piece.paid or piece.controller == seat else replace(piece, card=None) for piece in state.pieces
    )
    items = tuple(pending if pending.seat == seat else _veiled(pending) for pending in state.stack.items)
    return replace(state, players=players, pieces=pieces, stack=replace(state.stack, items=items))


def secret(state: State, seat: int | None) -> bool:
    """Whether this seat has told the referee a hidden card; a deck alone stands in the copy, for everybody to see."""
    if seat is None:
        return False
    player = state.players[seat]
    named = any(piece.card is not None for piece in state.pieces if piece.controller == seat and not piece.paid)
    return named or bool(player.known) or any(card is not None for card in player.ruin)


def is_secret(move: Move) -> bool:
    """Whether the card a move names is only its player's to know."""
    return move.kind in SECRET_MOVES or (move.kind == "effect_card" and move.get("to") != "trash")


def redact_move(move: Move, seat: Seat) -> Move:
    """The move as this seat may know it: without the card or deck only its player knows."""
    if move.seat is not None and move.seat == seat:
        return move
    if move.kind == "deck":
        return move.given(deck=None)
    return move.given(card=None) if is_secret(move) and "card" in move else move


def _veiled(pending: Pending) -> Pending:
    """A card about to be laid face down is hidden; everything else on the stack lies open."""
    if not pending.kind.startswith("lay_"):
        return pending
    return replace(pending, args=tuple((name, None if name == "card" else value) for name, value in pending.args))


@dataclass(frozen=True, slots=True)
class Sight:
    """What the referee knows of one owner's cards, wherever they are."""

    cards: Counter[str]
    deck: Counter[str] | None
    """A deck that is entered whole."""
    names: Counter[str]
    races: frozenset[Race]


def sight(turn: Turn, owner: int) -> Sight:
    """What has been seen of this owner's cards; for the state a move begins in it is added up once for all of them."""
    if turn.state is not turn.start:
        return _added_up(turn, owner)
    kept = turn.book.kept(turn.start)
    if ("sight", owner) not in kept:
        kept["sight", owner] = _added_up(turn, owner)
    found: Sight = kept["sight", owner]
    return found


def _added_up(turn: Turn, owner: int) -> Sight:
    known = turn.state.seen[owner]
    deck = deck_of(turn.catalog, turn.state.players[owner].deck)
    names: Counter[str] = Counter()
    races = set()
    for id, count in known.items():
        found = card(turn, id)
        if found is not None:
            names[found.name or id] += count
            if found.race is not None:
                races.add(found.race)
    whole = Counter(deck.cards) if deck is not None and len(deck.cards) >= DECK_SIZE else None
    return Sight(known, whole, names, frozenset(races))


def can_be(turn: Turn, owner: int, id: str, known: Sight | None = None) -> Illegal | None:
    """Whether one more hidden card of this owner can be this card, by deck, copies and races (A1, A2)."""
    found = card(turn, id)
    if found is None:
        return facts(turn, id)
    known = sight(turn, owner) if known is None else known
    if known.deck is not None:
        if known.deck[id] <= known.cards[id]:
            return turn.no("not_in_deck", "A1", card=name(turn, id), copies=known.deck[id])
        return None
    if known.names[found.name or id] >= MOST_COPIES:
        return turn.no("fourth_copy", "A1", card=name(turn, id))
    if turn.state.simple and found.speaks_of_speed_or_return:
        return turn.no("banned_in_simple_combat", "H2", card=name(turn, id))
    return clash(turn, found.race, known.races)


def piece_can_be(turn: Turn, piece: Piece, id: str) -> Illegal | None:
    """Whether a face-down card can be this one; of a captured card no reason is given, since it would tell the deck."""
    problem = can_be(turn, piece.owner, id)
    if problem is None or piece.owner == piece.controller or problem.needs:
        return problem
    return turn.no("cannot_be_that", "B9")


def could_be(turn: Turn, owner: int) -> list[str]:
    """Every card one more hidden card of this owner can be."""
    known = sight(turn, owner)
    ids = turn.catalog.table("cards") if known.deck is None else known.deck
    return [id for id in ids if can_be(turn, owner, id, known) is None]


def clash(turn: Turn, race: Race | None, known: frozenset[Race]) -> Illegal | None:
    """Whether this race can be in a deck with those."""
    rules = turn.state.race_rules
    if race is None or rules == "free":
        return None
    if rules == "four":
        return turn.no("fifth_race", "H3") if len(known | {race}) > MOST_RACES else None
    for pair in OPPOSED:
        if race in pair:
            other = pair[0] if race is pair[1] else pair[1]
            if other in known:
                return turn.no("opposed_races", "A2", first=race_name(race), second=race_name(other))
    return None


def race_name(race: Race) -> Text:
    """The race in words."""
    return text(f"{SLUG}.value.{race}")


def in_hand(turn: Turn, seat: int, id: str) -> Illegal | None:
    """Whether this card can be in this hand: told to be, or one that nobody has told."""
    player = turn.state.players[seat]
    if id in player.known:
        return None
    if player.unknown < 1:
        return turn.no("not_in_hand", "B7", card=name(turn, id))
    return can_be(turn, seat, id)


def possible(turn: Turn, seat: int) -> Iterator[str]:
    """The cards this hand may hold, each once."""
    player = turn.state.players[seat]
    yield from dict.fromkeys(player.known)
    if player.unknown:
        yield from (id for id in could_be(turn, seat) if id not in player.known)


def facts(turn: Turn, id: str, *keys: str) -> Illegal | None:
    """What must still be asked of the owner's copy about this card."""
    needs = turn.catalog.missing("cards", id, *(keys or ("type",)))
    found = card(turn, id)
    if not needs and found is not None and any(effect.half_told for effect in found.effects):
        needs = (Need("cards", id, ("effects",), text(f"{SLUG}.half_told", card=name(turn, id))),)
    return turn.lacks(needs, "D") if needs else None


def name(turn: Turn, id: str) -> Text:
    """What a card is called."""
    return turn.catalog.named("cards", id)


def offer_too(turn: Turn, choice: Choice, kind: str, uids: list[int]) -> Choice:
    """The question with these cards open, whatever the listed moves say of them."""
    known = {offer.value: offer for offer in choice.offers}
    for uid in uids:
        known[uid] = Offer(uid, turn.book.say_value(turn.state, kind, choice.slot, uid))
    return replace(choice, offers=tuple(known.values()))
