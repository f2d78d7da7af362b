"""`docs/quest.md` shows what is computed: each published row beside ours, who wins by which weights, what the judge is worth."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from statistics import fmean

import pytest

from benchmarks.judge_tricks import JUDGES, load, measure, table
from woozle.games.quest.data import passages, references
from woozle.games.quest.judgement.scores import WEIGHTS, break_even

from tests.games.quest.published import MATCHES, RECIPE, Match, cell, seat_of
from tests.games.quest.test_refusals import REPLIES, rates

PAGE = (Path(__file__).parents[3] / "docs" / "quest.md").read_text("utf-8")
SENTENCES = " ".join(PAGE.split())

BETAS = (0.1, 0.01, 0.001)
STATED = WEIGHTS["stated"].beta


def published_rows() -> Iterator[str]:
    for match in MATCHES:
        for name, seat, ours in zip("ABC", match.seats, match.scores(), strict=False):
            difference = f"{abs(ours - seat.q):.5f}"
            yield f"| {match.tables} | {match.who} | {name} | {match.beta:g} | {seat.q:.4f} | {ours:.5f} | {difference} |"


def winner_rows() -> Iterator[str]:
    for match in MATCHES:
        best = match.winner
        by_beta = [each if each == best else f"**{each}**" for each in map(match.best, BETAS)]
        even = break_even([seat.h for seat in match.seats], match.penalties())
        yield f"| {match.tables} | {match.who} | {best} | {' | '.join(by_beta)} | {'-' if even is None else f'{even:.4f}'} |"


def trick_rows() -> Iterator[str]:
    return iter(table(load("bundled"), JUDGES["claims"]).splitlines())


def thrifty() -> tuple[int, int]:
    """Rows whose winner is less faithful than a rival, and how many of them have the same winner by the beta that is stated."""
    found = []
    for match in MATCHES:
        means = [seat.h for seat in match.seats]
        if means["ABC".index(match.winner)] < max(means):
            found.append(match.best(STATED) == match.winner)
    return len(found), sum(found)


@pytest.mark.parametrize("rows", [published_rows, winner_rows, trick_rows])
def test_the_page_has_these_rows(rows):
    wanted = list(rows())
    first = PAGE.index(wanted[0])
    assert PAGE[first:].split("\n\n")[0].splitlines() == wanted


def test_what_the_page_says_of_single_cells():
    first = next(match for match in MATCHES if match.tables == "1, 9")
    printed = cell("9", "A: GPT-4o-mini", "Q-Score")
    assert printed == pytest.approx(first.scores(STATED)[0], abs=1e-4)
    assert f"prints {printed:.4f} " in SENTENCES and f"({first.scores(STATED)[0]:.5f})" in SENTENCES
    printed_tokens = Match("7", "", (seat_of("7", "A: T = 0.85, R = 2"), seat_of("7", "B: T = 0.85, R = 2")))
    assert f"gives B {printed_tokens.scores()[1]:.4f}" in SENTENCES
    trials = next(match for match in MATCHES if match.tables == "8")
    one, other = trials.seats
    cut_off = trials._replace(seats=(one, other._replace(cost=other.cost._replace(tokens=1_449_000))))
    assert f"A has {cut_off.scores()[0]:.4f}" in SENTENCES
    rows, still = thrifty()
    assert f"In {rows} of these rows the winner is less faithful" in SENTENCES
    assert f"the same seat still wins in {still} of them" in SENTENCES


def test_the_case_of_section_4_4_and_table_5_have_beta_0_1_as_well():
    """P is at most 4, and equal seats of Table 5 have all four parts at their maximum."""
    spent = {}
    for name in "AB":
        h, q = (cell("4", name, head, "figure") for head in ("H-Score", "Q-Score"))
        spent[name] = (h - q) / 0.1
        assert (h - q) / STATED > 4 * 6
    assert spent == {"A": pytest.approx(4.0), "B": pytest.approx(3.682)}
    equal = [row for row in RECIPE.table("table", "5").rows if "Ablation" in row.label]
    means = {row.published[0] + 0.1 * 4 for row in equal}
    assert sorted(means) == pytest.approx([0.9081, 0.9097])
    told = [f"P = {spent['A']:.3f}", f"P = {spent['B']:.3f}", *(f"H = {mean:.4f}" for mean in means)]
    assert all(each in SENTENCES for each in told)


@pytest.mark.parametrize("judge", JUDGES)
def test_what_the_page_says_of_flawed_summaries(judge):
    figures = {"faithful": [], "one": [], "two": []}
    for item in passages():
        texts = references()[item.id]
        for name, text in zip(figures, (texts["faithful"], *texts["flawed"]), strict=True):
            figures[name].append(JUDGES[judge](item.text, text))
    right, one, two = figures.values()
    below = sum(bad < good for flawed in (one, two) for bad, good in zip(flawed, right, strict=True))
    means = ", ".join(f"{fmean(each):.2f}" for each in figures.values())
    assert f"`{judge}` puts {below} of the {2 * len(right)} flawed summaries" in SENTENCES
    assert f"(means {means} with none, one and two wrong facts)" in SENTENCES


def test_a_faithful_summary_is_worth_more_than_what_says_little_or_everything_and_an_honest_one_is_next_to_it():
    kinds = ("summary", "paraphrase", "first words", "shortest sentence", "one word")
    faithful, honest, *others = (fmean(measure(kind, load("bundled"), JUDGES["claims"]).h) for kind in kinds)
    assert faithful > honest > max(others) + 0.2
    assert faithful - honest < 0.15


def test_what_the_page_says_of_refusals():
    test = [reply for reply in REPLIES if reply["id"] % 2 == 0]
    for replies, on in ((test, "the other 160"), (REPLIES, "all 320, half of them learnt from")):
        precision, recall = rates(replies)
        assert f"as it is | {on} | {precision:.2f} | {recall:.2f} |" in PAGE
    assert (len(REPLIES), len(test), sum(reply["refusal"] for reply in REPLIES)) == (320, 160, 160)
