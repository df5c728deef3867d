"""Choose by photos none was trained on: `... choose FORMER --taught FOLDER --photos ... --laid ... --out FOLDER`.

Read are, with the networks of FORMER and with those of TAUGHT in place of one or both of them, freely and with the
number of dice known: the real photos held out, as they are and in other light, dice held out on real boards held out,
drawn boards and made-up tables. Limits of the chance are raised until few enough clear ones are wrong. What loses
hardly anything on any of these against the former and reads most of all goes to OUT, which may be the former.
"""

from __future__ import annotations

import argparse
import json
import shutil
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any
from unittest.mock import patch

import cv2
import numpy as np
from numpy.typing import NDArray

from tableside.core.readings import DieKind, Expect
from vision import nets
from vision.dice import calibration
from vision.dice.classify import OTHER
from vision.dice.read import weighed
from vision.training import data
from vision.training.calibrate import from_manifest
from vision.training.hard_negatives import finder

LIGHTS = 1
"""How often each real photo is read in other light, for as it is hardly one is read wrongly."""
REAL_LOSS, DRAWN_LOSS = 0.01, 0.02
"""The share of any set that may be lost for what the others gain, or one picture of a small one."""
SILENT, CLEAR = 0.01, 0.9
"""Wrong ones among those called clear, or as many as before, and how many of these there must still be."""
NEVER = 0.995
"""The limit where even the surest is wrong."""
Tally = Counter[str]


@dataclass(frozen=True)
class Seen:
    """One reading of a picture: of which set and how, whether it is right, how sure it is, whether it was counted."""

    kind: str
    right: bool
    chance: float
    counted: bool


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


def seen(group: str, image: NDArray[Any], truth: Counter[int]) -> Iterator[Seen]:
    """What is read freely and, where there are dice, with their number known."""
    for known in (False, True) if truth else (False,):
        told, chance = weighed(image, Expect(counts=(truth.total(),)) if known else None)
        got = Counter(int(d.value) for d in told.dice if d.kind is DieKind.PIPS and d.value is not None)
        kind = ("counted" if known else "free") if truth else "empty"
        yield Seen(f"{group} {kind}", got == truth and (bool(truth) or not told.dice), chance, known)


def limit(rows: Sequence[Seen], former: float) -> float:
    """The chance from which few enough photos are silently wrong, never below the former limit."""
    best, wrong = NEVER, 0
    ranked = sorted((row for row in rows if row.chance >= former), key=lambda row: (-row.chance, row.right))
    for number, row in enumerate(ranked, 1):
        wrong += not row.right
        if wrong <= SILENT * number:
            best = row.chance
    return best if wrong > SILENT * len(ranked) else former


def tally(rows: Sequence[Seen], given: calibration.Fit) -> Tally:
    """How many are right, clear and silently wrong."""
    t: Tally = Counter()
    for row in rows:
        clear = row.chance >= (given.counted_clear if row.counted else given.clear)
        t.update({row.kind: row.right, f"{row.kind} of": 1, "clear": clear, "silent": clear and not row.right})
    return t


def no_worse(former: Tally, new: Tally) -> bool:
    """Whether hardly anything is lost on any set, no more of the clear ones are wrong, and hardly fewer are clear."""
    for key in [k for k in former if k.endswith(" of")]:
        lost = former[key.removesuffix(" of")] - new[key.removesuffix(" of")]
        if lost > max(1, former[key] * (REAL_LOSS if key.startswith(("photos", "laid")) else DRAWN_LOSS)):
            return False
    return new["silent"] <= max(former["silent"], SILENT * new["clear"]) and new["clear"] >= CLEAR * former["clear"]


def gained(t: Tally) -> int:
    """Photos read rightly, all together."""
    return sum(t[k.removesuffix(" of")] for k in t if k.endswith(" of"))


def read_all(
    groups: dict[str, list[data.Labelled]], folders: dict[str, Path], given: calibration.Fit
) -> dict[tuple[str, str], list[Seen]]:
    """What each choice of finder and reader says of every picture."""
    networks = Networks(folders)
    rows: dict[tuple[str, str], list[Seen]] = {choice: [] for choice in product(folders, folders)}
    with patch.object(nets, "run", networks.run), patch.object(calibration, "fit", lambda: given):
        for group, items in groups.items():
            for item in (i for i in items if not (i.hidden > 0.15).any() and OTHER not in i.values):
                for image in pictures(group, item):
                    for choice, said in rows.items():
                        networks.used = dict(zip(("finder", "reader"), choice, strict=True))
                        said += seen(group, image, Counter(item.values.tolist()))
                    networks.said.clear()
            print(group, flush=True)
    return rows


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
    fits, tallies = {}, {}
    for choice, rows in read_all(groups, folders, given).items():
        fits[choice] = given
        if choice != ("former", "former"):
            free, counted = ([row for row in rows if row.counted == known] for known in (False, True))
            limits = limit(free, given.clear), limit(counted, given.counted_clear)
            fits[choice] = replace(given, clear=limits[0], counted_clear=limits[1])
        tallies[choice] = tally(rows, fits[choice])
    former = tallies["former", "former"]
    for choice, t in tallies.items():
        print(*choice, dict(t), "no worse" if no_worse(former, t) else "", flush=True)
    find, read = max((c for c in tallies if no_worse(former, tallies[c])), key=lambda c: gained(tallies[c]))
    print("taken:", find, "finder,", read, "reader", fits[find, read])
    a.out.mkdir(parents=True, exist_ok=True)
    for name, folder in (("finder", folders[find]), ("reader", folders[read])):
        if folder != a.out:
            shutil.copy(folder / f"{name}.onnx", a.out / f"{name}.onnx")
    written = json.loads((a.former / "calibration.json").read_text()) | asdict(fits[find, read])
    (a.out / "calibration.json").write_text(json.dumps(written, indent=1) + "\n")


if __name__ == "__main__":
    main()
