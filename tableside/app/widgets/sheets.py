"""Bottom sheets of the table: refusal, rule, log, player, manual edit and menu."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from kivy.uix.gridlayout import GridLayout

from tableside.app import routes
from tableside.app.i18n import counted, current, rule_of, say, sentence, signed
from tableside.app.move_builder import MoveBuilder
from tableside.app.open_table import standing
from tableside.app.shell import Shell
from tableside.app.theme import theme
from tableside.app.views.view_registry import view_module
from tableside.app.widgets.base import Col, Mark, Panel, Row, Tap, Words
from tableside.app.widgets.controls import Abreast, Chip, IconButton, Stepper, TextButton, Typing
from tableside.app.widgets.light_buttons import Tile
from tableside.app.widgets.page import Sheet
from tableside.control.controller import Refused
from tableside.core import codec, manual_edit
from tableside.core.game import Counter
from tableside.core.log import EntryKind
from tableside.core.moves import Cite, Move, Seat, text
from tableside.core.ruling import Illegal, Need

LOG_MOST = 60
FEW = 16
"""Of more counters than this, the first and those that are not 0 are shown at once."""
MANY = 999
"""Points by hand go no further below zero."""


def citation(cite: Cite, press: Callable[[], Any] | None = None) -> Panel | Tap:
    """Where the rule stands, in a small frame; one that can be pressed is as high as a finger."""
    u = theme.u
    words = Words(f"§ {say(cite)}", "cite", fit="line", bold=True, tone="ink2", pos_hint={"center_y": 0.5})
    if press is None:
        box: Panel | Tap = Panel(orientation="horizontal")
    else:
        box = Tap(press=press, name=f"rule {cite.rule}")
        box.fill = theme.surface
    box.size_hint, box.padding = (None, None), (10 * u, 4 * u)
    box.radius, box.edge, box.edge_width = 8 * u, theme.edge, 1.5 * u
    box.add_widget(words)
    box.size = (words.width + 20 * u, words.height + 8 * u if press is None else 48 * u)
    return box


def _rule(sheet: Sheet, cite: Cite) -> None:
    """The rule itself, in the players' words."""
    if rule_of(cite):
        sheet.body.add_widget(Words(rule_of(cite), "body", tone="ink2"))


def why_sheet(app: Shell, play: MoveBuilder, refusal: Illegal, take: Callable[[Move], Any]) -> Sheet:
    """Why a move cannot be, by which rule, and what could be done instead."""
    u = theme.u
    sheet = Sheet(app, say(refusal.reason), sign="no", tone="refuse")
    sheet.body.add_widget(citation(refusal.cite))
    _rule(sheet, refusal.cite)
    for need in refusal.needs:
        sheet.body.add_widget(Words(say(need.text), "body"))
        tell = TextButton(say("why.tell"), partial(teach, app, play, need), sign="hand", name="tell")
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


def teach(app: Shell, play: MoveBuilder, need: Need, slot: str = "") -> None:
    """The form of a record the table needs; one the copy lacks gets a fresh id and then goes into the slot."""
    slug, catalog = play.game.slug, play.game.catalog
    id = need.id or catalog.fresh(need.table, tuple(app.game(slug).catalog.table(need.table)))
    told = codec.encode(dict(need.given))
    app.go(routes.TeachCard(slug, need.table, id, play.session.id, slot, told, tuple(need.keys)))


def _alternatives(play: MoveBuilder, refusal: Illegal) -> list[tuple[Move, str, str]]:
    """The nearest moves in words, with what they are worth, each only once."""
    found: dict[str, tuple[Move, str, str]] = {}
    for move in refusal.nearest:
        preview = play.table.preview(move)
        if isinstance(preview, Illegal):
            continue
        words = say(play.table.say_move(play.state, move))
        worth = 0
        if move.seat is not None:
            after, before = standing(play.table, preview.after), standing(play.table, preview.before)
            worth = after[move.seat] - before[move.seat]
        found.setdefault(words, (move, words, signed(worth) if worth else ""))
    return list(found.values())


