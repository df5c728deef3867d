"""A die cut from the photo at the size the reader wants."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Image = NDArray[np.uint8]


def crop(image: Image, centre: tuple[float, float], side: float, out: int) -> Image:
    """A square of the photo round the centre, its border stretched where the photo ends."""
    side = max(4.0, side)
    h, w = image.shape[:2]
    x0, y0 = centre[0] - side / 2, centre[1] - side / 2
    scale = out / side
    if scale < 0.6:  # shrink by areas first, or fine pips would flicker
        ix0, iy0 = int(np.floor(x0)), int(np.floor(y0))
        n = int(np.ceil(side)) + 1
        cx0, cy0, cx1, cy1 = max(0, ix0), max(0, iy0), min(w, ix0 + n), min(h, iy0 + n)
        if cx1 - cx0 < 2 or cy1 - cy0 < 2:
            return np.full((out, out, 3), 114, np.uint8)
        part = image[cy0:cy1, cx0:cx1]
        pads = (cy0 - iy0, iy0 + n - cy1, cx0 - ix0, ix0 + n - cx1)
        if any(pads):
            part = np.asarray(cv2.copyMakeBorder(part, *pads, cv2.BORDER_REPLICATE), np.uint8)
        return np.asarray(cv2.resize(part, (out, out), interpolation=cv2.INTER_AREA), np.uint8)
    m = np.array([[scale, 0, -x0 * scale + 0.5 * scale - 0.5], [0, scale, -y0 * scale + 0.5 * scale - 0.5]])
    warped = cv2.warpAffine(image, m, (out, out), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(warped, np.uint8)
