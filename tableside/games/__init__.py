"""The games: each folder with a GAME is one."""
