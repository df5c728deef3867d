"""Effects one by one (M): what happens by itself, what asks the player, what may be declined."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from tableside.core.game import Choice
from tableside.core.moves import Move
from tableside.core.rulebook import play
from tableside.core.ruling import Illegal
from tableside.games.beyond_the_sun import changes
from tableside.games.beyond_the_sun.effects import Effect, Lasting, Verb
from tableside.games.beyond_the_sun.facts import facts_of
from tableside.games.beyond_the_sun.refusal import lacking, no
from tableside.games.beyond_the_sun.rules import actions, colonise, counts, cubes, fleet, production, research, special
from tableside.games.beyond_the_sun.rules.feasible import blocked, would_change
from tableside.games.beyond_the_sun.state import Phase, Stage, Task, Turn, others
from tableside.games.beyond_the_sun.tasks import change, drop, effect_of, front, push, push_effects, seat_of, unchanged

Begin = Callable[[Turn, Task], bool]

GUILDS = 4
"""Guild covers in the box (A1)."""

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


def begin(turn: Turn, task: Task) -> bool:
    """Settle the front effect as far as it needs nobody; False when somebody has to choose."""
    assert task.effect is not None and task.seat is not None
    effect = task.effect
    if effect.who != "you":
        seats = (task.seat, *others(turn.state, task.seat)) if effect.who == "all" else others(turn.state, task.seat)
        own = replace(effect, who="you")
        drop(turn)
        push(turn, *(replace(task, seat=seat, effect=own) for seat in seats))
        return True
    if task.stage is Stage.NEW:
        left = counts.amount(facts_of(turn.catalog), turn.state, task.seat, effect)
        if effect.verb is Verb.JUMP and left:
            left += counts.bonus(facts_of(turn.catalog), turn.state, task.seat, Lasting.MORE_JUMPS)
        change(turn, replace(front(turn), left=left, stage=Stage.COUNTED))
        return True
    if asks_consent(task):
        if blocked(turn, task.seat, (replace(effect, optional=False),)) is None:
            return False
        drop(turn)
        return True
    return BEGIN[effect.verb](turn, task)


def asks_consent(task: Task) -> bool:
    """An optional effect that would otherwise happen by itself."""
    effect = task.effect
    return effect is not None and effect.optional and effect.verb not in ASKED and task.stage is not Stage.WANTED


@play
def accept(turn: Turn) -> None:
    """The optional effect is wanted."""
    change(turn, replace(front(turn), stage=Stage.WANTED))


@play
def done(turn: Turn) -> Illegal | None:
    """The rest of this effect is not wanted: only what is optional, and not so that nothing changes (M1, D7)."""
    if not may_stop(turn, front(turn)):
        return no("mandatory", "M1")
    drop(turn)
    state = turn.state
    if state.phase is Phase.ACTING and turn.me == state.turn and not state.changed:
        rest = [other.effect for other in state.tasks if other.seat == turn.me and other.effect is not None]
        if not would_change(turn, state.turn, rest):
            return no("no_change", "D7")
    turn.do(changes.chosen, "M1", turn.me, "done")
    return None


def may_stop(turn: Turn, task: Task) -> bool:
    """What need not be done to the end: the optional, movement, trade, supply that has run out (M1, G2)."""
    assert task.effect is not None and task.seat is not None
    effect = task.effect
    if effect.optional or effect.verb in (Verb.JUMP, Verb.TRADE):
        return True
    exhausted = effect.source == "supply" and cubes.leftmost(turn.state.players[task.seat]) is None
    return exhausted and effect.verb in (Verb.BUILD, Verb.RESEARCH)


# -- effects that happen by themselves ---------------------------------------------------------


def _each(step: Callable[[Turn, Task, Effect, int], bool]) -> Begin:
    """The step as often as the amount says, until it finds nothing more to do."""

    def run(turn: Turn, task: Task) -> bool:
        assert task.effect is not None and task.seat is not None
        drop(turn)
        for _ in range(task.left):
            if not step(turn, task, task.effect, task.seat):
                break
        return True

    return run


def _gain(turn: Turn, task: Task) -> bool:
    drop(turn)
    if task.left:
        turn.do(changes.ore, "G7", seat=seat_of(task), n=task.left)
    return True


def _pay(turn: Turn, task: Task) -> bool:
    """To the bank at once; to an opponent of the player's choice (G7)."""
    assert task.effect is not None and task.seat is not None
    due = min(task.left, turn.state.players[task.seat].ore)
    rivals = others(turn.state, task.seat)
    if due and task.effect.to == "opponent" and len(rivals) > 1:
        return False
    if due and task.effect.to == "opponent":
        _hand_over(turn, task, rivals[0])
        return True
    drop(turn)
    if due:
        turn.do(changes.ore, "G7", seat=task.seat, n=-due)
    return True


