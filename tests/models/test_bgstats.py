"""Plays taken over from BG Stats: once only, all or none, with who won and by how much."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from models.bgstats import BGStatsError, read_export
from models.plays import keep_play, keep_plays, open_play, plays
from models.store import Store

EXPORT: dict[str, Any] = {
    "games": [
        {"id": 1, "name": "Gaia Project", "bggId": 220308, "highestWins": True},
        {"id": 2, "name": "Golf", "highestWins": False},
    ],
    "players": [{"id": 1, "name": "Anna"}, {"id": 2, "name": "Béla"}],
    "locations": [{"id": 7, "name": "Nagyi"}],
    "plays": [
        {
            "uuid": "a", "playDate": "2026-05-01 20:00:00", "durationMin": 90, "gameRefId": 1, "locationRefId": 7,
            "playerScores": [
                {"playerRefId": 1, "score": "120+12", "winner": False, "rank": 2},
                {"playerRefId": 2, "score": "140", "winner": True, "rank": 1},
            ],
        },
        {
            "uuid": "b", "playDate": "2026-05-02 20:00:00", "gameRefId": 2,
            "playerScores": [{"playerRefId": 1, "score": "-3", "winner": True}, {"playerRefId": 2, "score": "8"}],
        },
    ],
}  # fmt: skip


def test_an_export_is_taken_over_once(tmp_path: Path) -> None:
    store = Store.open(f"sqlite:///{tmp_path / 'x.db'}")
    found = read_export(json.dumps(EXPORT))
    assert keep_plays(store, found) == 2 and keep_plays(store, found) == 0
    golf, gaia = plays(store)
    assert (gaia.game, gaia.title, gaia.place, gaia.touched - gaia.created) == (
        "gaia_project",
        "",
        "Nagyi",
        90 * 60_000,
    )
    assert [(one.name, one.points, one.place, one.won) for one in gaia.players] == [
        ("Anna", 132, 2, False), ("Béla", 140, 1, True),
    ]  # fmt: skip
    assert (golf.game, golf.title) == ("", "Golf") and [one.points for one in golf.players] == [-3, 8]
    assert open_play(store, gaia.id)[1].data is None, "only the result is known"


def test_a_play_that_was_handed_on_and_comes_back_is_known(tmp_path: Path) -> None:
    store = Store.open(f"sqlite:///{tmp_path / 'x.db'}")
    own, other = read_export(json.dumps(EXPORT))
    keep_play(store, replace(own, source=""))
    assert keep_plays(store, [own, other]) == 1 and len(plays(store)) == 2
    assert keep_plays(store, [replace(own, source="bgstats:z", names=("Anna", "Cili"))]) == 1, "others played, too"


@pytest.mark.parametrize("source", ["[]", "{}", '{"plays": [{}]}', '{"plays": 3}', json.dumps({**EXPORT, "games": []})])
def test_what_is_no_export_is_refused(source: str) -> None:
    with pytest.raises(BGStatsError):
        read_export(source)
