"""The stack: whoever played several in a row may say in which order they happen, and questions may be asked again."""

import pytest

from tableside.core import stack
from tableside.core.stack import Pending, Stack


def built(*kinds: str) -> Stack:
    made = Stack()
    for kind in kinds:
        made = stack.declare(made, Pending(0, kind), ())
    return made


def test_reorder_moves_only_the_newest() -> None:
    made = stack.reorder(built("action", "first", "second", "third"), (2, 0, 1))
    assert [item.kind for item in made.items] == ["action", "third", "first", "second"]


def test_reorder_refuses_what_is_no_order() -> None:
    for order in ((0, 0), (1, 2), (0, 1, 2, 3, 4)):
        with pytest.raises(ValueError, match="not an order"):
            stack.reorder(built("a", "b"), order)


def test_reorder_of_nothing_changes_nothing() -> None:
    made = built("a", "b")
    assert stack.reorder(made, ()) == made


def test_ask_opens_the_newest_again() -> None:
    made = stack.ask(built("a"), (1, 0))
    assert made.responder == 1
    assert not made.settled


def test_nothing_pending_cannot_be_asked_about() -> None:
    with pytest.raises(ValueError, match="nothing is pending"):
        stack.ask(Stack(), (0,))
