"""The events of self-play: lines of the transcript, moments worth going to, and seconds to read them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

from woozle.arena.views.failures import lapse
from woozle.arena.views.match_timeline import Mark, part
from woozle.arena.views.speeds import to_read
from woozle.arena.views.words import count
from woozle.core.game import Event, Forfeited, Refused
from woozle.core.line import Line, Tone
from woozle.core.request import Seat
from woozle.core.words import RIGHT_SIGNS
from woozle.games.self_play import events as self_play
from woozle.games.self_play.events import ANSWER, ASK, CALCULATE, SEARCH, Key
from woozle.games.self_play.paper.metrics import RIGHT
from woozle.games.self_play.state import Given, State
from woozle.games.self_play.views.labels import can, corpus, label, paragraph, reach

_SKIM = 200  # characters a second, of search results
_PASS = 0.6  # seconds to see who has control now
_NOTICE = 2.5  # seconds to see what came of it
_MOST_ANSWERS = 4  # of those that count as right
_BEGUN = 160  # characters of a text that is to be read elsewhere


def lines(event: Event, state: State) -> Iterator[Line]:
    """Yield the lines of an event in the transcript."""
    match event:
        case self_play.Briefing():
            pass  # which the page has
        case self_play.Equipped(seat) if state.equipped.get(seat) != event:
            yield Line(can(event, is_me=seat == state.me), "quiet", who=state.number(seat))
        case self_play.Posed():
            yield from _describe_question(event, state)
        case self_play.Acted():
            yield from _describe_step(event, state)
        case self_play.Evidence() if not state.reply(event):
            told = evidence(Given(event, 0), state)
            yield from map(_shorten, told) if state.me else told
        case self_play.Stacked(_, active) if active and active != state.active:
            yield Line(f"{active} goes on.", "quiet", who=state.number(active))
        case _:
            yield from _ending(event, state)


def _describe_question(event: self_play.Posed, state: State) -> Iterator[Line]:
    number, is_me = state.number(event.seat), event.seat == state.me
    whom = "You are" if is_me else f"{event.seat} is"
    yield Line(f"{whom} asked{f' by {event.by}' if event.by else ''}", "heading")
    if is_me or not event.by or event.question != state.question:
        yield Line(event.question, "notice", who=number)


def _describe_step(event: self_play.Acted, state: State) -> Iterator[Line]:
    """Yield a step, with its words where they are the seat's own."""
    number = state.number(event.seat)
    who = f"{state.step + 1}. {'You' if event.seat == state.me else event.seat}"
    if event.forfeited:
        yield Line(f"{who}: nothing that could count, which is a HEDGE without words.", "bad", who=number)
        return
    step = state.step_of(event)
    if event.action in (ASK, SEARCH):
        doing = f"{who}: {event.action} {_of(event, state)}"
        if step.posed and event.argument == step.posed.question:
            yield Line(f"{doing}.", who=number)
        else:
            yield _speech_line(event.argument, f"{doing}, in other words", number)
        return
    said = f"{who}: {event.action}{RIGHT_SIGNS[state.is_right(step)]}"
    yield _speech_line(event.argument, said, number)


def _of(event: self_play.Acted, state: State) -> str:
    """Return the seat asked or the corpus searched."""
    tools = state.equipped.get(event.seat)
    if tools is None:
        return "a friend" if event.action == ASK else "a corpus"
    if event.action == SEARCH:
        return corpus(tools.library)
    is_hub = state.briefing is not None and state.briefing.orchestration == "hub"
    return "the next friend" if is_hub and len(tools.reaches) > 1 else reach(tools.reaches)


def _shorten(line: Line) -> Line:
    """Return the beginning of a text for a reader who has all of it on the page beside."""
    return line if len(line.text) <= _BEGUN else replace(line, text=f"{line.text[:_BEGUN].rstrip()}…")


def evidence(given: Given, state: State) -> Iterator[Line]:
    """Yield lines on the evidence given to a seat."""
    event = given.evidence
    match event.tag:
        case "RETRIEVAL":
            if not event.texts:
                yield Line("Nothing was found.", "quiet")
            for at, text in enumerate(event.texts):
                yield Line(text, "speech", label=paragraph(event, at))
        case "CALCULATION":
            yield Line("\n".join(event.texts) or "It could not be worked out.", "speech", label=label(event))
        case _:
            by = given.reply.acted.seat if given.reply else ""
            mark = RIGHT_SIGNS[state.is_right(given.reply)] if given.reply else ""
            yield _speech_line("\n".join(event.texts), f"{label(event, by)}{mark}", state.number(by))


def _speech_line(words: str, label: str, who: int) -> Line:
    return Line(words, "speech", who=who, label=label) if words else Line(f"{label}, without words.", who=who)


# The end


