"""What is said about the pictures beside a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from textual.message import Message

from woozle.tui.messages.posted import posted

if TYPE_CHECKING:
    from woozle.core.attempt import Picture
    from woozle.core.game import Event
    from woozle.core.request import Display


@posted
class WantDrawn(Message):
    """Draw what these Events of a game tell of, and reply with Drawn."""

    game: str
    sights: tuple[Event, ...]
    reply: Callable[[Message], Any]


@posted
class Drawn(Message):
    """The pictures of some Events. problem: why there are none, as a sentence."""

    sights: tuple[Event, ...]
    pictures: tuple[Picture, ...]
    problem: str = ""


@posted
class Looked(Message):
    """Somebody zoomed, moved about, or turned to another picture."""


@posted
class Displayed(Message):
    """How the pictures were seen beside a request, up to now."""

    request: int
    display: Display
    pictures: tuple[Picture, ...]


@posted
class OpenPictures(Message):
    """Open these pictures as files. viewer: who sees them."""

    pictures: tuple[Picture, ...]
    viewer: str


@posted
class Opened(Message):
    """The pictures of the table were opened as files."""
