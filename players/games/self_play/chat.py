"""Self-play as a model reads it: what it can do now and when that is right, an example of each, what it knows, and the question
(section 3; the words are ours, and not those of the paper's appendix A).

All that stands before the question only grows from step to step, until there is something else that can be done: the list and its
examples hold what can be done now and nothing else, as in the paper, where an agent that has searched reads another prompt. Nobody
is named, so that all seats with the same tools, in all matches, share what stands before their evidence.

`prompt` is the exact text that a model is sent, and `said` what it is to reply: training takes both from here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from woozle.core.game import Event, Refused
from woozle.core.games.self_play.events import (
    ANSWER,
    ASK,
    CALCULATE,
    HEDGE,
    SEARCH,
    Act,
    Acted,
    Briefing,
    Equipped,
    Evidence,
    Posed,
)
from woozle.core.request import Request
from woozle.players.generic_prompt import Turn

VERSION = 1
"""Of all that a model reads in self-play; raised with every change of the words."""

CUE = "Action:"
"""What a prompt ends with; the reply follows it."""

_BEGINS = (
    "You answer questions, alone or with others. In each step you take one of these actions. Reply with one action and the words "
    "that belong to it, and with nothing else."
)
_SHORTER = (1000, 500, 200, 80)  # characters that are left of each piece of evidence where the whole is too long for a model
_CUT = " [...]"
_NOTHING = "(nothing)"


def conversation(request: Request, observation: Sequence[Event]) -> Iterator[list[Turn]]:
    """What a model is sent: whole and, for where that does not fit, with ever less of each piece of evidence."""
    yield [("user", prompt(request, observation))]
    for most in _SHORTER:
        yield [("user", prompt(request, [_shortened(event, most) for event in observation]))]


def prompt(request: Request, observation: Sequence[Event]) -> str:
    """The text that a model is sent for one Request, from what its seat has observed."""
    me, legal = request.to, tuple(request.choices.get("action", (ANSWER, HEDGE)))
    library, queries, asked, problem, has_friends = "", "question", "", "", False
    evidence: list[str] = []
    for event in observation:
        match event:
            case Briefing():
                queries = event.queries
            case Equipped(seat) if seat == me:
                library, has_friends = event.library, bool(event.reaches)
            case Posed(seat, question) if seat == me:
                asked = question
            case Evidence(seat) if seat == me:
                evidence += items(event)
            case Refused(seat, why) if seat == me:
                problem = why
            case Acted(seat) if seat == me:
                problem = ""
    ending = [f"Question: {_line(asked)}", *([f"Your reply was not taken. {_line(problem)}"] if problem else []), CUE]
    return head(legal, library, queries, has_friends) + "\n".join(["Evidence:", *evidence, *ending])


def said(action: str, argument: str = "", queries: str = "question") -> str:
    """An action as a model is to say it: `#ANSWER 1912`. queries: as in Config; the question itself is never said again."""
    has_words = argument and (action not in (ASK, SEARCH) or queries == "own")
    return f"{Act.first_words(action)} {_line(argument)}" if has_words else Act.first_words(action)


def reply(answer: Act) -> str:
    """An answer as a model is to say it."""
    return said(answer.action, answer.argument)


def items(evidence: Evidence) -> Iterator[str]:
    """What was given to read, a line for each text, with its tag; and, where it is told, what the friend who replied can search."""
    tag = f"{evidence.tag} ({evidence.tool})" if evidence.tool else evidence.tag
    for text in evidence.texts or ("",):
        yield f"{tag}: {_line(text) or _NOTHING}"


@lru_cache(maxsize=256)
def head(legal: tuple[str, ...], library: str, queries: str, has_friends: bool) -> str:
    """What stands before the evidence: what can be done now, what it means, and an example of each.

    library: what a SEARCH searches, empty for nothing. queries: as in Config. has_friends: whether there is somebody to ask.
    """
    has_own_words = queries == "own"
    lines = [_BEGINS, "", *(f"{said(each, _WORDS[each], queries)}: {_meaning(each, library, has_own_words)}" for each in legal)]
    for action in legal:
        evidence, question, argument = _example(action, library, has_friends)
        lines += ["", "Evidence:", *evidence, f"Question: {question}", f"{CUE} {said(action, argument, queries)}"]
    return "\n".join([*lines, "", ""])


# Words

_WORDS = {ASK: "words", SEARCH: "words", CALCULATE: "sum", ANSWER: "answer", HEDGE: "answer"}


def _meaning(action: str, library: str, has_own_words: bool) -> str:
    what = "your words" if has_own_words else "the question"
    return {
        ASK: f"put {what} to your friends, who may have other tools. Ask when others may know what you do not.",
        SEARCH: f"look {what} up in this corpus: {library}. Search when that is likely to help.",
        CALCULATE: "work out a sum of numbers, with + - * / and brackets. Calculate when the question needs it.",
        ANSWER: "say what you know to be right, in a few words. Answer when you are confident.",
        HEDGE: "say your best guess, in a few words. Hedge when you are unsure.",
    }[action]


def _example(action: str, library: str, has_friends: bool) -> tuple[Sequence[str], str, str]:
    """Evidence, a question of nowhere, and the words that go with the action.

    Who has a corpus answers from what was found there, who has friends what they say; they agree, so that it tells nobody whom to
    believe.
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
    """A text on one line, so that nobody's words pass for another part of a prompt."""
    return " ".join(text.split())


def _shortened(event: Event, most: int) -> Event:
    if not isinstance(event, Evidence):
        return event
    return replace(event, texts=tuple(each if len(each) <= most else f"{each[:most]}{_CUT}" for each in event.texts))
