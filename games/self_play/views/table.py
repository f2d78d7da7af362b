"""The table of self-play as one viewer sees it, and the questions to its seat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from woozle.arena.views.observer import seat_cards
from woozle.arena.views.panels import Choice, SeatCard, TableView, panels
from woozle.arena.views.questions import ask
from woozle.arena.views.words import capitalise, count
from woozle.core.request import Request
from woozle.games.self_play.events import ASK, CALCULATE, LONGEST, NUMBERED, SEARCH
from woozle.games.self_play.state import State
from woozle.games.self_play.views import pages
from woozle.games.self_play.views.society import now, society
from woozle.games.self_play.words import corpus_name, reach


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


_WIDE = max(map(len, NUMBERED)) + 1


def ask_seat(table: TableView, request: Request, state: State) -> TableView:
    """Return the table with a request to its viewer."""

    def label(action: str, choice: Choice) -> Choice:
        """Label an action; each keeps its own number, whatever else is legal, so that none is taken for another."""
        place, hint = NUMBERED.index(action), " " * (_WIDE - len(action)) + _meaning(action, request, state)
        then, draft = _words(action, request, state)
        wants_text = action not in (ASK, SEARCH)
        return replace(choice, key=str(place + 1), hint=hint, then=then, draft=draft, wants_text=wants_text)

    return ask(table, request, f"What do you do? {_count_left(request, state)}", label=label, order=NUMBERED.index)


def _count_left(request: Request, state: State) -> str:
    """Return what is left of a limited action, for a seat that has it."""
    tools, can = state.equipped.get(request.to), request.choices["action"]
    if tools is None or state.briefing is None:
        return ""
    left = []
    if tools.library or tools.has_calculator:
        what = ("tool use", "tool uses") if tools.has_calculator else ("search", "searches")
        left.append(_some(state.tools_left(request.to) if SEARCH in can or CALCULATE in can else 0, *what))
    if tools.reaches:
        left.append(_some(state.asks_left(request.to) if ASK in can else 0, "ask", "asks"))
    price = f" A search costs {state.briefing.price:g}." if SEARCH in can else ""
    words = f"{', '.join(left)} left.{price}" if left else ""
    return capitalise(words)


def _some(number: int, one: str, many: str) -> str:
    return count(number, one, many) if number else f"no {many}"


def _meaning(action: str, request: Request, state: State) -> str:
    tools, briefing, is_first = state.equipped.get(request.to), state.briefing, (request.to,) == state.seats[:1]
    match action:
        case "ASK":
            whom, is_one = (reach(tools.reaches), len(tools.reaches) == 1) if tools else ("your friends", False)
            if briefing and briefing.orchestration == "hub" and not is_one:
                return f"one of {whom} replies, the next one"
            return f"{whom} {'replies' if is_one else 'reply'}, then you go on"
        case "SEARCH":
            cost = f" for {briefing.price:g}" if briefing else ""
            return f"look it up in {corpus_name(tools.library) if tools else 'the corpus'}{cost}"
        case "CALCULATE":
            return "have a sum worked out; it costs nothing"
        case "ANSWER":
            return "you're sure; this is everyone's answer" if is_first else "you're sure, and the asker will know"
    return "you're not sure; this is everyone's answer" if is_first else "you're not sure, and the asker will know"


def _words(action: str, request: Request, state: State) -> tuple[str, str]:
    """Return what is asked after the choice of an action, empty where words would not count, and its draft."""
    posed = state.posed(request.to)
    if action == CALCULATE:
        return "{first}: what sum? Numbers, + - * / and brackets: (12 + 3) * 4", ""
    if action not in (ASK, SEARCH):
        return "{first}: the answer alone; words beside it count against it.", ""
    draft = posed.question[:LONGEST] if posed else ""
    return ("{first}: in what words? None: the question as it is.", draft) if state.has_own_words else ("", "")
