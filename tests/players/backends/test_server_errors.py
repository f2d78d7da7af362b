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


@pytest.mark.parametrize(
    ("status", "said", "trouble"),
    [
        (401, "", "unauthorized"),
        (402, "", "rate_limited"),
        (403, "", "unauthorized"),
        (403, "Blocked by the content filter.", "rejected"),
        (404, "", "unreachable"),
        (405, "", "unreachable"),
        (408, "", "overloaded"),
        (413, "", "too_long"),
        (422, "", "rejected"),
        (429, "", "rate_limited"),
        (499, "", "rejected"),
        (500, "", "overloaded"),
    ],
)
def test_a_status_names_the_trouble(status: int, said: str, trouble: str):
    assert PLACE.refusal_error(status, said, "m").trouble == trouble
