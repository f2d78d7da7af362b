"""The end of a terminal, on systems that tell of it in other ways."""

from __future__ import annotations

import os
import select
from types import SimpleNamespace

import pytest

from woozle.tui.terminal import await_hangup

from tests.tui.terminals import on_posix


class Kqueue:
    """The select module of macOS, with the events of one terminal: a fake, since no such system is here."""

    KQ_FILTER_READ, KQ_EV_ADD, KQ_EV_CLEAR, KQ_EV_EOF, KQ_EV_ERROR = -1, 1, 32, 0x8000, 0x4000

    def __init__(self, *flags: int) -> None:
        self.flags = list(flags)
        self.watched: list[tuple[int, int, int]] = []
        self.is_closed = False

    def kevent(self, file, filter, flags):
        return file, filter, flags

    def kqueue(self):
        return self

    def control(self, changes, most, timeout):
        assert (most, timeout) == (1, None)
        self.watched += changes
        if self.flags[0] is None:
            raise OSError(22, "Invalid argument")
        return [SimpleNamespace(flags=self.flags.pop(0))]

    def close(self):
        self.is_closed = True


@pytest.mark.parametrize(
    ("flags", "is_gone"),
    [((33, 33, 33 | Kqueue.KQ_EV_EOF), True), ((Kqueue.KQ_EV_EOF,), True), ((Kqueue.KQ_EV_ERROR,), False), ((33, None), False)],
)
def test_macos_tells_of_the_end_of_a_terminal_after_any_number_of_keys(flags, is_gone):
    system = Kqueue(*flags)
    assert await_hangup(7, system) is is_gone
    assert system.watched == [(7, -1, 33)] and system.is_closed


@on_posix
def test_a_terminal_that_is_gone_is_noticed_here_too():
    ours, theirs = os.openpty()
    os.close(ours)
    assert await_hangup(theirs, select)
    os.close(theirs)
