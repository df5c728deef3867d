"""The tablet's camera with Java played by fakes: sizes, focus, rotation, permission, torch, stills, and failures."""

import os
import sys
import threading
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from models.store import Store
from tableside.app import feel, sample, share, tablet, tablet_camera
from tableside.app.screens import camera as camera_screen
from tableside.app.settings import Settings
from tableside.app.tablet_camera import Lens, TabletCamera, nearest_size, upright
from tests.app.driver import Person
from vision.camera import NoCamera, from_nv21, turned

LENSES = (Lens(0, False, 270), Lens(1, True, 90))


class FakeDevice:
    def __init__(self, answers: bool = True, focus: tuple[str, ...] = ("auto", "continuous-picture")) -> None:
        self.calls: list[object] = []
        self.answers, self.modes = answers, focus
        self.each = None

    def preview_sizes(self):
        return [(320, 240), (1280, 720), (1920, 1080)]

    def still_sizes(self):
        return [(640, 480), (4000, 3000), (8000, 6000)]

    def focus_modes(self):
        return self.modes

    def torch_modes(self):
        return ("off", "torch")

    def configure(self, *given):
        self.calls.append(("configure", *given))

    def set_torch(self, mode):
        self.calls.append(("torch", mode))

    def set_turn(self, turn):
        self.calls.append(("turn", turn))

    def focus(self, done):
        self.calls.append("focus")
        done()

    def start(self, each):
        self.each = each

    def shoot(self, done):
        if self.answers:
            threading.Thread(target=done, args=(b"\xff\xd8 jpeg",)).start()

    def resume(self):
        self.calls.append("resume")

    def release(self):
        self.calls.append("release")


class FakeJava:
    def __init__(self, device=None, permission=True, lenses=LENSES, turn=0) -> None:
        self.device, self.permission, self.found, self.turn = device or FakeDevice(), permission, lenses, turn
        self.asked = 0

    def allowed(self):
        return self.permission

    def ask(self, answer):
        self.asked += 1
        answer(self.permission)

    def lenses(self):
        return self.found

    def open(self, number):
        if isinstance(self.device, Exception):
            raise self.device
        self.number = number
        return self.device

    def display_turn(self):
        return self.turn


def nv21(width: int, height: int, light: int) -> bytes:
    return bytes([light]) * (width * height) + bytes([128]) * (width * height // 2)


def test_the_back_camera_is_opened_with_fitting_sizes_and_focus() -> None:
    java = FakeJava()
    camera = TabletCamera(java)
    camera.open()
    assert java.number == 1
    assert java.device.calls == [("configure", (1280, 720), (4000, 3000), "continuous-picture", 90)]


def test_frames_come_upright_and_each_only_once() -> None:
    java = FakeJava()
    camera = TabletCamera(java)
    camera.open()
    assert camera.frame() is None
    java.device.each(nv21(1280, 720, 200))
    image = camera.frame()
    assert image.shape[0] > image.shape[1], "a sensor mounted sideways is turned"
    assert 205 < image.mean() < 220, "light as video keeps it, spread to the full range"
    assert camera.frame() is None
    java.device.each(b"too short")
    assert camera.frame() is None


@pytest.mark.parametrize(
    ("lens", "display", "turn"),
    [
        (Lens(0, True, 90), 0, 90),
        (Lens(0, True, 90), 90, 0),
        (Lens(0, True, 90), 270, 180),
        (Lens(0, False, 270), 90, 0),
    ],
)
def test_rotation_follows_sensor_and_display(lens: Lens, display: int, turn: int) -> None:
    assert upright(lens, display) == turn


def test_a_still_is_the_cameras_own_jpeg_and_the_preview_goes_on() -> None:
    java = FakeJava()
    camera = TabletCamera(java)
    camera.open()
    assert camera.still() == b"\xff\xd8 jpeg"
    assert java.device.calls[-1] == "resume"


def test_a_still_that_never_comes_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tablet_camera, "PATIENCE", 0.01)
    camera = TabletCamera(FakeJava(FakeDevice(answers=False)))
    camera.open()
    with pytest.raises(NoCamera):
        camera.still()


def test_permission_is_asked_once_and_a_refusal_is_no_crash() -> None:
    java = FakeJava(permission=False)
    camera = TabletCamera(java)
    answers: list[bool] = []
    camera.ask(answers.append)
    assert answers == [False] and java.asked == 1
    with pytest.raises(NoCamera, match="permission"):
        camera.open()
    assert java.asked == 2, "asked again each time the camera is opened, never in between"
    TabletCamera(FakeJava()).ask(answers.append)
    assert answers == [False, True]


