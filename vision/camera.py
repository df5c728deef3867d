"""Where pictures come from: a camera of the desk or the tablet, or files in its place."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import cv2
import numpy as np

from vision.images import PREVIEW, as_jpeg, smaller
from vision.photo import BadPhoto, load

if TYPE_CHECKING:
    from vision.images import Image


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
        return as_jpeg(self._last)

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
