"""Self-play in words: the rules of a match, each event as lines, and the question of a person at a plain terminal.

A model reads its question in other words, as one prompt (players/prompt.py). Texts of players and of evidence are passed on
unchanged. People are shown other words than the text where:

- Briefing: the page beside the log has the rules.
- Equipped: at the end everybody is told what some knew.
- Posed: the question stands apart below a heading, and is left out where the viewer has read it.
- Acted: the state adds the number of the step, what was searched or who was asked, and whether a reply is right.
- Evidence: a label says where a text is from, and the page has all of it. A reply that the viewer saw is left out.
- Stacked: the table shows who waits; the log says only whose turn it is now, if nothing else does.
- Query: it only repeats the step.
- Key: the id of a question is for programs. A heading says that it is the end.
- Concluded: the state adds who knew better or worse than they said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from woozle.core.event import Event, Forfeited, Refused
from woozle.core.line import PART, Line, Tone
from woozle.core.names import join_names
from woozle.core.request import Request, Seat
from woozle.core.state import fold_events, number_of
from woozle.core.words import RIGHT_SIGNS, Words, are, deadline, frequency, names, quantity, trouble, who, whom
from woozle.games.self_play import events as self_play
from woozle.games.self_play.data import BOOKS
from woozle.games.self_play.events import ANSWER, ASK, CALCULATE, HEDGE, NUMBERED, SEARCH
from woozle.games.self_play.papers.metrics import RIGHT
from woozle.games.self_play.state import Given, State

VERSION = 5
"""Version of all that a model reads in self-play; raised with every change of the wording."""

_BEGUN = 160  # characters of a text that the page beside the log has whole
_LONGEST_NAME = 24  # cells of a corpus, which may be the path of a file
_MOST_NAMES = 3
_SKIM = 200  # characters a second, of search results


def guide(me: Seat, observation: Sequence[Event]) -> Iterator[str]:
    """Yield nothing: a model reads everything in one turn, as `prompt_text` words it."""
    yield from ()


# The rules


def rules(briefing: self_play.Briefing) -> Iterator[str]:
    """Yield the rules of this match."""
    first, *others = briefing.seats or ("Somebody",)
    yield f"{first} is asked a question, and {first}'s final answer counts{' for everyone' if others else ''}."
    if others:
        yield _ASKING.get(briefing.orchestration, "")
        told = "you learn which corpus it comes from" if briefing.names else "you do not learn whose it is"
        yield f"A reply is an ANSWER, which is sure, or a HEDGE, which is not; {told}."
    what = "Asking and searching use" if others else "Searching uses"
    is_own = briefing.queries == "own"
    yield f"{what} {'your own words, or the question if you give none' if is_own else 'the question, word for word'}."
    yield " ".join(_limits(briefing))
    score, anyone = ("You all get the same score", " by anyone") if others else ("Your score", "")
    yield f"{score}: how right the answer is, from 0 to 1, less {briefing.price:g} for every search{anyone}."
    yield "Missing words and extra words both count against an answer."


def _limits(briefing: self_play.Briefing) -> Iterator[str]:
    if len(briefing.seats) > 1:
        whom = " each player within reach" if briefing.orchestration == "hub" else ""
        yield f"Everyone can ask{whom} {_often(briefing.asks)}." if briefing.asks else "No one can ask."
    if briefing.searches and briefing.effort != 0:
        found = quantity(briefing.found, "paragraph")
        yield f"A seat can use its tools {_often(briefing.searches)}; a search finds {found} at most."
    else:
        yield "No one can use a tool."
    if briefing.effort:
        yield f"Together, you can use tools {_often(briefing.effort)}."
    yield f"The match ends after {quantity(briefing.steps, 'step')} in all."


def _often(number: int) -> str:
    return f"{frequency(number)} at most" if number > 1 else frequency(number)


_ASKING: Mapping[str, str] = {
    "broadcast": "A question goes to everyone within the asker's reach; none of them sees what the others reply.",
    "hub": "A question goes to one player; when it has replied, the next can be asked.",
}


# Events


def say(event: Event, state: State) -> Iterator[Line]:
    """Yield an Event as lines."""
    match event:
        case self_play.Briefing(seats):
            yield Line("", moment="the start")
            yield from (Line(text, shown="") for text in (f"At the table: {names(seats)}.", *rules(event)))
        case self_play.Equipped(seat):
            shown = "" if state.equipped.get(seat) == event else None
            yield Line(describe_tools(event, state.me), "quiet", who=number_of(state, seat), shown=shown)
        case self_play.Posed(seat, question, by):
            asked = f"{who(seat, state.me)} {are(seat, state.me)} asked{f' by {by}' if by else ''}"
            begins = f"{whom(seat, state.me)} {are(seat, state.me)} asked"
            yield Line(f"{asked}: {question}", "heading", shown=asked, moment=begins)
            if seat == state.me or not by or question != state.question:
                yield Line("", "notice", who=number_of(state, seat), shown=question)
        case self_play.Acted():
            moment, glyph = _step_moment(event, state)
            yield replace(_step_line(event, state), moment=moment, glyph=glyph)
        case self_play.Evidence():
            for line in evidence_lines(Given(event, 0), state):
                yield replace(line, shown="") if state.reply(event) else _shorten(line) if state.me else line
        case self_play.Stacked(_, active, stack):
            waiting = f" Waiting, the next last: {', '.join(stack)}." if stack else ""
            text = f"{active} has control.{waiting}" if active else "No one has control: it is over."
            is_news = active and active != state.active
            moment = f"{active}'s turn" if is_news else ""
            yield Line(text, "quiet", who=number_of(state, active), shown=f"{active} goes on." if is_news else "", moment=moment)
        case self_play.Query(number, seat, tool, corpus, text, most):
            what = f"find at most {quantity(most, 'paragraph')} in {corpus} for" if tool == SEARCH else "work out"
            yield Line(f"Query {number}, of {seat}: {what}: {text}", shown="")
        case self_play.Key():
            yield from _key_lines(event, state)
        case self_play.Concluded():
            yield from (Line(text, tone_of(event)) for text in (describe_answer(event), describe_reward(event)))
            for each in judgements(state, event):
                yield Line("", each.tone, who=number_of(state, each.seat), shown=each.sentence)
        case Refused() | Forfeited():
            yield from trouble(event, state)


def corpus_name(corpus: str) -> str:
    """Return a corpus as people call it, short enough for a line."""
    return shorten(BOOKS.get(corpus, corpus))


def shorten(text: str, most: int = _LONGEST_NAME) -> str:
    """Return a text, such as the name of a corpus, short enough for a line: of a path, its end."""
    return text if len(text) <= most else f"…{text[1 - most :]}"


def reach(seats: Sequence[Seat]) -> str:
    """Return the names of seats that can be asked; their number if they are many."""
    return join_names(seats) if len(seats) <= _MOST_NAMES else f"{len(seats)} others"


def describe_tools(event: self_play.Equipped, me: Seat | None) -> str:
    """Return a sentence on a seat's abilities beside answering."""
    tools = [f"search {BOOKS.get(event.library, event.library)}"] if event.library else []
    tools += ["have sums worked out"] if event.has_calculator else []
    tools += [f"ask {names(event.reaches)}"] if event.reaches else []
    return f"{who(event.seat, me)} can {names(tools) if tools else 'use no tools and ask no one'}."


