"""Rows of files, whatever their layout."""

from __future__ import annotations

import json

import pytest

from woozle.core.datasets import read_rows

BEARS = {"name": "Two bears", "note": "a hat"}


def fields(text, **how):
    return [row.fields for row in read_rows(text, **how)]


@pytest.mark.parametrize(
    "text",
    [
        "Name,NOTE\nTwo bears,a hat\n",
        "name\tnote\r\n\r\nTwo bears\ta hat\r\n",
        '\ufeffname,note\n"Two bears","a hat"',
        json.dumps(BEARS),
        json.dumps([BEARS], indent=2),
    ],
)
def test_a_table_and_json_say_the_same(text):
    assert fields(text) == [BEARS]


def test_a_table_has_tabs_only_if_its_first_line_has_more_of_them_than_commas():
    assert fields("a,b\tc\n1,2\n") == [{"a": "1", "b\tc": "2"}]


def test_columns_without_a_name_may_be_several_and_others_may_not():
    assert fields(",name,,\n0,Two bears,,\n") == [{"": "", "name": "Two bears"}]
    with pytest.raises(ValueError, match="cannot be used: line 1: two columns have the same name; rename one"):
        fields("name,Name \na,b\n")


def test_rows_may_stand_in_a_field_of_an_object():
    assert fields(json.dumps({"bears": [BEARS, BEARS]}, indent=1), inside="bears") == [BEARS, BEARS]
    with pytest.raises(
        ValueError, match="line 1: it is one JSON object over many lines; write one on each line, or an object with"
    ):
        fields(json.dumps({"hats": [BEARS]}, indent=1), inside="bears")


def test_numbers_count_rows_and_places_count_lines():
    places = [(row.number, row.where) for row in read_rows('name\n\n"two\nlines"\n\nbear\n')]
    assert places == [(1, "line 3"), (2, "line 6")]


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ('name,note\n"Two" bears,a hat\n', "line 2: it is no table"),
        ('name,note\nTwo bears,a hat\n"Three" bears,hats\n', "line 3: it is no table"),
        ("[1, 2", "line 1: it is not JSON"),
        ('{"name": "Two bears"}\n{"name"', "line 2: it is not JSON"),
    ],
)
def test_an_error_names_the_line_where_it_is(text, where):
    with pytest.raises(ValueError, match=where):
        fields(text)
