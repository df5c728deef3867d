"""A training that can be stopped and goes on where it was."""

from __future__ import annotations

import copy
import math
import time
from collections.abc import Callable
from pathlib import Path
from typing import Generic, TypeVar

import cv2
import numpy as np
import torch
from torch import nn

from vision.training.export import export
from vision.training.warm_start import warm_start

Net = TypeVar("Net", bound=nn.Module)
BFLOAT16 = bool(torch.cpu._is_avx512_bf16_supported())
"""Half the bits where the processor calculates with them; elsewhere they take twice as long as whole ones."""


class Course(Generic[Net]):
    """A network being taught, the running mean of its weights, and how far it has come.

    All of it is kept in OUT/NAME.pt, the mean also as OUT/NAME.onnx; `start`: the kept state to begin from, or an
    exported network, for which `batch` gives the pictures its normalisations are measured on.
    """

    def __init__(
        self, build: Callable[[], Net], out: Path, name: str, *, steps: int, rate: float, seed: int = 0,
        start: Path | None = None, batch: Callable[[], torch.Tensor] = lambda: torch.zeros(0), threads: int = 1,
        weight_decay: float = 1e-4, slow: float = 0.997,
    ) -> None:  # fmt: skip
        torch.set_num_threads(threads)
        cv2.setNumThreads(1)
        torch.manual_seed(seed)
        self.steps, self.rate, self.slow = steps, rate, slow
        self.rng = np.random.default_rng(seed)
        self.model = build().to(memory_format=torch.channels_last)
        if start and start.suffix == ".onnx":
            warm_start(self.model, start, batch())
        elif start:
            self.model.load_state_dict(torch.load(start)["ema"])
        self.ema = copy.deepcopy(self.model)
        self.optimiser = torch.optim.AdamW(self.model.parameters(), rate, weight_decay=weight_decay)
        self.first, self.kept = 0, out / f"{name}.pt"
        out.mkdir(parents=True, exist_ok=True)
        if self.kept.exists():
            state = torch.load(self.kept)
            for part in ("model", "ema", "optimiser"):
                getattr(self, part).load_state_dict(state[part])
            self.first = state["step"]
            self.rng = np.random.default_rng([seed, self.first])
        self.began = time.time()
        self.shown: dict[str, float] = {}

    def learn(self, step: int, loss: torch.Tensor, **also: float) -> bool:
        """Take one step down this loss, print how it goes now and then; whether the state was kept."""
        warm, done = min(1, (step + 1) / 100), step / self.steps
        for group in self.optimiser.param_groups:
            group["lr"] = self.rate * warm * (0.5 + 0.5 * math.cos(math.pi * done)) + 1e-6
        self.optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 5.0)
        self.optimiser.step()
        decay = min(self.slow, (step + 1) / (step + 10))
        with torch.no_grad():
            for e, v in zip(self.ema.state_dict().values(), self.model.state_dict().values(), strict=True):
                if e.dtype.is_floating_point:
                    e.mul_(decay).add_(v, alpha=1 - decay)
        for name, value in {"loss": float(loss.detach()), **also}.items():
            self.shown[name] = 0.98 * self.shown.get(name, value) + 0.02 * value
        if step % 50 == 0:
            print(step, *(round(v, 4) for v in self.shown.values()), round(time.time() - self.began, 1), flush=True)
        if step % 250 != 249 and step != self.steps - 1:
            return False
        state = {part: getattr(self, part).state_dict() for part in ("model", "ema", "optimiser")}
        torch.save(state | {"step": step + 1}, self.kept)
        export(self.ema, self.kept.with_suffix(".onnx"))
        return True
