"""The setup for two, three and four players (B), and the choice of mats (P1)."""

from __future__ import annotations

from tableside.core.moves import Move
from tableside.core.ruling import Illegal, Need
from tableside.games.beyond_the_sun.draft import Draft, lacking, no
from tableside.games.beyond_the_sun.facts import FIRST_GOALS, Facts
from tableside.games.beyond_the_sun.rules import tableau
from tableside.games.beyond_the_sun.rules.fleet import ship
from tableside.games.beyond_the_sun.rules.revealed import spaces
from tableside.games.beyond_the_sun.state import Ask, Player, State, Task

BASE_GOALS = ("excellence", "empire")
STARTING_ORE = {2: (1, 1), 3: (1, 1, 2), 4: (1, 1, 2, 2)}


def first_state(options: tuple[tuple[str, bool], ...], seats: int) -> State:
    """The box is open and nothing is laid out yet."""
    return State(options, tuple(Player() for _ in range(seats)), tasks=(Task(Ask.LAY_OUT),))


def needs(facts: Facts, state: State) -> tuple[Need, ...]:
    """What must be known of this copy before the boards can be laid out."""
    found = list(facts.board_needs(len(state.players)))
    goals = (*BASE_GOALS, *(FIRST_GOALS if state.option("first_goals") else ()))
    for goal in goals:
        found += facts.missing("achievements", goal)
    return tuple(found)


def lay_out(draft: Draft, move: Move, task: Task) -> Illegal | None:
    """The boards, then every card that is dealt, then the mats (B1 to B8)."""
    state = draft.state
    missing = needs(draft.facts, state)
    if missing:
        return lacking(missing, "B1")
    kinds = [star.kind for _, star in draft.facts.stars(len(state.players))]
    if kinds.count("sol") != 1 or kinds.count("deep") != 1 or not any(draft.facts.slots()):
        return no("board", "B5")
    draft.drop()
    draft.emit("laid_out", "B1")
    for goal in BASE_GOALS:
        draft.emit("goal_dealt", "B6", goal=goal, spaces=spaces(draft, goal))
    if state.option("first_goals"):
        for goal in FIRST_GOALS:
            draft.emit("goal_dealt", "B6", goal=goal, spaces=spaces(draft, goal))
    if state.option("tableau"):
        draft.emit("row_opened", "P2", level=2)
    draft.later(*_deals(draft))
    return None


def _deals(draft: Draft) -> tuple[Task, ...]:
    state = draft.state
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


def mat_refused(draft: Draft, mat: str) -> Illegal | None:
    """Why this mat cannot be chosen now (B8, B11, P1)."""
    missing = draft.facts.missing("mats", mat)
    if missing:
        return lacking(missing, "B8")
    record = draft.facts.mat(mat)
    if record.advanced != draft.state.option("advanced"):
        return no("mat_side", "P1")
    if len(draft.state.players) in (record.not_for or ()):
        return no("mat_not_for", "B11", n=len(draft.state.players))
    taken = [draft.facts.mat(player.mat) for player in draft.state.players if player.mat]
    if record in taken or any(other.colour == record.colour for other in taken if other.colour):
        return no("mat_taken", "B8")
    return None


def choose_mat(draft: Draft, move: Move, task: Task) -> Illegal | None:
    """The mat with its full columns; 2 population, a ship on Sol, the starting ore (B8, B9)."""
    problem = mat_refused(draft, move["mat"])
    if problem is not None:
        return problem
    assert move.seat is not None
    seat, facts = move.seat, draft.facts
    draft.drop()
    draft.emit("mat", "B8", seat=seat, mat=move["mat"])
    for _ in range(2):
        draft.emit("cube", "B8", seat=seat, origin="spare", target="population")
    draft.emit("cube", "B8", seat=seat, origin="spare", target=ship(facts.one(draft.state, "sol"), 1))
    draft.emit("ore", "B9", seat=seat, n=STARTING_ORE[len(draft.state.players)][seat])
    start = facts.mat(move["mat"]).start or ()
    draft.later(*(Task(Ask.EFFECT, seat, effect, card=move["mat"]) for effect in start))
    return None
