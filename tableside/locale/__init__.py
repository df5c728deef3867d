"""The words of everything that is not a game's own."""
