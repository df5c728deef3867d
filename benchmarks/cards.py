"""How well the owner's cards are recognised: python -m benchmarks.cards MANIFEST [--gallery N] [--leave-out SEED].

`--timing` adds the time with 50, 300 and 1,000 cards taught, and what 1,000 take on disk and in a process of their own.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from tableside.core.readings import CardReading
from vision.cards import Gallery, Sample, recognise, sample_of


@dataclass(slots=True)
class Tally:
    """What was counted over some photos."""

    cards: int = 0
    right: int = 0
    names: int = 0
    wrong_id: int = 0
    false_accept: int = 0
    stranger_names: int = 0
    strangers: int = 0
    turns: int = 0
    turns_right: int = 0
    photos: int = 0
    exact: int = 0
    ms: list[float] = field(default_factory=list)
    ms_apart: list[float] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        for name in self.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def figures(self) -> dict[str, Any]:
        wrong = self.wrong_id + self.false_accept
        return {
            "photos": self.photos,
            "cards": self.cards,
            "right": self.right,
            "recall": _share(self.right, self.cards),
            "names": self.names,
            "wrong_id": self.wrong_id,
            "false_accept": self.false_accept,
            "wrong_share": _share(wrong, self.names),
            "strangers": self.strangers,
            "stranger_named": _share(self.stranger_names, self.strangers),
            "turn_right": _share(self.turns_right, self.turns),
            "photo_exact": _share(self.exact, self.photos),
            "ms_median": _median(self.ms),
            "ms_median_apart": _median(self.ms_apart),
        }


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None


def _median(values: Sequence[float]) -> float | None:
    return round(float(np.median(values)), 1) if values else None


def centre_of(card: dict[str, Any]) -> tuple[float, float]:
    """Where the truth says the card is."""
    x, y = card["point"] if card.get("point") else np.mean(card["quad"], axis=0)
    return float(x), float(y)


def usual_size(cards: Sequence[dict[str, Any]]) -> float:
    """The side of a square as large as the photo's median card."""
    areas = [cv2.contourArea(np.array(c["quad"], np.float32)) for c in cards if c.get("quad")]
    return float(np.sqrt(np.median(areas))) if areas else 200.0


def inside(point: tuple[float, float], card: dict[str, Any], near: float) -> bool:
    """Whether a predicted centre lies in the true quad, or near the true point."""
    if card.get("quad") and cv2.pointPolygonTest(np.array(card["quad"], np.float32), point, False) >= 0:
        return True
    x, y = centre_of(card)
    return bool(np.hypot(point[0] - x, point[1] - y) < near)


def judge(query: dict[str, Any], cards: Sequence[CardReading], enrolled: set[str], own: set[str]) -> Tally:
    """One photo against its truth: each name is given to the nearest true card it lies on.

    `own` are the cards whose enrol photo was cut from this very photo: seen again they count for nothing.
    """
    out = Tally(photos=1)
    truth = query["cards"]
    near = 0.4 * usual_size(truth)
    free = set(range(len(truth)))
    fine = True
    named = [c for c in cards if c.id is not None]
    pairs = []
    for i, reading in enumerate(named):
        for j, card in enumerate(truth):
            if inside(reading.centre, card, near):
                gap = float(np.hypot(*(np.array(reading.centre) - np.array(centre_of(card)))))
                pairs.append((card["id"] != reading.id, gap, i, j))
    given: dict[int, int] = {}
    for _, _, i, j in sorted(pairs):
        if i not in given and j in free:
            given[i] = j
            free.discard(j)
    for i, reading in enumerate(named):
        card = truth[given[i]] if i in given else None
        if (card is not None and card.get("ignore")) or (card is None and reading.id in own):
            continue
        out.names += 1
        if card is not None and card["id"] == reading.id:
            out.right += 1
            if query["synthetic"] and card.get("angle") is not None and not card.get("symmetric180"):
                out.turns += 1
                out.turns_right += abs((reading.angle - card["angle"] + 180) % 360 - 180) < 30
        elif card is not None and card["id"] is not None and card["id"] in enrolled:
            out.wrong_id += 1
            fine = False
        else:
            out.false_accept += 1
            out.stranger_names += card is not None
            fine = False
    for card in truth:
        if not card.get("ignore"):
            known = card["id"] is not None and card["id"] in enrolled
            out.cards += known
            out.strangers += not known
    out.exact = int(fine and out.right == out.cards)
    return out


