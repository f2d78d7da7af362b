"""Bills of models: what is known, and what is not."""

from dataclasses import replace

from woozle.core.answer_counts import NO_ANSWERS
from woozle.core.usage import Usage
from woozle.saves.bills import Bill, add_up


def bill(used: Usage) -> Bill:
    found = Bill(replace(NO_ANSWERS, usage=used))
    found.add(used, 1.5)
    return found


KNOWN, UNCOUNTED, UNPRICED = bill(Usage(2, 100, 20, 0.5)), bill(Usage(1, 0, 0, 0.25)), bill(Usage(3, 10, 5, unpriced=3))


def test_what_is_unknown_of_one_model_is_unknown_of_all_together():
    names = ("calls", "tokens_in", "tokens_out", "dollars", "seconds")
    for bills, total in (
        ((KNOWN, KNOWN), (4, 200, 40, 1.0, 3.0)),
        ((KNOWN, UNCOUNTED), (3, None, None, 0.75, 3.0)),
        ((UNPRICED, KNOWN), (5, 110, 25, None, 3.0)),
    ):
        assert tuple(map(add_up(bills).get, names)) == total
    assert add_up([]) == {}


def test_a_bill_of_several_matches_has_what_is_known_and_how_many_calls_lack_it():
    whole = bill(Usage())
    for each in (KNOWN, UNCOUNTED, UNPRICED):
        whole.join(each)
    names = ("calls", "tokens_in", "calls_without_tokens", "dollars", "calls_without_price", "seconds")
    for found, shown in (
        (whole, (6, 110, 1, 0.75, 3, 6.0)),
        (UNCOUNTED, (1, None, 1, 0.25, 0, 1.5)),
        (UNPRICED, (3, 10, 0, None, 3, 1.5)),
        (bill(Usage()), (0, 0, 0, 0.0, 0, 1.5)),
    ):
        assert tuple(map(found.as_json().get, names)) == shown
