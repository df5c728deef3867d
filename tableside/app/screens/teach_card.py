"""Teach a card: its photo with four corners, its facts, and its effect told by verbs; it stays on this device."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.uix.widget import Widget

from models.owned_records import OwnersCopy
from tableside.app import routes
from tableside.app.form_fields import HIDDEN, blank_object, record_fields
from tableside.app.i18n import current, say
from tableside.app.photo_reading import aside, scan
from tableside.app.screens import layout
from tableside.app.screens.my_box import Progress, known, table_name
from tableside.app.shell import Shell
from tableside.app.theme import theme
from tableside.app.views.emblems import SKY
from tableside.app.widgets import Col, Drawing, Header, Page, Panel, TextButton, Words
from tableside.app.widgets.corner_handles import Corners
from tableside.app.widgets.form import Form
from tableside.control.controller import Controller, Done, tell
from tableside.control.reading import Failed, Photo, verdict_of
from tableside.core import codec, registry
from tableside.core.moves import Text, text
from tableside.core.readings import Expect, Verdict

layout(__name__)
OWN = "your copy"


class Blank(Drawing):
    """Where the photo will be."""

    def paint(self, pen: Any) -> None:
        pen.rect(0, 0, self.wide, self.high, SKY, radius=16)
        pen.icon("camera", self.wide / 2, self.high / 2, min(self.wide, self.high) * 0.3, theme.line)


class TeachCardPage(Page):
    """One record of the owner's copy."""

    def __init__(self, app: Shell, route: routes.TeachCard) -> None:
        super().__init__(app, route)
        game, table, id = self.slug, self.table, self.id = route.game, route.table, route.id
        self.session, self.slot = route.session, route.slot
        self.copy = OwnersCopy(app.saved, registry.find(game))
        self.rules = self.copy.game()
        self.kind = self.rules.tables[table]
        self.key = f"teach:{game}:{table}:{id}"
        self.data: dict[str, Any] = self._begun(codec.encode(route.told))
        title = registry.infos()[game].title[current()]
        header = Header(say(self._what()), f"{title}, {table_name(game, table)}", app.back)
        self.ids.head.add_widget(header if theme.phone else header.right(self._progress()))
        self.form = Form(self.rules, self.kind, self.data, self._keep, table, route.keys)
        self.ids.form.add_widget(self.form)
        self.listed = next((asked for asked in record_fields(self.kind) if asked.of and asked.most > 1), None)
        """A list of other cards, such as a deck: a photo of them fills it."""
        self.photo: bytes | None = route.photo
        self.corners: Corners | None = None
        self._image: Any = None
        self._photo()
        self._bar()

    def _begun(self, told: dict[str, Any]) -> dict[str, Any]:
        """What was being told, else what is known: by the copy, by the game going on, by where it lies."""
        blank = blank_object(self.kind)
        draft = self.app.draft(self.key)
        if isinstance(draft, dict) and set(draft) == set(blank):
            return draft
        record = self.rules.catalog.find(self.table, self.id)
        if record is None and self.session:
            record = self.app.session(self.session).table.game.catalog.find(self.table, self.id)
        return codec.encode(record) if record is not None else {**blank, **told}

    def _what(self) -> Text:
        """What the record is called; a new one by its kind."""
        catalog = self.rules.catalog
        if catalog.find(self.table, self.id) is None:
            return text("core.new_record", what=catalog.kind(self.table))
        return self.rules.say_record(self.table, self.id)

    def _progress(self) -> Col:
        """How many of this kind are known."""
        u = theme.u
        records = self.rules.catalog.table(self.table)
        done = sum(known(record) for record in records.values())
        box = Col(spacing=8 * u, size_hint_x=None, width=280 * u)
        all_of_them = max(len(records), getattr(self.rules.catalog.types[self.table], "MOST", 0))
        words = Words(say("copy.known", n=done, of=all_of_them), "label")
        words.halign = "right"
        box.add_widget(words)
        box.add_widget(Progress(done / all_of_them if all_of_them else 0.0))
        return box

    def _keep(self) -> None:
        self.app.keep_draft(self.key, self.data)

    # -- the photo -----------------------------------------------------------------------------

    def _photo(self) -> None:
        box, u = self.ids.photo, theme.u
        box.clear_widgets()
        self.stage = Panel("sunken")
        self.stage.add_widget(Blank())
        box.add_widget(self.stage)
        words = say("teach.corners") if self.photo is not None else say("teach.no_photo")
        if self.listed is not None:
            words = say("teach.list_photo")
        if not theme.phone:
            box.add_widget(Words(words, "label", tone="ink2"))
        retake = say("teach.retake") if self.photo is not None else say("teach.photo")
        button = TextButton(retake, self.shoot, sign="camera", name="take photo")
        button.height = 56 * u
        box.add_widget(button)
        if self.photo is not None:
            data = self.photo
            if self.listed is not None:
                expected = Expect(cards=dict.fromkeys(self.rules.catalog.table(self.listed.of), 1.0))
                scan(data, expected, self.copy, self.recognised)
                self.photo = None
                self.reroute(photo=None)
            else:
                aside(lambda: self._looked(data), self._found)

    def recognised(self, photo: Photo | Failed) -> None:
        """The cards of a photo go into the list, each as often as it may be there; the form shows them."""
        assert self.listed is not None
        if isinstance(photo, Failed):
            self.app.toast(say(photo.reason))
            return
        cards, held = photo.readings.cards, list(self.data[self.listed.name])
        before = len(held)
        for card in cards:
            known = card.id is not None and self.rules.catalog.find(self.listed.of, card.id) is not None
            read = verdict_of(card, photo.readings.verdict) is not Verdict.NONE
            if known and read and held.count(card.id) < self.listed.most:
                held.append(str(card.id))
        self.data[self.listed.name] = held
        self._keep()
        self.form.build()
        added = len(held) - before
        self.app.toast(say("teach.listed", n=added, all=len(held), rest=len(cards) - added))

    @staticmethod
    def _looked(data: bytes) -> Any:
        """On a thread: the photo, and the outline of a card where one is found."""
        from vision.cards.enrol import enrol
        from vision.images import pixels, smaller
        from vision.photo import load

        image = load(data, max_side=2400)
        found = enrol(image)
        shown = smaller(image, 1200)
        scale = shown.shape[1] / image.shape[1]
        quad = [(x * scale, y * scale) for x, y in found[0].quad] if found else None
        return image, scale, quad, found[0].shape if found else None, pixels(shown)

    def _found(self, found: Any) -> None:
        if isinstance(found, Exception):
            self.app.toast(say("camera.no_file"))
            return
        self._image, self.scale, quad, self.shape, (width, height, raw) = found
        self.stage.clear_widgets()
        self.corners = Corners(width, height, raw)
        if quad is not None:
            self.corners.corners = [(float(x), float(y)) for x, y in quad]
        self.stage.add_widget(self.corners)

    def shoot(self) -> None:
        """Photograph the card."""
        self._keep()
        self.app.go(routes.Camera(game=self.slug))

    # -- keeping -------------------------------------------------------------------------------

    def _bar(self) -> None:
        bar = self.ids.bar
        own = self.id in self.copy.records().get(self.table, {})
        if not (own and theme.phone):
            # On a phone there is room for one of the two, and back is back anyway.
            later = TextButton(say("teach.later"), self.app.back, name="later").hug()
            later.pos_hint = {"center_y": 0.5}
            bar.add_widget(later)
        if own:
            forget = TextButton(
                say("teach.forget"), self.forget, sign="" if theme.phone else "trash", name="forget"
            ).hug()
            forget.pos_hint = {"center_y": 0.5}
            bar.add_widget(forget)
        if theme.phone:
            bar.add_widget(Widget())
        else:
            bar.add_widget(Words(say("teach.stays"), "label", tone="ink2", fit="box"))
            following = TextButton(say("teach.save_next"), self.save_next, name="save next").hug()
            following.pos_hint = {"center_y": 0.5}
            bar.add_widget(following)
        button = bar.primary(say("teach.save"), self.save, sign="check", name="save")
        if theme.phone:
            button.width = 148 * theme.u

    def _record(self) -> dict[str, Any]:
        blank = blank_object(self.kind)
        told = any(value not in (None, blank[key]) for key, value in self.data.items() if key not in HIDDEN)
        # What nobody has told anything of is there, but not known.
        return {**self.data, "source": OWN, "sure": told}

    def keep(self) -> bool:
        """Remember the record, and the look of the card; whether that was possible."""
        record = self._record()
        if self.session:
            answer = Controller(self.app.session(self.session), self.copy).learn(self.table, self.id, record)
        else:
            answer = tell(self.copy, self.table, self.id, record)
        if not isinstance(answer, Done):
            self.app.toast(say(answer.reason))
            return False
        if self.corners is not None and self._image is not None:
            self._keep_look()
        self.app.keep_draft(self.key, None)
        return True

    def _keep_look(self) -> None:
        from vision.cards.enrol import whole
        from vision.images import as_jpeg, cut, smaller

        assert self.corners is not None
        flat = cut(self._image, [(x / self.scale, y / self.scale) for x, y in self.corners.corners])
        shape = "round" if self.kind.ROUND else self.shape
        sample = whole(flat, shape).sample
        self.copy.add_look(self.id, as_jpeg(smaller(flat, 240), 80), sample.to_bytes())

    def save(self) -> None:
        if not self.keep():
            return
        if self.slot:
            self.app.answer(taught=routes.Taught(self.slot, self.table, self.id))
        else:
            self.app.back()
        self._told()

    def _told(self) -> None:
        self.app.toast(say("teach.saved", what=self.copy.game().say_record(self.table, self.id)))

    def save_next(self) -> None:
        """Save, and go on with the next one that is not known."""
        if not self.keep():
            return
        catalog = self.copy.game().catalog
        records = catalog.table(self.table)
        following = next((id for id, record in records.items() if not known(record) and id != self.id), None)
        following = following or catalog.fresh(self.table)
        self.app.instead(routes.TeachCard(self.slug, self.table, following, self.session))
        self._told()

    def forget(self) -> None:
        """Forget the record; it can be undone."""
        record, what = self.copy.records()[self.table][self.id], self.rules.say_record(self.table, self.id)
        self.copy.remove(self.table, self.id)
        self.app.keep_draft(self.key, None)
        self.app.back()
        self.app.toast(say("copy.removed", what=what), partial(self._again, record))

    def _again(self, record: Any) -> None:
        """What was forgotten is known again."""
        self.copy.learn(self.table, self.id, record)
        self.app.show()