def load_samples(root: Path, manifest: dict[str, Any]) -> tuple[dict[str, Sample], list[Sample]]:
    """The enrol photos and the fillers as samples."""
    known = {id: sample_of(_read(root / row["file"])) for id, row in manifest["enrol"].items()}
    return known, [sample_of(_read(root / name)) for name in manifest["filler"]]


def _read(path: Path) -> Any:
    image = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if image is None:
        raise SystemExit(f"cannot read {path}")
    return image


def more_fillers(fillers: list[Sample], count: int, seed: int = 5) -> list[Sample]:
    """Fillers beyond those given: halves of two of them put together."""
    rng = np.random.default_rng(seed)
    out = list(fillers)
    while len(out) < count and len(fillers) > 1:
        a, b = (fillers[int(i)].picture for i in rng.choice(len(fillers), 2, replace=False))
        if a.shape == b.shape:
            cut = int(a.shape[0] * rng.uniform(0.3, 0.7))
            out.append(sample_of(np.vstack([a[:cut], b[cut:]])))
    return out[:count]


def gallery_for(group: str, ids: Sequence[str], known: dict[str, Sample], fillers: list[Sample], size: int) -> Gallery:
    """One group's cards, padded with fillers."""
    rows = [(id, known[id]) for id in ids]
    rows += [(f"filler-{i}", s) for i, s in enumerate(fillers[: max(0, size - len(rows))])]
    return Gallery(rows)


def kept(ids: Sequence[str], seed: int | None, half: int) -> list[str]:
    """A random half of a group's cards stays enrolled."""
    if seed is None:
        return list(ids)
    order = np.random.default_rng(seed).permutation(len(ids))
    return [ids[int(i)] for k, i in enumerate(order) if k % 2 == half]


Samples = tuple[dict[str, Sample], list[Sample]]


def run(
    root: Path,
    manifest: dict[str, Any],
    samples: Samples,
    size: int,
    seed: int | None = None,
    groups: Sequence[str] | None = None,
    show: bool = False,
) -> dict[str, Tally]:
    """Every photo of every group, with that group's gallery."""
    known, fillers = samples
    tallies: dict[str, Tally] = defaultdict(Tally)
    for half in (0, 1) if seed is not None else (0,):
        for group in sorted({q["group"] for q in manifest["queries"]}):
            if groups and group not in groups:
                continue
            ids = kept([id for id, row in manifest["enrol"].items() if row["group"] == group], seed, half)
            gallery = gallery_for(group, ids, known, fillers, size)
            recognise(np.zeros((64, 64, 3), np.uint8), gallery)
            _ = gallery.index
            for query in (q for q in manifest["queries"] if q["group"] == group):
                image = _read(root / query["query"])
                start = time.process_time()
                readings = recognise(image, gallery)
                spent = (time.process_time() - start) * 1000
                own = {id for id in ids if manifest["enrol"][id].get("from_photo") == Path(query["query"]).stem}
                tally = judge(query, readings.cards, set(ids), own)
                tally.ms.append(spent)
                if not any(c.get("occluded") for c in query["cards"]):
                    tally.ms_apart.append(spent)
                if show and not tally.exact:
                    said = [(c.id, round(c.alternatives[0].p, 2)) for c in readings.cards if c.id]
                    true = [c["id"] for c in query["cards"] if not c.get("ignore")]
                    print(query["query"], said, "truth", true, f"{spent:.0f} ms", file=sys.stderr)
                tallies[group].add(tally)
    return tallies


def summary(tallies: dict[str, Tally], manifest: dict[str, Any]) -> dict[str, Any]:
    """Figures per group, for real and synthetic photos, and in all."""
    synthetic = {q["group"] for q in manifest["queries"] if q["synthetic"]}
    parts = {"real": Tally(), "synthetic": Tally(), "all": Tally()}
    for group, tally in tallies.items():
        parts["synthetic" if group in synthetic else "real"].add(tally)
        parts["all"].add(tally)
    return {name: t.figures() for name, t in [*sorted(tallies.items()), *parts.items()]}


