"""The Kivy app: screens, views of games, widgets, and what they share."""

from __future__ import annotations


def run() -> None:
    """Open the app."""
    from tableside.app.launch import start

    start()
