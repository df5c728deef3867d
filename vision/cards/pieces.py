"""Small pieces, several of one kind: beside cards and on them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from vision.cards.find import edges_in, find, without
from vision.cards.gallery import Shelf
from vision.cards.geometry import Points, about_middle, area
from vision.cards.seen import overlap
from vision.cards.verify import Guess

if TYPE_CHECKING:
    from vision.cards.search import Search


def by_piece(search: Search) -> None:
    """Looks for pieces in all of the photo; cards that were not known with pieces on them are looked at again.

    The network that says where cards lie learnt from cards, and what lies on a card is none of its own print.
    """
    known = {shape for shape, shelf in search.gallery.shelves.items() if search.pieces.intersection(shelf.ids)}
    if not known:
        return
    edges = edges_in(search.lines)
    maps = without((*edges.first, *edges.more), _named(search))
    search.tried.clear()
    places = find(edges, frozenset(known), maps=maps)
    search.attempt([replace(p, m=p.m @ about_middle(p.shape, k)) for p in places for k in search.limits.insets])
    search.tried.clear()
    on_top, small = _named(search), search.limits.piece
    search.attempt([place for place in search.places if any(_on(piece, place.ring, small) for piece in on_top)])


def ways(shelf: Shelf, guesses: list[Guess], pieces: Collection[str]) -> Iterator[list[Guess]]:
    """The guesses at a place; of pieces also each other one by itself, for it may fit where the first does not."""
    yield guesses
    tried = {str(shelf.ids[guesses[0].row])}
    for guess in guesses if tried <= set(pieces) else ():
        id = str(shelf.ids[guess.row])
        if id not in tried:
            tried.add(id)
            yield [guess]


def _named(search: Search) -> list[Points]:
    """The pieces seen so far, in the small picture."""
    return [seen.ring * search.scale for seen in search.named if seen.id in search.pieces]


def _on(piece: Points, card: Points, small: float) -> bool:
    return area(piece) < small * area(card) and overlap(piece, card)[0] > 0.7
