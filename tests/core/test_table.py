"""A game in progress: undo to any point, redo, correct the past, adjust by hand, learn a fact, join midway."""

import random
from itertools import repeat

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from tableside.core import codec, log_text, manual_edit, registry
from tableside.core.catalog import Catalog, CatalogError, load
from tableside.core.game import Counter
from tableside.core.log import EntryKind, Log, LogError
from tableside.core.moves import move, text
from tableside.core.ruling import Illegal
from tableside.core.table import RefusedError, Table
from tableside.language import LANGUAGES, language
from tests.contract import check_refusal


@pytest.fixture
def table() -> Table:
    return Table(registry.find("kavicsok"), {}, 2)


def take(table: Table, rolled: int, amount: int) -> None:
    table.confirm(move(None, "roll", value=rolled))
    (seat,) = table.to_act()
    table.confirm(move(seat, "take", amount=amount))


def test_nothing_changes_unconfirmed(table: Table) -> None:
    before = table.state
    assert table.propose(move(None, "roll", value=3)).legal
    assert table.preview(move(None, "roll", value=3))
    assert table.state == before and table.log.entries == []


def test_a_refusal_says_why_by_which_rule_and_what_instead(table: Table) -> None:
    table.confirm(move(None, "roll", value=3))
    refused = table.propose(move(0, "take", amount=5))
    assert isinstance(refused, Illegal)
    check_refusal(refused, table.game)
    assert refused.nearest[0] == move(0, "take", amount=3)
    assert all(table.propose(near).legal for near in refused.nearest)
    with pytest.raises(RefusedError):
        table.confirm(move(0, "take", amount=5))


def test_a_wasteful_move_is_legal_with_a_caution(table: Table) -> None:
    table.confirm(move(None, "roll", value=3))
    ruling = table.propose(move(0, "take", amount=1))
    assert ruling.legal and ruling.cautions[0].key == "less"


def test_preview_shows_the_score_with_it(table: Table) -> None:
    table.confirm(move(None, "roll", value=3))
    preview = table.preview(move(0, "take", amount=3))
    assert sum(line.points for line in preview.after) - sum(line.points for line in preview.before) == 3


def test_bookkeeping_follows_by_itself_and_goes_back_with_its_move(table: Table) -> None:
    take(table, 3, 2)
    assert [entry.auto for entry in table.log.entries] == [False, False, True]
    assert table.state.turn == 1
    table.undo()
    assert table.state.rolled == 3 and table.state.turn == 0
    table.redo()
    assert table.state.turn == 1


def test_bookkeeping_can_be_switched_off_step_by_step() -> None:
    table = Table(registry.find("kavicsok"), {}, 2, automatic=lambda made: made.kind != "turn")
    take(table, 3, 2)
    assert table.state.turn == 0 and table.to_act() == {None}
    table.confirm(move(None, "turn"))
    assert table.state.turn == 1


def test_undo_to_any_point_and_back(table: Table) -> None:
    states = {0: table.state}
    for _ in range(4):
        take(table, 2, 1)
        states[table.log.entries[-1].number] = table.state
    end = table.log.entries[-1].number
    table.undo(to=3)
    assert table.state == states[3]
    table.undo(to=0)
    assert table.state == states[0]
    while table.log.future:
        table.redo()
    assert table.state == states[end]
    with pytest.raises(RefusedError):
        table.redo()
    with pytest.raises(RefusedError):
        table.undo(to=99)


def test_a_new_move_after_undo_ends_what_was_undone(table: Table) -> None:
    take(table, 3, 2)
    table.undo()
    table.confirm(move(0, "take", amount=1))
    assert not table.log.future
    assert len(table.log.entries) == 6, "nothing is ever lost"


