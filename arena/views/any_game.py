"""Views of any game without its own: the words of its prompt, and figures of each seat, a column for each fact that events tell."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from woozle.arena.views.end import End
from woozle.arena.views.help import LOOKING_ON
from woozle.arena.views.observer import seat_cards
from woozle.arena.views.panels import OWN, UNKNOWN, Document, FigureColumn, FigureRow, FigureTable, Results, TableView, panels
from woozle.arena.views.questions import ask
from woozle.arena.views.results import Label, results_of
from woozle.arena.views.rules import HEADING, of_briefing
from woozle.arena.views.words import capitalise
from woozle.core import registry
from woozle.core.game import Event, Forfeited, Game, Refused
from woozle.core.line import Line, Tone
from woozle.core.names import join_names, seat_letters
from woozle.core.request import Request, Seat
from woozle.core.state import Observed, facts_of, seat_of
from woozle.core.welcome import load_welcome
from woozle.core.words import Words, readable_name
from woozle.players.registry import pictures

_TABLE = (
    "The figures are what you know of each seat: – means that you do not know it. Below them is the log of what happened.",
    "{table.page} changes between the log and the rules, where there is no room for both.",
    "An answer of two parts is given one after the other; {table.back} leads back to the first.",
)
_WATCHING = "Everything is what any seat saw, and what is hidden from all of them. The public sees what all see, \
and through the eyes of a seat you see what it saw."


def table(game: str) -> Callable[[Any, Request | None], TableView]:
    """Return the table of a game, made of its Events and Requests. Raises UnknownGameError."""
    words, title = registry.words_of(game), load_welcome(game).title
    return lambda state, request: draw_table(state, request, words, title)


def has_pictures(game: str) -> bool:
    """Return whether seats of a game are shown pictures."""
    return pictures(game) is not None


def help_lines(kind: type[Game[Any]]) -> Iterator[Line]:
    """Yield how to read the table of a game."""
    if kind.role_names:
        yield Line("Roles", "heading")
    yield from (Line(f"{capitalise(readable_name(role))}: {meaning}.") for role, meaning in kind.role_names.items())
    yield Line("Reading the table", "heading")
    yield from map(Line, _TABLE)
    yield Line(LOOKING_ON, "heading")
    yield Line(_WATCHING)


def draw_table(state: Observed, request: Request | None, words: Words, title: str) -> TableView:
    """Return the table of a viewer. title: the name of the game for people."""
    seen = TableView(
        title=f"{title}: {state.phase}" if state.phase else title,
        role=state.roles.get(state.me or "", ""),
        prompt="The match goes on.",
        seats=tuple(replace(each, status=state.roles.get(each.name, "").replace("_", " ")) for each in seat_cards(state)),
        panels=panels(
            figures(state.events, state.seats).table(state.seats, state.roles, state.me) if state.seats else None,
            Document(HEADING, tuple(_page(state, words)), is_aside=True),
        ),
    )
    return ask(seen, request) if request else seen


def _page(state: Observed, words: Words) -> Iterator[Line]:
    """Yield the viewer's role, in the words of a model's prompt; then the rules."""
    if state.me and state.events:
        yield from (Line(each, "private") for each in islice(words.guide(state.me, state.events), 1))
    yield from map(Line, of_briefing(state.kind.name, *(each for each in state.events[:1] if "seats" in facts_of(each))))


_TONES: Mapping[str, Tone] = {"won": "good", "void": "quiet", "forfeited": "bad"}


def results(kind: type[Game[Any]], end: End) -> Results:
    """Return the results: what each seat was, and whether it won."""
    kinds = {seat: result.kind for seat, result in end.outcome.results.items()}
    winners = [seat for seat, result in kinds.items() if result == "won"]
    is_drawn = end.kind != "lost" and "drawn" in kinds.values()
    won = f"{join_names(winners)} {'win' if len(winners) > 1 else 'wins'}." if winners else ""
    ended = won or ("It is a draw." if is_drawn else "Nobody wins.")
    roles = kind.roles(end.record)
    labels = [
        *([Label("was", {seat: role.replace("_", " ") for seat, role in roles.items()})] if roles else []),
        Label("result", kinds, {seat: _TONES[result] for seat, result in kinds.items() if result in _TONES}),
    ]
    return results_of(
        end,
        kind.name,
        "" if end.kind == "won" else ended,
        labels,
    )


NOTHING = "none"


def figures(events: Iterable[Event], seats: Sequence[Seat]) -> Figures:
    """Return what Events tell of seats, in order. Texts are left out: they stand in the log."""
    cells: dict[str, dict[Seat, list[str]]] = {}
    for event in events:
        if not (seat := seat_of(event)) or isinstance(event, Forfeited | Refused):
            continue
        for fact, told in facts_of(event).items():
            if fact != "seat" and (shown := figure(told, seats)):
                cells.setdefault(fact, {}).setdefault(seat, []).append(shown)
    return Figures(cells)


class Figures:
    """Facts known about seats so far: the cells of each fact, by seat."""

    def __init__(self, cells: Mapping[str, Mapping[Seat, Sequence[str]]]) -> None:
        self._cells = cells

    def of(self, fact: str, seat: Seat) -> str:
        """Return a seat's cell, such as `2, 3`."""
        return ", ".join(self._cells.get(fact, {}).get(seat, ())) or UNKNOWN

    def table(self, seats: Sequence[Seat], roles: Mapping[Seat, str], me: Seat | None) -> FigureTable:
        """Return a row for each seat; when room runs out, the facts that came first are dropped last."""
        facts = [*self._cells]
        was = [FigureColumn("role", leaves=len(facts) + 1)] if roles else []
        columns = (
            FigureColumn("seat", is_cut=True),
            *was,
            *(FigureColumn(fact.replace("_", " "), is_number=self._is_number(fact), leaves=at) for at, fact in enumerate(facts)),
        )
        rows = []
        for number, (seat, letter) in enumerate(zip(seats, seat_letters(seats), strict=True), 1):
            role = [roles.get(seat, UNKNOWN)] if roles else []
            cells = (f"{seat}{OWN}" if seat == me else seat, *role, *(self.of(fact, seat) for fact in facts))
            tones: dict[int, Tone] = {at: "quiet" for at, cell in enumerate(cells) if cell == UNKNOWN}
            rows.append(FigureRow(cells, number, letter, tones))
        return FigureTable(columns, tuple(rows))

    def _is_number(self, fact: str) -> bool:
        return all(cell.lstrip("-").replace(".", "").isdigit() for cells in self._cells[fact].values() for cell in cells)


def figure(told: Any, seats: Sequence[Seat]) -> str:
    """Return a fact in a few characters; empty for one that is no figure, such as a text."""
    match told:
        case None:
            return NOTHING
        case bool():
            return "✓" if told else "✗"
        case int():
            return str(told)
        case float():
            return f"{told:.3g}" if abs(told) < 10 else f"{told:.0f}"
        case str():
            return told if told in seats else ""
        case tuple() if told and all(figure(each, seats) for each in told):
            return " ".join(figure(each, seats) for each in told)
    return ""
