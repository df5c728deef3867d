"""One command from nothing to the shipped weights: `python -m vision.training --photos PHOTOS --work FOLDER`.

PHOTOS is the folder of real training photos with its manifest; FOLDER keeps every step, so that a stopped run goes on.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from pathlib import Path

SCENES, HELD_OUT_SCENES, EMPTY_BOARDS = 54, 5, 500
FINDER_STEPS, FINDER_FINE = 2300, 1100
READER_STEPS, READER_MORE, READER_FINE = 3200, 4300, 2200


def step(module: str, *arguments: object) -> None:
    """Run one step with this Python; a step that fails stops all."""
    command = [sys.executable, "-m", module, *(str(a) for a in arguments)]
    print(" ".join(command), flush=True)
    subprocess.run(command, check=True)  # noqa: S603 - our own modules with our own arguments


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--weights", type=Path, default=Path(__file__).parents[1] / "weights")
    a = parser.parse_args()
    work, photos = a.work, a.photos
    made, held, boards = work / "made", work / "held-out", work / "boards"
    step("vision.training.make", made, "--photos", photos, "--last", SCENES)
    step("vision.training.make", held, "--photos", photos, "--last", HELD_OUT_SCENES, "--side", 640, "--seed", 99)
    step("benchmarks.clutter", boards, "--count", 120, "--seed", 555)
    # The first, short finder gives boxes to dice that are labelled by their pips only.
    step("vision.training.train_finder", "--made", made, "--photos", photos, "--out", work / "first", "--steps", 1000)
    first = work / "first" / "finder.onnx"
    step(
        "vision.training.mine", "--made", made, "--photos", photos, "--finder", first, "--out", work / "crops", "--real"
    )
    boxes = work / "crops" / "boxes.json"
    common = ("--made", made, "--photos", photos)
    step("vision.training.train_finder", *common, "--out", work / "finder", "--steps", FINDER_STEPS, "--boxes", boxes)
    step("vision.training.train_finder", *common, "--out", work / "finder-fine", "--steps", FINDER_FINE,
         "--boxes", boxes, "--start", work / "finder" / "finder.pt", "--rate", 1.2e-3, "--share", 0.25,
         "--seed", 6)  # fmt: skip
    finder = work / "finder-fine" / "finder.onnx"
    crops = work / "crops"
    step("vision.training.mine", *common, "--finder", finder, "--out", crops)
    step("vision.training.train_reader", "--crops", crops, "--out", work / "reader", "--steps", READER_STEPS)
    step("vision.training.train_reader", "--crops", crops, "--out", work / "reader-more", "--steps", READER_MORE,
         "--batch", 128, "--rate", 1.5e-3, "--share", 0.3, "--start", work / "reader" / "reader.pt")  # fmt: skip
    step("vision.training.mine", *common, "--finder", finder, "--out", crops, "--empty", EMPTY_BOARDS)
    step("vision.training.train_reader", "--crops", crops, "--out", work / "reader-fine", "--steps", READER_FINE,
         "--batch", 128, "--rate", 8e-4, "--share", 0.3, "--start", work / "reader-more" / "reader.pt")  # fmt: skip
    a.weights.mkdir(parents=True, exist_ok=True)
    shutil.copy(finder, a.weights / "finder.onnx")
    shutil.copy(work / "reader-fine" / "reader.onnx", a.weights / "reader.onnx")
    step("vision.training.calibrate", "--made", held, "--photos", photos, "--boards", boards / "manifest.json",
         "--weights", a.weights)  # fmt: skip


if __name__ == "__main__":
    main()
