"""Messages between widgets, screens and the app. Each is a small value; none carries a widget."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar, dataclass_transform

from textual.message import Message

if TYPE_CHECKING:
    from woozle.arena.play.news import News
    from woozle.arena.views.panels import Choice, Question
    from woozle.arena.views.saved_matches import Mark
    from woozle.core.game import Event
    from woozle.core.request import Answer, Display, Picture
    from woozle.tui.settings.schema import Settings

T = TypeVar("T")


@dataclass_transform()
def message_class(cls: type[T]) -> type[T]:
    """Make a message of a class with fields. Printing and comparing as dataclasses do would take half of the import."""
    cls.__eq__ = _is_same  # type: ignore[method-assign]
    return dataclass(eq=False, repr=False)(cls)


def _is_same(self: Any, other: Any) -> bool:
    return type(self) is type(other) and all(getattr(self, name) == getattr(other, name) for name in self.__dataclass_fields__)


# From a match to its screen


@message_class
class MatchNews(Message):
    """News of a match, for its screen."""

    news: News


# From the app to its screens


@message_class
class Marked(Message):
    """A match was checked, perhaps while a replay of it is open."""

    path: str
    mark: Mark


@message_class
class SettingsChanged(Message):
    """The settings have changed. sentence: the result of saving them."""

    settings: Settings
    sentence: str
    is_saved: bool = True


# From screens to the app


@message_class
class NextTaken(Message):
    """A row of the card was chosen. binding: that does the same."""

    binding: str


@message_class
class WantPictures(Message):
    """Open the pictures of the seat at the table."""


@message_class
class Answered(Message):
    """The viewer's answer to a request."""

    request: int
    answer: Answer


@message_class
class Shown(Message):
    """A request is on screen: thinking time runs from here."""

    request: int


@message_class
class Covered(Message):
    """Another screen was put over the table, or taken away."""


@message_class
class Typed(Message):
    """The person pressed keys or buttons of the mouse, took characters out of an answer, or pasted this many into it at once.

    anticipated: inputs that were ignored, because what is asked had hardly been painted.
    """

    keys: int = 0
    deleted: int = 0
    pasted: int = 0
    anticipated: int = 0


# From widgets to their screen


@message_class
class Decided(Message):
    """A question is answered: with the value of a choice, and a text."""

    question: Question
    value: str | None
    text: str


@message_class
class Picked(Message):
    """A choice was taken, and confirmed if it is final."""

    choice: Choice


@message_class
class Doubted(Message):
    """A final choice waits for confirmation; None when it no longer does."""

    choice: Choice | None


@message_class
class TargetClicked(Message):
    """Something on a panel was clicked that stands for a choice, such as a room."""

    target: str


@message_class
class LinePicked(Message):
    """The reader has put the cursor on a line of the transcript."""

    index: int


@message_class
class Sought(Message):
    """A place on the bar of a replay was chosen: after `at` Events."""

    at: int


@message_class
class SeatClicked(Message):
    """A seat of the list was clicked, by its number."""

    number: int


@message_class
class PlaceTyped(Message):
    """The name of a place in the record was typed."""

    text: str


@message_class
class PageTurned(Message):
    """Turn pages beside the text box; -1 turns back."""

    pages: int


@message_class
class Composed(Message):
    """The text in the box was sent."""

    text: str


# Pictures beside a table


@message_class
class WantDrawn(Message):
    """Draw what these Events of a game show, and reply with Drawn."""

    game: str
    sights: tuple[Event, ...]
    reply: Callable[[Message], Any]


@message_class
class Drawn(Message):
    """The pictures of some Events. problem: why there are none, as a sentence."""

    sights: tuple[Event, ...]
    pictures: tuple[Picture, ...]
    problem: str = ""


@message_class
class Looked(Message):
    """The picture was zoomed, moved, or changed for another. is_new: the pictures have just been drawn."""

    is_new: bool = False


@message_class
class Displayed(Message):
    """The way pictures were seen beside a request, so far."""

    request: int
    display: Display
    pictures: tuple[Picture, ...]


@message_class
class Opened(Message):
    """The pictures of the table were opened as files."""
