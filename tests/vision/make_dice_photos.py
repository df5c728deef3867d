"""Make the rendered photos that ship with the tests: `python -m tests.vision.make_dice_photos`."""

import json
from pathlib import Path

import cv2
import numpy as np

from benchmarks import clutter
from tests.vision.dice_scenes import photo, pips

FOLDER = Path(__file__).parent / "dice_photos"
COLOURS = ["white", "black", "red", "blue", "green", "yellow", "orange", "ivory", "purple"]


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    entries = []

    def keep(name: str, scene: str, image: np.ndarray, dice: list[dict]) -> None:
        cv2.imwrite(str(FOLDER / name), image, [cv2.IMWRITE_JPEG_QUALITY, 85])
        h, w = image.shape[:2]
        entries.append({"file": name, "source": "rendered", "licence": "MIT", "scene": scene, "width": w, "height": h,
                        "kind": "pips" if dice else "negative", "dice": dice, "notes": ""})  # fmt: skip

    plan = [("wood", "white", 70.0, 80.0), ("felt", "warm", 55.0, 60.0), ("wood", "cold", 34.0, 70.0),
            ("felt", "white", 150.0, 75.0), ("wood", "warm", 48.0, 45.0), ("felt", "cold", 26.0, 85.0)]  # fmt: skip
    for i, (ground, lamp, px, elevation) in enumerate(plan):
        rng = np.random.default_rng([77, i])
        chosen = [COLOURS[int(k)] for k in rng.integers(len(COLOURS), size=2 if px > 100 else 5)]
        image, placed = photo(
            [(int(rng.integers(1, 7)), c, pips(c, rng)) for c in chosen], 100 + i, lamp, px, elevation, ground=ground
        )
        keep(
            f"table_{i}.jpg",
            ground,
            image,
            [{"value": p.value, "box": [round(float(v), 1) for v in p.box], "colour": p.colour} for p in placed],
        )
    for i, board in enumerate(clutter.BOARDS):
        for dice in (3, 0):
            _, image, truth = clutter.photo(np.random.default_rng([78, i, dice]), board, dice)
            small = cv2.resize(image, (720, 540), interpolation=cv2.INTER_AREA)
            rows = [{"value": t.value, "box": [round(v * 0.75, 1) for v in t.box]} for t in truth]
            keep(f"board_{board.__name__}_{dice}.jpg", board.__name__, small, rows)
    (FOLDER / "manifest.json").write_text(json.dumps(entries, indent=1) + "\n")


if __name__ == "__main__":
    main()
