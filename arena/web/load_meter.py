"""The load of a server: answers a second, the lateness of its event loop, and recent sentences for the operator."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from datetime import UTC, datetime

_WINDOW = 60.0  # seconds
_BEAT = 1.0  # seconds between two looks at the clock
_TOLD, _HOUR = 10, 3600.0


class LoadMeter:
    """Figures of one process, over the last minute."""

    def __init__(self, tell: Callable[[str], object]) -> None:
        self._tell = tell
        self._answers: deque[float] = deque()
        self._late: deque[float] = deque(maxlen=int(_WINDOW / _BEAT))
        self._told: dict[str, tuple[float, str]] = {}

    def tell(self, sentence: str) -> None:
        """Tell the operator a sentence, and keep it for an hour; again, it is kept once."""
        self._told.pop(sentence, None)
        self._told[sentence] = time.monotonic(), f"{datetime.now(UTC):%H:%M} UTC: {sentence}"
        self._tell(sentence)

    @property
    def told(self) -> tuple[str, ...]:
        self._told = {each: told for each, told in [*self._told.items()][-_TOLD:] if time.monotonic() - told[0] < _HOUR}
        return tuple(sentence for _, sentence in self._told.values())

    def note_answer(self) -> None:
        """Count an answer."""
        self._answers.append(time.monotonic())

    @property
    def answers(self) -> float:
        """Return the answers a second."""
        now = time.monotonic()
        while self._answers and now - self._answers[0] > _WINDOW:
            self._answers.popleft()
        return len(self._answers) / _WINDOW

    @property
    def lag_ms(self) -> float:
        return 1000 * max(self._late, default=0.0)

    async def run(self) -> None:
        """Measure how late the event loop is, until cancelled."""
        while True:
            due = time.monotonic() + _BEAT
            await asyncio.sleep(_BEAT)
            self._late.append(max(0.0, time.monotonic() - due))
