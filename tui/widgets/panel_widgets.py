"""The widgets of panels: which one shows a kind of panel, and its place on a screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from textual.widget import Widget

from woozle.arena.views.panels import Panel

KindOfPanel = TypeVar("KindOfPanel", bound=Panel)
KindOfWidget = TypeVar("KindOfWidget", bound=Widget)

Slot: TypeAlias = Literal["top", "place", "cards"]
"""The place of a widget: above everything, beside the log, or beside the seats."""

Layout: TypeAlias = Literal["", "text", "picture", "graph"]
"""The layout that a panel needs, as a class of the screen; empty for the default, beside the log."""


def _keep(widget: Widget) -> None:
    """Do nothing: most widgets have nothing to forget."""


@dataclass(frozen=True)
class PanelWidget(Generic[KindOfPanel, KindOfWidget]):
    """The widget of one kind of panel.

    make: makes the widget with an id; show: passes it the panel to show. title: on its border, if the panel has no heading.
    hide: lets it forget its content while there is no such panel.
    """

    panel: type[KindOfPanel]
    make: Callable[[str], KindOfWidget]
    show: Callable[[KindOfWidget, KindOfPanel], None]
    id: str
    slot: Slot = "place"
    layout: Layout = ""
    title: str = ""
    hide: Callable[[KindOfWidget], None] = _keep


def widget_of(kind: type[Panel]) -> PanelWidget[Any, Any]:
    """Return the widget for a kind of panel, from the WIDGETS of the module that the panel names."""
    registered: Sequence[PanelWidget[Any, Any]] = import_module(kind.WIDGETS).WIDGETS
    return next(each for each in registered if each.panel is kind)


def layout_of(panels: Sequence[Panel]) -> Layout:
    """Return the layout of a screen with these panels: that of the first panel beside the log that is not just text."""
    layouts = [each.layout for each in map(widget_of, map(type, panels)) if each.slot == "place"]
    return next((layout for layout in layouts if layout != "text"), layouts[0] if layouts else "")


class MountedPanels:
    """The panels on a screen: each is mounted when the game first shows it, and hidden while it does not.

    slots: by name, the container, and the widget in it before which panels are placed, or None.
    titles: replace the default ones; make: replaces the default way to make a widget.
    """

    def __init__(
        self,
        slots: Mapping[Slot, tuple[Widget, Widget | None]],
        *,
        titles: Mapping[type[Panel], str] = {},
        make: Mapping[type[Panel], Callable[[str], Widget]] = {},
    ) -> None:
        self._slots, self._titles, self._make = slots, titles, make
        self._widgets: dict[type[Panel], Widget] = {}
        self._shown: Sequence[type[Panel]] = ()

    def show(self, panels: Sequence[Panel]) -> None:
        """Show these panels from now on, in this order."""
        before = {slot: last for slot, (_, last) in self._slots.items()}
        for panel in reversed(panels):
            kind = type(panel)
            known = widget_of(kind)
            if known.slot in before:
                widget = self._widgets.get(kind) or self._mount(kind, before[known.slot])
                before[known.slot] = widget
                known.show(widget, panel)
                title = panel.heading or self._titles.get(kind, known.title)
                if (widget.border_title or "") != title:
                    widget.border_title = title
        self._shown = [*map(type, panels)]
        for kind, widget in self._widgets.items():
            widget.set_class(kind not in self._shown, "-absent")
            if kind not in self._shown:
                widget_of(kind).hide(widget)

    @property
    def title(self) -> str:
        """Return the title of the first panel beside the log, for the border around all of them."""
        return next((self._widgets[kind].border_title or "" for kind in self._shown if widget_of(kind).slot == "place"), "")

    def widget(self, kind: type[KindOfWidget]) -> KindOfWidget | None:
        """Return the shown widget of this class, or None."""
        return next((each for each in self._widgets.values() if isinstance(each, kind)), None)

    def _mount(self, kind: type[Panel], before: Widget | None) -> Widget:
        known = widget_of(kind)
        make: Callable[[str], Widget] = self._make.get(kind, known.make)
        made = make(known.id)
        self._widgets[kind] = made
        self._slots[known.slot][0].mount(made, before=before)
        return made
