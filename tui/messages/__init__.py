"""Messages between widgets, screens and the app. Each is a small value; none carries a widget.

None is compared or printed: the methods for that would take half of the import.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from textual.message import Message

if TYPE_CHECKING:
    from woozle.arena.play.news import News
    from woozle.arena.views.panels import Choice, Question
    from woozle.arena.views.saved_matches import Mark
    from woozle.arena.views.waiting_room import WaitingRoom
    from woozle.core.game import Event
    from woozle.core.request import Answer, Picture
    from woozle.tui.settings.schema import Settings

# From a match to its screen


@dataclass(eq=False, repr=False)
class MatchNews(Message):
    """News of a match, for its screen."""

    news: News


# From the app to its screens


@dataclass(eq=False, repr=False)
class Marked(Message):
    """A match was checked, perhaps while a replay of it is open."""

    path: str
    mark: Mark


@dataclass(eq=False, repr=False)
class SettingsChanged(Message):
    """The settings have changed. sentence: the result of saving them."""

    settings: Settings
    sentence: str
    is_saved: bool = True


@dataclass(eq=False, repr=False)
class RoomChanged(Message):
    """Somebody came to, left or knocked at the table that is hosted here, or its match went on."""

    room: WaitingRoom


# From screens to the app


@dataclass(eq=False, repr=False)
class Answered(Message):
    """The viewer's answer to a request."""

    request: int
    answer: Answer


@dataclass(eq=False, repr=False)
class Typed(Message):
    """The person pressed keys or buttons of the mouse, took characters out of an answer, or pasted this many into it at once.

    anticipated: inputs that were ignored, because what is asked had hardly been painted.
    """

    keys: int = 0
    deleted: int = 0
    pasted: int = 0
    anticipated: int = 0


# From widgets to their screen


@dataclass(eq=False, repr=False)
class Decided(Message):
    """A question is answered: with the value of a choice, and a text."""

    question: Question
    value: str | None
    text: str


@dataclass(eq=False, repr=False)
class Picked(Message):
    """A choice was taken, and confirmed if it is final."""

    choice: Choice


@dataclass(eq=False, repr=False)
class Doubted(Message):
    """A final choice waits for confirmation; None when it no longer does."""

    choice: Choice | None


@dataclass(eq=False, repr=False)
class TargetClicked(Message):
    """Something on a panel was clicked that stands for a choice, such as a room."""

    target: str


@dataclass(eq=False, repr=False)
class LinePicked(Message):
    """The reader has put the cursor on a line of the transcript."""

    index: int


@dataclass(eq=False, repr=False)
class Sought(Message):
    """A place on the bar of a replay was chosen: after `at` Events."""

    at: int


@dataclass(eq=False, repr=False)
class SeatClicked(Message):
    """A seat of the list was clicked, by its number."""

    number: int


@dataclass(eq=False, repr=False)
class PlaceTyped(Message):
    """The name of a place in the record was typed."""

    text: str


@dataclass(eq=False, repr=False)
class PageTurned(Message):
    """Turn pages beside the text box; -1 turns back."""

    pages: int


@dataclass(eq=False, repr=False)
class Composed(Message):
    """The text in the box was sent."""

    text: str


# Pictures beside a table


@dataclass(eq=False, repr=False)
class WantDrawn(Message):
    """Draw what these Events of a game show, and reply with Drawn."""

    game: str
    sights: tuple[Event, ...]
    reply: Callable[[Message], Any]


@dataclass(eq=False, repr=False)
class Drawn(Message):
    """The pictures of some Events. problem: why there are none, as a sentence."""

    sights: tuple[Event, ...]
    pictures: tuple[Picture, ...]
    problem: str = ""


@dataclass(eq=False, repr=False)
class Looked(Message):
    """The picture was drawn, zoomed, moved, or changed for another."""
