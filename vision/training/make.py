"""Make scenes on disk in numbered shards, so that a stop loses nothing."""

from __future__ import annotations

import argparse
import json
import pickle
from dataclasses import asdict
from pathlib import Path

import cv2
import numpy as np

from vision.training.cutouts import cut_all
from vision.training.scenes import Scene, compose
from vision.training.shards import SHARD, write


def cutouts(photos: Path, out: Path) -> list:
    """The real dice, cut once and kept."""
    kept = out / "cutouts.pkl"
    if not kept.exists():
        kept.write_bytes(pickle.dumps(cut_all(photos)))
    return pickle.loads(kept.read_bytes())  # noqa: S301 - our own file of a moment ago


def make(out: Path, photos: Path, first: int, last: int, side: int, seed: int, printed: float) -> None:
    """Shards first to last - 1, each with its images and its truth."""
    cv2.setNumThreads(1)
    out.mkdir(parents=True, exist_ok=True)
    real = cutouts(photos, out)

    def rows(shard: int) -> list[tuple[bytes, str]]:
        return [
            _row(compose(np.random.default_rng([seed, shard, i]), side, side, real, printed=printed))
            for i in range(SHARD)
        ]

    write(out, "shard", first, last, rows)


def _row(scene: Scene) -> tuple[bytes, str]:
    """A scene and its truth, packed."""
    data = cv2.imencode(".jpg", scene.image, [cv2.IMWRITE_JPEG_QUALITY, 96])[1].tobytes()
    return data, json.dumps({"dice": [asdict(d) for d in scene.dice], "spots": scene.spots})


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=Path)
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--last", type=int, default=40)
    parser.add_argument("--side", type=int, default=512)
    parser.add_argument("--seed", type=int, default=4)
    parser.add_argument("--printed", type=float, default=0.45, help="share of whole printed boards")
    a = parser.parse_args()
    make(a.out, a.photos, a.first, a.last, a.side, a.seed, a.printed)
