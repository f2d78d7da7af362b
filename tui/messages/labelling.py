"""What the app and the screen where people label claims say to each other.

page: the number of the page that an answer is given to; an answer to a page that is no longer shown is not meant.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.message import Message

from woozle.tui.messages.posted import posted

if TYPE_CHECKING:
    from woozle.arena.views.annotation import Page
    from woozle.arena.views.forms import Dial
    from woozle.core.games.ship.claims.labels import Remark
    from woozle.core.games.ship.claims.schema import Ruling


# From the app to its screen


@posted
class PageTurned(Message):
    """Show this speech, or what is known of it now."""

    page: Page


@posted
class FormOffered(Message):
    """Let the person set a claim. at: the one that it corrects, None for a new one."""

    dials: tuple[Dial, ...]
    at: int | None


# From the screen to the app


@posted
class LabelSaid(Message):
    """The speech makes that claim, or it does not."""

    page: int
    at: int
    said: Remark


@posted
class LabelJudged(Message):
    """The claim is so, or not."""

    page: int
    at: int
    outcome: Ruling


@posted
class WantForm(Message):
    """Set a claim: another in place of one, or a new one."""

    page: int
    at: int | None


@posted
class FormFilled(Message):
    """A claim was set."""

    page: int
    at: int | None
    values: dict[str, str]


@posted
class SpeechDone(Message):
    """The speech claims nothing else."""

    page: int


@posted
class SpeechSkipped(Message):
    """Put the speech off."""

    page: int


@posted
class SpeechBefore(Message):
    """Back to the speech before."""

    page: int


@posted
class LabelUndone(Message):
    """Take back the last answer."""

    page: int


@posted
class LabelsLeft(Message):
    """Enough for now."""
