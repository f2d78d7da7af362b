"""The labelled replies are whole and legal, those of two halves halved by lot; what is misread in them is tested beside them."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from tests.labelled_replies import FRESH, HALVES, LATER, Row, rows

DEBATE = Path(__file__).parent / "games/debate"
SELF_PLAY = Path(__file__).parent / "games/self_play/players"


def halved_rows(folder: Path) -> list[Row]:
    return [row for half in HALVES for row in rows(folder, half)]


def all_rows(folder: Path) -> list[Row]:
    return halved_rows(folder) + rows(folder, FRESH) + rows(folder, LATER)


@pytest.mark.parametrize("folder", [DEBATE, SELF_PLAY])
def test_there_are_enough_replies_of_both_sources_each_once(folder):
    parts = ((halved_rows(folder), 200, 60), (rows(folder, FRESH), 100, 36), (rows(folder, LATER), 70, 24))
    for part, least, least_of_models in parts:
        assert len(part) >= least
        assert sum(row["source"] != "written" for row in part) >= least_of_models
    replies = all_rows(folder)
    assert len({row["id"] for row in replies}) == len(replies)
    assert len({json.dumps([row.get("of"), row["question"], row["reply"]]) for row in replies}) == len(replies)
    assert all(row["why"] and row.get("arguable", True) is True for row in replies)


def test_each_label_of_a_debate_is_an_answer_to_its_question():
    for row in all_rows(DEBATE):
        answer, options = row["answer"], row.get("options", [])
        assert bool(options) == (row["kind"] == "choice")
        if answer is None:
            continue
        match row["kind"]:
            case "choice":
                assert answer in tuple("ABCDEFGH"[: len(options)])
            case "number":
                Fraction(answer)
            case "yes_no":
                assert answer in ("yes", "no")
            case kind:
                assert kind == "text"
                assert answer == answer.strip() != ""


def test_each_label_of_self_play_says_what_a_reply_or_an_action_can_be():
    for part, least in ((halved_rows(SELF_PLAY), 30), (rows(SELF_PLAY, FRESH), 20), (rows(SELF_PLAY, LATER), 15)):
        assert sum(row["of"] == "action" for row in part) >= least
    for row in all_rows(SELF_PLAY):
        if row["of"] == "action":
            assert row["action"] in (None, *row["legal"])
            assert row["queries"] in ("question", "own")
            assert row["action"] or row["argument"] is None
        else:
            assert row["of"] == "reply"
            assert row["meaning"] in ("answer", "abstain", "none")
            assert bool(row["answer"]) == (row["meaning"] == "answer")
            assert row["hedged"] in (True, False)
            assert row["meaning"] == "answer" or not row["hedged"]
