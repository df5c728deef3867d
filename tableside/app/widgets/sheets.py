"""The sheets: why not, which rule, the log, a player's board, and the table's menu."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.uix.gridlayout import GridLayout

from tableside.app.play import Play
from tableside.app.theme import theme
from tableside.app.widgets.base import Col, Mark, Panel, Row, Tap, Words
from tableside.app.widgets.controls import Chip, Stepper, TextButton
from tableside.app.widgets.frame import Sheet
from tableside.app.widgets.plates import Tile
from tableside.app.words import counted, current, say, signed
from tableside.core import adjust
from tableside.core.moves import Cite, Move
from tableside.core.replay import EntryKind
from tableside.core.ruling import Illegal
from tableside.core.score import totals

LOG_MOST = 60


def citation(cite: Cite) -> Panel:
    """Where the rule stands, in a small frame."""
    u = theme.u
    box = Panel(orientation="horizontal", size_hint=(None, None), padding=(10 * u, 4 * u))
    box.radius, box.edge, box.edge_width = 8 * u, theme.edge, 1.5 * u
    words = Words(f"§ {say(cite)}", "cite", fit="line", bold=True, tone="ink2")
    box.add_widget(words)
    box.size = (words.width + 20 * u, words.height + 8 * u)
    return box


def why_sheet(app: Any, play: Play, refusal: Illegal, take: Callable[[Move], Any]) -> Sheet:
    """Why a move cannot be, by which rule, and what could be done instead."""
    u = theme.u
    sheet = Sheet(app, say(refusal.reason), sign="no", tone="refuse")
    sheet.body.add_widget(citation(refusal.cite))
    for need in refusal.needs:
        sheet.body.add_widget(Words(say(need.text), "body"))
        tell = TextButton(
            say("why.tell"),
            partial(app.go, "teach_card", game=play.game.slug, table=need.table, id=need.id, session=play.session.id),
            sign="hand",
            name="tell",
        )
        sheet.body.add_widget(tell)
    nearest = _alternatives(play, refusal)
    if nearest:
        sheet.body.add_widget(Words(say("why.instead"), "body", bold=True))
        grid = GridLayout(cols=1 if theme.phone else 2, size_hint_y=None, spacing=16 * u)
        grid.bind(minimum_height=grid.setter("height"))
        for move, words, worth in nearest:
            tile = Tile(
                words,
                sheet.then(take, move),
                value=worth,
                chevron=True,
                name="instead",
                minimum=72,
            )
            grid.add_widget(tile)
        sheet.body.add_widget(grid)
    return sheet.open()


def _alternatives(play: Play, refusal: Illegal) -> list[tuple[Move, str, str]]:
    """The nearest moves in words, with what they are worth, each only once."""
    found: dict[str, tuple[Move, str, str]] = {}
    for move in refusal.nearest:
        preview = play.table.preview(move)
        if isinstance(preview, Illegal):
            continue
        words = say(play.table.say_move(play.state, move))
        worth = 0
        if move.seat is not None:
            seats = play.table.seats
            worth = totals(preview.after, seats)[move.seat] - totals(preview.before, seats)[move.seat]
        found.setdefault(words, (move, words, signed(worth) if worth else ""))
    return list(found.values())


def rule_sheet(app: Any, words: str, cite: Cite) -> Sheet:
    """Which rule stands behind a line."""
    sheet = Sheet(app, say("why.rule"), sign="book", share=0.4)
    sheet.body.add_widget(Words(words, "body"))
    sheet.body.add_widget(citation(cite))
    return sheet.open()


def log_sheet(app: Any, play: Play) -> Sheet:
    """What happened, last first; a tap tells what followed and by which rule."""
    sheet = Sheet(app, say("log.title"), sign="list", share=0.8)
    table, u = play.table, theme.u
    standing = {step.entry: step for step in table.log.line.steps()}
    for entry in reversed(table.log.entries[-LOG_MOST:]):
        if entry.kind is EntryKind.NOTE:
            sheet.body.add_widget(Tile(entry.text, about=say("log.note"), bold=False, name=f"entry {entry.number}"))
            continue
        if entry.kind not in (EntryKind.MOVE, EntryKind.CORRECT) or entry.move is None:
            words = say(f"log.{entry.kind.value}")
            row = Row(padding=(16 * u, 4 * u))
            row.add_widget(Words(words, "small", tone="ink2"))
            sheet.body.add_widget(row)
            continue
        step = standing.get(entry.number)
        before = table.state_at(step.parent) if step is not None and step.parent is not None else table.state
        words = say(table.say_move(before, entry.move))
        seat = entry.move.seat
        lead = Mark(play.colours[seat], play.letters[seat], 34) if seat is not None else None
        about = say("log.undone") if step is None else say("log.auto") if entry.auto else ""
        tile = Tile(
            words,
            partial(entry_sheet, app, play, entry.number) if step is not None else None,
            lead=lead,
            about=about,
            bold=False,
            chevron=step is not None,
            sign="die" if seat is None else "",
            name=f"entry {entry.number}",
            strike=step is None,
        )
        sheet.body.add_widget(tile)
    if not table.log.entries:
        sheet.body.add_widget(Words(say("log.empty"), "body", tone="ink2"))
    return sheet.open()


def entry_sheet(app: Any, play: Play, number: int) -> Sheet:
    """One entry explained."""
    told = play.table.explain(number)
    sheet = Sheet(app, say(told.move), sign="book", share=0.6)
    if told.reason:
        sheet.body.add_widget(Words(told.reason, "body", tone="ink2"))
    for words, cite in told.events:
        box = Col(spacing=4 * theme.u)
        box.add_widget(Words(say(words), "body"))
        if cite is not None:
            box.add_widget(citation(cite))
        sheet.body.add_widget(box)
    return sheet.open()


def seat_sheet(app: Any, play: Play, seat: int, adjusted: Callable[[], Any]) -> Sheet:
    """One player's score line by line, with the rules, and points by hand."""
    u = theme.u
    sheet = Sheet(app, say("seat.title", name=play.session.names[seat], points=play.totals()[seat]), share=0.7)
    for line in play.table.score():
        if line.seat != seat:
            continue
        row = Tap(press=lambda line=line: rule_sheet(app, say(line.label), line.cite), name=f"line {line.key}")
        row.fill, row.padding, row.spacing = theme.surface, (16 * u, 4 * u), 12 * u
        row.size_hint_y = None
        label = Words(say(line.label), "body", pos_hint={"center_y": 0.5})
        row.add_widget(label)
        tone = "refuse" if line.points < 0 else "ink"
        row.add_widget(Words(counted(line.points), "heading", tone, fit="line", bold=True, pos_hint={"center_y": 0.5}))
        row.height = 56 * u
        label.bind(height=lambda label, high, row=row: setattr(row, "height", max(56 * u, high + 16 * u)))
        sheet.body.add_widget(row)
    path = f"players.{seat}.bonus"
    paths = adjust.paths(play.game, play.state)
    if path in paths:
        row = Row(spacing=12 * u)
        row.add_widget(Words(say("seat.by_hand"), "body", pos_hint={"center_y": 0.5}))
        wanted = {"value": int(paths[path])}
        stepper = Stepper(int(paths[path]), lambda value: wanted.update(value=value), inline=True, name="bonus")
        stepper.size_hint_x, stepper.width = None, 200 * u
        row.add_widget(stepper)

        def done() -> None:
            if wanted["value"] != paths[path]:
                play.table.adjust(path, wanted["value"], say("seat.by_hand"))
            sheet.close()
            adjusted()

        row.add_widget(TextButton(say("seat.adjust"), done, name="adjust").hug())
        sheet.body.add_widget(row)
    return sheet.open()


