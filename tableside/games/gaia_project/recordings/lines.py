"""The lines of a recorded game as moves: map and tiles of a record, and each command of its notation."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from tableside.core import manual_edit
from tableside.core.errors import Complaint
from tableside.core.game import Game
from tableside.core.moves import Move, move, text
from tableside.core.ruling import Illegal
from tableside.games.gaia_project.map_geometry import RELATIVE, Place, turned
from tableside.games.gaia_project.records import CONVERSIONS, PLACES, SECTORS, SPECIALS, TRACKS, gain
from tableside.games.gaia_project.rules.actions import specials
from tableside.games.gaia_project.rules.laying import board_move, tiles_move
from tableside.games.gaia_project.rules.setup import setup
from tableside.games.gaia_project.state import Player, Rules, State

Record = dict[str, Any]

UNITS = {"t-a3": "token", "gf": "former", "tg": "area"}
"""What the notation pays with, where it has another name here."""
STONE = {"area1": 1, "area2": 2, "area3": 3, "gaia": 4, "discard": 0}


class RecordError(Complaint):
    """A file or line that is not a recorded game."""


# -- setup -------------------------------------------------------------------------------------


def rules_for(record: Record, mirrored: bool) -> Rules:
    """The settings under which the open engine's games were played."""
    return Rules(
        map="shape",
        neighbours="any",
        turn_order="pass" if record.get("turn_order", "pass-order") == "pass-order" else "clockwise",
        end_conversion=True,
        satellites="all",
        tokens="lowest",
        small_stone=False,
        wasted=True,
        zero_scores=False,
        terrans_forced=True,
        gaia_charging="later",
        mirrored=mirrored,
        auction=auction_of(record),
    )


def auction_of(record: Record) -> str:
    """Whether points were bid for factions: not, while they were chosen, or afterwards."""
    if any(snap.get("ph") == "setupAuction" for snap in record["snaps"][:40]):
        return "after"
    return "choosing" if any(words.split(" ")[1:2] == ["bid"] for words in record["moves"][:60]) else "none"


def places_of(record: Record) -> tuple[tuple[Place, ...], bool]:
    """The map of a record: each sector turned until its planets lie where the record has them."""
    found = {(q, r): planet for _, q, r, planet, _ in record["hexes"]}
    for mirrored in (False, True):
        places = []
        for sector in record["setup"]["sectors"]:
            face, (q, r) = sector["sector"], sector["center"]
            turns = _fitting(face, q, r, found, mirrored)
            if turns is None:
                break
            places.append((face, turns, q, r))
        else:
            return tuple(sorted(places)), mirrored
    raise RecordError(text("gaia_project.bad.map", id=str(record.get("id"))[:80]))


def _fitting(face: str, q: int, r: int, found: dict[tuple[int, int], str], mirrored: bool) -> int | None:
    planets = SECTORS[face].hexes
    for turns in range(6):
        if all(
            found.get((q + at[0], r + at[1])) == planets.get(label, "e")
            for label, (x, y) in RELATIVE.items()
            for at in (turned(y, x, turns) if mirrored else turned(x, y, turns),)
        ):
            return turns
    return None


def setup_moves(record: Record) -> tuple[Move, Move]:
    """The tiles of a record as the two setup moves."""
    setup = record["setup"]
    tiles = tiles_move(setup["boosters"], setup["roundScoring"], setup["finalScoring"])
    techs = [setup["techs"][place] for place in PLACES]
    advanced = [setup["advtechs"][f"adv-{track}"] for track in TRACKS]
    return tiles, board_move(techs, advanced, setup["terraFederation"])


# -- lines to moves ----------------------------------------------------------------------------


