"""Routes: one frozen value per screen that says what it needs; all but passing things are kept in app.json."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import Field, dataclass, field, fields
from typing import Any, ClassVar, get_type_hints

from tableside.app.move_builder import MoveBuilder
from tableside.control.reading import Photo
from tableside.core import codec
from tableside.core.moves import Move, Plain
from tableside.core.readings import Readings


def passing() -> Any:
    """A field that one screen hands to the next: None at first, neither compared nor kept."""
    return field(default=None, compare=False, repr=False, metadata={"passing": True})


@dataclass(frozen=True, slots=True)
class Taken:
    """What a photo tells of a move, and the name the photo is kept by; what is missing is asked at the table."""

    move: Move
    evidence: str


@dataclass(frozen=True, slots=True)
class Taught:
    """A record told just now, for this slot of the move."""

    slot: str
    table: str
    id: str


@dataclass(frozen=True, slots=True)
class Route:
    """A screen with what it needs."""

    name: ClassVar[str]
    """How the screen is called in app.json."""
    page: ClassVar[str]
    """Module and class of the screen, loaded when it is first needed."""
    needs_store: ClassVar[bool] = True
    lasting: ClassVar[bool] = True
    """Whether it can be opened again after the app was killed."""


@dataclass(frozen=True, slots=True)
class Home(Route):
    name, page, needs_store = "home", "home:HomePage", False


@dataclass(frozen=True, slots=True)
class NewGame(Route):
    name, page = "new", "new_game:NewGamePage"
    game: str


@dataclass(frozen=True, slots=True)
class JoinMidway(Route):
    name, page = "position", "join_midway:JoinMidwayPage"
    game: str


@dataclass(frozen=True, slots=True)
class Table(Route):
    name, page = "table", "table:TablePage"
    session: str
    again: tuple[str, ...] = ()
    """Moves that fell with a correction, to be made again after the one that is asked."""
    play: MoveBuilder | None = passing()
    """The move that is being built, when the screen is built anew in another shape."""
    taken: Taken | None = passing()
    taught: Taught | None = passing()


@dataclass(frozen=True, slots=True)
class Correct(Route):
    """An entry of a session's log, to be put right."""

    name, page = "correct", "correct:CorrectPage"
    session: str
    entry: int
    play: MoveBuilder | None = passing()
    taken: Taken | None = passing()
    taught: Taught | None = passing()


@dataclass(frozen=True, slots=True)
class Score(Route):
    """The sheet of a session, or of a play that was only scored."""

    name, page = "score", "score:ScorePage"
    session: str = ""
    play: str = ""
    photo: bytes | None = passing()
    """A photo of the play's table, taken just now."""

    def __post_init__(self) -> None:
        if not self.session and not self.play:
            raise ValueError("neither a session nor a play")


@dataclass(frozen=True, slots=True)
class Settings(Route):
    name, page, needs_store = "settings", "settings:SettingsPage", False
    game: str = ""
    scroll: float | None = passing()


@dataclass(frozen=True, slots=True)
class Camera(Route):
    """A photo for a session's next move, for fields of a score pad, or for the screen below."""

    name, page, lasting = "camera", "camera:CameraPage", False
    session: str = ""
    game: str = ""
    fill: str = ""
    sheet: str = ""
    """The score sheet or play whose pad it is, where no game is."""


@dataclass(frozen=True, slots=True)
class PhotoToMove(Route):
    name, page, lasting = "reading", "photo_to_move:PhotoToMovePage", False
    session: str
    entry: int = 0
    """The entry that is to be put right; 0 for the next move."""
    photo: Photo | None = passing()
    readings: Readings | None = passing()
    """The readings as the players have put them right."""
    fixed: tuple[tuple[str, Plain], ...] | None = passing()
    """Slots of the move the players have answered."""


@dataclass(frozen=True, slots=True)
class PhotoToField(Route):
    name, page, lasting = "filling", "photo_to_field:PhotoToFieldPage", False
    game: str
    fill: str
    sheet: str = ""
    photo: Photo | None = passing()
    readings: Readings | None = passing()
    fixed: tuple[tuple[str, Plain], ...] | None = passing()


