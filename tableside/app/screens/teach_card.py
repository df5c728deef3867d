"""Teach a card: its photo with four corners, its facts, and its effect told by verbs; it stays on this device."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.uix.widget import Widget

from models.copy import OwnersCopy
from models.engine import StoreError
from tableside.app.scan import aside
from tableside.app.screens import layout
from tableside.app.screens.copy import Progress, known, table_name
from tableside.app.shapes import blank_object
from tableside.app.theme import theme
from tableside.app.views.vignettes import SKY
from tableside.app.widgets import Col, Drawing, Header, Page, Panel, TextButton, Words
from tableside.app.widgets.corners import Corners
from tableside.app.widgets.form import Form
from tableside.app.words import current, say
from tableside.core import codec, registry
from tableside.core.catalog import CatalogError
from tableside.core.table import RefusedError

layout(__name__)
ROUND = ("sectors",)
OWN = "your copy"


class Blank(Drawing):
    """Where the photo will be."""

    def paint(self, pen: Any) -> None:
        pen.rect(0, 0, self.wide, self.high, SKY, radius=16)
        pen.icon("camera", self.wide / 2, self.high / 2, min(self.wide, self.high) * 0.3, theme.line)


class TeachCardPage(Page):
    """One record of the owner's copy."""

    def __init__(self, app: Any, game: str, table: str, id: str, session: str = "", **given: Any) -> None:
        super().__init__(app, game=game, table=table, id=id, session=session, **given)
        self.slug, self.table, self.id, self.session = game, table, id, session
        self.copy = OwnersCopy(app.store, registry.find(game))
        self.kind = registry.find(game).tables[table]
        self.key = f"teach:{game}:{table}:{id}"
        record = self.copy.game().catalog.find(table, id)
        draft = app.draft(self.key)
        blank = blank_object(self.kind)
        kept = draft if isinstance(draft, dict) and set(draft) == set(blank) else None
        self.data: dict[str, Any] = kept or (codec.encode(record) if record is not None else blank)
        title = registry.infos()[game].title[current()]
        header = Header(say("teach.title"), f"{title}, {table_name(game, table)}: {id}", app.back)
        self.ids.head.add_widget(header if theme.phone else header.right(self._progress()))
        self.ids.form.add_widget(Form(game, self.kind, self.data, self._keep))
        self.photo: bytes | None = app.scratch.pop("teach_photo", None)
        self.corners: Corners | None = None
        self._image: Any = None
        self._photo()
        self._bar()

    def _progress(self) -> Col:
        """How many of this kind are known."""
        u = theme.u
        records = self.copy.game().catalog.table(self.table)
        done = sum(known(record) for record in records.values())
        box = Col(spacing=8 * u, size_hint_x=None, width=280 * u)
        words = Words(say("copy.known", n=done, of=len(records)), "label")
        words.halign = "right"
        box.add_widget(words)
        box.add_widget(Progress(done / len(records) if records else 1.0))
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
        if not theme.phone:
            box.add_widget(Words(words, "label", tone="ink2"))
        retake = say("teach.retake") if self.photo is not None else say("teach.photo")
        button = TextButton(retake, self.shoot, sign="camera", name="take photo")
        button.height = 56 * u
        box.add_widget(button)
        if self.photo is not None:
            data = self.photo
            aside(lambda: self._looked(data), self._found)

    @staticmethod
    def _looked(data: bytes) -> Any:
        """On a thread: the photo, and the outline of a card where one is found."""
        from vision.camera import pixels, smaller
        from vision.cards.enrol import enrol
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
        self.app.go("camera", game=self.slug, purpose="teach_photo")

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
        return {**self.data, "source": OWN, "sure": True}

    def keep(self) -> bool:
        """Remember the record, and the look of the card; whether that was possible."""
        record = self._record()
        try:
            self.copy.learn(self.table, self.id, record)
            if self.session:
                self.app.session(self.session).table.learn(self.table, self.id, record)
        except StoreError as error:
            self.app.toast(say(error.reason))
            return False
        except (CatalogError, codec.CodecError) as error:
            self.app.toast(say(error.told))
            return False
        except RefusedError as refused:
            self.app.toast(say(refused.illegal.reason))
            return False
        if self.corners is not None and self._image is not None:
            self._keep_look()
        self.app.keep_draft(self.key, None)
        return True

    def _keep_look(self) -> None:
        from vision.camera import cut, encoded, smaller
        from vision.cards.enrol import whole

        assert self.corners is not None
        flat = cut(self._image, [(x / self.scale, y / self.scale) for x, y in self.corners.corners])
        shape = "round" if self.table in ROUND else self.shape
        sample = whole(flat, shape).sample
        self.copy.add_look(self.id, encoded(smaller(flat, 240), 80), sample.to_bytes())

    def save(self) -> None:
        if self.keep():
            self.app.back()
            self.app.toast(say("teach.saved", id=self.id))

    def save_next(self) -> None:
        """Save, and go on with the next one that is not known."""
        if not self.keep():
            return
        records = self.copy.game().catalog.table(self.table)
        following = next((id for id, record in records.items() if not known(record) and id != self.id), None)
        if following is None:
            self.app.back()
        else:
            self.app.instead("teach_card", game=self.slug, table=self.table, id=following, session=self.session)
        self.app.toast(say("teach.saved", id=self.id))

    def forget(self) -> None:
        """Forget the record; it can be undone."""
        record = self.copy.records()[self.table][self.id]
        self.copy.remove(self.table, self.id)
        self.app.keep_draft(self.key, None)
        self.app.back()
        self.app.toast(say("copy.removed", id=self.id), partial(self._again, record))

    def _again(self, record: Any) -> None:
        """What was forgotten is known again."""
        self.copy.learn(self.table, self.id, record)
        self.app.show()
