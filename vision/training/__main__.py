"""One command from nothing to the shipped weights: `python -m vision.training --photos PHOTOS --work FOLDER`.

PHOTOS is the folder of real training photos with its manifest; FOLDER keeps every step, so that a stopped run goes on.
`--part 0.01` walks through all steps with a hundredth of the work, to see that they run.
"""

from __future__ import annotations

import argparse
import math
import shutil
import subprocess
import sys
from pathlib import Path

SCENES, HELD_OUT_SCENES, HELD_OUT_PRINTED, BOARDS = 156, 5, 2, 200
LAID, LAID_CROPS = 8, 6
"""Shards of real dice laid on real boards, and files of crops of such dice."""
FIRST_STEPS, FINDER_STEPS, READER_STEPS, LAST_STEPS = 1000, 26_000, 28_000, 7000


def step(module: str, *arguments: object) -> None:
    """Run one step with this Python; a step that fails stops all."""
    command = [sys.executable, "-m", module, *(str(a) for a in arguments)]
    print(" ".join(command), flush=True)
    subprocess.run(command, check=True)  # noqa: S603 - our own modules with our own arguments


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--photos", type=Path, nargs="+", required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--weights", type=Path, default=Path(__file__).parents[1] / "weights")
    parser.add_argument("--part", type=float, default=1.0, help="share of the work, for a trial")
    a = parser.parse_args()

    def some(n: int) -> int:
        return max(1, math.ceil(n * float(a.part)))

    work, photos = a.work, ("--photos", *a.photos)
    made, held, boards, crops = work / "made", work / "held-out", work / "boards", work / "crops"
    step("vision.training.make_scenes", made, *photos, "--last", some(SCENES))
    step(
        "vision.training.make_scenes",
        held,
        *photos,
        "--last",
        some(HELD_OUT_SCENES),
        "--side",
        640,
        "--seed",
        99,
        "--printed",
        0,
    )
    step("vision.training.make_scenes", held, *photos, "--first", HELD_OUT_SCENES,
         "--last", HELD_OUT_SCENES + some(HELD_OUT_PRINTED), "--side", 640, "--seed", 99, "--printed", 1)  # fmt: skip
    laid, held_laid = work / "laid", work / "held-out-laid"
    step("vision.training.laid", laid, *photos, "--whole", "--mix", "--last", some(LAID))
    step("vision.training.laid", crops, *photos, "--mix", "--last", some(LAID_CROPS))
    step("vision.training.laid", held_laid, *photos, "--whole", "--kept", "--seed", 99)
    step("benchmarks.clutter", boards, "--count", some(BOARDS), "--seed", 555)
    # The first, short finder gives boxes to dice that are labelled by their pips only.
    train = ("vision.training.train_finder", "--made", made, *photos, "--laid", laid)
    step(*train, "--out", work / "first", "--steps", some(FIRST_STEPS))
    mine = ("vision.training.hard_negatives", "--made", made, *photos, "--out", crops)
    step(*mine, "--finder", work / "first" / "finder.onnx", "--real")
    step(*train, "--out", work / "finder", "--steps", some(FINDER_STEPS), "--boxes", crops / "boxes.json")
    finder = work / "finder" / "finder.onnx"
    step(*mine, "--finder", finder)
    step("vision.training.hard_negatives", "--made", laid, *photos, "--out", crops, "--finder", finder, "--laid")
    read = ("vision.training.train_reader", "--crops", crops, "--batch", 144, "--share", 0.3)
    step(*read, "--out", work / "reader", "--steps", some(READER_STEPS))
    step(*read, "--out", work / "reader-on", "--steps", some(LAST_STEPS), "--start", work / "reader" / "reader.pt",
         "--rate", 1.2e-3, "--seed", 1)  # fmt: skip
    step("vision.training.average_weights", work / "reader", work / "reader-on", work / "reader-mean")
    a.weights.mkdir(parents=True, exist_ok=True)
    shutil.copy(finder, a.weights / "finder.onnx")
    shutil.copy(work / "reader-mean" / "reader.onnx", a.weights / "reader.onnx")
    step("vision.training.calibrate", "--made", held, "--laid", held_laid, *photos,
         "--boards", boards / "manifest.json", "--weights", a.weights)  # fmt: skip


if __name__ == "__main__":
    main()
