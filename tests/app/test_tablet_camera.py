"""The tablet's camera with Java played by fakes: sizes, focus, rotation, permission, torch, stills, and failures."""

import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from models.store import Store
from tableside.app import android_camera, routes, tutorial_table
from tableside.app.android_camera import Lens, TabletCamera, nearest_size, upright
from tests.app.driver import Person
from tests.app.photos import keep_photos
from vision.camera import NoCamera
from vision.images import from_nv21, turned

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
    monkeypatch.setattr(android_camera, "PATIENCE", 0.01)
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
    monkeypatch.setattr(android_camera, "FOCUS_PATIENCE", 0.01)

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
    session = tutorial_table.begin(store, "sample")
    store.close()
    person = sit_down()
    person.app.camera = TabletCamera(java)
    person.app.go(routes.Table(session=session.id))
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
    keep_photos(tutorial_table.photo())
    person.tap("file")
    person.tap("photo bidding.jpg")
    person.wait(
        lambda: type(person.app.page).__name__ == "PhotoToMovePage", f"the file is read; {person.app.page.frame.words}"
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
    monkeypatch.setattr(android_camera, "PATIENCE", 0.01)
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
            threading.Thread(target=done, args=(tutorial_table.photo().read_bytes(),)).start()

    person = at_the_camera(sit_down, FakeJava(Jpeg()))
    person.wait(lambda: person.app.page.camera is not None, "the camera opens")
    person.tap("shutter")
    person.wait(lambda: person.app.page.frame.words.startswith("Olvas"), "it is being read")
    Window.size = (800, 1280)
    person.wait(lambda: type(person.app.page).__name__ == "PhotoToMovePage", "the photo is read")
    assert person.app.page.photo is not None
