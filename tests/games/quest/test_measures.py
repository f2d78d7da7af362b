"""Measures of finished matches."""

from __future__ import annotations

from collections import Counter
from types import MappingProxyType

import pytest

from woozle.core.measures import ReportError, values_of
from woozle.core.measures import groups as group_matches
from woozle.core.referee import Referee
from woozle.core.request import Forfeit, ParseFailure
from woozle.core.statistics.resampling import Share
from woozle.games.quest.config import Config
from woozle.games.quest.earlier import version_3
from woozle.games.quest.events import Given, Score, SentenceScore, Tally, Write
from woozle.games.quest.measures import REPORT, gains_of
from woozle.testing import find_events

from tests.core.measured import measured
from tests.games.quest.play import POOL, find_submitted, go, plain, quest

NOBODY = MappingProxyType({})  # reviews


def report(decisions=NOBODY, h=lambda submitted: 0.8, *, name="one", judge="a rule", say=None, **options):
    """Return the report of a match, and the match."""
    referee = quest(**{"order": "forward", **options})
    go(referee, say or plain(decisions, h))
    return measured(referee, name=name, services=judge, config={"options": repr(options)}), referee


def groups(matches):
    return group_matches(REPORT, matches)


def results(match):
    return {seat: each.result.kind for seat, each in match.seats.items()}


def test_matches_by_other_rules_or_judges_are_no_repetitions():
    played = [report(name=str(number), judge=judge)[0] for number, judge in enumerate(("claims", "claims", "hhem"))]
    earlier = Referee(version_3.Quest(2, Config(pool=POOL[:4], items=4, order="forward")))
    go(earlier, plain())
    older = measured(earlier, name="older", services="claims", config={"options": repr({})})
    assert [len(group.matches) for group in groups([*played, older])] == [2, 1, 1]


def test_the_table_of_a_match_is_that_of_its_tallies():
    found, referee = report({"Ada": "CRCR"})
    assert found.facts.state.tallies == {each.seat: each for each in find_events(referee, Tally)}
    assert results(found) == {"Ada": "lost", "Ben": "won"}
    assert (found.facts.by_tables, found.facts.items, found.facts.state.left_out, found.is_void) == (["Ben"], 4, {}, False)
    assert found.facts.briefing.preset == "stated"


def test_who_wins_by_the_tables_can_be_another():
    def h(asked):
        return 0.9 if "Ada" in asked.text else 0.88

    found, _ = report({"Ada": "CRRR"}, h)
    assert (results(found)["Ada"], found.facts.by_tables) == ("won", ["Ben"])


def test_q_and_who_is_best_can_be_had_by_any_weights_after_the_match():
    """Ada has the higher H and the higher P, so that a beta decides."""
    found, _ = report({"Ada": "CRRR"}, lambda asked: 0.9 if "Ada" in asked.text else 0.88)
    ada, ben = (found.facts.state.tallies[seat] for seat in ("Ada", "Ben"))
    even = (ada.mean_h - ben.mean_h) / (ada.penalty - ben.penalty)
    assert values_of(measure(REPORT, "break_even"), found) == {"break_even": pytest.approx(even)}
    for beta, best in ((even * 0.9, [1, 0]), (even * 1.1, [0, 1])):
        own = REPORT.with_options({"alpha": "1", "beta": str(beta)})
        named = [values_of(measure(own, name), found, seat) for name in ("q_at", "best_at") for seat in ("Ada", "Ben")]
        scores = [ada.mean_h - beta * ada.penalty, ben.mean_h - beta * ben.penalty]
        assert [each for told in named for each in told.values()] == pytest.approx([*scores, *best])
    assert REPORT.with_options({}) is REPORT
    for wrong in ({"beta": "x"}, {"beta": "-1"}, {"beta": "nan"}, {"gamma": "1"}):
        with pytest.raises(ReportError, match="alpha and beta"):
            REPORT.with_options(wrong)


def measure(of, name):
    return next(each for each in of.measures if each.name == name)


