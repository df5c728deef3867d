"""Compare the recorded games with the rulebooks as they are, or record them anew."""

import os
import sys

os.environ["TABLESIDE_GAMES"] = "tests.sample_games"

from tableside.core import registry
from tests import golden
from tests.contract import game_of


def main(command: str, *rest: str) -> int:
    slugs = [word for word in rest if not word.startswith("--")] or list(registry.infos())
    changed = 0
    for slug in slugs:
        old = golden.load(slug) if golden.file_of(slug).exists() and "--anew" not in rest else []
        found = [one for run in old for one in golden.compared(game_of(slug), run)]
        changed += bool(found)
        print(f"{slug}: {len(old)} runs, {len(found)} differences", *filter(None, [golden.report(found)]), sep="\n")
        if command == "record":
            golden.save(slug, golden.recorded(game_of(slug), old))
            print(f"{slug}: recorded, {golden.file_of(slug).stat().st_size:,} bytes")
    return changed if command == "compare" else 0


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] not in ("record", "compare"):
        sys.exit("python -m tests.golden record|compare [game ...] [--anew]")
    sys.exit(main(*sys.argv[1:]))
