"""Speech of the debate bots, and the weight of what they read.

They read the words and not the reasons: who does not know better cannot see that an argument is wrong, only how sure its author is
and how urgently it is put. So whoever debates with them, a model or a person, moves them by the same words.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache, lru_cache
from importlib.resources import files

from woozle.core.chance import Chance
from woozle.core.games.debate.data import Problem, more_problems, problems
from woozle.core.games.debate.events import LONGEST, Briefing
from woozle.core.names import LETTERS
from woozle.players.bot import happens

SAYINGS: dict[str, dict[str, list[str]]] = tomllib.loads(files(__package__).joinpath("sayings.toml").read_text("utf-8"))

SURE, UNSAID, UNSURE = 0.9, 0.6, 0.3
"""How sure somebody is who says so, who says nothing of it, and who doubts: chances of being right, in round figures."""

_LEVELS = {SURE: "sure", UNSAID: "unsaid", UNSURE: "unsure"}
_EMPHASES = 2  # sentences of emphasis that are said, and counted, at most
_EMPHASIS = 0.25  # of a voice, what each is worth to those who read it
_OPTION = 200  # characters of an option, or an answer, that are said again

_NOT_SURE = re.compile(
    r"\b(?:not (?:\w+ )?(?:sure|certain)|unsure|uncertain|(?:a|only|just) guess|guessing|i guess|perhaps|maybe|might|could be wrong"
    r"|hard to (?:say|tell))\b",
    re.IGNORECASE,
)
_IS_SURE = re.compile(
    r"\b(?:(?:i am|i'm|we are) (?:\w+ )?(?:sure|certain|confident)|no doubt|beyond doubt|without (?:a |any )?doubt|definitely"
    r"|certainly|undoubtedly)\b",
    re.IGNORECASE,
)
_IS_EMPHATIC = re.compile(r"\b(?:step by step|any other answer|nothing else fits|every single step)\b", re.IGNORECASE)


@lru_cache(maxsize=1024)
def confidence(text: str) -> float:
    """Return how sure of itself a text is, by its words: SURE, UNSURE, or UNSAID where it says nothing of it, or both."""
    doubts = _NOT_SURE.search(text) is not None
    is_sure = _IS_SURE.search(_NOT_SURE.sub(" ", text)) is not None
    return UNSAID if doubts == is_sure else SURE if is_sure else UNSURE


@lru_cache(maxsize=1024)
def force(text: str) -> float:
    """Return the weight of a text with those who read it, in voices: 1 for a text that is neither sure, unsure nor emphatic."""
    emphases = {match.lower() for match in _IS_EMPHATIC.findall(text)}
    return confidence(text) / UNSAID * (1 + _EMPHASIS * min(len(emphases), _EMPHASES))


def find_problem(briefing: Briefing) -> Problem | None:
    """Return the question that is debated, if it is bundled with Woozle, so that something can be known about it."""
    return _by_words().get((briefing.question, briefing.options))


@cache
def _by_words() -> dict[tuple[str, tuple[str, ...]], Problem]:
    return {(problem.question, problem.options): problem for problem in (*problems(), *more_problems())}


def response(
    briefing: Briefing, answer: str | None, opening: str, other: str, sure: float, persuasiveness: int, chance: Chance
) -> str:
    """Return a whole response. opening: the kind of its first sentence; other: a seat, or empty if no name is known.

    sure: SURE, UNSAID or UNSURE. persuasiveness: of a hundred, how likely each of two sentences is that add emphasis.
    """
    who = other or "somebody"
    begins = chance.choice("opening", SAYINGS["openings"][opening]).format(other=who, Other=who[:1].upper() + who[1:])
    if answer is None:
        return f"{begins} {chance.choice('nothing', SAYINGS['reasons']['nothing'])}"
    said = [begins, _reason(briefing, answer, chance), chance.choice("sure", SAYINGS["confidence"][_LEVELS[sure]])]
    emphases = chance.shuffle("emphases", SAYINGS["emphasis"]["said"])[:_EMPHASES]
    said += [emphasis for at, emphasis in enumerate(emphases) if happens(chance, f"emphasis {at}", persuasiveness)]
    return f"{' '.join(said)}\nAnswer: {answer}"[-LONGEST:]


def _reason(briefing: Briefing, answer: str, chance: Chance) -> str:
    """Return a rationale that is bundled with the question and ends in this answer, or a reason that suits any question."""
    problem = find_problem(briefing)
    rationales = [each.text for each in (*problem.right, *problem.misleading) if each.answer == answer] if problem else []
    if rationales:
        return chance.choice("rationale", rationales)
    saying = chance.choice("reason", SAYINGS["reasons"][briefing.kind])
    return saying.format(answer=answer[:_OPTION], option=_option(briefing, answer))


def _option(briefing: Briefing, answer: str) -> str:
    at = LETTERS.find(answer)
    return " ".join(briefing.options[at].split())[:_OPTION] if 0 <= at < len(briefing.options) else answer[:_OPTION]
