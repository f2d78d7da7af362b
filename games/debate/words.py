"""The debate in words, for people, and what models are asked aside; `players/wording.py` has their prompts.

The app shows another text than programs and people at a plain terminal read, where a `Line` has `shown`:

    Briefing        the cards show who is at the table, and a page the options and the rules
    Worded          people read no prompts
    RoundBegan      short for 38 columns; spectators have the heading above who listens to whom
    Linked          short where all listen to all
    Heard           seat and answer are a label in the seat's colour; spectators have read who listens to whom
    Answered        the same; who stays with an answer does not say why again, and what is told after the end is in the graph
    Appealed, Key   a heading
    Key, Answered   whose answers turned, after hearing whom, is added from the state
    Believed        whether it is right is added from the state
    Measured        what the estimator did not see is added
    Chosen          how the other sets compare is added from the state
    Texts           nothing: what was measured follows
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from textwrap import shorten

from woozle.core.event import Event, Forfeited, Refused, first, last
from woozle.core.line import Line
from woozle.core.names import LETTERS, join_names
from woozle.core.request import Request, Seat
from woozle.core.state import copy_state, fold_events, number_of
from woozle.core.words import RIGHT_SIGNS, Words, are, deadline, frequency, names, quantity, trouble, who, whom
from woozle.games.debate import events as debate
from woozle.games.debate.spread import topology
from woozle.games.debate.state import State

VERSION = 4
"""Of all that a model in a debate reads; raised with every change of the words."""

_LONG = 24  # characters of an answer that fit beside a name
_BEST = 3  # sets of partners that are compared
_MANY, _NAMED = 8, 5  # seats that are named in a sentence, and of more


def guide(me: Seat, observation: Sequence[Event]) -> Iterator[str]:
    """Yield nothing: a model reads the question and the responses of others, as the estimator measures them."""
    yield from ()


# Answers


def full_answer(briefing: debate.Briefing | None, answer: str) -> str:
    """Return an answer, with its words if it is the letter of an option."""
    at = LETTERS.find(answer) if len(answer) == 1 else -1
    return f"{answer}) {briefing.options[at]}" if briefing and 0 <= at < len(briefing.options) else answer


def answer_in_words(state: State, answer: str, width: int = 200) -> str:
    """Return an answer inside a sentence, with the words of the option that it is the letter of. width: characters of these."""
    at = state.letters.find(answer) if len(answer) == 1 else -1
    return f"{answer} ({shorten(state.briefing.options[at], width, placeholder='…')})" if at >= 0 else answer


# The rules

_TOPOLOGIES: Mapping[str, str] = {
    "full": "Everyone listens to all others.",
    "random": "Everyone listens to some of the others, drawn anew in each round.",
    "dig": "Everyone listens to those whose responses make their own least uncertain, as an estimator measures it (DIG).",
    "digra": "Everyone listens to those whose responses make their own less uncertain and are certain themselves (DIGRA).",
    "fixed": "Who listens to whom is fixed.",
    "free": "Before each later round everyone chooses whom to listen to.",
}


def rules(briefing: debate.Briefing) -> Iterator[str]:
    """Yield the rules of this match."""
    is_alone, is_debate = len(briefing.seats) == 1, briefing.rounds > 1
    if is_alone:
        yield f"{briefing.seats[0]} is alone, and answers {frequency(briefing.rounds)}."
    elif not is_debate:
        yield "All answer once, alone."
    else:
        yield (
            f"All answer the same question in {briefing.rounds} rounds, and say why. In the first, no one has heard the others; "
            "in each later one, everyone first reads what some others said in the round before."
        )
        yield _topology_line(briefing)
        yield from () if briefing.names else ("No one learns whose words those are.",)
    if briefing.early_stop == "debate" and is_debate:
        yield "The debate ends when all give the same answer, or one seat gives the same answer twice in a row."
    elif briefing.early_stop and is_debate:
        yield "A seat that gives the same answer twice in a row stops; the debate ends when all give the same answer."
    yield f"You win if your {'last ' if is_debate else ''}answer is right."
    if not is_alone:
        yield f"The answer that most give{' in the end' if is_debate else ''} is the table's."


def _topology_line(briefing: debate.Briefing) -> str:
    if briefing.topology != "sparse":
        return _TOPOLOGIES.get(briefing.topology, "")
    near = len(topology.ring(max(1, len(briefing.seats)), briefing.density)[0])
    return f"Everyone listens to the next {near} at the table." if near != 1 else "Everyone listens to the next one at the table."


def options(briefing: debate.Briefing) -> list[str]:
    """Return the options with their letters."""
    return [full_answer(briefing, letter) for letter in LETTERS[: len(briefing.options)]]


# Events


def say(event: Event, state: State) -> Iterator[Line]:
    """Yield an Event as lines."""
    match event:
        case debate.Briefing():
            yield Line(f"At the table: {names(event.seats)}.", shown="", moment="the start")
            yield Line(f"The question: {event.question}")
            yield from (Line(each, shown="") for each in (*options(event), *rules(event)))
        case debate.Worded(prompts):
            yield Line(f"Models read the prompts of the {prompts}.", shown="")
        case debate.RoundBegan(number, asked):
            short = "" if state.linked == number else f"Round {number}" if asked else None
            text = _round_text(number, tuple(whom(seat, state.me) for seat in asked))
            yield Line(text, "heading", shown=short, moment=f"round {number}")
        case debate.Linked(number, heard):
            yield Line("", "heading", shown=f"Round {number}", moment=f"round {number}")
            links = "; ".join(f"{seat} to {names(others)}" for seat, others in heard.items())
            is_full = len(state.seats) > 1 and all({*state.seats} == {seat, *heard.get(seat, ())} for seat in state.seats)
            yield Line(f"Who listens to whom: {links}.", "quiet", shown="All listen to all others." if is_full else None)
        case debate.Heard():
            yield from _say_reading(event, state)
        case debate.Answered(seat, number):
            yield _say_answer(event, state)
            yield from _say_new_turn(fold_events(copy_state(state), [event]), seat, number) if state.key else ()
        case debate.Settled(seat):
            have, stop = ("have", "stop") if seat == state.me else ("has", "stops")
            text = f"{who(seat, state.me)} {have} answered the same twice, and {stop}."
            yield Line(text, "quiet", who=number_of(state, seat))
        case debate.Measured() | debate.Chosen() | debate.Unmeasured() | debate.Texts():
            yield from _say_measurement(event, state)
        case Refused() | Forfeited():
            yield from trouble(event, state)
        case _:
            yield from _say_ending(event, state)


def _round_text(number: int, asked: Sequence[Seat]) -> str:
    if not asked:
        return f"Round {number}: first answers are given." if number == 1 else f"Round {number}: nobody is asked."
    verb = "answer" if len(asked) > 1 or asked[0] == "you" else "answers"
    return f"Round {number}: {names(asked)} {verb} {'alone' if number == 1 else 'again'}."


def _say_reading(event: debate.Heard, state: State) -> Iterator[Line]:
    """Yield what a seat is given to read, to itself word for word."""
    many = len(event.texts)
    if event.seat != state.me:
        whose = f" of {names(event.speakers)}" if event.speakers else ""
        yield Line(f"{event.seat} is given {quantity(many, 'response')}{whose} to read.", shown="")
    elif not many:
        yield Line("You are given nothing to read.", "quiet")
    for at, text in enumerate(event.texts if event.seat == state.me else (), 1):
        speaker = event.speakers[at - 1] if at <= len(event.speakers) else ""
        whole = f"{speaker or f'Somebody ({at} of {many})'} said: {text or 'nothing'}"
        yield _speech(whole, f"{speaker or 'Somebody'} said", speaker, state.read(text), text, state)


def _say_answer(event: debate.Answered, state: State) -> Line:
    is_me, teller, number = event.seat == state.me, who(event.seat, state.me), number_of(state, event.seat)
    if event.source == "nothing":
        return Line(f"{teller} gave no answer.", "quiet", who=number)
    verb, after = {"given": ("begin", " with"), "repeated": ("stay", " with")}.get(event.source, ("answer", ""))
    begins = f"{teller} {verb}{'' if is_me else 's'}{after}"
    answer, given = event.answer or "nothing that can be read", ", which was given" if event.source == "given" else ""
    whole = f"{begins} {answer}{given}: {event.text or ('' if after else 'no words')}"
    if state.is_over and event.round < state.round:
        return Line(whole, shown="")
    if event.source == "repeated":
        short = f"{begins} {shorten(answer, _LONG, placeholder='…')}{RIGHT_SIGNS[state.is_right(event.answer)]}."
        return Line(whole, "quiet", who=number, shown=short)
    return _speech(whole, begins, event.seat, event.answer, event.text, state)


def _speech(whole: str, label: str, seat: Seat, answer: str | None, text: str, state: State) -> Line:
    """Return the words of a seat, for people without the last line that gives the answer, which is in the label."""
    said = text.removesuffix(f"Answer: {answer}").rstrip() or "Without a reason."
    if answer is not None and len(answer) > _LONG:  # a label has one row
        said = f"{answer}\n{said}"
    else:
        label += f" {answer_in_words(state, answer, _LONG) if answer else 'nothing that can be read'}"
    return Line(whole, "speech", who=number_of(state, seat), label=f"{label}{RIGHT_SIGNS[state.is_right(answer)]}", shown=said)


def _say_turn(state: State, seat: Seat, number: int, when: str = "") -> Iterator[Line]:
    """Yield whether a seat's answer turned, with those it had heard who already answered so. state: with that answer."""
    if not (turned := state.find_turn(seat, number)):
        return
    kind, others = "wrong" if turned == "misled" else "right", state.find_agreeing_speakers(seat, number)
    after = ""
    if seat in state.heard.get(number, {}):
        were = "was" if len(others) == 1 else "were"
        after = f" after hearing {name_few(others)}, who {were} {kind}" if others else f", having heard nobody who was {kind}"
    shown = f"{when}{who(seat, state.me)} turn{'' if seat == state.me else 's'} {kind}{after}."
    yield Line("", "bad" if turned == "misled" else "good", who=number_of(state, seat), shown=shown)


