"""Networks to ONNX files that OpenCV reads."""

from __future__ import annotations

import copy
from pathlib import Path

import torch
from torch import nn

from vision.dice.classify import SIDE as READER_SIDE
from vision.training.nets import Reader, folded


def export(model: nn.Module, path: Path) -> None:
    """Write the network; the reader takes any number of crops, the others any size that 32 divides."""
    model = folded(copy.deepcopy(model))
    reader = isinstance(model, Reader)
    side = READER_SIDE if reader else 640
    axes = {"x": {0: "n"}, "y": {0: "n"}} if reader else {"x": {2: "h", 3: "w"}, "y": {2: "h4", 3: "w4"}}
    torch.onnx.export(
        model,
        (torch.zeros(1, 3, side, side),),
        str(path),
        input_names=["x"],
        output_names=["y"],
        dynamic_axes=axes,
        opset_version=13,
        dynamo=False,
    )
