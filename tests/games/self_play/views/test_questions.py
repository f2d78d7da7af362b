"""Questions to a person in self-play, and the answers made from their input."""

from __future__ import annotations

from woozle.core.answers import answer
from woozle.games.self_play.events import Act

from tests.games.self_play.tui.scenes import WHO, moment
from tests.games.self_play.views.seen import at


def asked(name):
    return at(name)[2].question


def test_words_are_asked_for_only_where_they_count():
    words = {name: {choice.value for choice in asked(name).choices if choice.then} for name in ("asker", "helper", "alone")}
    assert words == {"asker": {"ANSWER", "HEDGE"}, "helper": {"ANSWER", "HEDGE"}, "alone": {"CALCULATE", "ANSWER", "HEDGE"}}
    own = {choice.value: asked("own words").after(choice) for choice in asked("own words").choices}
    assert own["SEARCH"].draft == WHO.question and own["SEARCH"].limit == 2000
    assert own["CALCULATE"].draft == ""
    assert own["ANSWER"] == own["HEDGE"]


def test_a_choice_with_its_words_becomes_a_step():
    request = moment("helper").request
    assert answer(request, "ANSWER", " Agathe Wend \n") == Act(action="ANSWER", argument="Agathe Wend")
    assert answer(request, "SEARCH") == Act(action="SEARCH", argument="")