@dataclass(frozen=True, slots=True)
class MyBox(Route):
    name, page = "copy", "my_box:MyBoxPage"
    game: str = ""


@dataclass(frozen=True, slots=True)
class BoxScan(Route):
    """Many cards of a game's box read from photos; `table`: which of its tables they are, the usual one if empty."""

    name, page = "box_scan", "box_scan:BoxScanPage"
    game: str
    table: str = ""
    photo: bytes | None = passing()


@dataclass(frozen=True, slots=True)
class TeachCard(Route):
    name, page = "teach_card", "teach_card:TeachCardPage"
    game: str
    table: str
    id: str
    session: str = ""
    slot: str = ""
    told: dict[str, Any] = field(default_factory=dict)
    keys: tuple[str, ...] = ()
    photo: bytes | None = passing()


@dataclass(frozen=True, slots=True)
class TeachDie(Route):
    name, page = "teach_die", "teach_die:TeachDiePage"
    game: str
    photo: bytes | None = passing()


@dataclass(frozen=True, slots=True)
class ScoreOnly(Route):
    """The score pad of a game, of a score sheet, or of a play that is put right; else what can be scored."""

    name, page, needs_store = "score_only", "score_only:ScoreOnlyPage", False
    game: str = ""
    sheet: str = ""
    play: str = ""


@dataclass(frozen=True, slots=True)
class SheetEditor(Route):
    """A score sheet of the owner's, or a new one of a ready-made family."""

    name, page = "sheet_editor", "sheet_editor:SheetEditorPage"
    sheet: str = ""
    family: str = ""


@dataclass(frozen=True, slots=True)
class History(Route):
    name, page = "history", "history:HistoryPage"
    game: str = ""
    person: str = ""


@dataclass(frozen=True, slots=True)
class Replay(Route):
    name, page = "replay", "replay:ReplayPage"
    session: str
    at: int = -1


@dataclass(frozen=True, slots=True)
class Statistics(Route):
    name, page = "statistics", "statistics:StatisticsPage"
    game: str = ""
    person: str = ""


@dataclass(frozen=True, slots=True)
class Tutorial(Route):
    name, page = "taste", "tutorial:TutorialPage"
    step: int = 1


ROUTES: dict[str, type[Route]] = {
    kind.name: kind
    for kind in (
        *(Home, NewGame, JoinMidway, Table, Correct, Score, Settings, Camera, PhotoToMove, PhotoToField, MyBox),
        *(BoxScan, TeachCard, TeachDie, ScoreOnly, SheetEditor, History, Replay, Statistics, Tutorial),
    )
}


def encode(route: Route) -> tuple[str, dict[str, Any]]:
    """The route as it is kept: its name, and its lasting fields as plain data."""
    return route.name, {one.name: codec.encode(getattr(route, one.name)) for one in _lasting(type(route))}


def decode(name: str, given: dict[str, Any]) -> Route:
    """A route that was kept; a ValueError when it is none."""
    kind = ROUTES.get(name)
    if kind is None or set(given) - {one.name for one in _lasting(kind)}:
        raise ValueError(name)
    hints = get_type_hints(kind)
    try:
        return kind(**{key: codec.decode(hints[key], value, key) for key, value in given.items()})
    except TypeError as error:
        raise ValueError(name) from error


def bare(route: Route) -> Route:
    """The route without what was only passing."""
    return decode(*encode(route))


def restored(kept: Iterable[Sequence[Any]]) -> list[Route]:
    """The way that was kept, up to the first screen that cannot be opened again; the first screen at least."""
    found: list[Route] = []
    for name, given in kept:
        try:
            route = decode(name, given)
        except ValueError:
            break
        if route.lasting:
            found.append(route)
    return found if found and isinstance(found[0], Home) else [Home()]


def _lasting(kind: type[Route]) -> tuple[Field[Any], ...]:
    return tuple(one for one in fields(kind) if "passing" not in one.metadata)
