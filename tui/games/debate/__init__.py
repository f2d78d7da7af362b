"""The panels of a debate, and their widgets."""

from woozle.arena.views.debate.graph import Graph, Rounds
from woozle.tui.games.debate.graph import DebateGraph, HeatStrip
from woozle.tui.widgets.panel_widgets import PanelWidget

WIDGETS = (
    PanelWidget(Graph, lambda id: DebateGraph(id=id), DebateGraph.show, id="graph", layout="graph", title="Who listens to whom"),
    PanelWidget(
        Rounds, lambda id: HeatStrip(id=id), lambda strip, rounds: strip.show(rounds.graph), id="heat", title="Round by round"
    ),
)
