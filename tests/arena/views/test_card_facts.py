"""What end cards say of a viewer is what the record holds, found here in its events by other code than that of the cards."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping

import pytest

from woozle.arena.play.setup import unrecorded_match
from woozle.arena.views.end import End
from woozle.arena.views.end_card import end_card
from woozle.core import registry
from woozle.core.chance import key_from_seed
from woozle.players.seats import parse_seats

from tests.games.parts import parts

MATCHES = 50
"""Of bots, a game; in each two seats read their cards, in turn."""

SENTENCES: Mapping[str, Mapping[str, Callable[..., object]]] = parts("card_facts", "SENTENCES")
"""By game: patterns of sentences, each with a check of what it says, given the end, the viewer and what the pattern found."""

BOTS: Mapping[str, str] = parts("card_facts", "BOTS")


@pytest.mark.parametrize("game", SENTENCES)
def test_each_sentence_of_a_card_says_what_the_record_holds(game):
    kind = registry.game(game)
    config = registry.configure(kind, next(iter(kind.presets)), {})
    wrong = []
    for seed in range(MATCHES):
        match = unrecorded_match(game, parse_seats(BOTS[game], game), config, key_from_seed(600_000 + seed, 1))
        outcome = asyncio.run(match.play())
        seats = [*outcome.results] * 2
        for me in seats[seed % len(outcome.results) :][:2]:
            end = End(match.referee.record, outcome, {}, me, config)
            card = end_card(game, end)
            assert card.you and card.turned, f"{game} {seed}: {me} is told of neither"
            assert not (card.others or re.search(r"[a-z]\. [a-z]|\.\.", card.you + card.turned + card.try_next)), "whole sentences"
            for said in filter(None, (card.you, card.turned, card.try_next)):
                found = [(pattern, at) for pattern in SENTENCES[game] if (at := re.fullmatch(pattern, said))]
                assert found, f"{game} {seed}, {me}: nothing checks {said!r}"
                pattern, at = found[0]
                if not SENTENCES[game][pattern](end, me, **at.groupdict()):
                    wrong.append(f"{seed} {me}: {said}")
    assert wrong == []
