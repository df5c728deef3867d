"""Where pictures come from: a camera of the desk or the tablet, or files in its place."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import cv2
import numpy as np

from vision.photo import BadPhoto, load

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Image = NDArray[np.uint8]

PREVIEW = 960
"""Longest side of a preview frame; stills are as large as the camera gives them."""
QUALITY = 92
PHOTOS = (".jpg", ".jpeg", ".png", ".webp", ".bmp")


class NoCamera(Exception):  # noqa: N818
    """There is no camera, or nobody allowed us to use it."""


class NotAllowed(NoCamera):
    """The player does not want the camera used."""


class Camera(Protocol):
    """Open it, look through it, take a still, close it."""

    def allowed(self) -> bool:
        """Whether it may be opened without asking the player."""

    def open(self) -> None:
        """Start looking; NoCamera when it cannot be."""

    def torch(self, on: bool) -> bool:
        """Light the lamp or put it out; whether there is one."""

    def frame(self) -> Image | None:
        """The newest small frame in blue, green, red; None when there is none yet."""

    def still(self) -> bytes:
        """A photo as the bytes of a JPEG or whatever file it comes from."""

    def close(self) -> None:
        """Stop looking."""


class Unasked:
    """A camera nobody has to allow, and without a lamp."""

    def allowed(self) -> bool:
        return True

    def torch(self, on: bool) -> bool:
        return False


class DeskCamera(Unasked):
    """A camera OpenCV can open."""

    def __init__(self, number: int = 0) -> None:
        self.number = number
        self._device: cv2.VideoCapture | None = None
        self._last: Image | None = None

    def open(self) -> None:
        device = cv2.VideoCapture(self.number)
        if not device.isOpened():
            device.release()
            raise NoCamera(str(self.number))
        device.set(cv2.CAP_PROP_FRAME_WIDTH, 1920)
        device.set(cv2.CAP_PROP_FRAME_HEIGHT, 1080)
        self._device = device

    def frame(self) -> Image | None:
        if self._device is None:
            raise NoCamera(str(self.number))
        taken, image = self._device.read()
        if not taken:
            return None
        self._last = np.asarray(image, np.uint8)
        return smaller(self._last)

    def still(self) -> bytes:
        if self._last is None:
            self.frame()
        if self._last is None:
            raise NoCamera(str(self.number))
        return encoded(self._last)

    def close(self) -> None:
        if self._device is not None:
            self._device.release()
            self._device = None
        self._last = None


class FileCamera(Unasked):
    """Files in a camera's place: each still is the next of them; for tests, and for photos taken before."""

    def __init__(self, files: Sequence[Path | str]) -> None:
        self.files = tuple(Path(file) for file in files)
        self._next = 0
        self._preview: tuple[int, Image] | None = None

    def open(self) -> None:
        if not self.files:
            raise NoCamera("no files")

    def _file(self) -> Path:
        return self.files[self._next % len(self.files)]

    def frame(self) -> Image | None:
        if self._preview is None or self._preview[0] != self._next:
            try:
                self._preview = (self._next, load(self._file(), PREVIEW))
            except BadPhoto:
                return None
        return self._preview[1]

    def still(self) -> bytes:
        file = self._file()
        self._next += 1
        try:
            return file.read_bytes()
        except OSError as error:
            raise NoCamera(str(error)) from error

    def close(self) -> None:
        self._preview = None


def smaller(image: Image, longest: int = PREVIEW) -> Image:
    """The picture with no side longer than this."""
    scale = longest / max(image.shape[:2])
    if scale >= 1:
        return image
    size = (max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale)))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


def encoded(image: Image, quality: int = QUALITY) -> bytes:
    """The picture as the bytes of a JPEG."""
    done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise ValueError("the picture cannot be written")
    return data.tobytes()


def pixels(image: Image) -> tuple[int, int, bytes]:
    """Width, height and bytes in red, green, blue, bottom row first, as a texture wants them."""
    turned = np.ascontiguousarray(image[::-1, :, ::-1])
    return image.shape[1], image.shape[0], turned.tobytes()


def cut(image: Image, corners: Sequence[tuple[float, float]], longest: int = 900) -> Image:
    """Perspective-correct crop of a quadrilateral, its corners clockwise from the top left."""
    source = np.array(corners, np.float32)
    sides = np.hypot(*(np.roll(source, -1, axis=0) - source).T)
    wide, high = max(float(sides[0] + sides[2]) / 2, 8.0), max(float(sides[1] + sides[3]) / 2, 8.0)
    scale = min(1.0, longest / max(wide, high))
    size = (max(8, round(wide * scale)), max(8, round(high * scale)))
    target = np.array([(0, 0), (size[0], 0), size, (0, size[1])], np.float32)
    flat = cv2.warpPerspective(image, cv2.getPerspectiveTransform(source, target), size, flags=cv2.INTER_AREA)
    return np.asarray(flat, np.uint8)


def from_nv21(data: bytes, width: int, height: int, turn: int = 0) -> Image:
    """A tablet's preview frame (all light first, then colour by pairs) in blue, green, red, turned upright."""
    if len(data) < width * height * 3 // 2:
        raise ValueError("the frame is cut short")
    raw = np.frombuffer(data, np.uint8, width * height * 3 // 2).reshape(height * 3 // 2, width)
    return turned(np.asarray(cv2.cvtColor(raw, cv2.COLOR_YUV2BGR_NV21), np.uint8), turn)


def turned(image: Image, turn: int) -> Image:
    """The picture turned clockwise by 0, 90, 180 or 270 degrees."""
    codes = {90: cv2.ROTATE_90_CLOCKWISE, 180: cv2.ROTATE_180, 270: cv2.ROTATE_90_COUNTERCLOCKWISE}
    return np.asarray(cv2.rotate(image, codes[turn]), np.uint8) if turn in codes else image
