"""Recomputing a match: which differences from the rules are one, and what is compared where the rules cannot be asked."""

import pytest

from woozle.core.game import EVERYONE
from woozle.core.outcome import Outcome, Result
from woozle.saves.verify import verify

from tests.saves.table import finished, forged
from tests.two_truths import Round, Tell, TwoTruths


@pytest.mark.parametrize(
    ("python", "a", "b", "is_same"),
    [
        ("3.12", 0.30000000000000004, [1, 0.5], True),
        ("3.12", 0.3, [1, 0.5000000000000001], True),
        ("3.11", 0.30000000000000004, [1, 0.5], False),
        (None, 0.30000000000000004, [1, 0.5], False),
        ("3.12", 0.30001, [1, 0.5], False),
        ("3.12", 0.3, [1.0, 0.5], False),
        ("3.12", 0.3, [1, 0.5, 0.5], False),
        ("3.12", [{"x": 0.3}], [1, 0.5], False),
    ],
)
def test_sums_of_later_pythons_may_differ_in_their_last_digit_and_nothing_else_may(tmp_path, monkeypatch, python, a, b, is_same):
    def play(self):
        yield from self.ask("a", Tell, forfeit=None)
        self.tell(Round("a", 0, {"a": 0.3, "b": [1, 0.5], "c": [{"x": 1}]}, ()), to=EVERYONE)
        return Outcome.by_score(self.score)

    monkeypatch.setattr(TwoTruths, "play", play)
    path = finished(tmp_path / "m")
    forged(path, 1, lambda body: body["software"].update({"python": python} if python else {}))
    forged(path, 2, lambda body: body["events"][0]["data"]["votes"].update(a=a, b=b))
    assert verify(path).is_verified is is_same
    for other in ({"y": 1}, {"x": 2}):
        forged(path, 2, lambda body, other=other: body["events"][0]["data"]["votes"].update(c=[other]))
        assert not verify(path).is_verified


SCORES = {"a": Result("lost", {"score": 1.0}), "b": Result("won", {"score": 2.0}), "c": Result("lost")}


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda results: None, ""),
        (lambda results: results["c"]["numbers"].update(score=4), ""),
        (lambda results: results["c"]["numbers"].update(score=4.5), "The score of c is not between 0 and 4."),
        (lambda results: results["b"]["numbers"].update(score=3), "The score of b is not what follows from the Events, 2."),
        (lambda results: results["b"]["numbers"].update(luck=1), "The luck of b does not follow from the Events."),
        (lambda results: results["a"].update(kind="won"), "The result of a is not what follows from the Events, lost."),
        (lambda results: results.pop("b"), "The seats with a result are not those that follow from the Events: b."),
    ],
)
def test_where_the_rules_cannot_be_asked_the_results_are_held_to_the_events(tmp_path, monkeypatch, change, sentence):
    monkeypatch.setattr(TwoTruths, "results", classmethod(lambda cls, config, record: SCORES))
    monkeypatch.setattr(TwoTruths, "number_limits", {"score": (0, 4)})
    path = finished(tmp_path / "m")
    forged(path, 1, lambda body: body.update(source={"format": "logs", "digest": "0" * 64, "name": "n"}))
    told = {seat: {"kind": each.kind, "numbers": {"score": 1, **each.numbers}} for seat, each in SCORES.items()}
    forged(path, 12, lambda body: body["outcome"].update(results=told))
    forged(path, 12, lambda body: change(body["outcome"]["results"]))
    report = verify(path)
    assert [finding.sentence for finding in report.findings][:1] == [sentence][: bool(sentence)]
    assert [report.levels[level].result for level in range(3)] == ["passed", "failed" if sentence else "unchecked", "unchecked"]
