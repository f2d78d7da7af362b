"""models.toml: read leniently, with one sentence for what cannot be."""

from __future__ import annotations

import re

import pytest

from woozle.core.usage import Limits
from woozle.players.backends.model_client import Sampling
from woozle.players.models.config import FREE, ConfigError, ModelsConfig, Price
from woozle.players.models.config_file import EXAMPLE, UNREADABLE, read
from woozle.players.models.spec import parse


@pytest.fixture
def config(tmp_path):
    """Return a function that reads settings from a file with this text."""

    def read_as(text: str, **env: str) -> ModelsConfig:
        (tmp_path / "models.toml").write_text(text)
        return read(tmp_path / "models.toml", env)

    return read_as


def test_without_a_file_there_are_the_endpoints_that_people_expect(tmp_path):
    usual = read(tmp_path / "models.toml", {})
    assert usual == ModelsConfig()
    assert list(usual.endpoints) == ["anthropic", "gemini", "ollama", "openai", "openrouter", "vllm", "lmstudio", "llamacpp"]
    assert usual.endpoints["openai"].key_env == "OPENAI_API_KEY"
    assert all(endpoint.concurrency and endpoint.timeout for endpoint in usual.endpoints.values())
    assert not usual.refused


def test_the_example_explains_what_is_usual_and_all_of_it_can_be_used(config):
    text = EXAMPLE.read_text("utf-8")
    assert config(text) == ModelsConfig()
    used = re.sub(r"(?m)^# (?=[\[\"]|\w+ = )", "", text)
    found = config(used)
    assert not found.refused
    assert found.endpoints["lab"].concurrency == 64 and found.endpoints["openai"].requests_per_minute == 500
    assert found.budget == Limits(5.0, 1000, 2_000_000, 3600.0)
    assert found.with_defaults(parse("openai:x")).sampling == Sampling(0.7, 0.95, 4000, "low")
    for kind in (*found.endpoints["lab"].model_fields_set, *found.defaults.model_fields_set, "failures", "cache"):
        assert re.search(rf"(?m)^#? ?{kind} = ", text), f"{kind} is not explained"


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("", "http://127.0.0.1:11434"),
        ("gpu", "http://gpu:11434"),
        ("gpu:99", "http://gpu:99"),
        (":99", "http://127.0.0.1:99"),
        ("0.0.0.0", "http://127.0.0.1:11434"),
        ("[::1]:5", "http://[::1]:5"),
        ("http://gpu", "http://gpu:80"),
        ("https://gpu/ollama/", "https://gpu:443/ollama"),
        ('"127.0.0.1:5"', "http://127.0.0.1:5"),
        ("'http://gpu:99'\n", "http://gpu:99"),
    ],
)
def test_ollama_is_where_its_own_variable_says(config, host, url):
    assert config("", OLLAMA_HOST=host).endpoints["ollama"].url == url


def test_addresses_in_quotes_are_read_without_them(config):
    quoted = {f"{name}_BASE_URL": f'"http://{name.lower()}/v1"' for name in ("OPENAI", "ANTHROPIC", "GOOGLE_GEMINI")}
    found = config("", **quoted, GOOGLE_API_KEY="'AI-1'", GEMINI_API_KEY='""').endpoints
    assert [found[name].url for name in ("openai", "anthropic", "gemini")] == [
        "http://openai/v1",
        "http://anthropic/v1",
        "http://google_gemini/v1",
    ]
    assert found["gemini"].key_env == "GOOGLE_API_KEY"


def test_the_file_says_more_than_the_variable_and_changes_only_what_it_names(config):
    found = config('[endpoints.ollama]\nurl = "http://one:1/"\n[endpoints.openai]\nconcurrency = 3', OLLAMA_HOST="two").endpoints
    assert (found["ollama"].url, found["ollama"].kind) == ("http://one:1", "ollama")
    assert (found["openai"].concurrency, found["openai"].key_env) == (3, "OPENAI_API_KEY")


def test_prices_are_only_known_if_somebody_said_them(config):
    found = config('[prices.openai]\n"gpt-5" = { input = 1, output = 8.5 }\n[prices.ollama]\n"big" = { input = 1, output = 1 }')
    assert found.price(parse("openai:gpt-5")) == Price(input=1.0, output=8.5)
    assert found.price(parse("openai:gpt-6")) is None
    assert found.price(parse("ollama:big")) == Price(input=1.0, output=1.0)
    assert [found.price(parse(text)) for text in ("ollama:x", "openai@vllm:x", "local:x")] == [None, None, FREE]


