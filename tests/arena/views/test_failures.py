from __future__ import annotations

from woozle.arena.views.answer_sentences import failures
from woozle.core.event import Event, Forfeited, Refused
from woozle.core.value import value
from woozle.core.words import describe_lapse


@value
class Began(Event):
    seats: tuple[str, ...]


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


RAW = """ValidationError: 1 validation error for Score
h
  Input should be less than or equal to 1 [type=less_than_equal, input_value=1.0000000000000002, input_type=float]
    For further information visit https://errors.pydantic.dev/2.12/v/less_than_equal"""


def test_a_service_that_fails_is_told_in_one_sentence_that_says_what_to_do():
    told = [Forfeited("judge", "error", RAW), Forfeited("editor", "error", "The server said no."), Began(("Ann", "Bob"))]
    assert list(failures(told)) == [
        "The judge failed (its own answer was invalid: h of Score should be less than or equal to 1), so what it was asked "
        "for is missing from this match; choose another judge, and please report that.",
        "The editor failed (The server said no), so what it was asked for is missing from this match; "
        "mend it, or choose another editor.",
    ]
    assert next(failures(told[:1], ["Ann"])) == next(failures(told))
    assert describe_lapse(told[0], None) == ("judge gave no answer: its player failed.")


def test_an_answer_that_was_not_taken_or_did_not_come_is_told_to_whoever_gave_it_and_to_others():
    told = [
        describe_lapse(event, me) for event in (Refused("Ann", "No."), Forfeited("Ann", "gave_up", "tired")) for me in ("Ann", None)
    ]
    assert told == [
        "Your answer was not taken: No.",
        "An answer of Ann was not taken: No.",
        "You gave no answer (gave up): tired",
        "Ann gave no answer (gave up): tired",
    ]
