"""The tablet's own camera, by Android's camera service through pyjnius.

Of Android's three camera APIs only the oldest has callbacks that are interfaces, which is all pyjnius can implement;
camera2 and CameraX want subclasses written in Java. It is deprecated but served by every Android up to today's, and
Kivy's own camera uses it too. Everything that touches Java is in `Bridge`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from kivy.utils import platform

from vision.camera import Camera, DeskCamera, NoCamera, NotAllowed
from vision.images import from_nv21, smaller

Size = tuple[int, int]
STILL_LONGEST = 4096
PREVIEW_LONGEST = 1280
PATIENCE = 8.0
"""Seconds to wait for a still before giving up."""
FOCUS_PATIENCE = 2.0
"""Seconds to wait for the lens before a still is taken as it is."""
SLOW = ("auto", "macro")
"""Ways of focusing that do nothing until they are asked to."""

ANSWER_PATIENCE = 120.0
"""Seconds a player may take to answer whether the camera may be used."""


@dataclass(frozen=True, slots=True)
class Lens:
    """One camera of the tablet: its number, whether it looks away from the player, how its sensor is mounted."""

    number: int
    back: bool
    mounted: int


class Device(Protocol):
    """An opened camera."""

    def preview_sizes(self) -> Sequence[Size]: ...
    def still_sizes(self) -> Sequence[Size]: ...
    def focus_modes(self) -> Sequence[str]: ...
    def torch_modes(self) -> Sequence[str]: ...
    def configure(self, preview: Size, still: Size, focus: str | None, turn: int) -> None: ...
    def set_torch(self, mode: str) -> None: ...
    def set_turn(self, turn: int) -> None: ...
    def focus(self, done: Callable[[], None]) -> None: ...
    def start(self, each: Callable[[bytes], None]) -> None: ...
    def shoot(self, done: Callable[[bytes], None]) -> None: ...
    def resume(self) -> None: ...
    def release(self) -> None: ...


class Java(Protocol):
    """What is asked of the platform."""

    def allowed(self) -> bool: ...
    def ask(self, answer: Callable[[bool], None]) -> None: ...
    def lenses(self) -> Sequence[Lens]: ...
    def open(self, number: int) -> Device: ...
    def display_turn(self) -> int: ...


def here() -> Camera:
    """The camera of this machine: the tablet's, or one of the desk."""
    return TabletCamera() if platform == "android" else DeskCamera()


def upright(lens: Lens, display: int) -> int:
    """How far a picture must be turned clockwise to stand upright on the display."""
    return (lens.mounted - display) % 360 if lens.back else (lens.mounted + display) % 360


def nearest_size(sizes: Sequence[Size], longest: int) -> Size:
    """The largest size within the bound, or the smallest there is."""
    fitting = [size for size in sizes if max(size) <= longest]
    return max(fitting, key=lambda size: size[0] * size[1]) if fitting else min(sizes, key=lambda size: max(size))


