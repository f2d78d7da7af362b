"""The parts of a widget that it composes once and draws at every moment."""

from __future__ import annotations

from typing import Generic, Self, TypeVar, overload

from textual.widget import Widget

Kind = TypeVar("Kind", bound=Widget)


class Part(Generic[Kind]):
    """The one descendant of this class, or with this selector, sought when it is first needed.

    `query_one` seeks it again after each change of styles, through all that there is. Where spectators go from moment to moment, in
    and out of meetings, that was a quarter of the time in which these are drawn.
    """

    def __init__(self, kind: type[Kind], selector: str = "") -> None:
        self._kind = kind
        self._selector = selector
        self._slot = ""

    def __set_name__(self, owner: type[Widget], name: str) -> None:
        self._slot = f"_part{name}"

    @overload
    def __get__(self, whole: None, owner: type[Widget]) -> Self: ...

    @overload
    def __get__(self, whole: Widget, owner: type[Widget]) -> Kind: ...

    def __get__(self, whole: Widget | None, owner: type[Widget]) -> Self | Kind:
        if whole is None:
            return self
        if (part := whole.__dict__.get(self._slot)) is None:
            found = whole.query_one(self._selector, self._kind) if self._selector else whole.query_one(self._kind)
            part = whole.__dict__[self._slot] = found
        return part
