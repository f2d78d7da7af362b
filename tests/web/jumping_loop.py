"""An event loop whose clock jumps ahead while nothing happens, so that what waits for minutes takes no time in tests."""

from __future__ import annotations

import asyncio
from selectors import DefaultSelector, SelectorKey

_PAUSE = 0.001  # seconds of real time in which something may happen before the clock jumps: threads write to the disk meanwhile
_JUMP = 1.0  # seconds of its own time, at most


class _JumpingSelector(DefaultSelector):
    def __init__(self) -> None:
        super().__init__()
        self.ahead = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[SelectorKey, int]]:
        if timeout is not None and timeout <= 0:
            return super().select(timeout)
        found = super().select(_PAUSE if timeout is None else min(timeout, _PAUSE))
        if not found and timeout is not None:
            self.ahead += min(timeout, _JUMP)
        return found


class JumpingLoop(asyncio.SelectorEventLoop):
    """The loop. Whoever is to live by its clock asks `time`."""

    def __init__(self) -> None:
        self._jumps = _JumpingSelector()
        super().__init__(self._jumps)

    def time(self) -> float:
        return super().time() + self._jumps.ahead