def test_a_gain_is_what_a_review_adds_to_what_stands():
    texts = Counter()

    def h(asked):
        texts[asked.source] += "Ada" in asked.text
        return 0.4 + 0.1 * texts[asked.source]

    found, _ = report({"Ada": "CRRC"}, h)
    assert [gains_of(found.facts.state, seat) for seat in ("Ada", "Ben")] == [pytest.approx([0.1, 0.1]), []]


@pytest.mark.parametrize(("keep_best", "gain"), [(False, -0.6), (True, 0.0)])
def test_a_review_that_scores_less_gains_nothing_or_loses(keep_best, gain):
    def h(asked):
        return 0.2 if asked.of == 3 else 0.8

    found, _ = report({"Ada": "CR"}, h, items=2, keep_best=keep_best)
    assert gains_of(found.facts.state, "Ada") == pytest.approx([gain])


def test_what_was_left_out_is_counted_by_its_reason_and_gains_nothing():
    def say(request, referee):
        if request.to == "Ben" and request.answer is Write and find_events(referee, Given, "Ben")[-1].item == "p0":
            return ParseFailure("Declined.", "refused")
        if request.answer is Score and "Passage 2" in find_submitted(referee, request).source:
            return Forfeit("error", "It broke.")
        return player(request, referee)

    player = plain({"Ada": "CRCC"})
    found, _ = report(say=say, refused="left_out")
    assert (sorted(found.facts.state.left_out.values()), found.facts.items) == (["not_scored", "refused"], 2)
    assert gains_of(found.facts.state, "Ada") == []


def test_a_decision_counts_where_a_review_was_possible_and_by_whether_a_glimpse_came_before_it():
    found, _ = report({"Ada": "CRCC", "Ben": "CCRC"})
    assert found.facts.weighings["Ben"] == (Share(1, 1), Share(0, 2))  # a glimpse of Ada before its third step
    assert found.facts.weighings["Ada"] == (Share(0, 1), Share(1, 2))  # one of Ben before its fourth
    assert report({"Ada": "CRCC"}, vision="off")[0].facts.weighings["Ben"] == (Share(0, 0), Share(0, 3))
    assert report({"Ada": "RRRR"}, reviews=0)[0].facts.weighings["Ada"] == (Share(0, 0), Share(0, 0))
    assert report({"Ada": "CRCC"}, sticky=True)[0].facts.weighings["Ben"] == (Share(0, 2), Share(0, 1))


def test_who_ends_early_has_decided_against_a_review():
    assert report({"Ada": "CE"}, early_end=True)[0].facts.weighings["Ada"] == (Share(0, 0), Share(0, 1))


def test_a_void_match_is_counted_and_its_figures_are_not():
    def say(request, referee):
        return Forfeit("error", "It broke.") if request.answer is Score else plain()(request, referee)

    void, sound = report(say=say, name="void")[0], report(name="sound")[0]
    assert void.is_void
    (group,) = groups([void, sound])
    assert (len(group.matches), group.void, group.seats["Ada"]["mean_h"].n) == (2, 1, 1)
    assert [*void.facts.state.left_out.values()] == ["not_scored"] * 4
    (empty,) = groups([void])
    assert empty.void == 1 and empty.seats == {}


def test_sentences_that_the_judge_doubts_are_counted():
    def say(request, referee):
        if request.answer is not Score:
            return plain()(request, referee)
        asked = find_submitted(referee, request)
        doubts = ("", "denied") if asked.text.startswith("Ada") else ("", "")
        return Score(of=asked.of, h=0.8, sentences=tuple(SentenceScore("So.", 0.8, doubt) for doubt in doubts))

    found, _ = report(say=say)
    (measure,) = (each for each in REPORT.measures if each.name == "doubted_sentences")
    assert [measure.value(found, seat) for seat in ("Ada", "Ben")] == [Share(4, 8), Share(0, 8)]
    assert measure.value(report()[0], "Ada") is None
