"""What the owner's copy holds: the stones one can buy."""

from __future__ import annotations

from dataclasses import dataclass

from tableside.core.catalog import Record
from tableside.core.moves import Text, text

STONES = "stones"


@dataclass(frozen=True, slots=True)
class Stone(Record):
    """A stone one can buy; what it is worth may not be known yet."""

    name: str = ""
    points: int | None = None

    def say(self, id: str) -> Text:
        """What it is called: as its owner named it, or as the box does."""
        return text("core.value", value=self.name) if self.name else Text(f"kavicsok.stone.{id}|kavicsok.table.stones")


TABLES = {STONES: Stone}
