"""A shared tablet shows only what everybody may see: the view of hidden cards is drawn from the redacted state."""

import inspect
import random
import re

from models.store import Seated, Store
from tableside.app.move_builder import MoveBuilder
from tableside.app.views import kaosz_galaktika
from tests import contract


def test_what_is_shown_is_what_nobody_has_to_hide() -> None:
    game = contract.game_of("kaosz_galaktika")
    chance = random.Random(4)
    session = Store.open("sqlite://").begin(game, {}, [Seated("Anna"), Seated("Béla")])
    hidden = 0
    for _ in range(260):
        acting = sorted(session.table.to_act(), key=lambda seat: -1 if seat is None else seat)
        if not acting:
            break
        session.table.confirm(game.sample(session.table.state, chance.choice(acting), chance.randrange))
        play = MoveBuilder(session)
        assert play.shown == game.redact(play.state, None)
        hidden += play.shown != play.state
    assert hidden, "this game never had anything to hide"


def test_the_view_of_hidden_cards_never_looks_behind_them() -> None:
    source = inspect.getsource(kaosz_galaktika)
    assert re.search(r"\bplay\.shown\b", source)
    assert not re.search(r"\bplay\.state\b", source)
