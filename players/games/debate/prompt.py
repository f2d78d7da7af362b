"""How the debate reads as text: to a person line by line, and to whoever looks at a match afterwards. For models see `debate_chat`.

The words of players are passed on unchanged.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import cast

from woozle.core.choosing import LETTERS
from woozle.core.event import last
from woozle.core.game import Event, Forfeited, Refused
from woozle.core.games.debate import reading, topology
from woozle.core.games.debate.events import (
    LONGEST,
    Answered,
    Appealed,
    Believed,
    Briefing,
    Chosen,
    Concluded,
    Estimate,
    Heard,
    Key,
    Linked,
    Measured,
    RoundBegan,
    Settled,
    Solve,
    Texts,
    Unmeasured,
)
from woozle.core.games.debate.extraction import Kind, extracted
from woozle.core.request import Answer, Request, Seat
from woozle.players.games.debate.chat import VERSION, aside, briefing_of, conversation, in_full, reply
from woozle.players.generic_prompt import are, counted, deadline, forfeited, names, often, refused, who, whom

__all__ = ["VERSION", "conversation", "guide", "lines", "question", "reply", "rules", "typed"]


def guide(me: Seat, observation: Sequence[Event]) -> Iterator[str]:
    """Nothing: what a model reads is the question and what others said, as the estimator measures it."""
    yield from ()


def lines(event: Event, me: Seat | None) -> Iterator[str]:
    """An Event in words."""
    match event:
        case Briefing():
            yield f"At the table: {names(event.seats)}."
            yield f"The question: {event.question}"
            yield from _options(event)
            yield from rules(event)
        case RoundBegan(number, asked):
            yield _round(number, tuple(whom(seat, me) for seat in asked))
        case Answered():
            yield from _answered(event, me)
        case Heard(seat, _, texts, speakers) if seat == me:
            yield from _heard(texts, speakers)
        case Heard(seat, _, texts, speakers):
            whose = f" of {names(speakers)}" if speakers else ""
            yield f"{seat} is given {counted(len(texts), 'response')}{whose} to read."
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
            yield from _measuring(event, me)
        case _:
            yield from _ending(event, me)


def question(request: Request, observation: Sequence[Event]) -> Iterator[str]:
    """What a person is asked, with the choices numbered from 1 in the order of `request.choices`."""
    briefing = briefing_of(observation)
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


def typed(request: Request, observation: Sequence[Event]) -> Callable[[str], Answer] | None:
    """What reads one line of a person as an answer to the question; None for what else is asked, which is read as it always is."""
    briefing = briefing_of(observation)
    if request.answer is not Solve or briefing is None:
        return None
    return partial(_solved, kind=cast("Kind", briefing.kind), letters=LETTERS[: len(briefing.options)])


def rules(briefing: Briefing) -> Iterator[str]:
    """How this match is played."""
    is_alone, is_debate = len(briefing.seats) == 1, briefing.rounds > 1
    if is_alone:
        yield f"{briefing.seats[0]} is alone, and answers {often(briefing.rounds)}."
    elif not is_debate:
        yield "All answer once, alone."
    else:
        yield (
            f"All answer the same question in {briefing.rounds} rounds, and say why. In the first, nobody has heard the others; "
            "in each further one, everybody first reads what some others said in the round before."
        )
        yield _listening(briefing)
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


def _solved(line: str, kind: Kind, letters: str) -> Solve:
    """What a line answers, and why. Raises ValueError, with a sentence, where it answers nothing."""
    if extracted(line, kind, letters) is not None:
        return Solve(text=line[-LONGEST:])
    answer, why = _first(line.strip(), kind, letters)
    text = reading.response(why, answer)[-LONGEST:]
    if extracted(text, kind, letters) is None:
        raise ValueError(_HOW[kind])
    return Solve(text=text)


def _first(line: str, kind: Kind, letters: str) -> tuple[str, str]:
    """The answer that a line begins with, and what follows it; in words, all of it. Raises ValueError, with a sentence."""
    if kind == "text" and len(line) <= _FEW_WORDS:
        return line, ""
    begun = _BEGINS[kind].match(line) if kind in _BEGINS else None
    if begun is None or (kind == "choice" and begun[1].upper() not in letters):
        raise ValueError(_HOW[kind])
    answer = begun[1].upper() if kind == "choice" else begun[1].lower()
    return answer, line[begun.end() :].strip()


def _listening(briefing: Briefing) -> str:
    if briefing.topology != "sparse":
        return _TOPOLOGIES.get(briefing.topology, "")
    near = len(topology.ring(max(1, len(briefing.seats)), briefing.density)[0])
    return f"Everybody listens to the next {near} at the table." if near != 1 else "Everybody listens to the next one at the table."


def _options(briefing: Briefing) -> Iterator[str]:
    for letter in LETTERS[: len(briefing.options)]:
        yield in_full(briefing, letter)


def _round(number: int, asked: Sequence[Seat]) -> str:
    if not asked:
        return f"Round {number}: first answers are given." if number == 1 else f"Round {number}: nobody is asked."
    verb = "answer" if len(asked) > 1 or asked[0] == "you" else "answers"
    return f"Round {number}: {names(asked)} {verb} {'alone' if number == 1 else 'again'}."


def _answered(event: Answered, me: Seat | None) -> Iterator[str]:
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


def _heard(texts: Sequence[str], speakers: Sequence[Seat]) -> Iterator[str]:
    if not texts:
        yield "You are given nothing to read."
    for at, text in enumerate(texts):
        whose = speakers[at] if speakers else f"Somebody ({at + 1} of {len(texts)})"
        yield f"{whose} said: {text or 'nothing'}"


def _measuring(event: Event, me: Seat | None) -> Iterator[str]:
    match event:
        case Measured(_, entropies, estimator):
            figures = ", ".join(f"{seat} {'-' if each is None else f'{each:.3f}'}" for seat, each in entropies.items())
            yield f"Entropies in nats, by {estimator}: {figures}."
        case Chosen(seat, _, candidates, _, by, partners):
            of = counted(len(candidates), "set")
            yield f"{who(seat, me)} {are(seat, me)} to listen to {names(partners)}, by {by.upper()} of {of}."
        case Unmeasured(seat):
            yield f"For {whom(seat, me)} nothing could be measured: all others are heard."
        case Texts(number, _, _, _, responses, _, _, None):
            yield f"Measurement {number}: {counted(len(responses), 'response')}, each as it came."
        case Texts(number=number, agent=agent, candidates=candidates):
            yield f"Measurement {number}: response {(agent or 0) + 1}, after {counted(len(candidates), 'set')} of others."


def _ending(event: Event, me: Seat | None) -> Iterator[str]:
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
        case Refused():
            yield refused(event, me)
        case Forfeited():
            yield forfeited(event, me)
