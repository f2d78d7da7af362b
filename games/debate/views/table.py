"""The table of a debate, as one viewer sees it."""

from __future__ import annotations

from dataclasses import replace

from woozle.arena.views.panels import SeatCard, TableView, panels
from woozle.core.names import seat_letters
from woozle.core.request import Request
from woozle.core.state import EVERYTHING
from woozle.core.words import RIGHT_SIGNS
from woozle.games.debate.state import State
from woozle.games.debate.views import entropy
from woozle.games.debate.views.graph import Rounds, graph_of
from woozle.games.debate.views.pages import goal, page
from woozle.games.debate.views.questions import question


def table(state: State, request: Request | None = None) -> TableView:
    """Return the table, with the question to the viewer."""
    asked = question(request, state) if request else None
    graph = graph_of(state, state.me)
    letters = zip(seat_letters(state.seats), state.seats, strict=True)
    cards = (SeatCard(number, letter, seat, is_you=seat == state.me) for number, (letter, seat) in enumerate(letters, 1))
    return TableView(
        title=_title(state),
        goal=goal(state.briefing),
        prompt=asked.prompt if asked else _waiting(state),
        seats=tuple(_fill_card(card, state) for card in cards),
        question=asked,
        panels=panels(page(state, *entropy.table(state.measured, state.chosen)), graph, Rounds(graph)),
        is_meeting=not state.is_over,
        is_over=state.is_over,
        is_idle=state.me is None or state.me in state.settled,
    )


def _title(state: State) -> str:
    if state.is_over:
        return "The match is over"
    if state.appeals:
        return "After the debate"
    return f"Round {state.round} of {state.rounds}" if state.round else "Debate"


def _waiting(state: State) -> str:
    if state.is_over:
        return "The match is over."
    if state.appeals and state.me:
        return "The others are asked aside, one by one."
    if state.me in state.settled:
        return "You have stopped; the others go on."
    return "The others answer." if state.me else "All answer."


def _fill_card(card: SeatCard, state: State) -> SeatCard:
    reply = state.last(card.name)
    if reply is None:
        return card
    said = f"says {reply.answer}" if reply.answer is not None else "no answer"
    return replace(card, status=said + (RIGHT_SIGNS[state.is_right(reply.answer)] if state.viewer == EVERYTHING else ""))
