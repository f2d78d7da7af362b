"""The table of a debate, as one viewer sees it, with the question and the rules on a page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from woozle.arena.views.observer import seat_cards
from woozle.arena.views.panels import Document, SeatCard, TableView, panels
from woozle.arena.views.rules import of_briefing
from woozle.core.line import Line
from woozle.core.request import Request
from woozle.core.state import EVERYTHING
from woozle.core.words import RIGHT_SIGNS
from woozle.games.debate.state import State
from woozle.games.debate.views.graph import Rounds, graph_of
from woozle.games.debate.views.questions import ask_seat
from woozle.games.debate.words import options

_KINDS = {"choice": "choose one", "number": "a number", "yes_no": "yes or no", "text": "in words"}
_GOALS = {
    "full": "all listen to all",
    "sparse": "each listens to a few, in a ring",
    "random": "partners are drawn",
    "dig": "partners by DIG",
    "digra": "partners by DIGRA",
    "fixed": "partners are set",
    "free": "you choose whom to read",
}


def table(state: State, request: Request | None = None) -> TableView:
    """Return the table, with the question to the viewer."""
    graph = graph_of(state, state.me)
    seen = TableView(
        title=_title(state),
        goal=_goal(state),
        prompt=_waiting(state),
        seats=tuple(_fill_card(card, state) for card in seat_cards(state)),
        panels=panels(_page(state), graph, Rounds(graph)),
        is_discussion=not state.is_over,
    )
    return ask_seat(seen, request, state) if request else seen


def _title(state: State) -> str:
    if state.is_over:
        return "The match is over"
    if state.appeals:
        return "After the debate"
    return f"Round {state.round} of {state.rounds}" if state.round else "Debate"


def _waiting(state: State) -> str:
    if state.is_over:
        return ""
    if state.appeals and state.me:
        return "The others are asked aside, one by one."
    if state.me in state.settled:
        return "You have stopped; the others go on."
    return "The others answer." if state.me else "All answer."


def _fill_card(card: SeatCard, state: State) -> SeatCard:
    card, reply = replace(card, is_done=card.name in state.settled), state.last(card.name)
    if reply is None:
        return card
    said = f"says {reply.answer}" if reply.answer is not None else "no answer"
    return replace(card, status=said + (RIGHT_SIGNS[state.is_right(reply.answer)] if state.viewer == EVERYTHING else ""))


def _goal(state: State) -> str:
    """Return the rule of listening in a few words."""
    is_alone = state.briefing.rounds == 1 or len(state.seats) == 1
    return "each answers alone" if is_alone else _GOALS.get(state.briefing.topology, "")


def _page(state: State) -> Document | None:
    """Return the question with its options, the right answer once known, entropies if they were measured, and the rules."""
    if not state.seats:
        return None
    rules = (Line(rule, "quiet") for rule in of_briefing("debate", state.briefing))
    told = (Line(state.briefing.question), *_options(state), *_entropies(state), Line(""), *rules)
    return Document("The question", told, _KINDS.get(state.briefing.kind, ""), heading="The question")


def _options(state: State) -> Iterator[Line]:
    for option in options(state.briefing):
        is_right = bool(state.letters) and state.is_right(option[:1]) is True
        yield Line(f"{option}{RIGHT_SIGNS[is_right or None]}", "good" if is_right else "plain")
    if state.key and not state.letters:
        yield Line(f"Right: {', '.join((state.key.answer, *state.key.aliases))} ✓", "good")


def _entropies(state: State) -> Iterator[Line]:
    """Yield the entropies of a round and the partners chosen by them, a line a seat."""
    if (last := state.measured) is None:
        return
    yield Line("")
    yield Line(f"Entropy after round {last.round - 1}, in nats, and partners in round {last.round}", "heading")
    for seat, entropy in last.entropies.items():
        choice = state.chosen.get(seat)
        after = f" → {', '.join(choice.partners)}" if choice and choice.round == last.round else ""
        yield Line(f"{seat} {'empty' if entropy is None else f'{entropy:.3f}'}{after}", "quiet")
