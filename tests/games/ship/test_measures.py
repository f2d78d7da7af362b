"""Measures of the ship."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from woozle.arena.views.audits import lies_of, rates
from woozle.core.measures import Played, groups, values_of
from woozle.core.statistics.resampling import Share
from woozle.games.ship.claims import precision
from woozle.games.ship.events import Spoke
from woozle.games.ship.measures import CLAIMS, REPORT
from woozle.games.ship.views.audit import Audit

from tests.core.measured import measured
from tests.games.ship.board import Board
from tests.tui.matches import recorded

SEATS = ("Alice", "Bob", "Charlie", "Diana", "Eve", "Frank")


def played(*, hit=True):
    """Frank kills Alice before all eyes, Bob reports it, and all vote for the duck, or for Eve, whereupon time runs out."""
    board = Board(max_ticks=2).act("Frank", "kill Alice").act("Bob", "report").talk("I saw how Frank killed Alice.")
    board.vote(**dict.fromkeys(("Bob", "Charlie", "Diana"), "Frank" if hit else "Eve")).ticks(2)
    return board


def match(name="one", **how):
    return measured(played(**how), name=name)


def value(figures, name):
    return figures[name].value


def test_how_matches_ended_is_told_by_side_and_cause():
    (group,) = groups(REPORT, [match(), match("two", hit=False)])
    ends = ("goose_wins", "ended_by_ejections", "ended_by_tasks", "ended_by_time", "ended_by_numbers")
    assert [value(group.figures, name) for name in ends] == [1, 0.5, 0, 0.5, 0]
    assert [value(group.figures, name) for name in ("killed", "reported", "button_meetings", "first_kill")] == [1, 1, 0, 1]
    assert (value(group.figures, "ejections_right"), group.figures["ejections_right"].n) == (0.5, 2)


def test_tasks_are_those_of_geese():
    one = match()
    (tasks,) = (measure for measure in REPORT.measures if measure.name == "tasks_done")
    assert values_of(tasks, one, "Bob") == {"tasks_done": Share(0, 2)} and values_of(tasks, one, "Frank") == {"tasks_done": None}


def test_claims_are_read_by_the_grammar_and_held_against_what_happened():
    (group,) = groups(REPORT, [match()])
    goose, duck = group.seats["bot, goose"], group.seats["bot, duck"]
    assert (value(goose, "true"), value(goose, "contradicted"), value(goose, "unread")) == (1, 0, 0)
    assert duck["contradicted"].n and value(group.figures, "true") is not None


def test_no_claim_is_a_truth_or_a_lie_until_contradictions_are_right_often_enough(monkeypatch):
    board = Board(max_ticks=2).act("Frank", "kill Alice").act("Bob", "report")
    board.talk(Frank="I was in storage at tick 1. Bob killed Alice. I suspect Eve.", Bob="I saw how Frank killed Alice.")
    found = measured(board.vote().ticks(2), name="one")

    def conduct(seat):
        return REPORT.conduct.read(None, found.facts, seat)

    assert (conduct("Frank").truths, conduct("Frank").lies) == (0, ())
    for n, share, is_counted in ((2, 1.0, False), (100, precision.RELIABLE, False), (100, precision.RELIABLE + 0.01, True)):
        kept = {"contradicted": precision.Precision(n, n, share)}
        monkeypatch.setattr(precision, "precisions", lambda reader, kept=kept: kept)
        assert bool(conduct("Frank").lies) == is_counted
    own = [each for each in found.facts.audit.checked if each.statement.speaker == "Frank" and each.claim.source == "own"]
    charges = [each for each in own if each.claim.type == "accusation"]
    denied = [each for each in own if each.claim.type != "accusation" and each.verdict.standing == "lie"]
    assert charges and len(conduct("Frank").lies) == len(charges) + len(denied), "a duck knows that its accusations are false"
    assert conduct("Bob").truths and not conduct("Bob").lies
    monkeypatch.setattr(precision, "precisions", lambda reader: kept if reader == "grammar" else {})
    assert conduct("Frank").lies == (), "in typed lines it has not been measured"


def test_what_is_contradicted_is_one_number_in_reports_audits_tags_and_profiles(monkeypatch):
    reliable = {"contradicted": precision.Precision(90, 100, 0.9)}
    monkeypatch.setattr(precision, "precisions", lambda reader: reliable)
    found = 0
    for seed in range(4):
        referee = recorded(seed, seats=6)
        said = "I was in medbay at tick 1. I was in storage at tick 3. I suspect Eve."
        record = [(replace(event, text=said) if isinstance(event, Spoke) else event, to) for event, to in referee.record]
        one, view = replace(measured(referee), read_facts=partial(REPORT.facts, Played(record, referee.outcome))), Audit()
        view.grow(record)
        rows = view.check(len(view), len(view))
        shown = {each.name: each for each in rates(rows)}
        for seat in one.seats:
            own = [each for each in one.facts.audit.checked if each.statement.speaker == seat]
            contradicted = [each for each in own if each.is_contradicted]
            known = [each for each in own if each.is_known_false]
            (measure,) = (each for each in CLAIMS if each.name == "contradicted")
            assert values_of(measure, one, seat)["contradicted"].part == len(contradicted)
            assert (shown[seat].contradicted if seat in shown else 0) == len(contradicted)
            assert [row.at for row in lies_of(rows) if row.speaker == seat] == [each.statement.at for each in contradicted]
            conduct = REPORT.conduct.read(None, one.facts, seat)
            assert len(conduct.lies) == len(contradicted) + len(known)
            if one.seats[seat].role == "duck" and not known:
                caught = one.facts.audit.tallies[seat].caught
                meetings = {each.statement.meeting for each in contradicted}
                assert caught == Share.of(one.facts.audit.timeline.is_caught(meeting, seat) for meeting in meetings)
            found += len(contradicted)
    assert found > 5
