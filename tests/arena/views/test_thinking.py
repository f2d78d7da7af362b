"""The progress of a model's turn in words, and its text so far."""

from __future__ import annotations

import pytest

from woozle.arena.play.model_news import Minds
from woozle.arena.views.model_traces import live_lines
from woozle.core.request import Answer, Completion, ParseFailure, Request, Response
from woozle.players.backends.model_client import Failure, Heard, Queued, Sent, Waiting
from woozle.players.models.progress import Progress


class Turn:
    """The turns of Bob, the second seat, whose news come a second apart."""

    def __init__(self, *news):
        self.now = 9.0
        self.minds = Minds(("Alice", "Bob"), lambda: self.now)
        self.hear(*news)

    def hear(self, *news, request=7):
        for each in news:
            self.now += 1.0
            self.minds.hear(Progress("Bob", request, each))
        return self.minds["Bob"]


def after(*news):
    """The mind of Bob after some news of one request."""
    return Turn(*news).minds["Bob"]


def test_a_turn_goes_from_the_queue_to_the_reading_of_the_reply():
    turn = [Queued(), Sent(), Heard("", "a"), Heard("b"), Completion("b", "answer")]
    words = [after(*turn[: number + 1]).words for number in range(len(turn))]
    assert words == ["queued", "sent", "thinking", "answering", "checking"]


def test_the_time_runs_from_when_it_was_sent():
    assert after(Queued()).since == 10.0
    assert after(Queued(), Sent(), Heard("a"), Heard("b")).since == 11.0


@pytest.mark.parametrize(
    ("trouble", "words"),
    [
        ("rate_limited", "too many requests (2nd try)"),
        ("timeout", "no answer in time (2nd try)"),
        ("no_money", "no money (2nd try)"),
    ],
)
def test_what_is_tried_again_says_why_and_when(trouble, words):
    turn = Turn(Sent(), Heard("half an ans"), Waiting(2, 12.0, Failure(trouble, "Slow down.")))
    mind = turn.minds["Bob"]
    assert (mind.words, mind.until) == (words, 24.0)
    assert "half an ans" in [line.text for line in live_lines(mind)]
    again = turn.hear(Sent())
    assert (again.words, again.until, [*live_lines(again)]) == ("sent", None, [])


def test_a_refused_reply_is_followed_by_another_try():
    turn = Turn(Sent(), Heard("x"), Completion("x", "cut_off"))
    refused = Response(7, ParseFailure("It broke off.", "cut_off"))
    turn.minds.note_response(Request(7, "Bob", Answer, {}), refused, is_open=True)
    mind = turn.minds["Bob"]
    assert (mind.words, mind.since, [*live_lines(mind)]) == ("retry 2/3 (cut off): queued", 12.0, [])
    assert turn.hear(Sent()).words == "retry 2/3 (cut off): sent"
    assert turn.hear(Sent(), request=8).words == "sent"


def test_words_are_shown_as_they_come_and_thoughts_apart_from_them():
    (thoughts,) = live_lines(after(Sent(), Heard("", "Was it")))
    assert thoughts.text == "Was it▌"
    thoughts, words = live_lines(after(Sent(), Heard("", "Was it Eve?"), Heard("I saw Eve.")))
    assert (thoughts.text, thoughts.tone, thoughts.label) == ("Was it Eve?", "quiet", "Bob thinks")
    assert (words.text, words.tone, words.label, words.who) == ("I saw Eve.▌", "speech", "Bob answers", 2)


def test_while_it_is_checked_it_stands_still_and_what_is_wrong_is_dimmed():
    (line,) = live_lines(after(Sent(), Heard("I saw Eve."), Completion("I saw Eve.", "answer")))
    assert (line.text, line.tone) == ("I saw Eve.", "speech")
    (line,) = live_lines(after(Sent(), Heard("I saw Eve."), Completion("I saw Eve.", "unparsable")))
    assert (line.text, line.tone, line.label) == ("I saw Eve.", "quiet", "Bob answers · unparsable")


def test_a_failure_is_told():
    assert after(Sent(), "The server is down.").words == "failed"


def test_of_an_endless_reply_only_the_end_is_kept_and_less_of_it_where_many_speak():
    mind = after(Sent(), Heard("word" * 10_000))
    assert len(mind.said) < 3000
    (alone,), (among_many,) = live_lines(mind), live_lines(mind, 8)
    assert alone.text.startswith("… ")
    assert len(among_many.text) < len(alone.text) / 7
