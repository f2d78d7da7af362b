"""Questions to a seat of a debate, and the answers that a choice and a text stand for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from woozle.arena.views.panels import LETTER_KEYS, NUMBER_KEYS, Choice, Question
from woozle.arena.views.words import capitalise, cut
from woozle.core.names import join_names
from woozle.core.request import Request, Seat
from woozle.core.state import number_of
from woozle.games.debate.events import LONGEST, Believe, Listen, Solve
from woozle.games.debate.state import State

ANSWER_LIMIT = 200  # of Solve.answer
SPEECH_LIMIT = LONGEST - ANSWER_LIMIT - len("\nAnswer: ")
_BRIEF = 60  # characters of an option that are read at a glance


def question(request: Request, state: State) -> Question | None:
    """Return a request as a question to a human; None if it is not for humans."""
    if request.answer is Solve:
        return _solve(request, state)
    if request.answer is Listen:
        prompt = f"Round {state.round + 1}: whom do you listen to before you answer again?"
        return Question(request.id, "vote", prompt, tuple(_sets(request, state)), seconds=request.seconds)
    if request.answer is Believe:
        prompt = "Aside, for nobody else: what do you believe now?"
        return Question(request.id, "act", prompt, tuple(_beliefs(request, state)), seconds=request.seconds)
    return None


def _solve(request: Request, state: State) -> Question:
    """Return a question for the answer, chosen or written, and then for the reason."""
    again = f"Round {state.round} of {state.rounds}: " if state.rounds > 1 else ""
    then = Question(request.id, "speak", "You answer {first}: why?", limit=SPEECH_LIMIT, seconds=request.seconds, is_comment=True)
    own = state.last(state.me or "")
    last = own.answer or "" if own else ""
    if options := request.choices.get("answer"):
        prompt = f"{again}what is your answer{' now' if own else ''}?"
        choices = tuple(_options([str(option) for option in options], last, state))
        return Question(request.id, "act", _capital(prompt), choices, seconds=request.seconds, then=then)
    what = "the number alone" if state.kind == "number" else "in a few words"
    prompt = f"{again}what is your answer{' now' if own else ''}, {what}?"
    return Question(request.id, "reply", _capital(prompt), limit=ANSWER_LIMIT, seconds=request.seconds, draft=last, then=then)


def _capital(prompt: str) -> str:
    return capitalise(prompt)


def _options(options: list[str], last: str, state: State) -> Iterator[Choice]:
    """Yield the options of a question; the empty one, for no answer, comes last."""
    for option, (key, text) in _label_options([option for option in options if option], state).items():
        hint = " · ".join(_hints(option, last, state))
        yield Choice(key, cut(text, _BRIEF), option, hint)
    if "" in options:
        yield Choice("0", "No answer", "", sure="Answer nothing?")


def _label_options(options: Sequence[str], state: State) -> dict[str, tuple[str, str]]:
    """Return the key and the words of each. Letters are keys themselves, as long as all of them can be; others have numbers."""
    are_keys = bool(state.letters) and state.letters[-1] in LETTER_KEYS
    numbers = iter(NUMBER_KEYS)
    worded = {}
    for option in options:
        at = state.letters.find(option) if len(option) == 1 else -1
        words = state.briefing.options[at] if at >= 0 else ""
        if at >= 0 and are_keys:
            worded[option] = option, words
        else:
            worded[option] = next(numbers, ""), f"{option}  {words}" if words else option
    return worded


def _hints(option: str, last: str, state: State) -> Iterator[str]:
    if option == last:
        yield "your last answer"
    heard = state.heard.get(state.round, {}).get(state.me or "", ())
    said = [seat for seat in heard if (reply := state.reply(seat, state.round - 1)) and reply.answer == option]
    if said:
        yield f"{join_names(said)} {'says' if len(said) == 1 else 'say'} so"


# Whom to listen to


def _sets(request: Request, state: State) -> Iterator[Choice]:
    """Yield single seats by their numbers, then all, then the others, small ones first, by the remaining numbers and letters."""
    sets = [str(names) for names in request.choices["to"]]
    largest = max(sets, key=lambda names: names.count(", "), default="")
    single = [names for names in sets if ", " not in names]
    keys = iter(NUMBER_KEYS + LETTER_KEYS)
    for names in single:
        sure = f"Listen to {names} alone?"
        yield Choice(next(keys, ""), names, names, _describe_answer(names, state), sure, who=number_of(state, names))
    if largest and largest not in single:
        yield Choice("0", "all of them", largest, sure="Listen to all of them?")
    for names in sets:
        if names not in single and names != largest:
            yield Choice(next(keys, ""), names, names, sure=f"Listen to {names}?")


def _describe_answer(seat: Seat, state: State) -> str:
    reply = state.last(seat)
    return f"last said {reply.answer}" if reply and reply.answer is not None else ""


# What one believes


def _beliefs(request: Request, state: State) -> Iterator[Choice]:
    for option, (key, text) in _label_options([str(option) for option in request.choices["answer"]], state).items():
        yield Choice(key, text[:_BRIEF], option)
