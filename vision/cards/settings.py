"""The limits of the card search in one frozen object, so that a search can be tried with others."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """What is worth a closer look, how often, and when a name is given; shares and likenesses from 0 to 1."""

    likely: float = 0.34
    """Prints less alike than this are not worth a closer look."""
    worth: float = 0.5
    """Likeness and lead over the next card, together at least this much, make a place worth a closer look."""
    in_vain: int = 8
    """After this many places in a row that were looked at in vain, the less likely ones are left."""
    dim: float = 0.26
    """The print of what is certainly a card is looked at closely from here on."""
    fitting: float = 0.6
    """A print at least so alike was laid on the card well."""
    patience: int = 4
    """How many outlines without a name are looked at again at most."""
    insets: tuple[float, ...] = (1.0, 0.95, 0.9)
    """How much smaller than its sleeve a card may be."""
    rims: tuple[float, ...] = (1.1, 1.18)
    """How much larger than a ring printed on it a disc may be."""
    half_alike: float = 0.42
    """The part that shows of a covered card must be at least this much like it."""
    half_worth: float = 0.58
    """The same of likeness and lead over the next card together."""
    corners: int = 7
    """How many places judged by a corner are looked at, each time."""
    rounds: int = 12
    """How often corners are searched anew with what was found by them taken away."""
    borne_out: float = 0.92
    """With this much of its edge there, what has the size of a card is one, known or not."""
    guessed: int = 3
    """How many of them are taken at their edges alone, at a time."""
    strip: float = 0.28
    """Less of a card than this is not looked for where a column or a fan goes on,"""
    strip_alike: float = 0.5
    """Beside a card what shows must be at least this much like that part of a known one."""
    carried_on: float = 0.6
    """and with this much of its edge there a card lies there, known or not."""
    closed: float = 6.0
    """How much likelier a name is when nothing but taught cards can lie here."""
    again: float = 0.02
    """What is less likely than this is not looked at a second time."""
    hidden: float = 0.68
    """A card of which more than this is hidden is not sought."""
    covered: float = 0.2
    """With more of it different than this, something may lie on a card; what lies on top gets its name first."""
    sides: float = 0.7
    """Of a card that lies on others, this much of its edge must show."""
    compared: float = 0.22
    """When less of a card than this could be compared, it gets no name."""
    little: float = 0.17
    """The same of a card that is like no other where they differ."""
    left: float = 0.6
    """Where a row seems to go on and so much looks like a card, one lies there, known or not."""
    pair: float = 0.15
    """Where only two cards say that a column goes on and so much looks like a card, one is looked for."""
    passed: float = 0.25
    """With so much of one to be seen, a card that is like none known lies where a column goes on."""
    drift: float = 6.0
    """How far, in pixels of the frame, a place found by a corner may move under a close look.

    One that is surely a card, its marks in place, may move further.
    """
    ahead: float = 0.25
    """A card that shows in part must be so much more like what shows than any other, where those two differ,"""
    fit: float = 0.7
    """and be so alike there itself: what is not may be its sibling nobody taught."""
    fit_exact: float = 0.5
    """The same where no printed place is unlike."""
    misfit: float = 0.3
    """A card that shows whole must be at least so alike there, where it may lie under a reflection or a die."""
    well_ahead: float = 0.4
    fit_alone: float = 0.6
    """So far ahead, or fitting so well if no other is like it, less of it need show."""
    same: float = 0.75
    """An outline without a name that covers so much of a place is of what lies there, not on it."""
    twice: float = 0.95
    """A card that was already seen in the photo must be this likely to be there again: it may be its sibling."""
    piece: float = 0.3
    """A piece is smaller than this share of a card it lies on."""
    tries: int = 2
    """How many places that mean the same card are looked at before it is left, and how often one place is,"""
    there: float = 0.92
    """if looks share so much of it and the same cards lie on it; twice as often if it nearly got a name."""
    in_a_row: float = 0.44
    """The same of likeness and lead where a card's neighbour must lie."""
    off: float = 0.035
    """A place this far, in card sizes, from one that was looked at is looked at anew."""
    few: float = 0.01
    """Where less of the photo than this seems to be cards, the network is not asked."""
    several: int = 3
    small: float = 0.03
    """Nor is it when several cards are each a smaller share of the photo than this: a box laid out."""
    relied_on: float = 0.8
    """Where it sees this much of the cards named, it is believed where it sees none."""
    many: int = 16
    """So many small cards are a box laid out."""
    firm: float = 0.94
    """An outline this good, and as large and slim as a card, is a card, known or not."""


SETTINGS = SearchSettings()
