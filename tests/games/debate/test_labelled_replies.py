"""Answers read in replies that were labelled without the code that reads them; replies.md says how."""

from __future__ import annotations

from pathlib import Path

import pytest

from woozle.core.names import LETTERS
from woozle.core.replies import read_reply
from woozle.core.request import Request
from woozle.games.debate.answers.extraction import extract_answer, is_right
from woozle.games.debate.events import Solve

from tests.labelled_replies import HALVES, Misread, Row, rows, summary

MOST = 0.05
"""The largest share of replies that may be misread."""


def misread(row: Row) -> Misread | None:
    """Return what is misread in a reply that is read as matches read it."""
    solve = read_reply(row["reply"], Request(1, "Ada", Solve, {})).answer
    letters = LETTERS[: len(row.get("options", ()))]
    read = extract_answer(solve.text, row["kind"], letters) if isinstance(solve, Solve) else None
    label = row["answer"]
    is_as_labelled = read is None if label is None else is_right(read, row["kind"], [label])
    return None if is_as_labelled else Misread(row["id"], label, read, as_another=read is not None)


@pytest.mark.parametrize("half", HALVES)
def test_few_labelled_replies_are_misread_and_none_as_another_option(half):
    replies = rows(Path(__file__).parent, half)
    found = [each for row in replies if (each := misread(row))]
    assert len(found) <= MOST * len(replies), summary(replies, misread)
    options = {row["id"] for row in replies if row["kind"] in ("choice", "yes_no")}
    assert [each for each in found if each.as_another and each.id in options] == []
