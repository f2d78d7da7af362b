"""Settings that hold for models."""

from __future__ import annotations

from datetime import date

import pytest

from woozle.core.usage import Usage
from woozle.players.backends.model_client import Reply
from woozle.players.models.config import FREE, ConfigError, Endpoint, ModelsConfig, Price, reply_cost
from woozle.players.models.spec import parse

PRICE = Price(input=2.0, output=10.0, cached_input=0.5)
WRITTEN = Usage(1, 1_000_000, 0, tokens_cached=600_000, tokens_cache_write=300_000)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("openai@openruter:x", "There is no endpoint 'openruter'; did you mean openrouter?"),
        (
            "openai@mars:x",
            "There is no endpoint 'mars'; there are anthropic, gemini, ollama, openai, openrouter, vllm, lmstudio, llamacpp; "
            "models.toml can name others.",
        ),
        ("openai@ollama:x", "The endpoint ollama is spoken to as ollama; write ollama@ollama:x."),
    ],
)
def test_an_endpoint_that_is_not_there_is_one_sentence(text, sentence):
    with pytest.raises(ConfigError) as refused:
        ModelsConfig().endpoint(parse(text))
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    ("price", "usage", "dollars"),
    [
        (PRICE, Usage(1, 1_000_000, 100_000, tokens_cached=600_000), 0.4 * 2 + 0.6 * 0.5 + 0.1 * 10),
        (Price(input=2.0, output=10.0), Usage(1, 1_000_000, 100_000, tokens_cached=600_000), 3.0),
        (PRICE.model_copy(update={"cache_write": 2.5}), WRITTEN, 0.1 * 2 + 0.6 * 0.5 + 0.3 * 2.5),
        (PRICE, WRITTEN, 0.4 * 2 + 0.6 * 0.5),
        (PRICE, Usage(), 0.0),
    ],
)
def test_tokens_that_a_server_had_kept_may_cost_less_and_those_that_it_keeps_more(price, usage, dollars):
    assert price.dollars(usage) == pytest.approx(dollars)


@pytest.mark.parametrize("url", ["http://localhost:1", "http://[::1]:8/v1", "https://a.b"])
def test_a_server_costs_nothing_only_where_that_is_said(url):
    endpoints = {"lab": Endpoint(url=url), "own": Endpoint(url=url, free=True)}
    config = ModelsConfig(endpoints=endpoints, prices={"own": {"dear": PRICE}})
    assert config.price(parse("openai@lab:x")) is None
    assert config.price(parse("openai@own:x")) == config.price(parse("local:x")) == FREE
    assert config.price(parse("openai@own:dear")) == PRICE
    assert config.price_of({"kind": "model", "backend": "openai", "endpoint": "own", "model": "dear"}) == PRICE
    assert config.price_of({"kind": "model", "backend": "none of ours", "model": "x"}) is None


def test_what_a_server_says_it_cost_counts_where_there_is_no_price():
    told, untold = Reply("x", usage=Usage(1, 1_000_000), dollars=0.25), Reply("x", usage=Usage(1, 1_000_000))
    assert reply_cost(told, None) == Usage(1, 1_000_000, dollars=0.25)
    assert reply_cost(told, PRICE).dollars == 2.0
    assert reply_cost(untold, None) == Usage(1, 1_000_000, unpriced=1)
    assert reply_cost(untold, FREE) == Usage(1, 1_000_000)
    assert reply_cost(Reply("x", is_cached=True), None) == Usage()


def test_a_price_is_old_after_ninety_days_and_its_header_says_its_date():
    price = PRICE.model_copy(update={"as_of": date(2026, 8, 1)})
    assert [price.is_old(day) for day in (date(2026, 10, 30), date(2026, 10, 31))] == [False, True]
    assert not PRICE.is_old(date(2099, 1, 1))
    assert price.describe() == {"input": 2.0, "output": 10.0, "cached_input": 0.5, "as_of": "2026-08-01"}
    assert FREE.describe() == "free"
