"""Taps counted by real touches, in an offscreen window: a wrong die found three moves later, put right.

    python -m benchmarks.touched

Prints the number of touches; `benchmarks.taps` runs it in a process of its own.
"""

from __future__ import annotations

import os
import sys
import tempfile

from benchmarks.app import prepare


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


def main() -> int:
    os.environ["TABLESIDE_GAMES"] = "tests.sample_games"
    with tempfile.TemporaryDirectory() as home:
        prepare(home)
        print(correct_after_three())
    return 0


if __name__ == "__main__":
    sys.exit(main())
