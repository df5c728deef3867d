"""What each event changes on the table, a function of its name; nothing is judged here."""

from tableside.games.kaosz_galaktika.changes import fight, stacked, table

CHANGES = (*table.CHANGES, *stacked.CHANGES, *fight.CHANGES)
