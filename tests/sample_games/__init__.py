"""Further games, to show that a folder is all a game needs."""
