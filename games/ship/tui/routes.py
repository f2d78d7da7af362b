"""The routes of a match of the ship that is over, replayed on its map in about ten seconds."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.timer import Timer
from textual.widgets import Static

from woozle.core.line import Line
from woozle.games.ship.tui.keys import ROUTES
from woozle.games.ship.tui.map import ShipMap
from woozle.games.ship.views.panels import Routes
from woozle.tui import safe
from woozle.tui.widgets.panel_widgets import PanelWidget
from woozle.tui.widgets.progress_signs import bar, moves

_ALL, _LONGEST = 10.0, 0.8  # seconds for all ticks, and at most for one


class RoutesView(Vertical, can_focus=True):
    """Plays Routes from the start; where motion is reduced it shows the end, and moves by keys alone."""

    BINDINGS = ROUTES
    ABOUT: ClassVar[tuple[Line, ...]] = (
        Line("Everybody's route", "heading"),
        Line("A goose is a small letter, a DUCK a capital one, and † marks each kill."),
        Line("{routes.skip} goes to the end, {routes.again} plays it again, {routes.back} and {routes.on} go tick by tick."),
    )

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._routes = Routes(())
        self._timer: Timer | None = None
        self.at = 0

    def compose(self) -> ComposeResult:
        yield ShipMap(id="map")
        yield Static(id="route-step", markup=False)

    def on_mount(self) -> None:
        self.action_again()

    def show(self, routes: Routes) -> None:
        """Play these from now on."""
        self._routes = routes
        if self.is_mounted:
            self.action_again()

    @property
    def is_playing(self) -> bool:
        return self._timer is not None

    def action_again(self) -> None:
        """Play it from the start."""
        steps = len(self._routes.steps)
        if not moves(self):
            self._go(steps - 1)
        elif steps:
            self._stop()
            self._timer = self.set_interval(min(_LONGEST, _ALL / steps), self._play)
            self._go(0)

    def action_skip(self) -> None:
        """Go to the end."""
        self._stop()
        self._go(len(self._routes.steps) - 1)

    def action_step(self, by: int) -> None:
        self._stop()
        self._go(self.at + by)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer to skip only what plays, and to play only where things may move."""
        if action == "skip":
            return self.is_playing
        return action != "again" or moves(self)

    def _play(self) -> None:
        if self.at + 1 >= len(self._routes.steps):
            self._stop()
        else:
            self._go(self.at + 1)

    def _stop(self) -> None:
        if self._timer:
            self._timer.stop()
            self._timer = None
            self.refresh_bindings()

    def _go(self, at: int) -> None:
        steps = self._routes.steps
        if not steps:
            return
        self.at = max(0, min(at, len(steps) - 1))
        step = steps[self.at]
        self.query_one(ShipMap).show(step.map)
        where = f"{bar((self.at + 1) / len(steps))}  {step.title}" + ("" if self.at + 1 < len(steps) else ", the end")
        news = safe.line(f"   {step.news}" if step.news else "", "bold $error" if step.news.startswith("†") else "bold")
        seats = zip(step.map.letters, self._routes.names, strict=False)
        names = [safe.line(f"{letter} {name}  ", f"$seat-{number}") for number, (letter, name) in enumerate(seats, 1)]
        self.query_one("#route-step", Static).update(safe.join(*names, Content("\n"), Content.styled(where, "bold"), news))


WIDGETS = (PanelWidget(Routes, lambda id: RoutesView(id=id), RoutesView.show, id="routes", title="Everybody's route"),)
