"""What is kept of a card: bytes that come back the same, or are refused."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.cards_measured import taught
from vision.cards import DamagedCopy, Gallery, Sample, recognise, sample_of
from vision.cards.sift_index import Index
from vision.training.cards.decks import deck
from vision.training.cards.scenes import Conditions, compose, portrait

CARDS = deck("framed", 3, 4)
GALLERY = taught(CARDS, 3)
BYTES = GALLERY.to_bytes()
CLEAN = Conditions(tilt=0.3, light=0.3, blur=0.2, glare=0, sleeves=0, dice=0, noise=0.3)


def test_a_gallery_comes_back_from_its_bytes() -> None:
    back = Gallery.from_bytes(BYTES)
    assert back.ids == GALLERY.ids
    assert back.to_bytes() == BYTES
    for (_, a), (_, b) in zip(GALLERY, back, strict=True):
        assert a.jpeg == b.jpeg and a.shape == b.shape and a.aspect == pytest.approx(b.aspect, abs=1e-4)
        assert float(np.vdot(a.print, b.print)) > 0.995


def test_a_gallery_read_back_knows_the_same_cards() -> None:
    scene = compose(np.random.default_rng(1), CARDS[:3], how=CLEAN)
    for gallery in (GALLERY, Gallery.from_bytes(BYTES)):
        assert {c.id for c in recognise(scene.image, gallery).cards if c.id} == {c.id for c in CARDS[:3]}


def test_a_gallery_is_built_from_the_bytes_of_single_samples() -> None:
    rows = [(id, sample.to_bytes()) for id, sample in GALLERY]
    back = Gallery((id, Sample.from_bytes(data)) for id, data in rows)
    assert back.to_bytes() == BYTES


def test_adding_and_removing_leave_the_old_gallery_as_it_was() -> None:
    more = GALLERY.add("another", sample_of(portrait(np.random.default_rng(5), deck("picture", 9, 1)[0])))
    assert "another" in more.ids and "another" not in GALLERY.ids
    assert more.remove("another").ids == GALLERY.ids
    assert len(more) == len(GALLERY) + 1


def test_a_card_may_have_several_photos_and_is_removed_with_all_of_them() -> None:
    card = CARDS[0]
    two = GALLERY.add(card.id, sample_of(portrait(np.random.default_rng(8), card)))
    assert len(two) == len(GALLERY) and len(two.samples) == len(GALLERY.samples) + 1
    assert card.id not in two.remove(card.id).ids


def test_a_thousand_cards_take_at_most_fifty_megabytes() -> None:
    textured = deck("picture", 4, 6)
    assert len(taught(textured, 4).to_bytes()) / 6 * 1000 < 50e6


@settings(max_examples=150)
@given(at=st.integers(0, len(BYTES) - 1), bit=st.integers(0, 7))
def test_a_damaged_gallery_is_refused(at: int, bit: int) -> None:
    broken = bytearray(BYTES)
    broken[at] ^= 1 << bit
    with pytest.raises(DamagedCopy) as error:
        Gallery.from_bytes(bytes(broken))
    assert error.value.told.key.startswith("vision.copy_")


@settings(max_examples=100)
@given(end=st.integers(0, len(BYTES) - 1))
def test_a_gallery_cut_short_is_refused(end: int) -> None:
    with pytest.raises(DamagedCopy):
        Gallery.from_bytes(BYTES[:end])


@settings(max_examples=100)
@given(data=st.binary(max_size=400))
def test_bytes_that_are_no_sample_are_refused(data: bytes) -> None:
    with pytest.raises(DamagedCopy):
        Sample.from_bytes(data)


def test_a_sample_whose_check_sum_was_forged_is_refused_all_the_same() -> None:
    import struct
    import zlib

    sample = GALLERY.samples[0][1].to_bytes()
    head, body = bytearray(sample[:20]), sample[20:]
    short = body[: len(body) // 2]
    forged = bytes(head[:16]) + struct.pack("<I", zlib.crc32(short)) + short
    with pytest.raises(DamagedCopy):
        Sample.from_bytes(forged)


def test_a_mark_seen_again_is_found_among_many_cards_as_among_few() -> None:
    rng = np.random.default_rng(8)
    own = GALLERY.samples[0][1]
    blurred = np.clip(own.descriptors.astype(int) + rng.integers(-6, 7, own.descriptors.shape), 0, 255).astype(np.uint8)
    strangers = []
    for _ in range(60):
        noise = rng.gamma(0.6, 1.0, (140, 128))
        words = np.clip(np.sqrt(noise / noise.sum(axis=1, keepdims=True)) * 510, 0, 255).astype(np.uint8)
        strangers.append(Sample("rect", own.jpeg, np.zeros((140, 4), np.float32), words))
    for crowd in ([], strangers):
        index = Index([*crowd, own])
        seen, known, likeness = index.lookup(blurred)
        assert (likeness > 0.86).all()
        found = {int(q) for q, k in zip(seen, known, strict=True) if index.owner[k] == len(crowd)}
        assert len(found) >= 0.9 * len(blurred)


def test_nothing_is_looked_up_where_nothing_is_known() -> None:
    seen, known, likeness = Index([]).lookup(GALLERY.samples[0][1].descriptors)
    assert len(seen) == len(known) == len(likeness) == 0
