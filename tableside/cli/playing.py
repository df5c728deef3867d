"""A whole game in the terminal, from legal moves, with undo, score and explanations; resumes where it stopped."""

from __future__ import annotations

import io
import json
import secrets
import sys
from pathlib import Path
from typing import Any

import typer

from tableside.cli.games import show_outcome, show_sheet
from tableside.cli.voice import BadInput, call, find_game, read_text, say
from tableside.core import adjust, codec, notation
from tableside.core.complaints import complaint
from tableside.core.game import Choice, Info, Offer
from tableside.core.moves import Move, Seat, Text, text
from tableside.core.ruling import Illegal
from tableside.core.table import RefusedError

SHOWN = 60
"""Longest list of offers printed at once."""


def join(app: typer.Typer) -> None:
    """Add these commands."""
    app.command()(play)
    app.command()(demo)


def demo(out: Path = typer.Option(Path("out"), "--out", help="Folder for the screenshot and overlay")) -> None:
    """A short table session: a photo read, a move judged, one refused, the game scored, a tie settled."""
    from tableside.cli.demo import run

    run(out)


def play(
    game: str,
    seats: int = typer.Option(None, "--seats", help="How many play (a new game)"),
    name: list[str] = typer.Option([], "--name", help="A player's name, once for each seat"),
    option: list[str] = typer.Option([], "--option", help="A table option, KEY=VALUE"),
    session: str = typer.Option(None, "--session", help="Which saved game to go on with"),
    new: bool = typer.Option(False, "--new", help="Begin a new game even if one is going on"),
    position: Path = typer.Option(None, "--position", help="Join midway: the state declared as JSON"),
    pack: Path = typer.Option(None, "--copy", help="A pack of the owner's records to use"),
    by_hand: bool = typer.Option(False, "--by-hand", help="Do the bookkeeping yourself, step by step"),
) -> None:
    """Play a game in the terminal. It is saved at every move and goes on where it stopped."""
    from models.copy import OwnersCopy
    from models.store import Seated, Store
    from tableside.cli.saved import resolve_id

    rules = find_game(game)
    store = Store.open()
    copy = OwnersCopy(store, rules)
    if pack is not None:
        try:
            copy.unpack(codec.parse(read_text(pack), pack.name), pack.name)
        except codec.CodecError as error:
            raise BadInput(text("cli.not_json", problem=error.told)) from None
    rules = copy.game()
    going_on = [] if new or seats or name or option or position else store.sessions(rules.slug, unfinished=True)
    if session:
        opened = store.open_session(resolve_id(store, session), rules)
    elif going_on:
        opened = store.open_session(going_on[0].id, rules)
        typer.echo(say(text("cli.going_on_with", id=opened.id[:8])))
    else:
        count = seats or len(name) or rules.seats.start
        if count not in rules.seats:
            few, many = rules.info.seats
            raise BadInput(text("cli.seats", game=game, few=few, many=many))
        names = [*name, *(say(text("cli.player", n=n + 1)) for n in range(len(name), count))][:count]
        start = _declared(rules, position) if position else None
        try:
            opened = store.begin(rules, options_of(rules.info, option), [Seated(one) for one in names], start=start)
        except RefusedError as refused:
            raise BadInput(refused.illegal.reason) from None
    call(opened.names)
    opened.table.automatic = not by_hand
    if opened.table.drift is None:
        # Killed between a move and the bookkeeping that follows from it, the game goes on from there.
        opened.table.run_routine()
    Player(opened, copy).run()


def _declared(rules: Any, file: Path) -> Any:
    try:
        return codec.decode(rules.state_type, codec.parse(read_text(file), file.name))
    except codec.CodecError as error:
        raise BadInput(text("cli.bad_position", problem=error.told)) from None


def options_of(info: Info, given: list[str]) -> dict[str, Any]:
    """Options typed as KEY=VALUE."""
    options: dict[str, Any] = {}
    for pair in given:
        key, _, value = pair.partition("=")
        known = next((option for option in info.options if option.key == key), None)
        if known is None:
            raise BadInput(text("cli.no_option", key=key, known=tuple(option.key for option in info.options)))
        choice = [choice for choice in known.choices if str(choice).lower() == value.lower()]
        if not choice:
            raise BadInput(text("cli.no_option_value", key=key, value=value, known=known.choices))
        options[key] = choice[0]
    return options


