"""The all-seeing view of a debate: right answers from the start, measurements, turns of mind; marks, times and the end."""

from __future__ import annotations

from woozle.arena.views.end import End
from woozle.arena.views.panels import Document
from woozle.arena.views.registry import observer
from woozle.core.game import PUBLIC
from woozle.core.request import Forfeit
from woozle.core.state import EVERYTHING
from woozle.games.debate.events import Estimate
from woozle.games.debate.views.graph import Graph
from woozle.games.debate.views.results import results

from tests.games.debate import play
from tests.games.debate.tui import scenes
from tests.tables import panel

PLAYERS = {"Ada": {"kind": "human"}, "Ben": {"kind": "bot", "name": "fair"}, "estimator": {"kind": "estimator", "name": "ngram"}}


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

    return play.go(play.debate(3, topology="digra", rounds=2, **options), play.saying({"Ada": "CB"}, entropies=entropies))


def test_edges_from_those_who_had_been_wrong_to_whoever_turns_wrong_are_marked():
    known, _ = seen(scenes.debated())
    led = {(edge.listener, edge.speaker): edge.led for edge in panel(known.look(), Graph).edges if edge.led}
    assert led == {(1, 2): "misled", (4, 1): "corrected"}


def test_entropies_and_the_sets_that_were_compared_are_told():
    known, lines = seen(measured())
    assert "Entropies in nats, by test: Ada 1.000, Ben 2.000, Cleo 0.500; at most 0.25 of a token was not seen." in words(lines)
    assert "Ada is to listen to Cleo, by DIGRA of 3 sets." in words(lines)
    assert "IGR: Cleo 1.900; Ben, Cleo 0.560; Ben 0.475." in words(lines)
    page = [line.text for line in panel(known.look(), Document).lines]
    assert "Entropy after round 1, in nats, and partners in round 2" in page
    assert "Ada 1.000 → Cleo" in page


def test_nothing_of_what_was_measured_is_told_to_anybody_else():
    referee = measured()
    for viewer in ("Ada", PUBLIC):
        known = observer("debate", viewer)
        texts = [line.text for event in referee.view(viewer) for line in known.see(event)]
        assert not any(
            "nats" in text or "IGR:" in text for text in (*texts, *(line.text for line in panel(known.look(), Document).lines))
        )


def test_whoever_could_not_be_measured_listens_to_all():
    referee = play.go(play.debate(3, topology="dig", rounds=2), play.saying(entropies=lambda asked: Forfeit("error", "no")))
    assert words(seen(referee)[1]).count("For Ben nothing could be measured: all others are heard.") == 1


def test_what_is_believed_after_appeals_is_told():
    _, lines = seen(scenes.debated(probe=True))
    assert words(lines).count("Ada believes then: C ✗") == 4
    assert "After the debate" in words(lines)


# Marks and times


# The end


def test_the_results_say_what_is_believed_after_appeals():
    referee = scenes.debated(probe=True)
    shown = results(End(referee.record, referee.outcome, {}, None))
    assert shown.headline == "The table is wrong."
    assert shown.is_won is None
    assert shown.ranks.columns[4].title == "after appeals"
    assert shown.ranks.rows[2].cells[4] == "C"
    assert shown.ranks.rows[2].tones[4] == "bad"
