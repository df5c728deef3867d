"""From the bytes of a photo to readings: decoded once, only what is expected is sought, kept small. On any thread."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from models.owned_records import CORRECTED, OwnersCopy
from models.store import Store
from tableside.control import vote
from tableside.control.reading import Failed, Photo, scaled
from tableside.core import codec
from tableside.core.game import Guess
from tableside.core.moves import Text
from tableside.core.readings import Expect, Readings, Verdict

if TYPE_CHECKING:
    from vision.cards.gallery import Gallery
    from vision.dice.custom_faces import Faces

SIDE, KEPT = 4000, 1600
"""Longest side in pixels of a photo that is read, and of the picture that is shown and kept with its move."""
QUALITY = 86
VOTED, VOTED_UNCLEAR = 500.0, 3000.0
"""Milliseconds that further frames may take, where the photo is clear and where it is not."""

Weigh = Callable[[Readings], tuple[Guess, ...]]
Looks = Sequence[tuple[str, Any]]
"""Names of cards with the samples they are known by."""


@dataclass(frozen=True, slots=True)
class Sight:
    """Galleries of one copy: its cards, and the faces of its special dice."""

    gallery: Gallery
    faces: Faces | None


_sights: WeakKeyDictionary[Store, dict[str, tuple[object, Sight]]] = WeakKeyDictionary()
_making = threading.Lock()


def sight(copy: OwnersCopy) -> Sight:
    """The galleries of a copy, cached until its looks change. Any thread."""
    from vision.stored_samples import faces, gallery

    slug, stamp = copy.base.slug, copy.looks_stamp()
    with _making:
        here = _sights.setdefault(copy.store, {})
        if slug not in here or here[slug][0] != stamp:
            cards = gallery((look.card, look.descriptor) for look in (*copy.looks(), *copy.looks(CORRECTED["card"])))
            shown = (*copy.looks("face"), *copy.looks(CORRECTED["face"]))
            dice = faces((look.card, look.descriptor) for look in shown)
            here[slug] = (stamp, Sight(cards, dice))
        return here[slug][1]


def forget() -> None:
    """Drop the cached galleries; they are rebuilt on demand."""
    with _making:
        _sights.clear()
        _joined.cache_clear()


def read(
    data: bytes, expect: Expect | None, copy: OwnersCopy | None, looks: Looks = (), weigh: Weigh | None = None,
    before: Any = None, burst: Sequence[Any] = (),
) -> Photo | Failed:  # fmt: skip
    """Read a photo with what a copy knows by sight and further looks; `weigh` says which moves it may mean.

    `before`: a picture of the table as it lay before something on it moved; `burst`: further frames of the same rest.
    The photo that comes back is re-encoded at a bounded size, so that nothing but the picture is kept of it, and the
    readings are in its pixels.
    """
    from vision import dice
    from vision.images import as_jpeg, pixels, smaller
    from vision.photo import BadPhoto, load

    def sought(image: Any) -> Readings:
        return seek(image, expect, copy, looks, before)

    try:
        if expect is not None and not expect.cards and not expect.things:
            image, readings = dice.decoded(data, SIDE, sought)
        else:
            image = load(data, max_side=SIDE)
            readings = sought(image)
        readings = voted(readings, burst, sought, expect)
        shown = smaller(image, KEPT)
        readings = scaled(readings, shown.shape[1] / image.shape[1])
        guesses = weigh(readings) if weigh is not None else None
        return Photo(as_jpeg(shown, QUALITY), readings, *pixels(shown), guesses)
    except BadPhoto as error:
        return Failed(error.told)
    except Exception as error:
        # A reader that fails must not take the table down with it; the players enter by hand.
        return Failed(Text("app.camera.failed", (("problem", f"{type(error).__name__}: {error}"),)))


def voted(photo: Readings, burst: Sequence[Any], sought: Callable[[Any], Readings], expect: Expect | None) -> Readings:
    """The photo's readings, voted with further frames of the same rest where reading those is quick enough."""
    patience = VOTED if photo.verdict is Verdict.CLEAR else VOTED_UNCLEAR
    if len(burst) < vote.LEAST or len(burst) * photo.ms > patience:
        return photo
    return vote.vote(photo, [sought(image) for image in burst], expect)


def seek(image: Any, expect: Expect | None, copy: OwnersCopy | None, looks: Looks = (), before: Any = None) -> Readings:
    """Dice, cards, or dice on cards: whatever is expected; all of them when nobody says."""
    from vision import cards, dice, dice_on_cards
    from vision.cards.gallery import Gallery

    if expect is not None and expect.things:
        return cards.outlines(image)
    known = sight(copy) if copy is not None else Sight(Gallery(), None)
    gallery = _joined(known.gallery, tuple(looks)) if looks else known.gallery
    for_dice = expect is None or bool(expect.values or expect.counts or expect.multisets or expect.colours)
    for_cards = expect is None or bool(expect.cards)
    if for_cards and not for_dice:
        return cards.recognise(image, gallery, expect)
    if for_cards and len(gallery):
        return dice_on_cards.read(image, gallery, expect, known.faces)
    # Unless the number of dice is known, one that was not rolled again would be lost without a word.
    rolled = expect is not None and len(expect.counts) == 1
    return dice.read(image, expect, known.faces, before if rolled else None)


@lru_cache(maxsize=1)
def _joined(gallery: Gallery, looks: tuple[tuple[str, Any], ...]) -> Gallery:
    """A gallery with further looks: kept from one photo to the next, so that its index is."""
    from vision.cards.gallery import Gallery

    return Gallery((*gallery, *looks))


def reopened(data: bytes, readings: str) -> Photo:
    """A photo that was kept, with the readings that were kept; a ValueError or BadPhoto when they cannot be read."""
    from vision.images import pixels, smaller
    from vision.photo import load

    found: Readings = codec.decode(Readings, codec.parse(readings))
    image = load(data, max_side=SIDE)
    # Photos kept by earlier versions are larger than their readings.
    return Photo(data, found, *pixels(smaller(image, max(found.size) or KEPT)))
