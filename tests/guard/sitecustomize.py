"""Every Python started by a test: connections within this machine's files only, never to a network address."""

import sys
from typing import Any


def _refuse(event: str, args: tuple[Any, ...]) -> None:
    if event == "socket.connect" and isinstance(args[1], tuple):
        raise PermissionError(f"network access to {args[1]}")
    if event == "socket.getaddrinfo":
        raise PermissionError(f"network access to {args[0]}")


sys.addaudithook(_refuse)
