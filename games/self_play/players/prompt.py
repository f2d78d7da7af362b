"""Self-play as text: as one prompt for a model, and line by line for people.

A model reads the legal actions and when each is right, an example of each, its evidence, and the question (section 3; the words are
ours, not those of the paper's appendix A). The part before the question only grows from step to step, until the legal actions
change: the list and its examples hold only these, as in the paper, where an agent that has searched reads another prompt. Nobody is
named, so that all seats with the same tools, in all matches, share the part before their evidence.

`prompt_text` is the exact text that a model is sent, and `action_text` the reply expected: training takes both from here. Texts of
players and of evidence are passed on unchanged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial

from woozle.core.errors import InputError
from woozle.core.game import Event
from woozle.core.request import Answer, Request, Seat
from woozle.core.words import are, deadline, frequency, names, quantity, trouble_lines, who
from woozle.games.self_play.data import BOOKS
from woozle.games.self_play.events import (
    ANSWER,
    ASK,
    CALCULATE,
    HEDGE,
    LONGEST,
    MENU,
    NUMBERED,
    PLACEHOLDERS,
    SEARCH,
    Act,
    Acted,
    Briefing,
    Concluded,
    Equipped,
    Evidence,
    Key,
    Posed,
    Query,
    Stacked,
)
from woozle.games.self_play.state import state_of
from woozle.players.generic_prompt import Turn

VERSION = 4
"""Version of all that a model reads in self-play; raised with every change of the wording."""

CUE = "Action:"
"""The end of a prompt, which the reply follows."""

_BEGINS = (
    "You answer questions, alone or with others. In each step you take one of these actions. Reply with one action and the words "
    "that belong to it, and with nothing else."
)
_SHORTER = (1000, 500, 200, 80)  # characters kept of each piece of evidence if the whole is too long for a model
_CUT = " [...]"
_NOTHING = "(nothing)"


def conversation(request: Request, observation: Sequence[Event]) -> Iterator[list[Turn]]:
    """Yield the turns that a model is sent: whole and, in case that is too long, with ever less of each piece of evidence."""
    yield [("user", prompt_text(request, observation))]
    for most in _SHORTER:
        yield [("user", prompt_text(request, [_shorten(event, most) for event in observation]))]


def prompt_text(request: Request, observation: Sequence[Event]) -> str:
    """Return the text that a model is sent for one Request, from what its seat has observed."""
    me, legal = request.to, tuple(request.choices.get("action", (ANSWER, HEDGE)))
    known = state_of(me, observation)
    posed, tools = known.posed(me), known.equipped.get(me)
    queries = known.briefing.queries if known.briefing else "question"
    head = prompt_head(legal, known.library(me), queries, has_friends=tools is not None and bool(tools.reaches))
    evidence = (line for given in known.given(me) for line in evidence_lines(given.evidence))
    return head + "\n".join(step_lines(evidence, posed.question if posed else ""))


def action_text(action: str, argument: str = "", queries: str = "question") -> str:
    """Return an action as a model should write it: `#ANSWER 1912`. queries: as in Config; the question itself is never repeated."""
    has_words = argument and (action not in (ASK, SEARCH) or queries == "own")
    return f"{Act.first_words(action)} {_line(argument)}" if has_words else Act.first_words(action)


def reply(answer: Act) -> str:
    """Return an answer as a model should write it."""
    return action_text(answer.action, answer.argument)


def evidence_lines(evidence: Evidence) -> Iterator[str]:
    """Yield a line for each text of the evidence, with its tag and, if it is told, the corpus of the friend who replied."""
    tag = f"{evidence.tag} ({evidence.tool})" if evidence.tool else evidence.tag
    for text in evidence.texts or ("",):
        yield f"{tag}: {_line(text) or _NOTHING}"


def step_lines(evidence: Iterable[str], question: str) -> Iterator[str]:
    """Yield the end of a prompt, from the evidence on."""
    yield "Evidence:"
    yield from evidence
    yield f"Question: {_line(question)}"
    yield CUE


@lru_cache(maxsize=256)
def prompt_head(legal: tuple[str, ...], library: str, queries: str, has_friends: bool) -> str:
    """Return the part before the evidence: the legal actions, their meaning, and an example of each.

    library: the corpus that a SEARCH searches; empty for none. queries: as in Config. has_friends: whether there is anybody to ask.
    """
    has_own_words = queries == "own"
    lines = [
        _BEGINS,
        "",
        *(f"{action_text(each, PLACEHOLDERS[each], queries)}: {_meaning(each, library, has_own_words)}" for each in legal),
    ]
    for action in legal:
        evidence, question, argument = _example(action, library, has_friends)
        lines += ["", *step_lines(evidence, question)]
        lines[-1] += f" {action_text(action, argument, queries)}"
    return "\n".join([*lines, "", ""])


# Words


def _meaning(action: str, library: str, has_own_words: bool) -> str:
    what = "your words" if has_own_words else "the question"
    return (
        MENU[action].format(what=what)
        + {
            ASK: ", who may have other tools. Ask when others may know what you do not.",
            SEARCH: f": {library}. Search when that is likely to help.",
            CALCULATE: ", with + - * / and brackets. Calculate when the question needs it.",
            ANSWER: ", in a few words. Answer when you are confident.",
            HEDGE: ", in a few words. Hedge when you are unsure.",
        }[action]
    )


def _example(action: str, library: str, has_friends: bool) -> tuple[Sequence[str], str, str]:
    """Return the evidence, an invented question, and the words that go with the action.

    A seat with a corpus answers from what it found there, a seat with friends from what they say; they agree, so that the example
    does not teach whom to believe.
    """
    match action:
        case "ASK":
            return (), "Who built the first windmill of Harlow Fen?", "first windmill of Harlow Fen, builder"
        case "SEARCH":
            return (), "In which year was the Dorrin Canal opened?", "Dorrin Canal opened year"
        case "CALCULATE":
            return (), "How many eggs are seven boxes of thirty?", "7 * 30"
        case "HEDGE":
            return (), "How many steps has the tower of Marrowby?", "120"
    if library:
        found = "RETRIEVAL: The Dorrin Canal was dug by convicts and opened in 1791, a year late."
        return (found,), "In which year was the Dorrin Canal opened?", "1791"
    replies = ("FRIEND_HEDGE: green", "FRIEND_ANSWER: green") if has_friends else ()
    return replies, "What colour is the flag of Lower Pelm?", "green"


def _line(text: str) -> str:
    """Return a text on one line, so that nobody's words pass for another part of a prompt."""
    return " ".join(text.split())


