"""The debate as text: as a conversation with a model, and line by line for people.

A model is asked, answers, is given what others said, and answers again. It reads the words of `games/debate/answers/prompts.py`,
under which the estimator measures responses, and no others: there is no system message, nobody is named but where the debate
tells names, and the last line is the only form. Appeals of the probe are said to it. What it is asked aside, there or about
whom it listens to, comes after all that and is left out of what it reads later. The words of players are passed on unchanged.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Literal, cast

from woozle.core.answer_places import Kind, last_mark
from woozle.core.errors import InputError
from woozle.core.event import first, last
from woozle.core.game import Event
from woozle.core.names import LETTERS
from woozle.core.request import Answer, Request, Seat
from woozle.core.words import are, deadline, frequency, names, quantity, trouble_lines, who, whom
from woozle.games.debate.answers import prompts
from woozle.games.debate.answers.extraction import extract_answer
from woozle.games.debate.events import (
    LONGEST,
    Answered,
    Appealed,
    Believe,
    Believed,
    Briefing,
    Chosen,
    Concluded,
    Estimate,
    Heard,
    Key,
    Linked,
    Listen,
    Measured,
    RoundBegan,
    Settled,
    Solve,
    Texts,
    Unmeasured,
)
from woozle.games.debate.spread import topology
from woozle.players.generic_prompt import Turn

VERSION = 3
"""Of all that a model in a debate reads; raised with every change of the words, those of `prompts` included."""

_SHORTER = (4000, 2000, 1000, 500, 200)  # characters that are left of each response where the whole is too long for a model
_CUT = "[...] "


def conversation(request: Request, observation: Sequence[Event]) -> Iterator[list[Turn]]:
    """Yield what a model is sent: the whole and, should that be too long, ever less: its last round alone, then parts of that."""
    yield _turns(request, observation)
    last = list(_last_round(request.to, observation))
    yield _turns(request, last)
    for most in _SHORTER:
        yield _turns(request, list(_shorten(last, most)))


def reply(answer: Solve) -> str:
    """Return a response as a model gives it, with its answer at the end."""
    return prompts.response(answer.text, answer.answer) if answer.answer else answer.text


def aside(request: Request, observation: Sequence[Event]) -> Iterator[str]:
    """Yield a question beside the debate: whom a seat listens to, or what it believes."""
    if request.answer is Listen:
        yield "Before you answer again: whom do you listen to? You are given what each of them said last."
        for at, partners in enumerate(request.choices.get("to", ()), 1):
            yield f"{at}. {partners}"
    elif request.answer is Believe:
        briefing = first(observation, Briefing)
        yield "What do you believe now that the answer is? Nobody else is told."
        if briefing and briefing.options:
            yield briefing.question
        options = [full_answer(briefing, option) for option in request.choices.get("answer", ())]
        is_numbered = not any(option.isdigit() for option in options)  # a number before a number could be meant as well
        yield from (f"{at}. {option}" if is_numbered else option for at, option in enumerate(options, 1))


def full_answer(briefing: Briefing | None, answer: str) -> str:
    """Return an answer, with its words if it is the letter of an option."""
    at = LETTERS.find(answer) if len(answer) == 1 else -1
    return f"{answer}) {briefing.options[at]}" if briefing and 0 <= at < len(briefing.options) else answer


def _turns(request: Request, observation: Iterable[Event]) -> list[Turn]:
    """Return the turns of the match until now, the last one the user's. Join messages in a row of one side to one turn."""
    me = request.to
    kind: Kind = "choice"
    turns: list[Turn] = []
    observation = list(observation)
    for event in observation:
        match event:
            case Briefing():
                kind = cast("Kind", event.kind)
                turns = _with(turns, "user", prompts.question(event.question, kind, event.options))
            case Heard(seat) if seat == me:
                turns = _with(turns, "user", _heard_turn(event, kind))
            case Answered(seat, _, text) if seat == me and text:
                turns = _with(turns, "assistant", text)
            case Appealed(seat, _, text) if seat == me:
                turns = _with(turns, "user", text)
    if asked := "\n".join(aside(request, observation)):
        turns = _with(turns, "user", asked)
    return turns


