"""What a photo would fill in when only the score is wanted: recognised things go in when the players say so."""

from __future__ import annotations

import copy
from typing import Any

from tableside.app.i18n import say, say_or
from tableside.app.photo_proposal import Proposal, field_at, place_of, propose
from tableside.app.routes import Camera, PhotoToField
from tableside.app.screens.photo import PhotoPage
from tableside.app.shell import Shell
from tableside.app.theme import theme
from tableside.app.widgets import Col, Icon, Panel, Row, Words
from tableside.app.widgets.form import label_of, value_of
from tableside.control.reading import verdict_of
from tableside.core.game import Game
from tableside.core.photo_fields import Seen
from tableside.core.readings import Expect, Verdict


def name_of(game: Game[Any], id: str) -> str:
    """What a card is called; a piece that is no record, by the game's word for it."""
    table = next((table for table in game.catalog.types if game.catalog.find(table, id) is not None), None)
    if table is None:
        return value_of(game.slug, id)
    return say_or(f"{game.slug}.{table.removesuffix('s')}.{id}", say(game.say_record(table, id)))


class FillingPage(PhotoPage):
    """The readings over the photo, and what they would write into one field of a final position."""

    def __init__(self, app: Shell, route: PhotoToField) -> None:
        self.game: Game[Any] = app.game(route.game)
        self.slug, self.fill = route.game, route.fill
        self.asked = field_at(self.game, self.fill)
        assert self.asked.photo is not None
        self.source = self.asked.photo
        self.data: dict[str, Any] = copy.deepcopy(app.draft(f"score:{self.slug}"))
        self.proposal: Proposal | None = None
        super().__init__(app, route)

    def camera(self) -> Camera:
        return Camera(game=self.slug, fill=self.fill)

    def about(self) -> str:
        place, _ = place_of(self.data, self.fill)
        label = label_of(self.slug, self.asked.name)
        return f"{place['name']} · {label}" if "." in self.fill else label

    def expect(self) -> Expect | None:
        return self.source.expect(self.game.catalog)

    def names(self) -> list[str]:
        return list(self.source.names(self.game.catalog))

    # -- what it means -------------------------------------------------------------------------

    def means(self, side: Col) -> None:
        """What would be written, what not and why."""
        place, key = place_of(self.data, self.fill)
        seen = self.source.read(self.game.catalog, self.readings)
        made = self.proposal = propose(self.asked, place[key], seen)
        if made.added:
            side.add_widget(self._added(made))
        elif not seen:
            side.add_widget(Words(say("reading.nothing"), "heading", bold=True))
        for words, things in (("already", made.already), ("spare", made.spare), ("untold", made.untold)):
            if things:
                names = ", ".join(name_of(self.game, one.name) for one in things)
                side.add_widget(self._note(say(f"filling.{words}", names=names)))
        seen_at_all = self.readings.dice if self.source.faces else self.readings.cards
        unknown = sum(not thing.alternatives for thing in seen_at_all)
        if unknown:
            side.add_widget(self._note(say("filling.unknown", n=unknown)))
        self.bar(say("filling.take") if made.added else "")

    def _added(self, made: Proposal) -> Panel:
        u = theme.u
        box = Panel(size_hint_y=None, padding=16 * u, spacing=8 * u)
        box.bind(minimum_height=box.setter("height"))
        box.add_widget(Words(say("filling.adds"), "label", tone="ink2"))
        if self.asked.node.kind == "int":
            box.add_widget(Words(say("filling.count", n=made.value), "body", bold=True))
            return box
        for one in made.added:
            row = Row(spacing=10 * u)
            sure = self._sure(one)
            sign = Icon("check" if sure else "warn", ink=theme.ok if sure else theme.warn, size=24)
            sign.pos_hint = {"center_y": 0.5}
            row.add_widget(sign)
            name = name_of(self.game, one.name)
            words = name if sure else say("filling.doubt", name=name)
            row.add_widget(Words(words, "body", bold=True, pos_hint={"center_y": 0.5}))
            box.add_widget(row)
        return box

    def _sure(self, one: Seen) -> bool:
        things = self.readings.dice if one.kind == "die" else self.readings.cards
        return verdict_of(things[one.number], self.readings.verdict) is Verdict.CLEAR

    def _note(self, words: str) -> Row:
        row = Row(spacing=10 * theme.u)
        row.add_widget(Icon("info", ink=theme.ink2, size=22, pos_hint={"center_y": 0.5}))
        row.add_widget(Words(words, "label", tone="ink2", pos_hint={"center_y": 0.5}))
        return row

    def take(self) -> None:
        """Write it into the form."""
        if self.proposal is None or not self.proposal.added:
            return
        place, key = place_of(self.data, self.fill)
        place[key] = self.proposal.value
        self.app.keep_draft(f"score:{self.slug}", self.data)
        self.app.back()
