"""Many games side by side."""

from __future__ import annotations

import numpy as np
import pytest

from woozle.games.self_play.papers import conditions, provision, sweep


def names(flags, players):
    """Profiles of one game, by which columns are set."""
    return {"".join("A" if mask >> player & 1 else "G" for player in range(players)) for mask in np.flatnonzero(flags).tolist()}


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_brute_force_and_the_conditions_agree_on_random_games_with_ties(players):
    found = sweep.check(sweep.draw_games(2000, players))
    assert found.games == 2000 and found.apart == () and found.ties > 50


@pytest.mark.parametrize("players", [2, 3, 5])
def test_games_side_by_side_are_solved_as_each_alone(players):
    games = sweep.draw_games(30, players, seed=1)
    (stable, strict), by_conditions = sweep.brute_force(games), sweep.equilibria(games)
    for row in range(len(games)):
        game = games.one(row)
        table = provision.all_payoffs(game)
        assert names(stable[row], players) == set(provision.brute_force(table))
        assert names(strict[row], players) == set(provision.brute_force(table, strict=True))
        assert names(by_conditions[row], players) == set(conditions.equilibria(game))


def test_all_cases_are_drawn_and_every_game_is_one():
    games = sweep.draw_games(400, 3)
    drawn = [games.one(row) for row in range(len(games))]
    assert {conditions.case(game) for game in drawn} == {"nobody", "tie", "alone", "several"}
    assert [provision.provision(game.right, game.guessed, game.cost) for game in drawn] == drawn


def test_a_seed_draws_the_same_games_and_another_others():
    one, again, other = (sweep.draw_games(10, 3, seed).right.tolist() for seed in (1, 1, 2))
    assert one == again != other


def test_a_difference_is_told_by_its_row(monkeypatch):
    monkeypatch.setattr(sweep, "_CELLS", 8)  # four games at a time
    nobody = sweep.equilibria
    monkeypatch.setattr(sweep, "equilibria", lambda part: nobody(part) & False)
    assert sweep.check(sweep.draw_games(9, 2)).apart == tuple(range(9))


@pytest.mark.parametrize("players", [1, 13])
def test_games_have_two_to_twelve_players(players):
    with pytest.raises(ValueError, match=f"The game has 2 to 12 players, not {players}."):
        sweep.draw_games(1, players)
