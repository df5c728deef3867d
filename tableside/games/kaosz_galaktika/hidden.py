"""Hidden cards: how many there are is public, which they are only their owner knows (B9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from tableside.core.moves import Text, text
from tableside.core.ruling import Illegal
from tableside.core.stack import Pending
from tableside.games.kaosz_galaktika.cards import OPPOSED, Race
from tableside.games.kaosz_galaktika.desk import Desk, cite, no
from tableside.games.kaosz_galaktika.state import Piece, State

MOST_COPIES = 3
MOST_RACES = 4


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


def _veiled(pending: Pending) -> Pending:
    """A card about to be laid face down is hidden; everything else on the stack lies open."""
    if not pending.kind.startswith("lay_"):
        return pending
    return replace(pending, args=tuple((name, None if name == "card" else value) for name, value in pending.args))


def limbo(state: State) -> Iterator[Pending]:
    """Cards that have left the hand and have not come to rest: on the stack or being carried out."""
    for pending in (*state.stack.items, *((state.resolving,) if state.resolving else ())):
        if pending.kind in ("ship", "event", "interrupt"):
            yield pending


def seen(state: State, owner: int) -> Counter[str]:
    """The cards of this owner the referee knows, wherever they are."""
    player = state.players[owner]
    known: Counter[str] = Counter(player.known)
    known.update(player.trash)
    known.update(card for card in player.ruin if card is not None)
    known.update(piece.card for piece in state.pieces if piece.owner == owner and piece.card is not None)
    known.update(pending["card"] for pending in limbo(state) if pending.seat == owner)
    return known


@dataclass(frozen=True, slots=True)
class Sight:
    """What has been seen of one owner's cards, added up once."""

    cards: Counter[str]
    deck: Counter[str] | None
    names: Counter[str]
    races: frozenset[Race]


def sight(desk: Desk, owner: int) -> Sight:
    """What the referee knows of this owner's cards."""
    found: Sight | None = desk.sights.get(owner)
    if found is not None:
        return found
    known = seen(desk.state, owner)
    deck = desk.catalog.find("decks", desk.state.players[owner].deck or "")
    names: Counter[str] = Counter()
    races = set()
    for id, count in known.items():
        card = desk.card(id)
        if card is not None:
            names[card.name] += count
            if card.race is not None:
                races.add(card.race)
    found = Sight(known, Counter(deck.cards) if deck is not None else None, names, frozenset(races))
    desk.sights[owner] = found
    return found


def can_be(desk: Desk, owner: int, id: str, known: Sight | None = None) -> Illegal | None:
    """Whether one more hidden card of this owner can be this card, by deck, copies and races (A1, A2)."""
    card = desk.card(id)
    if card is None:
        return facts(desk, id)
    known = sight(desk, owner) if known is None else known
    if known.deck is not None:
        if known.deck[id] <= known.cards[id]:
            return no("not_in_deck", "A1", card=card.name, copies=known.deck[id])
        return None
    if known.names[card.name] >= MOST_COPIES:
        return no("fourth_copy", "A1", card=card.name)
    if desk.state.simple and card.speaks_of_speed_or_return:
        return no("banned_in_simple_combat", "H2", card=card.name)
    return clash(card.race, known.races, desk.state.race_rules)


def piece_can_be(desk: Desk, piece: Piece, id: str) -> Illegal | None:
    """Whether a face-down card can be this one; of a captured card no reason is given, since it would tell the deck."""
    problem = can_be(desk, piece.owner, id)
    if problem is None or piece.owner == piece.controller or problem.needs:
        return problem
    return no("cannot_be_that", "B9")


def could_be(desk: Desk, owner: int) -> list[str]:
    """Every card one more hidden card of this owner can be."""
    known = sight(desk, owner)
    ids = desk.catalog.table("cards") if known.deck is None else known.deck
    return [id for id in ids if can_be(desk, owner, id, known) is None]


def clash(race: Race | None, races: frozenset[Race], rules: str) -> Illegal | None:
    """Whether this race can be in a deck with those."""
    if race is None or rules == "free":
        return None
    if rules == "four":
        if len(races | {race}) > MOST_RACES:
            return no("fifth_race", "H3")
        return None
    for pair in OPPOSED:
        if race in pair:
            other = pair[0] if race is pair[1] else pair[1]
            if other in races:
                return no("opposed_races", "A2", first=race_name(race), second=race_name(other))
    return None


def race_name(race: Race) -> Text:
    """The race in words."""
    return text(f"kaosz_galaktika.race.{race}")


def in_hand(desk: Desk, seat: int, id: str) -> Illegal | None:
    """Whether this card can be in this hand: told to be, or one that nobody has told."""
    player = desk.player(seat)
    if id in player.known:
        return None
    if player.unknown < 1:
        return no("not_in_hand", "B7", card=name(desk, id))
    return can_be(desk, seat, id)


def possible(desk: Desk, seat: int) -> Iterator[str]:
    """The cards this hand may hold, each once."""
    player = desk.player(seat)
    yield from dict.fromkeys(player.known)
    if player.unknown:
        yield from (id for id in could_be(desk, seat) if id not in player.known)


def facts(desk: Desk, id: str, *keys: str) -> Illegal | None:
    """What must still be asked of the owner's copy about this card."""
    needs = desk.catalog.missing("cards", id, *(keys or ("name", "type")))
    return Illegal(needs[0].text, cite("D"), needs=needs) if needs else None


def name(desk: Desk, id: str) -> str:
    """The card's name, or its id while the name is not known."""
    card = desk.card(id)
    return card.name if card is not None else id
