"""Two people who own their decks and have told the tablet nothing: each card is told when it is first shown.

They play as `benchmarks.kaosz_people` do, on a table of which every card is known; the tablet before them knows none.
What they do is entered by answering what it asks, and a card it has not seen is filled in as printed.
"""

from __future__ import annotations

import random
import re
from typing import Any

from benchmarks.kaosz_people import People
from tableside.core import codec
from tableside.core.game import Choice
from tableside.core.moves import Move
from tableside.core.ruling import Illegal, Need
from tableside.core.table import Table
from tests.contract import game_of
from tests.fresh_box import Newcomer

SLUG = "kaosz_galaktika"


class Untaught(Newcomer):
    """Plays a game of people at a tablet that has not seen one of their cards."""

    def __init__(self, seed: int) -> None:
        super().__init__(SLUG, 2, seed)
        self.truth = Table(game_of(SLUG), {}, 2)
        self.people = People(self.truth, random.Random(seed))
        self.ids: dict[str, str] = {}
        """What the tablet calls each card it has been told."""
        self.shown = ""
        """The card somebody holds up."""

    def play_on(self, turns: int = 200) -> None:
        """Play to the end of the game, or to the end of so many turns."""
        while not self.play.over and self.truth.state.turn <= turns:
            wanted = self.people.decide()
            self.enter(wanted)
            self.truth.confirm(wanted)
            self.people.watch()

    def told_alike(self) -> bool:
        """Whether the tablet holds the table as it truly lies, each card under its own name."""
        return bool(_renamed(codec.encode(self.truth.state), self.ids) == codec.encode(self.table.state))

    def enter(self, wanted: Move) -> None:
        """Answer what is asked until the move stands, and confirm it."""
        self.path = [str(wanted)]
        self.shown = wanted.get("card") or ""
        self.play.restart(wanted.seat)
        while not self.play.ready:
            if isinstance(self.play.preview, Illegal):
                self.look_why(self.play.preview)
                assert self.tell_any(self.play.preview), (wanted, self.play.preview)
                continue
            self.reply(self.play.choices[0], wanted)
        assert self.play.partial == self.named(wanted), (wanted, self.play.partial)
        self.confirm()

    def reply(self, asked: Choice, wanted: Move) -> None:
        """The answer that leads to the move: the whole move where it is suggested, a new card where it is one."""
        whole = self.named(wanted)
        if whole in asked.ready:
            self.play.take(whole)
            return
        self.look_at(asked)
        if asked.slot == "card" and self.shown and self.shown not in self.ids:
            assert self.choose_new(asked), (wanted, asked)
        elif asked.parts:
            for part in whole[asked.slot]:
                self.play.toggle(part)
            if not self.play.ready:
                self.play.settle_parts()
        else:
            value = whole.kind if asked.slot == "kind" else whole[asked.slot]
            offer = self.play.offer(asked.slot, value)
            assert offer is not None and offer.why_not is None, (wanted, asked)
            self.put(asked.slot, value, offer.label)

    def named(self, wanted: Move) -> Move:
        """The move as this tablet writes it."""
        card = wanted.get("card")
        return wanted if card is None else wanted.given(card=self.ids.get(card, card))

    def tell(self, need: Need) -> str | None:
        """Fill in the card as printed."""
        id = need.id or self.game.catalog.fresh(need.table)
        self.ids[self.shown] = id
        printed = self.people.game.catalog.find("cards", self.shown)
        self.eyes.see("form", need.text)
        self.table.learn(need.table, id, {**codec.encode(printed), "source": "your copy", "sure": True})
        self.eyes.know(self.game)
        for words in (printed.text, *(ability.text for ability in printed.abilities)):  # as typed from the card
            self.eyes.own |= set(re.findall(r"\w+", words))
        return id


def _renamed(data: Any, names: dict[str, str]) -> Any:
    if isinstance(data, dict):
        return {key: _renamed(value, names) for key, value in data.items()}
    if isinstance(data, list):
        return [_renamed(value, names) for value in data]
    return names.get(data, data) if isinstance(data, str) else data
