"""How long a server is waited for that is not ready yet: it loads its model, or answers 503 before its first reply."""

from __future__ import annotations

import time
from collections.abc import Callable

from woozle.players.backends.model_client import BackendError

LONGEST = 120.0
"""Seconds that a server is waited for, for all requests together."""

_SLOWEST = 5.0  # seconds between two looks; the first come after one


class Readiness:
    """Whether the servers of an endpoint are ready. tell: hears once that one is waited for. clock: seconds."""

    def __init__(
        self, name: str, tell: Callable[[str], object] = lambda sentence: None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._name = name
        self._tell = tell
        self._clock = clock
        self._has_answered = False
        self._since: float | None = None
        self._last = 0.0

    def note_reply(self) -> None:
        """Note that a model replied. From now on a 503 alone says nothing of the kind."""
        self._has_answered, self._since = True, None

    def pause(self, error: BackendError, waited: float = 0.0) -> float:
        """Return how many seconds to wait before the request is sent again; 0 if it is not to be. waited: so long already."""
        is_loading = error.trouble == "loading"
        if not is_loading and (error.status != 503 or self._has_answered):
            return 0.0
        now = self._clock()
        if self._since is None or now - self._last > LONGEST:
            self._since = now
            what = "is still loading its model" if is_loading else "is not ready yet (503)"
            self._tell(f"{self._name} {what}; waiting for it, {LONGEST / 60:g} minutes at most.")
        self._last = now
        waited = max(waited, now - self._since)
        usual = min(1.0 + waited / 4, _SLOWEST)
        return max(min(max(usual, error.retry_after or 0.0), LONGEST - waited), 0.0)
