"""The driver of a visit in a browser: Textual's own, but it ends the app when its server is gone."""

from __future__ import annotations

import contextlib
import json
import os
import signal
from pathlib import Path
from typing import Any, BinaryIO, TextIO

from textual.drivers.web_driver import WebDriver
from textual.events import Resize
from textual.geometry import Size


class VisitDriver(WebDriver):
    """Ends the app when its server is gone, so that the visit can be resumed elsewhere; hands no file or address to the browser."""

    def write(self, data: str) -> None:
        """Send a text that a terminal would be sent."""
        self._send(b"D", data.encode())

    def write_meta(self, data: dict[str, object]) -> None:
        """Tell the server something."""
        self._send(b"M", json.dumps(data).encode())

    def on_meta(self, packet_type: str, payload: dict[str, object]) -> None:
        match packet_type, payload:
            case "resize", {"width": int(width), "height": int(height)}:
                # The way that the first size goes, so as not to overtake it; Textual does not tell of later sizes itself.
                size = Size(width, height)
                self.send_message(Resize(size, size))
            case "focus" | "blur" | "quit", _:
                super().on_meta(packet_type, payload)

    def run_input_thread(self) -> None:
        """Read what is typed, until the server closes its end."""
        super().run_input_thread()
        if not self.exit_event.is_set():
            os.kill(os.getpid(), signal.SIGTERM)

    def _send(self, kind: bytes, data: bytes) -> None:
        packet = kind + len(data).to_bytes(4, "big") + data
        with contextlib.suppress(BrokenPipeError):  # run_input_thread ends the app
            while packet:
                packet = packet[os.write(self.fileno, packet) :]

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """Open nothing."""

    def deliver_binary(self, binary: BinaryIO | TextIO, *, delivery_key: str, save_path: Path, **options: Any) -> None:
        """Hand nothing over."""
        binary.close()
