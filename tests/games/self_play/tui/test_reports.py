"""`woozle report` of self-play."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from woozle.core.chance import key_from_seed
from woozle.core.referee import Referee
from woozle.core.request import Response
from woozle.games.self_play.config import Config
from woozle.games.self_play.rules import SelfPlay
from woozle.saves.writer import Writer

from tests.games.self_play.measured import BRIDGE, LAKE, leaning
from tests.games.self_play.play import TOWER, doing
from tests.games.urn.matches import copy_match

BY_QUESTION = ((TOWER, "Paris", 0.9), (BRIDGE, "Prague", 0.5), (LAKE, "Geneva", 0.1))
SOCIETY = {"Ada": ["ASK", "ANSWER Paris"], "Ben": ["SEARCH", "ANSWER Paris"], "Cleo": ["HEDGE Lyon"]}


def recorded(folder, steps, *, seats=1, likely=None, by="own", name="scripted", closes=True, **options):
    """A match by a script. likely: P(SEARCH) of all who act, and P(ANSWER) of the rest, if it is known."""
    referee = Referee(SelfPlay(seats, Config(**{"pool": (TOWER,), **options})), key_from_seed(1))
    described = {seat: {"kind": "bot", "name": name} for seat in referee.game.seats}
    services = {each: {"kind": each, "name": "scripted"} for each in referee.game.services}
    writer, say = Writer.create(folder, referee, {**described, **services}, sync=False), doing(steps)
    while referee.outcome is None:
        (request,) = referee.open.values()
        response = Response(request.id, say(request, referee), 0.0)
        if likely and request.to in described:
            chances = dict(zip(request.choices["action"], (0.0,) * 9, strict=False)) | {"HEDGE": 1 - likely[1], "ANSWER": likely[1]}
            if "SEARCH" in chances:
                chances = {each: chance * (1 - likely[0]) for each, chance in chances.items()} | {"SEARCH": likely[0]}
            response = replace(response, answer_probabilities=replace(leaning(by=by), probabilities=chances))
        writer.keep_response(request, response, referee.fold(response))
    if closes:
        writer.keep_outcome(referee.outcome)
    writer.close()
    return folder


@pytest.fixture
def runs(tmp_path):
    """One seat alone about three questions, without and with a search."""
    for question, answer, chance in BY_QUESTION:
        said = f"ANSWER {answer}" if question == LAKE else "HEDGE Rome"
        recorded(tmp_path / "without" / question.id, {"Ada": [said]}, likely=(0, 1 - chance), searches=0, pool=(question,))
        recorded(tmp_path / "with" / question.id, {"Ada": ["SEARCH", f"ANSWER {answer}"]}, likely=(chance, 0.8), pool=(question,))
    return [tmp_path / "without", tmp_path / "with"]


def test_a_match_is_told_seat_by_seat(woozle, tmp_path):
    status, out, err = woozle("report", recorded(tmp_path / "match", SOCIETY, seats=3))
    assert (status, err) == (0, "")
    assert "  standard\n  3 bot:scripted; services: librarian:scripted and calculator:scripted\n" in out
    assert "\n  Where is the tower?\n" in out
    assert re.search(r"\n  last said +Paris +Paris +Lyon\n", out) and re.search(r"\n  F1 +1\.0000 +1\.0000 +0\.0000\n", out)
    assert re.search(r"\n  the surer of two replies passed on +1 of 1\n", out) and re.search(r"\n  reward +0\.9900\n", out)


def test_curves_are_drawn_with_their_figures(woozle, runs, tmp_path):
    status, out, err = woozle("report", *runs, "--table", "--plot", tmp_path / "curves.svg")
    assert (status, err) == (0, "") and (tmp_path / "curves.svg").read_bytes().startswith(b"<svg")
    title = "Search calibration: bot:scripted, alone with the encyclopaedia, on own pool"
    assert f"{title}\n  n = 3 questions; P of 3 steps as the bot says." in out
    assert "\n  * by P(SEARCH), area 0.778\n  o oracle: by what a search gains, area 0.778\n  . random order, area 0.667\n" in out
    assert re.search(r"\n  AUROC of P\(SEARCH\), search gains +1\.0000 ", out)
    assert "Answer calibration before any evidence: bot:scripted, alone with the\n" in out
    for line in (r"ECE of P\(ANSWER\) against F1", "Brier score of the same", r"AUROC of P\(ANSWER\), is right"):
        assert re.search(rf"\n  {line} +[01]\.\d+ ", out)


def test_every_block_names_its_data_set_and_several_stand_side_by_side(woozle, runs, tmp_path):
    named = TOWER.model_copy(update={"id": "1", "data": "PopQA"})
    steps = {"without": (["HEDGE Paris"], 0), "with": (["SEARCH", "ANSWER Lyon"], 1)}
    for name, (did, searches) in steps.items():
        recorded(tmp_path / "popqa" / name, {"Ada": did}, likely=(searches, 0.5), searches=searches, pool=(named,))
    status, out, err = woozle("report", *runs, tmp_path / "popqa", "--table")
    assert (status, err) == (0, "")
    assert [line.strip() for line in out.splitlines() if line.startswith("  on ")] == ["on own pool"] * 2 + ["on PopQA"] * 2
    tables = out.partition("  Table 2. F1")[2].partition("Search calibration")[0]
    rows = [re.split(r"  +", line.strip()) for line in tables.splitlines() if line]
    assert rows == [
        ["own pool", "PopQA"],
        ["bot:scripted, encyclopaedia, standard, searches=0"], ["0.333", "1.000"],
        ["bot:scripted, encyclopaedia, standard", "1.000", "0.000"],
        ["Search rate", "own pool", "PopQA"],
        ["bot:scripted, encyclopaedia, standard, searches=0"], ["0.000", "0.000"],
        ["bot:scripted, encyclopaedia, standard", "1.000", "1.000"],
        ["Figure 3. F1 without a search", "own pool", "PopQA"],
        ["bot:scripted, alone with the encyclopaedia", "0.333", "1.000"],
        ["F1 with a search", "own pool", "PopQA"],
        ["bot:scripted, alone with the encyclopaedia", "1.000", "0.000"],
    ]  # fmt: skip
    told = json.loads(woozle("report", *runs, tmp_path / "popqa", "--json")[1])["games"]["self_play"]
    assert [group["data"] for group in told["groups"]] == [None, None, "PopQA", "PopQA"]
    assert [each["data"] for each in told["search_calibration"]] == [None, "PopQA"]
    assert "Table 2" not in woozle("report", *runs, "--table")[1]


def test_methods_are_compared_on_the_same_questions_of_each_data_set(woozle, runs):
    out = woozle("report", *runs, "--table")[1]
    compared = out.partition("bot:scripted: methods compared\n")[2]
    assert re.search(r"ask F1, alone, percent\n +matches +own pool\n  searches=0 +3 +33\.3\n  searches=1 +3 +100\.0\n", compared)


def test_players_are_compared_on_the_same_questions(woozle, runs, tmp_path):
    for question, answer, chance in BY_QUESTION:
        did, likely = {"Ada": ["SEARCH", f"ANSWER {answer}"]}, (1 - chance, 0.5)
        recorded(tmp_path / "learned" / question.id, did, likely=likely, name="learned", pool=(question,))
    out = woozle("report", *runs, tmp_path / "learned", "--table")[1]
    compared = out.partition("Search calibration compared, alone with the encyclopaedia, on own pool\n")[2]
    assert compared.startswith("  n = 3 questions. F1 of bot:scripted without and with a search.\n")
    assert (
        "\n  * bot:scripted, area 0.778\n  x bot:learned, area 0.556\n  o oracle: by what a search gains, area 0.778\n" in compared
    )
    assert "calibration compared" not in woozle("report", *runs, "--table")[1]


def test_what_is_missing_for_a_curve_is_said(woozle, runs, tmp_path):
    alone = woozle("report", runs[1], "--table", "--plot", tmp_path / "curves.svg")
    plain = " ".join(alone[1].split())
    assert "No curve: F1 without a search is not known. Play the same questions with `--set searches=0`" in plain
    assert alone[0] == 2 and not (tmp_path / "curves.svg").exists()
    assert "curves.svg was not written, as nothing can be drawn of these matches; the report says what is missing." in alone[2]
    silent = [recorded(tmp_path / "silent" / str(at), {"Ada": ["SEARCH", "ANSWER Paris"]}) for at in range(2)]
    plain = " ".join(woozle("report", *silent, "--table")[1].split())
    assert plain.count("it was not recorded how likely its actions were.") == 2


def test_programs_are_told_all_of_it(woozle, runs, tmp_path):
    society = recorded(tmp_path / "society", SOCIETY, seats=3, likely=(0.5, 0.6), by="samples")
    status, out, err = woozle("report", *runs, society, "--json")
    assert (status, err) == (0, "")
    told = json.loads(out)["games"]["self_play"]
    assert (len(told["matches"]), [group["matches"] for group in told["groups"]], told["void"]) == (7, [3, 3, 1], 0)
    match = told["matches"][-1]
    assert (match["id"], match["right_answers"]) == ("tower", ["Paris", "City of Paris"])
    assert (match["answer"], match["figures"]["reward"]) == ("Paris", 0.99)
    assert [step["action"] for step in match["sequence"]] == ["ASK", "SEARCH", "ANSWER", "HEDGE", "ANSWER"]
    assert match["visits"][0]["passed_on_the_surer"] is True and match["visits"][1]["right"] is True
    assert match["visits"][1]["steps"][0]["leaning"]["by"] == "samples"
    search = told["search_calibration"][0]
    assert search["likelihoods"] == {"known": {"own": 3}, "unknown": 0} and search["missing"] is None
    assert search["questions"] == {"likely": 3, "without": 3, "with": 3, "paired": 3}
    assert set(search["lines"]) == {"curve", "oracle", "random"} and len(search["lines"]["curve"]["f1"]) == 4
    assert set(search["figures"]["auc"]) == {"value", "low", "high", "n"}
    assert {each["place"] for each in told["answer_calibration"]} == {"alone", "asking", "asked"}
    assert set(told["answer_calibration"][0]["figures"]) == {
        "auc", "random", "oracle", "over_random", "ece", "brier", "auroc", "f1_at_10", "f1_at_20", "f1_at_50", "f1_at_100",
    }  # fmt: skip


def test_what_cannot_be_reported_or_drawn_is_a_sentence(woozle, runs, tmp_path):
    recorded(tmp_path / "open", {"Ada": ["HEDGE"]}, closes=False)
    status, out, err = woozle("report", *runs, tmp_path / "open")
    assert status == 1 and err.count("\n") == 1 and "the match is unfinished" in err and "3 matches of 3 questions" in out
    status, out, err = woozle("report", *runs, "--plot", tmp_path / "curves.pdf")
    assert (status, out) == (2, "") and "ends in .svg, not curves.pdf" in err
    copy_match(tmp_path / "urn")
    status, _, err = woozle("report", tmp_path / "urn", "--plot", tmp_path / "curves.svg")
    assert status == 2 and "their games have no curves" in err


def test_what_stands_in_transcripts_does_nothing_to_a_terminal(woozle, tmp_path):
    evil = TOWER.model_copy(update={"question": "\x1b]0;x\x07?" * 40, "answers": ("\x1b[2J",)})
    for at in range(2):
        recorded(tmp_path / str(at), {"Ada": ["SEARCH", "ANSWER \u202etxt\x1b[31m" * 20]}, likely=(0.5, 0.5), pool=(evil,))
    out = woozle("report", tmp_path / "0", tmp_path / "1")[1]
    assert not {"\x1b", "\x07", "\u202e"} & set(out)
