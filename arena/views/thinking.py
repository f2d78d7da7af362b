"""How the models at a table go on with their turns: a fold over what is heard of them, for those who look on.

Nothing of it is recorded. What was said is shown as it comes, and stays until the transcript has it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from woozle.arena.views.line import Line
from woozle.core.request import Seat
from woozle.core.value import value

_KEPT = 2_400  # characters of a try that are shown while it lasts; more do not fit on a screen

Kind = Literal["queued", "sent", "heard", "waiting", "read", "failed"]


@value
class News:
    """What is heard of a model's turn.

    heard: text and thoughts follow those before. waiting: text is what went wrong, in a word; it is tried again, for the `again`th
    time, in so many seconds. read: the reply is there, and text says what is wrong with it, in a word, if anything. failed: text
    says why.
    """

    seat: Seat
    request: int
    kind: Kind
    text: str = ""
    thoughts: str = ""
    again: int = 0
    seconds: float = 0.0


@value
class Mind:
    """How a turn goes on. since: when it was sent, or began to wait; until: when it goes on; both on the clock of the app.

    retry: which try it is and why, in words, empty for the first. said, thoughts: the last part of what was heard of this try.
    """

    seat: Seat
    number: int
    request: int
    state: Literal["queued", "sent", "first token", "streaming", "checking", "waiting", "failed"]
    since: float
    until: float | None = None
    retry: str = ""
    said: str = ""
    thoughts: str = ""
    problem: str = ""

    @property
    def words(self) -> str:
        """The state in words."""
        if self.state == "waiting":
            return self.problem
        return f"{self.retry}: {self.state}" if self.retry else self.state


def told(mind: Mind | None, news: News, number: int, now: float) -> Mind:
    """The same with what was heard of it. number: of the seat; mind: None for a turn that begins."""
    if mind is None or mind.request != news.request:
        mind = Mind(news.seat, number, news.request, "queued", now)
    match news.kind:
        case "queued":
            return replace(mind, state="queued", since=now, until=None)
        case "sent":
            return replace(mind, state="sent", since=now, until=None, said="", thoughts="", problem="")
        case "heard":
            has_spoken = bool(mind.said or mind.thoughts)
            said, thoughts = (mind.said + news.text)[-_KEPT - 1 :], (mind.thoughts + news.thoughts)[-_KEPT - 1 :]
            return replace(mind, state="streaming" if has_spoken else "first token", said=said, thoughts=thoughts)
        case "waiting":
            problem = _WAITS.get(news.text, f"retry {news.again} ({news.text.replace('_', ' ')})")
            return replace(mind, state="waiting", since=now, until=now + news.seconds, problem=problem)
        case "read":
            return replace(mind, state="checking", problem=news.text)
    return replace(mind, state="failed", problem=news.text)


_WAITS = {"rate_limited": "rate-limited", "timeout": "timed out"}


def refused(mind: Mind, reading: str, again: int, most: int, now: float) -> Mind:
    """Its reply was not taken, and it is asked again. again: which try that is, of so many."""
    words = f"retry {again}/{most} ({reading.replace('_', ' ')})"
    return Mind(mind.seat, mind.number, mind.request, "queued", now, retry=words)


def lines(mind: Mind, share: int = 1) -> Iterator[Line]:
    """What is heard of a turn, to be read while it lasts. share: how many speak at once, each of whom gets so much less room."""
    room = _KEPT // share
    is_speaking = mind.state in ("first token", "streaming")
    if mind.thoughts:
        yield Line(_end_of(mind.thoughts, room // 2), "quiet", who=mind.number, label=f"{mind.seat} thinks")
    if mind.said:
        text = _end_of(mind.said, room) + ("▌" if is_speaking else "")
        problem = f" · {mind.problem}" if mind.problem and not is_speaking else ""
        tone: Literal["quiet", "speech"] = "quiet" if mind.problem else "speech"
        yield Line(text, tone, who=mind.number, label=f"{mind.seat} writes{problem}")


def _end_of(text: str, most: int) -> str:
    return text if len(text) <= most else f"… {text[-most:]}"
