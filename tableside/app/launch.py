"""Configures Kivy before its first import, because it reads its configuration once, and runs the app."""

from __future__ import annotations

import logging
import os

IDLE_TALK = ("Config:", "Input: MTDev")
"""Kivy log messages that are normal on a healthy machine and are filtered out."""


def _matters(record: logging.LogRecord) -> bool:
    return not record.getMessage().startswith(IDLE_TALK)


def prepare(width: int = 1280, height: int = 800) -> None:
    """Set Kivy's configuration; must run before a window exists."""
    os.environ.setdefault("KIVY_NO_ARGS", "1")
    os.environ.setdefault("KIVY_LOG_MODE", "PYTHON")
    if "KIVY_HOME" not in os.environ:
        # Kivy would make ~/.kivy and keep there what is set below.
        os.environ.setdefault("KIVY_NO_CONFIG", "1")
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
    """Run the app; blocks until it is closed."""
    prepare()
    from tableside.app.app import TablesideApp

    TablesideApp().run()
