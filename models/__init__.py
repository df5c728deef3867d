"""The saved games and the owner's copy, as SQLModel rows; the only importer of sqlmodel."""
