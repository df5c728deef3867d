"""C: the power cycle, where a player has to choose: the brainstone, tokens to give up, burning."""

from __future__ import annotations

from tableside.core.moves import Move
from tableside.core.ruling import Illegal
from tableside.games.gaia_project.desk import Desk, charged_stones, lowest, no
from tableside.games.gaia_project.state import Player, Task


def stone_goals(player: Player, task: Task) -> tuple[int, ...]:
    """C6: where the brainstone may be after what is being paid or charged (0: gone, 4: Gaia area)."""
    match task.kind:
        case "stone_charge":
            return charged_stones(player, task.a)
        case "stone_spend":
            return (1, 3)
        case "stone_burn":
            return (3, 2, 0) if player.bowl2 >= 2 else (3, 0)
        case _:
            return (player.stone, 4 if task.b else 0)


def judge_stone(desk: Desk, move: Move) -> Illegal | None:
    """The owner says where the brainstone goes."""
    task, player, goal = desk.rest[0], desk.player(), move["to"]
    goals = stone_goals(player, task)
    if goal not in goals:
        return no("stone_place", "C6", 9, places=goals)
    desk.done()
    match task.kind:
        case "stone_charge":
            desk.charge_to(desk.seat, task.a, goal, task.what)
        case "stone_spend":
            desk.spend_with(desk.seat, task.a, goal == 1, task.what)
        case "stone_burn":
            _burn(desk, goal)
        case _:
            to = "area" if task.b else "out"
            gone = goal != player.stone
            mix = lowest(player, task.a - 1 if gone else task.a)
            desk.shift_mix(desk.seat, mix, gone, to, task.what, "C6")
    return None


def judge_tokens(desk: Desk, move: Move) -> Illegal | None:
    """C4: any mix of tokens may be given up."""
    task, player = desk.rest[0], desk.player()
    mix, stone = move["bowls"], move["stone"]
    have = (player.bowl1, player.bowl2, player.bowl3)
    if any(not 0 <= n <= most for n, most in zip(mix, have)) or (stone and not 1 <= player.stone <= 3):
        return no("tokens_not_there", "C4", 9, have=have)
    if sum(mix) + (1 if stone else 0) != task.a:
        return no("tokens_number", "C4", 9, n=task.a)
    desk.done()
    if stone and not task.b:
        desk.warn("stone_gone", "C6")
    desk.shift_mix(desk.seat, mix, stone, "area" if task.b else "out", task.what, "C4")
    return None


def token_mixes(player: Player, n: int) -> list[tuple[tuple[int, int, int], bool]]:
    """Every way to give up so many tokens, the least charged first."""
    mixes = []
    for stone in (False, True) if 1 <= player.stone <= 3 else (False,):
        left = n - 1 if stone else n
        for third in range(min(left, player.bowl3) + 1):
            for second in range(min(left - third, player.bowl2) + 1):
                first = left - third - second
                if first <= player.bowl1:
                    mixes.append(((first, second, third), stone))
    return mixes


def judge_burn(desk: Desk, move: Move) -> Illegal | None:
    """L2: one token of bowl II is given up so that another of bowl II moves to III."""
    player = desk.player()
    if player.bowl2 + (1 if player.stone == 2 else 0) < 2:
        return no("burn", "L2", 16)
    if player.stone == 2 and desk.state.rules.tokens == "free":
        desk.then("stone_burn", what="burn")
        return None
    _burn(desk, 3 if player.stone == 2 else player.stone)
    return None


def _burn(desk: Desk, goal: int) -> None:
    player = desk.player()
    moved = 1 if player.stone == 2 and goal != 2 else 0
    if moved and goal == 0:
        desk.warn("stone_gone", "C6")
        desk.change(desk.seat, "burn", "L2", bowl2=-1, bowl3=1, stone=-2)
    elif moved:
        desk.change(desk.seat, "burn", "L2", bowl2=-1, stone=1)
    elif player.faction == "itars":
        desk.change(desk.seat, "burn", "O14", bowl2=-2, bowl3=1, area=1)
    else:
        desk.change(desk.seat, "burn", "L2", bowl2=-2, bowl3=1)
