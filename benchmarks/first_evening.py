"""Every game's first evening as pictures, by real touches from an empty data folder.

    python -m benchmarks.first_evening FOLDER [--games GAME...] [--sizes tablet phone] [--languages hu en]

For each game: sitting down, the first question, a touched thing with its bubble, the table after some moves, and the
tray of a box scan; and the first screen once. Four sit down to one of the games and three to the others.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.app import GAMES, prepare
from benchmarks.touched import moved, newcomer
from models.paths import FOLDER
from tableside.app.screenshots import LANGUAGES, NAMES, SIZES

FOUR = "gaia_project"
MOVES = {"gaia_project": 20, "urcsempeszek": 1, "onward_to_venus": 6}
"""Moves of the players before the table is shown, when not eight; the set-up of Gaia Project has sixteen."""


class Evening:
    """One size and language; what a scan has read once is not read again for the next."""

    def __init__(self, folder: Path, size: str, language: str, trays: Path) -> None:
        self.folder, self.size, self.language, self.trays = folder, size, language, trays

    def picture(self, person: Any, name: str) -> None:
        """What stands on the screen, once nothing moves any more."""
        from kivy.core.window import Window

        for _ in range(3):
            person.draw()
        # Taken in a folder of this run's own: another run into the same folder may be at the same picture.
        file = f"{self.size}_{self.language}_{name}.png"
        shutil.move(Window.screenshot(name=str(self.trays / file)), self.folder / file)

    def open(self) -> Any:
        """The app on a device of this size, in this language."""
        from tests.app.driver import Person

        person = Person(*SIZES[self.size])
        person.app.set(language=self.language, less_motion=True)
        person.app.show()
        person.draw()
        return person

    def sit_down(self, slug: str, first: bool) -> Any:
        """The app opened for the first time, and who plays written down."""
        person = self.open()
        if first:
            self.picture(person, "home")
        person.invite(slug, *NAMES[: 4 if slug == FOUR else 3])
        self.picture(person, f"{slug}_seats")
        person.tap("start now")
        return person

    def play(self, slug: str, first: bool) -> None:
        """From the first start to a table some moves on."""
        from tableside.core import registry

        person = self.sit_down(slug, first)
        self.picture(person, f"{slug}_question")
        seating = registry.infos()[slug].seating.partition(".")[0]
        touched = False
        for table in newcomer(person):
            count = moved(table, seating)
            touched = touched or self.touch(person, slug)
            if count >= MOVES.get(slug, 8) and (person.app.page.view.targets or slug == "kaosz_galaktika"):
                break
        self.picture(person, f"{slug}_table")
        person.close()

    def touch(self, person: Any, slug: str) -> bool:
        """Touch a drawn thing with which something can be done; whether there was one."""
        from tableside.app import touch
        from tableside.app.theme import theme

        page = person.app.page
        if page.play.ready:
            return False
        for x, y, w, h, slot, value in page.view.targets:
            answers = any(choice.slot == slot for choice in page.play.choices)
            if not answers and any(verb.why_not is None for verb in touch.verbs(page.play, (slot,), value)):
                view = page.view
                person.show(view)
                person.touch(*view.to_window(view.x + (x + w / 2) * theme.u, view.top - (y + h / 2) * theme.u))
                if person.app.sheets:
                    self.picture(person, f"{slug}_bubble")
                    person.back()
                    return True
        return False

    def scan(self, slug: str) -> None:
        """A photo of some cards of the box, read."""
        from benchmarks.box import BOXES, of_pictures, photo
        from models.paths import data_folder
        from tableside.core import registry
        from vision.camera import FileCamera

        tables = registry.find(slug).tables
        if not tables:
            return
        person = self.open()
        known = self.trays / f"{slug}.json"
        if known.exists():
            (data_folder() / "trays").mkdir(parents=True, exist_ok=True)
            shutil.copy(known, data_folder() / "trays")
        # A tablet put away in a game comes back to it.
        while len(person.app.routes) > 1:
            person.app.back()
        person.settle()
        person.tap("door copy")
        person.tap(f"game {slug}")
        person.tap("scan box")
        if not known.exists():
            # A game from a folder has no invented box of its own: pictures of its first kind of thing.
            box = BOXES.get(slug, of_pictures(slug, "framed", {next(iter(tables)): 8}))(1)[0]
            file = self.trays / "photo.jpg"
            file.write_bytes(photo(box, range(box.columns * box.rows), 1))
            person.app.camera = FileCamera([file])
            person.tap("take photo")
            person.wait(lambda: getattr(person.app.page, "camera", None), "the camera opens")
            person.tap("shutter")
            person.wait(lambda: hasattr(person.app.page, "tray") and not person.app.page.busy, "the photo is read")
            shutil.copy(data_folder() / "trays" / f"{slug}.json", known)
        self.picture(person, f"{slug}_tray")
        person.tap("card 0")
        self.picture(person, f"{slug}_card")
        person.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", nargs="+", default=GAMES)
    parser.add_argument("--sizes", nargs="+", default=("tablet", "phone"))
    parser.add_argument("--languages", nargs="+", default=LANGUAGES)
    parser.add_argument("--without", nargs="+", default=(), help="play or scan")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as trays:
        for number, slug in enumerate(given.games):
            for size in given.sizes:
                for language in given.languages:
                    with tempfile.TemporaryDirectory() as home:
                        prepare(home, 2000, 2340)
                        os.environ[FOLDER] = home
                        from tests.app import driver

                        driver.PATIENCE = 1800.0
                        evening = Evening(given.folder, size, language, Path(trays))
                        if "play" not in given.without:
                            evening.play(slug, not number)
                        if "scan" not in given.without:
                            evening.scan(slug)
            print(slug, file=sys.stderr, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
