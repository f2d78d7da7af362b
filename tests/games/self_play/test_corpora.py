"""Corpora from files of others."""

from __future__ import annotations

import json
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from woozle.games.self_play.data import LONGEST, NAMES, Paragraph, paragraphs
from woozle.games.self_play.data.corpora import WORDS, cut, parse


def json_lines(*objects):
    return "".join(json.dumps(each) + "\n" for each in objects)


def test_rows_need_a_text_and_may_have_a_title_and_an_id():
    one, other, third = parse(
        json_lines({"text": " A hat. ", "title": "Hat", "id": 7}, {"text": "b"}, {"contents": "c", "_id": "x"})
    )
    assert one == Paragraph(id="7", title="Hat", text="A hat.")
    assert other == Paragraph(id="p2", text="b")
    assert third == Paragraph(id="x", text="c")


def test_a_table_with_tabs_is_read_too():
    assert parse('id\ttext\ttitle\n1\t"He said ""no"""\tHat\n')[0] == Paragraph(id="1", title="Hat", text='He said "no"')


@pytest.mark.parametrize("name", NAMES)
def test_what_comes_with_woozle_can_be_read_again(name):
    assert parse(json_lines(*(each.model_dump() for each in paragraphs(name)))) == paragraphs(name)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "there is no paragraph in it"),
        ("[]", "there is no paragraph in it"),
        (json_lines({"text": "a"}, {"title": "b"}), "line 2: there is `title` but no `text`, which a paragraph needs"),
        (json_lines({"text": None}), "line 1: `text` is empty or no text"),
        (json_lines({"text": "x" * 10_000_000}), "line 1: `text` has 10,000,000 characters, and a paragraph at most 20,000"),
        (json_lines({"text": "a", "title": 1}), "line 1: `title` is no text"),
        (json_lines({"text": "a", "title": "x" * 1001}), "line 1: `title` must have 1000 or fewer"),
        (json_lines({"text": "a", "id": True}), "line 1: its id is neither"),
        ('{"text": "a\x00"}', "line 1: it is not JSON"),
        ("42", "there is no paragraph in it"),
    ],
    ids=lambda text: repr(text[:20]),
)
def test_what_is_wrong_is_said_with_its_place(text, why):
    with pytest.raises(ValueError, match=f"cannot be used: {why}") as raised:
        parse(text)
    assert len(str(raised.value)) < 400


def test_plain_text_is_cut_at_blank_lines_and_headings_join_what_follows():
    said = (
        "On hats\n\n"
        + "A hat is worn. " * 5
        + "\r\n \t\r\n"
        + "Caps are hats too and\nthey are soft, as all of us know well by now."
    )
    first, second = cut("b/hats.txt", said)
    assert first == Paragraph(id="b/hats.txt:1", title="b/hats.txt", text="On hats " + "A hat is worn. " * 4 + "A hat is worn.")
    assert (second.id, second.text[:29]) == ("b/hats.txt:2", "Caps are hats too and they ar")


def test_long_blocks_are_cut_after_sentences():
    pieces = list(cut("hats", "One two three four five. " * 100))
    assert all(len(each.text.split()) <= WORDS and each.text.endswith("five.") for each in pieces)
    assert len(pieces) == 5


@pytest.mark.parametrize("text", ["", " \n\n \t", "...\n\n***", "\n"])
def test_nothing_is_made_of_nothing(text):
    assert list(cut("empty.txt", text)) == []


LONG = ["x" * 1_000_000, "a. " * 50_000, "\n" * 1_000_000 + "a", "a b" * 100_000, ". " * 100_000 + "a"]


@pytest.mark.parametrize("text", LONG, ids=lambda text: repr(text[:4]))
def test_however_long_it_is_each_piece_is_short(text):
    assert all(len(each.text) <= LONGEST and len(each.text.split()) <= WORDS for each in cut("long", text))


@given(st.text(st.sampled_from("ab .!?\n\r\té\u2028\x00x"), max_size=400))
def test_no_word_gets_lost(text):
    pieces = list(cut("some", text))
    kept = list(chain.from_iterable(each.text.split() for each in pieces))
    assert [word for word in kept if any(map(str.isalnum, word))] == [word for word in text.split() if any(map(str.isalnum, word))]
    assert all(each.text for each in pieces)
