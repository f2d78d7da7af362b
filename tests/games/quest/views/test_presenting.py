"""Views of the quest follow from what the viewer was told; the all-seeing view agrees with the rules."""

from __future__ import annotations

import dataclasses
import re
from statistics import fmean

import pytest

from woozle.arena.views.end import End
from woozle.arena.views.panels import FigureTable
from woozle.arena.views.registry import observer
from woozle.core.game import PUBLIC, Forfeited
from woozle.core.request import Forfeit, Request, Response
from woozle.core.state import EVERYTHING
from woozle.games.quest import events as quest
from woozle.games.quest.judgement.scores import WEIGHTS, Cost, penalties, q_score
from woozle.games.quest.views.end_card import results
from woozle.testing import find_events

from tests.games.quest import play
from tests.tables import panel

SEATS = ("Ada", "Ben", "Cleo")
BRIEFING = quest.Briefing(SEATS, "summary", 4, "opposite", 3, 0.85, "snapshot", False, True, "stated", 1.0, 0.01)


def standing(seat="Ada", step=0, done=0, worst="", worst_h=None, **costs):
    known = {"calls": 0, "tokens": 0, "reviews": 0, "seconds": 0.0} | costs
    advised = worst_h is not None and worst_h < 0.85
    return quest.Standing(seat, step, 4, done, "fox", worst_h, worst, worst_h, advised, **known)


FIRST = [BRIEFING, standing(), quest.Given("Ada", "bear", "A bear sits.\n\nIt sleeps.")]
SECOND = [
    *FIRST,
    quest.Written("Ada", "bear", "A bear.", 1, False),
    quest.Scored("Ada", "bear", 1, 0.7, True),
    quest.Glimpse("Ben", 1, {"tokens": 200, "step": 0, "done": 1, "calls": 3, "reviews": 1, "seconds": 20.0, "mean_h": 0.9}),
    standing(step=1, done=1, worst="bear", worst_h=0.7, calls=2, tokens=100, seconds=10.0),
]


def seen(events, viewer="Ada"):
    known = observer("quest", viewer)
    return known, [line for event in events for line in known.see(event)]


def row(table, seat):
    titles = [column.title for column in panel(table, FigureTable).columns]
    cells = next(row.cells for row in panel(table, FigureTable).rows if row.cells[0].removesuffix(" (you)") == seat)
    return dict(zip(titles, cells, strict=True))


def of_canaries(referee):
    """Each text says who wrote it and when; each H is another number, and no mean of others."""
    decisions = {"Ada": "CRRR", "Ben": "CRCR", "Cleo": "CCR"}
    return play.go(referee, play.plain(decisions, lambda submitted: submitted.of**5 % 9973 / 9973))


def says(text, h):
    return re.search(rf"(?<![\d.]){h:.3f}(?!\d)", text) is not None


# Secrets


@pytest.mark.parametrize("vision", ["off", "minimal", "snapshot", "full"])
def test_no_seat_is_shown_what_only_others_were_told(vision):
    referee = play.quest(seats=3, items=4, vision=vision)
    of_canaries(referee)
    texts = {event.text: event.seat for event in find_events(referee, quest.Written)}
    scores = {event.h: event.seat for event in find_events(referee, quest.Scored)}
    for viewer in (*SEATS, PUBLIC):
        known, given, shown_h = observer("quest", viewer), set(), set()
        for event in referee.view(viewer):
            if isinstance(event, quest.Tally):
                break
            given |= {event.text} if isinstance(event, quest.Given) else set()
            if isinstance(event, quest.Glimpse):
                shown_h |= {f"{h:.3f}" for h in (event.facts.get("worst_h"), event.facts.get("mean_h")) if isinstance(h, float)}
            words = repr((known.see(event), known.look()))
            assert not [text for text, seat in texts.items() if seat != viewer and text in words]
            assert not [item.text for item in referee.game.items if item.text not in given and item.text in words]
            assert not [h for h, seat in scores.items() if seat != viewer and f"{h:.3f}" not in shown_h and says(words, h)]
        if viewer != PUBLIC:
            everything = repr([line for event in referee.view(viewer) for line in observer("quest", viewer).see(event)])
            assert all(text in everything for text, seat in texts.items() if seat == viewer)


def test_of_a_question_no_seat_is_shown_its_h_before_the_end():
    referee = play.quest(seats=2, items=3, task="question")
    play.go(referee, play.plain())
    known = observer("quest", "Ada")
    for event in referee.view("Ada"):
        if isinstance(event, quest.Tally):
            break
        known.see(event)
        table = known.look()
        assert not panel(table, FigureTable) or row(table, "Ada")["points"] == "–"


# The figures


def test_what_was_not_written_in_time_counts_as_nothing():
    events = [*FIRST, Forfeited("Ada", "timeout", "Too late."), standing(step=1, done=1, calls=2)]
    assert row(seen(events, EVERYTHING)[0].look(), "Ada")["texts"] == "0.0"


