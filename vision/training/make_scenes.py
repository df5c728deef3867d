"""Make scenes on disk in numbered shards, so that a stop loses nothing."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path

import cv2
import numpy as np

from vision.training.board_mix import another
from vision.training.cutouts import cut_once, real_boards
from vision.training.die_styles import Rng
from vision.training.scenes import Scene, compose
from vision.training.shards import SHARD, write

MIXED = 60
"""Boards made out of several, beside the photos of real ones."""


def make(
    out: Path, photos: list[Path], first: int, last: int, side: int, seed: int, printed: float, laid: float, kept: bool
) -> None:
    """Writes shards first to last - 1, each with its images and their truth; `laid`: share on photos of real boards."""
    cv2.setNumThreads(1)
    out.mkdir(parents=True, exist_ok=True)
    real = cut_once(photos, out.parent, kept)
    grounds = [ground for folder in photos for ground in real_boards(folder, kept)] if laid else []
    grounds += [another(np.random.default_rng([seed, i]), grounds) for i in range(MIXED if grounds else 0)]

    def scene(rng: Rng) -> Scene:
        on_photo = bool(grounds) and rng.random() < laid
        return compose(rng, side, side, real, printed=printed, grounds=grounds if on_photo else None)

    def rows(shard: int) -> list[tuple[bytes, str]]:
        return [_row(scene(np.random.default_rng([seed, shard, i]))) for i in range(SHARD)]

    write(out, "shard", first, last, rows)


def _row(scene: Scene) -> tuple[bytes, str]:
    """A scene and its truth, packed."""
    data = cv2.imencode(".jpg", scene.image, [cv2.IMWRITE_JPEG_QUALITY, 96])[1].tobytes()
    return data, json.dumps({"dice": [asdict(d) for d in scene.dice], "spots": scene.spots})


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=Path)
    parser.add_argument("--photos", type=Path, nargs="+", required=True)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--last", type=int, default=40)
    parser.add_argument("--side", type=int, default=512)
    parser.add_argument("--seed", type=int, default=4)
    parser.add_argument("--printed", type=float, default=0.45, help="share of whole printed boards")
    parser.add_argument("--laid", type=float, default=0.0, help="share on photos of real boards")
    parser.add_argument("--kept", action="store_true", help="dice and boards of the photos held out")
    a = parser.parse_args()
    make(a.out, a.photos, a.first, a.last, a.side, a.seed, a.printed, a.laid, a.kept)
