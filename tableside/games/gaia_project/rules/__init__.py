"""The rulebook, a module for each of its chapters."""
