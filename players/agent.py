"""Agents: players of your own, in this process."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from inspect import isawaitable
from typing import Any, Protocol, TypeAlias, runtime_checkable

from woozle.core.game import Event
from woozle.core.request import Answer, Request, Response


@runtime_checkable
class Agent(Protocol):
    """A player of your own. Anything with such a method will do; subclassing this says so to type checkers and readers."""

    def answer(self, request: Request, observation: Sequence[Event], /) -> Answer | Awaitable[Answer]:
        """Return an answer of the type `request.answer`, or an awaitable of one.

        Args:
            request: What is asked: the answer's type with its JSON schema, the legal choices, the seat and the time limit.
            observation: All Events that the seat was told of, oldest first. It only ever grows.

        An exception is a forfeit of this one answer, with the exception as its reason in the transcript.
        """


AgentFactory: TypeAlias = Callable[[], Agent]
"""Makes an agent for one seat of one match: a class, or any function without arguments."""


class AgentPlayer:
    """Seats an agent: answers Requests with what it returns, and gives its name to the transcript."""

    is_human = False
    answers_at_once = False
    keeps_time = False

    def __init__(self, agent: Agent) -> None:
        self._agent = agent

    async def respond(self, request: Request, observation: Sequence[Event]) -> Response:
        """Return the agent's answer. Raises whatever the agent raises, and TypeError for an answer of another type."""
        given = self._agent.answer(request, observation)
        answer = await given if isawaitable(given) else given
        if not isinstance(answer, request.answer):
            raise TypeError(f"The agent answered with {type(answer).__name__}, not with {request.answer.__name__}.")
        return Response(request.id, answer)

    def describe(self) -> dict[str, Any]:
        """Return the kind of player, and the name of the agent's class."""
        kind = type(self._agent)
        return {"kind": "agent", "name": f"{kind.__module__}:{kind.__qualname__}"}
