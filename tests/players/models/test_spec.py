"""Names of models."""

from __future__ import annotations

from dataclasses import asdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from woozle.players.backends.model_client import Extra, Sampling
from woozle.players.models.extras import ExtraError, check
from woozle.players.models.spec import EFFORTS, ModelSpec, SpecError, is_model, parse, parse_description


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("ollama:qwen3:8b", ModelSpec("ollama", "qwen3:8b")),
        ("openai:gpt-5-mini", ModelSpec("openai", "gpt-5-mini")),
        ("openai@lab:meta-llama/Llama-3.1-8B", ModelSpec("openai", "meta-llama/Llama-3.1-8B", "lab")),
        ("local:/models/a b/字", ModelSpec("local", "/models/a b/字")),
        ("local:a%2Cb%2A%3F%25", ModelSpec("local", "a,b*?%")),
        (" openai @ lab : x ? top_p = 0.5 & temperature = 0 ", ModelSpec("openai", "x", "lab", Sampling(0.0, 0.5))),
        (
            "openai:x?pictures=on&thoughts=off&effort=low&max_tokens=4000",
            ModelSpec("openai", "x", "", Sampling(max_tokens=4000, effort="low"), False, True),
        ),
        ("openai:x?pictures=auto&thoughts=on", ModelSpec("openai", "x")),
        ("openai:x?samples=16", ModelSpec("openai", "x", samples=16)),
        ("openai:x?prompts=paper", ModelSpec("openai", "x", thoughts=False, prompts="paper")),
        ("openai:x?prompts=paper&thoughts=on", ModelSpec("openai", "x", prompts="paper")),
    ],
)
def test_a_model_is_named_by_where_it_runs_and_how_it_is_asked(text, spec):
    assert parse(text) == spec
    assert is_model(text)


def test_options_are_written_in_one_order_and_only_if_they_are_unusual():
    spec = parse("openai@lab:x?pictures=off&thoughts=on&effort=high&max_tokens=10&top_p=1.0&temperature=0.70")
    assert str(spec) == "openai@lab:x?temperature=0.7&top_p=1&max_tokens=10&effort=high&pictures=off"


@pytest.mark.parametrize("text", ["openai:x?prompts=paper", "openai:x?thoughts=on&prompts=paper"])
def test_prompts_of_a_paper_ask_for_thoughts_only_if_the_seat_says_so(text):
    assert str(parse(text)) == text
    assert parse(text).thoughts == ("thoughts=on" in text)


names = st.text(st.characters(categories=["L", "N", "P", "S"]), min_size=1)
numbers = st.none() | st.floats(0, 1)
values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(codec="utf-8")),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(st.characters(codec="utf-8")), inner, max_size=3),
    max_leaves=6,
)
samplings = st.builds(Sampling, numbers, numbers, st.none() | st.integers(1, 1_000_000), st.none() | st.sampled_from(EFFORTS))


