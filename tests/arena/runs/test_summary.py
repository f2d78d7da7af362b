"""The summary of a run, in figures and in words: an uncounted figure is missing, never zero."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from woozle.arena.play.endings import cost_lines
from woozle.arena.play.models import spend_past_answers
from woozle.arena.reports.text_report import group_lines, match_lines
from woozle.arena.runs.plan import Plan
from woozle.arena.runs.summary import summarize_run, summary_lines
from woozle.arena.views.end import End
from woozle.arena.views.registry import report_view, results
from woozle.core.answer_counts import AnswerCounts
from woozle.core.chance import key_from_seed
from woozle.core.measures import groups, report_of
from woozle.core.referee import Referee
from woozle.core.request import Completion, Forfeit, ParseFailure, Response
from woozle.core.usage import Budget, Limits, Usage
from woozle.players.models.config import ModelsConfig, Price
from woozle.saves.match import read_match
from woozle.saves.transcript import CLOSED
from woozle.saves.writer import Writer

from tests.two_truths import Tell, TwoTruths, Vote

PLAN = Plan(game="two_truths", rules=1, seats="openai@lab:tiny,bot*2", config={"seconds": None}, seed=1, matches=3)
MODEL = {"kind": "model", "backend": "openai", "endpoint": "lab", "model": "tiny", "seed": "1"}
BOT = {"kind": "bot", "name": "random", "seed": "1"}
PAID = Usage(1, 100, 20, 0.25)
UNPRICED = Usage(1, 100, 20, unpriced=1)


def answered(request, usage=PAID):
    answer = Tell(texts=("x", "y", "z"), lie=1) if request.answer is Tell else Vote(index=1)
    return Response(request.id, answer, 1.5, usage)


def played(out, number, *first, until=1000, usage=PAID):
    """A match whose model gives these Responses first."""
    referee = Referee(TwoTruths(seats=3), key_from_seed(1, number))
    me, *others = referee.game.seats
    writer = Writer.create(PLAN.folder(out, number), referee, {me: MODEL, **dict.fromkeys(others, BOT)}, sync=False)
    given = list(first)
    while referee.outcome is None and referee.folded < until:
        request = next(iter(referee.open.values()))
        what = given.pop(0) if given and request.to == me else answered
        response = what(request, usage) if request.to == me else Response(request.id, answered(request).answer, 0.0)
        writer.keep_response(request, response, referee.fold(response))
    if referee.outcome:
        writer.keep_outcome(referee.outcome)
    writer.close()


def nonsense(request, usage):
    completion = Completion("hm", "unparsable", "That is no JSON.", usage=usage)
    return Response(request.id, ParseFailure("That is no JSON."), 2.0, usage, (completion,))


def failed(request, usage):
    return Response(request.id, Forfeit("error", "The server answered 500."), 1.0)


def gave_up(request, usage):
    return Response(request.id, Forfeit("gave_up"), 1.0)


def used(out):
    (bill,) = summarize_run(PLAN, out)["usage"]
    return bill


def test_what_a_model_used_is_counted_over_all_matches_finished_or_not(tmp_path):
    played(tmp_path, 1)
    played(tmp_path, 2, until=1)
    result = summarize_run(PLAN, tmp_path)
    assert (result["finished"], result["matches"]) == (1, 3)
    bill = used(tmp_path)
    assert (bill["seat"], bill["player"]) == ("a", "openai@lab:tiny")
    assert (bill["calls"], bill["answers"], bill["tokens_in"], bill["tokens_out"]) == (4, 4, 400, 80)
    assert (bill["dollars"], bill["seconds"]) == (1.0, 6.0)
    assert (bill["calls_without_tokens"], bill["calls_without_price"]) == (0, 0)


def test_repairs_forfeits_and_voids_are_told_apart(tmp_path):
    played(tmp_path, 1, nonsense, answered, gave_up, failed)
    played(tmp_path, 2, nonsense, nonsense, nonsense)
    bill = used(tmp_path)
    assert (bill["repairs"], bill["forfeits"], bill["voids"]) == (3, 2, 1)
    assert bill["answers"] == 3
    assert summarize_run(PLAN, tmp_path)["seats"]["a"]["void"] == 1


def test_what_was_not_counted_is_missing_and_never_zero(tmp_path):
    played(tmp_path, 1, usage=Usage(1, unpriced=1))
    bill = used(tmp_path)
    assert (bill["tokens_in"], bill["tokens_out"], bill["calls_without_tokens"]) == (None, None, 3)
    assert (bill["dollars"], bill["calls_without_price"]) == (None, 3)
    assert any("tokens unknown, price unknown" in line for line in summary_lines(summarize_run(PLAN, tmp_path)))


def test_what_is_known_in_part_says_so(tmp_path):
    played(tmp_path, 1)
    played(tmp_path, 2, usage=UNPRICED)
    bill = used(tmp_path)
    assert (bill["dollars"], bill["calls_without_price"], bill["tokens_in"]) == (0.75, 3, 600)
    result = summarize_run(PLAN, tmp_path)
    assert any("at least $0.7500, 3 calls without a price" in line for line in summary_lines(result))
    assert result["cost"] == {"calls": 6, "dollars": 0.75, "calls_without_price": 3, "matches": 2, "dollars_a_match": None}


def test_what_costs_nothing_is_no_money_that_was_forgotten(tmp_path):
    played(tmp_path, 1, usage=Usage(1, 100, 20))
    bill = used(tmp_path)
    assert (bill["dollars"], bill["calls_without_price"]) == (0.0, 0)


def test_names_from_outside_are_shown_as_pictures(tmp_path):
    played(tmp_path, 1)
    result = summarize_run(PLAN, tmp_path)
    result["usage"][0]["player"] = "openai:\x1b[31mevil"
    assert not any("\x1b" in line for line in summary_lines(result))


@pytest.mark.parametrize("until", [0, 1, 1000])
def test_a_budget_is_recounted_from_the_transcripts(tmp_path, until):
    played(tmp_path, 1, until=until)
    budget = Budget(Limits())
    spend_past_answers(PLAN.folder(tmp_path, 1), budget, ModelsConfig())
    spend_past_answers(PLAN.folder(tmp_path, 2), budget, ModelsConfig())  # not begun
    calls = min(until, 3)
    assert (budget.usage, budget.seconds) == (Usage(calls, 100 * calls, 20 * calls, 0.25 * calls), 1.5 * calls)


def test_calls_without_a_price_are_counted_at_the_price_of_today_once_it_is_known(tmp_path):
    played(tmp_path, 1, usage=UNPRICED)
    budget = Budget(Limits(dollars=5))
    spend_past_answers(PLAN.folder(tmp_path, 1), budget, ModelsConfig())
    assert budget.refusal().startswith("The budget of 5.00 dollars cannot be kept, since 3 calls have no known price;")
    budget, price = Budget(Limits(dollars=5)), Price(input=100, output=1000)
    spend_past_answers(PLAN.folder(tmp_path, 1), budget, ModelsConfig(prices={"lab": {"tiny": price}}))
    assert (budget.refusal(), budget.usage.dollars) == ("", pytest.approx(0.09))


def cut_off(request, usage):
    whole = answered(request, usage)
    return replace(whole, completions=(Completion("x y", "answer", finish="length", usage=usage),))


def report(*folders):
    matches = [read_match(folder / CLOSED) for folder in folders]
    kind, each = matches[0].rules, [one.measured() for one in matches]
    match, view, played = each[0], report_view(kind.name), matches[0].played
    ended = results(kind.name, End(played.record, played.outcome, matches[0].header.players, None))
    (group,) = groups(report_of(kind), each)
    one = "\n".join(match_lines(report_of(kind), view, match, ended))
    return one, "\n".join(group_lines(report_of(kind), view, group))


def test_reports_say_what_was_cut_off_and_that_a_price_is_unknown(tmp_path):
    played(tmp_path, 1, cut_off, usage=UNPRICED)
    played(tmp_path, 2, usage=UNPRICED)
    one, both = report(PLAN.folder(tmp_path, 1), PLAN.folder(tmp_path, 2))
    assert re.search(r"^  answers cut short +1 of 3 +0 of ", one, re.M)
    assert "a: 1 answer was cut off at a limit of tokens" in one
    assert re.search(r"^  dollars +unknown +- +-$", one, re.M) and re.search(r"^  dollars, a match +unknown$", one, re.M)
    assert re.search(r"^  dollars, a match +unknown$", both, re.M) and "answers cut short" in both
    played(tmp_path, 3)
    one, _ = report(PLAN.folder(tmp_path, 3))
    assert "unknown" not in one and "cut short" not in one


def test_results_say_what_each_seat_and_each_model_used():
    counts = {seat: AnswerCounts(usage=PAID) for seat in "ab"} | {"c": AnswerCounts(usage=UNPRICED), "d": AnswerCounts(3)}
    assert cost_lines(counts, {"a": MODEL, "b": MODEL, "c": MODEL | {"model": "own"}, "d": BOT}) == (
        "Used up: 3 calls, 300 tokens in, 60 out, at least $0.5000, 1 call without a price",
        "a, openai@lab:tiny: 1 call, 100 tokens in, 20 out, $0.2500",
        "b, openai@lab:tiny: 1 call, 100 tokens in, 20 out, $0.2500",
        "c, openai@lab:own: 1 call, 100 tokens in, 20 out, price unknown",
        "openai@lab:tiny, together: 2 calls, 200 tokens in, 40 out, $0.5000",
    )
    assert cost_lines({"d": AnswerCounts(3)}, {"d": BOT}) == ()
