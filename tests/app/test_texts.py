"""Words somebody typed are words on the screen, never orders to it."""

from __future__ import annotations

import pytest

import tests.app.driver  # noqa: F401 - opens the window in which words are drawn
from tableside.app.i18n import drawn
from tableside.app.painter import words_texture
from tableside.core.log import clean
from tests.fuzz.inputs import TEXTS

MARKUP = (
    "[b]x[/b]", "[ref=x]y[/ref]", "[size=999]x[/size]", "[color=#ff0000]x[/color]", "[font=/etc/passwd]x[/font]",
    "&bl;b&br;", "[/b]", "[", "]", "[[b]]", "←[b]", "→ [size=999]x[/size]",
)  # fmt: skip


@pytest.mark.parametrize("words", MARKUP)
def test_markup_in_a_name_is_shown_not_obeyed(words: str) -> None:
    plain = words_texture("x" * len(words), 20, False)
    shown = words_texture(words, 20, False)
    assert shown.height <= plain.height * 1.6, "a name cannot make itself large"
    if words not in ("[", "]", "&bl;b&br;"):
        assert shown.width > words_texture("xy", 20, False).width, "the signs themselves are drawn"


@pytest.mark.parametrize("words", MARKUP)
def test_odd_signs_do_not_open_a_way_for_markup(words: str) -> None:
    from kivy.core.text.markup import MarkupLabel

    # What Kivy makes of it: only our own change of font is an order, all else is text.
    orders = [part for part in MarkupLabel(text=drawn(words)).markup if part.startswith("[") and part.endswith("]")]
    assert set(orders) <= {"[font=DejaVuSans]", "[/font]"}, orders


@pytest.mark.parametrize("words", [clean(words, 2_000, lines=True) for words in TEXTS], ids=ascii)
def test_any_text_that_is_kept_can_be_drawn(words: str) -> None:
    texture = words_texture(words or " ", 20, False, 400)
    assert texture.width <= 4096 and texture.height < 40_000
