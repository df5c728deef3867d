"""How well dice are read: `python -m benchmarks.dice MANIFEST [--json]`; the last line is one JSON object.

The manifest is a list of photos with kind (pips, digits, symbols, negative) and dice with value and box. On pips photos
a die counts when its value is right and its box overlaps the true one by 0.4 or its centre lies in it; exact: the
multiset of values is the truth's. clear and abstain are shares of the pips photos (verdict clear, verdict none);
silent_error is the share of wrong multisets among all photos called clear, of whatever kind. Times are processor time
of reading alone, one thread. digits_exact and symbols_exact: the first photo of each face of a scene is enrolled, the
others are read; a face with one photo only is read from that photo turned, shrunk and lit otherwise. digits_second
goes the app's own way: a real second photo of a taught die. coverage: the largest share of the pips photos, surest
first, of which at most so many are wrong; curve: the share of wrong ones among each tenth more of them. A photo is
shown green when it is clear, so silent_error is also the share of green photos that are wrong. With `--frames 3` every
photo is one of three frames of a table at rest, each with noise of its own and some with a glare or a hand over a part
of it, and the others vote with it as in the app; `--frames 1` reads the same first frames by themselves.
"""

from __future__ import annotations

import argparse
import json
import time
import zlib
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from tableside.control.vote import vote
from tableside.core.readings import DieKind, Expect, Readings, Verdict
from vision import dice, nets
from vision.dice.custom_faces import Faces, only_die
from vision.dice.read import weighed
from vision.photo import BadPhoto, load

Entry = dict[str, Any]
SPOILT = 0.25
"""The share of frames with a glare or a hand."""


def numbers(readings: Readings) -> list[int]:
    return [int(d.value) for d in readings.dice if d.kind is DieKind.PIPS and d.value is not None]


def matched(readings: Readings, truth: list[Entry]) -> int:
    """How many dice are right in value and place; each truth is used once."""
    left = list(range(len(truth)))
    hits = 0
    for d in readings.dice:
        if d.kind is not DieKind.PIPS:
            continue
        x, y, w, h = d.box
        for i in left:
            box = truth[i].get("box") or truth[i].get("pips_box")
            if truth[i]["value"] != d.value or not (box is None or _at(box, (x, y, w, h))):
                continue
            left.remove(i)
            hits += 1
            break
    return hits


def _at(a: list[float], b: tuple[float, float, float, float]) -> bool:
    w = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    h = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    shared = max(0.0, w) * max(0.0, h)
    cx, cy = b[0] + b[2] / 2, b[1] + b[3] / 2
    inside = a[0] <= cx <= a[0] + a[2] and a[1] <= cy <= a[1] + a[3]
    return inside or shared / (a[2] * a[3] + b[2] * b[3] - shared) >= 0.4


def faces_exact(entries: list[Entry], folder: Path) -> tuple[float | None, int, int, int]:
    """Share of second photos whose enrolled face is named right, and how many there were; then by the app's own way,
    which finds the die itself, how many of the real second photos are right, and how many there were."""
    scenes: dict[str, list[Entry]] = defaultdict(list)
    for e in entries:
        if len(e["dice"]) == 1:
            scenes[e["scene"]].append(e)
    right = asked = seconds = seconds_right = 0
    for group in scenes.values():
        faces, later, seen = Faces(), [], set()
        for e in group:
            value, image = e["dice"][0]["value"], load(folder / e["file"])
            if value not in seen:
                try:
                    faces = faces.learned(value, image)
                except BadPhoto:
                    asked += 1
                    continue
                seen.add(value)
                if sum(o["dice"][0]["value"] == value for o in group) == 1:
                    later.append((value, again(image), False))
            else:
                later.append((value, image, True))
        for value, image, second in later:
            asked += 1
            if second:
                got = dice.read(image, Expect(counts=(1,), values=faces.values), faces).dice
                seconds += 1
                seconds_right += len(got) == 1 and got[0].value == value
            try:
                _, ranked = faces.read(image, only_die(image), ())
            except BadPhoto:
                continue
            right += bool(ranked) and ranked[0].value == value
    return (right / asked if asked else None), asked, seconds_right, seconds


