"""Refusals in words, and how often they are recognised."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from woozle.games.quest.data import passages, references
from woozle.games.quest.judgement.refusals import is_refusal
from woozle.games.quest.players.text import sentences

TEXTS = Path(__file__).with_name("texts")
REPLIES = [json.loads(line) for line in (TEXTS / "refusals.jsonl").read_text("utf-8").splitlines()]


def rates(replies):
    """Precision and recall."""
    found = [reply["refusal"] for reply in replies if is_refusal(reply["text"])]
    return sum(found) / len(found), sum(found) / sum(reply["refusal"] for reply in replies)


def test_most_refusals_are_recognised_and_little_else_is():
    assert len(REPLIES) == 320
    precision, recall = rates([reply for reply in REPLIES if reply["id"] % 2 == 0])
    assert precision > 0.9 and recall > 0.7


@pytest.mark.parametrize(
    "text",
    [
        "I'm sorry, but I can't help with that.", "I cannot summarise this.", "i cant do that", "No.", "I must decline.",
        "As an AI language model, I am unable to provide a summary of this text.", "Please provide the passage.",
        "Es tut mir leid, ich kann diesen Text leider nicht zusammenfassen.", "The passage is blank.", "N/A",
    ],
)  # fmt: skip
def test_a_reply_that_declines_is_a_refusal(text):
    assert is_refusal(text)


@pytest.mark.parametrize(
    "text",
    [
        "The chatbot said that it could not help, and was switched off.",
        'The minister said: "I cannot comment on that."',
        "I cannot vouch for it, but here is a summary: the bridge is shut to lorries until October.",
        "Whether it is a separate species we cannot say: no cross has yet been tried.",
        "The court was not asked to decide whose honey was sold.", "The bell stayed.", "bridge", "", "?!", "x" * 4000,
        "the " * 1000, "no " * 1000,
    ],
)  # fmt: skip
def test_what_tells_of_a_refusal_or_summarises_is_none(text):
    assert not is_refusal(text)


def test_nothing_that_comes_with_the_passages_is_taken_for_a_refusal():
    runs = [
        " ".join(said[at:end])
        for item in passages()
        for said in [sentences(item.text)]
        for at in range(len(said))
        for end in range(at + 1, len(said) + 1)
    ]
    summaries = [text for each in references().values() for text in (each["faithful"], *each["flawed"])]
    paraphrases = json.loads((TEXTS / "paraphrases.json").read_text("utf-8")).values()
    assert not [text for text in (*runs, *summaries, *paraphrases) if is_refusal(text)]
