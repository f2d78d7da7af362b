"""Facts that only a running server knows about its study, and access to them for programs on this machine.

`data/server.json`, which only its owner reads, has the server's port and a token for `/operator/live`. The server writes it when
it starts, and removes it when it ends.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from http.client import HTTPException
from urllib.request import ProxyHandler, Request, build_opener

from pydantic import TypeAdapter, ValidationError

from woozle.arena.studies.folder import StudyFolder
from woozle.core.regular_files import SMALL, read_file
from woozle.core.value import value
from woozle.saves import disk
from woozle.saves.disk import explain_save_errors

FILE = "server.json"
PATH = "/operator/live"
_SECONDS = 3.0
_LONGEST = 4_000_000  # bytes
_STALE = "The server at {address} does not answer; unless it is just starting, it was killed, and the figures of load are missing."


@value
class Live:
    """Facts about a running server.

    unseen: seconds since a page of each participant who is under way was last heard of, by code; 0 while a match is open. deciding:
    visits before consent. waiting: people in line. pages: open now. matches: under way. answers: a second, in the last minute.
    lag_ms: the most by which the server was late in the last minute. warnings: sentences about failed matches, and the latest
    that the server printed.
    """

    unseen: Mapping[str, float]
    deciding: int
    waiting: int
    pages: int
    matches: int
    answers: float
    lag_ms: float
    memory_mb: float
    warnings: tuple[str, ...] = ()


LIVE = TypeAdapter(Live)
_FILE = TypeAdapter(tuple[str, str])  # address and token


@contextmanager
def announced(study: StudyFolder, port: int) -> Iterator[str]:
    """Let programs of the same person find the server until the block ends; yield the token for them. Raises SaveError.

    port: at which it listens on the loopback, without TLS.
    """
    path, token = study.data / FILE, secrets.token_urlsafe(32)
    with explain_save_errors(path, "serve the study again"):
        disk.replace(path, _FILE.dump_json((f"http://127.0.0.1:{port}", token)))
    try:
        yield token
    finally:
        with suppress(OSError):
            path.unlink(missing_ok=True)


def ask_server(study: StudyFolder) -> tuple[Live | None, str]:
    """Return the facts of a study's server, None if none runs, and a sentence if one should."""
    try:
        address, token = _FILE.validate_json(read_file(study.data / FILE, SMALL), strict=True)
    except FileNotFoundError:
        return None, ""
    except (OSError, ValidationError):
        return None, f"data/{FILE} cannot be read; serve the study again for the figures of load."
    request = Request(f"{address}{PATH}", headers={"Authorization": f"Bearer {token}"})
    try:
        with build_opener(ProxyHandler({})).open(request, timeout=_SECONDS) as reply:
            return LIVE.validate_json(reply.read(_LONGEST)), ""
    except (OSError, HTTPException, ValueError):
        return None, _STALE.format(address=address)
