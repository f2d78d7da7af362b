"""How the app of a visit speaks through its server: as Textual's own driver for browsers does, but only while there is one."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from pathlib import Path
from typing import Any, BinaryIO, TextIO

from textual.drivers.web_driver import WebDriver
from textual.events import Resize
from textual.geometry import Size


class VisitDriver(WebDriver):
    """Ends the app when its server is gone, so that the visit can go on elsewhere; hands no file and no address to the browser."""

    def __init__(self, app: Any, **options: Any) -> None:
        super().__init__(app, **options)
        self._write = self._all_of  # type: ignore[assignment]

    def start_application_mode(self) -> None:
        """As Textual has it."""
        self._loop = asyncio.get_running_loop()
        super().start_application_mode()

    def on_meta(self, packet_type: str, payload: dict[str, object]) -> None:
        """What the server says of the page."""
        match packet_type, payload:
            case "resize", {"width": int(width), "height": int(height)}:
                # By the way that the first size goes, so as not to overtake it.
                self._size = size = Size(width, height)
                asyncio.run_coroutine_threadsafe(self._app._post_message(Resize(size, size)), self._loop)
            case "focus" | "blur" | "quit", _:
                super().on_meta(packet_type, payload)

    def run_input_thread(self) -> None:
        """What is typed, until the server closes its end."""
        super().run_input_thread()
        if not self.exit_event.is_set():
            os.kill(os.getpid(), signal.SIGTERM)

    def _all_of(self, data: bytes) -> None:
        with contextlib.suppress(BrokenPipeError):  # run_input_thread ends the app
            while data:
                data = data[os.write(self.fileno, data) :]

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """Nothing is opened."""

    def deliver_binary(self, binary: BinaryIO | TextIO, *, delivery_key: str, save_path: Path, **options: Any) -> None:
        """Nothing is handed over."""
        binary.close()
