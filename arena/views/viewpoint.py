"""The viewpoint of a spectator: a place in a record, and the viewer through whose eyes it is seen."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Sequence

from woozle.arena.views import model_traces
from woozle.arena.views.costs import Account, Bill
from woozle.arena.views.match_timeline import MatchTimeline, may_read
from woozle.arena.views.panels import SeatCard, TableView
from woozle.core.game import PUBLIC, RecordEntry
from woozle.core.line import Line
from woozle.core.request import Seat
from woozle.core.state import EVERYTHING, observes

SEAT_KEYS = "123456789-"


class Viewpoint:
    """A growing record, and a place in it. make: makes a MatchTimeline for a viewer; at: number of Events before the place."""

    def __init__(self, viewers: Sequence[Seat], viewer: Seat, make: Callable[[Seat], MatchTimeline]) -> None:
        self.viewers = tuple(viewers)
        self.viewer = viewer
        self.at = 0
        self.has_traces = False
        """Whether the work of models is noted among the lines of the match."""
        self._make = make
        self._told: list[RecordEntry] = []
        self._steps: list[int] = []
        self._timelines: dict[tuple[Seat, bool], MatchTimeline] = {}
        self._before: dict[int, list[model_traces.Try]] = defaultdict(list)
        self._under: dict[int, list[model_traces.Try]] = defaultdict(list)
        self._seats_of_models: set[Seat] = set()
        self._account = Account()

    def __len__(self) -> int:
        return len(self._told)

    @property
    def keys(self) -> tuple[tuple[str, Seat], ...]:
        """The viewers with the keys that lead to them."""
        spare = iter(SEAT_KEYS)
        named = {EVERYTHING: "*", PUBLIC: "0"}
        return tuple((named.get(viewer) or next(spare, ""), viewer) for viewer in self.viewers)

    @property
    def timeline(self) -> MatchTimeline:
        """The whole record for the present viewer."""
        return self._timeline_of(self.viewer)

    @property
    def table(self) -> TableView:
        return self.timeline.table(self.at)

    @property
    def seats(self) -> tuple[SeatCard, ...]:
        """The seats at this place, with all that the viewer who sees most knows about them."""
        return self._timeline_of(self.viewers[0]).table(self.at).seats

    @property
    def lines(self) -> int:
        """The number of lines up to this place."""
        return self.timeline.lines_at(self.at)

    @property
    def step(self) -> int:
        """The number of Responses up to this place."""
        return self._steps[self.at - 1] if self.at else 0

    @property
    def is_at_last_answer(self) -> bool:
        """True if no further Response was folded after this place."""
        return not self._steps or self.step == self._steps[-1]

    @property
    def bill(self) -> Bill:
        return self._account.bill(None if self.at == len(self) else self.step)

    def grow(self, told: Sequence[RecordEntry], steps: Sequence[int], done: Sequence[model_traces.Done] = ()) -> list[Line]:
        """Add more of the record, and return the lines that the viewer reads of it. done: the work of models for it."""
        before = len(self.timeline.lines)
        self._told += told
        self._steps += steps
        self._account.grow(done)
        for each in done:
            if each.tries:
                self._seats_of_models.add(each.seat)
            at = bisect_left(self._steps, each.step)
            told_something = at < len(self) and self._steps[at] == each.step
            (self._under if told_something else self._before)[at] += each.tries
        return self.timeline.lines[before:]

    def _timeline_of(self, viewer: Seat) -> MatchTimeline:
        key = viewer, self.has_traces
        if key not in self._timelines:
            self._timelines[key] = self._make(viewer)
        timeline = self._timelines[key]
        new = self._told[len(timeline) :]
        if self.has_traces:
            timeline.grow(new, self._before, self._under)
        else:
            timeline.grow(new)
        return timeline

    @property
    def can_have_traces(self) -> bool:
        """True if any model has answered whose thoughts the viewer may read."""
        return any(may_read(self.viewer, seat) for seat in self._seats_of_models)

    def live(self, minds: Sequence[model_traces.Mind]) -> list[Line]:
        """Return provisional lines for below the last one: answers not shown yet, and answers in the making."""
        if self.at < len(self):
            return []
        heard = [mind for mind in minds if may_read(self.viewer, mind.seat)]
        untold = self._before.get(len(self), ()) if self.has_traces else ()
        kept = [model_traces.try_line(each) for each in untold if may_read(self.viewer, each.seat)]
        return [*kept, *(line for mind in heard for line in model_traces.live_lines(mind, len(heard)))]

    def look(self, key: str) -> None:
        """Switch to the viewer of a key; the same key again leads back to the first viewer."""
        viewer = dict(self.keys).get(key, self.viewer)
        self.viewer = self.viewers[0] if viewer == self.viewer else viewer

    def moment(self, by: int) -> int:
        """Return the place of the next Event that the viewer observes, or (-1) of the one before."""
        at = self.at + by
        while 0 < at < len(self._told) and not observes(self.viewer, self._told[at - 1][1]):
            at += by
        return max(0, min(at, len(self._told)))

    def phase(self, by: int) -> int:
        """Return the place where the next phase begins, or (-1) the previous one; an end of the record if no phase is left."""
        starts = [mark.at for mark in self.timeline.marks if mark.is_phase]
        if by > 0:
            return next((at for at in starts if at > self.at), len(self._told))
        return next((at for at in reversed(starts) if at < self.at), 0)
