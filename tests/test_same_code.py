"""A review of a rename is told what else has changed, and nothing else (`tests/same_code.py`)."""

from tests.same_code import compared, definitions

OLD = {
    "a.py": '"""One."""\nMOST = 3\n\n\ndef first(given: int) -> int:\n    """A."""\n    return other(given) + MOST\n',
    "b.py": "class Box:\n    def lift(self, n: int) -> int:\n        return n - 1\n",
}
NEW = {
    "c.py": "LIMIT = 3\n\n\ndef begin(n: int) -> int:\n    return other(n) + LIMIT\n",
    "b.py": "class Box:\n    def raised(self, n: int) -> int:\n        return n - 1\n",
}


def told(old: dict[str, str], new: dict[str, str]) -> tuple[dict[tuple[str, str], int], list[str], list[str]]:
    sides = [[one for path, source in side.items() for one in definitions(path, source)] for side in (old, new)]
    return compared(*sides)


def test_names_docstrings_and_places_may_differ() -> None:
    exchanged, gone, fresh = told(OLD, NEW)
    assert exchanged == {("first", "begin"): 1, ("given", "n"): 1, ("MOST", "LIMIT"): 2, ("lift", "raised"): 1}
    assert (gone, fresh) == ([], [])


def test_another_operation_number_or_order_is_told() -> None:
    for one, other in (("n - 1", "n + 1"), ("n - 1", "n - 2"), ("n - 1", "1 - n")):
        _, gone, fresh = told(OLD, {**OLD, "b.py": OLD["b.py"].replace(one, other)})
        assert (gone, fresh) == (["b.py Box.lift"], ["b.py Box.lift"])


def test_two_names_that_become_one_are_told() -> None:
    _, gone, fresh = told(OLD, {**OLD, "a.py": OLD["a.py"].replace("MOST", "given")})
    assert "a.py first" in gone
    assert "a.py first" in fresh
