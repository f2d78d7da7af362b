"""A match as one viewer saw it, at any moment: the lines of the transcript so far, and the table as it then looked."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from woozle.arena.views import model_traces
from woozle.arena.views.observer import Observer
from woozle.arena.views.panels import TableView
from woozle.core.game import RecordEntry
from woozle.core.line import PART, Line, shown_lines
from woozle.core.request import Seat
from woozle.core.state import EVERYTHING, observes

_EVERY = 128  # Events between two moments that are kept, so that no jump folds more than that

_Tries: TypeAlias = Mapping[int, Sequence[model_traces.Try]]
_NONE: _Tries = {}
_BLOWS = "†×!E"


def may_read(viewer: Seat, seat: Seat) -> bool:
    """Return whether a viewer may read what the model of a seat said and thought: the seat itself, and who sees everything."""
    return viewer in (EVERYTHING, seat)


class Mark(NamedTuple):
    """A moment in a record, as of Line. at: how many Events of the record there are when it has happened."""

    at: int
    words: str
    glyph: str = PART

    @property
    def is_phase(self) -> bool:
        """True if a part of the match begins here."""
        return self.glyph == PART

    @property
    def is_bad(self) -> bool:
        """True if it is a blow to a seat."""
        return self.glyph in _BLOWS


class MatchTimeline:
    """A record that grows, folded for one viewer.

    Positions count Events of the whole record, with those that the viewer did not see, so that they mean the same for all viewers.
    """

    def __init__(self, viewer: Seat, observer: Observer) -> None:
        self.viewer = viewer
        self.lines: list[Line] = []
        self.marks: list[Mark] = []
        self.tries: dict[int, model_traces.Try] = {}
        """The lines that say what a model did, by their place."""
        self._now = observer
        self._kept: list[tuple[int, Observer]] = [(0, observer.copy())]
        self._record: list[RecordEntry] = []
        self._ends: list[int] = []
        self._part = ""

    def __len__(self) -> int:
        return len(self._record)

    def grow(self, told: Sequence[RecordEntry], before: _Tries = _NONE, under: _Tries = _NONE) -> None:
        """Take more of the record. before, under: what models did for the Events of these positions, to be noted there."""
        for each in told:
            event, audience = each
            at = len(self._record)
            self._record.append(each)
            self._jot(before.get(at, ()))
            if observes(self.viewer, audience):
                said = self._now.narrate(event)
                self.lines += shown_lines(said)
                for line in said:
                    if line.moment:
                        self._note(Mark(len(self._record), line.moment, line.glyph))
            self._jot(under.get(at, ()))
            self._ends.append(len(self.lines))
            if len(self._record) % _EVERY == 0:
                self._kept.append((len(self._record), self._now.copy()))

    def _jot(self, done: Sequence[model_traces.Try]) -> None:
        for each in done:
            if may_read(self.viewer, each.seat):
                self.tries[len(self.lines)] = each
                self.lines.append(model_traces.try_line(each))

    def _note(self, mark: Mark) -> None:
        """Keep a moment, unless it only says that the part that runs goes on."""
        if mark.is_phase:
            if mark.words == self._part:
                return
            self._part = mark.words
        self.marks.append(mark)

    def lines_at(self, at: int) -> int:
        """Return the number of lines after a number of Events."""
        return self._ends[at - 1] if at else 0

    def last_line_of(self, at: int) -> int:
        """Return the last line that the Event of this position made itself."""
        line = self.lines_at(at + 1) - 1
        while line in self.tries:
            line -= 1
        return line

    def event_of(self, line: int) -> int:
        """Return the position after the Event that made a line; the end if none has, or none that the viewer observes."""
        return min(bisect_right(self._ends, line) + 1, len(self))

    def table(self, at: int) -> TableView:
        if at == len(self._record):
            return self._now.look()
        start, kept = self._kept[min(at // _EVERY, len(self._kept) - 1)]
        known = kept.copy()
        for event, audience in self._record[start:at]:
            if observes(self.viewer, audience):
                known.see(event)
        return known.look()