def _step_moment(event: self_play.Acted, state: State) -> tuple[str, str]:
    """Return the moment that a step makes, and its glyph; that of a wrong reply for those who know the key by then."""
    if event.forfeited:
        return f"{event.seat} does nothing that could count", "×"
    if event.action in (SEARCH, CALCULATE):
        return f"{event.seat}: {event.action}", "S" if event.action == SEARCH else "="
    step = state.step_of(event)
    if state.knew_worse(step):
        return f"{event.seat} is sure, and wrong", "!"
    return (f"{event.seat} is not sure, and right", "✓") if state.knew_better(step) else ("", PART)


def _step_line(event: self_play.Acted, state: State) -> Line:
    text, number = _describe_step(event, state.me), number_of(state, event.seat)
    if event.forfeited:
        return Line(text, "bad", who=number)
    step = state.step_of(event)
    label = f"{step.number}. {who(event.seat, state.me)}: {event.action}"
    if event.action not in (ASK, SEARCH):
        return _with_speech(text, event.argument, f"{label}{RIGHT_SIGNS[state.is_right(step)]}", number)
    label = f"{label} {_aim(event, state)}"
    if step.posed and event.argument == step.posed.question:
        return Line(text, who=number, shown=f"{label}.")
    return _with_speech(text, event.argument, f"{label}, in other words", number)


