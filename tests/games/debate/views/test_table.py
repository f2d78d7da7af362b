"""The view states of seats and the public in a debate, and their tables."""

from __future__ import annotations

from dataclasses import replace

import pytest

from woozle.arena.views.registry import observer
from woozle.core.answers import answer
from woozle.core.game import PUBLIC
from woozle.core.request import Request
from woozle.core.state import EVERYTHING, observes
from woozle.games.debate import events as debate
from woozle.games.debate.events import Solve
from woozle.games.debate.views.graph import Graph

from tests.games.debate.tui import scenes
from tests.tables import panel
from tests.tui.hostile import HOSTILE


def seen(referee, viewer="Ada", until=None):
    """Return a viewer's state after a number of its own Events, and the texts that it has read."""
    known = observer("debate", viewer)
    events = [event for event, audience in referee.record if observes(viewer, audience)]
    lines = [line for event in events[:until] for line in known.see(event)]
    return known, [f"{line.label}: {line.text}" if line.label else line.text for line in lines]


def after(name, viewer="Ada"):
    """Return Ada's view state at a moment."""
    known = observer("debate", viewer)
    for event in scenes.moment(name)[0]:
        known.see(event)
    return known


def said(known, seat):
    node = next(node for node in panel(known.look(), Graph).nodes if node.name == seat)
    return [each.text if each else None for each in node.said]


def edges(known):
    """The edges that are shown: listener, speaker, how it has changed and what became of it."""
    graph = panel(known.look(), Graph)
    letters = {node.number: node.letter for node in graph.nodes}
    return {f"{letters[edge.listener]}{letters[edge.speaker]}": (edge.change, edge.led) for edge in graph.edges}


# What a seat knows


def test_a_seat_sees_the_answers_and_edges_of_those_whom_it_hears():
    known = after("again")
    assert said(known, "Ben") == ["C"]
    assert said(known, "Cleo") == ["B"]
    assert said(known, "Dan") == said(known, "Eve") == [None]
    assert set(edges(known)) == {"AB", "AC"}


def test_edges_that_are_new_and_those_that_are_gone_are_told_apart():
    assert edges(after("third")) == {"AC": ("kept", ""), "AD": ("new", ""), "AB": ("gone", "")}


def test_without_names_a_seat_knows_how_many_it_heard_and_not_whom():
    known = after("unnamed")
    assert not edges(known)
    assert panel(known.look(), Graph).nodes[0].note == "2 unnamed"
    assert all(said(known, seat) == [None] for seat in scenes.SEATS[1:])
    _, texts = seen(scenes.debated(names=False))
    assert any(text.startswith("Somebody said C (two Woozles and a Wizzle): ") for text in texts)


def test_nobody_knows_what_is_right_before_the_end():
    for viewer in (*scenes.SEATS, PUBLIC):
        referee = scenes.debated()
        events = [event for event, audience in referee.record if observes(viewer, audience)]
        end = next(at for at, event in enumerate(events) if isinstance(event, debate.Key))
        known, texts = seen(referee, viewer, end)
        table = known.look()
        assert not panel(table, Graph).has_key
        assert not any(each.is_right is not None for node in panel(table, Graph).nodes for each in node.said if each)
        assert "✓" not in repr((table, texts))
        assert panel(seen(referee, viewer)[0].look(), Graph).has_key


def test_whoever_has_stopped_is_said_to():
    referee = scenes.debated({seat: "B" if seat == "Ada" else "ACD" for seat in scenes.SEATS}, early_stop=True)
    known, texts = seen(referee)
    assert "You have answered the same twice, and stop." in texts
    assert "You stay with B ✗." not in texts  # what is right is not known yet
    assert "You stay with B." in texts
    assert panel(known.look(), Graph).nodes[0].note == "stopped"
    assert [card.is_done for card in known.look().seats] == [True, *[False] * (len(scenes.SEATS) - 1)]


# Tables of any size, and of anything


@pytest.mark.parametrize("seats", [1, 2, 9])
@pytest.mark.parametrize("viewer", ["Ada", PUBLIC, EVERYTHING])
def test_debates_of_any_size_have_a_table(seats, viewer):
    known, texts = seen(scenes.debated(seats=seats, topology="full"), viewer)
    table = known.look()
    assert len(panel(table, Graph).nodes) == seats
    assert len(panel(table, Graph).edges) == (1 if viewer == "Ada" else seats) * (seats - 1)
    assert texts


def test_what_another_transcript_claims_does_no_harm():
    briefing = debate.Briefing(("Ada", "Ben"), "other", HOSTILE, (HOSTILE,), 99, "none", 1.0, 0.2, False, True)
    odd = [
        replace(briefing, seats=("Cleo",)),
        debate.Linked(2, {"Ada": ("Nobody", "Ben"), "Nobody": ("Ada",)}),
        debate.Answered("Nobody", 1, HOSTILE, "A", "said"),
        debate.Answered("Ada", 4000, HOSTILE, "A", "said"),
        debate.Heard("Ada", 7, (HOSTILE, HOSTILE), ("Ben",)),
        debate.Chosen("Ada", 2, ((5,), (1,), ()), (1.0,), "digra", ("Nobody",)),
        debate.Measured(2, {"Nobody": 1.0, "Ada": None}, HOSTILE, 1.0),
        debate.Chosen("Ben", 2, ((5,), (0,)), (1.0, 0.5), "digra", ("Nobody",)),
        debate.Key("x", "A", (), ("Nobody",)),
        debate.Believed("Nobody", 7, HOSTILE),
        debate.Concluded(HOSTILE, {HOSTILE: 2}, False),
    ]
    for viewer in ("Ada", PUBLIC, EVERYTHING):
        known = observer("debate", viewer)
        for event in (briefing, *odd):
            known.see(event)
            known.look()
        assert set(edges(known)) <= {"AB"}


# What is asked


def test_options_with_letters_beyond_those_that_can_be_pressed_keep_their_numbers():
    known = observer("debate", "Ada")
    known.see(debate.Briefing(("Ada", "Ben"), "choice", "Which?", tuple("stuvwxyz"), 2, "full", 1.0, 0.2, False, True))
    choices = known.look(Request(1, "Ada", Solve, {"answer": tuple("ABCDEFGH")})).question.choices
    assert [(choice.key, choice.text) for choice in choices][-2:] == [("7", "G  y"), ("8", "H  z")]


def test_an_answer_goes_out_with_its_reason_as_others_will_read_it():
    asked = scenes.moment("again")[1]
    answered = answer(asked, "B", "So I think.")
    assert answered == Solve(text="So I think.\nAnswer: B", answer="B")
    assert answer(asked, "B", "") == Solve(text="Answer: B", answer="B")
    assert answer(asked, "", "Who knows?") == Solve(text="Who knows?", answer="")


@pytest.mark.parametrize("kind", ["number", "text"])
def test_a_question_without_options_is_answered_in_writing(kind):
    known = observer("debate", "Ada")
    known.see(debate.Briefing(("Ada", "Ben"), kind, "How many?", (), 2, "full", 1.0, 0.2, False, True))
    request = Request(1, "Ada", Solve, {})
    asked = known.look(request).question
    assert (asked.is_text, asked.limit, asked.may_be_empty) == (True, 200, False)
    assert asked.then.is_optional
    assert answer(request, "about\n12", "As counted.") == Solve(text="As counted.\nAnswer: about 12", answer="about 12")
