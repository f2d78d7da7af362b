"""What models are asked, in every game."""

from __future__ import annotations

import pytest

from woozle.core import registry
from woozle.core.request import Request
from woozle.players.models.player import ModelPlayer
from woozle.players.models.spec import parse
from woozle.players.registry import prompt
from woozle.saves.decoder import decode_request
from woozle.saves.transcript import read

from tests.lines import GAMES, GOLDEN


@pytest.mark.parametrize("game", GAMES)
def test_a_model_says_by_which_words_it_was_asked(game):
    player = ModelPlayer("Ada", game, parse("openai:m"), None, seed="5eed")
    assert player.describe()["prompt"] == {"game": game, "version": prompt(game).words.version}


@pytest.mark.parametrize("game", GAMES)
def test_a_question_can_be_asked_before_anything_was_observed(game):
    kind = registry.game(game)
    requests = [decode_request(kind, line) for path in GOLDEN.glob(f"{game}-{kind.version}-*.jsonl") for line in read(path).lines]
    for answer in {request.answer for request in requests}:
        assert isinstance([*prompt(game).words.question(Request(1, "Ada", answer, {}), [])], list)
