"""A small language for fights and answers: one line is one thing somebody has, does, may not do, or that then holds.

A scenario is a text. Before the line `turn of NAME` the table is laid:

    dani credits 7                  laci colony 9                  dani ruin 3
    dani hand Tiltás, Zárlat        laci hides 2                   (cards in hand nobody has told)
    dani ship CRX used              laci base Kelepce face down, 2 developments
    dani weapon Habpajzs on CRX     laci crew Tüzér face down

Then the game goes on: `dani attacks laci colony`, `dani sends CRX, Mamut I.`, `laci fires Cobra Flash at CRX`,
`laci interrupts Tiltás at Ado`, `all let` (everybody lets everything stand), `dani text Tüzér: bombing +3 on CRX`.
A line `no not_its_turn: laci fires CRX at Cobra Flash` says that the move is refused, and why.
A line `so CRX armour 3` says what holds now.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from tableside.core import codec
from tableside.core.moves import Move, move
from tableside.core.ruling import Illegal, Legal
from tableside.games.kaosz_galaktika import pieces
from tableside.games.kaosz_galaktika.state import DECK_SIZE, Facing, Phase, Piece, Role, State, Turn
from tests import contract

NAMES = ("dani", "laci", "anna", "peti", "zsuzsi", "feri")
FACTS = {
    "holdimado": {"subtype": "fighter", "cost": 5, "speed": 4, "firepower": 1, "armour": 3, "bombing": 1},
    "extra_talalat": {
        "cost": 0,
        "effects": [{"verb": "change", "value": "firepower", "amount": 1, "until": "combat_end"}],
    },
    "durmacel_celterelo": {"effects": [{"verb": "change", "value": "armour", "amount": 1, "until": "turn_end"}]},
}
"""What the rulebook's examples leave open, filled in for the tests."""


def game():
    """The game with the sample copy and the examples' open facts."""
    found = contract.game_of("kaosz_galaktika")
    catalog = found.catalog
    for id, more in FACTS.items():
        known = codec.encode(catalog.find("cards", id))
        catalog = catalog.learn("cards", id, {**known, **more})
    return found.with_catalog(catalog)


GAME = game()
IDS = {card.name: id for id, card in GAME.catalog.table("cards").items()}


def with_player(state: State, seat: int, **changes: object) -> State:
    """The table with one player changed."""
    return state.with_player(seat, replace(state.players[seat], **changes))


