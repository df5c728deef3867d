"""What only Android can do, with Java played by fakes: bars, back, the chooser, haptics and sharing."""

import os
import sys
import types
from pathlib import Path
from typing import Any

import pytest

from tableside.app import android as system
from tableside.app import feedback, share
from tableside.app.screens import camera as camera_screen
from tableside.app.settings import Settings


class Fake:
    """Answers to any name; what is called is noted."""

    def __init__(self, **known: Any) -> None:
        self.calls: list[Any] = []
        self.__dict__.update(known)

    def __getattr__(self, name: str) -> Any:
        return lambda *given: self.calls.append((name, *given))


@pytest.fixture
def android(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Java's classes by name, for `autoclass`."""
    classes: dict[str, Any] = {}
    jnius = types.ModuleType("jnius")
    jnius.autoclass = lambda name: classes[name]  # type: ignore[attr-defined]
    jnius.cast = lambda kind, thing: thing  # type: ignore[attr-defined]
    jnius.JavaException = type("JavaException", (Exception,), {})  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "jnius", jnius)
    for module in (system, camera_screen, feedback, share):
        monkeypatch.setattr(module, "platform", "android")
    return classes


def test_what_the_bars_cover_is_asked_from_android_fifteen_on(android: dict[str, Any]) -> None:
    covered = Fake(left=0, top=63, right=0, bottom=126)
    kinds: list[int] = []
    insets = Fake(getInsets=lambda kind: (kinds.append(kind), covered)[1])
    window = Fake(getDecorView=lambda: Fake(getRootWindowInsets=lambda: insets))
    android["org.kivy.android.PythonActivity"] = Fake(mActivity=Fake(getWindow=lambda: window))
    android["android.view.WindowInsets$Type"] = Fake(systemBars=lambda: 7, displayCutout=lambda: 128)
    android["android.os.Build$VERSION"] = Fake(SDK_INT=36)
    assert system.insets() == (0, 63, 0, 126)
    assert kinds == [135]
    android["android.os.Build$VERSION"] = Fake(SDK_INT=34)
    assert system.insets() == (0, 0, 0, 0), "below, Android itself leaves room for its bars"


def test_back_on_the_first_screen_steps_aside(android: dict[str, Any]) -> None:
    aside: list[bool] = []
    android["org.kivy.android.PythonActivity"] = Fake(
        mActivity=Fake(moveTaskToBack=lambda on: aside.append(on) or True)
    )
    assert system.step_aside() and aside == [True]


def test_a_photo_is_chosen_with_androids_own_chooser(
    android: dict[str, Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "photo.jpg"
    file.write_bytes(b"a photo" * 10)
    bound: list[Any] = []
    results = Fake(bind=lambda on_activity_result: bound.append(on_activity_result), unbind=lambda **_: bound.clear())
    package = types.ModuleType("android")
    package.activity = results  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "android", package)
    opened = Fake(detachFd=lambda: os.open(file, os.O_RDONLY))
    started: list[Any] = []
    activity = Fake(
        getContentResolver=lambda: Fake(openFileDescriptor=lambda place, mode: opened),
        startActivityForResult=lambda intent, number: started.append(number),
    )
    android["org.kivy.android.PythonActivity"] = Fake(mActivity=activity)

    class Intent(Fake):
        ACTION_GET_CONTENT = "get"
        CATEGORY_OPENABLE = "openable"

        def __init__(self, action: str) -> None:
            super().__init__()

    android["android.content.Intent"] = Intent
    answers: list[bytes | None] = []
    system.pick_file(answers.append, 20)
    bound[0](1, 0, None)
    assert answers == [], "an answer to somebody else's question"
    bound[0](started[0], -1, Fake(getData=lambda: "content://photo"))
    assert answers == [(b"a photo" * 10)[:20]] and not bound
    system.pick_file(answers.append, 20)
    bound[0](started[0], 0, None)
    assert answers[1] is None


@pytest.mark.parametrize(("version", "felt"), [(36, [16, 17]), (24, [0, 0])])
def test_what_is_felt_needs_no_permission(
    android: dict[str, Any], monkeypatch: pytest.MonkeyPatch, version: int, felt: list[int]
) -> None:
    runnable = types.ModuleType("android.runnable")
    runnable.run_on_ui_thread = lambda work: work  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "android", types.ModuleType("android"))
    monkeypatch.setitem(sys.modules, "android.runnable", runnable)
    view = Fake()
    activity = Fake(getWindow=lambda: Fake(getDecorView=lambda: view))
    android["org.kivy.android.PythonActivity"] = Fake(mActivity=activity)
    android["android.os.Build$VERSION"] = Fake(SDK_INT=version)
    feedback.tick(Settings())
    feedback.refuse(Settings())
    assert view.calls == [("performHapticFeedback", kind) for kind in felt]
    feedback.tick(Settings(haptics=False))
    assert len(view.calls) == 2


def test_a_sound_that_cannot_be_written_is_no_obstacle(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    monkeypatch.setenv("TABLESIDE_DATA", str(tmp_path / "file" / "below"))
    feedback._sound.cache_clear()
    feedback.tick(Settings(sounds=True))
    assert feedback._sound("tick") is None, "there is no sound, and nobody was stopped by that"
    feedback._sound.cache_clear()


def test_a_file_is_handed_on_through_the_downloads(android: dict[str, Any], tmp_path: Path) -> None:
    file, copy = tmp_path / "score.csv", tmp_path / "copy"
    file.write_bytes(b"a,b")
    values, started = Fake(), []
    resolver = Fake(
        insert=lambda place, what: f"{place}/1",
        openFileDescriptor=lambda place, mode: Fake(detachFd=lambda: os.open(copy, os.O_WRONLY | os.O_CREAT)),
    )
    activity = Fake(getContentResolver=lambda: resolver, startActivity=started.append)

    class Intent(Fake):
        ACTION_SEND, EXTRA_STREAM, FLAG_GRANT_READ_URI_PERMISSION = "send", "stream", 1
        createChooser = staticmethod(lambda intent, title: intent)  # noqa: N815

        def __init__(self, action: str) -> None:
            super().__init__()

    android["org.kivy.android.PythonActivity"] = Fake(mActivity=activity)
    android["android.content.Intent"] = Intent
    android["android.content.ContentValues"] = lambda: values
    android["android.provider.MediaStore$Downloads"] = Fake(EXTERNAL_CONTENT_URI="content://downloads")
    android["android.os.Build$VERSION"] = Fake(SDK_INT=36)
    assert share.hand_on(file)
    assert copy.read_bytes() == b"a,b"
    assert ("put", "_display_name", "score.csv") in values.calls
    assert ("putExtra", "stream", "content://downloads/1") in started[0].calls
    android["android.os.Build$VERSION"] = Fake(SDK_INT=28)
    assert not share.hand_on(file), "below Android 10 it stays in the app's own folder"
    assert len(started) == 1