def _describe_step(event: self_play.Acted, me: Seat | None) -> str:
    actor, is_me = who(event.seat, me), event.seat == me
    if event.forfeited:
        return f"{actor} gave no usable action, which counts as a HEDGE without words."
    match event.action:
        case "ASK":
            return f"{actor} {'ask' if is_me else 'asks'}: {event.argument}"
        case "SEARCH":
            return f"{actor} {'search' if is_me else 'searches'} for: {event.argument}"
        case "CALCULATE":
            return f"{actor} {'have' if is_me else 'has'} worked out: {event.argument}"
    verb = event.action.lower()
    return f"{actor} {verb if is_me else f'{verb}s'}: {event.argument or 'no words'}"


def _aim(event: self_play.Acted, state: State) -> str:
    """Return the seats asked or the corpus searched."""
    tools = state.equipped.get(event.seat)
    if tools is None:
        return "a friend" if event.action == ASK else "a corpus"
    if event.action == SEARCH:
        return corpus_name(tools.library)
    is_hub = state.briefing is not None and state.briefing.orchestration == "hub"
    return "the next friend" if is_hub and len(tools.reaches) > 1 else reach(tools.reaches)


def _with_speech(text: str, said: str, label: str, number: int) -> Line:
    """Return a line of which people are shown the words that were said below a label."""
    if not said:
        return Line(text, who=number, shown=f"{label}, without words.")
    return Line(text, "speech", who=number, label=label, shown=said)


# Evidence


def evidence_lines(given: Given, state: State) -> Iterator[Line]:
    """Yield the evidence given to a seat."""
    event = given.evidence
    hearer, told = who(event.seat, state.me), f"{who(event.seat, state.me)} {are(event.seat, state.me)} told"
    match event.tag:
        case "RETRIEVAL":
            found = quantity(len(event.texts), "paragraph") if event.texts else "nothing"
            head = f"{hearer} {'find' if event.seat == state.me else 'finds'} {found}."
            yield Line(head, "quiet", shown="" if event.texts else None)
            for at, text in enumerate(event.texts):
                source = event.sources[at] if at < len(event.sources) else ""
                label = f"Found, {at + 1} of {len(event.texts)}" if len(event.texts) > 1 else "Found"
                label = f"{label} · {source}" if source else label
                whole = f"{at + 1}.{f' ({source})' if source else ''} {text}"
                yield Line(whole, "speech", label=label, shown=text, seconds=len(text) / _SKIM)
        case "CALCULATION":
            text = f"{told} what it comes to: {' '.join(event.texts) or 'nothing'}"
            yield Line(text, "speech", label="Worked out", shown="\n".join(event.texts)) if event.texts else Line(text, "quiet")
        case _:
            sure = "is confident" if event.tag == "FRIEND_ANSWER" else "is unsure"
            tool = f", who can search {BOOKS.get(event.tool, event.tool)}," if event.tool else ""
            text = f"{told} by a friend{tool} who {sure}: {' '.join(event.texts) or 'no words'}"
            by, mark = (given.reply.acted.seat, RIGHT_SIGNS[state.is_right(given.reply)]) if given.reply else ("", "")
            friend = f"{by or 'A friend'}{f' ({corpus_name(event.tool)})' if event.tool else ''}"
            label = f"{friend}: {ANSWER if event.tag == 'FRIEND_ANSWER' else HEDGE}{mark}"
            line = _with_speech(text, "\n".join(event.texts), label, number_of(state, by))
            yield replace(line, seconds=0.0)  # spectators have just read the reply


def _shorten(line: Line) -> Line:
    """Return the beginning of a text for a reader who has all of it on the page beside."""
    shown = line.text if line.shown is None else line.shown
    return line if len(shown) <= _BEGUN else replace(line, shown=f"{shown[:_BEGUN].rstrip()}…")


# The end


def _key_lines(event: self_play.Key, state: State) -> Iterator[Line]:
    is_end = state.has_begun or state.me is not None
    if is_end:
        yield Line("", "heading", shown="The end", moment="the end" if state.has_begun else "")
    first, *others = describe_key(event)
    tone: Tone = "notice" if is_end else "private"
    yield Line(first if state.me else f"{first} Question {event.id}.", tone, shown=first)
    yield from (Line(each, tone) for each in others)


