"""Somebody who opens the box, knows nothing yet, answers whatever is asked at random, and reads every word shown.

What may stand on a screen: words of the language's own messages, numbers, players' names, names printed on or given
to things of the copy, and the few words a game names in PRINTED. Anything else is an id or a word of another language.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any
from unittest.mock import patch

from babel.messages.pofile import read_po

from models.store import Seated
from tableside.app.form_fields import Asked, Node, blank, blank_object, fields_of, record_fields
from tableside.app.move_builder import MoveBuilder
from tableside.core import codec, manual_edit, notation, registry
from tableside.core.catalog import CatalogError
from tableside.core.game import Choice, Game
from tableside.core.moves import Move, Plain, Text
from tableside.core.readings import Readings, Verdict
from tableside.core.ruling import Illegal, Need
from tableside.core.table import Preview, RefusedError, Table
from tableside.language import LANGUAGES, folder, language
from tests import contract

NAMES = ("Anna", "Béla", "Cili", "Dávid", "Elek", "Flóra")
TOLD = ("Zorblax", "Quimby", "Vexor")
"""What somebody types where words are asked for."""
PRINTED = {
    "beyond_the_sun": "Sol|[A-F]|I+",
    "gaia_project": r"[0-9]{1,2}[ABC][0-9]*|terra",
    "kaosz_galaktika": "bunker|robot|Xeno|Zarg|X",
    "onward_to_venus": "Mars|tank",
}
"""What is printed on the things of a game, or is called the same in both languages, as a pattern of whole words."""
VOCABULARIES = ("core", "app", "vision", "models")
MOVES = 400
TRIES = 40
PARTS_MOST = 8
DEEPEST = 4


@cache
def words_of(vocabulary: str, code: str) -> frozenset[str]:
    """Every word of a vocabulary's messages."""
    place = folder(vocabulary)
    assert place is not None
    with (place / code / "LC_MESSAGES" / f"{vocabulary}.po").open("rb") as stream:
        messages = [str(message.string) for message in read_po(stream) if message.id]
    found: set[str] = set()
    for message in messages:
        plain = re.sub(r"\{\w+(?::([^}]*))?\}", lambda field: f" {field.group(1) or ''} ", message)
        found |= set(re.findall(r"\w+", plain))
    return frozenset(found)


class Eyes:
    """Reads everything shown at a table in both languages and notes what nobody should see."""

    def __init__(self, game: Game[Any]) -> None:
        self.slug = game.slug
        titles = {code: set(re.findall(r"\w+", game.info.title[code])) for code in LANGUAGES}
        self.words = {
            code: titles[code].union(*(words_of(one, code) for one in (*VOCABULARIES, game.slug))) for code in LANGUAGES
        }
        self.lower = {code: {word.lower() for word in words} for code, words in self.words.items()}
        self.printed = re.compile(f"(?:{PRINTED.get(game.slug, '(?!)')})\\Z")
        self.own = {word for name in NAMES + TOLD for word in name.split()}
        self.ids: set[str] = set()
        self.know(game)
        self.problems: dict[tuple[str, str, str], dict[str, str]] = {}
        """Kind of problem, language and message, with the words of each and where they stood."""
        self._seen: set[Text] = set()

    def know(self, game: Game[Any]) -> None:
        """The ids of the copy, and the names printed on its things."""
        for table, id, record in game.catalog:
            self.ids |= {table, id}
            for field in ("name", "title"):
                self.own |= set(re.findall(r"\w+", str(getattr(record, field, None) or "")))

    def see(self, where: str, *shown: Text | None) -> None:
        """Texts as they stand on the screen."""
        for one in shown:
            if one is not None and one not in self._seen:
                self._seen.add(one)
                self._read(where, one)

    def _read(self, where: str, shown: Text) -> None:
        said = {code: language(code, NAMES).say(shown) for code in LANGUAGES}
        left: dict[str, list[str]] = {}
        for code, words in said.items():
            if "⟦" in words or not words.strip():
                contract.without_words(shown, code, words, contract.WORDLESS)
                self._note(where, "no words", shown, code, shown.key.partition("|")[0], words)
                continue
            left[code] = [word for word in re.findall(r"\w+", words) if not self._free(word)]
            for word in left[code]:
                if word not in self.words[code] and (word in self.ids or word.lower() not in self.lower[code]):
                    kind = "an id" if word in self.ids else "a foreign word"
                    self._note(where, kind, shown, code, word, words)
        if len(left) == 2 and all(left.values()) and said["hu"] == said["en"]:
            self._note(where, "the same in both languages", shown, "hu", said["hu"], said["hu"])

    def _free(self, word: str) -> bool:
        """Whether a word needs no language: a number, somebody's name, what is printed on a thing."""
        return word.isdigit() or word in self.own or bool(self.printed.match(word))

    def _note(self, where: str, kind: str, shown: Text, code: str, word: str, words: str) -> None:
        key = shown.key.partition(".")[0] if kind == "no words" else shown.key
        self.problems.setdefault((kind, code, key), {}).setdefault(word, f"{where}: {words!r}")

    def report(self) -> str:
        """What was seen, one paragraph for each message."""
        lines: list[str] = []
        for (kind, code, key), words in sorted(self.problems.items()):
            listed = sorted(words) if kind == "no words" else [*sorted(words)[:8], *(["..."] if len(words) > 8 else [])]
            lines.append(f"{kind} in {code}, message {key}: {', '.join(listed)}")
            if kind != "no words":
                lines.append(f"    {next(iter(words.values()))}")
        return "\n".join(lines)


