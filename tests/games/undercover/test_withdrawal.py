"""What is left of a match of undercover when a person withdraws the words of an answer."""

from __future__ import annotations

from woozle.saves.redaction import redact
from woozle.saves.verify import verify

from tests.games.undercover.cases import undercover
from tests.typists import Typist, played, sentence


def test_a_score_that_rests_on_words_is_named_as_not_checked_and_not_as_wrong(tmp_path):
    case = undercover("standard", 2, mode="single", free_answers=True)
    seat = case.play().seats[1]
    levels = []
    for seed in range(8):
        folder = played(case, seed, tmp_path / str(seed), {seat: Typist(str(seed), lambda place: f"yes {sentence(place)}")})
        redact(folder, seats=[seat])
        report = verify(folder, level=2)
        assert report.is_accepted(["withdrawn"])
        levels.append([check.result for check in report.levels.values()])
    assert ["passed", "passed", "unchecked"] in levels
