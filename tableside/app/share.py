"""Shares a file through Android's chooser; elsewhere it stays in the data folder."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from kivy.utils import platform

from models.backup import put
from models.paths import subfolder
from tableside.app.i18n import say
from tableside.app.shell import Shell

DOWNLOADS_SINCE = 29
"""Below Android 10 the downloads cannot be reached without a permission; the file stays in the app's own folder."""
KINDS = {
    ".png": "image/png",
    ".csv": "text/csv",
    ".json": "application/json",
    ".zip": "application/zip",
    ".txt": "text/plain",
}


def hand_on(file: Path) -> bool:
    """Offer the file to other apps where the device can; whether it could."""
    if platform != "android":
        return False
    from jnius import JavaException, autoclass, cast

    if autoclass("android.os.Build$VERSION").SDK_INT < DOWNLOADS_SINCE:
        return False
    activity = autoclass("org.kivy.android.PythonActivity").mActivity
    intent = autoclass("android.content.Intent")
    kind = KINDS.get(file.suffix, "application/octet-stream")
    try:
        place = _to_downloads(activity.getContentResolver(), file, kind)
        shared = intent(intent.ACTION_SEND)
        shared.setType(kind)
        shared.putExtra(intent.EXTRA_STREAM, cast("android.os.Parcelable", place))
        shared.addFlags(intent.FLAG_GRANT_READ_URI_PERMISSION)
        activity.startActivity(intent.createChooser(shared, None))
    except (JavaException, OSError):
        return False
    return True


def shared(name: str) -> Path:
    """Where a file that is handed on lies in the data folder; the folder is made when it is missing."""
    return subfolder("shared") / name


def share(app: Shell, file: Path, data: bytes | None = None) -> Path:
    """Write the file unless it is written already, offer it to other apps, and say what it is called."""
    if data is not None:
        put(file, data)
    else:
        file.chmod(0o600)
    hand_on(file)
    app.toast(say("score.saved", file=file.name))
    return file


def _to_downloads(resolver: Any, file: Path, kind: str) -> Any:
    """A copy among the downloads, which others may be given without any permission; its address."""
    from jnius import autoclass

    values = autoclass("android.content.ContentValues")()
    for key, value in (("_display_name", file.name), ("mime_type", kind), ("relative_path", "Download/Tableside")):
        values.put(key, value)
    place = resolver.insert(autoclass("android.provider.MediaStore$Downloads").EXTERNAL_CONTENT_URI, values)
    with os.fdopen(resolver.openFileDescriptor(place, "w").detachFd(), "wb") as out:
        out.write(file.read_bytes())
    return place


def open_link(address: str) -> bool:
    """Open an address with the app it belongs to, where the device can; whether it could."""
    if platform != "android":
        return False
    from jnius import JavaException, autoclass

    intent = autoclass("android.content.Intent")
    wanted = intent(intent.ACTION_VIEW, autoclass("android.net.Uri").parse(address))
    try:
        autoclass("org.kivy.android.PythonActivity").mActivity.startActivity(wanted)
    except JavaException:
        return False
    return True
