"""Score sheets as data: categories, who wins, tiebreaks; validation, scoring, ready-made families, the pack as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Literal, TypeVar, get_args

from tableside.core import codec
from tableside.core.codec import Json
from tableside.core.errors import Complaint
from tableside.core.moves import Cite, Text, text
from tableside.core.ruling import Illegal
from tableside.core.score import Ending, Line, Outcome, told
from tableside.core.tiebreak import Criterion, rank

T = TypeVar("T")
Family = Literal["rounds", "limit", "categories", "win_lose", "coop"]
Wins = Literal["most", "least"]
Photo = Literal["", "dice", "count"]
FAMILIES: tuple[Family, ...] = get_args(Family)
FORMAT = 1
"""Version of the pack's format."""
CITE = Cite("core", "sheet")
TITLE, ROWS, SEATS, WORTH, VALUE, ROUNDS = 80, 40, 12, 10_000, 1_000_000, 100
"""Longest name; most categories, players, factor or points of a step, number in a cell, rounds."""
MANY = 200
"""Most sheets of one pack."""


@dataclass(frozen=True, slots=True)
class Step:
    """From this number on, a cell is worth so many points."""

    at: int
    points: int


@dataclass(frozen=True, slots=True)
class Category:
    """One row of a sheet; in a family of rounds the first one is the row of every round."""

    name: str
    factor: int = field(default=1, metadata={"about": "points of each one counted", "minimum": 1, "maximum": WORTH})
    minus: bool = field(default=False, metadata={"about": "its points are taken off"})
    steps: tuple[Step, ...] = field(default=(), metadata={"about": "a table in place of the factor, rising"})
    counts: bool = field(default=True, metadata={"about": "whether it gives points; else it only breaks ties"})
    photo: Photo = field(default="", metadata={"about": "what a photo can fill in: dice (their sum) or a count"})

    def points(self, value: int) -> int:
        """What a number in this row is worth; below the first step nothing."""
        if not self.counts:
            return 0
        worth = value * self.factor
        if self.steps:
            worth = next((step.points for step in reversed(self.steps) if step.at <= value), 0)
        return -worth if self.minus else worth


@dataclass(frozen=True, slots=True)
class Tie:
    """One tiebreak: whose number in this category is greater, or smaller."""

    category: str
    wins: Wins = "most"


@dataclass(frozen=True, slots=True)
class Sheet:
    """How a game is scored. `limit` ends a family of rounds; a co-operative sheet has one column for all."""

    title: str
    family: Family
    categories: tuple[Category, ...]
    wins: Wins = "most"
    ties: tuple[Tie, ...] = ()
    limit: int | None = None
    least: int = field(default=1, metadata={"about": "fewest players", "minimum": 1, "maximum": SEATS})
    most: int = field(default=SEATS, metadata={"about": "most players", "minimum": 1, "maximum": SEATS})

    @property
    def by_rounds(self) -> bool:
        return self.family in ("rounds", "limit")


@dataclass(frozen=True, slots=True)
class Marks:
    """A sheet filled in: a row for each category (rounds first), a number for each player; None is not told."""

    sheet: Sheet
    players: tuple[str, ...]
    cells: tuple[tuple[int | None, ...], ...]
    won: bool | None = field(default=None, metadata={"about": "of a co-operative game: whether the table won"})

    @property
    def columns(self) -> int:
        return 1 if self.sheet.family == "coop" else len(self.players)

    @property
    def rounds(self) -> int:
        """How many rows are rounds."""
        return len(self.cells) - len(self.sheet.categories) + 1 if self.sheet.by_rounds else 0

    def category(self, row: int) -> Category:
        """The category a row belongs to."""
        if not self.sheet.by_rounds:
            return self.sheet.categories[row]
        return self.sheet.categories[max(0, row - self.rounds + 1)]

    def label(self, row: int) -> Text:
        """What a row is called."""
        if row < self.rounds:
            return text("core.sheet.round", name=self.sheet.categories[0].name, n=row + 1)
        return text("core.value", value=self.category(row).name)

    def value(self, name: str, seat: int) -> int:
        """A player's number in a category, all rounds together."""
        column = 0 if self.columns == 1 else seat
        found = (cells[column] for row, cells in enumerate(self.cells) if self.category(row).name == name)
        return sum(value or 0 for value in found)


class SheetError(Complaint):
    """A sheet that cannot be used: every reason."""

    def __init__(self, problems: tuple[Text, ...]) -> None:
        super().__init__(text("core.sheet.unfit", problems=problems))
        self.problems = problems


# -- what cannot be ----------------------------------------------------------------------------


def problems(sheet: Sheet) -> tuple[Text, ...]:
    """Every reason why this sheet cannot be used."""
    return tuple(_problems(sheet))


