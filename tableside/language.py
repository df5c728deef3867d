"""Puts words to texts: Hungarian and English, by gettext catalogues beside the code they speak for."""

from __future__ import annotations

import gettext
import string
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

from tableside.core import registry
from tableside.core.moves import Cite, Text
from tableside.core.rule_texts import RuleBook, rule_book

LANGUAGES = ("hu", "en")
OWN = ("core", "cli", "app", "life", "vision", "models")
"""The vocabularies that are not a game's."""

_VOWELS = "aáeéiíoóöőuúüűAÁEÉIÍOÓÖŐUÚÜŰ"
_ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")
_VOWEL_LETTERS = "AEFILMNORSUXYÁÉÍÓÖŐÚÜŰ"
"""Letters whose own name begins with a vowel."""


def article(word: str) -> str:
    """The Hungarian definite article before this word or number."""
    word = word.lstrip("„\"'(«[")
    if not word:
        return "a"
    if word[0].isdigit():
        digits = len(word) - len(word.lstrip("0123456789"))
        return "az" if word[0] == "5" or (word[0] == "1" and digits % 3 == 1) else "a"
    first = word.split()[0].split("-")[0].rstrip(".,;:!?)”\"'")
    if first in _ROMAN:
        return article(str(_ROMAN.index(first) + 1))
    if len(first) == 1 or (first.isupper() and not any(letter in _VOWELS for letter in first)):
        return "az" if first[0].upper() in _VOWEL_LETTERS else "a"
    return "az" if word[0] in _VOWELS else "a"


@cache
def _pieces(message: str) -> tuple[tuple[str, str | None, str], ...]:
    """A message taken apart: what stands before each field, the field's name, and how it is said."""
    return tuple((before, field, spec or "") for before, field, spec, _ in string.Formatter().parse(message))


class Language:
    """One language's voice, which may know who sits where."""

    def __init__(self, code: str, names: Sequence[str] = ()) -> None:
        if code not in LANGUAGES:
            raise ValueError(f"no such language: {code}")
        self.code = code
        self.names = tuple(names)
        self._bare: dict[str, str] = {}
        """What was said of keys without arguments: names of things, which a screen says over and over."""

    def named(self, what: Any) -> str | None:
        """The name of the player meant, if it is a player and the name is known."""
        if not isinstance(what, Text) or what.key != "core.player":
            return None
        seat = what["seat"]
        return self.names[seat] if 0 <= seat < len(self.names) and self.names[seat].strip() else None

    def say(self, what: Any) -> str:
        """A text, citation, value or list of them in this language."""
        if isinstance(what, Text):
            if what.args:
                return self.named(what) or self._said(what)
            if what.key not in self._bare:
                self._bare[what.key] = self._said(what)
            return self._bare[what.key]
        if isinstance(what, Cite):
            return self.cite(what)
        if what is None:
            return "–"
        if isinstance(what, bool):
            return self.say(Text("core.yes" if what else "core.no"))
        if isinstance(what, (tuple, list, frozenset)):
            return ", ".join(self.say(item) for item in what) or self.say(Text("core.none"))
        return str(what)

    def _said(self, what: Text) -> str:
        message = self.message(what.key)
        if message is None:
            return f"⟦{what.key}⟧"
        given = dict(what.args)
        return "".join(
            before if field is None else before + self._field(given[field], spec)
            for before, field, spec in _pieces(message)
        )

    def _field(self, value: Any, spec: str) -> str:
        """`{x}` as it is; `{x:az}`, `{x:Az}` with the Hungarian article; `{n:|card|cards}` by number; `{n:+}` sign."""
        if spec.startswith("|"):
            one, many = spec[1:].split("|")
            return one if value in (1, -1) else many
        if spec == "+":
            return f"{value:+d}".replace("-", "−")
        said = self.say(value)
        if spec in ("az", "Az") and self.named(value) is None:
            the = article(said)
            return f"{the if spec == 'az' else the.capitalize()} {said}"
        return said

    def cite(self, cite: Cite) -> str:
        """Where a rule stands, for people."""
        if cite.source in OWN:
            return self.say(Text(f"core.order.{cite.rule}|core.cite_kernel"))
        title = registry.infos()[cite.source].title.get(self.code, cite.source)
        book = rules_of(cite.source)
        heading = book.heading(cite.rule, self.code)
        if heading is None:
            return title
        page = cite.page if cite.page is not None else book.pages().get(cite.rule)
        args = (("title", title), ("heading", heading), ("page", page))
        return self.say(Text("core.cite_heading" if page is None else "core.cite_heading_page", args))

    def rule(self, cite: Cite) -> str | None:
        """The rule in a sentence or two of our own, from the game's rules.toml; None when it has none for it."""
        return None if cite.source in OWN else rules_of(cite.source).words(cite.rule, self.code)

    def message(self, key: str) -> str | None:
        """The raw message of a key, or of the first known one parted by |; None when this language lacks it."""
        for one in key.split("|"):
            catalogue = _catalogue(one.partition(".")[0], self.code)
            message = catalogue.gettext(one) if catalogue else one
            if message != one:
                return message
        return None


@lru_cache(maxsize=64)
def language(code: str, names: tuple[str, ...] = ()) -> Language:
    """The voice of this language, at a table of these players."""
    return Language(code, names)


def rules_of(slug: str) -> RuleBook:
    """The rules of a game in the players' words."""
    return rule_book(_package(slug))


def _package(slug: str) -> str:
    return type(registry.find(slug)).__module__.rpartition(f".{slug}")[0] + f".{slug}"


def folder(vocabulary: str) -> Traversable | None:
    """Where a vocabulary's catalogues lie."""
    if vocabulary in OWN:
        return resources.files("tableside") / "locale"
    try:
        return resources.files(_package(vocabulary)) / "locale"
    except registry.UnknownGameError:
        return None


@cache
def _catalogue(vocabulary: str, code: str) -> gettext.GNUTranslations | None:
    place = folder(vocabulary)
    file = place / code / "LC_MESSAGES" / f"{vocabulary}.mo" if place else None
    if file is None or not file.is_file():
        return None
    with file.open("rb") as stream:
        return gettext.GNUTranslations(stream)
