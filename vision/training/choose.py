"""Choose by photos none was trained on: `... choose FORMER --taught FOLDER --photos ... --laid ... --out FOLDER`.

Read are, with the networks of FORMER and with those of TAUGHT in place of one or both of them, each at several
temperatures: the real photos held out, as they are and in other light, dice held out on real boards held out, drawn
boards and made-up tables, freely and with the number of dice known. What loses hardly
anything on any of these against the former and reads most of all together goes to OUT, which may be the former.
"""

from __future__ import annotations

import argparse
import json
import shutil
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any
from unittest.mock import patch

import cv2
import numpy as np
from numpy.typing import NDArray

from tableside.core.readings import DieKind, Expect, Verdict
from vision import dice, nets
from vision.dice import calibration
from vision.dice.classify import OTHER
from vision.training import data
from vision.training.calibrate import from_manifest
from vision.training.hard_negatives import finder

WARMTH = (1.0, 0.8)
"""Shares of the former temperature that are tried; the mean of two networks is less sure than each."""
LIGHTS = 1
"""How often each real photo is read in other light, for as it is hardly one is read wrongly."""
REAL_LOSS, DRAWN_LOSS = 0.01, 0.02
"""The share of any set that may be lost for what the others gain."""
SILENT = 0.01
"""Wrong ones among those called clear, or as many as before."""
Tally = Counter[str]


class Networks:
    """Finders and readers by name, each asked once only for the same picture."""

    def __init__(self, folders: dict[str, Path]) -> None:
        self.nets = {(n, f): finder(path / f"{n}.onnx") for f, path in folders.items() for n in ("finder", "reader")}
        self.used: dict[str, str] = {}
        self.said: dict[tuple[str, str, bytes], NDArray[Any]] = {}

    def run(self, name: str, batch: NDArray[Any]) -> NDArray[Any]:
        key = (name, self.used[name], batch.tobytes())
        if key not in self.said:
            self.said[key] = self.nets[name, self.used[name]](batch)
        return self.said[key]


def pictures(group: str, item: data.Labelled) -> Iterator[NDArray[Any]]:
    """The photo, and a real one in other light too."""
    image = item.image()
    yield image
    for seed in range(LIGHTS if group == "photos" else 0):
        yield data.vary_colour(np.random.default_rng([seed, *image.shape]), image, 2.0).astype(np.uint8)


def count(t: Tally, group: str, image: NDArray[Any], truth: Counter[int]) -> None:
    """Reads a picture freely and, where there are dice, with their number known."""
    for known in (False, True) if truth else (False,):
        seen = dice.read(image, Expect(counts=(truth.total(),)) if known else None)
        got = Counter(int(d.value) for d in seen.dice if d.kind is DieKind.PIPS and d.value is not None)
        right, clear = got == truth and (bool(truth) or not seen.dice), seen.verdict is Verdict.CLEAR
        kind = ("counted" if known else "free") if truth else "empty"
        t.update({f"{group} {kind}": right, f"{group} {kind} of": 1, "clear": clear, "silent": clear and not right})


def no_worse(former: Tally, new: Tally) -> bool:
    """Whether hardly anything is lost on any set, and no more of the clear ones are wrong."""
    for key in [k for k in former if k.endswith(" of")]:
        lost = former[key.removesuffix(" of")] - new[key.removesuffix(" of")]
        if lost > former[key] * (REAL_LOSS if key.startswith(("photos", "laid")) else DRAWN_LOSS):
            return False
    return new["silent"] <= max(former["silent"], SILENT * new["clear"])


def gained(t: Tally) -> int:
    """Photos read rightly, all together."""
    return sum(t[k.removesuffix(" of")] for k in t if k.endswith(" of"))


def read_all(
    groups: dict[str, list[data.Labelled]], folders: dict[str, Path], given: calibration.Fit
) -> dict[tuple[str, str, float], Tally]:
    """What each choice of finder, reader and temperature reads rightly."""
    networks = Networks(folders)
    tallies = {choice: Counter[str]() for choice in product(folders, folders, WARMTH)}
    with patch.object(nets, "run", networks.run):
        for group, items in groups.items():
            for item in (i for i in items if not (i.hidden > 0.15).any() and OTHER not in i.values):
                for image in pictures(group, item):
                    for (find, read, warm), tally in tallies.items():
                        networks.used = {"finder": find, "reader": read}
                        fit = replace(given, temperature=given.temperature * warm)
                        with patch.object(calibration, "fit", lambda fit=fit: fit):
                            count(tally, group, image, Counter(item.values.tolist()))
                    networks.said.clear()
            print(group, flush=True)
    return tallies


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("former", type=Path)
    parser.add_argument("--taught", type=Path, required=True)
    parser.add_argument("--photos", type=Path, nargs="+", required=True)
    parser.add_argument("--laid", type=Path, required=True)
    parser.add_argument("--made", type=Path, required=True)
    parser.add_argument("--boards", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    a = parser.parse_args()
    cv2.setNumThreads(1)
    groups = {"photos": data.real(a.photos, held_out=True), "laid": data.synthetic(a.laid)}
    groups |= {"boards": from_manifest(a.boards), "made": data.synthetic(a.made)}
    with patch.object(nets, "WEIGHTS", a.former):
        calibration.fit.cache_clear()
        given = calibration.fit()
    folders = {"former": a.former, "taught": a.taught}
    tallies = read_all(groups, folders, given)
    former = tallies["former", "former", 1.0]
    for choice, tally in tallies.items():
        print(*choice, dict(tally), "no worse" if no_worse(former, tally) else "", flush=True)
    fit = [choice for choice, tally in tallies.items() if no_worse(former, tally)]
    find, read, warm = max(fit, key=lambda choice: gained(tallies[choice]))
    print("taken:", find, "finder,", read, "reader, temperature", round(given.temperature * warm, 4))
    written = json.loads((a.former / "calibration.json").read_text())
    a.out.mkdir(parents=True, exist_ok=True)
    for name, folder in (("finder", folders[find]), ("reader", folders[read])):
        if folder != a.out:
            shutil.copy(folder / f"{name}.onnx", a.out / f"{name}.onnx")
    written["temperature"] = round(given.temperature * warm, 4)
    (a.out / "calibration.json").write_text(json.dumps(written, indent=1) + "\n")


if __name__ == "__main__":
    main()
