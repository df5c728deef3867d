"""Dice: found, read, named by colour, and trusted only as far as they should be."""

from vision.dice.read import decoded, read

__all__ = ["decoded", "read"]
