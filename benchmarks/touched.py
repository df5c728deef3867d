"""Taps counted by real touches, in an offscreen window with nothing taught.

    python -m benchmarks.touched

Prints one JSON object: `correct_after_three`, a wrong die found three moves later, put right; and `first_move`, from
the game's tile on the first screen to the first move of a player, lots drawing what the app can draw and everything
else told by hand, each unknown thing with what its question asks for. `benchmarks.taps` runs it in its own process.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Iterator
from typing import Any

from benchmarks.app import GAMES, prepare
from models.paths import FOLDER

MOST = 300
"""Answers after which nobody goes on."""


def correct_after_three() -> int:
    """The log, the wrong roll, the right face, and the confirmation, at the sample game's table."""
    from tests.app.driver import Person
    from tests.app.test_correct_the_past import standing, three_moves_later

    person, _ = three_moves_later(Person, 3, 2)
    before, taps = standing(person), person.taps
    for name in ("log", "correct 1", "value 2", "confirm"):
        person.tap(name)
    assert standing(person)[1:] == before[1:], "the later moves stand"
    counted = person.taps - taps
    person.close()
    return counted


def moved(table: Any, seating: str) -> int:
    """How many moves of the players stand at a table, those of sitting down not counted."""
    made = [entry.move for entry in table.log.entries if entry.move is not None and not entry.auto]
    return sum((move.seat is not None or move.kind == "bid") and move.kind != seating for move in made)


def take_over(person: Any) -> None:
    """Hold the cover away that hides a player's secrets while the tablet changes hands."""
    from tableside.app.widgets.handover import HandOver

    while person.app.sheets and isinstance(person.app.sheets[-1], HandOver):
        person.hold(*person.app.sheets[-1].center, lambda: not person.app.sheets)


def newcomer(person: Any) -> Iterator[Any]:
    """At a table with nothing taught: the table before each answer; ends at a form that wants more than taps."""
    from tableside.core import notation
    from tests.app.test_new_and_parts import answer, fill, play, where

    drawn = -1
    for _ in range(MOST):
        take_over(person)
        log = play(person).table.log
        yield play(person).table
        whole = [one for choice in play(person).choices for one in choice.ready]
        if play(person).seat is None and whole and not play(person).ready:
            # What the table most often tells stands as a button.
            person.tap(f"ready {notation.write(whole[0])}")
            continue
        if not play(person).ready and person.there("draw") and drawn != len(log.entries):
            drawn = len(log.entries)
            person.tap("draw")
            continue
        if not press(person, play(person)):
            answer(person)
        if where(person) == "TeachCardPage":
            fill(person)
        if where(person) == "TeachCardPage":
            return


def first_move(slug: str) -> int | None:
    """Taps to the first move of a player after the set-up; None where a form wants more than this finger can tell."""
    from tableside.core import registry
    from tests.app.driver import Person
    from tests.app.test_new_and_parts import PEOPLE

    person = Person()
    person.invite(slug, *PEOPLE[: 2 if slug == "kaosz_galaktika" else 3])
    person.tap("start now")
    seating = registry.infos()[slug].seating.partition(".")[0]
    counted = next((person.taps for table in newcomer(person) if moved(table, seating)), None)
    person.close()
    return counted


def press(person: Any, play: Any) -> bool:
    """Touch an answer where nothing known is one or the panel draws answers of its own; whether there was one."""
    asked = play.asked_parts or next(iter(play.choices), None)
    if not play.ready and asked is not None and asked.new is not None:
        free = [one for one in (*asked.parts, *asked.offers) if one.why_not is None and one.value not in play.toggled]
        if not free and not asked.ready and person.there(f"new {asked.slot}"):
            person.tap(f"new {asked.slot}")
            return True
    if play.ready or not play.choices or play.asked_parts is not None or any(one.ready for one in play.choices):
        return False
    slot = play.choices[0].slot
    offers = [offer for offer in play.choices[0].offers if offer.why_not is None]
    if not offers or person.there(f"{slot} {offers[0].value}"):
        return False
    drawn = [widget.name for widget in person.reachable() if widget.name.startswith(f"{slot} ")]
    if drawn:
        person.tap(drawn[-1])
    return bool(drawn)


def main() -> int:
    os.environ["TABLESIDE_GAMES"] = "tests.sample_games"
    found: dict[str, int | None] = {}
    for slug in GAMES:
        with tempfile.TemporaryDirectory() as home:
            os.environ[FOLDER] = home
            prepare(home)
            found[slug] = first_move(slug)
            print(slug, found[slug], file=sys.stderr)
    with tempfile.TemporaryDirectory() as home:
        os.environ[FOLDER] = home
        print(json.dumps({"first_move": found, "correct_after_three": correct_after_three()}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
