"""Effects, actions and what is counted in a few words."""

from __future__ import annotations

from typing import Any

from tableside.core.moves import Text, text
from tableside.games.beyond_the_sun.effects import Action, Count, Counted, Effect, Verb
from tableside.games.beyond_the_sun.refusal import SLUG


def word(key: str, /, **args: Any) -> Text:
    """A text of this game."""
    return text(f"{SLUG}.{key}", **args)


def roman(level: int) -> str:
    """A level as the board writes it."""
    return "I" * level


def colour_words(colours: tuple[str, ...]) -> tuple[Text, ...]:
    """Types in words."""
    return tuple(word(f"colour.{colour}") for colour in colours)


def action_words(action: Action) -> Text:
    """An action in a few words: what it costs and what it does."""
    effects = tuple(effect_words(effect) for effect in action.effects)
    if not action.cost:
        return word("action", effects=effects)
    return word("action_paid", cost=tuple(effect_words(effect) for effect in action.cost), effects=effects)


def effect_words(effect: Effect, left: int | None = None) -> Text:
    """An effect in a few words; `left`: only so many of it are still to come."""
    n = effect.n if left is None else left
    if effect.verb is Verb.BY_HAND:
        return text("core.value", value=effect.note.rstrip(". ")) if effect.note else word("verb.by_hand")
    if effect.verb is Verb.CHOOSE:
        said = word("verb.choose", parts=tuple(_whole(part) for part in effect.of))
    elif effect.verb is Verb.TOGETHER:
        said = _whole(effect.of[0])
    else:
        said = word(
            f"verb.{effect.verb.value}",
            n=n,
            level=roman(effect.level) if effect.verb is Verb.PRIVATE else effect.level,
            levels=tuple(roman(level) for level in effect.may_research),
            track=word(f"track.{effect.track}"),
            deck=effect.deck,
            to=word(f"to.{effect.to}"),
        )
    if effect.known:
        said = word("known_only", effect=said)
    if effect.source == "supply":
        said = word("from_supply", effect=said)
    if n != 1 and effect.verb not in NUMBERED and effect.per is None:
        said = word("times", effect=said, n=n)
    if effect.per is not None and left is None:
        said = word("for_each", effect=said, what=count_words(effect.per))
    if effect.who != "you":
        said = word(f"who.{effect.who}", effect=said)
    return word("optional", effect=said) if effect.optional else said


def _whole(effects: tuple[Effect, ...]) -> Text:
    return word("action", effects=tuple(effect_words(effect) for effect in effects))


def count_words(count: Count) -> Text:
    """What is counted, with its level, type or track."""
    told = [word("of_level", level=roman(count.level) if count.what is Counted.TECHNOLOGIES else count.level)] * bool(
        count.level
    )
    told += [word(f"colour.{count.colour}")] if count.colour else []
    told += [word(f"track.{count.track}")] if count.track else []
    said = word(f"value.{count.what.value}")
    return word("counted", what=said, told=tuple(told)) if told else said


NUMBERED = frozenset({Verb.PAY, Verb.GAIN, Verb.JUMP, Verb.PRIVATE, Verb.SETTLE})
"""Verbs whose words hold the number already."""
