"""The rules by chapter: a function for each kind of move."""
