"""The end of an app whose terminal goes away, in a session where no signal tells of it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.tui.terminals import PATIENCE, on_posix

pytestmark = pytest.mark.e2e

IDLE = """
import sys
from woozle.tui.app import WoozleApp

def begun():
    print("begun", file=open(int(sys.argv[1]), "w"), flush=True)

class Idle(WoozleApp):
    def on_mount(self):
        super().on_mount()
        begun()
"""

# It holds its loop until the terminal is gone, so that nothing has told it when it draws more than the driver's queue takes.
BUSY = f"""
import select
{IDLE}

class Busy(Idle):
    def on_mount(self):
        super().on_mount()
        gone = select.poll()
        gone.register(0, 0)
        gone.poll()
        for _ in range(100):
            self._driver.write("more")
            self._driver.flush()
"""


@contextmanager
def left(script: str) -> Iterator[subprocess.Popen[bytes]]:
    """An app whose terminal is closed once it has begun."""
    ours, theirs = os.openpty()
    told, tells = os.pipe()
    words = [sys.executable, "-c", script, str(tells)]
    with subprocess.Popen(words, stdin=theirs, stdout=theirs, stderr=theirs, pass_fds=[tells]) as app:
        os.close(theirs)
        os.close(tells)
        try:
            assert os.read(told, 100) == b"begun\n"
            os.close(ours)
            yield app
        finally:
            os.close(told)
            app.kill()


@on_posix
@pytest.mark.parametrize("script", [f"{IDLE}\nIdle().run()", f"{BUSY}\nBusy().run()"], ids=["idle", "busy"])
def test_it_ends(script):
    with left(script) as app:
        app.wait(PATIENCE)
