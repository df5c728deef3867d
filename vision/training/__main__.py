"""The one command: `python -m vision.training --photos PHOTOS --work FOLDER` teaches the shipped networks on.

PHOTOS are the folders of real training photos with their manifests; FOLDER keeps every step, so that a stopped run goes
on. Boards are mixed and tables drawn, the finder is taught on them and on the photos, the reader on what that finder
then finds, and `choose` takes the mean of taught and former networks where held-out photos are read no worse by it.
What comes of it is FOLDER/weights; whether it is shipped is decided on photos kept for reporting (docs/DICE.md).

`--from-nothing` is the road by which the first networks came, some twelve hours on one core. On either road
`--part 0.01` makes a hundredth of the pictures, and `--without SCENE...` leaves out the scenes whose names begin so and
writes their photos to FOLDER/left-out: `python -m benchmarks.dice FOLDER/left-out/manifest.json --weights
FOLDER/weights` reads them.
"""

from __future__ import annotations

import argparse
import math
import shutil
import subprocess
import sys
from pathlib import Path

from vision.training.left_out import leave_out

SCENES, HELD_OUT_SCENES, HELD_OUT_PRINTED, BOARDS = 156, 5, 2, 200
LAID, LAID_CROPS = 8, 6
"""Shards of real dice laid on real boards, and files of crops of such dice."""
FIRST_STEPS, FINDER_STEPS, READER_STEPS, LAST_STEPS = 1000, 26_000, 28_000, 7000
MORE_SCENES, CHOSEN_BOARDS = 12, 80
"""Shards of made-up tables that are taught on with, and drawn boards chosen by."""
MINUTES = 10.0
"""Of the processor, for each network that is taught on."""
SHIPPED = Path(__file__).parents[1] / "weights"


def step(module: str, *arguments: object) -> None:
    """Run one step with this Python; a step that fails stops all."""
    command = [sys.executable, "-m", module, *(str(a) for a in arguments)]
    print(" ".join(command), flush=True)
    subprocess.run(command, check=True)  # noqa: S603 - our own modules with our own arguments


def some(n: int, part: float) -> int:
    return max(1, math.ceil(n * part))


def tables(work: Path, photos: tuple[object, ...], part: float, scenes: int, held: int, boards: int) -> None:
    """What is taught on and chosen by, on either road: made-up tables, real dice on real boards, drawn boards."""
    made_up = "vision.training.make_scenes"
    step(made_up, work / "made", *photos, "--last", some(scenes, part))
    step(made_up, work / "held-out", *photos, "--last", some(held, part), "--side", 640, "--seed", 99, "--printed", 0)
    laid = "vision.training.laid"
    step(laid, work / "laid", *photos, "--whole", "--mix", "--last", some(LAID, part), "--seed", 17)
    step(laid, work / "crops", *photos, "--mix", "--last", some(LAID_CROPS, part), "--seed", 17)
    step(laid, work / "held-out-laid", *photos, "--whole", "--kept", "--seed", 99)
    step("benchmarks.clutter", work / "boards", "--count", some(boards, part), "--seed", 555)


def mined(work: Path, photos: tuple[object, ...], finder: Path) -> None:
    """What this finder finds on made-up tables and mixed boards, true dice and mistakes."""
    mine, crops = "vision.training.hard_negatives", (*photos, "--out", work / "crops", "--finder", finder)
    step(mine, "--made", work / "made", *crops)
    step(mine, "--made", work / "laid", "--laid", *crops)


