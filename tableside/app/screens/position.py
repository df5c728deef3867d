"""Join midway: every number and switch of the table set by hand; what cannot be is said, and then it goes on."""

from __future__ import annotations

from typing import Any

from models.store import Seated
from tableside.app.screens import layout
from tableside.app.theme import theme
from tableside.app.widgets import Header, Page, Panel, Row, Stepper, Switcher, Tile, Words
from tableside.app.widgets.form import label_of
from tableside.app.words import current, say
from tableside.core import adjust, codec, registry
from tableside.core.ruling import Illegal

layout(__name__)
MOST = 160
"""A form longer than this helps nobody; the rest keeps its opening value and can be adjusted later."""


class PositionPage(Page):
    """The opening position, changed until it is the one on the table."""

    def __init__(self, app: Any, game: str, **given: Any) -> None:
        super().__init__(app, game=game, **given)
        self.rules = app.game(game)
        draft = app.draft(f"new:{game}") or {}
        self.players = [Seated(player["name"], player["colour"]) for player in draft.get("players", ())]
        self.options = self.rules.info.settle(draft.get("options") or {})
        self.opening = self.rules.setup(self.options, len(self.players))
        kept = app.draft(f"position:{game}") or {}
        paths = adjust.paths(self.rules, self.opening)
        self.values: dict[str, Any] = {
            path: kept.get(path, value)
            for path, value in paths.items()
            if type(value) in (int, bool) and not path.startswith(("options.", "settings.", "rules."))
        }
        title = registry.infos()[game].title[current()]
        self.ids.head.add_widget(Header(say("position.title"), title, app.back))
        self._build()

    def _build(self) -> None:
        rows, u = self.ids.rows, theme.u
        rows.clear_widgets()
        rows.add_widget(Words(say("position.about"), "body", tone="ink2"))
        for path, value in list(self.values.items())[:MOST]:
            box = Panel(
                orientation="horizontal", size_hint_y=None, height=64 * u, padding=(16 * u, 8 * u), spacing=12 * u
            )
            box.add_widget(Words(self._label(path), "label", fit="box"))
            if isinstance(value, bool):
                control: Any = Switcher(value, lambda on, path=path: self._set(path, on, True), name=path)
                control.pos_hint = {"center_y": 0.5}
            else:
                control = Stepper(value, lambda n, path=path: self._set(path, n), inline=True, name=path)
                control.size_hint_x, control.width = None, (160 if theme.phone else 200) * u
            box.add_widget(control)
            rows.add_widget(box)
        self._bar()

    def _label(self, path: str) -> str:
        parts = path.split(".")
        words = " ".join(
            label_of(self.rules.slug, part) if not part.isdigit() else str(int(part) + 1) for part in parts
        )
        if parts[0] == "players" and len(parts) > 2:
            rest = " ".join(
                label_of(self.rules.slug, part) if not part.isdigit() else str(int(part) + 1) for part in parts[2:]
            )
            return f"{self.players[int(parts[1])].name}: {rest}"
        return words

    def _set(self, path: str, value: Any, again: bool = False) -> None:
        self.values[path] = value
        self.app.keep_draft(f"position:{self.rules.slug}", self.values)
        if again:
            self._build()
        else:
            self._bar()

    def state(self) -> Any:
        """The position as it is set; a CodecError when it is none."""
        data = codec.encode(self.opening)
        for path, value in self.values.items():
            *parents, last = path.split(".")
            place = data
            for part in parents:
                place = place[int(part)] if isinstance(place, list) else place[part]
            place[int(last) if isinstance(place, list) else last] = value
        return codec.decode(self.rules.state_type, data)

    def problems(self) -> tuple[Illegal, ...]:
        """Everything that cannot be."""
        try:
            return self.rules.audit(self.state())
        except (codec.CodecError, ValueError, IndexError, KeyError) as error:
            from tableside.core.moves import Cite, text

            return (Illegal(text("app.score_only.unfit", problem=str(error)), Cite("core", "position")),)

    def _bar(self) -> None:
        bar = self.ids.bar
        bar.clear_widgets()
        wrong = self.problems()
        if wrong:
            tile = Tile(say(wrong[0].reason), None, sign="no", bold=False, minimum=56, name="problem")
            tile.pos_hint = {"center_y": 0.5}
            bar.add_widget(tile)
        else:
            bar.add_widget(Words(say("position.possible"), "label", tone="ink2", fit="box"))
        bar.primary(say("position.start"), self.start, disabled=bool(wrong), name="start")

    def start(self) -> None:
        """The game goes on from here, saved from its first moment."""
        if self.problems() or self.app.store is None:
            return
        session = self.app.store.begin(self.rules, self.options, self.players, start=self.state())
        self.app.keep_draft(f"position:{self.rules.slug}", None)
        self.app.keep_draft(f"new:{self.rules.slug}", None)
        self.app.routes = [("home", {})]
        self.app.go("table", session=session.id)


__all__ = ["PositionPage", "Row"]
