"""Prices: whether one can pay is asked apart from paying, and what is missing is a value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tableside.core.moves import Text, text


@dataclass(frozen=True, slots=True)
class Shortfall:
    """What is missing to pay; nothing missing is falsy."""

    missing: tuple[tuple[str, int], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.missing)

    def say(self, vocabulary: str) -> tuple[Text, ...]:
        """Each missing thing as a text: the vocabulary's word for it with the amount."""
        return tuple(text(f"{vocabulary}.amount.{name}", n=amount) for name, amount in self.missing)


def price(**amounts: int) -> dict[str, int]:
    """A price without the parts that cost nothing."""
    return {name: amount for name, amount in amounts.items() if amount}


def shortfall(have: Mapping[str, int], cost: Mapping[str, int]) -> Shortfall:
    """What is missing of the cost."""
    return Shortfall(
        tuple((name, amount - have.get(name, 0)) for name, amount in cost.items() if amount > have.get(name, 0))
    )


def pay(have: Mapping[str, int], cost: Mapping[str, int]) -> dict[str, int]:
    """What is left after paying; paying what one cannot is a bug in the caller."""
    if shortfall(have, cost):
        raise ValueError(f"cannot pay {dict(cost)} from {dict(have)}")
    return {name: amount - cost.get(name, 0) for name, amount in have.items()}
