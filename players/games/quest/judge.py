"""Judges of the quest: players who say how faithful a text is, by a rule at once, or by an opinion that takes a while."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, TypeAlias

from woozle.core.game import Event
from woozle.core.games.quest.events import Score, Submitted
from woozle.core.games.quest.grounding import grounding
from woozle.core.request import Forfeit, Request, Response
from woozle.players.games.quest.grading import matched

Rule: TypeAlias = Callable[[Submitted], Score]
Opinion: TypeAlias = Callable[[str, str], Awaitable[float | str]]
"""How faithful a text is to its source, given the source and the text, from 0 to 1; or one sentence why nobody can tell."""


def submission(request: Request, observation: Sequence[Event]) -> Submitted:
    """What is to be scored."""
    (of,) = request.choices["of"]
    return next(event for event in reversed(observation) if isinstance(event, Submitted) and event.of == of)


class RuleJudge:
    """Scores by a rule, at once and for nothing. name: of the rule; version: raised with every change of it."""

    is_person = False
    keeps_time = False
    answers_at_once = True

    def __init__(self, name: str, version: int, rule: Rule) -> None:
        self.name = name
        self.version = version
        self._rule = rule

    async def respond(self, request: Request, observation: Sequence[Event]) -> Response:
        """The score."""
        return Response(request.id, self._rule(submission(request, observation)), seconds=0.0)

    def describe(self) -> dict[str, Any]:
        """Enough to seat the same judge again."""
        return {"kind": "judge", "name": self.name, "version": self.version}


class OpinionJudge:
    """Scores as somebody finds who has to think first. What cannot be scored is forfeited as a failure of ours, with the reason."""

    is_person = False
    keeps_time = False
    answers_at_once = False

    def __init__(self, opinion: Opinion, description: Mapping[str, Any]) -> None:
        """description: for the header, enough to seat the same judge again."""
        self._opinion = opinion
        self._description = {"kind": "judge", **description}

    async def respond(self, request: Request, observation: Sequence[Event]) -> Response:
        """The score. Raises Halt where nothing could be scored."""
        submitted = submission(request, observation)
        found = await self._opinion(submitted.source, submitted.text)
        if isinstance(found, str):
            return Response(request.id, Forfeit("error", found))
        if not 0 <= found <= 1:  # nor is it, of what is no number
            return Response(request.id, Forfeit("error", f"The judge {self._description['name']} gave {found}, which is no score."))
        return Response(request.id, Score(of=submitted.of, h=found))

    def describe(self) -> dict[str, Any]:
        """Who judges."""
        return dict(self._description)


def lexical(submitted: Submitted) -> Score:
    """By lexical grounding."""
    return Score(of=submitted.of, h=grounding(submitted.source, submitted.text))


def match(submitted: Submitted) -> Score:
    """By whether a right answer stands in the text."""
    return Score.graded(submitted.of, matched(submitted.text, submitted.answers))
