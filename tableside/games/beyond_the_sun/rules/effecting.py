"""Effects one by one (M): what happens by itself, what asks the player, what may be declined."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tableside.core.moves import Move
from tableside.core.ruling import Illegal
from tableside.games.beyond_the_sun.draft import Draft, no
from tableside.games.beyond_the_sun.effects import Effect, Lasting, Verb
from tableside.games.beyond_the_sun.rules import actions, colonise, counts, cubes, fleet, production, research, special
from tableside.games.beyond_the_sun.rules.feasible import blocked, changes
from tableside.games.beyond_the_sun.state import Phase, Stage, Task, others

Begin = Callable[[Draft, Task], bool]

ASKED = frozenset(
    {
        Verb.RESEARCH,
        Verb.BUILD,
        Verb.UPGRADE,
        Verb.JUMP,
        Verb.COLONISE,
        Verb.TRADE,
        Verb.SCRAP,
        Verb.DOCK,
        Verb.CHOOSE,
        Verb.COPY,
        Verb.DISPLACE,
        Verb.BY_HAND,
    }
)
"""These ask the player for something anyway; the others ask for consent when they are optional."""


def begin(draft: Draft, task: Task) -> bool:
    """Settle the front effect as far as it needs nobody; False when somebody has to choose."""
    assert task.effect is not None and task.seat is not None
    effect = task.effect
    if effect.who != "you":
        seats = (task.seat, *others(draft.state, task.seat)) if effect.who == "all" else others(draft.state, task.seat)
        own = replace(effect, who="you")
        draft.drop()
        draft.push(*(replace(task, seat=seat, effect=own) for seat in seats))
        return True
    if task.stage is Stage.NEW:
        left = counts.amount(draft.facts, draft.state, task.seat, effect)
        if effect.verb is Verb.JUMP and left:
            left += counts.bonus(draft.facts, draft.state, task.seat, Lasting.MORE_JUMPS)
        draft.change(left=left, stage=Stage.COUNTED)
        return True
    if asks_consent(task):
        if blocked(draft, task.seat, (replace(effect, optional=False),)) is None:
            return False
        draft.drop()
        return True
    return BEGIN[effect.verb](draft, task)


def asks_consent(task: Task) -> bool:
    """An optional effect that would otherwise happen by itself."""
    effect = task.effect
    return effect is not None and effect.optional and effect.verb not in ASKED and task.stage is not Stage.WANTED


def accept(draft: Draft, move: Move, task: Task) -> Illegal | None:
    """The optional effect is wanted."""
    draft.change(stage=Stage.WANTED)
    return None


def done(draft: Draft, move: Move, task: Task) -> Illegal | None:
    """The rest of this effect is not wanted: only what is optional, and not so that nothing changes (M1, D7)."""
    if not may_stop(draft, task):
        return no("mandatory", "M1")
    draft.drop()
    if draft.state.phase is Phase.ACTING and move.seat == draft.state.turn and not draft.state.changed:
        rest = [other.effect for other in draft.state.tasks if other.seat == move.seat and other.effect is not None]
        if not changes(draft, draft.state.turn, rest):
            return no("no_change", "D7")
    draft.emit("chosen", "M1", seat=move.seat, action="done")
    return None


def may_stop(draft: Draft, task: Task) -> bool:
    """What need not be done to the end: the optional, movement, trade, supply that has run out (M1, G2)."""
    assert task.effect is not None and task.seat is not None
    effect = task.effect
    if effect.optional or effect.verb in (Verb.JUMP, Verb.TRADE):
        return True
    exhausted = effect.source == "supply" and cubes.leftmost(draft.player(task.seat)) is None
    return exhausted and effect.verb in (Verb.BUILD, Verb.RESEARCH)


# -- effects that happen by themselves ---------------------------------------------------------


def _each(step: Callable[[Draft, Task, Effect, int], bool]) -> Begin:
    """The step as often as the amount says, until it finds nothing more to do."""

    def run(draft: Draft, task: Task) -> bool:
        assert task.effect is not None and task.seat is not None
        draft.drop()
        for _ in range(task.left):
            if not step(draft, task, task.effect, task.seat):
                break
        return True

    return run


def _gain(draft: Draft, task: Task) -> bool:
    draft.drop()
    if task.left:
        draft.emit("ore", "G7", seat=task.seat, n=task.left)
    return True


def _pay(draft: Draft, task: Task) -> bool:
    """To the bank at once; to an opponent of the player's choice (G7)."""
    assert task.effect is not None and task.seat is not None
    due = min(task.left, draft.player(task.seat).ore)
    rivals = others(draft.state, task.seat)
    if due and task.effect.to == "opponent" and len(rivals) > 1:
        return False
    draft.drop()
    if due:
        draft.emit("ore", "G7", seat=task.seat, n=-due)
        if task.effect.to == "opponent":
            draft.emit("ore", "G7", seat=rivals[0], n=due)
    return True


def pay_opponent(draft: Draft, move: Move, task: Task) -> Illegal | None:
    """The whole amount to this opponent (G7)."""
    assert move.seat is not None
    if move["opponent"] not in others(draft.state, move.seat):
        return no("no_such_opponent", "G7")
    due = min(task.left, draft.player(move.seat).ore)
    draft.drop()
    draft.emit("ore", "G7", seat=move.seat, n=-due)
    draft.emit("ore", "G7", seat=move["opponent"], n=due)
    return None


def _populate(draft: Draft, task: Task) -> bool:
    """Left to right, food discs or not (G2); some cards let the player pick the column."""
    assert task.effect is not None and task.seat is not None
    if task.effect.column == "any" and task.left and any(draft.player(task.seat).supply):
        return False
    draft.drop()
    if task.effect.column == "left":
        for _ in range(task.left):
            if not cubes.take_supply(draft, task.seat, "population", "G2"):
                break
    return True