def keep_books(play: Play, routine: Move, changed: Callable[[], Any]) -> None:
    """Do the bookkeeping that waits, and what may follow by itself."""
    play.table.confirm(routine)
    changed()


def menu_sheet(app: Any, play: Play, changed: Callable[[], Any]) -> Sheet:
    """Everything that is not the next move."""
    u = theme.u
    sheet = Sheet(app, say("menu.title"), sign="menu", share=0.62)

    def door(name: str, press: Callable[[], Any], sign: str) -> TextButton:
        return TextButton(say(f"menu.{name}"), sheet.then(press), sign=sign, name=f"menu {name}")

    grid = GridLayout(cols=1 if theme.phone else 2, size_hint_y=None, spacing=12 * u)
    grid.bind(minimum_height=grid.setter("height"))
    grid.add_widget(door("score", lambda: app.go("score", session=play.session.id), "bars"))
    grid.add_widget(door("log", lambda: log_sheet(app, play), "list"))
    grid.add_widget(door("settings", lambda: app.go("settings"), "gear"))
    grid.add_widget(door("home", app.home, "home"))
    sheet.body.add_widget(grid)
    row = Row(spacing=12 * u)
    for code, words in (("hu", "Magyar"), ("en", "English")):
        row.add_widget(Chip(words, partial(app.set, language=code), chosen=current() == code, name=f"language {code}"))
    sheet.body.add_widget(row)
    routine = play.game.routine(play.state)
    if routine is not None and not app.automatic(routine, play.game.slug):
        words = say("menu.do_routine", what=say(play.game.say_move(play.state, routine)))
        sheet.body.add_widget(
            TextButton(words, sheet.then(keep_books, play, routine, changed), sign="check", name="routine")
        )
    return sheet.open()
