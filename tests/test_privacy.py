"""What only its player may know reaches nobody else: a planted secret is looked for in all that is shown or shared.

The owner's own files (the database, the .zip, the .log, a pack) hold everything, or they could not be replayed.
"""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from models.session_zip import export_session
from models.store import OpenSession, Store
from tableside.app.player_stats import as_csv as plays_csv
from tableside.app.player_stats import played
from tableside.app.result import as_csv, as_play, open_result, to_json
from tableside.cli import status
from tableside.core import codec, log_text, manual_edit, notation, registry, transcript
from tableside.core.moves import move
from tableside.core.ruling import Illegal, Legal
from tableside.core.table import Table
from tableside.language import LANGUAGES, language
from tests import contract, secret_table
from tests.secret_table import CARD, DECK, OWNER, SECRETS


@pytest.fixture(scope="module")
def secret(tmp_path_factory: pytest.TempPathFactory) -> tuple[Store, OpenSession, dict[str, int]]:
    store = Store.open(f"sqlite:///{tmp_path_factory.mktemp('secret') / 'tableside.db'}")
    session, made = secret_table.begun(store, secret_table.game())
    return store, session, made


def leaks(shown: str) -> list[str]:
    return [one for one in SECRETS if one in shown]


def test_there_is_something_to_hide(secret: Any) -> None:
    store, session, made = secret
    assert {"tell_hand", "tell_piece", "tell_ruin"} <= set(made)
    table = session.table
    assert leaks(json.dumps(codec.encode(table.state), ensure_ascii=False)) == [CARD, DECK]
    assert set(leaks(log_text.write(table))) == set(SECRETS), "the owner's log holds it, with its copy"
    with zipfile.ZipFile(io.BytesIO(export_session(store, session.id))) as archive:
        assert CARD in archive.read("session.json").decode()


def test_the_open_state_names_nothing_hidden(secret: Any) -> None:
    table = secret[1].table
    for step in table.log.line.steps():
        shown = table.game.redact(table.state_at(step), None)
        assert leaks(json.dumps(codec.encode(shown), ensure_ascii=False)) == []
        other = table.game.redact(table.state_at(step), 1 - OWNER)
        assert leaks(json.dumps(codec.encode(other), ensure_ascii=False)) == []


def test_the_owner_sees_what_is_the_owners(secret: Any) -> None:
    table = secret[1].table
    shown = json.dumps(codec.encode(table.game.redact(table.state, OWNER)), ensure_ascii=False)
    assert CARD in shown and DECK in shown


@pytest.mark.parametrize("code", LANGUAGES)
def test_moves_and_events_in_words_name_nothing_hidden(secret: Any, code: str) -> None:
    table, say = secret[1].table, language(code).say
    for step in table.log.line.steps():
        explained = table.explained(step)
        told = [say(explained.move), *(say(words) for words, _ in explained.events)]
        told.append(say(table.game.phase(table.state_at(step))))
        assert leaks("\n".join(told)) == [], step.move


def test_notation_on_a_shared_screen_names_nothing_hidden(secret: Any) -> None:
    table = secret[1].table
    hidden = 0
    for step in table.log.line.steps():
        before = table.state_at(step.parent)
        hidden += bool(leaks(notation.write(step.move)))
        assert leaks(notation.write(manual_edit.redacted(table.game, before, step.move))) == []
        assert table.game.redact_move(before, step.move, step.move.seat) == step.move
    assert hidden > 4


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_story_for_anybody_names_nothing_hidden(secret: Any, code: str) -> None:
    session = secret[1]
    told = transcript.told(session.table, "Káosz Galaktika", session.names, language(code).say)
    assert leaks(told) == [] and "⟦" not in told
    assert "Anna" in told and told.count("\n") > len(session.table.log.line.steps())


def test_an_adjustment_of_something_hidden_is_told_without_its_value(secret: Any) -> None:
    table = secret[1].table
    ruin = table.state.players[OWNER].ruin.index(CARD)
    wanted = manual_edit.adjust_all(((f"players.{OWNER}.ruin.{ruin}", CARD), ("players.0.bonus", 3)))
    for code in LANGUAGES:
        told = language(code).say(table.say_move(table.state, wanted))
        assert leaks(told) == [] and "players.0.bonus" in told and "3" in told
    assert leaks(notation.write(manual_edit.redacted(table.game, table.state, wanted))) == []


