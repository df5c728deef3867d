"""A way to the server that can be cut: every byte goes through it until the message at which it breaks."""

import contextlib
import socket
import threading
from pathlib import Path


class Proxy:
    """Listens where a client looks for a PostgreSQL server, and hands everything on."""

    def __init__(self, folder: Path, server: Path) -> None:
        self.server = str(server)
        self.messages: list[bytes] = []
        """What clients have said, since the last time it was emptied."""
        self._cut: tuple[int, bool] | None = None
        self.open = threading.Event()
        """While this is not set nothing is handed on, as in a network that has stalled."""
        self.open.set()
        self.late = threading.Event()
        """While this is not set a message whose answer is lost has not arrived yet."""
        self.late.set()
        self._listening = socket.socket(socket.AF_UNIX)
        self.door = folder / ".s.PGSQL.5432"
        self._listening.bind(str(self.door))
        self._listening.listen()
        self._lock = threading.Lock()
        threading.Thread(target=self._accept, daemon=True).start()

    def cut_at(self, message: int, answer_lost: bool) -> None:
        """Break at this message (from now, the first is 0): before it arrives, or after, with its answer lost."""
        with self._lock:
            self.messages.clear()
            self._cut = (message, answer_lost)

    def whole(self) -> None:
        """Break no more."""
        with self._lock:
            self.messages.clear()
            self._cut = None

    def close(self) -> None:
        """Nobody finds the server any more."""
        self.door.unlink(missing_ok=True)
        self._listening.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listening.accept()
            except OSError:
                return
            server = socket.socket(socket.AF_UNIX)
            server.connect(self.server)
            threading.Thread(target=self._forth, args=(client, server), daemon=True).start()
            threading.Thread(target=self._back, args=(client, server), daemon=True).start()

    def _forth(self, client: socket.socket, server: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := client.recv(1 << 20):
                with self._lock:
                    number = len(self.messages)
                    self.messages.append(data)
                    cut, lost = self._cut if self._cut is not None else (-1, False)
                    here = number == cut
                    if here:
                        self._cut = None
                if here and lost:
                    # The server does what it was told; nobody hears that it did.
                    client.shutdown(socket.SHUT_RDWR)
                    self.late.wait()
                    server.sendall(data)
                    server.shutdown(socket.SHUT_WR)
                    while server.recv(1 << 16):
                        pass
                    return
                if here:
                    break
                self.open.wait()
                server.sendall(data)
        for end in (client, server):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def _back(self, client: socket.socket, server: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := server.recv(1 << 20):
                client.sendall(data)
        with contextlib.suppress(OSError):
            client.shutdown(socket.SHUT_RDWR)
