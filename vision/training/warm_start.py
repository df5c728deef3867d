"""Begins a training from shipped ONNX weights, whose normalisations are folded into the convolutions."""

from __future__ import annotations

from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from torch import nn


def warm_start(model: nn.Module, path: Path, batch: torch.Tensor) -> None:
    """Loads the weights of an exported network in place and gives each normalisation the statistics of `batch`.

    The network then computes what the file computes, and its normalisations can be trained on. Layers that are not
    exported keep their initial weights.
    """
    shipped = {
        i.name: torch.from_numpy(numpy_helper.to_array(i).copy()) for i in onnx.load(str(path)).graph.initializer
    }
    model.eval()
    hooks = []
    for name, module in model.named_modules():
        if isinstance(module, nn.Conv2d | nn.Linear) and f"{name}.weight" in shipped:
            module.weight.data.copy_(shipped[f"{name}.weight"])
            if module.bias is not None:
                module.bias.data.copy_(shipped[f"{name}.bias"])
        if isinstance(module, nn.Sequential) and len(module) == 3 and isinstance(module[1], nn.BatchNorm2d):
            module[1].folded_bias = shipped[f"{name}.0.bias"]
            hooks.append(module[1].register_forward_pre_hook(_measure))
    with torch.no_grad():
        model(batch)  # layer by layer: each has its statistics before the next sees its output
    for hook in hooks:
        hook.remove()


def _measure(norm: nn.BatchNorm2d, inputs: tuple[torch.Tensor]) -> None:
    """Sets a normalisation so that on these inputs it adds the folded bias and nothing else."""
    x = inputs[0]
    mean, var = x.mean((0, 2, 3)), x.var((0, 2, 3), unbiased=False)
    norm.running_mean.copy_(mean)
    norm.running_var.copy_(var)
    norm.weight.copy_((var + norm.eps).sqrt())
    norm.bias.copy_(norm.folded_bias + mean)
