"""visible(): text from outside, made safe to show."""

import string
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from woozle.core.text import answer_text, answer_words, squad_text, typed_text, visible, visible_line


def test_plain_text_stays_as_it_is():
    for text in ("", "Hello, world.", "Grüße 你好 👍 👩‍👩‍👧 ❤️ é é", "a\nb"):
        assert visible(text) == text


def test_an_escape_becomes_a_picture_of_itself():
    assert visible("\x1b]52;c;aGk=\x1b\\ \x07\x7f") == "␛]52;c;aGk=␛\\ ␇␡"


def test_a_hidden_character_becomes_its_number():
    assert visible("\x9b2J \u202e \u2028 \ud800 \U000e0041 \ue000 \U0010eeee") == (
        "‹U+009B›2J ‹U+202E› ‹U+2028› ‹U+D800› ‹U+E0041› ‹U+E000› ‹U+10EEEE›"
    )


def test_a_tab_is_four_spaces_and_a_carriage_return_is_shown():
    assert visible("a\tb\rc") == "a    b␍c"


def test_marks_piled_on_one_letter_are_shown_as_numbers():
    assert visible("a" + "\u0301" * 6) == "a" + "\u0301" * 4 + "‹U+0301›" * 2


def test_one_line_stays_one_line():
    assert visible_line("a\nb\x1b") == "a␊b␛"


@given(st.text(alphabet=st.characters()))
def test_nothing_that_a_terminal_acts_on_is_left(text):
    for char in visible(text):
        assert char == "\n" or unicodedata.category(char) not in {"Cc", "Cs", "Co", "Cn", "Zl", "Zp"}
        assert char in "\u200d" or unicodedata.category(char) != "Cf"


@given(st.text())
def test_cleaning_twice_changes_nothing_more(text):
    assert visible(visible(text)) == visible(text)


def test_every_code_point_is_dealt_with():
    for code in (*range(0x3000), *range(0xA000, 0xAC00), *range(0xD700, 0x20000), *range(0xE0000, 0xE1000), 0x10FFFF):
        shown = visible(chr(code))
        assert shown
        assert "\x1b" not in shown


PERSIAN = "می\u200cخواهم"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("one\rtwo\r\nthree\nfour", "one\ntwo\nthree\nfour"),
        ("one\r\rtwo\r\n\r\nthree", "one\n\ntwo\n\nthree"),
        ("one\u2028two\u2029three\x85four", "one\ntwo\nthree\nfour"),
        ("\ufeffa co\u00adopera\u200btion", "a cooperation"),
        (PERSIAN, PERSIAN),
        ("\x1b[2J\u202e", "\x1b[2J\u202e"),
    ],
)
def test_what_is_typed_has_line_feeds_and_no_signs_of_where_lines_may_be_broken(typed, meant):
    assert typed_text(typed) == meant


@pytest.mark.parametrize(
    ("text", "shown"), [(PERSIAN, PERSIAN), ("a\u200cb", "a‹U+200C›b"), (PERSIAN[:3], f"{PERSIAN[:2]}‹U+200C›")]
)
def test_a_non_joiner_is_a_part_of_words_where_writing_has_it(text, shown):
    assert visible(text) == shown


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Queen’s Park", "Queen's Park"),
        ("Rimsky–Korsakov", "Rimsky-Korsakov"),
        ("Sa\u0303o Paulo", "São Paulo"),
        ("«la Scène»", "la scène"),
        ("ＡＢＣ\u3000１２", "abc 12"),
        ("Straße", "STRASSE"),
        ("soft\u00adhyphen", "softhyphen"),
        ("12\u202f000", "12 000"),
        ("「東京」、", "東京"),
        ("5′", "5'"),
    ],
)
def test_words_in_other_signs_are_the_same_words(one, other):
    assert answer_text(one) == answer_text(other)
    assert answer_words(one) == answer_words(other) != []


def test_every_mark_of_punctuation_is_dropped():
    marks = [char for code in range(0x110000) if unicodedata.category(char := chr(code))[0] == "P"]
    assert [char for char in {*marks, *string.punctuation} if answer_words(f"a1{char}b") != ["a1b"] and answer_words(char)] == []


@given(st.text(st.characters(codec="ascii")), st.text(st.characters(codec="ascii")))
def test_what_squad_takes_for_the_same_is_the_same(one, other):
    assert answer_text(one) == squad_text(one)
    assert squad_text(one) != squad_text(other) or answer_text(one) == answer_text(other)
