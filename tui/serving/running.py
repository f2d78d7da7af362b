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

from woozle.core.text import visible_line
from woozle.saves.studies.folder import StudyFolder
from woozle.tui.serving.server import StudyServer
from woozle.tui.serving.visits import Visits


def command_of(study: StudyFolder) -> list[str]:
    """What starts a visit; whose it is, it finds in its environment."""
    return [sys.executable, "-P", "-m", "woozle.tui.serving.visit", str(study.path.absolute())]


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
) -> None:
    """Serve until SIGINT or SIGTERM. base: how browsers name it, empty for its own address; opened: hears that, once it is there.

    keys: the variables with keys of models, None where no model plays. tell: hears sentences for the researcher. command: what
    starts a visit. Raises ValueError for a port that cannot be had, and without textual-serve.
    """
    stopped = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # Windows
            asyncio.get_running_loop().add_signal_handler(name, stopped.set)
    with TemporaryDirectory(prefix="woozle-visits-") as homes:
        visits = Visits(study, command or command_of(study), Path(homes), tell, keys)
        server = StudyServer(study, base, visits, tell)
        runner = web.AppRunner(server.application(), logger=_unheard(), access_log=None, handle_signals=False, shutdown_timeout=5)
        await runner.setup()
        try:
            site = web.TCPSite(runner, host, port)
            try:
                await site.start()
            except OSError as error:
                raise ValueError(
                    f"Nothing can be served at {visible_line(host)}, port {port} ({error.strerror}); name another with --port."
                ) from error
            server.base = base or f"http://{_in_url(host)}:{runner.addresses[0][1]}"
            opened(server.base)
            await stopped.wait()
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