def _ending(event: Event, state: State) -> Iterator[Line]:
    match event:
        case self_play.Key() if state.has_begun or state.me:
            yield Line("The end", "heading")
            yield Line(right(event), "notice")
        case self_play.Concluded():
            yield Line(f"{describe_answer(event)} {describe_reward(event)}", tone_of(event))
        case Refused(seat) | Forfeited(seat):
            yield lapse(event, state.me, state.number(seat))


def right(key: Key) -> str:
    """Return the right answer with its source."""
    if not key.answers:
        return "The right answer is not known."
    answer, *others = (f"“{each}”" for each in key.answers[:_MOST_ANSWERS])
    also = f" (or {', '.join(others)})" if others else ""
    where = f"; it is in {corpus(key.source)}" if key.source else ""
    return f"The right answer is {answer}{also}{where}."


def describe_answer(concluded: self_play.Concluded) -> str:
    """Return a sentence on what all are paid for."""
    return f"The final answer is “{concluded.answer}”." if concluded.answer else "There is no final answer."


def describe_reward(concluded: self_play.Concluded) -> str:
    """Return a sentence on what everybody is paid, and why."""
    if not concluded.searches:
        return f"It scores {concluded.reward:.2f}."
    price = f"{concluded.f1 - concluded.reward:.2f} for {count(concluded.searches, 'search', 'searches')}"
    return f"It scores {concluded.f1:.2f}, less {price}: {concluded.reward:.2f}."


def verdict(concluded: self_play.Concluded) -> str:
    """Return whether the final answer counts as right, in a word or two."""
    return "right" if concluded.f1 > RIGHT else "partly right" if concluded.f1 else "wrong"


def tone_of(concluded: self_play.Concluded) -> Tone:
    """Return the tone of the final answer."""
    return "good" if concluded.f1 > RIGHT else "notice" if concluded.f1 else "bad"


class Judgement(NamedTuple):
    """A sentence on a seat that knew better or worse than it said. is_right: whether its reply was."""

    seat: Seat
    sentence: str
    is_right: bool
    is_bad: bool

    @property
    def tone(self) -> Tone:
        return "bad" if self.is_bad else "good"


def judgements(state: State) -> Iterator[Judgement]:
    """Yield seats that knew better or worse than they said, and those whose right answer was lost."""
    group = state.concluded
    is_lost = group is not None and group.f1 <= RIGHT
    for step in state.replies():
        seat, is_first = step.acted.seat, step.acted.seat == state.seats[0]
        if state.knew_worse(step):
            yield Judgement(seat, f"{seat} was sure (ANSWER), and wrong.", is_right=False, is_bad=True)
        elif state.knew_better(step):
            yield Judgement(seat, f"{seat} was not sure (HEDGE), and right.", is_right=True, is_bad=False)
        elif is_lost and not is_first and step.acted.action == ANSWER and state.is_right(step):
            lost = "the final answer is another" if group and group.answer else "there is no final answer"
            yield Judgement(seat, f"{seat} was sure and right, but {lost}.", is_right=True, is_bad=True)


# Moments, and time to read


def marker(viewer: Seat) -> Callable[[Event, int], Mark | None]:
    """Return a function that marks a viewer's events. Wrong replies are marked for viewers who know the key by then."""
    state = State(viewer)

    def mark(event: Event, at: int) -> Mark | None:
        before, had_begun = state.active, state.has_begun
        state.see(event)
        return _mark(event, at, state, before, viewer, had_begun=had_begun)

    return mark


def _mark(event: Event, at: int, state: State, before: Seat, viewer: Seat, *, had_begun: bool) -> Mark | None:
    match event:
        case self_play.Briefing():
            return part(at, "the start")
        case self_play.Posed(seat):
            return part(at, "you are asked" if seat == viewer else f"{seat} is asked")
        case self_play.Stacked(_, active) if active and active != before:
            return part(at, f"{active}'s turn")
        case self_play.Acted():
            return _step(event, at, state)
        case self_play.Key() if had_begun:
            return part(at, "the end")
    return None


def _step(event: self_play.Acted, at: int, state: State) -> Mark | None:
    if event.forfeited:
        return Mark(at, "×", f"{event.seat} does nothing that could count", is_bad=True)
    if event.action in (SEARCH, CALCULATE):
        return Mark(at, "S" if event.action == SEARCH else "=", f"{event.seat}: {event.action}")
    if state.last and state.knew_worse(state.last):
        return Mark(at, "!", f"{event.seat} is sure, and wrong", is_bad=True)
    if state.last and state.knew_better(state.last):
        return Mark(at, "✓", f"{event.seat} is not sure, and right")
    return None


def reading(event: Event, me: Seat | None) -> float:
    """Return the seconds that spectators need for an event before the next may come; players read while they are asked."""
    match event:
        case self_play.Concluded():
            return _NOTICE
        case self_play.Acted() if me is None:
            return to_read(event.argument)
        case self_play.Evidence(tag="RETRIEVAL") if me is None:
            return _PASS + sum(map(len, event.texts)) / _SKIM
        case self_play.Posed() if me is None:
            return _PASS
    return 0.0
