"""What each event changes: one function for an event, and nothing is judged."""

from tableside.games.kaosz_galaktika.changes import fight, stacked, table

CHANGES = (*table.CHANGES, *stacked.CHANGES, *fight.CHANGES)
