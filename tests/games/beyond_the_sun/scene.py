"""A table set up for one test: the sample copy, a finished setup, and pieces moved about as the test needs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tableside.core.moves import Event, Move, Seat, move
from tableside.core.ruling import Illegal, Legal
from tableside.games.beyond_the_sun import state as states
from tableside.games.beyond_the_sun.effects import Effect
from tableside.games.beyond_the_sun.game import BeyondTheSun
from tableside.games.beyond_the_sun.rules import decks, turn_order
from tableside.games.beyond_the_sun.state import Ask, Colony, Phase, Player, State, Task, Turn
from tableside.games.beyond_the_sun.tasks import push_effects
from tests import contract

LEVEL_1 = ("lezerfegyverek", "terraformalas", "genmodositott_novenyek", "banyaszrobotok")
MATS = ("kek", "zold", "piros", "sarga")
ADVANCED = ("kek_h", "zold_h", "piros_h", "sarga_h")


def sample_game() -> BeyondTheSun:
    """The game with the invented sample copy."""
    game = contract.game_of("beyond_the_sun")
    assert isinstance(game, BeyondTheSun)
    return game


def with_player(state: State, seat: int, **changes: Any) -> State:
    """The state with this player changed."""
    return states.with_player(state, seat, replace(state.players[seat], **changes))


def with_place(state: State, id: str, **changes: Any) -> State:
    """The state with this location changed."""
    return states.with_place(state, id, lambda place: replace(place, **changes))


def with_site(state: State, id: str, **changes: Any) -> State:
    """The state with this slot changed."""
    return states.with_site(state, id, lambda site: replace(site, **changes))


def after(game: BeyondTheSun, state: State, made: Move) -> State:
    """The state after a move that must be legal."""
    ruling = game.judge(state, made)
    assert isinstance(ruling, Legal), ruling
    for happened in ruling.events:
        state = game.apply(state, happened)
    return state


class Scene:
    """One game, moved on step by step; every step is judged."""

    def __init__(self, seats: int = 3, cards: tuple[str, ...] = (), game: BeyondTheSun | None = None, **options: bool):
        self.game = game or sample_game()
        self.facts = self.game.facts
        self.state: State = self.game.setup(self.game.info.settle(options), seats)
        self.events: list[Event] = []
        self.wanted = [*LEVEL_1, *cards]
        self.do(None, "lay_out")
        while self.state.phase is Phase.SETUP:
            front = self.state.front
            assert front is not None
            if front.ask is Ask.MAT:
                mats = ADVANCED if options.get("advanced") else MATS
                self.do(front.seat, "choose_mat", mat=mats[front.seat or 0])
            elif front.ask is Ask.EFFECT:
                first = self.moves(front.seat)[0]
                self.do(front.seat, first.kind, **dict(first.args))
            else:
                self.turn_up()

    # -- asking and moving ---------------------------------------------------------------------

    def judge(self, seat: Seat, kind: str, **args: Any) -> Any:
        return self.game.judge(self.state, move(seat, kind, **args))

    def do(self, seat: Seat, kind: str, **args: Any) -> tuple[Event, ...]:
        """Make a move that must be legal."""
        ruling = self.judge(seat, kind, **args)
        assert isinstance(ruling, Legal), f"{kind} {args}: {ruling.reason.key} {ruling.reason.args} {ruling.cite}"
        for happened in ruling.events:
            self.state = self.game.apply(self.state, happened)
        self.events = list(ruling.events)
        return ruling.events

    def refused(self, seat: Seat, kind: str, **args: Any) -> tuple[str, str]:
        """The reason and the rule of a move that must be refused."""
        ruling = self.judge(seat, kind, **args)
        assert isinstance(ruling, Illegal), f"{kind} {args} is legal"
        return ruling.reason.key.removeprefix("beyond_the_sun.no."), ruling.cite.rule

    def moves(self, seat: Seat, kind: str = "") -> list[Move]:
        return [made for made in self.game.moves(self.state, seat) if kind in ("", made.kind)]

    def turn_up(self, card: str = "") -> str:
        """Reveal this card, or one the test asked for, or any."""
        front = self.state.front
        assert front is not None
        can = decks.possible(self.facts, self.state, front)
        chosen = card or next((wanted for wanted in self.wanted if wanted in can), can[0] if can else "")
        if not chosen:
            self.do(None, "no_more")
        else:
            self.do(None, "reveal", card=chosen)
        return chosen

    def settle(self, *effects: Effect, seat: int = 0, card: str = "") -> None:
        """Let these effects of a card happen now, in this seat's action."""
        turn = Turn(self.game, replace(self.state, phase=Phase.ACTING, turn=seat, changed=False, tasks=()), seat)
        push_effects(turn, seat, effects, card)
        turn_order.advance(turn)
        self.events = list(turn.events)
        self.state = turn.state

    def kinds(self) -> list[str]:
        """What kinds of event happened in the last step."""
        return [happened.kind for happened in self.events]

    # -- looking -------------------------------------------------------------------------------

    def player(self, seat: int = 0) -> Player:
        return self.state.players[seat]

    def ships(self, seat: int, place: str) -> tuple[int, ...]:
        found = self.state.place(place)
        assert found is not None
        return found.ships[seat]

    def owner(self, place: str) -> int | None:
        found = self.state.place(place)
        assert found is not None
        return found.owner

    @property
    def front(self) -> Task:
        assert self.state.front is not None
        return self.state.front

    # -- setting the stage: every cube and disc comes from somewhere ---------------------------

    def _cube(self, seat: int) -> None:
        supply = list(self.player(seat).supply)
        column = max(range(len(supply)), key=lambda number: supply[number])
        supply[column] -= 1
        self.state = with_player(self.state, seat, supply=tuple(supply))

    def give(self, seat: int, **changes: Any) -> None:
        """Ore, population (from the supply), a pawn's place, private cards."""
        population = changes.pop("population", None)
        if population is not None:
            while self.player(seat).population < population:
                self._cube(seat)
                self.state = with_player(self.state, seat, population=self.player(seat).population + 1)
            while self.player(seat).population > population:
                player = self.player(seat)
                self.state = with_player(self.state, seat, population=player.population - 1, spare=player.spare + 1)
        self.state = with_player(self.state, seat, **changes)

    def supply(self, seat: int, *columns: int) -> None:
        """Exactly these supply columns; the difference goes to or comes from the reserve."""
        player = self.player(seat)
        spare = player.spare + sum(player.supply) - sum(columns)
        self.state = with_player(self.state, seat, supply=tuple(columns), spare=spare)

    def ship(self, seat: int, place: str, *levels: int) -> None:
        """These ships, and no others, at the place."""
        here = self.state.place(place)
        assert here is not None
        for _ in here.ships[seat]:
            self.state = with_player(self.state, seat, spare=self.player(seat).spare + 1)
        for _ in levels:
            if self.player(seat).spare:
                self.state = with_player(self.state, seat, spare=self.player(seat).spare - 1)
            else:
                self._cube(seat)
        ships = tuple(tuple(sorted(levels)) if other == seat else old for other, old in enumerate(here.ships))
        self.state = with_place(self.state, place, ships=ships)

    def outpost(self, seat: int, place: str, disc: str) -> None:
        """An outpost with this disc from the track."""
        self.state = with_place(self.state, place, owner=seat, disc=disc)
        self._disc(seat, disc)

    def _disc(self, seat: int, disc: str) -> None:
        if disc == "food":
            self.state = with_player(self.state, seat, food=self.player(seat).food - 1)
        elif disc == "ore":
            self.state = with_player(self.state, seat, ore_discs=self.player(seat).ore_discs - 1)

    def discs_off(self, seat: int, food: int = 0, ore: int = 0) -> None:
        """So many discs moved from the tracks to the automation track."""
        player = self.player(seat)
        self.state = with_player(
            self.state,
            seat,
            food=player.food - food,
            ore_discs=player.ore_discs - ore,
            automation=(*player.automation, *(["food"] * food), *(["ore"] * ore)),
        )

    def colony(self, seat: int, system: str, *discs: str) -> None:
        """A colonised system with its discs."""
        for disc in discs:
            self._disc(seat, disc)
        colonies = (*self.player(seat).colonies, Colony(system, tuple(discs)))
        self.state = with_player(self.state, seat, colonies=colonies)

    def system(self, place: str, card: str) -> None:
        """This card on this place."""
        self.state = with_place(self.state, place, system=card)

    def knows(self, seat: int, *slots: str) -> None:
        """A cube at each of these slots."""
        for slot in slots:
            site = self.state.site(slot)
            assert site is not None
            self._cube(seat)
            self.state = with_site(self.state, slot, cubes=(*site.cubes, seat))

    def known(self, slot: str, card: str) -> None:
        """This technology on this slot, its event long gone."""
        self.state = with_site(self.state, slot, card=card, event=False)

    def claimed(self, seat: int, goal: str) -> None:
        """A disc of the seat on the achievement."""
        goals = tuple(
            replace(each, discs=(*each.discs, seat)) if each.id == goal else each for each in self.state.goals
        )
        self.state = replace(self.state, goals=goals)

    def at(self, phase: Phase, turn: int = 0) -> None:
        """This phase of this seat's turn."""
        self.state = replace(self.state, phase=phase, turn=turn, tasks=())

    def sound(self) -> None:
        """Nothing about the stage is impossible."""
        assert self.game.audit(self.state) == ()
