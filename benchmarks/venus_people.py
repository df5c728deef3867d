"""Irány a Vénusz! as people play it: a shuffled deck, real hands, and players who do what makes sense with them.

Random moves are unlike an evening: nobody plays a card he does not hold, attacks what he cannot beat and gives up, or
says that his turn is over before the next player moves. These players claim what they can with the weakest unit, attack
where units and cards may be enough, pay with as little as will do, go where tiles lie and mostly with the whole group,
buy two units while there is money, and take a pass token when little else is left. Whoever holds many cards pays with
cards and plays what he can rather than throw them away. Hands lie beside the table, as cardboard does: the referee is
told only what is played. Of a roll in a fight only bursts and difference are told, and the dice when a card is about
single ones; of the roll of the crisis phase only the bursts. Tiles lie face up beside the tablet and are told one by
one, when somebody goes for them or before the crises.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, islice
from typing import Any

from tableside.core.moves import Event, Move, Plain, Seat
from tableside.core.ruling import Legal
from tableside.core.table import Table
from tableside.games.onward_to_venus.records import Effect, TileKind
from tableside.games.onward_to_venus.rules import turn_order
from tableside.games.onward_to_venus.rules.actions import REACH
from tableside.games.onward_to_venus.rules.combat import card_points, counts, defence, in_short, needed
from tableside.games.onward_to_venus.rules.payment import payment
from tableside.games.onward_to_venus.rules.rolling import outcome, show
from tableside.games.onward_to_venus.rules.setup import CRISIS_FREE, later, wanted
from tableside.games.onward_to_venus.rules.untold import reveal
from tableside.games.onward_to_venus.state import ALIEN, DISTANCE, FIRST_DRAW, PLANETS, UNITS, Combat, Force, State
from tableside.games.onward_to_venus.state import DICE as THROWN

WANTED = {"claim": 8.0, "attack": 5.0, "move": 4.0, "deploy": 2.0, "token": 3.0}
"""How much an action is wanted; a card counts one."""
DICE = 2
"""The difference the dice will most likely show."""
FURTHER = 0.25
"""How often a free card is played when the action is taken."""
MANY = 8
"""Cards in hand from which on they are rather used than kept."""
WHOLE = 0.7
"""How often a group goes with all its units."""
CLAIMED = 0.9
"""How often a tile is claimed after a short move."""
PAID = 3
"""As many cards are put together to pay."""
LISTED = 400
ABOUT_DICE = (Effect.REROLL, Effect.EXCLUDE)
FOR_TILES = {
    Effect.TRAITOR: TileKind.CRISIS,
    Effect.TENSION_OUT: TileKind.TENSION,
    Effect.HUNT: TileKind.TROPHY,
}
"""Cards for a planet on which such a tile lies."""


class People:
    """Players with their cards in hand."""

    def __init__(self, table: Table, chance: random.Random) -> None:
        self.table, self.chance = table, chance
        self.game: Any = table.game
        cards = self.game.catalog.table("cards")
        self.deck = [id for id, record in cards.items() for _ in range(record.count or 0)]
        chance.shuffle(self.deck)
        self.hands: list[list[str]] = [[] for _ in range(table.seats)]
        tiles = self.game.catalog.table("tiles")
        self.bag = [id for id, record in tiles.items() for _ in range(record.count or 0)]
        chance.shuffle(self.bag)
        self.lying: dict[str, list[str]] = {planet: [] for planet in PLANETS}
        self.seen = 0
        self.thrown: tuple[int, ...] = ()

    @property
    def state(self) -> State:
        found: State = self.table.state
        return found

    # -- cards ---------------------------------------------------------------------------------

    def look(self) -> None:
        """Hold what was drawn, and no longer what was played."""
        steps = self.table.log.line.steps()
        for step in steps[self.seen :]:
            assert step.parent is not None and step.move is not None
            before = self.table.state_at(step.parent)
            ruling = self.game.judge(before, step.move)
            if step.move.kind == "lay":
                self._turn_up(before)
            for happened in ruling.events:
                self._happened(happened)
        self.seen = len(steps)

    def _happened(self, event: Event) -> None:
        seat: Any = event.get("seat")
        match event.kind:
            case "dealt":
                for place, player in enumerate(self.state.players):
                    starting = self.game.catalog.find("empires", player.colour).starting
                    self.hands[place] = [*starting, *self._drawn(FIRST_DRAW)]
            case "drew":
                self.hands[seat] += self._drawn(event["n"])
            case "played" | "discarded" | "traitor":
                self.hands[seat].remove(event["card"])
            case "taken_back":
                self.hands[seat].append(event["card"])
            case "reshuffled":
                self.deck = list(self.state.discards)
                self.chance.shuffle(self.deck)
            case "tile_back":
                self.lying[event["planet"]].append(event["tile"])
            case "tile_gone" | "kept":
                self.lying[event["planet"]].remove(event["tile"])
            case "perished":
                self.lying[event["planet"]].clear()
            case "stolen" | "traded":
                other = self.hands[event["victim"]]
                self.hands[seat].append(other.pop(self.chance.randrange(len(other))))
                if event.kind == "traded":
                    other.append(self.hands[seat].pop(0))

    def _drawn(self, amount: int) -> list[str]:
        taken, self.deck = self.deck[:amount], self.deck[amount:]
        return taken

    def _turn_up(self, state: State) -> None:
        """As many tiles on each planet as belong there; a crisis on Ganymede is discarded."""
        for planet, amount in wanted(self.game.copy, state).items():
            turned, self.bag = self.bag[: amount or 0], self.bag[amount or 0 :]
            self.lying[planet] += [tile for tile in turned if planet != CRISIS_FREE or not self._crisis(tile)]

    def _crisis(self, tile: str) -> bool:
        return self.game.copy.kind(tile) is TileKind.CRISIS

    def sees(self, made: Move) -> bool:
        """Whether the tile this move is about lies there."""
        if made.kind == "play_at" and (kind := FOR_TILES.get(self.game.copy.effect(made["card"]))) is not None:
            return any(self.game.copy.kind(tile) is kind for tile in self.lying[made["planet"]])
        return made.kind not in ("claim", "attack") or made["tile"] in (ALIEN, *self.lying[made["planet"]])

    def holds(self, made: Move) -> bool:
        """Whether the player has the cards of this move."""
        used: list[Plain] = [made[slot] for slot in ("card",) if made.get(slot) is not None]
        used += made.get("cards") or ()
        return made.seat is None or not Counter(used) - Counter(self.hands[made.seat])

    # -- moves ---------------------------------------------------------------------------------

    def made(self) -> Move:
        """The next move at this table, whoever makes it."""
        self.look()
        state, acting, leader = self.state, self.table.to_act(), self.game.leads(self.state)
        seat: Seat = leader if leader is not None else next(iter(acting))
        if leader is not None and turn_order.called(state):
            return self._last_call()
        if leader is not None:
            mover = next(one for one in acting if one != leader)
            if mover is not None and self.chance.random() < (FURTHER if len(self.hands[mover]) < MANY else 1):
                further = [made for made in self._options(mover, "done", "token") if self._sensible(made)]
                if further:
                    return self.chance.choice(further)
        if seat is None:
            return self._of_the_table()
        task = state.top.kind if state.top is not None and not state.answers else "answer"
        return {"act": self._act, "arrived": self._arrived, "combat": self._fight}.get(task, self._any)(seat)

    def _options(self, seat: Seat, *but: str) -> list[Move]:
        """What the player could do, holding the cards for it."""
        passed = self.game.passed(self.state, seat)[0]
        kinds = [kind for kind in turn_order.kinds(passed) if kind not in but]
        found = (made for kind in kinds for made in islice(self.game.moves_of(passed, seat, kind), LISTED))
        return [made for made in found if self.holds(made) and self.sees(made)]

    def _of_the_table(self) -> Move:
        if self.state.top is not None and self.state.top.kind == "first":
            return self.chance.choice(list(self.game.moves_of(self.state, None, "starts")))
        if self.state.top is not None and self.state.top.kind == "lay":
            return later(self.state, Move(None, "lay"))
        if self.state.top is not None and self.state.top.kind == "reveal":
            return next(self._untold_crises(), reveal.move(None, None, None))
        drawn: Move = self.game.sample(self.state, None, self.chance.randrange)
        if drawn.kind == "roll" and self.state.top is not None and self.state.top.kind == "crisis_roll":
            return Move(None, "bursts").given(n=drawn["dice"].count(0))
        if drawn.kind == "roll" and self.state.combat is not None and len(drawn["dice"]) == THROWN:
            self.thrown = drawn["dice"]
            bursts, difference = counts(self.thrown)
            return outcome.move(None, bursts, difference)
        return drawn

    def _untold_crises(self) -> Iterator[Move]:
        for planet in PLANETS:
            untold = Counter(filter(self._crisis, self.lying[planet])) - Counter(self.state.planet(planet).tiles)
            yield from (reveal.move(None, planet, tile) for tile in untold)

    def _last_call(self) -> Move:
        asked = turn_order.called(self.state)
        played = [made for seat in asked for made in self._options(seat, "let")]
        return played[0] if played else Move(asked[0], "let")

    def _any(self, seat: Seat) -> Move:
        """Something of what can be done; help is seldom refused."""
        options = self._options(seat)
        helped = [made for made in options if made.get("card") is not None and made.kind != "discard"]
        return self.chance.choice(helped or options)

    def _act(self, seat: Seat) -> Move:
        options = self._options(seat, "done")
        if not any(map(self._sensible, options)):
            return Move(seat, "done")
        by_kind: dict[str, list[Move]] = {}
        for made in options:
            if self._sensible(made):
                by_kind.setdefault(made.kind, []).append(made)
        kinds = list(by_kind)
        kind = self.chance.choices(kinds, [WANTED.get(kind, 1.0) for kind in kinds])[0]
        some = by_kind[kind]
        if kind == "move" and self.chance.random() < WHOLE:
            some = [made for made in some if self._whole(made)] or some
        if kind == "deploy":
            some = [made for made in some if len(made["units"]) == 2] or some
        return self.chance.choice(some)

    def _orbit(self, made: Move, planet: str) -> Force:
        assert made.seat is not None
        return self.state.players[made.seat].on(planet).orbit

    def _whole(self, made: Move) -> bool:
        orbit = self._orbit(made, made["origin"])
        return all(made[unit] == orbit.of(unit) for unit in UNITS if unit != "tank")

    def _sensible(self, made: Move) -> bool:
        state = self.state
        if made.kind == "attack":
            return self._may_win(made)
        if made.kind == "claim":
            return made["unit"] == next(unit for unit in UNITS if self._orbit(made, made["planet"]).of(unit))
        if made.kind == "move":
            there, far = state.planet(made["destination"]), DISTANCE[made["origin"], made["destination"]]
            return bool(self.lying[made["destination"]]) and not there.dead and bool(made["cards"]) <= (far >= REACH)
        if made.kind in ("destroy", "strike", "sabotage"):
            return bool(made["victim"] != made.seat)
        return made.kind != "recycle"

    def _may_win(self, made: Move) -> bool:
        """Whether units and cards come to the defence and what the dice will most likely add."""
        assert made.seat is not None
        state = self.state
        combat = Combat(made["planet"], made["tile"], made["victim"], made["what"] or "")
        points = sum(card_points(self.game.copy, combat, card) or 0 for card in self.hands[made.seat])
        return self._orbit(made, made["planet"]).strength + points >= defence(self.game.copy, state, combat) + DICE

    def _arrived(self, seat: Seat) -> Move:
        options = [made for made in self._options(seat) if made.kind in ("claim", "attack") and self._sensible(made)]
        if options and self.chance.random() < CLAIMED:
            return self.chance.choice(options)
        return Move(seat, "stop")

    def _fight(self, seat: Seat) -> Move:
        """Pay with as little as will do, else help oneself with a card, else give up."""
        assert seat is not None and self.state.combat is not None
        combat, hand = self.state.combat, self.hands[seat]
        need = needed(self.game.copy, self.state, combat) - combat.points
        useful = [card for card in hand if card_points(self.game.copy, combat, card)]
        ways = []
        for force in self.state.players[seat].on(combat.planet).orbit.parts():
            for amount in range(min(PAID, len(useful)) + 1):
                for some in combinations(sorted(useful), amount):
                    points = force.strength + sum(card_points(self.game.copy, combat, card) or 0 for card in some)
                    made = payment(seat, force, some)
                    if points >= need and isinstance(self.game.judge(self.state, made), Legal):
                        wasted = -amount if len(hand) >= MANY else amount
                        ways.append((points - need, wasted, self.chance.random(), made))
        if ways:
            return min(ways)[-1]
        if in_short(self.state) is not None and any(self.game.copy.effect(card) in ABOUT_DICE for card in hand):
            return show.move(seat, self.thrown)
        helped = [made for made in self._options(seat) if made.kind in ("reroll", "exclude")]
        return self.chance.choice(helped) if helped else Move(seat, "give_up")