def again(image: np.ndarray) -> np.ndarray:
    """The same table from another side in other light."""
    h, w = image.shape[:2]
    m = cv2.getRotationMatrix2D((w / 2, h / 2), 37, 0.8)
    turned = cv2.warpAffine(image, m, (w, h), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REFLECT).astype(np.float32)
    lit = np.clip(turned * np.array([0.8, 0.95, 1.05], np.float32), 0, 255).astype(np.uint8)
    return cv2.imdecode(cv2.imencode(".jpg", lit, [cv2.IMWRITE_JPEG_QUALITY, 80])[1], cv2.IMREAD_COLOR)


def frame(image: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """One frame of a table at rest: noise, light that flickers, and now and then a lamp's glare or a hand."""
    h, w = image.shape[:2]
    made = image.astype(np.float32) * rng.uniform(0.94, 1.06)
    if rng.random() < SPOILT:
        x, y, size = rng.uniform(0.2, 0.8) * w, rng.uniform(0.2, 0.8) * h, rng.uniform(0.08, 0.16) * max(h, w)
        if rng.random() < 0.5:
            light = np.zeros((h, w), np.float32)
            cv2.circle(light, (int(x), int(y)), int(size), 1.0, -1)
            made += 230 * cv2.GaussianBlur(light, (0, 0), size / 3)[..., None]
        else:
            axes, turn = (int(size), int(2.2 * size)), float(rng.uniform(0, 180))
            cv2.ellipse(made, (int(x), int(y)), axes, turn, 0, 360, (118, 148, 204), -1, cv2.LINE_AA)
    return np.asarray(np.clip(made + rng.normal(0, 4, made.shape), 0, 255), np.uint8)


def coverage(rows: list[tuple[float, bool]]) -> dict[str, Any]:
    """How many photos could be called clear at each risk: rows of the photo's chance and whether it is right."""
    right = np.array([ok for _, ok in sorted(rows, key=lambda row: (-row[0], row[1]))], bool)
    if not len(right):
        return {}
    risk = np.cumsum(~right) / np.arange(1, len(right) + 1)
    tenths = [max(1, round(len(right) * k / 10)) for k in range(1, 11)]
    most = {limit: np.flatnonzero(risk <= limit) for limit in (0.0, 0.01, 0.02, 0.05)}
    return {
        "coverage": {
            str(limit): round(float(at[-1] + 1) / len(right), 4) if len(at) else 0.0 for limit, at in most.items()
        },
        "curve": [round(float(risk[n - 1]), 4) for n in tenths],
    }


def measure(
    manifest: Path,
    show: bool = False,
    counted: bool = False,
    before: bool = False,
    sisters: tuple[str, ...] = (),
    frames: int = 0,
) -> dict[str, Any]:
    """All figures of one manifest; with the number of dice known as by the rules, the table before the roll, or frames.

    `sisters`: how names of scenes begin whose tables or dice were trained on; those are told apart from the others.
    """
    cv2.setNumThreads(1)
    entries: list[Entry] = json.loads(manifest.read_text("utf-8"))
    folder = manifest.parent
    dice.read(np.full((480, 640, 3), 120, np.uint8))  # the networks are read from disk once
    tally: Counter[str] = Counter()
    scenes: dict[str, Counter[str]] = defaultdict(Counter)
    times: list[float] = []
    trust: list[tuple[float, bool]] = []
    for e in entries:
        image = load(folder / e["file"])
        rng = np.random.default_rng(zlib.crc32(str(e["file"]).encode()))
        burst = [frame(image, rng) for _ in range(frames)]
        image = burst[0] if burst else image
        earlier = load(folder / e["before"]) if before and "before" in e else None
        began = time.process_time()
        expect = Expect(counts=(len(e["dice"]),)) if counted else None
        readings, chance = weighed(image, expect, before=earlier)
        if frames > 1:
            readings = vote(readings, [weighed(other, expect, before=earlier)[0] for other in burst[1:]], expect)
        times.append((time.process_time() - began) * 1000)
        got = Counter(numbers(readings))
        truth = [d for d in e["dice"] if isinstance(d["value"], int)] if e["kind"] == "pips" else []
        exact = got == Counter(d["value"] for d in truth)
        clear = readings.verdict is Verdict.CLEAR
        tally["clear_all"] += clear
        tally["clear_wrong"] += clear and not exact
        if show and not exact:
            print(
                e["file"],
                e["scene"],
                readings.verdict,
                "read",
                sorted(got.elements()),
                "true",
                sorted(d["value"] for d in truth),
            )
        if e["kind"] == "negative":
            tally["negatives"] += 1
            tally["negatives_clean"] += not readings.dice
        if e["kind"] != "pips":
            continue
        trust.append((chance, exact))
        related = "sisters" if e["scene"].startswith(sisters) else "no sisters"
        groups = [scenes[e["scene"]], *([scenes[related]] if sisters else [])]
        groups += [scenes[f"share {e['share']}"]] if "share" in e else []
        for t in (tally, *groups):
            t["photos"] += 1
            t["exact"] += exact
            t["clear"] += clear
            t["silent"] += clear and not exact
            t["none"] += readings.verdict is Verdict.NONE
            t["hits"] += matched(readings, truth)
            t["said"] += sum(got.values())
            t["true"] += len(truth)
    numbered = [e for e in entries if e["kind"] == "digits"]
    digits, n_digits, seconds, n_seconds = faces_exact(numbered, folder)
    symbols, n_symbols, _, _ = faces_exact([e for e in entries if e["kind"] == "symbols"], folder)
    return {
        "photos": len(entries),
        **_shares(tally),
        "silent_error": _round(tally["clear_wrong"], tally["clear_all"]),
        "negatives_clean": _round(tally["negatives_clean"], tally["negatives"]),
        "digits_exact": None if digits is None else round(digits, 4),
        "digits_asked": n_digits,
        "digits_second": _round(seconds, n_seconds),
        "digits_second_asked": n_seconds,
        **coverage(trust),
        "symbols_exact": None if symbols is None else round(symbols, 4),
        "symbols_asked": n_symbols,
        "ms_median": round(float(np.median(times)), 1),
        "ms_p95": round(float(np.quantile(times, 0.95)), 1),
        "by_scene": {name: _shares(t) for name, t in sorted(scenes.items())},
    }


def _round(a: float, b: float) -> float | None:
    return round(a / b, 4) if b else None


def _shares(t: Counter[str]) -> dict[str, Any]:
    precision, recall = (t["hits"] / t["said"] if t["said"] else 1.0), (t["hits"] / t["true"] if t["true"] else 1.0)
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    return {
        "pip_photos": t["photos"],
        "exact": _round(t["exact"], t["photos"]),
        "precision": round(precision, 4),
        "recall": round(recall, 4),
        "f1": round(f1, 4),
        "clear": _round(t["clear"], t["photos"]),
        "silent_error": _round(t["silent"], t["clear"]),
        "abstain": _round(t["none"], t["photos"]),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the dice reader.")
    parser.add_argument("manifest", type=Path)
    parser.add_argument("--json", action="store_true", help="print the JSON line only")
    parser.add_argument("--wrong", action="store_true", help="name the photos read wrongly")
    parser.add_argument("--counted", action="store_true", help="tell the reader how many dice there are, as rules do")
    parser.add_argument("--before", action="store_true", help="compare with the photo before the roll")
    parser.add_argument("--frames", type=int, default=0, help="so many frames of each table vote")
    parser.add_argument("--sisters", nargs="*", default=(), help="scenes told apart, by how their names begin")
    parser.add_argument("--weights", type=Path, help="read with the networks and the calibration of this folder")
    a = parser.parse_args()
    nets.WEIGHTS = a.weights or nets.WEIGHTS
    result = measure(a.manifest, a.wrong, a.counted, a.before, tuple(a.sisters), a.frames)
    if not a.json:
        for key, value in result.items():
            if key != "by_scene":
                print(f"{key:16} {value}")
        for scene, row in result["by_scene"].items():
            print(f"{scene:16} " + " ".join(f"{k}={v}" for k, v in row.items()))
    print(json.dumps(result))


if __name__ == "__main__":
    main()
