"""A 12-megapixel phone photo with decoding: `python -m benchmarks.phone`; one thread, processor time and memory."""

from __future__ import annotations

import json
import resource
import time

import cv2
import numpy as np

from benchmarks import clutter
from tableside.control.pipeline import SIDE
from tableside.core.readings import Readings
from vision import dice


def photo() -> bytes:
    """A rendered board with dice, enlarged to 4000 x 3000 with fresh grain, as a JPEG of some megabytes."""
    rng = np.random.default_rng(12)
    _, small, _ = clutter.photo(rng, clutter.island, 5)
    big = cv2.resize(small, (4000, 3000), interpolation=cv2.INTER_CUBIC)
    grain = rng.integers(-6, 7, (3000, 4000, 1), np.int16)
    image = np.clip(big.astype(np.int16) + grain, 0, 255).astype(np.uint8)
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()


def main() -> None:
    cv2.setNumThreads(1)
    data = photo()
    dice.read(np.full((480, 640, 3), 120, np.uint8))
    whole, reading = [], []

    def read(image: np.ndarray) -> Readings:
        began = time.process_time()
        found = dice.read(image)
        reading.append((time.process_time() - began) * 1000)
        return found

    for _ in range(7):
        began = time.process_time()
        _, found = dice.decoded(data, SIDE, read)
        whole.append((time.process_time() - began) * 1000)
    print(json.dumps({
        "megabytes": round(len(data) / 1e6, 1), "dice": len(found.dice), "ms_median": round(float(np.median(whole)), 1),
        "ms_reading": round(float(np.median(reading)), 1),
        "peak_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
    }))  # fmt: skip


if __name__ == "__main__":
    main()