def test_a_value_set_by_hand_is_answered_alike_whatever_the_hidden_deck() -> None:
    """Setting what somebody holds must not tell whether the deck nobody else knows has the card."""
    rules = secret_table.game()
    decks = (DECK, "kek", "piros")
    cards = sorted(CARD if deck == DECK else rules.catalog.find("decks", deck).cards[0] for deck in decks)
    answers = []
    for deck in decks:
        table = Table(rules, {}, 2)
        table.confirm(move(OWNER, "deck", deck=deck))
        table.confirm(move(1, "deck", deck="piros"))
        while not table.state.players[OWNER].hand:
            (seat, *_) = sorted(table.to_act(), key=lambda seat: -1 if seat is None else seat)
            table.confirm(rules.sample(table.state, seat, lambda n: 0))
        wanted = [manual_edit.adjust(f"players.{OWNER}.known", (card,)) for card in cards]
        wanted += [manual_edit.adjust(f"players.{OWNER}.known", (cards[0],) * 50)]
        answers.append([type(table.propose(one)) for one in wanted])
    assert answers[0] == answers[1] == answers[2]
    assert answers[0][-1] is Illegal and Legal in answers[0]


def test_results_and_statistics_name_nothing_hidden(secret: Any) -> None:
    store, session, _ = secret
    result = open_result(session)
    say = language("hu").say
    shared = [
        as_csv(result, lambda what: say(what) if not isinstance(what, str) else what),
        to_json(result, say),
        json.dumps(as_play(result, "Chaos Galaxy", 0, 1, session.id), ensure_ascii=False),
        *(plays_csv(played(store, summary)) for summary in store.sessions()),
        json.dumps([[one.title, one.game, [str(player) for player in one.players]] for one in store.sessions()]),
    ]
    assert leaks("\n".join(shared)) == []


def test_finished_games_do_not_tell_the_decks() -> None:
    """What was hidden stays its player's when the game is over."""
    from tableside.app.player_stats import side

    game = secret_table.game()
    store = Store.open("sqlite://")
    session = store.begin(game, {}, [*(secret_table.Seated(name) for name in ("Anna", "Béla"))])
    session.table.confirm(move(OWNER, "deck", deck=DECK))
    assert session.table.state.players[OWNER].deck == DECK
    assert side(session.table, OWNER) == ("", None)


def test_the_terminal_shows_nothing_hidden(
    secret: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    store, session, _ = secret
    monkeypatch.setenv("TABLESIDE_DATABASE", str(store.engine.url))
    numbers = [step.entry for step in session.table.log.line.steps()]
    # The whole log and every explanation; then a wrong move of the owner's, which is refused with its nearest.
    typed = "l\n" + "".join(f"e {n}\n" for n in numbers) + f"{OWNER} tell_hand card=nothing_like_it\ns\nq\n"
    out = tmp_path / "story.txt"
    for code in LANGUAGES:
        for arguments in (["play", "kaosz_galaktika", "--session", session.id], ["sessions"], ["sessions", "--json"]):
            monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(typed.encode()), encoding="utf-8"))
            assert status(["--lang", code, *arguments]) == 0
        assert status(["--lang", code, "export", session.id, str(out)]) == 0
        assert leaks(out.read_text(encoding="utf-8")) == []
    told = capsys.readouterr()
    # Choosing is the acting player's own: what is offered to the owner is looked at by the owner.
    shown = [line for line in told.out.splitlines() if not line.lstrip("✗ ")[:2].strip().isdigit()]
    assert leaks("\n".join(shown) + told.err) == []


@pytest.mark.parametrize("slug", sorted(set(registry.infos()) - {"kaosz_galaktika"}))
def test_the_other_games_hide_nothing_because_they_are_told_nothing(slug: str) -> None:
    """Their hands and draws stay with the players: the referee keeps numbers, so there is nothing to redact."""
    game = contract.game_of(slug)
    played_through = contract.play(game, {}, game.seats.start, "privacy")
    for state in played_through.states[::5]:
        assert game.redact(state, None) == state


def test_a_pack_for_others_holds_no_photo_of_a_card(secret: Any) -> None:
    from models.owned_records import OwnersCopy

    store = secret[0]
    copy = OwnersCopy(store, secret_table.game())
    copy.add_look("szunyog", b"a picture of the card", b"what the reader compares")
    assert b"picture" not in json.dumps(copy.pack()).encode()


def test_no_program_a_test_starts_reaches_the_network() -> None:
    import subprocess
    import sys

    script = "import socket; socket.create_connection(('127.0.0.1', 9), 1)"
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert told.returncode != 0 and "network access" in told.stderr


def test_no_library_asks_the_network_when_everything_is_loaded() -> None:
    """Every module of the product, with all libraries they bring, is imported where connecting is an error."""
    import subprocess
    import sys

    script = (
        "import sys; asked = []; sys.addaudithook(lambda event, args: asked.append((event, str(args[1:]))) if event in"
        " ('socket.connect', 'socket.getaddrinfo', 'socket.gethostbyname', 'urllib.Request') else None);"
        "import models.store, models.session_zip, models.owned_records, vision.dice_on_cards, vision.dice;"
        "import vision.cards;"
        "import tableside.cli;"
        "from models.store import Store; Store.open('sqlite://').sessions();"
        "from tableside.cli import status; status(['games']); print(asked)"
    )
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert told.stdout.splitlines()[-1] == "[]"