def _with(turns: list[Turn], role: Literal["user", "assistant"], text: str) -> list[Turn]:
    if turns and turns[-1][0] == role:
        return [*turns[:-1], (role, f"{turns[-1][1]}\n\n{text}")]
    return [*turns, (role, text)]


def _heard_turn(heard: Heard, kind: Kind) -> str:
    """Return what is given to read before a further round. The names, if told, stand apart: the estimator reads none."""
    said, speakers = prompts.further(kind, heard.texts), heard.speakers
    if not speakers:
        return said
    if len(speakers) == 1:
        return f"{said}\nThe response is {speakers[0]}'s."
    return f"{said}\nThe responses are, in this order, those of {names(speakers)}."


# Shorter


def _last_round(me: Seat, observation: Sequence[Event]) -> Iterator[Event]:
    """Yield the question, what was said last, and what came after it."""
    heard = [at for at, event in enumerate(observation) if isinstance(event, Heard) and event.seat == me]
    said = [at for at, event in enumerate(observation) if isinstance(event, Answered) and event.seat == me]
    start = min((each[-1] for each in (heard, said) if each), default=0)
    for at, event in enumerate(observation):
        if at >= start or not isinstance(event, Heard | Answered):
            yield event


def _shorten(observation: Iterable[Event], most: int) -> Iterator[Event]:
    """Yield the same with the ends of responses alone, where their answers stand."""

    def cut(text: str) -> str:
        return text if len(text) <= most else f"{_CUT}{text[-most:]}"

    for event in observation:
        match event:
            case Heard():
                yield replace(event, texts=tuple(map(cut, event.texts)))
            case Answered() | Appealed():
                yield replace(event, text=cut(event.text))
            case _:
                yield event


def guide(me: Seat, observation: Sequence[Event]) -> Iterator[str]:
    """Yield nothing: a model reads the question and the responses of others, as the estimator measures them."""
    yield from ()


def lines(event: Event, me: Seat | None) -> Iterator[str]:
    """Yield an Event in words."""
    match event:
        case Briefing():
            yield f"At the table: {names(event.seats)}."
            yield f"The question: {event.question}"
            yield from _options(event)
            yield from rules(event)
        case RoundBegan(number, asked):
            yield _round_line(number, tuple(whom(seat, me) for seat in asked))
        case Answered():
            yield from _answer_lines(event, me)
        case Heard(seat, _, texts, speakers) if seat == me:
            yield from _heard_lines(texts, speakers)
        case Heard(seat, _, texts, speakers):
            whose = f" of {names(speakers)}" if speakers else ""
            yield f"{seat} is given {quantity(len(texts), 'response')}{whose} to read."
        case Linked(_, heard):
            yield "Who listens to whom: " + "; ".join(f"{seat} to {names(others)}" for seat, others in heard.items()) + "."
        case Settled(seat):
            have, stop = ("have", "stop") if seat == me else ("has", "stops")
            yield f"{who(seat, me)} {have} answered the same twice, and {stop}."
        case Appealed(seat, turn, text):
            yield f"{'You are' if seat == me else f'{seat} is'} told{', once more' if turn else ''}: {text}"
        case Believed(seat, _, answer):
            yield f"{who(seat, me)} {'believe' if seat == me else 'believes'} then: {answer or 'nothing was said'}."
        case Measured() | Chosen() | Unmeasured() | Texts():
            yield from _measurement_lines(event, me)
        case _:
            yield from _ending_lines(event, me)


def question(request: Request, observation: Sequence[Event]) -> Iterator[str]:
    """Yield the question for a person, with the choices numbered from 1 in the order of `request.choices`."""
    briefing = first(observation, Briefing)
    if request.answer is Solve:
        began = last(observation, RoundBegan)
        if briefing:
            number = f"Round {began.number} of {briefing.rounds}. " if began and briefing.rounds > 1 else ""
            yield f"{number}{briefing.question}"
            yield from _options(briefing)
            yield _HOW.get(briefing.kind, "Type your answer.")
    elif request.answer is Estimate:
        yield "How uncertain are these responses, in nats a token?"
    else:
        yield from aside(request, observation)
    yield from deadline(request)