def reasons_sheet(app: Shell, problems: Sequence[Illegal]) -> Sheet:
    """Every reason why a position cannot be, each with its rule."""
    sheet = Sheet(app, say("score_only.why"), sign="no", tone="refuse", share=0.7)
    for problem in problems:
        box = Col(spacing=4 * theme.u)
        box.add_widget(Words(say(problem.reason), "body"))
        if problem.cite.source != "core":
            box.add_widget(citation(problem.cite))
        sheet.body.add_widget(box)
    return sheet.open()


def rule_sheet(app: Shell, words: str, cite: Cite) -> Sheet:
    """Which rule stands behind a line."""
    sheet = Sheet(app, say("why.rule"), sign="book", share=0.4)
    sheet.body.add_widget(Words(words, "body"))
    sheet.body.add_widget(citation(cite))
    _rule(sheet, cite)
    return sheet.open()


def log_sheet(app: Shell, play: MoveBuilder) -> Sheet:
    """What happened, last first; a tap tells what followed and by which rule."""
    sheet = Sheet(app, say("log.title"), sign="list", share=0.8)
    table, u = play.table, theme.u
    standing = {step.entry: step for step in table.log.line.steps()}
    may_correct = isinstance(app.routes[-1], routes.Table)
    if may_correct:
        sheet.body.add_widget(_note(app, play, sheet))
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
        lead = Mark(play.colours[seat], play.letters[seat], 28 if theme.phone else 34) if seat is not None else None
        about = say("log.undone") if step is None else say("log.auto") if entry.auto else ""
        tile = Tile(
            words,
            partial(entry_sheet, app, play, entry.number) if step is not None else None,
            lead=lead,
            about=about,
            bold=False,
            chevron=step is not None and not theme.phone,
            sign="die" if seat is None else "",
            name=f"entry {entry.number}",
            strike=step is None,
        )
        if step is None or not may_correct or entry.move.kind == manual_edit.KIND or entry.auto:
            sheet.body.add_widget(tile)
            continue
        row = Row(spacing=8 * u)
        row.add_widget(tile)
        pencil = IconButton("hand", partial(app.go, routes.Correct(play.session.id, entry.number)))
        pencil.name, pencil.pos_hint = f"correct {entry.number}", {"center_y": 0.5}
        row.add_widget(pencil)
        sheet.body.add_widget(row)
    if not table.log.entries:
        sheet.body.add_widget(Words(say("log.empty"), "body", tone="ink2"))
    return sheet.open()


def _note(app: Shell, play: MoveBuilder, sheet: Sheet, about: int = 0) -> Row:
    """A line to write something beside the log."""
    words = Typing(hint_text=say("log.note_hint"), name="note")
    words.pos_hint = {"center_y": 0.5}

    def add() -> None:
        if words.text.strip() and app.done(play.controller.note(words.text.strip(), about)):
            sheet.close()
            log_sheet(app, play)

    row = Row(spacing=12 * theme.u)
    row.add_widget(words)
    row.add_widget(TextButton(say("log.add_note"), add, sign="plus", name="add note").hug())
    return row


def entry_sheet(app: Shell, play: MoveBuilder, number: int) -> Sheet:
    """One entry explained; at the table it can be put right, and something can be written beside it."""
    told = play.table.explain(number)
    sheet = Sheet(app, say(told.move), sign="book", share=0.6)
    if told.reason:
        sheet.body.add_widget(Words(told.reason, "body", tone="ink2"))
    for words, cite in told.events:
        box = Col(spacing=4 * theme.u)
        box.add_widget(Words(say(words), "body"))
        if cite is not None:
            box.add_widget(citation(cite, partial(rule_sheet, app, say(words), cite)))
        sheet.body.add_widget(box)
    if isinstance(app.routes[-1], routes.Table):
        put_right = sheet.then(app.go, routes.Correct(play.session.id, number))
        sheet.body.add_widget(TextButton(say("log.correct"), put_right, sign="hand", name="correct"))
        sheet.body.add_widget(_note(app, play, sheet, number))
    return sheet.open()


