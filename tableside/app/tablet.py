"""What only Android can say or do: how much of the screen its own bars cover, and stepping aside."""

from __future__ import annotations

from typing import Any

from kivy.utils import platform

Insets = tuple[int, int, int, int]
"""Left, top, right, bottom, in pixels."""


def activity() -> Any:
    """The app on Java's side."""
    from jnius import autoclass  # type: ignore[import-not-found]

    return autoclass("org.kivy.android.PythonActivity").mActivity


def insets() -> Insets:
    """What the status bar, the navigation bar and a camera hole cover. From Android 15 on an app lies under them."""
    if platform != "android":
        return (0, 0, 0, 0)
    from jnius import autoclass

    if autoclass("android.os.Build$VERSION").SDK_INT < 35:
        return (0, 0, 0, 0)
    found = activity().getWindow().getDecorView().getRootWindowInsets()
    if found is None:
        return (0, 0, 0, 0)
    kinds = autoclass("android.view.WindowInsets$Type")
    covered = found.getInsets(kinds.systemBars() | kinds.displayCutout())
    return (covered.left, covered.top, covered.right, covered.bottom)


def step_aside() -> bool:
    """Back from the first screen: the app goes to the background and stays as it is; whether it can."""
    return bool(activity().moveTaskToBack(True)) if platform == "android" else False