def _problems(sheet: Sheet) -> Iterator[Text]:
    if not _named(sheet.title):
        yield text("core.sheet.bad.title", most=TITLE)
    if not 1 <= len(sheet.categories) <= ROWS:
        yield text("core.sheet.bad.categories", n=len(sheet.categories), most=ROWS)
    for name, times in Counter(category.name.strip().casefold() for category in sheet.categories).items():
        if times > 1:
            yield text("core.sheet.bad.twice", name=name)
    for number, category in enumerate(sheet.categories, 1):
        yield from _category_problems(number, category)
    if sheet.family != "coop" and sheet.categories and not any(category.counts for category in sheet.categories):
        yield text("core.sheet.bad.no_points")
    if sheet.by_rounds and sheet.categories and not sheet.categories[0].counts:
        yield text("core.sheet.bad.first_counts")
    if (sheet.family == "limit") != (sheet.limit is not None):
        yield text("core.sheet.bad.limit_missing" if sheet.limit is None else "core.sheet.bad.limit_idle")
    if sheet.limit is not None and not 0 < abs(sheet.limit) <= VALUE:
        yield text("core.sheet.bad.limit", n=sheet.limit, most=VALUE)
    if not 1 <= sheet.least <= sheet.most <= SEATS:
        yield text("core.sheet.bad.seats", least=sheet.least, most=sheet.most, all=SEATS)
    names = [category.name for category in sheet.categories]
    for tie, times in Counter(tie.category for tie in sheet.ties).items():
        if tie not in names:
            yield text("core.sheet.bad.tie", name=tie)
        elif times > 1:
            yield text("core.sheet.bad.tie_twice", name=tie)
    if sheet.ties and sheet.family == "coop":
        yield text("core.sheet.bad.coop_ties")


def _named(name: str) -> bool:
    return bool(name.strip()) and len(name) <= TITLE and name.isprintable()


def _category_problems(number: int, category: Category) -> Iterator[Text]:
    if not _named(category.name):
        yield text("core.sheet.bad.name", n=number, most=TITLE)
    if not 1 <= category.factor <= WORTH:
        yield text("core.sheet.bad.factor", name=category.name, n=category.factor, most=WORTH)
    if len(category.steps) > ROWS or any(max(abs(step.at), abs(step.points)) > VALUE for step in category.steps):
        yield text("core.sheet.bad.steps", name=category.name, most=ROWS)
    if any(one.at >= after.at for one, after in zip(category.steps, category.steps[1:])):
        yield text("core.sheet.bad.rising", name=category.name)
    if category.steps and category.factor != 1:
        yield text("core.sheet.bad.steps_and_factor", name=category.name)
    if not category.counts and (category.steps or category.minus or category.factor != 1):
        yield text("core.sheet.bad.worth_nothing", name=category.name)


def audit(marks: Marks) -> tuple[Illegal, ...]:
    """Every reason why this cannot be the end of a game."""
    return tuple(Illegal(problem, CITE) for problem in _audit(marks))


def _audit(marks: Marks) -> Iterator[Text]:
    sheet, players = marks.sheet, marks.players
    unfit = problems(sheet)
    if unfit:
        yield from unfit
        return
    if not sheet.least <= len(players) <= sheet.most:
        yield text("core.sheet.no.seats", n=len(players), least=sheet.least, most=sheet.most)
    for name, times in Counter(name.strip() for name in players).items():
        if not _named(name):
            yield text("core.sheet.no.name", most=TITLE)
        elif times > 1:
            yield text("core.sheet.no.name_twice", name=name)
    wanted = len(sheet.categories)
    if sheet.by_rounds:
        if not 1 <= marks.rounds <= ROUNDS:
            yield text("core.sheet.no.rounds", n=max(0, marks.rounds), most=ROUNDS)
            return
    elif len(marks.cells) != wanted:
        yield text("core.sheet.no.rows", n=len(marks.cells), need=wanted)
        return
    if any(len(cells) != marks.columns for cells in marks.cells):
        yield text("core.sheet.no.columns", need=marks.columns)
        return
    for row, cells in enumerate(marks.cells):
        yield from _audit_row(marks, row, cells)
    if (sheet.family == "coop") != (marks.won is not None):
        yield text("core.sheet.no.won" if marks.won is None else "core.sheet.no.won_idle")


def _audit_row(marks: Marks, row: int, cells: tuple[int | None, ...]) -> Iterator[Text]:
    untold = tuple(marks.players[seat] for seat, value in enumerate(cells) if value is None)
    if untold and marks.columns == 1:
        yield text("core.sheet.no.untold_all", row=marks.label(row))
    elif untold:
        yield text("core.sheet.no.untold", row=marks.label(row), names=untold)
    told = [value for value in cells if value is not None]
    if any(abs(value) > VALUE for value in told):
        yield text("core.sheet.no.value", row=marks.label(row), most=VALUE)
    if marks.sheet.family == "win_lose" and row == 0 and not set(told) <= {0, 1}:
        yield text("core.sheet.no.won_or_not", row=marks.label(row))


def cautions(marks: Marks) -> tuple[Text, ...]:
    """What can be, but is unusual; of marks that `audit` has nothing against."""
    sums, limit = _sums(marks), marks.sheet.limit
    if limit is not None and not any(total >= limit if limit > 0 else total <= limit for total in sums):
        return (text("core.sheet.below_limit", limit=limit, best=max(sums) if limit > 0 else min(sums)),)
    return ()


# -- scoring -----------------------------------------------------------------------------------


