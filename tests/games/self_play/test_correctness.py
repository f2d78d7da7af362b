"""Correctness of replies, from the record of a match."""

from __future__ import annotations

import pytest

from woozle.games.self_play.events import ANSWER, HEDGE, Acted, Key, Posed
from woozle.games.self_play.papers.metrics import token_f1
from woozle.games.self_play.rules import SelfPlay

from tests.saves.tables.recorded import recorded


@pytest.mark.parametrize("seed", range(4))
def test_a_reply_to_the_question_is_right_from_f1_above_one_half_on(seed, tmp_path):
    referee = recorded("self_play", tmp_path / "match", seed)
    events = [event for event, _ in referee.record]
    answers = next(event.answers for event in events if isinstance(event, Key))
    question = next(event.question for event in events if isinstance(event, Posed))
    found = SelfPlay.correctness(referee.record)
    assert found
    for (seat, _), verdicts in found.items():
        posed, expected = "", []
        for event in events:
            if isinstance(event, Posed) and event.seat == seat:
                posed = event.question
            if isinstance(event, Acted) and event.seat == seat:
                is_reply = event.action in (ANSWER, HEDGE) and posed == question
                expected.append(bool(event.argument) and token_f1(event.argument, answers) > 0.5 if is_reply else None)
        assert verdicts == expected
