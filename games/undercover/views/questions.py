"""Questions to a seat of Undercover, and the answers that a choice and a text stand for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from woozle.arena.views.panels import SPEECH_LIMIT, Choice, Question
from woozle.core.names import NUMBER_WORDS
from woozle.core.request import Answer, Request, Seat
from woozle.core.state import number_of
from woozle.games.undercover.events import Conclude, Reason, Summarise, Vote
from woozle.games.undercover.state import State
from woozle.games.undercover.words import quoted

ANSWER_LIMIT = 400  # games.undercover.events.Short
_WHY: Mapping[type[Answer], str] = {
    Reason: "What in your picture supports it?",
    Summarise: "Why, after all that was said?",
}


def title(state: State) -> str:
    """Return the part of the match, as it stands above the table and in questions."""
    match state.part:
        case "reasoning":
            return f"Round {state.number}"
        case "vote" | "counted" | "revote":
            return f"Vote {state.vote} of {state.briefing.rounds}{', after a tie' if state.part == 'revote' else ''}"
        case "summary":
            return f"Answering together, round {state.number} of {state.briefing.summary_rounds}"
        case "over":
            return "The match is over"
    return "Undercover"


def question(request: Request, state: State) -> Question | None:
    """Return a request as a question to a human; None if it is not for humans."""
    if request.answer in (Reason, Summarise):
        return _reason(request, state)
    if issubclass(request.answer, Vote):
        prompt = f"{title(state)}: who sees another picture?"
        return Question(request.id, "vote", prompt, tuple(_votes(request, state)), seconds=request.seconds, of=request.answer)
    if request.answer is Conclude:
        prompt = "A tie, and you decide: what is the answer?"
        return Question(request.id, "act", prompt, tuple(_last_words(request)), seconds=request.seconds, of=Conclude)
    return None


def _reason(request: Request, state: State) -> Question:
    """Return a question for the answer, chosen or written, and then for a text about it."""
    kind = request.answer
    prompt = _prompt(request, state)
    then = Question(request.id, "speak", f"Your answer: {{first}}. {_WHY[kind]}", limit=SPEECH_LIMIT, seconds=request.seconds)
    last = state.lasts.get(request.to, "")
    if options := request.choices.get("answer"):
        choices = tuple(_options(options, last))
        return Question(request.id, "act", prompt, choices, seconds=request.seconds, of=kind, then=then)
    return Question(request.id, "reply", prompt, limit=ANSWER_LIMIT, seconds=request.seconds, draft=last, of=kind, then=then)


def _prompt(request: Request, state: State) -> str:
    asked = state.briefing.question
    if request.answer is Summarise:
        return f"After all that was said: {asked}"
    if state.reflects:
        return f"{'Your final answer' if state.reflects.is_final else 'Look at it again'}: {asked}"
    return asked


def _options(options: Sequence[str | None], last: str) -> Iterator[Choice]:
    for key, option in zip(_keys([str(option) for option in options]), options, strict=True):
        is_last = bool(last) and str(option).casefold() == last.casefold()
        yield Choice(key, _words(key, str(option)), option, "your last answer" if is_last else "")


def _keys(options: Sequence[str]) -> list[str]:
    """Return the number to press for each: where the options are numbers themselves, those."""
    if all(len(option) == 1 and option in "0123456789" for option in options) and len(set(options)) == len(options):
        return list(options)
    return [str(number) if number <= 9 else "" for number in range(1, len(options) + 1)]


def _words(key: str, option: str) -> str:
    """Return the words beside the number to press: a number in words, or two columns would read `1  4`."""
    return NUMBER_WORDS[int(option)] if key == option else option


def _votes(request: Request, state: State) -> Iterator[Choice]:
    targets = request.choices["target"]
    for number, target in enumerate((target for target in targets if target), 1):
        yield Choice(
            str(number), target, target, _describe_answer(target, state), sure=f"Vote for {target}?", who=number_of(state, target)
        )
    if None in targets:
        yield Choice("0", "Abstain", None, sure="Vote for nobody?")


def _describe_answer(seat: Seat, state: State) -> str:
    first, said = state.firsts.get(seat, ""), state.lasts.get(seat, "")
    if first and said and first.casefold() != said.casefold():
        return f"first {quoted(first)}, now {quoted(said)}"
    return f"says {quoted(said)}" if said else "gave no answer"


def _last_words(request: Request) -> Iterator[Choice]:
    options = [str(option) for option in request.choices["answer"]]
    for key, option in zip(_keys(options), options, strict=True):
        yield Choice(key, _words(key, option), option, sure=f"Answer {quoted(option)} for all?")