class TabletCamera:
    """The camera on the back of the tablet."""

    def __init__(self, java: Java | None = None) -> None:
        self.java = java or Bridge()
        self._device: Device | None = None
        self._frame: bytes | None = None
        self._preview: Size = (0, 0)
        self._turn = 0
        self._lens: Lens | None = None
        self._focus: str | None = None

    def allowed(self) -> bool:
        """Whether the player has agreed already."""
        return self.java.allowed()

    def ask(self, answer: Callable[[bool], None]) -> None:
        """Ask the player for permission, unless it was given already."""
        if self.java.allowed():
            answer(True)
        else:
            self.java.ask(answer)

    def open(self) -> None:
        """Start looking; NoCamera when nobody allows it, there is none, or another app holds it.

        The first time the player is asked; this waits for the answer, so it is not for the interface's thread.
        """
        if not self._permitted():
            raise NotAllowed("permission")
        lenses = sorted(self.java.lenses(), key=lambda lens: not lens.back)
        if not lenses:
            raise NoCamera("none")
        try:
            device = self.java.open(lenses[0].number)
        except Exception as error:
            raise NoCamera(str(error)) from error
        try:
            self._preview = nearest_size(device.preview_sizes(), PREVIEW_LONGEST)
            still = nearest_size(device.still_sizes(), STILL_LONGEST)
            wanted = ("continuous-picture", "auto", "macro")
            self._focus = next((mode for mode in wanted if mode in device.focus_modes()), None)
            self._lens = lenses[0]
            self._turn = upright(self._lens, self.java.display_turn())
            device.configure(self._preview, still, self._focus, self._turn)
            device.start(self._take)
        except Exception as error:
            device.release()
            raise NoCamera(str(error)) from error
        self._device = device

    def _permitted(self) -> bool:
        answers: list[bool] = []
        answered = threading.Event()

        def answer(given: bool) -> None:
            answers.append(given)
            answered.set()

        self.ask(answer)
        return answered.wait(ANSWER_PATIENCE) and answers[0]

    def _take(self, data: bytes) -> None:
        self._frame = data

    def frame(self) -> Any:
        """The newest frame, upright; None when there is no new one."""
        if self._device is None:
            raise NoCamera("closed")
        data, self._frame = self._frame, None
        if data is None:
            return None
        self._follow()
        try:
            return smaller(from_nv21(data, *self._preview, turn=self._turn))
        except ValueError:
            return None

    def _follow(self) -> None:
        """The tablet may have been turned, even upside down, which changes no size."""
        assert self._device is not None and self._lens is not None
        turn = upright(self._lens, self.java.display_turn())
        if turn != self._turn:
            self._turn = turn
            self._device.set_turn(turn)

    def still(self) -> bytes:
        """A photo in full size, as the camera's own JPEG. Waits, so it is not for the interface's thread."""
        if self._device is None:
            raise NoCamera("closed")
        self._follow()
        if self._focus in SLOW:
            sharp = threading.Event()
            self._device.focus(sharp.set)
            sharp.wait(FOCUS_PATIENCE)
        taken: list[bytes] = []
        ready = threading.Event()

        def done(data: bytes) -> None:
            taken.append(data)
            ready.set()

        self._device.shoot(done)
        if not ready.wait(PATIENCE) or not taken[0]:
            raise NoCamera("no picture came")
        self._device.resume()
        return taken[0]

    def torch(self, on: bool) -> bool:
        """Light the lamp; whether there is one."""
        if self._device is None or "torch" not in self._device.torch_modes():
            return False
        self._device.set_torch("torch" if on else "off")
        return True

    def close(self) -> None:
        """Stop looking and let others use the camera."""
        if self._device is not None:
            self._device.release()
        self._device, self._frame = None, None


class Bridge:
    """Java's side, as thin as can be."""

    def __init__(self) -> None:
        from jnius import autoclass

        self._camera = autoclass("android.hardware.Camera")
        self._activity = autoclass("org.kivy.android.PythonActivity").mActivity
        self._info = autoclass("android.hardware.Camera$CameraInfo")

    def allowed(self) -> bool:
        from android.permissions import Permission, check_permission

        return bool(check_permission(Permission.CAMERA))

    def ask(self, answer: Callable[[bool], None]) -> None:
        from android.permissions import Permission, request_permissions

        request_permissions([Permission.CAMERA], lambda _, granted: answer(all(granted)))

    def lenses(self) -> Sequence[Lens]:
        found = []
        for number in range(self._camera.getNumberOfCameras()):
            info = self._info()
            self._camera.getCameraInfo(number, info)
            found.append(Lens(number, info.facing == self._info.CAMERA_FACING_BACK, info.orientation))
        return found

    def open(self, number: int) -> Device:
        return BridgeDevice(self._camera.open(number))

    def display_turn(self) -> int:
        return 90 * int(self._activity.getWindowManager().getDefaultDisplay().getRotation())