def describe_key(key: self_play.Key) -> Iterator[str]:
    """Yield the right answer with its source, and others that would be as right."""
    if not key.answers:
        yield "The right answer is not known."
        return
    where = f", found in {BOOKS.get(key.source, key.source)}" if key.source else ""
    yield f"The right answer is {key.answers[0]}{where}."
    if key.answers[1:]:
        yield f"Also right: {' / '.join(key.answers[1:])}."


def describe_answer(concluded: self_play.Concluded) -> str:
    """Return the final answer and how sure it is."""
    sure = {ANSWER: ", confident", HEDGE: ", unsure"}.get(concluded.action, "")
    return f"The final answer{sure}: {concluded.answer}" if concluded.answer else "There is no final answer."


def describe_reward(concluded: self_play.Concluded) -> str:
    """Return a sentence on what everybody is paid, and why."""
    cost = f"{concluded.f1 - concluded.reward:.2f} for {quantity(concluded.searches, 'search', 'es')}"
    less = f", less {cost}: {concluded.reward:.2f} for everyone" if concluded.searches else ""
    return f"It scores {concluded.f1:.2f}{less}."


def describe_end(concluded: self_play.Concluded) -> str:
    """Return the final answer and what it is worth, as sentences of one paragraph."""
    answer = describe_answer(concluded)
    return f"{answer if answer.endswith(('.', '!', '?')) else f'{answer}.'} {describe_reward(concluded)}"


def tone_of(concluded: self_play.Concluded) -> Tone:
    """Return the tone of the final answer."""
    return "good" if concluded.f1 > RIGHT else "notice" if concluded.f1 else "bad"


def rightness(concluded: self_play.Concluded) -> str:
    """Return whether the final answer counts as right, in a word or two."""
    return "right" if concluded.f1 > RIGHT else "partly right" if concluded.f1 else "wrong"


class Judgement(NamedTuple):
    """A sentence on a seat that knew better or worse than it said. is_right: whether its reply was."""

    seat: Seat
    sentence: str
    is_right: bool
    tone: Tone


def judgements(state: State, concluded: self_play.Concluded | None) -> Iterator[Judgement]:
    """Yield seats that knew better or worse than they said, and those whose right answer was lost."""
    is_lost = concluded is not None and concluded.f1 <= RIGHT
    for step in state.replies():
        seat = step.acted.seat
        if state.knew_worse(step):
            yield Judgement(seat, f"{seat} was sure (ANSWER), and wrong.", is_right=False, tone="bad")
        elif state.knew_better(step):
            yield Judgement(seat, f"{seat} was not sure (HEDGE), and right.", is_right=True, tone="good")
        elif is_lost and seat != state.seats[0] and state.is_right(step):
            lost = "the final answer is another" if concluded and concluded.answer else "there is no final answer"
            yield Judgement(seat, f"{seat} was sure and right, but {lost}.", is_right=True, tone="bad")


# Questions to people


def question(request: Request, observation: Sequence[Event]) -> Iterator[str]:
    """Yield the question for a person; each action keeps its number, whichever are legal."""
    if request.answer is self_play.Act:
        known = fold_events(State(request.to), observation)
        if posed := known.posed(request.to):
            yield f"The question: {posed.question}"
        yield "What do you do?"
        for action in sorted(request.choices.get("action", ()), key=NUMBERED.index):
            own = _OWN if known.has_own_words and action in (ASK, SEARCH) else ""
            yield f"{NUMBERED.index(action) + 1}. {action}{_HOW[action]}{own}"
        yield FORM
    else:
        yield "What is the result?" if "result" in request.answer.model_fields else "What was found?"
    yield from deadline(request)


FORM = (
    "Type the action, by its number or name, and the words that belong to it on the same line; "
    "ANSWER or HEDGE alone is a reply without words."
)
_HOW: Mapping[str, str] = {
    ASK: ": others may know",
    SEARCH: ": look it up in your corpus",
    CALCULATE: " and a sum: have it worked out, as in `CALCULATE 1912 - 1848`",
    ANSWER: " and your answer: you are confident, as in `ANSWER 1912`",
    HEDGE: " and your best guess: you are unsure, as in `HEDGE 1912`",
}
_OWN = ", in words of your own that follow"


WORDS = Words(VERSION, State, say, guide, rules, question)
