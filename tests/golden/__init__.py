"""Recorded games of every rulebook: `python -m tests.golden compare [game ...]`, `record [game ...] [--anew]`.

Each game has one file, `<slug>.txt.xz`: runs (a seat count and a set of options) of random moves, as log text with
digests, and for some states of each run an account of everything a player could see there, in both languages.
Random moves are drawn once, by `Game.sample` with a seeded pick, and written down. Comparing draws nothing: the moves
are played again, the digests are compared, and the account is made anew at the same states for the same questions.
Recording keeps the old moves and questions as long as they stand, so that what changed is the change and not another
game; `--anew` begins with other questions too. After a conflict in a recording, take either side and record again.
"""

from __future__ import annotations

import hashlib
import lzma
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from tableside.core import codec, manual_edit, notation
from tableside.core.errors import Complaint
from tableside.core.game import Game
from tableside.core.moves import Cite, Move, Text
from tableside.core.ruling import Illegal, Legal, Ruling
from tableside.language import LANGUAGES, language
from tests import contract

FOLDER = Path(__file__).parent
STATES = 50
"""Accounts for each number of seats, over all runs with it."""
EVERY = 4
"""A digest is written after every so many moves."""
LISTED = 1500
SHOWN = 40
"""Offers of one slot that are written out; of the others only that they are the same."""
RUN, STATE = "=== ", "--- "


class Row(NamedTuple):
    """One thing a player could see: what it is, of what, and how it reads."""

    kind: str
    of: str
    words: str


@dataclass(frozen=True)
class Run:
    """A recorded game: who played by which options, the moves with digests, and accounts of some states."""

    seats: int
    options: dict[str, Any]
    catalog: codec.Json
    moves: tuple[tuple[str, str], ...]
    accounts: dict[int, tuple[Row, ...]]

    @property
    def name(self) -> str:
        """The number of seats and what is not as usual."""
        return " ".join([f"{self.seats} seats", *(f"{key}={value}" for key, value in self.options.items())])


class Difference(NamedTuple):
    """Something that is not as it was recorded."""

    kind: str
    place: str
    before: str
    now: str


def file_of(slug: str) -> Path:
    return FOLDER / f"{slug}.txt.xz"


# -- what is seen of a state -----------------------------------------------------------------------


def said(*parts: Text | Cite | str | None) -> str:
    """Texts in both languages, citations as they are."""
    found: list[str] = []
    for part in parts:
        if isinstance(part, Text):
            found += [language(code).say(part) for code in LANGUAGES]
        elif part is not None:
            found.append(str(part))
    return " ‖ ".join(found).replace("\n", "⏎").replace("\t", " ")


def written(partial: Move) -> str:
    """A move that may not have its kind yet."""
    return notation.write(partial) if partial.kind else f"{'-' if partial.seat is None else partial.seat} ?"


def read(line: str) -> Move:
    seat, _, rest = line.partition(" ")
    return Move(None if seat == "-" else int(seat), "") if rest == "?" else notation.read(line)


def ruled(ruling: Ruling) -> Iterator[Row]:
    """A ruling in words; events have their own rows where they happen."""
    if isinstance(ruling, Illegal):
        yield Row("refusal", "", said(ruling.reason, ruling.cite))
        for need in ruling.needs:
            yield Row("need", f"{need.table} {' '.join(need.keys)}", said(need.text))
    else:
        yield Row("legal", "", f"{len(ruling.events)} events")
        for caution in ruling.cautions:
            yield Row("caution", caution.key, said(caution.text, caution.cite))


