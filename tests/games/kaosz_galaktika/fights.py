"""Scenarios brought to their firing or bombing step."""

from tests.games.kaosz_galaktika.scenario import Scenario


def fight(dani: str, laci: str, table: str = "", target: str = "colony", **options: object) -> Scenario:
    """A fight that has come to its firing step: ships parted by commas."""
    text = table
    text += "".join(f"\ndani ship {name}" for name in dani.split(", "))
    text += "".join(f"\nlaci ship {name}" for name in laci.split(", ") if name)
    s = Scenario(f"{text}\nturn of dani\ndani attacks laci {target}\nall let", **options)
    s.play("".join(f"dani joins {name}\n" for name in dani.split(", ")) + "dani ready")
    s.play("".join(f"laci joins {name}\n" for name in laci.split(", ") if name) + "laci ready")
    return s.play("dani ready\nlaci ready")


def raid(ships: str, table: str, target: str) -> Scenario:
    """An attack nobody defends, come to its bombing step."""
    return fight(ships, "", table, target)
