"""The exhaustive tests of what is kept and what is hidden, and how much each went through.

    python -m benchmarks.trust model|paths|pairs

runs the tests of that name and adds up what they say of themselves. Commands of the model: TABLESIDE_STEPS.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).parents[1]
SETS = {
    "model": "tests/models/test_against_model.py",
    "paths": "tests/models/test_every_path.py",
    "pairs": "tests/test_hidden_pairs.py",
}


def main() -> int:
    if sys.argv[1:2] == [] or sys.argv[1] not in SETS:
        print(f"one of {', '.join(SETS)}", file=sys.stderr)
        return 2
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.xml")
        command = (sys.executable, "-m", "pytest", "-m", "long", "-p", "no:cacheprovider", "-o", "junit_family=xunit1")
        ended = subprocess.run([*command, f"--junitxml={report}", SETS[sys.argv[1]]], cwd=ROOT, stdout=sys.stderr)
        suite = next(ElementTree.parse(report).getroot().iter("testsuite"))
    told = Counter[str]()
    for one in suite.iter("property"):
        told[one.attrib["name"]] += int(one.attrib["value"])
    outcome = {name: int(suite.attrib[name]) for name in ("tests", "failures", "errors", "skipped")}
    minutes = round((time.monotonic() - begun) / 60, 1)
    print(json.dumps({**outcome, **dict(sorted(told.items())), "minutes": minutes}))
    return ended.returncode


if __name__ == "__main__":
    sys.exit(main())
