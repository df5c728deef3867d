"""Commands that read dice, cards or a whole table from photos."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import typer

from tableside.cli.copying import known_cards, known_faces, load_photo, owned
from tableside.cli.voice import BadInput, dumped, say, write_bytes
from tableside.core.moves import text
from tableside.core.readings import CardReading, DieReading, Readings

WHAT = ("dice", "cards", "table")


def join(app: typer.Typer) -> None:
    """Add these commands."""
    app.command()(scan)


def scan(
    what: str = typer.Argument(..., help="dice, cards or table"),
    photos: list[Path] = typer.Argument(..., help="Photos to read"),
    game: str = typer.Option(None, "--game", help="The game on the table"),
    json_: bool = typer.Option(False, "--json", help="As JSON, one object a photo"),
    overlay: Path = typer.Option(None, "--overlay", help="Draw what was read over the (last) photo"),
    before: Path = typer.Option(None, "--before", help="The table before the roll (dice only)"),
) -> None:
    """Say what lies on the table in a photo."""
    if what not in WHAT:
        raise BadInput(text("cli.scan_what", what=what, known=WHAT))
    if what != "dice" and not game:
        raise BadInput(text("cli.scan_game", what=what))
    if before is not None and what != "dice":
        raise BadInput(text("cli.scan_before", what=what))
    read = _reader(what, game, load_photo(before) if before is not None else None)
    names = names_of(owned(game).game().catalog) if game else {}
    for photo in photos:
        image = load_photo(photo)
        readings = read(image)
        if json_:
            typer.echo(dumped(as_json(str(photo), readings, names)))
        else:
            show(photo, readings, names)
        if overlay is not None:
            from vision.images import as_png
            from vision.overlay import draw

            write_bytes(overlay, as_png(draw(image, readings)))


def _reader(what: str, game: str | None, before: Any) -> Any:
    copy = owned(game) if game else None
    faces = known_faces(copy) if copy else None
    if what == "dice":
        from vision import dice

        return lambda image: dice.read(image, faces=faces, before=before)
    gallery = known_cards(copy)
    if what == "cards":
        from vision import cards

        return lambda image: cards.recognise(image, gallery)
    from vision import dice_on_cards

    return lambda image: dice_on_cards.read(image, gallery, faces=faces)


def names_of(records: Iterable[tuple[str, str, Any]]) -> dict[str, str]:
    """What the things of the owner's copy are called, by id, as far as their records say."""
    called = ((id, getattr(record, "name", None) or getattr(record, "title", None)) for _, id, record in records)
    return {id: str(name) for id, name in called if name}


def as_json(file: str, readings: Readings, names: Mapping[str, str] = MappingProxyType({})) -> dict[str, Any]:
    """What was read, as the command line prints it; a card without a name of its own goes by its id."""
    return {
        "file": file,
        "verdict": readings.verdict.value,
        "advice": [say(advice.text) for advice in readings.advice],
        "dice": [_die(die) for die in readings.dice],
        "cards": [_card(card, names) for card in readings.cards],
        "ms": round(readings.ms, 1),
    }


def _die(die: DieReading) -> dict[str, Any]:
    return {
        "value": die.value,
        "kind": die.kind.value,
        "box": [round(number, 1) for number in die.box],
        "turned": [round(number, 1) for number in die.turned],
        "quad": [[round(x, 1), round(y, 1)] for x, y in die.quad],
        "colour": die.colour,
        "alternatives": {str(one.value): round(one.p, 4) for one in die.alternatives},
        "card": die.card,
    }


def _card(card: CardReading, names: Mapping[str, str]) -> dict[str, Any]:
    return {
        "id": card.id,
        "name": names.get(card.id or "", card.id),
        "alternatives": {str(one.value): round(one.p, 4) for one in card.alternatives},
        "quad": [[round(x, 1), round(y, 1)] for x, y in card.quad],
        "shape": card.shape,
        "turn": card.turn,
        "angle": round(card.angle, 1),
        "face": card.face,
        "covered": round(card.covered, 2),
    }


def show(photo: Path, readings: Readings, names: Mapping[str, str] = MappingProxyType({})) -> None:
    """What was read, for people."""
    verdict = text(f"cli.verdict.{readings.verdict.value}")
    typer.echo(say(text("cli.read", file=str(photo), verdict=verdict, ms=round(readings.ms))))
    for die in readings.dice:
        others = tuple(f"{one.value}: {one.p:.0%}" for one in die.alternatives[:3])
        value = die.value if die.value is not None else "?"
        typer.echo(say(text("cli.read_die", value=value, colour=text(f"vision.colour.{die.colour}"), others=others)))
    for card in readings.cards:
        called = [(names.get(str(one.value), str(one.value)), one.p) for one in card.alternatives[:3]]
        others = tuple(f"{name}: {p:.0%}" for name, p in called)
        typer.echo(say(text("cli.read_card", id=called[0][0] if called else "?", turn=card.turn, others=others)))
    for advice in readings.advice:
        typer.echo("  " + say(advice.text))
