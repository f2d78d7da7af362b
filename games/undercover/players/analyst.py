"""Analysts of pictures: they say what has to change in one for another answer to be right, by rules or by looking at it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from woozle.core.game import Event, Refused
from woozle.core.request import Answer, Forfeit, Picture, Request
from woozle.games.undercover.claims.keywords import edit_type, proposal
from woozle.games.undercover.pairs.counterfactuals import Classified, Classify, Copied, Look, Propose, Proposed, Subject, Tried
from woozle.games.undercover.players.editor import in_album
from woozle.games.undercover.scenes.graph import EDIT_TYPES, EditType
from woozle.players.backends.model_client import Chat, Message
from woozle.players.models.player import ModelPlayer
from woozle.players.services.instructions import AGAIN, load_instructions, quote_data

PROMPT = 3
"""The version of analyst_classify.md, analyst_propose.md and analyst_look.md; raised with every change of them."""


def analyse_by_words(request: Request, observation: Sequence[Event]) -> Answer | Forfeit:
    """Return a type of edit, or an edit, by the words of the question alone. Give up on looking at a copy."""
    question = _subject(observation).question
    if request.answer is Classify:
        return Classify(edit=edit_type(question))
    if request.answer is Propose:
        number = 1 + sum(isinstance(event, Tried) for event in observation)
        return proposal(question, _type(observation), number)
    return Forfeit("gave_up", "The rules see nothing.")


class VisionAnalyst(ModelPlayer):
    """A vision-language model. It is asked each thing apart, so that the check of a copy does not know what it should show."""

    def describe(self) -> dict[str, Any]:
        return {**super().describe(), "kind": "analyst", "name": "vision", "prompt": {"analyst": "vision", "version": PROMPT}}

    async def _find_pictures(self, request: Request, observation: Sequence[Event]) -> tuple[tuple[Picture, ...], str]:
        if request.answer is Classify:
            return (), ""
        copies = [event.picture for event in observation if isinstance(event, Copied)]
        digest = copies[-1] if request.answer is Look else _subject(observation).picture
        return (in_album(digest),), ""

    async def _messages(
        self, request: Request, observation: Sequence[Event], pictures: tuple[Picture, ...], described: str
    ) -> tuple[Message, ...]:
        said = [quote_data(_request_data(request, observation))]
        if isinstance(observation[-1], Refused):
            said.append(AGAIN)
        name = f"analyst_{request.answer.__name__.lower()}"
        return Message("system", (load_instructions(__package__, name),)), Message("user", (*pictures, "\n".join(said)))

    def _chat(self, request: Request, observation: Sequence[Event], sent: tuple[Message, ...]) -> Chat:
        return replace(super()._chat(request, observation, sent), schema=request.schema())


def _subject(observation: Sequence[Event]) -> Subject:
    return next(event for event in observation if isinstance(event, Subject))


def _request_data(request: Request, observation: Sequence[Event]) -> Mapping[str, Any]:
    question = _subject(observation).question
    asked: dict[str, Any] = {"question": question.text}
    if question.options:
        asked["options"] = question.options
    if request.answer is Look:
        return asked
    asked["right_answer"] = question.answer
    if request.answer is Classify:
        return {**asked, "edits": EDIT_TYPES}
    tries = [event for event in observation if isinstance(event, Tried)]
    edits = {event.number: event.edit for event in observation if isinstance(event, Proposed)}
    failed = [{"edit": asdict(edits[each.number]), "problem": each.why} for each in tries if each.number in edits]
    return {**asked, "wanted_answer": question.other or None, "edit": _type(observation), "failed_tries": failed}


def _type(observation: Sequence[Event]) -> EditType:
    return next(event.edit for event in observation if isinstance(event, Classified))