def line_reader(request: Request, observation: Sequence[Event]) -> Callable[[str], Answer] | None:
    """Return the reader of one typed line as a whole answer; None for other requests."""
    briefing = first(observation, Briefing)
    if request.answer is not Solve or briefing is None:
        return None
    return partial(_parse_solve, kind=cast("Kind", briefing.kind), letters=LETTERS[: len(briefing.options)])


def rules(briefing: Briefing) -> Iterator[str]:
    """Yield the rules of this match."""
    is_alone, is_debate = len(briefing.seats) == 1, briefing.rounds > 1
    if is_alone:
        yield f"{briefing.seats[0]} is alone, and answers {frequency(briefing.rounds)}."
    elif not is_debate:
        yield "All answer once, alone."
    else:
        yield (
            f"All answer the same question in {briefing.rounds} rounds, and say why. In the first, nobody has heard the others; "
            "in each further one, everybody first reads what some others said in the round before."
        )
        yield _topology_line(briefing)
        yield from () if briefing.names else ("Nobody is told whose words those are.",)
    if briefing.early_stop and is_debate:
        yield "Whoever gives the same answer twice in a row stops; the debate ends when all give the same answer."
    yield f"You win if your {'last ' if is_debate else ''}answer is right."
    if not is_alone:
        yield f"The answer that most give{' in the end' if is_debate else ''} is that of the table."


_FEW_WORDS = 200  # characters of an answer in words
_HOW: Mapping[str, str] = {
    "choice": "Type the letter of an option, and why on the same line: `B: because ...`.",
    "yes_no": "Type yes or no, and why on the same line: `yes: because ...`.",
    "number": "Type a number in digits, and why on the same line: `42: because ...`.",
    "text": "Type a few words as your answer; or say why, and end the line with `Answer: ` and these words.",
}
_THEN = r"(?:$|:|[)\].,;]+(?=\s|$)|\s+-+(?=\s)|\s+(?=because\b|since\b|as\b))"
_BEGINS: Mapping[Kind, re.Pattern[str]] = {
    "choice": re.compile(rf"[(\[]?([a-z]){_THEN}", re.IGNORECASE),
    "yes_no": re.compile(rf"(yes|no|true|false){_THEN}", re.IGNORECASE),
    "number": re.compile(rf"(-?[$€£]?[0-9,]*\.?[0-9]+(?:\s?/\s?[0-9]+|\^[0-9]+|e-?[0-9]+)?%?){_THEN}", re.IGNORECASE),
}
"""Answers that a line may begin with. What follows must part them from a sentence that begins with `A` or `No`."""

_TOPOLOGIES: Mapping[str, str] = {
    "full": "Everybody listens to all others.",
    "random": "Everybody listens to some of the others, drawn anew in each round.",
    "dig": "Everybody listens to those whose responses make its own least uncertain, as an estimator measures it (DIG).",
    "digra": "Everybody listens to those whose responses make its own less uncertain and are certain themselves (DIGRA).",
    "fixed": "Who listens to whom is fixed.",
    "free": "Before each further round everybody chooses whom to listen to.",
}


def _parse_solve(line: str, kind: Kind, letters: str) -> Solve:
    """Return the answer and reasons in a line. Raise ValueError, with a sentence, where it has no answer."""
    begun = None if last_mark(line, kind) else _first(line.strip(), kind, letters)
    if begun and extract_answer(begun, kind, letters) is not None:
        return Solve(text=begun)
    if extract_answer(line, kind, letters) is None:
        raise InputError(_HOW[kind])
    return Solve(text=line[-LONGEST:])