class BridgeDevice:
    """An opened camera on Java's side."""

    def __init__(self, camera: Any) -> None:
        from jnius import autoclass

        self._camera = camera
        # A preview needs somewhere to be drawn; this texture is never shown.
        self._surface = autoclass("android.graphics.SurfaceTexture")(10)
        self._keep: list[Any] = []
        self._focused: Any = None

    def _sizes(self, sizes: Any) -> Sequence[Size]:
        return [(size.width, size.height) for size in sizes]

    def preview_sizes(self) -> Sequence[Size]:
        return self._sizes(self._camera.getParameters().getSupportedPreviewSizes())

    def still_sizes(self) -> Sequence[Size]:
        return self._sizes(self._camera.getParameters().getSupportedPictureSizes())

    def focus_modes(self) -> Sequence[str]:
        return list(self._camera.getParameters().getSupportedFocusModes() or ())

    def torch_modes(self) -> Sequence[str]:
        return list(self._camera.getParameters().getSupportedFlashModes() or ())

    def configure(self, preview: Size, still: Size, focus: str | None, turn: int) -> None:
        wishes = self._camera.getParameters()
        wishes.setPreviewSize(*preview)
        wishes.setPictureSize(*still)
        wishes.setJpegQuality(92)
        wishes.setRotation(turn)
        if focus is not None:
            wishes.setFocusMode(focus)
        self._camera.setParameters(wishes)

    def set_torch(self, mode: str) -> None:
        wishes = self._camera.getParameters()
        wishes.setFlashMode(mode)
        self._camera.setParameters(wishes)

    def set_turn(self, turn: int) -> None:
        wishes = self._camera.getParameters()
        wishes.setRotation(turn)
        self._camera.setParameters(wishes)

    def focus(self, done: Callable[[], None]) -> None:
        from jnius import PythonJavaClass, java_method

        class Focused(PythonJavaClass):  # type: ignore[misc]
            __javainterfaces__ = ("android/hardware/Camera$AutoFocusCallback",)
            __javacontext__ = "app"

            @java_method("(ZLandroid/hardware/Camera;)V")  # type: ignore[untyped-decorator]
            def onAutoFocus(self, success: bool, camera: Any) -> None:  # noqa: N802
                done()

        self._focused = Focused()
        self._camera.autoFocus(self._focused)

    def start(self, each: Callable[[bytes], None]) -> None:
        from jnius import PythonJavaClass, java_method

        class Frames(PythonJavaClass):  # type: ignore[misc]
            __javainterfaces__ = ("android/hardware/Camera$PreviewCallback",)
            __javacontext__ = "app"

            @java_method("([BLandroid/hardware/Camera;)V")  # type: ignore[untyped-decorator]
            def onPreviewFrame(self, data: Any, camera: Any) -> None:  # noqa: N802
                each(bytes(data.tostring() if hasattr(data, "tostring") else bytearray(data)))

        self._keep.append(Frames())
        self._camera.setPreviewTexture(self._surface)
        self._camera.setPreviewCallback(self._keep[-1])
        self._camera.startPreview()

    def shoot(self, done: Callable[[bytes], None]) -> None:
        from jnius import PythonJavaClass, java_method

        class Taken(PythonJavaClass):  # type: ignore[misc]
            __javainterfaces__ = ("android/hardware/Camera$PictureCallback",)
            __javacontext__ = "app"

            @java_method("([BLandroid/hardware/Camera;)V")  # type: ignore[untyped-decorator]
            def onPictureTaken(self, data: Any, camera: Any) -> None:  # noqa: N802
                done(bytes(data.tostring() if hasattr(data, "tostring") else bytearray(data)))

        self._keep[1:] = [Taken()]
        self._camera.takePicture(None, None, self._keep[-1])

    def resume(self) -> None:
        # Taking a picture stops the preview.
        self._camera.setPreviewCallback(self._keep[0])
        self._camera.startPreview()

    def release(self) -> None:
        self._camera.setPreviewCallback(None)
        self._camera.stopPreview()
        self._camera.release()