def test_a_price_has_a_date_and_an_endpoint_may_be_free_or_tell_what_it_costs(config):
    found = config(
        "[endpoints.vllm]\nfree = true\n[prices.openai]\n"
        '"gpt-5" = { input = 1, output = 8, cached_input = 0.1, cache_write = 1.25, as_of = 2026-11-01 }\n'
        '"quoted" = { input = 1, output = 8, as_of = "2026-11-01" }\n'
        '"late" = { input = 1, output = 8, as_of = 2026-11-01T12:00:00 }'
    )
    assert str(found.price(parse("openai:gpt-5"))) == (
        "$1 in, $0.1 cached, $1.25 to cache and $8 out per million tokens, as of 2026-11-01"
    )
    assert found.price(parse("openai@vllm:x")) == FREE
    assert [found.tells_cost(parse(text)) for text in ("openai@openrouter:x", "openai:x", "local:x")] == [True, False, False]
    assert all("as_of has to be a date such as 2026-11-01, without quotes." in sentence for sentence in found.refused.values())
    assert len(found.refused) == 2


def test_defaults_hold_where_a_seat_says_nothing(config):
    found = config('[defaults]\ntemperature = 0.3\nmax_tokens = 100\neffort = "low"')
    assert str(found.with_defaults(parse("openai:x?temperature=0&thoughts=off"))) == (
        "openai:x?temperature=0&max_tokens=100&effort=low&thoughts=off"
    )


@pytest.mark.parametrize(
    ("text", "key", "sentence"),
    [
        ("failures = 3", "failures", 'failures has to be "pause" or "void".'),
        ("cache = 1", "cache", "cache has to be true or false."),
        ("keys = 1", "keys", "there is nothing called keys; there can be failures, cache, budget, defaults, endpoints, prices."),
        ("endpoints = 1", "endpoints.", "endpoints has to be a table."),
        ("[endpoints]\nlab = 1", "endpoints.lab.", "endpoints.lab has to be a table."),
        ("[endpoints.openai]\nconcurrency = 0", "endpoints.openai.concurrency", "concurrency has to be a whole number, 1 or more."),
        ("[endpoints.openai]\nspeed = 1", "endpoints.openai.speed", "nothing called endpoints.openai.speed; there can be kind,"),
        ("[endpoints.lab]\n", "endpoints.lab.url", "endpoints.lab needs url, a web address such as"),
        ('[endpoints.lab]\nurl = "ftp://x"', "endpoints.lab.url", "endpoints.lab.url has to be a web address"),
        ('[endpoints.local]\nurl = "http://x"', "endpoints.local.", "endpoints.local has to be called otherwise: local"),
        ("[prices.openai]\nx = 1", 'prices.openai."x".', 'prices.openai."x" has to be a table.'),
        ("[prices.openai]\nx = {input = -1, output = 1}", 'prices.openai."x".input', "has to be US dollars per million tokens, 0"),
        ("[defaults]\ntemperature = 3", "defaults.temperature", "defaults.temperature has to be a number from 0 to 2."),
        ("[budget]\ndollars = 0", "budget.dollars", "budget.dollars has to be US dollars, more than 0."),
        ("budget = 5", "budget.", "budget has to be a table."),
    ],
)  # fmt: skip
def test_a_bad_entry_is_one_sentence_and_the_others_still_work(config, tmp_path, text, key, sentence):
    found = config(f'{text}\n[endpoints.good]\nurl = "http://good/v1"' if "endpoints = " not in text else text)
    assert sentence in found.refused[key]
    assert found.refused[key].startswith(f"In {tmp_path / 'models.toml'}, ")
    assert "good" in found.endpoints or "endpoints = " in text


def test_a_file_that_is_no_toml_says_in_which_line(config):
    found = config("failures =\n")
    assert "is not TOML" in found.refused[UNREADABLE] and "line 1" in found.refused[UNREADABLE]
    assert list(found.endpoints) == list(ModelsConfig().endpoints)


SECRETS = (
    'api_key = "sk-planted"',
    'key = "sk-planted"',
    'key_env = "sk-planted"',
    'key_env = ["sk-planted"]',
    'url = "http://user:sk-planted@host/v1"',
    'url = "http://host/v1?key=sk-planted"',
    'timeout = "sk-planted"',
    'kind = "sk-planted"',
)


@pytest.mark.parametrize("line", SECRETS)
def test_a_key_that_stands_in_the_file_is_not_repeated(config, line):
    found = config(f"[endpoints.openai]\n{line}")
    (sentence,) = found.refused.values()
    assert "sk-planted" not in sentence + repr(found)
    with pytest.raises(ConfigError) as refused:
        found.endpoint(parse("openai:x"))
    assert str(refused.value) == sentence
