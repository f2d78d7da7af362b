"""The driver of a visit in a browser: Textual's own, but it ends the app when its server is gone."""

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
    """Ends the app when its server is gone, so that the visit can be resumed elsewhere; hands no file or address to the browser."""

    def __init__(self, app: Any, **options: Any) -> None:
        super().__init__(app, **options)
        self._write = self._write_all  # type: ignore[assignment]

    def start_application_mode(self) -> None:
        """Remember the loop, and start."""
        self._loop = asyncio.get_running_loop()
        super().start_application_mode()

    def on_meta(self, packet_type: str, payload: dict[str, object]) -> None:
        match packet_type, payload:
            case "resize", {"width": int(width), "height": int(height)}:
                # The way that the first size goes, so as not to overtake it; Textual does not tell of later sizes itself.
                self._size = size = Size(width, height)
                asyncio.run_coroutine_threadsafe(self._app._post_message(Resize(size, size)), self._loop)
            case "focus" | "blur" | "quit", _:
                super().on_meta(packet_type, payload)

    def run_input_thread(self) -> None:
        """Read what is typed, until the server closes its end."""
        super().run_input_thread()
        if not self.exit_event.is_set():
            os.kill(os.getpid(), signal.SIGTERM)

    def _write_all(self, data: bytes) -> None:
        with contextlib.suppress(BrokenPipeError):  # run_input_thread ends the app
            while data:
                data = data[os.write(self.fileno, data) :]

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """Open nothing."""

    def deliver_binary(self, binary: BinaryIO | TextIO, *, delivery_key: str, save_path: Path, **options: Any) -> None:
        """Hand nothing over."""
        binary.close()
