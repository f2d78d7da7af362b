"""The table of a debate, as one viewer sees it, with the problem and the rules on a page, and the questions to its seat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from woozle.arena.views.observer import seat_cards
from woozle.arena.views.panels import LETTER_KEYS, Choice, Document, SeatCard, TableView, panels
from woozle.arena.views.questions import ask
from woozle.arena.views.rules import of_briefing
from woozle.arena.views.words import capitalise, cut
from woozle.core.line import Line
from woozle.core.names import join_names
from woozle.core.request import Request
from woozle.core.state import EVERYTHING
from woozle.core.words import RIGHT_SIGNS
from woozle.games.debate.events import Believe, Explain, Listen
from woozle.games.debate.state import State
from woozle.games.debate.views.graph import Rounds, graph_of
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
        return "After the debate" if state.round >= state.rounds else f"After round {state.round}"
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


_BRIEF = 60  # characters of an option that are read at a glance


def ask_seat(table: TableView, request: Request, state: State) -> TableView:
    """Return the table with a request to its viewer."""
    if request.answer is Listen:
        sets = request.choices["to"]
        largest = max(sets, key=lambda names: names.count(", "), default="")
        prompt = f"Round {state.round + 1}: who do you listen to before you answer again?"
        return ask(table, request, prompt, label=partial(_label_set, state, largest), order=partial(_place_set, largest))
    if request.answer is Believe:
        prompt = "Between you and the referee: what do you believe now?"
        return ask(table, request, prompt, label=partial(_label_option, state))
    if request.answer is Explain:
        return ask(table, request, "How does one arrive at the right answer?", label=partial(_label_answer, state, ""))
    own = state.last(state.me or "")
    last = (own.answer or "") if own else ""
    again = f"Round {state.round} of {state.rounds}: " if state.rounds > 1 else ""
    how = "" if request.choices else ", the number alone" if state.kind == "number" else ", in a few words"
    prompt = capitalise(f"{again}what is your answer{' now' if own else ''}{how}?")
    label = partial(_label_answer, state, last)
    return ask(table, request, prompt, label=label, draft=last, then="You answer {first}: why?")


def _label_answer(state: State, last: str, option: str, choice: Choice) -> Choice:
    if not option:
        return replace(choice, text="No answer", sure="Answer nothing?")
    return replace(_label_option(state, option, choice), hint=" · ".join(_hints(option, last, state)))


def _label_option(state: State, option: str, choice: Choice) -> Choice:
    """Label an option. Letters are keys themselves, as long as all of them can be; others have numbers."""
    at = state.letters.find(option) if len(option) == 1 else -1
    if at < 0:
        return replace(choice, text=cut(option, _BRIEF))
    words = state.briefing.options[at]
    if state.letters[-1] in LETTER_KEYS:
        return replace(choice, key=option, text=cut(words, _BRIEF))
    return replace(choice, text=cut(f"{option}  {words}", _BRIEF))


def _hints(option: str, last: str, state: State) -> Iterator[str]:
    if option == last:
        yield "your last answer"
    heard = state.heard.get(state.round, {}).get(state.me or "", ())
    said = [seat for seat in heard if (reply := state.reply(seat, state.round - 1)) and reply.answer == option]
    if said:
        yield f"{join_names(said)} {'says' if len(said) == 1 else 'say'} so"


def _place_set(largest: str, names: str) -> tuple[bool, bool]:
    """Return the place of a set of seats: single seats come first, then all of them."""
    return ", " in names, names != largest


def _label_set(state: State, largest: str, names: str, choice: Choice) -> Choice:
    if ", " not in names:
        reply = state.last(names)
        hint = f"last said {reply.answer}" if reply and reply.answer is not None else ""
        return replace(choice, hint=hint, sure=f"Listen to {names} alone?")
    if names == largest:
        return replace(choice, key="0", text="all of them", sure="Listen to all of them?")
    return replace(choice, sure=f"Listen to {names}?")