class Lines:
    """One record, played line by line through the judge."""

    def __init__(self, record: Record, game: Game[State]) -> None:
        self.record = record
        self.game = game
        places, mirrored = places_of(record)
        self.places = places
        self.state: State = setup(rules_for(record, mirrored), int(record["players"]))
        self.seats = {f"p{number + 1}": number for number in range(int(record["players"]))}
        self.seats |= {faction: number for number, faction in enumerate(record["factions"])}
        self.rows: dict[int, tuple[Player, tuple[int, ...]]] = {}

    def play(self, wanted: Move) -> Illegal | None:
        """One move through the judge."""
        ruling = self.game.judge(self.state, wanted)
        if isinstance(ruling, Illegal):
            return ruling
        self.state = manual_edit.folded(self.game, self.state, ruling.events)
        return None

    def routine(self) -> None:
        """What the referee does alone; what players decide stands in the record."""
        while (following := self.game.routine(self.state)) is not None and following.seat is None:
            if self.play(following) is not None:
                raise RuntimeError("bookkeeping refused")

    def line(self, words: str) -> Illegal | None:
        """One line of the log."""
        subject, _, rest = words.partition(" ")
        if subject == "init":
            tiles, board = setup_moves(self.record)
            problem = self.play(tiles)
            problem = self.play(board) if problem is None else problem
            if problem is None and self.record["snaps"][0]["ph"] != "setupBoard":
                problem = self.play(move(None, "map", places=self.places))
            return problem
        seat = self.seats.get(subject)
        if seat is None:
            raise RecordError(text("gaia_project.bad.nobody", name=str(subject)[:80]))
        for command in rest.split("."):
            problem = self.command(seat, command.split())
            if problem is not None:
                return problem
        self.routine()
        return None

    def command(self, seat: int, words: list[str]) -> Illegal | None:
        """One command of a line."""
        if not words:
            return self.play(Move(seat, "end"))
        verb, args = words[0], words[1:]
        state = self.state
        match verb:
            case "burn":
                for _ in range(int(args[0])):
                    problem = self.play(Move(seat, "burn"))
                    if problem is not None:
                        return problem
                return None
            case "spend":
                return self.spend(seat, args[0], args[2])
            case "income":
                for part in args[0].split(","):
                    if not self.state.todo or self.state.todo[0].kind != "income":
                        return None
                    problem = self.play(move(seat, "income", source=self.source(part)))
                    if problem is not None:
                        return problem
                return None
            case "brainstone":
                if not state.todo or not state.todo[0].kind.startswith("stone"):
                    return None
                return self.play(move(seat, "stone", to=STONE[args[0]]))
            case "decline":
                return self.decline(seat, args[0] if args else "")
        made = self.translate(seat, verb, args)
        return None if made is None else self.play(made)

    def decline(self, seat: int, what: str) -> Illegal | None:
        """No charge, no advance, no tile."""
        waiting = self.state.todo[0].kind if self.state.todo else ""
        if what == "up":
            return self.play(Move(seat, "skip")) if waiting == "up" else None
        if what == "tech":
            return self.play(Move(seat, "done")) if waiting == "itars" else None
        return self.play(Move(seat, "decline"))

    def spend(self, seat: int, paid: str, got: str) -> Illegal | None:
        """Free actions, several of which may stand in one command, or what Terrans and Itars do in the Gaia phase."""
        if got == "tech":
            return self.play(Move(seat, "exchange"))
        steps = conversions(_units(paid), _units(got))
        if steps is None:
            return self.play(move(seat, "convert", of=paid, into=(got,)))
        for of, into in steps:
            problem = self.play(move(seat, "convert", of=of, into=into))
            if problem is not None:
                return problem
        return None

    def translate(self, seat: int, verb: str, args: list[str]) -> Move | None:
        """A command as one move; None when it only repeats what the move before it said."""
        match verb:
            case "faction":
                return move(seat, "faction", faction=args[0])
            case "bid":
                return move(seat, "bid", faction=args[0], points=int(args[1]))
            case "rotate":
                return move(None, "map", places=self.places)
            case "build":
                return self.build(seat, args[0], self.hex(args[1]))
            case "booster":
                return move(seat, "booster", booster=args[0])
            case "pass":
                return move(seat, "pass", booster=args[0] if args and self.state.round < 6 else "")
            case "income":
                return move(seat, "income", source=self.source(args[0]))
            case "charge":
                token = "none"
                if "," in args[0]:
                    token = "after" if args[0].split(",")[1].endswith("t") else "before"
                return move(seat, "charge", token=token)
            case "up":
                waiting = self.state.todo
                return move(seat, "up" if waiting else "research", track=args[0])
            case "tech":
                return move(seat, "tile", place=args[0])
            case "cover":
                return move(seat, "cover", tile=self.state.techs[PLACES.index(args[0])])
            case "lostPlanet":
                return move(seat, "lost", hex=self.hex(args[0]))
            case "action":
                return move(seat, "action", action=args[0])
            case "special":
                return move(seat, "special", action=self.special(seat, args[0]))
            case "swap-PI":
                return move(seat, "swap", hex=self.hex(args[0]))
            case "fedtile":
                return move(seat, "token", token=args[0])
            case "federation":
                return self.federation(seat, args[0].split(","), args[1])
        raise RecordError(text("gaia_project.bad.command", found=str(verb)[:80]))

    def build(self, seat: int, piece: str, hex: str) -> Move:
        """A build command: which kind of move it is depends on the piece and on what is waited for."""
        if self.state.phase == "start":
            return move(seat, "start", hex=hex)
        if piece == "m":
            return move(seat, "mine", hex=hex)
        if piece == "gf":
            return move(seat, "project", hex=hex)
        if piece == "sp":
            return move(seat, "station", hex=hex)
        if self.state.todo and self.state.todo[0].kind == "downgrade":
            return move(seat, "downgrade", hex=hex)
        return move(seat, "upgrade", hex=hex, to=piece)

    def hex(self, name: str) -> str:
        """A hex by its label, or by q x r in old logs."""
        if "x" in name:
            q, _, r = name.partition("x")
            return self.state.map.coordinates.get((int(q), int(r)), name)
        return name

    def source(self, amount: str) -> str:
        """The first income icon that has this gain among its parts."""
        wanted = gain(amount)[0]
        for icon in self.state.sources:
            if wanted in gain(icon.partition("|")[2]):
                return icon
        return amount

    def special(self, seat: int, effect: str) -> str:
        """The first unused special action with this effect."""
        player = self.state.players[seat]
        wanted = sorted(gain(effect)) if effect[0].isdigit() or "," in effect or effect in ("q", "k", "o") else None
        for name, does in specials(player).items():
            if name in player.used:
                continue
            if does == effect or (wanted and name in (*SPECIALS, "academy") and _same(does, wanted)):
                return name
        return effect

    def federation(self, seat: int, names: Sequence[str], token: str) -> Move:
        """A federation with every own planet its hexes touch; for Ivits without the hexes they had."""
        state, player = self.state, self.state.players[seat]
        geometry = state.map
        own = player.land | player.outposts
        hexes = geometry.mask(self.hex(name) for name in names if self.hex(name) in geometry.number)
        while True:
            grown = hexes | geometry.near(hexes) & own
            if grown == hexes:
                break
            hexes = grown
        if player.faction == "ivits":
            hexes &= ~player.federated
        return move(seat, "federation", hexes=geometry.names(hexes), token=token)


