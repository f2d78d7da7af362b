"""The limits of ways to win without reading are those of the judge: with another one they are exceeded, and this is noticed."""

from __future__ import annotations

from benchmarks import opponents
from benchmarks.tricks.suite import Case, excess, limit, load, play
from woozle.players.services.registry import seat_services


def test_a_judge_of_words_lets_content_words_win(monkeypatch):
    def of_words(game, chosen, key, model):
        return seat_services(game, {"judge": "lexical"}, key, model)

    monkeypatch.setattr(opponents, "seat_services", of_words)
    case = Case("quest", "", "hard", "no small words")
    assert "'no small words' in quest wins" in excess(case, limit(case, load()), play)
