"""Estimates of the calls and cost of a run with models, made without asking any model."""

from __future__ import annotations

import json

import pytest

from woozle.arena.runs.plan import Plan
from woozle.arena.runs.run_estimate import ASSUMED, Prompts, estimate_run
from woozle.core import registry
from woozle.core.request import Picture
from woozle.core.usage import Spending, Usage
from woozle.players.backends.model_client import Chat, Message
from woozle.saves import paths
from woozle.saves.speeds import keep_speeds, seconds_a_call
from woozle.tui.cli.estimate_output import estimate_lines

from tests.option_values import own_games

PRICES = '[prices.openai]\n"gpt-5" = { input = 10, output = 100, cached_input = 1 }\n'


def plan(game="urn", seats="openai:gpt-5*2,bot*3", matches=8, **more):
    config = registry.configure(registry.game(game), "standard", {}).model_dump(mode="json")
    return Plan(game=game, rules=registry.game(game).version, seats=seats, config=config, seed=1, matches=matches, **more)


def asked(text, schema, *more):
    return Chat("m", (Message("system", ("Be brief.",)), Message("user", (text, *more))), schema=schema)


def test_a_prefix_is_held_in_blocks_and_only_behind_the_same_schema():
    prompts, one, other = Prompts(), {"type": "object"}, {"type": "array"}
    prompts.add(asked("a" * 8000, one), 5)
    prompts.add(asked("a" * 8000 + "b" * 4000, one), 5)
    assert prompts.tokens_cached == prompts.tokens_cached_last == prompts.messages_cached == 1920  # of 2,000 and a few
    prompts.add(asked("a" * 8000 + "c", other), 5)
    assert prompts.tokens_cached == 1920 and prompts.messages_cached == 2 * 1920
    prompts.add(asked("a" * 8000 + "b" * 4000 + "d", one), 5)
    assert prompts.tokens_cached - prompts.tokens_cached_last == 2944
    assert (prompts.calls, prompts.tokens_out, len(prompts.schemas)) == (4, 20, 2)
    short = Prompts()
    short.add(asked("a" * 4000, one), 1)
    short.add(asked("a" * 4000, one, Picture.png(b"1")), 1)
    assert short.tokens_cached == 0  # less than is kept


@pytest.mark.parametrize("game", own_games())
def test_every_game_is_estimated_the_same_each_time(game):
    seats = {"debate": "openai:gpt-5*4", "quest": "openai:gpt-5*2", "self_play": "openai:gpt-5*2"}.get(game, "openai:gpt-5*5")
    found = estimate_run(plan(game, seats, 2))
    (model,) = found["models"]
    assert found["matches_played"] == 2 and model["calls"] > 0 < model["tokens_out"] and model["tokens_in"] > model["tokens_cached"]
    assert estimate_run(plan(game, seats, 2)) == found


def test_dollars_are_those_of_the_whole_run_and_unknown_where_no_price_is_known():
    (model,) = estimate_run(plan())["models"]
    assert model["dollars"] is model["price"] is None
    assert any("unknown" in line for line in estimate_lines(estimate_run(plan())))
    paths.config_folder().joinpath("models.toml").write_text(PRICES)
    found = estimate_run(plan())
    (model,) = found["models"]
    assert (
        found["dollars"] == model["dollars"] == pytest.approx((model["tokens_in"] * 10 + model["tokens_out"] * 100) / 1e6, rel=1e-3)
    )
    assert model["dollars_cached"] <= model["dollars"]
    each = model["dollars_a_match"]
    assert each["least"] <= each["mean"] <= each["most"] and each["mean"] * 8 == pytest.approx(model["dollars"], rel=1e-6)
    assert [line.strip() for line in estimate_lines(found)][-len(ASSUMED) :] == list(ASSUMED)
    json.dumps(found, allow_nan=False)


def test_who_asks_no_model_is_told_so():
    with pytest.raises(ValueError, match="--dry is for runs with models"):
        estimate_run(plan(seats="bot*5"))


def test_hours_follow_from_the_seconds_of_a_call_that_are_given_or_were_measured_before():
    unknown = estimate_run(plan())
    assert unknown["hours"] is None and any("--call-seconds" in line for line in estimate_lines(unknown))
    given, (model,) = estimate_run(plan(), concurrency=4, seconds=9.0), unknown["models"]
    assert given["hours"] == pytest.approx(model["calls"] * 9 / 4 / 3600, abs=1e-3)
    keep_speeds({"openai:gpt-5": Spending(Usage(20), 60.0), "openai:other": Spending(Usage(2), 60.0)})
    known = estimate_run(plan())
    assert known["models"][0]["seconds_a_call"] == 3.0 and seconds_a_call(["openai:gpt-5", "openai:other"]) == {"openai:gpt-5": 3.0}
    assert known["hours"] == pytest.approx(model["calls"] * 3 / 8 / 3600, abs=1e-3), "8 matches, so no more than 8 at once"
    assert any("openai:gpt-5 3 s a call" in line for line in estimate_lines(known))
