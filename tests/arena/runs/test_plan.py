"""The plan of a run, and its parts."""

from __future__ import annotations

import json

import pytest

from woozle.arena.runs.plan import PLAN, Firsts, Plan, PlanError, Shard, open_plan, read_plan
from woozle.core import registry
from woozle.saves.transcript import CLOSED

A_PLAN = Plan(game="ship", rules=1, seats="bot*6", config={}, seed=1, matches=10)
NEWER = A_PLAN.model_dump_json().replace('"woozle_plan":1', '"woozle_plan":2')


@pytest.mark.parametrize("of", [1, 2, 3, 7, 12])
def test_parts_hold_every_match_once(of):
    parts = [A_PLAN.numbers(Shard(part, of)) for part in range(1, of + 1)]
    assert sorted(number for part in parts for number in part) == list(range(1, 11))


@pytest.mark.parametrize(
    "text", ["", "1", "/", "1/", "0/2", "3/2", "-1/2", "1/0", "a/b", "1/2/3", "1.5/2", "１/２", "1/99999999999"]
)
def test_what_is_no_part_is_refused_with_a_sentence(text):
    with pytest.raises(ValueError, match="--shard"):
        Shard.parse(text)


def test_a_part_as_it_is_typed():
    assert Shard.parse("2/8") == Shard(2, 8)
    assert str(Shard(2, 8)) == "2/8"


def test_what_is_left_is_the_plan_less_what_is_finished(tmp_path):
    for number in (1, 4):
        folder = A_PLAN.folder(tmp_path, number)
        folder.mkdir()
        (folder / CLOSED).touch()
    assert A_PLAN.numbers_left(tmp_path) == [2, 3, 5, 6, 7, 8, 9, 10]
    assert A_PLAN.numbers_left(tmp_path, Shard(1, 2)) == [2, 6, 8, 10]


def test_a_plan_is_kept_and_gone_on_with(tmp_path):
    assert open_plan(tmp_path / "run", A_PLAN) == open_plan(tmp_path / "run", A_PLAN) == read_plan(tmp_path / "run") == A_PLAN
    assert [file.name for file in (tmp_path / "run").iterdir()] == [PLAN]


def test_a_plan_as_it_always_was_can_be_read(tmp_path):
    old = {"woozle_plan": 1, "game": "ship", "rules": 1, "seats": "bot*6", "config": {}, "seed": 1, "matches": 10, "sync": False}
    (tmp_path / PLAN).write_text(json.dumps(old))
    assert read_plan(tmp_path) == A_PLAN


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"woozle_plan": 1, "budget": 5}', "\x00", NEWER])
def test_what_is_no_plan_is_a_sentence(tmp_path, text):
    (tmp_path / PLAN).write_text(text)
    with pytest.raises(PlanError, match="is damaged, not a plan, or one of a newer Woozle"):
        read_plan(tmp_path)


def test_a_plan_of_before_there_were_other_officials_is_read(tmp_path):
    whole = A_PLAN.model_dump(mode="json", exclude={"officials"})
    for judge, officials in (("", {}), ("lexical", {"judge": "lexical"})):
        (tmp_path / PLAN).write_text(json.dumps({**whole, "judge": judge}), "utf-8")
        assert read_plan(tmp_path).officials == officials


@pytest.mark.parametrize(
    ("one", "other", "differing"),
    [
        ({"officials": {"likeness": "pixels"}}, {"officials": {"likeness": "clip:models"}}, "likeness"),
        ({}, {"rotate": True}, "rotate"),
    ],
)
def test_a_run_with_another_official_or_whose_players_move_on_is_another_run(tmp_path, one, other, differing):
    open_plan(tmp_path, A_PLAN.model_copy(update=one))
    with pytest.raises(PlanError, match=f"its {differing} differ"):
        open_plan(tmp_path, A_PLAN.model_copy(update=other))


def test_a_run_with_other_first_answers_is_another_run_and_the_same_ones_may_have_been_moved(tmp_path):
    firsts = Firsts(run="../one", matches=10, digest="a")
    open_plan(tmp_path, A_PLAN.model_copy(update={"firsts": firsts}))
    moved = A_PLAN.model_copy(update={"firsts": Firsts(run="../moved", matches=10, digest="a")})
    assert open_plan(tmp_path, moved) == moved
    assert read_plan(tmp_path).firsts == firsts
    for other in (None, Firsts(run="../one", matches=10, digest="b")):
        with pytest.raises(PlanError, match="its first answers differ"):
            open_plan(tmp_path, A_PLAN.model_copy(update={"firsts": other}))


def test_a_plan_about_each_of_a_pool_gives_every_match_one_case_in_turn():
    for game in registry.names():
        subject = registry.game(game).subject_option
        config = {"pool": ["a", "b", "c"], subject: "", "size": 256}
        plan = A_PLAN.model_copy(update={"game": game, "config": config, "each": True, "matches": 6})
        assert [plan.config_of(number)["pool"] for number in plan.numbers()] == [["a"], ["b"], ["c"]] * 2
        assert plan.config_of(2) == {"pool": ["b"], subject: "", "size": 256}
    assert A_PLAN.model_copy(update={"config": config}).config_of(2) == config


def rotated(seats, matches, *, game="debate", **more):
    plan = A_PLAN.model_copy(update={"game": game, "seats": seats, "matches": matches, "rotate": True, **more})
    return [",".join(plan.seats_of(number)) for number in plan.numbers()]


def test_players_stay_unless_they_are_to_move_on():
    assert A_PLAN.seats_of(1) == A_PLAN.seats_of(2) == ["bot:watchful"] * 6


def test_players_move_on_by_a_seat_each_match_and_the_last_begins_anew():
    a, b = "bot:fair", "bot:random"
    assert rotated(f"{a},{b}*2", 4) == [f"{a},{b},{b}", f"{b},{a},{b}", f"{b},{b},{a}", f"{a},{b},{b}"]


@pytest.mark.parametrize("seats", [2, 3, 5, 6, 10])
def test_over_as_many_matches_as_there_are_seats_each_sat_everywhere_and_had_the_same_neighbours(seats):
    players = [f"openai@lab:{number}" for number in range(seats)]
    tables = [table.split(",") for table in rotated(",".join(players), seats)]
    assert all(sorted(column) == sorted(players) for column in zip(*tables, strict=True))
    for table in tables:
        at = table.index(players[0])
        assert [*table[at:], *table[:at]] == players


@pytest.mark.parametrize("pool", [1, 2, 3, 4, 6, 7])
def test_about_each_of_a_pool_players_sat_everywhere_in_as_many_rounds_as_there_are_seats(pool):
    """However many there are in the pool: else each of three questions would always meet the same three seats."""
    config = {"pool": [f"q{at}" for at in range(pool)], "problem": ""}
    players = [f"openai@lab:{number}" for number in range(3)]
    tables = rotated(",".join(players), 3 * pool, config=config, each=True)
    for question in range(pool):
        assert len(set(tables[question::pool])) == 3
    assert len(set(tables[: min(pool, 3)])) == min(pool, 3)


def test_a_model_with_options_sits_as_it_was_named():
    model = "openai@lab:tiny?temperature=0.7&max_tokens=9"
    assert sorted(rotated(f"{model},bot:random", 2)) == sorted([f"{model},bot:random", f"bot:random,{model}"])
