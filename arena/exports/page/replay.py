"""All that a page shows of a match, as JSON: for each viewer the lines it reads, and the table as it looks after every Event.

Words and tables are those of the terminal's replay (`arena/views`). A viewer's part is folded from what that viewer observed and
nothing else; of a single viewer nothing else is in the page, not even how much there was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, NamedTuple, TypeAlias

from markupsafe import escape

from woozle.arena.exports.decisions import record_of, typed_texts
from woozle.arena.fragments import table as fragments
from woozle.arena.fragments.ending import results
from woozle.arena.views import audits, registry
from woozle.arena.views.answer_sentences import answer_sentences
from woozle.arena.views.end import End
from woozle.arena.views.match_timeline import Mark, MatchTimeline, may_read
from woozle.arena.views.model_traces import Done, read_tries
from woozle.arena.views.observer import allowed_viewers
from woozle.arena.views.panels import FigureTable, Results, TableView
from woozle.arena.views.viewpoint import Viewpoint
from woozle.core import names
from woozle.core.errors import InputError
from woozle.core.event import Event
from woozle.core.game import RecordEntry
from woozle.core.registry import kit_of
from woozle.core.request import Seat
from woozle.core.state import EVERYTHING, observes
from woozle.players.chats import inline
from woozle.saves.decoder import restore_texts
from woozle.saves.match import FinishedMatch
from woozle.saves.tables.table import TableError
from woozle.saves.transcript import Json

_ALL = (None, EVERYTHING)  # those who may see all of it
_GLANCE = 0.4  # seconds for an Event without text to read

Draw: TypeAlias = Callable[[Sequence[Event]], Sequence[str]]
"""Draws what some Events tell of, as addresses that hold the whole picture; none where it cannot be drawn any more."""


class Record(NamedTuple):
    """The record of a match: its Events, each with the number of Responses before it, and what models did."""

    told: Sequence[RecordEntry]
    steps: Sequence[int]
    done: Sequence[Done]

    def of(self, viewer: Seat) -> Record:
        """Return the part that one viewer observed, and may read."""
        seen = [at for at, (_, audience) in enumerate(self.told) if observes(viewer, audience)]
        own = [each for each in self.done if may_read(viewer, each.seat)]
        return Record([self.told[at] for at in seen], [self.steps[at] for at in seen], own)


class Pool:
    """Values that are kept once, however often they come."""

    def __init__(self) -> None:
        self.values: list[Any] = []
        self._at: dict[str, int] = {}

    def __call__(self, value: Any) -> int:
        known = repr(value)
        if known not in self._at:
            self._at[known] = len(self.values)
            self.values.append(value)
        return self._at[known]


def replay(match: FinishedMatch, *, viewer: Seat | None, with_text: bool) -> Json:
    """Return everything on the page. viewer: the only point of view; None for all. Raises TableError."""
    header, game = match.header, match.header.game
    seats = tuple(who.seat for who in match.seats)
    viewers = allowed_viewers(seats, header.people, is_over=match.outcome is not None)
    if viewer is not None and viewer not in viewers:
        raise TableError(f"{viewer!r} may not look at it here; choose from {', '.join(viewers)}.")
    record = _record(match, with_text=with_text)
    if EVERYTHING not in viewers:  # under way, among people: what they may not see stays out
        viewer = viewer or viewers[0]
    if viewer is not None:
        viewers, record = (viewer,), record.of(viewer)
    try:
        kit_of(game)
    except InputError as error:
        raise TableError(str(error)) from error
    rows, pool = Pool(), Pool()
    folded = list(_fold_viewers(match, record, viewers, rows, pool))
    return {
        "game": game,
        "match": match.name,
        "started": header.started or "",
        "software": str(header.software.get("woozle", "")),
        "is_over": match.outcome is not None,
        "only": viewer or "",
        "seats": _seats(match, viewer),
        "length": len(record.told),
        "waits": [round(registry.reading(game, [event], viewer, _GLANCE), 1) for event, _ in record.told],
        "viewers": folded,
        "pool": pool.values,
        "rows": rows.values,
        "result": _ending(match, record, viewer),
    }


def _record(match: FinishedMatch, *, with_text: bool) -> Record:
    lists = record_of(match, with_text=with_text)
    steps = [step for step, told in enumerate(lists) for _ in told]
    seats = tuple(who.seat for who in match.seats)
    words = typed_texts(match.transcript, with_text=with_text)
    bodies = ((line.n, restore_texts(line.body, words) if words else line.body) for line in match.transcript.lines)
    made = [read_tries(n, body, seats) for n, body in bodies if "usage" in body["response"]]
    return Record(list(chain.from_iterable(lists)), steps, made)


def _fold_viewers(match: FinishedMatch, record: Record, viewers: Sequence[Seat], rows: Pool, pool: Pool) -> Iterator[Json]:
    game = match.header.game
    draw = _draw_once(match)
    viewpoint = Viewpoint(viewers, viewers[0], lambda each: registry.new_timeline(game, each))
    viewpoint.grow(record.told, record.steps, record.done)
    for key, viewer in viewpoint.keys:
        viewpoint.viewer = viewer
        timeline = viewpoint.timeline
        tags = _verdicts(match, record, timeline) if viewer == EVERYTHING else {}
        lines = [replace(line, tags=(*line.tags, *tags.get(at, ()))) for at, line in enumerate(timeline.lines)]
        yield {
            "key": key,
            "name": viewer,
            "lines": [[timeline.event_of(at), rows(str(fragments.lines([line], None)))] for at, line in enumerate(lines)],
            "moments": [at for at, (_, audience) in enumerate(record.told, 1) if observes(viewer, audience)],
            "marks": [_mark(mark) for mark in timeline.marks],
            "parts": _changes(record, viewer, game, rows, pool, draw),
        }


def _mark(mark: Mark) -> list[Any]:
    return [mark.at, mark.words if mark.is_phase else f"{mark.glyph} {mark.words}", mark.is_phase]


def _draw_once(match: FinishedMatch) -> Draw:
    """Return what draws each picture once. It is drawn from what its viewer observed, and so shows nothing else."""
    from woozle.arena.play.pictures import draw_sights

    known: dict[str, Sequence[str]] = {}

    def draw(sights: Sequence[Event]) -> Sequence[str]:
        key = repr(sights)
        if key not in known:
            known[key] = [inline(each) for each in draw_sights(match.header.game, tuple(sights), (match.transcript.path,))]
        return known[key]

    return draw


def _changes(record: Record, viewer: Seat, game: str, rows: Pool, pool: Pool, draw: Draw) -> Mapping[str, list[list[int]]]:
    """Return the Events after which each part of the table changes, and its new state.

    A state is an index into the pool, which has its rows of HTML as indices into the rows.
    """
    knowledge = registry.observer(game, viewer)
    changes: dict[str, list[list[int]]] = {}
    before: TableView | None = None
    for at in range(len(record.told) + 1):
        if at:
            event, audience = record.told[at - 1]
            if not observes(viewer, audience):
                continue
            knowledge.see(event)
        if (now := knowledge.look()) == before:
            continue
        before = now
        for name, html in parts_of(now, draw).items():
            place, course = pool([rows(row) for row in html.split("\n")]), changes.setdefault(name, [])
            if not course or course[-1][1] != place:
                course.append([at, place])
    return changes


def parts_of(table: TableView, draw: Draw = lambda sights: ()) -> Mapping[str, str]:
    """Return a table as HTML, by the part of the page."""
    parts = fragments.table(table, lambda shown: draw(shown.sights))
    return {name: str(escape(html)) for name, html in parts.items()}


# What is found of what was claimed


def _verdicts(match: FinishedMatch, record: Record, timeline: MatchTimeline) -> Mapping[int, Sequence[Any]]:
    """Return the verdicts on claims and the reasons for other events, by line."""
    header = match.header
    found = registry.audit_record(header.game, record.told, is_imported=header.source is not None)
    return {timeline.last_line_of(at): below for at, below in audits.tags_by_event(*found).items()}


# Who played, and how it ended


def _seats(match: FinishedMatch, viewer: Seat | None) -> list[Json]:
    """Return the seats; for a single viewer their names alone, since players do not learn who plays."""
    letters = names.seat_letters(who.seat for who in match.seats)
    return [
        {"letter": letter, "name": who.seat, "player": match.names[who.seat] if viewer in _ALL else ""}
        for letter, who in zip(letters, match.seats, strict=True)
    ]


def _ending(match: FinishedMatch, record: Record, viewer: Seat | None) -> str | None:
    """Return the results as HTML; for a single viewer its own alone, None where nothing ended."""
    if match.outcome is None:
        return None
    if viewer not in _ALL:
        kind = match.results[viewer].kind if viewer in match.results else ""
        return str(results(Results(_OWN.get(kind, ""), "", None, FigureTable((), ()))))
    players = {seat: dict(player) for seat, player in match.header.players.items()}
    for player in players.values():
        player.pop("nickname", None)
    shown = registry.results(match.header.game, End(record.told, match.outcome, players))
    return str(results(replace(shown, answers=tuple(answer_sentences(match.answers, match.results)), panels=())))


_OWN = {"won": "You won.", "lost": "You lost.", "drawn": "A draw.", "forfeited": "You forfeited.", "void": "It did not count."}
