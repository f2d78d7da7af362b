"""Suggestions for unknown names."""

from woozle.core.suggestions import closest_name, suggest

NAMES = ["ship", "quest", "Alice"]


def test_a_close_name_is_suggested_whatever_its_case():
    assert closest_name("shpi", NAMES) == "ship"
    assert closest_name("alice", NAMES) == "Alice"
    assert suggest("qest", NAMES) == "did you mean quest?"


def test_all_names_are_listed_if_none_is_close():
    assert closest_name("", NAMES) == closest_name("zzz", NAMES) == closest_name("x" * 1_000_000, NAMES) == ""
    assert suggest("zzz", NAMES) == "choose from ship, quest, Alice."
    assert suggest("zzz", NAMES, ", or a file") == "choose from ship, quest, Alice, or a file."