@play
def pay_opponent(turn: Turn, opponent: int) -> Illegal | None:
    """The whole amount to this opponent (G7)."""
    if opponent not in others(turn.state, turn.me):
        return no("no_such_opponent", "G7")
    _hand_over(turn, front(turn), opponent)
    return None


@pay_opponent.lists
def _opponents(turn: Turn) -> Iterator[Move]:
    return (pay_opponent.move(turn.seat, other) for other in turn.state.seats if other != turn.me)


def _hand_over(turn: Turn, task: Task, opponent: int) -> None:
    """The ore changes hands; as the cost of an action it is no change (D7)."""
    assert task.seat is not None
    changed, due = turn.state.changed, min(task.left, turn.state.players[task.seat].ore)
    drop(turn)
    turn.do(changes.ore, "G7", seat=task.seat, n=-due)
    turn.do(changes.ore, "G7", seat=opponent, n=due)
    if task.begun:
        unchanged(turn, changed)


def _populate(turn: Turn, task: Task) -> bool:
    """Left to right, food discs or not (G2); some cards let the player pick the column."""
    assert task.effect is not None and task.seat is not None
    if task.effect.column == "any" and task.left and any(turn.state.players[task.seat].supply):
        return False
    drop(turn)
    if task.effect.column == "left":
        for _ in range(task.left):
            if not cubes.take_supply(turn, task.seat, "population", "G2"):
                break
    return True


def _shift(turn: Turn, task: Task) -> bool:
    assert task.seat is not None
    if task.left and shiftable(turn, task.seat):
        return False
    drop(turn)
    return True


def shiftable(turn: Turn, seat: int) -> bool:
    """Whether a supply cube can go into column A; while the columns are not told, one may."""
    supply = turn.state.players[seat].supply
    return any(supply[1:] if len(supply) > 1 else supply)


@play
def pick_column(turn: Turn, column: int) -> Illegal | None:
    """The supply cube is taken from this column: to population, or into column A (G3)."""
    problem = production.tracks_untold(turn, turn.me, ("columns",), "G3")
    if problem is not None:
        return problem
    task = front(turn)
    shift, supply = effect_of(task).verb is Verb.SHIFT, turn.state.players[turn.me].supply
    if not int(shift) <= column < len(supply) or not supply[column]:
        return no("no_cube_in_column", "G3")
    change(turn, replace(front(turn), left=task.left - 1))
    turn.do(changes.cube, "G3", turn.me, f"supply:{column}", "supply:0" if shift else "population")
    return None


@pick_column.lists
def _columns(turn: Turn) -> Iterator[Move]:
    return (pick_column.move(turn.seat, column) for column in range(len(turn.state.players[turn.me].supply)))


def _return(turn: Turn, task: Task, effect: Effect, seat: int) -> bool:
    if not turn.state.players[seat].population:
        return False
    cubes.give_back(turn, seat, "population", "G4")
    return True


def _automate(turn: Turn, task: Task) -> bool:
    """The leftmost disc of the track to the next automation space; an empty track is stood in for (I1)."""
    assert task.effect is not None and task.seat is not None
    if task.left == 0:
        drop(turn)
        return True
    discs = cubes.fitting(turn.state.players[task.seat], tracks_of(task.effect))
    if len(discs) > 1:
        return False
    change(turn, replace(front(turn), left=task.left - 1))
    cubes.place_disc(turn, task.seat, discs[0], "automation", "I1")
    return True


def tracks_of(effect: Effect) -> tuple[str, ...]:
    """The tracks an automation may take from."""
    return ("food", "ore") if effect.track == "either" else (effect.track,)


@play
def automate(turn: Turn, track: str) -> Illegal | None:
    """The player picks the track."""
    task = front(turn)
    if track not in cubes.fitting(turn.state.players[turn.me], tracks_of(effect_of(task))):
        return no("no_such_disc", "I1", disc=turn.book.say_value(turn.state, "automate", "track", track))
    change(turn, replace(front(turn), left=task.left - 1))
    cubes.place_disc(turn, turn.me, track, "automation", "I1")
    return None


