"""The owner's cards, tiles and tokens: taught by a photo each, then known wherever they lie."""

from vision.cards.enrol import Found, enrol, outlines, whole
from vision.cards.gallery import Gallery
from vision.cards.lookalikes import Twin
from vision.cards.recognise import names_at, recognise
from vision.cards.sample import DamagedCopy, Sample, sample_of

__all__ = [
    "DamagedCopy",
    "Found",
    "Gallery",
    "Sample",
    "Twin",
    "enrol",
    "names_at",
    "outlines",
    "recognise",
    "sample_of",
    "whole",
]
