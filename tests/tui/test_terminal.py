"""The app in a real terminal."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time

import pytest

pytestmark = [pytest.mark.e2e, pytest.mark.skipif(not shutil.which("tmux"), reason="There is no tmux here.")]


class Terminal:
    """A tmux pane of its own server with the app in it."""

    def __init__(self, socket, width, height):
        self._tmux = ["tmux", "-S", str(socket), "-f", "/dev/null"]
        command = f"{sys.executable} -c 'from woozle.tui.app import run_app; run_app()'; sleep 60"
        self.run("new-session", "-d", "-s", "woozle", "-x", str(width), "-y", str(height), command)

    def run(self, *words) -> str:
        return subprocess.run([*self._tmux, *words], capture_output=True, text=True, check=True, env=os.environ).stdout

    def press(self, *keys) -> None:
        self.run("send-keys", "-t", "woozle", *keys)

    def until(self, words, seconds=20.0) -> str:
        end = time.monotonic() + seconds
        while words not in (shown := self.run("capture-pane", "-p", "-t", "woozle")):
            assert time.monotonic() < end, f"{words!r} did not appear in:\n{shown}"
            time.sleep(0.05)
        return shown


@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
def test_a_person_sits_down_leaves_and_is_told_how_to_go_on(tmp_path, size):
    terminal = Terminal(tmp_path / "tmux", *size)
    try:
        terminal.until("Go to")
        terminal.press("p")
        terminal.until("you are Alice")
        terminal.press("s")
        terminal.until("Your turn, tick 1")
        terminal.press("C-q")
        terminal.until("ctrl+q again leaves")
        terminal.press("C-q")
        terminal.until("Go on with: woozle resume")
    finally:
        terminal.run("kill-server")
