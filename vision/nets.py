"""The trained networks, read from disk when first needed and run by OpenCV."""

from __future__ import annotations

import threading
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

WEIGHTS = resources.files("vision").joinpath("weights")
"""Where the networks and their calibration are read from."""
_lock = threading.Lock()  # an OpenCV network holds its last input, so two threads must take turns


@lru_cache(maxsize=8)
def network(name: str) -> cv2.dnn.Net:
    """A network by the name of its file in weights/."""
    data = WEIGHTS.joinpath(f"{name}.onnx").read_bytes()
    return cv2.dnn.readNetFromONNX(np.frombuffer(data, np.uint8))


def run(name: str, batch: Floats) -> Floats:
    """The network's answer to a batch of pictures, n x 3 x h x w."""
    with _lock:
        net = network(name)
        net.setInput(batch)
        return np.array(net.forward(), np.float32)
