"""Error messages of servers, and the time that they want to be left alone."""

from __future__ import annotations

import pytest

from woozle.players.backends.server_errors import ServerAddress, error_text, retry_after

PLACE = ServerAddress("https://user:pass@models.example:8443/v1", "lab", "abcdefghijklmnopqrstuvwx")


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "7"}, 7.0),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after": "Wed, 21 Oct 2015 07:28:30 GMT"}, 30.0),
        ({"retry-after": "Wed, 21 Oct 2015 07:27:00 GMT"}, 0.0),
        ({"retry-after-ms": "1500", "retry-after": "2"}, 1.5),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "-1"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after-ms": "nan"}, None),
        ({}, None),
    ],
)
def test_a_server_says_how_long_to_wait(headers: dict[str, str], seconds: float | None):
    assert retry_after(headers, now=1445412480.0) == seconds


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"message": "No.", "type": "x", "param": None, "code": "unsupported_value"}, "No. unsupported_value"),
        ({"error": "model 'x' not found"}, "model 'x' not found"),
        ({"error": {"message": "No."}}, "No."),
        (
            {"detail": [{"loc": ["body", "seed"], "msg": "Extra inputs are not permitted"}]},
            "body seed Extra inputs are not permitted",
        ),
        (
            {"message": "Provider returned error", "code": 400, "metadata": {"raw": "too hot"}},
            "Provider returned error 400 too hot",
        ),
        ("plain", "plain"),
        (None, ""),
        ([], ""),
    ],
)
def test_the_words_of_an_error_are_found_in_every_shape(body: object, words: str):
    assert error_text(body) == words


@pytest.mark.parametrize(
    ("network", "told"),
    [
        ("All connection attempts failed", "No server answers at https://models.example:8443; start it"),
        ("[Errno -2] Name or service not known", "No machine is known as models.example; check the network"),
        ("[SSL: CERTIFICATE_VERIFY_FAILED] self-signed", "https://models.example:8443 cannot prove who it is"),
    ],
)
def test_why_nobody_is_there_is_told(network: str, told: str):
    error = PLACE.unreachable_error(OSError(network))
    assert str(error).startswith(told) and str(error).endswith("or change the url of the endpoint lab in models.toml.")
    assert "pass" not in str(error)


def test_ordinary_words_are_quoted_as_they_are():
    text = "The value of temperature must be below 2, not 7."
    assert PLACE.quote(text) == text
    assert ServerAddress("http://a", "lab", "none").quote("none of it, and nonesuch") == "[key] of it, and nonesuch"


GROQ = "Request too large for model `m` in organization `o` on tokens per minute (TPM): Limit 6000, Requested {}, please reduce it."
USED = "Rate limit reached for model `m` on tokens per minute (TPM): Limit 6000, Used 5034, Requested 1443. Try again in 4.77s."
CLAUDE = "This request would exceed the rate limit for your organization (d1f8-929) of 40,000 input tokens per minute. Please wait."


@pytest.mark.parametrize(
    ("status", "said", "tokens", "excess"),
    [
        (
            429,
            "Request too large for gpt-4o (for limit gpt-4o) on tokens per min (TPM): Limit 1000, Requested 5000.",
            0,
            (1000, 5000),
        ),
        (413, GROQ.format(14368), 0, (6000, 14368)),
        (500, GROQ.format("14,368"), 0, (6000, 14368)),  # an error inside of a stream, which tells no status
        (429, "tokens per day (TPD): Limit: 100000, Used: 0, Requested: 120000", 0, (100000, 120000)),
        (429, CLAUDE, 40_001, (40000, 40001)),
    ],
)
def test_a_request_that_no_waiting_lets_through_is_not_waited_for(status: int, said: str, tokens: int, excess: tuple[int, int]):
    error = PLACE.refusal_error(status, said, "m", headers={"retry-after": "7"}, tokens=tokens)
    assert (error.trouble, error.retry_after) == ("too_long", None)
    assert f"at most {excess[0]:,} tokens through, and this request has {excess[1]:,}" in str(error)


@pytest.mark.parametrize("status", [413, 429])
def test_a_request_that_is_too_large_is_too_long_though_no_limit_is_named(status: int):
    error = PLACE.refusal_error(status, "Request body too large for m.", "m")
    assert error.trouble == "too_long" and "no waiting helps; lower the seat's max_tokens" in str(error)


@pytest.mark.parametrize(
    ("said", "tokens"),
    [
        (USED, 9000), (CLAUDE, 39_000), (CLAUDE, 0), ("requests per min (RPM): Limit 3, Used 3, Requested 1", 0),
        ("Limit 90000 / min. Current: 90020 / min.", 0), ("Rate limit: too many requests; 5 requested", 0), ("Limit: none", 0),
    ],
)  # fmt: skip
def test_a_limit_that_others_used_up_is_waited_for(said: str, tokens: int):
    error = PLACE.refusal_error(429, said, "m", headers={"retry-after": "7"}, tokens=tokens)
    assert (error.trouble, error.retry_after) == ("rate_limited", 7.0)


@pytest.mark.parametrize(
    ("status", "said", "trouble"),
    [
        (400, "Your messages are odd.", "rejected"),
        (400, "tiny is not a valid model ID", "no_model"),
        (400, "This model's maximum context length is 4096 tokens, but max_tokens asks for more.", "too_long"),
        (400, "the request exceeds the available context size", "too_long"),
        (400, "prompt is too long: 210000 tokens > 200000 maximum", "too_long"),
        (400, "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).", "too_long"),
        (400, "Your credit balance is too low to access the Anthropic API.", "rate_limited"),
        (400, "API key not valid. Please pass a valid API key.", "unauthorized"),
        (401, "", "unauthorized"),
        (402, "", "rate_limited"),
        (403, "", "unauthorized"),
        (403, "Blocked by the content filter.", "rejected"),
        (403, "Your input was flagged by moderation.", "rejected"),
        (403, "The project does not have access to model m model_not_found", "no_model"),
        (404, "", "unreachable"),
        (404, "404 page not found", "unreachable"),
        (404, "The model `m` does not exist or you do not have access to it.", "no_model"),
        (404, "model: claude-gone", "no_model"),
        (404, "models/gone is not found for API version v1beta, or is not supported for generateContent.", "no_model"),
        (405, "", "unreachable"),
        (408, "", "overloaded"),
        (413, "", "too_long"),
        (422, "", "rejected"),
        (429, "", "rate_limited"),
        (429, "You exceeded your current quota, check your billing details.", "rate_limited"),
        (499, "", "rejected"),
        (500, "", "overloaded"),
        (503, "server busy, please try again.  maximum pending requests exceeded", "overloaded"),
        (529, "overloaded", "overloaded"),
    ],
)
def test_a_status_names_the_trouble(status: int, said: str, trouble: str):
    assert PLACE.refusal_error(status, said, "m").trouble == trouble


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (500, "The model produced output that does not match the expected peg-native format"),
        (400, "Failed to generate JSON. Please adjust your prompt. See 'failed_generation' for more details. json_validate_failed"),
        (400, "Tool call validation failed: code: tool_use_failed"),
        (500, "Error parsing model output: unexpected token"),
    ],
)
def test_what_a_server_cannot_read_of_its_model_is_a_broken_answer_and_no_trouble_of_the_server(status: int, said: str):
    error = PLACE.refusal_error(status, said, "m")
    assert error.trouble == "broken" and "could not read what 'm' wrote" in str(error)