def asked(game: Game[Any], state: Any, partial: Move) -> Iterator[Row]:
    """The question of a partial move with all that is offered, or the ruling when nothing is open."""
    name = written(partial)
    choices = game.choices(state, partial)
    for choice in choices:
        of = f"{name} · {choice.slot}"
        offers = {codec.canonical(codec.encode(offer.value)): offer for offer in choice.offers}
        parts = {f"+{codec.canonical(codec.encode(part.value))}": part for part in choice.parts}
        rest = [*sorted(offers)[SHOWN:], *sorted(parts)[SHOWN:]]
        yield Row("slot", of, said(choice.kind.value, choice.label, f"{len(offers)} {fingerprint(rest)}"))
        if choice.new is not None:
            yield Row("new", f"{of} {choice.new.table} {' '.join(choice.new.keys)}", said(choice.new.text))
        for value, offer in {**offers, **parts}.items():
            if value not in rest:
                yield Row("offer", f"{of}={value}", said(offer.label, str(offer.most) if offer.most > 1 else None))
                if offer.why_not is not None:
                    yield Row("reason", f"{of}={value}", said(offer.why_not.reason, offer.why_not.cite))
    if not choices:
        for row in ruled(game.judge(state, partial)):
            yield row._replace(of=f"{name} {row.of}".strip())


def fingerprint(lines: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:8]


def seen(game: Game[Any], run: Run, place: int, state: Any, made: Move | None) -> Iterator[Row]:
    """The sentences of a state: where we are, the score, and the move that was made here with what followed."""
    for number, line in enumerate(game.checklist(game.info.settle(run.options), run.seats) if place == 0 else ()):
        yield Row("checklist", str(number), said(line))
    acting = sorted(game.to_act(state), key=lambda seat: -1 if seat is None else seat)
    yield Row("acting", "", str(acting))
    yield Row("phase", "", said(game.phase(state)))
    for seat in acting:
        listed = sorted(notation.write(move) for move in islice(game.moves(state, seat), LISTED))
        if len(listed) < LISTED:
            yield Row("moves", str(seat), f"{len(listed)} {fingerprint(listed)}")
    routine = game.routine(state)
    if routine is not None:
        yield Row("routine", "", notation.write(routine))
    for number, row in enumerate(game.score(state)):
        yield Row("score", f"{number} {row.seat} {row.key}", said(str(row.points), row.label, row.cite, row.detail))
    outcome = game.outcome(state)
    if outcome is not None:
        yield Row("outcome", "", said(outcome.ending.value, str(outcome.ranks), str(outcome.winners), outcome.reason))
        for step in outcome.trace:
            yield Row("tiebreak", f"{step.place} {step.rule}", said(step.label, step.cite, str(step.values)))
    if made is not None:
        yield Row("move", notation.write(made), said(game.say_move(state, made)))
        ruling = game.judge(state, made)
        yield from ruled(ruling)
        for number, happened in enumerate(ruling.events if isinstance(ruling, Legal) else ()):
            yield Row("event", f"{number} {happened.kind}", said(game.say_event(state, happened), happened.cite))
            state = game.apply(state, happened)


def walks(game: Game[Any], state: Any, others: list[Move], chance: random.Random) -> Iterator[Row]:
    """Some paths through the questions of a state, and moves of other states judged here for who may act."""
    acting = sorted(game.to_act(state), key=lambda seat: -1 if seat is None else seat)
    known: set[Move] = set()
    for seat in chance.sample(acting, min(2, len(acting))):
        for _ in range(3):
            partial = Move(seat, "")
            while True:
                if partial not in known:
                    known.add(partial)
                    yield from asked(game, state, partial)
                choices = game.choices(state, partial)
                if not choices:
                    break
                choice = choices[0]
                open_values = [offer.value for offer in choice.offers if offer.why_not is None]
                if not open_values:
                    break
                value = chance.choice(sorted(open_values, key=lambda one: codec.canonical(codec.encode(one))))
                partial = Move(seat, value) if choice.slot == "kind" else partial.given(**{choice.slot: value})
    if not acting:
        return
    for other in chance.sample(others, min(5, len(others))):
        seats = [seat for seat in acting if (seat is None) == (other.seat is None)] or acting
        other = Move(chance.choice(seats), other.kind, other.args)
        if other not in known:
            known.add(other)
            yield Row("judged", notation.write(other), " ".join(row.words for row in ruled(game.judge(state, other))))


