"""The events of the debate: lines of the transcript, moments worth going to, and seconds to read them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from woozle.arena.views.failures import lapse
from woozle.arena.views.match_timeline import Mark, part
from woozle.arena.views.speeds import to_read
from woozle.arena.views.words import count, cut
from woozle.core.game import Event, Forfeited, Refused
from woozle.core.line import Line
from woozle.core.names import LETTERS, join_names
from woozle.core.request import Seat
from woozle.core.state import number_of
from woozle.core.words import RIGHT_SIGNS
from woozle.games.debate import events as debate
from woozle.games.debate.data import Problem
from woozle.games.debate.state import State
from woozle.games.debate.views import entropy

_LINK = 1.5  # seconds to see who listens to whom
_NOTICE = 2.0  # seconds to see what the table answers
_LONG = 24  # characters of an answer that fit beside a name
_WIDEST = 200  # characters of an option in a sentence
_REASON = 300  # characters of a reason at the end


def lines(event: Event, state: State) -> Iterator[Line]:
    """Yield the lines of an event in the transcript. state: of the viewer, before the event."""
    match event:
        case debate.Briefing():
            yield from _briefing(event)
        case debate.RoundBegan(number, asked):
            if state.linked != number:
                yield Line(f"Round {number}", "heading")
            if number == 1 and not asked:
                yield Line("First answers are given to all.", "quiet")
        case debate.Linked(number, heard):
            yield from _describe_edges(number, heard, state)
        case debate.Heard(seat) if seat == state.me:
            yield from _describe_readings(event, state)
        case debate.Answered():
            yield from _describe_answer(event, state)
            yield from _turn_lines(event.seat, event.round, state.after(event)) if state.key else ()
        case debate.Settled(seat):
            who, stops = ("You", "stop") if seat == state.me else (seat, "stops")
            yield Line(f"{who} {stops}: the answer is the same as before.", "quiet", who=number_of(state, seat))
        case debate.Appealed(seat, turn, text):
            if not turn:
                yield Line("Aside, after the debate" if seat == state.me else f"Aside, to {seat}", "heading")
            yield Line(text, "speech", label="Somebody says" if turn else "Somebody asserts")
        case _:
            yield from _ending(event, state)


# The question


def _briefing(briefing: debate.Briefing) -> Iterator[Line]:
    yield Line("The question", "heading")
    yield Line(briefing.question)  # its options are beside the log, and below it where they can be chosen


def options(briefing: debate.Briefing) -> list[str]:
    """Return the options with their letters, where there are some."""
    return [f"{letter}  {option}" for letter, option in zip(LETTERS, briefing.options, strict=False)]


# Who listens to whom


def _describe_edges(number: int, heard: Mapping[Seat, tuple[Seat, ...]], state: State) -> Iterator[Line]:
    yield Line(f"Round {number}", "heading")
    seats = state.seats
    before = state.heard.get(number - 1, {})
    if len(seats) > 1 and all(set(seats) == {seat, *heard.get(seat, ())} for seat in seats):
        yield Line("All listen to all others.", "quiet")
        return
    for seat, others in heard.items():
        if seat not in seats:
            continue
        lost = [other for other in before.get(seat, ()) if other not in others]
        no_longer = f", no longer to {join_names(lost)}" if lost else ""
        whom = f"listens to {join_names(others)}" if others else "listens to nobody"
        yield Line(f"{seat} {whom}{no_longer}.", "quiet", who=number_of(state, seat))


def _describe_readings(event: debate.Heard, state: State) -> Iterator[Line]:
    if not event.texts:
        yield Line("You hear nobody.", "quiet")
        return
    names = event.speakers or ("",) * len(event.texts)
    whom = join_names(names) if event.speakers else f"{count(len(event.texts), 'other')}, without being told who"
    yield Line(f"You listen to {whom}.", "quiet")
    for name, text in zip(names, event.texts, strict=False):
        yield _speech(name or "Somebody", "said", state.read(text), text, state)


# What is said


def _describe_answer(event: debate.Answered, state: State) -> Iterator[Line]:
    if state.is_over and event.round < state.round:
        return  # told only now, for the grid; what others say in the last round nobody has heard
    is_me, number = event.seat == state.me, number_of(state, event.seat)
    who = "You" if is_me else event.seat
    match event.source:
        case "nothing":
            yield Line(f"{who} {'give' if is_me else 'gives'} no answer.", "quiet", who=number)
        case "repeated":
            again = f"{'stay' if is_me else 'stays'} with {_short(event.answer)}{_sign(event.answer, state)}"
            yield Line(f"{who} {again}.", "quiet", who=number)
        case "given":
            verb = "are given" if is_me else "is given"
            yield _speech(event.seat, verb, event.answer, event.text, state, _sign(event.answer, state))
        case _:
            verb = "answer" if is_me else "answers"
            yield _speech(event.seat, verb, event.answer, event.text, state, _sign(event.answer, state))


def _speech(seat: Seat, verb: str, answer: str | None, text: str, state: State, mark: str = "") -> Line:
    who, number = "You" if seat == state.me else seat, number_of(state, seat)
    text = text.removesuffix(f"Answer: {answer}").rstrip() or "Without a reason."  # the label says it
    if answer is None:
        return Line(text, "speech", who=number, label=f"{who} {verb} nothing that can be read{mark}")
    if len(answer) > _LONG:  # a label has one row
        return Line(f"{answer}\n{text}", "speech", who=number, label=f"{who} {verb}{mark}")
    worded = with_words(answer, state, _LONG)  # a letter alone reads like the seat of that letter
    return Line(text, "speech", who=number, label=f"{who} {verb} {worded}{mark}")


def _short(answer: str | None) -> str:
    return "no answer" if answer is None else cut(answer, _LONG)


def _sign(answer: str | None, state: State) -> str:
    return RIGHT_SIGNS[state.is_right(answer)]


def _turn_lines(seat: Seat, number: int, state: State) -> Iterator[Line]:
    """Yield a line if a seat's answer turned, with those it had heard who already answered so. state: after the event."""
    turned = state.find_turn(seat, number)
    if not turned:
        return
    is_me, kind = seat == state.me, "wrong" if turned == "misled" else "right"
    who, turns = ("You", "turn") if is_me else (seat, "turns")
    others = state.find_agreeing_speakers(seat, number)
    after = ""
    if seat in state.heard.get(number, {}):
        were = "was" if len(others) == 1 else "were"
        after = f" after hearing {join_names(others)}, who {were} {kind}" if others else f", having heard nobody who was {kind}"
    yield Line(f"{who} {turns} {kind}{after}.", "bad" if turned == "misled" else "good", who=number_of(state, seat))