@given(
    st.sampled_from(["openai", "ollama"]),
    names,
    st.sampled_from(["", "lab", "my-lab_2.b"]),
    samplings,
    st.booleans(),
    st.sampled_from([None, True, False]),
    st.dictionaries(st.text(min_size=1).map("x{}".format), values, max_size=3),
)
def test_what_is_written_is_read_as_the_same(backend, model, endpoint, sampling, thoughts, pictures, body):
    try:
        check(extra := Extra(body, {"X-Title": "a, b & c"}, {"api-version": "2 *%?"}), frozenset())
    except ExtraError:  # what looks like a key
        extra = Extra()
    spec = ModelSpec(backend, model, endpoint, sampling, thoughts, pictures, extra=extra)
    assert parse(str(spec)) == spec
    assert "," not in str(spec) and "*" not in str(spec)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("opnai:x", "There is no backend 'opnai'; did you mean openai:x?"),
        (
            "chess:x",
            "There is no backend 'chess'; a model is named anthropic:claude-haiku-4-5, gemini:gemini-3.5-flash, "
            "local:Qwen/Qwen3-0.6B, ollama:qwen3:8b or openai:gpt-5-mini.",
        ),
        ("openai", "'openai' names no model; write for example openai:gpt-5-mini."),
        ("ollama: ?top_p=1", "'ollama: ?top_p=1' names no model; write for example ollama:qwen3:8b."),
        ("openai@:x", "'openai@' does not name an endpoint; write openai@NAME:MODEL, with a name of models.toml."),
        ("openai@a/b:x", "'openai@a/b' does not name an endpoint; write openai@NAME:MODEL, with a name of models.toml."),
        ("local@lab:x", "A local model runs here and has no endpoint; write local:Qwen/Qwen3-0.6B."),
        ("openai:a\x1bb", "The name of the model in 'openai:a␛b' holds characters that cannot be shown."),
        ("openai:%FF", "In '%FF' a % does not begin a character; write %25 for % itself."),
        (
            "openai:x?",
            "A model has no option ''; there are temperature, top_p, max_tokens, effort, detail, thoughts, pictures, samples, "
            "seed, api, memory, prompts, prompt, guide, body.NAME, header.NAME, query.NAME.",
        ),
        ("openai:x?temprature=1", "A model has no option 'temprature'; did you mean temperature?"),
        ("openai:x?top_p=1&top_p=1", "top_p is said twice; say it once."),
        ("openai:x?temperature=hot", "temperature cannot be 'hot'; it is a number from 0 to 2."),
        ("openai:x?temperature=nan", "temperature cannot be 'nan'; it is a number from 0 to 2."),
        ("openai:x?top_p=1.1", "top_p cannot be '1.1'; it is a number from 0 to 1."),
        ("openai:x?max_tokens=0", "max_tokens cannot be '0'; it is a whole number from 1 to 1,000,000."),
        ("openai:x?max_tokens=²", "max_tokens cannot be '²'; it is a whole number from 1 to 1,000,000."),
        ("openai:x?samples=1", "samples cannot be '1'; it is a whole number from 2 to 256."),
        ("openai:x?samples=00000002999", "samples cannot be '00000002999'; it is a whole number from 2 to 256."),
        ("openai:x?samples=many", "samples cannot be 'many'; it is a whole number from 2 to 256."),
        ("openai:x?thoughts", "thoughts cannot be ''; it is on or off."),
        ("openai:x?pictures=maybe", "pictures cannot be 'maybe'; it is on, off or auto."),
        (
            "openai:x?effort=High!",
            "effort cannot be 'High!'; it is a word that the server takes, such as none, minimal, low, medium, high, xhigh or max.",
        ),
        (
            "openai:x?effort=",
            "effort cannot be ''; it is a word that the server takes, such as none, minimal, low, medium, high, xhigh or max.",
        ),
        ("openai:x?api=other", "api cannot be 'other'; it is chat or responses."),
        ("local:x?body.top_k=5", "A local model runs here and is sent no fields or headers; leave out body.top_k."),
        ("openai:x?body.top_k=5&body.top_k=6", "body.top_k is said twice; say it once."),
        ("openai:x?body.a=5&body.a.b=6", "body.a.b is said of a field that is no table."),
        ("openai:x?body.=5", "body. names no field; write body.FIELD=VALUE."),
        ("openai:x?body.seed=5", "The field seed of a request is Woozle's own; the option seed=off says it."),
        ("openai:x?body.stream=false", "The field stream of a request is Woozle's own."),
        ("openai:x?header.Host=a", "The header Host is Woozle's own."),
        ("openai:x?header.X-A=%0Ab", "The header 'X-A' cannot be sent: its name or value holds signs that no header has."),
        (
            "openai:x?header.x-api-key=abc",
            "The header 'x-api-key' looks like a key, and what is sent beside a request is kept in transcripts; "
            "a key belongs into the environment variable that key_env names.",
        ),
    ],
)
def test_every_mistake_is_answered_in_one_sentence(text, sentence):
    with pytest.raises(SpecError) as refused:
        parse(text)
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    ("options", "extra"),
    [
        ("body.top_k=20&body.min_p=0.05", Extra({"top_k": 20, "min_p": 0.05})),
        ("body.chat_template_kwargs.enable_thinking=false", Extra({"chat_template_kwargs": {"enable_thinking": False}})),
        ('body.provider.order=["a"%2C"b"]', Extra({"provider": {"order": ["a", "b"]}})),
        ("body.verbosity=low&body.user=%2220%22", Extra({"verbosity": "low", "user": "20"})),
        ("header.X-Title=woozle&query.api-version=2026-01-01", Extra({}, {"X-Title": "woozle"}, {"api-version": "2026-01-01"})),
        ("body.max_reasoning_tokens=9&body.stop_token_ids=[1]", Extra({"max_reasoning_tokens": 9, "stop_token_ids": [1]})),
    ],
)
def test_what_is_sent_beside_a_request_is_said_in_options(options, extra):
    spec = parse(f"openai:x?{options}")
    assert spec.extra == extra
    assert parse(str(spec)) == spec


@pytest.mark.parametrize(
    "options",
    [
        "header.Authorization=Bearer%20abcdef",
        "header.apiKey=x",
        "body.metadata.access_token=abc",
        "query.key=abc",
        "body.user=sk-0123456789abcdef0123",
        'body.list=["sk-0123456789abcdef0123"]',
    ],
)
def test_what_looks_like_a_key_is_not_sent_beside_a_request_nor_repeated(options):
    with pytest.raises(SpecError, match="key_env") as refused:
        parse(f"openai:x?{options}")
    assert "abc" not in str(refused.value)


def test_a_bot_is_no_model():
    assert not any(map(is_model, ("bot:watchful", "human", "", "openaix:y")))


def test_a_header_describes_a_model():
    spec = parse("openai@lab:x?temperature=0.5&thoughts=off&pictures=on")
    assert parse_description({"kind": "model", **asdict(spec), "prompts": 1, "seed": "1"}) == spec
    for broken in ({}, {"backend": "openai"}, {"backend": "other", "model": "x"}, {"backend": "openai", "model": 3}):
        with pytest.raises(SpecError, match="There is no model that is described by"):
            parse_description(broken)
