"""The progress of a model's turn in words, and its text so far."""

from __future__ import annotations

import pytest

from woozle.arena.views.model_traces import News, hear, live_lines, refuse


def after(*news, now=10.0):
    """The mind of Bob after some news of one request, a second apart."""
    mind = None
    for number, (kind, options) in enumerate(news):
        mind = hear(mind, News("Bob", 7, kind, **options), 2, now + number)
    return mind


def heard(text="", thoughts=""):
    return "heard", {"text": text, "thoughts": thoughts}


QUEUED, SENT = ("queued", {}), ("sent", {})


def test_a_turn_goes_from_the_queue_to_the_reading_of_the_reply():
    turn = [QUEUED, SENT, heard(thoughts="a"), heard("b", "a"), ("read", {})]
    words = [after(*turn[: number + 1]).words for number in range(len(turn))]
    assert words == ["queued", "sent", "thinking", "answering", "checking"]


def test_the_time_runs_from_when_it_was_sent():
    assert after(QUEUED).since == 10.0
    assert after(QUEUED, SENT, heard("a"), heard("b")).since == 11.0


@pytest.mark.parametrize(
    ("trouble", "words"),
    [("rate_limited", "too many requests (2nd try)"), ("timeout", "no answer in time (2nd try)"), ("else", "else (2nd try)")],
)
def test_what_is_tried_again_says_why_and_when(trouble, words):
    mind = after(SENT, heard("half an ans"), ("waiting", {"text": trouble, "again": 2, "seconds": 12.0}))
    assert (mind.words, mind.until) == (words, 24.0)
    assert "half an ans" in [line.text for line in live_lines(mind)]
    again = hear(mind, News("Bob", 7, "sent"), 2, 30.0)
    assert (again.words, again.until, [*live_lines(again)]) == ("sent", None, [])


def test_a_refused_reply_is_followed_by_another_try():
    mind = refuse(after(SENT, heard("x"), ("read", {"text": "unparsable"})), "cut_off", 2, 3, 20.0)
    assert (mind.words, mind.since, [*live_lines(mind)]) == ("retry 2/3 (cut off): queued", 20.0, [])
    assert hear(mind, News("Bob", 7, "sent"), 2, 21.0).words == "retry 2/3 (cut off): sent"
    assert hear(mind, News("Bob", 8, "sent"), 2, 21.0).words == "sent"


def test_words_are_shown_as_they_come_and_thoughts_apart_from_them():
    (thoughts,) = live_lines(after(SENT, heard(thoughts="Was it ")))
    assert thoughts.text == "Was it ▌"
    thoughts, words = live_lines(after(SENT, heard(thoughts="Was it Eve?"), heard("I saw Eve.", "Was it Eve?")))
    assert (thoughts.text, thoughts.tone, thoughts.label) == ("Was it Eve?", "quiet", "Bob thinks")
    assert (words.text, words.tone, words.label, words.who) == ("I saw Eve.▌", "speech", "Bob answers", 2)


def test_while_it_is_checked_it_stands_still_and_what_is_wrong_is_dimmed():
    (line,) = live_lines(after(SENT, heard("I saw Eve."), ("read", {})))
    assert (line.text, line.tone) == ("I saw Eve.", "speech")
    (line,) = live_lines(after(SENT, heard("I saw Eve."), ("read", {"text": "unparsable"})))
    assert (line.text, line.tone, line.label) == ("I saw Eve.", "quiet", "Bob answers · unparsable")


def test_a_failure_is_told():
    assert after(SENT, ("failed", {"text": "The server is down."})).words == "failed"


def test_of_an_endless_reply_only_the_end_is_kept_and_less_of_it_where_many_speak():
    mind = after(SENT, heard("word " * 10_000))
    assert len(mind.said) < 3000
    (alone,), (among_many,) = live_lines(mind), live_lines(mind, 8)
    assert alone.text.startswith("… ")
    assert len(among_many.text) < len(alone.text) / 7
