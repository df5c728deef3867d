"""QR codes: drawn for another tablet's camera, and read from a photo."""

from __future__ import annotations

import cv2
import numpy as np

from vision.photo import load

QUIET = 4
"""Modules of white round the code, as readers want."""
MODULE = 8
"""Pixels of a module of a drawn code."""
SIDES = (1600, 1000)
"""Longer sides at which a photo is searched, in pixels."""


def draw(letters: str) -> bytes:
    """A PNG of the code of these letters."""
    code = np.asarray(cv2.QRCodeEncoder.create().encode(letters))
    # What the encoder gives has a rim of its own; it is cut off and made anew.
    rows, columns = np.nonzero(code < 128)
    code = code[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    code = cv2.copyMakeBorder(code, QUIET, QUIET, QUIET, QUIET, cv2.BORDER_CONSTANT, value=255)
    large = cv2.resize(code, None, fx=MODULE, fy=MODULE, interpolation=cv2.INTER_NEAREST)
    return bytes(cv2.imencode(".png", large)[1])


def read(photo: bytes) -> str:
    """The letters of the code in a photo, or nothing. Raises BadPhoto for what is none."""
    grey = cv2.cvtColor(load(photo, SIDES[0]), cv2.COLOR_BGR2GRAY)
    for side in SIDES:
        scale = min(1.0, side / max(grey.shape))
        small = grey if scale == 1 else cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        try:
            found, _, _ = cv2.QRCodeDetector().detectAndDecode(small)
        except (cv2.error, UnicodeDecodeError):
            continue  # a pattern that is almost a code
        if found:
            return str(found)
    return ""
