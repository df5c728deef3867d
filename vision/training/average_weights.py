"""Averages the weights of two readers, one trained on from the other: `... average_weights FORMER LATTER OUT`."""

from __future__ import annotations

import sys
from pathlib import Path

import torch

from vision.training.export import export
from vision.training.nets import Reader


def main(former: Path, latter: Path, out: Path) -> None:
    one, two = (torch.load(folder / "reader.pt")["ema"] for folder in (former, latter))
    model = Reader()
    model.load_state_dict({k: (one[k] + v) / 2 if v.dtype.is_floating_point else v for k, v in two.items()})
    out.mkdir(parents=True, exist_ok=True)
    torch.save({"ema": model.state_dict()}, out / "reader.pt")
    export(model, out / "reader.onnx")


if __name__ == "__main__":
    main(*(Path(argument) for argument in sys.argv[1:4]))
