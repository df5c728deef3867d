"""The recorded games of every rulebook come out as they were recorded; `python -m tests.golden record` records anew."""

from dataclasses import replace

import pytest

from tableside.core import log_text, registry
from tests import contract, golden


@pytest.mark.parametrize("slug", tuple(registry.infos()))
def test_recorded_games_come_out_as_they_were_recorded(slug: str) -> None:
    game = contract.game_of(slug)
    runs = golden.load(slug)
    assert {(run.seats, tuple(run.options.items())) for run in runs} == {
        (seats, tuple(options.items())) for seats, options in golden.settings(game)
    }, "other options or seats than were recorded"
    found = [one for run in runs for one in golden.compared(game, run)]
    assert not found, f"{slug}: {len(found)} differences\n{golden.report(found)}"


@pytest.mark.parametrize("slug", tuple(registry.infos()))
def test_a_recorded_game_is_a_log(slug: str) -> None:
    run = golden.load(slug)[0]
    replayed = log_text.replay(golden.log_text(slug, run), registry.find)
    assert replayed.difference is None
    assert replayed.lines == len(run.moves)


def test_every_kind_of_difference_is_seen_and_named() -> None:
    game, run = contract.game_of("kavicsok"), golden.load("kavicsok")[0]
    moves = ((run.moves[0][0], "0" * 24), ("1 take amount=99", ""), *run.moves[2:])
    place, rows = next(iter(run.accounts.items()))
    altered = tuple(row._replace(words="something else") if row.kind in ("phase", "offer") else row for row in rows)
    other = replace(run, moves=moves, accounts={place: (*altered[1:], golden.Row("score", "of nobody", "7"))})
    found = golden.report(golden.compared(game, other))
    for kind in ("state", "move refused", "phase", "offer", "score", "checklist"):
        assert f"  {kind}: " in found
    turned = replace(run, accounts={place: tuple(reversed(rows))})
    assert [one.kind for one in golden.compared(game, turned)] == ["order"]
