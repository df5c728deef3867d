"""Android system calls through pyjnius: insets of system bars, moving the task to the back, picking a file, a link."""

from __future__ import annotations

import webbrowser
from collections.abc import Callable
from typing import Any

from kivy.utils import platform

Insets = tuple[int, int, int, int]
"""Left, top, right, bottom, in pixels."""
PICK = 4711
"""Our question among the answers other apps give."""


def activity() -> Any:
    """The app on Java's side."""
    from jnius import autoclass

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


def pick_file(done: Callable[[bytes | None], None], most: int, kind: str = "image/*") -> None:
    """Let the player choose a file with Android's own chooser, which needs no permission; None when none was."""
    import os

    from jnius import autoclass

    from android import activity as results

    intent = autoclass("android.content.Intent")
    wanted = intent(intent.ACTION_GET_CONTENT)
    wanted.setType(kind)
    wanted.addCategory(intent.CATEGORY_OPENABLE)

    def chosen(request: int, result: int, answer: Any) -> None:
        if request != PICK:
            return
        results.unbind(on_activity_result=chosen)
        place = answer.getData() if answer is not None else None
        if place is None:
            done(None)
            return
        opened = activity().getContentResolver().openFileDescriptor(place, "r")
        with os.fdopen(opened.detachFd(), "rb") as stream:
            done(stream.read(most))

    results.bind(on_activity_result=chosen)
    activity().startActivityForResult(wanted, PICK)


def browse(address: str) -> None:
    """Show a web page in the system's browser; the app itself downloads nothing."""
    if platform != "android":
        webbrowser.open(address)
        return
    from jnius import autoclass

    intent, uri = autoclass("android.content.Intent"), autoclass("android.net.Uri")
    activity().startActivity(intent(intent.ACTION_VIEW, uri.parse(address)))


def step_aside() -> bool:
    """Back from the first screen: the app goes to the background and stays as it is; whether it can."""
    return bool(activity().moveTaskToBack(True)) if platform == "android" else False
