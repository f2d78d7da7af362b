"""The all-seeing view of a debate: right answers from the start, measurements, turns of mind; marks, times and the end."""

from __future__ import annotations

from woozle.arena.views.panels import Document
from woozle.arena.views.registry import observer
from woozle.core.game import PUBLIC
from woozle.core.state import EVERYTHING
from woozle.games.debate.events import Estimate
from woozle.games.debate.views.graph import Graph
from woozle.testing import play_rules

from tests.games.debate import play
from tests.games.debate.tui import scenes
from tests.tables import panel


def seen(referee, until=None):
    """Return the view state after a number of Events, and the lines read so far."""
    known = observer("debate", EVERYTHING)
    lines = [line for event, _ in referee.record[:until] for line in known.see(event)]
    return known, lines


def words(lines):
    return [line.text for line in lines if not line.label]


def measured(**options):
    """A debate of three in which the entropies say who listens to whom."""

    def entropies(asked):
        if not asked.candidates:
            return Estimate(of=asked.number, entropies=(1.0, 2.0, 0.5), estimator="test", residual=0.25)
        return Estimate(of=asked.number, entropies=tuple(0.25 * len(each) for each in asked.candidates), estimator="test")

    return play_rules(play.debate(3, topology="digra", rounds=2, **options), play.saying({"Ada": "CB"}, entropies=entropies))


def test_edges_from_those_who_had_been_wrong_to_whoever_turns_wrong_are_marked():
    known, _ = seen(scenes.debated())
    led = {(edge.listener, edge.speaker): edge.led for edge in panel(known.look(), Graph).edges if edge.led}
    assert led == {(1, 2): "misled", (4, 1): "corrected"}


def test_nothing_of_what_was_measured_is_told_to_anybody_else():
    referee = measured()
    for viewer in ("Ada", PUBLIC):
        known = observer("debate", viewer)
        texts = [line.text for event in referee.view(viewer) for line in known.see(event)]
        assert not any(
            "nats" in text or "IGR:" in text for text in (*texts, *(line.text for line in panel(known.look(), Document).lines))
        )