class Player:
    """Asks, judges and tells, until the game is over or the player leaves."""

    def __init__(self, session: Any, copy: Any) -> None:
        self.session, self.copy = session, copy
        self.left = False

    @property
    def table(self) -> Any:
        return self.session.table

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
                show_outcome(self.session.names, self.table.outcome())
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
            answer = self.pick(Choice("seat", "seat", text("cli.who"), offers))  # type: ignore[arg-type]
            if answer is None:
                return
            seat = answer.value
        typer.echo(say(self.who(seat)) + ":")
        partial = Move(seat, "")
        while True:
            choices = self.table.game.choices(self.table.state, partial)
            if not choices:
                self.confirm(partial)
                return
            slot = choices[0]
            open_offers = [offer for offer in slot.offers if offer.why_not is None]
            if slot.slot != "kind" and len(slot.offers) == 1 == len(open_offers):
                chosen: Offer | None = open_offers[0]
            else:
                chosen = self.pick(slot, seat)
            if chosen is None:
                return
            value = chosen.value
            partial = Move(seat, value) if slot.slot == "kind" else partial.given(**{slot.slot: value})

    def who(self, seat: Seat) -> Text:
        return text("cli.the_table") if seat is None else text("cli.named", name=self.session.names[seat])

    def pick(self, choice: Choice, seat: Seat = None) -> Offer | None:
        """One of the offers, or None when the player said something else instead."""
        typer.echo(say(choice.label))
        for number, offer in enumerate(choice.offers[:SHOWN], start=1):
            mark = " " if offer.why_not is None else "✗"
            typer.echo(f" {mark} {number:>2}  {say(offer.label)}")
        if len(choice.offers) > SHOWN:
            typer.echo(say(text("cli.more_offers", n=len(choice.offers) - SHOWN)))
        while True:
            line = self.ask(text("cli.prompt"))
            if line is None:
                self.left = True
                return None
            if line.isascii() and line.isdigit():
                if not 1 <= int(line) <= len(choice.offers):
                    typer.echo(say(text("cli.no_such_offer", number=line[:9])))
                    continue
                offer = choice.offers[int(line) - 1]
                if offer.why_not is None:
                    return offer
                self.refuse(offer.why_not)
                continue
            if line == "x":
                acting = secrets.choice([offer.value for offer in choice.offers]) if choice.slot == "seat" else seat
                self.chance(acting)
                return None
            if not self.command(line):
                self.left = True
            return None

    def chance(self, seat: Seat) -> None:
        """A random legal move of this seat, where one is known."""
        try:
            picked = self.table.game.sample(self.table.state, seat, secrets.randbelow)
        except (ValueError, IndexError):
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
        ruling = self.table.propose(move)
        if isinstance(ruling, Illegal):
            self.refuse(ruling)
            return
        before = self.table.state
        typer.echo("▸ " + say(self.table.say_move(before, move)))
        for caution in ruling.cautions:
            typer.echo("⚠ " + say(caution.text) + f" ({say(caution.cite)})")
        number = len(self.table.log.entries)
        self.table.confirm(move)
        for entry in self.table.log.entries[number:]:
            for said, cite in self.table.explain(entry.number).events:
                typer.echo(f"  · {say(said)} ({say(cite)})")

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
        return say(notation.write(adjust.redacted(self.table.game, before, move)))

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
        except RefusedError as refused:
            self.refuse(refused.illegal)
        except notation.NotationError as error:
            typer.echo(say(text("cli.not_a_move", problem=error.told)))
        except (LookupError, ValueError) as error:
            typer.echo(say(text("cli.cannot", problem=complaint(error))))
        return True

    def undo(self, rest: str) -> None:
        self.table.undo(int(rest) if rest else None)
        typer.echo(say(text("cli.undone")))

    def redo(self, rest: str) -> None:
        self.table.redo()
        typer.echo(say(text("cli.redone")))

    def score(self, rest: str) -> None:
        show_sheet(self.session.names, self.table.score())

    def log(self, rest: str) -> None:
        for step in self.table.log.line.steps():
            before = self.table.state_at(step.parent)
            said = self.table.say_move(before, step.move)
            line = self.written(before, step.move)
            typer.echo(f"{step.entry:>4}  {say(self.who(step.move.seat))}: {say(said)}   [{line}]")

    def explain(self, rest: str) -> None:
        explanation = self.table.explain(int(rest))
        typer.echo("▸ " + say(explanation.move) + (f" ({say(explanation.reason)})" if explanation.reason else ""))
        for said, cite in explanation.events:
            typer.echo(f"  · {say(said)} ({say(cite)})")

    def correct(self, rest: str) -> None:
        number, _, line = rest.partition(" ")
        drop = line.startswith("! ")
        result = self.table.correct(int(number), notation.read(line.removeprefix("! ")), drop=drop)
        if isinstance(result, Illegal):
            self.refuse(result)
        elif result.conflict is not None and not drop:
            typer.echo(say(text("cli.correct_conflict", entry=result.conflict.entry, n=result.dropped)))
            self.refuse(result.conflict.illegal)
        else:
            typer.echo(say(text("cli.corrected", kept=result.kept, dropped=result.dropped)))

    def note(self, rest: str) -> None:
        self.table.note(rest)
        typer.echo(say(text("cli.noted")))

    def adjust(self, rest: str) -> None:
        path, _, more = rest.partition(" ")
        value, _, reason = more.partition(" ")
        try:
            parsed = json.loads(value)
        except ValueError:
            parsed = value
        entry = self.table.adjust(path, parsed, reason)
        typer.echo(say(self.table.explain(entry.number).move))

    def know(self, rest: str) -> None:
        table, _, more = rest.partition(" ")
        id, _, record = more.partition(" ")
        data = codec.parse(record)
        self.table.learn(table, id, data)
        self.copy.learn(table, id, data)
        typer.echo(say(text("cli.learnt", table=table, id=id)))
