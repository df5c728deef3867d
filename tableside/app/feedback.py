"""Haptic and acoustic feedback, always in addition to something visible."""

from __future__ import annotations

import math
import struct
import wave
from functools import cache
from pathlib import Path
from typing import Any

from kivy.utils import platform

from models.database import StoreError
from models.paths import data_folder
from tableside.app.settings import Settings

LONG_PRESS, CONFIRM, REJECT = 0, 16, 17
"""HapticFeedbackConstants of Android."""


def tick(settings: Settings) -> None:
    """Feedback for a confirmed move."""
    _feel(settings, "tick")


def refuse(settings: Settings) -> None:
    """Feedback for a refused move."""
    _feel(settings, "refuse")


def _feel(settings: Settings, name: str) -> None:
    if settings.sounds:
        sound = _sound(name)
        if sound is not None:
            sound.play()
    if settings.haptics and platform == "android":
        _tap(name)


@cache
def _sound(name: str) -> Any | None:
    from kivy.core.audio import SoundLoader

    try:
        file = data_folder() / f"{name}.wav"
        _write(file, 880 if name == "tick" else 330)
    except (OSError, StoreError):
        # No room for a sound is no reason to stop a game.
        return None
    return SoundLoader.load(str(file))


def _write(file: Path, pitch: float) -> None:
    """Synthesise a short sine tone, so that no sound file is shipped."""
    rate, seconds = 22_050, 0.09
    count = int(rate * seconds)
    with wave.open(str(file), "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(rate)
        for n in range(count):
            level = math.sin(2 * math.pi * pitch * n / rate) * math.exp(-n / count * 5) * 0.3
            out.writeframes(struct.pack("<h", int(level * 32_767)))


def _tap(name: str) -> None:
    """Android view haptics; needs no permission, unlike the vibrator."""
    from android.runnable import run_on_ui_thread
    from jnius import autoclass

    view = autoclass("org.kivy.android.PythonActivity").mActivity.getWindow().getDecorView()
    known = autoclass("android.os.Build$VERSION").SDK_INT >= 30
    kind = {"tick": CONFIRM, "refuse": REJECT}[name] if known else LONG_PRESS
    run_on_ui_thread(_perform)(view, kind)


def _perform(view: Any, kind: int) -> None:
    view.performHapticFeedback(kind)