def test_no_camera_a_busy_one_and_one_that_fails_to_start() -> None:
    with pytest.raises(NoCamera):
        TabletCamera(FakeJava(lenses=())).open()
    with pytest.raises(NoCamera, match="in use"):
        TabletCamera(FakeJava(RuntimeError("in use"))).open()

    class Broken(FakeDevice):
        def configure(self, *given):
            raise RuntimeError("bad parameters")

    java = FakeJava(Broken())
    with pytest.raises(NoCamera, match="bad parameters"):
        TabletCamera(java).open()
    assert java.device.calls == ["release"], "a camera that cannot be used is let go"


def test_closed_means_closed() -> None:
    java = FakeJava(FakeDevice(focus=()))
    camera = TabletCamera(java)
    camera.close()
    camera.open()
    assert java.device.calls[0][3] is None, "no focus mode is no obstacle"
    assert camera.torch(True) and java.device.calls[-1] == ("torch", "torch")
    camera.close()
    assert java.device.calls[-1] == "release"
    assert not camera.torch(True)
    for use in (camera.frame, camera.still):
        with pytest.raises(NoCamera):
            use()


def test_turned_upside_down_while_looking_the_picture_follows() -> None:
    java = FakeJava()
    camera = TabletCamera(java)
    camera.open()
    java.device.each(nv21(1280, 720, 200))
    assert camera.frame().shape[0] > 900
    java.turn = 90
    java.device.each(nv21(1280, 720, 200))
    assert camera.frame().shape[1] > 900, "the same sensor, the tablet turned"
    assert ("turn", 0) in java.device.calls, "a still is turned too"
    java.turn = 270
    camera.still()
    assert ("turn", 180) in java.device.calls


@pytest.mark.parametrize(("modes", "asked"), [(("auto",), 1), (("macro",), 1), (("continuous-picture", "auto"), 0)])
def test_a_lens_that_does_not_focus_by_itself_is_told_to(modes: tuple[str, ...], asked: int) -> None:
    java = FakeJava(FakeDevice(focus=modes))
    camera = TabletCamera(java)
    camera.open()
    assert camera.still() == b"\xff\xd8 jpeg"
    assert java.device.calls.count("focus") == asked


def test_a_lens_that_never_answers_does_not_hold_up_the_still(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tablet_camera, "FOCUS_PATIENCE", 0.01)

    class Deaf(FakeDevice):
        def focus(self, done):
            self.calls.append("focus")

    java = FakeJava(Deaf(focus=("auto",)))
    camera = TabletCamera(java)
    camera.open()
    assert camera.still() == b"\xff\xd8 jpeg"


def test_sizes_within_a_bound() -> None:
    assert nearest_size([(10, 10), (100, 50), (300, 200)], 120) == (100, 50)
    assert nearest_size([(300, 200), (400, 300)], 120) == (300, 200)


def test_a_frame_is_turned_clockwise() -> None:
    image = np.zeros((2, 3, 3), np.uint8)
    image[0, 0] = 255
    assert turned(image, 90)[0, -1].all() and turned(image, 180)[-1, -1].all() and turned(image, 270)[-1, 0].all()
    assert turned(image, 0) is image
    with pytest.raises(ValueError):
        from_nv21(b"", 4, 4)


# -- the screen ------------------------------------------------------------------------------------

Sit = Callable[..., Person]


class AskingJava(FakeJava):
    """A tablet where nobody has allowed the camera yet."""

    def __init__(self, answer: bool, **more: Any) -> None:
        super().__init__(**more)
        self.answer, self.granted = answer, False

    def allowed(self) -> bool:
        return self.granted

    def ask(self, answer: Callable[[bool], None]) -> None:
        self.asked += 1
        self.granted = self.answer
        answer(self.answer)


def at_the_camera(sit_down: Sit, java: FakeJava) -> Person:
    store = Store.open()
    session = sample.begin(store, "sample")
    store.close()
    person = sit_down()
    person.app.scratch["camera"] = TabletCamera(java)
    person.app.go("table", session=session.id)
    person.settle()
    person.tap("photo")
    return person


def test_the_reason_is_shown_before_android_asks(sit_down: Sit) -> None:
    java = AskingJava(True)
    person = at_the_camera(sit_down, java)
    assert "kockákat és kártyákat" in person.said() and java.asked == 0
    assert person.there("file") and person.there("by hand") and person.find("shutter").disabled
    person.tap("allow")
    person.wait(lambda: person.app.page.camera is not None, "the camera opens")
    assert java.asked == 1 and not person.there("allow")
    assert not person.find("shutter").disabled
    person.back()
    person.tap("photo")
    assert not person.there("allow"), "once allowed, it is not asked again"