@automate.lists
def _tracks(turn: Turn) -> Iterator[Move]:
    return (automate.move(turn.seat, track) for track in ("food", "ore"))


TRACKS = {Verb.GROW: (production.GROWTH, "E1"), Verb.PRODUCE: (production.MINING, "E2")}


def _produced(turn: Turn, task: Task) -> bool:
    """What a card makes a mat bring, as soon as its tracks are told."""
    verb, seat = effect_of(task).verb, seat_of(task)
    if task.left and production.tracks_untold(turn, seat, *TRACKS[verb]) is not None:
        return False
    drop(turn)
    for _ in range(task.left):
        (production.grow_now if verb is Verb.GROW else production.mine_now)(turn, seat)
    return True


@play
def go_on(turn: Turn) -> Illegal | None:
    """What waits only for the tracks of a mat to be told: production by a card, and the points at the end."""
    task = front(turn)
    keys, rule = TRACKS[effect_of(task).verb] if task.effect is not None else (("automation",), "O2")
    problem = production.tracks_untold(turn, turn.me, keys, rule)
    if problem is None and task.effect is None:
        drop(turn)
    return problem


def _unlock(turn: Turn, task: Task) -> bool:
    """The guild the card names; where nobody has entered which, the players say (D10)."""
    assert task.effect is not None
    guild, opened = task.effect.guild, turn.state.guilds
    if facts_of(turn.catalog).guild(guild) is None and len(opened) < GUILDS:
        return False
    drop(turn)
    if guild not in opened and len(opened) < GUILDS:
        turn.do(changes.guild, "D10", guild=guild)
    return True


@play
def unlock(turn: Turn, guild: str) -> Illegal | None:
    """This guild is opened (D10)."""
    missing = facts_of(turn.catalog).missing("guilds", guild)
    if missing:
        return lacking(missing, "D10")
    if guild in turn.state.guilds:
        return no("guild_open", "D10")
    drop(turn)
    turn.do(changes.guild, "D10", guild)
    return None


@unlock.lists
def _guilds(turn: Turn) -> Iterator[Move]:
    return (unlock.move(turn.seat, guild) for guild in turn.catalog.table("guilds") if guild not in turn.state.guilds)


@unlock.asks("guild")
def _any_guild(turn: Turn, partial: Move) -> Choice:
    """A guild of the copy, or one it does not know yet."""
    full = len(turn.catalog.table("guilds")) >= GUILDS
    return turn.ask(partial, "guild", new=None if full else turn.catalog.wanted("guilds"))


# -- choices among effects ---------------------------------------------------------------------


def _choose(turn: Turn, task: Task) -> bool:
    assert task.effect is not None and task.seat is not None
    if any(blocked(turn, task.seat, part) is None for part in task.effect.of):
        return False
    drop(turn)
    return True


@play
def choose(turn: Turn, option: int) -> Illegal | None:
    """One of the alternatives that can be carried out."""
    task = front(turn)
    if not 0 <= option < len(effect_of(task).of):
        return no("no_such_option", "M1")
    part = effect_of(task).of[option]
    problem = blocked(turn, turn.me, part)
    if problem is not None:
        return problem
    drop(turn)
    turn.do(changes.chosen, "M1", turn.me, str(option + 1))
    push_effects(turn, turn.me, part, task.card)
    return None


@choose.lists
def _options(turn: Turn) -> Iterator[Move]:
    return (choose.move(turn.seat, option) for option in range(len(effect_of(front(turn)).of)))


def _together(turn: Turn, task: Task) -> bool:
    """All parts in order, when all that is mandatory among them can be done (D6, M1)."""
    assert task.effect is not None and task.seat is not None
    drop(turn)
    if blocked(turn, task.seat, task.effect.of[0]) is None:
        push_effects(turn, task.seat, task.effect.of[0], task.card)
    else:
        turn.do(changes.nothing, "M1", seat=task.seat, verb="together")
    return True


def _trade(turn: Turn, task: Task) -> bool:
    assert task.seat is not None
    if production.can_trade(turn, task.seat):
        return False
    drop(turn)
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
    Verb.GROW: _produced,
    Verb.PRODUCE: _produced,
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

PLAYS = (accept, done, go_on, pay_opponent, pick_column, automate, unlock, choose)
