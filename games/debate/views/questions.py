"""The labels of questions to a seat of a debate."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from woozle.arena.views.panels import LETTER_KEYS, Choice, TableView
from woozle.arena.views.questions import ask
from woozle.arena.views.words import capitalise, cut
from woozle.core.names import join_names
from woozle.core.request import Request
from woozle.games.debate.events import Believe, Listen
from woozle.games.debate.state import State

_BRIEF = 60  # characters of an option that are read at a glance


def ask_seat(table: TableView, request: Request, state: State) -> TableView:
    """Return the table with a request to its viewer."""
    if request.answer is Listen:
        sets = request.choices["to"]
        largest = max(sets, key=lambda names: names.count(", "), default="")
        prompt = f"Round {state.round + 1}: whom do you listen to before you answer again?"
        return ask(table, request, prompt, label=partial(_label_set, state, largest), order=partial(_place_set, largest))
    if request.answer is Believe:
        prompt = "Between you and the referee: what do you believe now?"
        return ask(table, request, prompt, label=partial(_label_option, state))
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