def _say_new_turn(state: State, seat: Seat, number: int) -> Iterator[Line]:
    """Yield whether an answer turned that was just given, to those who know by then what is right."""
    glyph = "!" if state.find_turn(seat, number) == "misled" else "✓"
    for line in _say_turn(state, seat, number):
        yield replace(line, moment=describe_turn(state, seat, number), glyph=glyph)


def name_few(seats: Sequence[Seat]) -> str:
    """Return the names of seats; of more than eight only the first."""
    few = seats if len(seats) <= _MANY else (*seats[:_NAMED], f"{len(seats) - _NAMED} others")
    return join_names(few)


def describe_turn(state: State, seat: Seat, number: int) -> str:
    """Return how the answer of a seat turned, with those it had heard who already answered so."""
    others = state.find_agreeing_speakers(seat, number)
    after = f" after hearing {name_few(others)}" if others else ""
    return f"{seat} turns {'wrong' if state.find_turn(seat, number) == 'misled' else 'right'}{after}"


def _say_measurement(event: Event, state: State) -> Iterator[Line]:
    match event:
        case debate.Measured(_, entropies, estimator, residual):
            figures = ", ".join(f"{seat} {'-' if each is None else f'{each:.3f}'}" for seat, each in entropies.items())
            text = f"Entropies in nats, by {estimator}: {figures}"
            unseen = f"; at most {residual:.3g} of a token was not seen" if residual else ""
            yield Line(f"{text}.", "private", shown=f"{text}{unseen}.")
        case debate.Chosen(seat, _, candidates, _, by, partners):
            of, number = quantity(len(candidates), "set"), number_of(state, seat)
            text = f"{who(seat, state.me)} {are(seat, state.me)} to listen to {names(partners)}, by {by.upper()} of {of}."
            yield Line(text, "quiet", who=number)
            compared = state.compare_partners(event)
            best = "; ".join(f"{', '.join(some)} {worth:.3f}" for worth, some in compared[:_BEST])
            less = "; and less" if len(compared) > _BEST else ""
            yield Line("", "quiet", who=number, shown=best and f"{'IG' if by == 'dig' else 'IGR'}: {best}{less}.")
        case debate.Unmeasured(seat):
            text = f"For {whom(seat, state.me)} nothing could be measured: all others are heard."
            yield Line(text, "notice", who=number_of(state, seat))
        case debate.Texts(number, _, _, _, responses, _, _, None):
            yield Line(f"Measurement {number}: {quantity(len(responses), 'response')}, each as it came.", shown="")
        case debate.Texts(number=number, agent=agent, candidates=candidates):
            of = quantity(len(candidates), "set")
            yield Line(f"Measurement {number}: response {(agent or 0) + 1}, after {of} of others.", shown="")


