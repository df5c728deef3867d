"""Current language and player names of the app, and conversion of messages to label markup."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from kivy.utils import escape_markup

from tableside.core.moves import Cite, Text, text
from tableside.language import LANGUAGES, Language, language

_now = ["hu"]
_names: list[tuple[str, ...]] = [()]
_ODD = re.compile("[\u2190-\u21ff\u2460-\u24ff\u2500-\u27bf\u2b00-\u2bff]+")
"""Characters missing in Roboto, drawn with DejaVu Sans."""


def use(code: str) -> None:
    """Set the current language."""
    _now[0] = code if code in LANGUAGES else "hu"


def current() -> str:
    """The current language code."""
    return _now[0]


def call(names: tuple[str, ...] = ()) -> None:
    """Set the players' names used in messages."""
    _names[0] = names


def _voice() -> Language:
    return language(_now[0], _names[0])


def say(what: Any, /, **args: Any) -> str:
    """Translate a Text, Cite or value, or a key below `app.` with its arguments."""
    if isinstance(what, str):
        what = text(f"app.{what}", **args)
    return _voice().say(what)


def view_words(slug: str) -> Callable[..., str]:
    """Translates keys below `<slug>.view.`: the words of a game's own picture."""
    return lambda key, **args: say(text(f"{slug}.view.{key}", **args))


def rule_of(cite: Cite) -> str:
    """A rule in the game's own sentence, or nothing."""
    return _voice().rule(cite) or ""


def has(key: str) -> bool:
    """Whether the current language has a message under this key."""
    return _voice().message(key) is not None


def say_or(key: str, otherwise: str, **args: Any) -> str:
    """The message under a full key (alternatives parted by |), or a fallback."""
    return _voice().say(Text(key, tuple(args.items()))) if has(key) else otherwise


def drawn(words: str) -> str:
    """Escape text for Kivy markup, with characters missing in Roboto set in another font."""
    return _ODD.sub(lambda odd: f"[font=DejaVuSans]{odd.group()}[/font]", escape_markup(words))


def sentence(words: str) -> str:
    """Words as a row of their own begins: with a capital letter."""
    return words[:1].upper() + words[1:]


def clause(words: str) -> str:
    """Words as they go on in a sentence: with a small letter, but for abbreviations."""
    return words if words[1:2].isupper() else words[:1].lower() + words[1:]


def signed(number: int) -> str:
    """A signed number with U+2212 as minus."""
    return "0" if number == 0 else f"{number:+d}".replace("-", "−")


def counted(number: int) -> str:
    """A number with U+2212 as minus."""
    return str(number).replace("-", "−")


def minus(words: str) -> str:
    """Replace the hyphen before digits by U+2212."""
    return re.sub(r"-(?=\d)", "−", words)
