"""What is done with any picture: made smaller, turned, cut out, and written as bytes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Image = NDArray[np.uint8]
    """Rows, columns, and blue, green, red."""

PREVIEW = 960
"""Longest side of a preview frame; stills are as large as the camera gives them."""
QUALITY = 92


def smaller(image: Image, longest: int = PREVIEW) -> Image:
    """The picture with no side longer than this."""
    scale = longest / max(image.shape[:2])
    if scale >= 1:
        return image
    size = (max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale)))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


def as_jpeg(image: Image, quality: int = QUALITY) -> bytes:
    """The picture as the bytes of a JPEG; ValueError when it cannot be one."""
    done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise ValueError("the picture cannot be written")
    return data.tobytes()


def as_png(image: Image) -> bytes:
    """The picture as the bytes of a PNG."""
    return bytes(cv2.imencode(".png", image)[1])


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