@dataclass(frozen=True)
class Sitting:
    """A table with players, kept in memory only."""

    table: Table
    players: tuple[Seated, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.players)


class StuckError(AssertionError):
    """Nobody can go on."""


class Newcomer:
    """Plays a game by answering what is asked."""

    def __init__(self, slug: str, seats: int, seed: object, options: dict[str, Any] | None = None) -> None:
        self.chance = random.Random(f"fresh box {slug} {seats} {seed}")
        game = registry.find(slug)
        self.table = Table(game, options or {}, seats)
        self.eyes = Eyes(game)
        self.eyes.see("checklist", *game.checklist(self.table.options, seats))
        self.table.run_routine()
        self.sitting: Any = Sitting(self.table, tuple(Seated(name) for name in NAMES[:seats]))
        self.play = MoveBuilder(self.sitting)
        self.moves = self.depth = 0
        self.told: set[str] = set()
        """Tables of the copy in which something new could be told."""
        self.path: list[str] = []
        """The answers given since the last confirmed move."""

    @property
    def game(self) -> Game[Any]:
        return self.table.game

    def go_on(self, most: int = MOVES) -> None:
        """Play to the end of the game, or so many moves."""
        while not self.play.over and self.moves < most:
            self.path = []
            self.look()
            if not (self.try_anything() or self.play.over or self.search()):
                raise StuckError(f"no way on in {language('en').say(self.game.phase(self.table.state))!r}")
            if self.play.ready:
                self.confirm()
        self.look()

    # -- what is seen --------------------------------------------------------------------------

    def look(self) -> None:
        """The state as every page of the table shows it."""
        game, state, eyes = self.game, self.table.state, self.eyes
        eyes.see("phase", game.phase(state))
        for line in game.score(state):
            eyes.see("score", line.label, line.detail)
        outcome = game.outcome(state)
        if outcome is not None:
            eyes.see("outcome", outcome.reason, *(step.label for step in outcome.trace))
        for seat in (None, *range(self.table.seats)):
            eyes.see("by hand", *(counter.label for counter in game.counters(state, seat)))
        if game.expect(state) is not None:
            for guess in game.read(state, Readings(Verdict.NONE, (4000, 3000))):
                eyes.see("photo", game.say_move(state, guess.move))

    def look_at(self, choice: Choice) -> None:
        """A question with all its answers."""
        eyes = self.eyes
        eyes.see(f"question {choice.slot}", choice.label)
        eyes.see("ready", *(self.table.say_move(self.table.state, made) for made in choice.ready))
        if choice.new is not None:
            eyes.see(f"question {choice.slot}", choice.new.text)
            self.told.add(choice.new.table)
        possible = [offer for offer in choice.offers if offer.why_not is None]
        for offer in (*choice.offers, *choice.parts):
            eyes.see(f"answer to {choice.slot}", offer.label, offer.why_not.reason if offer.why_not else None)
            if offer.why_not is None and len(possible) <= 6:
                self.play.worth(choice.slot, offer.value)

    def look_why(self, refusal: Illegal) -> None:
        """A refusal with what is missing and what could be done instead."""
        self.eyes.see("refusal", refusal.reason, *(need.text for need in refusal.needs))
        for near in refusal.nearest:
            self.eyes.see("instead", self.table.say_move(self.table.state, near))

    # -- answering -----------------------------------------------------------------------------

    def try_anything(self) -> bool:
        """Whether some random answers led to a move that can be confirmed."""
        for _ in range(TRIES):
            if self.play.over:
                return False
            self.play.restart(self.chance.choice(self.play.acting))
            self.path = [f"seat {self.play.seat}"]
            if self.answer_all():
                return True
        return False

    def answer_all(self) -> bool:
        """Answer until the move can be confirmed, or nothing leads on."""
        if self.play.by_chance and self.chance.random() < 0.1:
            with patch("tableside.app.lots._chance", self.chance):
                told = self.play.draw()
            self.eyes.see("lots", told)
            self.path.append("lots")
            if told is None:
                return self.play.ready
        for _ in range(200):
            if self.play.ready:
                return True
            if isinstance(self.play.preview, Illegal):
                self.look_why(self.play.preview)
                if not self.tell_any(self.play.preview):
                    return False
            elif not self.play.choices:
                return False
            else:
                choice = self.chance.choice(self.play.choices)
                self.look_at(choice)
                if not self.answer(choice):
                    return False
        return False

    def answer(self, choice: Choice) -> bool:
        """Fill one slot at random; whether something could be put there."""
        possible = [offer for offer in choice.offers if offer.why_not is None]
        refused = [offer for offer in choice.offers if offer.why_not is not None]
        if refused and (not possible or self.chance.random() < 0.1):
            offer = self.chance.choice(refused)
            assert offer.why_not is not None
            why = self.play.why(choice.slot, offer.value, offer.why_not)
            self.look_why(why)
            if self.tell_any(why):
                return True
        ways: list[Any] = [self.choose_offer] * bool(possible) + [self.choose_parts] * (2 * bool(choice.parts))
        ways += [self.choose_new] * (choice.new is not None)
        return bool(ways) and bool(self.chance.choice(ways)(choice))

    def choose_offer(self, choice: Choice) -> bool:
        offer = self.chance.choice([offer for offer in choice.offers if offer.why_not is None])
        self.put(choice.slot, offer.value, offer.label)
        return True

    def choose_parts(self, choice: Choice) -> bool:
        """Some of the parts, in any order, each at most as often as it may be taken; now and then one is put back."""
        play = self.play
        every = [part for part in choice.parts for _ in range(part.most)]
        for part in self.chance.sample(every, self.chance.randint(0, min(len(every), PARTS_MOST))):
            live = play.part(choice.slot, part.value)
            if live is None or live.why_not is not None or play.toggled.count(part.value) >= live.most:
                continue
            self.path.append(f"{choice.slot}+{part.value!r}")
            play.toggle(part.value)
            if play.toggled and self.chance.random() < 0.1:
                play.take_out(self.chance.choice(play.toggled))
            self.eyes.see(f"picked {choice.slot}", *play.part_labels(), play.verdict.reason if play.verdict else None)
        if not play.ready:
            play.settle_parts()
        return True

    def choose_new(self, choice: Choice) -> bool:
        """Something the copy does not know: it is told, then chosen."""
        assert choice.new is not None
        draft = self.play.draft()
        id = self.tell(choice.new)
        if id is None or not self.come_back(draft):
            return False
        self.path.append(f"{choice.slot}=new {id}")
        self.play.put_new(choice.slot, choice.new.table, id)
        return True

    def put(self, slot: str, value: Plain, label: Text) -> None:
        self.path.append(f"{slot}={value!r}")
        self.eyes.see(f"chosen {slot}", label)
        self.play.choose(slot, value, label)

    def come_back(self, draft: dict[str, Any]) -> bool:
        """The table again after a form, with everything chosen as before; whether it is still the same turn."""
        seat = self.play.seat
        self.play = MoveBuilder(self.sitting)
        self.play.resume(draft)
        return self.play.seat == seat and not self.play.over

    def tell_any(self, refusal: Illegal) -> bool:
        """Tell one of the facts a refusal asks for."""
        draft = self.play.draft()
        if not refusal.needs or self.tell(self.chance.choice(refusal.needs)) is None:
            return False
        return self.come_back(draft)

    # -- teaching ------------------------------------------------------------------------------

    def tell(self, need: Need) -> str | None:
        """Fill the form of a record at random until it is taken; its id."""
        self.eyes.see("form", need.text)
        id = need.id or self.game.catalog.fresh(need.table)
        kind = self.game.tables[need.table]
        for _ in range(TRIES):
            known = self.game.catalog.find(need.table, id)
            data = blank_object(kind) if known is None else codec.encode(known)
            data |= codec.encode(dict(need.given))
            for asked in record_fields(kind):
                if asked.name in dict(need.given):
                    continue
                # What is only guessed may be wrong: somebody with the thing in hand sets it right.
                guessed = known is not None and not known.sure and self.chance.random() < 0.3
                untold = data[asked.name] in (None, "") and self.chance.random() < 0.5
                if asked.name in need.keys or untold or guessed:
                    data[asked.name] = self.filled(asked.node, asked)
                    if data[asked.name] is None and asked.name in need.keys:
                        data[asked.name] = self.filled(asked.node.parts[0], asked)
            try:
                self.table.learn(need.table, id, {**data, "source": "your copy", "sure": True})
            except (CatalogError, codec.CodecError) as error:
                self.eyes.see("form refused", error.problem)
            except RefusedError as error:
                self.look_why(error.illegal)
            else:
                self.path.append(f"told {need.table} {id}: {data}")
                self.eyes.know(self.game)
                self.eyes.see("name", self.game.say_record(need.table, id))
                return id
        self.path.append(f"could not tell {need.table} {' '.join(need.keys)}")
        return None

    def filled(self, shape: Node, asked: Asked | None = None) -> Any:
        """A random answer of this shape."""
        chance = self.chance
        match shape.kind:
            case "int":
                least = asked.minimum if asked and asked.minimum is not None else 0
                return chance.randint(least, asked.maximum if asked and asked.maximum is not None else least + 5)
            case "float":
                return float(chance.randint(0, 5))
            case "bool":
                return chance.random() < 0.5
            case "str" if asked is not None and asked.of:
                return chance.choice(list(self.game.catalog.table(asked.of)) or TOLD)
            case "str":
                return chance.choice(TOLD)
            case "enum":
                return chance.choice(shape.values)
            case "optional":
                return None if chance.random() < 0.3 else self.filled(shape.parts[0], asked)
            case "bag":
                return chance.choices(shape.values, k=chance.randint(0, 3))
            case "list":
                self.depth += 1  # a thing may hold things of its own kind
                count = max(shape.least, chance.randint(0, 3) if self.depth < DEEPEST else 0)
                made = [self.filled(shape.parts[0], asked if asked and asked.of else None) for _ in range(count)]
                self.depth -= 1
                return made
            case "fixed":
                return [self.filled(part) for part in shape.parts]
            case "object":
                return self.object(shape.type)
            case "tagged":
                which = chance.randrange(len(shape.parts))
                return {**self.filled(shape.parts[which]), "type": shape.values[which]}
            case "union":
                return self.filled(chance.choice(shape.parts))
        return blank(shape)

    def object(self, kind: Any) -> dict[str, Any]:
        data = blank_object(kind)
        return {**data, **{asked.name: self.filled(asked.node, asked) for asked in fields_of(kind)}}

    # -- deciding ------------------------------------------------------------------------------

    def confirm(self) -> None:
        """Read what would follow, make the move, and read the log."""
        play, eyes = self.play, self.eyes
        assert isinstance(play.preview, Preview)
        state, made = play.state, play.partial
        self.path.append(f"confirm {notation.write(made)}")
        eyes.see("move", play.table.say_move(state, made))
        eyes.see("caution", *(caution.text for caution in play.preview.legal.cautions))
        for happened in play.preview.legal.events:
            eyes.see("event", play.table.say_event(state, happened))
            state = manual_edit.apply(self.game, state, happened)
        before = len(self.table.log.entries)
        play.confirm()
        for entry in self.table.log.entries[before:]:
            told = self.table.explain(entry.number)
            eyes.see("log", told.move, *(words for words, _ in told.events))
        self.moves += 1

    def search(self) -> bool:
        """Whether any answers at all lead to a move, tried one after the other."""
        for seat in self.play.acting:
            for made in self.reached(Move(seat, ""), [2000]):
                self.play.take(made)
                self.path = [f"seat {seat}", f"found by search {notation.write(made)}"]
                return self.play.ready
        return False

    def reached(self, partial: Move, budget: list[int]) -> Iterator[Move]:
        """Whole moves that can be answered together from here, and stand."""
        budget[0] -= 1
        if budget[0] < 0:
            return
        choices = self.game.choices(self.table.state, partial)
        if not choices and partial.kind and self.table.propose(partial).legal:
            yield partial
        for choice in choices[:1]:
            slot = choice.slot
            every = [part.value for part in choice.parts for _ in range(part.most) if part.why_not is None]
            values = [offer.value for offer in choice.offers if offer.why_not is None]
            for count in range(PARTS_MOST + 1) if choice.parts else ():
                values += [tuple(every[:count]), tuple(every[len(every) - count :])]
            for value in values:
                chosen = Move(partial.seat, value) if slot == "kind" else partial.given(**{slot: value})
                yield from self.reached(chosen, budget)


