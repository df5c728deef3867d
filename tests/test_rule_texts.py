"""Rules in the players' words: every citation has its chapter, its page where known and its sentence."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tableside.core import registry
from tableside.core.moves import Cite
from tableside.language import LANGUAGES, language, rules_of
from tests.test_anatomy import home

NUMBER = re.compile(r"[A-Z]\d{1,2}[a-z]?")
OWN = tuple(registry.infos())


def cited(folder: Path) -> set[str]:
    """Every rule number a game's code or options name; keys of tables are names of hexes and the like."""
    found = set()
    for file in folder.rglob("*.py"):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        keys = {key for node in ast.walk(tree) if isinstance(node, ast.Dict) for key in node.keys}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in keys:
                found |= {node.value} if NUMBER.fullmatch(node.value) else set()
    return found


@pytest.mark.parametrize("slug", OWN)
def test_every_rule_that_is_cited_has_its_heading_and_its_sentence(slug: str) -> None:
    used = cited(home(slug)[1]) | {option.cite for option in registry.infos()[slug].options if option.cite}
    assert used, f"{slug} cites no rule: a rule's number is a letter and digits, such as A1"
    book = rules_of(slug)
    unknown = sorted(rule for rule in used if book.rule(rule) is None)
    assert not unknown, f"cited, but not in {slug}/rules.toml: {', '.join(unknown)}"
    for rule in sorted(used):
        for code in LANGUAGES:
            voice, cite = language(code), Cite(slug, rule)
            assert voice.rule(cite), f"{rule} in {code}"
            assert not re.search(rf"\b{rule}\b", voice.cite(cite)), "no private number is shown"


@pytest.mark.parametrize("slug", OWN)
def test_headings_are_short_and_known_in_both_languages_and_sentences_are_few(slug: str) -> None:
    book = rules_of(slug)
    assert book.headings and book.rules, f"{slug} has no rules.toml, or one without headings and rules"
    used = {rule.heading for rule in book.rules.values()}
    assert used == set(book.headings), "each heading has its English, and none is left over"
    for number, rule in book.rules.items():
        assert len(rule.heading) <= 60, f"{number}: a heading, not a sentence"
        for words in (rule.hu, rule.en):
            assert words[-1] in ".!" and len(words) <= 260, f"{slug} {number}: {words}"


def test_a_citation_is_the_heading_and_the_page_where_known() -> None:
    said = language("hu").cite(Cite("urcsempeszek", "E3"))
    assert said == "Űrcsempészek: A kétszemélyes játék szabályai, 7. oldal"
    assert language("en").cite(Cite("gaia_project", "F1")) == "Gaia Project: 1) Build a mine, page 11"
    assert language("hu").cite(Cite("core", "undo")) == "a játékvezető rendje: visszavonás"
    assert language("hu").cite(Cite("urcsempeszek", "Z9")) == "Űrcsempészek", "an unknown number is not shown"
