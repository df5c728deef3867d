"""The conversation of a game in the terminal: choices, new records, undo, corrections, score and explanations."""

from __future__ import annotations

import io
import secrets
import sys
from dataclasses import fields
from typing import Any

import typer

from models.owned_records import OwnersCopy
from tableside.cli.games import show_outcome, show_sheet
from tableside.cli.voice import BadInput, say
from tableside.control.controller import Answer, Controller, Done, NotSaved, Refused
from tableside.core import codec, manual_edit, notation
from tableside.core.arguments import optional, typed
from tableside.core.catalog import OWN
from tableside.core.errors import Complaint, complaint
from tableside.core.game import Choice, Offer, Slot
from tableside.core.moves import Move, Seat, Text, text
from tableside.core.ruling import Illegal, Need
from tableside.core.table import Explanation, Table

SHOWN = 60
"""Longest list of offers printed at once."""
AGAIN = Offer(None, text("cli.several"))
"""Something was told: the same question again."""


def _forced(choice: Choice, seat: Seat) -> Offer | None:
    """The only answer there is, where nobody but the rules decides it: not a throw, a draw or a card."""
    if choice.slot == "kind" or seat is None or choice.parts or choice.new is not None or choice.kind is Slot.CARD:
        return None
    return choice.offers[0] if len(choice.offers) == 1 and choice.offers[0].why_not is None else None


def _value(line: str) -> Any:
    """A typed value: JSON, or the words as they are."""
    try:
        return codec.parse(line)
    except codec.CodecError:
        return line


