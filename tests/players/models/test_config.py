"""What holds for models."""

from __future__ import annotations

import pytest

from woozle.core.usage import Usage
from woozle.players.models.config import ConfigError, Endpoint, ModelsConfig, Price
from woozle.players.models.spec import parse

PRICE = Price(input=2.0, output=10.0, cached_input=0.5)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("openai@openruter:x", "There is no endpoint 'openruter'; did you mean openrouter?"),
        (
            "openai@mars:x",
            "There is no endpoint 'mars'; there are ollama, openai, openrouter, vllm, lmstudio, llamacpp; models.toml "
            "can name others.",
        ),
        ("openai@ollama:x", "The endpoint ollama is spoken to as ollama; write ollama@ollama:x."),
    ],
)
def test_an_endpoint_that_is_not_there_is_one_sentence(text, sentence):
    with pytest.raises(ConfigError) as refused:
        ModelsConfig().endpoint(parse(text))
    assert str(refused.value) == sentence


def test_tokens_that_a_server_had_kept_may_cost_less():
    usage = Usage(1, 1_000_000, 100_000, tokens_cached=600_000)
    assert PRICE.dollars(usage) == pytest.approx(0.4 * 2 + 0.6 * 0.5 + 0.1 * 10)
    assert Price(input=2.0, output=10.0).dollars(usage) == pytest.approx(3.0)
    assert PRICE.dollars(Usage()) == 0


@pytest.mark.parametrize(
    ("url", "is_here"),
    [
        ("http://localhost:1", True),
        ("http://127.9.9.9", True),
        ("http://[::1]:8/v1", True),
        ("http://10.0.0.5", False),
        ("https://a.b", False),
    ],
)
def test_what_runs_on_this_machine_costs_nothing_unless_said(url, is_here):
    config = ModelsConfig(endpoints={"lab": Endpoint(url=url)}, prices={"lab": {"dear": PRICE}})
    assert (config.price(parse("openai@lab:x")) is not None) == is_here
    assert config.price(parse("openai@lab:dear")) == PRICE