# The end


def _ending(event: Event, state: State) -> Iterator[Line]:
    match event:
        case debate.Key(_, _, _, wrong):
            yield from (Line("The end", "heading"),) if state.round else ()
            yield Line(f"The right answer is {right(event, state)}.", "notice" if state.round else "private")
            if wrong and not state.round:
                yield Line(f"{join_names(wrong)} {'is' if len(wrong) == 1 else 'are'} given a wrong first answer.", "private")
            if not state.key:
                yield from _describe_turns(state.after(event))
        case debate.Measured():
            yield Line(entropy.describe_entropies(event), "private")
        case debate.Chosen(seat):
            for sentence in entropy.describe_choice(event, state.measured, state.briefing.alpha, state.seats):
                yield Line(sentence, "quiet", who=number_of(state, seat))
        case debate.Unmeasured(seat):
            yield Line(f"Nothing could be measured for {seat}, so it listens to all.", "notice", who=number_of(state, seat))
        case debate.Believed(seat, _, answer):
            is_right = state.is_right(answer)
            said = f"{seat} believes {answer}" if answer is not None else f"{seat} says nothing"
            yield Line(f"{said}{' ✓' if is_right else ' ✗'}", "good" if is_right else "bad", who=number_of(state, seat))
        case debate.Concluded(answer, votes, is_right):
            said = f"The table answers {_short(answer)}" if answer is not None else "The table has no answer"
            counted = ", ".join(f"{_short(each)} {number}" for each, number in votes.items())
            verdict = "right" if is_right else "wrong"
            yield Line(f"{said}, which is {verdict} (votes: {counted or 'none'}).", "good" if is_right else "bad")
        case Refused(seat) | Forfeited(seat):
            yield lapse(event, state.me, number_of(state, seat))


def _describe_turns(state: State) -> Iterator[Line]:
    """Yield the answers that turned, as far as the viewer can tell now."""
    for number, seat in state.turns():
        for line in _turn_lines(seat, number, state):
            yield replace(line, text=f"Round {number}: {line.text}")


def right(key: debate.Key, state: State) -> str:
    """Return the right answer, with the words of the option."""
    return with_words(key.answer, state)


def with_words(answer: str, state: State, longest: int = _WIDEST) -> str:
    """Return an answer, with the words of the option that it is the letter of. longest: characters of these."""
    at = state.letters.find(answer) if len(answer) == 1 else -1
    words = f" ({cut(state.briefing.options[at], longest)})" if at >= 0 else ""
    return f"{answer}{words}"


def reasons(state: State, config: Any) -> Iterator[str]:
    """Yield why the right answer is right and where that is from, as far as the problem says. config: None if it is not known."""
    pool: Sequence[Problem] = config.pool if config else ()
    problem = next((each for each in pool if state.key and each.id == state.key.problem), None)
    if problem and problem.right:
        yield cut(" ".join(problem.right[0].text.split()), _REASON)
    if problem and problem.source:
        yield f"Source: {cut(problem.source, _REASON).rstrip('.')}."


# Moments, and time to read


def mark(event: Event, at: int, state: State) -> Mark | None:
    """Return the moment that an event makes; turned answers only for those who know the right one. state: before the event."""
    match event:
        case debate.Briefing():
            return part(at, "the start")
        case debate.RoundBegan(number) | debate.Linked(number):
            return part(at, f"round {number}")
        case debate.Answered(seat, number) if state.key:
            return _turn(at, state.after(event), seat, number)
        case debate.Appealed():
            return part(at, "appeals")
        case debate.Key() if state.round:
            return part(at, "the end")
    return None


def _turn(at: int, state: State, seat: Seat, number: int) -> Mark | None:
    if not (turned := state.find_turn(seat, number)):
        return None
    is_misled, others = turned == "misled", state.find_agreeing_speakers(seat, number)
    after = f" after hearing {join_names(others)}" if others else ""
    return Mark(at, "!" if is_misled else "✓", f"{seat} turns {'wrong' if is_misled else 'right'}{after}", is_bad=is_misled)


def reading(event: Event, me: Seat | None) -> float:
    """Return the seconds that spectators need for an event before the next may come; players read while they are asked."""
    match event:
        case debate.Answered(_, _, text, _, source) if me is None and source in ("said", "given"):
            return to_read(text)
        case debate.Linked() if me is None:
            return _LINK
        case debate.Concluded():
            return _NOTICE
    return 0.0