def test_the_q_of_now_goes_by_what_rivals_have_shown():
    table = seen(SECOND)[0].look()
    mine, theirs = penalties([Cost(2, 100, 0, 10.0), Cost(3, 200, 1, 20.0)])
    name, preset = "points", "stated"
    assert row(table, "Ada")[name] == f"{100 * q_score(0.7, mine, WEIGHTS[preset]):.1f}"
    assert row(table, "Ben")[name] == f"{100 * q_score(0.9, theirs, WEIGHTS[preset]):.1f}"
    assert row(table, "Cleo")[name] == "–"
    assert (row(table, "Ada")["step"], row(table, "Ben")["step"]) == ("2", "1")
    assert panel(table, FigureTable).note == "▒: as last seen. Points if it ended now."
    little = seen([*FIRST, quest.Glimpse("Ben", 1, {"tokens": 200, "worst_h": 0.61})])[0].look()
    assert row(little, "Ben")["points"] == "–", "of a rival that shows little no Q is guessed"


def test_points_fall_with_every_answer_that_costs_something():
    paid = [quest.Paid("Ada", 3, 100, 0, 14.0), quest.Paid("Ada", 4, 160, 0, 75.0)]
    points = [float(row(seen([*SECOND, *paid[:number]])[0].look(), "Ada")["points"]) for number in range(3)]
    assert points == sorted(points, reverse=True)
    assert points[0] > points[-1]


def test_all_see_points_and_who_looks_on_sees_those_by_other_weights_too():
    for preset, names in (("tables", ["points", "at 1%"]), ("simpleqa_tables", ["points", "at 10%"])):
        briefing = quest.Briefing(
            *(SEATS, "question", 4, "forward", 3, 0.85, "off", False, False, preset, 1.0, WEIGHTS[preset].beta)
        )
        events = [briefing, quest.Given("Ada", "bear", "A bear sits."), quest.Written("Ada", "bear", "A bear.", 1, False)]
        mine, everybodys = (
            [column.title for column in panel(seen(events, each)[0].look(), FigureTable).columns] for each in ("Ada", PUBLIC)
        )
        assert mine[-1] == "points"
        assert everybodys[-2:] == names


@pytest.mark.parametrize("decisions", [{}, {"Ada": "CRR", "Ben": "CCCR"}, {"Cleo": "CCE"}])
def test_who_sees_everything_sees_what_the_rules_hold(decisions):
    referee = play.quest(seats=3, items=4, early_end=True)
    say = play.plain(decisions, lambda submitted: 0.4 + submitted.of * 0.0137)
    known, read = observer("quest", EVERYTHING), 0
    while referee.outcome is None:
        for event, _ in referee.record[read:]:
            known.see(event)
        read, table = len(referee.record), known.look()
        for seat, lane in referee.game.lanes.items():
            shown = row(table, seat)
            scored = [work.h for work in lane.works.values() if work.h is not None]
            assert shown["texts"] == (f"{100 * fmean(scored):.1f}" if scored else "–")
            assert int(shown["calls"]) == referee.game.ledger[seat].answers
            assert shown["does"] == "ended" or not lane.has_ended
        request = next(iter(referee.open.values()))
        referee.fold(Response(request.id, say(request, referee), 1.0))
    for event, _ in referee.record[read:]:
        known.see(event)
    table = known.look()
    for seat, result in referee.outcome.results.items():
        shown = row(table, seat)
        expected = (f"{100 * result.numbers['score']:.1f}", f"{100 * result.numbers['q_tables']:.1f}")
        assert (shown["points"], shown["at 10%"]) == expected
        assert (int(shown["calls"]), int(shown["reviews"])) == (result.numbers["calls"], result.numbers["reviews"])


# Moments, and the end


def test_a_match_of_which_nothing_counts_has_no_winner():
    referee = play.quest(seats=2, items=2)
    say = play.plain()
    play.go(referee, lambda request, table: Forfeit("error", "No judge.") if request.to == "judge" else say(request, table))
    shown = results(End(referee.record, referee.outcome, {}, "Ada"))
    assert shown.headline == "Nobody wins."
    assert shown.is_won is None
    assert results(End(referee.record, referee.outcome, {}, None)).headline == "Nobody wins."
    assert shown.reason == "Nothing could be scored, so no one wins."
    assert "2 left out" in shown.facts


def test_each_text_that_can_be_reviewed_is_a_choice_of_its_own():
    events = [quest.FreeBriefing(*dataclasses.astuple(BRIEFING)), *SECOND[1:]]
    known = observer("quest", "Ada")
    for event in events:
        known.see(event)
    asked = known.look(Request(3, "Ada", quest.DecideText, {"choice": ("continue", "review bear")})).question
    assert [choice.text for choice in asked.choices] == ["Continue with the passage fox", "Revise bear first"]
    assert asked.choices[1].hint == "70 of 100, advised"
