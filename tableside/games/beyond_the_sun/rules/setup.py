"""The setup for two, three and four players (B), and the choice of mats (P1)."""

from __future__ import annotations

from collections.abc import Iterator

from tableside.core.game import Choice
from tableside.core.moves import Move
from tableside.core.rulebook import chance, play
from tableside.core.ruling import Illegal
from tableside.games.beyond_the_sun import changes
from tableside.games.beyond_the_sun.facts import FIRST_GOALS, NORMAL, added, facts_of
from tableside.games.beyond_the_sun.records import COLOURS
from tableside.games.beyond_the_sun.refusal import lacking, no
from tableside.games.beyond_the_sun.rules import decks, tableau
from tableside.games.beyond_the_sun.rules.fleet import ship
from tableside.games.beyond_the_sun.state import Ask, Player, State, Task, Turn
from tableside.games.beyond_the_sun.tasks import drop, front, later

BASE_GOALS = ("excellence", "empire")
STARTING_ORE = {2: (1, 1), 3: (1, 1, 2), 4: (1, 1, 2, 2)}
MATS = 4
"""Normal mats, and as many advanced ones (A1)."""


def setup(options: tuple[tuple[str, bool], ...], seats: int) -> State:
    """The box is open and nothing is laid out yet."""
    return State(options, tuple(Player() for _ in range(seats)), tasks=(Task(Ask.LAY_OUT),))


@chance
def lay_out(turn: Turn) -> Illegal | None:
    """The boards, then every card that is dealt, then the mats (B1 to B8)."""
    facts, state = facts_of(turn.catalog), turn.state
    slots = tuple((id, slot.level) for id, slot in facts.slots() if not added(id))
    stars = [(id, star) for id, star in facts.stars(len(state.players)) if not added(id)]
    kinds = [star.kind for _, star in stars]
    if kinds.count("sol") != 1 or kinds.count("deep") != 1 or not slots:
        return no("board", "B5")
    drop(turn)
    turn.do(changes.laid_out, "B1", slots, tuple((id, star.kind, star.deck or "") for id, star in stars))
    for goal in (*BASE_GOALS, *(FIRST_GOALS if state.option("first_goals") else ())):
        turn.do(changes.goal_dealt, "B6", goal, len(state.players))
    if state.option("tableau"):
        turn.do(changes.row_opened, "P2", 2)
    later(turn, *_deals(turn.state))
    return None


def _deals(state: State) -> tuple[Task, ...]:
    tasks = [Task(Ask.DEAL, place=site.id, level=1) for site in state.sites if site.level == 1]
    tasks += [Task(Ask.DEAL_SYSTEM, place=place, card=deck) for place, deck in system_places(state)]
    if not state.option("first_goals"):
        tasks += [Task(Ask.DEAL_GOAL, card="A"), Task(Ask.DEAL_GOAL, card="B")]
    if state.option("tableau"):
        tasks += tableau.fill(2, (0, 1, 2, 3), last_shuffles=True)
    order = reversed(state.seats) if state.option("advanced") else state.seats
    return (*tasks, *(Task(Ask.MAT, seat) for seat in order))


def system_places(state: State) -> tuple[tuple[str, str], ...]:
    """Where systems are dealt: every A and B place; with two players one A card only (B5, B11)."""
    places = [(place.id, place.deck) for place in state.places if place.kind == "system"]
    near = [place for place in places if place[1] == "A"]
    if len(state.players) == 2:
        near = near[:1]
    return (*near, *(place for place in places if place[1] == "B"))


def mat_refused(turn: Turn, mat: str) -> Illegal | None:
    """Why this mat cannot be chosen now (B8, B11, P1)."""
    facts, state = facts_of(turn.catalog), turn.state
    missing = facts.missing("mats", mat)
    if missing:
        return lacking(missing, "B8")
    if mat == NORMAL:
        return no("mat_whose", "B8")
    record = facts.mat(mat)
    if record.advanced not in (None, state.option("advanced")):
        return no("mat_side", "P1")
    if len(state.players) in (record.not_for or ()):
        return no("mat_not_for", "B11", n=len(state.players))
    taken = {player.mat for player in state.players if player.mat}
    if mat in taken or any(facts.mat(other).colour == record.colour for other in taken if record.colour):
        return no("mat_taken", "B8")
    return None


@chance
def tell_later(turn: Turn) -> Illegal | None:
    """Cards that are laid out now are told when they first matter: to be researched, controlled or claimed."""
    now = front(turn).ask
    tasks = [task for task in turn.state.tasks if decks.dealing(task) and task.ask is now]
    if not decks.dealing(front(turn)):
        return no("not_this_card", "B1")
    for _ in tasks:
        drop(turn)
    places = tuple(task.card if now is Ask.DEAL_GOAL else task.place for task in tasks)
    turn.do(changes.untold, decks.RULE_OF[now], now.value, places)
    return None


@play
def choose_mat(turn: Turn, mat: str) -> Illegal | None:
    """The mat with its full columns; 2 population, a ship on Sol, the starting ore (B8, B9).

    A normal mat may be called by the colour of its cubes; what is printed on it is told when it matters.
    """
    problem = mat_refused(turn, mat)
    if problem is not None:
        return problem
    seat, facts = turn.me, facts_of(turn.catalog)
    drop(turn)
    turn.do(changes.mat, "B8", seat, mat, facts.columns(mat))
    for _ in range(2):
        turn.do(changes.cube, "B8", seat, "spare", "population")
    turn.do(changes.cube, "B8", seat, "spare", ship(facts.one(turn.state, "sol"), 1))
    turn.do(changes.ore, "B9", seat, STARTING_ORE[len(turn.state.players)][seat])
    later(turn, *(Task(Ask.EFFECT, seat, effect, card=mat) for effect in facts.mat(mat).start or ()))
    return None


@choose_mat.lists
def _mats(turn: Turn) -> Iterator[Move]:
    """Every mat of the copy, and while not all normal ones are told, the others by the colour of their cubes."""
    known = _known(turn)
    seen = {facts_of(turn.catalog).mat(mat).colour for mat in known}
    by_colour = (colour for colour in COLOURS if colour not in seen)
    more = () if turn.state.option("advanced") or len(known) >= MATS else tuple(by_colour)
    mats = (*known, *more)
    some = any(mat_refused(turn, mat) is None for mat in mats)
    return (choose_mat.move(turn.seat, mat) for mat in mats if some)


def _known(turn: Turn) -> tuple[str, ...]:
    """The mats of the copy that are of the side that is played."""
    sides = (None, turn.state.option("advanced"))
    return tuple(id for id, mat in turn.catalog.table("mats").items() if mat.advanced in sides and id != NORMAL)


@choose_mat.asks("mat")
def _any_mat(turn: Turn, partial: Move) -> Choice:
    """A mat of the copy, or one it does not know yet."""
    known = _known(turn)
    if len(known) >= MATS and any(mat_refused(turn, mat) is None for mat in known):
        return turn.ask(partial, "mat")
    return turn.ask(partial, "mat", new=turn.catalog.wanted("mats", advanced=turn.state.option("advanced")))


PLAYS = (lay_out, tell_later, choose_mat)