class Scenario:
    """A table on which a scenario is played line by line."""

    def __init__(self, text: str, seats: int = 2, **options: object) -> None:
        self.game = GAME
        self.state: State = self.game.setup(self.game.info.settle({"answers": "cards", **options}), seats)
        self.state = replace(
            self.state,
            phase=Phase.MAIN,
            turn=9,
            players=tuple(replace(player, chosen=True, kept=True, turns=5) for player in self.state.players),
        )
        self.events: list = []
        self.laid = False
        self.by_use = False
        self.play(text)

    # -- reading ---------------------------------------------------------------------------------

    def play(self, text: str) -> Scenario:
        """Go on with more lines."""
        for number, line in enumerate(text.strip().splitlines(), 1):
            line = line.strip()
            if not line or line.startswith("#"):
                continue
            try:
                self.line(line)
            except AssertionError as error:
                raise AssertionError(f"line {number}, {line!r}: {error}") from None
        return self

    def line(self, line: str) -> None:
        if line.startswith("turn of "):
            self.begin(NAMES.index(line.removeprefix("turn of ")))
        elif line.startswith("so "):
            self.holds(line.removeprefix("so "))
        elif line.startswith("no "):
            reason, _, rest = line.removeprefix("no ").partition(": ")
            self.refused(reason, rest)
        elif line == "all let":
            self.finish()
            self.all_let()
        elif line.startswith("referee "):
            self.finish()
            self.make(self.parse_referee(line.removeprefix("referee ")))
        elif not self.laid:
            self.lay(line)
        else:
            if " text " not in line and " done" not in line:
                self.finish()
            made = self.parse(line)
            asked = made.seat in self.game.to_act(self.state) and "ready" in self.game.kinds(self.state, made.seat)
            if made.kind == "ready" and not asked:
                return  # with nothing to pay for or to defend with nobody is asked
            self.make(made)

    def finish(self) -> None:
        """A text that was opened for a line of this language is done before anything else happens."""
        if self.by_use and self.state.resolving is not None:
            self.make(move(self.state.resolving.seat, "done"))
        self.by_use = False

    # -- laying the table ------------------------------------------------------------------------

    def lay(self, line: str) -> None:
        who, what, rest = [*line.split(" ", 2), ""][:3]
        seat, player = NAMES.index(who), self.state.players[NAMES.index(who)]
        if what in ("credits", "colony", "turns"):
            self.state = with_player(self.state, seat, **{what: int(rest)})
            if what == "colony":
                self.fixed = {*getattr(self, "fixed", ()), seat}
        elif what == "ruin":
            cards = (None,) * int(rest) if rest.isdigit() else tuple(IDS[name] for name in rest.split(", "))
            self.state = with_player(self.state, seat, ruin=cards)
        elif what == "trash":
            self.state = with_player(self.state, seat, trash=tuple(IDS[name] for name in rest.split(", ")))
        elif what == "hand":
            known = tuple(sorted((*player.known, *(IDS[name] for name in rest.split(", ")))))
            self.state = with_player(self.state, seat, known=known, hand=player.unknown + len(known))
        elif what == "hides":
            self.state = with_player(self.state, seat, hand=player.hand + int(rest))
        else:
            self.state = replace(self.state, pieces=(*self.state.pieces, self.card(seat, what, rest)))
            self.state = replace(self.state, next=self.state.next + 1)

    def card(self, seat: int, role: str, rest: str) -> Piece:
        words, *more = rest.split(", ")
        on = None
        if " on " in words:
            words, _, ship = words.partition(" on ")
            ship, *tail = re.split(r" (?=face down)", ship)
            words += "".join(f" {word}" for word in tail)
            on = self.piece(ship).uid
        found = re.fullmatch(r"(.*?)( face down)?( used| damaged)?", words)
        assert found is not None
        name, down, turn = found.groups()
        developments = next((int(word.split()[0]) for word in more if "development" in word), 0)
        return Piece(
            self.state.next,
            seat,
            seat,
            Role(role),
            None if name == "?" else IDS[name],
            paid=not down,
            turn=Facing((turn or " active").strip()),
            on=on,
            developments=developments,
        )

    def begin(self, seat: int) -> None:
        """Every player has 45 cards: what is not laid out is in the colony, or in the ruin when that is given."""
        self.laid = True
        self.state = replace(self.state, active=seat)
        for other, player in enumerate(self.state.players):
            missing = DECK_SIZE - self.game.census(self.state)[f"cards_{other}"]
            if other in getattr(self, "fixed", ()):
                self.state = with_player(self.state, other, ruin=(*(None,) * missing, *player.ruin))
            else:
                self.state = with_player(self.state, other, colony=player.colony + missing)
        assert self.game.audit(self.state) == (), self.game.audit(self.state)

    # -- moves -----------------------------------------------------------------------------------

    def make(self, made: Move) -> None:
        ruling = self.game.judge(self.state, made)
        assert isinstance(ruling, Legal), f"refused: {ruling.reason} ({ruling.cite})"
        for happened in ruling.events:
            self.state = self.game.apply(self.state, happened)
        self.events += ruling.events
        assert self.game.audit(self.state) == (), self.game.audit(self.state)

    def refused(self, reason: str, rest: str) -> None:
        made = self.parse_referee(rest.removeprefix("referee ")) if rest.startswith("referee ") else self.parse(rest)
        ruling = self.game.judge(self.state, made)
        assert isinstance(ruling, Illegal), "it is legal"
        assert ruling.reason.key.rpartition(".")[2] == reason, f"the reason is {ruling.reason.key}"

    def let_top(self) -> None:
        """Everybody lets the newest stand."""
        while self.state.resolving is None and self.state.stack:
            self.make(move(self.state.stack.responder, "let"))

    def all_let(self) -> None:
        while self.state.stack and self.state.resolving is None:
            self.make(move(self.state.stack.responder, "let"))

    def parse_referee(self, rest: str) -> Move:
        kind, *words = rest.split()
        if kind == "rolls":
            return move(None, "roll", player=NAMES.index(words[0]), value=int(words[1]))
        if kind == "clock":
            return move(None, "clock", seconds=int(words[0]))
        if kind == "names":
            return move(None, "verdict", winner=NAMES.index(words[0]))
        return move(None, kind)

    def parse(self, line: str) -> Move:
        who, verb, rest = [*line.split(" ", 2), ""][:3]
        seat = NAMES.index(who)
        if verb in PLAIN:
            return move(seat, PLAIN[verb])
        return READERS[verb](self, seat, rest)

    # -- names -----------------------------------------------------------------------------------

    def piece(self, name: str) -> Piece:
        """A card in play by its name, or by its number as #3; `Name of laci` picks the controller."""
        if name.startswith("#"):
            found = [piece for piece in self.state.pieces if piece.uid == int(name[1:])]
        else:
            bare, _, who = name.partition(" of ")
            found = [piece for piece in self.state.pieces if piece.card == IDS.get(bare, "")]
            if who:
                found = [piece for piece in found if piece.controller == NAMES.index(who)]
        assert found, f"no {name} in play"
        return found[0]

    def uids(self, names: str) -> tuple[int, ...]:
        return tuple(sorted(self.piece(name).uid for name in names.split(", ")))

    def number(self, name: str) -> int:
        """Something on the stack by its card's name or its kind."""
        for pending in reversed(self.state.stack.items):
            if name == pending.kind or dict(pending.args).get("card") == IDS.get(name, ""):
                return pending["number"]
        raise AssertionError(f"no {name} on the stack")

    def target(self, name: str) -> int:
        items = self.state.stack.items
        if any(name == item.kind or dict(item.args).get("card") == IDS.get(name) for item in items):
            return self.number(name)
        return self.piece(name).uid

    # -- what holds ------------------------------------------------------------------------------

    def holds(self, claim: str) -> None:
        for pattern, check in CLAIMS:
            found = re.fullmatch(pattern, claim)
            if found is not None:
                check(self, *found.groups())
                return
        raise AssertionError(f"cannot read {claim!r}")


