"""Messages between the app and the screens of a study."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from textual.message import Message

from woozle.tui.messages import message_class

if TYPE_CHECKING:
    from woozle.arena.views.study import Given


# From screens to the app


@message_class
class Chosen(Message):
    """A button of a page was pressed."""

    does: str


@message_class
class Agreed(Message):
    """The participant agrees. release: the data may be published."""

    release: bool


@message_class
class CodeNoted(Message):
    """The participant has noted the code. how: `typed` or `ticked`."""

    how: str


@message_class
class QuestionsAnswered(Message):
    """The answers to a page of questions, by id; None for "prefer not to say"."""

    answers: Mapping[str, Given]


@message_class
class WantStop(Message):
    """Ask whether the participant wants to stop."""