def test_correcting_the_past_judges_everything_after_it_again(table: Table) -> None:
    take(table, 3, 2)
    take(table, 2, 2)
    correction = table.correct(2, move(0, "take", amount=3))
    assert correction.conflict is None and correction.kept == 4
    assert table.state.players[0].pebbles == 3 and table.state.players[1].pebbles == 2
    table.undo()
    assert table.state.players[0].pebbles == 2, "a correction can be undone"
    table.redo()
    assert table.state.players[0].pebbles == 3


def test_the_first_conflict_of_a_correction_is_shown_and_nothing_changes(table: Table) -> None:
    take(table, 6, 3)
    take(table, 1, 1)
    before = table.state
    correction = table.correct(1, move(None, "roll", value=2))
    assert correction.conflict.entry == 2 and correction.conflict.move == move(0, "take", amount=3)
    check_refusal(correction.conflict.illegal, table.game)
    assert table.state == before
    dropped = table.correct(1, move(None, "roll", value=2), drop=True)
    assert dropped.kept == 0 and table.state.rolled == 2 and table.to_act() == {0}


def test_a_correction_that_is_itself_illegal_is_refused_with_the_nearest(table: Table) -> None:
    take(table, 3, 2)
    refused = table.correct(2, move(0, "take", amount=6))
    assert isinstance(refused, Illegal)
    assert refused.nearest
    assert isinstance(table.correct(77, move(0, "take", amount=1)), Illegal)


def test_an_adjustment_needs_a_possible_value_and_keeps_its_reason(table: Table) -> None:
    take(table, 3, 2)
    entry = table.adjust("players.1.bonus", 4, "Béla hozott sütit")
    assert sum(line.points for line in table.score() if line.seat == 1) == 4
    explanation = table.explain(entry.number)
    assert explanation.reason == "Béla hozott sütit"
    for code in LANGUAGES:
        assert "⟦" not in language(code).say(explanation.move)
    for path, value in (("players.0.pebbles", 99), ("players.9.pebbles", 1), ("nothing", 1), ("pile", "sok")):
        with pytest.raises(RefusedError) as refused:
            table.adjust(path, value, "csalás")
        check_refusal(refused.value.illegal, table.game)


def test_an_adjustment_does_not_wait_until_every_move_there_is_has_been_listed(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(table.game), "moves", lambda game, state, seat: repeat(move(None, "roll", value=1)))
    assert manual_edit.judge(table.game, table.state, manual_edit.adjust("players.1.bonus", 4)).legal


def test_several_values_are_adjusted_at_once_when_each_alone_would_be_impossible(table: Table) -> None:
    take(table, 3, 2)
    with pytest.raises(RefusedError):
        table.adjust("pile", 13, "egy visszakerült")
    entry = table.adjust_all((("pile", 15), ("players.0.pebbles", 1)), "egy visszakerült")
    assert table.state.pile == 15 and table.state.players[0].pebbles == 1
    for code in LANGUAGES:
        assert "⟦" not in language(code).say(table.explain(entry.number).move)
    again = Table(registry.find("kavicsok"), {}, 2, entries=table.log.entries)
    assert again.state == table.state
    for changes in ((), (("pile",),), (1, 2), "pile", ((1, 2),)):
        assert isinstance(table.propose(move(None, "adjust", changes=changes)), Illegal)


def test_a_missing_fact_is_asked_for_once_and_remembered(table: Table) -> None:
    take(table, 3, 3)
    take(table, 1, 1)
    table.confirm(move(None, "roll", value=1))
    refused = table.propose(move(0, "buy", stone="opal"))
    assert refused.needs[0].table == "stones" and refused.needs[0].keys == ("points",)
    table.learn("stones", "opal", {"points": 5, "source": "Anna's box", "sure": True})
    assert table.propose(move(0, "buy", stone="opal")).legal
    table.confirm(move(0, "buy", stone="opal"))
    again = Table(registry.find("kavicsok"), {}, 2, entries=table.log.entries)
    assert again.state == table.state and again.drift is None
    table.learn("stones", "opal", {"points": 7, "source": "Anna looked again", "sure": True})
    assert sum(line.points for line in table.score() if line.seat == 0) == 8
    with pytest.raises(CatalogError) as wrong:
        table.learn("stones", "opal", {"points": "hét", "source": "", "sure": True})
    assert (wrong.value.record, wrong.value.key) == ("opal", "points")


