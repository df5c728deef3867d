"""The app's voice: the language that is on now, and how sentences become what a label can draw."""

from __future__ import annotations

import re
from typing import Any

from kivy.utils import escape_markup

from tableside.core.moves import Text, text
from tableside.language import LANGUAGES, Language, language

_now = ["hu"]
_names: list[tuple[str, ...]] = [()]
_ODD = re.compile("[\u2190-\u21ff\u2460-\u24ff\u2500-\u27bf\u2b00-\u2bff]+")
"""Signs Roboto does not have; DejaVu Sans does."""


def use(code: str) -> None:
    """Speak this language from now on."""
    _now[0] = code if code in LANGUAGES else "hu"


def current() -> str:
    """The language that is on."""
    return _now[0]


def call(names: tuple[str, ...] = ()) -> None:
    """Call the players by these names from now on; without names, as their game does."""
    _names[0] = names


def _voice() -> Language:
    return language(_now[0], _names[0])


def say(what: Any, /, **args: Any) -> str:
    """A text, a citation, a value, or a key of the app's own with its arguments, in words."""
    if isinstance(what, str):
        what = text(f"app.{what}", **args)
    return _voice().say(what)


def has(key: str) -> bool:
    """Whether there are words for this key."""
    return _voice().message(key) is not None


def say_or(key: str, otherwise: str, **args: Any) -> str:
    """The words of a full key, or something else where there are none."""
    return _voice().say(Text(key, tuple(args.items()))) if has(key) else otherwise


def drawn(words: str) -> str:
    """A plain sentence as label markup, with odd signs in a font that has them."""
    return _ODD.sub(lambda odd: f"[font=DejaVuSans]{odd.group()}[/font]", escape_markup(words))


def signed(number: int) -> str:
    """A change with its sign, and a real minus."""
    return "0" if number == 0 else f"{number:+d}".replace("-", "−")


def counted(number: int) -> str:
    """A number with a real minus."""
    return str(number).replace("-", "−")


def minus(words: str) -> str:
    """Words whose numbers have a real minus; names and compounds keep their hyphens."""
    return re.sub(r"-(?=\d)", "−", words)
