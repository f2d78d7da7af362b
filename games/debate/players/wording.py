"""The prompts of an agent about one question, in Woozle's words or in those of the paper (tables 5 and 10).

They are put before a model and, with what it said, before the estimator (sections on the setup and on DIGRA). The estimator reads
them as one turn, without what an agent had said itself before: the prompt f(q, R_J) that it measures under is that of the paper,
and not the whole conversation in which a response came. The words of players are passed on unchanged.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from woozle.core.answer_places import Kind
from woozle.core.event import Event, first
from woozle.core.names import LETTERS
from woozle.games.debate import events as debate


@dataclass(frozen=True, slots=True)
class Prompts:
    """Prompts in Woozle's words."""

    question: str
    kind: Kind
    options: Sequence[str] = ()

    def first(self, responses: Sequence[str] = ()) -> str:
        """Return f(q, R_J): the question first, then the responses (table 10). Without any it is the prompt of the first round."""
        return "\n\n".join((self._first, *([self.further(responses)] if responses else ())))

    def further(self, responses: Sequence[str]) -> str:
        """Return the prompt of a later round: the responses of others, without names, as they come; and how to answer again."""
        if not responses:
            return f"Nobody else has said anything to you. Look at your answer again, and give your answer.\n{self._end}"
        return self._further(_unfenced(responses))

    def explain(self, answer: str, examples: Sequence[str]) -> str:
        """Return the request to reason for the right answer, with right responses to the same question (appendix A.2.3)."""
        fences = [f"A right response:\n```\n{each}\n```" for each in _unfenced(examples)]
        asked = (
            f"The right answer is {self._in_words(answer)}. Reason step by step until you arrive at it, as if you did not know it."
        )
        return "\n\n".join((self._question, *fences, f"{asked}\nEnd with a line `Answer: {answer}`."))

    @property
    def _question(self) -> str:
        listed = [f"{letter}) {option}" for letter, option in zip(LETTERS, self.options, strict=False)]
        return "\n".join((self.question, *listed))

    @property
    def _first(self) -> str:
        return f"{self._question}\n\nReason step by step.\n{self._end}"

    @property
    def _end(self) -> str:
        return _ENDS[self.kind]

    def _further(self, responses: Sequence[str]) -> str:
        fences = [f"One agent's response:\n```\n{response}\n```" for response in responses]
        advice = f"Take them as advice that may be wrong, and answer.\n{self._end}"
        return "\n\n".join(("These are responses of other agents.", *fences, advice))

    def _in_words(self, answer: str) -> str:
        """Return an answer with the words of its option."""
        at = LETTERS.find(answer) if self.options and len(answer) == 1 else -1
        return f"{answer}) {self.options[at]}" if 0 <= at < len(self.options) else answer


class PaperPrompts(Prompts):
    """Prompts in the words of the paper, which prints them for choices of four options.

    It does not print the question's own prompt: that is the question with its options, and how to end.
    """

    def explain(self, answer: str, examples: Sequence[str]) -> str:
        last = f"Answer: {answer}{')' if self.options else ''}"
        shown = ("Here are the examples:", *examples) if examples else ()
        return "\n".join((
            f"Your task is to provide a detailed reasoning process for why the Answer: {self._in_words(answer)} is the"
            f" correct to the following {'multiple-choice ' if self.options else ''}questions.",
            self._question,
            *shown,
            "Please assume that you do not know the premise and provide the reason for it to be the correct answer."
            f" It means you need to get {last} through your reasoning.",
            f"The last line of your response should be of the following format: '{last}',",
            "Think step by step before answering.",
        ))  # fmt: skip

    @property
    def _first(self) -> str:
        return f"{self._question}\n\n{self._end}"

    @property
    def _end(self) -> str:
        form = _PAPER_ENDS[self.kind].format(letters=LETTERS[: len(self.options)])
        return f"The last line of your response should be of the following format: {form}. Think step by step before answering."

    def _further(self, responses: Sequence[str]) -> str:
        solutions = [f"One agent solution: ```{response}```" for response in responses]
        advice = f"Using the reasoning from other agents as additional advice, can you give an answer? {self._end}"
        return "\n\n".join(("These are the solutions to the problem from other agents:", *solutions, advice))


WORDINGS: Mapping[str, type[Prompts]] = {"woozle": Prompts, "paper": PaperPrompts}
"""By the name of the option."""


def find_wording(observation: Sequence[Event]) -> type[Prompts]:
    """Return the wording of the debate that was observed."""
    worded = first(observation, debate.Worded)
    return WORDINGS[worded.prompts if worded else "woozle"]


def find_prompts(observation: Sequence[Event]) -> Prompts:
    """Return the prompts of the debate that was observed."""
    wording, briefing = find_wording(observation), first(observation, debate.Briefing)
    return wording(briefing.question, cast("Kind", briefing.kind), briefing.options) if briefing else wording("", "text")


def _unfenced(texts: Sequence[str]) -> list[str]:
    """Return texts that cannot end the fences around them."""
    return [text.replace("```", "'''") for text in texts]


_ENDS: Mapping[Kind, str] = {
    "choice": "End with a line `Answer: X`, where X is the letter of one option.",
    "number": "End with a line `Answer: N`, where N is a number.",
    "yes_no": "End with a line `Answer: yes` or `Answer: no`.",
    "text": "End with a line `Answer: ` and the answer in a few words.",
}

_PAPER_ENDS: Mapping[Kind, str] = {
    "choice": "'Answer: $LETTER' (without quotes) where LETTER is one of {letters}",
    "number": "'Answer: $NUMBER' (without quotes) where NUMBER is a number",
    "yes_no": "'Answer: $WORD' (without quotes) where WORD is yes or no",
    "text": "'Answer: $WORDS' (without quotes) where WORDS are a few words",
}
"""The first is the paper's; it prints none for other kinds of questions."""
