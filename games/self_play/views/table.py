"""The table of self-play as one viewer sees it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from woozle.arena.views.observer import seat_cards
from woozle.arena.views.panels import SeatCard, TableView, panels
from woozle.core.request import Request
from woozle.games.self_play.events import ASK
from woozle.games.self_play.state import State
from woozle.games.self_play.views import pages
from woozle.games.self_play.views.questions import ask_seat
from woozle.games.self_play.views.society import now, society


def table(state: State, request: Request | None = None) -> TableView:
    """Return the table as a viewer sees it, with the question to it."""
    is_looked_on = state.me is None or state.is_over
    seen = TableView(
        title=_title(state),
        role=_role(state),
        goal=pages.goal(state),
        prompt=_waiting(state),
        seats=tuple(_cards(state)),
        panels=panels(
            society(state) if is_looked_on else None,
            pages.own(state) if state.me else pages.whole(state),
        ),
    )
    return ask_seat(seen, request, state) if request else seen


def _title(state: State) -> str:
    if state.is_over:
        return "The match is over"
    if state.me or not state.briefing:
        return "Self-play"
    return f"Step {state.step} of {state.briefing.steps}"


def _role(state: State) -> str:
    if state.me is None or not state.seats:
        return ""
    return "alone" if len(state.seats) == 1 else "asker" if state.me == state.seats[0] else "helper"


def _waiting(state: State) -> str:
    """Return the prompt while the viewer is asked nothing. A seat does not see who acts."""
    if state.is_over:
        return ""
    if state.me is None:
        return f"It's {state.active}'s turn." if state.active else "All is said." if state.last else "A question is drawn."
    steps = state.steps_of(state.me)
    if steps and steps[-1].acted.action == ASK:
        return "You have asked. You go on once your friends have replied."
    if steps and steps[-1].is_reply:
        return "You have replied. The others go on."
    if steps:
        return "What you wanted is looked up."
    return "You wait until another player asks what you can find out."


def _cards(state: State) -> Iterator[SeatCard]:
    """Yield a card for each seat. Only spectators see who has control, and who waits for what."""
    for card in seat_cards(state):
        yield card if state.me else replace(card, is_speaking=card.name == state.active, status=now(state, card.name))
