"""Űrcsempészek as people play it: they bid for what they could pay, and pay and refill by their own heads.

What they choose does not look at what the app suggests: the fewest goods, so that no colour runs out; energy when it
runs short, else the goods there are fewest of; nothing with the -1, and nothing in the last round but putting in; and
now and then something else as good: another of the cheapest payments, another of the fullest loads. Only where that
happens to be what is suggested for all it is told at once.
"""

from __future__ import annotations

import random

from tableside.core.moves import Move, move
from tableside.core.table import Table
from tableside.games.urcsempeszek.delivery import deliverable, delivery, ships_of
from tableside.games.urcsempeszek.records import GOODS
from tableside.games.urcsempeszek.rules.refill import idle, next_seat
from tableside.games.urcsempeszek.state import FACES, State, minus

SHORT = 6
"""With less energy than this people take energy."""
WHIM = 6
"""About every so manieth payment or refill is any that costs or brings as much."""


class People:
    """Everybody at one table."""

    def __init__(self, table: Table, chance: random.Random) -> None:
        self.table, self.game, self.chance = table, table.game, chance
        self.decided: dict[tuple[int, str], Move] = {}
        """What was decided in a round about a sector, or by a seat."""

    def made(self) -> Move:
        """What is told next."""
        state: State = self.table.state
        seat = min(self.table.to_act(), key=lambda one: -1 if one is None else one)
        match str(state.phase):
            case "bid":
                return self._bidding(state)
            case "pay":
                return self._payment(state)
            case "refill":
                return self._refill(state)
        return self.game.sample(state, seat, self.chance.randrange)

    def _bidding(self, state: State) -> Move:
        dice = []
        for player in state.players:
            energy = player.energy
            wanted = [card for card in state.cards if deliverable(player.goods, ships_of(self.game.catalog, card))]
            self.chance.shuffle(wanted)
            for card in wanted[: self.chance.randint(1, 2)]:
                value = self.chance.choice(FACES[: max(1, energy // 2)])
                if value <= energy:
                    energy -= value
                    dice.append((card, player.colour, value))
        tokens = self.chance.sample(state.layout.tokens, len(state.layout.tokens))
        return move(None, "bid", dice=tuple(dice), tokens=tuple((token,) for token in tokens))

    def _together(self, state: State, kind: str) -> list[Move]:
        """What is suggested for all at once."""
        seat = min(seat for seat in self.game.to_act(state) if seat is not None)
        return [made for made in self.game.suggest(state, seat) if made.kind == kind]

    # -- paying ------------------------------------------------------------------------------------

    def _payment(self, state: State) -> Move:
        """Those first who pay otherwise than suggested, then the others together."""
        mine = [self._pays(state, bid.seat, bid.card) for bid in state.bids]
        able = [made for made in mine if made is not None]
        for_all = self._together(state, "all_pay")
        if not for_all:
            return able[0]
        together = for_all[0]
        told = {(made["sector"], made["omit"], made["cruisers"]) for made in able}
        other = told - {*together["payments"]}
        if not other & {one for one in told if one[0] in {sector for sector, _, _ in together["payments"]}}:
            return together
        return next(made for made in able if (made["sector"], made["omit"], made["cruisers"]) in other)

    def _pays(self, state: State, seat: int, card: str) -> Move | None:
        """How a player pays for a sector; None while it cannot be told."""
        known = self.decided.get((state.round, card))
        if known is not None and self.game.judge(state, known).legal:
            return known
        ways = [made for made in self.game.moves(state, seat) if made.kind == "pay" and made["sector"] == card]
        if not ways:
            return None
        have, ships = state.players[seat].goods, ships_of(self.game.catalog, card)

        def cost(made: Move) -> tuple[int, int]:
            left = minus(have, delivery(ships, made["omit"], made["cruisers"]).goods)
            return (-sum(left) if state.galaxies else sum(left), max(left) - min(left))

        chosen = min(ways, key=cost)
        if not self.chance.randrange(WHIM):
            chosen = self.chance.choice([made for made in ways if cost(made)[0] == cost(chosen)[0]])
        self.decided[state.round, card] = chosen
        return chosen

    # -- refilling ---------------------------------------------------------------------------------

    def _refill(self, state: State) -> Move:
        """Together where everybody does what is suggested, else the next player alone."""
        seat = next_seat(state)
        assert seat is not None
        mine, alone = self._refills(state, seat), state
        while (seat := next_seat(alone)) is not None:
            one = move(None, "skip") if idle(alone, seat) else self._refills(alone, seat)
            alone = self._after(alone, one)
        return next((one for one in self._together(state, "all_refill") if self._after(state, one) == alone), mine)

    def _after(self, state: State, made: Move) -> State:
        for happened in self.game.judge(state, made).events:  # type: ignore[union-attr]
            state = self.game.apply(state, happened)
        return state

    def _refills(self, state: State, seat: int) -> Move:
        known = self.decided.get((state.round, f"{seat}"))
        if known is not None and self.game.judge(state, known).legal:
            return known
        ways = [made for made in self.game.moves(state, seat) if made.kind != "all_refill"]
        player = state.players[seat]
        energy = [made for made in ways if made.kind == "take_energy"]
        goods = [made for made in ways if made.kind == "take_goods"]

        def lopsided(made: Move) -> tuple[int, int]:
            then = [have + made[colour] for have, colour in zip(player.goods, GOODS)]
            return (-sum(then), sum(amount * amount for amount in then))

        chosen = move(seat, "pass")
        if not state.galaxies:
            chosen = next((made for made in ways if made.kind.startswith("put_")), chosen)
        elif energy and (player.energy < SHORT or not goods):
            chosen = max(energy, key=lambda made: int(made["amount"]))
        elif goods:
            chosen = min(goods, key=lopsided)
        if not self.chance.randrange(WHIM) and state.galaxies:
            fullest = [made for made in goods if lopsided(made)[0] == min(lopsided(one)[0] for one in goods)]
            chosen = self.chance.choice([*energy[:1], *fullest, chosen])
        self.decided[state.round, f"{seat}"] = chosen
        return chosen