def lines(marks: Marks) -> tuple[Line, ...]:
    """The rows that give points; what is not told counts as nothing."""
    found = []
    for row, cells in enumerate(marks.cells):
        category = marks.category(row)
        if not category.counts:
            continue
        for seat in range(len(marks.players)):
            value = cells[0 if marks.columns == 1 else seat]
            detail = None
            if value is not None and (category.factor != 1 or category.steps):
                key = "core.sheet.by_steps" if category.steps else "core.sheet.times"
                detail = text(key, n=value, factor=category.factor)
            points = 0 if value is None else category.points(value)
            found.append(Line(seat, f"row{row}", points, marks.label(row), CITE, detail))
    return tuple(found)


def _sums(marks: Marks) -> list[int]:
    sums = [0] * len(marks.players)
    for line in lines(marks):
        sums[line.seat] += line.points
    return sums


def score(marks: Marks) -> tuple[tuple[str, ...], Outcome]:
    """Names and result of marks that `audit` has nothing against."""
    sheet, seats, rows = marks.sheet, range(len(marks.players)), lines(marks)
    if sheet.family == "coop":
        winners = tuple(seats) if marks.won else ()
        ending = Ending.SHARED if marks.won else Ending.ALL_LOSE
        reason = text("core.sheet.coop_won" if marks.won else "core.sheet.coop_lost")
        return marks.players, Outcome(rows, (tuple(seats),), winners, (), ending, reason)
    label = text("core.sheet.total")
    total = Criterion("total", label, CITE, dict(enumerate(_sums(marks))), sheet.wins == "most")
    ties = [
        Criterion(
            f"tie{number}",
            text("core.sheet.tie_least" if tie.wins == "least" else "core.sheet.tie_most", name=tie.category),
            CITE,
            {seat: marks.value(tie.category, seat) for seat in seats},
            tie.wins == "most",
        )
        for number, tie in enumerate(sheet.ties)
    ]
    ranks, trace = rank(seats, total, ties)
    if sheet.family == "win_lose" and not any(marks.cells[0]):
        return marks.players, Outcome(rows, ranks, (), trace, Ending.ALL_LOSE, text("core.sheet.nobody_won"))
    ending = Ending.WON if len(ranks[0]) == 1 else Ending.SHARED
    return marks.players, Outcome(rows, ranks, ranks[0], trace, ending, told(ending, ranks[0]))


# -- ready-made --------------------------------------------------------------------------------


def ready(family: Family, say: Callable[[Text], str]) -> Sheet:
    """A sheet of this family to begin with, its names put into words by `say`."""

    def called(name: str, **more: Json) -> Category:
        return Category(say(text(f"core.sheet.ready.{name}")), **more)

    title = say(text(f"core.sheet.ready.{family}"))
    match family:
        case "rounds":
            return Sheet(title, family, (called("round"),))
        case "limit":
            return Sheet(title, family, (called("round"),), "least", limit=100)
        case "categories":
            left = called("left", counts=False)
            rows = (called("buildings"), called("cards"), called("coins"), called("lost", minus=True), left)
            return Sheet(title, family, rows, ties=(Tie(left.name),))
        case "win_lose":
            return Sheet(title, family, (called("won"),))
        case "coop":
            return Sheet(title, family, (called("points"),))


def blank(sheet: Sheet, players: Iterable[str]) -> Marks:
    """The sheet with nothing told yet; of rounds, the first."""
    names = tuple(players)
    width = 1 if sheet.family == "coop" else len(names)
    empty = 0 if sheet.family == "win_lose" else None
    return Marks(sheet, names, ((empty,) * width, *((None,) * width for _ in sheet.categories[1:])))


# -- packs -------------------------------------------------------------------------------------


def pack(sheets: Iterable[Sheet]) -> Json:
    """Sheets as one file others can take over."""
    return codec.envelope("sheets", FORMAT, sheets=[codec.encode(sheet) for sheet in sheets])


def unpack(data: Json) -> tuple[Sheet, ...]:
    """The sheets of a file; a CodecError or SheetError says what is wrong with it."""
    listed = codec.items_of(codec.opened(data, "sheets", FORMAT).get("sheets"), "sheets")
    if not 1 <= len(listed) <= MANY:
        raise SheetError((text("core.sheet.bad.pack", n=len(listed), most=MANY),))
    sheets: list[Sheet] = []
    unfit: list[Text] = []
    for number, one in enumerate(listed):
        try:
            sheet = read(Sheet, one, f"sheets[{number}]")
        except SheetError as error:
            unfit += error.problems
            continue
        sheets.append(sheet)
        unfit += [text("core.sheet.bad.at", title=sheet.title[:TITLE], problem=problem) for problem in problems(sheet)]
    if unfit:
        raise SheetError(tuple(unfit))
    return tuple(sheets)


def read(kind: type[T], data: Json, path: str = "") -> T:
    """A sheet or its marks; a SheetError names every place that does not fit."""
    unfit = tuple(error.told for error in islice(codec.faults(kind, data, path), ROWS))
    if unfit:
        raise SheetError(unfit)
    return codec.decode(kind, data, path)
