"""The coach of a tutorial: says at most one of its lessons at a question, each once, and the last when the match is over."""

from __future__ import annotations

from collections.abc import Iterable

from woozle.core.event import Event
from woozle.core.request import Request
from woozle.core.state import facts_of
from woozle.core.welcome import Lesson

LOOK_ON = "You are out. Watch how it ends: everything is revealed."
"""Said to a seat that is out, in place of the last lesson, which asked it for something."""


class Coach:
    """Coaches one seat of a match. said: the last lesson; number: lessons given, out of `of`."""

    def __init__(self, lessons: Iterable[Lesson]) -> None:
        self._left = list(lessons)
        self._observed: set[str] = set()
        self.of = len(self._left)
        self.said = ""

    @property
    def number(self) -> int:
        return self.of - len(self._left)

    def see(self, event: Event) -> None:
        """Take more of the seat's observation."""
        name = type(event).__name__
        self._observed |= {name, *(f"{name}.{field}" for field, value in facts_of(event).items() if value)}

    def ask(self, request: Request) -> str:
        """Return the coach's words on a question; empty if there is nothing new to say."""
        return self._say(next((lesson for lesson in self._left if self._is_about(lesson, request)), None))

    def rest(self) -> str:
        """Return what the coach says once the seat is asked nothing any more, which is no lesson; empty if it has said so."""
        if self.said == LOOK_ON:
            return ""
        self.said = LOOK_ON
        return LOOK_ON

    def end(self) -> str:
        """Return the coach's words at the end of the match."""
        return self._say(next((lesson for lesson in self._left if lesson.at_end), None))

    def _is_about(self, lesson: Lesson, request: Request) -> bool:
        if lesson.at_end or (lesson.seen and lesson.seen not in self._observed):
            return False
        return lesson.asked in ("", request.answer.__name__) and (not lesson.offers or _offers(request, lesson.offers))

    def _say(self, lesson: Lesson | None) -> str:
        if lesson is None:
            return ""
        self._left.remove(lesson)
        self.said = lesson.text
        return lesson.text


def _offers(request: Request, beginning: str) -> bool:
    """Return whether a legal value begins so."""
    return any(str(value).startswith(beginning) for legal in request.choices.values() for value in legal)
