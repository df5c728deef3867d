"""Káosz Galaktika as people play it: two shuffled decks, and players who do what makes sense with the cards they hold.

Random moves are unlike an evening: nobody lays ten bluffs and attacks with half a fleet. These players buy ships, arm
and man them, develop bases, draw with what is left, attack with everything when it is worth it, return fire, and play
the few interrupts they hold where they help. What they hold lies beside the table, as cardboard does: the referee is
told only what is played. Who holds no interrupt lets everything pass in that turn, with only combat interrupts until
the next attack.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from tableside.core.moves import Event, Move, Seat
from tableside.core.ruling import Legal
from tableside.core.table import Table
from tableside.games.kaosz_galaktika import pieces
from tableside.games.kaosz_galaktika.records import Card, Subtype
from tableside.games.kaosz_galaktika.state import HAND_LIMIT, HANGAR_LIMIT, Facing, Phase, Piece, Role, State, Turn

DECKS = ("kek", "piros", "zold", "sarga", "lila")
LAID = {Role.BASE: 3, Role.CREW: 3}
"""So many cards of a kind somebody keeps in play."""
NOT_PAID_THERE = (Subtype.ROCKET, Subtype.TRAP)
"""What is paid in its own moment only."""
TOLD = ("effect_draw", "effect_damage", "effect_value", "effect_credits")
"""What a text that only its player reads does, one thing each."""


class People:
    """Two people with their cards in hand."""

    def __init__(self, table: Table, chance: random.Random) -> None:
        self.table, self.chance = table, chance
        self.game: Any = table.game
        chosen = chance.sample(DECKS, table.seats)
        self.colony = [list(self.game.catalog.find("decks", id).cards) for id in chosen]
        for cards in self.colony:
            chance.shuffle(cards)
        self.hand: list[list[str]] = [[] for _ in chosen]
        self.ruin: list[list[str]] = [[] for _ in chosen]
        self.laid: dict[int, str] = {}
        """What lies face down."""
        self.leaving = ""
        """The card somebody is about to put down unseen."""
        self.attacked = self.told = -1
        """When somebody last attacked, and the text of which one thing was told: a turn, and a number."""
        self.seen = 0

    @property
    def state(self) -> State:
        found: State = self.table.state
        return found

    def card(self, id: str) -> Card:
        found = pieces.card(self.look(None), id)
        assert found is not None
        return found

    def look(self, seat: Seat) -> Turn:
        return Turn(self.game, self.state, seat)

    # -- the cardboard ---------------------------------------------------------------------------

    def watch(self) -> None:
        """Move the cards as the referee has just said."""
        steps = self.table.log.line.steps()
        for step in steps[self.seen :]:
            assert step.parent is not None and step.move is not None
            state = self.table.state_at(step.parent)
            ruling = self.game.judge(state, step.move)
            assert isinstance(ruling, Legal)
            for happened in ruling.events:
                self._moved(state, happened)
                state = self.game.apply(state, happened)
        self.seen = len(steps)

    def _moved(self, state: State, happened: Event) -> None:
        args = dict(happened.args)
        seat = args.get("seat")
        match happened.kind:
            case "dealt":
                self._draw(seat, 5)
            case "drawn" | "searched":
                self._draw(seat, args.get("amount", 1))
            case "salvaged":
                self.hand[seat].append(self.ruin[seat].pop(0))
            case "milled":
                self.ruin[seat] += [self.colony[seat].pop() for _ in range(args["amount"])]
            case "from_hand":
                self.leaving = args["card"] or self.leaving
                self.hand[seat].remove(self.leaving)
            case "laid":
                self.laid[args["piece"]] = self.leaving
            case "discarded":
                self.hand[seat].sort(key=self._price)
                self.ruin[seat].append(self.hand[seat].pop())
            case "destroyed":
                piece = state.by_number[args["piece"]]
                if not piece.paid:
                    self.ruin[piece.owner].append(self.laid[piece.uid])

    def _draw(self, seat: int, count: int) -> None:
        self.hand[seat] += [self.colony[seat].pop() for _ in range(count)]

    def _price(self, id: str) -> int:
        cost = self.card(id).cost
        return cost if isinstance(cost, int) else 3

    # -- what they do ----------------------------------------------------------------------------

    def decide(self) -> Move:
        """The next move of whoever acts."""
        seat = min(self.table.to_act(), key=lambda one: -1 if one is None else one)
        kinds = list(self.game.kinds(self.state, seat))
        for made in self._wishes(seat, kinds):
            if made.kind in kinds and isinstance(self.game.judge(self.state, made), Legal):
                return made
        raise AssertionError(f"nobody knows what to do: {self.state.phase}, {kinds}")

    def _wishes(self, seat: Seat, kinds: list[str]) -> Iterator[Move]:
        """What this player would like best, in order; the first that is legal is done."""
        if seat is None:
            yield from self.game.moves_of(self.state, None, kinds[0])
        elif self.state.phase in (Phase.DECKS, Phase.MULLIGAN):
            yield Move(seat, "deck").given(deck=None)
            yield Move(seat, "keep")
        elif self.state.resolving is not None:
            yield from self._text(seat)
        elif "let" in kinds:
            yield from self._answers(seat)
        elif self.state.combat is not None:
            yield from self._combat(seat, kinds)
        elif self.state.phase is Phase.CLOSING:
            yield Move(seat, "discard").given(card=None)
            ships = sorted(self.state.of(seat, Role.SHIP), key=lambda ship: self._price(ship.card or ""))
            yield from (Move(seat, "scrap").given(ship=ship.uid) for ship in ships)
        else:
            yield from self._main(seat)

    def _text(self, seat: int) -> Iterator[Move]:
        """Choose, or tell the one thing a text does, then go on."""
        assert self.state.resolving is not None
        number = self.state.resolving["number"]
        yield from self._sensible(seat, self.game.moves_of(self.state, seat, "choose"))
        if self.told != number:
            self.told = number
            yield from (made for kind in TOLD for made in self._sensible(seat, self._first(seat, kind)))
        yield Move(seat, "done")

    def _first(self, seat: int, kind: str) -> Iterator[Move]:
        return self.game.moves_of(self.state, seat, kind)  # type: ignore[no-any-return]

    def _sensible(self, seat: int, moves: Iterator[Move]) -> Iterator[Move]:
        """What helps oneself or hurts the other comes first."""

        def harm(made: Move) -> int:
            target = self.state.piece(made.get("target", made.get("piece")))
            return int(target is None or target.controller == seat)

        found = list(moves)
        hurts = any(word in str(self._doing(seat)) for word in ("damage", "destroy", "use"))
        yield from sorted(found, key=harm if hurts else lambda made: -harm(made))

    def _doing(self, seat: int) -> list[str]:
        resolving = self.state.resolving
        card = pieces.card(self.look(seat), dict(resolving.args).get("card")) if resolving is not None else None
        return [effect.verb for effect in card.effects] if card is not None else []

    def _answers(self, seat: int) -> Iterator[Move]:
        """An interrupt where it helps; who holds none, or none outside combat, lets everything pass so long."""
        held = [id for id in self.hand[seat] if self.card(id).type == "interrupt"]
        if held and self.chance.random() < 0.5:
            yield from self._interrupts(seat, held)
        if not held:
            yield Move(seat, "let_until").given(until="turn_end")
        elif all(self.card(id).subtype == Subtype.COMBAT for id in held):
            yield Move(seat, "let_until").given(until="next_attack")
        yield Move(seat, "let")

    def _interrupts(self, seat: int, held: list[str]) -> Iterator[Move]:
        for made in self.game.moves_of(self.state, seat, "interrupt"):
            if made["card"] not in held:
                continue
            card, target = self.card(made["card"]), made["target"]
            pending, piece = self.state.pending(target), self.state.piece(target)
            verbs = {effect.verb for effect in card.effects}
            mine = piece is not None and piece.controller == seat
            fights = piece is not None and self.state.combat is not None and piece.uid in self.state.combat.ships
            helps = (
                bool(card.cancels and pending is not None and pending.seat != seat)
                or bool(verbs & {"damage", "destroy", "use"} and piece is not None and not mine)
                or bool(verbs & {"develop", "credits"} or (card.text and not verbs))
                or ("change" in verbs and mine and fights)
            )
            if helps:
                yield made

    # -- the main phase --------------------------------------------------------------------------

    def _main(self, seat: int) -> Iterator[Move]:
        state, look = self.state, self.look(seat)
        player, hand = state.players[seat], self.hand[seat]
        types: dict[str, list[str]] = {}
        for id in sorted(hand, key=self._price, reverse=True):
            types.setdefault(str(self.card(id).type), []).append(id)
        if len(hand) < 2:
            yield Move(seat, "draw")
        room = HANGAR_LIMIT - pieces.room(look, seat)
        for id in types.get("ship", ()):
            if self.card(id).room <= room:
                yield Move(seat, "ship").given(card=id)
        yield from self._abilities(seat)
        yield from self._interrupts(seat, types.get("interrupt", []))
        yield from self._build(seat)
        yield from self._lay(seat, types)
        for id in types.get("event", ()):
            price = self._price(id) if isinstance(self.card(id).cost, int) else player.credits
            yield from self._sensible_event(seat, id, price)
        if self.attacked != state.turn and self._worth_it(seat):
            target = self._target(seat)
            yield target
        if len(hand) < HAND_LIMIT and (player.credits > 2 or len(hand) < 3):
            yield Move(seat, "draw")
        yield Move(seat, "end_turn")

    def _sensible_event(self, seat: int, id: str, price: int) -> Iterator[Move]:
        aimed = [piece.uid for piece in self.state.pieces if piece.controller != seat and piece.role is Role.SHIP]
        for target in (None, *aimed):
            yield Move(seat, "event").given(card=id, price=price, target=target)

    def _abilities(self, seat: int) -> Iterator[Move]:
        """What brings credits or cards, once a turn by its mark."""
        for piece in self.state.pieces:
            card = pieces.record(self.look(seat), piece) if piece.controller == seat else None
            for number, ability in enumerate(card.abilities if card is not None else ()):
                if any(effect.verb == "credits" for effect in ability.effects):
                    yield Move(seat, "use").given(piece=piece.uid, ability=number, target=None)

    def _build(self, seat: int) -> Iterator[Move]:
        """Pay what lies face down, and develop what needs it."""
        for uid, id in self.laid.items():
            piece, card = self.state.piece(uid), self.card(id)
            if piece is None or piece.controller != seat or piece.paid or card.type != piece.role.value:
                continue
            if card.subtype in NOT_PAID_THERE or card.at_payment_end:
                continue
            yield Move(seat, "pay").given(piece=uid, card=id)
            if piece.role is Role.BASE and isinstance(card.limit, int) and piece.developments < card.limit:
                yield Move(seat, "develop").given(base=uid)

    def _lay(self, seat: int, types: dict[str, list[str]]) -> Iterator[Move]:
        for role in (Role.CREW, Role.BASE):
            if types.get(role.value) and sum(1 for _ in self.state.of(seat, role)) < LAID[role]:
                self.leaving = types[role.value][0]
                yield Move(seat, f"lay_{role.value}").given(card=None)
        for ship in self.state.of(seat, Role.SHIP):
            crewed = len(self.state.aboard(ship.uid))
            if types.get("weapon") and crewed + 1 < max(2, pieces.size(self.look(seat), ship)):
                self.leaving = types["weapon"][0]
                yield Move(seat, "lay_weapon").given(card=None, ship=ship.uid)

    def _strength(self, seat: int) -> int:
        look = self.look(seat)
        return sum(
            pieces.value(look, ship, "firepower") + pieces.value(look, ship, "armour")
            for ship in pieces.upright(look, seat)
        )

    def _worth_it(self, seat: int) -> bool:
        """Something to bomb with, and not too much in the way."""
        look = self.look(seat)
        bombs = sum(pieces.value(look, ship, "bombing") for ship in pieces.upright(look, seat))
        return bombs > 0 and 4 * self._strength(seat) >= 3 * self._strength(1 - seat)

    def _target(self, seat: int) -> Move:
        """Mostly the colony; now and then a crew, a base or the hand."""
        self.attacked, other = self.state.turn, 1 - seat
        among: list[Piece] = [*self.state.of(other, Role.CREW), *self.state.of(other, Role.BASE)]
        args: dict[str, Any] = {"target": "colony", "piece": None}
        if among and self.chance.random() < 0.25:
            piece = self.chance.choice(among)
            args = {"target": piece.role.value, "piece": piece.uid}
        return Move(seat, "attack_all").given(defender=other, **args)

    # -- combat ----------------------------------------------------------------------------------

    def _combat(self, seat: int, kinds: list[str]) -> Iterator[Move]:
        state, look = self.state, self.look(seat)
        assert state.combat is not None
        combat = state.combat
        if "join" in kinds:
            stays = seat == combat.defender and 3 * self._strength(seat) < self._strength(combat.attacker)
            if not stays or combat.defenders:
                yield Move(seat, "join_all")
                yield from self._boarding(seat)
        if "pay" in kinds:
            for ship in combat.side(seat):
                for piece in state.aboard(ship):
                    if not piece.paid:
                        yield Move(seat, "pay").given(piece=piece.uid, card=self.laid[piece.uid])
        if "fire" in kinds:
            enemies = [ship for ship in map(state.piece, combat.side(combat.other(seat))) if ship is not None]
            enemies.sort(key=lambda ship: (pieces.value(look, ship, "armour"), ship.turn is not Facing.ACTIVE))
            for made in self.game.moves_of(state, seat, "fire"):
                ship = state.by_number[made["ship"]]
                if pieces.value(look, ship, "firepower") and made["targets"] == (enemies[0].uid,):
                    yield made
        if "return_fire" in kinds:
            yield from self.game.moves_of(state, seat, "return_fire")
        if "spring" in kinds and combat.piece in self.laid:
            yield Move(seat, "spring").given(card=self.laid[combat.piece])
        if "split" in kinds:
            yield from self.game.moves_of(state, seat, "split")
        if "bomb" in kinds:
            ships = tuple(sorted(ship.uid for ship in pieces.ready(look, combat.attackers)))
            yield Move(seat, "bomb").given(ships=ships)
        yield from (Move(seat, kind) for kind in ("no_return", "no_band", "let_fall", "no_bomb", "pass", "ready"))
        yield Move(seat, "discard").given(card=None)

    def _boarding(self, seat: int) -> Iterator[Move]:
        """Crew that works on a ship goes aboard; passengers stay."""
        for crew in self.state.of(seat, Role.CREW):
            id = crew.card if crew.paid else self.laid.get(crew.uid)
            if id is not None and self.card(id).type == "crew" and self.card(id).subtype != Subtype.PASSENGER:
                yield from (made for made in self.game.moves_of(self.state, seat, "board") if made["crew"] == crew.uid)
