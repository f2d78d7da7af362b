"""Objects amid a text; how they are read as answers is tested in test_replies."""

from hypothesis import example, given
from hypothesis import strategies as st

from woozle.core.loose_json import objects

PIECES = ["{", "}", '"', ":", ",", "a", "b", " ", "\n", "\\", "'", "1", '{"a":"b"', ',"a":"b"', '"c":"d"', "}"]


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
@example('{"a":"b"}')
@example(' { "a" : "b",\n"c":"d"} ')
@example('{"a":"b","a":"b"}')
@example('{"a":"b","a":"c"}')
@example('{"a":"b",}')
def test_what_stands_before_an_object_changes_nothing(text):
    assert objects(text) == objects(f".{text}")