def _shorten(event: Event, most: int) -> Event:
    if not isinstance(event, Evidence):
        return event
    return replace(event, texts=tuple(each if len(each) <= most else f"{each[:most]}{_CUT}" for each in event.texts))


def guide(me: Seat, observation: Sequence[Event]) -> Iterator[str]:
    """Yield nothing: a model reads everything in one turn, as `prompt_text` words it."""
    yield from ()


def lines(event: Event, me: Seat | None) -> Iterator[str]:
    """Yield an Event in words."""
    match event:
        case Briefing():
            yield f"At the table: {names(event.seats)}."
            yield from rules(event)
        case Equipped():
            yield _equipment_line(event, me)
        case Posed(seat, asked, by):
            yield f"{who(seat, me)} {are(seat, me)} asked{f' by {by}' if by else ''}: {asked}"
        case Acted():
            yield _act_line(event, me)
        case Evidence():
            yield from _given_lines(event, me)
        case Stacked(_, active, stack):
            waiting = f" Waiting, the next last: {', '.join(stack)}." if stack else ""
            yield f"{active} has control.{waiting}" if active else "Nobody has control: it is over."
        case Query(number, seat, tool, corpus, text, most):
            what = f"find at most {quantity(most, 'paragraph')} in {corpus} for" if tool == SEARCH else "work out"
            yield f"Query {number}, of {seat}: {what}: {text}"
        case _:
            yield from _ending_lines(event, me)


def question(request: Request, observation: Sequence[Event]) -> Iterator[str]:
    """Yield the question for a person; each action keeps its number, whichever are legal."""
    if request.answer is Act:
        known = state_of(request.to, observation)
        if posed := known.posed(request.to):
            yield f"The question: {posed.question}"
        yield "What do you do?"
        for action in sorted(request.choices.get("action", ()), key=NUMBERED.index):
            own = _OWN if known.has_own_words and action in (ASK, SEARCH) else ""
            yield f"{NUMBERED.index(action) + 1}. {action}{_HOW[action]}{own}"
        yield _FORM
    else:
        yield "What is the result?" if "result" in request.answer.model_fields else "What was found?"
    yield from deadline(request)


def line_reader(request: Request, observation: Sequence[Event]) -> Callable[[str], Answer] | None:
    """Return the reader of one typed line as an action and its words; None for other requests."""
    return partial(_act, request=request) if request.answer is Act else None


def rules(briefing: Briefing) -> Iterator[str]:
    """Yield the rules of this match."""
    first, *others = briefing.seats or ("Somebody",)
    yield f"{first} is asked a question, and {first}'s final answer counts{' for everybody' if others else ''}."
    if others:
        yield _ASKING.get(briefing.orchestration, "")
        told = "you are told which corpus it comes from" if briefing.names else "you aren't told whose it is"
        yield f"A reply is an ANSWER, which is sure, or a HEDGE, which is not; {told}."
    what = "What is asked and searched for" if others else "What is searched for"
    is_own = briefing.queries == "own"
    yield f"{what} is {'in your own words, or the question if you give none' if is_own else 'the question, word for word'}."
    yield " ".join(_limits(briefing))
    paid, anybody = ("All of you are paid the same", " by anybody") if others else ("You are paid", "")
    yield f"{paid}: how right the answer is, from 0 to 1, less {briefing.price:g} for every search{anybody}."
    yield "An answer is as right as its words: those that it lacks and those beside the right ones both count against it."


