"""The rulebook, one module for each of its chapters: a function for each kind of move."""
