"""Every kind of move, in the order of the chapters."""

from tests.sample_games.kavicsok.rules import rolling, taking

PLAYS = (*rolling.PLAYS, *taking.PLAYS)