def anew(game: Game[Any], state: Any, old: Iterable[Row]) -> Iterator[Row]:
    """The account of a state for the questions of an older account."""
    known: set[str] = set()
    for row in old:
        question = row.of.split(" · ")[0]
        if row.kind == "judged":
            ruling = game.judge(state, notation.read(row.of))
            yield Row("judged", row.of, " ".join(one.words for one in ruled(ruling)))
        elif question not in known and (row.kind == "slot" or (row.kind in ("legal", "refusal") and row.of)):
            known.add(question)
            yield from asked(game, state, read(question))


# -- recording -------------------------------------------------------------------------------------


def settings(game: Game[Any]) -> Iterator[tuple[int, dict[str, Any]]]:
    """Every number of seats as usual, then every option once in each other way, the seats in turn."""
    for seats in game.seats:
        yield seats, {}
    turns = 0
    for option in game.info.options:
        for value in option.choices:
            if value != option.default:
                yield game.seats[turns % len(game.seats)], {option.key: value}
                turns += 1


def recorded(game: Game[Any], old: Iterable[Run] = ()) -> Iterator[Run]:
    """All runs of a game; those of before are played again as far as they stand."""
    plan = list(settings(game))
    before = {run.name: run for run in old}
    for seats, options in plan:
        runs = sum(other == seats for other, _ in plan)
        wanted = STATES if runs == 1 else STATES // 2 if not options else max(2, STATES // 2 // (runs - 1))
        run = Run(seats, options, game.catalog.as_json(), (), {})
        yield record_run(game, run, wanted, before.get(run.name))


def record_run(game: Game[Any], run: Run, wanted: int, old: Run | None) -> Run:
    """One game: the moves of before while they stand, then random ones to the end."""
    chance = random.Random(f"golden {game.slug} {run.name}")
    state = game.setup(game.info.settle(run.options), run.seats)
    states, moves, digests = [state], list[Move](), list[str]()
    kept = [notation.read(line) for line, _ in old.moves] if old else []
    for number in range(contract.LONGEST):
        acting = sorted(game.to_act(state), key=lambda seat: -1 if seat is None else seat)
        if not acting:
            break
        made = kept[number] if number < len(kept) else game.sample(state, chance.choice(acting), chance.randrange)
        ruling = game.judge(state, made)
        if isinstance(ruling, Illegal) and number < len(kept):
            kept = kept[:number]
            made = game.sample(state, chance.choice(acting), chance.randrange)
            ruling = game.judge(state, made)
        assert isinstance(ruling, Legal), f"{notation.write(made)}: {ruling}"
        for happened in ruling.events:
            state = game.apply(state, happened)
        states.append(state)
        moves.append(made)
        digests.append(codec.digest(state) if number % EVERY == 0 else "")
    digests[-1] = codec.digest(state)
    last = len(moves)
    places = {place for place in old.accounts if place <= last} if old and len(kept) == last else set()
    if not places:
        places = {0, last, *chance.sample(range(last + 1), min(wanted, last + 1) - 2)}
    accounts: dict[int, tuple[Row, ...]] = {}
    for place in sorted(places):
        made_here = moves[place] if place < last else None
        if old and place in old.accounts and len(kept) == last:
            rows = anew(game, states[place], old.accounts[place])
        else:
            rows = walks(game, states[place], moves, chance)
        accounts[place] = (*seen(game, run, place, states[place], made_here), *rows)
    lines = tuple((notation.write(made), digest) for made, digest in zip(moves, digests))
    return Run(run.seats, run.options, run.catalog, lines, accounts)


# -- files -----------------------------------------------------------------------------------------


def save(slug: str, runs: Iterable[Run]) -> None:
    lines: list[str] = []
    for run in runs:
        lines += [RUN + run.name, log_text(slug, run)]
        for place, rows in run.accounts.items():
            lines += [f"{STATE}{place}", *("\t".join(row) for row in rows)]
    whole = ("\n".join(lines) + "\n").encode()
    file_of(slug).write_bytes(lzma.compress(whole, preset=9 | lzma.PRESET_EXTREME))


