"""Chats: what each player was asked, and what it said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from woozle.arena.exports.decisions import Choice, Rewording, moments
from woozle.core.replies import read_reply
from woozle.core.text import LEFT_OUT
from woozle.games.self_play.players.training import dataset
from woozle.saves.redaction import redact
from woozle.saves.transcript import read

from tests.arena.exports.exported import chats, match
from tests.saves.tables.recorded import GAMES, recorded

GOLDEN = Path(__file__).parents[2] / "golden"


@pytest.mark.parametrize("game", GAMES)
def test_a_model_was_sent_exactly_what_its_chats_say(tables, tmp_path, game):
    of_models = [chat for chat in chats(tables / game, tmp_path, with_text=True) if chat["metadata"]["player"] == "model"]
    assert of_models
    assert {chat["metadata"]["as_sent"] for chat in of_models} == {True}
    responses = {line.body["n"]: line.body["response"] for line in read(tables / game).lines}
    for chat in of_models:
        said = responses[chat["metadata"]["n"]]["attempts"][-1]["text"]
        assert chat["messages"][-1] == {"role": "assistant", "content": said}


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.jsonl")), ids=lambda path: path.stem)
def test_what_the_assistant_says_is_read_as_the_answer_that_was_given(path):
    played = match(path)
    rewording = Rewording(played)
    answers = [moment for moment in moments(played, with_text=True) if moment.decision.reading == "answer"]
    assert answers
    for moment in answers:
        assert read_reply(rewording.reply_to(moment)[0], moment.request).answer == moment.response.answer


@pytest.mark.parametrize("game", GAMES)
def test_no_word_of_a_person_is_in_chats_unless_it_is_asked_for(tables, tmp_path, game):
    text = json.dumps(chats(tables / game, tmp_path), ensure_ascii=False)
    assert "1+1" not in text
    with_text = json.dumps(chats(tables / game, tmp_path, with_text=True), ensure_ascii=False)
    assert "1+1" in with_text and LEFT_OUT not in with_text


def test_what_was_withdrawn_is_in_no_chat(tables, tmp_path):
    recorded("ship", tmp_path / "match")
    redact(tmp_path / "match", seats=("Alice",))
    withdrawn = chats(tmp_path / "match", tmp_path / "out", with_text=True)
    assert "1+1" not in json.dumps(withdrawn)
    assert len(withdrawn) < len(chats(tables / "ship", tmp_path / "out", with_text=True))


def test_nothing_of_another_seats_secrets_is_in_a_chat(tables, tmp_path):
    for chat in chats(tables / "ship", tmp_path, with_text=True):
        [role] = [line for line in chat["messages"][0]["content"].split("\n") if line in ("You are a duck.", "You are a goose.")]
        assert role == f"You are a {chat['metadata']['role']}."


def test_refusals_are_not_chats_but_count_as_tries(tables, tmp_path):
    found = chats(tables / "ship", tmp_path, with_text=True)
    assert max(chat["metadata"]["tries"] for chat in found) > 1
    assert all(chat["messages"][-1]["content"] for chat in found)
    assert all('"fly away"' not in chat["messages"][-1]["content"] for chat in found)


@pytest.mark.parametrize(
    ("choice", "field", "only"),
    [
        (Choice(kinds=("model",)), "player", "model"),
        (Choice(seats=("Alice",)), "seat", "Alice"),
        (Choice(roles=("duck",)), "role", "duck"),
        (Choice(is_won=True), "won", True),
    ],
)
def test_who_is_chosen_is_in_them_and_nobody_else(tables, tmp_path, choice, field, only):
    found = chats(tables / "ship", tmp_path, choice, with_text=True)
    assert found and {chat["metadata"][field] for chat in found} == {only}
    assert len(found) < len(chats(tables / "ship", tmp_path, with_text=True))


def test_chats_of_self_play_can_be_trained_on(tmp_path):
    lines = chats(GOLDEN / "self_play-1-standard.jsonl", tmp_path)
    pairs = dataset.read(tmp_path / "chat.jsonl")
    assert [pair.output for pair in pairs] == [chat["messages"][-1]["content"] for chat in lines]
    assert {pair.action for pair in pairs} <= {"#ASK", "#ANSWER", "#HEDGE", "#SEARCH"}
