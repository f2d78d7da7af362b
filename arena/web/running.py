"""A study offered to browsers, from the moment its port is open until it is stopped."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from aiohttp import web

from woozle.arena.studies.folder import StudyFolder
from woozle.arena.web.addresses import Proxies
from woozle.arena.web.connections import ConnectionLimits, Connections
from woozle.arena.web.server import StudyServer
from woozle.arena.web.visits import MOST, Visits
from woozle.core.text import visible_line

_KEEP_ALIVE = 15.0  # seconds that a connection may be idle, or half-way through its next request
_MOST, _FEWEST = 1000, 50  # connections
_ENOUGH_FILES = 4096
_OTHER_FILES = 128  # that the server itself and what is read of the study need, and whoever is turned away
_FILES_OF_A_VISIT = 4


def command_of(study: StudyFolder) -> list[str]:
    """What starts a visit; whose it is, it finds in its environment."""
    return [sys.executable, "-P", "-m", "woozle.tui.serving.visit", str(study.path.absolute())]


def connection_limits(files: int, visits: int) -> ConnectionLimits:
    """How many connections there may be where so many files may be open, and so many visits, each with its pipes.

    One address has half of them: a computer room is one.
    """
    most = max(_FEWEST, min(_MOST, files - _OTHER_FILES - _FILES_OF_A_VISIT * visits))
    return ConnectionLimits(most, most // 2)


def open_files() -> int:
    """How many files this process may have open, made more if the system allows it."""
    try:
        import resource
    except ImportError:  # Windows, which has no such limit
        return _ENOUGH_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < _ENOUGH_FILES:
        soft = _ENOUGH_FILES if hard == resource.RLIM_INFINITY else min(hard, _ENOUGH_FILES)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return _ENOUGH_FILES if soft == resource.RLIM_INFINITY else soft


async def serve(
    study: StudyFolder,
    host: str,
    port: int,
    *,
    base: str = "",
    keys: Sequence[str] | None = None,
    opened: Callable[[str], None],
    tell: Callable[[str], None],
    command: Sequence[str] | None = None,
    proxies: Sequence[str] = (),
    most_visits: int = MOST,
) -> None:
    """Serve until SIGINT or SIGTERM. base: how browsers name it, empty for its own address; opened: hears that, once it is there.

    keys: the variables with keys of models, None where no model plays. tell: hears sentences for the researcher. command: what
    starts a visit. proxies: the addresses of those that say who asks, beside this machine where base is https. most_visits: at
    once. Raises ValueError for a port that cannot be had, a proxy that is none, and without textual-serve.
    """
    trusted = Proxies.parse(proxies, is_here_one=base.startswith("https:"))
    stopped = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # Windows
            asyncio.get_running_loop().add_signal_handler(name, stopped.set)
    with TemporaryDirectory(prefix="woozle-visits-") as homes:
        visits = Visits(study, command or command_of(study), Path(homes), tell, keys, most_visits)
        server = StudyServer(study, base, visits, tell, trusted)
        runner = web.AppRunner(
            server.application(),
            logger=_unheard(),
            access_log=None,
            handle_signals=False,
            shutdown_timeout=5,
            keepalive_timeout=_KEEP_ALIVE,
        )
        await runner.setup()
        try:
            assert runner.server is not None
            connections = Connections(runner.server, connection_limits(open_files(), most_visits), trusted, server.busy)
            try:
                listening = await asyncio.get_running_loop().create_server(connections, host, port)
            except OSError as error:
                raise ValueError(
                    f"Nothing can be served at {visible_line(host)}, port {port} ({error.strerror}); name another with --port."
                ) from error
            server.base = base or f"http://{_in_url(host)}:{listening.sockets[0].getsockname()[1]}"
            opened(server.base)
            try:
                await stopped.wait()
            finally:
                listening.close()
        finally:
            await visits.close()  # before aiohttp closes their connections without a word
            await runner.cleanup()


def _unheard() -> logging.Logger:
    """For what aiohttp has to tell: it names addresses."""
    unheard = logging.getLogger("woozle.serving")
    unheard.disabled = True
    return unheard


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host
