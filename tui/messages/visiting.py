"""What the app and the screens of a study say to each other, and what the session of its match says to the app."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from textual.message import Message

from woozle.tui.messages.posted import posted

if TYPE_CHECKING:
    from woozle.arena.views.study import Given


# From the session to the app


@posted
class Believing(Message):
    """The match stands still until this person has said what they believe. due: the Due of its session."""

    due: Any


# From screens to the app


@posted
class Chosen(Message):
    """A button of a page."""

    does: str


@posted
class Agreed(Message):
    """All boxes that must be ticked are, and the person takes part. release: so is the one that need not be."""

    release: bool


@posted
class Disagreed(Message):
    """The person does not take part."""


@posted
class CodeNoted(Message):
    """The code was written down. how: `typed` or `ticked`."""

    how: str


@posted
class QuestionsAnswered(Message):
    """All questions of a page were answered, by id; None for what somebody prefers not to say."""

    answers: Mapping[str, Given]


@posted
class WantStop(Message):
    """The person may want to stop."""


@posted
class Stopped(Message):
    """The person does stop."""