PLAIN = {
    "draws": "draw", "searches": "search", "salvages": "salvage", "ends": "end_turn", "passes": "pass",
    "ready": "ready", "lets": "let", "done": "done", "holds": "no_return", "takes": "no_band", "spares": "no_bomb",
    "yields": "let_fall", "keeps": "keep", "mulligans": "mulligan",
}  # fmt: skip


def _at(rest: str) -> tuple[str, str]:
    first, _, second = rest.partition(" at ")
    return first, second


def _card(kind: str) -> Callable[[Scenario, int, str], Move]:
    def read(s: Scenario, seat: int, rest: str) -> Move:
        rest, _, price = rest.partition(" for ")
        name, at = _at(rest)
        target = s.target(at) if at else None
        card = s.game.catalog.find("cards", IDS[name])
        if price:
            cost = int(price)
        elif card.cost == "target":
            pending = next(item for item in s.state.stack.items if item["number"] == target)
            cost = dict(pending.paid).get("credits", 0)
        else:
            cost = max(0, card.cost + s.state.players[seat].rebate)
        return move(seat, kind, card=IDS[name], price=cost, target=target)

    return read


def _attacks(s: Scenario, seat: int, rest: str) -> Move:
    who, target, name = [*rest.split(" ", 2), ""][:3]
    piece = s.piece(name).uid if name else None
    return move(seat, "attack", defender=NAMES.index(who), target=target, piece=piece)


def _lays(s: Scenario, seat: int, rest: str) -> Move:
    role, name = rest.split(" ", 1)
    more = {}
    if " on " in name:
        name, _, ship = name.partition(" on ")
        more = {"ship": s.piece(ship).uid}
    return move(seat, f"lay_{role}", card=None if name == "?" else IDS[name], **more)


def _pays(s: Scenario, seat: int, rest: str) -> Move:
    """`pays Tüzér`, or `pays #3 as Tüzér` for a card nobody has told."""
    name, _, card = rest.partition(" as ")
    return move(seat, "pay", piece=s.piece(name).uid, card=IDS[card or name])


def _hits(kind: str) -> Callable[[Scenario, int, str], Move]:
    def read(s: Scenario, seat: int, rest: str) -> Move:
        parts = (part.rsplit(" ", 1) for part in rest.split(", "))
        return move(seat, kind, hits=tuple(sorted((s.piece(name).uid, int(amount)) for name, amount in parts)))

    return read


def _uses(s: Scenario, seat: int, rest: str) -> Move:
    name, at = _at(rest)
    return move(seat, "use", piece=s.piece(name).uid, ability=0, target=s.target(at) if at else None)


def _fires(s: Scenario, seat: int, rest: str) -> Move:
    name, at = _at(rest)
    return move(seat, "fire", ship=s.piece(name).uid, targets=s.uids(at))


