"""The panels of the ship, and their widgets."""

from woozle.arena.views.ship.panels import Map, Tasks
from woozle.tui.games.ship.map import ShipMap, TaskList
from woozle.tui.widgets.panel_widgets import PanelWidget

WIDGETS = (
    PanelWidget(Map, lambda id: ShipMap(id=id), ShipMap.show, id="map", title="Map"),
    PanelWidget(Tasks, lambda id: TaskList(id=id), TaskList.show, id="tasks", slot="cards"),
)
