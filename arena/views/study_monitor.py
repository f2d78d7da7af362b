"""The monitor of a study as its screen and its page show it."""

from __future__ import annotations

from typing import Protocol

from woozle.core.value import value


@value
class MonitorTable:
    """A table. The first column names the row; all others are short. empty: a sentence in place of rows."""

    id: str
    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    empty: str = ""


@value
class ShownMonitor:
    """All of it.

    facts: sentences on flow, recruiting and load; warnings: on what wants a person; most_visits: None without a limit.
    """

    title: str
    at: str
    facts: tuple[str, ...]
    warnings: tuple[str, ...]
    tables: tuple[MonitorTable, ...]
    is_paused: bool
    most_visits: int | None


class MonitorDesk(Protocol):
    """What the screen asks for. Each raises InputError or OSError, with a sentence."""

    def look(self) -> ShownMonitor: ...

    def obey(self, command: str, most: str = "") -> None: ...

    def reconcile(self, path: str) -> tuple[str, ...]: ...