def timing(root: Path, manifest: dict[str, Any], samples: Samples, photos: int = 12) -> dict[str, float | None]:
    """The median time of the same photos with 50, 300 and 1,000 enrolled; what 1,000 take on disk and in memory."""
    known, fillers = samples
    step = max(1, len(manifest["queries"]) // photos)
    some = manifest["queries"][::step]
    out: dict[str, float | None] = {}
    for size in (50, 300, 1000):
        spent = []
        galleries: dict[str, Gallery] = {}
        for query in some:
            group = query["group"]
            ids = [id for id, row in manifest["enrol"].items() if row["group"] == group]
            if group not in galleries:
                galleries[group] = gallery_for(group, ids, known, fillers, size)
                recognise(np.zeros((64, 64, 3), np.uint8), galleries[group])
                _ = galleries[group].index
            image = _read(root / query["query"])
            start = time.process_time()
            recognise(image, galleries[group])
            spent.append((time.process_time() - start) * 1000)
        out[f"ms_at_{size}"] = _median(spent)
    data = next(iter(galleries.values())).to_bytes()
    out["mb_on_disk_at_1000"] = round(len(data) / 1e6, 1)
    out["mb_in_memory_at_1000"] = memory(data, [root / q["query"] for q in some])
    return out


def memory(data: bytes, photos: Sequence[Path]) -> float:
    """How many MB a fresh process grows by when it loads this gallery and reads these photos."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "gallery"
        file.write_bytes(data)
        file.with_suffix(".one").write_bytes(Gallery(list(Gallery.from_bytes(data))[:1]).to_bytes())
        told = subprocess.run(
            [sys.executable, "-m", "benchmarks.cards", "--weigh", str(file), *map(str, photos)],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
    return float(json.loads(told.stdout)["mb"])


def resident() -> float:
    """MB this process holds now. (The peak the system keeps begins with that of the process that started this one.)"""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20


def weigh(file: Path, photos: Sequence[Path]) -> float:
    """The growth of this process: the photos are read once with one card taught, then with the whole gallery."""
    most = []
    for name in (file.with_suffix(".one"), file):
        gallery = Gallery.from_bytes(name.read_bytes())
        held = []
        for photo in photos:
            recognise(_read(photo), gallery)
            held.append(resident())
        most.append(max(held))
    return max(0.0, most[1] - most[0])


def falls(full: dict[str, Any], halved: dict[str, Any]) -> dict[str, float]:
    """By how much the recall of what is still taught falls when half of the cards are not."""
    both = [name for name in halved if full[name]["recall"] is not None and halved[name]["recall"] is not None]
    return {name: round(full[name]["recall"] - halved[name]["recall"], 4) for name in both}


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("manifest", type=Path, nargs="*")
    parser.add_argument("--gallery", type=int, default=300)
    parser.add_argument("--leave-out", type=int, metavar="SEED", help="twice, each time half of the cards not enrolled")
    parser.add_argument("--groups", help="only these groups, comma-separated")
    parser.add_argument("--timing", action="store_true", help="also measure time, disk and memory at 1,000 enrolled")
    parser.add_argument("--show", action="store_true", help="name the photos that were not exact")
    parser.add_argument("--json", action="store_true", help="print the JSON line only")
    parser.add_argument("--weigh", type=Path, metavar="GALLERY", help="print the memory it takes to read these photos")
    options = parser.parse_args(argv)
    cv2.setNumThreads(1)
    if options.weigh:
        print(json.dumps({"mb": round(weigh(options.weigh, options.manifest), 1)}))
        return 0
    if len(options.manifest) != 1:
        parser.error("one manifest is needed")
    manifest = json.loads(options.manifest[0].read_text())
    root = options.manifest[0].parent
    groups = options.groups.split(",") if options.groups else None
    known, fillers = load_samples(root, manifest)
    samples = known, more_fillers(fillers, max(options.gallery, 1000 if options.timing else 0, len(fillers)))
    figures = summary(run(root, manifest, samples, options.gallery, None, groups, options.show), manifest)
    result: dict[str, Any] = {"gallery": options.gallery, "leave_out": options.leave_out}
    if options.leave_out is not None:
        halved = run(root, manifest, samples, options.gallery, options.leave_out, groups, options.show)
        whole, figures = figures, summary(halved, manifest)
        result |= {"recall_falls": falls(whole, figures), "with_all": whole}
    result |= figures
    if options.timing:
        result["timing"] = timing(root, manifest, samples)
    if not options.json:
        for name, row in figures.items():
            print(f"{name:10s}", "  ".join(f"{k} {v}" for k, v in row.items()))
    print(json.dumps(result))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
