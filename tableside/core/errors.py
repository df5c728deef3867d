"""Base of the errors that carry a message for people, and such a message for any other error."""

from __future__ import annotations

import errno

from tableside.core.moves import Text, text

SYSTEM = {
    errno.ENOENT: "missing",
    errno.EACCES: "denied",
    errno.EPERM: "denied",
    errno.EISDIR: "folder",
    errno.ENOTDIR: "no_folder",
    errno.EEXIST: "taken",
    errno.ENOSPC: "full",
    errno.EROFS: "read_only",
    errno.ENAMETOOLONG: "long_name",
}
"""What the system refuses, by its number."""


class ToldError(Exception):
    """An error with words for people: what is wrong."""

    def __init__(self, problem: Text) -> None:
        super().__init__(_written(problem))
        self.problem = problem

    @property
    def told(self) -> Text:
        """The problem with its place."""
        return self.problem


class Complaint(ToldError, ValueError):  # noqa: N818 - it is the word for it
    """Something that does not fit: what is wrong with it."""


def complaint(error: BaseException) -> Text:
    """What an error says to people; words meant for programmers are left out."""
    if isinstance(error, ToldError):
        return error.told
    if isinstance(error, OSError) and error.errno:
        known = SYSTEM.get(error.errno)
        return text(f"core.system.{known}") if known else text("core.system.other", words=error.strerror)
    return text("core.bad.unfit")


def _written(problem: Text) -> str:
    """A problem for a traceback."""
    return (problem.key + " " + " ".join(f"{name}={value}" for name, value in problem.args)).strip()[:500]


__all__ = ["Complaint", "ToldError", "complaint"]
