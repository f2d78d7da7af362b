"""What checks of models before a match find."""

from __future__ import annotations

from typing import Literal, TypeAlias

from woozle.core.value import value

State: TypeAlias = Literal["ok", "warning", "problem", "unknown"]


@value
class Finding:
    """A result of a check. what: key, server, model, pictures, schema, context, price, settings or reply.

    sentence: the finding; for a problem or a warning, also what to do.
    """

    what: str
    state: State
    sentence: str


@value
class ModelCheck:
    """The findings about one model. spec: its name at a seat."""

    spec: str
    findings: tuple[Finding, ...]

    @property
    def problem(self) -> str:
        """The reason why it cannot play, as one sentence; empty if it can."""
        return next((each.sentence for each in self.findings if each.state == "problem"), "")

    @property
    def doubts(self) -> tuple[str, ...]:
        """Facts that are unknown or not as they should be, but do not prevent playing."""
        return tuple(each.sentence for each in self.findings if each.state in ("warning", "unknown"))

    @property
    def state(self) -> State:
        """The worst state of all findings."""
        states = {each.state for each in self.findings}
        order: tuple[State, ...] = ("problem", "warning", "unknown")
        return next((state for state in order if state in states), "ok")
