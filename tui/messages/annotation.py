"""Messages between the app and the screen where people label claims.

page: the number of the page that an answer is given to; an answer to a page that is no longer shown is not meant.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.message import Message

from woozle.tui.messages import message_class

if TYPE_CHECKING:
    from woozle.arena.views.forms import Select
    from woozle.arena.views.ship.annotation import Page
    from woozle.core.games.ship.claims.labels import Remark
    from woozle.core.games.ship.claims.schema import Ruling


# From the app to its screen


@message_class
class PageShown(Message):
    """Show this speech, with its labels so far."""

    page: Page


@message_class
class FormOffered(Message):
    """Show a form for a claim. at: the one that it corrects, None for a new one."""

    selects: tuple[Select, ...]
    at: int | None


# From the screen to the app


@message_class
class LabelSaid(Message):
    """Label whether the speech makes a claim."""

    page: int
    at: int
    said: Remark


@message_class
class LabelJudged(Message):
    """Label whether a claim is true."""

    page: int
    at: int
    outcome: Ruling


@message_class
class WantForm(Message):
    """Ask for a form: to correct a claim, or for a new one."""

    page: int
    at: int | None


@message_class
class FormFilled(Message):
    """A form was filled in."""

    page: int
    at: int | None
    values: dict[str, str]


@message_class
class SpeechDone(Message):
    """The speech claims nothing else."""

    page: int


@message_class
class SpeechSkipped(Message):
    """Skip the speech for now."""

    page: int


@message_class
class SpeechBefore(Message):
    """Go back to the speech before."""

    page: int


@message_class
class LabelUndone(Message):
    """Take back the last answer."""

    page: int


@message_class
class LabelsLeft(Message):
    """Stop labelling."""
