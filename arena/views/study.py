"""The pages of a study as its screens show them: frozen values. Texts are raw; widgets clean them."""

from __future__ import annotations

from typing import Literal, TypeAlias

from woozle.core.line import Line, Tone
from woozle.core.value import value

UNSAID = "prefer not to say"
Given: TypeAlias = str | int | None
"""An answer; None for "prefer not to say"."""

_LONGEST = 8000  # characters of one line of a list; a longer paragraph goes on in the next


@value
class Progress:
    """The progress of a participant. title: what this step is; is_preview: there is no participant."""

    title: str
    number: int = 0
    total: int = 0
    is_preview: bool = False

    @property
    def words(self) -> str:
        """`step 3 of 9`; empty where there is no step."""
        return f"step {self.number} of {self.total}" if self.total else ""


@value
class Button:
    """A choice at the end of a page. does: the action of the app."""

    words: str
    does: str


@value
class Company:
    """What a page says of the others of a group. said: a sentence, kept up to date. is_called: they wait for this participant.

    is_stopped: a fault has stopped the match.
    """

    said: str
    is_called: bool = False
    is_stopped: bool = False


@value
class Reading:
    """A page to read. note: below it, such as its version. is_whole: whether it must first be read to its end.

    company: of a page on which people wait for each other. link: URL of the recruiter's page where the visitor goes from here.
    """

    progress: Progress
    lines: tuple[Line, ...]
    buttons: tuple[Button, ...] = (Button("Go on", "on"),)
    note: str = ""
    is_whole: bool = False
    can_stop: bool = True
    company: Company | None = None
    link: str = ""


@value
class Agreement:
    """A consent form. boxes: all of them have to be ticked; release: one that need not be, empty where it is not asked."""

    progress: Progress
    lines: tuple[Line, ...]
    boxes: tuple[str, ...]
    release: str = ""
    note: str = ""


@value
class Coded:
    """The code of a participant, to be written down."""

    progress: Progress
    code: str


@value
class Asked:
    """A question. options: of a choice, each with what it stands for.

    Scales and numbers go from `low` to `high`, None for a number that may be any.
    """

    id: str
    ask: str
    kind: Literal["choice", "scale", "number", "text"]
    options: tuple[tuple[str, str], ...] = ()
    low: int = 0
    high: int = 100
    low_label: str = ""
    high_label: str = ""
    is_required: bool = False


@value
class Questionnaire:
    """Questions one after the other. intro: in a sentence; can_go_back: to those before."""

    progress: Progress
    questions: tuple[Asked, ...]
    intro: str = ""
    can_go_back: bool = True
    last: str = "Done"


def quoted(text: str, tone: Tone = "plain") -> Line:
    """Return a line with a text of the researcher's, or of a participant's."""
    return Line(text, tone, is_quoted=True)


def paragraphs(text: str) -> tuple[Line, ...]:
    """Return a researcher's plain text as lines; what begins with # is a heading."""
    return tuple(line for each in text.splitlines() for line in _lines(each.rstrip()))


def _lines(text: str) -> tuple[Line, ...]:
    title = text.lstrip("#")
    if text.startswith("#") and title.strip():
        return (quoted(title.strip(), "heading"),)
    return tuple(quoted(text[at : at + _LONGEST]) for at in range(0, max(1, len(text)), _LONGEST))
