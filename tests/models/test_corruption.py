"""Everything that is kept, damaged at random: it is told, nothing is overwritten, the rest is used."""

import pytest

from benchmarks import corruption


def test_damage_of_every_kind_of_file_is_told_kept_and_repaired() -> None:
    figures, problems = corruption.run(24, seed=20261116)
    assert problems == []
    assert figures["trials"] == 24


@pytest.mark.long
def test_damage_two_thousand_times() -> None:
    _, problems = corruption.run(2000, seed=7)
    assert problems == []
