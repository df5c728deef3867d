"""The offers a record lists before a line: each must be legal here too, at the same price.

The open engine also offers a step or range action after which nothing can be built, and then asks to take it back;
E2 allows an action only when it can be done whole, so these are not counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tableside.core.moves import Move, move
from tableside.core.ruling import Illegal, Legal
from tableside.games.gaia_project.recordings.lines import STONE, UNITS, Lines
from tableside.games.gaia_project.records import TOKENS, gain

DEAD_END = ".no_mine_possible"
PAID = {"c": "credits", "o": "ore", "k": "knowledge", "q": "qic", "vp": "vp"}


def refused_offers(lines: Lines, offers: Iterable[str]) -> tuple[int, list[tuple[str, str]]]:
    """How many offers were tried, and those refused here with the reason."""
    state = lines.state
    seat = state.todo[0].seat if state.todo else state.queue[0] if state.queue else state.turn
    checked, refused = 0, []
    for offer in offers:
        words, _, price = offer.partition(" [")
        for made in offered_moves(lines, seat, words.split()):
            checked += 1
            ruling = lines.game.judge(state, made)
            if isinstance(ruling, Illegal):
                if ruling.reason.key.endswith(DEAD_END):
                    continue
                refused.append((offer, f"refused: {ruling.reason.key} {dict(ruling.reason.args)}"))
            elif price and made.kind in ("mine", "upgrade", "charge"):
                different = _price_differs(lines, seat, ruling, price.rstrip("]"))
                if different:
                    refused.append((offer, different))
    return checked, refused


def _price_differs(lines: Lines, seat: int, ruling: Legal, price: str) -> str:
    before = lines.state.players[seat]
    paid: dict[str, int] = dict.fromkeys(PAID.values(), 0)
    for event in ruling.events:
        if event.kind == "resources" and event["seat"] == seat and event["why"] in ("mine", "upgrade"):
            for name, n in event["what"]:
                if name in paid and n < 0:
                    paid[name] -= n
        elif event.kind == "scored" and event["category"] == "leech_cost":
            paid["vp"] -= event["points"]
    wanted = dict.fromkeys(PAID.values(), 0)
    for unit, n in gain(price) if price != "~" else ():
        if unit not in PAID:
            return ""
        wanted[PAID[unit]] += n
    return "" if paid == wanted else f"price {paid}, recorded {price} ({before.faction})"


def offered_moves(lines: Lines, seat: int, words: list[str]) -> Iterator[Move]:
    """The moves one offer stands for; offers that need nothing judged give none."""
    verb, args = words[0], words[1:]
    match verb:
        case "spend":
            times = int(args[3].removeprefix("x"))
            unit = gain(args[0])[0][0] if not args[0].endswith("t-a3") else "t-a3"
            if args[2] == "tech":
                yield Move(seat, "exchange")
                return
            got = gain(args[2])[0]
            yield move(seat, "convert", of=UNITS.get(unit, unit), into=(got[0],) * (got[1] * times))
        case "burn":
            yield Move(seat, "burn")
        case "decline":
            if lines.state.todo and lines.state.todo[0].kind == "charge":
                yield Move(seat, "decline")
        case "charge":
            made = lines.translate(seat, verb, args)
            if made is not None:
                yield made
        case "faction" | "booster" | "pass":
            choices = args[0].split(",") if args else [""]
            yield from (made for one in choices if (made := lines.translate(seat, verb, [one] if one else [])))
        case "income":
            yield from (made for one in args[0].split(",") if (made := lines.translate(seat, verb, [one])))
        case "brainstone":
            waiting = bool(lines.state.todo) and lines.state.todo[0].kind.startswith("stone")
            for one in args[0].split(",") if args and waiting else ():
                yield move(seat, "stone", to=STONE[one])
        case "federation":
            token = next((token for token, n in zip(TOKENS, lines.state.supply) if n), TOKENS[0])
            yield lines.federation(seat, args[0].split(","), token)
        case "fedtiles":
            return
        case _:
            made = lines.translate(seat, verb, args)
            if made is not None:
                yield made
