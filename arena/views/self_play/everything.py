"""Self-play with nothing hidden: a fold over the whole record, for those who watch bots or a match that is over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Self

from woozle.arena.views.line import Line
from woozle.arena.views.self_play.course import Course
from woozle.arena.views.self_play.knowledge import Knowledge
from woozle.arena.views.self_play.lines import right
from woozle.arena.views.views import Table
from woozle.core.game import Event
from woozle.core.games.self_play import events as self_play
from woozle.core.request import Request, Seat


@dataclass(slots=True)
class Everything:
    """All that has happened so far. public: what those know who look on, who are told what is right at the end, and here before."""

    public: Knowledge = field(default_factory=lambda: Knowledge(None))
    me: Seat | None = None

    def see(self, event: Event) -> list[Line]:
        """Take one more Event; what the transcript says of it."""
        return [*self._secrets(event), *self.public.see(event)]

    def look(self, request: Request | None = None) -> Table:
        """The table as it looks now. Those who see everything are asked nothing."""
        return self.public.look()

    def copied(self) -> Self:
        """The same, to be folded on without changing this one."""
        return replace(self, public=self.public.copied())

    @property
    def course(self) -> Course:
        """How far the match is."""
        return self.public.course

    def _secrets(self, event: Event) -> Iterator[Line]:
        if isinstance(event, self_play.Key) and not self.course.has_begun:
            yield Line(right(event), "private")
