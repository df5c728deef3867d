"""A folder is a game: the sample game lies outside the package, the app knows nothing of it, and it is all there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import tableside
from tableside.app import routes
from tableside.app.views.view_registry import view_module
from tableside.core import registry
from tableside.language import language
from tests.app.driver import Person
from tests.sampling import each_once

Sit = Callable[..., Person]
SLUG = "kavicsok"


def test_nothing_but_views_names_a_game() -> None:
    """What the app knows of single games stands in their folders; its tutorial and its pictures are drawn with some."""
    root = Path(tableside.__file__).parents[1]
    with_some = {
        f"tableside/{name}"
        for name in ("app/tutorial_table.py", "app/screenshots.py", "app/screens/tutorial.py", "cli/demo.py")
    }
    parts = (
        "tableside/app",
        "tableside/cli",
        "tableside/control",
        "tableside/core",
        "tableside/locale",
        "models",
        "vision",
    )
    files = [
        file for part in parts for file in (root / part).rglob("*") if file.suffix in (".py", ".kv", ".json", ".po")
    ]
    assert len(files) > 200
    for file in files:
        place = file.relative_to(root).as_posix()
        if not place.startswith(("tableside/app/views/", "vision/training/")) and place not in with_some:
            words = file.read_text(encoding="utf-8")
            assert not [slug for slug in registry.infos() if slug in words], place


@pytest.mark.parametrize(("code", "size"), each_once(("hu", "en"), (((1280, 800), 1.0), ((1080, 2340), 3.0))))
def test_the_sample_game_is_shown_played_and_scored(
    sit_down: Sit, code: str, size: tuple[tuple[int, int], float]
) -> None:
    person, words = sit_down(*size), language(code, ("Anna", "Béla"))
    info = registry.infos()[SLUG]
    person.tap(f"language {code}")
    assert info.title[code] in person.said() and info.emblem and view_module(SLUG) is None

    person.tap("door settings")
    person.tap(f"referee {SLUG}")
    for kind in (*(f"routine.{one}" for one in info.routines), *(f"quiet.{one}" for one in info.cautions)):
        assert str(words.message(f"{SLUG}.{kind}")) in person.said()
    person.app.home()
    person.settle()

    person.invite(SLUG, "Anna", "Béla")
    person.tap("next")
    for option in info.options:
        assert str(words.message(f"{SLUG}.option.{option.key}")) in person.said()
    person.tap("start now")
    play = person.app.page.play
    assert words.say(play.game.phase(play.state)) in person.said()
    person.play_chance(5)
    person.tap("kind take")
    assert words.say(play.choices[0].label) in person.said()
    person.tap("amount 3")
    person.tap("confirm")
    assert play.state.players[0].pebbles == 3
    assert "⟦" not in person.said()

    person.app.go(routes.MyBox(game=SLUG))
    person.settle()
    for table in play.game.tables:
        assert str(words.message(f"{SLUG}.tables.{table}")) in person.said()
        person.tap(f"new {table}")
        assert str(words.message(f"{SLUG}.table.{table}")) in person.said()
        person.back()

    person.app.go(routes.ScoreOnly(game=SLUG))
    person.settle()
    if person.there("example"):
        person.tap("example")
        person.tap("score")
        names, outcome = play.game.score_position(play.game.example())
        for line in outcome.lines:
            assert words.say(line.label) in person.said()
        assert all(name in person.said() for name in names)
    assert "⟦" not in person.said()