def _same(spec: str, wanted: list[tuple[str, int]]) -> bool:
    try:
        return sorted(gain(spec)) == wanted
    except ValueError:
        return False


def _units(amounts: str) -> dict[str, int]:
    """What a free action pays or gains, by our names."""
    found: dict[str, int] = {}
    for part in amounts.split(","):
        unit, n = ("t-a3", int(part[:-4] or 1)) if part.endswith("t-a3") else gain(part)[0]
        found[UNITS.get(unit, unit)] = found.get(UNITS.get(unit, unit), 0) + n
    return found


def conversions(paid: dict[str, int], got: dict[str, int]) -> list[tuple[str, tuple[str, ...]]] | None:
    """The free actions that pay and gain this, one payment for each kind paid; a gain may be paid on at once."""
    steps = _conversion_steps(tuple(sorted(paid.items())), tuple(sorted(got.items())))
    if steps is None:
        return None
    grouped: dict[str, list[str]] = {}
    for of, into in steps:
        grouped.setdefault(of, []).append(into)
    return [(of, tuple(sorted(into))) for of, into in grouped.items()]


Amounts = tuple[tuple[str, int], ...]


@lru_cache(maxsize=4096)
def _conversion_steps(paid: Amounts, got: Amounts) -> tuple[tuple[str, str], ...] | None:
    """One free action after the other, those that gain what is wanted first."""
    have, wanted = dict(paid), dict(got)
    if not have:
        return None if wanted else ()
    for record in sorted(CONVERSIONS.values(), key=lambda record: record.into not in wanted):
        if have.get(record.of, 0) < record.price:
            continue
        left, more = {**have, record.of: have[record.of] - record.price}, dict(wanted)
        if record.into in more:
            more[record.into] -= 1
        elif record.into != "t":
            left[record.into] = left.get(record.into, 0) + 1
        else:
            continue
        rest = _conversion_steps(_amounts(left), _amounts(more))
        if rest is not None:
            return (record.of, record.into), *rest
    return None


def _amounts(units: dict[str, int]) -> Amounts:
    return tuple(sorted((unit, n) for unit, n in units.items() if n))
