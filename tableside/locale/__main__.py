"""Compiles .po catalogues of the package, and of FOLDERs named, to .mo: `python -m tableside.locale [FOLDER...]`."""

import sys
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po


def main() -> None:
    home = Path(__file__).parents[1]
    folders = [home, *(Path(name) for name in sys.argv[1:])]
    if missing := [str(folder) for folder in folders if not folder.is_dir()]:
        raise SystemExit(f"There is no such folder: {', '.join(missing)}")
    for source in sorted(file for folder in folders for file in folder.rglob("*.po")):
        with source.open("rb") as stream:
            catalogue = read_po(stream, locale=source.parts[-3], abort_invalid=True)
        # The same words are the same file, whenever they are compiled.
        catalogue.creation_date = catalogue.revision_date = datetime(2026, 1, 1, tzinfo=UTC)
        with source.with_suffix(".mo").open("wb") as stream:
            write_mo(stream, catalogue)


if __name__ == "__main__":
    main()
