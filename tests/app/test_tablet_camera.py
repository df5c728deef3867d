"""The tablet's camera with Java played by fakes: sizes, focus, rotation, permission, torch, stills, and failures."""

import threading

import numpy as np
import pytest

from tableside.app import tablet_camera
from tableside.app.tablet_camera import Lens, TabletCamera, nearest_size, upright
from vision.camera import NoCamera, from_nv21, turned

LENSES = (Lens(0, False, 270), Lens(1, True, 90))


class FakeDevice:
    def __init__(self, answers: bool = True, focus: tuple[str, ...] = ("auto", "continuous-picture")) -> None:
        self.calls: list[object] = []
        self.answers, self.focus = answers, focus
        self.each = None

    def preview_sizes(self):
        return [(320, 240), (1280, 720), (1920, 1080)]

    def still_sizes(self):
        return [(640, 480), (4000, 3000), (8000, 6000)]

    def focus_modes(self):
        return self.focus

    def torch_modes(self):
        return ("off", "torch")

    def configure(self, *given):
        self.calls.append(("configure", *given))

    def set_torch(self, mode):
        self.calls.append(("torch", mode))

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
