"""Statistics by player, game and side from finished sessions: plays, wins, mean, best and streak."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from functools import cache

from models.database import StoreError
from models.plays import KeptPlay
from models.results import SeatResult, keep_results, kept_results
from models.store import Store, Summary
from tableside.app.csv_export import written
from tableside.app.i18n import say
from tableside.core import registry
from tableside.core.moves import Text
from tableside.core.score import totals
from tableside.core.score_sheet import SEATS
from tableside.core.table import Table


@dataclass(frozen=True, slots=True)
class Played:
    """One person in one finished game."""

    session: str
    game: str
    when: int
    name: str
    colour: str
    points: int
    place: int
    won: bool
    side: str = ""
    """The faction, mat or deck that was played, where the game has such."""
    side_said: Text | None = None
    seats: int = 0
    """How many played."""


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """One person over many games."""

    name: str
    plays: int
    wins: int
    mean: float
    best: int
    streak: int
    """The longest run of wins, one game after the other."""


def played(store: Store, summary: Summary) -> tuple[Played, ...]:
    """Everybody's result in one finished session; nothing when it cannot be opened any more."""
    try:
        session = store.open_session(summary.id)
    except StoreError:
        return ()
    outcome = session.table.outcome()
    if outcome is None:
        return ()
    sums = totals(outcome.lines, session.table.seats)
    found = []
    for seat, player in enumerate(session.players):
        place = 1 + sum(len(group) for group in outcome.ranks if _before(group, seat, outcome.ranks))
        found.append(
            Played(
                summary.id,
                summary.game,
                summary.touched,
                player.name,
                player.colour,
                sums[seat],
                place,
                seat in outcome.winners,
                *side(session.table, seat),
                session.table.seats,
            )
        )
    return tuple(found)


def side(table: Table, seat: int) -> tuple[str, Text | None]:
    """Which faction or mat a seat plays, and its words; nothing where the game has no such, or keeps it hidden."""
    field = table.game.info.side
    players = getattr(table.game.redact(table.state, None), "players", ())
    chosen = getattr(players[seat], field, None) if field and seat < len(players) else None
    if isinstance(chosen, str) and chosen:
        return chosen, table.game.say_value(table.state, field, field, chosen)
    return "", None


def of_play(play: KeptPlay) -> tuple[Played, ...]:
    """Everybody's result in a play that was scored without being tracked."""
    return tuple(
        Played(
            play.id,
            play.game or play.title,
            play.touched,
            one.name,
            one.colour,
            one.points,
            one.place,
            one.won,
            one.side,
            _side_said(play.game, one.side),
            len(play.players),
        )
        for one in play.players
    )


@cache
def _side_said(slug: str, side: str) -> Text | None:
    """The words of a faction or mat that was played."""
    if not side or slug not in registry.infos():
        return None
    game = registry.find(slug)
    table = f"{game.info.side}s"
    return game.say_record(table, side) if table in game.catalog.types else None


def title_of(game: str, code: str) -> str:
    """What a game is called: a known one by its own title, another by the one it was kept under."""
    return str(registry.infos()[game].title[code]) if game in registry.infos() else game


class Chronicle:
    """Finished games, each counted once: what was counted is kept beside the games, and here while the app is open."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._known: dict[tuple[str, int], tuple[Played, ...]] = {}
        self._kept: dict[tuple[str, int], tuple[SeatResult, ...]] | None = None

    def known(self, summary: Summary) -> tuple[Played, ...] | None:
        """The results of a session if it has been counted since it last changed."""
        return self._known.get((summary.id, summary.entries))

    def missing(self, summaries: Iterable[Summary]) -> list[Summary]:
        """Finished sessions nobody has counted yet."""
        if self._kept is None:
            self._kept = kept_results(self.store)
        found = []
        for summary in summaries:
            key = (summary.id, summary.entries)
            if not summary.finished or key in self._known:
                continue
            if key in self._kept:
                self._known[key] = tuple(_again(summary, result) for result in self._kept[key])
            else:
                found.append(summary)
        return found

    def count(self, summaries: Iterable[Summary]) -> None:
        """Count these; slow, so not on the interface's thread."""
        for summary in summaries:
            found = self._known[summary.id, summary.entries] = played(self.store, summary)
            kept = [
                SeatResult(seat, one.points, one.place, one.won, one.side, one.side_said)
                for seat, one in enumerate(found)
            ]
            keep_results(self.store, summary.id, summary.entries, kept)

    def results(self, summaries: Iterable[Summary]) -> list[Played]:
        """Everybody's results in these sessions, as far as they are counted."""
        return [result for summary in summaries for result in self.known(summary) or ()]


def _again(summary: Summary, result: SeatResult) -> Played:
    """A kept result with the session it belongs to."""
    player = summary.players[result.seat]
    told = (result.points, result.place, result.won, result.side, result.side_said, len(summary.players))
    return Played(summary.id, summary.game, summary.touched, player.name, player.colour, *told)


def _before(group: tuple[int, ...], seat: int, ranks: Sequence[tuple[int, ...]]) -> bool:
    own = next((place for place, other in enumerate(ranks) if seat in other), 0)
    return ranks.index(group) < own


def records(results: Iterable[Played], by: str = "name") -> tuple[PlayerRecord, ...]:
    """Everybody's record, the most wins first; or every game's or every side's."""
    by_name: dict[str, list[Played]] = {}
    for result in sorted(results, key=lambda result: result.when):
        if getattr(result, by):
            by_name.setdefault(str(getattr(result, by)), []).append(result)
    found = [
        PlayerRecord(
            name,
            len(own),
            sum(result.won for result in own),
            sum(result.points for result in own) / len(own),
            max(result.points for result in own),
            _streak([result.won for result in own]),
        )
        for name, own in by_name.items()
    ]
    return tuple(sorted(found, key=lambda record: (-record.wins, -record.plays, record.name)))


def against(results: Iterable[Played], person: str) -> tuple[PlayerRecord, ...]:
    """A person's record against each other one at the same table; a win is a better place."""
    tables: dict[str, list[Played]] = {}
    for result in results:
        tables.setdefault(result.session, []).append(result)
    met: list[Played] = []
    for table in tables.values():
        own = next((one for one in table if one.name == person), None)
        met += [
            replace(own, name=other.name, won=own.place < other.place)
            for other in table
            if own is not None and other.name != person
        ]
    return tuple(sorted(records(met), key=lambda record: (-record.plays, record.name)))


def by_day(results: Iterable[Played]) -> dict[date, int]:
    """How many games were finished on each day, by the device's own calendar."""
    when = {result.session: result.when for result in results}
    return dict(Counter(datetime.fromtimestamp(moment / 1000).date() for moment in when.values()))


def _streak(won: Sequence[bool]) -> int:
    longest = now = 0
    for one in won:
        now = now + 1 if one else 0
        longest = max(longest, now)
    return longest


def as_csv(results: Iterable[Played]) -> str:
    """Every result as a row for a spreadsheet."""
    rows: list[Sequence[str | int]] = [("session", "game", "when", "name", "side", "points", "place", "won")]
    for one in sorted(results, key=lambda result: (result.when, result.place)):
        when = datetime.fromtimestamp(one.when / 1000, UTC).isoformat(timespec="seconds")
        rows.append((one.session, one.game, when, one.name, one.side, one.points, one.place, int(one.won)))
    return written(rows)


def known_people(store: Store | None) -> list[str]:
    """Everybody with a name of their own who has played here, the most frequent first."""
    numbered = {say("new.player", n=n) for n in range(1, SEATS + 1)}
    return [name for name in store.people() if name not in numbered] if store is not None else []