def teach_on(
    work: Path, photos: tuple[object, ...], start: Path, weights: Path, part: float, minutes: float, mean: bool
) -> None:
    """Teaches the networks of START on; with `mean` what is taught is the mean with these, and written if no worse."""
    tables(work, photos, part, MORE_SCENES, 1, CHOSEN_BOARDS)
    tune, crops, taught = "vision.training.tune", work / "crops", work / "taught"
    taught.mkdir(exist_ok=True)

    def teach(name: str, *lessons: object) -> None:
        if not (taught / name).exists():
            step(tune, "teach", *lessons, "--start", start / name, "--out", work, "--minutes", minutes)
            step(tune, "mean", work / name, *[start / name] * mean, "--out", taught / name)

    step("vision.training.hard_negatives", "--made", work / "made", *photos, "--out", crops, "--finder",
         start / "finder.onnx", "--real")  # fmt: skip
    teach("finder.onnx", "--made", work / "made", "--laid", work / "laid", *photos, "--boxes", crops / "boxes.json")
    mined(work, photos, taught / "finder.onnx")
    teach("reader.onnx", "--crops", crops, "--batch", 64, "--share", 0.5)
    if mean:
        step("vision.training.choose", start, "--taught", taught, *photos, "--laid", work / "held-out-laid",
             "--made", work / "held-out", "--boards", work / "boards" / "manifest.json", "--out", weights)  # fmt: skip
    else:
        shutil.copytree(taught, weights, dirs_exist_ok=True)
        calibrated(work, photos, weights)


def calibrated(work: Path, photos: tuple[object, ...], weights: Path) -> None:
    step("vision.training.calibrate", "--made", work / "held-out", "--laid", work / "held-out-laid", *photos,
         "--boards", work / "boards" / "manifest.json", "--weights", weights)  # fmt: skip


def from_nothing(work: Path, photos: tuple[object, ...], weights: Path, part: float) -> None:
    """The first networks, the reader the mean of two."""
    made, crops = work / "made", work / "crops"
    tables(work, photos, part, SCENES, HELD_OUT_SCENES, BOARDS)
    last = HELD_OUT_SCENES + some(HELD_OUT_PRINTED, part)
    step("vision.training.make_scenes", work / "held-out", *photos, "--first", HELD_OUT_SCENES,
         "--last", last, "--side", 640, "--seed", 99, "--printed", 1)  # fmt: skip
    # The first, short finder gives boxes to dice that are labelled by their pips only.
    train, lessons = "vision.training.train_finder", ("--made", made, *photos, "--laid", work / "laid")
    step(train, *lessons, "--out", work / "first", "--steps", some(FIRST_STEPS, part))
    step("vision.training.hard_negatives", "--made", made, *photos, "--out", crops, "--finder",
         work / "first" / "finder.onnx", "--real")  # fmt: skip
    boxes = crops / "boxes.json"
    step(train, *lessons, "--out", work / "finder", "--steps", some(FINDER_STEPS, part), "--boxes", boxes)
    mined(work, photos, work / "finder" / "finder.onnx")
    read = ("vision.training.train_reader", "--crops", crops, "--batch", 144, "--share", 0.3)
    step(*read, "--out", work / "reader", "--steps", some(READER_STEPS, part))
    step(*read, "--out", work / "reader-on", "--steps", some(LAST_STEPS, part), "--start",
         work / "reader" / "reader.pt", "--rate", 1.2e-3, "--seed", 1)  # fmt: skip
    weights.mkdir(parents=True, exist_ok=True)
    shutil.copy(work / "finder" / "finder.onnx", weights)
    readers = (work / folder / "reader.onnx" for folder in ("reader", "reader-on"))
    step("vision.training.tune", "mean", *readers, "--out", weights / "reader.onnx")
    calibrated(work, photos, weights)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--photos", type=Path, nargs="+", required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--start", type=Path, default=SHIPPED, help="the networks that are taught on")
    parser.add_argument("--minutes", type=float, default=MINUTES, help="of the processor for each network taught on")
    parser.add_argument("--from-nothing", action="store_true")
    parser.add_argument("--part", type=float, default=1.0, help="share of the pictures and of the steps from nothing")
    parser.add_argument("--without", nargs="+", default=(), help="scenes left out, by how their names begin")
    a = parser.parse_args()
    a.work.mkdir(parents=True, exist_ok=True)
    weights = a.work / "weights"
    folders = leave_out(a.photos, a.without, a.work) if a.without else a.photos
    if a.from_nothing:
        from_nothing(a.work, ("--photos", *folders), weights, a.part)
    else:
        teach_on(a.work, ("--photos", *folders), a.start, weights, a.part, a.minutes, not a.without)


if __name__ == "__main__":
    main()
