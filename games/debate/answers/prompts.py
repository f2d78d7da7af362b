"""The prompt of an agent before it answers: the question, and the responses of those it listens to.

The same words are put before a model and, with what it said, before the estimator (sections on the setup and on DIGRA). The
estimator reads them as one turn, without what an agent had said itself before: the prompt f(q, R_J) that it measures under is that
of the paper, and not the whole conversation in which a response came.
"""

from __future__ import annotations

from collections.abc import Sequence

from woozle.core.answer_places import Kind
from woozle.core.names import LETTERS

VERSION = 1
"""Version of the wording; raised with every change to it."""

_ENDS: dict[Kind, str] = {
    "choice": "End with a line `Answer: X`, where X is the letter of one option.",
    "number": "End with a line `Answer: N`, where N is a number.",
    "yes_no": "End with a line `Answer: yes` or `Answer: no`.",
    "text": "End with a line `Answer: ` and the answer in a few words.",
}


def ends(kind: Kind) -> str:
    """Return how a response has to end to be readable."""
    return _ENDS[kind]


def question(text: str, kind: Kind, options: Sequence[str]) -> str:
    """Return the prompt of the first round: the question, its options, and to reason step by step."""
    listed = [f"{letter}) {option}" for letter, option in zip(LETTERS, options, strict=False)]
    return "\n".join((text, *listed, "", "Reason step by step.", _ENDS[kind]))


def response(why: str, answer: str) -> str:
    """Return a response as others read it, from its reasoning and its answer, which people give separately."""
    return f"{why.rstrip()}\nAnswer: {answer}".lstrip()


def others(responses: Sequence[str]) -> str:
    """Return responses of others, without names, in the order given; and what to do with them."""
    if not responses:
        return "Nobody else has said anything to you. Look at your answer again, and give your answer."
    unfenced = (response.replace("```", "'''") for response in responses)  # which cannot end its fence
    fences = [f"One agent's response:\n```\n{response}\n```" for response in unfenced]
    return "\n\n".join(("These are responses of other agents.", *fences, "Take them as advice that may be wrong, and answer."))


def prompt(text: str, kind: Kind, options: Sequence[str], responses: Sequence[str]) -> str:
    """Return f(q, R_J): the question first, then the responses (table 10). Without any it is the prompt of the first round."""
    asked = question(text, kind, options)
    return f"{asked}\n\n{further(kind, responses)}" if responses else asked


def further(kind: Kind, responses: Sequence[str]) -> str:
    """Return the addition of a later round: the responses of others, and how to answer again."""
    return f"{others(responses)}\n{_ENDS[kind]}"