def _chooses(s: Scenario, seat: int, rest: str) -> Move:
    """`chooses 1`, `chooses Árnyék`, or `chooses 1 at Árnyék`."""
    first, at = _at(rest)
    effect = int(first) if first.isdigit() else None
    name = at or ("" if first.isdigit() else first)
    return move(seat, "choose", effect=effect, target=s.piece(name).uid if name else None)


def _boards(s: Scenario, seat: int, rest: str) -> Move:
    crew, _, ship = rest.partition(" on ")
    return move(seat, "board", crew=s.piece(crew).uid, ship=s.piece(ship).uid)


def _saps(s: Scenario, seat: int, rest: str) -> Move:
    name, cards = rest.rsplit(" ", 1)
    return move(seat, "sapper", ship=s.piece(name).uid, cards=int(cards))


def _text(s: Scenario, seat: int, rest: str) -> Move:
    """`text CARD: what`, where the card is the one being carried out, or one's own in play, used now."""
    name, _, what = rest.partition(": ")
    if s.state.resolving is None:
        piece = s.piece(name)
        opening = move(seat, "use", piece=piece.uid, ability=0, target=None)
        if isinstance(s.game.judge(s.state, opening), Illegal):
            return opening
        s.make(opening)
        s.let_top()
        s.by_use = True
    for pattern, build in TEXTS:
        found = re.fullmatch(pattern, what)
        if found is not None:
            kind, args = build(s, *found.groups())
            return move(seat, f"effect_{kind}", **args)
    raise AssertionError(f"cannot read {what!r}")


def _value_change(s: Scenario, value: str, n: str, name: str, until: str | None) -> tuple[str, dict]:
    return "value", {"piece": s.piece(name).uid, "value": value, "amount": int(n), "until": until or "combat_end"}


def _on_piece(kind: str) -> Callable:
    return lambda s, n, name: (kind, {"piece": s.piece(name).uid, "amount": int(n)})


def _on_player(kind: str) -> Callable:
    return lambda s, n, who: (kind, {"player": NAMES.index(who), "amount": int(n)})


def _card_move(s: Scenario, name: str, who: str, source: str, to: str) -> tuple[str, dict]:
    return "card", {"player": NAMES.index(who), "source": source, "to": to, "card": IDS.get(name)}


def _capture(s: Scenario, name: str, who: str) -> tuple[str, dict]:
    return "capture", {"piece": s.piece(name).uid, "player": NAMES.index(who)}


TEXTS: list[tuple[str, Callable]] = [
    (r"(speed|firepower|armour|bombing) ([+-]\d+) on (.+?)(?: until (\w+))?", _value_change),
    (r"damage (-?\d+) on (.+)", _on_piece("damage")),
    (r"counter ([+-]\d+) on (.+)", _on_piece("counter")),
    (r"develop ([+-]\d+) on (.+)", _on_piece("develop")),
    (r"credits ([+-]\d+) of (\w+)", _on_player("credits")),
    (r"price ([+-]\d+) of (\w+)", _on_player("price")),
    (r"draw (\d+) of (\w+)", _on_player("draw")),
    (r"mill (\d+) of (\w+)", _on_player("mill")),
    (r"turn (.+) (active|used|damaged)", lambda s, name, turn: ("turn", {"piece": s.piece(name).uid, "turn": turn})),
    (r"destroy (.+)", lambda s, name: ("destroy", {"piece": s.piece(name).uid})),
    (r"send (.+) to (\w+)", lambda s, name, to: ("send", {"piece": s.piece(name).uid, "to": to})),
    (r"capture (.+) for (\w+)", _capture),
    (r"card (.+) of (\w+) from (\w+) to (\w+)", _card_move),
    (r"cancel (.+)", lambda s, name: ("cancel", {"number": s.number(name)})),
]

