"""Friends' replies and models' actions read as they were labelled without the code that reads them; replies.md says how."""

from __future__ import annotations

from pathlib import Path

import pytest

from woozle.core.replies import read_reply, without_thoughts
from woozle.core.request import Request
from woozle.core.short_answers import read_short_answer
from woozle.games.self_play.events import Act
from woozle.games.self_play.papers.metrics import RIGHT, token_f1

from tests.labelled_replies import HALVES, Misread, Row, rows, summary

MOST = 0.1
"""The largest share of replies that may be misread."""


def misread(row: Row) -> Misread | None:
    """Return what is misread in a friend's reply, as bots read it, or in a whole reply of a model."""
    return _misread_action(row) if row["of"] == "action" else _misread_reply(row)


def _misread_reply(row: Row) -> Misread | None:
    read = read_short_answer(without_thoughts(row["reply"]), row["question"])
    if row["meaning"] != "answer":
        return Misread(row["id"], None, read.text, as_another=True) if read.text else None
    f1 = token_f1(read.text, [row["answer"]]) if read.text else 0.0
    is_as_labelled = f1 >= RIGHT and read.is_unsure == row["hedged"]
    return None if is_as_labelled else Misread(row["id"], (row["answer"], row["hedged"]), (*read,), as_another=0 < f1 < RIGHT)


def _misread_action(row: Row) -> Misread | None:
    read = read_reply(row["reply"], Request(1, "Ada", Act, {"action": tuple(row["legal"])}))
    act = read.answer if read.reading == "answer" and isinstance(read.answer, Act) else None
    label, said = row["action"], row["argument"]
    if act is None or act.action != label:
        return None if act is None and label is None else Misread(row["id"], label, act and act.action, as_another=act is not None)
    is_said = said is None or token_f1(act.argument, [said]) >= RIGHT
    return None if is_said else Misread(row["id"], said, act.argument, as_another=True)


@pytest.mark.parametrize("half", HALVES)
def test_few_labelled_replies_are_misread_and_no_action_as_another(half):
    replies = rows(Path(__file__).parent, half)
    found = [each for row in replies if (each := misread(row))]
    assert len(found) <= MOST * len(replies), summary(replies, misread)
    actions = {row["id"] for row in replies if row["of"] == "action"}
    assert [each for each in found if each.as_another and each.id in actions] == []
