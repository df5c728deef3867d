"""Tableside: a referee that sits beside a real board game."""

__version__ = "0.2.0"