def test_a_refusal_offers_files_and_the_hand(sit_down: Sit) -> None:
    java = AskingJava(False)
    person = at_the_camera(sit_down, java)
    person.tap("allow")
    person.wait(lambda: "nincs engedélyezve" in person.app.page.frame.words, "the refusal is told")
    assert person.find("shutter").disabled and java.asked == 1
    person.app.scratch["photos"] = sample.photo().parent
    person.tap("file")
    person.tap("photo bidding.jpg")
    person.wait(
        lambda: type(person.app.page).__name__ == "ReadingPage", f"the file is read; {person.app.page.frame.words}"
    )
    person.tap("by hand")
    assert type(person.app.page).__name__ == "TablePage"


def test_put_away_before_it_is_allowed_nothing_is_asked_on_coming_back(sit_down: Sit) -> None:
    java = AskingJava(True)
    person = at_the_camera(sit_down, java)
    person.app.on_pause()
    person.app.on_resume()
    person.settle()
    assert java.asked == 0 and person.there("allow")


def test_the_lamp_is_lit_and_put_out(sit_down: Sit) -> None:
    java = FakeJava()
    person = at_the_camera(sit_down, java)
    person.wait(lambda: person.there("torch"), "there is a lamp")
    person.tap("torch")
    assert java.device.calls[-1] == ("torch", "torch")
    person.tap("torch")
    assert java.device.calls[-1] == ("torch", "off")
    person.back()
    person.wait(lambda: "release" in java.device.calls, "the camera is let go")


def test_without_a_lamp_there_is_no_button(sit_down: Sit) -> None:
    class Dark(FakeDevice):
        def torch_modes(self):
            return ()

    person = at_the_camera(sit_down, FakeJava(Dark()))
    person.wait(lambda: person.app.page.camera is not None, "the camera opens")
    person.settle()
    assert not person.there("torch")


def test_a_still_that_fails_is_told_and_can_be_tried_again(sit_down: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tablet_camera, "PATIENCE", 0.01)
    java = FakeJava(FakeDevice(answers=False))
    person = at_the_camera(sit_down, java)
    person.wait(lambda: person.app.page.camera is not None, "the camera opens")
    person.tap("shutter")
    person.wait(lambda: "nem adott képet" in person.app.page.frame.words, "the failure is told")
    assert not person.app.page.busy and not person.find("shutter").disabled


def test_a_photo_being_read_while_the_tablet_is_turned_still_arrives(sit_down: Sit) -> None:
    from kivy.core.window import Window

    class Jpeg(FakeDevice):
        def shoot(self, done):
            threading.Thread(target=done, args=(sample.photo().read_bytes(),)).start()

    person = at_the_camera(sit_down, FakeJava(Jpeg()))
    person.wait(lambda: person.app.page.camera is not None, "the camera opens")
    person.tap("shutter")
    person.wait(lambda: person.app.page.frame.words.startswith("Olvas"), "it is being read")
    Window.size = (800, 1280)
    person.wait(lambda: type(person.app.page).__name__ == "ReadingPage", "the photo is read")
    assert person.app.page.photo is not None


# -- Android itself, played by fakes ---------------------------------------------------------------


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
    for module in (tablet, camera_screen, feel, share):
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
    assert tablet.insets() == (0, 63, 0, 126)
    assert kinds == [135]
    android["android.os.Build$VERSION"] = Fake(SDK_INT=34)
    assert tablet.insets() == (0, 0, 0, 0), "below, Android itself leaves room for its bars"


def test_back_on_the_first_screen_steps_aside(android: dict[str, Any]) -> None:
    aside: list[bool] = []
    android["org.kivy.android.PythonActivity"] = Fake(
        mActivity=Fake(moveTaskToBack=lambda on: aside.append(on) or True)
    )
    assert tablet.step_aside() and aside == [True]


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
    tablet.pick_photo(answers.append, 20)
    bound[0](1, 0, None)
    assert answers == [], "an answer to somebody else's question"
    bound[0](started[0], -1, Fake(getData=lambda: "content://photo"))
    assert answers == [(b"a photo" * 10)[:20]] and not bound
    tablet.pick_photo(answers.append, 20)
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
    feel.tick(Settings())
    feel.refuse(Settings())
    assert view.calls == [("performHapticFeedback", kind) for kind in felt]
    feel.tick(Settings(haptics=False))
    assert len(view.calls) == 2


def test_a_sound_that_cannot_be_written_is_no_obstacle(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    monkeypatch.setenv("TABLESIDE_DATA", str(tmp_path / "file" / "below"))
    feel._sound.cache_clear()
    feel.tick(Settings(sounds=True))
    feel._sound.cache_clear()


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
