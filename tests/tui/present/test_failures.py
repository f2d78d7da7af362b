from __future__ import annotations

from woozle.core.game import Forfeited, Refused
from woozle.tui.present.failures import failures, lapse


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


def test_an_answer_that_was_not_taken_or_did_not_come_is_told_to_whoever_gave_it_and_to_others():
    told = [
        lapse(event, me, 1).text for event in (Refused("Ann", "No."), Forfeited("Ann", "gave_up", "tired")) for me in ("Ann", None)
    ]
    assert told == [
        "Your answer was not taken: No.",
        "An answer of Ann was not taken: No.",
        "You gave no answer (gave up): tired",
        "Ann gave no answer (gave up): tired",
    ]
