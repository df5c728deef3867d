"""A game's rules.toml: each rule by its number, with the rulebook's heading and page and a sentence of our own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from tableside.core.catalog import read_file, read_record

FILE = "rules.toml"


@dataclass(frozen=True, slots=True)
class RuleText:
    """One rule in the players' words."""

    heading: str
    """The chapter of the Hungarian rulebook, as printed."""
    hu: str
    en: str
    page: int | None = None


@dataclass(frozen=True, slots=True)
class RuleBook:
    """The rules of a game by number, and its chapter headings with their English."""

    schema: int = 1
    headings: Mapping[str, str] | None = None
    rules: Mapping[str, RuleText] | None = None

    def heading(self, rule: str, code: str) -> str | None:
        """The chapter a rule stands in, in this language; None when the rule is not listed."""
        found = self.rule(rule)
        if found is None:
            return None
        return found.heading if code == "hu" else (self.headings or {}).get(found.heading, found.heading)

    def rule(self, rule: str) -> RuleText | None:
        """The rule of this number; None when it is not listed."""
        return (self.rules or {}).get(rule)

    def words(self, rule: str, code: str) -> str | None:
        """The rule in a sentence or two of this language; None when it is not listed."""
        found = self.rule(rule)
        return None if found is None else found.hu if code == "hu" else found.en

    def pages(self) -> dict[str, int]:
        """The rulebook's page of each rule where it is known."""
        return {number: rule.page for number, rule in (self.rules or {}).items() if rule.page is not None}


@cache
def rule_book(package: str) -> RuleBook:
    """The rules.toml beside a game's code, empty where it has none; a CatalogError says what is wrong with it."""
    file = resources.files(package) / FILE
    if not file.is_file():
        return RuleBook()
    book: RuleBook = read_record(RuleBook, read_file(file), FILE, package.rpartition(".")[2])
    return book
