"""The figures: the page says what the measurements say, every section can be run, and the plots are drawings."""

import importlib.util
import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from benchmarks import __main__ as bench
from benchmarks import plots

ROOT = Path(__file__).parents[1]


def test_the_page_says_what_was_measured() -> None:
    figures = json.loads((ROOT / "docs/figures.json").read_text(encoding="utf-8"))
    page = (ROOT / "docs/FIGURES.md").read_text(encoding="utf-8")
    assert set(figures) <= set(bench.SECTIONS)
    for name, known in figures.items():
        assert f"## {name}\n" in page and known["command"] in page
        for key, value in bench._rows(known["figures"]):
            assert f"| {key} | {value} |" in page
    assert "\n".join(bench.doors()) in page


@pytest.mark.parametrize("name", bench.SECTIONS)
def test_every_section_names_a_benchmark_that_is_there(name: str) -> None:
    section = bench.SECTIONS[name]
    for words in (section.first, section.arguments):
        assert not words or importlib.util.find_spec(words[0]) is not None


def test_every_plot_of_the_page_is_a_drawing() -> None:
    page = (ROOT / "docs/FIGURES.md").read_text(encoding="utf-8")
    shown = re.findall(r"!\[[^]]*\]\(figures/([^)]+)\)", page)
    assert shown
    for name in shown:
        ElementTree.parse(ROOT / "docs/figures" / name)


def test_what_was_not_measured_again_keeps_its_figures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "DOCS", tmp_path)
    monkeypatch.setattr(bench, "measure", lambda arguments: {"undo": 1.5})
    kernel, away = bench.SECTIONS["kernel"], bench.Section("Away.", ("benchmarks.dice",), tmp_path / "nowhere")
    monkeypatch.setattr(bench, "SECTIONS", {"kernel": kernel, "dice": away})
    monkeypatch.setattr(bench, "SHARED", tmp_path)
    old = {"command": "python -m benchmarks.dice", "measured": "2026-01-01", "machine": "m", "figures": {"exact": 0.5}}
    (tmp_path / "figures.json").write_text(json.dumps({"dice": old}), encoding="utf-8")
    monkeypatch.setattr("sys.argv", ["benchmarks"])
    assert bench.main() == 0
    kept = json.loads((tmp_path / "figures.json").read_text(encoding="utf-8"))
    assert kept["dice"] == old and kept["kernel"]["figures"] == {"undo": 1.5}
    assert "| exact | 0.5 |" in (tmp_path / "FIGURES.md").read_text(encoding="utf-8")
    monkeypatch.setattr("sys.argv", ["benchmarks", "nonsense"])
    assert bench.main() == 2


def test_a_plot_shows_every_line_by_its_name() -> None:
    drawn = plots.growth("T", "entries", {"open <a>": [(10, 1.0), (1000, 50.0)], "undo": [(10, 0.2), (1000, 0.3)]})
    root = ElementTree.fromstring(drawn)
    assert len(root.findall("{http://www.w3.org/2000/svg}polyline")) == 2
    assert "open <a>: 50" in [element.text for element in root.iter()]
