"""B: what to lay out before the game, to be ticked off."""

from __future__ import annotations

from tableside.core.moves import Text, text
from tableside.games.gaia_project.content import SLUG
from tableside.games.gaia_project.rules.laying import layout
from tableside.games.gaia_project.state import Rules


def checklist(rules: Rules, seats: int) -> tuple[Text, ...]:
    """The setup in order."""

    def line(key: str, **args: object) -> Text:
        return text(f"{SLUG}.check.{key}", **args)

    small = seats < 3
    lines = [line("start_player"), line("sectors_small" if small else "sectors_large")]
    if rules.map == "standard":
        faces = tuple(place[0] for place in layout(seats))
        lines.append(line("map_standard", faces=faces))
    else:
        lines += [line(f"map_{rules.map}"), line("map_neighbours")]
    lines += [
        line("techs"),
        line("advanced"),
        line("track_token"),
        line("tokens"),
        line("rounds"),
        line("finals"),
        line("boosters", n=seats + 3),
        line("supply"),
        line("factions_first" if rules.setup == "first" else "factions"),
        line("boards"),
        line("markers"),
        line("level1"),
        line("points"),
        line("satellites"),
        line("special"),
        line("mines"),
        line("booster_choice"),
    ]
    if small:
        lines.append(line("neutral"))
    if rules.turn_order == "pass":
        lines.append(line("order_card"))
    return tuple(lines)
