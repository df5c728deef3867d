"""The rulebook, a chapter to a module."""