READERS: dict[str, Callable[[Scenario, int, str], Move]] = {
    "plays": lambda s, seat, rest: move(seat, "ship", card=IDS[rest]),
    "events": _card("event"),
    "interrupts": _card("interrupt"),
    "attacks": _attacks,
    "lays": _lays,
    "pays": _pays,
    "uses": _uses,
    "develops": lambda s, seat, rest: move(seat, "develop", base=s.piece(rest).uid),
    "sells": lambda s, seat, rest: move(seat, "sell", bases=s.uids(rest)),
    "chooses": _chooses,
    "boards": _boards,
    "joins": lambda s, seat, rest: move(seat, "join", ship=s.piece(rest).uid),
    "fires": _fires,
    "returns": lambda s, seat, rest: move(seat, "return_fire", targets=s.uids(rest.removeprefix("at "))),
    "overcharges": lambda s, seat, rest: move(seat, "overcharge", ship=s.piece(rest).uid),
    "sneaks": lambda s, seat, rest: move(seat, "stealth", ship=s.piece(rest).uid),
    "splits": _hits("split"),
    "bands": _hits("band"),
    "saps": _saps,
    "bombs": lambda s, seat, rest: move(seat, "bomb", ships=s.uids(rest)),
    "springs": lambda s, seat, rest: move(seat, "spring", card=IDS[rest]),
    "drops": lambda s, seat, rest: move(seat, "discard", card=None if rest == "?" else IDS[rest]),
    "scraps": lambda s, seat, rest: move(seat, "scrap", ship=s.piece(rest).uid),
    "orders": lambda s, seat, rest: move(seat, "order", order=tuple(int(word) for word in rest.split())),
    "tells": lambda s, seat, rest: move(seat, "tell_hand", card=IDS[rest]),
    "text": _text,
}


def _equal(found: object, wanted: object) -> None:
    assert found == wanted, f"it is {found}, not {wanted}"


def _value(s: Scenario, name: str, value: str, wanted: str) -> None:
    _equal(pieces.value(Turn(s.game, s.state, None), s.piece(name), value), int(wanted))


def _pile(s: Scenario, name: str, pile: str, who: str) -> None:
    cards = getattr(s.state.players[NAMES.index(who)], "known" if pile == "hand" else pile)
    assert IDS[name] in cards, f"there are {cards}"


def _stack(s: Scenario, names: str) -> None:
    cards = {id: name for name, id in IDS.items()}
    found = [cards.get(dict(item.args).get("card") or "", item.kind) for item in s.state.stack.items]
    _equal(found, names.split(", ") if names else [])


def _asked(s: Scenario, who: str) -> None:
    acting = {NAMES[seat] if seat is not None else "referee" for seat in s.game.to_act(s.state)}
    _equal(sorted(acting), sorted(who.split(" and ")))


def _player(s: Scenario, who: str, what: str, wanted: str) -> None:
    found = getattr(s.state.players[NAMES.index(who)], what)
    _equal(found if isinstance(found, int) else len(found), int(wanted))


def _carrying(s: Scenario, name: str) -> None:
    _equal(s.state.resolving and dict(s.state.resolving.args).get("card"), IDS[name])


CLAIMS: list[tuple[str, Callable]] = [
    (r"(.+) (speed|firepower|armour|bombing) (\d+)", _value),
    (r"(.+) in (trash|ruin|hand) of (\w+)", _pile),
    (r"(.+) is (active|used|damaged)", lambda s, name, turn: _equal(s.piece(name).turn.value, turn)),
    (r"(.+) is (paid|face down)", lambda s, name, how: _equal(s.piece(name).paid, how == "paid")),
    (r"(.+) in play (\d+)", lambda s, name, n: _equal(sum(p.card == IDS[name] for p in s.state.pieces), int(n))),
    (r"(.+) has (\d+) developments?", lambda s, name, n: _equal(s.piece(name).developments, int(n))),
    (r"(.+) has (\d+) counters?", lambda s, name, n: _equal(s.piece(name).counters, int(n))),
    (r"(.+) aboard (.+)", lambda s, name, ship: _equal(s.piece(name).on, s.piece(ship).uid)),
    (r"(.+) ashore", lambda s, name: _equal(s.piece(name).on, None)),
    (r"(\w+) controls (.+)", lambda s, who, name: _equal(s.piece(name).controller, NAMES.index(who))),
    (r"(\w+) (credits|colony|hand|trash|ruin) (\d+)", _player),
    (r"step (\w+)", lambda s, step: _equal(s.state.combat and s.state.combat.step.value, step)),
    (r"phase (\w+)", lambda s, phase: _equal(s.state.phase.value, phase)),
    (r"asked (.+)", _asked),
    (r"stack(?: (.+))?", _stack),
    (r"carrying out (.+)", _carrying),
    (r"turn of (\w+)", lambda s, who: _equal(s.state.active, NAMES.index(who))),
    (r"winner (\w+)", lambda s, who: _equal(s.game.outcome(s.state).winners, (NAMES.index(who),))),
]  # fmt: skip