def _say_ending(event: Event, state: State) -> Iterator[Line]:
    match event:
        case debate.Guided() | debate.Explained() | debate.Retained():
            yield from _say_rationale(event, state)
        case debate.Appealed(seat, turn, text):
            after = "After the debate" if state.round >= state.rounds else f"After round {state.round}"
            yield Line("", "heading", shown="" if turn else after, moment="appeals")
            told = f"{who(seat, state.me)} {are(seat, state.me)} told{', once more' if turn else ''}"
            yield Line(f"{told}: {text}", "speech", label=told, shown=text)
        case debate.Believed(seat, _, answer):
            believes, is_right = "believe" if seat == state.me else "believes", state.is_right(answer)
            text = f"{who(seat, state.me)} {believes} then: {answer or 'nothing was said'}"
            shown = f"{text}{RIGHT_SIGNS[is_right]}"
            yield Line(f"{text}.", "good" if is_right else "bad", who=number_of(state, seat), shown=shown)
        case debate.Key(problem, answer, aliases, wrong):
            if state.round:
                yield Line("", "heading", shown="The end", moment="the end")
            also = f" (or {', '.join(aliases)})" if aliases else ""
            began = f" {names(wrong)} began with a wrong answer that was given." if wrong else ""
            of = f" Question {problem}." if state.me is None else ""
            yield Line(f"The right answer is {answer}{also}.{began}{of}", "notice" if state.round else "private")
            known = fold_events(copy_state(state), [event])
            for number, seat in known.turns() if not state.key else ():
                yield from _say_turn(known, seat, number, f"Round {number}: ")
        case debate.Concluded(answer, votes, is_right):
            of = ", ".join(f"{each} {count}" for each, count in votes.items())
            verdict = "right" if is_right else "wrong"
            said = f"has no answer{f' ({of})' if of else ''}" if answer is None else f"answers {answer} ({of})"
            yield Line(f"The table {said}, which is {verdict}.", "good" if is_right else "bad")


