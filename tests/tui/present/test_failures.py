from __future__ import annotations

from woozle.core.game import Forfeited
from woozle.tui.present.failures import failures


def test_a_crash_is_to_be_reported_and_a_server_that_fails_is_not():
    events = [
        Forfeited("Ann", "error", "RuntimeError: a bug"),
        Forfeited("Ann", "error", "RuntimeError: again"),
        Forfeited("Bob", "error", "The messages do not fit."),
        Forfeited("Cleo", "timeout", "Too late."),
    ]
    assert list(failures(events)) == [
        "The player of Ann failed (RuntimeError: a bug), so its result is void and not counted; please report that.",
        "The player of Bob failed (The messages do not fit), so its result is void and not counted.",
    ]
