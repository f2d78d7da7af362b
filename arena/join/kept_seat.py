"""The files of a seat at a table elsewhere: its credentials, and all that the host has sent.

It lies in a folder of its own, readable by its owner alone. What opens the seat is on disk before the host is told anything that
depends on it, so the same link leads back to the same seat, also after the process was killed.
"""

from __future__ import annotations

import json
import os
import secrets
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import IO

from woozle.arena.join.link import SeatLink
from woozle.core.errors import InputError
from woozle.core.regular_files import read_file
from woozle.players.seat_protocol import Message, message_line
from woozle.saves import locks
from woozle.saves.disk import explain_save_errors
from woozle.saves.paths import data_folder
from woozle.saves.staged_files import StagedFiles, open_private

FOLDER = "joined"
"""The folder of all such seats, in that of data."""

SEAT, JOURNAL, MATCH, EARLIER = "seat.json", "received.jsonl", "match", "earlier-"

MOST_BYTES = 64 * 2**20
"""Of all that one host may send for one seat and have kept."""

_MOST_SEAT = 64_000  # bytes
_AGAIN = "join again"


@dataclass
class Credentials:
    """The secrets that open a seat.

    secret: by which the host knows a joiner again whose reply was lost, in hex. nonces: the seat's part in the key, by attempt.
    token: of the seat, once it is taken. recovery: a code that opens it when all else is lost. host_key: by which the host signs,
    as it was first told.
    """

    secret: str = field(default_factory=lambda: secrets.token_hex(32))
    nonces: dict[str, str] = field(default_factory=dict)
    token: str = ""
    place: int = 0
    recovery: str = ""
    host_key: str = ""


class KeptSeat:
    """The folder of one seat, held by one process.

    Attributes:
        credentials: What opens the seat; `save` writes them after a change.
        messages: What was received and sent before, each as a line of JSON, oldest first.
    """

    def __init__(self, link: SeatLink, base: Path | None = None) -> None:
        """Open the folder of a seat, or make it. Raises InputError or OSError, with a sentence.

        base: the folder of all seats.
        """
        digest = sha256(link.token.encode()).hexdigest()[:8]
        name = f"{link.host.replace(':', '.')}-{link.port}-{link.table}-{digest}"
        base = base or data_folder() / FOLDER
        self.folder = base / name
        with explain_save_errors(self.folder, _AGAIN):
            base.mkdir(mode=0o700, parents=True, exist_ok=True)
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._journal = _open_journal(self.folder / JOURNAL)
        try:
            self._release = locks.hold(self._journal.fileno(), self.folder / JOURNAL)
        except BlockingIOError:
            self._journal.close()
            raise InputError("Another Woozle on this machine sits on this seat; leave it there first.") from None
        try:
            self.credentials = _read_credentials(self.folder / SEAT)
            self.messages = self._read_journal()
        except BaseException:
            self.close()
            raise
        self._bytes = self._journal.tell()

    def save(self) -> None:
        """Write what opens the seat. Raises SaveError."""
        with StagedFiles(self.folder, is_forced=True) as files:
            files.write(SEAT, [json.dumps(asdict(self.credentials), indent=1), "\n"])
            files.close()

    def keep(self, message: Message) -> None:
        """Append a message that was received, or is about to be sent. Raises InputError if there are too many, or SaveError."""
        line = message_line(message)
        self._bytes += len(line)
        if self._bytes > MOST_BYTES:
            raise InputError(f"The host has sent more than {MOST_BYTES // 2**20} MiB for one match.")
        with explain_save_errors(self.folder, _AGAIN):
            self._journal.write(line)
            self._journal.flush()

    def write(self, name: str, data: bytes) -> Path:
        """Write a file of the seat, and return its path. name: one of ours, with `/` for a folder. Raises SaveError."""
        path = self.folder / name
        with explain_save_errors(self.folder, _AGAIN):
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with open_private(path) as file:
                file.write(data)
        return path

    def begin_again(self) -> None:
        """Put the files of the match aside, for another one. Raises SaveError."""
        number = sum(each.name.startswith(EARLIER) for each in self.folder.iterdir()) + 1
        with explain_save_errors(self.folder, _AGAIN):
            earlier = self.folder / f"{EARLIER}{number}"
            earlier.mkdir(mode=0o700)
            self._journal.seek(0)
            with open_private(earlier / JOURNAL) as file:
                file.write(self._journal.read())
            if (self.folder / MATCH).exists():
                (self.folder / MATCH).rename(earlier / MATCH)
            self._journal.seek(0)
            self._journal.truncate(0)
        self._bytes = 0

    def close(self) -> None:
        """Let other processes have the seat."""
        with suppress(AttributeError):  # it was never held
            self._release()
        self._journal.close()

    def _read_journal(self) -> list[bytes]:
        """Return what was kept, and cut off the beginning of a line that was being written as the process was killed."""
        data = read_file(self.folder / JOURNAL, MOST_BYTES)
        whole = data.rfind(b"\n") + 1
        self._journal.truncate(whole)
        self._journal.seek(whole)
        return data[:whole].splitlines()


def _open_journal(path: Path) -> IO[bytes]:
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)
    return os.fdopen(os.open(path, flags, 0o600), "r+b")


def _read_credentials(path: Path) -> Credentials:
    try:
        return Credentials(**json.loads(read_file(path, _MOST_SEAT)))
    except FileNotFoundError:
        return Credentials()
    except (OSError, ValueError, TypeError, RecursionError):
        raise InputError(f"{path} is damaged; delete its folder, and join by a new link.") from None