def _say_rationale(event: debate.Guided | debate.Explained | debate.Retained, state: State) -> Iterator[Line]:
    match event:
        case debate.Guided(seat, answer, examples):
            given = f", with {quantity(len(examples), 'right response')}" if examples else ""
            told = (
                f"{who(seat, state.me)} {are(seat, state.me)} given the right answer{given}: {full_answer(state.briefing, answer)}"
            )
            yield Line(f"{told}.", "notice", who=number_of(state, seat))
            if seat == state.me:
                yield from (Line(f"A right response: {text}", "speech", label="A right response", shown=text) for text in examples)
        case debate.Explained(seat, text, answer):
            explains = f"{who(seat, state.me)} explain{'' if seat == state.me else 's'}"
            yield _speech(f"{explains} the right answer: {text or 'no words'}", explains, seat, answer, text, state)
        case debate.Retained(texts, sampled):
            of = f", {sampled} of them given without help" if len(texts) > sampled else ""
            yield Line(f"{quantity(len(texts), 'right response')} {'is' if len(texts) == 1 else 'are'} kept{of}.", "private")


# Questions

HOW: Mapping[str, str] = {
    "choice": "Type the letter of an option, and why on the same line: `B: because ...`.",
    "yes_no": "Type yes or no, and why on the same line: `yes: because ...`.",
    "number": "Type a number in digits, and why on the same line: `42: because ...`.",
    "text": "Type a few words as your answer; or say why, and end the line with `Answer: ` and these words.",
}
"""How to answer in one typed line, by the kind of question."""


def question(request: Request, observation: Sequence[Event]) -> Iterator[str]:
    """Yield the question for a person, with the choices numbered from 1 in the order of `request.choices`."""
    briefing = first(observation, debate.Briefing)
    if issubclass(request.answer, debate.Solve):
        began = last(observation, debate.RoundBegan)
        if briefing:
            number = f"Round {began.number} of {briefing.rounds}. " if began and briefing.rounds > 1 else ""
            yield f"{number}{briefing.question}"
            yield from options(briefing)
            if guided := last(observation, debate.Guided) if request.answer is debate.Explain else None:
                yield f"The right answer is {full_answer(briefing, guided.answer)}. Explain it, as if you did not know it."
            yield HOW.get(briefing.kind, "Type your answer.")
    elif request.answer is debate.Estimate:
        yield "How uncertain are these responses, in nats a token?"
    else:
        yield from aside(request, observation)
    yield from deadline(request)


def aside(request: Request, observation: Sequence[Event]) -> Iterator[str]:
    """Yield a question beside the debate: whom a seat listens to, or what it believes."""
    if request.answer is debate.Listen:
        yield "Before you answer again: who do you listen to? You will read what each of them said last."
        for at, partners in enumerate(request.choices.get("to", ()), 1):
            yield f"{at}. {partners}"
    elif request.answer is debate.Believe:
        briefing = first(observation, debate.Briefing)
        yield "What do you now believe the answer is? No one else will see this."
        if briefing and briefing.options:
            yield briefing.question
        offered = [full_answer(briefing, option) for option in request.choices.get("answer", ())]
        is_numbered = not any(option.isdigit() for option in offered)  # a number before a number could be meant as well
        yield from (f"{at}. {option}" if is_numbered else option for at, option in enumerate(offered, 1))


WORDS = Words(VERSION, State, say, guide, rules, question)
