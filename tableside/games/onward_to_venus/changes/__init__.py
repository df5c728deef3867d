"""What each event changes on the table, a function of its name; nothing is judged here."""

from tableside.games.onward_to_venus.changes import cards, course, crises, pieces

CHANGES = (*course.CHANGES, *pieces.CHANGES, *cards.CHANGES, *crises.CHANGES)