def test_joining_midway_from_a_declared_position() -> None:
    game = registry.find("kavicsok")
    state = game.setup(game.info.settle({}), 2)
    declared = codec.decode(game.state_type, {**codec.encode(state), "pile": 4, "box": 12})
    table = Table(game, {}, 2, start=declared)
    take(table, 4, 1)
    assert table.state.pile == 3
    table.undo(to=0)
    assert table.state == declared
    impossible = codec.decode(game.state_type, {**codec.encode(state), "pile": 99})
    with pytest.raises(RefusedError) as refused:
        Table(game, {}, 2, start=impossible)
    check_refusal(refused.value.illegal, game)


def test_every_entry_explains_itself(table: Table) -> None:
    take(table, 5, 4)
    for entry in table.log.entries:
        explanation = table.explain(entry.number)
        assert explanation.events and all(cite is not None for _, cite in explanation.events)
        for code in LANGUAGES:
            for said, _ in explanation.events:
                assert "⟦" not in language(code).say(said)
    with pytest.raises(LookupError):
        table.explain(999)


def test_options_and_seats_are_checked() -> None:
    game = registry.find("kavicsok")
    for options, seats in (({"cheat": True}, 2), ({"last_tie": "coin"}, 2), ({}, 5)):
        with pytest.raises(ValueError):
            Table(game, options, seats)


@settings(max_examples=60)
@given(some.integers(0, 10**9))
def test_any_mix_of_actions_replays_to_the_same_state(seed: int) -> None:
    chance = random.Random(seed)
    table = Table(registry.find("kavicsok"), {}, 3)
    for _ in range(40):
        action = chance.choice(("move", "move", "move", "undo", "redo", "correct", "note"))
        standing = table.log.line.steps()
        if action == "move" and table.to_act():
            (seat,) = table.to_act()
            table.confirm(table.game.sample(table.state, seat, chance.randrange))
        elif action == "undo" and table.log.past:
            table.undo(to=chance.choice(table.log.past).version if chance.random() < 0.3 else None)
        elif action == "redo" and table.log.future:
            table.redo()
        elif action == "correct" and standing:
            step = chance.choice(standing)
            before = table.state_at(step.parent)
            other = table.game.sample(before, step.move.seat, chance.randrange)
            table.correct(step.entry, other, drop=chance.random() < 0.5)
        elif action == "note":
            table.note("…")
        again = Table(registry.find("kavicsok"), {}, 3, entries=table.log.entries)
        assert again.state == table.state
    assert table.verify() is None
    assert [line.version for line in again.log.past] == [line.version for line in table.log.past]
    replayed = log_text.replay(log_text.write(table), registry.find)
    assert replayed.difference is None and replayed.state == table.state


def test_a_log_that_contradicts_itself_is_refused(table: Table) -> None:
    take(table, 3, 2)
    entries = table.log.entries
    with pytest.raises(LogError):
        Log(entries[1:])
    from dataclasses import replace

    for wrong in (
        replace(entries[0], kind=EntryKind.UNDO, target=5),
        replace(entries[0], kind=EntryKind.CORRECT, target=5),
        replace(entries[0], move=None),
    ):
        with pytest.raises(LogError):
            Log([wrong])


