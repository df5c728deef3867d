"""Photos come in upright, or are refused with a reason; no bytes crash the reader."""

import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision import dice
from vision.photo import BadPhoto, load

PICTURE = np.random.default_rng(7).integers(0, 255, (60, 90, 3)).astype(np.uint8)
PICTURE[:20, :30] = (255, 0, 0)


def packed(kind: str, image: np.ndarray = PICTURE) -> bytes:
    return cv2.imencode(kind, image)[1].tobytes()


def turned(data: bytes, orientation: int) -> bytes:
    """The JPEG with an EXIF block that says how the phone was held."""
    tiff = b"MM\x00*" + struct.pack(">IHHHIHHI", 8, 1, 0x0112, 3, 1, orientation, 0, 0)
    block = b"Exif\x00\x00" + tiff
    return data[:2] + b"\xff\xe1" + struct.pack(">H", len(block) + 2) + block + data[2:]


def reason(source: bytes | str | Path) -> str:
    with pytest.raises(BadPhoto) as caught:
        load(source)
    return caught.value.told.key


@pytest.mark.parametrize("kind", [".jpg", ".png", ".webp", ".bmp"])
def test_common_formats_load_from_bytes_and_from_a_file(kind: str, tmp_path: Path) -> None:
    (tmp_path / f"photo{kind}").write_bytes(packed(kind))
    for source in (packed(kind), tmp_path / f"photo{kind}", str(tmp_path / f"photo{kind}")):
        image = load(source)
        assert image.shape == (60, 90, 3) and image.dtype == np.uint8


@pytest.mark.parametrize(("orientation", "shape"), [(1, (60, 90)), (3, (60, 90)), (6, (90, 60)), (8, (90, 60))])
def test_a_photo_taken_sideways_stands_upright(orientation: int, shape: tuple[int, int]) -> None:
    image = load(turned(packed(".jpg"), orientation))
    assert image.shape[:2] == shape
    blue = {1: image[5:15, 5:25], 3: image[-15:-5, -25:-5], 6: image[5:25, -15:-5], 8: image[-25:-5, 5:15]}[orientation]
    assert blue[..., 0].mean() > 200 and blue[..., 1:].mean() < 60


def test_a_side_limit_holds_for_the_longer_side() -> None:
    big = cv2.resize(PICTURE, (900, 600))
    for kind in (".jpg", ".png"):
        assert load(packed(kind, big), max_side=300).shape[:2] == (200, 300)
    assert load(turned(packed(".jpg", big), 6), max_side=300).shape[:2] == (300, 200)


@pytest.mark.parametrize(
    ("data", "key"),
    [
        (b"", "vision.photo_empty"),
        (b"hello, this is no photo at all", "vision.photo_unknown_format"),
        (b"%PDF-1.7", "vision.photo_unknown_format"),
        (b"GIF89a" + b"\0" * 40, "vision.photo_unknown_format"),
        (packed(".jpg")[:200], "vision.photo_broken"),
        (packed(".jpg")[:-200], "vision.photo_broken"),
        (packed(".png")[:20], "vision.photo_broken"),
        (packed(".jpg", PICTURE[:4, :4]), "vision.photo_too_small"),
    ],
)
def test_what_is_no_photo_is_refused_with_its_reason(data: bytes, key: str) -> None:
    assert reason(data) == key


def test_a_picture_that_would_fill_the_memory_is_refused_unopened() -> None:
    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    header = chunk(b"IHDR", struct.pack(">IIBBBBB", 29_000, 29_000, 8, 2, 0, 0, 0))
    bomb = b"\x89PNG\r\n\x1a\n" + header + chunk(b"IDAT", zlib.compress(b"\0" * 1000)) + chunk(b"IEND", b"")
    assert reason(bomb) == "vision.photo_too_many_pixels"


def test_a_missing_file_a_folder_and_an_endless_file_are_refused(tmp_path: Path) -> None:
    assert reason(tmp_path / "nothing.jpg") == "vision.photo_missing"
    assert reason(tmp_path) == "vision.photo_not_a_file"
    if Path("/dev/zero").exists():
        assert reason("/dev/zero") == "vision.photo_not_a_file"


@pytest.mark.parametrize("kind", [".jpg", ".png", ".webp", ".bmp"])
def test_spoilt_bytes_never_crash(kind: str) -> None:
    rng = np.random.default_rng(4)
    whole = packed(kind)
    for _ in range(60):
        data = bytearray(whole)
        for at in rng.integers(0, len(data), int(rng.integers(1, 12))):
            data[at] = int(rng.integers(256))
        cut = bytes(data[: int(rng.integers(1, len(data) + 1))] if rng.random() < 0.3 else data)
        try:
            image = load(cut)
        except BadPhoto as bad:
            assert bad.told.key.startswith("vision.photo_")
        else:
            assert image.ndim == 3 and image.shape[2] == 3


def test_odd_shapes_are_read_without_a_crash() -> None:
    rng = np.random.default_rng(5)
    for shape in ((8, 8), (8, 700), (700, 8), (33, 65), (200, 31)):
        readings = dice.read(rng.integers(0, 255, (*shape, 3)).astype(np.uint8))
        assert readings.size == (shape[1], shape[0])
