"""What the pages point at is there: files of the architecture, links between pages."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_leads_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text(encoding="utf-8"))
    missing = [link for link in links if "://" not in link and not (page.parent / link).exists()]
    assert not missing


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_fence_is_one_the_site_knows(page: Path) -> None:
    """Of any other it makes no code: it prints the fence, and two underscores become bold."""
    fences = re.findall(r"^[ ]*```(.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(fences) % 2 == 0
    assert not [fence for fence in fences if not re.fullmatch(r'(\w+( title="[\w./]+")?)?', fence)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_no_list_begins_in_the_middle_of_a_paragraph(page: Path) -> None:
    """The site would go on with the paragraph."""
    if page.parent != ROOT:
        text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
        paragraphs = [lines for lines in re.split(r"\n\s*\n", text) if not re.match(r"\s*(- |\d+\. |#|\|)", lines)]
        assert not [lines for lines in paragraphs if re.search(r"^(- |\d+\. )", lines, re.MULTILINE)]


def test_every_file_of_the_architecture_is_there() -> None:
    words = re.findall(r"`([\w/<>]+\.py)", (ROOT / "docs" / "ARCHITECTURE.md").read_text(encoding="utf-8"))
    assert len(words) > 20
    games = ROOT / "tableside" / "games"
    places = [ROOT, ROOT / "tableside", games / "gaia_project", games / "kaosz_galaktika"]
    named = [name.replace("<slug>", "gaia_project") for name in words]
    assert not [name for name in named if not any((place / name).exists() for place in places)]


def test_every_function_of_the_walks_is_there() -> None:
    page = (ROOT / "docs" / "ARCHITECTURE.md").read_text(encoding="utf-8")
    pairs = re.findall(r"`([\w/<>]+\.py)` `(\w+)`", page)
    assert len(pairs) > 10
    for file, name in pairs:
        homes = [ROOT / "tableside", ROOT]
        found = [home / file.replace("<slug>", "gaia_project") for home in homes]
        (source,) = (path.read_text(encoding="utf-8") for path in found if path.exists())
        assert re.search(rf"^ *(def|class) {name}\b", source, re.MULTILINE), f"{file} has no {name}"


def test_every_test_the_page_on_trust_names_is_there() -> None:
    page = (ROOT / "docs" / "TRUST.md").read_text(encoding="utf-8")
    rows = re.findall(r"`(tests/[\w/]+\.py)` `(test_\w+)`", page)
    numbered = re.findall(r"^\| (\d+) \|.*`tests/", page, re.MULTILINE)
    assert numbered == [str(number) for number in range(1, 15)]
    missing = [name for file, name in rows if f"def {name}(" not in (ROOT / file).read_text(encoding="utf-8")]
    assert not missing
