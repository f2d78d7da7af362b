"""Messages between the app and the screens about kept matches: browser, report, leaderboard."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

from textual.message import Message

from woozle.tui.messages import message_class

if TYPE_CHECKING:
    from woozle.arena.views.leaderboard import Board
    from woozle.arena.views.profile import Profile
    from woozle.arena.views.ratings import Rated
    from woozle.arena.views.saved_matches import Mark, SavedMatch
    from woozle.arena.views.verification import VerifyView


# From the app to its screens


@message_class
class KeptListed(Message):
    """The matches that are kept, the newest first, for the browser."""

    matches: tuple[SavedMatch, ...]


@message_class
class ProfileMade(Message):
    """The profile of the person at this terminal, as far as their matches were read. done, of: how many of how many."""

    profile: Profile
    done: int = 0
    of: int = 0


@message_class
class Checked(Message):
    """More matches were checked. marks: the verdicts, by path."""

    marks: dict[str, Mark]
    done: int
    total: int


@message_class
class Reported(Message):
    """A transcript was checked."""

    report: VerifyView


@message_class
class Marked(Message):
    """A match was checked, perhaps while a replay of it is open."""

    path: str
    mark: Mark


@message_class
class BoardsListed(Message):
    """The leaderboards, the one of most matches first."""

    boards: tuple[Board, ...]


@message_class
class BoardRated(Message):
    """The ratings of a leaderboard, or why there are none."""

    board: Board
    rated: Rated


# From screens to the app


@message_class
class WantRatings(Message):
    """Rate the players of this leaderboard; stop rating others."""

    board: Board


@message_class
class WantReport(Message):
    """Check a transcript for the screen that asks."""

    path: Path


@message_class
class CheckAll(Message):
    """Check these matches one after the other, until no more are wanted."""

    paths: tuple[str, ...]


@message_class
class DeleteMatch(Message):
    """Delete a match for good."""

    path: Path


@message_class
class LabelMatch(Message):
    """Change a person's note on a match: its `name`, or whether it `is_marked` or `is_hidden`."""

    path: Path
    field: Literal["name", "is_marked", "is_hidden"]
    value: str | bool


@message_class
class SaveReport(Message):
    """Write a report to a file in the current folder."""

    report: VerifyView
