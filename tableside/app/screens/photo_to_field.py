"""What a photo would fill in on the score pad, in one field or several: it goes in when the players say so."""

from __future__ import annotations

import copy
from functools import partial
from typing import Any

from tableside.app.i18n import say
from tableside.app.photo_proposal import (
    NOTHING,
    WHOLE,
    Count,
    Fill,
    Proposal,
    expected,
    fills,
    place_of,
    propose,
)
from tableside.app.routes import Camera, PhotoToField
from tableside.app.screens.photo import PhotoPage, name_of
from tableside.app.shell import Shell
from tableside.app.theme import theme
from tableside.app.widgets import Chip, Col, Icon, Panel, Row, Tile, Words
from tableside.app.widgets.form import label_of, value_of
from tableside.control.reading import corrected
from tableside.core import codec
from tableside.core.game import Game
from tableside.core.photo_fields import SeenThing
from tableside.core.readings import Expect
from tableside.core.score_sheet import Marks


class PhotoToFieldPage(PhotoPage):
    """The readings over the photo, and what they would write into the fields of a pad."""

    def __init__(self, app: Shell, route: PhotoToField) -> None:
        self.game: Game[Any] | None = app.game(route.game) if route.game else None
        self.slug, self.fill, self.sheet = route.game, route.fill, route.sheet
        self.draft = f"score:{self.slug or self.sheet}"
        self.data: dict[str, Any] = copy.deepcopy(app.draft(self.draft))
        self.fills = fills(self.game, self.data, self.fill)
        self.catalog = self.game.catalog if self.game is not None else NOTHING
        self.proposals: list[tuple[Fill, Proposal]] = []
        self.agreed: dict[str, dict[tuple[str, str], int]] = {}
        super().__init__(app, route, self)
        own = [fill for fill in self.fills if fill.area != WHOLE]
        if self.photo is not None and own:
            self.picture.columns = tuple(self._player(seat) for seat in sorted({fill.seat or 0 for fill in own}))
            self.picture.bands = max(round(1 / (fill.area[3] - fill.area[1])) for fill in own)
            self.picture.redraw()

    def camera(self) -> Camera:
        return Camera(game=self.slug, fill=self.fill, sheet=self.sheet)

    def _player(self, seat: int) -> str:
        player = self.data["players"][seat]
        return str(player["name"] if isinstance(player, dict) else player)

    def _label(self, fill: Fill) -> str:
        """Whose field it is, and what it is called."""
        if self.game is None:
            marks: Marks = codec.decode(Marks, copy.deepcopy(self.data))
            label = say(marks.label(int(fill.path.split(".")[1])))
        else:
            label = label_of(self.slug, fill.asked.name)
        return label if fill.seat is None else f"{self._player(fill.seat)} · {label}"

    def about(self) -> str:
        return self._label(self.fills[0]) if len(self.fills) == 1 else say("pad.photo_all")

    def expect(self) -> Expect | None:
        return expected(self.catalog, self.fills)

    def names(self) -> list[str]:
        return list(dict.fromkeys(name for fill in self.fills for name in fill.source.names(self.catalog)))

    def called(self, id: str) -> str:
        return name_of(self.game, id) if self.game is not None else id

    # -- what it means -------------------------------------------------------------------------

    def means(self, side: Col) -> None:
        """What would be written, what not and why."""
        self.proposals = []
        for fill in self.fills:
            place, key = place_of(self.data, fill.path)
            made = propose(
                fill.asked, place[key], fill.read(self.catalog, self.readings), self.agreed.get(fill.path, {})
            )
            self.proposals.append((fill, made))
            if made.counts:
                side.add_widget(self._counted(fill, made))
            elif made.added:
                side.add_widget(self._added(fill, made))
            for one in made.doubted:
                side.add_widget(self._doubted(fill, one))
            for words, things in (("already", made.already), ("spare", made.spare), ("untold", made.untold)):
                if things:
                    names = ", ".join(self.called(one.name) for one in things)
                    side.add_widget(self._note(say(f"filling.{words}", names=names)))
        if not any(made != Proposal(made.value) for _, made in self.proposals):
            side.add_widget(Words(say("reading.nothing"), "heading", bold=True))
        source = self.fills[0].source
        seen_at_all = self.readings.dice if source.faces else () if source.things else self.readings.cards
        unknown = sum(not thing.alternatives for thing in seen_at_all)
        if unknown:
            side.add_widget(self._note(say("filling.unknown", n=unknown)))
        self.bar(say("filling.take") if any(made.added for _, made in self.proposals) else "")

    def _added(self, fill: Fill, made: Proposal) -> Panel:
        u = theme.u
        box = Panel(size_hint_y=None, padding=16 * u, spacing=8 * u)
        box.bind(minimum_height=box.setter("height"))
        several = len(self.fills) > 1
        box.add_widget(Words(self._label(fill) if several else say("filling.adds"), "label", tone="ink2"))
        if fill.asked.node.kind == "int":
            words = "filling.sum" if self._adds(fill) else "filling.count"
            box.add_widget(Words(say(words, n=made.value), "body", bold=True))
            return box
        for one in made.added:
            row = Row(spacing=10 * u)
            row.add_widget(Icon("check", ink=theme.ok, size=24, pos_hint={"center_y": 0.5}))
            name = self.called(one.name)
            row.add_widget(Words(name, "label" if several else "body", bold=True, pos_hint={"center_y": 0.5}))
            box.add_widget(row)
        return box

    def _doubted(self, fill: Fill, one: SeenThing) -> Panel:
        """What was not read clearly is asked; until then it is left out."""
        u = theme.u
        box = Panel(size_hint_y=None, padding=16 * u, spacing=8 * u)
        box.edge, box.edge_width = theme.warn, 2 * u
        box.bind(minimum_height=box.setter("height"))
        box.add_widget(Words(self._label(fill), "label", tone="ink2"))
        box.add_widget(Words(f"{one.number + 1}. {say(f'reading.{one.kind}')}", "body", bold=True))
        for value in one.maybe:
            name = self.called(str(value).removeprefix(fill.source.prefix))
            box.add_widget(Tile(name, partial(self._tell, one, value), bold=False, name=f"say {one.number} {value}"))
        return box

    def _tell(self, one: SeenThing, value: int | str) -> None:
        self.readings = corrected(self.readings, one.kind, one.number, value)
        self.update()

    def _counted(self, fill: Fill, made: Proposal) -> Panel:
        """How many there are is asked: one that was missed leaves no trace in the photo."""
        u = theme.u
        box = Panel(size_hint_y=None, padding=16 * u, spacing=8 * u)
        box.bind(minimum_height=box.setter("height"))
        box.add_widget(Words(self._label(fill), "label", tone="ink2"))
        adds = self._adds(fill)
        box.add_widget(Words(say("reading.which" if adds else "filling.how_many"), "label", tone="ink2"))
        agreed = self.agreed.get(fill.path, {})
        for count in made.counts:
            if count.entry:
                words = f"{value_of(self.slug, count.entry)}: {label_of(self.slug, count.part)}"
                box.add_widget(Words(words, "body", bold=True))
            row = Row(spacing=8 * u)
            for n in count.offered:
                name = " ".join(word for word in ("count", fill.path, *count.key, str(n)) if word)
                chosen = agreed.get(count.key) == n
                press = partial(self._agree, fill, count, n)
                words = str(n) if adds else say("filling.count", n=n)
                row.add_widget(Chip(words, press, chosen=chosen, step="label", name=name))
            box.add_widget(row)
        return box

    def _adds(self, fill: Fill) -> bool:
        """Whether dice are added up, and not counted."""
        return self.game is None and bool(fill.source.faces)

    def _agree(self, fill: Fill, count: Count, n: int) -> None:
        self.agreed.setdefault(fill.path, {})[count.key] = n
        self.update()

    def _note(self, words: str) -> Row:
        row = Row(spacing=10 * theme.u)
        row.add_widget(Icon("info", ink=theme.ink2, size=22, pos_hint={"center_y": 0.5}))
        row.add_widget(Words(words, "label", tone="ink2", pos_hint={"center_y": 0.5}))
        return row

    def take(self) -> None:
        """Write what was seen into the pad; the rest stays as it was."""
        told = [(fill, made) for fill, made in self.proposals if made.added]
        if not told:
            return
        for fill, made in told:
            place, key = place_of(self.data, fill.path)
            place[key] = made.value
        self.app.keep_draft(self.draft, self.data)
        self.learn(self.slug)
        self.app.back()
