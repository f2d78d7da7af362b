"""Ways to win without playing: none wins more often than its limit, and one that began to would be noticed."""

from __future__ import annotations

from math import comb

import pytest

from benchmarks import opponents
from benchmarks.page import DOCS
from benchmarks.tricks import suite
from benchmarks.tricks.__main__ import PAGE, table
from benchmarks.tricks.suite import FIRST, STEPS, Case, Count, cases, excess, limit, load, play
from benchmarks.tricks.ways import Ways
from woozle.core import registry
from woozle.core.statistics.intervals import wilson
from woozle.players.registry import bot

from tests.option_values import own_games

KEPT = load()
GAMES = [game for game in registry.names() if any(case.game == game for case in KEPT)]


@pytest.mark.parametrize("case", [case for game in GAMES for case in cases(game)], ids=str)
def test_no_way_to_win_without_playing_exceeds_its_limit(case):
    problem = excess(case, limit(case, KEPT), play)
    assert not problem, problem


def test_each_of_our_games_has_limits():
    assert {*own_games()} <= {*GAMES}


@pytest.mark.parametrize("game", GAMES)
def test_the_page_shows_the_counts_that_limits_come_from(game):
    assert table(game, KEPT) in DOCS.joinpath(PAGE).read_text("utf-8"), f"python -m benchmarks.tricks {game} --keep"


CASE = Case("urn", "fair", "normal", "silent")


def test_a_way_that_begins_to_win_fails_with_its_rate_and_limit():
    said = excess(CASE, 0.25, lambda case, matches, first: Count(matches, matches))
    assert said == "'silent' as fair in urn wins 96 of 96 matches (100%) against normal, more than its limit of 25.0%."


def test_further_matches_are_other_ones_and_end_when_the_rate_is_within_the_limit():
    asked = []

    def play(case, matches, first):
        asked.append((matches, first - FIRST))
        return Count(4 if first == FIRST else 0, matches)

    assert excess(CASE, 0.2, play) == "" and asked == [(12, 0), (12, 12)]


def chance_of_failing(rate, most):
    """Return the exact probability that a case with this true rate fails."""
    states, done = {0: 1.0}, 0
    for so_far in STEPS:
        more, done = so_far - done, so_far
        after = [
            (won + new, share * comb(more, new) * rate**new * (1 - rate) ** (more - new))
            for won, share in states.items()
            for new in range(more + 1)
        ]
        states = {won: sum(share for each, share in after if each == won) for won, _ in after if won > most * so_far}
    return sum(share for won, share in states.items() if wilson(won, STEPS[-1])[0] > most)


@pytest.mark.parametrize("most", [0.019, 0.05, 0.1, 0.25, 0.4, 0.6, 0.8])
def test_luck_fails_once_in_thirty_times_and_a_quarter_more_is_noticed_nine_times_in_ten(most):
    assert chance_of_failing(most, most) < 1 / 30
    assert chance_of_failing(most * 0.7, most) < 1 / 200
    assert chance_of_failing(min(1, most + 0.25), most) > 0.9


def test_a_table_that_believes_every_accusation_lets_the_accuser_win(monkeypatch):
    case = Case("urn", "crook", "normal", "accuse one seat")

    def gullible(game, level):
        class Gullible(bot(game, level)):
            def answer(self, request, observation):
                said = " ".join(getattr(event, "text", "") for event in observation)
                blamed = [seat for seat in request.choices.get("target", ()) if seat and f"It is {seat}." in said]
                answer = super().answer(request, observation)
                return answer.model_copy(update={"target": blamed[0]}) if blamed else answer

        return Gullible

    monkeypatch.setattr(opponents, "bot", gullible)
    assert "'accuse one seat' as crook in urn wins" in excess(case, limit(case, KEPT), play)


def test_a_case_that_was_never_measured_has_no_limit():
    with pytest.raises(KeyError, match="measure it"):
        limit(CASE._replace(way="bribe"), KEPT)


def test_a_game_with_a_fixed_limit_has_it_whatever_was_measured(monkeypatch):
    monkeypatch.setattr(suite, "ways_of", lambda game: Ways(limits={"normal": 0.1}))
    assert limit(CASE, {CASE: Count(9, 10)}) == 0.1
