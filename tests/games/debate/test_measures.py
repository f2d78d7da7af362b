"""Measures of finished debates."""

from __future__ import annotations

import pytest

from woozle.core.measures import groups as group_matches
from woozle.core.request import Forfeit
from woozle.games.debate.data import Samples, problems
from woozle.games.debate.events import UNSURE, Believe
from woozle.games.debate.measures import REPORT, belief_half_life, error_half_life, identity_holds, valid
from woozle.testing import play_rules

from tests.core.measured import measured
from tests.games.debate.play import BEARS, debate, saying


def reported(referee, *, name="one", players="bot", officials="ngram", run=""):
    return measured(referee, name=f"{run}/{name}", players=players, services=officials)


def groups(matches):
    return group_matches(REPORT, list(matches))


def shares(match):
    return match.facts.shares


def facts(group):
    return [match.facts for match in group.valid]


def report(answers, *, seats=3, name="one", players="bot", officials="ngram", run="", **options):
    referee = play_rules(debate(seats, **options), saying(answers))
    return reported(referee, name=name, players=players, officials=officials, run=run)


def test_of_a_debate_it_is_known_who_was_right_when_and_whom_it_heard():
    found = report({"Ada": "BC", "Ben": "CB", "Cleo": "-B"}, rounds=2)
    assert found.facts.answers == [["B", "C", None], ["C", "B", "B"]]
    assert found.facts.right == [[True, False, False], [False, True, True]]
    assert found.facts.heard == [{0: (1, 2), 1: (0, 2), 2: (0, 1)}]
    assert (found.facts.problem, found.facts.wrong, found.facts.first_wrong, found.facts.table, found.facts.is_right) == (
        "bears",
        None,
        2,
        "B",
        True,
    )


def test_a_question_that_comes_with_woozle_is_told_from_one_of_somebodys_own():
    assert report({}).facts.data == ""
    assert report({}, pool=(BEARS.model_copy(update={"data": "FARM"}),)).facts.data == "FARM"
    assert report({}, pool=problems()[:1], problem=problems()[0].id).facts.data == "Woozle"


def test_first_answers_count_as_set_where_they_are_rationales_of_the_question():
    found = report({}, wrong=2)
    assert found.facts.wrong == 2
    texts = tuple(said.text for said in play_rules(debate(3, wrong=2), saying()).game.said[0])
    assert report({}, firsts=texts).facts.wrong == 2  # taken from such a debate
    given = report({}, firsts=("Answer: A", "Answer: B", "Answer: B"))
    assert (given.facts.wrong, given.facts.first_wrong) == (None, 1)


def test_the_same_first_answers_have_the_same_digest():
    said = report({"Ada": "C"})
    texts = tuple(each.text for each in play_rules(debate(3), saying({"Ada": "C"})).game.said[0])
    assert report({}, firsts=texts, topology="sparse").facts.firsts == said.facts.firsts
    assert report({"Ben": "C"}).facts.firsts != said.facts.firsts


def test_figures_are_pooled_over_debates_and_agree_with_each_other():
    (group,) = groups([report({"Ada": "BC", "Ben": "CB"}, rounds=2), report({"Ada": "CC", "Ben": "BB"}, rounds=2, name="two")])
    value = {name: figure.value for name, figure in group.figures.items()}
    assert (value["MA1"], value["MA2"], value["MR2"], value["CR2"]) == pytest.approx((4 / 6, 4 / 6, 1 / 4, 1 / 2))
    assert "MR1" not in value and value["IMR2"] == value["MR2"]
    assert identity_holds(facts(group))
    assert (value["table"], group.figures["table"].n, value["D"]) == (1.0, 2, 1.0)


def test_who_heard_whom_is_counted():
    (group,) = groups([report({"Ada": "BC", "Ben": "CC"}, rounds=2)])  # Cleo is right all the time
    value = {name: figure.value for name, figure in group.figures.items()}
    assert (value["errors"], value["corrections"]) == (pytest.approx(2 / 4), 1.0)
    assert (value["error_edges"], value["right_edges"], value["traced"]) == (1.0, 1.0, 1.0)


