"""`docs/quest.md` shows what is computed: each published row beside ours, who wins by which weights, what the judge is worth."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from statistics import fmean

import pytest

from benchmarks.judge_tricks import JUDGES, load, measure, table
from woozle.games.quest.data import passages, references
from woozle.games.quest.judgement.scores import winners

from tests.games.quest.test_refusals import REPLIES, rates
from tests.games.quest.test_scores import VECTORS, score_players

PAGE = (Path(__file__).parents[3] / "docs" / "quest.md").read_text("utf-8")
SENTENCES = " ".join(PAGE.split())

ROWS = (
    ("1, 9", "GPT-4o-mini", "T1_gpt_4o_mini"),
    ("1, 9", "Qwen-Max", "T1_qwen_max"),
    ("1, 9", "Deepseek-V3", "T1_deepseek_v3"),
    ("1, 9", "Gemini-2.0-Flash", "T1_gemini"),
    ("1, 9", "Grok-3-beta", "T1_grok"),
    ("2, 9", "A GPT-4o-mini, B Grok-3-beta", "T2_A4o_mini_Bgrok"),
    ("2, 9", "A Grok-3-beta, B GPT-4o-mini", "T2_Agrok_B4o_mini"),
    ("3", "three of GPT-4o-mini", "T3_3_player"),
    ("4", "SimpleQA, GPT-4o", "T4_simpleqa_4o"),
    ("4", "SimpleQA, GPT-4o-mini", "T4_simpleqa_4o_mini"),
    ("6", "T = 0.8, R = 3", "T6_T_8"),
    ("6, 7", "T = 0.85, R = 3", "T6_7_T_85_R_3"),
    ("6", "T = 0.9, R = 3", "T6_T_9"),
    ("7", "T = 0.85, R = 2", "T7_R_2_T10_tokens_"),
    ("7", "T = 0.85, R = 4", "T7_R_4"),
    ("8", "mean of 100 trials", "T8_mean"),
)
"""The published tables, who plays or what is changed, and the vector."""

BETAS = (0.1, 0.01, 0.001)


def score_match(name: str, beta: float | None = None) -> tuple[list[float], list[int]]:
    """Q of each player of a published match, and who is best."""
    vector = VECTORS[f"mashq.published.{name}"]
    _, scores, means = score_players(vector, beta)
    return scores, winners(scores, means, [player["tokens"] for player in vector["inputs"]["players"]])


def published_rows() -> Iterator[str]:
    for tables, who, name in ROWS:
        vector = VECTORS[f"mashq.published.{name}"]
        beta = vector["inputs"]["beta"]
        for seat, ours, theirs in zip("ABC", score_match(name)[0], vector["expected"]["published"], strict=False):
            yield f"| {tables} | {who} | {seat} | {beta:g} | {theirs:.4f} | {ours:.5f} | {abs(ours - theirs):.5f} |"


def winner_rows() -> Iterator[str]:
    for tables, who, name in ROWS:
        published = VECTORS[f"mashq.published.{name}"]["expected"]["published"]
        best = "ABC"[published.index(max(published))]
        by_beta = ["ABC"[score_match(name, beta)[1][0]] for beta in BETAS]
        yield f"| {tables} | {who} | {best} | " + " | ".join(each if each == best else f"**{each}**" for each in by_beta) + " |"


def trick_rows() -> Iterator[str]:
    return iter(table(load("bundled"), JUDGES["claims"]).splitlines())


def thrifty() -> tuple[int, int]:
    """Rows whose winner is less faithful than a rival, and how many of them have the same winner by the beta that is stated."""
    found = []
    for _, _, name in ROWS:
        expected, players = (VECTORS[f"mashq.published.{name}"][part] for part in ("expected", "inputs"))
        best = expected["published"].index(max(expected["published"]))
        means = [player["h"][0] for player in players["players"]]
        if means[best] < max(means):
            found.append(score_match(name, 0.01)[1] == [best])
    return len(found), sum(found)


@pytest.mark.parametrize("rows", [published_rows, winner_rows, trick_rows])
def test_the_page_has_these_rows(rows):
    wanted = list(rows())
    first = PAGE.index(wanted[0])
    assert PAGE[first:].split("\n\n")[0].splitlines() == wanted


def test_what_the_page_says_of_single_cells():
    first = VECTORS["mashq.published.T9_row1_beta0.01"]
    assert f"{first['expected']['published_A']} " in SENTENCES and f"({first['expected']['Q'][0]:.5f})" in SENTENCES
    assert f"gives B {score_match('T7_R_2_printed_tokens')[0][1]:.4f}" in SENTENCES
    assert f"A has {score_match('T8_mean_1.449M')[0][0]:.4f}" in SENTENCES
    rows, still = thrifty()
    assert f"In {rows} of these rows the winner is less faithful" in SENTENCES
    assert f"the same seat still wins in {still} of them" in SENTENCES


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