def load(slug: str) -> list[Run]:
    """The runs of a file."""
    whole = lzma.decompress(file_of(slug).read_bytes()).decode()
    return [_run(part.split("\n")) for part in ("\n" + whole.rstrip("\n")).split("\n" + RUN)[1:]]


def log_text(slug: str, run: Run) -> str:
    """The run as a log file has it."""
    header = codec.envelope("log", 1, game=slug, seats=run.seats, options=run.options, catalog=run.catalog)
    return "\n".join([codec.canonical(header), *(f"{move} # {told}" if told else move for move, told in run.moves)])


def _run(lines: list[str]) -> Run:
    header = codec.parse(lines[1])
    moves: list[tuple[str, str]] = []
    accounts: dict[int, list[Row]] = {}
    rows: list[Row] | None = None
    for line in lines[2:]:
        if line.startswith(STATE):
            rows = accounts.setdefault(int(line.removeprefix(STATE)), [])
        elif rows is not None:
            rows.append(Row(*line.split("\t")))
        else:
            move, mark, digest = line.rpartition(" # ")
            moves.append((move, digest) if mark else (line, ""))
    kept = {place: tuple(found) for place, found in accounts.items()}
    return Run(header["seats"], header["options"], header["catalog"], tuple(moves), kept)


# -- comparing -------------------------------------------------------------------------------------


def compared(game: Game[Any], run: Run) -> Iterator[Difference]:
    """Every difference between a recorded run and the game as it is."""
    try:
        game = game.with_catalog(game.catalog.learn_all(run.catalog, "recording"))
        state = game.setup(game.info.settle(run.options), run.seats)
    except Complaint as error:
        yield Difference("set-up", run.name, "", said(error.told))
        return
    drifted = False
    for number, (line, digest) in enumerate([*run.moves, ("", "")]):
        made = notation.read(line) if line else None
        if number in run.accounts:
            old = run.accounts[number]
            rows = (*seen(game, run, number, state, made), *anew(game, state, old))
            yield from _rows_compared(f"{run.name}, state {number}", old, rows)
        if made is None:
            return
        ruling = manual_edit.judge(game, state, made)
        if isinstance(ruling, Illegal):
            yield Difference("move refused", f"{run.name}, move {number}", line, said(ruling.reason, ruling.cite))
            return
        for happened in ruling.events:
            state = manual_edit.apply(game, state, happened)
        if digest and not drifted and digest != codec.digest(state):
            drifted = True
            yield Difference("state", f"{run.name}, by move {number}: {line}", digest, codec.digest(state))


def _rows_compared(place: str, old: tuple[Row, ...], new: tuple[Row, ...]) -> Iterator[Difference]:
    before, now = ({(row.kind, row.of): row.words for row in rows} for rows in (old, new))
    for key, words in before.items():
        if now.get(key) != words:
            yield Difference(key[0], f"{place}: {key[1]}", words, now.get(key, "(nothing)"))
    for key, words in now.items():
        if key not in before:
            yield Difference(key[0], f"{place}: {key[1]}", "(nothing)", words)
    if [key for key in before if key in now] != [key for key in now if key in before]:
        yield Difference("order", place, "", "the same in another order")


def report(differences: Iterable[Difference], shown: int = 3) -> str:
    """What differs, by kind, with the first examples of each."""
    kinds: dict[str, list[Difference]] = {}
    for one in differences:
        kinds.setdefault(one.kind, []).append(one)
    lines: list[str] = []
    for kind, found in kinds.items():
        pairs = {(one.before, one.now): one for one in found}
        lines.append(f"  {kind}: {len(found)} ({len(pairs)} different)")
        for one in islice(pairs.values(), shown):
            lines += [f"    {one.place[:300]}", f"      - {one.before[:400]}", f"      + {one.now[:400]}"]
    return "\n".join(lines)
