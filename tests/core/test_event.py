"""Events of a kind, found among others."""

from woozle.core.event import Forfeited, Refused, first, last

EVENTS = (Refused("a", "one"), Forfeited("a", "illegal", "two"), Refused("b", "three"))


def test_the_first_and_the_last_event_of_a_kind_are_found():
    assert first(EVENTS, Refused) == Refused("a", "one")
    assert last(EVENTS, Refused) == Refused("b", "three")


def test_a_kind_that_did_not_happen_is_none():
    assert first(EVENTS[:1], Forfeited) is None
    assert last((), Refused) is None