def test_what_flows_in_a_round_is_a_share_of_what_was_heard_in_it():
    found = shares(report({"Ada": "CCB", "Ben": "BCB"}))  # Cleo is right all the time
    assert [found[f"{name}{at}"] for name in ("error_flow", "right_flow") for at in (2, 3)] == [(1, 6), (0, 6), (1, 6), (2, 6)]


def sampled(right, of=50, answers=None):
    problem = BEARS.model_copy(update={"id": f"bears-{right}", "sampled": Samples(right=right, of=of)})
    return report(answers or {}, pool=(problem,), name=f"bears-{right}")


def test_questions_are_divided_by_how_often_the_model_is_right_on_its_own():
    (group,) = groups([sampled(25), sampled(24, answers={"Ada": "CCC"}), sampled(50), sampled(0), report({})])
    parts = {name: {part: figures["table"].n for part, figures in each.items()} for name, each in group.parts.items()}
    assert parts["by difficulty"] == {"easy": 2, "hard": 2}
    assert parts["by share of samples right"] == {"0.4 to 0.6": 2, "0 to 0.2": 1, "0.8 to 1": 1}
    assert group.parts["by difficulty"]["hard"]["MA3"].value == pytest.approx(5 / 6)
    with pytest.raises(ValueError, match="51 of 50 samples cannot be right"):
        sampled(51)


def test_choices_of_which_nothing_could_be_measured_are_counted():
    assert shares(report({}, topology="digra"))["unmeasured"] == (0, 6)
    assert shares(reported(play_rules(debate(3, topology="digra"), failing("estimator", 1))))["unmeasured"] == (3, 6)
    assert shares(report({}))["unmeasured"] == (0, 0)


def test_the_first_answers_alone_are_cot_and_its_votes():
    found = shares(report({"Ada": "B", "Ben": "C", "Cleo": "B"}, rounds=1))
    assert found["sc1"] == (2, 3)
    assert found["sc2"] == (2, 3)  # tied, that of the earliest seat counts: Ada's twice, and once Ben's
    assert found["sc3"] == (1, 1)
    assert shares(report({"Ada": "-", "Ben": "-", "Cleo": "-"}, rounds=1))["sc3"] == (0, 1)


def test_the_majority_of_each_round_is_right_or_not():
    found = shares(report({"Ada": "CBC", "Ben": "C-B", "Cleo": "BBD"}))  # tied, that of the earliest seat counts
    assert [found[f"vote{at}"].part for at in (1, 2, 3)] == [0, 1, 0]
    assert (found["vote3"], found["vote1"]) == (found["table"], found["sc3"])


def test_a_debate_that_stops_early_stays_as_it_was():
    found = report({}, early_stop=True)
    assert (found.facts.right, found.facts.heard) == ([[True] * 3] * 3, [])
    (group,) = groups([found])
    assert [group.figures[f"MA{at}"].value for at in (1, 2, 3)] == [1.0] * 3
    assert group.figures["D"].value is None and identity_holds(facts(group))


def test_a_seat_alone_hears_nobody():
    (group,) = groups([report({}, seats=1)])
    assert [group.figures[name].value for name in ("D", "errors", "error_edges")] == [None, None, 0.0]


def test_without_a_second_round_nothing_is_said_of_what_was_heard():
    (group,) = groups([report({"Ada": "C"}, rounds=1)])
    assert {name for name, figure in group.figures.items() if figure.n} == {
        *("MA1", "unread1", "unread", "table", "sc1", "sc2", "sc3", "vote1")
    }


def test_debates_are_put_together_by_how_they_are_led_wrong_seeds_and_players():
    found = [
        report({}), report({}, name="two"), report({}, topology="sparse"), report({}, topology="sparse", density=1.0),
        report({}, wrong=1), report({}, wrong=2), report({}, players="human"), report({}, density=1.0),
        report({}, officials="local"), report({}, topology="dig"), report({}, topology="dig", officials="local"),
        report({}, ties="draw"), report({}, names=False), report({}, names=False, prompts="paper"),
    ]  # fmt: skip
    assert [len(group.matches) for group in groups(found)] == [4, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]


def test_debates_are_split_by_how_many_begin_wrong():
    found = [report({"Ada": "CB"}, rounds=2), report({"Ada": "CC", "Ben": "CC"}, rounds=2), report({"Cleo": "CC"}, rounds=2)]
    (group,) = groups(found)
    assert {number: figures["MA2"].n for number, figures in group.parts["by first wrong"].items()} == {"1": 2, "2": 1}
    assert group.parts["by first wrong"]["1"]["MA2"].value == pytest.approx(5 / 6)


