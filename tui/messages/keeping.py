"""What the app and the screens about kept matches (browser, report, leaderboard) say to each other."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from textual.message import Message

from woozle.tui.messages.posted import posted

if TYPE_CHECKING:
    from woozle.arena.views.kept import Kept, Mark
    from woozle.arena.views.leaderboard import Board
    from woozle.arena.views.ratings import Rated
    from woozle.arena.views.reports import ReportView


# From the app to its screens


@posted
class KeptListed(Message):
    """All matches that are kept, for the browser, the newest first."""

    matches: tuple[Kept, ...]


@posted
class Checked(Message):
    """Some more matches were checked. marks: what was found, by path."""

    marks: dict[str, Mark]
    done: int
    total: int


@posted
class Reported(Message):
    """A transcript was checked."""

    report: ReportView


@posted
class Marked(Message):
    """A match was checked, perhaps while a replay of it is open."""

    path: str
    mark: Mark


@posted
class BoardsListed(Message):
    """The leaderboards, the one of most matches first."""

    boards: tuple[Board, ...]


@posted
class BoardRated(Message):
    """The ratings of a leaderboard, or why there are none."""

    board: Board
    rated: Rated


# From screens to the app


@posted
class WantKept(Message):
    """List all that is kept, for the browser."""


@posted
class WantBoards(Message):
    """Compute the leaderboards."""


@posted
class WantRatings(Message):
    """Rate the players of this leaderboard, and of no other any more."""

    board: Board


@posted
class WantReport(Message):
    """Check a transcript for the screen that asks."""

    path: Path


@posted
class CheckAll(Message):
    """Check these matches one after the other, until StopChecking."""

    paths: tuple[str, ...]


@posted
class StopChecking(Message):
    """Enough; what is checked stays so."""


@posted
class SaveReport(Message):
    """Write a report to a file in the current folder."""

    report: ReportView
