"""The screens, each a module and a .kv file of the same name."""

from pathlib import Path

from kivy.lang import Builder


def layout(module: str) -> None:
    """Load the .kv file beside a screen's module."""
    file = Path(__file__).with_name(module.rpartition(".")[2] + ".kv")
    if str(file) not in Builder.files:
        Builder.load_file(str(file))