def seat_sheet(app: Shell, play: MoveBuilder, seat: int, adjusted: Callable[[], Any]) -> Sheet:
    """One player's score line by line, with the rules, and points by hand."""
    u = theme.u
    name, points = play.session.names[seat], play.points()[seat]
    left = play.totals()[seat] - points
    key = "seat.title_left" if left else "seat.title"
    sheet = Sheet(app, say(key, name=name, n=points, points=counted(points), left=counted(left)), share=0.7)
    for line in play.table.score():
        if line.seat != seat:
            continue
        row = Tap(press=lambda line=line: rule_sheet(app, say(line.label), line.cite), name=f"line {line.key}")
        row.fill, row.padding, row.spacing = theme.surface, (16 * u, 4 * u), 12 * u
        row.size_hint_y = None
        label = Words(sentence(say(line.label)), "body", pos_hint={"center_y": 0.5})
        row.add_widget(label)
        tone = "refuse" if line.points < 0 else "ink"
        row.add_widget(Words(counted(line.points), "heading", tone, fit="line", bold=True, pos_hint={"center_y": 0.5}))
        row.height = 56 * u
        label.bind(height=lambda label, high, row=row: setattr(row, "height", max(56 * u, high + 16 * u)))
        sheet.body.add_widget(row)
    piles = getattr(view_module(play.game.slug), "piles", None)
    for title, names in piles(play, seat) if piles is not None else ():
        sheet.body.add_widget(Words(title, "label", bold=True))
        sheet.body.add_widget(Words(", ".join(names), "label", tone="ink2"))
    asked = app.settings.asked
    others = tuple(other for other in asked if other != name)
    ask = sheet.then(partial(app.set, asked=others if name in asked else (*others, name)))
    sign = "check" if name in asked else "ring"
    sheet.body.add_widget(TextButton(say("seat.ask_me"), ask, sign=sign, name="ask me"))
    if counters(play, seat):
        by_hand = sheet.then(hand_sheet, app, play, seat, adjusted)
        sheet.body.add_widget(TextButton(say("hand.title"), by_hand, sign="hand", name="by hand"))
    return sheet.open()


def counters(play: MoveBuilder, seat: Seat) -> tuple[Counter, ...]:
    """What may be set right by hand: what the game names, and points where its players have such."""
    found = play.game.counters(play.state, seat)
    path = f"players.{seat}.bonus"
    bonus = manual_edit.paths(play.game, play.state).get(path) if seat is not None else None
    if isinstance(bonus, int) and all(counter.path != path for counter in found):
        found = (*found, Counter(path, text("app.seat.by_hand"), bonus, None, -MANY))
    return found