def _first(line: str, kind: Kind, letters: str) -> str | None:
    """Return a line that begins with an answer as a response that ends with it; for words, all of it is the answer."""
    if kind == "text":
        return prompts.response("", line) if 0 < len(line) <= _FEW_WORDS else None
    begun = _BEGINS[kind].match(line)
    if begun is None or (kind == "choice" and begun[1].upper() not in letters):
        return None
    answer = begun[1].upper() if kind == "choice" else begun[1].lower()
    return prompts.response(line[begun.end() :].strip(), answer)[-LONGEST:]


def _topology_line(briefing: Briefing) -> str:
    if briefing.topology != "sparse":
        return _TOPOLOGIES.get(briefing.topology, "")
    near = len(topology.ring(max(1, len(briefing.seats)), briefing.density)[0])
    return f"Everybody listens to the next {near} at the table." if near != 1 else "Everybody listens to the next one at the table."


def _options(briefing: Briefing) -> Iterator[str]:
    for letter in LETTERS[: len(briefing.options)]:
        yield full_answer(briefing, letter)


def _round_line(number: int, asked: Sequence[Seat]) -> str:
    if not asked:
        return f"Round {number}: first answers are given." if number == 1 else f"Round {number}: nobody is asked."
    verb = "answer" if len(asked) > 1 or asked[0] == "you" else "answers"
    return f"Round {number}: {names(asked)} {verb} {'alone' if number == 1 else 'again'}."


def _answer_lines(event: Answered, me: Seat | None) -> Iterator[str]:
    teller, is_me = who(event.seat, me), event.seat == me
    if event.source == "nothing":
        yield f"{teller} gave no answer."
        return
    answer = event.answer or "nothing that can be read"
    verb = {"given": "begin" if is_me else "begins", "repeated": "stay" if is_me else "stays"}.get(event.source)
    if verb:
        given = ", which was given" if event.source == "given" else ""
        yield f"{teller} {verb} with {answer}{given}: {event.text}"
    else:
        yield f"{teller} {'answer' if is_me else 'answers'} {answer}: {event.text or 'no words'}"


def _heard_lines(texts: Sequence[str], speakers: Sequence[Seat]) -> Iterator[str]:
    if not texts:
        yield "You are given nothing to read."
    for at, text in enumerate(texts):
        whose = speakers[at] if speakers else f"Somebody ({at + 1} of {len(texts)})"
        yield f"{whose} said: {text or 'nothing'}"


def _measurement_lines(event: Event, me: Seat | None) -> Iterator[str]:
    match event:
        case Measured(_, entropies, estimator):
            figures = ", ".join(f"{seat} {'-' if each is None else f'{each:.3f}'}" for seat, each in entropies.items())
            yield f"Entropies in nats, by {estimator}: {figures}."
        case Chosen(seat, _, candidates, _, by, partners):
            of = quantity(len(candidates), "set")
            yield f"{who(seat, me)} {are(seat, me)} to listen to {names(partners)}, by {by.upper()} of {of}."
        case Unmeasured(seat):
            yield f"For {whom(seat, me)} nothing could be measured: all others are heard."
        case Texts(number, _, _, _, responses, _, _, None):
            yield f"Measurement {number}: {quantity(len(responses), 'response')}, each as it came."
        case Texts(number=number, agent=agent, candidates=candidates):
            yield f"Measurement {number}: response {(agent or 0) + 1}, after {quantity(len(candidates), 'set')} of others."


def _ending_lines(event: Event, me: Seat | None) -> Iterator[str]:
    match event:
        case Key(problem, answer, aliases, wrong):
            also = f" (or {', '.join(aliases)})" if aliases else ""
            began = f" {names(wrong)} began with a wrong answer that was given." if wrong else ""
            yield f"The right answer is {answer}{also}.{began}" + (f" Question {problem}." if me is None else "")
        case Concluded(answer, votes, is_right):
            of = ", ".join(f"{each} {count}" for each, count in votes.items())
            if answer is None:
                yield f"The table has no answer{f' ({of})' if of else ''}, which is wrong."
            else:
                yield f"The table answers {answer} ({of}), which is {'right' if is_right else 'wrong'}."
        case _:
            yield from trouble_lines(event, me)
