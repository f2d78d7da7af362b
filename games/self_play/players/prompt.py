"""The prompt of self-play: one text for a model, and the reader of a line that a person types.

A model reads the legal actions and when each is right, an example of each, its evidence, and the question (section 3; the words are
ours, not those of the paper's appendix A). The part before the question only grows from step to step, until the legal actions
change: the list and its examples hold only these, as in the paper, where an agent that has searched reads another prompt. No
seat is named, so that all seats with the same tools, in all matches, share the part before their evidence.

`prompt_text` is the exact text that a model is sent, and `action_text` the reply expected: training takes both from here. Texts of
players and of evidence are passed on unchanged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial

from woozle.core.errors import InputError
from woozle.core.game import Event
from woozle.core.request import Answer, Request
from woozle.core.state import fold_events
from woozle.games.self_play import events as self_play
from woozle.games.self_play.state import State
from woozle.games.self_play.words import FORM
from woozle.players.generic_prompt import Turn

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
    me, legal = request.to, tuple(request.choices.get("action", (self_play.ANSWER, self_play.HEDGE)))
    known = fold_events(State(me), observation)
    posed, tools = known.posed(me), known.equipped.get(me)
    queries = known.briefing.queries if known.briefing else "question"
    head = prompt_head(legal, known.library(me), queries, has_friends=tools is not None and bool(tools.reaches))
    evidence = (line for given in known.given(me) for line in evidence_lines(given.evidence))
    return head + "\n".join(step_lines(evidence, posed.question if posed else ""))


def action_text(action: str, argument: str = "", queries: str = "question") -> str:
    """Return an action as a model should write it: `#ANSWER 1912`. queries: as in Config; the question itself is never repeated."""
    has_words = argument and (action not in (self_play.ASK, self_play.SEARCH) or queries == "own")
    return f"{self_play.Act.first_words(action)} {_line(argument)}" if has_words else self_play.Act.first_words(action)


def reply(answer: self_play.Act) -> str:
    """Return an answer as a model should write it."""
    return action_text(answer.action, answer.argument)


def evidence_lines(evidence: self_play.Evidence) -> Iterator[str]:
    """Yield a line for each text of the evidence, with its tag and, if shown, the corpus of the friend who replied."""
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
        *(
            f"{action_text(each, self_play.PLACEHOLDERS[each], queries)}: {_meaning(each, library, has_own_words)}"
            for each in legal
        ),
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
        self_play.MENU[action].format(what=what)
        + {
            self_play.ASK: ", who may have other tools. Ask when others may know what you do not.",
            self_play.SEARCH: f": {library}. Search when that is likely to help.",
            self_play.CALCULATE: ", with + - * / and brackets. Calculate when the question needs it.",
            self_play.ANSWER: ", in a few words. Answer when you are confident.",
            self_play.HEDGE: ", in a few words. Hedge when you are unsure.",
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
    """Return a text on one line, so that no seat's words pass for another part of a prompt."""
    return " ".join(text.split())


def _shorten(event: Event, most: int) -> Event:
    if not isinstance(event, self_play.Evidence):
        return event
    return replace(event, texts=tuple(each if len(each) <= most else f"{each[:most]}{_CUT}" for each in event.texts))


def line_reader(request: Request, observation: Sequence[Event]) -> Callable[[str], Answer] | None:
    """Return the reader of one typed line as an action and its words; None for other requests."""
    return partial(_act, request=request) if request.answer is self_play.Act else None


def _act(line: str, request: Request) -> self_play.Act:
    """Return the action in a line. Raise ValueError, with a sentence, without one."""
    legal: Sequence[str] = request.choices.get("action", ())
    first, _, rest = line.strip().partition(" ")
    number = first.rstrip(".:")
    if action := next((each for at, each in enumerate(self_play.NUMBERED, 1) if number == str(at) and each in legal), None):
        return self_play.Act(action=action, argument=rest.strip()[: self_play.LONGEST])
    if act := self_play.Act.of_reply(line, request):
        return act
    raise InputError(f"{FORM} You can {', '.join(legal[:-1])} or {legal[-1]}.")
