"""The pace at which a match goes on for the person who reads it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

from textual.screen import Screen
from textual.widgets import Input

from woozle.arena.play.news import Asked, EventsArrived, Paced, Waits
from woozle.arena.views.speeds import name_of
from woozle.arena.views.turns import waits_for
from woozle.tui.actions import Action, Actions
from woozle.tui.controllers.access import ways_of
from woozle.tui.screens.table.seat_view import SeatView
from woozle.tui.screens.table.terms import TableTerms
from woozle.tui.widgets.picture import PictureView
from woozle.tui.widgets.progress_signs import moves
from woozle.tui.widgets.suspense import Suspense
from woozle.tui.widgets.transcript import Transcript

if TYPE_CHECKING:
    from woozle.arena.play.news import News
    from woozle.core.game import Event

MOST_AT_ONCE = 40  # Events; more come only when a match is resumed
_HURRIES = {"": "", "end": "running to the end", "turn": "running to your next turn"}


class MatchPace:
    """Pauses, time to read, hurry, and events that are shown step by step while what comes after them waits.

    Args:
        learn: Takes events once they may be seen.
        take: Takes all other news, in order.
        prompt: Draws the prompt anew, since there is something to skip.
    """

    def __init__(
        self,
        screen: Screen[Any],
        seat: SeatView,
        terms: TableTerms,
        story: Transcript,
        *,
        learn: Callable[[Sequence[Event]], None],
        take: Callable[[News], None],
        prompt: Callable[[], None],
    ) -> None:
        self._screen, self._seat, self._terms = screen, seat, terms
        self._learn, self._take, self._prompt = learn, take, prompt
        self.suspense = Suspense(story, self._deliver)
        self.paced = Paced("going")
        self._waits = Waits(0, float)
        self._has_begun = False
        self._has_read = False

    # News of the match

    def receive(self, news: News) -> None:
        """Pass news on, or keep it while an event is shown step by step."""
        if not self.suspense.is_on:
            self._deliver(news)
        elif isinstance(news, Paced):
            self._deliver(news)
            if news.state == "going" or news.hurry:  # it was skipped, or there was time enough
                self.suspense.finish_all()
        elif isinstance(news, Asked):  # no one is made to wait before they see a question
            self.suspense.finish_all()
            self._deliver(news)
        else:
            self.suspense.keep(news)

    def _deliver(self, news: News) -> None:
        if isinstance(news, EventsArrived):
            self._observe(news.events)
            return
        if isinstance(news, Paced):
            self.paced = news
            self._has_read |= news.state == "reading"
        elif isinstance(news, Waits):
            self._waits = news
        self._take(news)

    def _observe(self, events: Sequence[Event]) -> None:
        """Take what was observed, up to an event that is shown step by step; the rest comes after it."""
        if not self._may_wait or len(events) > MOST_AT_ONCE:
            self._has_begun = True
            self._learn(events)
        elif found := self._seat.find_steps(events):
            at, line = found
            self._learn(events[:at])
            self._has_read = True
            self.suspense.begin(line, partial(self._tell, events[at], events[at + 1 :]), max(1.0, self.paced.speed))
            self._prompt()
        else:
            self._learn(events)

    def _tell(self, event: Event, after: Sequence[Event]) -> None:
        self._learn((event,))
        self._observe(after)

    @property
    def _may_wait(self) -> bool:
        """Return whether events may be shown step by step: not past ones, nor for a person who wants to see them at once."""
        is_fast = self.paced.hurry != "" or self.paced.speed == float("inf")
        return self._terms.has_steps and self._has_begun and not is_fast and moves(self._screen)

    def take_has_read(self) -> bool:
        """Return whether there was time to read since this was last called."""
        has_read, self._has_read = self._has_read, False
        return has_read

    # Words for the prompt, with keys

    @property
    def hint(self) -> str:
        """Return how to run to the end, for a seat that only watches; empty where there is no room beside a pause."""
        if self._terms.is_joined:
            return ""
        is_offered = self._seat.is_idle and self._seat.table.prompt and not self._seat.is_asked and self.paced.hurry != "end"
        return " Press {table.fast} to run to the end." if is_offered and not self._pause else ""

    @property
    def aside(self) -> str:
        return _HURRIES[self.paced.hurry] or self._pause

    @property
    def _pause(self) -> str:
        """Return what the match pauses for, and the key that ends that; at a question, the key moves the cursor."""
        speed = self.paced.speed
        match self.paced.state:
            case "paused":
                return "paused: {table.pause} goes on"
            case "reading" if self._seat.is_asked:
                return ""
            case "reading":
                words = "time to read" if speed == 1 else f"time to read, {name_of(speed)}"
                return f"{words}: {{table.skip}} goes on"
        return "{table.skip} goes on" if self.suspense.is_on else ""

    @property
    def is_waiting(self) -> bool:
        """Return whether the person can do nothing but wait for others."""
        return self._waits.number != 0 and self.paced.state == "going" and not (self._seat.is_over or self._seat.is_asked)

    @property
    def waiting(self) -> tuple[str, Callable[[], float]]:
        """Return what is waited for, empty for nothing, and a clock that says for how long."""
        return waits_for(self._waits.number) if self.is_waiting else "", self._waits.elapsed

    # Keys

    @property
    def actions(self) -> Actions:
        return {"pace": Action(self._change, self._can_change), "skip": Action(self._skip, self._can_skip)}

    def _change(self, change: Literal["pause", "turn", "fast", "slower", "faster", "give_up"]) -> None:
        ways_of(self._screen).matches.pace(change)

    def _can_change(self, change: str) -> bool:
        if self._terms.is_joined:
            return change in ("slower", "faster") and not self._seat.is_over
        match change:
            case "give_up":
                return self.is_waiting
            case "fast":
                return not self._seat.is_over and self._seat.is_idle
            case "turn" if self._seat.is_asked or self._seat.is_idle:
                return False
            case "turn" | "slower" | "faster" if self._terms.study:
                return False
        return not self._seat.is_over

    def _skip(self) -> None:
        self.suspense.finish_all()
        ways_of(self._screen).matches.pace("skip")

    def _can_skip(self) -> bool:
        focused = self._screen.focused
        moves_cursor = isinstance(focused, Input) or (isinstance(focused, PictureView) and focused.is_near)
        return (self.paced.state != "going" or self.suspense.is_on) and not self._seat.is_asked and not moves_cursor
