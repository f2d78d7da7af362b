"""A language model as the judge of the quest. It is asked about one text at a time, and does not learn who wrote it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from woozle.core.game import Event, Refused
from woozle.core.request import Picture, Request
from woozle.games.quest.events import UNGRADED, find_submission
from woozle.players.backends.model_client import Chat, Message
from woozle.players.models.player import ModelPlayer
from woozle.players.models.spec import ModelSpec
from woozle.players.services.instructions import AGAIN, ask_plainly, load_instructions, quote_data

PROMPT = 3
"""The version of grader_question.md and grader_summary.md; raised with every change of them."""

_FORMS: Mapping[str, Mapping[str, Any]] = {
    "question": {"grade": {"type": "string", "enum": ["A", "B", "C"]}},
    "summary": {"score": {"type": "number", "minimum": 0, "maximum": 1}},
}


class Grader(ModelPlayer):
    """Grades answers A, B or C as SimpleQA does, against the right ones, and scores summaries from 0 to 1 by a short rubric.

    `Score` parses its replies. Failures halt the match or are recorded, as with any model at the table.
    """

    def describe(self) -> dict[str, Any]:
        return {**super().describe(), "kind": "judge", "name": "grader", "prompt": {"judge": "grader", "version": PROMPT}}

    async def _messages(
        self, request: Request, observation: Sequence[Event], pictures: tuple[Picture, ...], described: str
    ) -> tuple[Message, ...]:
        submitted = find_submission(request, observation)
        if _task(request) == "question":
            asked = {"question": submitted.source, "right": submitted.answers, "answer": submitted.text}
        else:
            asked = {"passage": submitted.source, "summary": submitted.text}
        said = [quote_data(asked)]
        if any(isinstance(event, Refused) for event in observation[observation.index(submitted) :]):
            said.append(AGAIN)
        return Message("system", (load_instructions(__package__, f"grader_{_task(request)}"),)), Message("user", ("\n".join(said),))

    def _chat(self, request: Request, observation: Sequence[Event], sent: tuple[Message, ...]) -> Chat:
        form = _FORMS[_task(request)]
        schema = {"type": "object", "properties": form, "required": list(form), "additionalProperties": False}
        return replace(super()._chat(request, observation, sent), schema=schema)


def judge_spec(spec: ModelSpec) -> ModelSpec:
    """Return the same model, asked plainly and without pictures."""
    return replace(ask_plainly(spec), pictures=None)


def _task(request: Request) -> str:
    return "summary" if request.choices["grade"] == UNGRADED else "question"