def _limits(briefing: Briefing) -> Iterator[str]:
    if len(briefing.seats) > 1:
        whom = " for each it can reach" if briefing.orchestration == "hub" else ""
        yield f"Everybody can ask {_often(briefing.asks)}{whom}." if briefing.asks else "Nobody can ask."
    if briefing.searches and briefing.effort != 0:
        found = quantity(briefing.found, "paragraph")
        yield f"A seat can use its tools {_often(briefing.searches)}; a search finds {found} at most."
    else:
        yield "Nobody can use a tool."
    if briefing.effort:
        yield f"All together can use tools {_often(briefing.effort)}."
    yield f"After {quantity(briefing.steps, 'step')} in all it is over."


def _often(number: int) -> str:
    return f"{frequency(number)} at most" if number > 1 else frequency(number)


_ASKING: Mapping[str, str] = {
    "broadcast": "A question goes to everybody that the asker can reach; none of them sees what the others reply.",
    "hub": "A question goes to one; when it has replied, the next can be asked.",
}
_HOW: Mapping[str, str] = {
    ASK: ": others may know",
    SEARCH: ": look it up in your corpus",
    CALCULATE: " and a sum: have it worked out, as in `CALCULATE 1912 - 1848`",
    ANSWER: " and your answer: you are confident, as in `ANSWER 1912`",
    HEDGE: " and your best guess: you are unsure, as in `HEDGE 1912`",
}
_OWN = ", in words of your own that follow"
_FORM = (
    "Type the action, by its number or name, and the words that belong to it on the same line; "
    "ANSWER or HEDGE alone is a reply without words."
)


def _act(line: str, request: Request) -> Act:
    """Return the action in a line. Raise ValueError, with a sentence, if there is none."""
    legal: Sequence[str] = request.choices.get("action", ())
    first, _, rest = line.strip().partition(" ")
    number = first.rstrip(".:")
    if action := next((each for at, each in enumerate(NUMBERED, 1) if number == str(at) and each in legal), None):
        return Act(action=action, argument=rest.strip()[:LONGEST])
    if act := Act.of_reply(line, request):
        return act
    raise InputError(f"{_FORM} You can {', '.join(legal[:-1])} or {legal[-1]}.")


def _equipment_line(event: Equipped, me: Seat | None) -> str:
    tools = [f"search {BOOKS.get(event.library, event.library)}"] if event.library else []
    tools += ["have sums worked out"] if event.has_calculator else []
    tools += [f"ask {names(event.reaches)}"] if event.reaches else []
    return f"{who(event.seat, me)} can {names(tools) if tools else 'use no tool, and ask nobody'}."


def _act_line(event: Acted, me: Seat | None) -> str:
    actor, is_me = who(event.seat, me), event.seat == me
    if event.forfeited:
        return f"{actor} did nothing that could be taken, which counts as a HEDGE without words."
    match event.action:
        case "ASK":
            return f"{actor} {'ask' if is_me else 'asks'}: {event.argument}"
        case "SEARCH":
            return f"{actor} {'search' if is_me else 'searches'} for: {event.argument}"
        case "CALCULATE":
            return f"{actor} {'have' if is_me else 'has'} worked out: {event.argument}"
    verb = {"ANSWER": "answer", "HEDGE": "hedge"}[event.action]
    return f"{actor} {verb if is_me else f'{verb}s'}: {event.argument or 'no words'}"


def _given_lines(event: Evidence, me: Seat | None) -> Iterator[str]:
    hearer = who(event.seat, me)
    match event.tag:
        case "RETRIEVAL":
            found = quantity(len(event.texts), "paragraph") if event.texts else "nothing"
            yield f"{hearer} {'find' if event.seat == me else 'finds'} {found}."
            for at, text in enumerate(event.texts):
                source = f" ({event.sources[at]})" if at < len(event.sources) else ""
                yield f"{at + 1}.{source} {text}"
        case "CALCULATION":
            yield f"{hearer} {are(event.seat, me)} told what it comes to: {' '.join(event.texts) or 'nothing'}"
        case _:
            sure = "is confident" if event.tag == "FRIEND_ANSWER" else "is unsure"
            tool = f", who can search {BOOKS.get(event.tool, event.tool)}," if event.tool else ""
            yield f"{hearer} {are(event.seat, me)} told by a friend{tool} who {sure}: {' '.join(event.texts) or 'no words'}"


def _ending_lines(event: Event, me: Seat | None) -> Iterator[str]:
    match event:
        case Key(id, answers, source):
            where = f", to be found in {BOOKS.get(source, source)}" if source else ""
            yield f"The right answer is {answers[0]}{where}." + (f" Question {id}." if me is None else "")
            if answers[1:]:
                yield f"So would be: {' / '.join(answers[1:])}."
        case Concluded(answer, action, f1, searches, paid):
            sure = {"ANSWER": ", confident", "HEDGE": ", unsure"}.get(action, "")
            yield f"The final answer{sure}: {answer}" if answer else "There is no final answer."
            less = f", less {f1 - paid:.2f} for {quantity(searches, 'search', 'es')}: {paid:.2f} for everybody" if searches else ""
            yield f"It scores {f1:.2f}{less}."
        case _:
            yield from trouble_lines(event, me)