def told_tables(game: Game[Any]) -> list[str]:
    """The tables of a copy in which something is not known from the start."""
    return [
        table
        for table, kind in game.tables.items()
        if not game.catalog.table(table)
        or any(
            not record.sure or any(getattr(record, asked.name) is None for asked in record_fields(kind))
            for record in game.catalog.table(table).values()
        )
    ]


def form_texts(game: Game[Any], table: str) -> Iterator[tuple[str, Text]]:
    """Every label and value the form of a table can show; without a table it is the form of a final position."""
    slug = game.slug
    if table:
        yield table, Text(f"{slug}.table.{table}")
        yield table, Text(f"{slug}.tables.{table}")

    def walk(asked: Asked, inside: str) -> Iterator[tuple[str, Text]]:
        name = asked.name
        own = f"{slug}.field.{table}.{name}|" if table else ""
        yield inside, Text(f"{own}{slug}.field.{name}")
        yield from values(asked.node, f"{inside}.{name}")

    def values(shape: Node, inside: str) -> Iterator[tuple[str, Text]]:
        if inside.count(".") > 6:
            return
        if shape.kind in ("enum", "bag", "tagged"):
            for value in shape.values:
                if any(letter.isalpha() for letter in str(value)):
                    yield f"{inside} {value}", Text(f"{slug}.value.{value}|{slug}.good.{value}")
        for part in shape.parts:
            yield from values(part, inside)
        if shape.kind == "object":
            for asked in fields_of(shape.type):
                yield from walk(asked, inside)

    for asked in record_fields(game.tables[table]) if table else fields_of(game.position_type):
        yield from walk(asked, table)
