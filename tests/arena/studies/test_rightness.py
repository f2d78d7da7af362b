"""Correctness of the answers of a match, as its game reads it from the record."""

from __future__ import annotations

from collections import Counter

import pytest

from woozle.core import registry
from woozle.games.self_play.events import ANSWER, HEDGE, Acted, Key, Posed
from woozle.games.self_play.paper.metrics import token_f1
from woozle.saves.transcript import read

from tests.saves.tables.recorded import GAMES, recorded


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_there_is_a_verdict_for_each_request_of_a_kind(game, seed, tmp_path):
    referee = recorded(game, tmp_path / "match", seed)
    asked = {}
    for line in read(tmp_path / "match").lines:
        request = line.body["request"]
        asked[request["id"]] = request["to"], request["asks"]
    requests = Counter(asked.values())
    found = registry.game(game).correctness(referee.record)
    assert {key: len(verdicts) for key, verdicts in found.items()} == {key: requests[key] for key in found}
    asks = {"debate": {"Solve"}, "undercover": {"Reason"}, "self_play": {"Act"}, "urn": {"Report", "Accuse", "Guess"}}
    assert {asks for _, asks in found} == asks.get(game, set())


@pytest.mark.parametrize("game", GAMES)
def test_what_is_sought_is_a_role(game):
    kind = registry.game(game)
    assert kind.hidden_role in ("", *kind.role_names)


@pytest.mark.parametrize("seed", range(4))
def test_in_self_play_a_reply_to_the_question_is_right_from_f1_above_one_half_on(seed, tmp_path):
    referee = recorded("self_play", tmp_path / "match", seed)
    events = [event for event, _ in referee.record]
    answers = next(event.answers for event in events if isinstance(event, Key))
    question = next(event.question for event in events if isinstance(event, Posed))
    found = registry.game("self_play").correctness(referee.record)
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
