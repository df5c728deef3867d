"""Sets the window up and opens the app; Kivy reads its settings only once, so this comes first."""

from __future__ import annotations

import logging
import os

IDLE_TALK = ("Config:", "Input: MTDev")
"""What Kivy says of itself on a sound machine: its first settings file, a kind of touch screen that is not here."""


def _matters(record: logging.LogRecord) -> bool:
    return not record.getMessage().startswith(IDLE_TALK)


def prepare(width: int = 1280, height: int = 800) -> None:
    """What must be said before Kivy makes a window."""
    os.environ.setdefault("KIVY_NO_ARGS", "1")
    os.environ.setdefault("KIVY_LOG_MODE", "PYTHON")
    if "ANDROID_ARGUMENT" not in os.environ:
        os.environ.setdefault("KIVY_CLIPBOARD", "sdl2")
    logging.getLogger("kivy").addFilter(_matters)
    from kivy.config import Config

    Config.set("graphics", "width", str(width))
    Config.set("graphics", "height", str(height))
    Config.set("graphics", "multisamples", "0")
    Config.set("kivy", "exit_on_escape", "0")
    Config.set("input", "mouse", "mouse,disable_multitouch")


def start() -> None:
    """Open the app and stay until it is closed."""
    prepare()
    from tableside.app.app import TablesideApp

    TablesideApp().run()