def _shift(draft: Draft, task: Task) -> bool:
    assert task.seat is not None
    if task.left and any(draft.player(task.seat).supply[1:]):
        return False
    draft.drop()
    return True


def pick_column(draft: Draft, move: Move, task: Task) -> Illegal | None:
    """The supply cube is taken from this column: to population, or into column A (G3)."""
    assert task.effect is not None and move.seat is not None
    column, shift = move["column"], task.effect.verb is Verb.SHIFT
    supply = draft.player(move.seat).supply
    if not int(shift) <= column < len(supply) or not supply[column]:
        return no("no_cube_in_column", "G3")
    draft.change(left=task.left - 1)
    target = "supply:0" if shift else "population"
    draft.emit("cube", "G3", seat=move.seat, origin=f"supply:{column}", target=target)
    return None


def _return(draft: Draft, task: Task, effect: Effect, seat: int) -> bool:
    if not draft.player(seat).population:
        return False
    cubes.give_back(draft, seat, "population", "G4")
    return True


def _automate(draft: Draft, task: Task) -> bool:
    """The leftmost disc of the track to the next automation space; an empty track is stood in for (I1)."""
    assert task.effect is not None and task.seat is not None
    if task.left == 0:
        draft.drop()
        return True
    discs = cubes.fitting(draft.player(task.seat), tracks_of(task.effect))
    if len(discs) > 1:
        return False
    draft.change(left=task.left - 1)
    cubes.place_disc(draft, task.seat, discs[0], "automation", "I1")
    return True


def tracks_of(effect: Effect) -> tuple[str, ...]:
    """The tracks an automation may take from."""
    return ("food", "ore") if effect.track == "either" else (effect.track,)


def automate(draft: Draft, move: Move, task: Task) -> Illegal | None:
    """The player picks the track."""
    assert task.effect is not None and move.seat is not None
    if move["track"] not in cubes.fitting(draft.player(move.seat), tracks_of(task.effect)):
        return no("no_such_disc", "I1", disc=move["track"])
    draft.change(left=task.left - 1)
    cubes.place_disc(draft, move.seat, move["track"], "automation", "I1")
    return None


def _grow(draft: Draft, task: Task, effect: Effect, seat: int) -> bool:
    production.grow_now(draft, seat)
    return True


def _produce(draft: Draft, task: Task, effect: Effect, seat: int) -> bool:
    production.mine_now(draft, seat)
    return True


def _unlock(draft: Draft, task: Task) -> bool:
    assert task.effect is not None
    draft.drop()
    if task.effect.guild not in draft.state.guilds:
        draft.emit("guild", "D10", guild=task.effect.guild)
    return True


# -- choices among effects ---------------------------------------------------------------------


def _choose(draft: Draft, task: Task) -> bool:
    assert task.effect is not None and task.seat is not None
    if any(blocked(draft, task.seat, part) is None for part in task.effect.of):
        return False
    draft.drop()
    return True


def choose(draft: Draft, move: Move, task: Task) -> Illegal | None:
    """One of the alternatives that can be carried out."""
    assert task.effect is not None and move.seat is not None
    if not 0 <= move["option"] < len(task.effect.of):
        return no("no_such_option", "M1")
    part = task.effect.of[move["option"]]
    problem = blocked(draft, move.seat, part)
    if problem is not None:
        return problem
    draft.drop()
    draft.emit("chosen", "M1", seat=move.seat, action=str(move["option"] + 1))
    draft.push_effects(move.seat, part, task.card)
    return None


def _together(draft: Draft, task: Task) -> bool:
    """All parts in order, when all that is mandatory among them can be done (D6, M1)."""
    assert task.effect is not None and task.seat is not None
    draft.drop()
    if blocked(draft, task.seat, task.effect.of[0]) is None:
        draft.push_effects(task.seat, task.effect.of[0], task.card)
    else:
        draft.emit("nothing", "M1", seat=task.seat, verb="together")
    return True


def _trade(draft: Draft, task: Task) -> bool:
    assert task.seat is not None
    if production.can_trade(draft, task.seat):
        return False
    draft.drop()
    return True


BEGIN: dict[Verb, Begin] = {
    Verb.PAY: _pay,
    Verb.GAIN: _gain,
    Verb.POPULATE: _populate,
    Verb.RETURN: _each(_return),
    Verb.RESEARCH: research.begin_research,
    Verb.AUTOMATE: _automate,
    Verb.BUILD: fleet.begin_build,
    Verb.UPGRADE: fleet.begin_upgrade,
    Verb.JUMP: fleet.begin_jump,
    Verb.COLONISE: colonise.begin_colonise,
    Verb.GROW: _each(_grow),
    Verb.PRODUCE: _each(_produce),
    Verb.TRADE: _trade,
    Verb.SCRAP: fleet.begin_scrap,
    Verb.SHIFT: _shift,
    Verb.UNLOCK: _unlock,
    Verb.CHOOSE: _choose,
    Verb.TOGETHER: _together,
    Verb.COPY: actions.begin_copy,
    Verb.DISPLACE: actions.begin_copy,
    Verb.PRIVATE: special.begin_private,
    Verb.SETTLE: special.begin_settle,
    Verb.DOCK: special.begin_dock,
    Verb.ATTACH: special.begin_attach,
    Verb.TAKE: special.begin_take,
    Verb.EXTEND: special.begin_extend,
    Verb.BY_HAND: special.begin_by_hand,
}
