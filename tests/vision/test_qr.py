"""A code drawn on one tablet is read from a photo by another."""

import cv2
import numpy as np
import pytest

from models.packs import CODE_LETTERS
from vision import qr
from vision.photo import BadPhoto

LONGEST = "TABLESIDE:0123ABCD:1:9:" + ("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567" * 40)[:CODE_LETTERS]


@pytest.mark.parametrize("letters", ["TABLESIDE:0123ABCD:1:1:AB", LONGEST])
def test_a_code_photographed_from_a_screen_is_read(letters: str) -> None:
    drawn = cv2.imdecode(np.frombuffer(qr.draw(letters), np.uint8), cv2.IMREAD_COLOR)
    high, wide = drawn.shape[:2]
    corners = np.float32([[0, 0], [wide, 0], [wide, high], [0, high]])
    seen = np.float32([[90, 60], [wide + 40, 100], [wide + 10, high + 50], [50, high + 20]])
    photo = cv2.warpPerspective(
        drawn, cv2.getPerspectiveTransform(corners, seen), (wide + 160, high + 160), borderValue=(70, 60, 50)
    )
    photo = cv2.GaussianBlur(photo, (3, 3), 0)
    noise = np.random.default_rng(1).normal(0, 6, photo.shape)
    photo = np.clip(photo * 0.8 + 20 + noise, 0, 255).astype(np.uint8)
    assert qr.read(bytes(cv2.imencode(".jpg", photo)[1])) == letters


def test_a_photo_without_a_code_gives_nothing_and_what_is_no_photo_is_told() -> None:
    bare = np.random.default_rng(2).integers(0, 255, (400, 600, 3), dtype=np.uint8)
    assert qr.read(bytes(cv2.imencode(".png", bare)[1])) == ""
    with pytest.raises(BadPhoto):
        qr.read(b"no photo")
