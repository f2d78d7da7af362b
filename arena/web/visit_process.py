"""The process of one visit: its environment, its home folder, and the packets that it exchanges with the server.

Packets have the form of Textual's driver for browsers, both ways: a letter (D for terminal data, M for a JSON message), a length of
four bytes, big-endian, and that many bytes.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import shutil
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from woozle.core.regular_files import SMALL, read_file
from woozle.players import fence
from woozle.saves import disk, paths

_BEGINS = b"__GANGLION__\n"
_MOST = 8 * 1024 * 1024  # bytes of a packet; a frame has some ten thousand
_UNREAD = 1024 * 1024  # bytes that it has not read yet; what is typed after them is lost
_PATIENCE = 10.0  # seconds for a visit to end by itself
_HURRY = 1.0  # the same, where the server is to end within seconds
_WORDS = 4000  # bytes of standard error that are kept


class VisitProcess:
    """The process of a running visit."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._words = asyncio.create_task(self._read_errors())

    @classmethod
    async def start(cls, command: Sequence[str], environment: dict[str, str]) -> VisitProcess:
        """Start a process. Raises OSError."""
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            env=environment,
            start_new_session=True,  # ctrl+c at the server's terminal is the server's
        )
        return cls(process)

    async def output(self) -> AsyncIterator[bytes]:
        """Yield the terminal data that it writes, until it ends."""
        out = self._process.stdout
        assert out is not None
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionResetError, ValueError):
            while await out.readline() != _BEGINS:  # what libraries print when they are loaded
                if out.at_eof():
                    return
            while True:
                head = await out.readexactly(5)
                size = int.from_bytes(head[1:], "big")
                if size > _MOST:
                    return
                data = await out.readexactly(size)
                if head[:1] == b"D":
                    yield data

    def send_keys(self, keys: str) -> None:
        """Send what a terminal would send."""
        self._send(b"D", keys.encode("utf-8", "replace"))

    def send_message(self, what: str, **data: Any) -> None:
        """Send a message: resize (width, height), focus, blur, quit."""
        self._send(b"M", json.dumps({"type": what, **data}).encode())

    async def end(self, *, hurries: bool = False) -> tuple[int, str]:
        """End the process if it runs. Returns its exit status and the end of its standard error."""
        self.send_message("quit")
        for stop in (self._process.terminate, self._process.kill):
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wait(), _HURRY if hurries else _PATIENCE)
                break
            with contextlib.suppress(ProcessLookupError):
                stop()
        status = await self._wait()
        return status, await self._words

    async def _wait(self) -> int:
        """Wait for the end. Its output must be read, or it would wait for ever to write."""
        assert self._process.stdout is not None
        while await self._process.stdout.read(65536):
            pass
        return await self._process.wait()

    def _send(self, kind: bytes, data: bytes) -> None:
        pipe = self._process.stdin
        assert pipe is not None
        if pipe.transport.is_closing() or pipe.transport.get_write_buffer_size() > _UNREAD:
            return  # it has ended, or hears nothing any more
        pipe.write(kind + len(data).to_bytes(4, "big") + data)

    async def _read_errors(self) -> str:
        assert self._process.stderr is not None
        words = b""
        while some := await self._process.stderr.read(4096):
            words = (words + some)[-_WORDS:]
        return words.decode("utf-8", "replace").strip()


DRIVER = "woozle.tui.serving.driver:VisitDriver"
"""The driver of the app in a visit, loaded by the visit's process only."""

TICKET = "WOOZLE_TICKET"
"""The environment variable with the ticket of a visit."""

_NEEDED = frozenset(
    {
        "HOME", "LANG", "LANGUAGE", "PATH", "TZ", "TMPDIR", "TEMP", "TMP", "VIRTUAL_ENV", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH",
        "SYSTEMROOT", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "PATHEXT", "COMSPEC",  # Windows
    }
)  # fmt: skip
_KINDS = ("LC_", "PYTHON")
_FOR_MODELS = frozenset(
    {
        "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "no_proxy", "all_proxy",
        "SSL_CERT_FILE", "SSL_CERT_DIR", "HF_HOME", "HF_HUB_OFFLINE", "CUDA_VISIBLE_DEVICES", "OLLAMA_HOST",
        "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR",  # the system's keyring
    }
)  # fmt: skip


def visit_environment(
    parent: Mapping[str, str], home: Path, ticket: str, size: tuple[int, int], keys: Iterable[str] | None = None
) -> dict[str, str]:
    """Return the environment of a visit.

    Args:
        home: Its own folder.
        size: Columns and rows.
        keys: Environment variables with API keys of the models at the tables; None if there are none.
    """
    needed = _NEEDED if keys is None else _NEEDED | _FOR_MODELS | {*keys}
    passed = {name: text for name, text in parent.items() if name in needed or name.startswith(_KINDS)}
    columns, rows = size
    return {
        **passed,
        "WOOZLE_HOME": str(home),
        fence.VARIABLE: fence.current_level(),  # the settings of the home are not those of the host
        TICKET: ticket,
        "TEXTUAL_DRIVER": DRIVER,
        "TEXTUAL_COLOR_SYSTEM": "truecolor",
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        "COLUMNS": str(columns),
        "ROWS": str(rows),
        "SSH_CONNECTION": "browser",  # the participant is elsewhere: nothing is opened on the screen of this machine
    }


def create_home(home: Path) -> None:
    """Create the home of a visit, empty except for models.toml. Raises OSError."""
    home.mkdir(mode=0o700)
    models = paths.config_folder() / "models.toml"
    if models.exists():
        shutil.copyfile(models, home / models.name)


def remove_home(home: Path) -> Path | None:
    """Remove the home of a visit. Returns the path of its crash report if it crashed."""
    kept = None
    try:
        details = read_file(home / paths.CRASH_REPORT, SMALL)
        kept = paths.data_folder() / paths.CRASH_REPORT
        kept.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        disk.replace(kept, details, sync=False)
    except FileNotFoundError:
        pass
    except OSError:
        kept = None
    shutil.rmtree(home, ignore_errors=True)
    return kept
