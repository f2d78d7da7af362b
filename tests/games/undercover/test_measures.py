"""Measures of matches of the undercover game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from woozle.core.measures import groups as group_matches
from woozle.core.request import Forfeit
from woozle.core.statistics.resampling import Share
from woozle.games.undercover.config import Case, MakersVerdict
from woozle.games.undercover.events import Compare, Factors, FactorVote, Reason, Summarise, Vote
from woozle.games.undercover.measures import REPORT, _benchmark
from woozle.games.undercover.pairs.benchmarks import TABLE, scores
from woozle.games.undercover.scenes.graph import Question

from tests.core.measured import measured
from tests.games.undercover.play import FILES, PICTURE, go, hidden, innocent, undercover, votes


def report(referee, name="m", players=None, used=None, **config):
    told = {**referee.game.config.model_dump(mode="json"), **config}
    names = dict.fromkeys(referee.game.seats, "bot:x") | (players(referee) if players else {})
    return measured(referee, name=name, players=names, services="pixels", config=told, used=used or {})


def groups(matches):
    return group_matches(REPORT, list(matches))


FOUND = votes(hidden)
MISSED = votes(innocent, innocent, innocent)
LATE = votes(innocent, hidden)


def figures(*matches):
    (group,) = groups(report(match, str(at)) for at, match in enumerate(matches))
    return {name: figure.value for name, figure in group.figures.items()}


def survival(found):
    return [value for name, value in found.items() if name.startswith("left_after_vote_")]


def test_who_was_found_and_when_is_counted_over_matches():
    found = figures(go(undercover(), FOUND), go(undercover(), LATE), go(undercover(), MISSED))
    assert found["detected"] == pytest.approx(2 / 3)
    assert found["rounds_to_detection"] == 1.5
    assert found["false_eliminations"] == pytest.approx((0 + 1 + 3) / 3)
    assert survival(found) == pytest.approx([2 / 3, 1 / 3, 1 / 3])


def test_an_undercover_that_is_left_when_it_is_over_has_survived_the_votes_to_come():
    match = report(go(undercover(3), MISSED))
    assert list(match.facts.outs) == [1] and match.facts.found_at is None
    assert survival(figures(go(undercover(3), MISSED))) == [1, 1, 1]


def test_votes_of_others_are_right_or_wrong_and_who_abstains_casts_none():
    def say(request, referee):
        if request.answer is Vote and request.to == innocent(referee):
            return Vote(target=None)
        return FOUND(request, referee)

    match = report(go(undercover(), say))
    ((number, ballots, cast, right),) = match.facts.votings
    assert (number, ballots, cast, right) == (1, 4, 3, 3)
    found = figures(go(undercover(), say))
    assert (found["vote_precision"], found["vote_recall"], found["votes_on_the_undercover"]) == (1, 0.75, 3)


def test_answers_of_those_who_see_the_picture_count_before_and_after():
    def say(request, referee):
        others = [seat for seat in referee.game.seats if seat != hidden(referee)]
        if request.answer is Reason and request.to in (*others[:2], hidden(referee)):
            return Reason(answer="4", analysis="Four, I think.")
        return FOUND(request, referee)

    referee = go(undercover(), say)
    match = report(referee)
    seats = referee.game.seats
    assert (match.facts.right("first", seats), match.facts.right("last", seats)) == (Share(2, 4), Share(4, 4))
    numbers = {seat: result.numbers for seat, result in referee.outcome.results.items() if seat != hidden(referee)}
    assert sum(each["first_right"] for each in numbers.values()) == 2
    assert sum(each["last_right"] for each in numbers.values()) == 4
    found = figures(referee)
    assert (found["first_right"], found["last_right"], found["gain"], found["table_right"]) == (0.5, 1, 0.5, 1)


def test_who_gives_no_answer_is_wrong_and_who_is_not_asked_is_not_counted():
    def say(request, referee):
        return Forfeit("timeout") if request.answer in (Reason, Summarise) else FOUND(request, referee)

    match = report(go(undercover(), say))
    assert match.facts.right("last", match.seats) == Share(0, 4) and match.facts.answer == "" and not match.facts.is_right("")
    assert report(go(undercover(3, mode="single"), FOUND)).facts.right("first", ["Zoe"]) == Share(0, 0)


def test_a_baseline_has_no_undercover_and_says_nothing_of_votes():
    found = figures(go(undercover(3, mode="single"), FOUND))
    names = ("detected", "rounds_to_detection", "false_eliminations", "vote_precision", "votes_on_the_undercover", "accepted")
    assert [found[name] for name in names] == [None] * 6 and survival(found) == []
    assert (found["first_right"], found["table_right"]) == (1, 1)


def test_pictures_that_could_not_be_made_make_a_match_void():
    referee = undercover()
    while referee.outcome is None:
        referee.answer(next(iter(referee.open.values())).to, Forfeit("error"))
    match = report(referee)
    (group,) = groups([match, report(go(undercover(), FOUND), "b")])
    assert match.is_void and (group.void, group.figures["detected"].n, group.figures["table_right"].n) == (1, 1, 1)


def test_matches_that_were_played_alike_are_put_together_whatever_they_are_about():
    one = report(go(undercover(), FOUND), "a")
    same = report(go(undercover(), FOUND), "b", pool=[], case="cups")
    other = report(go(undercover(rounds=2), FOUND), "c")
    assert [len(group.matches) for group in groups([one, same, other])] == [2, 1]


def test_edits_settings_and_players_have_figures_of_their_own():
    def players(referee):
        return {hidden(referee): "bot:y"}

    (group,) = groups([report(go(undercover(), FOUND), "a", players), report(go(undercover(), MISSED), "b", players)])
    assert {name: each["detected"].value for name, each in group.parts["by edit"].items()} == {"quantity": 0.5}
    assert {name: each["table_right"].n for name, each in group.parts["by setting"].items()} == {"table": 2}
    assert list(group.parts["by question"]) == ["count"]
    assert group.seats["bot:y"]["hidden"].value == 0.5 and group.seats["bot:x"]["hidden"].n == 0
    assert (group.seats["bot:x"]["first_right"].n, group.seats["bot:y"]["first_right"].n) == (2, 0)


# Benchmarks


def play_question(answer: str, right: str, case="q", options=("yes", "no"), kind="yes_no", **data):
    """A match about one question, each seat alone; all say the same."""
    about = Case(id=case, question=Question(kind, "Is it?", options, right), picture=PICTURE, data=data)
    referee = undercover(3, mode="single", pool=(about,), free_answers=True)
    return go(referee, lambda request, _: Reason(answer=answer, analysis="So it is."))


def score_matches(*referees):
    return scores([report(referee, str(at)).facts for at, referee in enumerate(referees)])


def test_matches_about_several_benchmarks_are_not_pooled():
    right, wrong = play_question("yes", "yes", benchmark="POPE"), play_question("no", "yes", benchmark="HallusionBench")
    one, other = groups([report(right, "a"), report(wrong, "b"), report(play_question("yes", "yes", benchmark="POPE"), "c")])
    assert (one.matches[0].facts.benchmark, one.figures["table_right"].value, len(one.matches)) == ("POPE", 1, 2)
    assert (other.matches[0].facts.benchmark, other.figures["table_right"].value, len(other.matches)) == ("HallusionBench", 0, 1)


def test_questions_that_were_left_out_are_counted_by_benchmark():
    left_out = {"POPE": {"no picture": 2}, "MMMU": {"several pictures": 5}}
    found = [report(play_question("yes", "yes", benchmark="POPE"), str(at), left_out=left_out) for at in range(3)]
    (group,) = groups(found)
    assert [match.facts.left_out for match in group.matches] == [{"no picture": 2}] * 3


def test_identical_pairs_say_nothing_of_the_undercover():
    same = Compare(visual=1, semantic=1, natural=1, is_changed=False)
    twins = FILES.model_copy(update={"counterfactual": FILES.picture})
    found, unchanged = report(go(undercover(), FOUND), "a"), report(go(undercover(), MISSED, same), "b")
    assert (found.facts.is_identical, unchanged.facts.is_identical) == (False, True)
    assert report(go(undercover(pool=(twins,), rejected="deal"), MISSED), "c").facts.is_identical is False  # as services drew it
    (group,) = groups([found, unchanged])
    assert (group.figures["detected"].value, group.figures["detected"].n) == (1, 1)
    assert group.figures["vote_precision"].n == group.figures["left_after_vote_1"].n == 1
    assert group.figures["table_right"].n == 2
    ablation = go(undercover(has_counterfactual=False), FOUND)
    assert not report(ablation).facts.is_identical


def test_the_verdict_of_the_maker_is_reported_beside_that_of_the_match():
    bad = FILES.model_copy(update={"made": MakersVerdict(False, "Nothing was changed.")})
    good = FILES.model_copy(update={"made": MakersVerdict(True)})
    played = [go(undercover(pool=(each,), rejected="deal"), FOUND) for each in (bad, good, FILES)]
    found = figures(*played)
    assert (found["accepted"], found["accepted_by_maker"]) == (1, 0.5)


def test_how_often_factors_were_given_is_said_of_weighted_ballots_alone():
    def say(request, referee):
        vote = FOUND(request, referee)
        if request.answer is not FactorVote or request.to == hidden(referee):
            return vote
        phi = Factors(seat=hidden(referee), inconsistency=1, deviation=1, detail_accuracy=0, suspicion=1)
        return FactorVote(target=vote.target, factors=(phi,))

    assert report(go(undercover(ballot="weighted"), say)).facts.with_factors == Share(4, 5)
    assert report(go(undercover(), say)).facts.with_factors == Share(0, 0)
    assert figures(go(undercover(ballot="weighted"), say), go(undercover(ballot="weighted"), FOUND))["factors_given"] == 0.4


def test_pope_is_reported_by_split_and_a_question_in_several_counts_in_each():
    found = score_matches(
        play_question("yes", "yes", "a", benchmark="POPE", split="random,popular"),
        play_question("yes", "no", "b", benchmark="POPE", split="popular"),
        play_question("Not sure", "yes", "c", benchmark="POPE", split="adversarial"),
    )["POPE"]
    table = found[TABLE].splits
    assert {name: sum(split.counts) for name, split in table.items()} == {"random": 1, "popular": 2, "adversarial": 1, "all": 4}
    assert [split.figures.accuracy for split in table.values()] == [1, 0.5, 0, 0.5]
    assert (table["adversarial"].figures.yes_ratio, table["adversarial"].figures_by_the_rule_of_pope.yes_ratio) == (0, 1)
    assert (table["all"].f1.value, table["all"].figures.f1) == (pytest.approx(2 / 3), pytest.approx(2 / 3))
    assert sum(found["bot:x"].splits["all"].counts) == 12


def test_the_answer_of_a_table_is_read_in_the_words_of_the_first_who_gave_it():
    about = Case(id="q", question=Question("yes_no", "Is it?", ("yes", "no"), "no"), picture=PICTURE, data={"benchmark": "POPE"})
    said = {"Ada": "yes", "Ben": "NO", "Cleo": "no"}
    referee = undercover(3, mode="mad_vote", pool=(about,), free_answers=True)
    go(referee, lambda request, _: Reason(answer=said[request.to], analysis="So it is."))
    split = score_matches(referee)["POPE"][TABLE].splits["all"]
    assert split.figures.yes_ratio == 0
    assert split.figures_by_the_rule_of_pope.yes_ratio == 1, "capitals are nothing to the rule of POPE"


def test_hallusionbench_is_reported_by_figures_and_questions():
    place = {"benchmark": "HallusionBench", "category": "VD", "subcategory": "math", "set": "0"}
    found = score_matches(
        play_question("yes", "yes", "a", **place, figure="0", question="0"),
        play_question("yes", "no", "b", **place, figure="0", question="1"),
        play_question("no", "no", "c", **place, figure="1", question="0"),
    )["HallusionBench"][TABLE].hallusion
    assert (found.questions, found.figures.a_acc, found.figures.f_acc, found.figures.q_acc) == (3, pytest.approx(2 / 3), 0.5, 0.5)
    ends = found.intervals
    assert (ends["a_acc"].value, ends["f_acc"].value, ends["q_acc"].n) == (pytest.approx(2 / 3), 0.5, 1)


def test_the_figures_of_benchmarks_are_measures_too_and_the_same():
    place = {"benchmark": "HallusionBench", "category": "VD", "subcategory": "math", "set": "0"}
    asked = [("0", "0", "yes"), ("0", "1", "no"), ("1", "0", "yes"), ("1", "1", "yes")]
    hallusion = [play_question("yes", right, f"{f}{q}", **place, figure=f, question=q) for f, q, right in asked]
    found, whole = figures(*hallusion), score_matches(*hallusion)["HallusionBench"][TABLE].hallusion.figures
    assert (found["a_acc"], found["f_acc"], found["q_acc"]) == (0.75, 0.5, 0.5) == (whole.a_acc, whole.f_acc, whole.q_acc)
    again = figures(*hallusion, *(play_question("yes", "yes", f"{f}{q}", **place, figure=f, question=q) for f, q, _ in asked))
    assert (again["f_acc"], again["q_acc"]) == (0.75, 0.75), "a second time through the questions has its own figures"

    said = [("yes", "yes", "random,popular"), ("yes", "no", "popular"), ("no", "yes", "random"), ("maybe", "no", "adversarial")]
    pope = [play_question(answer, right, str(at), benchmark="POPE", split=split) for at, (answer, right, split) in enumerate(said)]
    found, splits = figures(*pope), score_matches(*pope)["POPE"][TABLE].splits
    for name, split in splits.items():
        key = "" if name == "all" else f"_{name}"
        own = split.figures
        counted = [found[f"{figure}{key}"] or 0 for figure in ("yes_no_accuracy", "yes_no_precision", "yes_no_recall", "yes_no_f1")]
        assert counted == pytest.approx([own.accuracy, own.precision, own.recall, own.f1])
        assert found[f"yes_ratio{key}"] == own.yes_ratio
    assert not {"a_acc", "yes_no_f1"} & {*figures(play_question("yes", "yes"))}


def test_categories_are_parts_of_a_report():
    place = {"benchmark": "HallusionBench", "category": "VS", "set": "0", "figure": "1", "question": "0"}
    (group,) = groups(
        report(play_question(said, "yes", name, subcategory=name, **place), name) for name, said in (("ocr", "yes"), ("map", "no"))
    )
    assert {name: part["table_right"].value for name, part in group.parts["by category"].items()} == {"ocr": 1, "map": 0}


def test_the_mean_of_hallusionbench_has_an_interval_from_ten_sets_on():
    def average(sets):
        place = {"benchmark": "HallusionBench", "category": "VS", "subcategory": "map", "figure": "1", "question": "0"}
        said = [play_question("yes" if at % 3 else "no", "yes", f"q{at}", **place, set=str(at)) for at in range(sets)]
        return score_matches(*said)["HallusionBench"][TABLE].hallusion.intervals["avg"]

    ten, nine = average(10), average(9)
    assert (nine.low, nine.high, nine.n) == (None, None, 9)
    assert ten.value == pytest.approx(0.6)
    assert 0 < ten.low < ten.value < ten.high < 1


def test_options_are_reported_by_category():
    options = ("a cat", "a dog")
    found = score_matches(
        play_question("B", "a dog", "a", options, "option", benchmark="MMStar", category="math"),
        play_question("It is a cat.", "a dog", "b", options, "option", benchmark="MMStar", category="logic"),
    )["MMStar"][TABLE].options
    assert {name: share.value for name, share in found.items()} == {"all": 0.5, "math": 1, "logic": 0}


def test_questions_of_no_benchmark_have_no_figures_of_one():
    assert score_matches(play_question("yes", "yes")) == {}
    assert score_matches(play_question("x", "x", "a", (), "open", benchmark="Mine"))["Mine"][TABLE].options == {}
    void = replace(report(play_question("yes", "yes", benchmark="POPE")).facts, pair=None)
    assert scores([void]) == {}


def test_a_match_without_pictures_is_about_the_benchmark_of_its_pool_if_that_is_one():
    pools = [[], [{"data": {"benchmark": "POPE"}}] * 2, [{"data": {"benchmark": "POPE"}}, {"data": {}}]]
    assert [_benchmark(None, {"pool": pool}) for pool in pools] == ["", "POPE", ""]
