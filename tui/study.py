"""What the app and the screens about kept matches (browser, report, leaderboard) say to each other, beside `messages.py`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from textual.message import Message

if TYPE_CHECKING:
    from woozle.tui.present.kept import Kept
    from woozle.tui.present.leaderboard import Board
    from woozle.tui.present.reports import ReportView


# From the app to its screens


@dataclass
class KeptListed(Message):
    """All matches that are kept, for the browser, the newest first."""

    matches: tuple[Kept, ...]


@dataclass
class Checked(Message):
    """Some more matches were checked. marks: by path, whether each is sound; without those that could not be checked in full."""

    marks: dict[str, bool]
    done: int
    total: int


@dataclass
class Reported(Message):
    """A transcript was checked."""

    report: ReportView


@dataclass
class BoardsListed(Message):
    """The leaderboards, the one of most matches first."""

    boards: tuple[Board, ...]


# From screens to the app


@dataclass
class WantKept(Message):
    """List all that is kept, for the browser."""


@dataclass
class WantBoards(Message):
    """Compute the leaderboards."""


@dataclass
class WantReport(Message):
    """Check a transcript for the screen that asks."""

    path: Path


@dataclass
class CheckAll(Message):
    """Check these matches one after the other, until StopChecking."""

    paths: tuple[str, ...]


@dataclass
class StopChecking(Message):
    """Enough; what is checked stays so."""


@dataclass
class SaveReport(Message):
    """Write a report to a file in the current folder."""

    report: ReportView