def test_a_log_file_tells_its_first_difference(table: Table) -> None:
    take(table, 3, 2)
    written = log_text.write(table)
    assert log_text.replay(written, registry.find).lines == 3
    cheated = log_text.replay(written.replace("amount=2", "amount=6"), registry.find)
    assert cheated.difference.line == 3 and cheated.difference.cite.rule == "P3"
    other = log_text.replay(written.replace("amount=2", "amount=1"), registry.find)
    assert other.difference.reason.key == "core.state_differs"
    for bad in ("", "hello", "{}", written.replace("kavicsok", "sakk", 1), written + "what is this\n"):
        with pytest.raises((log_text.LogFileError, registry.UnknownGameError)):
            log_text.replay(bad, registry.find)


def test_the_catalogue_names_file_record_and_key(tmp_path, monkeypatch) -> None:
    from tests.sample_games.kavicsok.game import Kavicsok
    from tests.sample_games.kavicsok.records import Stone
    from tests.sample_games.kavicsok.state import Player

    package = tmp_path / "odd_game"
    (package / "data").mkdir(parents=True)
    (package / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    file = package / "data" / "stones.toml"
    for content, where in (
        ('schema = 1\n[opal]\npoints = "x"\nsource = "s"\nsure = true\n', "stones.toml: opal.points"),
        ("schema = 1\n[opal]\npoints = 1\nsure = true\n", "stones.toml: opal.source"),
        ('schema = 1\n[opal]\nweight = 1\nsource = "s"\nsure = true\n', "stones.toml: opal.weight"),
        ("[opal]\n", "stones.toml: top.schema"),
        ("schema = 2\n", "stones.toml: top.schema"),
        ("schema = \n", "stones.toml: top"),
    ):
        file.write_text(content)
        with pytest.raises(CatalogError, match=where.replace(".", r"\.")):
            load("odd_game", Kavicsok.tables)
    with pytest.raises(TypeError):
        Catalog({"players": Player})
    assert Catalog({"stones": Stone}).missing("stones", "ruby", "points")[0].id == "ruby"


def test_a_folder_is_all_a_game_needs() -> None:
    assert registry.find("kavicsok").slug == "kavicsok"
    assert "kavicsok" in registry.infos()
    with pytest.raises(registry.UnknownGameError):
        registry.find("sakk")


def test_a_move_no_rule_knows_is_still_told_in_words(table: Table) -> None:
    said = table.say_move(table.state, move(0, "conjure"))
    for code in LANGUAGES:
        assert "conjure" in language(code).say(said) and "⟦" not in language(code).say(said)


@pytest.mark.parametrize("points", [10**15, -(10**15)])
def test_a_record_with_a_number_no_box_could_hold_is_refused(table: Table, points: int) -> None:
    with pytest.raises(CatalogError, match="opal"):
        table.learn("stones", "opal", {"points": points, "source": "", "sure": True})


def test_counters_set_by_hand_become_one_adjustment() -> None:
    game = registry.find("beyond_the_sun")
    state = game.setup(game.info.settle({}), 2)
    ore = Counter("players.0.ore", text("core.value", value="ore"), 0)
    discs = [
        Counter("players.0.automation", text("core.value", value=kind), 0, of=kind) for kind in ("food", "ore", "star")
    ]
    told = manual_edit.changes(game, state, ((ore, 3), (discs[0], 2), (discs[1], 0), (discs[2], 1)))
    assert told == (("players.0.ore", 3), ("players.0.automation", ("food", "food", "star")))


def test_one_question_lists_and_judges_each_candidate_once_and_another_copy_of_the_rules_again(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.confirm(move(None, "roll", value=3))
    game, seen = table.game, []
    take = next(one for one in type(game).plays if one.kind == "take")
    judge = take.judge
    monkeypatch.setattr(take, "judge", lambda turn, **given: (seen.append(given), judge(turn, **given))[1])
    game.choices(table.state, move(0, ""))
    legal = list(game.moves(table.state, 0))
    once = len(seen)
    assert list(game.moves(table.state, 0)) == legal and game.choices(table.state, move(0, "take"))
    assert legal and len(seen) == once
    assert list(game.with_catalog(game.catalog).moves(table.state, 0)) == legal and len(seen) > once
