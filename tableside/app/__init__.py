"""The app on the table."""

from __future__ import annotations


def run() -> None:
    """Open the app."""
    from tableside.app.start import start

    start()
