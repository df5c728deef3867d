"""The small networks: one finds dice, one reads a die, one tells where cards lie."""

from __future__ import annotations

import torch
from torch import nn

from vision.dice.classify import CLASSES
from vision.dice.classify import SIDE as READER_SIDE


def block(a: int, b: int, stride: int = 1, size: int = 3) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(a, b, size, stride, size // 2, bias=False), nn.BatchNorm2d(b), nn.ReLU(inplace=True))


class Same(nn.Module):
    """Two steps with a way round them."""

    def __init__(self, c: int, steps: int = 2) -> None:
        super().__init__()
        self.body = nn.Sequential(*[block(c, c) for _ in range(steps)])

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + self.body(x)


class Pyramid(nn.Module):
    """Four steps down and three up again: what is seen at a quarter of the photo, with what lies around it."""

    def seen(self, x: torch.Tensor) -> torch.Tensor:
        c2 = self.s2(x)
        c3 = self.s3(c2)
        c4 = self.s4(c3)
        p4 = self.m4(self.up(self.l5(self.s5(c4))) + self.l4(c4))
        p3 = self.m3(self.up(p4) + self.l3(c3))
        return self.m2(self.up(p3) + c2)


class Finder(Pyramid):
    """Heat where a die's box has its centre, at a quarter of the photo, with offset and size."""

    def __init__(self, aux: bool = True) -> None:
        super().__init__()
        self.s2 = nn.Sequential(block(3, 16, 2), block(16, 24, 2), Same(24, 1))
        self.s3 = nn.Sequential(block(24, 48, 2), Same(48))
        self.s4 = nn.Sequential(block(48, 96, 2), Same(96))
        self.s5 = nn.Sequential(block(96, 128, 2), Same(128))
        self.l5, self.l4, self.l3 = block(128, 64, 1, 1), block(96, 64, 1, 1), block(48, 48, 1, 1)
        self.m4, self.m3 = block(64, 48), block(48, 24)
        self.m2, self.head = block(24, 32), block(32, 32)
        self.out = nn.Conv2d(32, 5, 1)
        self.aux = nn.Conv2d(32, CLASSES - 1, 1) if aux else None
        self.up = nn.Upsample(scale_factor=2, mode="nearest")
        nn.init.constant_(self.out.bias, 0.0)
        with torch.no_grad():
            self.out.bias[0] = -4.0

    def features(self, x: torch.Tensor) -> torch.Tensor:
        return self.head(self.seen(x))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.out(self.features(x))


class Bare(Pyramid):
    """How likely a card lies at each place, at a quarter of the photo."""

    def __init__(self) -> None:
        super().__init__()
        self.s2 = nn.Sequential(block(3, 12, 2), block(12, 16, 2), Same(16, 1))
        self.s3 = nn.Sequential(block(16, 32, 2), Same(32))
        self.s4 = nn.Sequential(block(32, 64, 2), Same(64))
        self.s5 = nn.Sequential(block(64, 96, 2), Same(96), Same(96))
        self.l5, self.l4, self.l3 = block(96, 48, 1, 1), block(64, 48, 1, 1), block(32, 32, 1, 1)
        self.m4, self.m3, self.m2 = block(48, 32), block(32, 16), block(16, 16)
        self.out = nn.Conv2d(16, 2, 1)
        self.up = nn.Upsample(scale_factor=2, mode="nearest")

    def both(self, x: torch.Tensor) -> torch.Tensor:
        """Cards and their edges: to learn where edges are helps to learn where cards lie."""
        return self.out(self.seen(x))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.both(x)[:, :1]


class Reader(nn.Module):
    """What one die shows, and the corners of its top face."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            block(3, 16, 2), block(16, 24), block(24, 48, 2), Same(48), block(48, 96, 2), Same(96), Same(96),
            block(96, 128, 2), Same(128), Same(128),
        )  # fmt: skip
        self.drop = nn.Dropout(0.1)
        self.say = nn.Linear(128 * (READER_SIDE // 16) ** 2, CLASSES + 8)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.say(self.drop(self.body(x).flatten(1)))


def folded(model: nn.Module) -> nn.Module:
    """The same network with each normalisation folded into the convolution before it."""
    from torch.nn.utils.fusion import fuse_conv_bn_eval

    model.eval()
    for module in model.modules():
        if isinstance(module, nn.Sequential) and len(module) == 3 and isinstance(module[1], nn.BatchNorm2d):
            module[0] = fuse_conv_bn_eval(module[0], module[1])
            module[1] = nn.Identity()
    return model
