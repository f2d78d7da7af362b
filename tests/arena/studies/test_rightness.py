"""Correctness of the answers of a match, as its game reads it from the record."""

from __future__ import annotations

from collections import Counter

import pytest

from woozle.core import registry
from woozle.saves.transcript import read

from tests.games.parts import parts
from tests.saves.tables.recorded import GAMES, recorded

VERDICTS = parts("facts", "VERDICTS")


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
    assert {asks for _, asks in found} == VERDICTS[game]


@pytest.mark.parametrize("game", GAMES)
def test_what_is_sought_is_a_role(game):
    kind = registry.game(game)
    assert kind.hidden_role in ("", *kind.role_names)
