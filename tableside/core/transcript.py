"""A game told for anybody: who did what and what followed, in words, without what only its player may know."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tableside.core.log import EntryKind
from tableside.core.moves import Cite, text
from tableside.core.score import totals
from tableside.core.table import Table


def told(table: Table, title: str, names: Sequence[str], say: Callable[[Any], str]) -> str:
    """The whole story: the players, every step that stands with what followed, the notes, and the score."""
    lines = [say(text("core.story.title", game=title, names=tuple(names))), ""]
    notes = {entry.number: entry.text for entry in table.log.entries if entry.kind is EntryKind.NOTE}
    standing = {step.entry: step for step in table.log.line.steps()}
    for number in sorted({*standing, *notes}):
        if number in notes:
            lines.append(say(text("core.story.note", words=notes[number])))
            continue
        explained, move = table.explained(standing[number]), standing[number].move
        who = say(text("core.story.table")) if move is None or move.seat is None else names[move.seat]
        what = say(explained.move)
        # Most games say in the sentence itself who it was.
        named = text("core.story.said", n=number, what=what)
        lines.append(say(named if what.startswith(who) else text("core.story.step", n=number, who=who, what=what)))
        lines += [f"    {say(words)}{_rule(cite, say)}" for words, cite in explained.events]
    lines.append("")
    sums = totals(table.score(), table.seats)
    lines += [say(text("core.story.points", who=name, n=points)) for name, points in zip(names, sums)]
    outcome = table.outcome()
    if outcome is not None:
        lines.append(say(outcome.reason))
    return "\n".join(lines) + "\n"


def _rule(cite: Cite | None, say: Callable[[Any], str]) -> str:
    return "" if cite is None else f" ({say(cite)})"
