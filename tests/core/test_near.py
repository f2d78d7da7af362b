"""What is said of a name that there is not."""

from woozle.core.near import near, near_or_all

NAMES = ["ship", "quest", "Alice"]


def test_the_name_that_was_meant_is_told_whatever_its_letters_case():
    assert near("shpi", NAMES) == "ship"
    assert near("alice", NAMES) == "Alice"
    assert near_or_all("qest", NAMES) == "did you mean quest?"


def test_where_none_is_near_all_are_told():
    assert near("", NAMES) == near("zzz", NAMES) == near("x" * 1_000_000, NAMES) == ""
    assert near_or_all("zzz", NAMES) == "choose from ship, quest, Alice."
    assert near_or_all("zzz", NAMES, ", or a file") == "choose from ship, quest, Alice, or a file."
