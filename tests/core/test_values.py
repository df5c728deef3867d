"""The kernel's values: moves and their one line of text, JSON both ways, prices, the stack, places with their trace."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from tableside.core import codec, cost, notation, stack
from tableside.core.arguments import optional, typed
from tableside.core.moves import ArgumentError, Cite, Event, Move, Text, event, move, text
from tableside.core.readings import DieKind, DieReading
from tableside.core.ruling import Illegal, Legal
from tableside.core.schema import schema
from tableside.core.tiebreak import Criterion, rank

plain = some.recursive(
    some.none()
    | some.booleans()
    | some.integers(-(10**17), 10**17)
    | some.floats(-1e17, 1e17, allow_nan=False)
    | some.text(),
    lambda inner: some.lists(inner, max_size=4).map(tuple),
    max_leaves=12,
)
names = some.from_regex(r"[a-z_][a-z0-9_]{0,8}", fullmatch=True)
moves = some.builds(
    lambda seat, kind, args: move(seat, kind, **args),
    some.none() | some.integers(0, 9),
    some.from_regex(r"[a-z][a-z_.-]{0,12}", fullmatch=True),
    some.dictionaries(names, plain, max_size=5),
)


@given(moves)
def test_a_move_is_one_line_both_ways(made: Move) -> None:
    line = notation.write(made)
    assert "\n" not in line
    assert notation.read(line) == made


@dataclass(frozen=True)
class Mixed:
    """A field of every sort that a state may hold."""

    zeta: Any
    alpha: DieKind
    bag: frozenset[str]
    counts: Mapping[Any, int]


@given(plain, some.sampled_from(DieKind), some.frozensets(some.text(max_size=3)), some.integers(), moves)
def test_a_fingerprint_is_that_of_the_canonical_text(
    inner: Any, kind: DieKind, bag: frozenset[str], number: int, made: Move
) -> None:
    value = (Mixed(inner, kind, bag, MappingProxyType({"b": number, "a": 1, 10: 2, 9: 3})), made, [number, 0.5, True])
    told = codec.canonical(codec.bare(value))
    assert codec.digest(value) == hashlib.blake2b(told.encode(), digest_size=12).hexdigest()


@given(some.text(max_size=200))
def test_any_text_is_a_move_or_a_clear_error(line: str) -> None:
    try:
        made = notation.read(line)
    except notation.NotationError as error:
        assert str(error)
    else:
        assert notation.read(notation.write(made)) == made


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("2 pay omit=blue sector=s14", move(2, "pay", sector="s14", omit="blue")),
        ("- roll dice=[5,2,2]", move(None, "roll", dice=(5, 2, 2))),
        ('0 name words="két szó" yes=true no=null', move(0, "name", words="két szó", yes=True, no=None)),
        ('0 name like="5"', move(0, "name", like="5")),
    ],
)
def test_notation_reads_as_people_write(line: str, wanted: Move) -> None:
    assert notation.read(line) == wanted
    assert notation.read(notation.write(wanted)) == wanted


@pytest.mark.parametrize(
    "line",
    ["", "x", "1", "a roll", "1 roll x", "1 roll x=", '1 roll x="', "1 roll x=1 x=2", "1 roll X=1",
     "1 roll x={}", "99999 roll", "1 roll x=" + "[" * 5000],
)  # fmt: skip
def test_what_is_not_a_move_is_refused(line: str) -> None:
    with pytest.raises(notation.NotationError):
        notation.read(line)


def test_moves_are_values() -> None:
    first = move(1, "take", b=2, a=[1, [2]])
    assert first == move(1, "take", a=(1, (2,)), b=2)
    assert hash(first) == hash(move(1, "take", a=(1, (2,)), b=2))
    assert first["a"] == (1, (2,)) and first.get("c", 7) == 7 and "b" in first and "c" not in first
    with pytest.raises(ArgumentError):
        first["c"]
    with pytest.raises(ArgumentError):
        move(1, "take", thing=object())


def test_an_argument_is_taken_as_its_declared_type_or_not_at_all() -> None:
    made = move(1, "take", amount=2, cards=["a", "b"], load=[["a", 1]], left=None)
    assert typed(int, made["amount"]) == 2 and typed(tuple[str, ...], made["cards"]) == ("a", "b")
    assert typed(tuple[tuple[str, int], ...], made["load"]) == (("a", 1),)
    assert optional(str, made["left"]) is None and optional(int, made["amount"]) == 2
    for kind, value in ((int, "2"), (int, True), (str, None), (tuple[int, ...], ("a",)), (tuple[str, int], ("a",))):
        with pytest.raises(ArgumentError):
            typed(kind, value)


class Colour(StrEnum):
    RED = "red"


@dataclass(frozen=True, slots=True)
class Ship:
    TAGGED = True
    size: int


@dataclass(frozen=True, slots=True)
class Base:
    TAGGED = True
    name: str = "x"


@dataclass(frozen=True, slots=True)
class Everything:
    number: int
    words: str | None
    pair: tuple[int, str]
    many: tuple[Ship | Base, ...]
    colours: frozenset[Colour]
    anything: Any = None
    share: float = 0.5
    here: bool = False


EVERYTHING = Everything(1, None, (2, "két"), (Ship(3), Base()), frozenset({Colour.RED}), (1, ("a", None)))


def test_every_kind_of_value_comes_back_from_json() -> None:
    data = json.loads(json.dumps(codec.encode(EVERYTHING)))
    assert codec.decode(Everything, data) == EVERYTHING
    assert codec.digest(codec.decode(Everything, data)) == codec.digest(EVERYTHING)


@given(moves)
def test_moves_and_events_come_back_from_json(made: Move) -> None:
    assert codec.decode(Move, json.loads(json.dumps(codec.encode(made)))) == made
    happened = Event("took", made.args, Cite("kavicsok", "P3", 2))
    assert codec.decode(Event, json.loads(json.dumps(codec.encode(happened)))) == happened


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"number": "1"}, "number"),
        ({"number": True}, "number"),
        ({"extra": 1}, "extra"),
        ({"pair": [1]}, "pair"),
        ({"pair": [1, 2]}, "pair[1]"),
        ({"many": [{"type": "Sun"}]}, "many[0].type"),
        ({"many": [{"type": "Ship"}]}, "many[0].size"),
        ({"colours": ["pink"]}, "colours[0]"),
        ({"anything": {"a": 1}}, "anything"),
    ],
)
def test_an_error_names_the_place(change: dict[str, Any], place: str) -> None:
    with pytest.raises(codec.CodecError) as wrong:
        codec.decode(Everything, {**codec.encode(EVERYTHING), **change})
    assert wrong.value.path == place


@given(some.binary(max_size=60) | some.text(max_size=60))
def test_any_bytes_are_json_or_a_clear_error(source: Any) -> None:
    try:
        codec.parse(source)
    except codec.CodecError as error:
        assert str(error)


@pytest.mark.parametrize("source", ["1e999", "-1e400", "1" * 19, "-" + "1" * 5000, "[1.5, 2e30]"])
def test_a_number_without_bounds_is_refused(source: str) -> None:
    with pytest.raises(codec.CodecError):
        codec.parse(source)
    with pytest.raises(notation.NotationError):
        notation.read(f"0 take amount={source}")


@given(some.integers(-(2**codec.BITS) + 1, 2**codec.BITS - 1))
def test_a_whole_number_that_is_written_is_read_back(number: int) -> None:
    """Sets of places are whole numbers of many digits; what is accepted on writing is read."""
    data = codec.parse(codec.canonical(codec.encode(Ship(number))))
    assert codec.decode(Ship, data) == Ship(number)


@pytest.mark.parametrize("value", [2**codec.BITS, -(2**codec.BITS), float("nan"), float("inf"), 1e18, "a\ud800"])
def test_what_could_not_be_read_back_is_not_written(value: Any) -> None:
    with pytest.raises(codec.CodecError):
        codec.encode((1, value))


@pytest.mark.parametrize(
    "number", ["0x1", "0X" + "1" * 20, "0x0" + "1" * 20, "0x" + "1" * 1025, "0x" + "g" * 20, "1" * 20, 10**18]
)
def test_a_number_has_one_way_to_be_written(number: Any) -> None:
    with pytest.raises(codec.CodecError):
        codec.decode(Ship, {"type": "Ship", "size": number})


@pytest.mark.parametrize("source", ['"\\ud800"', '{"\\uDFFF": 1}', '"\ud800"', '["\\ude00\\ud83d"]'])
def test_half_a_letter_is_refused(source: str) -> None:
    with pytest.raises(codec.CodecError):
        codec.parse(source)
    with pytest.raises(notation.NotationError):
        notation.read(f"0 take what={source}")


def test_a_letter_written_in_two_halves_is_read() -> None:
    assert codec.parse('"\\ud83d\\ude00"') == "\N{GRINNING FACE}"


def test_deep_nesting_is_an_error_not_a_crash() -> None:
    with pytest.raises(codec.CodecError):
        codec.parse("[" * 200_000)
    with pytest.raises(codec.CodecError):
        codec.parse("NaN")


def test_a_newer_file_is_refused_with_a_clear_message() -> None:
    assert codec.opened(codec.envelope("log", 1, game="x"), "log", 1)["game"] == "x"
    with pytest.raises(codec.VersionError, match="newer"):
        codec.opened(codec.envelope("log", 2), "log", 1)
    with pytest.raises(codec.CodecError):
        codec.opened({"version": 1}, "log", 1)


def test_schema_of_every_kind_of_value() -> None:
    import jsonschema

    wanted = schema(Everything, "everything")
    jsonschema.validate(codec.encode(EVERYTHING), wanted)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**codec.encode(EVERYTHING), "number": "1"}, wanted)


def test_can_pay_is_apart_from_pay() -> None:
    have = {"ore": 1, "energy": 5}
    short = cost.shortfall(have, {"ore": 3, "energy": 2})
    assert short and short.missing == (("ore", 2),)
    assert short.say("kavicsok") == (text("kavicsok.amount.ore", n=2),)
    assert not cost.shortfall(have, {"energy": 5})
    assert cost.pay(have, {"energy": 2}) == {"ore": 1, "energy": 3}
    with pytest.raises(ValueError):
        cost.pay(have, {"ore": 2})
    assert cost.price(ore=0, energy=2) == {"energy": 2}


def test_the_stack_resolves_last_in_first_out() -> None:
    first, second = stack.Pending(0, "attack", (("n", 3),)), stack.Pending(1, "dodge")
    pending = stack.declare(stack.Stack(), first, (1, 2))
    assert pending.responder == 1 and not pending.settled
    pending = stack.declare(pending, second, (0,))
    with pytest.raises(ValueError):
        stack.let_stand(pending, 1)
    with pytest.raises(ValueError):
        stack.resolve(pending, lambda one: None)
    pending = stack.let_stand(pending, 0)
    done = stack.resolve(pending, lambda one: None, responders=(2,))
    assert done.pending == second and done.fizzled is None and done.stack.responder == 2
    pending = stack.let_stand(done.stack, 2)
    no_ground = Illegal(Text("core.no_target"), Cite("core", "stack"))
    done = stack.resolve(pending, lambda one: no_ground)
    assert done.pending == first and done.fizzled == no_ground and not done.stack


def test_what_lies_under_the_top_can_be_cancelled() -> None:
    first, second = stack.Pending(0, "attack"), stack.Pending(1, "cancel")
    pending = stack.declare(stack.declare(stack.Stack(), first, (1,)), second, ())
    assert stack.cancel(pending).items == (second,)
    with pytest.raises(ValueError):
        stack.cancel(pending, 5)


def criterion(name: str, *values: int, higher: bool = True) -> Criterion:
    return Criterion(name, text(f"kavicsok.{name}"), Cite("kavicsok", "P8"), dict(enumerate(values)), higher)


def test_places_with_every_tiebreak_shown() -> None:
    ranks, trace = rank(
        range(5),
        criterion("score", 10, 12, 12, 12, 3),
        (criterion("goods", 0, 2, 1, 1, 0, higher=False), criterion("energy", 0, 0, 4, 4, 0)),
    )
    assert ranks == ((2, 3), (1,), (0,), (4,))
    assert [(step.rule, step.place, step.left) for step in trace] == [("goods", 1, (2, 3)), ("energy", 1, (2, 3))]
    assert trace[0].values == ((1, 2), (2, 1), (3, 1))


def test_a_tie_for_a_lower_place_is_broken_too() -> None:
    ranks, trace = rank(range(3), criterion("score", 5, 9, 5), (criterion("goods", 1, 0, 2),))
    assert ranks == ((1,), (2,), (0,))
    assert trace[0].place == 2


@given(some.lists(some.tuples(some.integers(0, 3), some.integers(0, 3), some.integers(0, 3)), min_size=1, max_size=6))
def test_places_agree_with_sorting(values: list[tuple[int, int, int]]) -> None:
    columns = list(zip(*values))
    ranks, _ = rank(
        range(len(values)),
        criterion("a", *columns[0]),
        (criterion("b", *columns[1], higher=False), criterion("c", *columns[2])),
    )
    keys = [(-a, b, -c) for a, b, c in values]
    assert [{keys[seat] for seat in group} for group in ranks] == [{key} for key in sorted(set(keys))]
    assert sorted(seat for group in ranks for seat in group) == list(range(len(values)))


def test_a_ruling_is_asked_whether_it_is_legal_and_a_refusal_is_something() -> None:
    refusal = Illegal(text("core.game_over"), Cite("core", "turn"))
    assert Legal(()).legal and not refusal.legal
    assert (refusal or None) is refusal, "a refusal is never lost where one is asked for"
    assert event("x").cite is None


def test_a_die_lies_in_a_rotated_box_that_follows_its_top_face() -> None:
    quad = ((10.0, 0.0), (20.0, 10.0), (10.0, 20.0), (0.0, 10.0))  # a square stood on its corner
    die = DieReading((0, 0, 20, 20), quad, DieKind.PIPS, "white", ())
    assert die.turned == pytest.approx((10, 10, 200**0.5, 200**0.5, 45))


@pytest.mark.parametrize("depth", [33, 600, 990, 3000])
def test_a_move_nested_too_deeply_is_refused_in_words(depth: int) -> None:
    with pytest.raises(notation.NotationError):
        notation.read("0 take amount=" + "[" * depth + "1" + "]" * depth)