class Player:
    """Asks, judges and tells, until the game is over or the player leaves."""

    def __init__(self, controller: Controller, copy: OwnersCopy) -> None:
        self.controller, self.copy = controller, copy
        self.session = controller.session
        self.left = False

    @property
    def table(self) -> Table:
        return self.controller.table

    def done(self, answer: Answer) -> bool:
        """Whether a command was carried out; a refusal is told, and what cannot be saved ends the conversation."""
        if isinstance(answer, NotSaved):
            raise BadInput(answer.reason)
        if isinstance(answer, Refused) and answer.illegal is not None:
            self.refuse(answer.illegal)
        elif isinstance(answer, Refused):
            typer.echo(say(text("cli.cannot", problem=answer.reason)))
        return isinstance(answer, Done)

    def run(self) -> None:
        """The whole conversation."""
        if isinstance(sys.stdin, io.TextIOWrapper):
            # A byte that is no letter spoils its line, not the game.
            sys.stdin.reconfigure(errors="replace")
        typer.echo(say(text("cli.help_hint")))
        if self.table.drift is not None:
            typer.echo(say(text("cli.conflict", entry=self.table.drift.entry, reason=self.table.drift.illegal.reason)))
        while not self.left:
            acting = sorted(self.table.to_act(), key=lambda seat: -1 if seat is None else seat)
            if not acting:
                outcome = self.table.outcome()
                assert outcome is not None
                show_outcome(self.session.names, outcome)
                line = self.ask(text("cli.over_prompt"))
                if line is None or not self.command(line):
                    return
                continue
            self.turn(acting)

    def turn(self, acting: list[Seat]) -> None:
        """One move, slot by slot, or one command."""
        typer.echo("")
        typer.echo(say(self.table.game.phase(self.table.state)))
        seat = acting[0]
        if len(acting) > 1:
            offers = tuple(Offer(one, self.who(one)) for one in acting)
            answer = self.pick(Choice("seat", Slot.SEAT, text("cli.who"), offers))
            if answer is None:
                return
            seat = optional(int, answer.value)
        typer.echo(say(self.who(seat)) + ":")
        partial = Move(seat, "")
        while True:
            choices = self.table.game.choices(self.table.state, partial)
            if not choices:
                self.confirm(partial)
                return
            slot = choices[0]
            chosen = _forced(slot, seat) or self.pick(slot, seat)
            if chosen is None:
                return
            if chosen is AGAIN:
                continue
            value = chosen.value
            partial = Move(seat, typed(str, value)) if slot.slot == "kind" else partial.given(**{slot.slot: value})

    def who(self, seat: Seat) -> Text:
        return text("cli.the_table") if seat is None else text("cli.named", name=self.session.names[seat])

    def pick(self, choice: Choice, seat: Seat = None) -> Offer | None:
        """One of the offers, several parts at once, AGAIN after something new was told, or None for anything else."""
        typer.echo(say(choice.label))
        shown = (*choice.offers, *choice.parts)
        for number, offer in enumerate(shown[:SHOWN], start=1):
            mark = "✗" if offer.why_not is not None else " " if number <= len(choice.offers) else "+"
            typer.echo(f" {mark} {number:>2}  {say(offer.label)}")
        if len(shown) > SHOWN:
            typer.echo(say(text("cli.more_offers", n=len(shown) - SHOWN)))
        if choice.parts:
            typer.echo(say(text("cli.several")))
        if choice.new is not None:
            typer.echo(f"   +  {say(choice.new.text)}")
        while True:
            line = self.ask(text("cli.prompt"))
            if line is None:
                self.left = True
                return None
            words = line.split()
            if words and all(word.isascii() and word.isdigit() for word in words):
                found = self._numbered(choice, [int(word) for word in words])
                if found is not None:
                    return found
                continue
            if line == "+" and choice.new is not None:
                id = self.tell(choice.new)
                if id is None:
                    continue
                return AGAIN if choice.several else Offer(id, self.table.game.say_record(choice.new.table, id))
            if line == "x":
                acting = [optional(int, offer.value) for offer in choice.offers] if choice.slot == "seat" else [seat]
                self.chance(secrets.choice(acting))
                return None
            if not self.command(line):
                self.left = True
            return None

    def _numbered(self, choice: Choice, numbers: list[int]) -> Offer | None:
        """The offer of this number, or the parts of these; None when one is not there or refused."""
        shown = (*choice.offers, *choice.parts)
        for number in numbers:
            if not 1 <= number <= len(shown) or (len(numbers) > 1 and number <= len(choice.offers)):
                typer.echo(say(text("cli.no_such_offer", number=str(number)[:9])))
                return None
            refusal = shown[number - 1].why_not
            if refusal is not None:
                self.refuse(refusal)
                return None
        chosen = [shown[number - 1] for number in numbers]
        if numbers[0] <= len(choice.offers):
            return chosen[0]
        return Offer(tuple(part.value for part in chosen), chosen[-1].label)

    def tell(self, need: Need) -> str | None:
        """Ask what must be known of a record and keep it in the copy and in this game; its id, or None."""
        game = self.table.game
        kept = self.copy.records().get(need.table, {})
        id = need.id or game.catalog.fresh(need.table, tuple(kept))
        kind = game.tables[need.table]
        known = game.catalog.find(need.table, id)
        data = codec.encode(known) if known is not None else dict(codec.encode(dict(need.given)))
        keys = need.keys or tuple(one.name for one in fields(kind) if one.name not in ("source", "sure"))
        for key in keys:
            line = self.ask(text("cli.tell_field", what=game.catalog.field(need.table, key)))
            if line:
                data[key] = _value(line)
        data |= {"source": OWN, "sure": any(data.get(key) is not None for key in keys)}
        if not self.done(self.controller.learn(need.table, id, data)):
            return None
        typer.echo(say(text("cli.told", what=self.table.game.say_record(need.table, id))))
        return id

    def chance(self, seat: Seat) -> None:
        """A random legal move of this seat, where one is known."""
        try:
            picked = self.table.game.sample(self.table.state, seat, secrets.randbelow)
        except Complaint as error:
            typer.echo(say(error.told))
            return
        except (ValueError, LookupError):
            # Nothing is offered: which cards there are is not known yet.
            typer.echo(say(text("cli.no_sample")))
            return
        self.confirm(picked)

    def ask(self, prompt: Text) -> str | None:
        """A line from the player; None when there are no more."""
        try:
            return input(say(prompt) + " ").strip()
        except EOFError:
            return None

    def confirm(self, move: Move) -> None:
        """Propose; tell what follows, or why not."""
        ruling = self.controller.propose(move)
        if isinstance(ruling, Illegal):
            self.refuse(ruling)
            return
        typer.echo("▸ " + say(self.table.say_move(self.table.state, move)))
        for caution in ruling.cautions:
            typer.echo("⚠ " + say(caution.text) + f" ({say(caution.cite)})")
        answer = self.controller.confirm(move)
        if self.done(answer) and isinstance(answer, Done):
            for entry in answer.entries:
                self._events(self.table.explain(entry.number))

    def _events(self, told: Explanation) -> None:
        """What followed, each with its rule."""
        for said, cite in told.events:
            typer.echo(f"  · {say(said)}" + (f" ({say(cite)})" if cite is not None else ""))

    def refuse(self, refusal: Illegal) -> None:
        """The reason, the rule, and the nearest legal moves."""
        typer.echo("✗ " + say(refusal.reason) + f" ({say(refusal.cite)})")
        for near in refusal.nearest:
            line = self.written(self.table.state, near)
            typer.echo("  → " + say(self.table.say_move(self.table.state, near)) + f"   [{line}]")
        for need in refusal.needs:
            typer.echo(say(text("cli.tell_fact", table=need.table, id=need.id)))

    def written(self, before: Any, move: Move) -> str:
        """The move as it may be written on a screen others look at."""
        return say(notation.write(manual_edit.redacted(self.table.game, before, move)))

    # -- commands ------------------------------------------------------------------------------

    def command(self, line: str) -> bool:
        """Do what a typed command says; False ends the conversation."""
        word, _, rest = line.partition(" ")
        actions = {
            "u": self.undo,
            "r": self.redo,
            "s": self.score,
            "l": self.log,
            "e": self.explain,
            "c": self.correct,
            "n": self.note,
            "j": self.adjust,
            "k": self.know,
        }
        if word == "q":
            typer.echo(say(text("cli.saved", id=self.session.id[:8])))
            return False
        try:
            if word in actions:
                actions[word](rest.strip())
            elif " " in line and (word == "-" or word.isdigit()):
                self.confirm(notation.read(line))
            elif line:
                typer.echo(say(text("cli.help")))
        except notation.NotationError as error:
            typer.echo(say(text("cli.not_a_move", problem=error.told)))
        except (LookupError, ValueError) as error:
            typer.echo(say(text("cli.cannot", problem=complaint(error))))
        return True

    def undo(self, rest: str) -> None:
        if self.done(self.controller.undo(int(rest) if rest else None)):
            typer.echo(say(text("cli.undone")))

    def redo(self, rest: str) -> None:
        if self.done(self.controller.redo()):
            typer.echo(say(text("cli.redone")))

    def score(self, rest: str) -> None:
        show_sheet(self.session.names, self.table.score())

    def log(self, rest: str) -> None:
        for step in self.table.log.line.steps():
            assert step.move is not None and step.parent is not None
            before = self.table.state_at(step.parent)
            said = self.table.say_move(before, step.move)
            line = self.written(before, step.move)
            typer.echo(f"{step.entry:>4}  {say(self.who(step.move.seat))}: {say(said)}   [{line}]")

    def explain(self, rest: str) -> None:
        explanation = self.table.explain(int(rest))
        typer.echo("▸ " + say(explanation.move) + (f" ({say(explanation.reason)})" if explanation.reason else ""))
        self._events(explanation)

    def correct(self, rest: str) -> None:
        number, _, line = rest.partition(" ")
        drop = line.startswith("! ")
        answer = self.controller.correct(int(number), notation.read(line.removeprefix("! ")), drop=drop)
        found = None if isinstance(answer, NotSaved) else answer.correction
        if isinstance(answer, Refused) and found is not None and found.conflict is not None:
            typer.echo(say(text("cli.correct_conflict", entry=found.conflict.entry, n=found.dropped)))
        if self.done(answer) and found is not None:
            typer.echo(say(text("cli.corrected", kept=found.kept, dropped=found.dropped)))

    def note(self, rest: str) -> None:
        if self.done(self.controller.note(rest)):
            typer.echo(say(text("cli.noted")))

    def adjust(self, rest: str) -> None:
        path, _, more = rest.partition(" ")
        value, _, reason = more.partition(" ")
        answer = self.controller.edit(((path, _value(value)),), reason)
        if self.done(answer) and isinstance(answer, Done):
            typer.echo(say(self.table.explain(answer.entries[0].number).move))

    def know(self, rest: str) -> None:
        table, _, more = rest.partition(" ")
        id, _, record = more.partition(" ")
        if self.done(self.controller.learn(table, id, codec.parse(record))):
            typer.echo(say(text("cli.learnt", table=table, id=id)))
