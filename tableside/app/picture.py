"""One picture of the app with a sample table: `python -m tableside.app.picture FILE [LANGUAGE]`."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path


def main() -> None:
    """Draw it offscreen."""
    file = Path(sys.argv[1]).resolve()
    language = sys.argv[2] if len(sys.argv) > 2 else "en"
    with tempfile.TemporaryDirectory(prefix="tableside-picture-") as home:
        os.environ.update(TABLESIDE_DATA=home, KIVY_HOME=home, KIVY_METRICS_DENSITY="1")
        os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")
        from tableside.app.start import prepare

        prepare(1280, 800)
        from tableside.app import sample
        from tableside.app.screenshots import Studio

        studio = Studio(file.parent)
        app = studio.open(language)
        session = sample.begin(app.store, "")
        studio.photograph(file.stem, lambda: app.go("table", session=session.id))
        app.stop()


if __name__ == "__main__":
    main()