def test_the_half_life_of_an_error_is_that_of_the_commonest():
    def life(*answers):
        group = groups([report(dict(zip(("Ada", "Ben", "Cleo"), answers, strict=True)))])[0]
        return error_half_life(facts(group))

    assert life("CCB", "CBB", "ABB") == 1
    assert life("CCB", "CCC", "BBB") == 2
    assert life("CCC", "BBB", "BCC") is None
    assert life("BBB", "BBB", "BBB") is None


def failing(seat, at, kind="error"):
    """All answer B, but for a seat that fails when it is asked the `at`th time."""
    answers, asked = saying(), {"count": 0}

    def say(request, referee):
        asked["count"] += request.to == seat
        return Forfeit(kind, "x") if request.to == seat and asked["count"] == at else answers(request, referee)

    return say


def test_who_gives_up_is_wrong_and_who_fails_in_the_probe_voids_nothing():
    assert reported(play_rules(debate(3), failing("Ben", 2, "gave_up"))).facts.failed_at is None
    assert reported(play_rules(debate(3), failing("estimator", 1))).facts.failed_at is None
    probed = reported(play_rules(debate(3, probe=True), failing("Ben", 5)))
    assert probed.facts.failed_at is None and probed.facts.beliefs[3]["Ben"][1] is None


def test_what_takes_over_first_answers_of_a_void_debate_is_left_out_with_it():
    void = play_rules(debate(3), failing("Ben", 1))
    after = report({}, firsts=tuple(said.text for said in void.game.said[0]))
    assert len(valid([after])) == 1  # nobody can know
    assert valid([reported(void), after]) == []


def test_debates_of_fewer_seats_are_left_out_only_if_they_take_over_an_answer_that_is_missing():
    void = play_rules(debate(3), failing("Ben", 1))
    texts = tuple(said.text for said in void.game.said[0])
    one, two = report({}, seats=1, firsts=texts[:1]), report({}, seats=2, firsts=texts[:2])
    assert valid([reported(void), one, two]) == [one]


def believing(beliefs):
    """All answer B, but for Cleo; asked aside, they say these one after the other."""
    turns = dict.fromkeys(beliefs, -1)
    answers = saying({"Cleo": "CCC"})

    def say(request, referee):
        if request.answer is not Believe:
            return answers(request, referee)
        turns[request.to] += 1
        return Believe(answer=beliefs[request.to][turns[request.to]])

    return say


def test_what_the_probe_finds_is_who_stays_right_of_those_who_were():
    said = {"Ada": ["B", "B", UNSURE, "C"], "Ben": ["C", "C", UNSURE, "C"], "Cleo": ["B"] * 4}  # Cleo was wrong, and does not count
    found = reported(play_rules(debate(3, probe=True), believing(said)))
    assert {seat: [*answers] for seat, answers in found.facts.beliefs[3].items()} == said
    (group,) = groups([found])
    assert [group.figures[f"belief{turn}"].value for turn in range(4)] == [0.5, 0.5, 0.5, 0.0]
    assert belief_half_life(facts(group)) == 1


def test_robustness_after_each_round_is_of_those_who_are_right_in_it():
    said = {"Ada": ["B"] * 12, "Ben": [*["B"] * 3, "C", *["B"] * 3, "C", *["B"] * 4], "Cleo": ["C"] * 12}  # four appeals a round
    (group,) = groups([reported(play_rules(debate(3, probe="rounds"), believing(said)))])
    assert [group.figures[f"robust{at}"].value for at in (1, 2, 3)] == [0.5, 0.5, 1.0]
    assert group.figures["belief3"].value == group.figures["robust3"].value


def test_right_beliefs_that_stay_have_no_half_life():
    (group,) = groups([reported(play_rules(debate(3, probe=True), saying()))])
    assert belief_half_life(facts(group)) is None and group.figures["belief3"].value == 1.0


def test_no_figure_is_told_of_a_probe_that_was_not_made():
    (group,) = groups([report({})])
    assert (
        not any(figure.n for name, figure in group.figures.items() if name.startswith("belief"))
        and belief_half_life(facts(group)) is None
    )
