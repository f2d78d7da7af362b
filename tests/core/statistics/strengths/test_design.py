"""Ratings that cannot be estimated are refused, with the reason."""

import pytest

from woozle.core.outcome import Result
from woozle.core.statistics.standings import Entry
from woozle.core.statistics.strengths.comparisons import UnratedError, compare_players
from woozle.core.statistics.strengths.design import build_design

from tests.core.statistics.strengths.simulated import ranked, ranking, sided


def refused(entries) -> str:
    with pytest.raises(UnratedError) as error:
        build_design(compare_players(entries))
    return str(error.value)


def team(match, **roles):
    """A match of two sides, the winners first: `team("m", geese="ab", duck="c")`."""
    won = next(iter(roles))
    seats = [(role, player) for role in sorted(roles) for player in roles[role]]
    return [
        Entry(match, player, role, Result("won" if role == won else "lost", {"score": float(role == won)}), at)
        for at, (role, player) in enumerate(seats, 1)
    ]


def test_groups_that_never_met_are_named():
    apart = [*ranking("1", ["a", "b"]), *ranking("2", ["c", "d"]), *ranking("3", ["e", "c"])]
    assert "never did: c, d, e; a, b." in refused(apart)


def test_a_bridge_between_groups_is_enough():
    met = [*ranking("1", ["a", "b"]), *ranking("2", ["c", "d"]), *ranking("3", ["b", "c"]), *ranking("4", ["d", "a"])]
    assert build_design(compare_players(met)).players.levels == ("a", "b", "c", "d")


def test_a_player_who_only_met_itself_met_nobody():
    assert "a, b; c" in refused([*ranking("1", ["a", "b"]), *ranking("2", ["b", "a"]), *ranking("3", ["c", "c"])])


def test_many_groups_are_not_all_named():
    apart = [entry for at in range(9) for entry in ranking(str(at), [f"x{at}", f"y{at}"])]
    assert "5 groups more" in refused(apart)


def test_players_who_are_always_on_one_side_cannot_be_told_apart():
    together = [
        *team("1", goose="ab", duck="c"),
        *team("2", duck="c", goose="ab"),
        *team("3", goose="cc", duck="d"),
        *team("4", goose="dd", duck="c"),
    ]
    assert "a, b" in refused(together)


def test_who_always_has_the_same_role_cannot_be_told_from_it():
    assert "Let them change roles" in refused([*team("1", goose="aa", duck="b"), *team("2", duck="b", goose="aa")])


def test_seats_that_are_never_changed_are_no_reason_to_refuse():
    assert build_design(compare_players([*ranking("1", ["a", "b"]), *ranking("2", ["b", "a"], ["a", "b"])])).seats is None
    assert build_design(compare_players(ranked({"a": 0.3, "b": 0.0, "c": -0.3}, 30, 1))).seats is not None


def test_levels_have_mean_0():
    design = build_design(compare_players(sided({"x": 0.5, "y": -0.5, "z": 0.0}, 40, 1, {"goose": 3, "duck": 2}, 0.5)))
    for block in design.blocks:
        assert abs(block.coding.sum(axis=0)).max() == 0
        assert abs(block.rows.sum(axis=1)).max() < 1e-9
