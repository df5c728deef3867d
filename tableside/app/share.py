"""Hands a file to whoever the device offers; on a desk it simply lies in the data folder."""

from __future__ import annotations

from pathlib import Path

from kivy.utils import platform


def hand_on(file: Path) -> None:
    """Offer the file to other apps where the device can."""
    if platform != "android":
        return
    from jnius import autoclass, cast  # type: ignore[import-not-found]

    intent = autoclass("android.content.Intent")
    activity = autoclass("org.kivy.android.PythonActivity").mActivity
    provider = autoclass("androidx.core.content.FileProvider")
    shared = intent(intent.ACTION_SEND)
    kind = {".png": "image/png", ".csv": "text/csv", ".json": "application/json"}.get(file.suffix, "*/*")
    shared.setType(kind)
    place = provider.getUriForFile(
        activity, activity.getPackageName() + ".fileprovider", autoclass("java.io.File")(str(file))
    )
    shared.putExtra(intent.EXTRA_STREAM, cast("android.os.Parcelable", place))
    shared.addFlags(intent.FLAG_GRANT_READ_URI_PERMISSION)
    activity.startActivity(intent.createChooser(shared, None))


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
