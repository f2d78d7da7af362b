"""The monitor of a study as its screen and its page show it."""

from __future__ import annotations

from typing import Protocol

from woozle.arena.views.profile import Section
from woozle.core.value import value


@value
class ShownMonitor:
    """All of it.

    facts: sentences on flow, recruiting and load; warnings: on what wants a person; most_visits: None without a limit.
    """

    title: str
    at: str
    facts: tuple[str, ...]
    warnings: tuple[str, ...]
    sections: tuple[Section, ...]
    is_paused: bool
    most_visits: int | None


class MonitorDesk(Protocol):
    """What the screen asks for. Each raises InputError or OSError, with a sentence."""

    def look(self) -> ShownMonitor: ...

    def pause(self, is_paused: bool) -> None: ...

    def limit(self, most: str) -> None: ...

    def reconcile(self, path: str) -> tuple[str, ...]: ...
