"""A photo and further frames of the same rest, put together thing by thing: what one got wrong the others outvote."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from math import dist, exp, log

from tableside.control.reading import scaled
from tableside.core.readings import Alternative, CardReading, DieReading, Expect, Readings, Verdict

LEAST = 2
"""With so many further frames there is a majority."""
LARGE = 40.0
"""What is narrower than this in a frame, in its own pixels, is seen better in the photo: there the frame is silent."""
APART = 0.5
"""Readings whose middles are nearer to each other than this share of their size are of one thing."""
ALIKE = 0.5
"""A frame in which less than this share of the things lie where the photo has them was taken from elsewhere."""
ROUNDED = 0.02
"""As much as this the heights may differ of pictures that are as wide: more, and they are not cut alike."""
UNSEEN, SHOWN = 0.002, 0.004
"""The chance of what a frame does not name, and the least that is told."""

Thing = DieReading | CardReading
Group = dict[int, Thing]
"""One thing, as each frame has it that shows it; the photo is number 0."""


def vote(photo: Readings, others: Sequence[Readings], expect: Expect | None = None) -> Readings:
    """One reading of all, where the photo has them; the photo's own where too few frames are of one table.

    What most show is there, and what it is, is the mean of what they say: frames of one light err alike, so that they
    agree makes nothing surer. The whole is clear where the photo or most frames are, and all that are agree with it.
    """
    frames, narrower = [photo], [1.0]
    for other in others:
        scale = photo.size[0] / max(1, other.size[0])
        laid = scaled(other, scale)
        if _of_one_table(photo, laid):
            frames.append(laid)
            narrower.append(scale)
    if len(frames) <= LEAST:
        return photo
    piles = _groups([frame.cards for frame in frames])
    kept = [pile for pile in piles if _there(pile, narrower) or (0 in pile and pile[0].alternatives)]
    dice = [die for die in _groups([frame.dice for frame in frames]) if _there(die, narrower)]
    merged = replace(
        photo,
        dice=tuple(_die(_heard(die, narrower), frames, kept) for die in dice),
        cards=tuple(_card(_heard(pile, narrower)) for pile in kept),
        ms=sum(frame.ms for frame in frames),
    )
    verdict = _verdict(frames, merged, expect is not None and bool(expect.colours))
    told = next((frame for frame in frames if frame.verdict is verdict), photo)
    return replace(merged, verdict=verdict, advice=told.advice)


def _of_one_table(photo: Readings, other: Readings) -> bool:
    """Whether what both show lies at the same places; a frame that shows nothing tells nothing."""
    pairs = [*_groups([photo.dice, other.dice]), *_groups([photo.cards, other.cards])]
    both = sum(len(group) == 2 for group in pairs)
    fewer = min(len(photo.dice) + len(photo.cards), len(other.dice) + len(other.cards))
    alike = abs(photo.size[1] - other.size[1]) <= ROUNDED * photo.size[1]
    return alike and bool(other.dice or other.cards) and both >= ALIKE * fewer


def _groups(frames: Sequence[Sequence[Thing]]) -> list[Group]:
    """The things that the frames show, those of the photo first; each with the nearest of another frame."""
    found: list[Group] = []
    for number, things in enumerate(frames):
        for thing in things:
            near = [(_apart(group, thing), group) for group in found if number not in group]
            best = min(near, key=lambda pair: pair[0], default=(1.0, {}))
            if best[0] < APART:
                best[1][number] = thing
            else:
                found.append({number: thing})
    return found


def _apart(group: Group, thing: Thing) -> float:
    """How far a thing lies from where the others have it, in its own size."""
    one = next(iter(group.values()))
    return dist(one.centre, thing.centre) / min(_size(one), _size(thing))


def _size(thing: Thing) -> float:
    """How wide a thing is at its narrowest."""
    a, b, c, d = thing.quad
    return max(1.0, min(dist(a, b) + dist(c, d), dist(b, c) + dist(d, a)) / 2)


def _voters(group: Group, narrower: Sequence[float]) -> list[int]:
    """The photo, and the frames in which a thing is large enough to be seen well."""
    size = _size(next(iter(group.values())))
    return [number for number, scale in enumerate(narrower) if number == 0 or size / scale >= LARGE]


def _heard(group: Group, narrower: Sequence[float]) -> Group:
    return {number: group[number] for number in _voters(group, narrower) if number in group}


def _there(group: Group, narrower: Sequence[float]) -> bool:
    return 2 * len(_heard(group, narrower)) > len(_voters(group, narrower))


def _mean(told: Sequence[tuple[Alternative, ...]]) -> tuple[Alternative, ...]:
    """The mean of the logarithms of the chances, made up to what the frames say of all values together."""
    chances = [{one.value: one.p for one in some} for some in told if some]
    if not chances:
        return ()
    values = dict.fromkeys(value for some in chances for value in some)
    mean = {v: exp(sum(log(max(some.get(v, 0.0), UNSEEN)) for some in chances) / len(chances)) for v in values}
    share = sum(sum(some.values()) for some in chances) / len(chances) / sum(mean.values())
    ranked = sorted(((v, p * share) for v, p in mean.items()), key=lambda pair: -pair[1])
    return tuple(Alternative(v, round(p, 4)) for n, (v, p) in enumerate(ranked) if n == 0 or p >= SHOWN)


def _die(group: Group, frames: Sequence[Readings], piles: Sequence[Group]) -> DieReading:
    shown = {number: die for number, die in group.items() if isinstance(die, DieReading)}
    under = Counter(
        None if die.card is None else _pile(piles, number, frames[number].cards[die.card])
        for number, die in shown.items()
    )
    one, colours = next(iter(shown.values())), _mean([die.colours for die in shown.values()])
    return replace(
        one,
        kind=Counter(die.kind for die in shown.values()).most_common(1)[0][0],
        alternatives=_mean([die.alternatives for die in shown.values()]),
        colour=str(colours[0].value) if colours else one.colour,
        colours=colours,
        card=under.most_common(1)[0][0],
    )


def _pile(piles: Sequence[Group], number: int, card: CardReading) -> int | None:
    return next((place for place, pile in enumerate(piles) if pile.get(number) is card), None)


def _card(group: Group) -> CardReading:
    """A card; frames that do not know it have no say in which it is."""
    shown = [card for card in group.values() if isinstance(card, CardReading)]
    named = [card for card in shown if card.alternatives]
    return replace(
        (named or shown)[0],
        alternatives=_mean([card.alternatives for card in named]),
        covered=min(card.covered for card in shown),
    )


def _verdict(frames: Sequence[Readings], merged: Readings, coloured: bool) -> Verdict:
    clear = [frame for frame in frames if frame.verdict is Verdict.CLEAR]
    sure = frames[0].verdict is Verdict.CLEAR or 2 * len(clear) > len(frames)
    if sure and all(_shown(frame, coloured) == _shown(merged, coloured) for frame in clear):
        return Verdict.CLEAR
    seen = bool(merged.dice or merged.cards) and any(frame.verdict is not Verdict.NONE for frame in frames)
    return Verdict.CLOSE if seen else Verdict.NONE


def _shown(readings: Readings, coloured: bool) -> Counter[tuple[int | str | None, str]]:
    """What it comes to, wherever it lies; colours where they matter."""
    dice = ((die.value, die.colour if coloured else "") for die in readings.dice)
    return Counter((*dice, *((card.id, "") for card in readings.cards)))