def hand_sheet(app: Shell, play: MoveBuilder, seat: Seat, adjusted: Callable[[], Any]) -> Sheet:
    """Set numbers of a seat, or of the table itself, right by hand; one entry of the log, with the reason."""
    u = theme.u
    sheet = Sheet(app, say("hand.title"), sign="hand", share=0.86)
    seats = [other for other in (*range(play.table.seats), None) if counters(play, other)]
    if seat not in seats and seats:
        seat = seats[0]
    whose = Abreast()
    for other in seats:
        words = say("table.the_table") if other is None else play.session.names[other]
        again = sheet.then(hand_sheet, app, play, other, adjusted)
        whose.add_widget(Chip(words, again, chosen=other == seat, step="label", name=f"hand {other}").hug())
    sheet.body.add_widget(whose)
    sheet.body.add_widget(Words(say("hand.about"), "label", tone="ink2"))
    wanted: dict[Counter, int] = {}
    grid = GridLayout(cols=1 if theme.phone else 2, size_hint_y=None, spacing=(32 * u, 8 * u))
    grid.bind(minimum_height=grid.setter("height"))
    every = counters(play, seat)
    few = every if len(every) <= FEW else tuple(one for n, one in enumerate(every) if n < FEW // 2 or one.value)
    for counter in few:
        grid.add_widget(counter_row(counter, partial(wanted.__setitem__, counter), counter.value))
    sheet.body.add_widget(grid)
    if len(few) < len(every):
        rest = [one for one in every if one not in few]

        def show_rest() -> None:
            sheet.body.remove_widget(more)
            for counter in rest:
                grid.add_widget(counter_row(counter, partial(wanted.__setitem__, counter), counter.value))

        more = TextButton(say("table.more", n=len(rest)), show_rest, sign="down", name="more counters")
        sheet.body.add_widget(more)
    reason = Typing(hint_text=say("hand.reason"), name="hand reason")
    refusal = Words("", "body", tone="refuse")

    def done() -> None:
        changed = manual_edit.changes(play.game, play.state, tuple(wanted.items()))
        if changed:
            answer = play.controller.edit(changed, reason.text.strip() or say("seat.by_hand"))
            if isinstance(answer, Refused):
                refusal.plain = say(answer.reason)
                return
            if not app.done(answer):
                return
        sheet.close()
        adjusted()

    foot = Col(spacing=8 * u)
    foot.add_widget(refusal)
    row = Col(spacing=8 * u) if theme.phone else Row(spacing=12 * u)
    reason.pos_hint = {"center_y": 0.5}
    row.add_widget(reason)
    save = TextButton(say("hand.save"), done, sign="check", style="primary", name="adjust")
    row.add_widget(save if theme.phone else save.hug())
    foot.add_widget(row)
    sheet.panel.add_widget(foot)
    return sheet.open()


def name_of(counter: Counter) -> str:
    """What parts a counter from the others of its game."""
    return counter.path if counter.of is None else f"{counter.path} {counter.of}"


def counter_row(counter: Counter, set_to: Callable[[int], Any], value: int) -> Row:
    """One number that may be set by hand, with its stepper."""
    u = theme.u
    row = Row(spacing=12 * u, size_hint_y=None, height=56 * u)
    row.add_widget(Words(say(counter.label), "label", fit="box"))
    stepper = Stepper(
        value,
        set_to,
        minimum=counter.least,
        maximum=counter.most,
        inline=True,
        name=name_of(counter),
        pos_hint={"center_y": 0.5},
    )
    stepper.size_hint_x, stepper.width = None, (160 if theme.phone else 176) * u
    row.add_widget(stepper)
    return row


def keep_books(app: Shell, play: MoveBuilder, routine: Move, changed: Callable[[], Any]) -> None:
    """Do the bookkeeping that waits, and what may follow by itself."""
    if app.done(play.controller.confirm(routine)):
        changed()


def menu_sheet(app: Shell, play: MoveBuilder, changed: Callable[[], Any]) -> Sheet:
    """Everything that is not the next move."""
    u = theme.u
    sheet = Sheet(app, say("menu.title"), sign="menu", share=0.62)

    def door(name: str, press: Callable[[], Any], sign: str) -> TextButton:
        return TextButton(say(f"menu.{name}"), sheet.then(press), sign=sign, name=f"menu {name}")

    grid = GridLayout(cols=1 if theme.phone else 2, size_hint_y=None, spacing=12 * u)
    grid.bind(minimum_height=grid.setter("height"))
    grid.add_widget(door("score", lambda: app.go(routes.Score(play.session.id)), "bars"))
    grid.add_widget(door("log", lambda: log_sheet(app, play), "list"))
    grid.add_widget(door("settings", lambda: app.go(routes.Settings()), "gear"))
    grid.add_widget(door("home", app.home, "home"))
    if any(counters(play, seat) for seat in (None, *range(play.table.seats))):
        grid.add_widget(door("by_hand", lambda: hand_sheet(app, play, play.seat, changed), "hand"))
    sheet.body.add_widget(grid)
    row = Row(spacing=12 * u)
    for code, words in (("hu", "Magyar"), ("en", "English")):
        row.add_widget(Chip(words, partial(app.set, language=code), chosen=current() == code, name=f"language {code}"))
    sheet.body.add_widget(row)
    routine = play.game.routine(play.state)
    if routine is not None and not app.automatic(routine, play.game.slug):
        words = say("menu.do_routine", what=say(play.game.say_move(play.state, routine)))
        sheet.body.add_widget(
            TextButton(words, sheet.then(keep_books, app, play, routine, changed), sign="check", name="routine")
        )
    return sheet.open()
