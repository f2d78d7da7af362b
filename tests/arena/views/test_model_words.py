"""Replies of models in words, while they grow and once they are there."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from woozle.arena.views.model_words import KEPT, ReplyWords, in_words

REPLY = '{"thoughts": "Nothing to report.", "action": "speak", "message": "I was \\"there\\" \\u00e9\\ud83d\\ude00"}'


def states(text):
    """Thoughts and answer after each character."""
    words = ReplyWords()
    for char in text:
        words.feed(char)
        yield words.thoughts, words.answer
    words.end()
    yield words.thoughts, words.answer


def test_thoughts_grow_and_then_the_answer_and_never_a_brace_or_a_quote():
    seen = list(states(REPLY))
    assert ("Nothing to", "") in seen
    assert ("Nothing to report.", "action: sp") in seen
    assert seen[-1] == ("Nothing to report.", 'action: speak · message: I was "there" é😀')
    assert not any(set(thoughts) & set('{}":') for thoughts, _ in seen)
    assert all(len(late) >= len(early) for (early, _), (late, _) in pairwise(seen))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('<think>Is {it} Bo?</think>{"vote": "Bo"}', ("Is {it} Bo?", "vote: Bo")),
        ('Is it Bo?</think>```json\n{"vote": "Bo"}\n```', ("Is it Bo?", "vote: Bo")),
        ("Let me see.\n{thoughts: 'ok', action: move}", ("Let me see.\nok", "action: move")),
        ('{"answer": {"guess_word": ["a", "b"], "n": 3,}}', ("", "guess word: a, b · n: 3")),
        ('{"a": 1} or rather {"a": 2}', ("", "a: 2")),
        ("The set {1, 2} is <b>mine</b>", ("", "The set {1, 2} is <b>mine</b>")),
        ("I say {no", ("", "I say {no")),
        ('{"thoughts": "half', ("half", "")),
        ('{"a": "\\ud83d', ("", "a: �")),
        ("", ("", "")),
    ],
)
def test_a_reply_of_any_form_is_told_in_words(text, words):
    assert in_words(text) == words
    assert list(states(text))[-1] == words


def test_what_a_server_tells_apart_is_thought():
    words = ReplyWords()
    words.think("Hm. ")
    words.feed('{"vote": "Bo"}')
    assert (words.thoughts, words.answer) == ("Hm.", "vote: Bo")


def test_however_it_is_cut_hostile_text_says_the_same_raises_nothing_and_stays_small():
    chance = random.Random(7)
    parts = [*"{}[]\"'\\:,<a “", "\\u12", "\\ud800", "<think>", "</think>", "\x1b[2J", "```"]
    for _ in range(100):
        text = "".join(chance.choices(parts, k=60))
        words = ReplyWords()
        while_cut = list(states(text))[-1]
        for piece in (text[:17], text[17:40], text[40:]):
            words.feed(piece)
        words.end()
        assert (words.thoughts, words.answer) == while_cut == in_words(text)
        "".join(while_cut).encode()
    words = ReplyWords()
    for _ in range(500):
        words.feed('{"thoughts": "' + "x\\n" * 50)
    assert KEPT < len(words.thoughts) <= 2 * (KEPT + 1)
