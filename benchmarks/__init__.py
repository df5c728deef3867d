"""What is measured, and against whom."""

import os

# Words after a benchmark's name are its own: Kivy, which some of them import, would take them for options of a window.
os.environ.setdefault("KIVY_NO_ARGS", "1")
os.environ.setdefault("KIVY_NO_FILELOG", "1")

import vision  # noqa: F401 - how many threads numpy takes is said before it is loaded
