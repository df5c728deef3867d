"""Every message of the catalogues is said somewhere in the product, and every label is of something a form asks."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from tableside.core import registry
from tests.fresh_box import form_texts

ROOT = Path(__file__).parents[1]
FILES = (file for folder in ("tableside", "tests") for file in (ROOT / folder).glob("**/locale/en/LC_MESSAGES/*.po"))
CATALOGUES = {file.stem: file for file in sorted(FILES)}
WORD = r"[A-Za-z0-9_+-]+"


def patterns(tree: ast.Module) -> Iterator[str]:
    """What a key can look like that is put together, as a regular expression."""
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            parts = [re.escape(str(part.value)) if isinstance(part, ast.Constant) else WORD for part in node.values]
            yield from "".join(parts).split(r"\|")


@cache
def spoken() -> tuple[frozenset[str], frozenset[str], list[re.Pattern[str]]]:
    """All strings of the product, all its words, and the patterns of keys."""
    strings, words, made = set[str](), set[str](), set[str]()
    for part in ("tableside", "models", "vision", "tests/sample_games"):
        for file in (ROOT / part).rglob("*"):
            if file.suffix not in (".py", ".kv", ".toml", ".json"):
                continue
            source = file.read_text(encoding="utf-8")
            words |= set(re.findall(WORD, source)) | {word.rstrip("_") for word in re.findall(r"def (\w+)", source)}
            if file.suffix == ".py":
                tree = ast.parse(source)
                made |= set(patterns(tree))
                constants = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
                strings |= {key for one in constants if isinstance(one, str) for key in one.split("|")}
            else:
                strings |= set(re.findall(r"[\"']([^\"']*)[\"']", source))
    telling = [one for one in made if re.search(r"[A-Za-z]{2}", one.replace(WORD, ""))]
    return frozenset(strings), frozenset(words), [re.compile(one) for one in sorted(telling)]


def said(key: str, shared: bool) -> bool:
    """Whether some line of the product can say this message: by its key, or by a key that is put together.

    Where keys are told by their end alone, as in `turn.no("not_now")`, the end is looked for; what all games share is
    told by all but `app.`.
    """
    strings, words, made = spoken()
    steps = key.split(".")
    ends = [".".join(steps[place:]) for place in range(2 if shared else len(steps))]
    return (
        any(end in strings for end in ends)
        or (not shared and all(step in words for step in steps))
        or any(
            one.fullmatch(end)
            for one in made
            if steps[-1] in words or one.pattern.rpartition(r"\.")[2] != WORD
            for end in ends
            if "." in end or not shared
        )
    )


def messages(name: str) -> list[str]:
    """The keys of a catalogue."""
    with CATALOGUES[name].open("rb") as file:
        return [message.id for message in read_po(file) if message.id]


@pytest.mark.parametrize("name", CATALOGUES)
def test_every_message_is_said_somewhere(name: str) -> None:
    keys = messages(name)
    assert len(keys) > 30
    assert [key for key in keys if not said(key, name not in registry.infos())] == [], "words nobody says"


@pytest.mark.parametrize("slug", tuple(registry.infos()))
def test_every_label_is_of_something_a_form_asks(slug: str) -> None:
    game = registry.find(slug)
    asked = {
        key for table in (*game.tables, "") for _, words in form_texts(game, table) for key in words.key.split("|")
    }
    labels = {key for key in messages(slug) if key.startswith(f"{slug}.field.")}
    assert labels
    # The places of a fixed list have labels of their own: `research.0`.
    assert {key for key in labels if re.sub(r"\.\d+$", "", key) not in asked} == set(), "labels nobody reads"


@pytest.mark.parametrize("slug", tuple(registry.infos()))
def test_every_refusal_and_caution_in_the_rules_has_words(slug: str) -> None:
    """Also of what random games seldom meet: `turn.no("such_face", ...)` needs `<slug>.no.such_face`."""
    known, found = set(messages(slug)), set[str]()
    for file in CATALOGUES[slug].parents[3].rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                called = ast.unparse(node.func).rpartition(".")[2]
                group = {"no": "no", "warn": "caution"}.get(called)
                found |= {f"{slug}.{group}.{node.args[0].value}"} if group else set()
    assert len(found) > 5
    assert found <= known, f"without words: {found - known}"
